// A manifest that cannot be meant: exit 2, with file, line and what to write instead.
#include <algorithm>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

struct wrong {
  const char* what;
  std::string text;  // after `version = 1`, so its first line is line 2
  unsigned line;     // 0: not checked
  words parts;       // that the message holds
};

class manifest_errors : public cli {
 protected:
  void expect_refused(const std::vector<wrong>& cases) const {
    for (const wrong& each : cases) {
      SCOPED_TRACE(each.what);
      manifest(each.text);
      const ended how = verbatim({"check"});
      EXPECT_TRUE(ends_with(how, 2));
      EXPECT_EQ(how.out, "");
      const std::string place = "manifest.toml:" + (each.line > 0 ? std::to_string(each.line) + ":" : "");
      EXPECT_TRUE(has(how.err, place));
      for (const std::string& part : each.parts) EXPECT_TRUE(has(how.err, part));
      for (const char* const verb : {"list", "accept"}) EXPECT_TRUE(ends_with(verbatim({verb}), 2)) << verb;
    }
  }
  // A [[model]] at line 2 with one more line, line 5.
  static std::string with(std::string_view line) { return model("a", {"true"}, line); }
};

TEST_F(manifest_errors, unknown_keys_are_named_with_the_nearest_known_one) {
  expect_refused({
      {"at the top", "versoin = 1\n", 2, {"'versoin'", "did you mean 'version'"}},
      {"another table", "[default]\nreruns = 2\n", 2, {"'default'", "did you mean 'defaults'"}},
      {"in defaults", "[defaults]\nrerun = 2\n", 3, {"'rerun'", "[defaults]", "did you mean 'reruns'"}},
      {"a model's key in defaults", "[defaults]\ntags = [\"a\"]\n", 3, {"'tags'", "known keys"}},
      {"in a model", with("comand = [\"x\"]"), 5, {"'comand'", "[[model]]", "did you mean 'command'"}},
      {"nothing near", with("zzzzzzzz = 1"), 5, {"'zzzzzzzz'", "known keys", "golden_of"}},
      {"an escape sequence", with("\"\\u001b[31m\" = 1"), 5, {"\\x1b[31m"}},
  });
}

TEST_F(manifest_errors, two_models_of_one_name) {
  expect_refused({{"duplicate",
                   model("a", {"true"}) + model("b", {"true"}) + model("a", {"false"}),
                   0,
                   {"second model \"a\"", "line 2"}}});
}

TEST_F(manifest_errors, names_that_are_no_plain_file_names) {
  for (const std::string name : {"", "../a", "a/b", "/a", ".", "..", ".hidden", "a\\b", "-q", "a\nb", "a\x1b[31m",
                                 "a\tb", "a*", "a?", "a[b]", "a ", " a", "a\x7f"}) {
    SCOPED_TRACE(toml(name));
    manifest(model(name, {"true"}));
    const ended how = verbatim({"check"});
    EXPECT_TRUE(ends_with(how, 2));
    EXPECT_TRUE(has(how.err, "manifest.toml:3:"));
    EXPECT_TRUE(has(how.err, "write a plain file name"));
    EXPECT_TRUE(lacks(how.err, "\x1b"));
  }
  manifest(model(std::string(300, 'x'), {"true"}));
  EXPECT_TRUE(has(verbatim({"check"}).err, "longer than"));
}

