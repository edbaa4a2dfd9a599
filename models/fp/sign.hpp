// Operations on the sign bit alone: they never quiet a NaN and signal nothing.
//
// IEEE 754-2019 clause 5.5.1 (negate, abs, copySign). Where an encoding has no other sign (zero and NaN of the fnuz
// formats, every number of e8m0fnu) it stays as it is. Precondition: bits have no bit above f.width().
#pragma once

#include <cstdint>

#include "models/fp/steps.hpp"

namespace verbatim::fp {

/// Whether the sign bit of this encoding can change without making it something else.
VERBATIM_FP_INLINE bool has_both_signs(std::uint64_t bits, const format& f) {
  return f.is_signed && (f.signed_zero || magnitude(bits, f) != 0);
}

template <class Steps = steps>
[[nodiscard]] constexpr std::uint64_t negate(std::uint64_t bits, const format& f) {
  return has_both_signs(bits, f) ? Steps::negated(bits, f) : bits;
}

[[nodiscard]] constexpr std::uint64_t absolute(std::uint64_t bits, const format& f) {
  return has_both_signs(bits, f) ? magnitude(bits, f) : bits;
}

/// The size of `bits` with the sign of `sign`.
[[nodiscard]] constexpr std::uint64_t copy_sign(std::uint64_t bits, std::uint64_t sign, const format& f) {
  return has_both_signs(bits, f) ? magnitude(bits, f) | (is_negative(sign, f) ? f.sign_mask() : 0) : bits;
}

static_assert(negate(0x7d01, binary16) == 0xfd01 && absolute(0xfd01, binary16) == 0x7d01);
static_assert(negate(0x80, e4m3fnuz) == 0x80 && negate(0x00, e4m3fnuz) == 0x00 && negate(0x81, e4m3fnuz) == 0x01);
static_assert(copy_sign(0x3c00, 0x8000, binary16) == 0xbc00 && copy_sign(0x08, 0x80, e4m3fnuz) == 0x08);

}  // namespace verbatim::fp
