// models/fp/parse.hpp against mpfr_strtofr: random decimal and hexadecimal text, ties and their surroundings, exponents
// past 64 bits, a million digits, and what is wrong with a text and where.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <regex>
#include <string>

#include "models/fp/boundary.hpp"
#include "models/fp/parse.hpp"
#include "tests/exhaustive/checks.hpp"
#include "tests/exhaustive/reference.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint64_t seed = 512;

/// The ends of a text too long to show.
std::string brief(const std::string& text) {
  if (text.size() <= 80) return text;
  return text.substr(0, 40) + "..." + text.substr(text.size() - 30) + " (" + std::to_string(text.size()) + " bytes)";
}

class text_checks {
 public:
  explicit text_checks(const fp::format& to) : to_(to), oracle_(to, to) {}

  /// Reads the text in every deterministic mode.
  void expect(const std::string& text) {
    oracle_.read(text.c_str());
    for (const fp::rounding mode : fp::deterministic_roundings) {
      const fp::attributes how = variant(mode, variants_.next());
      const fp::parsed got = fp::parse(text, to_, how);
      if (got.error == fp::text_error::none) {
        results_.expect(got.result, oracle_.rounded(how), "parse " + brief(text), to_, to_, {}, how);
      } else {
        ADD_FAILURE() << brief(text) << ": " << fp::describe(got.error) << " at " << got.position;
      }
    }
  }

  [[nodiscard]] bool full() const { return results_.full() || ::testing::Test::HasFailure(); }

 private:
  const fp::format& to_;
  mpfr_reference oracle_;
  tally results_;
  variants variants_{1};
};

std::string digits(std::mt19937_64& random, std::size_t count, unsigned base) {
  std::string text;
  const auto style = random() % 4;  // mostly any digits; some runs of zeros or of the highest digit
  for (std::size_t i = 0; i < count; ++i) {
    const auto digit = style == 0 && i % 7 != 0 ? (i % 2 == 0 ? 0 : base - 1) : random() % base;
    text += "0123456789abcdef"[digit];
  }
  return text;
}

/// From 1 to `most`, short ones as often as long ones.
std::size_t length(std::mt19937_64& random, std::size_t most) {
  const std::size_t limit = std::size_t{1} << (1 + random() % 11);
  return 1 + random() % std::min(limit, most);
}

/// A text of about the size of `to`'s numbers, as strtod reads them.
std::string any_text(std::mt19937_64& random, const fp::format& to, std::size_t most) {
  const bool decimal = random() % 3 != 0;
  const std::size_t count = length(random, decimal ? most : most / 4);
  std::string text = digits(random, count, decimal ? 10 : 16);
  const auto whole = static_cast<std::int64_t>(random() % (count + 1));  // digits before the point
  if (random() % 4 != 0) text.insert(static_cast<std::size_t>(whole), ".");
  const std::int64_t written = text.size() == count ? static_cast<std::int64_t>(count) : whole;
  const int low = to.smallest_exponent() - 8;
  const auto binade = low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(to.emax() - low + 8));
  const std::int64_t exponent = decimal ? binade * 30103 / 100000 - written : binade - 4 * written;
  const std::string sign = random() % 2 == 0 ? "-" : random() % 2 == 0 ? "+" : "";
  const std::string plus = exponent >= 0 && random() % 2 == 0 ? "+" : "";
  const bool upper = random() % 4 == 0;
  return sign +
         (decimal ? ""
          : upper ? "0X"
                  : "0x") +
         text +
         (decimal ? upper ? "E" : "e"
          : upper ? "P"
                  : "p") +
         plus + std::to_string(exponent);
}

/// All decimal digits of a number with at most 1,100 behind the point; at least one behind it.
std::string written_out(mpfr_srcptr number) {
  char text[1800];
  mpfr_snprintf(text, sizeof text, "%.1100Rf", number);
  std::string all = text;
  all.erase(all.find_last_not_of('0') + 1);
  return all.back() == '.' ? all + "0" : all;
}

/// One unit less in the last digit of a positive number.
std::string decremented(std::string text) {
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == '.') continue;
    if (text[i] != '0') {
      --text[i];
      break;
    }
    text[i] = '9';
  }
  return text;
}

TEST(fp_text, random_decimal_and_hexadecimal) {
  for_each(fp::all_formats, [](const fp::format& f) {
    text_checks checks(f);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 800 && !checks.full(); ++i) checks.expect(any_text(random, f, 2000));
    for (int i = 0; i < 800 && !checks.full(); ++i) checks.expect(any_text(random, f, 40));
  });
}

