// Conversions of models/fp against the host functions of CUDA's headers, tier "cuda-host": cuda_fp16.h, cuda_bf16.h,
// cuda_fp8.h, cuda_fp6.h and cuda_fp4.h. No GPU and no nvcc is needed, only the headers.
#include <gtest/gtest.h>

#include "models/fp/boundary.hpp"
#include "models/fp/names.hpp"

#if defined(VERBATIM_HAS_CUDA_HEADERS)

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <bit>
#include <cstdint>
#include <random>

namespace {

namespace fp = verbatim::fp;

constexpr unsigned seed = 20261130;
constexpr int samples = 200'000;

fp::attributes cuda(fp::rounding mode, bool saturate = false) {
  fp::attributes how(mode);
  how.nans = &fp::nan_profiles::cuda_host;
  how.saturate = saturate;
  return how;
}

float single(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double wide(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint64_t bits_of(__half value) { return static_cast<__half_raw>(value).x; }
std::uint64_t bits_of(__nv_bfloat16 value) { return static_cast<__nv_bfloat16_raw>(value).x; }

TEST(fp_cuda_host, narrows_binary32_to_binary16_in_four_modes) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t x = fp::boundary::hard_to_round(random, fp::binary32, fp::binary16);
    const auto model = [x](fp::rounding mode) { return fp::convert(x, fp::binary32, fp::binary16, cuda(mode)).bits; };
    ASSERT_EQ(model(fp::rounding::ties_even), bits_of(__float2half_rn(single(x)))) << std::hex << x;
    ASSERT_EQ(model(fp::rounding::toward_zero), bits_of(__float2half_rz(single(x)))) << std::hex << x;
    ASSERT_EQ(model(fp::rounding::down), bits_of(__float2half_rd(single(x)))) << std::hex << x;
    ASSERT_EQ(model(fp::rounding::up), bits_of(__float2half_ru(single(x)))) << std::hex << x;
  }
}

TEST(fp_cuda_host, narrows_binary64_in_one_rounding) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t x = fp::boundary::hard_to_round(random, fp::binary64, fp::binary16);
    ASSERT_EQ(fp::convert(x, fp::binary64, fp::binary16, cuda(fp::rounding::ties_even)).bits,
              bits_of(__double2half(wide(x))))
        << std::hex << x;
    const std::uint64_t y = fp::boundary::hard_to_round(random, fp::binary64, fp::bfloat16);
    ASSERT_EQ(fp::convert(y, fp::binary64, fp::bfloat16, cuda(fp::rounding::ties_even)).bits,
              bits_of(__double2bfloat16(wide(y))))
        << std::hex << y;
  }
}

TEST(fp_cuda_host, widens_every_binary16) {
  for (std::uint64_t x = 0; x < 0x10000; ++x) {
    const __half_raw raw{static_cast<unsigned short>(x)};
    ASSERT_EQ(fp::convert(x, fp::binary16, fp::binary32, cuda(fp::rounding::ties_even)).bits,
              std::bit_cast<std::uint32_t>(__half2float(__half(raw))))
        << std::hex << x;
  }
}

TEST(fp_cuda_host, narrows_binary32_to_bfloat16_in_four_modes) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t x = fp::boundary::hard_to_round(random, fp::binary32, fp::bfloat16);
    const auto model = [x](fp::rounding mode) { return fp::convert(x, fp::binary32, fp::bfloat16, cuda(mode)).bits; };
    ASSERT_EQ(model(fp::rounding::ties_even), bits_of(__float2bfloat16_rn(single(x)))) << std::hex << x;
    ASSERT_EQ(model(fp::rounding::toward_zero), bits_of(__float2bfloat16_rz(single(x)))) << std::hex << x;
    ASSERT_EQ(model(fp::rounding::down), bits_of(__float2bfloat16_rd(single(x)))) << std::hex << x;
    ASSERT_EQ(model(fp::rounding::up), bits_of(__float2bfloat16_ru(single(x)))) << std::hex << x;
  }
}

// NaN by class: cuda_fp8.h keeps part of an e5m2 payload and drops the sign.
void expect_same(std::uint64_t model, std::uint64_t header, const fp::format& f, std::uint64_t x) {
  if (fp::is_nan(model, f) && fp::is_nan(header, f)) return;
  ASSERT_EQ(model, header) << f.name << " from " << std::hex << x;
}

