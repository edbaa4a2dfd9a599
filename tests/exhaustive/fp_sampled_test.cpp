// Binary operations, fma and conversions of binary16, bfloat16, tf32, binary32 and binary64 against MPFR on
// boundary-biased samples. fp_sampled_slow_test.cpp does the same a thousand times as long.
#include "tests/exhaustive/fp_sampled.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint64_t seed = 7542019;
constexpr std::uint64_t count = 7'000;

TEST(fp_sampled, add) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("add", f, f, count, seed); });
}
TEST(fp_sampled, sub) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("sub", f, f, count, seed); });
}
TEST(fp_sampled, mul) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("mul", f, f, count, seed); });
}
TEST(fp_sampled, div) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("div", f, f, count, seed); });
}
TEST(fp_sampled, rem) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("rem", f, f, count, seed); });
}
TEST(fp_sampled, fma) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("fma", f, f, count, seed); });
}
TEST(fp_sampled, sqrt) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("sqrt", f, f, count, seed); });
}
TEST(fp_sampled, logb) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("logb", f, f, count, seed); });
}
TEST(fp_sampled, scale_b) {
  for_each(sampled_formats, [](const fp::format& f) { sample_operation("scalbn", f, f, count, seed); });
}
TEST(fp_sampled, comparisons) {
  for_each(sampled_formats, [](const fp::format& f) { sample_comparisons(f, count, seed); });
}
TEST(fp_sampled, integers) {
  for_each(sampled_formats, [](const fp::format& f) { sample_integers(f, count / 4, seed); });
}

TEST(fp_sampled, conversions) {
  for_each(sampled_formats, [](const fp::format& f) {
    for (const fp::format* to : fp::all_formats) sample_conversions(f, *to, count / 4, seed);
  });
}

// Clause 5.4.1's formatOf operations: one rounding into a format that is not the operands', wider or narrower.
TEST(fp_sampled, results_in_another_format) {
  for_each(sampled_formats, [](const fp::format& f) {
    for (const fp::format* to : fp::all_formats)
      for (const std::string_view name : {"add", "sub", "mul", "div", "sqrt", "fma"})
        sample_operation(name, f, *to, count / 40, seed);
  });
}

TEST(fp_sampled_small, results_in_another_format) {
  for (const fp::format* from : formats_up_to(8))
    for (const fp::format* to : fp::all_formats)
      for (const std::string_view name : {"add", "sub", "mul", "div", "sqrt", "fma"})
        sample_operation(name, *from, *to, count / 40, seed);
}

}  // namespace
}  // namespace verbatim::testing
