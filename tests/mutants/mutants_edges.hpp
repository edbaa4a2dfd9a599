// More wrong variants of the floating-point model: the edges of a format's range, flags and attributes.
#pragma once

#include <cstdint>

#include "tests/mutants/mutants.hpp"

namespace verbatim::testing::mutants {

// ------------------------------------------------------------------------------------------------------------ overflow

struct overflow_begins_at_the_largest : steps {
  static constexpr bool overflows(std::uint64_t size, const format& f) { return size >= f.largest_finite(); }
};

struct overflow_begins_one_later : steps {
  static constexpr bool overflows(std::uint64_t size, const format& f) { return size > f.largest_finite() + 1; }
};

struct overflow_begins_where_infinity_would_stand : steps {
  static constexpr bool overflows(std::uint64_t size, const format& f) { return size >= f.infinity(); }
};

struct nearest_overflows_to_the_largest : steps {
  static constexpr bool overflows_to_infinity(rounding mode, bool negative) {
    return mode != rounding::ties_even && steps::overflows_to_infinity(mode, negative);
  }
};

struct every_mode_overflows_to_infinity : steps {
  static constexpr bool overflows_to_infinity(rounding, bool) { return true; }
};

struct directed_overflow_ignores_the_sign : steps {
  static constexpr bool overflows_to_infinity(rounding mode, bool) {
    return mode != rounding::toward_zero && mode != rounding::to_odd;
  }
};

struct to_odd_overflows_to_infinity : steps {
  static constexpr bool overflows_to_infinity(rounding mode, bool negative) {
    return mode == rounding::to_odd || steps::overflows_to_infinity(mode, negative);
  }
};

// ----------------------------------------------------------------------------------------------------------- underflow

struct underflow_is_told_before_rounding : steps {
  static constexpr bool rounds_up_to_normal(const truncated&, bool, const format&) { return false; }
};

struct underflow_is_told_by_the_coarse_grid : steps {
  static constexpr bool rounds_up_to_normal(const truncated& finer, bool, const format& f) {
    return finer.significand == (f.hidden_bit() | f.fraction_mask());
  }
};

struct underflow_does_not_look_at_the_digits : steps {
  static constexpr bool rounds_up_to_normal(const truncated&, bool away, const format&) { return away; }
};

struct underflow_is_not_flagged : steps {
  static constexpr flags underflow_flags(bool) { return flags::inexact; }
};

struct underflow_alone_is_flagged : steps {
  static constexpr flags underflow_flags(bool tiny) { return tiny ? flags::underflow : flags::inexact; }
};

struct every_small_result_underflows : steps {
  static constexpr flags underflow_flags(bool) { return flags::underflow | flags::inexact; }
};

// ------------------------------------------------------------------------------------------- what attributes ask for

struct flush_to_zero_is_ignored : steps {
  static constexpr bool flushes(bool, const fp::attributes&, const format&) { return false; }
};

struct flush_to_zero_is_always_on : steps {
  static constexpr bool flushes(bool tiny, const fp::attributes&, const format& f) { return tiny && f.subnormals; }
};

struct flush_to_zero_takes_the_smallest_normal : steps {
  static constexpr bool flushes(bool, const fp::attributes& how, const format& f) {
    return how.flush_to_zero && f.subnormals;
  }
};

struct saturate_is_ignored : steps {
  static constexpr bool saturates(const fp::attributes&) { return false; }
};

struct infinity_always_saturates : steps {
  static constexpr bool saturates(const fp::attributes&) { return true; }
};

// ------------------------------------------------------------------------------------------------------------ integers

struct largest_integer_does_not_fit : steps {
  static constexpr bool fits_integer(std::uint64_t size, std::uint64_t limit) { return size < limit; }
};

struct integer_past_the_largest_wraps : steps {
  static constexpr bool fits_integer(std::uint64_t size, std::uint64_t limit) { return size <= limit + 1; }
};

struct integers_wrap : steps {
  static constexpr bool fits_integer(std::uint64_t, std::uint64_t) { return true; }
};

}  // namespace verbatim::testing::mutants
