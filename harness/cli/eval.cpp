// verbatim eval: one operation of the floating-point model.
#include <memory>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/prove/evaluate.hpp"

namespace verbatim::cli {
namespace {

struct eval_verb {
  prove::evaluation_request request;
  answer_output output;

  [[nodiscard]] core::exit_code run() const {
    const core::report report = prove::evaluate(request);
    if (output.is_text())
      for (const std::string& note : report.results.front().explanation) say("verbatim: " + note + "\n");
    output.give(report, prove::to_line(report));
    return core::exit_code::holds;
  }
};

}  // namespace

void add_eval(command_line& line) {
  const auto verb = std::make_shared<eval_verb>();
  options sub = line.verb("eval", "Do one operation on the floating-point model: bits, value and flags",
                          [verb] { return verb->run(); });
  sub.required_text("OP", verb->request.operation, "Operation; `list operations` shows them");
  sub.numbers("OPERAND", verb->request.operands,
              "Decimal or hex-float text, inf, nan, snan, 2^-24, 0xBITS, or any behind FORMAT: as in binary16:0x3c00, "
              "f64:0.1, i64:-3. "
              "Rounded to the format of the operation by ties-even first; standard error says where that is not exact");
  sub.word("--type", verb->request.type,
           "Format to compute in (default: the operands', else binary16); of convert: a format to round the operand to "
           "first",
           "FORMAT");
  sub.word(
      "--to", verb->request.to,
      "Format of the result, reached in the operation's one rounding (default: the operands'; of convert: binary16)",
      "FORMAT");
  prove::attribute_words& how = verb->request.attributes;
  sub.word("--mode", how.mode, "Rounding mode (default: ties-even); `list modes` shows them", "MODE");
  sub.flag("--saturate", how.saturate, "An infinite result becomes the largest finite number");
  sub.flag("--ftz", how.flush_to_zero, "Tiny results become zero");
  sub.flag("--daz", how.denormals_are_zero, "Subnormal operands count as zero");
  sub.word("--nan", how.nan, "What becomes of NaN (default: x86); `list nan-profiles` shows them", "PROFILE");
  sub.word("--tininess", how.tininess, "Underflow is detected after (default) or before rounding", "WHEN");
  sub.word("--random", how.random, "Random bits for --mode stochastic, below 2^COUNT", "N");
  sub.number("--random-bits", how.random_count, "COUNT of random bits (default: 32)", 1, 63);
  verb->output.add_to(sub);
}

}  // namespace verbatim::cli
