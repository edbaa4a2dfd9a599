// binary16 fused multiply-add. Witnesses: binary64 rounded to odd by the processor, MPFR, and the compiler's way to do it,
// through binary32, which is wrong for some 3 triples in a million: an allowed difference where it is just that.
#include "fuzz/engine.hpp"
#include "fuzz/value_target.hpp"
#include "harness/oracle/evaluators.hpp"
#include "models/fp/convert.hpp"

#if defined(__x86_64__)
#include "models/fp/mxcsr.hpp"
#endif

namespace {

namespace fp = verbatim::fp;
namespace oracle = verbatim::oracle;

// What clang makes of a fused multiply-add of _Float16 where the processor has none of that width.
class compiler_fma final : public oracle::implementation {
 public:
  [[nodiscard]] std::string_view name() const override { return "compiler-fma"; }
  [[nodiscard]] oracle::tier which_tier() const override { return oracle::tier::compiler; }
  [[nodiscard]] std::string version() const override { return __VERSION__; }
  [[nodiscard]] std::string what() const override { return "_Float16(fmaf(a, b, c)), in ties-even"; }
  [[nodiscard]] std::string absent() const override {
#if defined(__FLT16_MANT_DIG__)
    return {};
#else
    return "the compiler of this build has no _Float16";
#endif
  }
  [[nodiscard]] std::string refuses(const oracle::question& asked) const override {
    if (asked.what.name != "f16_mulAdd") return oracle::has_no_function(asked.what);
    if (asked.how.mode != fp::rounding::ties_even) return oracle::has_no_mode(asked.how.mode);
    return oracle::refuses_attributes(asked.how);
  }
  [[nodiscard]] std::unique_ptr<oracle::evaluator> prepare(const oracle::question&) const override {
    return oracle::evaluator_that([]([[maybe_unused]] const oracle::batch& cases) {
#if defined(__FLT16_MANT_DIG__)
#if defined(__x86_64__)
      const fp::mxcsr_scope set(fp::mxcsr_scope::all_masked);
#endif
      const auto* const a = oracle::elements_of<_Float16>(cases, 0);
      const auto* const b = oracle::elements_of<_Float16>(cases, 1);
      const auto* const c = oracle::elements_of<_Float16>(cases, 2);
      auto* const out = oracle::results_of<_Float16>(cases);
      for (std::size_t i = 0; i < cases.count; ++i)
        out[i] = static_cast<_Float16>(
            __builtin_fmaf(static_cast<float>(a[i]), static_cast<float>(b[i]), static_cast<float>(c[i])));
#endif
    });
  }
};

// What two roundings give, by the model.
std::optional<verbatim::fuzz::allowed> is_double_rounding(const oracle::question& asked, const oracle::operands& x,
                                                          std::uint64_t, std::uint64_t other) {
  const std::uint64_t wide =
      asked.what.operation->evaluate(x, fp::binary16, fp::binary32, fp::rounding::ties_even).bits;
  if (fp::convert(wide, fp::binary32, fp::binary16, fp::rounding::ties_even).bits != other) return std::nullopt;
  return verbatim::fuzz::allowed::fma_through_binary32;
}

}  // namespace

const verbatim::fuzz::value_target& verbatim::fuzz::target() {
  static const compiler_fma compiler;
  static const value_target one{
      "fma_f16", domain_of({"f16_mulAdd"}, deterministic_modes()), {{&compiler, is_double_rounding}}, {}};
  return one;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return verbatim::fuzz::run_values(data, size);
}
