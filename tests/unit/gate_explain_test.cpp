// Why two outputs are not the same: place, lines, counts, numbers, diff.
#include "harness/gate/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace {

using verbatim::gate::difference;

difference explained(std::string_view golden, std::string_view actual) {
  return verbatim::gate::explain(golden, actual, "golden/x.stdout", "x now");
}

std::string place(std::string_view golden, std::string_view actual) {
  const difference what = explained(golden, actual);
  return std::to_string(what.line) + ":" + std::to_string(what.column);
}

bool holds(const std::vector<std::string>& lines, std::string_view line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

TEST(gate_explain, names_the_first_differing_line_and_column) {
  EXPECT_EQ(place("a\n", "b\n"), "1:1");
  EXPECT_EQ(place("one\ntwo\nthree\n", "one\ntwo\nthrxe\n"), "3:4");
  EXPECT_EQ(place("第1行 a\n", "第1行 b\n"), "1:5");
  EXPECT_EQ(place("a\nb\nc\n", "a\nX\nY\n"), "2:1");
  EXPECT_EQ(place("ab\n", "abc\n"), "1:3");
  EXPECT_EQ(place("ab\ncd\n", "ab\n"), "2:1");
  EXPECT_EQ(place("", "a\n"), "1:1");
  EXPECT_EQ(place("a", "a\n"), "1:2");
  EXPECT_EQ(place("a\nb", "a\nb\n"), "2:2");
}

TEST(gate_explain, counts_a_character_from_its_first_byte) {
  // 行 is E8 A1 8C and 衍 is E8 A1 8D; 😀 and 😁 differ in their last byte too.
  EXPECT_EQ(place("第1行x\n", "第1衍x\n"), "1:3");
  EXPECT_EQ(place("😀\n", "😁\n"), "1:1");
  EXPECT_EQ(place("é行😀\n", "é行😁\n"), "1:3");
  const difference what = explained("第1行x\n", "第1衍x\n");
  EXPECT_EQ(what.golden_line, "第1行x");
  EXPECT_EQ(what.actual_line, "第1衍x");
}

TEST(gate_explain, counts_bytes_that_are_no_utf8_one_each) {
  EXPECT_EQ(place("\x80\x80\x80\x80\x81\n", "\x80\x80\x80\x80\x82\n"), "1:5");
  EXPECT_EQ(place("行\x80\x81\n", "行\x80\x82\n"), "1:3");
  EXPECT_EQ(place("\xff\xff\xfe\n", "\xff\xff\xfd\n"), "1:3");
}

TEST(gate_explain, shows_both_lines_escaped) {
  const difference what = explained("a\tb\n", "a\x1b[31mb\n");
  EXPECT_EQ(what.golden_line, "a\\tb");
  EXPECT_EQ(what.actual_line, "a\\x1b[31mb");
}

TEST(gate_explain, says_where_an_output_ends) {
  const difference shorter = explained("a\nb\n", "a\n");
  EXPECT_EQ(shorter.golden_line, "b");
  EXPECT_EQ(shorter.actual_line, "(the output ends here)");
  EXPECT_EQ(explained("", "a\n").golden_line, "(the output ends here)");
  EXPECT_EQ(shorter.golden_lines, 2U);
  EXPECT_EQ(shorter.actual_lines, 1U);
  EXPECT_EQ(shorter.differing_lines, 1U);
}

TEST(gate_explain, shows_a_missing_newline) {
  const difference what = explained("a\nb\n", "a\nb");
  EXPECT_EQ(what.golden_line, "b\\n");
  EXPECT_EQ(what.actual_line, "b  (no newline)");
  EXPECT_EQ(what.golden_lines, 2U);
  EXPECT_EQ(what.actual_lines, 2U);
  EXPECT_EQ(what.differing_lines, 1U);
  EXPECT_TRUE(holds(what.diff, "\\ No newline at end of file"));
  EXPECT_EQ(explained("b", "b\n").golden_line, "b  (no newline)");
}

TEST(gate_explain, counts_a_last_line_without_newline_as_differing) {
  EXPECT_EQ(explained("a\nb", "a\nb\nc\n").differing_lines, 2U);
}

TEST(gate_explain, counts_differing_lines_after_aligning_them) {
  const difference what = explained("1\n2\n3\n4\n5\n", "0\n1\n2\nX\n4\n5\n");
  EXPECT_EQ(what.differing_lines, 2U);
  EXPECT_FALSE(what.counted_by_position);
}

TEST(gate_explain, shows_a_long_line_around_the_difference) {
  const std::string before(5000, 'x');
  const std::string after(5000, 'y');
  const difference what = explained(before + "A" + after + "\n", before + "B" + after + "\n");
  EXPECT_EQ(what.column, 5001U);
  EXPECT_EQ(what.golden_line, "…" + std::string(80, 'x') + "A" + std::string(159, 'y') + "…");
  EXPECT_EQ(what.actual_line, "…" + std::string(80, 'x') + "B" + std::string(159, 'y') + "…");
}

TEST(gate_explain, shows_the_difference_after_bytes_that_take_room_when_escaped) {
  for (const std::string_view unit : {"\x01", "\xff", "\x80", "\\", "\u0085", "\u202e", "\U000E0041", "行"}) {
    for (const std::size_t count : {50U, 90U, 500U}) {
      std::string before;
      for (std::size_t i = 0; i < count; ++i) before += unit;
      const difference what = explained(before + "a\n", before + "b\n");
      EXPECT_NE(what.golden_line, what.actual_line) << what.golden_line;
      EXPECT_TRUE(what.golden_line.ends_with("a")) << what.golden_line;
      EXPECT_TRUE(what.actual_line.ends_with("b")) << what.actual_line;
      EXPECT_EQ(what.column, count + 1);
      EXPECT_LE(what.golden_line.size(), 280U);
    }
  }
}

TEST(gate_explain, measures_the_numbers_of_the_line) {
  const difference what = explained("场景A 缩放值=2097152000.0\n", "场景A 缩放值=2097152000.0000002\n");
  ASSERT_EQ(what.numbers.size(), 1U);
  EXPECT_EQ(what.numbers[0].index, 1U);
  const auto lines = verbatim::gate::explanation_lines(what, "golden", "now");
  EXPECT_TRUE(holds(lines, "first difference: line 1, column 21"));
  EXPECT_TRUE(holds(lines, "  golden  场景A 缩放值=2097152000.0"));
  EXPECT_TRUE(holds(lines, "  now     场景A 缩放值=2097152000.0000002"));
  EXPECT_TRUE(holds(lines, "1 of 1 line differs"));
  EXPECT_TRUE(holds(lines, "number 1: 2097152000.0 → 2097152000.0000002"));
  EXPECT_TRUE(holds(lines, "  binary64  0x41df400000000000 → 0x41df400000000001  1 ulp"));
  EXPECT_TRUE(holds(lines, "  binary32  0x4efa0000 → 0x4efa0000  0 ulps"));
  EXPECT_TRUE(holds(lines, "  binary16  0x7c00 → 0x7c00  0 ulps"));
}

TEST(gate_explain, says_what_no_distance_is_known_for) {
  const auto lines = verbatim::gate::explanation_lines(explained("x=nan\n", "x=1.0\n"), "golden", "now");
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                          [](const std::string& line) { return line.ends_with("no distance: one is NaN"); }));
}