TEST(fp_cuda_host, narrows_to_fp8) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    for (const bool saturate : {false, true}) {
      const __nv_saturation_t limit = saturate ? __NV_SATFINITE : __NV_NOSAT;
      const fp::attributes how = cuda(fp::rounding::ties_even, saturate);
      for (const auto& [f, kind] : {std::pair{&fp::e4m3fn, __NV_E4M3}, std::pair{&fp::e5m2, __NV_E5M2}}) {
        const std::uint64_t x = fp::boundary::hard_to_round(random, fp::binary64, *f);
        expect_same(fp::convert(x, fp::binary64, *f, how).bits, __nv_cvt_double_to_fp8(wide(x), limit, kind), *f, x);
        const std::uint64_t y = fp::boundary::hard_to_round(random, fp::binary32, *f);
        expect_same(fp::convert(y, fp::binary32, *f, how).bits, __nv_cvt_float_to_fp8(single(y), limit, kind), *f, y);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(fp_cuda_host, widens_every_fp8_to_binary16) {
  for (std::uint64_t x = 0; x < 0x100; ++x) {
    for (const auto& [f, kind] : {std::pair{&fp::e4m3fn, __NV_E4M3}, std::pair{&fp::e5m2, __NV_E5M2}}) {
      const __half_raw header = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), kind);
      expect_same(fp::convert(x, *f, fp::binary16, cuda(fp::rounding::ties_even)).bits, header.x, fp::binary16, x);
    }
  }
}

// The headers' conversions to fp6 and fp4 saturate, and turn NaN into the largest number, as the model does.
TEST(fp_cuda_host, narrows_to_fp6_and_fp4) {
  std::mt19937_64 random(seed);
  const fp::attributes how = cuda(fp::rounding::ties_even, true);
  for (int i = 0; i < samples; ++i) {
    const auto draw = [&random](const fp::format& f) { return fp::boundary::hard_to_round(random, fp::binary64, f); };
    const auto model = [&how](std::uint64_t x, const fp::format& f) {
      return fp::convert(x, fp::binary64, f, how).bits;
    };
    const std::uint64_t x = draw(fp::e2m3fn);
    expect_same(model(x, fp::e2m3fn), __nv_cvt_double_to_fp6(wide(x), __NV_E2M3, cudaRoundNearest), fp::e2m3fn, x);
    const std::uint64_t y = draw(fp::e3m2fn);
    expect_same(model(y, fp::e3m2fn), __nv_cvt_double_to_fp6(wide(y), __NV_E3M2, cudaRoundNearest), fp::e3m2fn, y);
    const std::uint64_t z = draw(fp::e2m1fn);
    expect_same(model(z, fp::e2m1fn), __nv_cvt_double_to_fp4(wide(z), __NV_E2M1, cudaRoundNearest), fp::e2m1fn, z);
    if (HasFatalFailure()) return;
  }
}

// The header takes the exponent's bits and ignores the sign; the model calls negative numbers invalid.
TEST(fp_cuda_host, narrows_to_e8m0) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t x = fp::boundary::hard_to_round(random, fp::binary32, fp::e8m0fnu) & 0x7fffffff;
    for (const bool saturate : {false, true}) {
      const __nv_saturation_t limit = saturate ? __NV_SATFINITE : __NV_NOSAT;
      expect_same(fp::convert(x, fp::binary32, fp::e8m0fnu, cuda(fp::rounding::toward_zero, saturate)).bits,
                  __nv_cvt_float_to_e8m0(single(x), limit, cudaRoundZero), fp::e8m0fnu, x);
      expect_same(fp::convert(x, fp::binary32, fp::e8m0fnu, cuda(fp::rounding::up, saturate)).bits,
                  __nv_cvt_float_to_e8m0(single(x), limit, cudaRoundPosInf), fp::e8m0fnu, x);
    }
    if (HasFatalFailure()) return;
  }
}

}  // namespace

#else
TEST(fp_cuda_host, is_compared) { GTEST_SKIP() << "CUDA's headers are not there (cuda_fp16.h … cuda_fp4.h)"; }
#endif
