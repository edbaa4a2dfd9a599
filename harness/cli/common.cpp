#include "harness/cli/common.hpp"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::cli {
namespace {

namespace fs = std::filesystem;

std::string& called_as() {
  static std::string name = "verbatim";
  return name;
}

// models/ beside the program, or where an installed program has them.
std::string default_bin() {
  std::error_code trouble;
  const fs::path program = fs::read_symlink("/proc/self/exe", trouble);
  const fs::path folder = trouble ? fs::current_path() : program.parent_path();
  const fs::path installed = (folder / VERBATIM_LIBEXEC_FROM_BIN).lexically_normal();
  if (!fs::is_directory(folder / "models", trouble) && fs::is_directory(installed, trouble)) return installed.string();
  return (folder / "models").string();
}

}  // namespace

void set_program_name(std::string name) { called_as() = std::move(name); }
const std::string& program_name() { return called_as(); }

void manifest_options::add_to(options& verb) {
  verb.text("--manifest", manifest_path,
            "The manifest. Default: the nearest golden/manifest.toml in this folder or one above it", "FILE");
  verb.text("--bin", bin, "What {bin} in the manifest stands for. Default: models/ beside this program", "DIR");
}

gate::manifest manifest_options::load() const {
  std::string path = manifest_path;
  if (path.empty()) {
    std::error_code trouble;
    const fs::path here = fs::current_path(trouble);
    const std::optional<std::string> found = trouble ? std::nullopt : gate::find_manifest(here.string());
    if (!found)
      throw core::request_error(
          fmt::format("no golden/manifest.toml in {} or a folder above it; give --manifest FILE, or "
                      "make one with `{} init`",
                      core::escape(here.string(), 300), program_name()));
    path = *found;
    // Shown as the user would write it.
    const fs::path near = fs::path(path).lexically_relative(here);
    if (!near.empty() && near.native().size() < path.size()) path = near.string();
  }
  std::string bin_folder = default_bin();
  if (!bin.empty()) {
    std::error_code trouble;
    if (!fs::is_directory(bin, trouble))
      throw core::request_error(fmt::format("--bin {}: is not a folder", core::escape(bin, 300)));
    bin_folder = fs::absolute(bin, trouble).lexically_normal().string();
  }
  return gate::load_manifest(path, bin_folder);
}

std::string manifest_options::command(std::string_view verb) const {
  std::string text = fmt::format("{} {}", core::shell_quote(program_name()), verb);
  if (!manifest_path.empty()) text += fmt::format(" --manifest {}", core::shell_quote(manifest_path));
  if (!bin.empty()) text += fmt::format(" --bin {}", core::shell_quote(bin));
  return text;
}

void selection_options::add_to(options& verb, bool with_shard, bool names_required) {
  if (names_required)
    verb.required_texts("NAME", names, "Models by name or glob ('dec*')");
  else
    verb.texts("NAME", names, "Models by name or glob ('dec*'). Default: all");
  verb.texts("--tag", tags, "Only models with this tag; given again: with any of them", "TAG");
  if (with_shard) verb.text("--shard", shard, "Only every n-th model, beginning with the k-th", "k/n");
}

gate::selection selection_options::selection() const {
  gate::selection out;
  out.names = names;
  out.tags = tags;
  if (!shard.empty()) out.part = gate::parse_shard(shard);
  return out;
}

void add_jobs(options& verb, unsigned& jobs) {
  jobs = std::max(1U, std::thread::hardware_concurrency());
  verb.number("-j,--jobs", jobs, "How many run at the same time. Default: every core", 1, 1024);
}

void add_reruns(options& verb, std::optional<unsigned>& reruns) {
  verb.number("--reruns", reruns, "Runs that must agree, in place of what the manifest says", 1, 1000000);
}

bool in_ci() {
  const char* value = std::getenv("CI");
  return value != nullptr && value[0] != '\0';
}

}  // namespace verbatim::cli
