// Neighbours of a number, and how many steps lie between two numbers.
//
// IEEE 754-2019 clause 5.3.1 (nextUp, nextDown). Precondition: bits have no bit above `f.width()`.
#pragma once

#include <cstdint>
#include <optional>

#include "models/fp/sign.hpp"

namespace verbatim::fp {

/// The least number above. From -0 and +0 alike the smallest positive number; from the negative smallest one -0; +inf
/// stays. Past the largest finite number of a format without infinity comes its NaN; without NaN it stays. A NaN comes
/// back quiet (a signaling operand's invalid exception is not reported).
[[nodiscard]] constexpr std::uint64_t next_up(std::uint64_t bits, const format& f) {
  if (is_nan(bits, f)) {
    return f.nans == nan_encoding::ieee ? bits | f.quiet_bit() : bits;
  }
  if (is_negative(bits, f)) {
    if (magnitude(bits, f) == 0) {
      return f.smallest_positive();
    }
    return bits - 1 == f.sign_mask() && !f.signed_zero ? 0 : bits - 1;
  }
  if (bits == f.largest_finite()) {
    switch (f.nans) {
      case nan_encoding::ieee:
      case nan_encoding::all_ones: return bits + 1;
      case nan_encoding::negative_zero: return f.sign_mask();
      case nan_encoding::none: return bits;
    }
  }
  return f.infinities && bits == f.infinity() ? bits : bits + 1;
}

/// The greatest number below: -next_up(-x), and what is left of that where there is no sign.
[[nodiscard]] constexpr std::uint64_t next_down(std::uint64_t bits, const format& f) {
  if (!f.is_signed) {
    return is_nan(bits, f) || bits == 0 ? bits : bits - 1;
  }
  return negate(next_up(negate(bits, f), f), f);
}

/// Position among the format's numbers in their order: 0 for both zeros, 1 for the smallest subnormal, and negative
/// below zero; infinity takes the step after the largest finite number. Precondition: not a NaN.
[[nodiscard]] constexpr std::int64_t ordinal(std::uint64_t bits, const format& f) {
  const auto size = static_cast<std::int64_t>(magnitude(bits, f));
  return is_negative(bits, f) ? -size : size;
}

/// How many times next_up leads from the lower of the two to the higher; no value where either is a NaN.
[[nodiscard]] constexpr std::optional<std::uint64_t> ulp_distance(std::uint64_t a, std::uint64_t b, const format& f) {
  if (is_nan(a, f) || is_nan(b, f)) {
    return std::nullopt;
  }
  const std::int64_t first = ordinal(a, f);
  const std::int64_t second = ordinal(b, f);
  // Unsigned, because the distance from -inf to +inf of binary64 is past the largest signed number.
  return first < second ? static_cast<std::uint64_t>(second) - static_cast<std::uint64_t>(first)
                        : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(second);
}

static_assert(next_up(0x7bff, binary16) == 0x7c00 && next_up(0x7c00, binary16) == 0x7c00);
static_assert(next_up(0x8000, binary16) == 0x0001 && next_up(0x8001, binary16) == 0x8000);
static_assert(next_down(0x0000, binary16) == 0x8001 && next_down(0x7c00, binary16) == 0x7bff);
static_assert(next_up(0x81, e4m3fnuz) == 0x00 && next_up(0x7e, e4m3fn) == 0x7f && next_up(0x7, e2m1fn) == 0x7);
static_assert(next_down(0x00, e4m3fnuz) == 0x81 && next_down(0xff, e4m3fnuz) == 0x80 && next_down(0, e8m0fnu) == 0);
static_assert(ulp_distance(0x8001, 0x0001, binary16) == 2 && ulp_distance(0x8000, 0x0000, binary16) == 0);
static_assert(ulp_distance(0xfff0000000000000, 0x7ff0000000000000, binary64) == 0xffe0000000000000);
static_assert(!ulp_distance(0x7e00, 0x0000, binary16).has_value());

}  // namespace verbatim::fp
