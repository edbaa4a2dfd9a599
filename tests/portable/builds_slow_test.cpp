// The floating-point model gives the same bits by every compiler, at every level of optimisation, on every processor;
// and those of Arm's half-precision instructions. Other processors are emulated by QEMU where it is installed.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/portable/portable_program.hpp"

namespace verbatim::testing {
namespace {

struct build {
  const char* name;
  const char* compiler;
  const char* options;
  const char* emulator;  ///< empty where the program runs on this machine

  friend std::ostream& operator<<(std::ostream& out, const build& one) {
    return out << one.compiler << ' ' << one.options;
  }
};

constexpr build builds[] = {
    {"gcc_O0", "g++", "-O0", ""},
    {"gcc_O3", "g++", "-O3", ""},
    {"gcc_Ofast", "g++", "-Ofast", ""},
    {"gcc_O3_native", "g++", "-O3 -march=native", ""},
    {"clang_O0", "clang++-19", "-O0", ""},
    {"clang_O3", "clang++-19", "-O3", ""},
    {"clang_Ofast", "clang++-19", "-O3 -ffast-math", ""},
    {"clang_O3_native", "clang++-19", "-O3 -march=native", ""},
    {"aarch64", "aarch64-linux-gnu-g++", "-O1 -static", "qemu-aarch64 -cpu max"},
    {"s390x_big_endian", "s390x-linux-gnu-g++", "-O1 -static", "qemu-s390x"},
};

class fp_table_build : public ::testing::TestWithParam<build> {};

TEST_P(fp_table_build, says_the_same) {
  const build& one = GetParam();
  for (const std::string tool : {one.compiler, one.emulator}) {
    if (!tool.empty() && !has_tool(tool)) GTEST_SKIP() << tool << " is not installed";
  }
  expect_is_a_table(reference());
  build_folder folder;
  const std::string program = folder.build("fp_table.cpp", one.compiler, one.options);
  ASSERT_FALSE(program.empty());
  const captured result = shell(std::string(one.emulator) + " " + shell_word(program));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, reference().output);
#if defined(__x86_64__)
  if (*one.emulator == '\0') {
    for (const std::string control : {"0xffc0", "0x0000"}) {  // toward zero, FTZ and DAZ; traps
      EXPECT_EQ(shell(shell_word(program) + " --mxcsr " + control).output, reference().output) << control;
    }
  }
#endif
}

INSTANTIATE_TEST_SUITE_P(every, fp_table_build, ::testing::ValuesIn(builds),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(arm_half, instructions_and_model_agree) {
#if defined(__aarch64__)
  const std::string compiler = "g++";
  const std::string emulator;
#else
  const std::string compiler = "aarch64-linux-gnu-g++";
  const std::string emulator = "qemu-aarch64 -cpu max";
#endif
  for (const std::string& tool : {compiler, emulator}) {
    if (!tool.empty() && !has_tool(tool)) GTEST_SKIP() << tool << " is not installed";
  }
  build_folder folder;
  const std::string program =
      folder.build("arm_half.cpp", compiler, "-O2 -static -march=armv8.2-a+fp16 -ffp-contract=off");
  ASSERT_FALSE(program.empty());
  const captured result = shell(emulator + " " + shell_word(program) + " 2>&1");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_NE(result.output.find("fma "), std::string::npos) << result.output;
}

}  // namespace
}  // namespace verbatim::testing
