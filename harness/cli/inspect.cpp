// verbatim inspect: what is this number?
#include <memory>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/prove/inspect.hpp"

namespace verbatim::cli {
namespace {

struct inspect_verb {
  prove::inspection_request request;
  std::vector<std::string> numbers;
  answer_output output;

  [[nodiscard]] core::exit_code run() {
    request.number = numbers.front();
    const core::report report = prove::inspect(request);
    output.give(report, core::explanation_text(report));
    return core::exit_code::holds;
  }
};

}  // namespace

void add_inspect(command_line& line) {
  const auto verb = std::make_shared<inspect_verb>();
  options sub = line.verb("inspect", "Show what a number is: fields, exact value, neighbours, every format and mode",
                          [verb] { return verb->run(); });
  sub.numbers("VALUE|BITS", verb->numbers,
              "Decimal or hex-float text, inf, nan, snan, 2^-24, 0xBITS, or any behind FORMAT:", 1);
  sub.word("--type", verb->request.type,
           "Format to show it in (default: the number's own, else binary16; integers: binary64)", "FORMAT");
  sub.flag("--all", verb->request.all, "One line for each mode, also where they agree");
  verb->output.add_to(sub);
}

}  // namespace verbatim::cli
