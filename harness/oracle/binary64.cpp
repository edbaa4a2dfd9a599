// + − × and fma of binary16 by one binary64 operation rounded to odd, then one rounding to binary16; and the conversion
// from binary64, where there is only the rounding.
//
// The product of two binary16 numbers is exact in binary32. The sum is added in binary64 toward zero; where it is inexact
// its last bit is set, which is rounding to odd, and from 53 digits of those to 24 of binary32 the digits cut off are
// gathered in the last bit again. 24 digits are more than 11 + 2, so one rounding of that gives what rounding the exact
// sum gives, in every mode (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using
// rounding to odd", 2008).
//
// The sum s = RZ(a + b) is inexact if and only if RZ(s - a) is not b. Where |a| >= |b|, s - a is exact (Boldo, Graillat and
// Muller, "On the robustness of the 2Sum and Fast2Sum algorithms", 2017). Else s has the sign of b, and so has what was cut
// off from it; s - a is b without that, so less than b in size, and stays less when it is rounded toward zero.
//
// VCVTPS2PH rounds to binary16 in four modes. The other two come from them. Ties away: a last bit of binary32 set on
// every finite number takes it past a tie and no further. Odd: toward zero, and the last bit set where that is inexact.
// Down is up of the negated sum, negated, so that zero sums of opposite operands have their sign.
#include <array>
#include <cstdint>
#include <cstring>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
#include "models/fp/bulk.hpp"
#include "models/fp/mxcsr.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define VERBATIM_HAS_BINARY64_LOOPS 1
#else
#define VERBATIM_HAS_BINARY64_LOOPS 0
#endif

namespace verbatim::oracle {
namespace {

enum class arithmetic : std::uint8_t { add, sub, mul, fma, narrow };

#if VERBATIM_HAS_BINARY64_LOOPS

#define VERBATIM_AVX2_INLINE inline __attribute__((target("avx2,f16c"), always_inline))
#define VERBATIM_AVX2_LOOP __attribute__((target("avx2,f16c"), noinline))

constexpr std::size_t step = 8;

VERBATIM_AVX2_INLINE __m256 load_halves(const std::uint16_t* from) {
  const void* const bytes = from;
  return _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(bytes)));
}

VERBATIM_AVX2_INLINE void store_halves(std::uint16_t* to, __m128i halves) {
  void* const bytes = to;
  _mm_storeu_si128(static_cast<__m128i*>(bytes), halves);
}

VERBATIM_AVX2_INLINE __m256 negated(__m256 x) { return _mm256_xor_ps(x, _mm256_set1_ps(-0.0F)); }

// Rounded to odd in binary32: `x`, and more where `inexact` has all bits set. MXCSR rounds toward zero.
VERBATIM_AVX2_INLINE __m128 gathered(__m256d x, __m256d inexact) {
  const __m256i low = _mm256_set1_epi64x((std::int64_t{1} << 29) - 1);
  const __m256i digits = _mm256_castpd_si256(x);
  // The 29 digits that binary32 has no place for, all ones where x is inexact, carry into the 30th where not zero.
  const __m256i cut = _mm256_and_si256(_mm256_or_si256(digits, _mm256_castpd_si256(inexact)), low);
  const __m256i all = _mm256_or_si256(digits, _mm256_add_epi64(cut, low));
  return _mm256_cvtpd_ps(_mm256_castsi256_pd(_mm256_andnot_si256(low, all)));
}

// Any binary64 number. What is smaller than every normal number of binary32 is less than half of the smallest number of
// binary16, and so is that smallest normal number, which stands for it.
VERBATIM_AVX2_INLINE __m128 odd_number(__m256d x) {
  const __m256d sign = _mm256_set1_pd(-0.0);
  const __m256d least = _mm256_set1_pd(0x1p-126);
  const __m256d size = _mm256_andnot_pd(sign, x);
  const __m256d tiny =
      _mm256_and_pd(_mm256_cmp_pd(size, least, _CMP_LT_OQ), _mm256_cmp_pd(size, _mm256_setzero_pd(), _CMP_NEQ_OQ));
  const __m256d in_range = _mm256_blendv_pd(x, _mm256_or_pd(least, _mm256_and_pd(sign, x)), tiny);
  return gathered(in_range, _mm256_setzero_pd());
}

