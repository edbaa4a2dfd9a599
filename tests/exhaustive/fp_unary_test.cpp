// binary16 and bfloat16 in models/fp against MPFR: all 65536 inputs of every operation with one operand, to every format
// and integer type, in all deterministic modes. Each input meets one of the 16 variants of attributes here, and converts
// to a third of the formats; fp_unary_slow_test.cpp leaves nothing out.
#include "tests/exhaustive/fp_unary.hpp"

#include "tests/exhaustive/sorted_neighbours.hpp"

namespace verbatim::testing {
namespace {

TEST(fp_unary, square_root_exponent_and_rounding_to_integral) {
  for_each(sixteen_bits, [](const fp::format& f) { check_unary(f, 1); });
}

TEST(fp_unary, conversion_to_every_format) {
  for_each(sixteen_bits, [](const fp::format& f) {
    std::uint64_t first = 0;
    for (const fp::format* to : fp::all_formats) check_conversions(f, *to, 1, first++ % 3, 3);
  });
}

TEST(fp_unary, conversion_to_integers) {
  for_each(sixteen_bits, [](const fp::format& f) { check_to_integers(f, fp::nan_profiles::riscv, 1); });
}

TEST(fp_unary, next_up_and_down_by_sorting) {
  for_each(sixteen_bits, [](const fp::format& f) { check_neighbours(f); });
}

/// What a NaN becomes in every format, with every profile: the others cannot tell profiles apart.
TEST(fp_unary, nan_conversions_with_every_profile) {
  for_each(sixteen_bits, [](const fp::format& f) {
    for (const fp::format* to : fp::all_formats) {
      tally results(1000);
      mpfr_reference oracle(f, *to);
      for (std::uint64_t a = 0; a < all_16_bits && !results.full(); a += fp::is_nan(a, f) ? 1U : 16U) {
        oracle.convert(a);
        for (const fp::nan_profile* profile : fp::nan_profiles::all) {
          fp::attributes how;
          how.nans = profile;
          results.expect(fp::convert(a, f, *to, how), oracle.rounded(how), "convert", f, *to, {a}, how);
        }
      }
    }
  });
}

}  // namespace
}  // namespace verbatim::testing
