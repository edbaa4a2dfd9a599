// Routines with one fault each, of the kinds that public reports are about, and right ones beside them: a shared library
// for `verbatim sweep FUNCTION --routine libwrong_routines.so:NAME`, which has to name the fault.
//
// A routine's name starts with the function that it gets wrong. All rounding is to nearest, ties to even, but for the
// faults. The reports' addresses are in conversion_known_bugs_test.cpp.
#include <bit>
#include <cstdint>

namespace {

// The steps of binary32 → binary16 that can be wrong, each on its own.
struct faults {
  bool ties_away = false;
  bool ties_toward_zero = false;
  bool truncates = false;
  bool loses_sticky = false;      // of a subnormal result: shifted out before rounding
  bool flushes = false;           // subnormal results
  bool loses_carry = false;       // out of the fraction when rounding
  bool adds_two = false;          // where it rounds up
  bool overflows_late = false;    // from 65536 on, and not from 65520
  bool overflows_early = false;   // just above 65504
  bool saturates = false;         // 65504 for whatever is past it, infinity too
  bool shifts_modulo_32 = false;  // as processors do with the count in a register
  bool keeps_signaling = false;   // NaN's upper payload bits copied as they are, never all zero
  bool cuts_payload = false;      // the same, and none left is infinity
  bool nan_is_infinity = false;   // the largest exponent looked at, the fraction not
  bool infinity_is_nan = false;   // the same the other way round
  bool canonical_nan = false;     // sign kept
  bool drops_nan_sign = false;
  bool drops_zero_sign = false;
  bool drops_sign = false;  // of numbers
  bool bias_off_by_one = false;
};

std::uint16_t special(std::uint32_t sign, std::uint32_t fraction, const faults& wrong) {
  if (fraction == 0 && !wrong.infinity_is_nan)
    return static_cast<std::uint16_t>(sign | (wrong.saturates ? 0x7bffU : 0x7c00U));
  if (wrong.nan_is_infinity) return static_cast<std::uint16_t>(sign | 0x7c00U);
  std::uint32_t payload = fraction >> 13;
  if (wrong.canonical_nan) payload = 0;
  if (wrong.keeps_signaling) {
    payload |= payload == 0 ? 1U : 0U;
  } else if (!wrong.cuts_payload) {
    payload |= 0x200U;
  }
  return static_cast<std::uint16_t>((wrong.drops_nan_sign ? 0U : sign) | 0x7c00U | payload);
}

bool rounds_up(std::uint32_t kept, std::uint32_t cut, std::uint32_t half, const faults& wrong) {
  if (wrong.truncates) return false;
  if (cut != half) return cut > half;
  if (wrong.ties_toward_zero) return false;
  return wrong.ties_away || (kept & 1U) != 0;
}

std::uint16_t to_binary16(std::uint32_t bits, const faults& wrong) {
  std::uint32_t sign = (bits >> 16) & 0x8000U;
  const std::uint32_t exponent = (bits >> 23) & 0xffU;
  const std::uint32_t fraction = bits & 0x7fffffU;
  if (exponent == 255) return special(sign, fraction, wrong);
  if (wrong.drops_sign) sign = 0;
  const std::uint32_t past_the_top = sign | (wrong.saturates ? 0x7bffU : 0x7c00U);
  if (exponent > 142) return static_cast<std::uint16_t>(past_the_top);
  if (wrong.overflows_early && exponent == 142 && fraction > 0x7fe000U) return static_cast<std::uint16_t>(past_the_top);

  std::uint32_t kept = 0;  // exponent and fraction of the result, side by side
  std::uint32_t cut = 0;   // what is below them
  std::uint32_t half = 0x1000;
  if (exponent >= 113) {
    kept = ((exponent - (wrong.bias_off_by_one ? 111U : 112U)) << 10) | (fraction >> 13);
    cut = fraction & 0x1fffU;
  } else if (wrong.flushes) {
    return static_cast<std::uint16_t>(sign);
  } else if (wrong.loses_sticky && exponent >= 102) {
    const std::uint32_t significand = (fraction | 0x800000U) >> (113 - exponent);
    kept = significand >> 13;
    cut = significand & 0x1fffU;
  } else if (exponent >= 102 || (wrong.shifts_modulo_32 && exponent > 0)) {
    const std::uint32_t shift = (126 - exponent) & 31U;
    kept = (fraction | 0x800000U) >> shift;
    cut = shift == 0 ? 0 : (fraction | 0x800000U) & ((1U << shift) - 1);
    half = shift == 0 ? 1 : 1U << (shift - 1);
  } else if (wrong.drops_zero_sign) {
    return 0;
  }
  if (rounds_up(kept, cut, half, wrong)) {
    const std::uint32_t next = kept + (wrong.adds_two ? 2U : 1U);
    kept = wrong.loses_carry && (next & 0x3ffU) == 0 ? kept & 0x7c00U : next;
  }
  if (kept >= 0x7c00U && exponent >= 113) kept = wrong.overflows_late || wrong.saturates ? 0x7bffU : 0x7c00U;
  if (kept == 0 && wrong.drops_zero_sign) sign = 0;
  return static_cast<std::uint16_t>(sign | kept);
}

std::uint32_t to_binary32(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  std::uint32_t exponent = (bits >> 10) & 0x1fU;
  std::uint32_t fraction = bits & 0x3ffU;
  if (exponent == 31) return sign | 0x7f800000U | (fraction << 13) | (fraction != 0 ? 0x400000U : 0U);
  if (exponent == 0) {
    if (fraction == 0) return sign;
    for (exponent = 1; (fraction & 0x400U) == 0; --exponent) fraction <<= 1;  // may pass below zero: it is added to
    fraction &= 0x3ffU;
  }
  return sign | ((exponent + 112U) << 23) | (fraction << 13);
}

float value(std::uint16_t bits) { return std::bit_cast<float>(to_binary32(bits)); }
std::uint16_t rounded(float number) { return to_binary16(std::bit_cast<std::uint32_t>(number), {}); }
bool is_nan(std::uint16_t bits) { return (bits & 0x7fffU) > 0x7c00U; }
std::uint16_t quieted(std::uint16_t bits) { return static_cast<std::uint16_t>(bits | 0x200U); }
std::uint16_t without_subnormal(std::uint16_t bits) {
  return (bits & 0x7c00U) == 0 ? static_cast<std::uint16_t>(bits & 0x8000U) : bits;
}

std::uint16_t to_bfloat16(std::uint32_t bits) {
  if ((bits & 0x7fffffffU) > 0x7f800000U) return static_cast<std::uint16_t>((bits >> 16) | 0x40U);
  return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

}  // namespace

extern "C" {

// Right in every case, NaN as x86 has it.
std::uint16_t f32_to_f16_right(std::uint32_t bits) { return to_binary16(bits, {}); }
std::uint32_t f16_to_f32_right(std::uint16_t bits) { return to_binary32(bits); }
std::uint16_t f32_to_bf16_right(std::uint32_t bits) { return to_bfloat16(bits); }

std::uint16_t f32_to_f16_ties_away(std::uint32_t bits) { return to_binary16(bits, {.ties_away = true}); }
std::uint16_t f32_to_f16_ties_toward_zero(std::uint32_t bits) { return to_binary16(bits, {.ties_toward_zero = true}); }
std::uint16_t f32_to_f16_truncates(std::uint32_t bits) { return to_binary16(bits, {.truncates = true}); }
std::uint16_t f32_to_f16_loses_sticky(std::uint32_t bits) { return to_binary16(bits, {.loses_sticky = true}); }
std::uint16_t f32_to_f16_flushes(std::uint32_t bits) { return to_binary16(bits, {.flushes = true}); }
std::uint16_t f32_to_f16_loses_carry(std::uint32_t bits) { return to_binary16(bits, {.loses_carry = true}); }
std::uint16_t f32_to_f16_adds_two(std::uint32_t bits) { return to_binary16(bits, {.adds_two = true}); }
std::uint16_t f32_to_f16_overflows_late(std::uint32_t bits) { return to_binary16(bits, {.overflows_late = true}); }
std::uint16_t f32_to_f16_overflows_early(std::uint32_t bits) { return to_binary16(bits, {.overflows_early = true}); }
std::uint16_t f32_to_f16_saturates(std::uint32_t bits) { return to_binary16(bits, {.saturates = true}); }
std::uint16_t f32_to_f16_shifts_modulo_32(std::uint32_t bits) { return to_binary16(bits, {.shifts_modulo_32 = true}); }
std::uint16_t f32_to_f16_keeps_signaling(std::uint32_t bits) { return to_binary16(bits, {.keeps_signaling = true}); }
std::uint16_t f32_to_f16_cuts_payload(std::uint32_t bits) { return to_binary16(bits, {.cuts_payload = true}); }
std::uint16_t f32_to_f16_nan_is_infinity(std::uint32_t bits) { return to_binary16(bits, {.nan_is_infinity = true}); }
std::uint16_t f32_to_f16_infinity_is_nan(std::uint32_t bits) { return to_binary16(bits, {.infinity_is_nan = true}); }
std::uint16_t f32_to_f16_canonical_nan(std::uint32_t bits) { return to_binary16(bits, {.canonical_nan = true}); }
std::uint16_t f32_to_f16_drops_nan_sign(std::uint32_t bits) { return to_binary16(bits, {.drops_nan_sign = true}); }
std::uint16_t f32_to_f16_drops_zero_sign(std::uint32_t bits) { return to_binary16(bits, {.drops_zero_sign = true}); }
std::uint16_t f32_to_f16_drops_sign(std::uint32_t bits) { return to_binary16(bits, {.drops_sign = true}); }
std::uint16_t f32_to_f16_bias_off_by_one(std::uint32_t bits) { return to_binary16(bits, {.bias_off_by_one = true}); }

// Rounded twice, to 8 digits first.
std::uint16_t f32_to_f16_through_bf16(std::uint32_t bits) {
  return to_binary16(static_cast<std::uint32_t>(to_bfloat16(bits)) << 16, {});
}

// Rounded twice: the cast rounds too.
std::uint16_t f64_to_f16_through_f32(std::uint64_t bits) {
  return rounded(static_cast<float>(std::bit_cast<double>(bits)));
}

// The low word dropped: exactly half way, it seems, where it is a little more.
std::uint16_t f64_to_f16_drops_low_word(std::uint64_t bits) {
  const auto high = static_cast<std::uint32_t>(bits >> 32);
  const std::uint32_t exponent = (high >> 20) & 0x7ffU;
  if (exponent == 0x7ff) return f64_to_f16_through_f32(bits);
  const std::uint32_t sign = high & 0x80000000U;
  if (exponent < 1023 - 100) return static_cast<std::uint16_t>(sign >> 16);
  if (exponent > 1023 + 100) return static_cast<std::uint16_t>((sign >> 16) | 0x7c00U);
  return to_binary16(sign | ((exponent - 896U) << 23) | ((high & 0xfffffU) << 3), {});
}

// Subnormal numbers decoded like normal ones.
std::uint32_t f16_to_f32_without_subnormals(std::uint16_t bits) {
  const std::uint32_t exponent = (bits >> 10) & 0x1fU;
  if (exponent != 0 || (bits & 0x3ffU) == 0) return to_binary32(bits);
  return ((bits & 0x8000U) << 16) | (112U << 23) | ((bits & 0x3ffU) << 13);
}

std::uint16_t f32_to_bf16_truncates(std::uint32_t bits) {
  return (bits & 0x7fffffffU) > 0x7f800000U ? to_bfloat16(bits) : static_cast<std::uint16_t>(bits >> 16);
}

// NaN looked for in the upper half alone: what has its payload in the lower becomes infinity.
std::uint16_t f32_to_bf16_forgets_low_payload(std::uint32_t bits) {
  return (bits & 0x7fff0000U) == 0x7f800000U ? static_cast<std::uint16_t>(bits >> 16) : to_bfloat16(bits);
}

// The quiet bit set in zeros too.
std::uint16_t f32_to_bf16_quiets_zero(std::uint32_t bits) {
  return static_cast<std::uint16_t>(to_bfloat16(bits) | ((bits & 0x7fffffffU) == 0 ? 0x40U : 0U));
}

// Four bits, the sign drawn out over the upper half of the byte.
std::uint8_t f16_to_e2m1fn_extends_sign(std::uint16_t bits) {
  // 0.25, 0.75, 1.25, 1.75, 2.5, 3.5 and 5 are half way: up from the odd ones.
  constexpr std::uint16_t half_way[] = {0x3400, 0x3a00, 0x3d00, 0x3f00, 0x4100, 0x4300, 0x4500};
  const std::uint32_t size = bits & 0x7fffU;
  if (size > 0x7c00U) return 0x7;
  std::uint8_t out = 0;
  for (const std::uint16_t limit : half_way)
    if (size > limit || (size == limit && (out & 1U) != 0)) ++out;
  return (bits & 0x8000U) != 0 ? static_cast<std::uint8_t>(0xf8U | out) : out;
}

// Subnormal operands taken for zero.
std::uint16_t f16_add_flushes_operands(std::uint16_t a, std::uint16_t b) {
  if (is_nan(a) || is_nan(b)) return quieted(is_nan(a) ? a : b);
  return rounded(value(without_subnormal(a)) + value(without_subnormal(b)));
}

// infinity × 0 is 0.
std::uint16_t f16_mul_has_no_invalid(std::uint16_t a, std::uint16_t b) {
  if (is_nan(a) || is_nan(b)) return quieted(is_nan(a) ? a : b);
  if ((a & 0x7fffU) == 0 || (b & 0x7fffU) == 0) return (a ^ b) & 0x8000U;
  return rounded(value(a) * value(b));
}

// In binary32, then rounded: the sum is rounded twice. The product of 22 digits is exact there.
std::uint16_t f16_mulAdd_through_f32(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return quieted(is_nan(a) ? a : is_nan(b) ? b : c);
  return rounded(value(a) * value(b) + value(c));
}

// A multiplication and an addition, not fused.
std::uint16_t f16_mulAdd_in_two(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return quieted(is_nan(a) ? a : is_nan(b) ? b : c);
  return rounded(value(rounded(value(a) * value(b))) + value(c));
}

// By the bits as integers, NaN not looked for.
std::uint8_t f16_lt_forgets_nan(std::uint16_t a, std::uint16_t b) {
  const auto place = [](std::uint16_t x) { return (x & 0x8000U) != 0 ? -(x & 0x7fff) : x & 0x7fff; };
  return place(a) < place(b) ? 1 : 0;
}

// A cast: toward zero whatever was asked for.
std::uint32_t f16_to_i32_truncates(std::uint16_t bits) {
  if ((bits & 0x7fffU) >= 0x7c00U) return 0x80000000U;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value(bits)));
}

}  // extern "C"