/// Numbers of the format and the middles between them, exactly, and a far digit more or less.
TEST(fp_text, exact_numbers_and_ties_and_a_far_digit) {
  for_each(fp::all_formats, [](const fp::format& f) {
    text_checks checks(f);
    const grid limits(f);
    std::mt19937_64 random(seed);
    datum x;
    mpfr_number middle;
    const int count = f.width() <= 8 ? static_cast<int>(limits.largest) + 1 : 120;
    for (int i = 0; i < count && !checks.full(); ++i) {
      std::uint64_t bits =
          f.width() <= 8 ? static_cast<std::uint64_t>(i) : fp::boundary::value(random, f) & limits.sizes;
      if (i < 3) bits = i == 0 ? 0 : i == 1 ? limits.largest : f.smallest_normal();
      if (bits > limits.largest) continue;
      decode(x, bits, limits, false);
      // Half a unit above: the unit is the distance to the number below, or above where it is the first.
      mpfr_set(middle.get(), x.value.get(), MPFR_RNDN);
      const std::uint64_t exponent = bits >> limits.fraction_bits;
      const int binade = f.subnormals && exponent == 0 ? f.emin() : static_cast<int>(exponent) - f.bias;
      mpfr_number half;
      mpfr_set_ui_2exp(half.get(), 1, binade - limits.fraction_bits - 1, MPFR_RNDN);
      mpfr_add(middle.get(), middle.get(), half.get(), MPFR_RNDN);
      for (mpfr_srcptr number : {static_cast<mpfr_srcptr>(x.value.get()), static_cast<mpfr_srcptr>(middle.get())}) {
        if (mpfr_zero_p(number) != 0) continue;
        const std::string text = written_out(number);
        checks.expect(text);
        checks.expect("-" + text);
        const std::size_t zeros = random() % 4 == 0 ? random() % 1500 : random() % 20;
        checks.expect(text + std::string(zeros, '0') + "1");
        checks.expect("-" + decremented(text) + std::string(zeros + 1, '9'));
        checks.expect(decremented(text) + std::string(zeros, '9') + "8");
        if (!text.ends_with(".0")) continue;
        // One more and one less: of a large integer the digits between are all zeros or nines in binary too.
        std::string whole = text.substr(0, text.size() - 2);
        checks.expect(decremented(whole));
        if (whole.back() != '9') ++whole.back();
        checks.expect("-" + whole);
      }
    }
  });
}

