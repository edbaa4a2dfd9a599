// Every verdict of `check`, and the exit code that a set of verdicts gives.
#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

constexpr std::string_view missing_program = "requires = [\"no-such-program-anywhere\"]";

class verdict : public cli {
 protected:
  // A script that prints something else each time it runs.
  [[nodiscard]] std::string counting(std::string_view name) const {
    return script(name, "n=$(cat \"$here/" + std::string(name) +
                            ".n\" 2>/dev/null || echo 0); n=$((n+1)); "
                            "echo $n > \"$here/" +
                            std::string(name) + ".n\"; echo before; echo \"run $n\"");
  }
  [[nodiscard]] static std::string failing(std::string_view name) { return misbehaving(name, {"exit", "7"}); }
};

TEST_F(verdict, match_exits_0) {
  manifest(printing("a", "one\n") + printing("b", "two\n"));
  accept_all();
  EXPECT_EQ(verdicts(), "a match, b match → 0");
}

TEST_F(verdict, differs_exits_1_and_says_where) {
  manifest(printing("a", "one\ntwo\nthree\n"));
  accept_all();
  prints("a", "one\ntwo\nthrew\n");
  EXPECT_EQ(verdicts(), "a differs → 1");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "differs"));
  EXPECT_TRUE(has(how.out, "line 3, column 5"));
  EXPECT_TRUE(has(how.out, "three"));
  EXPECT_TRUE(has(how.out, "threw"));
}

TEST_F(verdict, unstable_exits_1_and_is_not_retried_to_green) {
  manifest(counting("a"));
  write_file(golden("a.stdout"), "before\nrun 1\n");
  EXPECT_EQ(verdicts(), "a unstable → 1");
  EXPECT_EQ(read_file(beside("a.n")), "2\n") << "two reruns are two runs";
  const nlohmann::json result = result_of(check_json(), "a");
  EXPECT_TRUE(has(result["reason"].get<std::string>(), "line 2, column 5"));
}

TEST_F(verdict, unstable_wins_over_the_comparison_with_golden) {
  manifest(counting("a"));
  write_file(golden("a.stdout"), "another\n");
  EXPECT_EQ(verdicts(), "a unstable → 1");
}

TEST_F(verdict, a_change_in_a_late_rerun_is_seen) {
  manifest(script("a",
                  "n=$(cat \"$here/n\" 2>/dev/null || echo 0); n=$((n+1)); echo $n > \"$here/n\"; "
                  "if [ $n -lt 5 ]; then echo same; else echo other; fi"));
  write_file(golden("a.stdout"), "same\n");
  EXPECT_EQ(verdicts({"--reruns", "4"}), "a match → 0");
  EXPECT_EQ(verdicts({"--reruns", "1"}), "a differs → 1") << "the fifth run";
  fs::remove(beside("n"));
  const nlohmann::json result = result_of(check_json({"--reruns", "6"}), "a");
  EXPECT_EQ(result["verdict"], "unstable");
  EXPECT_TRUE(has(result["reason"].get<std::string>(), "run 5"));
}

TEST_F(verdict, not_canonical_exits_1_and_names_line_and_column) {
  manifest(printing("a", "fine\nbad \n"));
  write_file(golden("a.stdout"), "fine\nbad \n");
  EXPECT_EQ(verdicts(), "a not canonical → 1");
  EXPECT_TRUE(has(result_of(check_json(), "a")["reason"].get<std::string>(), "line 2, column 4"));
}

TEST_F(verdict, failed_alone_exits_3_and_says_why) {
  manifest(failing("a"));
  EXPECT_EQ(verdicts(), "a failed → 3");
  const std::string reason = result_of(check_json(), "a")["reason"];
  EXPECT_TRUE(has(reason, "exit code 7 instead of 0"));
  EXPECT_TRUE(has(reason, "this is why"));
}

TEST_F(verdict, a_failed_run_is_not_run_again) {
  manifest(script("a", "echo run >> \"$here/runs\"; exit 1", "reruns = 5"));
  EXPECT_EQ(verdicts(), "a failed → 3");
  EXPECT_EQ(read_file(beside("runs")), "run\n");
}

TEST_F(verdict, a_failure_in_a_later_run_is_a_failure) {
  manifest(script("a", "echo same; if [ -e \"$here/ran\" ]; then exit 3; fi; touch \"$here/ran\""));
  write_file(golden("a.stdout"), "same\n");
  EXPECT_EQ(verdicts(), "a failed → 3");
}

TEST_F(verdict, no_golden_exits_1) {
  manifest(printing("a", "one\n"));
  EXPECT_EQ(verdicts(), "a no golden → 1");
  EXPECT_FALSE(fs::exists(golden("a.stdout"))) << "check writes nothing";
  EXPECT_FALSE(fs::exists(golden("SHA256SUMS")));
}

TEST_F(verdict, all_skipped_exits_2_and_says_what_is_missing) {
  manifest(printing("a", "one\n", missing_program));
  EXPECT_EQ(verdicts(), "a skipped → 2");
  EXPECT_TRUE(has(result_of(check_json(), "a")["reason"].get<std::string>(), "no-such-program-anywhere"));
  EXPECT_TRUE(has(verbatim({"check"}).err, "skipped"));
}

TEST_F(verdict, a_skip_beside_a_match_exits_0_and_is_never_called_passed) {
  manifest(printing("a", "one\n") + printing("b", "two\n", missing_program));
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
  EXPECT_FALSE(fs::exists(golden("b.stdout")));
  EXPECT_EQ(verdicts(), "a match, b skipped → 0");
  EXPECT_TRUE(has(verbatim({"check"}).out, "1 match, 1 skipped"));
}

