// Rounding to an integer in the same format, and the operations on exponents.
//
// IEEE 754-2019 clauses 5.3.1 and 5.9 (roundToIntegral…), 5.3.3 (scaleB, logB). Precondition: bits have no bit above
// f.width().
#pragma once

#include <cstdint>

#include "models/fp/convert.hpp"

namespace verbatim::fp {

/// In the direction of how.mode. `signals_inexact` makes it roundToIntegralExact; the others are silent. What rounds to 0
/// becomes the smallest number of a format without zero, with the flags that pack.hpp gives it.
template <class Steps = steps>
[[nodiscard]] constexpr outcome round_to_integral(std::uint64_t a, const format& f, const attributes& how,
                                                  bool signals_inexact) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  if (is_nan(x.kind)) {
    return propagated<Steps>(f, f, how, a);
  }
  if (x.kind == number_class::infinity) {
    return signed_infinity<Steps>(x.negative, f, how);
  }
  if (x.kind == number_class::zero) {
    return signed_zero<Steps>(x.negative, f);
  }
  if (x.exponent >= 0) {
    return {a, flags::none};
  }
  const truncated cut = Steps::shift_right(x.significand, -x.exponent, false);
  const std::uint64_t whole = cut.significand + (Steps::rounds_away(how.mode, x.negative, cut, how.random) ? 1U : 0U);
  const flags raised = signals_inexact && !cut.exact() ? flags::inexact : flags::none;
  if (whole == 0) {
    const outcome zero = signed_zero<Steps>(x.negative, f);
    return {zero.bits, zero.raised | raised};
  }
  // 15.5 of e3m4 becomes 16, which is past its largest finite number.
  const outcome result = round_pack<Steps>({x.negative, whole, 0}, f, how);
  return {result.bits, result.raised | raised};
}

/// a × 2^n in one rounding.
template <class Steps = steps>
[[nodiscard]] constexpr outcome scale_b(std::uint64_t a, std::int64_t n, const format& f, const attributes& how = {}) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  if (is_nan(x.kind)) {
    return propagated<Steps>(f, f, how, a);
  }
  if (x.kind == number_class::infinity) {
    return signed_infinity<Steps>(x.negative, f, how);
  }
  // Past a million every finite number of every format overflows or becomes tiny.
  constexpr std::int64_t far = 1'000'000;
  const int shift = static_cast<int>(n > far ? far : n < -far ? -far : n);
  return round_pack<Steps>({x.negative, x.significand, x.exponent + shift}, f, how);
}

/// The exponent of a's leading digit, as a number of the same format, rounded where the format does not hold it;
/// -infinity with division by zero signaled for 0, +infinity for an infinite operand.
template <class Steps = steps>
[[nodiscard]] constexpr outcome log_b(std::uint64_t a, const format& f, const attributes& how = {}) {
  const unpacked x = unpack_operand<Steps>(a, f, how);
  if (is_nan(x.kind)) {
    return propagated<Steps>(f, f, how, a);
  }
  if (x.kind == number_class::infinity) {
    return signed_infinity<Steps>(false, f, how);
  }
  if (x.kind == number_class::zero) {
    return {signed_infinity<Steps>(true, f, how).bits, flags::divide_by_zero};
  }
  const int exponent = x.exponent + static_cast<int>(std::bit_width(x.significand)) - 1;
  return round_pack<Steps>({exponent < 0, static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent), 0}, f, how);
}

static_assert(round_to_integral(0x4100, binary16, rounding::ties_even, true) == outcome{0x4000, flags::inexact});
static_assert(round_to_integral(0x4100, binary16, rounding::ties_away, false) == outcome{0x4200, flags::none});
static_assert(round_to_integral(0xb800, binary16, rounding::ties_even, false).bits == 0x8000);
static_assert(scale_b(0x3c00, -24, binary16) == outcome{0x0001, flags::none});
static_assert(scale_b(0x3c00, 16, binary16).bits == 0x7c00);
static_assert(log_b(0x0001, binary16).bits == 0xce00);  // -24
static_assert(log_b(0x8000, binary16) == outcome{0xfc00, flags::divide_by_zero});

}  // namespace verbatim::fp
