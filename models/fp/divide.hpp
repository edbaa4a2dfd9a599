// Division and square root, each in one rounding to a format of its own choice.
//
// IEEE 754-2019 clause 5.4.1 (formatOf-division, squareRoot), 7.2 e and g, 7.3 (division by zero). Operands are in `f`;
// the result is in `to`. Precondition: bits have no bit above f.width().
#pragma once

#include <cstdint>

#include "models/fp/multiply.hpp"

namespace verbatim::fp {

/// Precondition: the divisor is not 0. The quotient has at least `digits` bits, and digits + bit_width(divisor) + 1 fit.
template <class Unsigned>
VERBATIM_FP_INLINE wide_exact<Unsigned> quotient(bool negative, Unsigned dividend, int exponent, Unsigned divisor,
                                                 int digits) {
  const int rise = digits + bit_width(divisor) - bit_width(dividend);
  if (rise > 0) {
    dividend <<= rise;
    exponent -= rise;
  }
  const Unsigned whole = dividend / divisor;
  return {negative, whole, exponent, whole * divisor != dividend};
}

/// One digit more than the result keeps tells half a unit, and what is left over tells the rest; but stochastic rounding
/// asks for the digits themselves.
VERBATIM_FP_INLINE int digits_to_round(const format& to, const attributes& how) {
  return how.mode == rounding::stochastic ? 62 : to.significand_bits + 2;
}

template <class Steps = steps>
VERBATIM_FP_INLINE outcome divide(std::uint64_t a, std::uint64_t b, const format& f, const format& to,
                                  const attributes& how) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  const unpacked y = unpack_operand<Steps>(b, f, how);
  const bool negative = Steps::product_sign(x.negative, y.negative);
  if (x.kind >= number_class::infinity || y.kind >= number_class::infinity) {
    if (is_nan(x.kind) || is_nan(y.kind)) {
      return propagated<Steps>(f, to, how, a, b);
    }
    if (x.kind == y.kind) {
      return invalid_operation(to, how);
    }
    return x.kind == number_class::infinity ? signed_infinity<Steps>(negative, to, how)
                                            : signed_zero<Steps>(negative, to);
  }
  if (y.kind == number_class::zero) {
    if (x.kind == number_class::zero) {
      return invalid_operation(to, how);
    }
    // A format without a sign has no negative infinity to stand for the pole: that is invalid.
    const outcome pole = signed_infinity<Steps>(negative, to, how);
    return {pole.bits, has(pole.raised, flags::invalid) ? flags::invalid : flags::divide_by_zero};
  }
  if (x.kind == number_class::zero) {
    return signed_zero<Steps>(negative, to);
  }
  const int exponent = x.exponent - y.exponent;
  const int digits = digits_to_round(to, how);
  if (digits + f.significand_bits <= 31) {
    const auto narrow_quotient = quotient<std::uint32_t>(negative, static_cast<std::uint32_t>(x.significand), exponent,
                                                         static_cast<std::uint32_t>(y.significand), digits);
    return round_pack<Steps>({negative, narrow_quotient.significand, narrow_quotient.exponent, narrow_quotient.sticky},
                             to, how);
  }
  if (digits + f.significand_bits <= 63) {
    return round_pack<Steps>(narrow(quotient<std::uint64_t>(negative, x.significand, exponent, y.significand, digits)),
                             to, how);
  }
  return round_pack<Steps>(narrow(quotient<uint128>(negative, x.significand, exponent, y.significand, digits)), to,
                           how);
}

template <class Steps = steps>
VERBATIM_FP_INLINE outcome divide(std::uint64_t a, std::uint64_t b, const format& f, const attributes& how = {}) {
  return divide<Steps>(a, b, f, f, how);
}

/// floor(sqrt(radicand)), a digit at a time.
template <class Unsigned>
[[nodiscard]] constexpr Unsigned integer_square_root(Unsigned radicand) {
  Unsigned root = 0;
  for (int place = (bit_width(radicand) - 1) / 2; place >= 0; --place) {
    const Unsigned trial = root | (Unsigned{1} << place);
    if (trial * trial <= radicand) {
      root = trial;
    }
  }
  return root;
}

template <class Steps = steps>
[[nodiscard]] constexpr outcome square_root(std::uint64_t a, const format& f, const format& to, const attributes& how) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  if (is_nan(x.kind)) {
    return propagated<Steps>(f, to, how, a);
  }
  if (x.kind == number_class::zero) {
    return signed_zero<Steps>(x.negative, to);
  }
  if (x.negative) {
    return invalid_operation(to, how);
  }
  if (x.kind == number_class::infinity) {
    return signed_infinity<Steps>(false, to, how);
  }
  // An even exponent, and enough digits below the radicand for two more of the root than the result keeps.
  int rise = 2 * digits_to_round(to, how) - bit_width(x.significand);
  rise = rise < 0 ? 0 : rise;
  rise += (x.exponent - rise) % 2 != 0 ? 1 : 0;
  const int exponent = (x.exponent - rise) / 2;
  if (rise + f.significand_bits <= 63) {
    const std::uint64_t radicand = x.significand << rise;
    const std::uint64_t root = integer_square_root(radicand);
    return round_pack<Steps>({false, root, exponent, root * root != radicand}, to, how);
  }
  const uint128 radicand = uint128{x.significand} << rise;
  const uint128 root = integer_square_root(radicand);
  return round_pack<Steps>(narrow<uint128>({false, root, exponent, root * root != radicand}), to, how);
}

template <class Steps = steps>
[[nodiscard]] constexpr outcome square_root(std::uint64_t a, const format& f, const attributes& how = {}) {
  return square_root<Steps>(a, f, f, how);
}

static_assert(divide(0x3c00, 0x4200, binary16) == outcome{0x3555, flags::inexact});
static_assert(divide(0x3c00, 0x8000, binary16) == outcome{0xfc00, flags::divide_by_zero});
static_assert(divide(0x0000, 0x0000, binary16) == outcome{0xfe00, flags::invalid});
static_assert(divide(0x3ff0000000000000, 0x4008000000000000, binary64) == outcome{0x3fd5555555555555, flags::inexact});
static_assert(square_root(0x4000, binary16) == outcome{0x3da8, flags::inexact});
static_assert(square_root(0x0001, binary16) == outcome{0x0c00, flags::none});
static_assert(square_root(0x8000, binary16) == outcome{0x8000, flags::none});
static_assert(square_root(0x4000000000000000, binary64) == outcome{0x3ff6a09e667f3bcd, flags::inexact});

}  // namespace verbatim::fp
