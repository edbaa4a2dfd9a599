// Any bytes in any field: each form stays what it is. Foreign parsers judge XML; the others are read back here.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/exporter.hpp"
#include "tests/unit/report_samples.hpp"

namespace {

using namespace verbatim;
using report::export_report;
using report::format;

// Random bytes seldom spell what a form reads, so texts are made of pieces that do, and of any bytes between.
// RC_ASSERT shows both sides of a comparison, which is slow for whole documents; this shows the words given.
void require(bool holds, std::string_view what) {
  if (!holds) RC_FAIL(std::string(what));
}

rc::Gen<std::string> any_text() {
  static const std::vector<std::string> pieces{"::",       "##[",
                                               "##vso[",   "%0A",
                                               "%",        "\n",
                                               "\r",       "\t",
                                               " ",        "]]>",
                                               "<",        ">",
                                               "&",        "\"",
                                               "'",        "`",
                                               "```",      "|",
                                               "\\",       "#",
                                               " # SKIP ", "---",
                                               "...",      "ok 1",
                                               "\x1b[0m",  std::string(1, '\0'),
                                               "\xff",     "\xed\xa0\x80",
                                               "\uFFFE",   "\u202E",
                                               "\u3000",   "\U000E0041",
                                               "\u00E9",   "@a",
                                               "www.",     "http://",
                                               ":",        ",",
                                               "{",        "}",
                                               "[",        "a",
                                               "9",        "\u0085",
                                               "\u2003"};
  const auto piece = rc::gen::oneOf(rc::gen::elementOf(pieces), rc::gen::elementOf(pieces),
                                    rc::gen::container<std::string>(rc::gen::arbitrary<char>()));
  const auto join = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += part;
    return text;
  };
  return rc::gen::scale(0.2, rc::gen::map(rc::gen::container<std::vector<std::string>>(piece), join));
}

core::value any_value(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 8 : 6)) {
    case 0: return {};
    case 1: return *rc::gen::arbitrary<bool>();
    case 2: return *rc::gen::arbitrary<std::int64_t>();
    case 3: return *rc::gen::arbitrary<std::uint64_t>();
    case 4:
      return *rc::gen::elementOf(std::vector<double>{0.0, -0.0, 1e308, -1.5e-300, 0.0 * HUGE_VAL, HUGE_VAL, -HUGE_VAL});
    case 5: return *any_text();
    case 6: return core::value::list{any_value(depth - 1), any_value(depth - 1)};
    default: return core::value::object{{*any_text(), any_value(depth - 1)}, {*any_text(), any_value(depth - 1)}};
  }
}

core::value::object any_facts() {
  core::value::object facts;
  for (int left = *rc::gen::inRange(0, 3); left > 0; --left) facts.emplace_back(*any_text(), any_value(2));
  return facts;
}

core::result any_result() {
  constexpr std::array kinds{core::weight::holds, core::weight::finding, core::weight::failed, core::weight::skipped};
  core::result made;
  made.subject = *any_text();
  made.verdict = *any_text();
  made.kind = kinds[*rc::gen::inRange<std::size_t>(0, kinds.size())];
  made.reason = *any_text();
  if (*rc::gen::arbitrary<bool>())
    made.where = core::place{*any_text(), *rc::gen::arbitrary<std::uint64_t>(), *rc::gen::inRange<std::uint64_t>(0, 3)};
  made.explanation = *rc::gen::container<std::vector<std::string>>(any_text());
  made.advice = *any_text();
  made.facts = any_facts();
  made.seconds = *rc::gen::elementOf(std::vector<double>{0.0, 0.125, -1.0, 1e308, HUGE_VAL, 0.0 * HUGE_VAL});
  return made;
}

core::report any_report() {
  core::report made;
  made.kind = *any_text();
  made.list_name = *any_text();
  for (int left = *rc::gen::inRange(0, 5); left > 0; --left) made.results.push_back(any_result());
  made.facts = any_facts();
  return made;
}

RC_GTEST_PROP(report_property, every_form_is_printable_and_pure, ()) {
  const core::report made = any_report();
  for (const std::string_view name : report::format_names()) {
    const format form = *report::format_from_name(name);
    const std::string text = export_report(made, form);
    const std::string flaw = report_samples::flaw_of(text);
    require(flaw.empty(), flaw);
    require(text == export_report(made, form), "not pure");
    if (form == format::github) continue;
    for (const std::string& line : report_samples::split_lines(text))
      require(!report_samples::is_runner_command(line), line);
  }
}

RC_GTEST_PROP(report_property, xml_parses_and_is_valid, ()) {
  if (!report_samples::works("xmllint --version")) return;  // report_junit.is_valid_under_its_schema says so as a skip
  const core::report made = any_report();
  const report_samples::scratch_file file(export_report(made, format::junit));
  const auto answer = report_samples::run_tool("xmllint --noout --schema " + report_samples::schema_path("junit.xsd") +
                                               " " + file.quoted());
  RC_LOG() << answer.output;
  RC_ASSERT(answer.exit_code == 0);
}

std::string replaced(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const core::decoded next = core::decode_utf8(text);
    out += next.valid ? text.substr(0, next.length) : std::string_view("\uFFFD");
    text.remove_prefix(next.length);
  }
  return out;
}

