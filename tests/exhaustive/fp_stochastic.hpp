// Counting what stochastic rounding does over all random values, for the quick test and the slow one.
//
// Croci et al., "Stochastic rounding: implementation, error analysis and applications" (2022): with n random bits the
// probability is the fraction taken down to n digits, of which a result of precision p uses 61 - p (rounding.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "tests/exhaustive/checks.hpp"
#include "tests/exhaustive/reference.hpp"

namespace verbatim::testing {

/// Calls the model with all random values of `count` bits and compares each outcome; what the oracle rounds with the same
/// bits is right by its own count below.
class stochastic_checks {
 public:
  explicit stochastic_checks(tally& results) : results_(results) {}

  template <class Model>
  void all_random_values(const mpfr_reference& oracle, const answer& want, int count, std::string_view name,
                         std::initializer_list<std::uint64_t> operands, const Model& model) {
    fp::attributes how = fp::rounding::stochastic;
    how.random.count = count;
    const std::uint64_t values = std::uint64_t{1} << count;
    const std::uint64_t toward = oracle.rounded(want, fp::rounding::toward_zero).bits;
    std::uint64_t away = 0;
    for (how.random.bits = 0; how.random.bits < values; ++how.random.bits) {
      const fp::outcome got = model(how);
      results_.expect(got, oracle.rounded(want, how), name, *oracle.from().format, *oracle.to().format, operands, how);
      away += got.bits != toward ? 1 : 0;
    }
    if (want.what != answer::kind::number || want.negative || want.exponent < oracle.to().lowest_exponent) return;
    const bool rounds_in_range = toward != oracle.to().largest;
    const int used = std::min(count, 60 - oracle.to().fraction_bits);
    const std::uint64_t expected = want.place.fraction >> (63 - used) << (count - used);
    if (rounds_in_range && away != expected && ++wrong_ <= 8)
      ADD_FAILURE() << name << " " << hex(*operands.begin()) << " " << oracle.from().format->name << " -> "
                    << oracle.to().format->name << ": away " << away << " times of " << values << ", expected "
                    << expected;
  }

 private:
  tally& results_;
  int wrong_ = 0;
};

/// All binary16 numbers into `to` with n of 1 to 8 random bits: with every n, or with one for each number.
inline void check_stochastic_conversions(const fp::format& to, bool every_count) {
  tally results(0x10000);
  stochastic_checks checks(results);
  mpfr_reference oracle(fp::binary16, to);
  for (std::uint64_t a = 0; a < 0x10000 && !results.full(); ++a) {
    for (int count = 1; count <= 8; ++count) {
      // 2^n calls each: the larger n for fewer numbers.
      const bool chosen = static_cast<int>(1 + (a ^ a >> 3 ^ a >> 7) % 8) == count && (count <= 4 || a % 4 == 0);
      if (!every_count && !chosen) continue;
      checks.all_random_values(oracle, oracle.convert(a), count, "convert", {a},
                               [&](const fp::attributes& how) { return fp::convert(a, fp::binary16, to, how); });
    }
  }
}

}  // namespace verbatim::testing
