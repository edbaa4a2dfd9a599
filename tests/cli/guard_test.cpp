// What the gate guards against: reports and models that would overwrite golden bytes, files that would hang a reader.
#include <sys/stat.h>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class guard : public cli {
 protected:
  void SetUp() override {
    cli::SetUp();
    manifest(printing("a", "x\n") + printing("b", "y\n"));
    accept_all();
  }
};

TEST_F(guard, a_report_never_overwrites_golden_files_or_the_manifest) {
  fs::create_symlink("a.stdout", golden("link.json"));
  for (const std::string name : {"a.stdout", "SHA256SUMS", "manifest.toml", "new.stdout", "link.json"}) {
    const std::string before = fs::exists(golden(name)) ? read_file(golden(name)) : "";
    const ended how = verbatim({"check", "--report", "json=golden/" + name});
    EXPECT_TRUE(ends_with(how, 2)) << name;
    EXPECT_TRUE(has(how.err, "--report"));
    EXPECT_EQ(fs::exists(golden(name)) ? read_file(golden(name)) : "", before) << name;
  }
  EXPECT_TRUE(ends_with(verbatim({"check", "--report", "json=golden/report.json"}), 0));
}

TEST_F(guard, a_report_onto_a_folder_is_refused_before_anything_runs) {
  const ended how = verbatim({"check", "--report", "json=."});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_EQ(how.out, "");
}

TEST_F(guard, a_fifo_is_no_manifest_and_no_sums_and_hangs_nothing) {
  ASSERT_EQ(::mkfifo((project() / "m.toml").c_str(), 0600), 0);
  const ended how = verbatim({"check", "--manifest", "m.toml"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "m.toml: is not a regular file"));
  fs::remove(golden("SHA256SUMS"));
  ASSERT_EQ(::mkfifo(golden("SHA256SUMS").c_str(), 0600), 0);
  EXPECT_EQ(verdicts(), "a match, b match, SHA256SUMS bad sum → 1");
}

TEST_F(guard, a_fifo_that_nobody_reads_takes_no_report) {
  ASSERT_EQ(::mkfifo((project() / "pipe").c_str(), 0600), 0);
  const ended how = verbatim({"check", "--report", "json=pipe"});
  EXPECT_TRUE(ends_with(how, 3));
  EXPECT_TRUE(has(how.err, "nobody reads this FIFO"));
}

TEST_F(guard, a_golden_that_cannot_be_read_fails_its_model_alone) {
  fs::remove(golden("a.stdout"));
  fs::remove(golden("SHA256SUMS"));
  fs::create_directory(golden("a.stdout"));
  EXPECT_EQ(verdicts(), "a failed, b match → 3");
}

TEST_F(guard, a_model_that_writes_to_its_golden_file_fails) {
  fs::remove(golden("SHA256SUMS"));
  manifest(model("a", {"sh", "-c", "echo other | tee {root}/a.stdout"}) + printing("b", "y\n"));
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 3));
  EXPECT_TRUE(has(how.out, "must not write to its golden file"));
}

TEST_F(guard, a_missing_cwd_is_named_as_such) {
  manifest(model("a", {"echo", "x"}, "cwd = \"nope\""));
  const ended how = verbatim({"check", "a"});
  EXPECT_TRUE(ends_with(how, 3));
  EXPECT_TRUE(has(how.out, "its cwd"));
  EXPECT_TRUE(has(how.out, "nope is not a folder"));
}

TEST_F(guard, an_unknown_placeholder_is_said_to_be_one) {
  manifest(model("a", {"{build}/x"}));
  EXPECT_TRUE(has(verbatim({"check"}).out, "the placeholders are {bin}, {root} and {project}"));
}

TEST_F(guard, escape_sequences_in_an_option_do_not_reach_the_terminal) {
  const ended how = verbatim({"check", "--manifest", "a\n\x1b[31mb"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(lacks(how.err, "\x1b"));
  EXPECT_TRUE(has(how.err, "\\x1b[31mb"));
}

}  // namespace
}  // namespace verbatim::testing
