// The processor's own conversions between binary32 and binary16: VCVTPS2PH and VCVTPH2PS (Intel SDM volume 2), eight
// values at a time and one at a time.
//
// Not models/fp/bulk.hpp's: these are the fastest loops found (tests/bench/fp_bench_limit.cpp), unrolled by four and
// stored through a register, for VCVTPS2PH to memory takes twice as long on Zen 3.
#include <array>
#include <cstdint>
#include <cstring>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/oracle/loops.hpp"
#include "models/fp/bulk.hpp"
#include "models/fp/mxcsr.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define VERBATIM_HAS_F16C_LOOPS 1
#else
#define VERBATIM_HAS_F16C_LOOPS 0
#endif

namespace verbatim::oracle {
namespace {

enum class conversion : std::uint8_t { none, narrow, widen };

conversion conversion_of(const function& what) {
  if (what.operation == nullptr || what.operation->name != "convert") return conversion::none;
  const fp::format* const from = what.operands[0].format;
  const fp::format* const to = what.result.format;
  if (from == &fp::binary32 && to == &fp::binary16) return conversion::narrow;
  if (from == &fp::binary16 && to == &fp::binary32) return conversion::widen;
  return conversion::none;
}

#if VERBATIM_HAS_F16C_LOOPS

#define VERBATIM_F16C_INLINE inline __attribute__((target("avx,f16c"), always_inline))
#define VERBATIM_F16C_LOOP __attribute__((target("avx,f16c"), noinline))

constexpr std::size_t vector_step = 8;
constexpr std::size_t unrolled = 4;

template <int Direction>
struct narrow {
  using from = std::uint32_t;
  using to = std::uint16_t;

  static VERBATIM_F16C_INLINE void vector(const void* in, void* out) {
    __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(static_cast<const float*>(in)), Direction);
    asm("" : "+x"(halves));  // not to be joined with the store
    _mm_storeu_si128(static_cast<__m128i*>(out), halves);
  }
  // The barrier keeps the loop around it as it is written.
  static VERBATIM_F16C_INLINE void scalar(const from* in, to* out) {
    __m128i half = _mm_cvtps_ph(_mm_castsi128_ps(_mm_cvtsi32_si128(static_cast<int>(*in))), Direction);
    asm("" : "+x"(half));
    *out = static_cast<to>(_mm_cvtsi128_si32(half));
  }
};

struct widen {
  using from = std::uint16_t;
  using to = std::uint32_t;

  static VERBATIM_F16C_INLINE void vector(const void* in, void* out) {
    const __m256 numbers = _mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i*>(in)));
    _mm256_storeu_ps(static_cast<float*>(out), numbers);
  }
  static VERBATIM_F16C_INLINE void scalar(const from* in, to* out) {
    __m128i number = _mm_castps_si128(_mm_cvtph_ps(_mm_cvtsi32_si128(*in)));
    asm("" : "+x"(number));
    *out = static_cast<to>(_mm_cvtsi128_si32(number));
  }
};

template <class Conversion>
VERBATIM_F16C_LOOP void vector_loop(const batch& cases) {
  const auto* const in = elements_of<typename Conversion::from>(cases, 0);
  auto* const out = results_of<typename Conversion::to>(cases);
  std::size_t i = 0;
  for (; i + unrolled * vector_step <= cases.count; i += unrolled * vector_step) {
    Conversion::vector(in + i, out + i);
    Conversion::vector(in + i + vector_step, out + i + vector_step);
    Conversion::vector(in + i + 2 * vector_step, out + i + 2 * vector_step);
    Conversion::vector(in + i + 3 * vector_step, out + i + 3 * vector_step);
  }
  for (; i + vector_step <= cases.count; i += vector_step) Conversion::vector(in + i, out + i);
  if (i == cases.count) return;
  typename Conversion::from last_in[vector_step] = {};
  typename Conversion::to last_out[vector_step];
  std::memcpy(last_in, in + i, (cases.count - i) * sizeof(*in));
  Conversion::vector(last_in, last_out);
  std::memcpy(out + i, last_out, (cases.count - i) * sizeof(*out));
}

template <class Conversion>
VERBATIM_F16C_LOOP void scalar_loop(const batch& cases) {
  const auto* const in = elements_of<typename Conversion::from>(cases, 0);
  auto* const out = results_of<typename Conversion::to>(cases);
  for (std::size_t i = 0; i < cases.count; ++i) Conversion::scalar(in + i, out + i);
}

template <class Conversion>
array_loop loop_of(bool vectors) {
  return vectors ? vector_loop<Conversion> : scalar_loop<Conversion>;
}

array_loop loop_for(const question& asked, bool vectors) {
  if (conversion_of(asked.what) == conversion::widen) return loop_of<widen>(vectors);
  switch (asked.how.mode) {
    case fp::rounding::toward_zero: return loop_of<narrow<_MM_FROUND_TO_ZERO>>(vectors);
    case fp::rounding::up: return loop_of<narrow<_MM_FROUND_TO_POS_INF>>(vectors);
    case fp::rounding::down: return loop_of<narrow<_MM_FROUND_TO_NEG_INF>>(vectors);
    default: return loop_of<narrow<_MM_FROUND_TO_NEAREST_INT>>(vectors);
  }
}

// The instruction takes its direction from itself, but denormals-are-zero from MXCSR.
void run(array_loop loop, const batch& cases) {
  const fp::mxcsr_scope set(fp::mxcsr_scope::all_masked);
  loop(cases);
}

#else

array_loop loop_for(const question&, bool) { return nullptr; }
void run(array_loop, const batch&) {}

#endif

class f16c final : public implementation {
 public:
  explicit f16c(bool vectors) : vectors_(vectors) {}

  [[nodiscard]] std::string_view name() const override { return vectors_ ? "f16c" : "f16c-scalar"; }
  [[nodiscard]] tier which_tier() const override { return tier::f16c; }
  [[nodiscard]] std::string version() const override { return "VCVTPS2PH and VCVTPH2PS of this processor"; }
  [[nodiscard]] std::string what() const override {
    return fmt::format("f32_to_f16 in ties-even, zero, up, down and f16_to_f32 by F16C's instructions, {} at a time",
                       vectors_ ? "eight values" : "one value");
  }
  [[nodiscard]] std::string absent() const override {
    return fp::hardware::available() ? std::string() : "this processor has no F16C instructions; use a newer x86-64";
  }
  [[nodiscard]] std::string refuses(const question& asked) const override {
    const conversion which = conversion_of(asked.what);
    if (which == conversion::none) return has_no_function(asked.what);
    const fp::rounding mode = asked.how.mode;
    if (which == conversion::narrow ? !fp::hardware::offers(mode) : mode == fp::rounding::stochastic)
      return has_no_mode(mode);
    return refuses_attributes(asked.how);
  }
  [[nodiscard]] nan_comparison compares_nan(const question&) const override { return nan_comparison::exact; }
  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    return evaluator_that([loop = loop_for(asked, vectors_)](const batch& cases) { run(loop, cases); });
  }

 private:
  bool vectors_;
};

}  // namespace

const implementation& f16c_oracle() {
  static const f16c one(true);
  return one;
}

const implementation& f16c_scalar_oracle() {
  static const f16c one(false);
  return one;
}

}  // namespace verbatim::oracle
