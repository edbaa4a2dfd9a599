// The floating-point model gives the same bits whatever the processor's control register says.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/portable/portable_program.hpp"

namespace verbatim::testing {
namespace {

struct control_case {
  const char* name;
  const char* value;  ///< of x86's MXCSR

  friend std::ostream& operator<<(std::ostream& out, const control_case& one) { return out << one.value; }
};

// All exceptions masked, 0x1f80, and FTZ | DAZ, 0x8040, with each rounding mode; and nothing masked at all, so that the
// first floating-point instruction to meet an inexact result would end the program.
constexpr control_case controls[] = {
    {"nearest", "0x1f80"},     {"nearest_flushing", "0x9fc0"},     {"down_flushing", "0xbfc0"},
    {"up_flushing", "0xdfc0"}, {"toward_zero_flushing", "0xffc0"}, {"traps", "0x0000"}};

class fp_table : public ::testing::TestWithParam<control_case> {};

TEST_P(fp_table, does_not_follow_the_control_register) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "MXCSR is a register of x86";
#endif
  expect_is_a_table(reference());
  const captured result = shell(built_table() + " --mxcsr " + GetParam().value);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, reference().output);
}

INSTANTIATE_TEST_SUITE_P(mxcsr, fp_table, ::testing::ValuesIn(controls),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(fp_table_program, refuses_other_arguments) {
  for (const std::string arguments : {"--mxcsr", "--mxcsr ''", "--mxcsr 0x10000", "--mxcsr x", "other"}) {
    const captured result = shell(built_table() + " " + arguments + " 2>&1");
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.output.find("usage: fp_table"), 0U) << arguments << ": " << result.output;
  }
}

}  // namespace
}  // namespace verbatim::testing
