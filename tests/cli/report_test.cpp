// Reports: six forms, several files at once, output that cannot be written, and a CI log that program output cannot
// inject commands into.
#include <algorithm>
#include <sstream>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class reports : public cli {
 protected:
  // A model for each verdict.
  void set_up_all_verdicts() const {
    manifest(printing("good", "one\n") + printing("changed", "new <&> \"x\" ]]>\n") + misbehaving("shaky", {"pid"}) +
             printing("untidy", "tab\there\n") + misbehaving("broken", {"exit", "7"}) + printing("fresh", "new\n") +
             printing("needy", "one\n", "requires = [\"not-a-program\"]"));
    write_file(golden("good.stdout"), "one\n");
    write_file(golden("changed.stdout"), "old <&> \"x\" ]]>\n");
    write_file(golden("left.stdout"), "x\n");
    EXPECT_TRUE(ends_with(shell("cd golden && sha256sum good.stdout changed.stdout > SHA256SUMS && "
                                "sed -i 's/^./0/; 2s/^../00/' SHA256SUMS"),
                          0));
  }
  [[nodiscard]] bool has_program(const std::string& name) const { return shell("command -v " + name).code == 0; }
  static words lines_of(const std::string& text) {
    words lines;
    std::string line;
    for (const char c : text + "\n") {
      if (c == '\n' || c == '\r') {
        lines.push_back(line);
        line.clear();
      } else {
        line += c;
      }
    }
    return lines;
  }
};

TEST_F(reports, text_names_every_verdict) {
  set_up_all_verdicts();
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 1));
  for (const std::string part :
       {"match", "differs", "unstable", "not canonical", "failed", "no golden", "skipped", "orphan", "bad sum"})
    EXPECT_TRUE(has(how.out, part));
  EXPECT_EQ(how.err, "");
  EXPECT_TRUE(lacks(how.out, "\x1b")) << "no colour where there is no terminal";
}

TEST_F(reports, quiet_shows_what_does_not_hold_and_verbose_shows_digests) {
  set_up_all_verdicts();
  const ended quiet = verbatim({"check", "-q"});
  EXPECT_TRUE(lacks(quiet.out, "✓"));
  EXPECT_TRUE(has(quiet.out, "changed"));
  const ended verbose = verbatim({"check", "-v", "good"});
  EXPECT_TRUE(has(verbose.out, "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"));
}

TEST_F(reports, json_carries_schema_totals_and_one_object_a_result) {
  set_up_all_verdicts();
  const ended how = verbatim({"check", "--format", "json"});
  EXPECT_TRUE(ends_with(how, 1));
  const nlohmann::json report = nlohmann::json::parse(how.out);
  EXPECT_EQ(report["schema"], "verbatim/check/1");
  EXPECT_EQ(report["totals"]["total"], report["models"].size());
  EXPECT_EQ(report["totals"]["holds"], 1);
  EXPECT_EQ(report["totals"]["failed"], 1);
  EXPECT_EQ(report["totals"]["skipped"], 1);
  EXPECT_EQ(report["manifest"], "golden/manifest.toml");
  EXPECT_TRUE(has(how.err, "differs")) << "text for people goes to standard error";
}

TEST_F(reports, junit_holds_to_its_schema) {
  set_up_all_verdicts();
  const ended how = verbatim({"check", "--format", "junit"});
  EXPECT_TRUE(ends_with(how, 1));
  write_file(project() / "out.xml", how.out);
  if (!has_program("xmllint")) GTEST_SKIP() << "xmllint is not installed";
  const std::string schema = std::string(VERBATIM_SOURCE_DIR) + "/harness/report/schemas/junit.xsd";
  EXPECT_TRUE(ends_with(shell("xmllint --noout --schema '" + schema + "' out.xml"), 0));
  const auto count = [this](const std::string& path) {
    return shell("xmllint --xpath 'count(" + path + ")' out.xml").out;
  };
  EXPECT_TRUE(has(count("//testcase/error"), "1"));
  EXPECT_TRUE(has(count("//testcase/skipped"), "1"));
  EXPECT_TRUE(
      has(shell("xmllint --xpath 'string(//testcase[@name=\"changed\"]/failure)' out.xml").out, "new <&> \"x\" ]]>"));
}

TEST_F(reports, tap_plans_as_many_points_as_it_gives) {
  set_up_all_verdicts();
  const ended how = verbatim({"check", "--format", "tap"});
  EXPECT_TRUE(ends_with(how, 1));
  const words lines = lines_of(how.out);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[0], "TAP version 14");
  const auto points = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.starts_with("ok ") || line.starts_with("not ok ");
  });
  EXPECT_EQ(lines[1], "1.." + std::to_string(points));
  EXPECT_TRUE(has(how.out, "ok 1 - good\n"));
  EXPECT_TRUE(has(how.out, "not ok 2 - changed\n"));
  EXPECT_TRUE(has(how.out, "# SKIP needs not-a-program"));
}

