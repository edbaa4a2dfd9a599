// TAP 14, to the byte, and its YAML blocks by a YAML parser.
#include <gtest/gtest.h>

#include <string>

#include "harness/report/exporter.hpp"
#include "tests/unit/report_samples.hpp"

namespace {

using namespace verbatim;
using report::export_report;
using report::format;

TEST(report_tap, shows_every_verdict) {
  const std::string text = export_report(report_samples::every_verdict(), format::tap);
  EXPECT_EQ(text.rfind(R"(TAP version 14
1..9
ok 1 - range
  ---
  verdict: "match"
  severity: comment
  facts: {"digest":"3b187af6966152cf2b5d8e8ee3a3a9c9","runs":2}
  seconds: 0.002
  ...
not ok 2 - decay
  ---
  verdict: "differs"
  severity: fail
  message: "1 of 3 lines differs, first at line 2"
  at:
    file: "golden/decay.stdout"
    line: 2
    column: 5
  explanation:
    - "--- golden"
    - "+++ output"
    - "@@ -1,3 +1,3 @@"
    - " a"
    - "-b | c"
    - "+b | d"
    - " e"
  advice: "verbatim accept decay"
  facts: {"digest":"44d2","lines_differing":1}
  seconds: 0.250
  ...
not ok 3 - threads
)",
                       0),
            0U)
      << text;
  for (const char* line :
       {"not ok 4 - times\n", "not ok 5 - gone\n", "not ok 6 - fresh\n", "ok 7 - range_py # SKIP python3 is missing\n",
        "not ok 8 - old.stdout\n", "not ok 9 - boundaries\n", "  verdict: \"failed\"\n  severity: error\n"})
    EXPECT_EQ(report_samples::count_of(text, line), 1U) << line;
}

TEST(report_tap, escapes_descriptions_and_reasons) {
  core::report made;
  made.results = {report_samples::plain("a # TODO \\", "match", core::weight::holds, ""),
                  report_samples::plain("b", "skipped", core::weight::skipped, "needs # and \\"),
                  report_samples::plain("c\nok 3", "skipped", core::weight::skipped, "")};
  const std::string text = export_report(made, format::tap);
  EXPECT_NE(text.find("\nok 1 - a \\# TODO \\\\\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nok 2 - b # SKIP needs \\# and \\\\\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nok 3 - c\\\\nok 3 # SKIP no reason given\n"), std::string::npos) << text;
}

TEST(report_tap, of_nothing_is_a_skip) {
  core::report made;
  made.list_name = "models";
  EXPECT_EQ(export_report(made, format::tap), "TAP version 14\n1..0 # SKIP no models\n");
}

TEST(report_tap, keeps_its_lines_to_itself) {
  const core::report made = report_samples::hostile();
  const std::string text = export_report(made, format::tap);
  EXPECT_EQ(report_samples::flaw_of(text), "");
  std::size_t points = 0;
  bool in_block = false;
  for (const std::string& line : report_samples::split_lines(text)) {
    EXPECT_FALSE(report_samples::is_runner_command(line)) << line;
    EXPECT_NE(line.substr(0, 8), "Bail out");
    if (line.starts_with("ok ") || line.starts_with("not ok ")) {
      ++points;
      EXPECT_NE(line.find(" " + std::to_string(points) + " - "), std::string::npos) << line;
      EXPECT_FALSE(in_block);
    }
    if (line == "  ---") in_block = true;
    if (line == "  ...") in_block = false;
  }
  EXPECT_EQ(points, made.results.size());
  EXPECT_EQ(report_samples::count_of(text, "\n  ---\n"), points);
  EXPECT_EQ(report_samples::count_of(text, "\n  ...\n"), points);
}

TEST(report_tap, has_blocks_that_are_yaml) {
  if (!report_samples::works("python3 -c 'import yaml'")) GTEST_SKIP() << "python3 with PyYAML is not there";
  const std::string script =
      "import re, sys, yaml\n"
      "text = open(sys.argv[1], encoding='utf-8', newline='').read()\n"
      "blocks = [yaml.safe_load(each) for each in re.findall(r'\\n  ---\\n(.*?)\\n  \\.\\.\\.\\n', text, re.S)]\n"
      "assert all(isinstance(each['verdict'], str) for each in blocks)\n"
      "assert all(isinstance(line, str) for each in blocks for line in each.get('explanation', []))\n"
      "print(len(blocks), blocks[1].get('explanation'))\n";
  const core::report plain = report_samples::every_verdict();
  EXPECT_EQ(report_samples::judge(script, export_report(plain, format::tap)).output,
            "9 ['--- golden', '+++ output', '@@ -1,3 +1,3 @@', ' a', '-b | c', '+b | d', ' e']\n");
  const core::report hostile = report_samples::hostile();
  const auto answer = report_samples::judge(script, export_report(hostile, format::tap));
  EXPECT_EQ(answer.output.rfind(std::to_string(hostile.results.size()) + " ", 0), 0U) << answer.output;
}

}  // namespace
