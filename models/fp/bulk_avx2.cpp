// AVX2 and FMA kernels, 16 or 32 values a step and without branches, so that every class of value takes the same time.
//
// Rounding to binary16 is one float operation. x and a number m = 2^k of the same sign are added, k so chosen that the
// last place of the sum is the last place wanted; the sum's low bits then are x rounded in the direction MXCSR says, as
// an integer. That this gives subnormal results for free, with k held at its least value, is from Marat Dukhan's FP16
// (https://github.com/Maratyszcza/FP16), after Fabian Giesen's float_to_half. New here: x is first multiplied by 2^112,
// which moves the largest finite number of binary16 just under that of binary32; overflow then happens in the
// multiplication, in the direction MXCSR says, and infinity and NaN have the same exponent before and after. Exponents,
// signs and NaN are worked on in 16-bit lanes, two vectors at once.
//
// The functions that hold float operations are never inlined: see models/fp/mxcsr.hpp. The operations are all exact or
// rounded once, and no operand is known before run time, so a compiler that takes the rounding direction to be nearest
// has nothing it could compute itself.
#include "models/fp/bulk_detail.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <cstring>

#include "models/fp/mxcsr.hpp"

#define VERBATIM_AVX2 __attribute__((target("avx2,fma")))
#define VERBATIM_AVX2_INLINE inline __attribute__((target("avx2,fma"), always_inline))
#define VERBATIM_AVX2_NOINLINE __attribute__((target("avx2,fma"), noinline))

namespace verbatim::fp::bulk {

namespace {

VERBATIM_AVX2_INLINE __m128i load_128(const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }
VERBATIM_AVX2_INLINE __m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
VERBATIM_AVX2_INLINE void store(void* to, __m256i value) { _mm256_storeu_si256(static_cast<__m256i*>(to), value); }
VERBATIM_AVX2_INLINE __m256i bits_of(__m256 value) { return _mm256_castps_si256(value); }
VERBATIM_AVX2_INLINE __m256 number(__m256i bits) { return _mm256_castsi256_ps(bits); }
VERBATIM_AVX2_INLINE __m256i all_16(int value) { return _mm256_set1_epi16(static_cast<short>(value)); }

/// Two pieces of four numbers each: the lower and the upper half of the result.
VERBATIM_AVX2_INLINE __m256 load_halves(const std::uint32_t* lower, const std::uint32_t* upper) {
  return number(_mm256_inserti128_si256(_mm256_castsi128_si256(load_128(lower)), load_128(upper), 1));
}

/// Of each 32-bit lane the 16 bits from bit 16 - Up on (low halves: 16, high halves: 0), of `even` and `odd` in turn.
template <int Up>
VERBATIM_AVX2_INLINE __m256i interleave(__m256i even, __m256i odd) {
  if constexpr (Up != 0) {
    odd = _mm256_slli_epi32(odd, Up);
  }
  if constexpr (Up != 16) {
    even = _mm256_srli_epi32(even, 16 - Up);
  }
  return _mm256_blend_epi16(even, odd, 0xaa);
}

/// `interleave` undone: lanes 0, 2, 4, ... and then 1, 3, 5, ... within each half.
VERBATIM_AVX2_INLINE __m256i in_order(__m256i lanes) {
  const __m256i order = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15,  //
                                         0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
  return _mm256_shuffle_epi8(lanes, order);
}

template <rounding Mode>
struct narrow_binary16 {
  static constexpr std::size_t step = 16;