TEST_F(verdict, no_skips_makes_a_skip_a_finding) {
  manifest(printing("a", "one\n") + printing("b", "two\n", missing_program));
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
  EXPECT_EQ(verdicts({"--no-skips"}), "a match, b skipped → 1");
  EXPECT_EQ(verdicts({"--no-skips", "b"}), "b skipped → 1");
  EXPECT_EQ(verdicts({"--no-skips", "a"}), "a match → 0");
}

TEST_F(verdict, a_finding_wins_over_a_failure_wherever_it_stands) {
  manifest(printing("a", "one\n") + failing("b"));
  write_file(golden("a.stdout"), "two\n");
  EXPECT_EQ(verdicts(), "a differs, b failed → 1");
  manifest(failing("b") + printing("a", "one\n"));
  EXPECT_EQ(verdicts(), "b failed, a differs → 1");
}

TEST_F(verdict, a_failure_wins_over_matches_and_skips) {
  manifest(printing("a", "one\n") + failing("b") + printing("c", "two\n", missing_program));
  write_file(golden("a.stdout"), "one\n");
  EXPECT_EQ(verdicts(), "a match, b failed, c skipped → 3");
  EXPECT_EQ(verdicts({"--no-skips"}), "a match, b failed, c skipped → 1");
  EXPECT_EQ(verdicts({"b", "c"}), "b failed, c skipped → 3");
}

TEST_F(verdict, an_orphan_is_a_finding) {
  manifest(printing("a", "one\n"));
  accept_all();
  write_file(golden("left.stdout"), "old\n");
  EXPECT_EQ(verdicts(), "a match, left.stdout orphan → 1");
}

TEST_F(verdict, an_orphan_is_a_stdout_file_in_the_folder_itself_only) {
  manifest(printing("a", "one\n"));
  accept_all();
  write_file(golden("functions/x.stdout"), "other\n");
  write_file(golden("notes.txt"), "other\n");
  write_file(golden("x.sha256"), "other\n");
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(verdict, orphans_are_no_matter_when_only_some_models_are_checked) {
  manifest(printing("a", "one\n", "tags = [\"t\"]") + printing("b", "two\n"));
  accept_all();
  write_file(golden("left.stdout"), "old\n");
  EXPECT_EQ(verdicts({"a"}), "a match → 0");
  EXPECT_EQ(verdicts({"--tag", "t"}), "a match → 0");
  EXPECT_EQ(verdicts({"--shard", "1/2"}), "a match, left.stdout orphan → 1") << "one shard looks at the folder";
  EXPECT_EQ(verdicts({"--shard", "2/2"}), "b match → 0");
}

TEST_F(verdict, a_golden_shared_by_another_model_is_no_orphan) {
  manifest(printing("a", "one\n") + printing("b", "one\n", "golden_of = \"a\""));
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
  EXPECT_EQ(verdicts(), "a match, b match → 0");
}

TEST_F(verdict, a_golden_changed_by_hand_together_with_the_model_is_a_bad_sum) {
  manifest(printing("a", "one\n"));
  accept_all();
  prints("a", "two\n");
  write_file(golden("a.stdout"), "two\n");
  EXPECT_EQ(verdicts(), "a match, a.stdout bad sum → 1");
  EXPECT_FALSE(ends_with(sha256sum_check(), 0));
}

TEST_F(verdict, a_golden_without_a_line_in_the_sums_is_a_bad_sum) {
  manifest(printing("a", "one\n") + printing("b", "two\n"));
  accept_all();
  ASSERT_TRUE(ends_with(shell("cd golden && sed -i '/b.stdout/d' SHA256SUMS"), 0));
  EXPECT_EQ(verdicts(), "a match, b match, b.stdout bad sum → 1");
}

TEST_F(verdict, a_golden_that_is_listed_but_gone_is_a_finding) {
  manifest(printing("a", "one\n"));
  accept_all();
  fs::remove(golden("a.stdout"));
  EXPECT_EQ(verdicts(), "a no golden, a.stdout bad sum → 1");
}

TEST_F(verdict, a_folder_without_sums_is_no_finding) {
  manifest(printing("a", "one\n"));
  write_file(golden("a.stdout"), "one\n");
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(verdict, every_sum_is_checked_also_of_files_that_no_model_has) {
  manifest(printing("a", "one\n"));
  accept_all();
  write_file(golden("functions/root.txt"), "root\n");
  ASSERT_TRUE(ends_with(shell("cd golden && sha256sum functions/root.txt >> SHA256SUMS"), 0));
  EXPECT_EQ(verdicts(), "a match → 0");
  write_file(golden("functions/root.txt"), "toor\n");
  EXPECT_EQ(verdicts(), "a match, functions/root.txt bad sum → 1");
  EXPECT_EQ(verdicts({"a"}), "a match → 0");
}

TEST_F(verdict, the_twin_of_a_golden_differs_by_itself) {
  manifest(printing("a", "one\n") + printing("b", "1\n", "golden_of = \"a\""));
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
  EXPECT_EQ(verdicts(), "a match, b differs → 1");
  EXPECT_TRUE(has(result_of(check_json(), "b")["advice"].get<std::string>(), "make it print what a prints"));
}

}  // namespace
}  // namespace verbatim::testing
