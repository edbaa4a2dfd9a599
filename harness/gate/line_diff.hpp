// Which lines differ: Myers' greedy algorithm (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986)
// over line hashes, bounded in time and memory, and a unified diff of the outcome.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::gate {

/// A run of lines that differ: lines [old_begin, old_end) of the old text stand where [new_begin, new_end) stand in the
/// new one. Counted from 0; either side may be empty.
struct hunk {
  std::size_t old_begin = 0;
  std::size_t old_end = 0;
  std::size_t new_begin = 0;
  std::size_t new_end = 0;
};

struct line_difference {
  std::vector<hunk> hunks;
  std::uint64_t differing_lines = 0;  ///< sum over hunks of the longer side
  bool minimal = true;                ///< false where the texts were too far apart and lines were paired by position
};

/// Lines with their LF, so that a last line without one differs from the same line with one.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

[[nodiscard]] line_difference diff_lines(const std::vector<std::string_view>& old_lines,
                                         const std::vector<std::string_view>& new_lines);

struct diff_limits {
  std::size_t lines = 40;        ///< lines of diff at most; then one line says that it goes on
  std::size_t line_bytes = 240;  ///< bytes shown of each line
  std::size_t context = 3;
};

/// `--- old`, `+++ new`, `@@ -a,b +c,d @@`, lines escaped by safe_text (so a line shows `\t`, not a tab).
[[nodiscard]] std::vector<std::string> unified_diff(std::string_view old_text, std::string_view new_text,
                                                    std::string_view old_name, std::string_view new_name,
                                                    const diff_limits& limits = {});

}  // namespace verbatim::gate
