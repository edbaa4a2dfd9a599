// Text for people: one line a result, below it what to look at and what to do, at the end the count.
//
// A result is written without knowing those that follow, so that a long run can be followed; the columns are therefore
// fixed. What is too long for a person is cut here and whole in the JSON form. The text often ends in a CI log, so no
// line of it may be a command to the CI runner. Colours are SGR sequences of ECMA-48, section 8.3.117.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/safe_text.hpp"
#include "harness/report/exporter.hpp"
#include "harness/report/forms.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::report {
namespace {

constexpr std::size_t verdict_width = 13;  // "not canonical"
constexpr std::size_t subject_width = 24;
constexpr std::size_t reason_limit = 400;
constexpr std::size_t names_listed = 10;
constexpr std::string_view indent = "    ";

std::size_t width_of(std::string_view text) { return core::column_of(text, text.size()) - 1; }

std::string padded(std::string text, std::size_t width) {
  const std::size_t now = width_of(text);
  if (now < width) text.append(width - now, ' ');
  return text;
}

std::string_view colour_of(core::weight kind) {
  switch (kind) {
    case core::weight::holds: return "\x1b[32m";
    case core::weight::finding: return "\x1b[31m";
    case core::weight::failed: return "\x1b[35m";
    case core::weight::skipped: break;
  }
  return "\x1b[33m";
}

std::string line(std::string_view begin, std::string text) {
  return inert(std::string(begin) + std::move(text)) + "\n";
}

// "accept: verbatim accept range": the verb of our own command says what it is for.
std::string advice_text(std::string_view advice) {
  // "verbatim accept range" and "build/bin/verbatim accept range" alike.
  std::string label = "next";
  const std::size_t blank = advice.find(' ');
  if (blank != std::string_view::npos && advice.substr(0, blank).ends_with("verbatim")) {
    const std::string_view rest = advice.substr(blank + 1);
    const std::string_view verb = rest.substr(0, rest.find(' '));
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (!verb.empty() && std::all_of(verb.begin(), verb.end(), is_lower)) label = verb;
  }
  return label + ": " + clean(advice, line_limit);
}

std::string facts_lines(std::string_view begin, const core::value::object& facts) {
  std::string out;
  for (const auto& [key, fact] : facts)
    out += line(begin, clean(key, line_limit) + ": " + clean(plain_fact_text(fact), line_limit));
  return out;
}

std::string head_line(const core::result& result, const style& look) {
  const std::string subject = clean(result.subject, line_limit);
  const std::string detail = detail_of(result, reason_limit);
  const std::string verdict = clean(result.verdict, line_limit);
  std::string head = std::string(mark_of(result.kind)) + " " + verdict;
  const std::string gap(verdict_width - std::min(verdict_width, width_of(verdict)), ' ');
  if (look.colour) head = std::string(colour_of(result.kind)) + head + "\x1b[0m";
  return line(head + gap + "  ", detail.empty() ? subject : padded(subject, subject_width) + "  " + detail);
}

struct skip_group {
  std::string reason;
  std::vector<std::string_view> names;
};

std::vector<skip_group> skips_by_reason(const core::report& report) {
  std::vector<skip_group> groups;
  for (const core::result& each : report.results) {
    if (each.kind != core::weight::skipped) continue;
    std::string reason = each.reason.empty() ? std::string("no reason given") : clean(each.reason, reason_limit);
    const auto same = [&](const skip_group& group) { return group.reason == reason; };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) found = groups.insert(groups.end(), {std::move(reason), {}});
    found->names.push_back(each.subject);
  }
  return groups;
}

std::string skip_line(const skip_group& group) {
  std::string names;
  for (std::size_t i = 0; i < group.names.size() && i < names_listed; ++i)
    names += (i == 0 ? "" : ", ") + clean(group.names[i], reason_limit);
  if (group.names.size() > names_listed) names += " and " + std::to_string(group.names.size() - names_listed) + " more";
  return line("  ", "skipped " + names + ": " + group.reason);
}

}  // namespace

std::string text_result(const core::result& result, const style& look) {
  const bool hidden = result.kind == core::weight::holds || result.kind == core::weight::skipped;
  if (look.quiet && hidden) return {};
  std::string out = head_line(result, look);
  if (result.where && !result.where->file.empty()) out += line(indent, place_text(*result.where));
  for (std::string& each : explanation_lines(result)) out += line(indent, std::move(each));
  if (look.verbose) {
    out += facts_lines(indent, result.facts);
    out += line(indent, "seconds: " + seconds_text(result.seconds));
  }
  if (!result.advice.empty()) out += line(indent, advice_text(result.advice));
  return out;
}

std::string text_closing(const core::report& report, const style& look) {
  std::string out = line("", totals_line(report));
  for (const skip_group& each : skips_by_reason(report)) out += skip_line(each);
  if (look.verbose) {
    out += facts_lines("  ", report.facts);
    out += line("  ", "seconds: " + seconds_text(report.seconds));
  }
  return out;
}

}  // namespace verbatim::report
