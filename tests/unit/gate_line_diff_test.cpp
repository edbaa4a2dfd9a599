// Which lines differ, and the unified diff of it, held against patch(1).
#include "harness/gate/line_diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/safe_text.hpp"
#include "tests/unit/core_support.hpp"

namespace {

using verbatim::gate::diff_lines;
using verbatim::gate::line_difference;
using verbatim::gate::split_lines;
using verbatim::gate::unified_diff;
using verbatim::testing_support::contents;
using verbatim::testing_support::put;
using verbatim::testing_support::shell;
using verbatim::testing_support::temporary_folder;
using views = std::vector<std::string_view>;
using lines = std::vector<std::string>;

// One letter a line.
views letters(std::string_view text) {
  views out;
  for (std::size_t i = 0; i < text.size(); ++i) out.push_back(text.substr(i, 1));
  return out;
}

std::string hunks_of(const line_difference& difference) {
  std::string shown;
  for (const auto& each : difference.hunks)
    shown += "[" + std::to_string(each.old_begin) + "," + std::to_string(each.old_end) + ")>[" +
             std::to_string(each.new_begin) + "," + std::to_string(each.new_end) + ") ";
  return shown + std::to_string(difference.differing_lines);
}

std::string between(std::string_view a, std::string_view b) {
  const line_difference difference = diff_lines(letters(a), letters(b));
  EXPECT_TRUE(difference.minimal);
  return hunks_of(difference);
}

TEST(gate_diff_lines, finds_the_hunks) {
  EXPECT_EQ(between("", ""), "0");
  EXPECT_EQ(between("abc", "abc"), "0");
  EXPECT_EQ(between("abc", "aXc"), "[1,2)>[1,2) 1");
  EXPECT_EQ(between("abc", "ac"), "[1,2)>[1,1) 1");
  EXPECT_EQ(between("ac", "abc"), "[1,1)>[1,2) 1");
  EXPECT_EQ(between("", "abc"), "[0,0)>[0,3) 3");
  EXPECT_EQ(between("abc", ""), "[0,3)>[0,0) 3");
  EXPECT_EQ(between("abc", "xyz"), "[0,3)>[0,3) 3");
  EXPECT_EQ(between("abcdef", "aXcdYZf"), "[1,2)>[1,2) [4,5)>[4,6) 3");
}

TEST(gate_diff_lines, needs_as_few_edits_as_the_example_of_the_paper) {
  std::size_t edits = 0;
  for (const auto& each : diff_lines(letters("abcabba"), letters("cbabac")).hunks)
    edits += (each.old_end - each.old_begin) + (each.new_end - each.new_begin);
  EXPECT_EQ(edits, 5U);
}

TEST(gate_diff_lines, pairs_lines_by_position_where_they_are_too_far_apart) {
  lines texts;
  for (int i = 0; i < 4000; ++i) texts.push_back(std::to_string(i));
  views a(texts.begin(), texts.begin() + 1500);
  views b(texts.begin() + 1500, texts.begin() + 3100);
  a.insert(a.begin(), "same");
  b.insert(b.begin(), "same");
  b[700] = a[700];
  const line_difference difference = diff_lines(a, b);
  EXPECT_FALSE(difference.minimal);
  EXPECT_EQ(hunks_of(difference), "[1,700)>[1,700) [701,1501)>[701,1601) 1599");
}

TEST(gate_diff_lines, stays_minimal_up_to_a_thousand_edits) {
  lines texts;
  for (int i = 0; i < 100000; ++i) texts.push_back(std::to_string(i));
  const views a(texts.begin(), texts.end());
  views b = a;
  for (std::size_t i = 0; i < 500; ++i) b[i * 200] = "changed";
  const line_difference difference = diff_lines(a, b);
  EXPECT_TRUE(difference.minimal);
  EXPECT_EQ(difference.differing_lines, 500U);
}

TEST(gate_split_lines, gives_lines_with_their_line_ends) {
  EXPECT_EQ(split_lines(""), views{});
  EXPECT_EQ(split_lines("\n"), views{"\n"});
  EXPECT_EQ(split_lines("a\nb\n"), (views{"a\n", "b\n"}));
  EXPECT_EQ(split_lines("a\n\nb"), (views{"a\n", "\n", "b"}));
  EXPECT_EQ(split_lines("a\r\n"), views{"a\r\n"});
}

TEST(gate_unified_diff, has_the_usual_layout) {
  EXPECT_EQ(unified_diff("a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\nE\nf\ng\nh\n", "golden/x", "x now"),
            (lines{"--- golden/x", "+++ x now", "@@ -2,7 +2,7 @@", " b", " c", " d", "-e", "+E", " f", " g", " h"}));
  EXPECT_EQ(unified_diff("", "a\nb\n", "o", "n"), (lines{"--- o", "+++ n", "@@ -0,0 +1,2 @@", "+a", "+b"}));
  EXPECT_EQ(unified_diff("a\n", "", "o", "n"), (lines{"--- o", "+++ n", "@@ -1 +0,0 @@", "-a"}));
  EXPECT_EQ(unified_diff("a\n", "a", "o", "n"),
            (lines{"--- o", "+++ n", "@@ -1 +1 @@", "-a", "+a", "\\ No newline at end of file"}));
  EXPECT_EQ(unified_diff("a\n", "a\n", "o", "n"), lines{});
  EXPECT_EQ(unified_diff("", "", "o", "n"), lines{});
}

TEST(gate_unified_diff, shows_hunks_together_where_their_context_touches) {
  const auto count_hunks = [](std::string_view a, std::string_view b) {
    const lines diff = unified_diff(a, b, "o", "n");
    return std::count_if(diff.begin(), diff.end(), [](const std::string& line) { return line.starts_with("@@"); });
  };
  EXPECT_EQ(count_hunks("1\n2\n3\n4\n5\n6\n7\n8\n", "X\n2\n3\n4\n5\n6\n7\nY\n"), 1);
  EXPECT_EQ(count_hunks("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "X\n2\n3\n4\n5\n6\n7\n8\nY\n"), 2);
}

TEST(gate_unified_diff, escapes_lines_and_cuts_long_ones) {
  const lines diff = unified_diff("a\tb\x1b\n", std::string(1000, 'x') + "\n", "o", "n");
  ASSERT_EQ(diff.size(), 5U);
  EXPECT_EQ(diff[3], "-a\\tb\\x1b");
  EXPECT_EQ(diff[4], "+" + std::string(240, 'x') + "…");
}

std::string many_lines(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += std::to_string(i) + "\n";
  return text;
}

TEST(gate_unified_diff, is_bounded_and_says_that_it_goes_on) {
  const lines diff = unified_diff(many_lines(0, 100), many_lines(200, 300), "o", "n");
  ASSERT_EQ(diff.size(), 41U);
  EXPECT_EQ(diff.back(), "… the diff goes on: 100 lines differ in all");
}

TEST(gate_unified_diff, that_just_fits_does_not_say_that_it_goes_on) {
  // Two lines of names, one of the range, 37 of the change.
  const lines diff = unified_diff("", many_lines(0, 37), "o", "n");
  EXPECT_EQ(diff.size(), 40U);
  EXPECT_EQ(diff.back(), "+36");
}

// Feeds the whole diff to patch(1), which must make the new text of the old one.
void expect_patch_makes(std::string_view old_text, std::string_view new_text, std::size_t context) {
  const temporary_folder place;
  put(place / "file", old_text);
  std::string diff;
  for (const std::string& line :
       unified_diff(old_text, new_text, "file", "file", {.lines = 100000, .line_bytes = 100000, .context = context}))
    diff += line + "\n";
  put(place / "diff", diff);
  const auto patched = shell("cd " + verbatim::core::shell_quote(place.path()) +
                             " && patch --batch --fuzz=0 --no-backup-if-mismatch -s -o out file diff 2>&1");
  EXPECT_EQ(patched.status, 0) << patched.output << diff;
  EXPECT_EQ(patched.output, "") << diff;
  EXPECT_EQ(contents(place / "out"), new_text) << diff;
}

TEST(gate_unified_diff, is_taken_by_patch) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a\nb\nc\n", "a\nX\nc\n"},
      {"a\nb\nc\n", "b\nc\nd\n"},
      {"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "1\n3\n4\n5\n6\n7\n8\n9\nnine and a half\n10\n11\n"},
      {"a\n", "a\nb\n"},
      {"b\n", "a\nb\n"},
      {"a\nb\na\nb\n", "b\na\n"},
      {"第1行\n第2行\n", "第1行\n第3行\n"},
      {"\n\n\n", "\nx\n\n"},
      {"-- a\n++ b\n", "++ b\n-- a\n"},
      {many_lines(0, 300), many_lines(5, 150) + "x\n" + many_lines(150, 305)},
  };
  for (const auto& [old_text, new_text] : cases)
    for (const std::size_t context : {std::size_t{3}, std::size_t{1}}) {
      expect_patch_makes(old_text, new_text, context);
      expect_patch_makes(new_text, old_text, context);
    }
}

TEST(gate_unified_diff, is_taken_by_patch_where_a_last_line_has_no_line_end) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a", "a\n"},
      {"a\nb", "a\nb\n"},
      {"a\nb", "a\nc"},
      {"a\nb", "x\nb"},
      {"x\n", "y\nx"},
      {"a\na", "a\n"},
      {"a\nb", "a\nb\nc\n"},
      {"a", "a\na"},
      {"a\nb", "a\nb\nc"},
      {"a\nb\nc", "a\nb"},
      {"a\nb\nc\nd\ne\nf", "X\nb\nc\nd\ne\nf\n"},
      {"a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nd\ne\nf\ng\nh"},
  };
  for (const auto& [old_text, new_text] : cases) {
    expect_patch_makes(old_text, new_text, 3);
    expect_patch_makes(new_text, old_text, 3);
  }
}

}  // namespace
