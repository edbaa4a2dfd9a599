// Measures what floating-point arithmetic really does in this build, at run time.
//
// Flags say what was asked for; a linked library, a compiler's default or a later flag can undo them unseen. Each test
// here goes red under the option named beside it, and most under -ffast-math. Operands come from volatile objects, so
// nothing is worked out by the compiler, and results are compared with values worked out by hand.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

// MXCSR as the program was started: read before any test, and before any library call of this file.
#if defined(__x86_64__)
const unsigned control_at_start = _mm_getcsr();
#endif
const int rounding_at_start = std::fegetround();

template <class Float>
std::uint64_t bits_of(Float value) {
  if constexpr (sizeof(Float) == 4) {
    return std::bit_cast<std::uint32_t>(value);
  } else {
    return std::bit_cast<std::uint64_t>(value);
  }
}

/// An operand that the compiler knows nothing about.
template <class Float>
Float opaque(Float value) {
  volatile Float hidden = value;
  return hidden;
}

// Apart from their checks: a product that is used twice is not contracted, one that a caller inlines may be folded.
template <class Float>
[[gnu::noinline]] Float product_plus(Float a, Float b, Float c) {
  return a * b + c;
}

template <class Float>
[[gnu::noinline]] std::array<Float, 4> divided_by_one_divisor(const std::array<Float, 4>& dividends, Float divisor) {
  return {dividends[0] / divisor, dividends[1] / divisor, dividends[2] / divisor, dividends[3] / divisor};
}

template <class Float>
class floating_point_environment : public ::testing::Test {};
using measured_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(floating_point_environment, measured_types);

// Red with -ffp-contract=fast (under clang on) where the target has fused multiply-add: -mfma.
TYPED_TEST(floating_point_environment, a_product_and_a_sum_are_rounded_apart) {
  using real = TypeParam;
  const real e = std::numeric_limits<real>::epsilon();
  const real a = opaque(1 + e);
  const real b = opaque(1 - e);
  const real c = opaque(real{-1});
  const real apart = product_plus(a, b, c);  // 1 - e*e rounds to 1
  EXPECT_EQ(bits_of(apart), bits_of(real{0}));
  EXPECT_NE(bits_of(apart), bits_of(std::fma(a, b, c))) << "the operands do not tell the two apart";
}

// Red with -mfpmath=387.
TYPED_TEST(floating_point_environment, intermediate_results_have_no_excess_precision) {
  using real = TypeParam;
  EXPECT_EQ(FLT_EVAL_METHOD, 0);
  const real large = opaque(std::ldexp(real{1}, std::numeric_limits<real>::digits));
  const real one = opaque(real{1});
  const real sum = (large + one) + one;
  EXPECT_EQ(bits_of(sum), bits_of(large));
}

// Red with -mfpmath=387: the wider exponent range would keep the product finite.
TYPED_TEST(floating_point_environment, intermediate_results_have_no_excess_range) {
  using real = TypeParam;
  const real largest = opaque(std::numeric_limits<real>::max());
  const real two = opaque(real{2});
  const real result = largest * two / two;
  EXPECT_EQ(bits_of(result), bits_of(std::numeric_limits<real>::infinity()));
}

// Red when linked with -ffast-math (crtfastmath.o sets FTZ and DAZ before main).
TYPED_TEST(floating_point_environment, subnormal_results_and_operands_are_kept) {
  using real = TypeParam;
  const real smallest_normal = std::numeric_limits<real>::min();
  const real half = opaque(smallest_normal) * opaque(real{0.5});
  EXPECT_EQ(bits_of(half), bits_of(smallest_normal) / 2) << "a subnormal result became zero";
  const real tiny = std::numeric_limits<real>::denorm_min();
  const real doubled = opaque(tiny) + opaque(tiny);
  EXPECT_EQ(bits_of(doubled), 2U) << "subnormal operands were read as zero";
  const real large = opaque(tiny) * opaque(std::ldexp(real{1}, std::numeric_limits<real>::digits + 10));
  EXPECT_NE(bits_of(large), 0U) << "a subnormal factor was read as zero";
}

TYPED_TEST(floating_point_environment, results_round_to_nearest_with_ties_to_even) {
  using real = TypeParam;
  const real half_unit = opaque(std::numeric_limits<real>::epsilon() / 2);
  const real one = opaque(real{1});
  const real next = opaque(1 + std::numeric_limits<real>::epsilon());
  EXPECT_EQ(bits_of(one + half_unit), bits_of(one)) << "a tie went away from the even one, or up";
  EXPECT_EQ(bits_of(next + half_unit), bits_of(one) + 2) << "a tie went away from the even one, or down";
  EXPECT_EQ(bits_of(-next - half_unit), bits_of(-one) + 2);
  EXPECT_EQ(bits_of(one / opaque(real{3})), bits_of(real{1} / real{3}));
}

