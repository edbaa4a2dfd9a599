// Conversions of models/fp against an independent oracle, in all five modes, flags included.
#include "models/fp/convert.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "models/fp/names.hpp"
#include "tests/unit/fp_oracle.hpp"

namespace {

namespace fp = verbatim::fp;
using verbatim::testing::amount;
using verbatim::testing::oracle;

constexpr std::uint32_t seed = 754'2019;
constexpr std::uint64_t sign64 = std::uint64_t{1} << 63;

struct target {
  const fp::format* format;
  oracle expected;
};

const target targets[] = {{&fp::binary16, {5, 10}}, {&fp::bfloat16, {8, 7}}, {&fp::binary32, {8, 23}}};

std::string hex(std::uint64_t bits) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

std::string show(const fp::outcome& result) { return hex(result.bits) + " " + fp::names(result.raised); }

/// Counts and shows mismatches, but not a million of them.
class tally {
 public:
  void expect(const fp::outcome& got, const fp::outcome& want, const std::string& what, fp::rounding mode) {
    ++checked_;
    if (got != want && ++wrong_ <= 10) {
      ADD_FAILURE() << what << " " << fp::name(mode) << ": got " << show(got) << ", expected " << show(want);
    }
  }
  ~tally() {
    EXPECT_EQ(wrong_, 0U) << "of " << checked_;
    EXPECT_GT(checked_, 0U);
  }

