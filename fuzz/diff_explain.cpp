// Two arbitrary outputs that differ: the explanation names the first differing line and column, shows lines that differ
// to the eye, prints safely and stays bounded; the hunks turn one into the other, and so does the unified diff.
//
// Input: the two outputs with a line "=====" between them; without one, each gets half of the bytes.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/engine.hpp"
#include "fuzz/require.hpp"
#include "fuzz/session.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/explain.hpp"
#include "harness/gate/line_diff.hpp"
#include "harness/gate/numbers.hpp"

namespace {

using verbatim::fuzz::require;
using verbatim::fuzz::require_printable;

namespace core = verbatim::core;
namespace gate = verbatim::gate;

std::uint64_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (text.empty() || text.ends_with('\n') ? 0U : 1U);
}

// With the LF that ends each.
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

void require_numbers_in_place(std::string_view line) {
  std::size_t free_from = 0;
  for (const gate::number_token& token : gate::find_numbers(line)) {
    require(token.begin >= free_from && !token.text.empty());
    require(line.substr(token.begin, token.text.size()) == token.text);
    free_from = token.begin + token.text.size();
  }
}

void require_hunks_transform(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  std::size_t at_a = 0;
  std::size_t at_b = 0;
  const auto require_equal_until = [&](std::size_t end_a, std::size_t end_b) {
    require(end_a >= at_a && end_a <= a.size() && end_b <= b.size() && end_a - at_a == end_b - at_b);
    for (; at_a < end_a; ++at_a, ++at_b) require(a[at_a] == b[at_b]);
  };
  for (const gate::hunk& each : gate::diff_lines(a, b).hunks) {
    require_equal_until(each.old_begin, each.new_begin);
    require(each.old_end > each.old_begin || each.new_end > each.new_begin);
    at_a = each.old_end;
    at_b = each.new_end;
  }
  require_equal_until(a.size(), b.size());
}

// Applies a complete unified diff of plain lines, as patch(1) would without fuzz.
std::string apply(std::string_view old_text, const std::vector<std::string>& diff) {
  const std::vector<std::string_view> old_lines = whole_lines(old_text);
  std::string out;
  std::size_t at = 0;
  for (std::size_t i = 2; i < diff.size(); ++i) {
    const std::string& line = diff[i];
    if (line.starts_with("@@ -")) {
      std::size_t begin = 0;
      const auto read = std::from_chars(line.data() + 4, line.data() + line.size(), begin);
      const bool is_empty_range = std::string_view(read.ptr).starts_with(",0 ");
      if (!is_empty_range) --begin;
      require(begin >= at && begin <= old_lines.size());
      while (at < begin) out += old_lines[at++];
      continue;
    }
    if (line.front() == '\\') continue;
    std::string text = line.substr(1);
    if (i + 1 == diff.size() || diff[i + 1].front() != '\\') text += '\n';
    if (line.front() != '+') require(at < old_lines.size() && old_lines[at++] == text);
    if (line.front() != '-') out += text;
  }
  while (at < old_lines.size()) out += old_lines[at++];
  return out;
}

void require_explained(std::string_view golden, std::string_view actual) {
  const gate::difference what = gate::explain(golden, actual, "golden/x.stdout", "x now");
  std::size_t same = 0;
  while (same < std::min(golden.size(), actual.size()) && golden[same] == actual[same]) ++same;
  const std::string_view before = golden.substr(0, same);
  require(what.line == 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')));
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view golden_line = golden.substr(begin, golden.find('\n', begin) - begin);
  const std::string_view actual_line = actual.substr(begin, actual.find('\n', begin) - begin);
  std::uint64_t column = 1;
  for (std::size_t at = begin; at < golden.size() && golden[at] != '\n'; ++column) {
    at += core::decode_utf8(golden.substr(at)).length;
    if (at > same) break;
  }
  require(what.column == column);

  require(what.golden_lines == count_lines(golden) && what.actual_lines == count_lines(actual));
  require(what.differing_lines >= 1 && what.differing_lines <= what.golden_lines + what.actual_lines);
  require(what.golden_line != what.actual_line || what.golden_line.starts_with("(the output ends here)"));
  require(what.golden_line.size() <= 280 && what.actual_line.size() <= 280);
  require(!what.diff.empty() && what.diff.size() <= 42);
  for (const std::string& line : gate::explanation_lines(what, "golden", "now")) require_printable(line);
  require(gate::explanation_value(what).data().index() != 0);
  require_numbers_in_place(golden_line);
  require_numbers_in_place(actual_line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  verbatim::fuzz::count_input();
  constexpr std::string_view separator = "=====\n";
  const std::string bytes(data, data + size);
  const std::string_view text = bytes;
  const std::size_t mark = text.find(separator);
  const bool marked = mark != std::string_view::npos;
  const std::string_view golden = text.substr(0, marked ? mark : size / 2);
  const std::string_view actual = text.substr(marked ? mark + separator.size() : size / 2);

  require_hunks_transform(gate::split_lines(golden), gate::split_lines(actual));
  const std::vector<std::string> diff =
      gate::unified_diff(golden, actual, "a", "b", {.lines = 1'000'000, .line_bytes = 1'000'000, .context = 3});
  if (golden == actual) {
    require(diff.empty());
    return 0;
  }
  require_explained(golden, actual);
  const auto is_plain = [](std::string_view line) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    return core::escape(line, line.size()) == line;
  };
  const std::vector<std::string_view> old_lines = whole_lines(golden);
  const std::vector<std::string_view> new_lines = whole_lines(actual);
  if (std::all_of(old_lines.begin(), old_lines.end(), is_plain) &&
      std::all_of(new_lines.begin(), new_lines.end(), is_plain))
    require(apply(golden, diff) == actual);
  return 0;
}
