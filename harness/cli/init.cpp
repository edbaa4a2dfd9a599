// verbatim init: a commented manifest and one example in a project that has none.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view manifest_text =
    R"toml(# Programs whose standard output must not change. `verbatim check` runs each again and again and compares the bytes
# with NAME.stdout beside this file; `verbatim accept` makes what they print now the golden bytes.
version = 1

[defaults]
reruns = 2                   # runs that must agree with each other and with the golden
timeout_s = 10.0
max_output_bytes = 67108864

[[model]]
name = "hello"                         # golden file: hello.stdout
command = ["sh", "{root}/hello.sh"]    # {root}: this folder; {project}: the one above; {bin}: --bin DIR
source = "{root}/hello.sh"             # shown in evidence

# Also, for each model:
# env = { NAME = "value" }     added to a clean environment: PATH LC_ALL=C.UTF-8 TZ=UTC HOME TMPDIR SOURCE_DATE_EPOCH=0
# stdin = "input.txt"          a file in this folder; nothing to read unless given
# cwd = "{project}"            default {root}
# exit_code = 0                what the program must exit with
# stderr = "ignore"            or "empty": it must write nothing to standard error
# tags = ["fast"]              for `verbatim check --tag fast`
# requires = ["python3"]       programs without which the model is skipped
# golden_of = "other"          shares the golden of another model: two programs, one output
# hash_only = true             the golden is a digest, NAME.sha256: for output too large to keep
# form = "canonical"           or "utf8" or "bytes": what the output must look like before it is compared
# reruns, timeout_s, max_output_bytes as in [defaults]
)toml";

constexpr std::string_view example_text =
    R"sh(# The example model: it prints the same bytes every time. Put your own programs into manifest.toml and remove it.
printf 'format=%s\n' decimal
printf 'half of %s is %s\n' 1.0 0.5
)sh";

struct init_verb {
  std::string folder = ".";

  core::exit_code run() const {
    std::error_code trouble;
    if (!fs::is_directory(folder, trouble))
      throw core::request_error(fmt::format("{}: is not a folder; make it first", core::escape(folder, 300)));
    const fs::path golden = fs::path(folder) / "golden";
    const fs::path manifest = golden / "manifest.toml";
    const fs::path example = golden / "hello.sh";
    for (const fs::path& each : {manifest, example})
      if (fs::exists(fs::symlink_status(each, trouble)))
        throw core::request_error(
            fmt::format("{}: is there already; init changes nothing that exists", core::escape(each.string(), 300)));
    fs::create_directories(golden, trouble);
    if (trouble)
      throw core::work_error(
          fmt::format("{}: cannot be made: {}", core::escape(golden.string(), 300), trouble.message()));
    core::write_file(example.string(), example_text);
    core::write_file(manifest.string(), manifest_text);
    print(fmt::format("made {} and the example {}\n", core::escape(manifest.string()), core::escape(example.string())));
    // From where the user stands, also where the program was called by a relative path.
    const std::string where =
        folder == "." ? std::string() : fmt::format(" --manifest {}", core::shell_quote(manifest.string()));
    print(fmt::format("next: {0} accept{1} && {0} check{1}\n", core::shell_quote(program_name()), where));
    return core::exit_code::holds;
  }
};

}  // namespace

void add_init(command_line& line) {
  const auto verb = std::make_shared<init_verb>();
  options sub =
      line.verb("init", "Write a commented manifest and one example into a project", [verb] { return verb->run(); });
  sub.text("DIR", verb->folder, "The project's folder. Default: this one", "");
}

}  // namespace verbatim::cli