TEST_F(reports, markdown_is_a_table_that_names_every_model) {
  set_up_all_verdicts();
  const ended how = verbatim({"check", "--format", "markdown"});
  EXPECT_TRUE(ends_with(how, 1));
  for (const std::string part : {"good", "changed", "shaky", "untidy", "broken", "fresh", "needy", "|"})
    EXPECT_TRUE(has(how.out, part));
}

TEST_F(reports, an_unknown_format_is_refused_before_anything_runs) {
  manifest(script("a", "touch \"$here/ran\"; echo a"));
  for (const words& arguments : std::vector<words>{{"check", "--format", "yaml"},
                                                   {"check", "--report", "yaml=x"},
                                                   {"check", "--report", "junit"},
                                                   {"check", "--report", "junit="},
                                                   {"check", "--report", "=x"}}) {
    const ended how = verbatim(arguments);
    EXPECT_TRUE(ends_with(how, 2)) << arguments.back();
  }
  EXPECT_TRUE(has(verbatim({"check", "--format", "yaml"}).err, "text, json, junit, github, markdown, tap"));
  EXPECT_FALSE(fs::exists(beside("ran")));
}

TEST_F(reports, any_number_of_files_at_once) {
  manifest(printing("a", "one\n"));
  accept_all();
  write_file(project() / "out.xml", "old");
  EXPECT_TRUE(
      ends_with(verbatim({"check", "--report", "junit=out.xml", "--report", "json=out.json", "--report", "tap=out.tap",
                          "--report=markdown=out.md", "--report", "text=out.txt", "--report", "github=out.gh", "a"}),
                0));
  EXPECT_TRUE(has(read_file(project() / "out.xml"), "<testsuites"));
  EXPECT_TRUE(nlohmann::json::accept(read_file(project() / "out.json")));
  EXPECT_TRUE(has(read_file(project() / "out.tap"), "ok 1 - a\n"));
  EXPECT_TRUE(has(read_file(project() / "out.md"), "|"));
  EXPECT_TRUE(has(read_file(project() / "out.txt"), "1 model: 1 match"));
  EXPECT_TRUE(has(read_file(project() / "out.gh"), "::debug::a"));
}

TEST_F(reports, a_report_file_may_be_no_regular_file) {
  manifest(printing("a", "one\n"));
  accept_all();
  EXPECT_TRUE(ends_with(verbatim({"check", "--report", "junit=/dev/null"}), 0));
  // As /dev/stdout is, but nobody else's.
  fs::create_symlink("/proc/self/fd/1", project() / "stdout");
  EXPECT_TRUE(has(verbatim({"check", "-q", "--report", "junit=stdout"}).out, "<testsuites"));
  EXPECT_TRUE(fs::is_symlink(project() / "stdout")) << "a link is written through, not replaced";
}

TEST_F(reports, a_report_that_cannot_be_written_is_no_success) {
  manifest(printing("a", "one\n"));
  accept_all();
  const ended full = verbatim({"check", "--report", "junit=/dev/full"});
  EXPECT_TRUE(ends_with(full, 3));
  EXPECT_TRUE(has(full.err, "/dev/full"));
  for (const std::string path : {"not/there/out.xml", "golden", "/proc/nothing"}) {
    const ended how = verbatim({"check", "--report", "junit=" + path});
    EXPECT_TRUE(how.code == 2 || how.code == 3) << path << ": " << how.code;
    EXPECT_TRUE(has(how.err, path.substr(0, path.rfind('/'))));
  }
}

TEST_F(reports, a_finding_wins_over_a_report_that_cannot_be_written) {
  manifest(printing("a", "one\n"));
  const ended how = verbatim({"check", "--report", "junit=/dev/full", "--report", "tap=out.tap"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.err, "/dev/full"));
  EXPECT_TRUE(fs::exists(project() / "out.tap")) << "one report that fails takes no other with it";
}

class full_output : public cli {
 protected:
  void SetUp() override {
    cli::SetUp();
    manifest(printing("a", "one\n"));
    accept_all();
    fs::create_directories(project() / "empty");
  }
  std::vector<words> verbs_{{"check"},    {"check", "--format", "json"},
                            {"list"},     {"list", "--format", "json"},
                            {"run", "a"}, {"init", "empty"},
                            {"--help"},   {"check", "--help"},
                            {"--version"}};
};

TEST_F(full_output, a_full_disk_under_standard_output_exits_3) {
  for (const words& arguments : verbs_) {
    fs::remove_all(project() / "empty/golden");
    call what = calling(arguments);
    what.output_file = "/dev/full";
    const ended how = run(what);
    EXPECT_TRUE(ends_with(how, 3)) << arguments.front() << " " << arguments.back();
    EXPECT_TRUE(has(how.err, "No space left on device"));
  }
}

TEST_F(full_output, no_standard_output_at_all_exits_3) {
  for (const words& arguments : verbs_) {
    fs::remove_all(project() / "empty/golden");
    call what = calling(arguments);
    what.close_output = true;
    EXPECT_TRUE(ends_with(run(what), 3)) << arguments.front() << " " << arguments.back();
  }
}

