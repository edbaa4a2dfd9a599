// Multiplication and fused multiply-add, each in one rounding to a format of its own choice.
//
// IEEE 754-2019 clause 5.4.1 (formatOf-multiplication, fusedMultiplyAdd), 7.2 b and c (zero times infinity). Operands
// are in `f`; the result is in `to`. Precondition: bits have no bit above f.width().
#pragma once

#include <cstdint>
#include <type_traits>

#include "models/fp/add.hpp"

namespace verbatim::fp {

template <class Steps = steps>
VERBATIM_FP_INLINE outcome multiply(std::uint64_t a, std::uint64_t b, const format& f, const format& to,
                                    const attributes& how) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  const unpacked y = unpack_operand<Steps>(b, f, how);
  const bool negative = Steps::product_sign(x.negative, y.negative);
  if (x.kind >= number_class::infinity || y.kind >= number_class::infinity) {
    if (is_nan(x.kind) || is_nan(y.kind)) {
      return propagated<Steps>(f, to, how, a, b);
    }
    if (x.kind == number_class::zero || y.kind == number_class::zero) {
      return invalid_operation(to, how);
    }
    return signed_infinity<Steps>(negative, to, how);
  }
  const int exponent = x.exponent + y.exponent;
  if (f.significand_bits <= 32) {
    return round_pack<Steps>({negative, x.significand * y.significand, exponent}, to, how);
  }
  return round_pack<Steps>(narrow<uint128>({negative, uint128{x.significand} * y.significand, exponent}), to, how);
}

template <class Steps = steps>
VERBATIM_FP_INLINE outcome multiply(std::uint64_t a, std::uint64_t b, const format& f, const attributes& how = {}) {
  return multiply<Steps>(a, b, f, f, how);
}

template <class Steps>
[[nodiscard]] constexpr outcome fma_special(std::uint64_t a, std::uint64_t b, std::uint64_t c, const unpacked& x,
                                            const unpacked& y, const unpacked& z, const format& f, const format& to,
                                            const attributes& how) {
  const bool product_is_nan = is_nan(x.kind) || is_nan(y.kind);
  const bool invalid_product = (x.kind == number_class::infinity && y.kind == number_class::zero) ||
                               (x.kind == number_class::zero && y.kind == number_class::infinity);
  if (invalid_product && (how.nans->product_before_addend || !is_nan(z.kind))) {
    return invalid_operation(to, how);
  }
  if (product_is_nan || is_nan(z.kind)) {
    return propagated<Steps>(f, to, how, a, b, c);
  }
  const bool negative = Steps::product_sign(x.negative, y.negative);
  const bool infinite_product = x.kind == number_class::infinity || y.kind == number_class::infinity;
  if (infinite_product && z.kind == number_class::infinity && negative != z.negative) {
    return invalid_operation(to, how);
  }
  return signed_infinity<Steps>(infinite_product ? negative : z.negative, to, how);
}

/// a × b + c.
template <class Steps = steps>
VERBATIM_FP_INLINE outcome fused_multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c, const format& f,
                                              const format& to, const attributes& how) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  const unpacked y = unpack_operand<Steps>(b, f, how);
  const unpacked z = unpack_operand<Steps>(c, f, how);
  if (x.kind >= number_class::infinity || y.kind >= number_class::infinity || z.kind >= number_class::infinity) {
    return fma_special<Steps>(a, b, c, x, y, z, f, to, how);
  }
  const bool negative = Steps::product_sign(x.negative, y.negative);
  const int exponent = x.exponent + y.exponent;
  if (fits_fixed_point(f)) {
    // Everything in units of the smallest product: no alignment, no branch that follows the data.
    const int unit = 2 * f.smallest_exponent();
    const std::uint64_t product = Steps::product(x.significand * y.significand, f);
    const auto fixed = [](bool minus, uint128 size) { return minus ? 0 - size : size; };
    const uint128 total = fixed(negative, uint128{product} << (exponent - unit)) +
                          fixed(z.negative, uint128{z.significand} << (z.exponent - unit));
    const bool zero_sign = negative == z.negative ? negative : Steps::zero_sum_is_negative(how.mode);
    const bool below_zero = (total >> 127) != 0;
    return round_pack<Steps>(narrow<uint128>({total == 0 ? zero_sign : below_zero, fixed(below_zero, total), unit}), to,
                             how);
  }
  if (f.significand_bits <= 30) {
    const wide_exact<std::uint64_t> total =
        sum<Steps, std::uint64_t>({negative, Steps::product(x.significand * y.significand, f), exponent},
                                  {z.negative, z.significand, z.exponent}, how.mode);
    return round_pack<Steps>(narrow(total), to, how);
  }
  const wide_exact<uint128> total =
      sum<Steps, uint128>({negative, Steps::product(uint128{x.significand} * y.significand, f), exponent},
                          {z.negative, z.significand, z.exponent}, how.mode);
  return round_pack<Steps>(narrow(total), to, how);
}

template <class Steps = steps>
VERBATIM_FP_INLINE outcome fused_multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c, const format& f,
                                              const attributes& how = {}) {
  return fused_multiply_add<Steps>(a, b, c, f, f, how);
}

static_assert(multiply(0x0001, 0x3800, binary16) == outcome{0x0000, flags::underflow | flags::inexact});
static_assert(multiply(0x7c00, 0x0000, binary16) == outcome{0xfe00, flags::invalid});
static_assert(fused_multiply_add(0x520b, 0x00e9, 0x2ff6, binary16).bits == 0x3001);
static_assert(fused_multiply_add(0x0fae, 0x1240, 0x9000, binary16).bits == 0x8fff);
static_assert(fused_multiply_add(0x5bab, 0x4cfd, 0x7701, binary16).bits == 0x7819);
static_assert(fused_multiply_add(0x7c00, 0x0000, 0x7e01, binary16) == outcome{0x7e01, flags::none});

}  // namespace verbatim::fp
