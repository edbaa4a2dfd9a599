// verbatim diff: what a model prints now against its golden, as a whole unified diff.
#include <memory>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/check.hpp"
#include "harness/gate/line_diff.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::cli {
namespace {

struct diff_verb {
  manifest_options where;
  selection_options which;

  core::exit_code run() const {
    const gate::manifest from = where.load();
    core::scratch_area area;
    gate::worker by(area);
    std::vector<core::result> results;
    for (const gate::model* each : gate::select(from, which.selection())) {
      core::throw_if_interrupted();
      results.push_back(show(from, *each, by));
      if (!results.back().reason.empty())
        say(fmt::format("verbatim: {} {}: {}\n", each->name, results.back().verdict, results.back().reason));
    }
    core::end_strays();
    return core::exit_code_of(results);
  }

  static core::result show(const gate::manifest& from, const gate::model& which, gate::worker& by) {
    core::result out;
    out.subject = which.name;
    const gate::golden_state golden = gate::open_golden(from, which);
    const gate::observation seen = gate::observe(which, 1, golden.bytes ? &*golden.bytes : nullptr, by);
    if (seen.how != gate::observation::state::ran) {
      const bool skipped = seen.how == gate::observation::state::skipped;
      out.verdict = skipped ? "skipped" : "failed";
      out.kind = skipped ? core::weight::skipped : core::weight::failed;
      out.reason = seen.reason;
      return out;
    }
    const bool same =
        which.hash_only ? golden.recorded && *golden.recorded == seen.first.digest : golden.exists && seen.first.equal;
    if (same) return out;
    out.kind = core::weight::finding;
    out.verdict = golden.exists ? "differs" : "no golden";
    if (which.hash_only) {
      out.reason = fmt::format("it prints {}, golden is {}; hash_only keeps no bytes to compare",
                               core::to_hex(seen.first.digest),
                               golden.recorded ? core::to_hex(*golden.recorded) : std::string("not there"));
      return out;
    }
    const gate::mapped_text old_text(golden.bytes ? golden.bytes->fd() : -1);
    const gate::mapped_text new_text(seen.first.spool.get());
    const gate::diff_limits whole{.lines = SIZE_MAX, .line_bytes = SIZE_MAX / 2};
    const std::string old_name = golden.exists ? fmt::format("golden/{}", which.golden_file()) : "/dev/null";
    for (const std::string& line :
         gate::unified_diff(old_text.text(), new_text.text(), old_name, fmt::format("{} now", which.name), whole))
      print(report::inert(line) + "\n");
    return out;
  }
};

}  // namespace

void add_diff(command_line& line) {
  const auto verb = std::make_shared<diff_verb>();
  options sub = line.verb("diff", "Show how a model's output differs from golden, as a unified diff",
                          [verb] { return verb->run(); });
  verb->which.add_to(sub, false, true);
  verb->where.add_to(sub);
  sub.footer("Exit code: 0 the same bytes; 1 they differ or there is no golden; 3 the program failed.");
}

}  // namespace verbatim::cli
