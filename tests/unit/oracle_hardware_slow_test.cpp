// The binary64 oracle's fma against the scalar model over many more triples than the fast test has.
#include "harness/oracle/built_in.hpp"
#include "tests/unit/oracle_hardware_support.hpp"

namespace oracle_test {
namespace {

TEST(oracle_hardware_slow, binary64_fma_equals_the_model_in_six_modes) {
  const oracle::implementation& one = oracle::binary64_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  EXPECT_EQ(expect_equals_model_in_every_mode(one, "f16_mulAdd", std::size_t{1} << 22), 6);
}

}  // namespace
}  // namespace oracle_test
