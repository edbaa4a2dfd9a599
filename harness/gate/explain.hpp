// Why two outputs are not the same: where the first difference is, how many lines differ, how far numbers are apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/gate/numbers.hpp"

namespace verbatim::gate {

struct difference {
  std::uint64_t line = 0;    ///< first differing line, from 1
  std::uint64_t column = 0;  ///< first differing character in it, from 1
  std::string golden_line;   ///< around the column, escaped; `(the output ends here)` where there is none
  std::string actual_line;
  std::uint64_t differing_lines = 0;
  std::uint64_t golden_lines = 0;
  std::uint64_t actual_lines = 0;
  bool counted_by_position = false;  ///< the outputs are too large or too far apart for a minimal count
  std::vector<number_difference> numbers;
  std::vector<std::string> diff;  ///< bounded unified diff
};

/// The texts must differ. `golden_name` and `actual_name` head the diff. Outputs over 8 MiB are compared in full for
/// line counts, and in a window around the first difference for the diff.
[[nodiscard]] difference explain(std::string_view golden, std::string_view actual, std::string_view golden_name,
                                 std::string_view actual_name);

/// Sentences and the diff, for people.
[[nodiscard]] std::vector<std::string> explanation_lines(const difference& what, std::string_view golden_word,
                                                         std::string_view actual_word);

/// The same for machines, under the key "difference" of a result.
[[nodiscard]] core::value explanation_value(const difference& what);

}  // namespace verbatim::gate
