// Integers of 128 bits where 64 do not hold a product, and their way back to an `exact`.
#pragma once

#include <bit>
#include <cstdint>

#include "models/fp/pack.hpp"

namespace verbatim::fp {

__extension__ typedef unsigned __int128 uint128;

template <class Unsigned>
VERBATIM_FP_INLINE int bit_width(Unsigned value) {
  if constexpr (sizeof(Unsigned) == 16) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                     : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
  } else {
    return static_cast<int>(std::bit_width(value));
  }
}

/// As `exact`, with a wider significand.
template <class Unsigned>
struct wide_exact {
  bool negative;
  Unsigned significand;
  int exponent;
  bool sticky = false;
};

/// Keeps the top 64 bits; the rest becomes sticky.
template <class Unsigned>
VERBATIM_FP_INLINE exact narrow(const wide_exact<Unsigned>& value) {
  if constexpr (sizeof(Unsigned) == 16) {
    const int over = bit_width(value.significand) - 64;
    const int spare = over > 0 ? over : 0;
    const bool lost = (value.significand & ((Unsigned{1} << spare) - 1)) != 0;
    return {value.negative, static_cast<std::uint64_t>(value.significand >> spare), value.exponent + spare,
            value.sticky || lost};
  }
  return {value.negative, static_cast<std::uint64_t>(value.significand), value.exponent, value.sticky};
}

}  // namespace verbatim::fp
