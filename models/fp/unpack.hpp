// From an encoding to what it stands for: class, sign, integer significand and exponent.
//
// IEEE 754-2019 clause 3.4 (decoding) and 5.7.2 (class; the sign is told apart here, so six classes stand for its ten).
// Precondition: `bits` has no bit above `f.width()`.
#pragma once

#include <cstdint>

#include "models/fp/format.hpp"

namespace verbatim::fp {

enum class number_class : std::uint8_t { zero, subnormal, normal, infinity, quiet_nan, signaling_nan };

[[nodiscard]] constexpr bool is_negative(std::uint64_t bits, const format& f) { return (bits & f.sign_mask()) != 0; }

/// The encoding without its sign: for finite numbers and infinity it grows with the absolute value.
[[nodiscard]] constexpr std::uint64_t magnitude(std::uint64_t bits, const format& f) { return bits & ~f.sign_mask(); }

[[nodiscard]] constexpr bool is_nan(std::uint64_t bits, const format& f) { return magnitude(bits, f) > f.infinity(); }

[[nodiscard]] constexpr number_class classify(std::uint64_t bits, const format& f) {
  const std::uint64_t size = magnitude(bits, f);
  if (size > f.infinity()) {
    return (size & f.quiet_bit()) != 0 ? number_class::quiet_nan : number_class::signaling_nan;
  }
  if (size == f.infinity()) {
    return number_class::infinity;
  }
  if (size >= f.smallest_normal()) {
    return number_class::normal;
  }
  return size == 0 ? number_class::zero : number_class::subnormal;
}

/// A finite number is (-1)^negative × significand × 2^exponent. A NaN's significand is its trailing significand field,
/// the quiet bit included; an infinity's is 0.
struct unpacked {
  number_class kind;
  bool negative;
  std::uint64_t significand;
  int exponent;

  friend constexpr bool operator==(const unpacked&, const unpacked&) = default;
};

[[nodiscard]] constexpr unpacked unpack(std::uint64_t bits, const format& f) {
  const number_class kind = classify(bits, f);
  const bool negative = is_negative(bits, f);
  const std::uint64_t fraction = bits & f.fraction_mask();
  if (kind != number_class::normal) {
    return {kind, negative, fraction, f.smallest_exponent()};
  }
  const int biased = static_cast<int>(magnitude(bits, f) >> f.fraction_bits());
  return {kind, negative, fraction | f.smallest_normal(), biased - f.bias - f.fraction_bits()};
}

static_assert(unpack(0x3c00, binary16) == unpacked{number_class::normal, false, 0x400, -10});
static_assert(unpack(0x83ff, binary16) == unpacked{number_class::subnormal, true, 0x3ff, -24});
static_assert(classify(0x8000, binary16) == number_class::zero);
static_assert(classify(0x7d00, binary16) == number_class::signaling_nan);
static_assert(classify(0xff80, bfloat16) == number_class::infinity);

}  // namespace verbatim::fp
