// Conversion between formats in one rounding, whatever their widths.
//
// IEEE 754-2019 clause 5.4.2 (convertFormat). binary64 -> binary16 never goes through binary32: rounding twice is the
// commonest fault of half-precision libraries. A NaN stays a NaN of the same sign, made quiet, and keeps the top bits
// of its payload (clause 6.2.3); a signaling one signals invalid (clause 7.2). x86's F16C does the same.
#pragma once

#include <cstdint>

#include "models/fp/format.hpp"
#include "models/fp/pack.hpp"
#include "models/fp/rounding.hpp"
#include "models/fp/unpack.hpp"

namespace verbatim::fp {

/// Precondition: `bits` has no bit above `from.width()`.
[[nodiscard]] constexpr outcome convert(std::uint64_t bits, const format& from, const format& to, rounding mode) {
  const unpacked value = unpack(bits, from);
  const std::uint64_t sign = value.negative ? to.sign_mask() : 0;
  switch (value.kind) {
    case number_class::quiet_nan:
    case number_class::signaling_nan: {
      const int wider = to.fraction_bits() - from.fraction_bits();
      const std::uint64_t payload = wider >= 0 ? value.significand << wider : value.significand >> -wider;
      return {sign | to.infinity() | to.quiet_bit() | payload,
              value.kind == number_class::signaling_nan ? flags::invalid : flags::none};
    }
    case number_class::infinity: return {sign | to.infinity(), flags::none};
    case number_class::zero:
    case number_class::subnormal:
    case number_class::normal: break;
  }
  return round_pack({value.negative, value.significand, value.exponent}, to, mode);
}

// The double just above 2^-25 is above half the smallest subnormal of binary16; through binary32 it would become 0.
static_assert(convert(0x3e60000000000001, binary64, binary16, rounding::ties_even) ==
              outcome{0x0001, flags::underflow | flags::inexact});
static_assert(convert(0x7f7fffff, binary32, bfloat16, rounding::toward_zero) == outcome{0x7f7f, flags::inexact});
static_assert(convert(0x03ff, binary16, binary32, rounding::ties_even) == outcome{0x387fc000, flags::none});
static_assert(convert(0x7f80ffff, binary32, bfloat16, rounding::ties_even) == outcome{0x7fc0, flags::invalid});

}  // namespace verbatim::fp
