// binary64 to binary16 in every mode: the conversion that cannot be swept. Witnesses: binary64 rounded to odd by the
// processor, _Float16 and CUDA's headers for ties to even, and MPFR.
#include "fuzz/engine.hpp"
#include "fuzz/value_target.hpp"

const verbatim::fuzz::value_target& verbatim::fuzz::target() {
  static const value_target one{"f64_to_f16", domain_of({"f64_to_f16"}, deterministic_modes()), {}, {}};
  return one;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return verbatim::fuzz::run_values(data, size);
}