TEST(gate_explain, says_how_many_lines_differ) {
  const auto sentence = [](std::string_view golden, std::string_view actual) {
    return verbatim::gate::explanation_lines(explained(golden, actual), "golden", "now").at(3);
  };
  EXPECT_EQ(sentence("a\n", "b\n"), "1 of 1 line differs");
  EXPECT_EQ(sentence("a\nb\n", "a\nc\n"), "1 of 2 lines differs");
  EXPECT_EQ(sentence("a\nb\n", "c\nd\n"), "2 of 2 lines differ");
  EXPECT_EQ(sentence("a\n", "a\nb\nc\n"), "2 of 3 lines differ (golden has 1, now has 3)");
}

std::string numbered_lines(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST(gate_explain, compares_large_outputs_in_a_window) {
  const std::string golden = numbered_lines(std::size_t{5} << 20);
  std::string actual = golden;
  const std::size_t at = golden.find("line 200000\n");
  actual.replace(at, 11, "line 2OOOOO");
  actual += "one more\n";
  const difference what = explained(golden, actual);
  EXPECT_EQ(what.line, 200001U);
  EXPECT_EQ(what.column, 7U);
  EXPECT_EQ(what.golden_line, "line 200000");
  EXPECT_EQ(what.actual_line, "line 2OOOOO");
  EXPECT_EQ(what.differing_lines, 2U);
  EXPECT_TRUE(what.counted_by_position);
  EXPECT_EQ(what.actual_lines, what.golden_lines + 1);
  ASSERT_FALSE(what.diff.empty());
  // The first line says how far the numbers in the diff are from those of the whole output.
  const std::string_view words = "(line numbers below count from line ";
  ASSERT_TRUE(what.diff[0].starts_with(words)) << what.diff[0];
  const std::size_t first = std::stoul(what.diff[0].substr(words.size()));
  const auto range =
      std::find_if(what.diff.begin(), what.diff.end(), [](const auto& l) { return l.starts_with("@@"); });
  ASSERT_NE(range, what.diff.end());
  EXPECT_EQ(first - 1 + std::stoul(range->substr(4)), 200001U - 3U);
  EXPECT_TRUE(holds(what.diff, "-line 200000"));
  EXPECT_TRUE(holds(what.diff, "+line 2OOOOO"));
  EXPECT_TRUE(holds(what.diff, " line 199999"));
}

TEST(gate_explain, compares_large_outputs_from_their_first_line) {
  const std::string rest = numbered_lines(std::size_t{5} << 20);
  const difference what = explained("a\n" + rest, "b\n" + rest);
  EXPECT_EQ(what.line, 1U);
  EXPECT_EQ(what.differing_lines, 1U);
  EXPECT_TRUE(holds(what.diff, "@@ -1,4 +1,4 @@"));
}

TEST(gate_explain, compares_one_huge_line) {
  const std::string before(std::size_t{6} << 20, 'x');
  const difference what = explained(before + "a\n", before + "b\n");
  EXPECT_EQ(what.line, 1U);
  EXPECT_EQ(what.column, before.size() + 1);
  EXPECT_TRUE(what.golden_line.ends_with("xa"));
  EXPECT_TRUE(what.actual_line.ends_with("xb"));
  EXPECT_EQ(what.differing_lines, 1U);
}

TEST(gate_explain, says_the_same_to_machines) {
  const auto value = verbatim::gate::explanation_value(explained("a=1.0\n", "a=2.0\n"));
  const auto* const object = std::get_if<verbatim::core::value::object>(&value.data());
  ASSERT_NE(object, nullptr);
  std::vector<std::string> keys;
  for (const auto& [key, member] : *object) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"line", "column", "golden_line", "actual_line", "differing_lines",
                                            "golden_lines", "actual_lines", "counted_by_position", "numbers", "diff"}));
  EXPECT_EQ(std::get<std::uint64_t>((*object)[1].second.data()), 3U);
  EXPECT_EQ(std::get<verbatim::core::value::list>((*object)[8].second.data()).size(), 1U);
}

}  // namespace
