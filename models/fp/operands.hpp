// What operations do with their operands first: decode them, flush subnormal ones where asked, pass NaNs on.
#pragma once

#include <cstdint>

#include "models/fp/pack.hpp"

namespace verbatim::fp {

/// The operand as arithmetic sees it: with denormals_are_zero a subnormal number is a zero of its sign.
template <class Steps = steps>
VERBATIM_FP_INLINE unpacked unpack_operand(std::uint64_t bits, const format& f, const attributes& how) {
  unpacked value = Steps::unpack(bits, f);
  if (how.denormals_are_zero && value.kind == number_class::subnormal) {
    value.kind = number_class::zero;
    value.significand = 0;
  }
  return value;
}

/// What an operation gives that has at least one NaN among its operands, taken in order (IEEE 754-2019 clause 6.2).
template <class Steps = steps, class... Operands>
[[nodiscard]] constexpr outcome propagated(const format& from, const format& to, const attributes& how,
                                           Operands... operands) {
  const bool signaling = (Steps::signals_invalid(operands, from) || ...) && how.nans->quiets_in_arithmetic;
  const flags raised = signaling || to.nans == nan_encoding::none ? flags::invalid : flags::none;
  if (!how.nans->propagates) {
    return {generated_nan(to, *how.nans), raised};
  }
  std::uint64_t first = 0;
  static_cast<void>(((is_nan(operands, from) ? (first = operands, true) : false) || ...));
  return {Steps::propagated_nan(first, from, to, *how.nans), raised};
}

static_assert(propagated(binary16, binary16, {}, std::uint64_t{0x3c00}, std::uint64_t{0x7d01}) ==
              outcome{0x7f01, flags::invalid});

}  // namespace verbatim::fp
