// The oracle of this folder is itself put to the test: its decoding against that of models/fp, its limits against those
// of the formats, its rounding against MPFR's own with the exponent range and the gradual underflow of each format.
#include "tests/exhaustive/reference.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "models/fp/boundary.hpp"
#include "models/fp/unpack.hpp"
#include "tests/exhaustive/checks.hpp"

namespace verbatim::testing {
namespace {

TEST(mpfr_reference_of, decodes_as_the_model) {
  for_each(fp::all_formats, [](const fp::format& f) {
    const grid limits(f);
    EXPECT_EQ(limits.largest, f.largest_finite());
    EXPECT_EQ(limits.sign, f.sign_mask());
    EXPECT_EQ(limits.lowest_exponent, f.emin());
    EXPECT_EQ(limits.infinity, f.infinities ? f.infinity() : 0);
    std::mt19937_64 random(34);
    datum x;
    mpfr_number value;
    const bool all = f.width() <= 16;
    const std::uint64_t count = all ? std::uint64_t{1} << f.width() : 50'000;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t bits = all ? i : fp::boundary::value(random, f);
      decode(x, bits, limits, false);
      const fp::unpacked model = fp::unpack(bits, f);
      const fp::number_class kind = x.kind == datum_kind::zero       ? fp::number_class::zero
                                    : x.kind == datum_kind::infinity ? fp::number_class::infinity
                                    : x.signaling                    ? fp::number_class::signaling_nan
                                    : x.kind == datum_kind::nan      ? fp::number_class::quiet_nan
                                    : x.subnormal                    ? fp::number_class::subnormal
                                                                     : fp::number_class::normal;
      ASSERT_EQ(model.kind, kind) << hex(bits);
      ASSERT_EQ(model.negative, x.negative) << hex(bits);
      if (x.kind != datum_kind::finite) continue;
      mpfr_set_ui_2exp(value.get(), model.significand, model.exponent, MPFR_RNDN);
      if (model.negative) mpfr_neg(value.get(), value.get(), MPFR_RNDN);
      ASSERT_NE(mpfr_equal_p(value.get(), x.value.get()), 0) << hex(bits);
    }
  });
}

/// mpfr_check_range and mpfr_subnormalize round as IEEE 754 does in the formats that have its shape; a result is tiny
/// (clause 7.5) by what mpfr_set gives before them, with an unbounded exponent range.
class range_checks {
 public:
  explicit range_checks(const fp::format& f) : f_(f), oracle_(f, f), rounded_(f.significand_bits) {}

  void expect(const std::string& text) {
    struct direction {
      fp::rounding mode;
      mpfr_rnd_t rounds;
    };
    constexpr direction directions[] = {{fp::rounding::ties_even, MPFR_RNDN},
                                        {fp::rounding::toward_zero, MPFR_RNDZ},
                                        {fp::rounding::up, MPFR_RNDU},
                                        {fp::rounding::down, MPFR_RNDD}};
    const mpfr_exp_t emin = mpfr_get_emin();
    const mpfr_exp_t emax = mpfr_get_emax();
    oracle_.read(text.c_str());
    mpfr_strtofr(value_.get(), text.c_str(), nullptr, 0, MPFR_RNDN);
    for (const direction& each : directions) {
      mpfr_clear_flags();
      int ternary = mpfr_set(rounded_.get(), value_.get(), each.rounds);
      const bool tiny = mpfr_get_exp(rounded_.get()) <= f_.emin();
      mpfr_set_emin(f_.smallest_exponent() + 1);
      mpfr_set_emax(f_.emax() + 1);
      ternary = mpfr_check_range(rounded_.get(), ternary, each.rounds);
      ternary = mpfr_subnormalize(rounded_.get(), ternary, each.rounds);
      const bool overflow = mpfr_overflow_p() != 0;
      mpfr_set_emin(emin);
      mpfr_set_emax(emax);
      const fp::outcome got = oracle_.rounded(each.mode);
      decode(x_, got.bits, oracle_.to(), false);
      if (x_.kind == datum_kind::zero) mpfr_set_zero(x_.value.get(), x_.negative ? -1 : 1);
      if (x_.kind == datum_kind::infinity) mpfr_set_inf(x_.value.get(), x_.negative ? -1 : 1);
      const std::string told = text + " " + std::string(fp::name(each.mode)) + " " + show(got);
      ASSERT_NE(mpfr_equal_p(x_.value.get(), rounded_.get()), 0) << told;
      ASSERT_EQ(mpfr_signbit(x_.value.get()) != 0, mpfr_signbit(rounded_.get()) != 0) << told;
      ASSERT_EQ(has(got.raised, fp::flags::inexact), ternary != 0) << told;
      ASSERT_EQ(has(got.raised, fp::flags::underflow), tiny && ternary != 0) << told;
      ASSERT_EQ(has(got.raised, fp::flags::overflow), overflow) << told;
    }
  }

 private:
  const fp::format& f_;
  mpfr_reference oracle_;
  mpfr_number value_{1200};
  mpfr_number rounded_;
  datum x_;
};

/// `head` × 2^exponent, and a digit far below where `zeros` is not negative.
std::string number_text(bool negative, std::uint64_t head, int zeros, int exponent) {
  std::string text = (negative ? "-" : "") + hex(head);
  if (zeros >= 0) text += "." + std::string(static_cast<std::size_t>(zeros), '0') + "1";
  return text + "p" + std::to_string(exponent);
}

TEST(mpfr_reference_of, rounds_as_mpfr_with_the_exponent_range_of_the_format) {
  for_each(fp::all_formats, [](const fp::format& f) {
    if (f.nans != fp::nan_encoding::ieee) return;  // not of IEEE 754's shape
    range_checks checks(f);
    std::mt19937_64 random(62);
    for (int i = 0; i < 4'000; ++i) {
      // Two digits past the format and a far one, from below the smallest number to past the largest.
      const int places = f.significand_bits + 2;
      const std::uint64_t head = fp::boundary::significand_pattern(random, places) | 1U << (random() % 3);
      const int low = f.smallest_exponent() - 4 - places;
      const auto exponent = low + static_cast<int>(random() % static_cast<std::uint64_t>(f.emax() + 3 - low));
      const int zeros = random() % 3 == 0 ? static_cast<int>(random() % 200) : -1;
      ASSERT_NO_FATAL_FAILURE(checks.expect(number_text(random() % 2 == 0, head, zeros, exponent)));
    }
  });
}

/// Just below the smallest normal number, where what is cut off decides whether the result counts as tiny.
TEST(mpfr_reference_of, rounds_at_the_smallest_normal_number_as_mpfr) {
  for_each(fp::all_formats, [](const fp::format& f) {
    if (f.nans != fp::nan_encoding::ieee) return;
    range_checks checks(f);
    const std::uint64_t end = std::uint64_t{1} << (f.significand_bits + 3);  // the smallest normal number, in eighths
    for (std::uint64_t head = end - 20; head < end + 20; ++head)
      for (const int zeros : {-1, 0, 3, 16, 40, 190})
        for (const bool negative : {false, true})
          ASSERT_NO_FATAL_FAILURE(checks.expect(number_text(negative, head, zeros, f.emin() - f.significand_bits - 3)));
  });
}

}  // namespace
}  // namespace verbatim::testing
