// From an exact value to an encoding: the one place where this model rounds.
//
// IEEE 754-2019: rounding in clause 4.3, overflow in 7.4, underflow in 7.5, inexact in 7.6. Where a format has no
// infinity, an infinite result becomes its NaN, as in OFP8's conversions that do not saturate; where it has no NaN
// either, its largest finite number, as in CUDA's conversions to fp6 and fp4 (MX leaves it open). Where it has no sign, a
// negative number is an invalid operation. Where it has no zero, what lies below the smallest number becomes that, in
// every mode.
#pragma once

#include <bit>
#include <cstdint>

#include "models/fp/steps.hpp"

namespace verbatim::fp {

/// (-1)^negative × (significand + s) × 2^exponent, where s is 0, or with `sticky` some fraction between 0 and 1 that
/// need not be known further.
struct exact {
  bool negative;
  std::uint64_t significand;
  int exponent;
  bool sticky = false;
};

/// An infinite result. Where `f` has no infinity, or with how.saturate, something else stands for it, and it signals as a
/// finite value past the largest would: overflow and inexact.
template <class Steps = steps>
[[nodiscard]] constexpr outcome signed_infinity(bool negative, const format& f, const attributes& how) {
  if (negative && !f.is_signed) {
    return invalid_operation(f, how);
  }
  const std::uint64_t sign = negative ? f.sign_mask() : 0;
  const bool saturates = Steps::saturates(how);
  if (f.infinities && !saturates) {
    return {sign | f.infinity(), flags::none};
  }
  const flags raised = flags::overflow | flags::inexact;
  switch (saturates ? nan_encoding::none : f.nans) {
    case nan_encoding::negative_zero: return {f.sign_mask(), raised};
    case nan_encoding::all_ones: return {sign | f.magnitude_mask(), raised};
    case nan_encoding::ieee:
    case nan_encoding::none: break;
  }
  return {sign | f.largest_finite(), raised};
}

/// A zero of the sign, or where the format has no zero its smallest number.
template <class Steps = steps>
VERBATIM_FP_INLINE outcome signed_zero(bool negative, const format& f) {
  if (!f.subnormals) {
    return {0, flags::underflow | flags::inexact};
  }
  return {Steps::zero_is_negative(negative, f) ? f.sign_mask() : 0, flags::none};
}

/// What a finite value too large for `f` becomes (clause 7.4).
template <class Steps = steps>
[[nodiscard]] constexpr outcome overflow(bool negative, const format& f, const attributes& how) {
  const flags raised = flags::overflow | flags::inexact;
  if (Steps::overflows_to_infinity(how.mode, negative)) {
    return {signed_infinity<Steps>(negative, f, how).bits, raised};
  }
  return {(negative ? f.sign_mask() : 0) | f.largest_finite(), raised};
}

/// Rounds once, to the nearest encodings of `f` on either side.
///
/// Preconditions: f.significand_bits <= 53; |value.exponent| < 2^30; where `sticky` is set, the significand has more
/// bits than the format (its width is at least f.significand_bits + 1), for without them half a unit cannot be told; in
/// stochastic rounding it then has at least 61.
template <class Steps = steps>
VERBATIM_FP_INLINE outcome round_pack(const exact& value, const format& f, const attributes& how) {
  if (value.significand == 0) {
    return signed_zero<Steps>(value.negative, f);
  }
  if (value.negative && !f.is_signed) {
    return invalid_operation(f, how);
  }
  const int leading = value.exponent + static_cast<int>(std::bit_width(value.significand)) - 1;
  if (leading > f.emax()) {
    return overflow<Steps>(value.negative, f, how);
  }
  const bool below_normal = leading < f.emin();
  const int last_place = (below_normal && f.subnormals ? f.emin() : leading) - f.fraction_bits();
  const int shift = last_place - value.exponent;
  const truncated cut = shift > 0 ? Steps::shift_right(value.significand, shift, value.sticky)
                                  : truncated{value.significand << -shift, 0};
  const random_digits random = how.mode == rounding::stochastic ? how.random.usable(f) : random_digits{};
  const bool away = Steps::rounds_away(how.mode, value.negative, cut, random);

  // The leading bit of a normal significand adds the one that is missing from the biased exponent here.
  const std::uint64_t binade = below_normal ? 0 : static_cast<std::uint64_t>(leading - f.emin());
  std::uint64_t size = Steps::increment((binade << f.fraction_bits()) + cut.significand, away, f);
  if (!f.subnormals) {
    size -= f.hidden_bit();
    if (below_normal) {
      size = 0;
    }
  }
  if (Steps::overflows(size, f)) {
    return overflow<Steps>(value.negative, f, how);
  }
  const bool minus = size != 0 ? value.negative : Steps::zero_is_negative(value.negative, f);
  const std::uint64_t sign = minus ? f.sign_mask() : 0;
  if (!below_normal) {
    return {sign | size, cut.exact() ? flags::none : flags::inexact};
  }
  bool tiny = true;
  if (how.detected == tininess::after_rounding && leading == f.emin() - 1) {
    const int finer_shift = f.subnormals ? shift - 1 : shift;
    const truncated finer = finer_shift > 0 ? Steps::shift_right(value.significand, finer_shift, value.sticky)
                                            : truncated{value.significand << -finer_shift, 0};
    const bool finer_away = Steps::rounds_away(how.mode, value.negative, finer, random);
    tiny = !Steps::rounds_up_to_normal(finer, finer_away, f);
  }
  if (Steps::flushes(tiny, how, f)) {
    return {signed_zero<Steps>(value.negative, f).bits, flags::underflow | flags::inexact};
  }
  if (cut.exact() && f.subnormals) {
    return {sign | size, flags::none};
  }
  return {sign | size, Steps::underflow_flags(tiny)};
}

static_assert(round_pack({false, 1, 0}, binary16, rounding::ties_even) == outcome{0x3c00, flags::none});
static_assert(round_pack({true, 65519, 0}, binary16, rounding::ties_even) == outcome{0xfbff, flags::inexact});
static_assert(round_pack({false, 65520, 0}, binary16, rounding::ties_even) ==
              outcome{0x7c00, flags::overflow | flags::inexact});
static_assert(round_pack({false, 1, -25}, binary16, rounding::ties_even) ==
              outcome{0x0000, flags::underflow | flags::inexact});
static_assert(round_pack({false, 0xfff, -12, true}, binary16, rounding::ties_even) == outcome{0x3c00, flags::inexact});
static_assert(round_pack({false, 464, 0}, e4m3fn, rounding::ties_even) == outcome{0x7e, flags::inexact});
static_assert(round_pack({false, 465, 0}, e4m3fn, rounding::ties_even).bits == 0x7f);
static_assert(round_pack({true, 1, -99}, e4m3fnuz, rounding::ties_even).bits == 0);
static_assert(round_pack({false, 1, 0}, e8m0fnu, rounding::ties_even) == outcome{127, flags::none});
static_assert(round_pack({false, 3, 0}, e8m0fnu, rounding::toward_zero) == outcome{128, flags::inexact});
static_assert(round_pack({false, 1, -200}, e8m0fnu, rounding::up) == outcome{0, flags::underflow | flags::inexact});

}  // namespace verbatim::fp
