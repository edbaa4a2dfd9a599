// Stochastic rounding in models/fp, counted: over all 2^n random values the result goes away from zero exactly
// floor(fraction × 2^n) times, to a neighbour only, and what needs no rounding stays. Where it goes, MPFR says. Past the
// largest finite number there is infinity, or what stands for it, in every case.
#include "tests/exhaustive/fp_stochastic.hpp"

#include <array>
#include <random>

#include "models/fp/boundary.hpp"
#include "models/fp/parse.hpp"

namespace verbatim::testing {
namespace {

/// Every binary16 number, NaN and infinity; subnormal results and overflow among them.
TEST(fp_stochastic, conversion_from_binary16) {
  for_each(formats_up_to(8), [](const fp::format& f) { check_stochastic_conversions(f, false); });
}

/// Sums, products, quotients, roots and fused operations have more digits below than conversions.
TEST(fp_stochastic, arithmetic) {
  for_each(formats_up_to(8), [](const fp::format& f) {
    tally results(1000);
    stochastic_checks checks(results);
    mpfr_reference oracle(f, f);
    std::mt19937_64 random(8);
    for (int i = 0; i < 400 && !results.full(); ++i) {
      const std::array<std::uint64_t, 3> x = fp::boundary::triple(random, f);
      const int count = 1 + i % 8;
      const auto check = [&](const answer& want, std::string_view name) {
        const fp::operation& operation = *fp::find_operation(name);
        checks.all_random_values(oracle, want, count, name, {x[0], x[1], x[2]},
                                 [&](const fp::attributes& how) { return operation.evaluate(x, f, f, how); });
      };
      check(oracle.add(x[0], x[1]), "add");
      check(oracle.multiply(x[0], x[1]), "mul");
      check(oracle.divide(x[0], x[1]), "div");
      check(oracle.square_root(x[0]), "sqrt");
      check(oracle.fma(x[0], x[1], x[2]), "fma");
    }
  });
}

/// Up to 63 random bits: random values at the two where the outcome changes, and its neighbours.
TEST(fp_stochastic_wide, outcome_changes_at_one_random_value) {
  tally results(10'000);
  std::mt19937_64 random(63);
  for (const fp::format* f : {&fp::binary16, &fp::binary32, &fp::binary64}) {
    mpfr_reference oracle(*f, *f);
    for (int i = 0; i < 4'000 && !results.full(); ++i) {
      const std::array<std::uint64_t, 3> x = fp::boundary::triple(random, *f);
      const int count = 1 + static_cast<int>(random() % 63);
      const auto check = [&](const answer& want, std::string_view name) {
        const fp::operation& operation = *fp::find_operation(name);
        fp::attributes how = fp::rounding::stochastic;
        how.random.count = count;
        const int used = std::min(count, 61 - f->significand_bits);
        const std::uint64_t known = want.place.fraction >> (63 - used) << (count - used);
        const std::uint64_t first_away = (std::uint64_t{1} << count) - known;
        for (const std::uint64_t step : {~std::uint64_t{0}, std::uint64_t{0}}) {
          how.random.bits = (first_away + step) & ((std::uint64_t{1} << count) - 1);
          results.expect(operation.evaluate(x, *f, *f, how), oracle.rounded(want, how), name, *f, *f,
                         {x[0], x[1], x[2]}, how);
        }
      };
      check(oracle.add(x[0], x[1]), "add");
      check(oracle.multiply(x[0], x[1]), "mul");
      check(oracle.divide(x[0], x[1]), "div");
      check(oracle.square_root(x[0]), "sqrt");
      check(oracle.fma(x[0], x[1], x[2]), "fma");
    }
  }
}

TEST(fp_stochastic_text, decimal_fraction_has_its_probability) {
  tally results(1000);
  mpfr_reference oracle(fp::binary16, fp::binary16);
  mpfr_reference wide(fp::binary64, fp::binary64);
  stochastic_checks checks(results);
  for (const char* text : {"0.1", "-0.3", "3.14159", "1e-7", "65519", "65510", "1.00048828125", "123.456"}) {
    checks.all_random_values(oracle, oracle.read(text), 8, text, {0},
                             [&](const fp::attributes& how) { return fp::parse(text, fp::binary16, how).result; });
    checks.all_random_values(wide, wide.read(text), 12, text, {0},
                             [&](const fp::attributes& how) { return fp::parse(text, fp::binary64, how).result; });
  }
}

}  // namespace
}  // namespace verbatim::testing
