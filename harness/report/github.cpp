// Workflow commands of GitHub Actions: an annotation a result, at the file it is about.
//
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions for the commands; which characters are
// escaped, and how, is read from ActionCommand.cs and the toolkit's command.ts. Program output reaches this text, so
// nothing of it may end a command, open one or add a property: `%`, CR and LF are escaped everywhere, `:` and `,` in
// properties too, and each line of a message is inert of itself, should a runner or a reader ever split it.
//
// What holds is written as `::debug::`: one command a result for machines, and no annotation, of which GitHub shows ten
// a step.
#include <cstddef>
#include <string>
#include <string_view>

#include "harness/report/exporter.hpp"
#include "harness/report/forms.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::report {
namespace {

constexpr std::size_t message_limit = 4000;  // the runner cuts at 4096 (ExecutionContext.cs); the advice must survive
constexpr std::size_t part_limit = 1000;
constexpr std::size_t title_limit = 200;

std::string escape_data(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '%': out += "%25"; break;
      case '\r': out += "%0D"; break;
      case '\n': out += "%0A"; break;
      default: out += c;
    }
  }
  return out;
}

std::string escape_property(std::string_view text) {
  std::string out;
  for (const char c : escape_data(text)) {
    switch (c) {
      case ':': out += "%3A"; break;
      case ',': out += "%2C"; break;
      default: out += c;
    }
  }
  return out;
}

std::string message_of(const core::result& result) {
  std::string text = inert(clean(result.reason.empty() ? result.verdict : result.reason, part_limit));
  const std::string advice = result.advice.empty() ? "" : "\n" + inert(clean(result.advice, part_limit));
  for (const std::string& each : explanation_lines(result)) {
    const std::string line = "\n" + inert(each);
    if (text.size() + line.size() + advice.size() > message_limit) {
      text += "\n…";
      break;
    }
    text += line;
  }
  return text + advice;
}

std::string properties_of(const core::result& result) {
  std::string out;
  if (result.where && !result.where->file.empty()) {
    out = "file=" + escape_property(inert(clean(result.where->file, part_limit)));
    if (result.where->line != 0) out += ",line=" + std::to_string(result.where->line);
    if (result.where->line != 0 && result.where->column != 0) out += ",col=" + std::to_string(result.where->column);
    out += ",";
  }
  const std::string title = clean(result.verdict, title_limit) + ": " + clean(result.subject, title_limit);
  return out + "title=" + escape_property(inert(title));
}

std::string command_of(const core::result& result) {
  std::string_view name = "error";
  switch (result.kind) {
    case core::weight::holds: {
      const std::string text = clean(result.subject, part_limit) + ": " + clean(result.verdict, part_limit);
      return "::debug::" + escape_data(inert(text)) + "\n";
    }
    case core::weight::skipped: name = "notice"; break;
    case core::weight::finding:
    case core::weight::failed: break;
  }
  return "::" + std::string(name) + " " + properties_of(result) + "::" + escape_data(message_of(result)) + "\n";
}

}  // namespace

std::string to_github(const core::report& report) {
  std::string out;
  for (const core::result& each : report.results) out += command_of(each);
  return out + text_closing(report, {});
}

}  // namespace verbatim::report
