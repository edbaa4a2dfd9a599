// A second way to round, for tests: search instead of shifting.
//
// It knows a format as two field widths, decodes an encoding by the formula of IEEE 754-2019 clause 3.4, and finds the
// two encodings around an exact value by bisection. A mode then picks one of them by comparing the value with the
// midpoint. Numbers are compared by their leading bit and then by their digits, all in integers. It shares neither code
// nor method with models/fp, and is some twenty times slower.
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>

#include "models/fp/rounding.hpp"

namespace verbatim::testing {

/// A magnitude: (digits + s) × 2^exponent, where s is 0, or with `more` some fraction between 0 and 1.
struct amount {
  std::uint64_t digits;
  int exponent;
  bool more = false;
};

inline std::strong_ordering compare(const amount& a, const amount& b) {
  if (a.digits == 0 || b.digits == 0) {
    return (a.digits != 0) <=> (b.digits != 0);
  }
  const int a_empty = std::countl_zero(a.digits);
  const int b_empty = std::countl_zero(b.digits);
  if (const auto leading = (a.exponent - a_empty) <=> (b.exponent - b_empty); leading != 0) {
    return leading;
  }
  const auto digits = (a.digits << a_empty) <=> (b.digits << b_empty);
  return digits != 0 ? digits : a.more <=> b.more;
}

inline bool operator<(const amount& a, const amount& b) { return compare(a, b) < 0; }
inline bool operator<=(const amount& a, const amount& b) { return compare(a, b) <= 0; }

class oracle {
 public:
  constexpr oracle(int exponent_field, int fraction_field) : w_(exponent_field), t_(fraction_field) {}

  [[nodiscard]] std::uint64_t infinity() const { return ((std::uint64_t{1} << w_) - 1) << t_; }

  /// Infinity stands where the number after the largest finite one would, 2^(emax + 1).
  [[nodiscard]] amount decode(std::uint64_t size) const {
    const std::uint64_t field = size >> t_;
    const std::uint64_t fraction = size - (field << t_);
    return field == 0 ? amount{fraction, emin() - t_}
                      : amount{fraction + (std::uint64_t{1} << t_), static_cast<int>(field) - bias() - t_};
  }

  /// Rounds ±value. `value.more` needs more digits than the format has, as in models/fp.
  [[nodiscard]] fp::outcome round(bool negative, const amount& value, fp::rounding mode) const {
    const std::uint64_t sign = negative ? std::uint64_t{1} << (w_ + t_) : 0;
    if (decode(infinity()) <= value) {
      return {sign | (picks_upper(negative, false, true, mode) ? infinity() : infinity() - 1),
              fp::flags::overflow | fp::flags::inexact};
    }
    const std::uint64_t lower = floor(value);
    const amount below = decode(lower);
    if (compare(below, value) == 0) {
      return {sign | lower, fp::flags::none};
    }
    // Both neighbours are a whole number of units apart, so the midpoint takes one digit more than the lower.
    const amount middle{2 * below.digits + 1, below.exponent - 1};
    const bool tie = compare(value, middle) == 0;
    const bool nearer_upper = tie ? lower % 2 == 1 : middle < value;
    const std::uint64_t size = picks_upper(negative, tie, nearer_upper, mode) ? lower + 1 : lower;
    if (size == infinity()) {
      return {sign | size, fp::flags::overflow | fp::flags::inexact};
    }
    return {sign | size, tiny(negative, value, mode) ? fp::flags::underflow | fp::flags::inexact : fp::flags::inexact};
  }

  [[nodiscard]] fp::outcome round(double value, fp::rounding mode) const {
    int exponent = 0;
    const double scaled = std::ldexp(std::frexp(std::fabs(value), &exponent), 53);
    return round(std::signbit(value), {static_cast<std::uint64_t>(scaled), exponent - 53}, mode);
  }

 private:
  int w_;
  int t_;

  [[nodiscard]] int bias() const { return (1 << (w_ - 1)) - 1; }
  [[nodiscard]] int emin() const { return 1 - bias(); }

  static bool picks_upper(bool negative, bool tie, bool nearer_upper, fp::rounding mode) {
    switch (mode) {
      case fp::rounding::ties_even: return nearer_upper;
      case fp::rounding::ties_away: return tie || nearer_upper;
      case fp::rounding::toward_zero: return false;
      case fp::rounding::up: return !negative;
      case fp::rounding::down: return negative;
      case fp::rounding::to_odd:
      case fp::rounding::stochastic: break;  // not of the standard: tests/exhaustive has them
    }
    return false;
  }

  /// The greatest encoding not above the value, which lies below 2^(emax + 1).
  [[nodiscard]] std::uint64_t floor(const amount& value) const {
    std::uint64_t low = 0;
    std::uint64_t high = infinity();
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (decode(middle) <= value ? low : high) = middle;
    }
    return low;
  }

  /// Whether an unbounded exponent range would leave the result below 2^emin. Just below it the grid ends in
  /// 2^emin - 1 unit of 2^(emin - t - 1), half the unit of the subnormal numbers.
  [[nodiscard]] bool tiny(bool negative, const amount& value, fp::rounding mode) const {
    if (decode(std::uint64_t{1} << t_) <= value) {
      return false;
    }
    const amount last{(std::uint64_t{2} << t_) - 1, emin() - t_ - 1};
    const amount middle{2 * last.digits + 1, last.exponent - 1};
    switch (mode) {
      case fp::rounding::ties_even:
      case fp::rounding::ties_away: return value < middle;
      case fp::rounding::toward_zero: return true;
      case fp::rounding::up: return negative || value <= last;
      case fp::rounding::down: return !negative || value <= last;
      case fp::rounding::to_odd:
      case fp::rounding::stochastic: break;
    }
    return true;
  }
};

}  // namespace verbatim::testing
