// From an encoding to what it stands for: class, sign, integer significand and exponent.
//
// IEEE 754-2019 clause 3.4 (decoding) and 5.7.2 (class; the sign is told apart here, so six classes stand for its ten).
// Precondition: `bits` has no bit above `f.width()`.
#pragma once

#include <cstdint>

#include "models/fp/format.hpp"

namespace verbatim::fp {

enum class number_class : std::uint8_t { zero, subnormal, normal, infinity, quiet_nan, signaling_nan };

VERBATIM_FP_INLINE bool is_nan(number_class kind) { return kind >= number_class::quiet_nan; }

/// The encoding without its sign: for finite numbers and infinity it grows with the absolute value.
VERBATIM_FP_INLINE std::uint64_t magnitude(std::uint64_t bits, const format& f) { return bits & ~f.sign_mask(); }

VERBATIM_FP_INLINE bool is_nan(std::uint64_t bits, const format& f) {
  switch (f.nans) {
    case nan_encoding::ieee: return magnitude(bits, f) > f.infinity();
    case nan_encoding::all_ones: return magnitude(bits, f) == f.magnitude_mask();
    case nan_encoding::negative_zero: return bits == f.sign_mask();
    case nan_encoding::none: break;
  }
  return false;
}

/// The sign bit. A NaN that is encoded by the sign bit alone has no sign of its own and is not negative.
VERBATIM_FP_INLINE bool is_negative(std::uint64_t bits, const format& f) {
  return (bits & f.sign_mask()) != 0 && !(f.nans == nan_encoding::negative_zero && bits == f.sign_mask());
}

/// Only formats with nan_encoding::ieee have signaling NaNs.
VERBATIM_FP_INLINE bool is_signaling(std::uint64_t bits, const format& f) {
  return f.nans == nan_encoding::ieee && is_nan(bits, f) && (bits & f.quiet_bit()) == 0;
}

VERBATIM_FP_INLINE number_class classify(std::uint64_t bits, const format& f) {
  if (is_nan(bits, f)) {
    return is_signaling(bits, f) ? number_class::signaling_nan : number_class::quiet_nan;
  }
  const std::uint64_t size = magnitude(bits, f);
  if (f.infinities && size == f.infinity()) {
    return number_class::infinity;
  }
  if (size >= f.smallest_normal()) {
    return number_class::normal;
  }
  return size == 0 ? number_class::zero : number_class::subnormal;
}

/// A finite number is (-1)^negative × significand × 2^exponent. The significand of a NaN with nan_encoding::ieee is its
/// trailing significand field, the quiet bit included; that of other NaNs and of infinity is 0.
struct unpacked {
  number_class kind;
  bool negative;
  std::uint64_t significand;
  int exponent;

  friend constexpr bool operator==(const unpacked&, const unpacked&) = default;
};

VERBATIM_FP_INLINE unpacked unpack(std::uint64_t bits, const format& f) {
  const number_class kind = classify(bits, f);
  const bool negative = is_negative(bits, f);
  const std::uint64_t fraction = bits & f.fraction_mask();
  if (kind == number_class::normal) {
    const int biased = static_cast<int>(magnitude(bits, f) >> f.fraction_bits());
    return {kind, negative, fraction | f.hidden_bit(), biased - f.bias - f.fraction_bits()};
  }
  const bool has_payload = f.nans == nan_encoding::ieee || !is_nan(kind);
  return {kind, negative, has_payload ? fraction : 0, f.smallest_exponent()};
}

static_assert(unpack(0x3c00, binary16) == unpacked{number_class::normal, false, 0x400, -10});
static_assert(unpack(0x83ff, binary16) == unpacked{number_class::subnormal, true, 0x3ff, -24});
static_assert(unpack(0x00, e8m0fnu) == unpacked{number_class::normal, false, 1, -127});
static_assert(classify(0x8000, binary16) == number_class::zero);
static_assert(classify(0x7d00, binary16) == number_class::signaling_nan);
static_assert(classify(0xff80, bfloat16) == number_class::infinity);
static_assert(classify(0x7f, e4m3fn) == number_class::quiet_nan && classify(0x7e, e4m3fn) == number_class::normal);
static_assert(classify(0x80, e5m2fnuz) == number_class::quiet_nan && !is_negative(0x80, e5m2fnuz));
static_assert(classify(0x7, e2m1fn) == number_class::normal && classify(0x1, e2m1fn) == number_class::subnormal);

}  // namespace verbatim::fp
