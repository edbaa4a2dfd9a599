// Properties of the operations of models/fp, over every format and mode, on bit patterns.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdint>

#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"
#include "models/fp/parse.hpp"
#include "tests/property/fp_case.hpp"

namespace {

namespace fp = verbatim::fp;
using verbatim::testing::fp_case;

fp::rounding any_mode() {
  return fp::deterministic_roundings[*rc::gen::inRange<std::size_t>(0, std::size(fp::deterministic_roundings))];
}

bool finite(std::uint64_t bits, const fp::format& f) { return fp::classify(bits, f) < fp::number_class::infinity; }
bool zero(std::uint64_t bits, const fp::format& f) { return fp::classify(bits, f) == fp::number_class::zero; }
bool lossy(const fp::outcome& result) { return result.raised != fp::flags::none; }

/// Equal, or both NaN.
bool same(std::uint64_t a, std::uint64_t b, const fp::format& f) {
  return a == b || (fp::is_nan(a, f) && fp::is_nan(b, f));
}

bool at_most(std::uint64_t a, std::uint64_t b, const fp::format& f) {
  const fp::relation found = fp::compare(a, b, f);
  return found == fp::relation::less || found == fp::relation::equal;
}

fp::rounding mirrored(fp::rounding mode) {
  return mode == fp::rounding::up ? fp::rounding::down : mode == fp::rounding::down ? fp::rounding::up : mode;
}

RC_GTEST_PROP(fp_operations_property, addition_and_multiplication_commute, (const fp_case& in)) {
  const fp::format& f = *in.f;
  const fp::rounding mode = any_mode();
  const fp::outcome sum = fp::add(in.x[0], in.x[1], f, mode);
  const fp::outcome mus = fp::add(in.x[1], in.x[0], f, mode);
  const fp::outcome product = fp::multiply(in.x[0], in.x[1], f, mode);
  const fp::outcome tcudorp = fp::multiply(in.x[1], in.x[0], f, mode);
  RC_ASSERT(same(sum.bits, mus.bits, f));
  RC_ASSERT(sum.raised == mus.raised);
  RC_ASSERT(same(product.bits, tcudorp.bits, f));
  RC_ASSERT(product.raised == tcudorp.raised);
}

RC_GTEST_PROP(fp_operations_property, negative_operands_mirror_the_result, (const fp_case& in)) {
  const fp::format& f = *in.f;
  RC_PRE(f.is_signed && f.signed_zero);
  const fp::rounding mode = any_mode();
  const auto [a, b, c] = in.x;
  const fp::outcome plain = fp::fused_multiply_add(a, b, c, f, mode);
  const fp::outcome turned = fp::fused_multiply_add(fp::negate(a, f), b, fp::negate(c, f), f, mirrored(mode));
  const bool both_nan = fp::is_nan(plain.bits, f) && fp::is_nan(turned.bits, f);
  const bool mirrors = turned.bits == fp::negate(plain.bits, f) || (zero(plain.bits, f) && zero(turned.bits, f)) ||
                       both_nan || (f.nans == fp::nan_encoding::none && fp::has(plain.raised, fp::flags::invalid));
  RC_ASSERT(mirrors);
  RC_ASSERT(plain.raised == turned.raised);
}

RC_GTEST_PROP(fp_operations_property, sterbenz_differences_are_exact, (const fp_case& in)) {
  const fp::format& f = *in.f;
  RC_PRE(f.is_signed && f.subnormals);
  const std::uint64_t a = fp::absolute(in.x[0], f);
  const std::uint64_t b = fp::absolute(in.x[1], f);
  RC_PRE(finite(a, f) && finite(b, f));
  const std::uint64_t half = fp::scale_b(b, -1, f, fp::rounding::up).bits;
  const std::uint64_t twice = fp::scale_b(b, 1, f, fp::rounding::toward_zero).bits;
  RC_PRE(at_most(half, a, f) && at_most(a, twice, f));
  RC_ASSERT(!lossy(fp::subtract(a, b, f, any_mode())));
}

RC_GTEST_PROP(fp_operations_property, fma_with_zero_is_the_product_and_with_one_the_sum, (const fp_case& in)) {
  const fp::format& f = *in.f;
  RC_PRE(f.subnormals && f.signed_zero);
  const fp::rounding mode = any_mode();
  const auto [a, b, c] = in.x;
  const fp::outcome product = fp::multiply(a, b, f, mode);
  const fp::outcome fused = fp::fused_multiply_add(a, b, 0, f, mode);
  if (!zero(product.bits, f)) {
    RC_ASSERT(same(product.bits, fused.bits, f));
    RC_ASSERT(product.raised == fused.raised);
  }
  const std::uint64_t one = fp::parse("1", f).result.bits;
  const fp::outcome sum = fp::add(a, c, f, mode);
  const fp::outcome with_one = fp::fused_multiply_add(a, one, c, f, mode);
  RC_ASSERT(same(sum.bits, with_one.bits, f));
  RC_ASSERT(sum.raised == with_one.raised);
}

RC_GTEST_PROP(fp_operations_property, directed_modes_bracket_every_mode, (const fp_case& in)) {
  const fp::format& f = *in.f;
  for (const char* name : {"add", "sub", "mul", "div", "sqrt", "fma", "round"}) {
    const fp::operation& operation = *fp::find_operation(name);
    const auto result = [&](fp::rounding mode) { return operation.evaluate(in.x, f, f, mode); };
    const fp::outcome down = result(fp::rounding::down);
    const fp::outcome up = result(fp::rounding::up);
    if (fp::is_nan(down.bits, f) || fp::is_nan(up.bits, f) || fp::has(down.raised, fp::flags::invalid)) continue;
    RC_ASSERT(at_most(down.bits, up.bits, f));
    for (const fp::rounding mode : fp::deterministic_roundings) {
      const std::uint64_t other = result(mode).bits;
      // Past the largest number of a format without infinity some modes give NaN.
      const bool between = fp::is_nan(other, f) || (at_most(down.bits, other, f) && at_most(other, up.bits, f));
      RC_ASSERT(between);
    }
  }
}

RC_GTEST_PROP(fp_operations_property, rounding_to_odd_first_makes_a_second_rounding_harmless, (const fp_case& in)) {
  const fp::format& narrow = *in.f;
  RC_PRE(narrow.significand_bits <= 24 && narrow.subnormals);
  const fp::rounding mode = any_mode();
  for (const char* name : {"add", "sub", "mul", "div", "sqrt", "fma"}) {
    const fp::operation& operation = *fp::find_operation(name);
    const fp::outcome direct = operation.evaluate(in.x, narrow, narrow, mode);
    const fp::outcome odd = operation.evaluate(in.x, narrow, fp::binary64, fp::rounding::to_odd);
    const fp::outcome second = fp::convert(odd.bits, fp::binary64, narrow, mode);
    // The sign of an exact zero sum is the mode's, which the first rounding did not know.
    if (fp::classify(odd.bits, fp::binary64) < fp::number_class::infinity && !zero(odd.bits, fp::binary64))
      RC_ASSERT(second.bits == direct.bits);
  }
}

RC_GTEST_PROP(fp_operations_property, flags_say_what_the_result_shows, (const fp_case& in)) {
  const fp::format& f = *in.f;
  const fp::rounding mode = any_mode();
  for (const fp::operation& operation : fp::operations) {
    const bool gives_a_number =
        operation.result == fp::result_kind::chosen_format || operation.result == fp::result_kind::same_format;
    if (!gives_a_number || operation.second_is_integer) continue;
    const fp::outcome result = operation.evaluate(in.x, f, f, mode);
    const auto raised = [&](fp::flags one) { return fp::has(result.raised, one); };
    if (raised(fp::flags::overflow) || raised(fp::flags::underflow)) RC_ASSERT(raised(fp::flags::inexact));
    if (raised(fp::flags::invalid)) RC_ASSERT(result.raised == fp::flags::invalid);
    if (raised(fp::flags::underflow)) RC_ASSERT(fp::magnitude(result.bits, f) <= f.smallest_normal());
    if (raised(fp::flags::overflow))
      RC_ASSERT(fp::magnitude(result.bits, f) >= f.largest_finite() || f.nans == fp::nan_encoding::negative_zero);
    RC_ASSERT((result.bits & ~(f.sign_mask() | f.magnitude_mask())) == 0U);
  }
}

RC_GTEST_PROP(fp_operations_property, neighbours_come_back, (const fp_case& in)) {
  const fp::format& f = *in.f;
  const std::uint64_t a = in.x[0];
  RC_PRE(finite(a, f));
  const std::uint64_t up = fp::next_up(a, f);
  if (!fp::is_nan(up, f) && up != a) RC_ASSERT(fp::compare(fp::next_down(up, f), a, f) == fp::relation::equal);
  const std::uint64_t down = fp::next_down(a, f);
  if (!fp::is_nan(down, f) && down != a) RC_ASSERT(fp::compare(fp::next_up(down, f), a, f) == fp::relation::equal);
}

RC_GTEST_PROP(fp_operations_property, the_remainder_is_at_most_half_the_divisor, (const fp_case& in)) {
  const fp::format& f = *in.f;
  RC_PRE(f.is_signed && f.subnormals);
  const auto [a, b, c] = in.x;
  RC_PRE(finite(a, f) && finite(b, f) && !zero(b, f));
  const fp::outcome left = fp::remainder(a, b, f);
  RC_ASSERT(!lossy(left));
  const std::uint64_t size = fp::absolute(left.bits, f);
  const fp::outcome rest = fp::subtract(fp::absolute(b, f), size, f, fp::binary64, {});
  const std::uint64_t wide = fp::convert(size, f, fp::binary64, {}).bits;
  if (!lossy(rest)) RC_ASSERT(at_most(wide, rest.bits, fp::binary64));
}

RC_GTEST_PROP(fp_operations_property, comparison_agrees_with_total_order_and_minimum, (const fp_case& in)) {
  const fp::format& f = *in.f;
  const auto [a, b, c] = in.x;
  RC_PRE(!fp::is_nan(a, f) && !fp::is_nan(b, f));
  if (fp::compare(a, b, f) == fp::relation::less) {
    RC_ASSERT(fp::total_order(a, b, f));
    RC_ASSERT(!fp::total_order(b, a, f));
    RC_ASSERT(fp::select({false, false, false}, a, b, f).bits == a);
    RC_ASSERT(fp::select({true, false, true}, a, b, f).bits == b);
  }
}

RC_GTEST_PROP(fp_operations_property, text_reads_back, (const fp_case& in)) {
  const fp::format& f = *in.f;
  const std::uint64_t a = in.x[0];
  RC_PRE(!fp::is_nan(a, f));
  const fp::rounding mode = any_mode();
  RC_ASSERT(fp::parse(fp::shortest_text(a, f).view(), f).result.bits == a);
  RC_ASSERT((fp::parse(fp::exact_text(a, f).view(), f, mode).result == fp::outcome{a, fp::flags::none}));
  RC_ASSERT((fp::parse(fp::hex_text(a, f).view(), f, mode).result == fp::outcome{a, fp::flags::none}));
}

RC_GTEST_PROP(fp_operations_property, stochastic_rounding_gives_a_neighbour_and_leaves_exact_values,
              (const fp_case& in)) {
  const fp::format& f = *in.f;
  const auto [a, b, c] = in.x;
  fp::attributes how(fp::rounding::stochastic);
  how.random = {*rc::gen::resize(1000, rc::gen::arbitrary<std::uint64_t>()), *rc::gen::inRange(1, 64)};
  const fp::outcome down = fp::fused_multiply_add(a, b, c, f, fp::rounding::down);
  const fp::outcome up = fp::fused_multiply_add(a, b, c, f, fp::rounding::up);
  const fp::outcome result = fp::fused_multiply_add(a, b, c, f, how);
  RC_PRE(!fp::has(down.raised | up.raised, fp::flags::invalid) && !fp::is_nan(result.bits, f));
  const bool neighbour = result.bits == down.bits || result.bits == up.bits ||
                         (zero(result.bits, f) && (zero(up.bits, f) || zero(down.bits, f)));
  RC_ASSERT(neighbour);
  if (!fp::has(down.raised, fp::flags::inexact)) RC_ASSERT(result.raised == down.raised);
}

RC_GTEST_PROP(fp_case_shrinking, ends_and_gets_simpler, (const fp_case& in)) {
  std::uint64_t bits = in.x[0];
  int steps = 0;
  for (auto next = verbatim::testing::simpler(bits, *in.f); !next.empty();
       next = verbatim::testing::simpler(bits, *in.f)) {
    bits = next.back();
    RC_ASSERT(++steps < 10000);
  }
  RC_ASSERT(bits == 0U);
}

}  // namespace
