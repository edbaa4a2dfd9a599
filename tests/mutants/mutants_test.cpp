// Proof that the checks of tests/mutants/checks.hpp can fail: every wrong variant of the model must be caught by one of
// them, each of them must catch one, and the model itself must pass them all.
#include <gtest/gtest.h>

#include <cstddef>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/mutants/checks.hpp"
#include "tests/mutants/mutants.hpp"
#include "tests/mutants/mutants_edges.hpp"
#include "tests/mutants/mutants_values.hpp"

namespace verbatim::testing {
namespace {

namespace m = mutants;

// The name of the type as the name in the table.
#define VERBATIM_MUTANT(type) {#type, &table_of<m::type>}

struct mutant {
  std::string_view name;
  const step_table* steps;
};

const mutant all_mutants[] = {
    VERBATIM_MUTANT(carry_stays_in_the_fraction),
    VERBATIM_MUTANT(carry_keeps_the_fraction),
    VERBATIM_MUTANT(subnormal_never_becomes_normal),
    VERBATIM_MUTANT(subnormal_results_are_flushed),
    VERBATIM_MUTANT(nothing_is_ever_added),
    VERBATIM_MUTANT(zero_never_becomes_the_smallest),
    VERBATIM_MUTANT(sticky_from_below_is_lost),
    VERBATIM_MUTANT(sticky_below_64_digits_is_lost),
    VERBATIM_MUTANT(far_shift_loses_everything),
    VERBATIM_MUTANT(shift_count_modulo_64),
    VERBATIM_MUTANT(shift_count_at_most_63),
    VERBATIM_MUTANT(shift_by_64_keeps_nothing),
    VERBATIM_MUTANT(shift_by_65_counts_as_64),
    VERBATIM_MUTANT(low_word_is_dropped),
    VERBATIM_MUTANT(half_is_read_one_place_low),
    VERBATIM_MUTANT(ties_go_away),
    VERBATIM_MUTANT(ties_go_to_zero),
    VERBATIM_MUTANT(ties_go_to_odd),
    VERBATIM_MUTANT(ties_away_goes_to_even),
    VERBATIM_MUTANT(sticky_does_not_break_ties),
    VERBATIM_MUTANT(mode_is_ignored),
    VERBATIM_MUTANT(toward_zero_goes_to_nearest),
    VERBATIM_MUTANT(nearest_goes_toward_zero),
    VERBATIM_MUTANT(up_is_down_for_negative_numbers),
    VERBATIM_MUTANT(down_is_toward_zero),
    VERBATIM_MUTANT(directed_modes_do_not_see_sticky),
    VERBATIM_MUTANT(to_odd_changes_exact_numbers),
    VERBATIM_MUTANT(to_odd_truncates),
    VERBATIM_MUTANT(stochastic_is_off_by_one),
    VERBATIM_MUTANT(stochastic_moves_exact_numbers),
    VERBATIM_MUTANT(stochastic_reads_one_digit_less),
    VERBATIM_MUTANT(rounds_twice_through_binary32),
    VERBATIM_MUTANT(binary32_rounds_twice_through_binary64),
    VERBATIM_MUTANT(truncates_to_binary32_first),
    VERBATIM_MUTANT(overflow_begins_at_the_largest),
    VERBATIM_MUTANT(overflow_begins_one_later),
    VERBATIM_MUTANT(overflow_begins_where_infinity_would_stand),
    VERBATIM_MUTANT(nearest_overflows_to_the_largest),
    VERBATIM_MUTANT(every_mode_overflows_to_infinity),
    VERBATIM_MUTANT(directed_overflow_ignores_the_sign),
    VERBATIM_MUTANT(to_odd_overflows_to_infinity),
    VERBATIM_MUTANT(underflow_is_told_before_rounding),
    VERBATIM_MUTANT(underflow_is_told_by_the_coarse_grid),
    VERBATIM_MUTANT(underflow_does_not_look_at_the_digits),
    VERBATIM_MUTANT(underflow_is_not_flagged),
    VERBATIM_MUTANT(underflow_alone_is_flagged),
    VERBATIM_MUTANT(every_small_result_underflows),
    VERBATIM_MUTANT(flush_to_zero_is_ignored),
    VERBATIM_MUTANT(flush_to_zero_is_always_on),
    VERBATIM_MUTANT(flush_to_zero_takes_the_smallest_normal),
    VERBATIM_MUTANT(saturate_is_ignored),
    VERBATIM_MUTANT(infinity_always_saturates),
    VERBATIM_MUTANT(largest_integer_does_not_fit),
    VERBATIM_MUTANT(integer_past_the_largest_wraps),
    VERBATIM_MUTANT(integers_wrap),
    VERBATIM_MUTANT(zero_sum_is_always_positive),
    VERBATIM_MUTANT(zero_sum_is_negative_when_rounding_up),
    VERBATIM_MUTANT(product_of_negatives_is_negative),
    VERBATIM_MUTANT(product_has_the_first_sign),
    VERBATIM_MUTANT(negation_quiets),
    VERBATIM_MUTANT(negation_leaves_nan_alone),
    VERBATIM_MUTANT(negation_subtracts_from_zero),
    VERBATIM_MUTANT(negative_zero_is_kept_in_fnuz),
    VERBATIM_MUTANT(zeros_are_never_negative),
    VERBATIM_MUTANT(minus_zero_is_less_than_zero),
    VERBATIM_MUTANT(comparison_ignores_the_sign),
    VERBATIM_MUTANT(fma_rounds_the_product),
    VERBATIM_MUTANT(fma_loses_the_last_digit_of_the_product),
    VERBATIM_MUTANT(arithmetic_does_not_quiet),
    VERBATIM_MUTANT(arithmetic_drops_the_payload),
    VERBATIM_MUTANT(signaling_nan_is_not_invalid),
    VERBATIM_MUTANT(every_nan_is_invalid),
    VERBATIM_MUTANT(nan_of_low_payload_becomes_infinity),
    VERBATIM_MUTANT(nan_payload_is_dropped),
    VERBATIM_MUTANT(nan_payload_keeps_its_low_end),
    VERBATIM_MUTANT(conversion_does_not_quiet),
    VERBATIM_MUTANT(conversion_always_quiets),
    VERBATIM_MUTANT(nan_loses_its_sign),
    VERBATIM_MUTANT(default_nan_is_not_used),
    VERBATIM_MUTANT(subnormal_is_a_binade_high),
    VERBATIM_MUTANT(subnormal_gets_a_hidden_bit),
    VERBATIM_MUTANT(subnormal_operand_is_zero),
    VERBATIM_MUTANT(denormals_are_zero_is_ignored),
    VERBATIM_MUTANT(hidden_bit_is_missing),
    VERBATIM_MUTANT(smallest_normal_is_one_binade_high),
    VERBATIM_MUTANT(infinity_is_a_finite_number),
    VERBATIM_MUTANT(infinity_is_a_nan),
    VERBATIM_MUTANT(nan_is_an_infinity),
    VERBATIM_MUTANT(signaling_nan_is_quiet),
    VERBATIM_MUTANT(top_binade_of_e4m3fn_is_ieee),
    VERBATIM_MUTANT(minus_zero_loses_its_sign),
};

#undef VERBATIM_MUTANT

TEST(mutants, the_model_itself_passes_every_check) {
  for (const check& each : all_checks()) {
    const complaint found = each.run();
    EXPECT_FALSE(found.has_value()) << each.name << ": " << found.value_or("");
  }
}

TEST(mutants, every_mutant_is_killed_and_every_check_kills_one) {
  std::vector<std::size_t> kills(all_checks().size());
  for (const mutant& wrong : all_mutants) {
    const with_steps scope(*wrong.steps);
    std::string killers;
    for (std::size_t i = 0; i < kills.size(); ++i) {
      if (all_checks()[i].run().has_value()) {
        ++kills[i];
        killers += (killers.empty() ? "" : ", ") + std::string(all_checks()[i].name);
      }
    }
    std::cout << wrong.name << ": " << (killers.empty() ? "SURVIVES" : "killed by " + killers) << '\n';
    EXPECT_FALSE(killers.empty()) << wrong.name << " passes every check";
  }
  for (std::size_t i = 0; i < kills.size(); ++i) {
    std::cout << "check '" << all_checks()[i].name << "' kills " << kills[i] << " of " << std::size(all_mutants)
              << '\n';
    EXPECT_GT(kills[i], 0U) << all_checks()[i].name << " kills no mutant: can it fail?";
  }
}

}  // namespace
}  // namespace verbatim::testing
