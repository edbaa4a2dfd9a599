// The other verbs: diff, run, list, init; help, unknown words, and where the manifest is looked for.
#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class verbs : public cli {};

TEST_F(verbs, diff_shows_the_whole_unified_diff) {
  std::string old_text;
  std::string new_text;
  for (int i = 0; i < 300; ++i) {
    old_text += "old " + std::to_string(i) + "\n";
    new_text += "new " + std::to_string(i) + "\n";
  }
  manifest(printing("a", new_text));
  write_file(golden("a.stdout"), old_text);
  const ended how = verbatim({"diff", "a"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "--- golden/a.stdout\n+++ a now\n@@ -1,300 +1,300 @@\n-old 0\n"));
  EXPECT_TRUE(has(how.out, "-old 299\n"));
  EXPECT_TRUE(has(how.out, "+new 299\n"));
}

TEST_F(verbs, diff_of_equal_bytes_is_empty_and_exits_0) {
  manifest(printing("a", "one\n"));
  accept_all();
  const ended how = verbatim({"diff", "a"});
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_EQ(how.out, "");
}

TEST_F(verbs, diff_without_a_golden_shows_all_as_new) {
  manifest(printing("a", "one\n"));
  const ended how = verbatim({"diff", "a"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "--- /dev/null\n"));
  EXPECT_TRUE(has(how.out, "+one\n"));
}

TEST_F(verbs, diff_of_a_digest_a_failure_and_a_skip) {
  manifest(printing("hashed", "one\n", "hash_only = true") + misbehaving("broken", {"exit", "1"}) +
           printing("needy", "one\n", "requires = [\"not-a-program\"]"));
  EXPECT_TRUE(ends_with(verbatim({"accept", "hashed"}), 0));
  EXPECT_TRUE(ends_with(verbatim({"diff", "hashed"}), 0));
  prints("hashed", "two\n");
  EXPECT_TRUE(ends_with(verbatim({"diff", "hashed"}), 1));
  EXPECT_TRUE(ends_with(verbatim({"diff", "broken"}), 3));
  EXPECT_TRUE(ends_with(verbatim({"diff", "needy"}), 2));
  EXPECT_TRUE(ends_with(verbatim({"diff", "hashed", "broken"}), 1));
  EXPECT_TRUE(ends_with(verbatim({"diff"}), 2)) << "a name is needed";
}

TEST_F(verbs, run_gives_the_raw_bytes_and_only_them) {
  manifest(printing("a", std::string("\0\xff\r\n\x1b[31mno newline", 18), "form = \"canonical\""));
  const ended how = verbatim({"run", "a"});
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_EQ(how.out, std::string("\0\xff\r\n\x1b[31mno newline", 18));
  EXPECT_EQ(how.err, "");
}

TEST_F(verbs, run_exits_3_where_the_model_fails) {
  manifest(misbehaving("a", {"exit", "1"}) + misbehaving("b", {"abort"}) +
           misbehaving("c", {"sleep"}, "timeout_s = 0.1") + model("d", {"{bin}/not-there"}) +
           printing("e", "one\n", "requires = [\"not-a-program\"]") +
           misbehaving("f", {"endless"}, "max_output_bytes = 1000"));
  const ended how = verbatim({"run", "a"});
  EXPECT_TRUE(ends_with(how, 3));
  EXPECT_EQ(how.out, "exits\n");
  EXPECT_TRUE(has(how.err, "this is why"));
  EXPECT_TRUE(has(how.err, "exit code 1"));
  for (const char* const name : {"b", "c", "d", "e", "f"}) EXPECT_TRUE(ends_with(verbatim({"run", name}), 3)) << name;
  EXPECT_TRUE(ends_with(verbatim({"run"}), 2));
  EXPECT_TRUE(ends_with(verbatim({"run", "*"}), 2)) << "one model at a time";
}

