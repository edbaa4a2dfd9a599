#include "harness/gate/explain.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/safe_text.hpp"
#include "harness/gate/line_diff.hpp"

namespace verbatim::gate {
namespace {

constexpr std::size_t most_compared_whole = std::size_t{8} << 20;
constexpr std::size_t window_before = std::size_t{64} << 10;
constexpr std::size_t window_after = std::size_t{256} << 10;
constexpr std::size_t shown_before = 80;  // bytes of a long line before the column that differs
constexpr std::size_t shown_after = 160;
constexpr std::size_t most_number_line = std::size_t{64} << 10;

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

// A long line is shown around the byte that differs: so much before it as fits when escaped, then what differs.
std::string excerpt(std::string_view line, std::size_t offset) {
  offset = std::min(offset, line.size());
  // Where the character that holds the byte begins: at most three bytes back, and only if they make a character.
  std::size_t character = offset;
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, offset); ++back) {
    const core::decoded next = core::decode_utf8(line.substr(offset - back));
    if (next.valid && next.length > back) character = offset - back;
  }
  // Characters before it, from a safe distance on: only a character's first byte can begin the piece.
  const std::size_t most = std::min<std::size_t>(character, std::size_t{4} * shown_before);
  std::size_t begin = character - most;
  while (begin > 0 && begin < character && (static_cast<unsigned char>(line[begin]) & 0xC0U) == 0x80U) ++begin;
  std::string shown;
  std::size_t at = begin;
  // Escaped, the piece may be too long: drop characters from its front.
  while (at < character && core::escape(line.substr(at, character - at), SIZE_MAX / 2).size() > shown_before)
    at += std::max<std::size_t>(1, core::decode_utf8(line.substr(at)).length);
  if (at > 0) shown = "…";
  shown += core::escape(line.substr(std::min(at, character), character - std::min(at, character)), SIZE_MAX / 2);
  return shown + core::escape(line.substr(character), shown_after);
}

std::uint64_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (text.empty() || text.back() == '\n' ? 0U : 1U);
}

std::uint64_t count_by_position(std::string_view a, std::string_view b) {
  std::uint64_t differing = 0;
  std::size_t at_a = 0;
  std::size_t at_b = 0;
  while (at_a < a.size() || at_b < b.size()) {
    const std::string_view line_a = at_a < a.size() ? line_at(a, at_a) : std::string_view();
    const std::string_view line_b = at_b < b.size() ? line_at(b, at_b) : std::string_view();
    if (at_a >= a.size() || at_b >= b.size() || line_a != line_b) ++differing;
    at_a = std::min(a.size(), at_a + line_a.size() + 1);
    at_b = std::min(b.size(), at_b + line_b.size() + 1);
  }
  return differing;
}

// Part of a text in whole lines around an offset; what comes before is left out by both sides alike.
std::string_view window(std::string_view text, std::size_t begin, std::size_t offset) {
  const std::string_view rest = text.substr(std::min(begin, text.size()), offset - begin + window_after);
  const std::size_t last = rest.rfind('\n');
  return last == std::string_view::npos ? rest : rest.substr(0, last + 1);
}

}  // namespace