// Rounded to odd in binary64, then in binary32. MXCSR rounds toward zero. With infinities and NaN nothing is inexact:
// the comparison is ordered, and s - a is then a NaN or right.
VERBATIM_AVX2_INLINE __m128 odd_sum(__m256d a, __m256d b) {
  const __m256d sum = _mm256_add_pd(a, b);
  return gathered(sum, _mm256_cmp_pd(_mm256_sub_pd(sum, a), b, _CMP_NEQ_OQ));
}

VERBATIM_AVX2_INLINE __m256 odd_sum(__m256 a, __m256 b) {
  const __m128 lower = odd_sum(_mm256_cvtps_pd(_mm256_castps256_ps128(a)), _mm256_cvtps_pd(_mm256_castps256_ps128(b)));
  const __m128 upper =
      odd_sum(_mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)), _mm256_cvtps_pd(_mm256_extractf128_ps(b, 1)));
  return _mm256_set_m128(upper, lower);
}

template <fp::rounding Mode>
VERBATIM_AVX2_INLINE __m128i rounded(__m256 x) {
  if constexpr (Mode == fp::rounding::toward_zero) {
    return _mm256_cvtps_ph(x, _MM_FROUND_TO_ZERO);
  } else if constexpr (Mode == fp::rounding::up) {
    return _mm256_cvtps_ph(x, _MM_FROUND_TO_POS_INF);
  } else if constexpr (Mode == fp::rounding::down) {
    return _mm_xor_si128(_mm256_cvtps_ph(x, _MM_FROUND_TO_POS_INF), _mm_set1_epi16(INT16_MIN));  // x is negated
  } else if constexpr (Mode == fp::rounding::ties_away) {
    const __m256i digits = _mm256_castps_si256(x);
    const __m256i infinity = _mm256_set1_epi32(0x7f800000);
    const __m256i finite = _mm256_cmpgt_epi32(infinity, _mm256_and_si256(digits, _mm256_set1_epi32(0x7fffffff)));
    const __m256i past = _mm256_or_si256(digits, _mm256_srli_epi32(finite, 31));
    return _mm256_cvtps_ph(_mm256_castsi256_ps(past), _MM_FROUND_TO_NEAREST_INT);
  } else if constexpr (Mode == fp::rounding::to_odd) {
    const __m128i halves = _mm256_cvtps_ph(x, _MM_FROUND_TO_ZERO);
    const __m256i inexact = _mm256_castps_si256(_mm256_cmp_ps(_mm256_cvtph_ps(halves), x, _CMP_NEQ_OQ));
    const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(inexact), _mm256_extracti128_si256(inexact, 1));
    return _mm_or_si128(halves, _mm_srli_epi16(words, 15));
  } else {
    return _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT);
  }
}

template <arithmetic Operation, fp::rounding Mode>
struct kernel {
  static constexpr std::size_t operands = Operation == arithmetic::fma ? 3 : 2;

  // Sums are negated before they are rounded up for `down`.
  static VERBATIM_AVX2_INLINE __m256 turned(__m256 x) { return Mode == fp::rounding::down ? negated(x) : x; }

  static VERBATIM_AVX2_INLINE __m128i of(const std::uint16_t* x, const std::uint16_t* y, const std::uint16_t* z) {
    const __m256 a = turned(load_halves(x));
    const __m256 b = load_halves(y);
    if constexpr (Operation == arithmetic::add) return rounded<Mode>(odd_sum(a, turned(b)));
    if constexpr (Operation == arithmetic::sub) return rounded<Mode>(odd_sum(a, turned(negated(b))));
    const __m256 product = _mm256_mul_ps(a, b);
    if constexpr (Operation == arithmetic::mul) return rounded<Mode>(product);
    return rounded<Mode>(odd_sum(product, turned(load_halves(z))));
  }

  static VERBATIM_AVX2_LOOP void run(const batch& cases) {
    const auto* const x = elements_of<std::uint16_t>(cases, 0);
    const auto* const y = elements_of<std::uint16_t>(cases, 1);
    const auto* const z = operands == 3 ? elements_of<std::uint16_t>(cases, 2) : x;
    auto* const out = results_of<std::uint16_t>(cases);
    std::size_t i = 0;
    for (; i + step <= cases.count; i += step) store_halves(out + i, of(x + i, y + i, z + i));
    if (i == cases.count) return;
    std::array<std::array<std::uint16_t, step>, 4> last{};
    const std::size_t bytes = (cases.count - i) * sizeof(std::uint16_t);
    std::memcpy(last[0].data(), x + i, bytes);
    std::memcpy(last[1].data(), y + i, bytes);
    std::memcpy(last[2].data(), z + i, bytes);
    store_halves(last[3].data(), of(last[0].data(), last[1].data(), last[2].data()));
    std::memcpy(out + i, last[3].data(), bytes);
  }
};

