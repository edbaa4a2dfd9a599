// How an operation is to be done, beyond its operands: everything that IEEE 754-2019 calls an attribute (clause 4) or
// leaves to the implementation, passed with each call. No global state.
#pragma once

#include <cstdint>

#include "models/fp/nan_profile.hpp"
#include "models/fp/rounding.hpp"

namespace verbatim::fp {

/// When a result counts as tiny (clause 7.5): before rounding, as Arm, SPARC and POWER do, or after, as x86 and RISC-V
/// do: it would lie below the smallest normal number even with an unbounded exponent range.
enum class tininess : std::uint8_t { after_rounding, before_rounding };

struct attributes {
  rounding mode = rounding::ties_even;
  random_digits random{};  ///< for rounding::stochastic
  tininess detected = tininess::after_rounding;
  /// Tiny results become zeros of their sign and signal underflow and inexact, exact ones too, in every mode: x86's FTZ
  /// (Intel SDM volume 1, 10.2.3.3). No effect in formats without subnormal numbers.
  bool flush_to_zero = false;
  /// Subnormal operands of arithmetic, comparison and conversion count as zeros of their sign: x86's DAZ (10.2.3.4).
  bool denormals_are_zero = false;
  /// An infinite result becomes the largest finite number of its sign, as OFP8's saturating conversions do, and signals
  /// overflow and inexact; the pole of a division keeps its own flag alone.
  bool saturate = false;
  const nan_profile* nans = &nan_profiles::x86;

  constexpr attributes() = default;
  // A mode alone is what most callers have to say. NOLINTNEXTLINE(google-explicit-constructor)
  constexpr attributes(rounding direction) : mode(direction) {}
};

}  // namespace verbatim::fp
