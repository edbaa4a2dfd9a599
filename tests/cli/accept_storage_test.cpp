// accept on storage that fails: read-only, full, killed at any moment, used by two at once.
#include "tests/cli/cli_storage.hpp"

namespace verbatim::testing {
namespace {

class storage : public cli {};

TEST_F(storage, a_read_only_golden_folder_exits_3_and_names_the_file) {
  manifest(printing("a", "one\n"));
  accept_all();
  prints("a", "two\n");
  {
    const private_mount mount = private_mount::read_only(golden());
    if (!mount.failure().empty()) GTEST_SKIP() << mount.failure();
    const ended how = verbatim({"accept"});
    EXPECT_TRUE(ends_with(how, 3));
    EXPECT_TRUE(has(how.err, "a.stdout"));
    EXPECT_TRUE(has(how.err, "Read-only file system"));
    EXPECT_EQ(verdicts(), "a differs → 1") << "check needs no place to write there";
  }
  EXPECT_EQ(read_file(golden("a.stdout")), "one\n");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(storage, what_is_unchanged_is_accepted_on_a_read_only_folder) {
  manifest(printing("a", "one\n"));
  accept_all();
  const private_mount mount = private_mount::read_only(golden());
  if (!mount.failure().empty()) GTEST_SKIP() << mount.failure();
  EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(storage, a_full_disk_keeps_the_old_goldens_and_leaves_no_temporary_file) {
  const private_mount mount = private_mount::small(golden(), "128k");
  if (!mount.failure().empty()) GTEST_SKIP() << mount.failure();
  manifest(misbehaving("a", {"bytes", "6400"}) + misbehaving("b", {"bytes", "6400"}));
  accept_all();
  const std::string sums = read_file(golden("SHA256SUMS"));
  const std::string text = read_file(golden("a.stdout"));
  manifest(misbehaving("a", {"bytes", "64"}) + misbehaving("b", {"bytes", "640000"}));
  const ended how = verbatim({"accept"});
  EXPECT_TRUE(ends_with(how, 3));
  EXPECT_TRUE(has(how.err, "b.stdout"));
  EXPECT_TRUE(has(how.err, "No space left on device"));
  EXPECT_EQ(read_file(golden("SHA256SUMS")), sums);
  EXPECT_EQ(read_file(golden("a.stdout")), text) << "all or nothing";
  EXPECT_EQ(read_file(golden("b.stdout")), text);
  EXPECT_TRUE(hidden_files().empty());
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(storage, a_full_disk_under_a_report_exits_3_and_keeps_the_old_report) {
  fs::create_directory(project() / "reports");
  const private_mount mount = private_mount::small(project() / "reports", "64k");
  if (!mount.failure().empty()) GTEST_SKIP() << mount.failure();
  manifest(printing("a", "one\n"));
  accept_all();
  write_file(project() / "reports/out.xml", "old\n");
  (void)shell("cat /dev/zero > reports/fill 2>/dev/null");
  const ended how = verbatim({"check", "--report", "junit=reports/out.xml"});
  EXPECT_TRUE(ends_with(how, 3));
  EXPECT_TRUE(has(how.err, "No space left on device"));
  EXPECT_EQ(read_file(project() / "reports/out.xml"), "old\n");
}

TEST_F(storage, few_descriptors_are_enough_for_many_models) {
  std::string models;
  for (int i = 0; i < 80; ++i) models += model("m" + std::to_string(i), {"echo", std::to_string(i)});
  manifest(models);
  const std::string program = "ulimit -n 60; '" + std::string(VERBATIM_PROGRAM) + "' ";
  EXPECT_TRUE(ends_with(shell(program + "accept"), 0));
  EXPECT_TRUE(ends_with(shell(program + "check"), 0));
  for (int i = 0; i < 80; ++i) write_file(golden("m" + std::to_string(i) + ".stdout"), "old\n");
  EXPECT_TRUE(ends_with(shell(program + "diff 'm*'"), 1));
  EXPECT_TRUE(ends_with(shell(program + "accept"), 0));
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(storage, two_accepts_at_once_leave_true_sums) {
  std::string models;
  for (int i = 0; i < 6; ++i) models += script("m" + std::to_string(i), "sleep 0.02; echo " + std::to_string(i));
  manifest(models);
  for (int round = 0; round < 3; ++round) {
    fs::remove(golden("SHA256SUMS"));
    for (int i = 0; i < 6; ++i) fs::remove(golden("m" + std::to_string(i) + ".stdout"));
    running first(calling({"accept", "m0", "m1", "m2", "m3"}));
    running second(calling({"accept", "m2", "m3", "m4", "m5"}));
    EXPECT_TRUE(ends_with(first.wait(), 0));
    EXPECT_TRUE(ends_with(second.wait(), 0));
    EXPECT_TRUE(ends_with(verbatim({"check"}), 0));
    EXPECT_TRUE(ends_with(sha256sum_check(), 0));
    EXPECT_TRUE(hidden_files().empty());
  }
}

class scratch : public cli {};

TEST_F(scratch, without_dev_shm_homes_are_made_in_tmpdir_and_removed) {
  const private_mount mount = private_mount::read_only("/dev/shm");
  if (!mount.failure().empty()) GTEST_SKIP() << mount.failure();
  manifest(misbehaving("a", {"litter"}, "reruns = 4") + model("b", {VERBATIM_MISBEHAVE, "home"}));
  write_file(golden("a.stdout"), "home was empty\n");
  EXPECT_EQ(verdicts({"a"}), "a match → 0");
  EXPECT_TRUE(verbatim({"run", "b"}).out.starts_with(temporary().string() + "/"));
}

TEST_F(scratch, a_folder_that_only_looks_like_ours_is_left_alone) {
  const private_mount mount = private_mount::read_only("/dev/shm");
  if (!mount.failure().empty()) GTEST_SKIP() << mount.failure();
  for (const std::string name : {"verbatim-0.1.0", "verbatim-abcdef"})
    write_file(temporary() / name / "precious", "precious\n");
  manifest(printing("a", "one\n"));
  EXPECT_EQ(verdicts(), "a no golden → 1");
  for (const std::string name : {"verbatim-0.1.0", "verbatim-abcdef"}) {
    EXPECT_TRUE(fs::exists(temporary() / name / "precious")) << name;
    fs::remove_all(temporary() / name);
  }
}

TEST_F(many_at_once, checks_do_not_disturb_each_other) { check_at_once(6, 40); }

TEST_F(kill_loop, accept_killed_at_any_moment_leaves_old_or_new) { kill_accepts(40, 20261130); }

}  // namespace
}  // namespace verbatim::testing
