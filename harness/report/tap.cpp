// The Test Anything Protocol, version 14: https://testanything.org/tap-version-14-specification.html
//
// A test point a result, its details in a YAML 1.2 block. Strings there are double-quoted, and what `clean` leaves
// needs no escape but `\` and `"`, so JSON's notation is valid YAML here. A description holds the subject alone: a
// consumer that follows a test from run to run knows it by that.
#include <cstddef>
#include <string>
#include <string_view>

#include "harness/report/forms.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::report {
namespace {

constexpr std::size_t description_limit = 1000;

// For descriptions and reasons: section "Escaping". A `#` that is escaped opens no directive and no runner's command.
std::string escape_tap(std::string_view text) {
  std::string out;
  for (const char c : clean(text, description_limit)) {
    if (c == '#' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string quoted(std::string_view text) { return fact_text(core::value(text)); }

std::string_view severity_of(core::weight kind) {
  switch (kind) {
    case core::weight::finding: return "fail";
    case core::weight::failed: return "error";
    case core::weight::holds:
    case core::weight::skipped: break;
  }
  return "comment";
}

std::string diagnostics(const core::result& result) {
  std::string out = "  ---\n";
  const auto add = [&out](std::string_view key, const std::string& value) {
    out += "  " + std::string(key) + ": " + value + "\n";
  };
  add("verdict", quoted(result.verdict));
  add("severity", std::string(severity_of(result.kind)));
  if (!result.reason.empty()) add("message", quoted(result.reason));
  if (result.where) {
    out += "  at:\n    file: " + quoted(result.where->file) + "\n";
    if (result.where->line != 0) out += "    line: " + std::to_string(result.where->line) + "\n";
    if (result.where->column != 0) out += "    column: " + std::to_string(result.where->column) + "\n";
  }
  if (const auto lines = explanation_lines(result); !lines.empty()) {
    out += "  explanation:\n";
    for (const std::string& each : lines) out += "    - " + quoted(each) + "\n";
  }
  if (!result.advice.empty()) add("advice", quoted(result.advice));
  if (!result.facts.empty()) add("facts", fact_text(core::value(result.facts)));
  add("seconds", seconds_text(result.seconds));
  return out + "  ...\n";
}

std::string test_point(const core::result& result, std::size_t number) {
  const bool passed = result.kind == core::weight::holds || result.kind == core::weight::skipped;
  std::string out = (passed ? "ok " : "not ok ") + std::to_string(number) + " - " + escape_tap(result.subject);
  if (result.kind == core::weight::skipped)
    out += " # SKIP " + escape_tap(result.reason.empty() ? "no reason given" : result.reason);
  return out + "\n" + diagnostics(result);
}

}  // namespace

std::string to_tap(const core::report& report) {
  const std::size_t total = report.results.size();
  std::string out = "TAP version 14\n1.." + std::to_string(total);
  if (total == 0) out += " # SKIP no " + escape_tap(list_name_of(report));
  out += "\n";
  for (std::size_t i = 0; i < total; ++i) out += test_point(report.results[i], i + 1);
  return out;
}

}  // namespace verbatim::report