template <fp::rounding Mode>
struct kernel<arithmetic::narrow, Mode> {
  static VERBATIM_AVX2_INLINE __m128i of(const double* x) {
    const __m256 number = _mm256_set_m128(odd_number(_mm256_loadu_pd(x + 4)), odd_number(_mm256_loadu_pd(x)));
    return rounded<Mode>(Mode == fp::rounding::down ? negated(number) : number);
  }

  static VERBATIM_AVX2_LOOP void run(const batch& cases) {
    const auto* const x = elements_of<double>(cases, 0);
    auto* const out = results_of<std::uint16_t>(cases);
    std::size_t i = 0;
    for (; i + step <= cases.count; i += step) store_halves(out + i, of(x + i));
    if (i == cases.count) return;
    std::array<double, step> last{};
    std::array<std::uint16_t, step> rounded_last{};
    std::memcpy(last.data(), x + i, (cases.count - i) * sizeof(double));
    store_halves(rounded_last.data(), of(last.data()));
    std::memcpy(out + i, rounded_last.data(), (cases.count - i) * sizeof(std::uint16_t));
  }
};

template <arithmetic Operation>
array_loop loop_in(fp::rounding mode) {
  switch (mode) {
    case fp::rounding::ties_away: return kernel<Operation, fp::rounding::ties_away>::run;
    case fp::rounding::toward_zero: return kernel<Operation, fp::rounding::toward_zero>::run;
    case fp::rounding::up: return kernel<Operation, fp::rounding::up>::run;
    case fp::rounding::down: return kernel<Operation, fp::rounding::down>::run;
    case fp::rounding::to_odd: return kernel<Operation, fp::rounding::to_odd>::run;
    default: return kernel<Operation, fp::rounding::ties_even>::run;
  }
}

// Products are exact, conversions to binary32 too: only the sum sees the direction.
void run(array_loop loop, const batch& cases) {
  const fp::mxcsr_scope set(fp::mxcsr_scope::all_masked | fp::mxcsr_scope::round_to_zero);
  loop(cases);
}

bool available() {
  static const bool has = fp::hardware::available() && __builtin_cpu_supports("avx2") != 0;
  return has;
}

#else

template <arithmetic Operation>
array_loop loop_in(fp::rounding) {
  return nullptr;
}
void run(array_loop, const batch&) {}
bool available() { return false; }

#endif

struct entry {
  std::string_view function;
  array_loop (*loop)(fp::rounding);
};

constexpr entry entries[] = {{"f16_add", loop_in<arithmetic::add>},
                             {"f16_sub", loop_in<arithmetic::sub>},
                             {"f16_mul", loop_in<arithmetic::mul>},
                             {"f16_mulAdd", loop_in<arithmetic::fma>},
                             {"f64_to_f16", loop_in<arithmetic::narrow>}};

const entry* entry_of(const function& what) {
  for (const entry& each : entries)
    if (each.function == what.name) return &each;
  return nullptr;
}

class binary64 final : public implementation {
 public:
  [[nodiscard]] std::string_view name() const override { return "binary64"; }
  [[nodiscard]] tier which_tier() const override { return tier::binary64; }
  [[nodiscard]] std::string version() const override { return "binary64 addition of this processor, rounded to odd"; }
  [[nodiscard]] std::string what() const override {
    return "f16_add, f16_sub, f16_mul, f16_mulAdd, f64_to_f16 in every mode but stochastic, by one binary64 operation "
           "rounded to odd and one rounding";
  }
  [[nodiscard]] std::string absent() const override {
    return available() ? std::string() : "this processor has no F16C and AVX2 instructions; use a newer x86-64";
  }
  [[nodiscard]] std::string refuses(const question& asked) const override {
    if (entry_of(asked.what) == nullptr) return has_no_function(asked.what);
    if (asked.how.mode == fp::rounding::stochastic) return has_no_mode(asked.how.mode);
    return refuses_attributes(asked.how);
  }
  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    return evaluator_that(
        [loop = entry_of(asked.what)->loop(asked.how.mode)](const batch& cases) { run(loop, cases); });
  }
};

}  // namespace

const implementation& binary64_oracle() {
  static const binary64 one;
  return one;
}

}  // namespace verbatim::oracle
