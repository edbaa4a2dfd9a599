// AVX2 and FMA kernels. A tile of operands is widened to binary32, worked on there, and narrowed by the conversions of
// models/fp/bulk.hpp, while it stays in the first-level cache.
//
// Two roundings, to 24 bits and then to 11, are one where the first one loses nothing that the second asks for. In the
// three directed modes both go the same way. In the other modes the first one is to odd: the processor truncates, and
// the last bit is set where something was cut off. 24 bits are at least the 11 + 2 that Boldo and Melquiond ask for. A
// product of two numbers of binary16 has 22 bits and is exact from the start. Nothing here overflows or is subnormal in
// binary32: a sum is a multiple of 2^-48 below 2^33, a quotient lies from 2^-40 to 2^40.
//
// Whether truncation cut something off s = x + y: whether s - x, truncated too, differs from y. With an exact s it does
// not. Else, if |x| >= |y|, s - x is exact, as in every rounding direction (Boldo, Graillat and Muller, "On the robustness
// of the 2Sum and Fast2Sum algorithms", 2017), and not y. Else s has the sign of y and lies nearer to zero than x + y, so
// s - x lies on the side of y toward zero, and truncated no less. Of a truncated quotient or root a fused multiply-add
// gives the remainder. Ordered comparisons leave infinity and NaN out.
//
// The instruction that makes a result is written in assembly: of two NaN operands it gives the first, and a compiler that
// takes addition to commute exchanges them, or contracts a product and a sum. The functions that hold float operations
// are never inlined: see models/fp/mxcsr.hpp.
#include "models/fp/bulk_arithmetic_detail.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/fp/multiply.hpp"
#include "models/fp/mxcsr.hpp"

#define VERBATIM_AVX2_INLINE inline __attribute__((target("avx2,fma"), always_inline))
#define VERBATIM_AVX2_NOINLINE __attribute__((target("avx2,fma"), noinline))

