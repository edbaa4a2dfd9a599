// verbatim run: one model's raw bytes on standard output, from the clean environment that `check` gives it.
#include <memory>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/gate/run_model.hpp"

namespace verbatim::cli {
namespace {

struct run_verb {
  manifest_options where;
  std::string name;

  core::exit_code run() const {
    const gate::manifest from = where.load();
    gate::selection asked;
    asked.names = {name};
    const std::vector<const gate::model*> selected = gate::select(from, asked);
    if (selected.size() > 1)
      throw core::request_error(fmt::format("'{}' means {} models; run takes one", name, selected.size()));
    const gate::model& which = *selected.front();
    if (const std::string missing = gate::missing_requirement(which); !missing.empty())
      throw core::work_error(fmt::format("{} needs {}, which is not found in PATH", which.name, missing));
    gate::prepared_run prepared = gate::prepare_run(which);
    if (!prepared.failure.empty()) throw core::work_error(fmt::format("{}: {}", which.name, prepared.failure));
    core::scratch_area area;
    core::empty_folder home(area);
    gate::set_home(prepared, which, home.path());
    prepared.spec.inherit_stderr = true;
    const core::child_outcome outcome = core::run_child(prepared.spec, [](std::string_view bytes) {
      print(bytes);
      return true;
    });
    core::throw_if_interrupted();
    core::end_strays();
    const std::string failure = gate::failure_of(which, outcome);
    if (!failure.empty()) throw core::work_error(fmt::format("{}: {}", which.name, failure));
    return core::exit_code::holds;
  }
};

}  // namespace

void add_run(command_line& line) {
  const auto verb = std::make_shared<run_verb>();
  options sub =
      line.verb("run", "Run one model once; its raw bytes go to standard output", [verb] { return verb->run(); });
  sub.required_text("NAME", verb->name, "The model");
  verb->where.add_to(sub);
}

}  // namespace verbatim::cli
