// One value at a time, in integers: what every architecture can do, and what the vector code uses for no value.
//
// Unlike models/fp/convert.hpp the formats are fixed here and there is no loop and no table, so that a compiler can
// make a good loop of it. All rounding modes but to_odd are an addition before a truncation: with `unit` the weight of
// the last place kept, ties_away adds half a unit, ties_even half a unit less one unless the last place is odd, and
// rounding away from zero a unit less one. The carry runs on into the exponent, as the encodings are ordered.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "models/fp/rounding.hpp"

namespace verbatim::fp::bulk {

/// What is added to the magnitude before the low `shift` bits are dropped. Precondition: 1 <= shift <= 31.
template <rounding Mode>
[[nodiscard]] constexpr std::uint32_t before_truncation(std::uint32_t significand, bool negative, unsigned shift) {
  const std::uint32_t half = std::uint32_t{1} << (shift - 1);
  switch (Mode) {
    case rounding::ties_even: return half - 1 + ((significand >> shift) & 1U);
    case rounding::ties_away: return half;
    case rounding::up: return negative ? 0 : half + (half - 1);
    case rounding::down: return negative ? half + (half - 1) : 0;
    default: return 0;
  }
}

template <rounding Mode>
[[nodiscard]] constexpr std::uint32_t round_off(std::uint32_t significand, bool negative, unsigned shift) {
  const std::uint32_t kept = (significand + before_truncation<Mode>(significand, negative, shift)) >> shift;
  if constexpr (Mode == rounding::to_odd) {
    return kept | ((kept << shift) != significand ? 1U : 0U);
  }
  return kept;
}

/// What a finite value too large becomes: infinity, or the number just below it in the order of encodings.
template <rounding Mode>
[[nodiscard]] constexpr std::uint32_t overflow_limit(std::uint32_t infinity, bool negative) {
  switch (Mode) {
    case rounding::ties_even:
    case rounding::ties_away: return infinity;
    case rounding::up: return infinity - (negative ? 1U : 0U);
    case rounding::down: return infinity - (negative ? 0U : 1U);
    default: return infinity - 1;
  }
}

template <rounding Mode>
[[nodiscard]] constexpr std::uint16_t binary32_to_binary16(std::uint32_t bits) {
  const bool negative = (bits >> 31) != 0;
  const std::uint32_t size = bits & 0x7fffffffU;
  const std::uint32_t biased = size >> 23;
  const std::uint32_t significand = (size & 0x7fffffU) | (biased != 0 ? 0x800000U : 0U);
  // binary16 has no exponent below 2^-14 (biased 113 in binary32), so smaller numbers lose more bits than 13. Past 26
  // bits nothing changes any more: all that is left is less than half a unit.
  const unsigned shift = biased >= 113 ? 13U : std::min(126U - std::max(biased, 1U), 26U);
  const std::uint32_t binade = std::max(biased, 113U) - 113U;
  const std::uint32_t rounded = (binade << 10) + round_off<Mode>(significand, negative, shift);
  std::uint32_t result = std::min(rounded, overflow_limit<Mode>(0x7c00U, negative));
  result = size == 0x7f800000U ? 0x7c00U : result;
  result = size > 0x7f800000U ? 0x7e00U | ((size >> 13) & 0x3ffU) : result;
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | result);
}

template <rounding Mode>
[[nodiscard]] constexpr std::uint16_t binary32_to_bfloat16(std::uint32_t bits) {
  // Same exponents as binary32, so the encoding itself is the significand to round: an infinity loses only zeros, and
  // the largest finite number becomes infinity exactly where it should.
  const std::uint32_t size = bits & 0x7fffffffU;
  const std::uint32_t rounded = round_off<Mode>(size, (bits >> 31) != 0, 16);
  const std::uint32_t result = size > 0x7f800000U ? (size >> 16) | 0x40U : rounded;
  return static_cast<std::uint16_t>((bits >> 16 & 0x8000U) | result);
}

[[nodiscard]] constexpr std::uint32_t binary16_to_binary32(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits} >> 15 << 31;
  const std::uint32_t size = bits & 0x7fffU;
  if (size >= 0x7c00U) {
    const std::uint32_t quiet = size > 0x7c00U ? 0x400000U : 0U;
    return sign | 0x7f800000U | (size & 0x3ffU) << 13 | quiet;
  }
  if (size >= 0x400U) {
    return sign | ((size << 13) + (112U << 23));
  }
  if (size == 0) {
    return sign;
  }
  // The leading bit moves up to where binary32 leaves it out; there it adds one to the exponent field below it.
  const auto up = static_cast<std::uint32_t>(std::countl_zero(size)) - 8U;
  return sign | ((size << up) + ((125U - up) << 23));
}

[[nodiscard]] constexpr std::uint32_t bfloat16_to_binary32(std::uint16_t bits) {
  const bool nan = (bits & 0x7fffU) > 0x7f80U;
  return std::uint32_t{bits} << 16 | (nan ? 0x400000U : 0U);
}

static_assert(binary32_to_binary16<rounding::ties_even>(0x477ff000) == 0x7c00);
static_assert(binary32_to_binary16<rounding::toward_zero>(0x7f7fffff) == 0x7bff);
static_assert(binary32_to_binary16<rounding::up>(0x00000001) == 0x0001);
static_assert(binary32_to_binary16<rounding::to_odd>(0xff800001) == 0xfe00);
static_assert(binary16_to_binary32(0x8001) == 0xb3800000 && binary16_to_binary32(0x03ff) == 0x387fc000);
static_assert(binary32_to_bfloat16<rounding::ties_even>(0x7f7fffff) == 0x7f80);

}  // namespace verbatim::fp::bulk
