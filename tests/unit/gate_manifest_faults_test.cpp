// What is wrong with a manifest: every fault names file and line and says what to write instead.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/manifest.hpp"

namespace {

std::string fault_of(std::string_view text) {
  try {
    (void)verbatim::gate::parse_manifest(text, "m.toml", "/project/golden", "/bin", false);
    return "fine";
  } catch (const verbatim::core::request_error& error) {
    return error.what();
  }
}

// A line 5 added to a sound manifest of four lines.
std::string fault_with(const std::string& line) {
  return fault_of("version = 1\n[[model]]\nname = \"a\"\ncommand = [\"a\"]\n" + line + "\n");
}

std::string fault_in_defaults(const std::string& line) { return fault_of("version = 1\n[defaults]\n" + line + "\n"); }

TEST(gate_manifest_fault, in_the_version_is_named) {
  EXPECT_EQ(fault_of(""), "m.toml:1: no version; write 'version = 1' as the first line");
  for (const std::string_view wrong : {"2", "0", "\"1\"", "1.0", "true", "[1]", "1979-05-27"})
    EXPECT_EQ(fault_of("\nversion = " + std::string(wrong) + "\n"),
              "m.toml:2: this verbatim reads manifests of version 1; write 'version = 1'");
}

TEST(gate_manifest_fault, in_toml_is_named_with_its_column) {
  EXPECT_TRUE(fault_of("version = 1\nname = \"open\n").starts_with("m.toml:2:"))
      << fault_of("version = 1\nname = \"open\n");
  EXPECT_NE(fault_of("version = \n").find("not valid TOML"), std::string::npos);
  EXPECT_NE(fault_of("version = 1\nversion = 1\n").find("not valid TOML"), std::string::npos);
  EXPECT_NE(fault_of("version = 1 # \xff\n").find("not valid TOML"), std::string::npos);
  EXPECT_NE(fault_of(std::string_view("version = 1\0\n", 13)).find("not valid TOML"), std::string::npos);
  EXPECT_NE(fault_of("x = " + std::string(5000, '[')).find("not valid TOML"), std::string::npos);
}

// toml++ 3.3 took these for impossible: https://github.com/marzer/tomlplusplus/issues/190, issues/295 and pull/301.
TEST(gate_manifest_fault, in_toml_is_named_where_the_parser_expects_none) {
  for (const std::string_view text :
       {"[; odel]]\n", "[[[1]]]\n", "[[=\n", "größe = 1\n", "version。= 1\n", "a\u1412= 1\n", "\u0499"})
    EXPECT_NE(fault_of(text).find("not valid TOML"), std::string::npos) << text;
  EXPECT_EQ(fault_with("source = \"\"\"\\\n§\"\"\""), "fine");
}

TEST(gate_manifest_fault, of_an_unknown_key_names_the_nearest) {
  EXPECT_EQ(fault_of("version = 1\nmodels = 1\n"),
            "m.toml:2: unknown key 'models' at the top; did you mean 'model'? known keys: version, defaults, model");
  EXPECT_TRUE(
      fault_in_defaults("rerun = 2")
          .starts_with("m.toml:3: unknown key 'rerun' in [defaults]; did you mean 'reruns'? known keys: reruns, "));
  EXPECT_TRUE(fault_in_defaults("name = \"a\"").starts_with("m.toml:3: unknown key 'name' in [defaults]; "));
  EXPECT_TRUE(
      fault_with("comand = [\"x\"]")
          .starts_with("m.toml:5: unknown key 'comand' in [[model]]; did you mean 'command'? known keys: name, "));
  EXPECT_TRUE(
      fault_with("unlike_any = 1").starts_with("m.toml:5: unknown key 'unlike_any' in [[model]]; known keys: "));
}

TEST(gate_manifest_fault, of_a_wrong_structure_says_what_to_write) {
  EXPECT_EQ(fault_of("version = 1\ndefaults = 1\n"), "m.toml:2: 'defaults' is an integer; write a table: [defaults]");
  EXPECT_EQ(fault_of("version = 1\n[model]\n"),
            "m.toml:2: 'model' is not an array of tables; write [[model]] with two brackets");
  EXPECT_EQ(fault_of("version = 1\nmodel = [1]\n"),
            "m.toml:2: 'model' holds something that is no table; write [[model]] tables");
}

TEST(gate_manifest_fault, of_a_name_says_why) {
  EXPECT_EQ(fault_of("version = 1\n[[model]]\ncommand = [\"a\"]\n"),
            "m.toml:2: a model without a name; write name = \"…\"");
  EXPECT_EQ(fault_of("version = 1\n[[model]]\nname = \"../a\"\ncommand = [\"a\"]\n"),
            "m.toml:3: model name \"../a\": it begins with a dot; write a plain file name, such as \"range\"");
  EXPECT_EQ(fault_of("version = 1\n[[model]]\nname = \"a/b\"\ncommand = [\"a\"]\n"),
            "m.toml:3: model name \"a/b\": it is a path; write a plain file name, such as \"range\"");
  EXPECT_EQ(fault_of("version = 1\n[[model]]\nname = 1\ncommand = [\"a\"]\n"),
            "m.toml:3: 'name' is an integer; write a string: name = \"…\"");
  EXPECT_EQ(fault_with("[[model]]\nname = \"a\"\ncommand = [\"b\"]"),
            "m.toml:6: a second model \"a\" (the first is at line 2); give each its own name");
}

TEST(gate_manifest_fault, of_a_command_says_what_to_write) {
  EXPECT_EQ(fault_of("version = 1\n[[model]]\nname = \"a\"\n"),
            "m.toml:3: model \"a\" has no command; write command = [\"{bin}/a\"]");
  const auto fault = [](const std::string& command) {
    return fault_of("version = 1\n[[model]]\nname = \"a\"\ncommand = " + command + "\n");
  };
  EXPECT_EQ(fault("\"a\""), "m.toml:4: 'command' is a string; write an array of strings: command = [\"…\"]");
  EXPECT_EQ(fault("[1]"), "m.toml:4: 'command' is an integer; write a string: command = \"…\"");
  const std::string empty =
      "m.toml:4: 'command' is empty; write the program and its arguments: command = [\"{bin}/range\"]";
  EXPECT_EQ(fault("[]"), empty);
  EXPECT_EQ(fault("[\"\", \"x\"]"), empty);
  EXPECT_EQ(fault("[\"a\", \"\"]"), "fine");
  EXPECT_EQ(fault("[\"a\\u0000b\"]"), "m.toml:4: 'command' holds a NUL character; remove it");
}

TEST(gate_manifest_fault, of_a_number_names_its_bounds) {
  for (const auto& fault : {fault_with, fault_in_defaults}) {
    EXPECT_NE(fault("reruns = 0").find(": 'reruns' is 0; write a whole number from 1 to 1000000"), std::string::npos);
    EXPECT_NE(fault("reruns = -1").find("'reruns' is -1;"), std::string::npos);
    EXPECT_NE(fault("reruns = 1000001").find("'reruns' is 1000001;"), std::string::npos);
    EXPECT_NE(fault("reruns = 2.0").find("'reruns' is a number; write a whole number"), std::string::npos);
    EXPECT_NE(fault("reruns = \"2\"").find("'reruns' is a string; write a whole number"), std::string::npos);
    EXPECT_NE(fault("max_output_bytes = 0").find("'max_output_bytes' is 0; write a whole number of at least 1"),
              std::string::npos);
    EXPECT_NE(fault("timeout_s = 0").find("'timeout_s' is 0; write seconds above 0 and at most 2592000"),
              std::string::npos);
    for (const std::string wrong : {"-1.0", "0.0", "nan", "inf", "-inf", "1e300", "2592001"})
      EXPECT_NE(fault("timeout_s = " + wrong).find("write seconds above 0 and at most 2592000"), std::string::npos)
          << wrong;
    EXPECT_NE(fault("timeout_s = \"1\"").find("'timeout_s' is a string; write seconds, such as 10.0"),
              std::string::npos);
    EXPECT_NE(fault("timeout_s = true").find("'timeout_s' is true or false; write seconds"), std::string::npos);
    EXPECT_EQ(fault("timeout_s = 2592000"), "fine");
    EXPECT_EQ(fault("timeout_s = 1e-300"), "fine");
    EXPECT_EQ(fault("max_output_bytes = 9223372036854775807"), "fine");
  }
  EXPECT_EQ(fault_with("exit_code = -1"), "m.toml:5: 'exit_code' is -1; write a whole number from 0 to 255");
  EXPECT_EQ(fault_with("exit_code = 256"), "m.toml:5: 'exit_code' is 256; write a whole number from 0 to 255");
}

TEST(gate_manifest_fault, of_a_word_names_the_words_there_are) {
  EXPECT_EQ(fault_with("form = \"utf-8\""),
            "m.toml:5: 'form' is \"utf-8\"; write \"canonical\", \"utf8\" or \"bytes\"");
  EXPECT_EQ(fault_with("stderr = \"\""), "m.toml:5: 'stderr' is \"\"; write \"ignore\" or \"empty\"");
  EXPECT_EQ(fault_with("hash_only = 1"), "m.toml:5: 'hash_only' is an integer; write true or false");
  EXPECT_EQ(fault_with("tags = \"a\""), "m.toml:5: 'tags' is a string; write an array of strings: tags = [\"…\"]");
  EXPECT_EQ(fault_with("requires = [\"\"]"),
            "m.toml:5: 'requires' holds an empty name; write program names, such as \"python3\"");
}

TEST(gate_manifest_fault, of_the_environment_is_named) {
  EXPECT_EQ(fault_with("env = [\"A=1\"]"), "m.toml:5: 'env' is an array; write a table: env = { NAME = \"value\" }");
  EXPECT_EQ(fault_with("env = { \"\" = \"x\" }"),
            "m.toml:5: 'env' has the name \"\"; a name is not empty and holds no '='");
  EXPECT_EQ(fault_with("env = { \"a=b\" = \"x\" }"),
            "m.toml:5: 'env' has the name \"a=b\"; a name is not empty and holds no '='");
  EXPECT_EQ(fault_with("env = { A = 1 }"), "m.toml:5: 'A' is an integer; write a string: A = \"…\"");
}

TEST(gate_manifest_fault, of_an_input_outside_the_folder_is_refused) {
  for (const std::string path :
       {"../in", "sub/../../in", "/etc/passwd", "{project}/in", "{bin}/in", "", "/project/golden2/in"})
    EXPECT_EQ(fault_with("stdin = \"" + path + "\""),
              "m.toml:5: 'stdin' is \"" + path +
                  "\", which is not inside the manifest's folder; put the file there and name it without '..'");
}

TEST(gate_manifest_fault, of_an_input_that_is_the_folder_itself_is_refused) {
  for (const std::string path : {".", "./", "sub/..", "{root}", "{root}/", "/project/golden/."})
    EXPECT_NE(fault_with("stdin = \"" + path + "\"").find("m.toml:5: 'stdin' is"), std::string::npos) << path;
}

TEST(gate_manifest_fault, of_a_shared_golden_is_named) {
  EXPECT_EQ(fault_with("golden_of = \"a\""), "m.toml:2: model \"a\": golden_of names the model itself; remove it");
  EXPECT_EQ(fault_with("golden_of = \"unlike\""),
            "m.toml:2: model \"a\": golden_of names \"unlike\", which is no model here");
  EXPECT_EQ(fault_with("golden_of = \"rage\"\n[[model]]\nname = \"range\"\ncommand = [\"r\"]"),
            "m.toml:2: model \"a\": golden_of names \"rage\", which is no model here; did you mean \"range\"?");
  EXPECT_EQ(fault_with("golden_of = \"b\"\n[[model]]\nname = \"b\"\ncommand = [\"b\"]\ngolden_of = \"c\"\n"
                       "[[model]]\nname = \"c\"\ncommand = [\"c\"]"),
            "m.toml:2: model \"a\": golden_of names \"b\", which shares the golden of \"c\"; write golden_of = \"c\"");
}

TEST(gate_manifest_fault, never_shows_raw_bytes_of_the_manifest) {
  const std::vector<std::string> lines{
      R"("\u001b[31m" = 1)",
      R"(form = "\u001b[31m")",
      R"(stdin = "/\u001b[31m")",
      R"(golden_of = "\u001b[31m\n")",
      R"(env = { "\u001b[31m=" = "x" })",
      R"(env = { "\u001b[31m" = 1 })",
      R"(env = { "\n::error::" = "a\u0000" })",
  };
  for (const std::string& line : lines) {
    const std::string fault = fault_with(line);
    EXPECT_NE(fault, "fine") << line;
    EXPECT_EQ(fault.find_first_of("\x1b\n"), std::string::npos) << verbatim::core::escape(fault);
  }
}

}  // namespace
