// next_up, next_down, ulp_distance and classify of models/fp, over all 65536 encodings of the 16-bit formats.
#include "models/fp/neighbours.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "models/fp/names.hpp"
#include "models/fp/unpack.hpp"

namespace {

namespace fp = verbatim::fp;

const fp::format small_formats[] = {fp::binary16, fp::bfloat16};

TEST(fp_neighbours, walking_up_from_minus_infinity_meets_every_number_once) {
  for (const fp::format& f : small_formats) {
    SCOPED_TRACE(f.name);
    std::uint64_t bits = f.sign_mask() | f.infinity();
    std::uint64_t steps = 0;
    while (bits != f.infinity()) {
      const std::uint64_t next = fp::next_up(bits, f);
      ASSERT_EQ(fp::ulp_distance(bits, next, f), 1U) << std::hex << bits << " -> " << next;
      // -0 lies on the way up, and +0 on the way down: each stands for zero on its side.
      ASSERT_EQ(fp::magnitude(fp::next_down(next, f), f), fp::magnitude(bits, f)) << std::hex << bits;
      bits = next;
      ++steps;
    }
    EXPECT_EQ(steps, 2 * f.infinity());
    EXPECT_EQ(fp::ulp_distance(f.sign_mask() | f.infinity(), f.infinity(), f), steps);
  }
}

TEST(fp_neighbours, agree_with_nextafter_on_binary64) {
  constexpr double top = std::numeric_limits<double>::infinity();
  std::mt19937_64 random(531);
  std::vector<std::uint64_t> all{0,
                                 1,
                                 fp::binary64.sign_mask(),
                                 fp::binary64.sign_mask() | 1,
                                 fp::binary64.largest_finite(),
                                 fp::binary64.infinity(),
                                 fp::binary64.sign_mask() | fp::binary64.infinity()};
  for (int i = 0; i < 100'000; ++i) {
    all.push_back(random());
  }
  for (const std::uint64_t bits : all) {
    const auto number = std::bit_cast<double>(bits);
    if (std::isnan(number)) {
      continue;
    }
    const auto above = std::bit_cast<double>(fp::next_up(bits, fp::binary64));
    const auto below = std::bit_cast<double>(fp::next_down(bits, fp::binary64));
    ASSERT_EQ(above, std::nextafter(number, top)) << std::hex << bits;
    ASSERT_EQ(below, std::nextafter(number, -top)) << std::hex << bits;
    ASSERT_EQ(std::signbit(above), number < 0) << std::hex << bits;
    ASSERT_EQ(std::signbit(below), !(number > 0)) << std::hex << bits;
  }
}

TEST(fp_neighbours, have_no_distance_to_nan_and_keep_its_payload) {
  EXPECT_EQ(fp::ulp_distance(0x7e00, 0x3c00, fp::binary16), std::nullopt);
  EXPECT_EQ(fp::ulp_distance(0x3c00, 0xfc01, fp::binary16), std::nullopt);
  EXPECT_EQ(fp::next_up(0x7e05, fp::binary16), 0x7e05U);
  EXPECT_EQ(fp::next_up(0xfc05, fp::binary16), 0xfe05U);
  EXPECT_EQ(fp::next_down(0x7c05, fp::binary16), 0x7e05U);
}

TEST(fp_ulp_distance, takes_both_zeros_as_one_number) {
  for (const fp::format& f : small_formats) {
    EXPECT_EQ(fp::ulp_distance(0, f.sign_mask(), f), 0U);
    EXPECT_EQ(fp::ulp_distance(f.sign_mask(), 1, f), 1U);
    EXPECT_EQ(fp::ulp_distance(f.sign_mask() | 1, 1, f), 2U);
    EXPECT_EQ(fp::ulp_distance(f.largest_finite(), f.infinity(), f), 1U);
  }
}

TEST(fp_classify, counts_each_class_of_the_16_bit_formats) {
  for (const fp::format& f : small_formats) {
    SCOPED_TRACE(f.name);
    std::map<fp::number_class, std::uint64_t> count;
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      ++count[fp::classify(bits, f)];
    }
    const std::uint64_t fractions = std::uint64_t{1} << f.fraction_bits();
    const std::uint64_t exponents = std::uint64_t{1} << f.exponent_bits;
    EXPECT_EQ(count[fp::number_class::zero], 2U);
    EXPECT_EQ(count[fp::number_class::infinity], 2U);
    EXPECT_EQ(count[fp::number_class::subnormal], 2 * (fractions - 1));
    EXPECT_EQ(count[fp::number_class::normal], 2 * (exponents - 2) * fractions);
    EXPECT_EQ(count[fp::number_class::quiet_nan], fractions);
    EXPECT_EQ(count[fp::number_class::signaling_nan], fractions - 2);
  }
}

TEST(fp_unpack, gives_back_every_binary32_value) {
  std::mt19937 random(34);
  for (int i = 0; i < 200'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random()) & (i % 4 == 0 ? 0x807fffffU : 0xffffffffU);
    const fp::unpacked value = fp::unpack(bits, fp::binary32);
    const auto number = std::bit_cast<float>(bits);
    if (std::isfinite(number)) {
      const double size = std::ldexp(static_cast<double>(value.significand), value.exponent);
      ASSERT_EQ(value.negative ? -size : size, static_cast<double>(number)) << std::hex << bits;
    }
    ASSERT_EQ(value.negative, std::signbit(number)) << std::hex << bits;
    ASSERT_EQ(value.kind == fp::number_class::normal, std::isnormal(number)) << std::hex << bits;
  }
}

}  // namespace
