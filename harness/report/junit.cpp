// JUnit XML, as Jenkins, GitLab and Surefire read it.
//
// The form has no owner; followed are https://github.com/jenkinsci/xunit-plugin (junit-10.xsd) and
// https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd, of which schemas/junit.xsd is
// the part used here. A finding is a failure, a program that did not run an error. There is no time stamp: a report is
// a function of its results. XML 1.0 section 2.2 forbids most controls, U+FFFE and U+FFFF even as references, so text
// shows them as escapes.
#include <cstddef>
#include <string>
#include <string_view>

#include "harness/report/forms.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::report {
namespace {

// Parsers refuse long attributes and texts (libxml2 at 10 MB); far below that, nobody reads them either.
constexpr std::size_t attribute_limit = 8 * 1024;
constexpr std::size_t body_limit = 1024 * 1024;

// For attributes and for text alike. `::` and `##[` are written as references, which an XML parser reads as the same
// characters and a CI runner that sees this in its log does not take for a command.
std::string escape_xml(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;  // also keeps "]]>" out of text
      case '"': out += "&quot;"; break;
      case '\'': out += "&apos;"; break;
      case ':': out += text.substr(i).starts_with("::") ? "&#58;" : ":"; break;
      case '[': out += opens_command(text.substr(0, i)) ? "&#91;" : "["; break;
      default: out += text[i];
    }
  }
  return out;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escape_xml(clean(value, attribute_limit)) + "\"";
}

// Lines of text for an element, bounded.
class body {
 public:
  void add(std::string_view text) {
    if (full_) return;
    std::string line = clean(text, body_limit - text_.size());
    full_ = text_.size() + line.size() + 1 > body_limit;
    if (!text_.empty()) text_ += '\n';
    text_ += line;
    if (full_ && !text_.ends_with("…")) text_ += "…";
  }
  [[nodiscard]] std::string escaped() const { return escape_xml(text_); }

 private:
  std::string text_;
  bool full_ = false;
};

std::string body_of(const core::result& result) {
  body text;
  if (!result.reason.empty()) text.add(result.reason);
  if (result.where) text.add(place_text(*result.where));
  for (const std::string& each : explanation_lines(result)) text.add(each);
  if (!result.advice.empty()) text.add(result.advice);
  return text.escaped();
}

std::string outcome(const core::result& result) {
  const std::string message = attribute("message", result.reason.empty() ? result.verdict : result.reason);
  std::string_view element = "failure";
  switch (result.kind) {
    case core::weight::holds: return {};
    case core::weight::skipped: return "      <skipped" + message + "/>\n";
    case core::weight::failed: element = "error"; break;
    case core::weight::finding: break;
  }
  const std::string name(element);
  return "      <" + name + attribute("type", result.verdict) + message + ">" + body_of(result) + "</" + name + ">\n";
}

std::string system_out(const core::result& result) {
  body text;
  text.add("verdict: " + result.verdict);
  for (const auto& [key, fact] : result.facts) text.add(clean(key, attribute_limit) + ": " + plain_fact_text(fact));
  if (result.kind == core::weight::holds || result.kind == core::weight::skipped) {
    for (const std::string& each : explanation_lines(result)) text.add(each);
  }
  return "      <system-out>" + text.escaped() + "</system-out>\n";
}

std::string properties(const core::value::object& facts) {
  if (facts.empty()) return {};
  std::string out = "    <properties>\n";
  for (const auto& [key, fact] : facts)
    out += "      <property" + attribute("name", key) + attribute("value", plain_fact_text(fact)) + "/>\n";
  return out + "    </properties>\n";
}

}  // namespace

std::string to_junit(const core::report& report) {
  const core::tally sums = core::count(report.results);
  const std::string suite = "verbatim." + report.kind;
  const std::string counts = attribute("tests", std::to_string(sums.total())) +
                             attribute("failures", std::to_string(sums.findings)) +
                             attribute("errors", std::to_string(sums.failed));
  const std::string time = attribute("time", seconds_text(report.seconds));
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", suite) + counts +
                    time + ">\n  <testsuite" + attribute("name", suite) + counts +
                    attribute("skipped", std::to_string(sums.skipped)) + time + ">\n";
  out += properties(report.facts);
  for (const core::result& each : report.results) {
    out += "    <testcase" + attribute("name", each.subject) + attribute("classname", suite) +
           attribute("time", seconds_text(each.seconds)) + ">\n";
    out += outcome(each) + system_out(each) + "    </testcase>\n";
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace verbatim::report
