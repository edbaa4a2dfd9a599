// The number formats of models/canonical: repr against texts that Python itself printed, and by example.
#include "models/canonical/number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "models/fp/format.hpp"
#include "tests/unit/programs_child.hpp"

namespace {

using verbatim::canonical::hex_bits;
using verbatim::canonical::repr;
namespace fp = verbatim::fp;

TEST(canonical_repr, lays_out_as_python_does) {
  EXPECT_EQ(repr(0.0), "0.0");
  EXPECT_EQ(repr(-0.0), "-0.0");
  EXPECT_EQ(repr(1.0), "1.0");
  EXPECT_EQ(repr(-2.5), "-2.5");
  EXPECT_EQ(repr(65504.0), "65504.0");
  EXPECT_EQ(repr(2097152000.0), "2097152000.0");
  EXPECT_EQ(repr(0.1), "0.1");
  EXPECT_EQ(repr(0.0001), "0.0001");
  EXPECT_EQ(repr(0.00001), "1e-05");
  EXPECT_EQ(repr(0x1p-14), "6.103515625e-05");
  EXPECT_EQ(repr(0x1p-32), "2.3283064365386963e-10");
  EXPECT_EQ(repr(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(repr(1e16), "1e+16");
  EXPECT_EQ(repr(1e22), "1e+22");
  EXPECT_EQ(repr(1e100), "1e+100");
  EXPECT_EQ(repr(-1.7976931348623157e308), "-1.7976931348623157e+308");
  EXPECT_EQ(repr(5e-324), "5e-324");
}

TEST(canonical_repr, names_what_is_no_number) {
  using limits = std::numeric_limits<double>;
  EXPECT_EQ(repr(limits::infinity()), "inf");
  EXPECT_EQ(repr(-limits::infinity()), "-inf");
  EXPECT_EQ(repr(limits::quiet_NaN()), "nan");
  EXPECT_EQ(repr(-limits::quiet_NaN()), "nan");
  EXPECT_EQ(repr(0x7ff0000000000001, fp::binary64), "nan");
}

TEST(canonical_repr, takes_the_bits_of_any_format) {
  EXPECT_EQ(repr(0x7bff, fp::binary16), "65504.0");
  EXPECT_EQ(repr(0x8001, fp::binary16), "-5.960464477539063e-08");
  EXPECT_EQ(repr(0xfc00, fp::binary16), "-inf");
  EXPECT_EQ(repr(0x7fc1, fp::bfloat16), "nan");
  EXPECT_EQ(repr(0x7f7f, fp::bfloat16), "3.3895313892515355e+38");
  EXPECT_EQ(repr(0x3dcccccd, fp::binary32), "0.10000000149011612");
}

TEST(canonical_hex_bits, pads_to_the_width_of_the_format) {
  EXPECT_EQ(hex_bits(0, fp::binary16), "0x0000");
  EXPECT_EQ(hex_bits(0x3ff, fp::binary16), "0x03ff");
  EXPECT_EQ(hex_bits(0xff80, fp::bfloat16), "0xff80");
  EXPECT_EQ(hex_bits(0xabcdef, fp::binary32), "0x00abcdef");
  EXPECT_EQ(hex_bits(0xfedcba9876543210, fp::binary64), "0xfedcba9876543210");
}

// The texts come from python3 at test time. The seed is fixed and printed, so a failure can be repeated by hand.
TEST(canonical_repr, equals_the_text_of_python3_for_100000_values_and_more) {
  if (!verbatim::testing::has_python3()) {
    GTEST_SKIP() << "python3 is not installed: nothing independent to compare with";
  }
  const std::string command = "python3 -I " +
                              verbatim::testing::shell_word(VERBATIM_SOURCE_DIR "/tests/unit/canonical_repr_cases.py") +
                              " 20191985 60000";
  SCOPED_TRACE(command);
  const verbatim::testing::captured cases = verbatim::testing::shell(command);
  ASSERT_EQ(cases.exit_code, 0);

  std::size_t checked = 0;
  std::size_t wrong = 0;
  std::string_view rest = cases.output;
  for (std::size_t end = 0; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1)) {
    const std::string_view line = rest.substr(0, end);
    std::uint64_t bits = 0;
    ASSERT_EQ(std::from_chars(line.data(), line.data() + 16, bits, 16).ptr, line.data() + 16) << line;
    const std::string text = repr(std::bit_cast<double>(bits));
    if (text != line.substr(17)) {
      ASSERT_LT(++wrong, 20U) << "and more";
      ADD_FAILURE() << "bits " << line.substr(0, 16) << ": Python prints " << line.substr(17) << ", repr " << text;
    }
    ++checked;
  }
  EXPECT_TRUE(rest.empty()) << "the last line has no line end";
  EXPECT_GE(checked, 100'000U);
  RecordProperty("values", static_cast<int>(checked));
}

}  // namespace