TEST_F(full_output, a_reader_that_goes_away_exits_3) {
  manifest(misbehaving("a", {"bytes", "1000000"}));
  const std::string program = VERBATIM_PROGRAM;
  EXPECT_TRUE(ends_with(shell("{ '" + program + "' run a; echo $? > ended; } | head -c 1"), 0));
  EXPECT_EQ(read_file(project() / "ended"), "3\n");
}

class github : public reports {
 protected:
  // What no line of a CI log may be, unless the program itself means it.
  static void expect_no_command(const std::string& text, const words& allowed) {
    for (std::string line : lines_of(text)) {
      EXPECT_TRUE(lacks(line, "##["));
      EXPECT_TRUE(lacks(line, "##vso["));
      line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
      if (!line.starts_with("::")) continue;
      EXPECT_TRUE(std::any_of(allowed.begin(), allowed.end(), [&](const std::string& each) {
        return line.starts_with(each);
      })) << line;
    }
  }
  static std::string evil() {
    return "::error::injected\n ::set-output name=x::y\n##[error]injected\n%0A::warning::x\nplain, with:colons,commas\n"
           "##vso[task.complete]x\n";
  }
};

TEST_F(github, program_output_cannot_inject_commands) {
  manifest(printing("a", evil()) + printing("b", "x\r::error::injected\r\n", "form = \"bytes\"") +
           script("c", "printf '::add-mask::x\\n##[group]x\\r::error::injected\\n' >&2; exit 1") +
           printing("d", "::error::injected \n") + printing("good", "::error::injected\n"));
  for (const std::string name : {"a", "b"}) write_file(golden(name + ".stdout"), " ::error::old\n" + evil() + "x\n");
  write_file(golden("good.stdout"), "::error::injected\n");
  write_file(golden("::error::orphan.stdout"), "x\n");
  for (const std::string format : {"text", "json", "junit", "markdown", "tap"}) {
    SCOPED_TRACE(format);
    const ended how = verbatim({"check", "--format", format, "-v"});
    EXPECT_TRUE(ends_with(how, 1));
    expect_no_command(how.out, {});
    expect_no_command(how.err, {});
  }
  const ended how = verbatim({"check", "--format", "github"});
  EXPECT_TRUE(ends_with(how, 1));
  expect_no_command(how.out, {"::error file=", "::error title=", "::debug::good: match"});
  expect_no_command(how.err, {});
  const words lines = lines_of(how.out);
  EXPECT_EQ(
      std::count_if(lines.begin(), lines.end(), [](const std::string& line) { return line.starts_with("::error "); }),
      5);
  EXPECT_EQ(how.out.find('\r'), std::string::npos);
}

TEST_F(github, annotations_name_file_line_and_column) {
  manifest(printing("a", "one\ntwo\n"));
  write_file(golden("a.stdout"), "one\ntoo\n");
  const ended how = verbatim({"check", "--format", "github"});
  EXPECT_TRUE(has(how.out, "a.stdout,line=2,col=2,title=differs%3A a::"));
  EXPECT_TRUE(has(how.out, "%0A"));
}

TEST_F(github, the_job_summary_is_added_to_what_is_there) {
  manifest(printing("a", "one\n"));
  write_file(project() / "summary.md", "before\n");
  call what = calling({"check", "--format", "github"});
  what.environment["GITHUB_STEP_SUMMARY"] = (project() / "summary.md").string();
  EXPECT_TRUE(ends_with(run(what), 1));
  const std::string summary = read_file(project() / "summary.md");
  EXPECT_TRUE(summary.starts_with("before\n"));
  EXPECT_TRUE(has(summary, "no golden"));
  what.argv = {VERBATIM_PROGRAM, "check"};
  EXPECT_TRUE(ends_with(run(what), 1));
  EXPECT_EQ(read_file(project() / "summary.md"), summary) << "only the github form writes it";
}

TEST_F(github, a_job_summary_that_cannot_be_written_is_a_warning) {
  manifest(printing("a", "one\n"));
  accept_all();
  call what = calling({"check", "--format", "github"});
  what.environment["GITHUB_STEP_SUMMARY"] = (project() / "not/there").string();
  const ended how = run(what);
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_TRUE(has(how.err, "not/there"));
}

TEST_F(github, the_job_summary_stays_within_a_mebibyte) {
  std::string models;
  std::string text;
  for (int i = 0; i < 40; ++i) text += std::to_string(i) + std::string(230, 'x') + "\n";
  for (int i = 0; i < 150; ++i) models += printing("m" + std::to_string(i), text);
  for (int i = 0; i < 150; ++i) write_file(golden("m" + std::to_string(i) + ".stdout"), "0\n" + text + "1\n");
  manifest("[defaults]\nreruns = 1\n" + models);
  call what = calling({"check", "--format", "github"});
  what.environment["GITHUB_STEP_SUMMARY"] = (project() / "summary.md").string();
  EXPECT_TRUE(ends_with(run(what), 1));
  EXPECT_LT(fs::file_size(project() / "summary.md"), 1048576U);
}

}  // namespace
}  // namespace verbatim::testing
