// Making and passing on NaN, as a nan_profile says (IEEE 754-2019 clauses 6.2 and 7.2).
//
// Formats with one NaN get that one. Formats without any get their largest finite number, with invalid signaled, as
// clause 5.8 has it for integers: CUDA's conversions to fp4 and fp6 do the same.
#pragma once

#include <cstdint>

#include "models/fp/attributes.hpp"
#include "models/fp/unpack.hpp"

namespace verbatim::fp {

/// The NaN that an invalid operation gives.
[[nodiscard]] constexpr std::uint64_t generated_nan(const format& f, const nan_profile& profile) {
  const std::uint64_t sign = profile.negative ? f.sign_mask() : 0;
  switch (f.nans) {
    case nan_encoding::ieee: return sign | f.infinity() | (profile.all_ones ? f.fraction_mask() : f.quiet_bit());
    case nan_encoding::all_ones: return sign | f.magnitude_mask();
    case nan_encoding::negative_zero: return f.sign_mask();
    case nan_encoding::none: break;
  }
  return f.largest_finite();
}

/// The NaN `bits` of `from`, in `to`: its sign and the top bits of its payload. Precondition: is_nan(bits, from).
[[nodiscard]] constexpr std::uint64_t carried_nan(std::uint64_t bits, const format& from, const format& to,
                                                  bool quiets) {
  const std::uint64_t sign = is_negative(bits, from) ? to.sign_mask() : 0;
  switch (to.nans) {
    case nan_encoding::ieee: {
      // The one NaN of another format carries nothing but that it is quiet.
      std::uint64_t payload = to.quiet_bit();
      if (from.nans == nan_encoding::ieee) {
        const int wider = to.fraction_bits() - from.fraction_bits();
        const std::uint64_t fraction = bits & from.fraction_mask();
        payload = wider >= 0 ? fraction << wider : fraction >> -wider;
        if (quiets) {
          payload |= to.quiet_bit();
        } else if (payload == 0) {
          payload = 1;  // or it would be infinity
        }
      }
      return sign | to.infinity() | payload;
    }
    case nan_encoding::all_ones: return sign | to.magnitude_mask();
    case nan_encoding::negative_zero: return to.sign_mask();
    case nan_encoding::none: break;
  }
  return to.largest_finite();
}

/// Invalid, with its default NaN.
[[nodiscard]] constexpr outcome invalid_operation(const format& to, const attributes& how) {
  return {generated_nan(to, *how.nans), flags::invalid};
}

static_assert(generated_nan(binary16, nan_profiles::x86) == 0xfe00);
static_assert(generated_nan(binary16, nan_profiles::cuda_host) == 0x7fff);
static_assert(generated_nan(e4m3fn, nan_profiles::riscv) == 0x7f && generated_nan(e4m3fnuz, nan_profiles::x86) == 0x80);
static_assert(carried_nan(0x7f800001, binary32, binary16, false) == 0x7c01);

}  // namespace verbatim::fp
