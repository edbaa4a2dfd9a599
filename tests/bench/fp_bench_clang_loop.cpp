// The plain loops that clang 19 -O3 makes F16C instructions of: the limit that a program's own code reaches. Built by clang
// whatever builds the rest.
#include <cstddef>
#include <cstdint>

#include "tests/bench/fp_bench.hpp"

namespace fp_bench {

void clang_narrow(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  const float* const __restrict from = reinterpret_cast<const float*>(in);
  _Float16* const __restrict to = reinterpret_cast<_Float16*>(out);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<_Float16>(from[i]);
}

void clang_widen(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  const _Float16* const __restrict from = reinterpret_cast<const _Float16*>(in);
  float* const __restrict to = reinterpret_cast<float*>(out);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

}  // namespace fp_bench