// Red with -ffinite-math-only.
TYPED_TEST(floating_point_environment, nan_and_infinity_compare_as_such) {
  using real = TypeParam;
  const real nan = opaque(std::numeric_limits<real>::quiet_NaN());
  const real infinity = opaque(std::numeric_limits<real>::infinity());
  EXPECT_TRUE(nan != nan);
  EXPECT_FALSE(nan == nan);
  EXPECT_FALSE(nan < infinity || nan >= infinity);
  EXPECT_TRUE(std::isnan(nan));
  EXPECT_TRUE(std::isinf(infinity));
  const real difference = infinity - infinity;
  EXPECT_TRUE(difference != difference);
  EXPECT_TRUE(infinity > std::numeric_limits<real>::max());
  const real ratio = nan / nan;
  EXPECT_TRUE(std::isnan(ratio)) << "x / x was taken for 1";
}

// Red with -fno-signed-zeros.
TYPED_TEST(floating_point_environment, zero_keeps_its_sign) {
  using real = TypeParam;
  const real minus_zero = opaque(real{-0.0});
  const real zero = opaque(real{0});
  EXPECT_EQ(bits_of(minus_zero + real{0}), bits_of(real{0})) << "x + 0 was taken for x";
  EXPECT_EQ(bits_of(real{0} - zero), bits_of(real{0})) << "0 - x was taken for -x";
  EXPECT_EQ(bits_of(minus_zero * real{1}), bits_of(real{-0.0}));
  EXPECT_EQ(bits_of(zero * real{-1}), bits_of(real{-0.0}));
}

// Red with -freciprocal-math: x / y would be x * (1 / y), which rounds twice. Quotients of whole
// numbers are exact; 49 * (1 / 49) in binary64 and 41 * (1 / 41) in binary32 are not 1.
TYPED_TEST(floating_point_environment, division_is_no_product_with_a_reciprocal) {
  using real = TypeParam;
  for (int divisor = 3; divisor < 200; ++divisor) {
    const auto y = static_cast<real>(divisor);
    const std::array<real, 4> dividends{opaque(y), opaque(3 * y), opaque(5 * y), opaque(7 * y)};
    const std::array<real, 4> quotients = divided_by_one_divisor(dividends, opaque(y));
    for (std::size_t i = 0; i < quotients.size(); ++i) {
      ASSERT_EQ(bits_of(quotients[i]), bits_of(static_cast<real>(2 * i + 1))) << "divisor " << divisor;
    }
  }
  EXPECT_EQ(bits_of(opaque(real{49}) / real{49}), bits_of(real{1})) << "a divisor known at compile time";
  EXPECT_EQ(bits_of(opaque(real{41}) / real{41}), bits_of(real{1})) << "a divisor known at compile time";
}

// Red with -fassociative-math -fno-signed-zeros -fno-trapping-math, which -ffast-math implies.
TYPED_TEST(floating_point_environment, sums_are_taken_in_the_order_written) {
  using real = TypeParam;
  const real large = opaque(std::ldexp(real{1}, std::numeric_limits<real>::digits + 4));
  const real one = opaque(real{1});
  EXPECT_EQ(bits_of((one + large) - large), bits_of(real{0})) << "(a + b) - b was taken for a";
  const real residue = one - ((one + large) - large);
  EXPECT_EQ(bits_of(residue), bits_of(one)) << "a compensated sum lost its compensation";

  // A vectorised sum would add elements 0, 4, 8, … first.
  volatile real source[64];
  for (int i = 0; i < 64; ++i) {
    source[i] = i % 4 == 0 ? large : i % 4 == 2 ? -large : real{1};
  }
  std::array<real, 64> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = source[i];
  }
  real sum = 0;
  for (const real value : values) {
    sum += value;
  }
  EXPECT_EQ(bits_of(sum), bits_of(real{1}));
}

TEST(floating_point_start, rounds_to_nearest) {
  EXPECT_EQ(rounding_at_start, FE_TONEAREST);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(floating_point_start, control_register_neither_flushes_nor_traps) {
#if defined(__x86_64__)
  constexpr unsigned flush_to_zero = 0x8000;
  constexpr unsigned denormals_are_zero = 0x0040;
  constexpr unsigned exception_masks = 0x1f80;
  constexpr unsigned rounding_control = 0x6000;
  for (const unsigned control : {control_at_start, _mm_getcsr()}) {
    EXPECT_EQ(control & flush_to_zero, 0U) << std::hex << "MXCSR 0x" << control;
    EXPECT_EQ(control & denormals_are_zero, 0U) << std::hex << "MXCSR 0x" << control;
    EXPECT_EQ(control & exception_masks, exception_masks) << std::hex << "MXCSR 0x" << control;
    EXPECT_EQ(control & rounding_control, 0U) << std::hex << "MXCSR 0x" << control;
  }
#else
  GTEST_SKIP() << "MXCSR is a register of x86; subnormal_results_and_operands_are_kept measures the same by behaviour";
#endif
}

}  // namespace
