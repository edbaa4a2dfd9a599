// Stochastic rounding: with the same random digits MPFR's result, and always one of the two neighbours of the exact result,
// which stays what it is where it needs no rounding.
#include "fuzz/engine.hpp"
#include "fuzz/value_target.hpp"

namespace {

namespace fp = verbatim::fp;
namespace oracle = verbatim::oracle;

std::string neighbour_law(const oracle::question& asked, const oracle::operands& x, std::uint64_t result) {
  fp::attributes how = asked.how;
  how.mode = fp::rounding::down;
  const std::uint64_t below = asked.what.evaluate(x, how, asked.exact).bits;
  how.mode = fp::rounding::up;
  const std::uint64_t above = asked.what.evaluate(x, how, asked.exact).bits;
  if (result == below || result == above) return {};
  return below == above ? "exact result changed" : "no neighbour of the exact result";
}

}  // namespace

const verbatim::fuzz::value_target& verbatim::fuzz::target() {
  static const value_target one{
      "stochastic",
      domain_of({"f32_to_f16",  "f64_to_f16",    "f32_to_bf16",   "f64_to_bf16", "f64_to_f32", "f32_to_e4m3fn",
                 "f32_to_e5m2", "f16_to_e4m3fn", "f32_to_e2m1fn", "i32_to_f16",  "f16_add",    "f16_sub",
                 "f16_mul",     "f16_div",       "f16_sqrt",      "f16_mulAdd",  "bf16_add",   "bf16_mul",
                 "bf16_div",    "bf16_mulAdd",   "f32_add",       "f32_mul",     "f32_div"},
                {fp::rounding::stochastic}, true),
      {},
      neighbour_law};
  return one;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return verbatim::fuzz::run_values(data, size);
}
