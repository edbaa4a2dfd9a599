// Formats of 8 bits or fewer in models/fp against MPFR: every operation on every operand or pair, in all deterministic
// modes. Each pair meets one of the 16 variants of attributes here and all of them in fp_small_formats_slow_test.cpp.
#include "tests/exhaustive/fp_small_formats.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "models/fp/sign.hpp"
#include "tests/exhaustive/sorted_neighbours.hpp"

namespace verbatim::testing {
namespace {

TEST(fp_small_formats, add) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_pairs(f, "add", 1); });
}

TEST(fp_small_formats, sub) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_pairs(f, "sub", 1); });
}

TEST(fp_small_formats, mul) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_pairs(f, "mul", 1); });
}

TEST(fp_small_formats, div) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_pairs(f, "div", 1); });
}

TEST(fp_small_formats, rem) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_pairs(f, "rem", 1); });
}

TEST(fp_small_formats, fma) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    if (f.width() <= 6) return check_triples(f, all_encodings(f), 1);
    // A third of the pairs, each with one boundary addend, another each time; the slow tests take all encodings.
    const std::set<std::uint64_t> set = boundaries(f);
    const std::vector<std::uint64_t> addends(set.begin(), set.end());
    tally results(encodings(f) * encodings(f) * 2 - 12);
    operation_checks checks(f, f, results, variants(1));
    std::size_t next = 0;
    for (std::uint64_t a = 0; a < encodings(f) && !checks.full(); ++a) {
      for (std::uint64_t b = a % 3; b < encodings(f); b += 3, next += 7) {
        checks.rounded("fma", a, b, addends[(next + a) % addends.size()]);
      }
    }
  });
}

TEST(fp_small_formats, operations_with_one_operand) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    tally results(encodings(f) * 6 * 4 * 4);
    operation_checks checks(f, f, results, variants(4));
    for (const std::string_view name : {"sqrt", "logb"})
      for (std::uint64_t a = 0; a < encodings(f); ++a) checks.rounded(name, a);
    for (std::uint64_t a = 0; a < encodings(f); ++a) {
      checks.integral(a);
      checks.to_integers(a);
    }
    operation_checks other_profiles(f, f, results, variants(1));
    for (const fp::nan_profile* profile : fp::nan_profiles::all)
      for (std::uint64_t a = 0; a < encodings(f); ++a) other_profiles.to_integers(a, *profile);
  });
}

TEST(fp_small_formats, scale_b_past_both_ends) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    tally results(encodings(f) * 6);
    operation_checks checks(f, f, results, variants(1));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (std::uint64_t a = 0; a < encodings(f) && !checks.full(); ++a) {
      for (std::int64_t n = -40; n <= 40; ++n) checks.rounded("scalbn", a, static_cast<std::uint64_t>(n));
      for (const std::int64_t n : {most, -most, -most - 1, most / 2, std::int64_t{1} << 31, -(std::int64_t{1} << 32)})
        checks.rounded("scalbn", a, static_cast<std::uint64_t>(n));
    }
  });
}

TEST(fp_small_formats, conversion_to_every_format_in_every_variant) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    for (const fp::format* to : fp::all_formats) {
      tally results(encodings(f) * 6 * 16);
      operation_checks checks(f, *to, results, variants(variant_count));
      for (std::uint64_t a = 0; a < encodings(f); ++a) checks.rounded("convert", a);
    }
  });
}

TEST(fp_small_formats, predicates_minimum_and_maximum) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    tally results(encodings(f) * encodings(f) * 30);
    operation_checks checks(f, f, results, variants(1));
    for (std::uint64_t a = 0; a < encodings(f) && !checks.full(); ++a) {
      for (std::uint64_t b = 0; b < encodings(f); ++b) {
        checks.predicates(a, b);
        checks.selections(a, b);
      }
    }
  });
}

