// Stochastic rounding of every binary16 number into every small format, with each n from 1 to 8 and all 2^n random
// values (fp_stochastic_test.cpp takes one n a number).
#include "tests/exhaustive/fp_stochastic.hpp"

namespace verbatim::testing {
namespace {

TEST(fp_stochastic_slow, conversion_from_binary16) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_stochastic_conversions(f, true); });
}

}  // namespace
}  // namespace verbatim::testing