  static VERBATIM_AVX2_INLINE void run(const std::uint32_t* in, std::uint16_t* out) {
    // `even` and `odd` are named for the 16-bit lanes they share. Each takes four numbers of either half of the input, so
    // that the results come out in order without a permutation over the halves.
    const __m256 scale = _mm256_set1_ps(0x1p112F);
    const __m256 even = _mm256_mul_ps(load_halves(in, in + 8), scale);
    const __m256 odd = _mm256_mul_ps(load_halves(in + 4, in + 12), scale);

    // In 16-bit lanes: sign, biased exponent, the top of the fraction. The exponent e of a normal result is now 224 more
    // than binary16's biased one. m has one less, which takes back the leading bit of the significand that is added to it.
    // Its sign is the other one, because it gets subtracted: this is the form in which the sign is wanted at the end.
    const __m256i high = interleave<0>(bits_of(even), bits_of(odd));
    const __m256i exponent = _mm256_and_si256(high, all_16(0x7f80));
    const __m256i nan_or_infinity = _mm256_cmpgt_epi16(exponent, all_16(254 << 7));
    const __m256i other_sign = _mm256_andnot_si256(high, all_16(0x8000));
    const __m256i held = _mm256_max_epi16(exponent, all_16(225 << 7));
    const __m256i m = _mm256_or_si256(_mm256_sub_epi16(held, all_16(1 << 7)), other_sign);
    const __m256 m_even = number(_mm256_slli_epi32(m, 16));
    const __m256 m_odd = number(_mm256_and_si256(m, _mm256_set1_epi32(static_cast<int>(0xffff0000))));

    // ties_away has no direction in MXCSR: it rounds to zero with one bit more, and an integer average rounds that up.
    const __m256 down = _mm256_set1_ps(Mode == rounding::ties_away ? 0x1p-13F : 0x1p-14F);
    const __m256 sum_even = _mm256_fmsub_ps(even, down, m_even);
    const __m256 sum_odd = _mm256_fmsub_ps(odd, down, m_odd);
    __m256i rounded = interleave<16>(bits_of(sum_even), bits_of(sum_odd));
    if constexpr (Mode == rounding::ties_away) {
      rounded = _mm256_avg_epu16(rounded, _mm256_setzero_si256());
    }
    if constexpr (Mode == rounding::to_odd) {
      // What the truncated sum left over, exactly; the ordered comparison leaves out NaN.
      const __m256 zero = _mm256_setzero_ps();
      const __m256 left_even = _mm256_fmsub_ps(even, down, _mm256_add_ps(sum_even, m_even));
      const __m256 left_odd = _mm256_fmsub_ps(odd, down, _mm256_add_ps(sum_odd, m_odd));
      const __m256i inexact = _mm256_blend_epi16(bits_of(_mm256_cmp_ps(left_even, zero, _CMP_NEQ_OQ)),
                                                 bits_of(_mm256_cmp_ps(left_odd, zero, _CMP_NEQ_OQ)), 0xaa);
      rounded = _mm256_or_si256(rounded, _mm256_srli_epi16(inexact, 15));
    }

    // Bits 13 to 28 of a sum: five bits of exponent below a one, and of a NaN the top of its payload (now quiet, and of
    // infinity zeros). The rounded significand, up to 2^11, has not reached bit 13; to NaN nothing is added. The one at
    // the top, plus the other sign, leaves the sign.
    const __m256i top = interleave<3>(bits_of(sum_even), bits_of(sum_odd));
    const __m256i sum = _mm256_add_epi16(top, _mm256_andnot_si256(nan_or_infinity, rounded));
    store(out, in_order(_mm256_add_epi16(sum, other_sign)));
  }
};

struct widen_binary16 {
  static constexpr std::size_t step = 32;

