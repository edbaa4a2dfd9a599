// What a binary floating-point format is: the parameters that every other header of this folder computes with.
//
// Formats are values, so the same function serves a format known at compile time (the parameters fold away) and one
// named by a user. A datum is its encoding: a std::uint64_t whose low `width()` bits hold the interchange encoding and
// whose other bits are zero. That is the precondition of every function that takes bits and a format.
//
// Follows IEEE 754-2019: parameters in clause 3.3 and table 3.5, encodings in clause 3.4. bfloat16 has the same shape
// with binary32's exponent. Integer arithmetic only; no function here can follow the processor's rounding mode.
#pragma once

#include <cstdint>
#include <string_view>

namespace verbatim::fp {

struct format {
  std::string_view name;
  int exponent_bits;     ///< w of clause 3.4
  int significand_bits;  ///< p of clause 3.3, the implicit leading bit counted
  int bias;              ///< biased exponent minus exponent

  /// Bits of the trailing significand field (t of clause 3.4).
  [[nodiscard]] constexpr int fraction_bits() const { return significand_bits - 1; }
  /// Bits of the whole encoding.
  [[nodiscard]] constexpr int width() const { return 1 + exponent_bits + fraction_bits(); }
  /// Exponent of the smallest normal number.
  [[nodiscard]] constexpr int emin() const { return 1 - bias; }
  /// Exponent of the largest finite number; the biased exponent above it is infinity and NaN.
  [[nodiscard]] constexpr int emax() const { return (1 << exponent_bits) - 2 - bias; }
  /// Exponent of the last place of subnormal numbers: one unit there is the smallest positive number.
  [[nodiscard]] constexpr int smallest_exponent() const { return emin() - fraction_bits(); }

  [[nodiscard]] constexpr std::uint64_t sign_mask() const { return std::uint64_t{1} << (width() - 1); }
  [[nodiscard]] constexpr std::uint64_t fraction_mask() const { return (std::uint64_t{1} << fraction_bits()) - 1; }
  /// The fraction bit that tells quiet from signaling NaN (clause 6.2.1).
  [[nodiscard]] constexpr std::uint64_t quiet_bit() const { return std::uint64_t{1} << (fraction_bits() - 1); }

  [[nodiscard]] constexpr std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits();
  }
  [[nodiscard]] constexpr std::uint64_t largest_finite() const { return infinity() - 1; }
  [[nodiscard]] constexpr std::uint64_t smallest_normal() const { return std::uint64_t{1} << fraction_bits(); }
  [[nodiscard]] constexpr std::uint64_t smallest_subnormal() const { return 1; }
};

inline constexpr format binary16{.name = "binary16", .exponent_bits = 5, .significand_bits = 11, .bias = 15};
inline constexpr format bfloat16{.name = "bfloat16", .exponent_bits = 8, .significand_bits = 8, .bias = 127};
inline constexpr format binary32{.name = "binary32", .exponent_bits = 8, .significand_bits = 24, .bias = 127};
inline constexpr format binary64{.name = "binary64", .exponent_bits = 11, .significand_bits = 53, .bias = 1023};

static_assert(binary16.width() == 16 && bfloat16.width() == 16 && binary32.width() == 32 && binary64.width() == 64);
static_assert(binary16.emax() == 15 && binary16.emin() == -14 && binary16.smallest_exponent() == -24);
static_assert(binary16.largest_finite() == 0x7bff && binary16.smallest_normal() == 0x0400);
static_assert(bfloat16.infinity() == 0x7f80 && bfloat16.quiet_bit() == 0x0040);
static_assert(binary64.emax() == 1023 && binary64.smallest_exponent() == -1074);

}  // namespace verbatim::fp
