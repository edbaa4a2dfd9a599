// Numbers in a line of text, and how far apart two of them are.
#include "harness/gate/numbers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using verbatim::gate::compare_numbers;
using verbatim::gate::find_numbers;
using verbatim::gate::number_difference;
using texts = std::vector<std::string>;

texts numbers_in(std::string_view line) {
  texts found;
  for (const auto& token : find_numbers(line)) {
    EXPECT_EQ(line.substr(token.begin, token.text.size()), token.text);
    found.emplace_back(token.text);
  }
  return found;
}

double value_of(std::string_view text) {
  const auto found = find_numbers(text);
  EXPECT_EQ(found.size(), 1U) << text;
  return found.size() == 1 ? std::bit_cast<double>(found[0].bits) : 0.0;
}

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(gate_find_numbers, finds_them_in_lines_of_real_outputs) {
  EXPECT_EQ(numbers_in("第1行 scale=65536 梯度上限=32000.0 缩放值=2097152000.0 判定=OVERFLOW 下一步=32768"),
            (texts{"1", "65536", "32000.0", "2097152000.0", "32768"}));
  EXPECT_EQ(numbers_in("场景B 梯度绝对值上限=3000.0 尺度=2**-32=2.3283064365386963e-10 缩放值=6.984919309616089e-07"),
            (texts{"3000.0", "2", "-32", "2.3283064365386963e-10", "6.984919309616089e-07"}));
  EXPECT_EQ(numbers_in("fp16 区间模型：最大规格数=65504.0 最小规格数=6.103515625e-05"),
            (texts{"65504.0", "6.103515625e-05"}));
  EXPECT_EQ(numbers_in("标记行统计 OVERFLOW=1 UNDERFLOW=1 合计=2/2"), (texts{"1", "1", "2", "2"}));
  EXPECT_EQ(numbers_in("八行尺度序列=65536,32768,16384"), (texts{"65536", "32768", "16384"}));
  EXPECT_EQ(numbers_in("x=[1.5, -2, +3](4) <5> 6% $7;8"), (texts{"1.5", "-2", "+3", "4", "5", "6", "7", "8"}));
  EXPECT_EQ(numbers_in("第3.5章"), texts{"3.5"});
}

TEST(gate_find_numbers, reads_every_decimal_layout) {
  EXPECT_EQ(value_of("1e5"), 1e5);
  EXPECT_EQ(value_of("1E+05"), 1e5);
  EXPECT_EQ(value_of("-1.5e-07"), -1.5e-07);
  EXPECT_EQ(value_of("+2.25"), 2.25);
  EXPECT_EQ(value_of(".5"), 0.5);
  EXPECT_EQ(value_of("-.5"), -0.5);
  EXPECT_EQ(value_of("007"), 7.0);
  EXPECT_EQ(bits_of(value_of("-0.0")), 0x8000000000000000U);
  EXPECT_EQ(bits_of(value_of("5e-324")), 1U);
  EXPECT_EQ(bits_of(value_of("2.2250738585072011e-308")), 0x000fffffffffffffU);
  EXPECT_EQ(bits_of(value_of("0.1")), 0x3fb999999999999aU);
  EXPECT_EQ(bits_of(value_of("9007199254740993")), bits_of(9007199254740992.0)) << "ties to even";
}

TEST(gate_find_numbers, ends_a_number_where_it_ends) {
  EXPECT_EQ(numbers_in("It is 3.5."), texts{"3.5"});
  EXPECT_EQ(numbers_in("5."), texts{"5"});
  EXPECT_EQ(numbers_in("1e"), texts{});
  EXPECT_EQ(numbers_in("1e+"), texts{});
  EXPECT_EQ(numbers_in("3-4"), (texts{"3", "4"}));
  EXPECT_EQ(numbers_in("2026-11-30"), (texts{"2026", "11", "30"}));
  EXPECT_EQ(numbers_in("--5"), texts{"-5"});
  EXPECT_EQ(numbers_in("- 5"), texts{"5"});
  EXPECT_EQ(numbers_in("-"), texts{});
  EXPECT_EQ(numbers_in("."), texts{});
  EXPECT_EQ(numbers_in("-.e5"), texts{});
  EXPECT_EQ(numbers_in(""), texts{});
}

