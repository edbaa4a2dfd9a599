// The floating-point control register as a caller might leave it, for tests of code that must neither follow nor change it.
#pragma once

#include <cstdint>

#if defined(__x86_64__)

namespace verbatim::testing {

/// The four rounding directions, and for each: flush-to-zero and denormals-are-zero, sticky flags all clear and all set,
/// exceptions masked, or trapping, which kills the test should one be raised in the caller's state.
inline constexpr std::uint32_t mxcsr_rests[] = {0x1f80U, 0x9fc0U, 0x9fffU, 0x1fbfU, 0x8040U, 0x0000U};

inline std::uint32_t read_mxcsr() {
  std::uint32_t value = 0;
  asm volatile("stmxcsr %0" : "=m"(value)::"memory");
  return value;
}

inline void write_mxcsr(std::uint32_t value) { asm volatile("ldmxcsr %0" ::"m"(value) : "memory"); }

/// Runs `work` under the register value and returns what is in the register afterwards.
template <typename Function>
std::uint32_t under(std::uint32_t mxcsr, const Function& work) {
  const std::uint32_t saved = read_mxcsr();
  write_mxcsr(mxcsr);
  work();
  const std::uint32_t after = read_mxcsr();
  write_mxcsr(saved);
  return after;
}

}  // namespace verbatim::testing

#endif
