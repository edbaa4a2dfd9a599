// Every pair of encodings of every format of 8 bits or fewer, and triples for fma, against MPFR.
//
// The quick tests and the slow ones differ in how many variants of attributes each pair meets and in the addends.
#pragma once

#include <cstdint>
#include <set>

#include "tests/exhaustive/operation_checks.hpp"

namespace verbatim::testing {

inline std::uint64_t encodings(const fp::format& f) { return std::uint64_t{1} << f.width(); }

inline void check_pairs(const fp::format& f, std::string_view operation, unsigned each_time) {
  tally results(encodings(f) * encodings(f) * 6 * each_time);
  operation_checks checks(f, f, results, variants(each_time));
  for (std::uint64_t a = 0; a < encodings(f) && !checks.full(); ++a)
    for (std::uint64_t b = 0; b < encodings(f); ++b) checks.rounded(operation, a, b);
}

/// The encodings at which something changes: around zero, the smallest normal number, one, the largest, infinity, NaN.
inline std::set<std::uint64_t> boundaries(const fp::format& f) {
  std::set<std::uint64_t> found;
  const std::uint64_t one = static_cast<std::uint64_t>(f.bias) << f.fraction_bits();
  for (const std::uint64_t centre :
       {std::uint64_t{0}, f.smallest_normal(), one, f.largest_finite(), f.magnitude_mask()}) {
    for (const std::uint64_t step : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}}) {
      found.insert((centre + step) & f.magnitude_mask());
      found.insert(((centre + step) & f.magnitude_mask()) | f.sign_mask());
    }
  }
  return found;
}

inline void check_triples(const fp::format& f, const std::set<std::uint64_t>& addends, unsigned each_time) {
  tally results(encodings(f) * encodings(f) * addends.size() * 6 * each_time);
  operation_checks checks(f, f, results, variants(each_time));
  for (std::uint64_t a = 0; a < encodings(f) && !checks.full(); ++a)
    for (std::uint64_t b = 0; b < encodings(f); ++b)
      for (const std::uint64_t c : addends) checks.rounded("fma", a, b, c);
}

inline std::set<std::uint64_t> all_encodings(const fp::format& f) {
  std::set<std::uint64_t> found;
  for (std::uint64_t bits = 0; bits < encodings(f); ++bits) found.insert(found.end(), bits);
  return found;
}

}  // namespace verbatim::testing
