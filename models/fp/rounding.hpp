// The five rounding-direction attributes, the exception flags, and the one decision that rounding is.
//
// IEEE 754-2019: attributes in clause 4.3, exceptions in clause 7. Flags come back with each result; there is no global
// state. The lost fraction is what LLVM's APFloat calls it: all that rounding needs to know of the digits cut off.
#pragma once

#include <cstdint>

namespace verbatim::fp {

enum class rounding : std::uint8_t { ties_even, ties_away, toward_zero, up, down };

inline constexpr rounding all_roundings[] = {rounding::ties_even, rounding::ties_away, rounding::toward_zero,
                                             rounding::up, rounding::down};

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

/// The part cut off below the last place kept, in units of that place.
enum class lost_fraction : std::uint8_t { exactly_zero, less_than_half, exactly_half, more_than_half };

struct truncated {
  std::uint64_t significand;
  lost_fraction lost;

  friend constexpr bool operator==(const truncated&, const truncated&) = default;
};

/// Drops the low `count` bits. `sticky` says that something more than zero and less than one unit stands below
/// `significand`. Preconditions: count >= 1; any larger count is allowed, past the width of the type too.
[[nodiscard]] constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
  if (count > 64) {
    const bool zero = significand == 0 && !sticky;
    return {0, zero ? lost_fraction::exactly_zero : lost_fraction::less_than_half};
  }
  const std::uint64_t half = std::uint64_t{1} << (count - 1);
  const std::uint64_t cut = significand & (half | (half - 1));
  const std::uint64_t kept = count == 64 ? 0 : significand >> count;
  if (cut > half || (cut == half && sticky)) {
    return {kept, lost_fraction::more_than_half};
  }
  if (cut == half) {
    return {kept, lost_fraction::exactly_half};
  }
  return {kept, cut == 0 && !sticky ? lost_fraction::exactly_zero : lost_fraction::less_than_half};
}

/// Whether the magnitude grows by one unit in its last place. `odd` is the last bit kept.
[[nodiscard]] constexpr bool rounds_away(rounding mode, bool negative, bool odd, lost_fraction lost) {
  if (lost == lost_fraction::exactly_zero) {
    return false;
  }
  switch (mode) {
    case rounding::ties_even:
      return lost == lost_fraction::more_than_half || (lost == lost_fraction::exactly_half && odd);
    case rounding::ties_away: return lost >= lost_fraction::exactly_half;
    case rounding::toward_zero: return false;
    case rounding::up: return !negative;
    case rounding::down: return negative;
  }
  return false;
}

static_assert(shift_right(0b1011, 2, false) == truncated{0b10, lost_fraction::more_than_half});
static_assert(shift_right(0b1010, 2, true) == truncated{0b10, lost_fraction::more_than_half});
static_assert(shift_right(std::uint64_t{1} << 63, 64, false) == truncated{0, lost_fraction::exactly_half});
static_assert(shift_right(~std::uint64_t{0}, 65, false) == truncated{0, lost_fraction::less_than_half});
static_assert(!rounds_away(rounding::ties_even, false, false, lost_fraction::exactly_half));
static_assert(rounds_away(rounding::down, true, false, lost_fraction::less_than_half));

}  // namespace verbatim::fp
