// What each key of a model does, and the clean environment that every model gets.
#include <sstream>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class model_keys : public cli {
 protected:
  // What the model prints, by `run`.
  [[nodiscard]] std::string output(const std::string& name, const words& more = {}) const {
    words arguments{"run", name};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ended how = verbatim(arguments);
    EXPECT_TRUE(ends_with(how, 0));
    return how.out;
  }
};

TEST_F(model_keys, the_environment_is_exactly_this_one) {
  manifest(model("a", {"env"}));
  call what = calling({"run", "a"});
  what.environment["SECRET"] = "1";
  what.environment["LANG"] = "de_DE.UTF-8";
  what.environment["LC_NUMERIC"] = "de_DE.UTF-8";
  what.environment["TZ"] = "Asia/Tokyo";
  what.environment["SOURCE_DATE_EPOCH"] = "12345";
  what.environment["CI"] = "true";
  what.environment["PATH"] = "/usr/bin:/bin";
  const ended how = run(what);
  ASSERT_TRUE(ends_with(how, 0));
  std::map<std::string, std::string> seen;
  std::istringstream lines(how.out);
  for (std::string line; std::getline(lines, line);)
    seen[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
  const std::string home = seen["HOME"];
  const std::map<std::string, std::string> expected{
      {"PATH", "/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"},     {"TZ", "UTC"}, {"HOME", home},
      {"TMPDIR", home},          {"SOURCE_DATE_EPOCH", "0"}};
  EXPECT_EQ(seen, expected);
  EXPECT_FALSE(home.empty());
  EXPECT_FALSE(fs::exists(home)) << "the folder outlives the run";
  EXPECT_FALSE(fs::exists(fs::path(home).parent_path()));
}

TEST_F(model_keys, env_adds_and_replaces) {
  manifest(model("a", {"env"}, "env = { ADDED = \"{root}:x y\", TZ = \"Europe/Berlin\", HOME = \"/nowhere\" }"));
  const std::string seen = output("a");
  EXPECT_TRUE(has(seen, "ADDED=" + golden().string() + ":x y\n"));
  EXPECT_TRUE(has(seen, "TZ=Europe/Berlin\n"));
  EXPECT_TRUE(lacks(seen, "TZ=UTC"));
  EXPECT_TRUE(has(seen, "HOME=/nowhere\n"));
  EXPECT_TRUE(lacks(seen, "TMPDIR=/nowhere\n"));
}

TEST_F(model_keys, home_is_empty_at_each_run_even_if_models_litter) {
  const std::string look =
      "ls -A \"$HOME\" | wc -l | tr -d ' '; mkdir -p \"$HOME/a/b\"; touch \"$HOME/a/b/c\" \"$HOME/.x\"";
  manifest(script("a", look, "reruns = 7") + script("b", look + "; chmod 0 \"$HOME/a\"", "reruns = 7") +
           script("c", "ls -A \"$HOME\" | wc -l | tr -d ' '; chmod 0 \"$HOME\"", "reruns = 5") +
           script("d", "ls -A \"$HOME\" | wc -l | tr -d ' '; rm -r \"$HOME\"", "reruns = 5"));
  for (const std::string name : {"a", "b", "c", "d"}) write_file(golden(name + ".stdout"), "0\n");
  EXPECT_EQ(verdicts({"-j1"}), "a match, b match, c match, d match → 0");
  EXPECT_EQ(verdicts({"-j4"}), "a match, b match, c match, d match → 0");
}

TEST_F(model_keys, a_home_that_a_model_replaces_by_a_link_harms_nobody) {
  write_file(beside("victim/precious"), "x");
  write_file(beside("victim/folder/precious"), "x");
  fs::permissions(beside("victim/folder"), fs::perms::owner_read | fs::perms::owner_exec);
  manifest(script("a", "rmdir \"$HOME\"; ln -s \"$here/victim\" \"$HOME\"; echo done", "reruns = 4"));
  write_file(golden("a.stdout"), "done\n");
  EXPECT_EQ(verdicts(), "a match → 0");
  EXPECT_TRUE(fs::exists(beside("victim/precious")));
  EXPECT_EQ(fs::status(beside("victim/folder")).permissions(), fs::perms::owner_read | fs::perms::owner_exec);
  fs::permissions(beside("victim/folder"), fs::perms::owner_all);
}

TEST_F(model_keys, the_home_folder_does_not_become_golden_bytes) {
  manifest(model("a", {VERBATIM_MISBEHAVE, "home"}));
  EXPECT_EQ(verdicts(), "a unstable → 1");
}

TEST_F(model_keys, two_models_at_once_have_homes_of_their_own) {
  std::string models;
  for (const std::string name : {"a", "b"}) {
    const std::string other = name == "a" ? "b" : "a";
    models += script(name, "touch \"$HOME/mine\" \"$here/" + name +
                               ".ready\"; i=0; "
                               "while [ ! -e \"$here/" +
                               other +
                               ".ready\" ] && [ $i -lt 1000 ]; do sleep 0.01; i=$((i+1)); done; "
                               "ls -A \"$HOME\"");
    write_file(golden(name + ".stdout"), "mine\n");
  }
  manifest(models);
  EXPECT_EQ(verdicts({"-j2", "--reruns", "1"}), "a match, b match → 0");
}

TEST_F(model_keys, no_descriptor_but_the_three_standard_ones_is_passed_on) {
  manifest(script("a",
                  "for fd in 3 4 5 6 7 8 9; do if [ -e /proc/self/fd/$fd ]; then readlink /proc/self/fd/$fd; fi; done; "
                  "echo end",
                  "reruns = 3"));
  // `[` of sh is a builtin, so /proc/self is the shell; it holds its script open on 10 or above.
  write_file(golden("a.stdout"), "other bytes, so that what is printed is kept\n");
  EXPECT_EQ(verdicts({"-j1"}), "a differs → 1") << "unstable: a later run sees a descriptor of the gate's";
  EXPECT_EQ(output("a"), "end\n");
}

TEST_F(model_keys, descriptors_of_the_caller_are_not_passed_on) {
  manifest(script("a", "if [ -e /proc/self/fd/9 ]; then echo open; else echo closed; fi"));
  call what = calling({"run", "a"});
  what.extra_descriptor = 9;
  EXPECT_EQ(run(what).out, "closed\n");
}

TEST_F(model_keys, stdin_is_empty_unless_given) {
  write_file(golden("input.txt"), "line 1\nline 2\n");
  write_file(golden("sub/input.txt"), "other\n");
  fs::create_symlink("input.txt", golden("link.txt"));
  manifest(misbehaving("none", {"stdin"}) + misbehaving("given", {"stdin"}, "stdin = \"input.txt\"") +
           misbehaving("below", {"stdin"}, "stdin = \"sub/../sub/input.txt\"") +
           misbehaving("root", {"stdin"}, "stdin = \"{root}/input.txt\"") +
           misbehaving("link", {"stdin"}, "stdin = \"link.txt\""));
  call what = calling({"run", "none"});
  what.input = "from the terminal\n";
  EXPECT_EQ(run(what).out, "end of input\n");
  EXPECT_EQ(output("given"), "line 1\nline 2\nend of input\n");
  EXPECT_EQ(output("below"), "other\nend of input\n");
  EXPECT_EQ(output("root"), "line 1\nline 2\nend of input\n");
  EXPECT_EQ(output("link"), "line 1\nline 2\nend of input\n");
}

TEST_F(model_keys, each_run_reads_stdin_from_its_beginning) {
  write_file(golden("input.txt"), "line 1\n");
  manifest(misbehaving("a", {"stdin"}, "stdin = \"input.txt\"\nreruns = 3"));
  write_file(golden("a.stdout"), "line 1\nend of input\n");
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(model_keys, a_stdin_file_that_is_missing_fails_that_model_alone) {
  manifest(misbehaving("a", {"stdin"}, "stdin = \"input.txt\"") + printing("b", "one\n"));
  write_file(golden("b.stdout"), "one\n");
  EXPECT_EQ(verdicts(), "a failed, b match → 3");
  EXPECT_TRUE(has(result_of(check_json(), "a")["reason"].get<std::string>(), "input.txt"));
}

TEST_F(model_keys, the_working_folder_is_the_manifests_unless_given) {
  fs::create_directory(golden("sub"));
  manifest(model("default", {"pwd"}) + model("below", {"pwd"}, "cwd = \"sub\"") +
           model("project", {"pwd"}, "cwd = \"{project}\"") + model("absolute", {"pwd"}, "cwd = \"/\"") +
           model("gone", {"pwd"}, "cwd = \"not-there\""));
  EXPECT_EQ(output("default"), golden().string() + "\n");
  EXPECT_EQ(output("below"), golden("sub").string() + "\n");
  EXPECT_EQ(output("project"), project().string() + "\n");
  EXPECT_EQ(output("absolute"), "/\n");
  const ended gone = verbatim({"run", "gone"});
  EXPECT_TRUE(ends_with(gone, 3));
  EXPECT_TRUE(has(gone.err, "not-there"));
}

TEST_F(model_keys, placeholders_stand_for_bin_root_and_project) {
  fs::create_directories(project() / "tools");
  write_file(project() / "tools/say", "#!/bin/sh\necho \"$@\"\n");
  fs::permissions(project() / "tools/say", fs::perms::owner_all);
  manifest(model("a", {"{bin}/say", "{root}", "{project}", "{bin}", "{other}", "x{root}y{root}"}));
  const std::string root = golden().string();
  EXPECT_EQ(output("a", {"--bin", "tools"}), root + " " + project().string() + " " + (project() / "tools").string() +
                                                 " {other} x" + root + "y" + root + "\n");
  EXPECT_TRUE(ends_with(verbatim({"check", "--bin", "not-there"}), 2));
}

TEST_F(model_keys, the_default_bin_holds_the_model_programs_beside_the_verbatim_program) {
  manifest(model("range", {"{bin}/range"}));
  EXPECT_EQ(output("range"), read_file(fs::path(VERBATIM_SOURCE_DIR) / "golden/range.stdout"));
}

TEST_F(model_keys, a_command_with_a_slash_is_relative_to_the_working_folder) {
  write_file(golden("say"), "#!/bin/sh\necho said\n");
  fs::permissions(golden("say"), fs::perms::owner_all);
  manifest(model("a", {"./say"}) + model("b", {"golden/say"}, "cwd = \"{project}\""));
  EXPECT_EQ(output("a"), "said\n");
  EXPECT_EQ(output("b"), "said\n");
}

TEST_F(model_keys, exit_code_is_what_the_program_must_exit_with) {
  manifest(misbehaving("a", {"exit", "3"}, "exit_code = 3") + misbehaving("b", {"exit", "0"}, "exit_code = 3"));
  write_file(golden("a.stdout"), "exits\n");
  EXPECT_EQ(verdicts(), "a match, b failed → 3");
  EXPECT_TRUE(has(result_of(check_json(), "b")["reason"].get<std::string>(), "exit code 0 instead of 3"));
}

TEST_F(model_keys, stderr_is_ignored_or_must_be_empty) {
  manifest(misbehaving("a", {"exit", "0"}) + misbehaving("b", {"exit", "0"}, "stderr = \"empty\"") +
           printing("c", "one\n", "stderr = \"empty\""));
  write_file(golden("a.stdout"), "exits\n");
  write_file(golden("b.stdout"), "exits\n");
  write_file(golden("c.stdout"), "one\n");
  EXPECT_EQ(verdicts(), "a match, b failed, c match → 3");
  EXPECT_TRUE(has(result_of(check_json(), "b")["reason"].get<std::string>(), "this is why"));
}

TEST_F(model_keys, much_standard_error_neither_blocks_nor_counts_as_output) {
  manifest(script("a",
                  "i=0; while [ $i -lt 3000 ]; do echo 'a line of standard error that is about eighty bytes long, "
                  "give or take some' >&2; i=$((i+1)); done; echo done",
                  "max_output_bytes = 100"));
  write_file(golden("a.stdout"), "done\n");
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(model_keys, defaults_hold_unless_a_model_says_otherwise) {
  manifest("[defaults]\nreruns = 3\nmax_output_bytes = 4\nform = \"bytes\"\nstderr = \"empty\"\n" +
           script("a", "echo run >> \"$here/a\"; printf abc") +
           script("b", "echo run >> \"$here/b\"; printf abcdef", "reruns = 1\nmax_output_bytes = 10") +
           printing("c", "12345") + misbehaving("d", {"exit", "0"}, "stderr = \"ignore\"\nmax_output_bytes = 99"));
  EXPECT_TRUE(ends_with(verbatim({"accept", "a", "b", "d"}), 0));
  EXPECT_EQ(read_file(beside("a")), "run\nrun\nrun\n");
  fs::remove(beside("b"));
  EXPECT_EQ(verdicts(), "a match, b match, c failed, d match → 3");
  EXPECT_EQ(read_file(beside("b")), "run\n");
}

TEST_F(model_keys, requirements_are_looked_up_in_path_and_skip_the_model) {
  manifest(printing("a", "one\n", "requires = [\"sh\", \"cat\"]") +
           printing("b", "one\n", "requires = [\"sh\", \"not-a-program\"]") +
           model("c", {"not-a-program"}, "requires = [\"not-a-program\"]") + model("d", {"not-a-program"}));
  write_file(golden("a.stdout"), "one\n");
  EXPECT_EQ(verdicts({"a", "b", "c"}), "a match, b skipped, c skipped → 0");
  EXPECT_EQ(verdicts({"d"}), "d failed → 3");
}

TEST_F(model_keys, a_missing_command_fails_for_that_model_alone_and_only_when_selected) {
  manifest(printing("a", "one\n") + model("b", {"{bin}/not-there"}) + model("c", {"{root}/manifest.toml"}) +
           model("d", {"{root}"}) + printing("e", "one\n"));
  for (const std::string name : {"a", "e"}) write_file(golden(name + ".stdout"), "one\n");
  EXPECT_EQ(verdicts(), "a match, b failed, c failed, d failed, e match → 3");
  EXPECT_EQ(verdicts({"a", "e"}), "a match, e match → 0");
  const nlohmann::json report = check_json();
  EXPECT_TRUE(has(result_of(report, "b")["reason"].get<std::string>(), "not-there is not there"));
  EXPECT_TRUE(has(result_of(report, "c")["reason"].get<std::string>(), "not an executable file"));
}

TEST_F(model_keys, a_missing_source_is_no_error) {
  manifest(printing("a", "one\n", "source = \"{project}/not/there.cpp\""));
  accept_all();
  EXPECT_EQ(verdicts(), "a match → 0");
}

}  // namespace
}  // namespace verbatim::testing
