// The processor's own conversions between binary32 and binary16: VCVTPS2PH and VCVTPH2PS (Intel SDM volume 2), eight
// values at a time, by models/fp/bulk.hpp's namespace hardware, and here one at a time.
#include <cstdint>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
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

#define VERBATIM_F16C_LOOP __attribute__((target("avx,f16c"), noinline))

// The barrier keeps each loop as it is written: a value at a time.
template <int Direction>
VERBATIM_F16C_LOOP void narrow_one_by_one(const batch& cases) {
  const auto* const in = elements_of<std::uint32_t>(cases, 0);
  auto* const out = results_of<std::uint16_t>(cases);
  for (std::size_t i = 0; i < cases.count; ++i) {
    __m128i half = _mm_cvtps_ph(_mm_castsi128_ps(_mm_cvtsi32_si128(static_cast<int>(in[i]))), Direction);
    asm("" : "+x"(half));
    out[i] = static_cast<std::uint16_t>(_mm_cvtsi128_si32(half));
  }
}

VERBATIM_F16C_LOOP void widen_one_by_one(const batch& cases) {
  const auto* const in = elements_of<std::uint16_t>(cases, 0);
  auto* const out = results_of<std::uint32_t>(cases);
  for (std::size_t i = 0; i < cases.count; ++i) {
    __m128i number = _mm_castps_si128(_mm_cvtph_ps(_mm_cvtsi32_si128(in[i])));
    asm("" : "+x"(number));
    out[i] = static_cast<std::uint32_t>(_mm_cvtsi128_si32(number));
  }
}

array_loop one_by_one(conversion which, fp::rounding mode) {
  if (which == conversion::widen) return widen_one_by_one;
  switch (mode) {
    case fp::rounding::toward_zero: return narrow_one_by_one<_MM_FROUND_TO_ZERO>;
    case fp::rounding::up: return narrow_one_by_one<_MM_FROUND_TO_POS_INF>;
    case fp::rounding::down: return narrow_one_by_one<_MM_FROUND_TO_NEG_INF>;
    default: return narrow_one_by_one<_MM_FROUND_TO_NEAREST_INT>;
  }
}

// The instruction takes its direction from itself, but denormals-are-zero from MXCSR.
void run(array_loop loop, const batch& cases) {
  const fp::mxcsr_scope set(fp::mxcsr_scope::all_masked);
  loop(cases);
}

#else

array_loop one_by_one(conversion, fp::rounding) { return nullptr; }
void run(array_loop, const batch&) {}

#endif

bool in_vectors(conversion which, fp::rounding mode, const batch& cases) {
  if (which == conversion::widen)
    return fp::hardware::convert_binary16_to_binary32(operand_span<std::uint16_t>(cases, 0),
                                                      result_span<std::uint32_t>(cases));
  return fp::hardware::convert_binary32_to_binary16(operand_span<std::uint32_t>(cases, 0),
                                                    result_span<std::uint16_t>(cases), mode);
}

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
    const conversion which = conversion_of(asked.what);
    const fp::rounding mode = asked.how.mode;
    if (vectors_)
      return evaluator_that([which, mode](const batch& cases) { static_cast<void>(in_vectors(which, mode, cases)); });
    return evaluator_that([loop = one_by_one(which, mode)](const batch& cases) { run(loop, cases); });
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