TEST_F(manifest_errors, odd_names_that_are_plain_file_names_work) {
  std::string models;
  for (const std::string name : {"with blank", "it's", "$HOME", "a;b", "名前", "a.b.c", "é", "#1", "a&b", "~a"})
    models += model(name, {"echo", name});
  manifest(models);
  accept_all();
  EXPECT_TRUE(ends_with(verbatim({"check"}), 0));
  EXPECT_EQ(read_file(golden("it's.stdout")), "it's\n");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(manifest_errors, stdin_outside_the_folder) {
  write_file(project() / "outside", "x\n");
  fs::create_symlink(project() / "outside", golden("link"));
  fs::create_directory_symlink(project(), golden("up"));
  fs::create_symlink("link", golden("link-to-link"));
  fs::create_symlink(project() / "not-there", golden("hanging"));
  expect_refused({
      {"dots", with("stdin = \"../outside\""), 5, {"'stdin'", "inside the manifest's folder"}},
      {"dots in the middle", with("stdin = \"x/../../outside\""), 5, {"'stdin'"}},
      {"an absolute path", with("stdin = \"/etc/passwd\""), 5, {"'stdin'"}},
      {"the project", with("stdin = \"{project}/outside\""), 5, {"'stdin'"}},
      {"the folder itself", with("stdin = \".\""), 5, {"'stdin'"}},
      {"nothing", with("stdin = \"\""), 5, {"'stdin'"}},
      {"a link", with("stdin = \"link\""), 5, {"'stdin'", "link"}},
      {"a link to a link", with("stdin = \"link-to-link\""), 5, {"'stdin'", "link"}},
      {"a link that hangs", with("stdin = \"hanging\""), 5, {"'stdin'", "link"}},
      {"a linked folder", with("stdin = \"up/outside\""), 5, {"'stdin'", "link"}},
  });
}

TEST_F(manifest_errors, a_golden_that_is_a_link_out_of_the_folder) {
  write_file(project() / "outside", "x\n");
  fs::create_symlink(project() / "outside", golden("a.stdout"));
  expect_refused({{"golden", with(""), 2, {"a.stdout", "link"}}});
  EXPECT_EQ(read_file(project() / "outside"), "x\n");
  fs::remove(golden("a.stdout"));
  fs::create_symlink(project() / "not-there", golden("a.stdout"));
  expect_refused({{"a golden that hangs", with(""), 2, {"a.stdout", "link"}}});
  fs::remove(golden("a.stdout"));
  fs::create_symlink("../outside", golden("a.sha256"));
  expect_refused({{"a digest", with("hash_only = true"), 2, {"a.sha256", "link"}}});
}

TEST_F(manifest_errors, numbers_out_of_range) {
  expect_refused({
      {"no rerun", with("reruns = 0"), 5, {"'reruns'", "0", "from 1"}},
      {"negative", with("reruns = -1"), 5, {"'reruns'"}},
      {"in defaults", "[defaults]\nreruns = 0\n", 3, {"'reruns'"}},
      {"beyond 64 bits", with("reruns = 99999999999999999999"), 5, {}},
      {"time-out 0", with("timeout_s = 0"), 5, {"'timeout_s'", "above 0"}},
      {"time-out negative", with("timeout_s = -1.5"), 5, {"'timeout_s'"}},
      {"time-out nan", with("timeout_s = nan"), 5, {"'timeout_s'"}},
      {"time-out inf", with("timeout_s = inf"), 5, {"'timeout_s'"}},
      {"no output", with("max_output_bytes = 0"), 5, {"'max_output_bytes'"}},
      {"exit code", with("exit_code = 256"), 5, {"'exit_code'", "255"}},
      {"exit code below 0", with("exit_code = -1"), 5, {"'exit_code'"}},
  });
}

TEST_F(manifest_errors, wrong_types) {
  expect_refused({
      {"name", "[[model]]\nname = 1\ncommand = [\"true\"]\n", 3, {"'name'", "an integer", "string"}},
      {"command", "[[model]]\nname = \"a\"\ncommand = \"true\"\n", 4, {"'command'", "a string", "array"}},
      {"word of command", "[[model]]\nname = \"a\"\ncommand = [\"a\", 1]\n", 4, {"'command'", "an integer"}},
      {"reruns", with("reruns = 2.0"), 5, {"'reruns'", "whole number"}},
      {"reruns as text", with("reruns = \"2\""), 5, {"'reruns'", "a string"}},
      {"timeout_s", with("timeout_s = \"10\""), 5, {"'timeout_s'"}},
      {"timeout_s true", with("timeout_s = true"), 5, {"'timeout_s'"}},
      {"env", with("env = [\"A=1\"]"), 5, {"'env'", "table"}},
      {"env value", with("env = { A = 1 }"), 5, {"'A'", "string"}},
      {"env name", with("env = { \"A=B\" = \"1\" }"), 5, {"'env'"}},
      {"env no name", with("env = { \"\" = \"1\" }"), 5, {"'env'"}},
      {"tags", with("tags = \"fast\""), 5, {"'tags'", "array"}},
      {"requires", with("requires = \"python3\""), 5, {"'requires'", "array"}},
      {"requires nothing", with("requires = [\"\"]"), 5, {"'requires'"}},
      {"hash_only", with("hash_only = \"yes\""), 5, {"'hash_only'", "true or false"}},
      {"stderr", with("stderr = \"quiet\""), 5, {"'stderr'", "\"ignore\" or \"empty\""}},
      {"form", with("form = \"ascii\""), 5, {"'form'", "\"canonical\", \"utf8\" or \"bytes\""}},
      {"cwd", with("cwd = 1"), 5, {"'cwd'"}},
      {"source", with("source = 1979-05-27"), 5, {"'source'", "a date or time"}},
      {"one bracket", "[model]\nname = \"a\"\n", 2, {"[[model]]"}},
      {"models in an array", "model = [1]\n", 2, {"[[model]]"}},
      {"defaults", "defaults = 1\n", 2, {"[defaults]"}},
  });
}

TEST_F(manifest_errors, models_without_name_or_command) {
  expect_refused({
      {"no name", "[[model]]\ncommand = [\"true\"]\n", 2, {"without a name"}},
      {"no command", "[[model]]\nname = \"a\"\n", 0, {"no command", "{bin}/a"}},
      {"an empty command", "[[model]]\nname = \"a\"\ncommand = []\n", 4, {"'command' is empty"}},
      {"an empty program", "[[model]]\nname = \"a\"\ncommand = [\"\"]\n", 4, {"'command' is empty"}},
  });
}

TEST_F(manifest_errors, the_version_is_missing_or_another) {
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
           {"", "no version"},
           {"[[model]]\nname = \"a\"\ncommand = [\"true\"]\n", "no version"},
           {"version = 2\n", "write 'version = 1'"},
           {"version = \"1\"\n", "write 'version = 1'"},
           {"version = 1.0\n", "write 'version = 1'"}}) {
    SCOPED_TRACE(text);
    write_file(golden("manifest.toml"), text);
    const ended how = verbatim({"check"});
    EXPECT_TRUE(ends_with(how, 2));
    EXPECT_TRUE(has(how.err, "manifest.toml:1:"));
    EXPECT_TRUE(has(how.err, part));
  }
}

