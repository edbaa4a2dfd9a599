// verbatim fingerprint: one hash for all results of a function.
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/prove_options.hpp"
#include "harness/core/error.hpp"
#include "harness/gate/manifest.hpp"
#include "harness/prove/fingerprint.hpp"

namespace verbatim::cli {
namespace {

constexpr std::string_view known_name = "functions/fingerprints.txt";

struct fingerprint_verb {
  prove::fingerprint_words words;
  bool all_known = false;
  golden_writer golden;
  report_output output;

  // The file of known roots: --known, or that of the golden folder where there is one.
  std::string known_file() const {
    if (!words.known.empty()) return words.known;
    std::error_code trouble;
    const std::optional<std::string> manifest =
        golden.manifest_path.empty() ? gate::find_manifest(std::filesystem::current_path(trouble).string())
                                     : std::optional<std::string>(golden.manifest_path);
    if (!manifest) return {};
    std::filesystem::path found = std::filesystem::path(*manifest).parent_path() / known_name;
    const std::filesystem::path near = found.lexically_relative(std::filesystem::current_path(trouble));
    std::string path = !near.empty() && golden.manifest_path.empty() ? near.string() : found.string();
    return std::filesystem::exists(path, trouble) ? path : std::string();
  }

  core::exit_code run() {
    output.prepare();
    golden.prepare();
    words.known = known_file();
    progress_line progress(output.is_quiet());
    const auto listen = [&progress](const std::string& subject, const prove::sweep_progress& now) {
      progress.tell(subject, now);
    };
    if (!all_known && words.function.empty())
      throw core::request_error("fingerprint: which function? As in `verbatim fingerprint f32_to_f16`, or --all-known");
    if (all_known && (!words.function.empty() || golden.accept))
      throw core::request_error("--all-known recomputes every known root; leave the function and --accept out");
    if (all_known && words.known.empty())
      throw core::request_error(
          "--all-known: there is no golden/functions/fingerprints.txt here; name it with --known");
    const prove::fingerprint_answer made =
        all_known ? prove::fingerprint_known(words.known, words.jobs, listen) : prove::fingerprint(words, listen);
    progress.clear();
    for (const core::result& each : made.report.results) output.result(each);
    core::exit_code code = core::exit_code_of(made.report.results);
    if (golden.accept) {
      if (words.implementations.routine.empty() && words.implementations.pipe.empty() &&
          (words.implementations.given.empty() || words.implementations.given == "model")) {
        const std::vector<prove::known_root> known =
            words.known.empty() ? std::vector<prove::known_root>() : prove::read_known_roots(words.known);
        golden.write(std::string(known_name), prove::known_roots_text(known, made.roots));
        if (code == core::exit_code::finding) code = core::exit_code::holds;  // that is what accepting is for
      } else {
        throw core::request_error("--accept keeps the model's roots only");
      }
    }
    return output.finish(made.report, code);
  }
};

}  // namespace

void add_fingerprint(command_line& line) {
  const auto verb = std::make_shared<fingerprint_verb>();
  options sub = line.verb("fingerprint", "One hash for all results of a function, for any implementation to match",
                          [verb] { return verb->run(); });
  prove::fingerprint_words& words = verb->words;
  sub.text("FUNCTION", words.function, "As in TestFloat: f32_to_f16, f16_add, f16_lt", "");
  add_implementations(sub, words.implementations, false);
  add_attributes(sub, words.attributes);
  sub.flag("--exact", words.exact, "Rounding to an integer signals inexact");
  sub.word("--tree", words.tree, "Write every leaf of the tree, for --compare elsewhere", "FILE");
  sub.word("--compare", words.compare, "A tree from elsewhere: which block is the first that differs?", "FILE");
  sub.word("--known", words.known, "Known roots (default: functions/fingerprints.txt in the golden folder)", "FILE");
  sub.flag("--all-known", verb->all_known, "Recompute every known root");
  add_jobs(sub, words.jobs);
  verb->golden.add_to(sub, "the model's roots");
  verb->output.add_to(sub);
  sub.footer("Exit code: 0 computed, or as known; 1 another root or tree than known; 2 an unknown function.");
}

}  // namespace verbatim::cli
