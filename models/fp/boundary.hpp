// Operands where arithmetic goes wrong, drawn from random 64-bit numbers: one generator for property tests, samples
// against oracles, fuzzers and their seeds.
//
// In the manner of Berkeley TestFloat (Hauser, "TestFloat: general documentation"): a sign, an exponent pattern and a
// significand pattern, each weighted to the extremes. Besides it knows what a pair or a triple can be to one another
// (cancelling, a sticky bit apart) and what a wide number can be to a narrow format (a tie, or one unit from it).
//
// `Random` is called without arguments for the next std::uint64_t, uniform; nothing else is random, so equal numbers give
// equal operands on every machine.
#pragma once

#include <array>
#include <cstdint>

#include "models/fp/multiply.hpp"

namespace verbatim::fp::boundary {

/// A `Random` for those who need no better: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
/// Draw once in an expression unless the language gives the order of its parts: compilers differ.
struct split_mix {
  std::uint64_t state;

  constexpr std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
};

/// 0 to below - 1.
template <class Random>
constexpr std::uint64_t draw(Random& random, std::uint64_t below) {
  return below == 0 ? 0 : random() % below;
}

/// `width` bits: none, all, one, all but one, a run at either end, or any.
template <class Random>
constexpr std::uint64_t significand_pattern(Random& random, int width) {
  if (width <= 0) {
    return 0;
  }
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
  const std::uint64_t place = std::uint64_t{1} << draw(random, static_cast<std::uint64_t>(width));
  switch (draw(random, 10)) {
    case 0: return 0;
    case 1: return mask;
    case 2: return place;
    case 3: return mask & ~place;
    case 4: return place - 1;            // a run of ones below
    case 5: return mask & ~(place - 1);  // above
    case 6: return (place | 1) & mask;
    default: return random() & mask;
  }
}

/// The biased exponent: at the ends, near that of one, or any.
template <class Random>
constexpr std::uint64_t exponent_pattern(Random& random, const format& f) {
  const std::uint64_t top = (std::uint64_t{1} << f.exponent_bits) - 1;
  const auto bias = static_cast<std::uint64_t>(f.bias);
  switch (draw(random, 8)) {
    case 0: return draw(random, 3);
    case 1: return top - (draw(random, 3) & top);
    case 2:
    case 3: return (bias + draw(random, 5) - 2) & top;
    case 4:
      return (bias + draw(random, 4 * static_cast<std::uint64_t>(f.significand_bits)) -
              2 * static_cast<std::uint64_t>(f.significand_bits)) &
             top;
    default: return random() & top;
  }
}

/// Any encoding of `f`, NaN and infinity among them.
template <class Random>
constexpr std::uint64_t value(Random& random, const format& f) {
  if (draw(random, 4) == 0) {
    return random() & (f.magnitude_mask() | f.sign_mask());
  }
  const std::uint64_t sign = (random() & 1) != 0 ? f.sign_mask() : 0;
  const std::uint64_t exponent = exponent_pattern(random, f);
  return sign | ((exponent << f.fraction_bits()) & f.magnitude_mask()) | significand_pattern(random, f.fraction_bits());
}

/// A partner for `a`: often its neighbour, its negative, or so many binades away that only a sticky bit is left.
template <class Random>
constexpr std::uint64_t partner(Random& random, std::uint64_t a, const format& f) {
  const std::uint64_t flip = (random() & 1) != 0 ? f.sign_mask() : 0;
  const std::uint64_t all = f.magnitude_mask() | f.sign_mask();
  switch (draw(random, 6)) {
    case 0: return (a + draw(random, 5) - 2) & all;
    case 1: return (a ^ flip) & all;
    case 2:
    case 3: {
      // From 2 binades more than the significand holds above to as many below.
      const auto reach = static_cast<std::uint64_t>(f.significand_bits) + 2;
      const std::uint64_t steps = draw(random, 2 * reach + 1) - reach;
      const std::uint64_t moved = (a + (steps << f.fraction_bits())) & f.magnitude_mask();
      return flip | (moved & ~f.fraction_mask()) | significand_pattern(random, f.fraction_bits());
    }
    default: return value(random, f);
  }
}

/// An encoding of the wider `from` that is hard to round to `to`: a number of `to`, the middle between two of them, the
/// edge of overflow or of the smallest number, each moved by up to two units of `from`; or any.
template <class Random>
constexpr std::uint64_t hard_to_round(Random& random, const format& from, const format& to) {
  if (to.significand_bits >= from.significand_bits || draw(random, 5) == 0) {
    return value(random, from);
  }
  const std::uint64_t all = from.magnitude_mask() | from.sign_mask();
  const unpacked low = unpack(value(random, to) & ~to.sign_mask(), to);
  if (low.kind >= number_class::infinity) {
    return value(random, from);
  }
  const bool negative = from.is_signed && (random() & 1) != 0;
  const bool middle = (random() & 1) != 0;
  const exact target{negative, 2 * low.significand + (middle ? 1U : 0U), low.exponent - 1};
  const std::uint64_t bits = round_pack(target, from, rounding::toward_zero).bits;
  return (bits + draw(random, 5) - 2) & all;
}

/// Operands for fma of which the addend often cancels the product to its last digits.
template <class Random>
constexpr std::array<std::uint64_t, 3> triple(Random& random, const format& f) {
  const std::uint64_t a = value(random, f);
  const std::uint64_t b = partner(random, a, f);
  if (draw(random, 3) == 0) {
    return {a, b, value(random, f)};
  }
  const std::uint64_t near = multiply(a, b, f).bits;
  return {a, b, partner(random, (random() & 1) != 0 ? near : near ^ f.sign_mask(), f)};
}

}  // namespace verbatim::fp::boundary
