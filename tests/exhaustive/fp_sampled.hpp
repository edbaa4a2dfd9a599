// Boundary-biased samples of the formats too large to go through, against MPFR: one function for the quick tests and the
// slow ones. Operands come from models/fp/boundary.hpp and a fixed seed that a failure prints.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "models/fp/boundary.hpp"
#include "tests/exhaustive/operation_checks.hpp"

namespace verbatim::testing {

inline constexpr const fp::format* sampled_formats[] = {&fp::binary16, &fp::bfloat16, &fp::tf32, &fp::binary32,
                                                        &fp::binary64};

inline std::string seed_text(std::uint64_t seed) { return "seed " + std::to_string(seed); }

/// `count` pairs or triples of `f` through an operation, each in all deterministic modes and one variant; the result in
/// `to`.
inline std::uint64_t sample_operation(std::string_view name, const fp::format& f, const fp::format& to,
                                      std::uint64_t count, std::uint64_t seed) {
  SCOPED_TRACE(seed_text(seed));
  tally results(count * 6);
  operation_checks checks(f, to, results, variants(1));
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < count && !checks.full(); ++i) {
    if (name == "fma") {
      const std::array<std::uint64_t, 3> x = fp::boundary::triple(random, f);
      checks.rounded(name, x[0], x[1], x[2]);
      continue;
    }
    const std::uint64_t a = fp::boundary::value(random, f);
    std::uint64_t b = fp::boundary::partner(random, a, f);
    if (name == "scalbn") b = random() % 8 == 0 ? random() : random() % 4400 - 2200;
    checks.rounded(name, a, b);
  }
  return results.checked();
}

inline std::uint64_t sample_comparisons(const fp::format& f, std::uint64_t count, std::uint64_t seed) {
  SCOPED_TRACE(seed_text(seed));
  tally results(count * 30);
  operation_checks checks(f, f, results, variants(1));
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < count && !checks.full(); ++i) {
    const std::uint64_t a = fp::boundary::value(random, f);
    const std::uint64_t b = fp::boundary::partner(random, a, f);
    checks.predicates(a, b);
    checks.selections(a, b);
  }
  return results.checked();
}

inline std::uint64_t sample_conversions(const fp::format& from, const fp::format& to, std::uint64_t count,
                                        std::uint64_t seed) {
  SCOPED_TRACE(seed_text(seed));
  tally results(count * 6);
  operation_checks checks(from, to, results, variants(1));
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < count && !checks.full(); ++i)
    checks.rounded("convert", fp::boundary::hard_to_round(random, from, to));
  return results.checked();
}

/// To and from integers, and to integers of the same format.
inline std::uint64_t sample_integers(const fp::format& f, std::uint64_t count, std::uint64_t seed) {
  SCOPED_TRACE(seed_text(seed));
  tally results(count * 6);
  operation_checks checks(f, f, results, variants(1));
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < count && !checks.full(); ++i) {
    std::uint64_t a = fp::boundary::value(random, f);
    if (random() % 2 == 0) {
      // Around one to past 2^64, where integers end.
      const auto places = static_cast<std::uint64_t>(f.bias) + random() % 68 - 2;
      const std::uint64_t top = (std::uint64_t{1} << f.exponent_bits) - 1;
      const std::uint64_t sign = random() % 2 == 0 ? f.sign_mask() : 0;
      a = sign | (places & top) << f.fraction_bits() | fp::boundary::significand_pattern(random, f.fraction_bits());
    }
    checks.to_integers(a, *fp::nan_profiles::all[random() % std::size(fp::nan_profiles::all)]);
    checks.integral(a);
    const std::uint64_t pattern = fp::boundary::significand_pattern(random, 64);
    const std::uint64_t whole = pattern >> (random() % 64);
    checks.from_integers(random() % 2 == 0 ? whole : 0 - whole);
  }
  return results.checked();
}

}  // namespace verbatim::testing
