// How a difference is explained: where, what, how much, how far numbers are apart, and the command that would accept it.
#include <algorithm>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class difference : public cli {
 protected:
  // The result of a model whose golden is `old_text` and that prints `new_text` now.
  [[nodiscard]] nlohmann::json between(std::string_view old_text, std::string_view new_text) const {
    manifest(printing("a", new_text));
    write_file(golden("a.stdout"), old_text);
    nlohmann::json result = result_of(check_json(), "a");
    EXPECT_EQ(result["verdict"], "differs");
    return result;
  }
  // One number of it: "binary64 0x… → 0x… 1, binary32 …".
  static std::string distances(const nlohmann::json& result, std::size_t index = 0) {
    std::string out;
    const nlohmann::json numbers = result["difference"]["numbers"];
    if (index >= numbers.size()) return "no such number";
    for (const nlohmann::json& each : numbers[index]["distances"])
      out += (out.empty() ? "" : ", ") + each["format"].get<std::string>() + " " +
             each["golden_bits"].get<std::string>() + " " + each["actual_bits"].get<std::string>() + " " +
             each["ulps"].dump();
    return out;
  }
  static std::size_t lines_in(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
};

TEST_F(difference, the_first_differing_line_and_column_are_named) {
  const nlohmann::json result = between("one\ntwo\nthree\nfour\n", "one\ntwo\nthroe\nfive\n");
  EXPECT_EQ(result["difference"]["line"], 3);
  EXPECT_EQ(result["difference"]["column"], 4);
  EXPECT_EQ(result["difference"]["golden_line"], "three");
  EXPECT_EQ(result["difference"]["actual_line"], "throe");
  EXPECT_EQ(result["difference"]["differing_lines"], 2);
  EXPECT_EQ(result["where"]["line"], 3);
  EXPECT_TRUE(result["where"]["file"].get<std::string>().ends_with("golden/a.stdout"));
}

TEST_F(difference, columns_count_characters_not_bytes) {
  EXPECT_EQ(between("尺度=1\n", "尺度=2\n")["difference"]["column"], 4);
  EXPECT_EQ(between("ab尺\n", "ab度\n")["difference"]["column"], 3);
}

TEST_F(difference, inserted_and_removed_lines_do_not_count_those_after_them) {
  EXPECT_EQ(between("1a\n2a\n3a\n4a\n", "0a\n1a\n2a\n3a\n4a\n")["difference"]["differing_lines"], 1);
  EXPECT_EQ(between("1a\n2a\n3a\n4a\n", "1a\n4a\n")["difference"]["differing_lines"], 2);
}

TEST_F(difference, the_text_names_both_lines_and_a_unified_diff) {
  (void)between("one\ntwo\nthree\n", "one\ntoo\nthree\n");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(has(how.out, "first difference: line 2, column 2\n"));
  EXPECT_TRUE(has(how.out, "golden  two\n"));
  EXPECT_TRUE(has(how.out, "now     too\n"));
  EXPECT_TRUE(has(how.out, "1 of 3 lines differs"));
  EXPECT_TRUE(has(how.out, "--- golden/a.stdout\n"));
  EXPECT_TRUE(has(how.out, "@@ -1,3 +1,3 @@\n"));
  EXPECT_TRUE(has(how.out, " one\n    -two\n    +too\n     three\n"));
}

TEST_F(difference, the_diff_is_bounded_however_much_differs) {
  std::string old_text;
  std::string new_text;
  for (int i = 0; i < 5000; ++i) {
    old_text += "old " + std::to_string(i) + "\n";
    new_text += "new " + std::to_string(i) + "\n";
  }
  const nlohmann::json result = between(old_text, new_text);
  EXPECT_EQ(result["difference"]["differing_lines"], 5000);
  EXPECT_LE(result["difference"]["diff"].size(), 60U);
  const ended how = verbatim({"check"});
  EXPECT_LT(lines_in(how.out), 100U);
  EXPECT_TRUE(has(how.out, "5000 of 5000 lines differ"));
}

TEST_F(difference, long_lines_are_shown_around_the_column) {
  const std::string before(5000, 'x');
  const nlohmann::json result = between(before + "old" + before + "\n", before + "new" + before + "\n");
  EXPECT_EQ(result["difference"]["column"], 5001);
  EXPECT_TRUE(has(result["difference"]["golden_line"].get<std::string>(), "xold"));
  EXPECT_TRUE(has(result["difference"]["actual_line"].get<std::string>(), "xnew"));
  EXPECT_LT(result["difference"]["actual_line"].get<std::string>().size(), 400U);
}

TEST_F(difference, one_ulp_of_binary64_is_named_with_bits) {
  const nlohmann::json result = between("x=1.0\n", "x=1.0000000000000002\n");
  EXPECT_EQ(distances(result),
            "binary64 0x3ff0000000000000 0x3ff0000000000001 1, binary32 0x3f800000 0x3f800000 0, "
            "binary16 0x3c00 0x3c00 0");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(has(how.out, "1.0 → 1.0000000000000002"));
  EXPECT_TRUE(has(how.out, "0x3ff0000000000000 → 0x3ff0000000000001  1 ulp\n"));
}

TEST_F(difference, ulps_of_binary16_and_binary32) {
  EXPECT_EQ(distances(between("65504.0\n", "65520.0\n")),
            "binary64 0x40effc0000000000 0x40effe0000000000 2199023255552, binary32 0x477fe000 0x477ff000 4096, "
            "binary16 0x7bff 0x7c00 1");
  EXPECT_EQ(distances(between("0.0\n", "-0.0\n")),
            "binary64 0x0000000000000000 0x8000000000000000 0, binary32 0x00000000 0x80000000 0, "
            "binary16 0x0000 0x8000 0");
  EXPECT_EQ(distances(between("5e-324\n", "-5e-324\n")).substr(0, 52),
            "binary64 0x0000000000000001 0x8000000000000001 2, bi");
}

