// Arithmetic of models/fp against what this compiler makes of _Float16, tier "compiler": often binary32 and a second
// rounding, which for + - × ÷ √ of binary16 gives the same result, and for conversions from binary64 would not.
//
// NaN compares by class: compiled code may commute operands. Flags are the processor's affair, not the compiler's.
#include <gtest/gtest.h>

#include "models/fp/boundary.hpp"
#include "models/fp/divide.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/names.hpp"

#if defined(__FLT16_MANT_DIG__)

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace {

namespace fp = verbatim::fp;
using half = _Float16;

constexpr unsigned seed = 20261130;
constexpr int samples = 300'000;

half number(std::uint64_t bits) { return std::bit_cast<half>(static_cast<std::uint16_t>(bits)); }
std::uint64_t bits_of(half value) { return std::bit_cast<std::uint16_t>(value); }

bool same(std::uint64_t a, std::uint64_t b) {
  return a == b || (fp::is_nan(a, fp::binary16) && fp::is_nan(b, fp::binary16));
}

#define EXPECT_SAME(MODEL, COMPILED, ...)                                                                         \
  do {                                                                                                            \
    const std::uint64_t verbatim_model = (MODEL);                                                                 \
    const std::uint64_t verbatim_compiled = bits_of(COMPILED);                                                    \
    ASSERT_TRUE(same(verbatim_model, verbatim_compiled))                                                          \
        << std::hex << "model " << verbatim_model << ", compiler " << verbatim_compiled << " of " << __VA_ARGS__; \
  } while (false)

TEST(fp_compiler_half, does_arithmetic) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t a = fp::boundary::value(random, fp::binary16);
    const std::uint64_t b = fp::boundary::partner(random, a, fp::binary16);
    const volatile half x = number(a);
    const volatile half y = number(b);
    EXPECT_SAME(fp::add(a, b, fp::binary16).bits, static_cast<half>(x + y), a << " + " << b);
    EXPECT_SAME(fp::subtract(a, b, fp::binary16).bits, static_cast<half>(x - y), a << " - " << b);
    EXPECT_SAME(fp::multiply(a, b, fp::binary16).bits, static_cast<half>(x * y), a << " * " << b);
    EXPECT_SAME(fp::divide(a, b, fp::binary16).bits, static_cast<half>(x / y), a << " / " << b);
  }
}

TEST(fp_compiler_half, takes_every_square_root) {
  for (std::uint64_t a = 0; a < 0x10000; ++a) {
    const volatile float wide = static_cast<float>(number(a));
    EXPECT_SAME(fp::square_root(a, fp::binary16).bits, static_cast<half>(std::sqrt(wide)), a);
  }
}

TEST(fp_compiler_half, converts_from_binary32_and_binary64_in_one_rounding) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const std::uint64_t wide = fp::boundary::hard_to_round(random, fp::binary64, fp::binary16);
    const volatile double from_wide = std::bit_cast<double>(wide);
    EXPECT_SAME(fp::convert(wide, fp::binary64, fp::binary16, fp::rounding::ties_even).bits,
                static_cast<half>(from_wide), wide);
    const std::uint64_t single = fp::boundary::hard_to_round(random, fp::binary32, fp::binary16);
    const volatile float from_single = std::bit_cast<float>(static_cast<std::uint32_t>(single));
    EXPECT_SAME(fp::convert(single, fp::binary32, fp::binary16, fp::rounding::ties_even).bits,
                static_cast<half>(from_single), single);
  }
}

TEST(fp_compiler_half, widens_every_number) {
  for (std::uint64_t a = 0; a < 0x10000; ++a) {
    if (fp::is_nan(a, fp::binary16)) continue;
    const volatile half x = number(a);
    ASSERT_EQ(fp::convert(a, fp::binary16, fp::binary32, fp::rounding::ties_even).bits,
              std::bit_cast<std::uint32_t>(static_cast<float>(x)));
    ASSERT_EQ(fp::convert(a, fp::binary16, fp::binary64, fp::rounding::ties_even).bits,
              std::bit_cast<std::uint64_t>(static_cast<double>(x)));
  }
}

TEST(fp_compiler_half, converts_integers_both_ways) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < samples; ++i) {
    const auto integer = static_cast<std::int32_t>(random() >> (32 + random() % 32));
    const volatile std::int32_t from = (random() & 1) != 0 ? integer : -integer;
    EXPECT_SAME(fp::from_integer(static_cast<std::uint32_t>(from), fp::i32, fp::binary16).bits, static_cast<half>(from),
                from);
  }
  for (std::uint64_t a = 0; a < 0x10000; ++a) {
    if (fp::classify(a, fp::binary16) >= fp::number_class::infinity) continue;
    const volatile half x = number(a);
    ASSERT_EQ(fp::to_integer(a, fp::binary16, fp::i32, fp::rounding::toward_zero, true).bits,
              static_cast<std::uint32_t>(static_cast<std::int32_t>(x)));
  }
}

}  // namespace

#else
TEST(fp_compiler_half, is_compared) { GTEST_SKIP() << "this compiler has no _Float16"; }
#endif
