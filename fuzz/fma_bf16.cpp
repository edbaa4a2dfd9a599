// bfloat16 fused multiply-add: 2^48 triples, too many to sweep. Witness: MPFR.
#include "fuzz/engine.hpp"
#include "fuzz/value_target.hpp"

const verbatim::fuzz::value_target& verbatim::fuzz::target() {
  static const value_target one{"fma_bf16", domain_of({"bf16_mulAdd"}, deterministic_modes()), {}, {}};
  return one;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return verbatim::fuzz::run_values(data, size);
}
