// Expected results for neighbourhoods of known bugs, by adding up one binary digit after the other.
//
// Each digit of a value either stands at or above the last place that the format keeps, or is the first below it, or is
// further down: that is all that rounding needs to know. No shift here depends on how far apart two places are, and
// nothing is taken from models/fp but the names of modes and flags.
#pragma once

#include <cstdint>

#include "models/fp/rounding.hpp"

namespace verbatim::testing {

__extension__ typedef unsigned __int128 wide_digits;

/// A format as its specification's table has it, typed once more.
struct shape {
  const fp::format& format;  ///< what to ask of the model
  int precision;
  int emin;
  std::uint64_t largest;
  std::uint64_t past;  ///< what overflow gives: infinity, NaN, or the largest number where there is neither
};

inline const shape half_shape{fp::binary16, 11, -14, 0x7bff, 0x7c00};
inline const shape brain_shape{fp::bfloat16, 8, -126, 0x7f7f, 0x7f80};
inline const shape single_shape{fp::binary32, 24, -126, 0x7f7fffff, 0x7f800000};
inline const shape double_shape{fp::binary64, 53, -1022, 0x7fefffffffffffff, 0x7ff0000000000000};
inline const shape e5m2_shape{fp::e5m2, 3, -14, 0x7b, 0x7c};
inline const shape e4m3fn_shape{fp::e4m3fn, 4, -6, 0x7e, 0x7f};
inline const shape e2m1_shape{fp::e2m1fn, 2, 0, 0x7, 0x7};

inline const shape* const all_shapes[] = {&double_shape, &single_shape, &half_shape, &brain_shape,
                                          &e5m2_shape,   &e4m3fn_shape, &e2m1_shape};

/// digits × 2^exponent.
struct value {
  wide_digits digits;
  int exponent;
};

inline int leading_place(const value& v) {
  int place = v.exponent - 1;
  for (wide_digits rest = v.digits; rest != 0; rest >>= 1) ++place;
  return place;
}

/// Whether the size goes up by one unit where something was cut off.
inline bool goes_away(fp::rounding mode, bool negative, bool odd, bool half, bool rest) {
  switch (mode) {
    case fp::rounding::ties_even: return half && (rest || odd);
    case fp::rounding::ties_away: return half;
    case fp::rounding::up: return !negative && (half || rest);
    case fp::rounding::down: return negative && (half || rest);
    case fp::rounding::to_odd: return !odd && (half || rest);
    case fp::rounding::toward_zero:
    case fp::rounding::stochastic: break;
  }
  return false;
}

struct kept_digits {
  std::uint64_t count;  ///< of units
  bool exact;
};

/// In whole units of 2^unit.
inline kept_digits keep(const value& v, int unit, bool negative, fp::rounding mode) {
  std::uint64_t kept = 0;
  bool half = false;
  bool rest = false;
  int place = v.exponent;
  for (wide_digits left = v.digits; left != 0; left >>= 1, ++place) {
    if ((left & 1) == 0) continue;
    if (place >= unit) {
      kept += std::uint64_t{1} << (place - unit);
    } else if (place == unit - 1) {
      half = true;
    } else {
      rest = true;
    }
  }
  const bool away = goes_away(mode, negative, kept % 2 == 1, half, rest);
  return {kept + (away ? 1 : 0), !half && !rest};
}

/// The encoding of count × 2^unit, which the format can hold or which is past its largest number.
inline std::uint64_t encode(const shape& to, std::uint64_t count, int unit) {
  const std::uint64_t hidden = std::uint64_t{1} << (to.precision - 1);
  if (count == 2 * hidden) {
    count = hidden;
    ++unit;
  }
  return count < hidden ? count : static_cast<std::uint64_t>(unit + to.precision - to.emin) * hidden + (count - hidden);
}

/// Rounded once, with flags; underflow is told after rounding.
inline fp::outcome expected(const shape& to, bool negative, const value& v, fp::rounding mode) {
  using fp::flags;
  using fp::rounding;
  const std::uint64_t sign = negative ? to.format.sign_mask() : 0;
  if (v.digits == 0) return {sign, flags::none};
  const int leading = leading_place(v);
  const int unit = (leading < to.emin ? to.emin : leading) - (to.precision - 1);
  const kept_digits kept = keep(v, unit, negative, mode);
  const std::uint64_t size = encode(to, kept.count, unit);
  if (size > to.largest) {
    const bool nearest = mode == rounding::ties_even || mode == rounding::ties_away;
    const bool to_infinity = nearest || mode == (negative ? rounding::down : rounding::up);
    return {sign | (to_infinity ? to.past : to.largest), flags::overflow | flags::inexact};
  }
  if (kept.exact) return {sign | size, flags::none};
  // Tiny, unless all digits that an unbounded exponent range would keep are ones and go up to 2^emin.
  const int finer = leading - (to.precision - 1);
  const bool tiny = leading < to.emin && !(leading == to.emin - 1 &&
                                           keep(v, finer, negative, mode).count == std::uint64_t{1} << to.precision);
  return {sign | size, tiny ? flags::underflow | flags::inexact : flags::inexact};
}

/// What a size of the format stands for; past the largest finite number of binary formats, the power of two after it.
inline value decode(const shape& from, std::uint64_t size) {
  const std::uint64_t hidden = std::uint64_t{1} << (from.precision - 1);
  const int field = static_cast<int>(size / hidden);
  const std::uint64_t fraction = size % hidden;
  const int lowest = from.emin - (from.precision - 1);
  return field == 0 ? value{fraction, lowest} : value{hidden + fraction, lowest + field - 1};
}

}  // namespace verbatim::testing