  static VERBATIM_AVX2_INLINE void run(const std::uint16_t* in, std::uint32_t* out) {
    // As above: binary16's exponent and 224, so that infinity and NaN keep theirs, and 2^-112 at the end, which makes
    // signaling NaNs quiet. A subnormal number k/2^10 without its leading bit now reads (1 + k/2^10) 2^97 = a and should
    // be 2a - 2^98; from 2^98 on 2a - 2^98 is no smaller than a. So the lesser of the two is right, without asking.
    // Scaled before the comparison rather than after it, which shortens the chain. Of two NaN, here the same, the
    // instruction gives the second.
    const __m256i place = _mm256_setr_epi8(-1, -1, 0, 1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1, 6, 7,  //
                                           -1, -1, 8, 9, -1, -1, 10, 11, -1, -1, 12, 13, -1, -1, 14, 15);
    // Four side by side, or the next waits for the one before it longer than processors look ahead.
    constexpr std::size_t parts = step / 8;
    __m256i high[parts];
    __m256 size[parts];
    __m256 a[parts];
    for (std::size_t i = 0; i < parts; ++i) {
      high[i] = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load_128(in + 8 * i)), place);
    }
    for (std::size_t i = 0; i < parts; ++i) {
      // The sign falls on a bit that is set anyway.
      a[i] = number(_mm256_or_si256(_mm256_srli_epi32(high[i], 3), _mm256_set1_epi32(0x70000000)));
    }
    for (std::size_t i = 0; i < parts; ++i) {
      const __m256 normal = _mm256_mul_ps(a[i], _mm256_set1_ps(0x1p-112F));
      const __m256 subnormal = _mm256_fmsub_ps(a[i], _mm256_set1_ps(0x1p-111F), _mm256_set1_ps(0x1p-14F));
      size[i] = _mm256_min_ps(subnormal, normal);
    }
    for (std::size_t i = 0; i < parts; ++i) {
      const __m256i sign = _mm256_and_si256(high[i], _mm256_set1_epi32(static_cast<int>(0x80000000)));
      store(out + 8 * i, _mm256_or_si256(bits_of(size[i]), sign));
    }
  }
};

/// Eight encodings of bfloat16 in 32-bit lanes; the integer steps of bulk_portable.hpp.
template <rounding Mode>
VERBATIM_AVX2_INLINE __m256i narrow_bfloat16_half(__m256i bits) {
  const __m256i kept = _mm256_srli_epi32(bits, 16);
  const __m256i negative = _mm256_srai_epi32(bits, 31);
  const __m256i unit_less_one = _mm256_set1_epi32(0xffff);
  __m256i more = _mm256_setzero_si256();
  if constexpr (Mode == rounding::ties_even) {
    more = _mm256_add_epi32(_mm256_set1_epi32(0x7fff), _mm256_and_si256(kept, _mm256_set1_epi32(1)));
  } else if constexpr (Mode == rounding::ties_away) {
    more = _mm256_set1_epi32(0x8000);
  } else if constexpr (Mode == rounding::up) {
    more = _mm256_andnot_si256(negative, unit_less_one);
  } else if constexpr (Mode == rounding::down) {
    more = _mm256_and_si256(negative, unit_less_one);
  }
  __m256i rounded = _mm256_srli_epi32(_mm256_add_epi32(bits, more), 16);
  if constexpr (Mode == rounding::to_odd) {
    const __m256i cut = _mm256_and_si256(bits, unit_less_one);
    rounded = _mm256_or_si256(kept, _mm256_srli_epi32(_mm256_add_epi32(cut, unit_less_one), 16));
  }
  const __m256i size = _mm256_and_si256(bits, _mm256_set1_epi32(0x7fffffff));
  const __m256i nan = _mm256_cmpgt_epi32(size, _mm256_set1_epi32(0x7f800000));
  return _mm256_blendv_epi8(rounded, _mm256_or_si256(kept, _mm256_set1_epi32(0x40)), nan);
}

template <rounding Mode>
struct narrow_bfloat16 {
  static constexpr std::size_t step = 16;

  static VERBATIM_AVX2_INLINE void run(const std::uint32_t* in, std::uint16_t* out) {
    const __m256i lanes =
        _mm256_packus_epi32(narrow_bfloat16_half<Mode>(load(in)), narrow_bfloat16_half<Mode>(load(in + 8)));
    store(out, _mm256_permute4x64_epi64(lanes, 0xd8));
  }
};

struct widen_bfloat16 {
  static constexpr std::size_t step = 16;

  static VERBATIM_AVX2_INLINE void run(const std::uint16_t* in, std::uint32_t* out) {
    const __m256i bits = _mm256_permute4x64_epi64(load(in), 0xd8);
    const __m256i nan = _mm256_cmpgt_epi16(_mm256_and_si256(bits, all_16(0x7fff)), all_16(0x7f80));
    const __m256i quiet = _mm256_or_si256(bits, _mm256_and_si256(nan, all_16(0x40)));
    store(out, _mm256_unpacklo_epi16(_mm256_setzero_si256(), quiet));
    store(out + 8, _mm256_unpackhi_epi16(_mm256_setzero_si256(), quiet));
  }
};

