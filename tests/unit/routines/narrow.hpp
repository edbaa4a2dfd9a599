// binary32 to binary16, ties to even, in integers: what the library and the program of these tests compute.
#pragma once

#include <cstdint>

namespace verbatim::testing_support {

inline std::uint16_t narrow(std::uint32_t x) {
  const std::uint32_t sign = x >> 16 & 0x8000U;
  const std::uint32_t magnitude = x & 0x7FFFFFFFU;
  std::uint32_t out = 0;
  if (magnitude > 0x7F800000U) {
    out = 0x7E00U;
  } else if (magnitude >= 0x47800000U) {
    out = 0x7C00U;
  } else if (magnitude >= 0x38800000U) {
    out = (magnitude - 0x38000000U + 0xFFFU + (magnitude >> 13 & 1U)) >> 13;
  } else if (magnitude >= 0x33000000U) {
    const std::uint32_t shift = 126U - (magnitude >> 23);
    const std::uint32_t significand = (magnitude & 0x7FFFFFU) | 0x800000U;
    const std::uint32_t rest = significand & ((1U << shift) - 1U);
    const std::uint32_t half = 1U << (shift - 1U);
    out = significand >> shift;
    if (rest > half || (rest == half && (out & 1U) != 0)) ++out;
  }
  return static_cast<std::uint16_t>(sign | out);
}

}  // namespace verbatim::testing_support
