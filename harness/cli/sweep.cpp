// verbatim sweep: every input of a function, one implementation against another.
#include <memory>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/prove_options.hpp"
#include "harness/core/error.hpp"
#include "harness/prove/sweep_job.hpp"

namespace verbatim::cli {
namespace {

struct sweep_verb {
  prove::sweep_words words;
  std::vector<std::string> subjects;  // a function, or with --merge certificates
  bool merge = false;
  golden_writer golden;
  report_output output;

  prove::sweep_answer answer() {
    if (merge) {
      if (subjects.empty()) throw core::request_error("sweep --merge: which certificates? Name those of every shard");
      return prove::merge_shards(subjects, words.certificate);
    }
    if (subjects.size() > 1)
      throw core::request_error("sweep takes one function; certificates of shards are joined with --merge");
    if (subjects.empty())
      throw core::request_error(
          "sweep: which function? As in `verbatim sweep f32_to_f16`; verbatim sweep --help says more");
    words.function = subjects.front();
    progress_line progress(output.is_quiet());
    return prove::run_sweep(words, [&progress](const std::string& subject, const prove::sweep_progress& now) {
      progress.tell(subject, now);
    });
  }

  core::exit_code run() {
    output.prepare();
    golden.prepare();
    if (golden.accept) words.hash = true;
    const prove::sweep_answer made = answer();
    for (const core::result& each : made.report.results) output.result(each);
    const core::exit_code code = output.finish(made.report, core::exit_code_of(made.report.results));
    if (golden.accept) {
      if (code != core::exit_code::holds)
        throw core::request_error("--accept keeps only what holds; nothing was written");
      golden.write(fmt::format("functions/{}.json", made.made.sweeps.front().function),
                   prove::to_text(made.made, prove::certificate_schema));
    }
    return code;
  }
};

}  // namespace

void add_sweep(command_line& line) {
  const auto verb = std::make_shared<sweep_verb>();
  options sub = line.verb("sweep", "Prove an implementation right for every input, or find where it is not",
                          [verb] { return verb->run(); });
  prove::sweep_words& words = verb->words;
  sub.texts("FUNCTION", verb->subjects, "As in TestFloat: f32_to_f16, f16_add, f16_mulAdd, f16_lt; with --merge, files",
            "");
  add_implementations(sub, words.implementations, true);
  add_attributes(sub, words.attributes);
  sub.choice("--nan", words.nans, "Two NaNs are the same: exact, or by class (default: as the implementations allow)",
             {"exact", "class"});
  sub.flag("--exact", words.exact, "Rounding to an integer signals inexact");
  sub.flag("--no-flags", words.no_flags, "Flags are not compared");
  sub.word("--range", words.range, "Only these cases, by number, both ends included", "FIRST..LAST");
  sub.word("--shard", words.shard, "Only the k-th of n parts", "k/n");
  sub.word("--certificate", words.certificate, "Write what was found and the hash of all results", "FILE");
  sub.word("--resume", words.resume, "Keep what is done here, and go on from it", "FILE");
  sub.flag("--merge", verb->merge, "Join the certificates of shards, named instead of a function");
  sub.number("--limit-mismatches", words.mismatch_limit, "How many kinds to show an example of (default: 3)", 0, 1000);
  add_jobs(sub, words.jobs);
  verb->golden.add_to(sub, "the certificate");
  verb->output.add_to(sub);
  sub.footer("Exit code: 0 no mismatch; 1 a mismatch, or a routine that crashed or hung; 2 an unknown function.");
}

}  // namespace verbatim::cli
