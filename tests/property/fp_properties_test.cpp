// Properties of models/fp that hold for every bit pattern.
//
// Patterns are drawn as integers: a library's generator of floating-point values makes no NaN, no infinity and no
// subnormal, which is where conversions go wrong.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "models/fp/convert.hpp"
#include "models/fp/neighbours.hpp"

namespace {

namespace fp = verbatim::fp;

// Fixed, so that every run checks the same; RC_PARAMS in the environment wins.
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=7542019 max_success=2000", 0);

const fp::format formats[] = {fp::binary16, fp::bfloat16, fp::binary32, fp::binary64};

const fp::format& any_format() { return formats[*rc::gen::inRange<std::size_t>(0, 4)]; }

fp::rounding any_rounding() { return fp::all_roundings[*rc::gen::inRange<std::size_t>(0, 5)]; }

/// Sign × exponent pattern × fraction pattern, each often at an extreme: zeros, ones, one bit, or anything.
std::uint64_t any_bits(const fp::format& f) {
  const std::uint64_t fraction_mask = f.fraction_mask();
  const std::uint64_t top = f.infinity() >> f.fraction_bits();
  const auto one_bit =
      rc::gen::map(rc::gen::inRange(0, f.fraction_bits()), [](int n) { return std::uint64_t{1} << n; });
  const std::uint64_t fraction = *rc::gen::weightedOneOf<std::uint64_t>({
      {2, rc::gen::element<std::uint64_t>(0, 1, fraction_mask, fraction_mask - 1, f.quiet_bit(), f.quiet_bit() - 1)},
      {2, one_bit},
      {1, rc::gen::map(one_bit, [=](std::uint64_t bit) { return fraction_mask & ~bit; })},
      {3, rc::gen::inRange<std::uint64_t>(0, fraction_mask + 1)},
  });
  const auto bias = static_cast<std::uint64_t>(f.bias);
  const std::uint64_t exponent = *rc::gen::weightedOneOf<std::uint64_t>({
      {2, rc::gen::element<std::uint64_t>(0, 1, top, top - 1)},
      {3, rc::gen::inRange<std::uint64_t>(bias - 10, bias + 11)},
      {3, rc::gen::inRange<std::uint64_t>(0, top + 1)},
  });
  return (*rc::gen::arbitrary<bool>() ? f.sign_mask() : 0) | (exponent << f.fraction_bits()) | fraction;
}

std::uint64_t any_number(const fp::format& f) {
  const std::uint64_t bits = any_bits(f);
  RC_PRE(!fp::is_nan(bits, f));
  return bits;
}

fp::rounding mirrored(fp::rounding mode) {
  return mode == fp::rounding::up ? fp::rounding::down : mode == fp::rounding::down ? fp::rounding::up : mode;
}

RC_GTEST_PROP(fp_neighbours_property, up_then_down_is_the_same_number, ()) {
  const fp::format& f = any_format();
  const std::uint64_t bits = any_number(f);
  RC_PRE(bits != f.infinity());
  const std::uint64_t above = fp::next_up(bits, f);
  RC_ASSERT(fp::ordinal(above, f) == fp::ordinal(bits, f) + 1);
  RC_ASSERT(fp::ulp_distance(fp::next_down(above, f), bits, f) == std::optional<std::uint64_t>(0));
}

RC_GTEST_PROP(fp_neighbours_property, down_mirrors_up, ()) {
  const fp::format& f = any_format();
  const std::uint64_t bits = any_bits(f);
  RC_ASSERT(fp::next_down(bits, f) == (fp::next_up(bits ^ f.sign_mask(), f) ^ f.sign_mask()));
}

RC_GTEST_PROP(fp_ulp_distance_property, is_symmetric_and_adds_up_along_the_line, ()) {
  const fp::format& f = any_format();
  std::uint64_t a = any_number(f);
  std::uint64_t b = any_number(f);
  std::uint64_t c = any_number(f);
  RC_ASSERT(fp::ulp_distance(a, b, f) == fp::ulp_distance(b, a, f));
  const auto order = [&f](std::uint64_t& x, std::uint64_t& y) {
    if (fp::ordinal(y, f) < fp::ordinal(x, f)) {
      std::swap(x, y);
    }
  };
  order(a, b);
  order(b, c);
  order(a, b);
  RC_ASSERT(*fp::ulp_distance(a, b, f) + *fp::ulp_distance(b, c, f) == *fp::ulp_distance(a, c, f));
}

RC_GTEST_PROP(fp_ulp_distance_property, has_no_value_with_a_nan, ()) {
  const fp::format& f = any_format();
  const std::uint64_t nan = f.infinity() | *rc::gen::inRange<std::uint64_t>(1, f.fraction_mask() + 1);
  const std::uint64_t other = any_bits(f);
  RC_ASSERT(!fp::ulp_distance(nan, other, f).has_value());
  RC_ASSERT(!fp::ulp_distance(other, nan | f.sign_mask(), f).has_value());
}

RC_GTEST_PROP(fp_convert_property, wider_and_back_changes_nothing, ()) {
  const fp::format& narrow = formats[*rc::gen::inRange<std::size_t>(0, 3)];
  const fp::format& wide = narrow.width() == 32 || *rc::gen::arbitrary<bool>() ? fp::binary64 : fp::binary32;
  const std::uint64_t bits = any_bits(narrow);
  RC_PRE(fp::classify(bits, narrow) != fp::number_class::signaling_nan);
  const fp::outcome there = fp::convert(bits, narrow, wide, any_rounding());
  RC_ASSERT(there.raised == fp::flags::none);
  RC_ASSERT((fp::convert(there.bits, wide, narrow, any_rounding()) == fp::outcome{bits, fp::flags::none}));
}

RC_GTEST_PROP(fp_convert_property, keeps_the_order, ()) {
  const fp::format& from = any_format();
  const fp::format& to = any_format();
  const fp::rounding mode = any_rounding();
  std::uint64_t low = any_number(from);
  std::uint64_t high = *rc::gen::arbitrary<bool>() ? fp::next_up(low, from) : any_number(from);
  if (fp::ordinal(high, from) < fp::ordinal(low, from)) {
    std::swap(low, high);
  }
  RC_ASSERT(fp::ordinal(fp::convert(low, from, to, mode).bits, to) <=
            fp::ordinal(fp::convert(high, from, to, mode).bits, to));
}

RC_GTEST_PROP(fp_convert_property, of_the_negative_is_the_negative, ()) {
  const fp::format& from = any_format();
  const fp::format& to = any_format();
  const fp::rounding mode = any_rounding();
  const std::uint64_t bits = any_bits(from);
  const fp::outcome plain = fp::convert(bits, from, to, mode);
  const fp::outcome negated = fp::convert(bits ^ from.sign_mask(), from, to, mirrored(mode));
  RC_ASSERT(negated.bits == (plain.bits ^ to.sign_mask()));
  RC_ASSERT(negated.raised == plain.raised);
}

RC_GTEST_PROP(fp_convert_property, directed_modes_are_neighbours_around_the_value, ()) {
  const fp::format& from = any_format();
  const fp::format& to = any_format();
  const std::uint64_t bits = any_number(from);
  const fp::outcome down = fp::convert(bits, from, to, fp::rounding::down);
  const fp::outcome up = fp::convert(bits, from, to, fp::rounding::up);
  const bool exact = down.raised == fp::flags::none;
  RC_ASSERT(exact == (up.raised == fp::flags::none));
  RC_ASSERT(fp::ordinal(up.bits, to) - fp::ordinal(down.bits, to) == (exact ? 0 : 1));
  for (const fp::rounding mode : fp::all_roundings) {
    const std::uint64_t result = fp::convert(bits, from, to, mode).bits;
    RC_ASSERT(result == up.bits || result == down.bits);
  }
}

RC_GTEST_PROP(fp_convert_property, flags_say_what_the_result_shows, ()) {
  const fp::format& from = any_format();
  const fp::format& to = any_format();
  const std::uint64_t bits = any_number(from);
  const fp::outcome result = fp::convert(bits, from, to, any_rounding());
  const fp::number_class kind = fp::classify(result.bits, to);
  const bool from_infinity = fp::magnitude(bits, from) == from.infinity();
  const bool to_infinity = kind == fp::number_class::infinity;
  RC_ASSERT(!has(result.raised, fp::flags::invalid));
  RC_ASSERT(to_infinity == (from_infinity || (has(result.raised, fp::flags::overflow) && to_infinity)));
  RC_ASSERT(!has(result.raised, fp::flags::overflow) || fp::magnitude(result.bits, to) >= to.largest_finite());
  RC_ASSERT(!has(result.raised, fp::flags::underflow) || fp::magnitude(result.bits, to) <= to.smallest_normal());
  const bool below_normal = kind == fp::number_class::subnormal || kind == fp::number_class::zero;
  if (below_normal && has(result.raised, fp::flags::inexact)) {
    RC_ASSERT(has(result.raised, fp::flags::underflow));
  }
}

}  // namespace