TEST_F(manifest_errors, golden_of_itself_a_stranger_or_a_chain) {
  const std::string owner = model("owner", {"true"});
  expect_refused({
      {"itself", model("a", {"true"}, "golden_of = \"a\""), 2, {"the model itself"}},
      {"unknown", owner + model("a", {"true"}, "golden_of = \"onwer\""), 6, {"\"onwer\"", "did you mean \"owner\"?"}},
      {"chain",
       owner + model("b", {"true"}, "golden_of = \"owner\"") + model("c", {"true"}, "golden_of = \"b\""),
       0,
       {"\"c\"", "write golden_of = \"owner\""}},
      {"ring", model("a", {"true"}, "golden_of = \"b\"") + model("b", {"true"}, "golden_of = \"a\""), 0, {"golden_of"}},
      {"a path", with("golden_of = \"../a\""), 2, {"golden_of", "no model"}},
  });
}

TEST_F(manifest_errors, nul_characters) {
  using namespace std::string_literals;
  expect_refused({
      {"in a name", "[[model]]\nname = \"a\\u0000b\"\ncommand = [\"true\"]\n", 3, {"NUL"}},
      {"in a command", "[[model]]\nname = \"a\"\ncommand = [\"true\\u0000x\"]\n", 4, {"NUL"}},
      {"in stdin", with("stdin = \"a\\u0000b\""), 5, {"NUL"}},
      {"in env", with("env = { \"A\\u0000\" = \"1\" }"), 5, {"'env'"}},
      {"raw", "# \0\n"s, 2, {"not valid TOML"}},
  });
}

TEST_F(manifest_errors, text_that_is_not_toml) {
  expect_refused({
      {"an open string", "x = \"abc\n", 2, {"not valid TOML"}},
      {"no value", "\n\nx =\n", 4, {"not valid TOML"}},
      {"a key twice", with("name = \"b\""), 5, {"not valid TOML"}},
      {"not UTF-8", "# \xff\xfe\n", 2, {"not valid TOML"}},
      {"escapes stay escaped", "\x1b[31m = 1\n", 2, {"not valid TOML"}},
      {"brackets without end", std::string(100000, '['), 0, {"not valid TOML"}},
  });
  EXPECT_TRUE(lacks(verbatim({"check"}).err, "\x1b"));
}

TEST_F(manifest_errors, a_manifest_that_is_missing_or_a_folder) {
  const ended missing = verbatim({"check", "--manifest", "nowhere.toml"});
  EXPECT_TRUE(ends_with(missing, 2));
  EXPECT_TRUE(has(missing.err, "nowhere.toml"));
  const ended none = verbatim({"check"});
  EXPECT_TRUE(ends_with(none, 2));
  EXPECT_TRUE(has(none.err, "init"));
  fs::create_directory(golden("manifest.toml"));
  const ended folder = verbatim({"check"});
  EXPECT_TRUE(ends_with(folder, 2));
  EXPECT_TRUE(has(folder.err, "is a folder"));
  EXPECT_TRUE(ends_with(verbatim({"check", "--manifest", "golden"}), 2));
}

TEST_F(manifest_errors, a_manifest_without_models_selects_nothing) {
  manifest("");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "names no model"));
  EXPECT_TRUE(ends_with(verbatim({"list"}), 0));
}

TEST_F(manifest_errors, a_manifest_of_10_mb_is_read) {
  std::string text = "# " + std::string(97, 'x') + "\n";
  while (text.size() < 10'000'000) text += text;
  manifest(text + model("a", {"echo", "one"}));
  accept_all();
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(manifest_errors, ten_thousand_models_are_read_and_one_of_them_is_run) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += model("m" + std::to_string(i), {"echo", std::to_string(i)});
  manifest(text);
  const ended list = verbatim({"list"});
  EXPECT_TRUE(ends_with(list, 0));
  EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), 10'000);
  EXPECT_TRUE(ends_with(verbatim({"accept", "m9999"}), 0));
  EXPECT_EQ(verdicts({"m9999"}), "m9999 match → 0");
  EXPECT_TRUE(has(verbatim({"check", "m10000"}).err, "no model 'm10000'"));
}

}  // namespace
}  // namespace verbatim::testing
