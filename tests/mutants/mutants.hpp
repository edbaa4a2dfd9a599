// Deliberately wrong variants of the floating-point model: one small fault each, of the kinds that libraries have had.
//
// A mutant is models/fp's `steps` with one function hidden by a wrong one. mutants_test.cpp demands that its checks see
// every one of them: a check that lets a fault pass would let it pass in the model too.
#pragma once

#include <cstdint>

#include "models/fp/steps.hpp"

namespace verbatim::testing::mutants {

using fp::flags;
using fp::format;
using fp::nan_profile;
using fp::number_class;
using fp::one_half;
using fp::random_digits;
using fp::rounding;
using fp::steps;
using fp::truncated;
using fp::unpacked;

// ------------------------------------------------------------------------------------- one unit more in the last place

struct carry_stays_in_the_fraction : steps {
  static constexpr std::uint64_t increment(std::uint64_t size, bool away, const format& f) {
    return (size & ~f.fraction_mask()) | ((size + (away ? 1U : 0U)) & f.fraction_mask());
  }
};

struct carry_keeps_the_fraction : steps {
  static constexpr std::uint64_t increment(std::uint64_t size, bool away, const format& f) {
    const bool carries = away && (size & f.fraction_mask()) == f.fraction_mask();
    return carries ? size + f.hidden_bit() : size + (away ? 1U : 0U);
  }
};

struct subnormal_never_becomes_normal : steps {
  static constexpr std::uint64_t increment(std::uint64_t size, bool away, const format& f) {
    return size + (away && size + 1 != f.hidden_bit() ? 1U : 0U);
  }
};

struct subnormal_results_are_flushed : steps {
  static constexpr std::uint64_t increment(std::uint64_t size, bool away, const format& f) {
    const std::uint64_t rounded = size + (away ? 1U : 0U);
    return rounded < f.smallest_normal() ? 0 : rounded;
  }
};

struct nothing_is_ever_added : steps {
  static constexpr std::uint64_t increment(std::uint64_t size, bool, const format&) { return size; }
};

struct zero_never_becomes_the_smallest : steps {
  static constexpr std::uint64_t increment(std::uint64_t size, bool away, const format&) {
    return size + (away && size != 0 ? 1U : 0U);
  }
};

// ------------------------------------------------------------------------------------------------- digits that are cut

struct sticky_from_below_is_lost : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool) {
    return fp::shift_right(significand, count, false);
  }
};

struct sticky_below_64_digits_is_lost : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    truncated cut = fp::shift_right(significand, count, sticky);
    cut.sticky = count > 64 ? sticky : cut.sticky;
    return cut;
  }
};

struct far_shift_loses_everything : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return count >= 128 ? truncated{0, 0, sticky} : fp::shift_right(significand, count, sticky);
  }
};

struct shift_count_modulo_64 : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return count % 64 == 0 ? truncated{significand, 0, sticky} : fp::shift_right(significand, count % 64, sticky);
  }
};

struct shift_count_at_most_63 : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return fp::shift_right(significand, count > 63 ? 63 : count, sticky);
  }
};

struct shift_by_64_keeps_nothing : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return count == 64 ? truncated{0, 0, true} : fp::shift_right(significand, count, sticky);
  }
};

struct shift_by_65_counts_as_64 : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return fp::shift_right(significand, count == 65 ? 64 : count, sticky);
  }
};

struct low_word_is_dropped : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return fp::shift_right(count > 32 ? significand >> 32 << 32 : significand, count, sticky);
  }
};

struct half_is_read_one_place_low : steps {
  static constexpr truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    const truncated cut = fp::shift_right(significand, count, sticky);
    return {cut.significand, cut.fraction >> 1, cut.sticky || (cut.fraction & 1) != 0};
  }
};

// -------------------------------------------------------------------------------------------------------- the decision

struct ties_go_away : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return fp::rounds_away(mode == rounding::ties_even ? rounding::ties_away : mode, negative, cut, random);
  }
};