TEST_F(verbs, list_shows_models_and_goldens_without_running_anything) {
  manifest(script("a", "touch \"$here/ran\"; echo a", "tags = [\"x\", \"y\"]\nrequires = [\"sh\"]") +
           printing("b", "two\n", "golden_of = \"a\"\nform = \"utf8\""));
  const ended how = verbatim({"list"});
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_TRUE(has(how.out, "a.stdout"));
  EXPECT_TRUE(has(how.out, "no golden yet"));
  EXPECT_TRUE(has(how.out, "tags x y"));
  EXPECT_FALSE(fs::exists(beside("ran")));
  write_file(golden("a.stdout"), "a\n");
  EXPECT_TRUE(lacks(verbatim({"list"}).out, "no golden yet"));
  const nlohmann::json report = nlohmann::json::parse(verbatim({"list", "models", "--format", "json"}).out);
  EXPECT_EQ(report["schema"], "verbatim/list/1");
  EXPECT_EQ(result_of(report, "b")["golden"], "a.stdout");
  EXPECT_EQ(result_of(report, "a")["tags"], nlohmann::json({"x", "y"}));
  EXPECT_TRUE(lacks(verbatim({"list", "--tag", "x"}).out, "utf8"));
  EXPECT_TRUE(ends_with(verbatim({"list", "--format", "junit"}), 2));
  EXPECT_TRUE(ends_with(verbatim({"list", "weather"}), 2));
}

TEST_F(verbs, init_then_accept_then_check_holds) {
  fs::create_directories(project() / "foreign");
  call what = calling({"init"});
  what.folder = (project() / "foreign").string();
  fs::remove_all(golden());
  EXPECT_TRUE(ends_with(run(what), 0));
  const std::string text = read_file(project() / "foreign/golden/manifest.toml");
  EXPECT_TRUE(has(text, "version = 1\n"));
  for (const char* const key : {"reruns", "timeout_s", "max_output_bytes", "source", "env", "stdin", "cwd", "exit_code",
                                "stderr", "tags", "requires", "golden_of", "hash_only", "form"})
    EXPECT_TRUE(has(text, key)) << "each key is explained";
  what.argv = {VERBATIM_PROGRAM, "check"};
  EXPECT_TRUE(ends_with(run(what), 1));
  what.argv = {VERBATIM_PROGRAM, "accept"};
  EXPECT_TRUE(ends_with(run(what), 0));
  what.argv = {VERBATIM_PROGRAM, "check"};
  EXPECT_TRUE(ends_with(run(what), 0));
}

TEST_F(verbs, init_of_a_named_folder_says_a_command_that_works_from_here) {
  fs::create_directories(project() / "foreign");
  const ended how = verbatim({"init", "foreign"});
  EXPECT_TRUE(ends_with(how, 0));
  ASSERT_TRUE(has(how.out, "next: "));
  EXPECT_TRUE(ends_with(shell(how.out.substr(how.out.find("next: ") + 6)), 0));
  EXPECT_TRUE(fs::exists(project() / "foreign/golden/hello.stdout"));
  EXPECT_TRUE(fs::exists(project() / "foreign/golden/manifest.toml"));
  EXPECT_TRUE(ends_with(verbatim({"init", "not-there"}), 2));
}

TEST_F(verbs, init_overwrites_nothing) {
  manifest("# mine\n");
  const ended how = verbatim({"init"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "is there already"));
  EXPECT_EQ(read_file(golden("manifest.toml")), "version = 1\n# mine\n");
  fs::remove(golden("manifest.toml"));
  write_file(golden("hello.sh"), "mine\n");
  EXPECT_TRUE(ends_with(verbatim({"init"}), 2));
  EXPECT_EQ(read_file(golden("hello.sh")), "mine\n");
  EXPECT_FALSE(fs::exists(golden("manifest.toml")));
  fs::remove(golden("hello.sh"));
  fs::create_symlink("not-there", golden("manifest.toml"));
  EXPECT_TRUE(ends_with(verbatim({"init"}), 2)) << "a link that hangs is something too";
}

