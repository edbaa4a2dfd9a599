// The JUnit form, judged by real XML parsers: libxml2 against schemas/junit.xsd, and expat by way of Python.
#include <gtest/gtest.h>

#include <string>

#include "harness/report/exporter.hpp"
#include "tests/unit/report_samples.hpp"

namespace {

using namespace verbatim;
using report::export_report;
using report::format;

std::string exported(const core::report& made) { return export_report(made, format::junit); }

core::report empty() {
  core::report made;
  made.kind = "check";
  made.list_name = "models";
  return made;
}

TEST(report_junit, writes_a_failure_an_error_and_a_skip) {
  core::report made = report_samples::every_verdict();
  made.results = {made.results[0], made.results[1], made.results[4], made.results[6]};
  EXPECT_EQ(exported(made), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="verbatim.check" tests="4" failures="1" errors="1" time="1.500">
  <testsuite name="verbatim.check" tests="4" failures="1" errors="1" skipped="1" time="1.500">
    <properties>
      <property name="manifest" value="golden/manifest.toml"/>
      <property name="reruns" value="2"/>
    </properties>
    <testcase name="range" classname="verbatim.check" time="0.002">
      <system-out>verdict: match
digest: 3b187af6966152cf2b5d8e8ee3a3a9c9
runs: 2</system-out>
    </testcase>
    <testcase name="decay" classname="verbatim.check" time="0.250">
      <failure type="differs" message="1 of 3 lines differs, first at line 2">1 of 3 lines differs, first at line 2
golden/decay.stdout:2:5
--- golden
+++ output
@@ -1,3 +1,3 @@
 a
-b | c
+b | d
 e
verbatim accept decay</failure>
      <system-out>verdict: differs
digest: 44d2
lines_differing: 1</system-out>
    </testcase>
    <testcase name="gone" classname="verbatim.check" time="0.000">
      <error type="failed" message="no program at bin/gone">no program at bin/gone</error>
      <system-out>verdict: failed</system-out>
    </testcase>
    <testcase name="range_py" classname="verbatim.check" time="0.000">
      <skipped message="python3 is missing"/>
      <system-out>verdict: skipped</system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(report_junit, has_an_element_for_each_verdict) {
  const std::string text = exported(report_samples::every_verdict());
  EXPECT_EQ(report_samples::count_of(text, "<testcase "), 9U);
  EXPECT_EQ(report_samples::count_of(text, "<error "), 1U);
  EXPECT_EQ(report_samples::count_of(text, "<skipped "), 1U);
  for (const std::string verdict : {"differs", "unstable", "not canonical", "no golden", "orphan", "bad sum"})
    EXPECT_EQ(report_samples::count_of(text, "<failure type=\"" + verdict + "\""), 1U) << verdict;
}

TEST(report_junit, escapes_what_xml_forbids_or_reads) {
  for (const std::string& text : report_samples::hostile_texts()) {
    core::report made = empty();
    made.results = {report_samples::plain(text, text, core::weight::finding, text)};
    made.results[0].explanation = {text};
    const std::string written = exported(made);
    EXPECT_EQ(report_samples::flaw_of(written), "") << written;
    EXPECT_EQ(report_samples::count_of(written, "<testcase "), 1U) << written;
    EXPECT_EQ(report_samples::count_of(written, "]]>"), 0U) << written;
    for (const std::string& line : report_samples::split_lines(written))
      EXPECT_FALSE(report_samples::is_runner_command(line)) << line;
  }
}

TEST(report_junit, bounds_what_parsers_bound) {
  core::report made = empty();
  made.results = {report_samples::plain("a", "differs", core::weight::finding, std::string(100'000, '&'))};
  made.results[0].explanation.assign(40'000, std::string(100, 'x'));
  const std::string written = exported(made);
  EXPECT_LT(written.size(), 3U * 1024 * 1024);
  EXPECT_NE(written.find("…</failure>"), std::string::npos);
}

TEST(report_junit, is_valid_under_its_schema) {
  if (!report_samples::works("xmllint --version")) GTEST_SKIP() << "xmllint is not there (Debian: libxml2-utils)";
  const std::string schema = "xmllint --noout --schema " + report_samples::schema_path("junit.xsd") + " ";
  for (const core::report& made : {report_samples::every_verdict(), report_samples::hostile(), empty()}) {
    const report_samples::scratch_file file(exported(made));
    const auto answer = report_samples::run_tool(schema + file.quoted());
    EXPECT_EQ(answer.exit_code, 0) << answer.output;
  }
  const report_samples::scratch_file wrong("<testsuites name='a' tests='1'/>");
  EXPECT_NE(report_samples::run_tool(schema + wrong.quoted()).exit_code, 0);
}

TEST(report_junit, is_read_back_by_another_parser) {
  if (!report_samples::works("python3 -c 'import xml.etree.ElementTree'")) GTEST_SKIP() << "python3 is not there";
  const std::string script =
      "import sys, xml.etree.ElementTree as tree\n"
      "suite = tree.parse(sys.argv[1]).getroot().find('testsuite')\n"
      "cases = suite.findall('testcase')\n"
      "count = lambda name: sum(1 for case in cases if case.find(name) is not None)\n"
      "print(len(cases), count('failure'), count('error'), count('skipped'))\n"
      "print(*(suite.get(name) for name in ('tests', 'failures', 'errors', 'skipped')))\n"
      "print(sum(len(case.get('name')) > 0 and case.get('name') == 'forged' for case in cases))\n";
  EXPECT_EQ(report_samples::judge(script, exported(report_samples::every_verdict())).output, "9 6 1 1\n9 6 1 1\n0\n");
  const std::size_t texts = report_samples::hostile_texts().size();
  const std::string counts = std::to_string(4 * texts + 1) + " " + std::to_string(texts + 1) + " " +
                             std::to_string(texts) + " " + std::to_string(texts) + "\n";
  EXPECT_EQ(report_samples::judge(script, exported(report_samples::hostile())).output, counts + counts + "0\n");
}

}  // namespace
