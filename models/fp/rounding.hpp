// The rounding-direction attributes, the exception flags, and the one decision that rounding is.
//
// IEEE 754-2019: attributes in clause 4.3, exceptions in clause 7. Flags come back with each result; there is no global
// state. Rounding to odd is Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms
// using rounding to odd" (2008); stochastic rounding Croci et al., "Stochastic rounding: implementation, error analysis
// and applications" (2022).
#pragma once

#include <cstdint>

#include "models/fp/format.hpp"

namespace verbatim::fp {

enum class rounding : std::uint8_t { ties_even, ties_away, toward_zero, up, down, to_odd, stochastic };

/// The five of the standard.
inline constexpr rounding all_roundings[] = {rounding::ties_even, rounding::ties_away, rounding::toward_zero,
                                             rounding::up, rounding::down};
/// All that need no random bits.
inline constexpr rounding deterministic_roundings[] = {rounding::ties_even, rounding::ties_away, rounding::toward_zero,
                                                       rounding::up,        rounding::down,      rounding::to_odd};

/// A set of exceptions; `flags::none` is the empty one.
enum class flags : std::uint8_t {
  none = 0,
  inexact = 1,
  underflow = 2,
  overflow = 4,
  divide_by_zero = 8,
  invalid = 16,
};

[[nodiscard]] constexpr flags operator|(flags a, flags b) {
  return static_cast<flags>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr bool has(flags set, flags one) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(one)) != 0;
}

/// What an operation gives: an encoding in its result format and the exceptions it signals.
struct outcome {
  std::uint64_t bits;
  flags raised;

  friend constexpr bool operator==(const outcome&, const outcome&) = default;
};

/// Digits kept, and the part cut off below the last place kept, in units of that place.
struct truncated {
  std::uint64_t significand;
  std::uint64_t fraction;  ///< the first 64 binary digits cut off: 2^63 stands for one half
  bool sticky = false;     ///< something not zero stands below these

  [[nodiscard]] constexpr bool exact() const { return fraction == 0 && !sticky; }
  friend constexpr bool operator==(const truncated&, const truncated&) = default;
};

inline constexpr std::uint64_t one_half = std::uint64_t{1} << 63;

/// Drops the low `count` bits. `sticky` says that something more than zero and less than one unit stands below
/// `significand`. Preconditions: count >= 1; any larger count is allowed, past the width of the type too.
VERBATIM_FP_INLINE truncated shift_right(std::uint64_t significand, int count, bool sticky) {
  if (count < 64) {
    return {significand >> count, significand << (64 - count), sticky};
  }
  if (count == 64) {
    return {0, significand, sticky};
  }
  if (count < 128) {
    return {0, significand >> (count - 64), sticky || (significand << (128 - count)) != 0};
  }
  return {0, 0, sticky || significand != 0};
}

/// Random digits for stochastic rounding: the low `count` bits of `bits`, uniform. 1 <= count <= 63. A result of
/// precision p uses the first 61 - p of them (8 in binary64, 37 in binary32, 50 in binary16): so many digits of the
/// fraction cut off are sure to be known.
struct random_digits {
  std::uint64_t bits = 0;
  int count = 32;

  [[nodiscard]] constexpr random_digits usable(const format& f) const {
    const int limit = 61 - f.significand_bits;
    return count <= limit ? *this : random_digits{bits >> (count - limit), limit};
  }
};

/// Whether the magnitude grows by one unit in its last place. Stochastic rounding goes away from zero with the
/// probability of the fraction cut off, taken down to `random.count` binary digits: with 0 where those are all 0.
VERBATIM_FP_INLINE bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
  const bool odd = (cut.significand & 1) != 0;
  switch (mode) {
    case rounding::ties_even: return cut.fraction > one_half || (cut.fraction == one_half && (cut.sticky || odd));
    case rounding::ties_away: return cut.fraction >= one_half;
    case rounding::toward_zero: return false;
    case rounding::up: return !negative && !cut.exact();
    case rounding::down: return negative && !cut.exact();
    case rounding::to_odd: return !odd && !cut.exact();
    case rounding::stochastic:
      return (cut.fraction >> (64 - random.count)) + (random.bits & ((std::uint64_t{1} << random.count) - 1)) >=
             std::uint64_t{1} << random.count;
  }
  return false;
}

static_assert(shift_right(0b1011, 2, false) == truncated{0b10, std::uint64_t{3} << 62});
static_assert(shift_right(0b1010, 2, true) == truncated{0b10, one_half, true});
static_assert(shift_right(one_half, 64, false) == truncated{0, one_half});
static_assert(shift_right(~std::uint64_t{0}, 65, false) == truncated{0, one_half - 1, true});
static_assert(shift_right(1, 1000, false) == truncated{0, 0, true});
static_assert(!rounds_away(rounding::ties_even, false, {2, one_half}, {}));
static_assert(rounds_away(rounding::ties_even, false, {2, one_half, true}, {}));
static_assert(rounds_away(rounding::down, true, {2, 0, true}, {}));
static_assert(!rounds_away(rounding::stochastic, false, {2, one_half}, {7, 4}));
static_assert(rounds_away(rounding::stochastic, false, {2, one_half}, {8, 4}));

}  // namespace verbatim::fp
