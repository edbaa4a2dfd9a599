// What a binary floating-point format is: the parameters that every other header of this folder computes with.
//
// Formats are values, so the same function serves a format known at compile time (the parameters fold away) and one
// named by a user. A datum is its encoding: a std::uint64_t whose low `width()` bits hold the interchange encoding and
// whose other bits are zero. That is the precondition of every function that takes bits and a format.
//
// Sources: IEEE 754-2019 clauses 3.3 and 3.4 (binary16, binary32, binary64; bfloat16 and tf32 have the same shape); OCP
// 8-bit Floating Point Specification (OFP8) 1.0 for e5m2 and e4m3fn; OCP Microscaling Formats (MX) 1.0 for e3m2fn,
// e2m3fn, e2m1fn and e8m0fnu; Noune et al., "8-bit numerical formats for deep neural networks" (2022) for the fnuz
// formats; the ml_dtypes documentation for e4m3b11fnuz and e3m4. Names are those of ml_dtypes and LLVM's APFloat, in
// which `fn` is "finite and NaN, no infinity", `uz` "unsigned zero" and `u` "unsigned".
//
// Integer arithmetic only; no function of this folder can follow the processor's rounding mode.
#pragma once

#include <cstdint>
#include <string_view>

/// Small functions that must fold into their callers for a format known at compile time to cost nothing.
#define VERBATIM_FP_INLINE [[gnu::always_inline]] inline constexpr

namespace verbatim::fp {

/// Which encodings are NaN.
enum class nan_encoding : std::uint8_t {
  ieee,           ///< largest biased exponent with a fraction that is not 0 (clause 3.4); quiet and signaling
  all_ones,       ///< all bits but the sign set
  negative_zero,  ///< the sign bit alone: the only one, without a sign of its own
  none
};

struct format {
  std::string_view name;
  int exponent_bits;     ///< w of clause 3.4
  int significand_bits;  ///< p of clause 3.3, the implicit leading bit counted
  int bias;              ///< biased exponent minus exponent
  nan_encoding nans = nan_encoding::ieee;
  bool infinities = true;   ///< the largest biased exponent with fraction 0 is infinity; needs nan_encoding::ieee
  bool is_signed = true;    ///< where not, there is no sign bit
  bool signed_zero = true;  ///< where not, zero has the encoding 0 alone
  /// Biased exponent 0 holds zero and the subnormal numbers (clause 3.4). Where not, it is one more binade of normal
  /// numbers, and there is no zero.
  bool subnormals = true;

  /// Bits of the trailing significand field (t of clause 3.4).
  [[nodiscard]] constexpr int fraction_bits() const { return significand_bits - 1; }
  /// Bits of the whole encoding.
  [[nodiscard]] constexpr int width() const { return (is_signed ? 1 : 0) + exponent_bits + fraction_bits(); }
  /// Exponent of the smallest normal number.
  [[nodiscard]] constexpr int emin() const { return (subnormals ? 1 : 0) - bias; }
  /// Exponent of the largest finite number.
  [[nodiscard]] constexpr int emax() const { return static_cast<int>(largest_finite() >> fraction_bits()) - bias; }
  /// Exponent of the last place of subnormal numbers: one unit there is the smallest positive number.
  [[nodiscard]] constexpr int smallest_exponent() const { return emin() - fraction_bits(); }

  /// 0 where the format has no sign.
  [[nodiscard]] constexpr std::uint64_t sign_mask() const {
    return is_signed ? std::uint64_t{1} << (exponent_bits + fraction_bits()) : 0;
  }
  [[nodiscard]] constexpr std::uint64_t magnitude_mask() const {
    return (std::uint64_t{1} << (exponent_bits + fraction_bits())) - 1;
  }
  [[nodiscard]] constexpr std::uint64_t fraction_mask() const { return hidden_bit() - 1; }
  /// The leading bit of a normal number's significand, which its encoding leaves out.
  [[nodiscard]] constexpr std::uint64_t hidden_bit() const { return std::uint64_t{1} << fraction_bits(); }
  /// The fraction bit that tells quiet from signaling NaN (clause 6.2.1). Only for nan_encoding::ieee.
  [[nodiscard]] constexpr std::uint64_t quiet_bit() const { return hidden_bit() >> 1; }

