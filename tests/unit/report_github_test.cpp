// Workflow commands: one a result, and none that a model's output made.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/report/exporter.hpp"
#include "tests/unit/report_samples.hpp"

namespace {

using namespace verbatim;
using report::export_report;
using report::format;

core::report with(core::result result) {
  core::report made;
  made.kind = "check";
  made.list_name = "models";
  made.results = {std::move(result)};
  return made;
}

std::string first_line(const core::result& result) {
  return report_samples::split_lines(export_report(with(result), format::github)).front();
}

TEST(report_github, has_a_command_for_each_verdict) {
  EXPECT_EQ(export_report(report_samples::every_verdict(), format::github),
            "::debug::range: match\n"
            "::error file=golden/decay.stdout,line=2,col=5,title=differs%3A decay::1 of 3 lines differs, first at line "
            "2%0A--- golden%0A+++ output%0A@@ -1,3 +1,3 @@%0A a%0A-b | c%0A+b | d%0A e%0Averbatim accept decay\n"
            "::error title=unstable%3A threads::run 2 printed other bytes than run 1\n"
            "::error title=not canonical%3A times::a carriage return at line 1, column 9\n"
            "::error title=failed%3A gone::no program at bin/gone\n"
            "::error title=no golden%3A fresh::golden/fresh.stdout does not exist\n"
            "::notice title=skipped%3A range_py::python3 is missing\n"
            "::error title=orphan%3A old.stdout::no model names it\n"
            "::error title=bad sum%3A boundaries::SHA256SUMS and boundaries.stdout disagree\n"
            "9 models: 1 match, 1 differs, 1 unstable, 1 not canonical, 1 no golden, 1 orphan, 1 bad sum, 1 failed, "
            "1 skipped\n"
            "  skipped range_py: python3 is missing\n");
}

TEST(report_github, escapes_data_and_properties) {
  core::result made = report_samples::plain("a,b:c", "differs", core::weight::finding, "100% %0A::error::x");
  made.where = core::place{"d,e:f%.txt", 7, 0};
  EXPECT_EQ(first_line(made),
            "::error file=d%2Ce%3Af%25.txt,line=7,title=differs%3A a%2Cb%3Ac::100%25 %250A::error::x");
  made.where = core::place{"f", 0, 9};
  EXPECT_EQ(first_line(made).substr(0, 21), "::error file=f,title=");
  made.where = core::place{"", 3, 9};
  EXPECT_EQ(first_line(made).substr(0, 14), "::error title=");
}

TEST(report_github, breaks_commands_inside_a_message) {
  core::result made = report_samples::plain("a", "differs", core::weight::finding, "::error::r");
  made.explanation = {"  ::add-mask::x", "##[group]y\n::z", "a ::b"};
  EXPECT_EQ(first_line(made),
            "::error title=differs%3A a::\\x3a:error::r%0A  \\x3a:add-mask::x%0A##\\x5bgroup]y%0A\\x3a:z%0Aa ::b");
}

TEST(report_github, has_a_message_where_there_is_no_reason) {
  EXPECT_EQ(first_line(report_samples::plain("a", "orphan", core::weight::finding, "")),
            "::error title=orphan%3A a::orphan");
}

TEST(report_github, keeps_the_advice_of_a_long_message) {
  core::result made = report_samples::plain("a", "differs", core::weight::finding, std::string(100'000, 'r'));
  made.explanation.assign(1000, "a line");
  made.advice = "verbatim accept a";
  const std::string line = first_line(made);
  EXPECT_LT(line.size(), 4096U + 2 * report_samples::count_of(line, "%0A"));
  EXPECT_TRUE(line.ends_with("%0A…%0Averbatim accept a"));
}

TEST(report_github, lets_no_output_make_a_command) {
  for (const std::string& text : report_samples::hostile_texts()) {
    core::report made = with(report_samples::plain(text, text, core::weight::skipped, text));
    made.list_name = text;
    made.results[0].where = core::place{text, 1, 1};
    made.results[0].explanation = {text};
    const std::string written = export_report(made, format::github);
    EXPECT_EQ(report_samples::flaw_of(written), "") << written;
    const std::vector<std::string> lines = report_samples::split_lines(written);
    EXPECT_EQ(lines[0].rfind("::notice ", 0), 0U);
    EXPECT_EQ(lines[0].find("##["), std::string::npos) << lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i)
      EXPECT_FALSE(report_samples::is_runner_command(lines[i])) << lines[i];
  }
}

TEST(report_github, of_nothing_is_the_count) {
  core::report made;
  made.list_name = "models";
  EXPECT_EQ(export_report(made, format::github), "0 models\n");
}

}  // namespace
