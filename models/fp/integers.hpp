// Conversion to and from integers, in one rounding.
//
// IEEE 754-2019 clauses 5.4.1 (convertFromInt, convertToInteger…) and 5.8 (what invalid gives: how.nans->integers).
// An integer's datum is its two's complement in the low `width` bits; the other bits are zero.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/fp/convert.hpp"

namespace verbatim::fp {

struct integer_format {
  std::string_view name;
  int width;  ///< 1 to 64
  bool is_signed;

  [[nodiscard]] constexpr std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - width); }
  [[nodiscard]] constexpr std::uint64_t top_bit() const { return std::uint64_t{1} << (width - 1); }
  [[nodiscard]] constexpr std::uint64_t largest() const { return is_signed ? top_bit() - 1 : mask(); }
  /// The size of the most negative one: 0 where unsigned.
  [[nodiscard]] constexpr std::uint64_t lowest_magnitude() const { return is_signed ? top_bit() : 0; }
};

inline constexpr integer_format i32{"i32", 32, true};
inline constexpr integer_format u32{"u32", 32, false};
inline constexpr integer_format i64{"i64", 64, true};
inline constexpr integer_format u64{"u64", 64, false};

inline constexpr const integer_format* all_integer_formats[] = {&i32, &u32, &i64, &u64};

/// What an integer's datum stands for. Precondition: `bits` has no bit above `from.width`.
[[nodiscard]] constexpr exact integer_value(std::uint64_t bits, const integer_format& from) {
  const bool negative = from.is_signed && (bits & from.top_bit()) != 0;
  return {negative, negative ? (0 - bits) & from.mask() : bits, 0};
}

/// Precondition: `bits` has no bit above `from.width`.
template <class Steps = steps>
[[nodiscard]] constexpr outcome from_integer(std::uint64_t bits, const integer_format& from, const format& to,
                                             const attributes& how = {}) {
  return round_pack<Steps>(integer_value(bits, from), to, how);
}

/// What a value that does not fit gives.
[[nodiscard]] constexpr outcome unfit_integer(bool nan, bool negative, const integer_format& to,
                                              const attributes& how) {
  const std::uint64_t lowest = to.is_signed ? to.top_bit() : 0;
  switch (how.nans->integers) {
    case integer_overflow::indefinite: return {to.is_signed ? to.top_bit() : to.mask(), flags::invalid};
    case integer_overflow::saturate_nan_max: return {!nan && negative ? lowest : to.largest(), flags::invalid};
    case integer_overflow::saturate_nan_zero: break;
  }
  return {nan ? 0 : negative ? lowest : to.largest(), flags::invalid};
}

/// The integer that an exact value rounds to. Precondition: value.exponent < 0 where value.sticky.
template <class Steps = steps>
[[nodiscard]] constexpr outcome round_to_integer(const exact& value, const integer_format& to, const attributes& how,
                                                 bool signals_inexact) {
  const auto unfit = [&] {
    if (how.saturate) {
      return outcome{value.negative ? (to.is_signed ? to.top_bit() : 0) : to.largest(), flags::invalid};
    }
    return unfit_integer(false, value.negative, to, how);
  };
  std::uint64_t whole = value.significand;
  flags raised = flags::none;
  if (value.exponent >= 0) {
    if (whole != 0 && value.exponent > std::countl_zero(whole)) {
      return unfit();
    }
    whole = value.exponent > 63 ? 0 : whole << value.exponent;
  } else {
    const truncated cut = Steps::shift_right(whole, -value.exponent, value.sticky);
    whole = cut.significand + (Steps::rounds_away(how.mode, value.negative, cut, how.random) ? 1U : 0U);
    raised = signals_inexact && !cut.exact() ? flags::inexact : flags::none;
  }
  if (!Steps::fits_integer(whole, value.negative ? to.lowest_magnitude() : to.largest())) {
    return unfit();
  }
  return {(value.negative ? 0 - whole : whole) & to.mask(), raised};
}

/// In the direction of how.mode. `signals_inexact` makes it convertToIntegerExact…; the others are silent when inexact.
/// With how.saturate the nearest integer is given instead of the profile's, still with invalid signaled.
template <class Steps = steps>
[[nodiscard]] constexpr outcome to_integer(std::uint64_t bits, const format& from, const integer_format& to,
                                           const attributes& how, bool signals_inexact) {
  const unpacked x = unpack_operand<Steps>(bits, from, how);
  if (is_nan(x.kind)) {
    return unfit_integer(true, x.negative, to, how);
  }
  // An infinity fits as little as the largest number of all does.
  const int exponent = x.kind == number_class::infinity ? 1'000'000 : x.exponent;
  const std::uint64_t significand = x.kind == number_class::infinity ? 1 : x.significand;
  return round_to_integer<Steps>({x.negative, significand, exponent}, to, how, signals_inexact);
}

static_assert(from_integer(0xffffffff, i32, binary16) == outcome{0xbc00, flags::none});
static_assert(from_integer(16842753, i64, binary16).bits == 0x7c00);
static_assert(from_integer(0xffffffffffffffff, u64, binary32) == outcome{0x5f800000, flags::inexact});
static_assert(to_integer(0xc100, binary16, i32, rounding::toward_zero, true) == outcome{0xfffffffe, flags::inexact});
static_assert(to_integer(0x7c00, binary16, i32, rounding::toward_zero, true) == outcome{0x80000000, flags::invalid});
static_assert(to_integer(0x4f000000, binary32, i32, rounding::toward_zero, true).raised == flags::invalid);
static_assert(to_integer(0xcf000000, binary32, i32, rounding::toward_zero, true) == outcome{0x80000000, flags::none});
static_assert(to_integer(0xb800, binary16, u32, rounding::toward_zero, false) == outcome{0, flags::none});

}  // namespace verbatim::fp
