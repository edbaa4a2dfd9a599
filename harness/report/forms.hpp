// The forms a report can take, one function and one source file each. Private to this folder: others use exporter.hpp.
#pragma once

#include <cstddef>
#include <string>

#include "harness/core/result.hpp"

namespace verbatim::report {

[[nodiscard]] std::string to_json(const core::report& report);
[[nodiscard]] std::string to_junit(const core::report& report);
[[nodiscard]] std::string to_github(const core::report& report);
[[nodiscard]] std::string to_tap(const core::report& report);

/// What a markdown page may hold at most.
struct page_limits {
  std::size_t bytes = static_cast<std::size_t>(-1);
  std::size_t rows_that_hold = static_cast<std::size_t>(-1);  ///< beyond these, results that hold are only counted
};

[[nodiscard]] std::string to_markdown(const core::report& report, const page_limits& limits = {});

/// A fact on one line of printable text, in JSON's notation: `"3b18"`, `2`, `[1, 2]` without the blanks.
[[nodiscard]] std::string fact_text(const core::value& fact);

/// The same, but a text alone stands without quotes: for people and for attributes.
[[nodiscard]] std::string plain_fact_text(const core::value& fact);

}  // namespace verbatim::report