 private:
  std::size_t checked_ = 0;
  std::size_t wrong_ = 0;
};

void check_double(tally& results, const target& to, std::uint64_t bits) {
  const double value = std::bit_cast<double>(bits);
  for (const fp::rounding mode : fp::all_roundings) {
    results.expect(fp::convert(bits, fp::binary64, *to.format, mode), to.expected.round(value, mode),
                   std::string(to.format->name) + " from binary64 " + hex(bits), mode);
  }
}

// Every number of the format and every midpoint, with the doubles around them: each place where rounding changes.
TEST(fp_convert, binary64_to_16_bits_is_right_at_every_boundary) {
  for (const target& to : {targets[0], targets[1]}) {
    SCOPED_TRACE(to.format->name);
    tally results;
    for (std::uint64_t size = 0; size <= to.format->infinity(); ++size) {
      const amount value = to.expected.decode(size);
      const double number = std::ldexp(static_cast<double>(value.digits), value.exponent);
      const double middle = std::ldexp(static_cast<double>(2 * value.digits + 1), value.exponent - 1);
      for (const double place : {number, middle}) {
        const auto here = std::bit_cast<std::uint64_t>(place);
        for (const std::uint64_t bits : {here - (here == 0 ? 0 : 1), here, here + 1}) {
          check_double(results, to, bits);
          check_double(results, to, bits | sign64);
        }
      }
    }
  }
}

// Just below the smallest normal number the result depends on two grids: the one of subnormal numbers gives the bits,
// the one of an unbounded exponent range, twice as fine, says whether that is an underflow.
TEST(fp_convert, underflow_is_told_after_rounding) {
  for (const target& to : targets) {
    SCOPED_TRACE(to.format->name);
    tally results;
    const double normal = std::ldexp(1.0, to.format->emin());
    const double eighth = std::ldexp(1.0, to.format->smallest_exponent() - 3);
    for (int steps = -4; steps <= 20; ++steps) {
      const auto here = std::bit_cast<std::uint64_t>(normal - steps * eighth);
      for (const std::uint64_t bits : {here - 1, here, here + 1}) {
        check_double(results, to, bits);
        check_double(results, to, bits | sign64);
      }
    }
  }
  // A quarter of a unit below 2^-14 is a tie of the finer grid, and goes to 2^-14 in full precision: no underflow.
  const auto quarter_below = std::bit_cast<std::uint64_t>(0x1p-14 - 0x1p-26);
  EXPECT_EQ(fp::convert(quarter_below, fp::binary64, fp::binary16, fp::rounding::ties_even),
            (fp::outcome{0x0400, fp::flags::inexact}));
  EXPECT_EQ(fp::convert(quarter_below - 1, fp::binary64, fp::binary16, fp::rounding::ties_even),
            (fp::outcome{0x0400, fp::flags::underflow | fp::flags::inexact}));
}

TEST(fp_convert, binary64_to_narrower_is_right_for_random_patterns) {
  for (const target& to : targets) {
    SCOPED_TRACE(to.format->name);
    tally results;
    std::mt19937_64 random(seed);
    const auto near = static_cast<std::uint64_t>(1023 + to.format->smallest_exponent() - 3);
    const auto span = static_cast<std::uint64_t>(to.format->emax() - to.format->smallest_exponent() + 6);
    for (int i = 0; i < 60'000; ++i) {
      // Most exponents in the range of the target and a little beyond; some anywhere; long runs of 0 and 1 in between.
      const std::uint64_t field = i % 8 == 0 ? random() % 2047 : near + random() % span;
      const std::uint64_t fraction = (random() << (random() % 56)) ^ (i % 3 == 0 ? ~std::uint64_t{0} : 0);
      check_double(results, to, (random() & sign64) | (field << 52) | (fraction & fp::binary64.fraction_mask()));
    }
  }
}

// A 64-bit significand with a sticky bit below, into every format: what arithmetic will hand over.
TEST(fp_round_pack, rounds_64_bits_and_sticky_into_every_format) {
  const target all[] = {targets[0], targets[1], targets[2], {&fp::binary64, {11, 52}}};
  for (const target& to : all) {
    SCOPED_TRACE(to.format->name);
    tally results;
    std::mt19937_64 random(seed);
    const int lowest = to.format->smallest_exponent() - 70;
    const auto span = static_cast<std::uint64_t>(to.format->emax() - lowest + 3);
    for (int i = 0; i < 40'000; ++i) {
      const std::uint64_t pattern = (random() << (random() % 64)) ^ (i % 3 == 0 ? ~std::uint64_t{0} : 0);
      const bool sticky = i % 2 == 0;
      const bool negative = (random() & 1) != 0;
      const std::uint64_t digits = sticky ? pattern | sign64 : pattern;
      const int exponent = lowest + static_cast<int>(random() % span);
      for (const fp::rounding mode : fp::all_roundings) {
        const fp::outcome want = digits == 0 ? fp::outcome{negative ? to.format->sign_mask() : 0, fp::flags::none}
                                             : to.expected.round(negative, {digits, exponent, sticky}, mode);
        results.expect(fp::round_pack({negative, digits, exponent, sticky}, *to.format, mode), want,
                       hex(digits) + (sticky ? "+" : "") + " * 2^" + std::to_string(exponent), mode);
      }
    }
  }
}

TEST(fp_convert, widening_is_exact_for_all_65536_inputs) {
  for (const target& from : {targets[0], targets[1]}) {
    SCOPED_TRACE(from.format->name);
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      if (fp::is_nan(bits, *from.format)) {
        continue;
      }
      const amount value = from.expected.decode(fp::magnitude(bits, *from.format));
      double number = std::ldexp(static_cast<double>(value.digits), value.exponent);
      if (fp::magnitude(bits, *from.format) == from.expected.infinity()) {
        number = std::numeric_limits<double>::infinity();
      }
      number = (bits & 0x8000) != 0 ? -number : number;
      for (const fp::rounding mode : fp::all_roundings) {
        const fp::outcome wide{std::bit_cast<std::uint64_t>(number), fp::flags::none};
        const fp::outcome single{std::bit_cast<std::uint32_t>(static_cast<float>(number)), fp::flags::none};
        ASSERT_EQ(fp::convert(bits, *from.format, fp::binary64, mode), wide) << hex(bits) << " " << fp::name(mode);
        ASSERT_EQ(fp::convert(bits, *from.format, fp::binary32, mode), single) << hex(bits) << " " << fp::name(mode);
        ASSERT_EQ(fp::convert(wide.bits, fp::binary64, *from.format, mode), (fp::outcome{bits, fp::flags::none}));
      }
    }
  }
}

