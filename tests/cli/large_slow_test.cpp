// Output and manifests larger than anybody should have.
#include <algorithm>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

constexpr const char* gibibyte = "1073741824";
constexpr const char* room = "max_output_bytes = 2000000000\ntimeout_s = 600\nreruns = 2";

class large : public cli {
 protected:
  static constexpr long most_kib = 16L * 1024L;
};

TEST_F(large, a_gibibyte_in_one_line_is_hashed_in_16_mb) {
  manifest(misbehaving("a", {"long-line", gibibyte}, std::string("hash_only = true\n") + room));
  const ended accept = verbatim({"accept"});
  EXPECT_TRUE(ends_with(accept, 0));
  const ended check = verbatim({"check"});
  EXPECT_TRUE(ends_with(check, 0));
  if (!sanitized) {
    EXPECT_LT(accept.peak_kib, most_kib);
    EXPECT_LT(check.peak_kib, most_kib);
  }
}

TEST_F(large, a_gibibyte_that_equals_its_golden_is_compared_in_16_mb) {
  const fs::space_info space = fs::space(golden());
  if (space.available < 3ULL << 30) GTEST_SKIP() << "too little room on the disk";
  manifest(misbehaving("a", {"bytes", gibibyte}, room));
  ASSERT_TRUE(ends_with(shell("'" VERBATIM_MISBEHAVE "' bytes 1073741824 > golden/a.stdout"), 0));
  const ended check = verbatim({"check"});
  EXPECT_TRUE(ends_with(check, 0));
  if (!sanitized) {
    EXPECT_LT(check.peak_kib, most_kib);
  }
}

TEST_F(large, ten_thousand_models_are_checked) {
  std::string text = "[defaults]\nreruns = 1\n";
  for (int i = 0; i < 10'000; ++i) text += model("m" + std::to_string(i), {"echo", std::to_string(i)});
  manifest(text);
  ASSERT_TRUE(ends_with(shell("cd golden && i=0; while [ $i -lt 10000 ]; do echo $i > m$i.stdout; i=$((i+1)); done; "
                              "find . -name '*.stdout' -printf '%f\\0' | xargs -0 sha256sum > SHA256SUMS"),
                        0));
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_TRUE(has(how.out, "10000 models: 10000 match\n"));
  write_file(golden("m7777.stdout"), "7776\n");
  EXPECT_TRUE(ends_with(verbatim({"check", "-q"}), 1));
}

TEST_F(large, two_thousand_models_are_accepted) {
  std::string text = "[defaults]\nreruns = 1\n";
  for (int i = 0; i < 2'000; ++i) text += model("m" + std::to_string(i), {"echo", std::to_string(i)});
  manifest(text);
  EXPECT_TRUE(ends_with(shell("ulimit -n 1024; '" VERBATIM_PROGRAM "' accept"), 0));
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(large, ten_mb_of_models_are_read) {
  std::string text;
  for (int i = 0; text.size() < 10'000'000; ++i)
    text += model("m" + std::to_string(i), {"echo", std::string(60, 'x')}, "tags = [\"a\", \"b\"]");
  manifest(text);
  const ended list = verbatim({"list"});
  EXPECT_TRUE(ends_with(list, 0));
  EXPECT_TRUE(ends_with(verbatim({"accept", "m3"}), 0));
  EXPECT_EQ(verdicts({"m3"}), "m3 match → 0");
}

}  // namespace
}  // namespace verbatim::testing
