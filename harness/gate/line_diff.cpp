#include "harness/gate/line_diff.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include <fmt/format.h>

#include "harness/core/safe_text.hpp"

namespace verbatim::gate {
namespace {

// Bounds of the search: beyond them lines are paired by position. 1,000 edits need 4 MB of trace.
constexpr std::size_t most_edits = 1000;
constexpr std::size_t most_lines = 2'000'000;

using numbers = std::vector<std::uint32_t>;

// Equal lines get equal numbers, so that the search compares integers.
std::pair<numbers, numbers> number_lines(const std::vector<std::string_view>& a,
                                         const std::vector<std::string_view>& b) {
  std::unordered_map<std::string_view, std::uint32_t> known;
  const auto number = [&known](const std::vector<std::string_view>& lines) {
    numbers out;
    out.reserve(lines.size());
    for (const std::string_view line : lines)
      out.push_back(known.emplace(line, static_cast<std::uint32_t>(known.size())).first->second);
    return out;
  };
  numbers first = number(a);
  return {std::move(first), number(b)};
}

// Myers' greedy search. Fills the hunks of a[0..n) against b[0..m); false where it takes more than most_edits.
bool search(const numbers& a, const numbers& b, std::vector<hunk>& hunks) {
  const auto n = static_cast<std::ptrdiff_t>(a.size());
  const auto m = static_cast<std::ptrdiff_t>(b.size());
  const auto limit = static_cast<std::ptrdiff_t>(std::min(most_edits, a.size() + b.size()));
  // furthest[d] holds x for diagonals -d, -d+2, …, d after d edits.
  std::vector<std::vector<std::uint32_t>> furthest;
  const auto reach = [&furthest](std::ptrdiff_t d, std::ptrdiff_t k) {
    return static_cast<std::ptrdiff_t>(furthest[static_cast<std::size_t>(d)][static_cast<std::size_t>((k + d) / 2)]);
  };
  const auto came_down = [&](std::ptrdiff_t d, std::ptrdiff_t k) {  // by an insertion
    return k == -d || (k != d && reach(d - 1, k - 1) < reach(d - 1, k + 1));
  };
  std::ptrdiff_t edits = -1;
  for (std::ptrdiff_t d = 0; d <= limit && edits < 0; ++d) {
    furthest.emplace_back(static_cast<std::size_t>(d) + 1);
    for (std::ptrdiff_t k = -d; k <= d; k += 2) {
      std::ptrdiff_t x = d == 0 ? 0 : came_down(d, k) ? reach(d - 1, k + 1) : reach(d - 1, k - 1) + 1;
      while (x < n && x - k >= 0 && x - k < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)])
        ++x;
      furthest.back()[static_cast<std::size_t>((k + d) / 2)] = static_cast<std::uint32_t>(std::min(x, n + 1));
      if (x >= n && x - k >= m) {
        edits = d;
        break;
      }
    }
  }
  if (edits < 0) return false;
  // Back from the end, one edit at a time, joining neighbours into hunks.
  std::ptrdiff_t x = n;
  std::ptrdiff_t y = m;
  for (std::ptrdiff_t d = edits; d > 0; --d) {
    const std::ptrdiff_t k = x - y;
    const bool down = came_down(d, k);
    const std::ptrdiff_t from_x = reach(d - 1, down ? k + 1 : k - 1);
    const std::ptrdiff_t from_y = from_x - (down ? k + 1 : k - 1);
    const auto old_begin = static_cast<std::size_t>(from_x);
    const auto new_begin = static_cast<std::size_t>(from_y);
    const std::size_t old_end = old_begin + (down ? 0 : 1);
    const std::size_t new_end = new_begin + (down ? 1 : 0);
    if (!hunks.empty() && hunks.back().old_begin == old_end && hunks.back().new_begin == new_end) {
      hunks.back().old_begin = old_begin;
      hunks.back().new_begin = new_begin;
    } else {
      hunks.push_back({old_begin, old_end, new_begin, new_end});
    }
    x = from_x;
    y = from_y;
  }
  std::reverse(hunks.begin(), hunks.end());
  return true;
}

// Line i with line i; what is left over at the end is one hunk.
void pair_by_position(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b,
                      std::vector<hunk>& hunks) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i] == b[i]) continue;
    if (!hunks.empty() && hunks.back().old_end == i && hunks.back().new_end == i) {
      ++hunks.back().old_end;
      ++hunks.back().new_end;
    } else {
      hunks.push_back({i, i + 1, i, i + 1});
    }
  }
  if (a.size() == b.size()) return;
  if (!hunks.empty() && hunks.back().old_end == common && hunks.back().new_end == common) {
    hunks.back().old_end = a.size();
    hunks.back().new_end = b.size();
  } else {
    hunks.push_back({common, a.size(), common, b.size()});
  }
}

