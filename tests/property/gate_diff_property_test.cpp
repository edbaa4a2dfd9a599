// Properties of the line diff and of explanations that hold for any two texts.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/safe_text.hpp"
#include "harness/gate/explain.hpp"
#include "harness/gate/line_diff.hpp"
#include "harness/gate/numbers.hpp"
#include "tests/property/gate_texts.hpp"

namespace {

namespace gate = verbatim::gate;
using verbatim::property::any_bytes;
using verbatim::property::few_lines;
using views = std::vector<std::string_view>;

[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20261130", 0);

// Lines with their line ends, written apart from split_lines.
views whole_lines(std::string_view text) {
  views lines;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n' || at + 1 == text.size()) {
      lines.push_back(text.substr(begin, at + 1 - begin));
      begin = at + 1;
    }
  return lines;
}

std::size_t longest_common(const views& a, const views& b) {
  std::vector<std::vector<std::size_t>> length(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      length[i][j] = a[i - 1] == b[j - 1] ? length[i - 1][j - 1] + 1 : std::max(length[i - 1][j], length[i][j - 1]);
  return length[a.size()][b.size()];
}

std::string apply_hunks(const views& a, const views& b, const std::vector<gate::hunk>& hunks) {
  std::string out;
  std::size_t at = 0;
  std::size_t at_new = 0;
  const auto copy_to = [&](std::size_t end) {
    for (; at < end; ++at, ++at_new) out += a[at];
  };
  for (const gate::hunk& each : hunks) {
    RC_ASSERT(each.old_begin >= at && each.old_end <= a.size() && each.new_end <= b.size());
    copy_to(each.old_begin);
    RC_ASSERT(at_new == each.new_begin);
    for (std::size_t i = each.new_begin; i < each.new_end; ++i) out += b[i];
    at = each.old_end;
    at_new = each.new_end;
  }
  copy_to(a.size());
  return out;
}

RC_GTEST_PROP(gate_diff_property, turns_the_old_text_into_the_new_one, ()) {
  const std::string old_text = *rc::gen::oneOf(few_lines(), any_bytes());
  const std::string new_text = *rc::gen::oneOf(few_lines(), any_bytes());
  const views a = gate::split_lines(old_text);
  const views b = gate::split_lines(new_text);
  RC_ASSERT(a == whole_lines(old_text));
  RC_ASSERT(apply_hunks(a, b, gate::diff_lines(a, b).hunks) == new_text);
}

RC_GTEST_PROP(gate_diff_property, needs_as_few_edits_as_possible, ()) {
  for (int i = 0; i < 10; ++i) {
    const std::string old_text = *few_lines();
    const std::string new_text = *few_lines();
    const views a = whole_lines(old_text);
    const views b = whole_lines(new_text);
    const gate::line_difference difference = gate::diff_lines(a, b);
    std::size_t edits = 0;
    std::uint64_t differing = 0;
    for (const gate::hunk& each : difference.hunks) {
      edits += (each.old_end - each.old_begin) + (each.new_end - each.new_begin);
      differing += std::max(each.old_end - each.old_begin, each.new_end - each.new_begin);
    }
    RC_ASSERT(difference.minimal);
    RC_ASSERT(edits == a.size() + b.size() - 2 * longest_common(a, b));
    RC_ASSERT(difference.differing_lines == differing);
  }
}

RC_GTEST_PROP(gate_diff_property, keeps_hunks_apart_and_in_order, ()) {
  const std::string old_text = *few_lines();
  const std::string new_text = *few_lines();
  std::size_t free_from = 0;
  for (const gate::hunk& each : gate::diff_lines(whole_lines(old_text), whole_lines(new_text)).hunks) {
    RC_ASSERT(each.old_begin < each.old_end || each.new_begin < each.new_end);
    RC_ASSERT(each.old_begin >= free_from);
    free_from = each.old_end + 1;  // at least one equal line between two hunks
  }
}

// Applies a complete unified diff as patch(1) would; every line of it must fit.
std::string apply_unified(std::string_view old_text, const std::vector<std::string>& diff) {
  const views old_lines = whole_lines(old_text);
  std::string out;
  std::size_t at = 0;
  for (std::size_t i = 2; i < diff.size(); ++i) {
    const std::string& line = diff[i];
    if (line.starts_with("@@ -")) {
      std::size_t begin = 0;
      const auto read = std::from_chars(line.data() + 4, line.data() + line.size(), begin);
      if (!std::string_view(read.ptr).starts_with(",0 ")) --begin;
      RC_ASSERT(begin >= at && begin <= old_lines.size());
      while (at < begin) out += old_lines[at++];
      continue;
    }
    if (line.front() == '\\') continue;
    std::string text = line.substr(1);
    if (i + 1 == diff.size() || diff[i + 1].front() != '\\') text += '\n';
    if (line.front() != '+') {
      RC_ASSERT(at < old_lines.size());
      RC_ASSERT(old_lines[at] == text);
      ++at;
    }
    if (line.front() != '-') out += text;
  }
  while (at < old_lines.size()) out += old_lines[at++];
  return out;
}

RC_GTEST_PROP(gate_unified_diff_property, turns_plain_text_into_the_new_one, ()) {
  for (int i = 0; i < 5; ++i) {
    const std::string old_text = *few_lines();
    const std::string new_text = *few_lines();
    const auto context = *rc::gen::inRange<std::size_t>(0, 4);
    const auto diff =
        gate::unified_diff(old_text, new_text, "a", "b", {.lines = 1'000'000, .line_bytes = 1000, .context = context});
    RC_ASSERT(diff.empty() == (old_text == new_text));
    RC_ASSERT(apply_unified(old_text, diff) == new_text);
  }
}

RC_GTEST_PROP(gate_unified_diff_property, stays_within_its_limits, ()) {
  const std::string old_text = *rc::gen::oneOf(few_lines(), any_bytes());
  const std::string new_text = *rc::gen::oneOf(few_lines(), any_bytes());
  const auto lines = *rc::gen::inRange<std::size_t>(1, 30);
  const auto bytes = *rc::gen::inRange<std::size_t>(0, 30);
  const auto diff =
      gate::unified_diff(old_text, new_text, "a", "b", {.lines = lines, .line_bytes = bytes, .context = 2});
  RC_ASSERT(diff.size() <= std::max<std::size_t>(lines, 3) + 2);
  const auto is_about_lines = [](const std::string& line) {
    return line.starts_with("@@") || line.starts_with("---") || line.starts_with("+++") || line.starts_with("\\ ") ||
           line.starts_with("… ");
  };
  for (const std::string& line : diff) RC_ASSERT(is_about_lines(line) || line.size() <= 1 + bytes + 3);
}

RC_GTEST_PROP(gate_explain_property, names_the_first_differing_byte, ()) {
  const std::string common = *any_bytes();
  const std::string golden = common + *any_bytes();
  const std::string actual = common + *any_bytes();
  RC_PRE(golden != actual);
  const gate::difference what = gate::explain(golden, actual, "golden", "now");
  std::size_t same = 0;
  while (same < golden.size() && same < actual.size() && golden[same] == actual[same]) ++same;
  const auto ends = std::count(golden.begin(), golden.begin() + static_cast<std::ptrdiff_t>(same), '\n');
  RC_ASSERT(what.line == static_cast<std::uint64_t>(ends) + 1);
  RC_ASSERT(what.golden_lines == whole_lines(golden).size());
  RC_ASSERT(what.actual_lines == whole_lines(actual).size());
  RC_ASSERT(what.differing_lines >= 1);
  RC_ASSERT(what.golden_line != what.actual_line);
  // The column is that of the character in the golden line which the differing byte belongs to.
  std::size_t begin = same;
  while (begin > 0 && golden[begin - 1] != '\n') --begin;
  std::uint64_t column = 1;
  for (std::size_t at = begin; at < golden.size() && golden[at] != '\n'; ++column) {
    at += verbatim::core::decode_utf8(std::string_view(golden).substr(at)).length;
    if (at > same) break;
  }
  RC_ASSERT(what.column == column);
}

RC_GTEST_PROP(gate_explain_property, prints_safely_whatever_the_bytes, ()) {
  const std::string golden = *any_bytes();
  const std::string actual = *any_bytes();
  RC_PRE(golden != actual);
  const gate::difference what = gate::explain(golden, actual, "golden", "now");
  for (const std::string& line : gate::explanation_lines(what, "golden", "now")) {
    std::vector<std::uint32_t> codes;
    RC_ASSERT(verbatim::property::decode_strictly(line, codes));
    for (const std::uint32_t code : codes) RC_ASSERT(code >= 0x20 && !(code >= 0x7F && code < 0xA0));
  }
}

RC_GTEST_PROP(gate_numbers_property, lie_within_the_line_and_apart, ()) {
  const std::string line = *any_bytes();
  std::size_t free_from = 0;
  for (const gate::number_token& token : gate::find_numbers(line)) {
    RC_ASSERT(token.begin >= free_from);
    RC_ASSERT(!token.text.empty());
    RC_ASSERT(std::string_view(line).substr(token.begin, token.text.size()) == token.text);
    free_from = token.begin + token.text.size();
    const auto is_word = [](char c) {
      return std::string_view("_.").find(c) != std::string_view::npos ||
             std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    // RC_ASSERT takes an expression apart to show it, so that `||` evaluates both sides: decide before.
    const bool begins_apart = token.begin == 0 || !is_word(line[token.begin - 1]);
    const bool ends_apart = free_from == line.size() || line[free_from] == '.' || !is_word(line[free_from]);
    RC_ASSERT(begins_apart);
    RC_ASSERT(ends_apart);
  }
}

RC_GTEST_PROP(gate_numbers_property, have_the_value_that_strtod_reads, ()) {
  const auto digits = *rc::gen::container<std::string>(rc::gen::inRange('0', static_cast<char>('9' + 1)));
  const int exponent = *rc::gen::inRange(-400, 400);
  const std::string text =
      (*rc::gen::arbitrary<bool>() ? "-" : "") + digits + "1." + digits + "5e" + std::to_string(exponent);
  const auto found = gate::find_numbers(text);
  RC_ASSERT(found.size() == 1U);
  RC_ASSERT(found[0].text == text);
  RC_ASSERT(found[0].bits == std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)));
}

RC_GTEST_PROP(gate_numbers_property, that_are_equal_are_not_compared, ()) {
  const std::string line = *any_bytes();
  RC_ASSERT(gate::compare_numbers(line, line).empty());
  const auto limit = *rc::gen::inRange<std::size_t>(0, 5);
  const std::string other = *any_bytes();
  const auto one_way = gate::compare_numbers(line, other, limit);
  const auto other_way = gate::compare_numbers(other, line, limit);
  RC_ASSERT(one_way.size() <= limit);
  RC_ASSERT(one_way.size() == other_way.size());
  for (std::size_t i = 0; i < one_way.size(); ++i) {
    RC_ASSERT(one_way[i].index == other_way[i].index);
    RC_ASSERT(one_way[i].distances.size() == other_way[i].distances.size());
    for (std::size_t j = 0; j < one_way[i].distances.size(); ++j)
      RC_ASSERT(one_way[i].distances[j].ulps == other_way[i].distances[j].ulps);
  }
}

}  // namespace