/// Whole steps in place, and what is left in a step beside the arrays, so that nothing past their ends is touched.
template <typename Kernel, typename From, typename To>
VERBATIM_AVX2_INLINE void each_step(const From* in, To* out, std::size_t count) {
  constexpr std::size_t step = Kernel::step;
  const std::size_t rest = count % step;
  const std::size_t whole = count - rest;
  for (std::size_t i = 0; i < whole; i += step) {
    Kernel::run(in + i, out + i);
  }
  if (rest != 0) {
    From last_in[step] = {};
    To last_out[step];
    std::memcpy(last_in, in + whole, rest * sizeof(From));
    Kernel::run(last_in, last_out);
    std::memcpy(out + whole, last_out, rest * sizeof(To));
  }
}

template <rounding Mode>
VERBATIM_AVX2_NOINLINE void narrow_binary16_all(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  each_step<narrow_binary16<Mode>>(in, out, count);
}

VERBATIM_AVX2_NOINLINE void widen_binary16_all(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  each_step<widen_binary16>(in, out, count);
}

template <rounding Mode>
VERBATIM_AVX2 void to_bfloat16_in(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  each_step<narrow_bfloat16<Mode>>(in, out, count);
}

// A subnormal operand of binary32 rounds to zero in the three modes that say denormals-are-zero, and that saves some
// processors a slow multiplication (Intel optimization manual, "Floating-point assists"); in the others it counts.
void to_binary16(const std::uint32_t* in, std::uint16_t* out, std::size_t count, rounding mode) {
  using x86 = mxcsr_scope;
  switch (mode) {
    case rounding::ties_away: {
      const x86 set(x86::all_masked | x86::round_to_zero | x86::denormals_are_zero);
      return narrow_binary16_all<rounding::ties_away>(in, out, count);
    }
    case rounding::toward_zero: {
      const x86 set(x86::all_masked | x86::round_to_zero | x86::denormals_are_zero);
      return narrow_binary16_all<rounding::toward_zero>(in, out, count);
    }
    case rounding::up: {
      const x86 set(x86::all_masked | x86::round_up);
      return narrow_binary16_all<rounding::up>(in, out, count);
    }
    case rounding::down: {
      const x86 set(x86::all_masked | x86::round_down);
      return narrow_binary16_all<rounding::down>(in, out, count);
    }
    case rounding::to_odd: {
      const x86 set(x86::all_masked | x86::round_to_zero);
      return narrow_binary16_all<rounding::to_odd>(in, out, count);
    }
    default: {
      const x86 set(x86::all_masked | x86::denormals_are_zero);
      return narrow_binary16_all<rounding::ties_even>(in, out, count);
    }
  }
}

void from_binary16(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  const mxcsr_scope set(mxcsr_scope::all_masked);
  widen_binary16_all(in, out, count);
}

void to_bfloat16(const std::uint32_t* in, std::uint16_t* out, std::size_t count, rounding mode) {
  switch (mode) {
    case rounding::ties_away: return to_bfloat16_in<rounding::ties_away>(in, out, count);
    case rounding::toward_zero: return to_bfloat16_in<rounding::toward_zero>(in, out, count);
    case rounding::up: return to_bfloat16_in<rounding::up>(in, out, count);
    case rounding::down: return to_bfloat16_in<rounding::down>(in, out, count);
    case rounding::to_odd: return to_bfloat16_in<rounding::to_odd>(in, out, count);
    default: return to_bfloat16_in<rounding::ties_even>(in, out, count);
  }
}

VERBATIM_AVX2 void from_bfloat16(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  each_step<widen_bfloat16>(in, out, count);
}

constexpr kernels table{to_binary16, from_binary16, to_bfloat16, from_bfloat16};

}  // namespace

const kernels* avx2_kernels() { return &table; }

}  // namespace verbatim::fp::bulk

#else

namespace verbatim::fp::bulk {

const kernels* avx2_kernels() { return nullptr; }

}  // namespace verbatim::fp::bulk

#endif
