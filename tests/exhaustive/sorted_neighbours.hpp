// nextUp and nextDown (IEEE 754-2019 clause 5.3.1) by their definition: all numbers of a format, sorted.
#pragma once

#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>

#include "models/fp/neighbours.hpp"
#include "tests/exhaustive/checks.hpp"
#include "tests/exhaustive/reference.hpp"

namespace verbatim::testing {

/// For formats whose numbers a double holds and a map too. Both zeros are one place; nextUp of the negative smallest
/// number is -0 where there is one (clause 5.3.1), nextDown of the positive smallest +0.
inline void check_neighbours(const fp::format& f) {
  const grid limits(f);
  const std::uint64_t end = limits.sign != 0 ? 2 * limits.sign : limits.sizes + 1;
  std::map<double, std::uint64_t> numbers;
  datum x;
  const auto value = [&x] {
    if (x.kind == datum_kind::zero) return 0.0;
    if (x.kind == datum_kind::infinity) return x.negative ? -HUGE_VAL : HUGE_VAL;
    return mpfr_get_d(x.value.get(), MPFR_RNDN);
  };
  for (std::uint64_t bits = end; bits-- > 0;) {
    decode(x, bits, limits, false);
    if (x.kind != datum_kind::nan) numbers[value()] = bits;  // of both zeros, +0 comes last
  }
  // Past the last number of a format without infinity comes its NaN, and where there is none nothing.
  const bool nan_follows = limits.infinity == 0 && f.nans != fp::nan_encoding::none;
  const std::uint64_t nan = f.nans == fp::nan_encoding::negative_zero ? limits.sign : limits.sizes;
  tally results(2 * end);
  for (std::uint64_t bits = 0; bits < end && !results.full(); ++bits) {
    decode(x, bits, limits, false);
    std::uint64_t up = bits;
    std::uint64_t down = bits;
    if (x.kind == datum_kind::nan) {
      if (x.signaling) up = down = bits | std::uint64_t{1} << (limits.fraction_bits - 1);
    } else {
      const auto at = numbers.find(value());
      if (std::next(at) != numbers.end()) {
        up = std::next(at)->second;
        if (up == 0 && x.negative && f.signed_zero) up = limits.sign;
      } else if (nan_follows) {
        up = nan;
      }
      if (at != numbers.begin()) {
        down = std::prev(at)->second;
      } else if (nan_follows && f.is_signed) {
        down = nan | limits.sign;
      }
    }
    results.expect({fp::next_up(bits, f), fp::flags::none}, {up, fp::flags::none}, "next-up", f, f, {bits}, {});
    results.expect({fp::next_down(bits, f), fp::flags::none}, {down, fp::flags::none}, "next-down", f, f, {bits}, {});
  }
}

}  // namespace verbatim::testing
