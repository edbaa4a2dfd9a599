// fp_small_formats_test.cpp with all 16 variants of attributes for every pair, and fma over every triple.
#include "tests/exhaustive/fp_small_formats.hpp"

namespace verbatim::testing {
namespace {

TEST(fp_small_formats_slow, pairs_in_every_variant) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    for (const std::string_view name : {"add", "sub", "mul", "div", "rem"}) check_pairs(f, name, variant_count);
  });
}

TEST(fp_small_formats_slow, operations_with_one_operand_in_every_variant) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    tally results(encodings(f) * 6 * 16 * 8);
    operation_checks checks(f, f, results, variants(variant_count));
    for (std::uint64_t a = 0; a < encodings(f) && !checks.full(); ++a) {
      for (const std::string_view name : {"sqrt", "logb"}) checks.rounded(name, a);
      checks.integral(a);
      for (const fp::nan_profile* profile : fp::nan_profiles::all) checks.to_integers(a, *profile);
    }
  });
}

TEST(fp_small_formats_slow, fma_at_the_boundaries_in_every_variant) {
  for_each(formats_up_to(8),
           [](const fp::format& f) { check_triples(f, boundaries(f), f.width() <= 6 ? variant_count : 4); });
}

TEST(fp_small_formats_slow, fma_of_every_triple) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_triples(f, all_encodings(f), 1); });
}

}  // namespace
}  // namespace verbatim::testing
