// From an exact value to an encoding: the one place where this model rounds.
//
// IEEE 754-2019: rounding in clause 4.3, overflow in 7.4, underflow in 7.5, inexact in 7.6. Subnormal results are kept
// (gradual underflow). Tininess is detected after rounding, as x86, RISC-V and most others do: a result is tiny when
// it would lie below the smallest normal number even with an unbounded exponent range, and underflow is signalled when
// a tiny result is inexact.
#pragma once

#include <bit>
#include <cstdint>

#include "models/fp/format.hpp"
#include "models/fp/rounding.hpp"

namespace verbatim::fp {

/// (-1)^negative × (significand + s) × 2^exponent, where s is 0, or with `sticky` some fraction between 0 and 1 that
/// need not be known further.
struct exact {
  bool negative;
  std::uint64_t significand;
  int exponent;
  bool sticky = false;
};

/// What a finite value too large for `f` becomes (clause 7.4).
[[nodiscard]] constexpr outcome overflow(bool negative, const format& f, rounding mode) {
  const bool nearest = mode == rounding::ties_even || mode == rounding::ties_away;
  const bool to_infinity = nearest || mode == (negative ? rounding::down : rounding::up);
  const std::uint64_t sign = negative ? f.sign_mask() : 0;
  return {sign | (to_infinity ? f.infinity() : f.largest_finite()), flags::overflow | flags::inexact};
}

/// Rounds once, to the nearest encodings of `f` on either side.
///
/// Preconditions: f.significand_bits <= 63; |value.exponent| < 2^30; where `sticky` is set, the significand has more
/// bits than the format (its width is at least f.significand_bits + 1), for without them half a unit cannot be told.
[[nodiscard]] constexpr outcome round_pack(const exact& value, const format& f, rounding mode) {
  const std::uint64_t sign = value.negative ? f.sign_mask() : 0;
  if (value.significand == 0) {
    return {sign, flags::none};
  }
  const int leading = value.exponent + static_cast<int>(std::bit_width(value.significand)) - 1;
  if (leading > f.emax()) {
    return overflow(value.negative, f, mode);
  }
  const bool below_normal = leading < f.emin();
  const int last_place = (below_normal ? f.emin() : leading) - f.fraction_bits();
  const int shift = last_place - value.exponent;
  const truncated cut = shift > 0 ? shift_right(value.significand, shift, value.sticky)
                                  : truncated{value.significand << -shift, lost_fraction::exactly_zero};
  const bool away = rounds_away(mode, value.negative, (cut.significand & 1) != 0, cut.lost);

  // The leading bit of a normal significand adds the one that is missing from the biased exponent here, and a carry out
  // of the fraction goes on into the exponent: from subnormal to normal, to the next binade, to infinity.
  const std::uint64_t binade = below_normal ? 0 : static_cast<std::uint64_t>(leading - f.emin());
  const std::uint64_t size = (binade << f.fraction_bits()) + cut.significand + (away ? 1U : 0U);
  if (size >= f.infinity()) {
    return overflow(value.negative, f, mode);
  }
  if (cut.lost == lost_fraction::exactly_zero) {
    return {sign | size, flags::none};
  }
  // With an unbounded exponent range the value would keep one bit more here, and could still round up to 2^emin.
  bool tiny = below_normal;
  if (leading == f.emin() - 1 && size == f.smallest_normal()) {
    const truncated finer = shift > 1 ? shift_right(value.significand, shift - 1, value.sticky)
                                      : truncated{value.significand, lost_fraction::exactly_zero};
    const std::uint64_t all_ones = f.smallest_normal() | f.fraction_mask();
    tiny = finer.significand != all_ones || !rounds_away(mode, value.negative, true, finer.lost);
  }
  return {sign | size, tiny ? flags::underflow | flags::inexact : flags::inexact};
}

static_assert(round_pack({false, 1, 0}, binary16, rounding::ties_even) == outcome{0x3c00, flags::none});
static_assert(round_pack({true, 65519, 0}, binary16, rounding::ties_even) == outcome{0xfbff, flags::inexact});
static_assert(round_pack({false, 65520, 0}, binary16, rounding::ties_even) ==
              outcome{0x7c00, flags::overflow | flags::inexact});
static_assert(round_pack({false, 1, -25}, binary16, rounding::ties_even) ==
              outcome{0x0000, flags::underflow | flags::inexact});
static_assert(round_pack({false, 0xfff, -12, true}, binary16, rounding::ties_even) == outcome{0x3c00, flags::inexact});

}  // namespace verbatim::fp