// binary16 and bfloat16 neither holds the other: one has more precision, the other more range.
TEST(fp_convert, between_binary16_and_bfloat16_is_right_for_all_inputs) {
  tally results;
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
    for (const auto& [from, to] : {std::pair(targets[0], targets[1]), std::pair(targets[1], targets[0])}) {
      if (fp::magnitude(bits, *from.format) >= from.format->infinity()) {
        continue;
      }
      const amount value = from.expected.decode(fp::magnitude(bits, *from.format));
      for (const fp::rounding mode : fp::all_roundings) {
        results.expect(fp::convert(bits, *from.format, *to.format, mode),
                       to.expected.round((bits & 0x8000) != 0, value, mode),
                       std::string(from.format->name) + " " + hex(bits), mode);
      }
    }
  }
}

TEST(fp_convert, keeps_infinity_and_zero_with_their_signs) {
  const fp::format formats[] = {fp::binary16, fp::bfloat16, fp::binary32, fp::binary64};
  for (const fp::format& from : formats) {
    for (const fp::format& to : formats) {
      for (const fp::rounding mode : fp::all_roundings) {
        const auto kept = [&](std::uint64_t bits) { return fp::convert(bits, from, to, mode); };
        EXPECT_EQ(kept(0), (fp::outcome{0, fp::flags::none}));
        EXPECT_EQ(kept(from.sign_mask()), (fp::outcome{to.sign_mask(), fp::flags::none}));
        EXPECT_EQ(kept(from.infinity()), (fp::outcome{to.infinity(), fp::flags::none}));
        EXPECT_EQ(kept(from.sign_mask() | from.infinity()),
                  (fp::outcome{to.sign_mask() | to.infinity(), fp::flags::none}));
      }
    }
  }
}

TEST(fp_convert, keeps_nan_quiet_with_the_top_of_its_payload) {
  const auto convert = [](std::uint64_t bits, const fp::format& from, const fp::format& to) {
    return fp::convert(bits, from, to, fp::rounding::up);
  };
  EXPECT_EQ(convert(0x7fc00000, fp::binary32, fp::binary16), (fp::outcome{0x7e00, fp::flags::none}));
  EXPECT_EQ(convert(0xffd56789, fp::binary32, fp::binary16), (fp::outcome{0xfeab, fp::flags::none}));
  // A payload that lives in the low bits alone must not leave an infinity behind.
  EXPECT_EQ(convert(0x7f800001, fp::binary32, fp::binary16), (fp::outcome{0x7e00, fp::flags::invalid}));
  EXPECT_EQ(convert(0xfff0000000000001, fp::binary64, fp::bfloat16), (fp::outcome{0xffc0, fp::flags::invalid}));
  EXPECT_EQ(convert(0x7d55, fp::binary16, fp::binary32), (fp::outcome{0x7feaa000, fp::flags::invalid}));
  EXPECT_EQ(convert(0xfe01, fp::binary16, fp::binary64), (fp::outcome{0xfff8040000000000, fp::flags::none}));
  EXPECT_EQ(convert(0x7c01, fp::binary16, fp::binary16), (fp::outcome{0x7e01, fp::flags::invalid}));
}

TEST(fp_names, join_flags_the_graver_first) {
  EXPECT_EQ(fp::names(fp::flags::none), "none");
  EXPECT_EQ(fp::names(fp::flags::inexact | fp::flags::overflow), "overflow,inexact");
  EXPECT_EQ(fp::names(fp::flags::inexact | fp::flags::underflow), "underflow,inexact");
  EXPECT_EQ(fp::names(fp::flags::invalid), "invalid");
}

}  // namespace
