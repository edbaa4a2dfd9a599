// All 65536 inputs of the 16-bit formats through what takes one operand, against MPFR.
#pragma once

#include <cstdint>

#include "tests/exhaustive/operation_checks.hpp"

namespace verbatim::testing {

inline constexpr std::uint64_t all_16_bits = 0x10000;
inline constexpr const fp::format* sixteen_bits[] = {&fp::binary16, &fp::bfloat16};

inline void check_unary(const fp::format& f, unsigned each_time) {
  tally results(all_16_bits * each_time * 6 * 3);
  operation_checks checks(f, f, results, variants(each_time));
  for (const std::string_view name : {"sqrt", "logb"})
    for (std::uint64_t a = 0; a < all_16_bits && !checks.full(); ++a) checks.rounded(name, a);
  for (std::uint64_t a = 0; a < all_16_bits && !checks.full(); ++a) checks.integral(a);
}

/// All inputs, or with `stride` those that `first` and it pick.
inline void check_conversions(const fp::format& f, const fp::format& to, unsigned each_time, std::uint64_t first = 0,
                              std::uint64_t stride = 1) {
  tally results(all_16_bits / stride * each_time * 6);
  operation_checks checks(f, to, results, variants(each_time));
  for (std::uint64_t a = first; a < all_16_bits && !checks.full(); a += stride) checks.rounded("convert", a);
}

inline void check_to_integers(const fp::format& f, const fp::nan_profile& profile, unsigned each_time) {
  tally results(all_16_bits * each_time * 6 * 3);
  operation_checks checks(f, f, results, variants(each_time));
  for (std::uint64_t a = 0; a < all_16_bits && !checks.full(); ++a) checks.to_integers(a, profile);
}

}  // namespace verbatim::testing
