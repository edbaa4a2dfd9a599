// The IEEE remainder: x - y × n, n the integer nearest to x / y and even in a tie. Always exact.
//
// IEEE 754-2019 clause 5.3.1 (remainder), 7.2 f. Precondition: bits have no bit above f.width().
#pragma once

#include <cstdint>

#include "models/fp/add.hpp"

namespace verbatim::fp {

template <class Steps = steps>
[[nodiscard]] constexpr outcome remainder(std::uint64_t a, std::uint64_t b, const format& f,
                                          const attributes& how = {}) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  const unpacked y = unpack_operand<Steps>(b, f, how);
  if (is_nan(x.kind) || is_nan(y.kind)) {
    return propagated<Steps>(f, f, how, a, b);
  }
  if (x.kind == number_class::infinity || y.kind == number_class::zero) {
    return invalid_operation(f, how);
  }
  if (x.kind == number_class::zero) {
    return signed_zero<Steps>(x.negative, f);
  }
  if (y.kind == number_class::infinity) {
    return round_pack<Steps>({x.negative, x.significand, x.exponent}, f, how);
  }
  const int distance = x.exponent - y.exponent;
  uint128 left = x.significand;
  uint128 divisor = y.significand;
  int exponent = y.exponent;
  bool odd = false;  // the quotient's last digit
  if (distance >= 0) {
    odd = ((left / divisor) & 1) != 0;
    left %= divisor;
    // Significands have at most 53 bits: 64 digits of the quotient at a time.
    for (int todo = distance; todo > 0;) {
      const int step = todo < 64 ? todo : 64;
      left <<= step;
      odd = ((left / divisor) & 1) != 0;
      left %= divisor;
      todo -= step;
    }
  } else {
    // |x| may still be above half of |y|: give the divisor x's unit. Further apart, x is the remainder itself.
    if (-distance > f.significand_bits + 1) {
      return round_pack<Steps>({x.negative, x.significand, x.exponent}, f, how);
    }
    divisor <<= -distance;
    exponent = x.exponent;
    odd = ((left / divisor) & 1) != 0;
    left %= divisor;
  }
  bool negative = x.negative;
  if (2 * left > divisor || (2 * left == divisor && odd)) {
    left = divisor - left;
    negative = !negative;
  }
  if (left == 0) {
    return signed_zero<Steps>(x.negative, f);
  }
  return round_pack<Steps>(narrow<uint128>({negative, left, exponent}), f, how);
}

static_assert(remainder(0x4500, 0x4200, binary16) == outcome{0xbc00, flags::none});  // 5 rem 3 = -1
static_assert(remainder(0xc200, 0x4200, binary16).bits == 0x8000);
static_assert(remainder(0x4100, 0x3c00, binary16).bits == 0x3800);  // 2.5 rem 1 = 0.5
static_assert(remainder(0x4300, 0x3c00, binary16).bits == 0xb800);  // 3.5 rem 1 = -0.5
static_assert(remainder(0x7fefffffffffffff, 0x0000000000000003, binary64).raised == flags::none);

}  // namespace verbatim::fp
