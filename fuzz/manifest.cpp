// golden/manifest.toml from arbitrary text: either a manifest that keeps every promise of manifest.hpp, or one
// request_error that names the file and a line and is safe to print. The file system is not touched.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "fuzz/engine.hpp"
#include "fuzz/require.hpp"
#include "fuzz/session.hpp"
#include "harness/core/error.hpp"
#include "harness/gate/manifest.hpp"

namespace {

using verbatim::fuzz::require;
using verbatim::fuzz::require_printable;

using verbatim::gate::manifest;
using verbatim::gate::model;

const std::string path = "manifest.toml";
const std::string root = "/project/golden";
const std::string bin = "/project/bin";

// "manifest.toml:LINE: …" or "manifest.toml:LINE:COLUMN: …", with a line of the text.
void require_names_a_line(std::string_view message, std::uint64_t lines) {
  require(message.starts_with(path + ":"));
  std::uint64_t line = 0;
  std::size_t at = path.size() + 1;
  while (at < message.size() && message[at] >= '0' && message[at] <= '9' && line <= lines)
    line = 10 * line + static_cast<std::uint64_t>(message[at++] - '0');
  require(line >= 1 && line <= lines && at < message.size() && message[at] == ':');
}

void require_replaced(const std::string& word) {
  for (const std::string_view mark : {"{bin}", "{root}", "{project}"}) require(word.find(mark) == std::string::npos);
  require(word.find('\0') == std::string::npos);
}

void require_inside_root(const std::string& file) {
  require(file.starts_with(root + "/") && file.size() > root.size() + 1);
  require(file.find("/../") == std::string::npos && !file.ends_with("/.."));
}

void require_promises(const manifest& read, std::uint64_t lines) {
  require(read.path == path && read.root == root && read.project == "/project" && read.bin == bin);
  std::set<std::string> names;
  std::uint64_t line = 0;
  for (const model& each : read.models) {
    require(verbatim::gate::name_fault(each.name).empty());
    require_printable(each.name);
    require(names.insert(each.name).second && read.find(each.name) == &each);
    require(each.line >= line && each.line >= 1 && each.line <= lines);
    line = each.line;
    require(!each.command.empty() && !each.command.front().empty());
    for (const std::string& word : each.command) require_replaced(word);
    require_replaced(each.source);
    for (const auto& [name, value] : each.environment) {
      require(!name.empty() && name.find('=') == std::string::npos && name.find('\0') == std::string::npos);
      require_replaced(value);
    }
    if (!each.stdin_file.empty()) require_inside_root(each.stdin_file);
    require(each.working_directory.starts_with("/"));
    require(each.exit_code >= 0 && each.exit_code <= 255);
    require(each.reruns >= 1 && each.reruns <= 1'000'000);
    require(each.timeout.count() >= 1 && each.timeout <= std::chrono::hours(24 * 30));
    require(each.max_output_bytes >= 1);
    require(each.golden_file().find('/') == std::string::npos);
    for (const std::string& program : each.requirements) require(!program.empty());
  }
  for (const model& each : read.models) {
    if (each.golden_of.empty()) continue;
    const model* const owner = read.find(each.golden_of);
    require(owner != nullptr && owner != &each && owner->golden_of.empty());
    require(owner->golden_file() == each.golden_file());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  verbatim::fuzz::count_input();
  const std::string text(data, data + size);
  // One more than there are line ends: TOML counts the empty line after the last one too.
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  try {
    require_promises(verbatim::gate::parse_manifest(text, path, root, bin, false), lines);
  } catch (const verbatim::core::request_error& error) {
    require_printable(error.what());
    require_names_a_line(error.what(), lines);
  }
  return 0;
}
