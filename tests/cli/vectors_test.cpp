// vectors check and vectors emit: TestFloat's text form in and out.
#include <algorithm>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class vectors : public cli {
 protected:
  [[nodiscard]] ended check(const std::string& function, const std::string& text, const words& more = {}) const {
    write_file(project() / "v.txt", text);
    words all{"vectors", "check", function, "v.txt"};
    all.insert(all.end(), more.begin(), more.end());
    return verbatim(all);
  }
};

// Lines as testfloat_gen writes them.
TEST_F(vectors, known_lines_match) {
  EXPECT_TRUE(ends_with(check("f16_add", "87FF E850 E850 01\n3C00 3C00 4000 00\n7C00 FC00 FE00 10\n"), 0));
  EXPECT_TRUE(ends_with(check("f32_to_f16", "33000001 0001 03\n477FF000 7C00 05\n7F800001 7E00 10\n"), 0));
  EXPECT_TRUE(ends_with(check("f16_mulAdd", "520B 00E9 2FF6 3001 01\n7C00 0000 7E01 FE00 10\n"), 0));
  EXPECT_TRUE(ends_with(check("f16_roundToInt", "4100 4000 00\n"), 0));
  EXPECT_TRUE(ends_with(check("f16_roundToInt", "4100 4000 01\n", {"--exact"}), 0));
  EXPECT_TRUE(ends_with(check("f16_to_i32", "7C00 80000000 10\nC100 FFFFFFFE 00\n"), 0));
  EXPECT_TRUE(ends_with(check("f16_to_ui32", "BC00 FFFFFFFF 10\n"), 0));
  EXPECT_TRUE(ends_with(check("i64_to_f16", "0000000001010001 7C00 05\n"), 0));
  EXPECT_TRUE(ends_with(check("f16_eq_signaling", "7E00 3C00 0 10\n"), 0));
  EXPECT_TRUE(ends_with(check("f16_lt_quiet", "3C00 4000 1 00\n7E00 3C00 0 00\n"), 0));
  EXPECT_TRUE(ends_with(check("bf16_mul", "3F80 3F80 3F80 00\n"), 0));
}

TEST_F(vectors, mode_tininess_and_profile_are_heard) {
  EXPECT_TRUE(ends_with(check("f16_div", "3C00 4200 3556 01\n", {"--mode", "max"}), 0));
  EXPECT_TRUE(ends_with(check("f16_div", "3C00 4200 3556 01\n"), 1));
  // 2^-14 less a quarter of the smallest number: tiny before rounding, not after.
  EXPECT_TRUE(ends_with(check("f32_to_f16", "387FFFFF 0400 01\n"), 0));
  EXPECT_TRUE(ends_with(check("f32_to_f16", "387FFFFF 0400 03\n", {"--tininess", "before"}), 0));
  EXPECT_TRUE(ends_with(check("f16_sub", "7C00 7C00 7E00 10\n", {"--nan", "riscv"}), 0));
  EXPECT_TRUE(ends_with(check("f16_lt", "3C00 4000 1 00\n", {"--mode", "min"}), 0)) << "it has no mode";
}

TEST_F(vectors, a_mismatch_is_shown_with_line_operands_and_both_answers) {
  const ended how = check("f16_mulAdd", "520B 00E9 2FF6 3001 01\n520B 00E9 2FF6 3000 01\n");
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "1 of 2 cases: 1 results, 0 NaN of other bits, 0 flags alone"));
  EXPECT_TRUE(has(how.out, "line 2: 520B (48.34) 00E9 (1.39e-05) 2FF6 (0.1244) → 3000 (0.125) inexact, model 3001"));
  EXPECT_TRUE(has(check("f16_add", "3C00 3C00 4000 01\n").out, "1 flags alone"));
  EXPECT_TRUE(ends_with(check("f16_add", "3C00 3C00 4000 01\n", {"--no-flags"}), 0));
  EXPECT_TRUE(ends_with(check("f16_add", "3C00 3C00 4000\n", {"--no-flags"}), 0));
}