TEST(fp_text, huge_exponents_cancel_or_saturate) {
  for_each(fp::all_formats, [](const fp::format& f) {
    text_checks checks(f);
    const std::string zeros(30'000, '0');
    for (const char* text : {"1e99999999999999999999999", "-1e+18446744073709551617", "1e-99999999999999999999999",
                             "-7e-9223372036854775809", "0e99999999999999999999999", "-0.000e-99999999999999999999999",
                             "0x1p99999999999999999999999", "-0x1p-9999999999", "0x0p18446744073709551616", "1e400",
                             "1e-400", "9e399", "1e-1100", "123456789e4294967296", "1e-4294967296"})
      checks.expect(text);
    checks.expect("0." + zeros + "15e30001");
    checks.expect("3" + zeros + "e-30000");
    checks.expect("-3" + zeros + "1e-30001");
    checks.expect("0x0." + zeros + "18p120004");
    checks.expect("0x1" + zeros + "p-120000");
    checks.expect("-0x1" + zeros + "1p-120004");
    checks.expect("0x1." + zeros + "1");
  });
}

/// Words stand for what convert makes of binary64's infinities and NaN.
TEST(fp_text, infinity_and_nan) {
  for_each(fp::all_formats, [](const fp::format& f) {
    mpfr_reference wide(fp::binary64, f);
    tally results;
    constexpr std::uint64_t minus = std::uint64_t{1} << 63;
    for (unsigned index = 0; index < variant_count; ++index) {
      fp::attributes how = variant(fp::rounding::ties_even, index);
      how.nans = &fp::nan_profiles::preserve;
      const auto expect = [&](const char* text, const fp::outcome& want) {
        const fp::parsed got = fp::parse(text, f, how);
        EXPECT_EQ(got.error, fp::text_error::none) << text;
        results.expect(got.result, want, text, f, f, {}, how);
      };
      for (const bool negative : {false, true}) {
        const std::uint64_t sign = negative ? minus : 0;
        wide.convert(sign | fp::binary64.infinity());
        for (const char* word : {"inf", "INF", "Infinity"})
          expect((std::string(negative ? "-" : "") + word).c_str(), wide.rounded(how));
        wide.convert(sign | fp::binary64.infinity() | fp::binary64.quiet_bit());
        fp::outcome nan = wide.rounded(how);
        expect(negative ? "-nan" : "+NaN", nan);
        if (f.nans == fp::nan_encoding::ieee) {
          nan.bits = nan.bits - f.quiet_bit() + 1;
        } else {
          nan.raised = fp::flags::invalid;
        }
        expect(negative ? "-snan" : "sNaN", nan);
      }
    }
  });
}

TEST(fp_text_long, a_million_digits_against_mpfr) {
  std::mt19937_64 random(seed);
  const std::string many = digits(random, 1'000'000, 10);
  text_checks(fp::binary64).expect("0." + many + "e-3");
  text_checks(fp::binary32).expect("1" + many + "e-1000000");
  text_checks(fp::binary16).expect("0x1." + digits(random, 1'000'000, 16));
}

/// A tie of binary64, ten million zeros, and a last digit that decides.
TEST(fp_text_long, ten_million_digits_end_in_the_one_that_decides) {
  const std::string tie = "1.00000000000000011102230246251565404236316680908203125";  // 1 + 2^-53
  const std::string zeros(10'000'000, '0');
  EXPECT_EQ(fp::parse(tie + zeros, fp::binary64).result, (fp::outcome{0x3ff0000000000000, fp::flags::inexact}));
  EXPECT_EQ(fp::parse(tie + zeros + "1", fp::binary64).result, (fp::outcome{0x3ff0000000000001, fp::flags::inexact}));
  EXPECT_EQ(fp::parse("0x1.00000000000008" + zeros, fp::binary64).result.bits, 0x3ff0000000000000);
  EXPECT_EQ(fp::parse("0x1.00000000000008" + zeros + "1", fp::binary64).result.bits, 0x3ff0000000000001);
  EXPECT_EQ(fp::parse("1." + zeros + "x", fp::binary64).position, zeros.size() + 2);
}

TEST(fp_text_error, says_what_is_wrong_and_where) {
  struct fault {
    std::string text;
    fp::text_error error;
    std::size_t position;
  };
  using enum fp::text_error;
  const fault faults[] = {
      {"", empty, 0},
      {"+", no_digits, 1},
      {"-", no_digits, 1},
      {".", no_digits, 1},
      {"-.", no_digits, 2},
      {"e5", no_digits, 0},
      {".e5", no_digits, 1},
      {"0x", no_digits, 2},
      {"-0x", no_digits, 3},
      {"0x.", no_digits, 3},
      {"0xp1", no_digits, 2},
      {"0xg", no_digits, 2},
      {"1e", no_exponent_digits, 2},
      {"1e+", no_exponent_digits, 3},
      {"1.5E-x", no_exponent_digits, 5},
      {"0x1p", no_exponent_digits, 4},
      {"0x1p-", no_exponent_digits, 5},
      {"1..2", trailing, 2},
      {"1.2.3", trailing, 3},
      {"0x1.8.0", trailing, 5},
      {"1e5.0", trailing, 3},
      {"1 ", trailing, 1},
      {" 1", no_digits, 0},
      {"1,5", trailing, 1},
      {"1.5f", trailing, 3},
      {"1_000", trailing, 1},
      {"1p5", trailing, 1},
      {"0x1e5p2x", trailing, 7},
      {"0b1", trailing, 1},
      {"--1", no_digits, 1},
      {"in", no_digits, 0},
      {"infinit", no_digits, 0},
      {"nan(1)", no_digits, 0},
      {std::string("1\0", 2), trailing, 1},
      {std::string("\0", 1), no_digits, 0},
      {std::string("1e5\0"
                   "0",
                   5),
       trailing, 3},
      {"\xef\xbb\xbf"
       "1",
       no_digits, 0},
      {"\xe2\x88\x92"
       "1",
       no_digits, 0},  // a minus sign of Unicode
  };
  for (const fault& each : faults) {
    const fp::parsed got = fp::parse(each.text, fp::binary32);
    EXPECT_EQ(got.error, each.error) << each.text << ": " << fp::describe(got.error);
    EXPECT_EQ(got.position, each.position) << each.text;
    EXPECT_EQ(got.result, (fp::outcome{0, fp::flags::none})) << each.text;
  }
}

/// The grammar as a regular expression. Before the position of an error stands a number (trailing) or what a digit makes
/// one (the others).
TEST(fp_text_error, agrees_with_the_grammar_on_random_text) {
  const std::regex grammar(
      "[+-]?([iI][nN][fF]([iI][nN][iI][tT][yY])?|[sS]?[nN][aA][nN]"
      "|([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
      "|0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)([pP][+-]?[0-9]+)?)");
  const auto is_number = [&](const std::string& text) { return std::regex_match(text, grammar); };
  constexpr std::string_view alphabet = "00123459..eEpPxXx++--aFinfsN \n";
  std::mt19937_64 random(seed);
  int accepted = 0;
  for (int i = 0; i < 20'000 && !::testing::Test::HasFailure(); ++i) {
    std::string text = random() % 3 == 0 ? "0x" : "";
    for (std::uint64_t left = random() % 9; left > 0; --left) text += alphabet[random() % alphabet.size()];
    const fp::parsed got = fp::parse(text, fp::binary64);
    EXPECT_EQ(got.error == fp::text_error::none, is_number(text)) << text;
    if (got.error == fp::text_error::none) {
      ++accepted;
      continue;
    }
    ASSERT_LE(got.position, text.size()) << text;
    const std::string before = text.substr(0, got.position);
    EXPECT_TRUE(is_number(got.error == fp::text_error::trailing ? before : before + "1")) << text << " " << before;
    EXPECT_EQ(got.error == fp::text_error::empty, text.empty()) << text;
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace verbatim::testing
