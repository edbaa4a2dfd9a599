// verbatim accept: make what the models print now the golden bytes.
#include <memory>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/accept.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::cli {
namespace {

constexpr std::size_t most_named = 5;  // in the commit message

struct accept_verb {
  manifest_options where;
  selection_options which;
  report_output output;
  gate::accept_options options;
  std::string reason;
  bool allow_ci = false;

  void refuse_in_ci() const {
    if (!in_ci() || options.dry_run) return;
    if (!allow_ci)
      throw core::request_error(
          "accept writes nothing while CI is set; accept on your own machine, or name each model and "
          "give --allow-ci");
    const bool named = !which.names.empty() && which.tags.empty() &&
                       std::none_of(which.names.begin(), which.names.end(), [](const std::string& name) {
                         return name.find_first_of("*?[") != std::string::npos;
                       });
    if (!named)
      throw core::request_error("accept --allow-ci writes only models that are named one by one, without globs");
  }

  core::exit_code run() {
    output.prepare();
    refuse_in_ci();
    const gate::manifest from = where.load();
    output.protect(from);
    const gate::selection asked = which.selection();
    const std::vector<const gate::model*> selected = gate::select(from, asked);
    options.all = asked.is_everything();
    output.expect(selected.size());
    core::report report =
        gate::accept(from, selected, options, [this](const gate::model& each) { output.working_on(each.name); });
    if (!reason.empty()) report.facts.emplace_back("reason", core::escape(reason));
    for (const core::result& each : report.results) output.result(each);
    const core::exit_code code = output.finish(report, core::exit_code_of(report.results));
    say_what_next(from, report);
    if (code == core::exit_code::bad_request) say("verbatim: no model was accepted\n");
    return code;
  }

  void say_what_next(const gate::manifest& from, const core::report& report) const {
    std::string names;
    std::size_t count = 0;
    for (const core::result& each : report.results)
      if (each.verdict == "accepted" && ++count <= most_named) names += (names.empty() ? "" : ", ") + each.subject;
    if (count == 0) return;
    if (count > most_named) names = fmt::format("{} models", count);
    if (options.dry_run) {
      say("verbatim: --dry-run: nothing was written\n");
      return;
    }
    const std::string message = fmt::format("golden: accept {}{}{}", names, reason.empty() ? "" : ": ", reason);
    say(fmt::format("commit it with its reason: git commit -m {} -- {}\n", core::shell_quote(message),
                    report::clean(core::shell_quote(from.root))));
  }
};

}  // namespace

void add_accept(command_line& line) {
  const auto verb = std::make_shared<accept_verb>();
  options sub = line.verb("accept", "Make what the models print now the golden bytes, after showing what changes",
                          [verb] { return verb->run(); });
  verb->which.add_to(sub, false);
  verb->where.add_to(sub);
  sub.text("--reason", verb->reason,
           "Why the bytes change; goes into the JSON report and the commit message that is suggested");
  sub.flag("-n,--dry-run", verb->options.dry_run, "Show what would change and write nothing");
  sub.flag("--allow-ci", verb->allow_ci, "Write although CI is set; each model must be named");
  add_reruns(sub, verb->options.reruns);
  verb->output.add_to(sub);
  sub.footer("Output that is unstable or not canonical is refused, and then nothing is written at all.");
}

}  // namespace verbatim::cli
