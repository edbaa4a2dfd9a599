// Addition and subtraction, each in one rounding to a format of its own choice.
//
// IEEE 754-2019 clause 5.4.1 (formatOf-addition, -subtraction), 6.3 (sign of a zero sum), 7.2 d (infinities that cancel).
// Operands are in `f`; the result is in `to`. Precondition: bits have no bit above f.width().
#pragma once

#include <cstdint>

#include "models/fp/convert.hpp"
#include "models/fp/wide.hpp"

namespace verbatim::fp {

/// The exact sum, or one whose low digits became sticky. Unsigned has at least 4 bits more than either significand.
template <class Steps = steps, class Unsigned>
VERBATIM_FP_INLINE wide_exact<Unsigned> sum(wide_exact<Unsigned> a, wide_exact<Unsigned> b, rounding mode) {
  if (a.significand == 0 || b.significand == 0) {
    if (a.significand == 0 && b.significand == 0) {
      const bool negative = a.negative == b.negative ? a.negative : Steps::zero_sum_is_negative(mode);
      return {negative, 0, 0};
    }
    return a.significand == 0 ? b : a;
  }
  // Both leading digits to the same place, two below the top: one for the carry.
  constexpr int place = static_cast<int>(sizeof(Unsigned)) * 8 - 2;
  const int rise_a = place - bit_width(a.significand);
  const int rise_b = place - bit_width(b.significand);
  a.significand <<= rise_a;
  a.exponent -= rise_a;
  b.significand <<= rise_b;
  b.exponent -= rise_b;
  if (a.exponent < b.exponent) {
    const wide_exact<Unsigned> smaller = a;
    a = b;
    b = smaller;
  }
  // Digits are lost only where the leading ones are so far apart that the difference keeps all but one place.
  const int distance = a.exponent - b.exponent;
  bool sticky = false;
  if (distance >= place + 1) {
    sticky = true;
    b.significand = 0;
  } else if (distance > 0) {
    sticky = (b.significand & ((Unsigned{1} << distance) - 1)) != 0;
    b.significand >>= distance;
  }
  if (a.negative == b.negative) {
    return {a.negative, a.significand + b.significand, a.exponent, sticky};
  }
  if (a.significand == b.significand && !sticky) {
    return {Steps::zero_sum_is_negative(mode), 0, 0};
  }
  if (a.significand >= b.significand) {
    // a - (b + s) is (a - b - 1) + (1 - s).
    return {a.negative, a.significand - b.significand - (sticky ? 1U : 0U), a.exponent, sticky};
  }
  return {b.negative, b.significand - a.significand, a.exponent};
}

/// Whether all numbers of `f` are integers of at most 60 bits in units of its smallest, so that a sum needs no alignment;
/// products in units of the smallest product have at most 120.
VERBATIM_FP_INLINE bool fits_fixed_point(const format& f) { return f.emax() - f.smallest_exponent() < 60; }

template <class Steps>
[[nodiscard]] constexpr outcome add_special(std::uint64_t a, std::uint64_t b, const unpacked& x, const unpacked& y,
                                            const format& f, const format& to, const attributes& how) {
  if (is_nan(x.kind) || is_nan(y.kind)) {
    return propagated<Steps>(f, to, how, a, b);
  }
  if (x.kind == number_class::infinity && y.kind == number_class::infinity && x.negative != y.negative) {
    return invalid_operation(to, how);
  }
  return signed_infinity<Steps>(x.kind == number_class::infinity ? x.negative : y.negative, to, how);
}

/// x + y, the numbers that a and b stand for, one of them perhaps with its sign turned: some formats cannot write -b. A NaN
/// is passed on as it was written, with its own sign.
template <class Steps>
VERBATIM_FP_INLINE outcome add_numbers(std::uint64_t a, std::uint64_t b, const unpacked& x, const unpacked& y,
                                       const format& f, const format& to, const attributes& how) {
  if (x.kind >= number_class::infinity || y.kind >= number_class::infinity) {
    return add_special<Steps>(a, b, x, y, f, to, how);
  }
  if (fits_fixed_point(f)) {
    const auto fixed = [&f](const unpacked& value) {
      const auto size = static_cast<std::int64_t>(value.significand << (value.exponent - f.smallest_exponent()));
      return value.negative ? -size : size;
    };
    const std::int64_t total = fixed(x) + fixed(y);
    const bool zero_sign = x.negative == y.negative ? x.negative : Steps::zero_sum_is_negative(how.mode);
    const bool negative = total == 0 ? zero_sign : total < 0;
    const auto size = static_cast<std::uint64_t>(total);
    return round_pack<Steps>({negative, total < 0 ? 0 - size : size, f.smallest_exponent()}, to, how);
  }
  const wide_exact<std::uint64_t> total = sum<Steps, std::uint64_t>({x.negative, x.significand, x.exponent},
                                                                    {y.negative, y.significand, y.exponent}, how.mode);
  return round_pack<Steps>(narrow(total), to, how);
}

template <class Steps = steps>
VERBATIM_FP_INLINE outcome add(std::uint64_t a, std::uint64_t b, const format& f, const format& to,
                               const attributes& how) {
  return add_numbers<Steps>(a, b, unpack_operand<Steps>(a, f, how), unpack_operand<Steps>(b, f, how), f, to, how);
}

template <class Steps = steps>
VERBATIM_FP_INLINE outcome add(std::uint64_t a, std::uint64_t b, const format& f, const attributes& how = {}) {
  return add<Steps>(a, b, f, f, how);
}

/// a - b. Formats without a sign have no negative results.
template <class Steps = steps>
VERBATIM_FP_INLINE outcome subtract(std::uint64_t a, std::uint64_t b, const format& f, const format& to,
                                    const attributes& how) {
  unpacked y = unpack_operand<Steps>(b, f, how);
  y.negative = !y.negative;
  return add_numbers<Steps>(a, b, unpack_operand<Steps>(a, f, how), y, f, to, how);
}

template <class Steps = steps>
VERBATIM_FP_INLINE outcome subtract(std::uint64_t a, std::uint64_t b, const format& f, const attributes& how = {}) {
  return subtract<Steps>(a, b, f, f, how);
}

static_assert(add(0x0001, 0x0801, binary16) == outcome{0x0802, flags::inexact});
static_assert(add(0x7bff, 0x7bff, binary16).bits == 0x7c00);
static_assert(add(0x3c00, 0xbc00, binary16, rounding::down).bits == 0x8000);
static_assert(subtract(0x365f, 0xdc63, binary16).bits == 0x5c65);
static_assert(subtract(0x7c00, 0x7c00, binary16) == outcome{0xfe00, flags::invalid});
static_assert(add(0x3f800000, 0x33800000, binary32) == outcome{0x3f800000, flags::inexact});
static_assert(add(0x3f800000, 0x33800000, binary32, rounding::up) == outcome{0x3f800001, flags::inexact});
static_assert(subtract(0x3ff0000000000000, 0x3c90000000000001, binary64) ==
              outcome{0x3fefffffffffffff, flags::inexact});
static_assert(subtract(0x10, 0x10, e4m3fnuz).bits == 0x00);

}  // namespace verbatim::fp