namespace verbatim::fp::bulk {

namespace {

constexpr std::size_t lanes = 8;
constexpr std::size_t tile = 1024;

/// One tile of numbers in binary32.
struct alignas(32) wide_tile {
  std::uint32_t values[tile];
};

VERBATIM_AVX2_INLINE __m256 load(const void* from) {
  return _mm256_castsi256_ps(_mm256_loadu_si256(static_cast<const __m256i*>(from)));
}
VERBATIM_AVX2_INLINE void store(void* to, __m256 value) {
  _mm256_storeu_si256(static_cast<__m256i*>(to), _mm256_castps_si256(value));
}

// The operands of the assembler's syntax come last to first.
VERBATIM_AVX2_INLINE __m256 sum(__m256 a, __m256 b) {
  __m256 result;
  asm("vaddps %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
  return result;
}
VERBATIM_AVX2_INLINE __m256 difference(__m256 a, __m256 b) {
  __m256 result;
  asm("vsubps %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
  return result;
}
VERBATIM_AVX2_INLINE __m256 product(__m256 a, __m256 b) {
  __m256 result;
  asm("vmulps %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
  return result;
}
VERBATIM_AVX2_INLINE __m256 quotient(__m256 a, __m256 b) {
  __m256 result;
  asm("vdivps %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
  return result;
}
VERBATIM_AVX2_INLINE __m256 root(__m256 a) {
  __m256 result;
  asm("vsqrtps %1, %0" : "=x"(result) : "x"(a));
  return result;
}

/// `truncated` with its last bit set where `inexact` has all bits set.
VERBATIM_AVX2_INLINE __m256 to_odd(__m256 truncated, __m256 inexact) {
  const __m256i last = _mm256_srli_epi32(_mm256_castps_si256(inexact), 31);
  return _mm256_or_ps(truncated, _mm256_castsi256_ps(last));
}
VERBATIM_AVX2_INLINE __m256 sum_to_odd(__m256 truncated, __m256 a, __m256 b) {
  return to_odd(truncated, _mm256_cmp_ps(_mm256_sub_ps(truncated, b), a, _CMP_NEQ_OQ));
}

// Each operation: the results in the direction of MXCSR, or to odd where MXCSR says toward zero.

struct addition {
  template <bool Odd>
  static VERBATIM_AVX2_INLINE __m256 run(__m256 a, __m256 b) {
    const __m256 s = sum(a, b);
    return Odd ? sum_to_odd(s, a, b) : s;
  }
};

struct subtraction {
  template <bool Odd>
  static VERBATIM_AVX2_INLINE __m256 run(__m256 a, __m256 b) {
    const __m256 s = difference(a, b);
    return Odd ? sum_to_odd(s, a, _mm256_xor_ps(b, _mm256_set1_ps(-0.0F))) : s;
  }
};

struct multiplication {
  template <bool Odd>
  static VERBATIM_AVX2_INLINE __m256 run(__m256 a, __m256 b) {
    return product(a, b);
  }
};

struct division {
  template <bool Odd>
  static VERBATIM_AVX2_INLINE __m256 run(__m256 a, __m256 b) {
    const __m256 q = quotient(a, b);
    return Odd ? to_odd(q, _mm256_cmp_ps(_mm256_fnmadd_ps(q, b, a), _mm256_setzero_ps(), _CMP_NEQ_OQ)) : q;
  }
};

struct square_rooting {
  template <bool Odd>
  static VERBATIM_AVX2_INLINE __m256 run(__m256 a) {
    const __m256 r = root(a);
    return Odd ? to_odd(r, _mm256_cmp_ps(_mm256_fnmadd_ps(r, r, a), _mm256_setzero_ps(), _CMP_NEQ_OQ)) : r;
  }
};

struct multiplication_and_addition {
  template <bool Odd>
  static VERBATIM_AVX2_INLINE __m256 run(__m256 a, __m256 b, __m256 c) {
    // The addend first: its NaN comes before that of infinity times zero; and after those of the factors, which are
    // put in at the end.
    const __m256 p = product(a, b);
    const __m256 s = sum(c, p);
    const __m256 factor_is_nan = _mm256_cmp_ps(a, b, _CMP_UNORD_Q);
    return _mm256_blendv_ps(Odd ? sum_to_odd(s, c, p) : s, p, factor_is_nan);
  }
};

/// Whole vectors: up to lanes - 1 values more than `count` are read and written.
template <typename Operation, bool Odd, typename... Operands>
VERBATIM_AVX2_NOINLINE void apply(std::uint32_t* out, std::size_t count, const Operands*... in) {
  for (std::size_t i = 0; i < count; i += lanes) {
    store(out + i, Operation::template run<Odd>(load(in + i)...));
  }
}

/// The inner loop of a complete fma, kept apart for its one broadcast operand.
template <bool Odd>
VERBATIM_AVX2_NOINLINE void apply_to_product(std::uint32_t* out, std::size_t count, const std::uint32_t* c,
                                             std::uint32_t product_bits) {
  const __m256 p = _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(product_bits)));
  for (std::size_t i = 0; i < count; i += lanes) {
    store(out + i, addition::run<Odd>(load(c + i), p));
  }
}

constexpr bool is_directed(rounding mode) {
  return mode == rounding::toward_zero || mode == rounding::up || mode == rounding::down;
}

constexpr std::uint32_t control(rounding mode) {
  using x86 = mxcsr_scope;
  switch (mode) {
    case rounding::up: return x86::all_masked | x86::round_up;
    case rounding::down: return x86::all_masked | x86::round_down;
    default: return x86::all_masked | x86::round_to_zero;
  }
}

template <typename Operation, typename... Operands>
void compute(std::uint32_t* out, std::size_t count, rounding mode, const Operands*... in) {
  const mxcsr_scope set(control(mode));
  if (is_directed(mode)) {
    return apply<Operation, false>(out, count, in...);
  }
  return apply<Operation, true>(out, count, in...);
}

/// `count` values, and zeros up to a whole vector.
void widen(const std::uint16_t* from, wide_tile& to, std::size_t count) {
  avx2_kernels()->binary16_to_binary32(from, to.values, count);
  std::fill(to.values + count, to.values + (count + lanes - 1) / lanes * lanes, 0U);
}

template <typename Operation, typename... Operands>
void by_tiles(std::uint16_t* out, std::size_t count, rounding mode, const Operands*... in) {
  const auto one_tile = [&](std::size_t done, std::size_t here, auto&... wide) {
    (widen(in + done, wide, here), ...);
    wide_tile results;
    compute<Operation>(results.values, here, mode, wide.values...);
    avx2_kernels()->binary32_to_binary16(results.values, out + done, here, mode);
  };
  for (std::size_t done = 0; done < count; done += tile) {
    const std::size_t here = std::min(tile, count - done);
    wide_tile a;
    if constexpr (sizeof...(in) == 1) {
      one_tile(done, here, a);
    } else {
      wide_tile b;
      if constexpr (sizeof...(in) == 2) {
        one_tile(done, here, a, b);
      } else {
        wide_tile c;
        one_tile(done, here, a, b, c);
      }
    }
  }
}

template <typename Operation>
void two_operands(const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* out, std::size_t count,
                  rounding mode) {
  by_tiles<Operation>(out, count, mode, a, b);
}

void square_root(const std::uint16_t* a, std::uint16_t* out, std::size_t count, rounding mode) {
  by_tiles<square_rooting>(out, count, mode, a);
}

void fused(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c, std::uint16_t* out,
           std::size_t count, rounding mode) {
  by_tiles<multiplication_and_addition>(out, count, mode, a, b, c);
}

void add_to_product(std::uint16_t a, std::uint16_t b, const std::uint16_t* c, const std::uint32_t* wide_c,
                    std::uint16_t* out, std::size_t count, rounding mode) {
  const std::uint64_t exact = multiply(a, b, binary16, binary32, rounding::toward_zero).bits;
  if (is_nan(exact, binary32)) {
    // Which NaN goes first is different for a NaN factor and for infinity times zero; rare enough not to be fast.
    return portable_arithmetic().add_to_product(a, b, c, wide_c, out, count, mode);
  }
  const auto product_bits = static_cast<std::uint32_t>(exact);
  for (std::size_t done = 0; done < count; done += tile) {
    const std::size_t here = std::min(tile, count - done);
    wide_tile widened;
    const std::uint32_t* addends = widened.values;
    if (wide_c != nullptr && here % lanes == 0) {
      addends = wide_c + done;
    } else {
      widen(c + done, widened, here);
    }
    wide_tile results;
    {
      const mxcsr_scope set(control(mode));
      if (is_directed(mode)) {
        apply_to_product<false>(results.values, here, addends, product_bits);
      } else {
        apply_to_product<true>(results.values, here, addends, product_bits);
      }
    }
    avx2_kernels()->binary32_to_binary16(results.values, out + done, here, mode);
  }
}

constexpr arithmetic_kernels table{two_operands<addition>,
                                   two_operands<subtraction>,
                                   two_operands<multiplication>,
                                   two_operands<division>,
                                   square_root,
                                   fused,
                                   add_to_product};

}  // namespace

const arithmetic_kernels* avx2_arithmetic() { return &table; }

}  // namespace verbatim::fp::bulk

#else

namespace verbatim::fp::bulk {

const arithmetic_kernels* avx2_arithmetic() { return nullptr; }

}  // namespace verbatim::fp::bulk

#endif
