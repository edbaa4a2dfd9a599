// Conversion between formats in one rounding, whatever their widths.
//
// IEEE 754-2019 clause 5.4.2 (convertFormat). binary64 -> binary16 never goes through binary32: rounding twice is the
// commonest fault of half-precision libraries. NaNs as how.nans says; a signaling one that is quieted signals invalid.
#pragma once

#include <cstdint>

#include "models/fp/operands.hpp"

namespace verbatim::fp {

/// Precondition: `bits` has no bit above `from.width()`.
template <class Steps = steps>
VERBATIM_FP_INLINE outcome convert(std::uint64_t bits, const format& from, const format& to, const attributes& how) {
  const unpacked value = unpack_operand<Steps>(bits, from, how);
  if (value.kind >= number_class::infinity) {
    if (value.kind == number_class::infinity) {
      return signed_infinity<Steps>(value.negative, to, how);
    }
    const bool signals = value.kind == number_class::signaling_nan && how.nans->quiets_in_conversion;
    return {Steps::converted_nan(bits, from, to, *how.nans),
            signals || to.nans == nan_encoding::none ? flags::invalid : flags::none};
  }
  return round_pack<Steps>({value.negative, value.significand, value.exponent}, to, how);
}

// The double just above 2^-25 is above half the smallest subnormal of binary16; through binary32 it would become 0.
static_assert(convert(0x3e60000000000001, binary64, binary16, rounding::ties_even) ==
              outcome{0x0001, flags::underflow | flags::inexact});
static_assert(convert(0x7f7fffff, binary32, bfloat16, rounding::toward_zero) == outcome{0x7f7f, flags::inexact});
static_assert(convert(0x03ff, binary16, binary32, rounding::ties_even) == outcome{0x387fc000, flags::none});
static_assert(convert(0x7f80ffff, binary32, bfloat16, rounding::ties_even) == outcome{0x7fc0, flags::invalid});
static_assert(convert(0x7c00, binary16, e4m3fnuz, rounding::ties_even).bits == 0x80);
static_assert(convert(0x3c01, binary16, bfloat16, rounding::to_odd) == outcome{0x3f81, flags::inexact});

}  // namespace verbatim::fp
