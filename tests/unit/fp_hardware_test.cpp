// Conversions of models/fp against what the processor does: F16C and SSE2, results and exception flags.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <ios>
#include <limits>
#include <random>

#include "models/fp/convert.hpp"
#include "models/fp/names.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace {

namespace fp = verbatim::fp;

struct hardware_mode {
  fp::rounding mode;
  unsigned control;
};

constexpr hardware_mode modes[] = {{fp::rounding::ties_even, _MM_ROUND_NEAREST},
                                   {fp::rounding::toward_zero, _MM_ROUND_TOWARD_ZERO},
                                   {fp::rounding::up, _MM_ROUND_UP},
                                   {fp::rounding::down, _MM_ROUND_DOWN}};

constexpr unsigned all_masked = 0x1f80;

/// Sets MXCSR for one conversion and gives the processor's default back.
class control_word {
 public:
  explicit control_word(unsigned mode) : before_(_mm_getcsr()) { _mm_setcsr(all_masked | mode); }
  ~control_word() { _mm_setcsr(before_); }
  control_word(const control_word&) = delete;
  control_word& operator=(const control_word&) = delete;

  [[nodiscard]] static fp::flags raised() {
    const unsigned status = _mm_getcsr();
    fp::flags set = fp::flags::none;
    set = (status & _MM_EXCEPT_INEXACT) != 0 ? set | fp::flags::inexact : set;
    set = (status & _MM_EXCEPT_UNDERFLOW) != 0 ? set | fp::flags::underflow : set;
    set = (status & _MM_EXCEPT_OVERFLOW) != 0 ? set | fp::flags::overflow : set;
    return (status & _MM_EXCEPT_INVALID) != 0 ? set | fp::flags::invalid : set;
  }

 private:
  unsigned before_;
};

// The volatile locals keep each conversion between the two accesses to MXCSR.
__attribute__((target("f16c"))) fp::outcome narrow_with_f16c(std::uint32_t bits, unsigned control) {
  const control_word scope(control);
  volatile std::uint32_t input = bits;
  const __m128i loaded = _mm_cvtsi32_si128(static_cast<int>(input));
  const __m128i converted = _mm_cvtps_ph(_mm_castsi128_ps(loaded), _MM_FROUND_CUR_DIRECTION);
  volatile std::uint32_t output = static_cast<std::uint32_t>(_mm_cvtsi128_si32(converted));
  const fp::flags raised = control_word::raised();
  return {output & 0xffff, raised};
}

__attribute__((target("f16c"))) fp::outcome widen_with_f16c(std::uint32_t bits) {
  const control_word scope(_MM_ROUND_NEAREST);
  volatile std::uint32_t input = bits;
  const __m128 converted = _mm_cvtph_ps(_mm_cvtsi32_si128(static_cast<int>(input)));
  volatile std::uint32_t output = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_castps_si128(converted)));
  const fp::flags raised = control_word::raised();
  return {output, raised};
}

fp::outcome narrow_with_sse2(std::uint64_t bits, unsigned control) {
  const control_word scope(control);
  volatile std::uint64_t input = bits;
  const __m128d loaded = _mm_castsi128_pd(_mm_cvtsi64_si128(static_cast<long long>(input)));
  const __m128 converted = _mm_cvtsd_ss(_mm_setzero_ps(), loaded);
  volatile std::uint32_t output = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_castps_si128(converted)));
  const fp::flags raised = control_word::raised();
  return {output, raised};
}

class fp_f16c : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!__builtin_cpu_supports("f16c")) {
      GTEST_SKIP() << "this processor has no F16C";
    }
  }

  static void check(std::uint32_t bits) {
    for (const hardware_mode& m : modes) {
      const fp::outcome model = fp::convert(bits, fp::binary32, fp::binary16, m.mode);
      const fp::outcome processor = narrow_with_f16c(bits, m.control);
      ASSERT_EQ(model, processor) << std::hex << "binary32 0x" << bits << " " << fp::name(m.mode) << ": model 0x"
                                  << model.bits << " " << fp::names(model.raised) << ", processor 0x" << processor.bits
                                  << " " << fp::names(processor.raised);
    }
  }
};

TEST_F(fp_f16c, widens_all_65536_inputs_alike) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const fp::outcome model = fp::convert(bits, fp::binary16, fp::binary32, fp::rounding::ties_even);
    ASSERT_EQ(model, widen_with_f16c(bits)) << std::hex << "binary16 0x" << bits;
  }
}

TEST_F(fp_f16c, narrows_alike_across_the_whole_range) {
  constexpr std::uint64_t stride = 8191;  // prime, so that all low-bit patterns come up
  for (std::uint64_t bits = 0; bits <= std::numeric_limits<std::uint32_t>::max(); bits += stride) {
    check(static_cast<std::uint32_t>(bits));
    if (HasFatalFailure()) {
      return;
    }
  }
}

// Around each binary16 number and each midpoint, the one above the largest number included.
TEST_F(fp_f16c, narrows_alike_at_every_boundary) {
  const auto widened = [](std::uint32_t half) {
    const auto bits = fp::convert(half, fp::binary16, fp::binary32, fp::rounding::up).bits;
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  };
  for (std::uint32_t half = 0; half < 0x7c00; ++half) {
    const float number = widened(half);
    const float next = half == 0x7bff ? 65536.0F : widened(half + 1);
    for (const float place : {number, (number + next) / 2}) {
      const auto here = std::bit_cast<std::uint32_t>(place);
      for (const std::uint32_t bits : {here - (here == 0 ? 0U : 1U), here, here + 1}) {
        check(bits);
        check(bits | 0x80000000);
        if (HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

// Where underflow begins: below the smallest normal number by eighths of a unit in the last place.
TEST_F(fp_f16c, tells_underflow_after_rounding) {
  for (int steps = -4; steps <= 20; ++steps) {
    const auto here = std::bit_cast<std::uint32_t>(0x1p-14F - static_cast<float>(steps) * 0x1p-27F);
    for (const std::uint32_t bits : {here - 1, here, here + 1}) {
      check(bits);
      check(bits | 0x80000000);
      if (HasFatalFailure()) {
        return;
      }
    }
  }
}

TEST(fp_sse2, narrows_binary64_to_binary32_alike) {
  std::mt19937_64 random(754);
  for (int i = 0; i < 300'000; ++i) {
    const std::uint64_t field = i % 8 == 0 ? random() % 2048 : 1023 - 153 + random() % 285;
    const std::uint64_t fraction = (random() << (random() % 52)) ^ (i % 3 == 0 ? ~std::uint64_t{0} : 0);
    const std::uint64_t bits =
        (random() & fp::binary64.sign_mask()) | (field << 52) | (fraction & fp::binary64.fraction_mask());
    for (const hardware_mode& m : modes) {
      const fp::outcome model = fp::convert(bits, fp::binary64, fp::binary32, m.mode);
      const fp::outcome processor = narrow_with_sse2(bits, m.control);
      ASSERT_EQ(model, processor) << std::hex << "binary64 0x" << bits << " " << fp::name(m.mode) << ": model "
                                  << fp::names(model.raised) << ", processor " << fp::names(processor.raised);
    }
  }
}

}  // namespace
#else
TEST(fp_f16c, narrows_alike_across_the_whole_range) { GTEST_SKIP() << "F16C is an x86 instruction"; }
#endif