  /// The encoding with the largest biased exponent and fraction 0: infinity, where the format has infinities.
  [[nodiscard]] constexpr std::uint64_t infinity() const {
    return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits();
  }
  [[nodiscard]] constexpr std::uint64_t largest_finite() const {
    return nans == nan_encoding::ieee ? infinity() - 1 : magnitude_mask() - (nans == nan_encoding::all_ones ? 1 : 0);
  }
  [[nodiscard]] constexpr std::uint64_t smallest_normal() const { return subnormals ? hidden_bit() : 0; }
  /// The smallest positive number is encoded as 1 with subnormal numbers and as 0 without.
  [[nodiscard]] constexpr std::uint64_t smallest_positive() const { return subnormals ? 1 : 0; }
};

inline constexpr format binary16{.name = "binary16", .exponent_bits = 5, .significand_bits = 11, .bias = 15};
inline constexpr format bfloat16{.name = "bfloat16", .exponent_bits = 8, .significand_bits = 8, .bias = 127};
/// NVIDIA's TensorFloat-32 as an encoding of 19 bits: the upper 19 of binary32.
inline constexpr format tf32{.name = "tf32", .exponent_bits = 8, .significand_bits = 11, .bias = 127};
inline constexpr format binary32{.name = "binary32", .exponent_bits = 8, .significand_bits = 24, .bias = 127};
inline constexpr format binary64{.name = "binary64", .exponent_bits = 11, .significand_bits = 53, .bias = 1023};

inline constexpr format e5m2{.name = "e5m2", .exponent_bits = 5, .significand_bits = 3, .bias = 15};
inline constexpr format e3m4{.name = "e3m4", .exponent_bits = 3, .significand_bits = 5, .bias = 3};
inline constexpr format e4m3fn{.name = "e4m3fn",
                               .exponent_bits = 4,
                               .significand_bits = 4,
                               .bias = 7,
                               .nans = nan_encoding::all_ones,
                               .infinities = false};
inline constexpr format e4m3fnuz{.name = "e4m3fnuz",
                                 .exponent_bits = 4,
                                 .significand_bits = 4,
                                 .bias = 8,
                                 .nans = nan_encoding::negative_zero,
                                 .infinities = false,
                                 .signed_zero = false};
inline constexpr format e5m2fnuz{.name = "e5m2fnuz",
                                 .exponent_bits = 5,
                                 .significand_bits = 3,
                                 .bias = 16,
                                 .nans = nan_encoding::negative_zero,
                                 .infinities = false,
                                 .signed_zero = false};
inline constexpr format e4m3b11fnuz{.name = "e4m3b11fnuz",
                                    .exponent_bits = 4,
                                    .significand_bits = 4,
                                    .bias = 11,
                                    .nans = nan_encoding::negative_zero,
                                    .infinities = false,
                                    .signed_zero = false};
inline constexpr format e3m2fn{.name = "e3m2fn",
                               .exponent_bits = 3,
                               .significand_bits = 3,
                               .bias = 3,
                               .nans = nan_encoding::none,
                               .infinities = false};
inline constexpr format e2m3fn{.name = "e2m3fn",
                               .exponent_bits = 2,
                               .significand_bits = 4,
                               .bias = 1,
                               .nans = nan_encoding::none,
                               .infinities = false};
inline constexpr format e2m1fn{.name = "e2m1fn",
                               .exponent_bits = 2,
                               .significand_bits = 2,
                               .bias = 1,
                               .nans = nan_encoding::none,
                               .infinities = false};
inline constexpr format e8m0fnu{.name = "e8m0fnu",
                                .exponent_bits = 8,
                                .significand_bits = 1,
                                .bias = 127,
                                .nans = nan_encoding::all_ones,
                                .infinities = false,
                                .is_signed = false,
                                .signed_zero = false,
                                .subnormals = false};

/// Every format of this model, the wider first.
inline constexpr const format* all_formats[] = {&binary64, &binary32, &tf32,     &binary16, &bfloat16,
                                                &e5m2,     &e4m3fn,   &e5m2fnuz, &e4m3fnuz, &e4m3b11fnuz,
                                                &e3m4,     &e3m2fn,   &e2m3fn,   &e2m1fn,   &e8m0fnu};

static_assert(binary16.width() == 16 && bfloat16.width() == 16 && binary32.width() == 32 && binary64.width() == 64);
static_assert(tf32.width() == 19 && e5m2.width() == 8 && e3m2fn.width() == 6 && e2m1fn.width() == 4);
static_assert(binary16.emax() == 15 && binary16.emin() == -14 && binary16.smallest_exponent() == -24);
static_assert(binary16.largest_finite() == 0x7bff && binary16.smallest_normal() == 0x0400);
static_assert(bfloat16.infinity() == 0x7f80 && bfloat16.quiet_bit() == 0x0040);
static_assert(binary64.emax() == 1023 && binary64.smallest_exponent() == -1074);
static_assert(e4m3fn.largest_finite() == 0x7e && e4m3fn.emax() == 8);
static_assert(e4m3fnuz.largest_finite() == 0x7f && e4m3fnuz.emax() == 7);
static_assert(e8m0fnu.width() == 8 && e8m0fnu.emin() == -127 && e8m0fnu.emax() == 127);

}  // namespace verbatim::fp
