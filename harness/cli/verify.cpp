// verbatim verify: a certificate, run again.
#include <memory>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/prove_options.hpp"
#include "harness/prove/verify.hpp"

namespace verbatim::cli {
namespace {

struct verify_verb {
  prove::verify_words words;
  report_output output;

  core::exit_code run() {
    output.prepare();
    progress_line progress(output.is_quiet());
    const core::report report = prove::verify_certificate(
        words,
        [&progress](const std::string& subject, const prove::sweep_progress& now) { progress.tell(subject, now); });
    progress.clear();
    for (const core::result& each : report.results) output.result(each);
    return output.finish(report, core::exit_code_of(report.results));
  }
};

}  // namespace

void add_verify(command_line& line) {
  const auto verb = std::make_shared<verify_verb>();
  options sub = line.verb("verify", "Run a certificate again, or a sample of it", [verb] { return verb->run(); });
  sub.required_text("FILE", verb->words.file, "A certificate that `verbatim sweep --certificate` wrote");
  sub.number("--sample", verb->words.sample, "Only so many chunks of each sweep, drawn at random", 1, 1'000'000);
  sub.number("--seed", verb->words.seed, "Of the draw (default: 1)", 0, 4'000'000'000);
  sub.word("--routine", verb->words.brought.routine, "Where the certificate is about your own routine", "LIBRARY:NAME");
  sub.word("--pipe", verb->words.brought.pipe, "Where it is about a command", "COMMAND");
  add_jobs(sub, verb->words.jobs);
  verb->output.add_to(sub);
  sub.footer("Exit code: 0 as certified; 1 not so, or the file was edited; 2 it can't be read.");
}

}  // namespace verbatim::cli