difference explain(std::string_view golden, std::string_view actual, std::string_view golden_name,
                   std::string_view actual_name) {
  difference out;
  const std::size_t shorter = std::min(golden.size(), actual.size());
  const auto same = static_cast<std::size_t>(
      std::mismatch(golden.begin(), golden.begin() + static_cast<std::ptrdiff_t>(shorter), actual.begin()).first -
      golden.begin());
  // The line that holds the first differing byte. It begins at the same offset in both texts.
  const std::string_view before = golden.substr(0, same);
  const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::size_t in_line = same - line_begin;
  const std::string_view golden_line = line_at(golden, line_begin);
  const std::string_view actual_line = line_at(actual, line_begin);
  out.line = 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  out.column = core::column_of(golden_line, in_line);
  const bool golden_ended = line_begin >= golden.size();
  const bool actual_ended = line_begin >= actual.size();
  out.golden_line = golden_ended ? "(the output ends here)" : excerpt(golden_line, in_line);
  out.actual_line = actual_ended ? "(the output ends here)" : excerpt(actual_line, in_line);
  // Same text, and one ends without a newline: show what differs.
  if (!golden_ended && !actual_ended && golden_line == actual_line) {
    const auto has_newline = [&](std::string_view text) { return line_begin + golden_line.size() < text.size(); };
    out.golden_line += has_newline(golden) ? "\\n" : "  (no newline)";
    out.actual_line += has_newline(actual) ? "\\n" : "  (no newline)";
  }
  out.golden_lines = count_lines(golden);
  out.actual_lines = count_lines(actual);
  if (golden_line.size() <= most_number_line && actual_line.size() <= most_number_line)
    out.numbers = compare_numbers(golden_line, actual_line);

  if (golden.size() + actual.size() <= most_compared_whole) {
    const line_difference lines = diff_lines(split_lines(golden), split_lines(actual));
    out.differing_lines = std::max<std::uint64_t>(1, lines.differing_lines);
    out.counted_by_position = !lines.minimal;
    out.diff = unified_diff(golden, actual, golden_name, actual_name);
  } else {
    out.differing_lines =
        std::max<std::uint64_t>(1, count_by_position(golden.substr(line_begin), actual.substr(line_begin)));
    out.counted_by_position = true;
    std::size_t begin = line_begin > window_before ? line_begin - window_before : 0;
    if (begin > 0) begin = golden.find('\n', begin) + 1;
    if (begin > line_begin) begin = line_begin;
    out.diff = unified_diff(window(golden, begin, same), window(actual, begin, same), golden_name, actual_name);
    if (begin > 0) {
      const auto skipped = std::count(golden.begin(), golden.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
      out.diff.insert(out.diff.begin(), fmt::format("(line numbers below count from line {})", skipped + 1));
    }
  }
  return out;
}

std::vector<std::string> explanation_lines(const difference& what, std::string_view golden_word,
                                           std::string_view actual_word) {
  std::vector<std::string> lines;
  const std::size_t width = std::max(golden_word.size(), actual_word.size());
  lines.push_back(fmt::format("first difference: line {}, column {}", what.line, what.column));
  lines.push_back(fmt::format("  {:<{}}  {}", golden_word, width, what.golden_line));
  lines.push_back(fmt::format("  {:<{}}  {}", actual_word, width, what.actual_line));
  const std::uint64_t most = std::max(what.golden_lines, what.actual_lines);
  lines.push_back(fmt::format(
      "{} of {} {}{}{}", what.differing_lines, most,
      most == 1                   ? "line differs"
      : what.differing_lines == 1 ? "lines differs"
                                  : "lines differ",
      what.counted_by_position ? ", counted by position" : "",
      what.golden_lines == what.actual_lines
          ? ""
          : fmt::format(" ({} has {}, {} has {})", golden_word, what.golden_lines, actual_word, what.actual_lines)));
  for (const number_difference& number : what.numbers) {
    lines.push_back(fmt::format("number {}: {} → {}", number.index, core::escape(number.golden_text, 60),
                                core::escape(number.actual_text, 60)));
    for (const format_distance& each : number.distances) {
      const unsigned digits = each.width / 4;
      lines.push_back(fmt::format("  {}  0x{:0{}x} → 0x{:0{}x}  {}", each.format, each.golden_bits, digits,
                                  each.actual_bits, digits,
                                  !each.ulps        ? std::string("no distance: one is NaN")
                                  : *each.ulps == 1 ? std::string("1 ulp")
                                                    : fmt::format("{} ulps", *each.ulps)));
    }
  }
  lines.insert(lines.end(), what.diff.begin(), what.diff.end());
  return lines;
}

core::value explanation_value(const difference& what) {
  core::value::list numbers;
  for (const number_difference& number : what.numbers) {
    core::value::list distances;
    for (const format_distance& each : number.distances) {
      const unsigned digits = each.width / 4;
      distances.emplace_back(core::value::object{{"format", each.format},
                                                 {"golden_bits", fmt::format("0x{:0{}x}", each.golden_bits, digits)},
                                                 {"actual_bits", fmt::format("0x{:0{}x}", each.actual_bits, digits)},
                                                 {"ulps", each.ulps ? core::value(*each.ulps) : core::value()}});
    }
    numbers.emplace_back(core::value::object{{"index", static_cast<std::uint64_t>(number.index)},
                                             {"golden", core::escape(number.golden_text, 400)},
                                             {"actual", core::escape(number.actual_text, 400)},
                                             {"distances", std::move(distances)}});
  }
  core::value::list diff;
  for (const std::string& line : what.diff) diff.emplace_back(line);
  return core::value::object{{"line", what.line},
                             {"column", what.column},
                             {"golden_line", what.golden_line},
                             {"actual_line", what.actual_line},
                             {"differing_lines", what.differing_lines},
                             {"golden_lines", what.golden_lines},
                             {"actual_lines", what.actual_lines},
                             {"counted_by_position", what.counted_by_position},
                             {"numbers", std::move(numbers)},
                             {"diff", std::move(diff)}};
}

}  // namespace verbatim::gate
