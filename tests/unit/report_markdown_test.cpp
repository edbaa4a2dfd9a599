// The Markdown form: tables keep their cells, fences keep their content, untrusted text stays text.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "harness/report/exporter.hpp"
#include "tests/unit/report_samples.hpp"

namespace {

using namespace verbatim;
using report::export_report;
using report::format;

std::string exported(const core::report& made) { return export_report(made, format::markdown); }

core::report with(core::result result) {
  core::report made;
  made.kind = "check";
  made.list_name = "models";
  made.results = {std::move(result)};
  return made;
}

TEST(report_markdown, shows_every_verdict) {
  core::report made = report_samples::every_verdict();
  EXPECT_EQ(exported(made).rfind("## verbatim check\n\n✗ 9 models: 1 match, 1 differs, 1 unstable, ", 0), 0U);
  made.results = {made.results[0], made.results[1], made.results[4], made.results[6]};
  EXPECT_EQ(exported(made), R"(## verbatim check

✗ 4 models: 1 match, 1 differs, 1 failed, 1 skipped

| verdict | model | reason | where |
| --- | --- | --- | --- |
| ✓ match | `range` | 3b187af69661…  2 runs |  |
| ✗ differs | `decay` | 1 of 3 lines differs, first at line 2 | `golden/decay.stdout:2:5` |
| ! failed | `gone` | no program at bin/gone |  |
| - skipped | `range_py` | python3 is missing |  |

### ✗ differs: `decay`

1 of 3 lines differs, first at line 2

At `golden/decay.stdout:2:5`

```diff
--- golden
+++ output
@@ -1,3 +1,3 @@
 a
-b | c
+b | d
 e
```

Next:

```sh
verbatim accept decay
```

### ! failed: `gone`

no program at bin/gone
)");
}

TEST(report_markdown, of_nothing_is_the_count) {
  core::report made;
  made.kind = "check";
  made.list_name = "models";
  EXPECT_EQ(exported(made), "## verbatim check\n\n- 0 models\n");
}

TEST(report_markdown, sets_doubtful_text_in_code) {
  const auto cell = [](const std::string& reason) {
    const std::string text = exported(with(report_samples::plain("a", "differs", core::weight::finding, reason)));
    const std::string before = "| ✗ differs | `a` | ";
    const std::size_t at = text.find(before) + before.size();
    return text.substr(at, text.find(" |  |\n", at) - at);
  };
  EXPECT_EQ(cell("line 3 (of 4): no match"), "line 3 (of 4): no match");
  EXPECT_EQ(cell("@octocat"), "`@octocat`");
  EXPECT_EQ(cell("[a](b)"), "`[a](b)`");
  EXPECT_EQ(cell("<img src=x>"), "`<img src=x>`");
  EXPECT_EQ(cell("see https://example.com"), "`see https://example.com`");
  EXPECT_EQ(cell("see WWW.example.com"), "`see WWW.example.com`");
  EXPECT_EQ(cell("a :tada: b"), "`a :tada: b`");
  EXPECT_EQ(cell("1. a"), "`1. a`");
  EXPECT_EQ(cell("- a"), "`- a`");
  EXPECT_EQ(cell("*a* _b_ ~c~ #1 $x$ &lt;"), "`*a* _b_ ~c~ #1 $x$ &lt;`");
  EXPECT_EQ(cell("a | b"), "`a \\| b`");
  EXPECT_EQ(cell("a \\| b"), "`a \\\\x7c b`");
  EXPECT_EQ(cell("a `` b"), "```a `` b```");
  EXPECT_EQ(cell("`a`"), "`` `a` ``");
}

// Fences by CommonMark's rule: a line of at least as many backticks as opened it, and nothing else.
TEST(report_markdown, lets_no_content_end_its_fence) {
  for (const std::size_t run : {1U, 3U, 4U, 31U, 32U, 33U, 300U}) {
    core::result made = report_samples::plain("a", "differs", core::weight::finding, "r");
    made.explanation = {"before", std::string(run, '`'), "# inside"};
    bool open = false;
    std::size_t opened = 0;
    for (const std::string& line : report_samples::split_lines(exported(with(made)))) {
      const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
      if (!open && ticks >= 3) {
        open = true;
        opened = ticks;
        EXPECT_LT(ticks, 80U);
      } else if (open && ticks >= opened && ticks == line.size()) {
        open = false;
      } else if (line == "# inside") {
        EXPECT_TRUE(open) << run;
      }
    }
    EXPECT_FALSE(open) << run;
  }
}

TEST(report_markdown, keeps_hostile_text_inert) {
  const std::string text = exported(report_samples::hostile());
  EXPECT_EQ(report_samples::flaw_of(text), "");
  for (const std::string& line : report_samples::split_lines(text))
    EXPECT_FALSE(report_samples::is_runner_command(line)) << line;
}

TEST(report_job_summary, is_the_page_while_it_is_small) {
  const core::report made = report_samples::every_verdict();
  EXPECT_EQ(report::job_summary(made), exported(made));
}

TEST(report_job_summary, only_counts_what_holds_where_it_is_much) {
  core::report made = report_samples::every_verdict();
  made.results.insert(made.results.end(), 10'000, made.results[0]);
  const std::string text = report::job_summary(made);
  EXPECT_LT(text.size(), 10'000U);
  EXPECT_NE(text.find("10001 results that hold: not listed."), std::string::npos);
  EXPECT_NE(text.find("| ✗ differs | `decay` |"), std::string::npos);
  made.results.assign(10'000, made.results[0]);
  EXPECT_EQ(report::job_summary(made).find("| --- |"), std::string::npos);
}

TEST(report_job_summary, stays_within_a_mebibyte) {
  core::report made = report_samples::every_verdict();
  core::result big = report_samples::differing();
  big.explanation.assign(10, std::string(100, 'x'));
  made.results.insert(made.results.end(), 3'000, big);
  const std::string text = report::job_summary(made);
  EXPECT_LT(text.size(), 1024U * 1024);
  EXPECT_NE(text.find("left out here: the page has a limit."), std::string::npos);
  EXPECT_EQ(report_samples::flaw_of(text), "");
}

}  // namespace
