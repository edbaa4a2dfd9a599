// accept: what it writes, what it refuses, and that it writes all or nothing.
#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class accepting : public cli {
 protected:
  // Everything in the golden folder, names and bytes.
  [[nodiscard]] std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const fs::directory_entry& entry : fs::directory_iterator(golden()))
      if (entry.is_regular_file()) all[entry.path().filename().string()] = read_file(entry.path());
    return all;
  }
  // `accept` with these arguments ends with `code` and changes nothing.
  ended expect_nothing_written(const words& arguments, int code,
                               const std::map<std::string, std::string>& set = {}) const {
    const auto before = contents();
    words all{"accept"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    call what = calling(all);
    for (const auto& [name, value] : set) what.environment[name] = value;
    const ended how = run(what);
    EXPECT_TRUE(ends_with(how, code));
    EXPECT_EQ(contents(), before);
    return how;
  }
};

TEST_F(accepting, new_changed_and_unchanged_models) {
  manifest(printing("a", "one\n") + printing("b", "two\n"));
  accept_all();
  prints("b", "two and a half\n");
  manifest(printing("a", "one\n") + printing("b", "two and a half\n") + printing("c", "three\n"));
  const ended how = verbatim({"accept"});
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_TRUE(has(how.out, "unchanged"));
  EXPECT_TRUE(has(how.out, "new golden c.stdout"));
  EXPECT_TRUE(has(how.out, "-two\n"));
  EXPECT_TRUE(has(how.out, "+two and a half\n"));
  EXPECT_TRUE(has(how.err, "git commit"));
  EXPECT_EQ(read_file(golden("b.stdout")), "two and a half\n");
  EXPECT_EQ(read_file(golden("c.stdout")), "three\n");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
  EXPECT_TRUE(hidden_files().empty());
  EXPECT_EQ(verdicts(), "a match, b match, c match → 0");
}

TEST_F(accepting, nothing_new_writes_nothing) {
  manifest(printing("a", "one\n"));
  accept_all();
  const auto time = [this](const char* file) { return fs::last_write_time(golden(file)); };
  const auto golden_time = time("a.stdout");
  const auto sums_time = time("SHA256SUMS");
  accept_all();
  EXPECT_EQ(time("a.stdout"), golden_time);
  EXPECT_EQ(time("SHA256SUMS"), sums_time);
}

