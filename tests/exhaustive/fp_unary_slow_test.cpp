// fp_unary_test.cpp with every variant of attributes for each input, every format and every NaN profile.
#include "tests/exhaustive/fp_unary.hpp"

namespace verbatim::testing {
namespace {

TEST(fp_unary_slow, square_root_exponent_and_rounding_to_integral) {
  for_each(sixteen_bits, [](const fp::format& f) { check_unary(f, variant_count); });
}

TEST(fp_unary_slow, conversion_to_every_format) {
  for_each(sixteen_bits, [](const fp::format& f) {
    for (const fp::format* to : fp::all_formats) check_conversions(f, *to, variant_count);
  });
}

/// Profiles differ only in what does not fit: one has every variant, the others two each time.
TEST(fp_unary_slow, conversion_to_integers) {
  for_each(sixteen_bits, [](const fp::format& f) {
    for (const fp::nan_profile* profile : fp::nan_profiles::all)
      check_to_integers(f, *profile, profile == &fp::nan_profiles::x86 ? variant_count : 2);
  });
}

}  // namespace
}  // namespace verbatim::testing
