// The F16C instructions, for who asks for them by name.
#include <cstddef>

#include "models/fp/bulk.hpp"
#include "models/fp/bulk_detail.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <cstring>

#include "models/fp/mxcsr.hpp"

#define VERBATIM_F16C_INLINE inline __attribute__((target("avx,f16c"), always_inline))
#define VERBATIM_F16C_NOINLINE __attribute__((target("avx,f16c"), noinline))

namespace verbatim::fp::hardware {

namespace {

constexpr std::size_t step = 8;
constexpr std::size_t unrolled = 4 * step;

template <int Direction>
struct narrow {
  using from = std::uint32_t;
  using to = std::uint16_t;

  static VERBATIM_F16C_INLINE void run(const from* in, to* out) {
    const void* const source = in;
    void* const target = out;
    const __m256 numbers = _mm256_castsi256_ps(_mm256_loadu_si256(static_cast<const __m256i*>(source)));
    __m128i halves = _mm256_cvtps_ph(numbers, Direction);
    // Through a register: VCVTPS2PH to memory takes twice as long on Zen 3.
    asm("" : "+x"(halves));
    _mm_storeu_si128(static_cast<__m128i*>(target), halves);
  }
};

struct widen {
  using from = std::uint16_t;
  using to = std::uint32_t;

  static VERBATIM_F16C_INLINE void run(const from* in, to* out) {
    const void* const source = in;
    void* const target = out;
    const __m256 numbers = _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(source)));
    _mm256_storeu_si256(static_cast<__m256i*>(target), _mm256_castps_si256(numbers));
  }
};

/// Four vectors a turn, then one, and what is left in a vector beside the arrays.
template <typename Conversion>
VERBATIM_F16C_NOINLINE void convert(const typename Conversion::from* in, typename Conversion::to* out,
                                    std::size_t count) {
  std::size_t i = 0;
  for (; i + unrolled <= count; i += unrolled) {
    Conversion::run(in + i, out + i);
    Conversion::run(in + i + step, out + i + step);
    Conversion::run(in + i + 2 * step, out + i + 2 * step);
    Conversion::run(in + i + 3 * step, out + i + 3 * step);
  }
  for (; i + step <= count; i += step) {
    Conversion::run(in + i, out + i);
  }
  if (i != count) {
    typename Conversion::from last_in[step] = {};
    typename Conversion::to last_out[step];
    std::memcpy(last_in, in + i, (count - i) * sizeof(*in));
    Conversion::run(last_in, last_out);
    std::memcpy(out + i, last_out, (count - i) * sizeof(*out));
  }
}

}  // namespace

bool available() {
  static const bool supported = __builtin_cpu_supports("f16c") != 0 && __builtin_cpu_supports("avx") != 0;
  return supported;
}

bool convert_binary32_to_binary16(std::span<const std::uint32_t> in, std::span<std::uint16_t> out, rounding mode) {
  bulk::check_sizes(in.size(), out.size());
  if (!available() || !offers(mode)) {
    return false;
  }
  const mxcsr_scope set(mxcsr_scope::all_masked);
  switch (mode) {
    case rounding::toward_zero: convert<narrow<_MM_FROUND_TO_ZERO>>(in.data(), out.data(), in.size()); break;
    case rounding::up: convert<narrow<_MM_FROUND_TO_POS_INF>>(in.data(), out.data(), in.size()); break;
    case rounding::down: convert<narrow<_MM_FROUND_TO_NEG_INF>>(in.data(), out.data(), in.size()); break;
    default: convert<narrow<_MM_FROUND_TO_NEAREST_INT>>(in.data(), out.data(), in.size()); break;
  }
  return true;
}

bool convert_binary16_to_binary32(std::span<const std::uint16_t> in, std::span<std::uint32_t> out) {
  bulk::check_sizes(in.size(), out.size());
  if (!available()) {
    return false;
  }
  const mxcsr_scope set(mxcsr_scope::all_masked);
  convert<widen>(in.data(), out.data(), in.size());
  return true;
}

#else

namespace verbatim::fp::hardware {

bool available() { return false; }

bool convert_binary32_to_binary16(std::span<const std::uint32_t>, std::span<std::uint16_t>, rounding) { return false; }

bool convert_binary16_to_binary32(std::span<const std::uint16_t>, std::span<std::uint32_t>) { return false; }

#endif

bool offers(rounding mode) {
  return mode == rounding::ties_even || mode == rounding::toward_zero || mode == rounding::up || mode == rounding::down;
}

}  // namespace verbatim::fp::hardware
