// verbatim vectors: check and write test vectors in TestFloat's text form.
#include <memory>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/error.hpp"
#include "harness/prove/vectors.hpp"

namespace verbatim::cli {
namespace {

struct vectors_verb {
  std::string action;
  prove::vector_request request;
  report_output output;

  core::exit_code run() {
    if (action == "emit") {
      if (!request.file.empty()) throw core::request_error("vectors emit writes to standard output; leave FILE out");
      prove::emit_vectors(request, [](std::string_view piece) { print(piece); });
      return core::exit_code::holds;
    }
    output.prepare();
    const core::report report = prove::check_vectors(request);
    output.result(report.results.front());
    return output.finish(report, core::exit_code_of(report.results));
  }
};

}  // namespace

void add_vectors(command_line& line) {
  const auto verb = std::make_shared<vectors_verb>();
  options sub = line.verb("vectors", "Check or write test vectors in the text form of Berkeley TestFloat",
                          [verb] { return verb->run(); });
  prove::vector_request& request = verb->request;
  sub.choice("ACTION", verb->action, "check: compare with the model; emit: write", {"check", "emit"});
  sub.required_text("FUNCTION", request.function, "As in TestFloat: f16_add, f32_to_f16, f16_mulAdd, f16_eq_signaling");
  sub.text("FILE", request.file, "Vectors to check (default: standard input)", "");
  sub.word("--mode", request.attributes.mode, "Rounding mode (default: near_even)", "MODE");
  sub.word("--tininess", request.attributes.tininess, "Detected after (default) or before rounding", "WHEN");
  sub.word("--nan", request.attributes.nan, "What becomes of NaN (default: 8086-sse)", "PROFILE");
  sub.flag("--exact", request.exact, "Rounding to an integer signals inexact");
  sub.flag("--no-flags", request.no_flags, "Flags are not compared; emit leaves them out");
  sub.number("--limit-mismatches", request.mismatch_limit, "How many mismatches to show (default: 20)", 0, 1'000'000);
  sub.number("--level", request.level, "How many to emit: 1 (46,464) or 2 (1,000,000)", 1, 2);
  sub.number("--count", request.count, "How many to emit, exactly", 1, 4'000'000'000);
  sub.number("--seed", request.seed, "Of the emitted operands (default: 1)", 0, 4'000'000'000);
  verb->output.add_to(sub);
  sub.footer("Exit code: 0 all match; 1 a mismatch; 2 an unknown function or a malformed line.");
}

}  // namespace verbatim::cli