RC_GTEST_PROP(report_property, json_gives_back_what_went_in, ()) {
  using nlohmann::json;
  core::report made = any_report();
  made.list_name = "models";
  const json read = json::parse(export_report(made, format::json));
  RC_ASSERT(read["schema"] == "verbatim/" + replaced(made.kind) + "/1");
  RC_ASSERT(read["models"].size() == made.results.size());
  for (std::size_t i = 0; i < made.results.size(); ++i) {
    const core::result& result = made.results[i];
    const json& one = read["models"][i];
    require(one["name"] == replaced(result.subject), "a field changed");
    require(one["verdict"] == replaced(result.verdict), "a field changed");
    require(one["reason"] == replaced(result.reason), "a field changed");
    require(one["advice"] == replaced(result.advice), "a field changed");
    require(one["explanation"].size() == result.explanation.size(), "a field changed");
    for (std::size_t k = 0; k < result.explanation.size(); ++k)
      require(one["explanation"][k] == replaced(result.explanation[k]), "a field changed");
  }
}

RC_GTEST_PROP(report_property, github_has_one_command_a_result, ()) {
  const core::report made = any_report();
  const std::vector<std::string> lines = report_samples::split_lines(export_report(made, format::github));
  RC_ASSERT(lines.size() > made.results.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    require(lines[i].find('\r') == std::string::npos, lines[i]);
    if (i >= made.results.size()) {
      require(!report_samples::is_runner_command(lines[i]), lines[i]);
      continue;
    }
    require(lines[i].find("##[") == std::string::npos, lines[i]);
    const core::weight kind = made.results[i].kind;
    const std::string_view begin = kind == core::weight::holds     ? "::debug::"
                                   : kind == core::weight::skipped ? "::notice "
                                                                   : "::error ";
    require(lines[i].starts_with(begin), lines[i]);
    // The runner's own split: properties end at the next `::`, are separated by commas, and only ours are there.
    const std::size_t end = lines[i].find("::", 2);
    for (std::string_view rest = std::string_view(lines[i]).substr(begin.size(), end - std::min(end, begin.size()));
         end > begin.size() && !rest.empty();) {
      const std::string_view property = rest.substr(0, rest.find(','));
      const std::string_view name = property.substr(0, property.find('='));
      require(name == "file" || name == "line" || name == "col" || name == "title", name);
      rest = property.size() < rest.size() ? rest.substr(property.size() + 1) : std::string_view();
    }
    // Each line of the message, as the runner shows it, is no command either.
    std::string message = lines[i].substr(end + 2);
    for (std::size_t at = message.find("%0A"); at != std::string::npos; at = message.find("%0A", at))
      message.replace(at, 3, "\n");
    for (const std::string& line : report_samples::split_lines(message))
      require(!report_samples::is_runner_command(line), line);
  }
}

// Cells of a row: `by_parity` as readers split that count the backslashes before a bar, else as cmark-gfm does.
std::size_t bars_of(std::string_view line, bool by_parity) {
  std::size_t bars = 0;
  std::size_t backslashes = 0;
  for (const char c : line) {
    const bool escaped = by_parity ? backslashes % 2 == 1 : backslashes > 0;
    if (c == '|' && !escaped) ++bars;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return bars;
}

RC_GTEST_PROP(report_property, markdown_rows_have_four_cells, ()) {
  const core::report made = any_report();
  const std::vector<std::string> lines = report_samples::split_lines(export_report(made, format::markdown));
  const auto rule = std::find(lines.begin(), lines.end(), "| --- | --- | --- | --- |");
  require(made.results.empty() == (rule == lines.end()), "a table where there are results");
  if (rule == lines.end()) return;
  RC_ASSERT(rule - lines.begin() == 5);
  for (std::size_t i = 0; i < made.results.size(); ++i) {
    const std::string& row = lines.at(6 + i);
    require(row.starts_with("| ") && row.ends_with(" |"), row);
    RC_ASSERT(bars_of(row, false) == 5U);
    RC_ASSERT(bars_of(row, true) == 5U);
  }
  const std::size_t end = 6 + made.results.size();
  require(lines.size() == end || lines.at(end).empty(), "a row more than results");
}

RC_GTEST_PROP(report_property, tap_keeps_its_plan, ()) {
  const core::report made = any_report();
  const std::vector<std::string> lines = report_samples::split_lines(export_report(made, format::tap));
  const std::string plan = "1.." + std::to_string(made.results.size());
  RC_ASSERT(lines.at(0) == "TAP version 14");
  RC_ASSERT(lines.at(1).substr(0, lines[1].find(' ')) == plan);
  std::size_t points = 0;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    if (lines[i].starts_with("  ")) continue;
    RC_ASSERT(points < made.results.size());
    const core::weight kind = made.results[points].kind;
    const bool skipped = kind == core::weight::skipped;
    const std::string begin = skipped || kind == core::weight::holds ? "ok " : "not ok ";
    require(lines[i].starts_with(begin + std::to_string(++points) + " - "), lines[i]);
    std::size_t unescaped = 0;
    for (std::size_t at = 0; at < lines[i].size(); ++at) {
      if (lines[i][at] == '\\')
        ++at;
      else if (lines[i][at] == '#')
        ++unescaped;
    }
    RC_ASSERT(unescaped == (skipped ? 1U : 0U));
  }
  RC_ASSERT(points == made.results.size());
}

}  // namespace