TEST_F(verbs, words_that_are_not_understood_exit_2_and_point_to_help) {
  manifest(printing("a", "one\n"));
  accept_all();
  for (const words& arguments : std::vector<words>{{"chekc"},
                                                   {"check", "--bogus"},
                                                   {"check", "-Z"},
                                                   {"--bogus", "check"},
                                                   {"check", "--reruns"},
                                                   {"check", "--manifest"},
                                                   {"accept", "--shard", "1/2"},
                                                   {"run", "a", "a"},
                                                   {}}) {
    const ended how = verbatim(arguments);
    EXPECT_TRUE(ends_with(how, 2));
    EXPECT_EQ(how.out, "");
    EXPECT_TRUE(has(how.err, "--help"));
  }
}

TEST_F(verbs, each_has_help_that_needs_no_manifest) {
  fs::remove_all(golden());
  const ended all = verbatim({"--help"});
  EXPECT_TRUE(ends_with(all, 0));
  for (const std::string verb : {"init", "list", "check", "accept", "diff", "run"}) {
    EXPECT_TRUE(has(all.out, verb));
    const ended how = verbatim({verb, "--help"});
    EXPECT_TRUE(ends_with(how, 0));
    EXPECT_TRUE(has(how.out, "Usage:"));
    EXPECT_EQ(how.err, "");
  }
  EXPECT_TRUE(has(verbatim({"check", "--help"}).out, "Exit code: 0"));
  EXPECT_TRUE(verbatim({"--version"}).out.starts_with("verbatim "));
}

class finding_the_manifest : public cli {
 protected:
  [[nodiscard]] ended from(const fs::path& folder, const words& arguments) const {
    call what = calling(arguments);
    what.folder = folder.string();
    return run(what);
  }
};

TEST_F(finding_the_manifest, walks_up_from_the_current_folder) {
  manifest(model("a", {"pwd"}));
  fs::create_directories(project() / "x/y/z");
  for (const fs::path& folder : {project(), golden(), project() / "x", project() / "x/y/z"}) {
    const ended how = from(folder, {"run", "a"});
    EXPECT_TRUE(ends_with(how, 0));
    EXPECT_EQ(how.out, golden().string() + "\n");
  }
}

TEST_F(finding_the_manifest, takes_the_nearest) {
  manifest(model("outer", {"pwd"}));
  write_file(project() / "sub/golden/manifest.toml", "version = 1\n" + model("inner", {"pwd"}));
  EXPECT_TRUE(has(from(project() / "sub", {"list"}).out, "inner"));
  EXPECT_TRUE(has(from(project(), {"list"}).out, "outer"));
}

TEST_F(finding_the_manifest, by_its_path_from_anywhere) {
  manifest(model("a", {"pwd"}));
  const std::string path = golden("manifest.toml").string();
  EXPECT_EQ(from("/", {"run", "a", "--manifest", path}).out, golden().string() + "\n");
  EXPECT_EQ(from(golden(), {"run", "a", "--manifest", "manifest.toml"}).out, golden().string() + "\n");
  EXPECT_EQ(from(project(), {"run", "a", "--manifest", "./golden/../golden/manifest.toml"}).out,
            golden().string() + "\n");
  fs::create_directory_symlink(golden(), project() / "link");
  EXPECT_EQ(from(project(), {"run", "a", "--manifest", "link/manifest.toml"}).out, golden().string() + "\n");
}

TEST_F(finding_the_manifest, reads_and_writes_beside_it_whatever_the_folder) {
  manifest(printing("a", "one\n"));
  fs::create_directories(project() / "x/y");
  EXPECT_TRUE(ends_with(from(project() / "x/y", {"accept"}), 0));
  EXPECT_EQ(read_file(golden("a.stdout")), "one\n");
  EXPECT_TRUE(ends_with(from("/", {"check", "--manifest", golden("manifest.toml").string()}), 0));
}

TEST_F(finding_the_manifest, a_current_folder_that_is_gone_is_no_crash) {
  manifest(printing("a", "one\n"));
  const ended how = shell("mkdir gone && cd gone && rmdir ../gone && '" + std::string(VERBATIM_PROGRAM) + "' check");
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "manifest"));
}

}  // namespace
}  // namespace verbatim::testing
