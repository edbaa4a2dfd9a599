// The small decisions that operations are made of, in one place.
//
// Every operation is a template over these, with this struct for its default; a test puts a wrong one in place of one
// of them to prove that the suite would see it (tests/mutants).
#pragma once

#include <cstdint>

#include "models/fp/attributes.hpp"
#include "models/fp/nan.hpp"
#include "models/fp/rounding.hpp"
#include "models/fp/unpack.hpp"

namespace verbatim::fp {

struct steps {
  VERBATIM_FP_INLINE static fp::unpacked unpack(std::uint64_t bits, const format& f) { return fp::unpack(bits, f); }

  VERBATIM_FP_INLINE static truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return fp::shift_right(significand, count, sticky);
  }

  VERBATIM_FP_INLINE static bool rounds_away(rounding mode, bool negative, const truncated& cut,
                                             const random_digits& random) {
    return fp::rounds_away(mode, negative, cut, random);
  }

  /// Adds one unit in the last place. A carry out of the fraction goes on into the exponent: from subnormal to normal, to
  /// the next binade, past the largest finite number.
  VERBATIM_FP_INLINE static std::uint64_t increment(std::uint64_t size, bool away, const format&) {
    return size + (away ? 1U : 0U);
  }

  VERBATIM_FP_INLINE static bool overflows(std::uint64_t size, const format& f) { return size > f.largest_finite(); }

  /// Whether a value past the largest finite number becomes infinite (clause 7.4).
  VERBATIM_FP_INLINE static bool overflows_to_infinity(rounding mode, bool negative) {
    switch (mode) {
      case rounding::ties_even:
      case rounding::ties_away:
      case rounding::stochastic: return true;
      case rounding::toward_zero:
      case rounding::to_odd: return false;
      case rounding::up: return !negative;
      case rounding::down: return negative;
    }
    return true;
  }

  /// With an unbounded exponent range, a significand with one bit more would have been kept: all its bits set, it could
  /// still have rounded up to 2^emin and been no tiny one.
  VERBATIM_FP_INLINE static bool rounds_up_to_normal(const truncated& finer, bool away, const format& f) {
    return finer.significand == (f.hidden_bit() | f.fraction_mask()) && away;
  }

  VERBATIM_FP_INLINE static flags underflow_flags(bool tiny) {
    return tiny ? flags::underflow | flags::inexact : flags::inexact;
  }

  /// The sign of an exact zero sum of two values of opposite sign (clause 6.3).
  VERBATIM_FP_INLINE static bool zero_sum_is_negative(rounding mode) { return mode == rounding::down; }

  VERBATIM_FP_INLINE static bool product_sign(bool a, bool b) { return a != b; }

  [[nodiscard]] static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                                             const nan_profile& profile) {
    return profile.propagates ? carried_nan(bits, from, to, profile.quiets_in_conversion) : generated_nan(to, profile);
  }

  /// The NaN operand that an operation passes on.
  [[nodiscard]] static constexpr std::uint64_t propagated_nan(std::uint64_t bits, const format& from, const format& to,
                                                              const nan_profile& profile) {
    return carried_nan(bits, from, to, profile.quiets_in_arithmetic);
  }

  /// Whether a NaN operand is an invalid operation (clause 7.2 a).
  VERBATIM_FP_INLINE static bool signals_invalid(std::uint64_t bits, const format& f) { return is_signaling(bits, f); }

  /// Whether the encoding of a zero has the sign bit.
  VERBATIM_FP_INLINE static bool zero_is_negative(bool negative, const format& f) { return negative && f.signed_zero; }

  VERBATIM_FP_INLINE static bool flushes(bool tiny, const attributes& how, const format& f) {
    return tiny && how.flush_to_zero && f.subnormals;
  }

  VERBATIM_FP_INLINE static bool saturates(const attributes& how) { return how.saturate; }

  /// The product of two significands, as fused multiply-add adds to it: whole.
  template <class Unsigned>
  VERBATIM_FP_INLINE static Unsigned product(Unsigned significand, const format&) {
    return significand;
  }

  VERBATIM_FP_INLINE static bool fits_integer(std::uint64_t size, std::uint64_t limit) { return size <= limit; }

  /// What comparison orders by: both zeros are 0.
  VERBATIM_FP_INLINE static std::int64_t ordered_size(std::uint64_t bits, const format& f) {
    // Without subnormal numbers the encoding 0 is no zero.
    const auto size = static_cast<std::int64_t>(magnitude(bits, f) + (f.subnormals ? 0U : 1U));
    return is_negative(bits, f) ? -size : size;
  }

  VERBATIM_FP_INLINE static std::uint64_t negated(std::uint64_t bits, const format& f) { return bits ^ f.sign_mask(); }
};

}  // namespace verbatim::fp