/// Zero, one, the largest number, infinity and NaN with little and with all of the payload, into formats with each kind
/// of NaN.
TEST(fp_small_formats, nan_profiles) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    const std::uint64_t one = static_cast<std::uint64_t>(f.bias) << f.fraction_bits();
    std::set<std::uint64_t> set;
    for (const std::uint64_t size : {std::uint64_t{0}, one, f.largest_finite(), f.largest_finite() + 1,
                                     f.largest_finite() + 2, f.magnitude_mask()}) {
      set.insert(size & f.magnitude_mask());
      set.insert((size & f.magnitude_mask()) | f.sign_mask());
    }
    for (const fp::format* to : {&f, &fp::binary32, &fp::bfloat16, &fp::e4m3fn, &fp::e5m2fnuz, &fp::e2m1fn}) {
      tally results;
      operation_checks checks(f, *to, results, variants(1));
      for (const std::uint64_t a : set) {
        for (const std::uint64_t b : set) checks.profiles(a, b);
      }
    }
  });
}

TEST(fp_small_formats, next_up_and_down_by_sorting) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_neighbours(f); });
}

/// copySign, negate and abs by the value: a NaN without a sign neither gives one nor takes one.
TEST(fp_small_formats, sign_operations) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    tally results(encodings(f) * encodings(f));
    const grid limits(f);
    datum x;
    datum y;
    for (std::uint64_t a = 0; a < encodings(f); ++a) {
      decode(x, a, limits, false);
      const bool fixed = !f.is_signed || (!f.signed_zero && (a & limits.sizes) == 0);
      const std::uint64_t size = a & limits.sizes;
      const auto with_sign = [&](bool negative) {
        return fp::outcome{fixed ? a : size + (negative ? limits.sign : 0), fp::flags::none};
      };
      results.expect({fp::negate(a, f), fp::flags::none}, with_sign(!x.negative), "neg", f, f, {a}, {});
      results.expect({fp::absolute(a, f), fp::flags::none}, with_sign(false), "abs", f, f, {a}, {});
      for (std::uint64_t b = 0; b < encodings(f); ++b) {
        decode(y, b, limits, false);
        results.expect({fp::copy_sign(a, b, f), fp::flags::none}, with_sign(y.negative), "copysign", f, f, {a, b}, {});
      }
    }
  });
}

/// Clause 5.10 by rank: negative NaN, negative numbers, -0, +0, positive numbers, NaN; inside by size.
TEST(fp_small_formats, total_order) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    const grid limits(f);
    datum x;
    tally results(encodings(f) * encodings(f) * 2);
    const auto rank = [&](std::uint64_t bits) {
      decode(x, bits, limits, false);
      const double size = x.kind == datum_kind::zero       ? 0
                          : x.kind == datum_kind::infinity ? 1e300
                          : x.kind == datum_kind::nan      ? 2e300
                                                           : std::fabs(mpfr_get_d(x.value.get(), MPFR_RNDN));
      const auto payload = static_cast<double>(x.kind == datum_kind::nan ? bits & limits.sizes : 0);
      return x.negative ? std::array<double, 3>{-1, -size, -payload} : std::array<double, 3>{1, size, payload};
    };
    std::vector<std::array<double, 3>> ranks;
    for (std::uint64_t a = 0; a < encodings(f); ++a) ranks.push_back(rank(a));
    const auto truth = [](bool yes) { return fp::outcome{yes ? 1U : 0U, fp::flags::none}; };
    for (std::uint64_t a = 0; a < encodings(f); ++a) {
      for (std::uint64_t b = 0; b < encodings(f); ++b) {
        results.expect(truth(fp::total_order(a, b, f)), truth(ranks[a] <= ranks[b]), "total-order", f, f, {a, b}, {});
        const auto positive = [](std::array<double, 3> one) {
          return std::array<double, 3>{1, std::fabs(one[1]), std::fabs(one[2])};
        };
        results.expect(truth(fp::total_order_magnitude(a, b, f)), truth(positive(ranks[a]) <= positive(ranks[b])),
                       "total-order-magnitude", f, f, {a, b}, {});
      }
    }
  });
}

}  // namespace
}  // namespace verbatim::testing
