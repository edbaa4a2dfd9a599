// One report, many forms: text for people, the rest for machines. Each form is one file of this folder.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/core/result.hpp"

namespace verbatim::report {

enum class format { text, json, junit, github, markdown, tap };

/// Names as on the command line, in the order shown in `--help`.
[[nodiscard]] std::span<const std::string_view> format_names();
[[nodiscard]] std::optional<format> format_from_name(std::string_view name);

struct style {
  bool colour = false;   ///< ANSI colours (text only)
  bool quiet = false;    ///< text: only what does not hold, and the closing line
  bool verbose = false;  ///< text: facts as well
};

/// The whole report in one form, ending in a newline.
[[nodiscard]] std::string export_report(const core::report& report, format form, const style& look = {});

/// What a job leaves in the file that GITHUB_STEP_SUMMARY names: the markdown form, within GitHub's limit of 1 MiB.
/// Results that hold are only counted where there are many.
[[nodiscard]] std::string job_summary(const core::report& report);

/// Text form, piece by piece, so that a long run can be followed: one result (empty where `quiet` hides it), and the
/// closing lines. `export_report(…, text)` is these joined.
[[nodiscard]] std::string text_result(const core::result& result, const style& look);
[[nodiscard]] std::string text_closing(const core::report& report, const style& look);

}  // namespace verbatim::report