std::string range_text(std::size_t begin, std::size_t end) {
  if (end - begin == 1) return fmt::format("{}", begin + 1);
  return fmt::format("{},{}", begin == end ? begin : begin + 1, end - begin);
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

line_difference diff_lines(const std::vector<std::string_view>& old_lines,
                           const std::vector<std::string_view>& new_lines) {
  line_difference out;
  const std::size_t shorter = std::min(old_lines.size(), new_lines.size());
  std::size_t head = 0;
  while (head < shorter && old_lines[head] == new_lines[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail])
    ++tail;
  const std::vector<std::string_view> old_middle(old_lines.begin() + static_cast<std::ptrdiff_t>(head),
                                                 old_lines.end() - static_cast<std::ptrdiff_t>(tail));
  const std::vector<std::string_view> new_middle(new_lines.begin() + static_cast<std::ptrdiff_t>(head),
                                                 new_lines.end() - static_cast<std::ptrdiff_t>(tail));
  if (old_middle.size() + new_middle.size() <= most_lines) {
    const auto [a, b] = number_lines(old_middle, new_middle);
    out.minimal = search(a, b, out.hunks);
  } else {
    out.minimal = false;
  }
  if (!out.minimal) {
    out.hunks.clear();
    pair_by_position(old_middle, new_middle, out.hunks);
  }
  for (hunk& each : out.hunks) {
    each.old_begin += head;
    each.old_end += head;
    each.new_begin += head;
    each.new_end += head;
    out.differing_lines += std::max(each.old_end - each.old_begin, each.new_end - each.new_begin);
  }
  return out;
}

std::vector<std::string> unified_diff(std::string_view old_text, std::string_view new_text, std::string_view old_name,
                                      std::string_view new_name, const diff_limits& limits) {
  const std::vector<std::string_view> old_lines = split_lines(old_text);
  const std::vector<std::string_view> new_lines = split_lines(new_text);
  const line_difference difference = diff_lines(old_lines, new_lines);
  std::vector<std::string> out;
  if (difference.hunks.empty()) return out;
  out.push_back(fmt::format("--- {}", old_name));
  out.push_back(fmt::format("+++ {}", new_name));
  const auto show = [&](char mark, std::string_view line) {
    const bool open_end = !line.ends_with('\n');
    if (!open_end) line.remove_suffix(1);
    out.push_back(fmt::format("{}{}", mark, core::escape(line, limits.line_bytes)));
    if (open_end) out.emplace_back("\\ No newline at end of file");
  };
  bool cut = false;
  const auto room = [&] {
    cut = cut || out.size() >= limits.lines;
    return !cut;
  };
  std::size_t at = 0;
  while (at < difference.hunks.size()) {
    // Hunks whose contexts touch are shown together.
    std::size_t last = at;
    while (last + 1 < difference.hunks.size() &&
           difference.hunks[last + 1].old_begin - difference.hunks[last].old_end <= 2 * limits.context)
      ++last;
    const hunk& first = difference.hunks[at];
    const hunk& final_hunk = difference.hunks[last];
    const std::size_t before = std::min({limits.context, first.old_begin, first.new_begin});
    const std::size_t after =
        std::min({limits.context, old_lines.size() - final_hunk.old_end, new_lines.size() - final_hunk.new_end});
    if (!room()) break;
    out.push_back(fmt::format("@@ -{} +{} @@", range_text(first.old_begin - before, final_hunk.old_end + after),
                              range_text(first.new_begin - before, final_hunk.new_end + after)));
    std::size_t old_at = first.old_begin - before;
    const auto context_to = [&](std::size_t end) {
      for (; old_at < end && room(); ++old_at) show(' ', old_lines[old_at]);
    };
    for (std::size_t i = at; i <= last; ++i) {
      const hunk& each = difference.hunks[i];
      context_to(each.old_begin);
      for (std::size_t j = each.old_begin; j < each.old_end && room(); ++j) show('-', old_lines[j]);
      for (std::size_t j = each.new_begin; j < each.new_end && room(); ++j) show('+', new_lines[j]);
      old_at = each.old_end;
    }
    context_to(final_hunk.old_end + after);
    at = last + 1;
  }
  if (cut) out.push_back(fmt::format("… the diff goes on: {} lines differ in all", difference.differing_lines));
  return out;
}

}  // namespace verbatim::gate
