// The oracle of this folder is itself put to the test: its decoding against that of models/fp, its limits against those
// of the formats, its rounding against MPFR's own with the exponent range and the gradual underflow of each format.
#include "tests/exhaustive/mpfr_oracle.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "models/fp/boundary.hpp"
#include "models/fp/unpack.hpp"
#include "tests/exhaustive/checks.hpp"

namespace verbatim::testing {
namespace {

TEST(mpfr_oracle_of, decodes_as_the_model) {
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

/// mpfr_check_range and mpfr_subnormalize round as IEEE 754 does in the formats that have its shape.
TEST(mpfr_oracle_of, rounds_as_mpfr_with_the_exponent_range_of_the_format) {
  for_each(fp::all_formats, [](const fp::format& f) {
    if (f.nans != fp::nan_encoding::ieee) return;  // not of IEEE 754's shape
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
    mpfr_oracle oracle(f, f);
    mpfr_number value(1200);
    mpfr_number rounded(f.significand_bits);
    datum x;
    std::mt19937_64 random(62);
    for (int i = 0; i < 4'000; ++i) {
      // Two digits past the format and a far one, from below the smallest number to past the largest.
      const int places = f.significand_bits + 2;
      const std::uint64_t head = fp::boundary::significand_pattern(random, places) | 1U << (random() % 3);
      const int low = f.smallest_exponent() - 4 - places;
      const auto exponent = low + static_cast<int>(random() % static_cast<std::uint64_t>(f.emax() + 3 - low));
      std::string text = "0x" + std::string(random() % 2 == 0 ? "" : "0") + hex(head).substr(2);
      if (random() % 3 == 0) text += "." + std::string(random() % 200, '0') + "1";
      text = (random() % 2 == 0 ? "-" : "") + text + "p" + std::to_string(exponent);
      oracle.read(text.c_str());
      mpfr_strtofr(value.get(), text.c_str(), nullptr, 0, MPFR_RNDN);
      for (const direction& each : directions) {
        mpfr_clear_flags();
        int ternary = mpfr_set(rounded.get(), value.get(), each.rounds);
        mpfr_set_emin(f.smallest_exponent() + 1);
        mpfr_set_emax(f.emax() + 1);
        ternary = mpfr_check_range(rounded.get(), ternary, each.rounds);
        ternary = mpfr_subnormalize(rounded.get(), ternary, each.rounds);
        const bool overflow = mpfr_overflow_p() != 0;
        mpfr_set_emin(emin);
        mpfr_set_emax(emax);
        const fp::outcome got = oracle.rounded(each.mode);
        decode(x, got.bits, oracle.to(), false);
        if (x.kind == datum_kind::zero) mpfr_set_zero(x.value.get(), x.negative ? -1 : 1);
        if (x.kind == datum_kind::infinity) mpfr_set_inf(x.value.get(), x.negative ? -1 : 1);
        ASSERT_NE(mpfr_equal_p(x.value.get(), rounded.get()), 0)
            << text << " " << fp::name(each.mode) << " " << show(got);
        ASSERT_EQ(mpfr_signbit(x.value.get()) != 0, mpfr_signbit(rounded.get()) != 0) << text;
        ASSERT_EQ(has(got.raised, fp::flags::inexact), ternary != 0) << text << " " << fp::name(each.mode);
        ASSERT_EQ(has(got.raised, fp::flags::overflow), overflow) << text << " " << fp::name(each.mode);
      }
    }
  });
}

}  // namespace
}  // namespace verbatim::testing
