// The libraries a user would otherwise take, one loop each over what they offer for a single value. Their software
// paths: this file is compiled without -mf16c. The loops are written once, so that all get the same chance.
#include <bit>

#include "tests/bench/fp_bench.hpp"

#if __has_include(<fp16.h>)
#include <fp16.h>
#define BENCH_HAS_FP16
#endif
// Imath converts to binary32 through a table that is in its library, so the header alone isn't enough.
#if defined(VERBATIM_BENCH_IMATH) && __has_include(<Imath/half.h>)
#include <Imath/half.h>
#define BENCH_HAS_IMATH
#endif
#if __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#define BENCH_HAS_EIGEN
#endif
#if __has_include(<cuda_fp16.h>)
#define CUDA_NO_HALF  // or it takes the name half, as Imath does
#include <cuda_fp16.h>
#define BENCH_HAS_CUDA
#endif

namespace fp_bench {

namespace {

// Functions given as template arguments are inlined into the loops.
template <auto Convert>
void narrow_each(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = Convert(std::bit_cast<float>(in[i]));
  }
}

template <auto Convert>
void widen_each(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = std::bit_cast<std::uint32_t>(Convert(in[i]));
  }
}

template <auto ToHalf, auto ToFloat>
rival make(const char* name) {
  return {name, narrow_each<ToHalf>, widen_each<ToFloat>, ""};
}

[[maybe_unused]] rival missing(const char* name, const char* what) { return {name, nullptr, nullptr, what}; }

}  // namespace

std::vector<rival> rivals() {
  std::vector<rival> all;
#ifdef BENCH_HAS_FP16
  all.push_back(make<[](float x) -> std::uint16_t { return fp16_ieee_from_fp32_value(x); },
                     [](std::uint16_t h) { return fp16_ieee_to_fp32_value(h); }>("FP16"));
#else
  all.push_back(missing("FP16", "no fp16.h (Debian: libfp16-dev)"));
#endif
#ifdef BENCH_HAS_IMATH
  all.push_back(make<[](float x) { return static_cast<std::uint16_t>(imath_float_to_half(x)); },
                     [](std::uint16_t h) { return imath_half_to_float(h); }>("Imath"));
#else
  all.push_back(missing("Imath", "no Imath/half.h or no library (Debian: libimath-dev)"));
#endif
#ifdef BENCH_HAS_EIGEN
  all.push_back(
      make<[](float x) -> std::uint16_t { return Eigen::half_impl::float_to_half_rtne(x).x; },
           [](std::uint16_t h) { return Eigen::half_impl::half_to_float(Eigen::half_impl::raw_uint16_to_half(h)); }>(
          "Eigen"));
#else
  all.push_back(missing("Eigen", "no eigen3/Eigen/Core (Debian: libeigen3-dev)"));
#endif
#ifdef BENCH_HAS_CUDA
  all.push_back(make<[](float x) { return std::bit_cast<std::uint16_t>(__float2half_rn(x)); },
                     [](std::uint16_t h) { return __half2float(std::bit_cast<__half>(h)); }>("CUDA-host"));
#else
  all.push_back(missing("CUDA-host", "no cuda_fp16.h (looked in /usr/local/cuda/include too)"));
#endif
#ifdef __FLT16_MANT_DIG__
  all.push_back(make<[](float x) { return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x)); },
                     [](std::uint16_t h) { return static_cast<float>(std::bit_cast<_Float16>(h)); }>("_Float16"));
#else
  all.push_back(missing("_Float16", "this compiler has no _Float16"));
#endif
  return all;
}

}  // namespace fp_bench