TEST_F(vectors, shown_mismatches_are_limited_and_all_are_counted) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "3C00 3C00 4001 00\n";
  const ended how = check("f16_add", text, {"--limit-mismatches", "3", "--format", "json"});
  EXPECT_TRUE(ends_with(how, 1));
  const nlohmann::json report = nlohmann::json::parse(how.out);
  EXPECT_EQ(report["schema"], "verbatim/vectors/1");
  EXPECT_EQ(report["functions"][0]["mismatches"], 100);
  EXPECT_EQ(report["functions"][0]["explanation"].size(), 4U);
}

TEST_F(vectors, malformed_lines_are_named) {
  const auto said = [this](const std::string& text) {
    const ended how = check("f16_add", text);
    EXPECT_TRUE(ends_with(how, 2));
    return how.err;
  };
  EXPECT_TRUE(has(said("3C00 3C00 4000 00\n3C00 3C00 4000\n"), "v.txt, line 2: the flags column is missing"));
  EXPECT_TRUE(has(said("3C00 3C0G 4000 00\n"), "line 1: operand 2 '3C0G' is no hexadecimal number of 16 bits"));
  EXPECT_TRUE(has(said("13C00 3C00 4000 00\n"), "operand 1 '13C00'"));
  EXPECT_TRUE(has(said("3C00 3C00 4000 00 00\n"), "'00' is one column too many"));
  EXPECT_TRUE(has(said("\n"), "line 1: operand 1 is missing"));
  EXPECT_TRUE(has(said("3C00 3C00 4000 20\n"), "the flags column '20'"));
  EXPECT_TRUE(has(said(std::string(100'000, '0')), "too long"));
  EXPECT_TRUE(has(said(""), "no test vector"));
  EXPECT_TRUE(has(said(std::string("3C00\0 3C00 4000 00\n", 19)), "operand 1"));
}

TEST_F(vectors, unknown_functions_and_files_are_named) {
  EXPECT_TRUE(has(check("f16_ad", "").err, "no function 'f16_ad'; there are FORMAT_OPERATION with add, sub"));
  EXPECT_TRUE(has(check("f17_add", "").err, "no function"));
  EXPECT_TRUE(ends_with(check("i32_to_i64", ""), 2));
  const ended how = verbatim({"vectors", "check", "f16_add", "absent.txt"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "absent.txt cannot be read"));
  EXPECT_TRUE(ends_with(verbatim({"vectors", "look", "f16_add"}), 2));
}

TEST_F(vectors, what_is_emitted_matches) {
  for (const char* function : {"f16_add",      "f16_sub",        "f16_mul",
                               "f16_div",      "f16_rem",        "f16_sqrt",
                               "f16_mulAdd",   "f16_roundToInt", "f16_eq",
                               "f16_le_quiet", "f32_to_f16",     "f64_to_bf16",
                               "f16_to_f32",   "f16_to_i64",     "ui64_to_f16",
                               "bf16_mulAdd",  "e4m3fn_mul",     "f64_to_e5m2",
                               "f16_scalbn",   "f16_next_up",    "bf16_minimum_number"}) {
    for (const char* mode : {"near_even", "minMag"}) {
      const ended emitted = verbatim({"vectors", "emit", function, "--mode", mode, "--count", "2000"});
      ASSERT_TRUE(ends_with(emitted, 0));
      EXPECT_EQ(std::count(emitted.out.begin(), emitted.out.end(), '\n'), 2000);
      EXPECT_TRUE(ends_with(check(function, emitted.out, {"--mode", mode}), 0)) << function;
    }
  }
  const auto emitted = [this](const words& more) {
    words all{"vectors", "emit", "f16_add", "--count", "50"};
    all.insert(all.end(), more.begin(), more.end());
    return verbatim(all).out;
  };
  EXPECT_EQ(emitted({}), emitted({"--seed", "1"}));
  EXPECT_NE(emitted({}), emitted({"--seed", "2"}));
}

TEST_F(vectors, levels_say_how_many) {
  const ended one = verbatim({"vectors", "emit", "f16_mulAdd", "--level", "1"});
  EXPECT_EQ(std::count(one.out.begin(), one.out.end(), '\n'), 46'464);
  EXPECT_TRUE(ends_with(verbatim({"vectors", "emit", "f16_mulAdd", "--level", "3"}), 2));
  EXPECT_TRUE(ends_with(verbatim({"vectors", "emit", "f16_mulAdd", "file"}), 2));
}

}  // namespace
}  // namespace verbatim::testing
