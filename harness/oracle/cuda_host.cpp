// The host functions of CUDA's headers: cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h of a toolkit of
// 12.8 or later (NVIDIA, "CUDA Math API"). Compiled by any C++ compiler, without nvcc, they run on the processor: some
// on integers, arithmetic in binary32 and a second rounding. fma and square root are for the device alone.
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
#include "models/fp/mxcsr.hpp"

#if defined(VERBATIM_HAS_CUDA_HEADERS)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#endif

namespace verbatim::oracle {
namespace {

enum class saturation : std::uint8_t { never, always };

struct entry {
  std::string_view function;
  std::optional<fp::rounding> mode;  ///< none: the result is exact, or a truth value
  saturation saturates = saturation::never;
  array_loop loop = nullptr;
};

#if defined(VERBATIM_HAS_CUDA_HEADERS)

using f16 = __half;
using bf16 = __nv_bfloat16;

// One of the formats below 16 bits, whose storage types are one and the same to C++.
template <int Format>
struct small {
  std::uint8_t bits;
};
using e4m3fn = small<0>;
using e5m2 = small<1>;
using e2m3fn = small<2>;
using e3m2fn = small<3>;
using e2m1fn = small<4>;

template <class Value>
Value value_of(raw<Value> bits) {
  if constexpr (std::is_same_v<Value, f16>) {
    return __half_raw{bits};
  } else if constexpr (std::is_same_v<Value, bf16>) {
    return __nv_bfloat16_raw{bits};
  } else {
    return __builtin_bit_cast(Value, bits);
  }
}

template <class Value>
raw<Value> bits_of(Value value) {
  if constexpr (std::is_same_v<Value, f16>) {
    return static_cast<__half_raw>(value).x;
  } else if constexpr (std::is_same_v<Value, bf16>) {
    return static_cast<__nv_bfloat16_raw>(value).x;
  } else {
    return __builtin_bit_cast(raw<Value>, value);
  }
}

template <class Function, class To, class... From>
void loop(const batch& cases) {
  [&cases]<std::size_t... Operand>(std::index_sequence<Operand...>) {
    auto* const out = results_of<raw<To>>(cases);
    for (std::size_t i = 0; i < cases.count; ++i)
      out[i] = bits_of<To>(Function{}(value_of<From>(elements_of<raw<From>>(cases, Operand)[i])...));
  }(std::index_sequence_for<From...>{});
}

template <class To, class... From, class Function>
constexpr entry row(std::string_view name, std::optional<fp::rounding> mode, saturation saturates, Function) {
  return {name, mode, saturates, loop<Function, To, From...>};
}

using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using f32 = float;
using f64 = double;

#define VERBATIM_UNARY(FUNCTION, MODE, SATURATES, TO, FROM, EXPRESSION) \
  row<TO, FROM>(FUNCTION, MODE, SATURATES, [](FROM x) -> TO { return EXPRESSION; })
#define VERBATIM_BINARY(FUNCTION, MODE, TO, FROM, EXPRESSION) \
  row<TO, FROM, FROM>(FUNCTION, MODE, saturation::never, [](FROM x, FROM y) -> TO { return EXPRESSION; })

#else

#define VERBATIM_UNARY(FUNCTION, MODE, SATURATES, TO, FROM, EXPRESSION) \
  entry { FUNCTION, MODE, SATURATES }
#define VERBATIM_BINARY(FUNCTION, MODE, TO, FROM, EXPRESSION) \
  entry { FUNCTION, MODE, saturation::never }

#endif

constexpr auto even = fp::rounding::ties_even;
constexpr auto zero = fp::rounding::toward_zero;
constexpr auto up = fp::rounding::up;
constexpr auto down = fp::rounding::down;
constexpr std::nullopt_t any = std::nullopt;
constexpr auto never = saturation::never;
constexpr auto always = saturation::always;

#define VERBATIM_FOUR_MODES(TO, FROM, FUNCTION)                                  \
  VERBATIM_UNARY(#FROM "_to_" #TO, even, never, TO, FROM, FUNCTION##_rn(x)),     \
      VERBATIM_UNARY(#FROM "_to_" #TO, zero, never, TO, FROM, FUNCTION##_rz(x)), \
      VERBATIM_UNARY(#FROM "_to_" #TO, up, never, TO, FROM, FUNCTION##_ru(x)),   \
      VERBATIM_UNARY(#FROM "_to_" #TO, down, never, TO, FROM, FUNCTION##_rd(x))
#define VERBATIM_CONVERT(FROM, TO, MODE, EXPRESSION) VERBATIM_UNARY(#FROM "_to_" #TO, MODE, never, TO, FROM, EXPRESSION)
#define VERBATIM_FP8(FROM, TO, KIND, FUNCTION, X)                                               \
  VERBATIM_UNARY(#FROM "_to_" #TO, even, never, TO, FROM, (TO{FUNCTION(X, __NV_NOSAT, KIND)})), \
      VERBATIM_UNARY(#FROM "_to_" #TO, even, always, TO, FROM, (TO{FUNCTION(X, __NV_SATFINITE, KIND)}))
// The headers' conversions to fp6 and fp4 saturate, and turn NaN into the largest number, as the model does then.
#define VERBATIM_FP6(FROM, TO, KIND, FUNCTION, X) \
  VERBATIM_UNARY(#FROM "_to_" #TO, even, always, TO, FROM, (TO{FUNCTION(X, KIND, cudaRoundNearest)}))
#define VERBATIM_SMALL(FROM, X, WORD)                                     \
  VERBATIM_FP8(FROM, e4m3fn, __NV_E4M3, __nv_cvt_##WORD##_to_fp8, X),     \
      VERBATIM_FP8(FROM, e5m2, __NV_E5M2, __nv_cvt_##WORD##_to_fp8, X),   \
      VERBATIM_FP6(FROM, e2m3fn, __NV_E2M3, __nv_cvt_##WORD##_to_fp6, X), \
      VERBATIM_FP6(FROM, e3m2fn, __NV_E3M2, __nv_cvt_##WORD##_to_fp6, X), \
      VERBATIM_FP6(FROM, e2m1fn, __NV_E2M1, __nv_cvt_##WORD##_to_fp4, X)
#define VERBATIM_WIDEN(FROM, KIND, FUNCTION) \
  VERBATIM_UNARY(#FROM "_to_f16", any, never, f16, FROM, FUNCTION(x.bits, KIND))
#define VERBATIM_ARITHMETIC(F)                                                                                        \
  VERBATIM_BINARY(#F "_add", even, F, F, __hadd_rn(x, y)), VERBATIM_BINARY(#F "_sub", even, F, F, __hsub_rn(x, y)),   \
      VERBATIM_BINARY(#F "_mul", even, F, F, __hmul_rn(x, y)), VERBATIM_BINARY(#F "_div", even, F, F, __hdiv(x, y)),  \
      VERBATIM_UNARY(#F "_neg", any, never, F, F, __hneg(x)), VERBATIM_UNARY(#F "_abs", any, never, F, F, __habs(x)), \
      VERBATIM_BINARY(#F "_eq", any, bool, F, __heq(x, y)), VERBATIM_BINARY(#F "_ne", any, bool, F, __hneu(x, y)),    \
      VERBATIM_BINARY(#F "_lt", any, bool, F, __hlt(x, y)), VERBATIM_BINARY(#F "_le", any, bool, F, __hle(x, y)),     \
      VERBATIM_BINARY(#F "_gt", any, bool, F, __hgt(x, y)), VERBATIM_BINARY(#F "_ge", any, bool, F, __hge(x, y)),     \
      VERBATIM_BINARY(#F "_not_lt", any, bool, F, __hgeu(x, y)),                                                      \
      VERBATIM_BINARY(#F "_not_le", any, bool, F, __hgtu(x, y)),                                                      \
      VERBATIM_BINARY(#F "_not_gt", any, bool, F, __hleu(x, y)),                                                      \
      VERBATIM_BINARY(#F "_not_ge", any, bool, F, __hltu(x, y)),                                                      \
      VERBATIM_BINARY(#F "_minimum_number", any, F, F, __hmin(x, y)),                                                 \
      VERBATIM_BINARY(#F "_maximum_number", any, F, F, __hmax(x, y))

// Left out, for no setting of the model says what they do: to 64-bit integers, where NaN gives 2^63 and not 0 as to 32 bits;
// __hmin_nan and __hmax_nan of bfloat16, which take either of two zeros of different sign.
constexpr entry entries[] = {
    VERBATIM_FOUR_MODES(f16, f32, __float2half),
    VERBATIM_FOUR_MODES(bf16, f32, __float2bfloat16),
    VERBATIM_CONVERT(f64, f16, even, __double2half(x)),
    VERBATIM_CONVERT(f64, bf16, even, __double2bfloat16(x)),
    VERBATIM_CONVERT(f16, f32, any, __half2float(x)),
    VERBATIM_CONVERT(bf16, f32, any, __bfloat162float(x)),
    VERBATIM_SMALL(f64, x, double),
    VERBATIM_SMALL(f32, x, float),
    VERBATIM_SMALL(f16, x, halfraw),
    VERBATIM_SMALL(bf16, x, bfloat16raw),
    VERBATIM_WIDEN(e4m3fn, __NV_E4M3, __nv_cvt_fp8_to_halfraw),
    VERBATIM_WIDEN(e5m2, __NV_E5M2, __nv_cvt_fp8_to_halfraw),
    VERBATIM_WIDEN(e2m3fn, __NV_E2M3, __nv_cvt_fp6_to_halfraw),
    VERBATIM_WIDEN(e3m2fn, __NV_E3M2, __nv_cvt_fp6_to_halfraw),
    VERBATIM_WIDEN(e2m1fn, __NV_E2M1, __nv_cvt_fp4_to_halfraw),
    VERBATIM_FOUR_MODES(f16, i32, __int2half),
    VERBATIM_FOUR_MODES(f16, u32, __uint2half),
    VERBATIM_FOUR_MODES(f16, i64, __ll2half),
    VERBATIM_FOUR_MODES(f16, u64, __ull2half),
    VERBATIM_CONVERT(f16, i32, zero, __half2int_rz(x)),
    VERBATIM_CONVERT(f16, u32, zero, __half2uint_rz(x)),
    // Not the integers to bfloat16: cuda_bf16.hpp converts back from float, which is undefined near the type's end.
    VERBATIM_CONVERT(bf16, i32, zero, __bfloat162int_rz(x)),
    VERBATIM_CONVERT(bf16, u32, zero, __bfloat162uint_rz(x)),
    VERBATIM_ARITHMETIC(f16),
    VERBATIM_BINARY("f16_minimum", any, f16, f16, __hmin_nan(x, y)),
    VERBATIM_BINARY("f16_maximum", any, f16, f16, __hmax_nan(x, y)),
    VERBATIM_ARITHMETIC(bf16),
};

// The row for a question, or why there is none.
struct answer {
  const entry* found = nullptr;
  std::string refusal;
};

answer look_up(const question& asked) {
  answer out{nullptr, has_no_function(asked.what)};
  if (asked.what.operation != nullptr && asked.what.operation->name == "fma")
    out.refusal = fmt::format("has no {}: CUDA's headers have it for the device alone", asked.what.name);
  bool has_mode = false;
  for (const entry& each : entries) {
    if (each.function != asked.what.name) continue;
    if (each.mode ? asked.how.mode != *each.mode : asked.how.mode == fp::rounding::stochastic) {
      if (!has_mode) out.refusal = has_no_mode(asked.how.mode);
    } else if ((each.saturates == saturation::always) != asked.how.saturate) {
      has_mode = true;
      out.refusal = asked.how.saturate ? "does not saturate" : "always saturates";
    } else {
      return {&each, refuses_attributes(asked.how, true)};
    }
  }
  return out;
}

[[gnu::noinline]] void run(array_loop loop, const batch& cases) {
#if defined(__x86_64__)
  const fp::mxcsr_scope set(fp::mxcsr_scope::all_masked);
#endif
  loop(cases);
}

class cuda_host final : public implementation {
 public:
  [[nodiscard]] std::string_view name() const override { return "cuda-host"; }
  [[nodiscard]] tier which_tier() const override { return tier::cuda_host; }
  [[nodiscard]] std::string version() const override {
#if defined(CUDART_VERSION)
    return fmt::format("CUDA {}.{} headers", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
#else
    return "CUDA headers";
#endif
  }
  [[nodiscard]] std::string what() const override {
    return "host functions of CUDA's headers: conversions to and from f16, bf16, fp8, fp6, fp4, + - × ÷ and "
           "comparisons "
           "of f16 and bf16";
  }
  [[nodiscard]] std::string absent() const override {
#if defined(VERBATIM_HAS_CUDA_HEADERS)
    return {};
#else
    return "CUDA's headers were not found when this was built; install a CUDA toolkit of 12.8 or later and build again";
#endif
  }
  [[nodiscard]] std::string refuses(const question& asked) const override { return look_up(asked).refusal; }
  [[nodiscard]] const fp::nan_profile& nans(const question& asked) const override {
    return asked.what.name == "bf16_to_f32" ? fp::nan_profiles::preserve : fp::nan_profiles::cuda_host;
  }
  // cuda_fp8.h keeps part of an e5m2 payload and drops the sign; arithmetic is the processor's.
  [[nodiscard]] nan_comparison compares_nan(const question& asked) const override {
    const fp::format* const to = asked.what.result.format;
    const bool exact =
        asked.what.is_conversion() && (to == &fp::binary16 || to == &fp::bfloat16 || to == &fp::binary32);
    const bool from_small = exact && asked.what.operands[0].width() <= 8;
    return exact && !from_small ? nan_comparison::exact : nan_comparison::by_class;
  }
  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    return evaluator_that([loop = look_up(asked).found->loop](const batch& cases) { run(loop, cases); });
  }
};

}  // namespace

const implementation& cuda_host_oracle() {
  static const cuda_host one;
  return one;
}

}  // namespace verbatim::oracle
