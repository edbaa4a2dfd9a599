// Names of the forms, and the way from a name to the form; each form itself is a file of its own.
#include "harness/report/exporter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "harness/report/forms.hpp"

namespace verbatim::report {
namespace {

constexpr std::array<std::string_view, 6> names{"text", "json", "junit", "github", "markdown", "tap"};

std::string to_text(const core::report& report, const style& look) {
  std::string out;
  for (const core::result& each : report.results) out += text_result(each, look);
  return out + text_closing(report, look);
}

}  // namespace

std::span<const std::string_view> format_names() { return names; }

std::optional<format> format_from_name(std::string_view name) {
  const auto* const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<format>(found - names.begin());
}

std::string export_report(const core::report& report, format form, const style& look) {
  switch (form) {
    case format::text: break;
    case format::json: return to_json(report);
    case format::junit: return to_junit(report);
    case format::github: return to_github(report);
    case format::markdown: return to_markdown(report);
    case format::tap: return to_tap(report);
  }
  return to_text(report, look);
}

std::string job_summary(const core::report& report) {
  // A step may leave 1 MiB: https://docs.github.com/actions/reference/workflow-commands-for-github-actions; some room
  // stays for what else the step writes.
  return to_markdown(report, {.bytes = 900'000, .rows_that_hold = 200});
}

}  // namespace verbatim::report
