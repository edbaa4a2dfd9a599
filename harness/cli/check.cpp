// verbatim check: run the models and compare their bytes with golden.
#include <memory>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/gate/check.hpp"

namespace verbatim::cli {
namespace {

struct check_verb {
  manifest_options where;
  selection_options which;
  report_output output;
  gate::check_options options;
  bool no_skips = false;

  core::exit_code run() {
    output.prepare();
    const gate::manifest from = where.load();
    output.protect(from);
    const gate::selection asked = which.selection();
    const std::vector<const gate::model*> selected = gate::select(from, asked);
    options.whole_folder = asked.names.empty() && asked.tags.empty() && asked.part.index == 1;
    options.accept_command = where.command("accept");
    output.expect(selected.size());
    const core::report report = gate::check(
        from, selected, options, [this](const core::result& each) { output.result(each); },
        [this](const gate::model& each) { output.working_on(each.name); });
    const core::exit_code code = output.finish(report, core::exit_code_of(report.results, no_skips));
    if (code == core::exit_code::bad_request)
      say("verbatim: every model was skipped, so nothing was checked; install what the models need\n");
    if (report.results.size() < selected.size())
      say(fmt::format("verbatim: stopped at the first finding (--fail-fast); {} models were not run\n",
                      selected.size() - report.results.size()));
    return code;
  }
};

}  // namespace

void add_check(command_line& line) {
  const auto verb = std::make_shared<check_verb>();
  options sub =
      line.verb("check", "Run the models and compare their bytes with golden", [verb] { return verb->run(); });
  verb->which.add_to(sub, true);
  verb->where.add_to(sub);
  add_reruns(sub, verb->options.reruns);
  add_jobs(sub, verb->options.jobs);
  sub.flag("--fail-fast", verb->options.fail_fast, "Stop at the first model that does not hold");
  sub.flag("--no-skips", verb->no_skips, "A skipped model is a finding");
  verb->output.add_to(sub);
  sub.footer("Exit code: 0 all match; 1 a finding; 2 nothing selected or everything skipped; 3 a program failed.");
}

}  // namespace verbatim::cli
