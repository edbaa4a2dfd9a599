// The text form, to the byte, and the names of the forms.
#include <gtest/gtest.h>

#include <string>

#include "harness/report/exporter.hpp"
#include "tests/unit/report_samples.hpp"

namespace {

using namespace verbatim;
using report::export_report;
using report::format;
using report::style;

TEST(report_format, has_a_name_for_each_form) {
  EXPECT_EQ(report::format_names().size(), 6U);
  for (const std::string_view name : report::format_names()) EXPECT_TRUE(report::format_from_name(name)) << name;
  EXPECT_EQ(report::format_from_name("text"), format::text);
  EXPECT_EQ(report::format_from_name("json"), format::json);
  EXPECT_EQ(report::format_from_name("junit"), format::junit);
  EXPECT_EQ(report::format_from_name("github"), format::github);
  EXPECT_EQ(report::format_from_name("markdown"), format::markdown);
  EXPECT_EQ(report::format_from_name("tap"), format::tap);
  EXPECT_FALSE(report::format_from_name("Text"));
  EXPECT_FALSE(report::format_from_name(""));
}

TEST(report_text, shows_every_verdict) {
  EXPECT_EQ(export_report(report_samples::every_verdict(), format::text),
            "✓ match          range                     3b187af69661…  2 runs\n"
            "✗ differs        decay                     1 of 3 lines differs, first at line 2\n"
            "    golden/decay.stdout:2:5\n"
            "    --- golden\n"
            "    +++ output\n"
            "    @@ -1,3 +1,3 @@\n"
            "     a\n"
            "    -b | c\n"
            "    +b | d\n"
            "     e\n"
            "    accept: verbatim accept decay\n"
            "✗ unstable       threads                   run 2 printed other bytes than run 1\n"
            "✗ not canonical  times                     a carriage return at line 1, column 9\n"
            "! failed         gone                      no program at bin/gone\n"
            "✗ no golden      fresh                     golden/fresh.stdout does not exist\n"
            "- skipped        range_py                  python3 is missing\n"
            "✗ orphan         old.stdout                no model names it\n"
            "✗ bad sum        boundaries                SHA256SUMS and boundaries.stdout disagree\n"
            "9 models: 1 match, 1 differs, 1 unstable, 1 not canonical, 1 no golden, 1 orphan, 1 bad sum, 1 failed, "
            "1 skipped\n"
            "  skipped range_py: python3 is missing\n");
}

TEST(report_text, is_the_pieces_joined) {
  const core::report made = report_samples::hostile();
  for (const style look : {style{}, style{.colour = true}, style{.quiet = true}, style{.verbose = true}}) {
    std::string joined;
    for (const core::result& each : made.results) joined += report::text_result(each, look);
    EXPECT_EQ(joined + report::text_closing(made, look), export_report(made, format::text, look));
  }
}

TEST(report_text, quiet_hides_what_holds_and_keeps_the_count) {
  const style quiet{.quiet = true};
  const std::string text = export_report(report_samples::every_verdict(), format::text, quiet);
  EXPECT_EQ(text.find("✓"), std::string::npos);
  EXPECT_EQ(text.find("- skipped"), std::string::npos);
  EXPECT_NE(text.find("✗ differs"), std::string::npos);
  EXPECT_NE(text.find("! failed"), std::string::npos);
  EXPECT_NE(text.find("9 models: 1 match"), std::string::npos);
  EXPECT_NE(text.find("  skipped range_py: python3 is missing\n"), std::string::npos);
}

TEST(report_text, verbose_shows_facts) {
  const std::string text = export_report(report_samples::every_verdict(), format::text, {.verbose = true});
  EXPECT_NE(text.find("    digest: 3b187af6966152cf2b5d8e8ee3a3a9c9\n    runs: 2\n    seconds: 0.002\n"),
            std::string::npos);
  EXPECT_NE(text.find("  manifest: golden/manifest.toml\n  reruns: 2\n  seconds: 1.500\n"), std::string::npos);
}

TEST(report_text, colours_only_where_asked) {
  const core::report made = report_samples::every_verdict();
  const std::string plain = export_report(made, format::text);
  std::string coloured = export_report(made, format::text, {.colour = true});
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_NE(coloured.find("\x1b[32m✓ match\x1b[0m"), std::string::npos);
  EXPECT_NE(coloured.find("\x1b[31m✗ differs\x1b[0m"), std::string::npos);
  for (const std::string code : {"\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[35m", "\x1b[0m"}) {
    for (std::size_t at = coloured.find(code); at != std::string::npos; at = coloured.find(code))
      coloured.erase(at, code.size());
  }
  EXPECT_EQ(coloured, plain);
}

TEST(report_text, counts_one_and_none) {
  core::report made;
  made.kind = "check";
  made.list_name = "models";
  EXPECT_EQ(export_report(made, format::text), "0 models\n");
  made.results = {report_samples::plain("range", "match", core::weight::holds, "")};
  EXPECT_EQ(export_report(made, format::text), "✓ match          range\n1 model: 1 match\n");
  made.list_name = "entries";
  EXPECT_NE(export_report(made, format::text).find("1 entry: "), std::string::npos);
  made.list_name = "";
  EXPECT_NE(export_report(made, format::text).find("1 result: "), std::string::npos);
}

TEST(report_text, counts_what_stands_beside_the_subjects_apart) {
  core::report made;
  made.list_name = "models";
  made.results = {report_samples::plain("range", "match", core::weight::holds, ""),
                  report_samples::plain("old.stdout", "orphan", core::weight::finding, "")};
  made.results[1].aside = true;
  EXPECT_EQ(report::text_closing(made, {}), "1 model: 1 match; besides 1 orphan\n");
}

TEST(report_text, groups_skips_by_reason) {
  core::report made;
  made.list_name = "models";
  for (int i = 0; i < 12; ++i)
    made.results.push_back(report_samples::plain("m" + std::to_string(i), "skipped", core::weight::skipped, "no GPU"));
  made.results.push_back(report_samples::plain("n", "skipped", core::weight::skipped, ""));
  EXPECT_EQ(report::text_closing(made, {}),
            "13 models: 13 skipped\n"
            "  skipped m0, m1, m2, m3, m4, m5, m6, m7, m8, m9 and 2 more: no GPU\n"
            "  skipped n: no reason given\n");
}

TEST(report_text, names_the_verb_of_the_advice) {
  core::result made = report_samples::plain("a", "differs", core::weight::finding, "");
  const auto last_line = [&](const std::string& advice) {
    made.advice = advice;
    return report_samples::split_lines(report::text_result(made, {})).back();
  };
  EXPECT_EQ(last_line("verbatim accept 'a b'"), "    accept: verbatim accept 'a b'");
  EXPECT_EQ(last_line("verbatim hunt a"), "    hunt: verbatim hunt a");
  EXPECT_EQ(last_line("apt-get install python3"), "    next: apt-get install python3");
  EXPECT_EQ(last_line("verbatim --help"), "    next: verbatim --help");
}

TEST(report_text, lets_no_output_command_the_runner_or_the_terminal) {
  const core::report made = report_samples::hostile();
  for (const style look : {style{}, style{.quiet = true}, style{.verbose = true}}) {
    const std::string text = export_report(made, format::text, look);
    EXPECT_EQ(report_samples::flaw_of(text), "");
    for (const std::string& line : report_samples::split_lines(text))
      EXPECT_FALSE(report_samples::is_runner_command(line)) << line;
  }
}

TEST(report_text, keeps_one_line_short) {
  core::result made = report_samples::plain("a", "differs", core::weight::finding, std::string(100'000, 'x'));
  EXPECT_LT(report::text_result(made, {}).size(), 500U);
  made.explanation = {std::string(100'000, 'x')};
  EXPECT_LT(report::text_result(made, {}).size(), 5000U);
}

TEST(report_text, keeps_columns_beside_wide_names) {
  const auto shown = [](const char* name) {
    return report::text_result(report_samples::plain(name, "differs", core::weight::finding, "r"), {});
  };
  EXPECT_EQ(shown("ä"), "✗ differs        ä                         r\n");
  EXPECT_EQ(shown("a_name_that_is_longer_than_its_column"),
            "✗ differs        a_name_that_is_longer_than_its_column  r\n");
}

}  // namespace
