// verbatim judge: will gradient × scale fit in binary16?
#include <memory>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/diagnose/judge.hpp"

namespace verbatim::cli {
namespace {

struct judge_verb {
  std::vector<std::string> numbers;
  answer_output output;
  bool exit_code = false;

  [[nodiscard]] core::exit_code run() const {
    const core::report report = diagnose::judge(numbers[0], numbers[1]);
    output.give(report, core::explanation_text(report));
    return exit_code ? core::exit_code_of(report.results) : core::exit_code::holds;
  }
};

}  // namespace

void add_judge(command_line& line) {
  const auto verb = std::make_shared<judge_verb>();
  options sub = line.verb("judge", "Will the largest gradient G times the loss scale fit in binary16?",
                          [verb] { return verb->run(); });
  sub.numbers("G SCALE", verb->numbers,
              "Largest absolute gradient, and the scale, as binary64 numbers; a power as 2**-32 or 2^16", 2);
  sub.flag("--exit-code", verb->exit_code, "Exit 1 where the verdict is not IN_RANGE");
  verb->output.add_to(sub);
}

}  // namespace verbatim::cli