TEST(gate_find_numbers, takes_no_part_of_a_word_for_one) {
  for (const std::string_view word :
       {"fp16", "x86", "sha256", "bf16_add", "e5", "_1", "1_000", "10s", "1.5f", "0x", "0xg", "nano", "banana", "info",
        "inform", "nan_count", "infinityx", "3b187af69661a148"})
    EXPECT_EQ(numbers_in(word), texts{}) << word;
}

TEST(gate_find_numbers, takes_no_part_of_a_dotted_version_for_one) {
  EXPECT_EQ(numbers_in("v1.2.3"), texts{});
  EXPECT_EQ(numbers_in("version v2.0"), texts{});
  EXPECT_EQ(numbers_in("1.2.3"), texts{});
  EXPECT_EQ(numbers_in("127.0.0.1"), texts{});
}

TEST(gate_find_numbers, reads_words_for_what_is_no_finite_number) {
  EXPECT_EQ(numbers_in("nan inf -inf +inf infinity -nan"), (texts{"nan", "inf", "-inf", "+inf", "infinity", "-nan"}));
  EXPECT_EQ(value_of("inf"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(value_of("-infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_NE(value_of("nan"), value_of("nan"));
  EXPECT_EQ(numbers_in("最大=inf，最小=nan。"), (texts{"inf", "nan"}));
}

TEST(gate_find_numbers, reads_bit_patterns_of_three_widths) {
  const auto found = find_numbers("0x3c00 0X3F800000 x=0x3ff0000000000000,");
  ASSERT_EQ(found.size(), 3U);
  for (const auto& token : found) EXPECT_TRUE(token.is_bits);
  EXPECT_EQ(found[0].width, 16U);
  EXPECT_EQ(found[0].bits, 0x3c00U);
  EXPECT_EQ(found[1].width, 32U);
  EXPECT_EQ(found[1].bits, 0x3f800000U);
  EXPECT_EQ(found[2].width, 64U);
  EXPECT_EQ(found[2].bits, 0x3ff0000000000000U);
  for (const std::string_view none : {"0x3c0", "0x3c000", "0x1.8p3", "0x3c00z", "a0x3c00", "0x123456789abcdef01"})
    EXPECT_EQ(numbers_in(none), texts{}) << none;
}

TEST(gate_find_numbers, takes_what_is_out_of_range_for_infinity_or_zero) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string zeros(400, '0');
  EXPECT_EQ(value_of("1e999"), infinity);
  EXPECT_EQ(value_of("-1e999"), -infinity);
  EXPECT_EQ(value_of("1e99999999999999999999"), infinity);
  EXPECT_EQ(bits_of(value_of("1e-999")), 0U);
  EXPECT_EQ(bits_of(value_of("-1e-99999999999999999999")), 0x8000000000000000U);
  EXPECT_EQ(value_of("1" + zeros), infinity);
  EXPECT_EQ(value_of("0." + zeros + "1"), 0.0);
  EXPECT_EQ(value_of("0e999"), 0.0);
  EXPECT_EQ(value_of("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(value_of("1.7976931348623159e308"), infinity);
  EXPECT_EQ(value_of("2e-324"), 0.0);
}

TEST(gate_find_numbers, judges_out_of_range_by_value_not_by_layout) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string zeros(400, '0');
  EXPECT_EQ(value_of("." + zeros + "1"), 0.0);
  EXPECT_EQ(value_of("00." + zeros + "1"), 0.0);
  EXPECT_EQ(value_of("0." + zeros + "1e10"), 0.0);
  EXPECT_EQ(value_of("1" + zeros + "e-5"), infinity);
  EXPECT_EQ(value_of("0.0001e400"), infinity);
}

// The distance in one format, or nothing where that format is not reported or one of the two is NaN.
std::optional<std::uint64_t> ulps(std::string_view golden, std::string_view actual, std::string_view format) {
  const std::vector<number_difference> found = compare_numbers(golden, actual);
  if (found.size() != 1) return std::nullopt;
  for (const auto& each : found[0].distances)
    if (each.format == format) return each.ulps;
  return std::nullopt;
}

TEST(gate_compare_numbers, counts_ulps_in_each_format) {
  EXPECT_EQ(ulps("1.0", "1.0000000000000002", "binary64"), 1U);
  EXPECT_EQ(ulps("1.0", "1.0000000000000002", "binary32"), 0U);
  EXPECT_EQ(ulps("1.0", "0.9999999999999998", "binary64"), 2U);
  EXPECT_EQ(ulps("1.0", "1.0000001192092896", "binary32"), 1U);
  EXPECT_EQ(ulps("1.0", "1.0009765625", "binary16"), 1U);
  EXPECT_EQ(ulps("1.0", "2.0", "binary16"), 1024U);
  EXPECT_EQ(ulps("1.0", "2.0", "binary32"), 8388608U);
  EXPECT_EQ(ulps("1.0", "2.0", "binary64"), 4503599627370496U);
  EXPECT_EQ(ulps("65504.0", "65520.0", "binary16"), 1U) << "65520 rounds to infinity";
  EXPECT_EQ(ulps("65504.0", "65519.99", "binary16"), 0U);
  EXPECT_EQ(ulps("0.0", "-0.0", "binary64"), 0U);
  EXPECT_EQ(ulps("5e-324", "-5e-324", "binary64"), 2U);
  EXPECT_EQ(ulps("-inf", "inf", "binary16"), 2U * 0x7c00U);
  EXPECT_EQ(ulps("nan", "1.0", "binary64"), std::nullopt);
}

TEST(gate_compare_numbers, compares_bit_patterns_of_one_width) {
  EXPECT_EQ(ulps("0x3c00", "0x3c01", "binary16"), 1U);
  EXPECT_EQ(ulps("0x3f800000", "0x3f800003", "binary32"), 3U);
  EXPECT_EQ(ulps("0x8000000000000001", "0x0000000000000001", "binary64"), 2U);
  EXPECT_EQ(ulps("0x7e00", "0x3c00", "binary16"), std::nullopt);
  for (const auto& [golden, actual] : {std::pair{"0x3c00", "0x3c000000"}, {"0x3c00", "1.0"}, {"1.0", "0x3c00"}}) {
    const auto found = compare_numbers(golden, actual);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].distances.empty()) << golden << " and " << actual << " cannot be compared";
  }
}

TEST(gate_compare_numbers, pairs_numbers_by_their_place) {
  const auto found = compare_numbers("a=1 b=2.5 c=3", "a=1 b=2.5000000000000004 c=4");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].index, 2U);
  EXPECT_EQ(found[0].golden_text, "2.5");
  EXPECT_EQ(found[0].actual_text, "2.5000000000000004");
  ASSERT_EQ(found[0].distances.size(), 3U);
  EXPECT_EQ(found[0].distances[0].golden_bits, 0x4004000000000000U);
  EXPECT_EQ(found[0].distances[0].actual_bits, 0x4004000000000001U);
  EXPECT_EQ(found[0].distances[1].golden_bits, 0x40200000U);
  EXPECT_EQ(found[0].distances[2].golden_bits, 0x4100U);
  EXPECT_EQ(found[0].distances[2].width, 16U);
  EXPECT_EQ(found[1].index, 3U);
}

TEST(gate_compare_numbers, says_nothing_where_the_counts_differ_or_no_number_does) {
  EXPECT_TRUE(compare_numbers("1 2", "1").empty());
  EXPECT_TRUE(compare_numbers("a 1", "b 1").empty());
  EXPECT_TRUE(compare_numbers("words", "other").empty());
  EXPECT_EQ(compare_numbers("1 2 3 4 5 6 7 8 9", "2 3 4 5 6 7 8 9 1").size(), 8U);
  EXPECT_EQ(compare_numbers("1 2 3", "4 5 6", 2).size(), 2U);
}

}  // namespace