struct ties_go_to_zero : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    const bool tie = cut.fraction == one_half && !cut.sticky;
    return !(mode == rounding::ties_even && tie) && fp::rounds_away(mode, negative, cut, random);
  }
};

struct ties_go_to_odd : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    const bool tie = cut.fraction == one_half && !cut.sticky;
    return mode == rounding::ties_even && tie ? (cut.significand & 1) == 0
                                              : fp::rounds_away(mode, negative, cut, random);
  }
};

struct ties_away_goes_to_even : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return fp::rounds_away(mode == rounding::ties_away ? rounding::ties_even : mode, negative, cut, random);
  }
};

struct sticky_does_not_break_ties : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return fp::rounds_away(mode, negative, {cut.significand, cut.fraction, cut.sticky && cut.fraction != one_half},
                           random);
  }
};

struct mode_is_ignored : steps {
  static constexpr bool rounds_away(rounding, bool negative, const truncated& cut, const random_digits& random) {
    return fp::rounds_away(rounding::ties_even, negative, cut, random);
  }
};

struct toward_zero_goes_to_nearest : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return fp::rounds_away(mode == rounding::toward_zero ? rounding::ties_even : mode, negative, cut, random);
  }
};

struct nearest_goes_toward_zero : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return mode != rounding::ties_even && fp::rounds_away(mode, negative, cut, random);
  }
};

struct up_is_down_for_negative_numbers : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return mode == rounding::up && negative ? !cut.exact() : fp::rounds_away(mode, negative, cut, random);
  }
};

struct down_is_toward_zero : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return mode != rounding::down && fp::rounds_away(mode, negative, cut, random);
  }
};

struct directed_modes_do_not_see_sticky : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    const bool directed = mode == rounding::up || mode == rounding::down;
    return fp::rounds_away(mode, negative, {cut.significand, cut.fraction, cut.sticky && !directed}, random);
  }
};

struct to_odd_changes_exact_numbers : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return mode == rounding::to_odd ? (cut.significand & 1) == 0 : fp::rounds_away(mode, negative, cut, random);
  }
};

struct to_odd_truncates : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return mode != rounding::to_odd && fp::rounds_away(mode, negative, cut, random);
  }
};

struct stochastic_is_off_by_one : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    const std::uint64_t all = (std::uint64_t{1} << random.count) - 1;
    if (mode != rounding::stochastic) {
      return fp::rounds_away(mode, negative, cut, random);
    }
    return (random.bits & all) != 0 && fp::rounds_away(mode, negative, cut, {random.bits - 1, random.count});
  }
};

struct stochastic_moves_exact_numbers : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    const std::uint64_t all = (std::uint64_t{1} << random.count) - 1;
    return (mode == rounding::stochastic && (random.bits & all) == all) || fp::rounds_away(mode, negative, cut, random);
  }
};

struct stochastic_reads_one_digit_less : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    return fp::rounds_away(mode, negative, cut,
                           mode == rounding::stochastic ? random_digits{random.bits >> 1, random.count - 1} : random);
  }
};

/// Rounds first to `Digits` more digits than the result has, to nearest, and then as asked.
template <int Digits>
struct rounds_twice : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    const truncated finer{cut.fraction >> (64 - Digits), cut.fraction << Digits, cut.sticky};
    const std::uint64_t once =
        finer.significand + (fp::rounds_away(rounding::ties_even, negative, finer, random) ? 1U : 0U);
    if (once >> Digits != 0) {
      return true;
    }
    return fp::rounds_away(mode, negative, {cut.significand, once << (64 - Digits), false}, random);
  }
};

struct rounds_twice_through_binary32 : rounds_twice<24 - 11> {};
struct binary32_rounds_twice_through_binary64 : rounds_twice<53 - 24> {};

struct truncates_to_binary32_first : steps {
  static constexpr bool rounds_away(rounding mode, bool negative, const truncated& cut, const random_digits& random) {
    constexpr int dropped = 64 - (24 - 11);
    return fp::rounds_away(mode, negative, {cut.significand, cut.fraction >> dropped << dropped, false}, random);
  }
};

}  // namespace verbatim::testing::mutants
