// What this compiler makes of _Float16, in ties-even, the one mode that C++ without its environment has. On x86 without
// AVX512-FP16 that is binary32 and a second rounding, which for + - × ÷ √ of binary16 gives the same result (Figueroa,
// "When is double rounding innocuous?", 1995).
//
// Every entry is one operation whose result is rounded to _Float16 at once, so that excess precision
// (-ffloat16-excess-precision) has nothing to act on. There is no fma: g++ 12 has no fmaf16, and a * b + c rounds twice.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
#include "models/fp/bulk.hpp"
#include "models/fp/mxcsr.hpp"

namespace verbatim::oracle {
namespace {

struct entry {
  std::string_view function;
  array_loop plain = nullptr;  ///< for the processors that the build is for
  array_loop fast = nullptr;   ///< for those with F16C and AVX2 besides; where null, the plain one
};

#if defined(__FLT16_MANT_DIG__)

using half = _Float16;

// Always inlined, so that its caller says for which processor the loop is compiled.
template <auto Call, class To, class... From, std::size_t... Operand>
[[gnu::always_inline]] inline void each_case(const batch& cases, std::index_sequence<Operand...>) {
  const auto loop = [](std::size_t count, raw<To>* __restrict out, const raw<From>* __restrict... in)
                        __attribute__((always_inline)) {
                          for (std::size_t i = 0; i < count; ++i)
                            out[i] = __builtin_bit_cast(raw<To>, Call(__builtin_bit_cast(From, in[i])...));
                        };
  loop(cases.count, results_of<raw<To>>(cases), elements_of<raw<From>>(cases, Operand)...);
}

template <auto Call, class To, class... From>
[[gnu::noinline]] void plain_loop(const batch& cases) {
  each_case<Call, To, From...>(cases, std::index_sequence_for<From...>{});
}

#if defined(__x86_64__)
template <auto Call, class To, class... From>
[[gnu::noinline, gnu::target("f16c,avx2")]] void fast_loop(const batch& cases) {
  each_case<Call, To, From...>(cases, std::index_sequence_for<From...>{});
}

template <class To, class... From, class Function>
constexpr entry of(std::string_view name, Function) {
  constexpr Function call{};
  return {name, plain_loop<call, To, From...>, fast_loop<call, To, From...>};
}
#else
template <class To, class... From, class Function>
constexpr entry of(std::string_view name, Function) {
  constexpr Function call{};
  return {name, plain_loop<call, To, From...>};
}
#endif

// The functions of these tables call nothing that is compiled for another processor than the loop around them.
#define VERBATIM_CONVERT(NAME, TO, FROM) \
  of<TO, FROM>(NAME, [](FROM x) __attribute__((always_inline)) { return static_cast<TO>(x); })
#define VERBATIM_UNARY(NAME, EXPRESSION) \
  of<half, half>(NAME, [](half x) __attribute__((always_inline)) { return static_cast<half>(EXPRESSION); })
#define VERBATIM_BINARY(NAME, EXPRESSION) \
  of<half, half, half>(NAME,              \
                       [](half x, half y) __attribute__((always_inline)) { return static_cast<half>(EXPRESSION); })
#define VERBATIM_TRUTH(NAME, EXPRESSION) \
  of<bool, half, half>(NAME, [](half x, half y) __attribute__((always_inline)) { return EXPRESSION; })

#else

#define VERBATIM_CONVERT(NAME, TO, FROM) \
  entry { NAME }
#define VERBATIM_UNARY(NAME, EXPRESSION) \
  entry { NAME }
#define VERBATIM_BINARY(NAME, EXPRESSION) \
  entry { NAME }
#define VERBATIM_TRUTH(NAME, EXPRESSION) \
  entry { NAME }

#endif

// Integers that binary32 must round first, from 2^24 on, all overflow binary16: what looks like two roundings is one.
constexpr entry entries[] = {
    VERBATIM_BINARY("f16_add", x + y),
    VERBATIM_BINARY("f16_sub", x - y),
    VERBATIM_BINARY("f16_mul", x* y),
    VERBATIM_BINARY("f16_div", x / y),
    VERBATIM_UNARY("f16_sqrt", __builtin_sqrtf(static_cast<float>(x))),
    VERBATIM_UNARY("f16_neg", -x),
    VERBATIM_UNARY("f16_abs", __builtin_fabsf(static_cast<float>(x))),
    VERBATIM_TRUTH("f16_eq", x == y),
    VERBATIM_TRUTH("f16_ne", x != y),
    VERBATIM_TRUTH("f16_lt", x < y),
    VERBATIM_TRUTH("f16_le", x <= y),
    VERBATIM_TRUTH("f16_gt", x > y),
    VERBATIM_TRUTH("f16_ge", x >= y),
    VERBATIM_TRUTH("f16_lt_quiet", __builtin_isless(x, y) != 0),
    VERBATIM_TRUTH("f16_le_quiet", __builtin_islessequal(x, y) != 0),
    VERBATIM_TRUTH("f16_gt_quiet", __builtin_isgreater(x, y) != 0),
    VERBATIM_TRUTH("f16_ge_quiet", __builtin_isgreaterequal(x, y) != 0),
    VERBATIM_TRUTH("f16_unordered", __builtin_isunordered(x, y) != 0),
    VERBATIM_TRUTH("f16_ordered", __builtin_isunordered(x, y) == 0),
    VERBATIM_CONVERT("f32_to_f16", half, float),
    VERBATIM_CONVERT("f64_to_f16", half, double),
    VERBATIM_CONVERT("i32_to_f16", half, std::int32_t),
    VERBATIM_CONVERT("u32_to_f16", half, std::uint32_t),
    VERBATIM_CONVERT("i64_to_f16", half, std::int64_t),
    VERBATIM_CONVERT("u64_to_f16", half, std::uint64_t),
    VERBATIM_CONVERT("f16_to_f32", float, half),
    VERBATIM_CONVERT("f16_to_f64", double, half),
};

const entry* entry_of(const function& what) {
  const auto* const found = std::ranges::find(entries, what.name, &entry::function);
  return found != std::end(entries) ? found : nullptr;
}

[[gnu::noinline]] void run(array_loop loop, const batch& cases) {
#if defined(__x86_64__)
  const fp::mxcsr_scope set(fp::mxcsr_scope::all_masked);
#endif
  loop(cases);
}

bool has_fast_processor() {
#if defined(__x86_64__)
  static const bool has = fp::hardware::available() && __builtin_cpu_supports("avx2") != 0;
  return has;
#else
  return false;
#endif
}

class compiler_half final : public implementation {
 public:
  [[nodiscard]] std::string_view name() const override { return "compiler"; }
  [[nodiscard]] tier which_tier() const override { return tier::compiler; }
  [[nodiscard]] std::string version() const override {
#if defined(__clang__)
    return __VERSION__;
#else
    return "g++ " __VERSION__;
#endif
  }
  [[nodiscard]] std::string what() const override {
    return "_Float16: + - × ÷ √, comparisons, conversions to it and to f32 and f64, in ties-even; often binary32 and a "
           "second rounding";
  }
  [[nodiscard]] std::string absent() const override {
#if defined(__FLT16_MANT_DIG__)
    return {};
#else
    return "the compiler of this build has no _Float16; build with g++ 12 or later, or clang 15 or later";
#endif
  }
  [[nodiscard]] std::string refuses(const question& asked) const override {
    const function& what = asked.what;
    if (what.name == "f16_mulAdd") return "has no f16_mulAdd: a * b + c of _Float16 rounds twice";
    if (what.result.integer != nullptr && what.operation == nullptr)
      return fmt::format("has no {}: C++ leaves open what does not fit", what.name);
    if (entry_of(what) == nullptr) return has_no_function(what);
    const bool widens = what.result.width() > what.operands[0].width();
    const bool mode_matters = what.rounds && (!widens || asked.how.mode == fp::rounding::stochastic);
    if (mode_matters && asked.how.mode != fp::rounding::ties_even) return has_no_mode(asked.how.mode);
    return refuses_attributes(asked.how);
  }
  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    const entry& one = *entry_of(asked.what);
    return evaluator_that([loop = one.fast != nullptr && has_fast_processor() ? one.fast : one.plain](
                              const batch& cases) { run(loop, cases); });
  }
};

}  // namespace

const implementation& compiler_oracle() {
  static const compiler_half one;
  return one;
}

}  // namespace verbatim::oracle
