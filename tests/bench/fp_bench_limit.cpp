// The F16C instructions in two loops over vectors of eight. Count is a multiple of 32.
//
// "F16C" is what a plain loop becomes: clang 19 -O3 unrolls it by four and has VCVTPS2PH write to memory itself, written
// out here in assembly so that every compiler has the same; g++ 12 -O3, not unrolled, is as fast. "F16C-unrolled" is the
// best found: unrolled by four and through a register, which g++ 12 makes of it (clang makes the first loop). On Zen 3
// this halves the time of narrowing; widening is the same in both.
#include "tests/bench/fp_bench.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define BENCH_F16C __attribute__((target("avx,f16c")))

namespace fp_bench {

namespace {

constexpr std::size_t step = 32;

inline BENCH_F16C __m256 load(const std::uint32_t* from) {
  const void* bytes = from;
  return _mm256_castsi256_ps(_mm256_loadu_si256(static_cast<const __m256i*>(bytes)));
}

BENCH_F16C void narrow(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += step) {
    for (std::size_t j = 0; j < step; j += 8) {
      void* to = out + i + j;
      asm("vcvtps2ph $0, %1, %0" : "=m"(*static_cast<__m128i_u*>(to)) : "x"(load(in + i + j)));
    }
  }
}

BENCH_F16C void narrow_unrolled(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += step) {
    for (std::size_t j = 0; j < step; j += 8) {
      void* to = out + i + j;
      __m128i halves = _mm256_cvtps_ph(load(in + i + j), _MM_FROUND_TO_NEAREST_INT);
      asm("" : "+x"(halves));  // stays in a register: not to be joined with the store
      _mm_storeu_si128(static_cast<__m128i*>(to), halves);
    }
  }
}

BENCH_F16C void widen(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += step) {
    for (std::size_t j = 0; j < step; j += 8) {
      const void* from = in + i + j;
      void* to = out + i + j;
      const __m256 numbers = _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(from)));
      _mm256_storeu_si256(static_cast<__m256i*>(to), _mm256_castps_si256(numbers));
    }
  }
}

}  // namespace

std::vector<rival> f16c_limits() {
  if (__builtin_cpu_supports("f16c") == 0) {
    return {{"F16C", nullptr, nullptr, "this processor has no F16C instructions"}};
  }
  std::vector<rival> limits = {{"F16C", narrow, widen, ""}, {"F16C-unrolled", narrow_unrolled, widen, ""}};
#if defined(VERBATIM_BENCH_CLANG)
  limits.push_back({"F16C-clang", clang_narrow, clang_widen, ""});
#else
  limits.push_back({"F16C-clang", nullptr, nullptr, "no clang++-19 to build the plain loop with"});
#endif
  return limits;
}

}  // namespace fp_bench

#else

namespace fp_bench {

std::vector<rival> f16c_limits() { return {{"F16C", nullptr, nullptr, "not an x86-64 processor"}}; }

}  // namespace fp_bench

#endif
