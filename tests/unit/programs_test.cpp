// The model programs: C++ and Python print the same bytes, and these are the golden ones.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/unit/programs_child.hpp"

namespace {

using verbatim::testing::captured;
using verbatim::testing::has_python3;
using verbatim::testing::shell;
using verbatim::testing::shell_word;

std::string path_of(const std::string& program) { return std::string(VERBATIM_MODELS_DIR) + "/" + program; }

std::string run(const std::string& program, const std::string& environment = "") {
  const captured result = shell(environment + shell_word(path_of(program)));
  EXPECT_EQ(result.exit_code, 0) << program;
  return result.output;
}

class model_program : public ::testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static std::string name() { return GetParam(); }
  [[nodiscard]] static std::string twin() { return name() + ".py"; }
};

TEST_P(model_program, prints_its_golden_file) {
  const std::string golden = std::string(VERBATIM_SOURCE_DIR) + "/golden/" + name() + ".stdout";
  std::ifstream file(golden, std::ios::binary);
  ASSERT_TRUE(file) << "cannot read " << golden;
  EXPECT_EQ(run(name()), std::string(std::istreambuf_iterator<char>(file), {}));
}

TEST_P(model_program, prints_the_same_bytes_in_cpp_and_in_python) {
  if (!has_python3()) {
    GTEST_SKIP() << "python3 is not installed: the second implementation cannot run";
  }
  const std::string printed = run(name());
  EXPECT_FALSE(printed.empty());
  EXPECT_EQ(printed, run(twin()));
}

TEST_P(model_program, prints_canonical_lines) {
  const std::string printed = run(name());
  ASSERT_FALSE(printed.empty());
  EXPECT_EQ(printed.back(), '\n');
  EXPECT_EQ(printed.find("\n\n"), std::string::npos) << "an empty line says nothing";
  EXPECT_EQ(printed.find(" \n"), std::string::npos) << "trailing blank";
  for (const char c : printed) {
    EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)) << static_cast<int>(c);
  }
}

TEST_P(model_program, does_not_follow_the_locale) {
  const std::string printed = run(name());
  for (const char* environment : {"LC_ALL=C ", "LC_ALL=C.UTF-8 ", "LC_ALL=C PYTHONIOENCODING=utf-16 ", "env -i "}) {
    EXPECT_EQ(run(name(), environment), printed) << environment;
    if (has_python3()) {
      EXPECT_EQ(run(twin(), std::string(environment) + "PATH=\"$PATH\" "), printed) << environment;
    }
  }
}

TEST_P(model_program, says_so_when_its_output_is_lost) {
  if (shell("test -c /dev/full").exit_code != 0) {
    GTEST_SKIP() << "there is no /dev/full to write to";
  }
  for (const char* lost : {" 2>&1 >/dev/full", " 2>&1 >&-"}) {
    for (const std::string& program : {name(), twin()}) {
      if (program == twin() && !has_python3()) {
        continue;
      }
      const captured result = shell(shell_word(path_of(program)) + lost);
      EXPECT_EQ(result.exit_code, 3) << program << lost;
      EXPECT_EQ(result.output.rfind("cannot write standard output: ", 0), 0U) << program << lost << result.output;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(all, model_program, ::testing::Values("range", "decay", "boundaries"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(boundaries_program, is_plain_ascii_and_names_its_notation) {
  const std::string printed = run("boundaries");
  for (const char c : printed) {
    ASSERT_LT(static_cast<unsigned char>(c), 0x80);
  }
  const std::string header = printed.substr(0, printed.find('\n'));
  for (const char* word : {"binary16", "0x-hex", "repr"}) {
    EXPECT_NE(header.find(word), std::string::npos) << word;
  }
}

// What the standard says by hand, so that two implementations cannot be wrong together unseen.
TEST(boundaries_program, prints_what_ieee_754_says) {
  const std::string printed = run("boundaries");
  for (const char* line : {
           "round 65504.00000000001 up: 0x7c00 inf infinity flags=overflow,inexact",
           "round 65519.99999999999 ties-even: 0x7bff 65504.0 normal flags=inexact",
           "round 65520.0 ties-even: 0x7c00 inf infinity flags=overflow,inexact",
           "round 65520.0 zero: 0x7bff 65504.0 normal flags=inexact",
           "round 6.103515624999999e-05 ties-even: 0x0400 6.103515625e-05 normal flags=inexact",
           "round 6.103515624999999e-05 zero: 0x03ff 6.097555160522461e-05 subnormal flags=underflow,inexact",
           "round 2.9802322387695312e-08 ties-even: 0x0000 0.0 zero flags=underflow,inexact",
           "round 2.9802322387695312e-08 ties-away: 0x0001 5.960464477539063e-08 subnormal flags=underflow,inexact",
           "round 2.980232238769532e-08 ties-even: 0x0001 5.960464477539063e-08 subnormal flags=underflow,inexact",
       }) {
    EXPECT_NE(printed.find(std::string("\n") + line + "\n"), std::string::npos) << line;
  }
}

}  // namespace
