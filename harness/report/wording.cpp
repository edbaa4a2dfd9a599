// What the forms say alike; see wording.hpp.
//
// What a GitHub runner takes for a command is read from ActionCommand.cs of https://github.com/actions/runner: `::`
// after leading blanks (.NET's TrimStart, so Unicode's blanks too) and `##[` anywhere in the line. Azure Pipelines
// reads `##vso[` and TeamCity `##teamcity[` in the same manner.
#include "harness/report/wording.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "harness/core/safe_text.hpp"

namespace verbatim::report {
namespace {

// Unicode's White_Space without the controls, which `clean` has replaced by then.
bool is_blank(char32_t code) {
  return code == U' ' || code == 0x00A0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x202F ||
         code == 0x205F || code == 0x3000;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

const core::value* find_fact(const core::value::object& facts, std::string_view key) {
  for (const auto& [name, fact] : facts) {
    if (name == key) return &fact;
  }
  return nullptr;
}

std::string digest_and_runs(const core::result& result) {
  constexpr std::size_t shown_digits = 12;
  std::string text;
  if (const core::value* fact = find_fact(result.facts, "digest")) {
    if (const auto* digest = std::get_if<std::string>(&fact->data())) text = clean(*digest, shown_digits);
  }
  if (const core::value* fact = find_fact(result.facts, "runs")) {
    std::string runs;
    if (const auto* number = std::get_if<std::int64_t>(&fact->data())) {
      if (*number >= 0) runs = counted(static_cast<std::size_t>(*number), "runs");
    } else if (const auto* natural = std::get_if<std::uint64_t>(&fact->data())) {
      runs = counted(static_cast<std::size_t>(*natural), "runs");
    }
    if (!text.empty() && !runs.empty()) text += "  ";
    text += runs;
  }
  return text;
}

}  // namespace

std::string clean(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    const core::decoded next = core::decode_utf8(text);
    const std::string_view bytes = text.substr(0, next.length);
    const bool printable = next.valid && !core::is_unprintable(next.code);
    const std::string piece = printable ? std::string(bytes) : core::escape(bytes);
    if (piece.size() > limit || out.size() > limit - piece.size()) return out + "…";
    out += piece;
    text.remove_prefix(next.length);
  }
  return out;
}

bool opens_command(std::string_view before) {
  while (!before.empty() && is_letter(before.back())) before.remove_suffix(1);
  return before.ends_with("##");
}

std::string inert(std::string line) {
  std::string_view rest = line;
  for (core::decoded next = core::decode_utf8(rest); next.valid && is_blank(next.code); next = core::decode_utf8(rest))
    rest.remove_prefix(next.length);
  if (rest.starts_with("::")) line.replace(line.size() - rest.size(), 1, "\\x3a");
  for (std::size_t at = line.find('['); at != std::string::npos; at = line.find('[', at + 1)) {
    if (opens_command(std::string_view(line).substr(0, at))) line.replace(at, 1, "\\x5b");
  }
  return line;
}

std::vector<std::string> explanation_lines(const core::result& result) {
  std::vector<std::string> lines;
  for (const std::string& element : result.explanation) {
    std::string_view rest = element;
    do {
      const std::size_t end = rest.find('\n');
      lines.push_back(clean(rest.substr(0, end), line_limit));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    } while (!rest.empty());
  }
  return lines;
}

std::string place_text(const core::place& place) {
  std::string text = clean(place.file, line_limit);
  if (place.line == 0) return text;
  text += ":" + std::to_string(place.line);
  if (place.column != 0) text += ":" + std::to_string(place.column);
  return text;
}

std::string_view mark_of(core::weight kind) {
  switch (kind) {
    case core::weight::holds: return "✓";
    case core::weight::finding: return "✗";
    case core::weight::failed: return "!";
    case core::weight::skipped: break;
  }
  return "-";
}

std::string detail_of(const core::result& result, std::size_t limit) {
  std::string reason = clean(result.reason, limit);
  if (result.kind != core::weight::holds && !reason.empty()) return reason;
  std::string facts = digest_and_runs(result);
  if (facts.empty()) return reason;
  return reason.empty() ? facts : facts + "  " + reason;
}

std::string list_name_of(const core::report& report) {
  return report.list_name.empty() ? std::string("results") : clean(report.list_name, line_limit);
}

std::string singular(std::string_view plural) {
  if (plural.size() > 3 && plural.ends_with("ies")) return std::string(plural.substr(0, plural.size() - 3)) + "y";
  if (plural.size() > 1 && plural.ends_with("s")) plural.remove_suffix(1);
  return std::string(plural);
}

std::string counted(std::size_t number, std::string_view plural) {
  return std::to_string(number) + " " + (number == 1 ? singular(plural) : std::string(plural));
}

namespace {

// `4 match, 1 skipped`: what holds first.
std::string counts_by_verdict(const core::report& report, bool aside) {
  constexpr std::array order{core::weight::holds, core::weight::finding, core::weight::failed, core::weight::skipped};
  std::string text;
  for (const core::weight kind : order) {
    std::vector<std::pair<std::string_view, std::size_t>> counts;  // few distinct verdicts, so a list does
    for (const core::result& each : report.results) {
      if (each.kind != kind || each.aside != aside) continue;
      auto found = counts.begin();
      while (found != counts.end() && found->first != each.verdict) ++found;
      if (found == counts.end()) found = counts.emplace(counts.end(), each.verdict, 0);
      ++found->second;
    }
    for (const auto& [verdict, number] : counts)
      text += (text.empty() ? "" : ", ") + std::to_string(number) + " " + clean(verdict, line_limit);
  }
  return text;
}

}  // namespace

std::string totals_line(const core::report& report) {
  // What was found beside the subjects (files of the golden folder) is not counted among them.
  const std::string beside = counts_by_verdict(report, true);
  const auto subjects = static_cast<std::size_t>(std::count_if(report.results.begin(), report.results.end(),
                                                               [](const core::result& each) { return !each.aside; }));
  const std::string counts = counts_by_verdict(report, false);
  return counted(subjects, list_name_of(report)) + (counts.empty() ? "" : ": " + counts) +
         (beside.empty() ? "" : "; besides " + beside);
}

std::string seconds_text(double seconds) {
  constexpr double no_duration = 1e12;  // 30,000 years; XML readers take 24 digits of a decimal
  if (!(seconds >= 0.0 && seconds < no_duration)) seconds = 0.0;
  std::array<char, 32> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), seconds, std::chars_format::fixed, 3);
  return error == std::errc() ? std::string(buffer.data(), end) : std::string("0.000");
}

}  // namespace verbatim::report
