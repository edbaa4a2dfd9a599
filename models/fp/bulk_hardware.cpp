// The F16C instructions, for who asks for them by name.
#include <cstddef>
#include <stdexcept>

#include "models/fp/bulk.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <cstring>

#include "models/fp/mxcsr.hpp"

#define VERBATIM_F16C_INLINE inline __attribute__((target("avx,f16c"), always_inline))
#define VERBATIM_F16C_NOINLINE __attribute__((target("avx,f16c"), noinline))

namespace verbatim::fp::hardware {

namespace {

constexpr std::size_t step = 8;

template <int Direction>
VERBATIM_F16C_INLINE void narrow_step(const void* in, void* out) {
  const __m256 numbers = _mm256_castsi256_ps(_mm256_loadu_si256(static_cast<const __m256i*>(in)));
  _mm_storeu_si128(static_cast<__m128i*>(out), _mm256_cvtps_ph(numbers, Direction));
}

VERBATIM_F16C_INLINE void widen_step(const void* in, void* out) {
  const __m256 numbers = _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(in)));
  _mm256_storeu_si256(static_cast<__m256i*>(out), _mm256_castps_si256(numbers));
}

template <int Direction>
VERBATIM_F16C_NOINLINE void narrow_all(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  const std::size_t rest = count % step;
  const std::size_t whole = count - rest;
  for (std::size_t i = 0; i < whole; i += step) {
    narrow_step<Direction>(in + i, out + i);
  }
  if (rest != 0) {
    std::uint32_t last_in[step] = {};
    std::uint16_t last_out[step];
    std::memcpy(last_in, in + whole, rest * sizeof(std::uint32_t));
    narrow_step<Direction>(last_in, last_out);
    std::memcpy(out + whole, last_out, rest * sizeof(std::uint16_t));
  }
}

VERBATIM_F16C_NOINLINE void widen_all(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  const std::size_t rest = count % step;
  const std::size_t whole = count - rest;
  for (std::size_t i = 0; i < whole; i += step) {
    widen_step(in + i, out + i);
  }
  if (rest != 0) {
    std::uint16_t last_in[step] = {};
    std::uint32_t last_out[step];
    std::memcpy(last_in, in + whole, rest * sizeof(std::uint16_t));
    widen_step(last_in, last_out);
    std::memcpy(out + whole, last_out, rest * sizeof(std::uint32_t));
  }
}

void check_sizes(std::size_t in, std::size_t out) {
  if (in != out) {
    throw std::invalid_argument("bulk conversion: input and output differ in size");
  }
}

}  // namespace

bool available() {
  static const bool supported = __builtin_cpu_supports("f16c") != 0 && __builtin_cpu_supports("avx") != 0;
  return supported;
}

bool convert_binary32_to_binary16(std::span<const std::uint32_t> in, std::span<std::uint16_t> out, rounding mode) {
  check_sizes(in.size(), out.size());
  if (!available() || !offers(mode)) {
    return false;
  }
  const mxcsr_scope set(mxcsr_scope::all_masked);
  switch (mode) {
    case rounding::toward_zero: narrow_all<_MM_FROUND_TO_ZERO>(in.data(), out.data(), in.size()); break;
    case rounding::up: narrow_all<_MM_FROUND_TO_POS_INF>(in.data(), out.data(), in.size()); break;
    case rounding::down: narrow_all<_MM_FROUND_TO_NEG_INF>(in.data(), out.data(), in.size()); break;
    default: narrow_all<_MM_FROUND_TO_NEAREST_INT>(in.data(), out.data(), in.size()); break;
  }
  return true;
}

bool convert_binary16_to_binary32(std::span<const std::uint16_t> in, std::span<std::uint32_t> out) {
  check_sizes(in.size(), out.size());
  if (!available()) {
    return false;
  }
  const mxcsr_scope set(mxcsr_scope::all_masked);
  widen_all(in.data(), out.data(), in.size());
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