TEST_F(accepting, one_model_by_name_leaves_the_others) {
  manifest(printing("a", "one\n") + printing("b", "two\n"));
  accept_all();
  prints("a", "new a\n");
  prints("b", "new b\n");
  EXPECT_TRUE(ends_with(verbatim({"accept", "a"}), 0));
  EXPECT_EQ(read_file(golden("a.stdout")), "new a\n");
  EXPECT_EQ(read_file(golden("b.stdout")), "two\n");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(accepting, unstable_output_is_refused_and_then_nothing_is_written) {
  manifest(printing("a", "one\n") + misbehaving("b", {"pid"}));
  const ended how = expect_nothing_written({}, 1);
  EXPECT_TRUE(has(how.out, "refused"));
  EXPECT_TRUE(has(how.out, "unstable"));
  EXPECT_TRUE(has(how.out, "not written"));
}

TEST_F(accepting, one_rerun_is_never_enough) {
  manifest(misbehaving("a", {"pid"}, "reruns = 1"));
  expect_nothing_written({}, 1);
  expect_nothing_written({"--reruns", "1"}, 1);
}

TEST_F(accepting, output_that_is_not_canonical_is_refused) {
  manifest(printing("a", "one\n") + printing("b", "two \n"));
  const ended how = expect_nothing_written({}, 1);
  EXPECT_TRUE(has(how.out, "not canonical: line 1, column 4"));
}

TEST_F(accepting, a_model_that_fails_stops_all) {
  manifest(printing("a", "one\n") + misbehaving("b", {"exit", "1"}));
  expect_nothing_written({}, 3);
  EXPECT_TRUE(ends_with(verbatim({"accept", "a"}), 0));
  EXPECT_EQ(verdicts({"a"}), "a match → 0");
}

TEST_F(accepting, a_model_that_is_skipped_keeps_its_golden) {
  manifest(printing("a", "one\n") + printing("b", "two\n", "requires = [\"not-a-program\"]"));
  write_file(golden("b.stdout"), "old\n");
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
  EXPECT_EQ(read_file(golden("b.stdout")), "old\n");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
  expect_nothing_written({"b"}, 2);
}

TEST_F(accepting, a_twin_never_changes_the_golden_it_shares) {
  manifest(printing("a", "one\n") + printing("b", "two\n", "golden_of = \"a\""));
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
  EXPECT_EQ(read_file(golden("a.stdout")), "one\n");
  EXPECT_FALSE(fs::exists(golden("b.stdout")));
  const ended how = expect_nothing_written({"b"}, 2);
  EXPECT_TRUE(has(how.out, "shares the golden of a"));
}

TEST_F(accepting, dry_run_shows_and_writes_nothing) {
  manifest(printing("a", "one\n"));
  EXPECT_TRUE(has(expect_nothing_written({"--dry-run"}, 0).out, "new golden a.stdout"));
  accept_all();
  prints("a", "two\n");
  const ended how = expect_nothing_written({"-n"}, 0);
  EXPECT_TRUE(has(how.out, "+two\n"));
  EXPECT_TRUE(has(how.err, "nothing was written"));
}

TEST_F(accepting, the_reason_is_reported) {
  manifest(printing("a", "one\n"));
  const ended how = verbatim({"accept", "--reason", "it's \x1b[31mnew", "--format", "json"});
  EXPECT_TRUE(ends_with(how, 0));
  const nlohmann::json report = nlohmann::json::parse(how.out);
  EXPECT_EQ(report["schema"], "verbatim/accept/1");
  EXPECT_EQ(report["reason"], "it's \\x1b[31mnew");
  EXPECT_TRUE(has(how.err, "new"));
}

TEST_F(accepting, ci_writes_nothing_unless_models_are_named_and_allow_ci_is_given) {
  manifest(printing("a", "one\n", "tags = [\"t\"]") + printing("b", "two\n"));
  const std::map<std::string, std::string> ci{{"CI", "true"}};
  const ended how = expect_nothing_written({}, 2, ci);
  EXPECT_TRUE(has(how.err, "CI"));
  EXPECT_TRUE(has(how.err, "--allow-ci"));
  expect_nothing_written({"a"}, 2, ci);
  expect_nothing_written({"--allow-ci"}, 2, ci);
  expect_nothing_written({"--allow-ci", "a*"}, 2, ci);
  expect_nothing_written({"--allow-ci", "a", "?"}, 2, ci);
  expect_nothing_written({"--allow-ci", "--tag", "t"}, 2, ci);
  expect_nothing_written({"--allow-ci", "a", "--tag", "t"}, 2, ci);
  expect_nothing_written({"a"}, 2, {{"CI", "1"}});
  EXPECT_TRUE(has(expect_nothing_written({"--dry-run"}, 0, ci).out, "new golden"));
  call what = calling({"accept", "--allow-ci", "a", "b"});
  what.environment["CI"] = "true";
  EXPECT_TRUE(ends_with(run(what), 0));
  EXPECT_EQ(verdicts(), "a match, b match → 0");
}

TEST_F(accepting, ci_that_is_set_to_nothing_is_no_ci) {
  manifest(printing("a", "one\n"));
  for (const std::string value : {""}) {
    call what = calling({"accept"});
    what.environment["CI"] = value;
    EXPECT_TRUE(ends_with(run(what), 0)) << value;
  }
}

TEST_F(accepting, a_golden_that_is_a_link_is_not_replaced) {
  manifest(printing("a", "one\n") + printing("b", "one\n"));
  write_file(golden("shared.txt"), "old\n");
  fs::create_symlink("shared.txt", golden("a.stdout"));
  EXPECT_TRUE(has(expect_nothing_written({}, 2).err, "is a link"));
  EXPECT_TRUE(fs::is_symlink(golden("a.stdout")));
  EXPECT_EQ(read_file(golden("shared.txt")), "old\n");
  EXPECT_TRUE(ends_with(verbatim({"accept", "b"}), 0));
  prints("a", "old\n");
  EXPECT_EQ(verdicts({"a"}), "a match → 0") << "a link inside the folder is read";
}

TEST_F(accepting, a_link_in_the_way_of_the_temporary_file_is_not_followed) {
  manifest(printing("a", "one\n"));
  write_file(project() / "victim", "precious\n");
  for (const std::string name : {".a.stdout.verbatim-new", ".SHA256SUMS.verbatim-new"})
    fs::create_symlink("../victim", golden(name));
  accept_all();
  EXPECT_EQ(read_file(project() / "victim"), "precious\n");
  EXPECT_EQ(read_file(golden("a.stdout")), "one\n");
  EXPECT_TRUE(hidden_files().empty());
}

TEST_F(accepting, permissions_of_a_golden_are_kept) {
  manifest(printing("a", "one\n"));
  accept_all();
  fs::permissions(golden("a.stdout"), fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
  prints("a", "two\n");
  accept_all();
  EXPECT_EQ(fs::status(golden("a.stdout")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
}

// As a kill between the renames leaves the folder: the sums are new, the golden is old, the new bytes lie beside it.
class interrupted_accept : public accepting {
 protected:
  void SetUp() override {
    cli::SetUp();
    manifest(printing("a", "one\n") + printing("b", "two\n"));
    accept_all();
    old_sums_ = read_file(golden("SHA256SUMS"));
    prints("a", "new\n");
    accept_all();
    write_file(golden(".a.stdout.verbatim-new"), "new\n");
    write_file(golden("a.stdout"), "one\n");
  }
  std::string old_sums_;
};

TEST_F(interrupted_accept, is_named_by_check) {
  EXPECT_EQ(verdicts(), "a differs, b match, a.stdout bad sum → 1");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(has(how.out, "an accept was interrupted"));
  EXPECT_TRUE(has(how.out, "verbatim accept"));
}

TEST_F(interrupted_accept, is_finished_by_the_next_accept_of_any_model) {
  EXPECT_TRUE(ends_with(verbatim({"accept", "b"}), 0));
  EXPECT_EQ(read_file(golden("a.stdout")), "new\n");
  EXPECT_TRUE(hidden_files().empty());
  EXPECT_EQ(verdicts(), "a match, b match → 0");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(interrupted_accept, is_finished_even_if_the_next_accept_refuses) {
  manifest(printing("a", "new\n") + misbehaving("b", {"pid"}));
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 1));
  EXPECT_EQ(read_file(golden("a.stdout")), "new\n");
  EXPECT_TRUE(hidden_files().empty());
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(interrupted_accept, before_it_was_meant_is_taken_back) {
  write_file(golden("SHA256SUMS"), old_sums_);
  write_file(golden(".SHA256SUMS.verbatim-new"), "half");
  EXPECT_TRUE(ends_with(verbatim({"accept", "b"}), 0));
  EXPECT_EQ(read_file(golden("a.stdout")), "one\n");
  EXPECT_EQ(read_file(golden("SHA256SUMS")), old_sums_);
  EXPECT_TRUE(hidden_files().empty());
}

TEST_F(interrupted_accept, is_left_alone_by_check_and_dry_run) {
  (void)verbatim({"check"});
  expect_nothing_written({"--dry-run"}, 0);
  EXPECT_EQ(hidden_files(), words{".a.stdout.verbatim-new"});
}

}  // namespace
}  // namespace verbatim::testing