TEST_F(difference, bit_patterns_are_compared_in_their_own_format) {
  EXPECT_EQ(distances(between("v 0x3c00\n", "v 0x3c01\n")), "binary16 0x3c00 0x3c01 1");
  EXPECT_EQ(distances(between("v 0x3f800000\n", "v 0x3f7fffff\n")), "binary32 0x3f800000 0x3f7fffff 1");
  EXPECT_EQ(distances(between("v 0x3ff0000000000000\n", "v 0xbff0000000000000\n")).substr(0, 49),
            "binary64 0x3ff0000000000000 0xbff0000000000000 92");
}

TEST_F(difference, nan_has_no_distance) {
  EXPECT_EQ(distances(between("x nan\n", "x 1.0\n")).substr(0, 9), "binary64 ");
  EXPECT_TRUE(has(distances(between("x 1.0\n", "x nan\n")), "null"));
  EXPECT_TRUE(has(verbatim({"check"}).out, "NaN"));
}

TEST_F(difference, the_numbers_that_differ_are_told_by_their_place_in_the_line) {
  const nlohmann::json result = between("a=1.0 b=2.0 c=3.0\n", "a=1.0 b=2.5 c=4.0\n");
  ASSERT_EQ(result["difference"]["numbers"].size(), 2U);
  EXPECT_EQ(result["difference"]["numbers"][0]["index"], 2);
  EXPECT_EQ(result["difference"]["numbers"][1]["index"], 3);
  EXPECT_EQ(between("a=1.0\n", "a=one\n")["difference"]["numbers"].size(), 0U);
  EXPECT_EQ(between("fp16 a\n", "fp32 a\n")["difference"]["numbers"].size(), 0U) << "parts of words are no numbers";
}

TEST_F(difference, untrusted_text_is_escaped_everywhere) {
  manifest(printing("a", "x \x1b]0;owned\x07 \xE2\x80\xAE evil\n", "form = \"utf8\""));
  write_file(golden("a.stdout"), "x \x1b[2J\n");
  for (const std::string format : {"text", "json", "junit", "github", "markdown", "tap"}) {
    const ended how = verbatim({"check", "--format", format});
    EXPECT_TRUE(ends_with(how, 1));
    for (const std::string_view raw : {"\x1b", "\x07", "\xE2\x80\xAE"})
      EXPECT_TRUE(lacks(how.out + how.err, raw)) << format;
  }
  const ended diff = verbatim({"diff", "a"});
  EXPECT_TRUE(lacks(diff.out + diff.err, "\x1b"));
}

class accept_command : public cli {
 protected:
  // The advice of a model's result is a command that, typed in the project, makes the model match.
  void expect_it_works(const words& arguments, const std::string& name, const std::string& folder = "") const {
    call what = calling(arguments);
    if (!folder.empty()) what.folder = folder;
    const ended how = run(what);
    EXPECT_TRUE(ends_with(how, 1));
    const std::string advice = result_of(nlohmann::json::parse(how.out, nullptr, false), name)["advice"];
    call typed = calling({});
    typed.argv = {"sh", "-c", advice};
    if (!folder.empty()) typed.folder = folder;
    EXPECT_TRUE(ends_with(run(typed), 0)) << advice;
    EXPECT_TRUE(ends_with(run(what), 0)) << "after: " << advice;
  }
};

TEST_F(accept_command, works_as_it_is_shown) {
  manifest(printing("a", "new\n"));
  write_file(golden("a.stdout"), "old\n");
  EXPECT_TRUE(has(verbatim({"check"}).out, std::string(VERBATIM_PROGRAM) + " accept a\n"));
  expect_it_works({"check", "--format", "json"}, "a");
}

TEST_F(accept_command, works_for_a_new_model) {
  manifest(printing("a", "new\n"));
  expect_it_works({"check", "--format", "json"}, "a");
}

TEST_F(accept_command, works_for_names_that_a_shell_would_take_apart) {
  const std::string name = "it's a $(touch x); \xE5\x90\x8D & more";
  manifest(model(name, {"echo", "new"}));
  expect_it_works({"check", "--format", "json"}, name);
  EXPECT_FALSE(fs::exists(project() / "x"));
}

TEST_F(accept_command, works_with_a_manifest_and_a_bin_folder_elsewhere) {
  const std::string folder = "other folder's";
  fs::create_directories(project() / folder / "bin dir");
  write_file(project() / folder / "bin dir/say", "#!/bin/sh\necho said\n");
  fs::permissions(project() / folder / "bin dir/say", fs::perms::owner_all);
  write_file(project() / folder / "m.toml", "version = 1\n" + model("a", {"{bin}/say"}));
  expect_it_works({"check", "--format", "json", "--manifest", folder + "/m.toml", "--bin", folder + "/bin dir"}, "a");
  EXPECT_TRUE(fs::exists(project() / folder / "a.stdout"));
}

TEST_F(accept_command, works_from_a_folder_below) {
  manifest(printing("a", "new\n"));
  fs::create_directories(project() / "src/deep");
  expect_it_works({"check", "--format", "json"}, "a", (project() / "src/deep").string());
}

TEST_F(accept_command, of_a_twin_names_the_owner) {
  manifest(printing("a", "new\n") + printing("b", "new\n", "golden_of = \"a\""));
  write_file(golden("a.stdout"), "old\n");
  const std::string advice = result_of(check_json(), "b")["advice"];
  EXPECT_TRUE(advice.ends_with(" accept a")) << advice;
}

}  // namespace
}  // namespace verbatim::testing
