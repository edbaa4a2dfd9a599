// The model as one oracle among the others: its scalar core in loops whose formats are fixed at compile time for the
// functions that are swept most, its array forms where they give the same bits, and the table of operations for the rest.
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
#include "models/fp/add.hpp"
#include "models/fp/bulk.hpp"
#include "models/fp/bulk_arithmetic.hpp"
#include "models/fp/divide.hpp"
#include "models/fp/multiply.hpp"
#include "models/fp/remainder.hpp"

namespace verbatim::oracle {
namespace {

template <const fp::format& Format>
using element_of = raw_of_bytes<column{&Format}.bytes()>;

template <class Result, class Function>
void in_turn(const batch& cases, const Function& evaluate) {
  auto* const out = results_of<Result>(cases);
  if (cases.flags == nullptr) {
    for (std::size_t i = 0; i < cases.count; ++i) out[i] = static_cast<Result>(evaluate(i).bits);
    return;
  }
  for (std::size_t i = 0; i < cases.count; ++i) {
    const fp::outcome one = evaluate(i);
    out[i] = static_cast<Result>(one.bits);
    cases.flags[i] = static_cast<std::uint8_t>(one.raised);
  }
}

// Called by name and not through the table of operations: compilers then work formats and operation into the loop, which
// is up to 1.7 times as fast.
using loop = void (*)(const batch&, const fp::attributes&);

template <const fp::format& From, const fp::format& To>
void convert_loop(const batch& cases, const fp::attributes& how) {
  const auto* const x = elements_of<element_of<From>>(cases, 0);
  in_turn<element_of<To>>(cases, [&](std::size_t i) { return fp::convert(x[i], From, To, how); });
}

template <const fp::format& F, auto Operation>
void unary_loop(const batch& cases, const fp::attributes& how) {
  const auto* const x = elements_of<element_of<F>>(cases, 0);
  in_turn<element_of<F>>(cases, [&](std::size_t i) { return Operation(x[i], F, how); });
}

template <const fp::format& F, auto Operation>
void binary_loop(const batch& cases, const fp::attributes& how) {
  const auto* const x = elements_of<element_of<F>>(cases, 0);
  const auto* const y = elements_of<element_of<F>>(cases, 1);
  in_turn<element_of<F>>(cases, [&](std::size_t i) { return Operation(x[i], y[i], F, how); });
}

template <const fp::format& F>
void fma_loop(const batch& cases, const fp::attributes& how) {
  const auto* const x = elements_of<element_of<F>>(cases, 0);
  const auto* const y = elements_of<element_of<F>>(cases, 1);
  const auto* const z = elements_of<element_of<F>>(cases, 2);
  in_turn<element_of<F>>(cases, [&](std::size_t i) { return fp::fused_multiply_add(x[i], y[i], z[i], F, how); });
}

struct fixed_loop {
  std::string_view operation;
  const fp::format* from;
  const fp::format* to;
  loop run;
};

template <const fp::format& From, const fp::format&... To>
constexpr std::array<fixed_loop, sizeof...(To)> conversions_from() {
  return {{{"convert", &From, &To, convert_loop<From, To>}...}};
}

using attributes = fp::attributes;
using bits = std::uint64_t;

template <const fp::format& F>
constexpr std::array<fixed_loop, 7> arithmetic_of() {
  return {{
      {"add", &F, &F,
       binary_loop<F, [](bits a, bits b, const fp::format& f,
                         const attributes& how) { return fp::add(a, b, f, f, how); }>},
      {"sub", &F, &F,
       binary_loop<F, [](bits a, bits b, const fp::format& f,
                         const attributes& how) { return fp::subtract(a, b, f, f, how); }>},
      {"mul", &F, &F,
       binary_loop<F, [](bits a, bits b, const fp::format& f,
                         const attributes& how) { return fp::multiply(a, b, f, f, how); }>},
      {"div", &F, &F,
       binary_loop<F, [](bits a, bits b, const fp::format& f,
                         const attributes& how) { return fp::divide(a, b, f, f, how); }>},
      {"rem", &F, &F,
       binary_loop<F, [](bits a, bits b, const fp::format& f,
                         const attributes& how) { return fp::remainder(a, b, f, how); }>},
      {"sqrt", &F, &F,
       unary_loop<F, [](bits a, const fp::format& f, const attributes& how) { return fp::square_root(a, f, f, how); }>},
      {"fma", &F, &F, fma_loop<F>},
  }};
}

loop fixed_loop_for(const function& what) {
  if (what.operation == nullptr || what.result.format == nullptr) return nullptr;
  static constexpr auto from_binary32 =
      conversions_from<fp::binary32, fp::binary16, fp::bfloat16, fp::tf32, fp::e5m2, fp::e4m3fn, fp::e4m3fnuz,
                       fp::e5m2fnuz, fp::e2m1fn, fp::e2m3fn, fp::e3m2fn, fp::e8m0fnu, fp::binary64>();
  static constexpr auto from_binary64 = conversions_from<fp::binary64, fp::binary16, fp::bfloat16, fp::binary32>();
  static constexpr auto of_binary16 = arithmetic_of<fp::binary16>();
  static constexpr auto of_bfloat16 = arithmetic_of<fp::bfloat16>();
  const auto search = [&what](const auto& table) -> loop {
    for (const fixed_loop& each : table)
      if (each.operation == what.operation->name && each.from == what.operands[0].format &&
          each.to == what.result.format)
        return each.run;
    return nullptr;
  };
  for (const loop found : {search(from_binary32), search(from_binary64), search(of_binary16), search(of_bfloat16)})
    if (found != nullptr) return found;
  return nullptr;
}

// What the array forms of models/fp promise to equal.
bool is_plain(const fp::attributes& how) {
  return how.mode != fp::rounding::stochastic && how.nans == &fp::nan_profiles::x86 && !how.saturate &&
         !how.flush_to_zero && !how.denormals_are_zero;
}

using array_form = std::function<void(const batch&)>;

template <auto Function>
array_form of_two(fp::rounding mode) {
  return [mode](const batch& x) {
    Function(operand_span<std::uint16_t>(x, 0), operand_span<std::uint16_t>(x, 1), result_span<std::uint16_t>(x), mode);
  };
}

bool is_constant(std::span<const std::uint16_t> column) {
  return std::memcmp(column.data(), column.data() + 1, (column.size() - 1) * sizeof(std::uint16_t)) == 0;
}

// The complete fma asks for one product after the other and each time for a run of all addends, which are prepared once.
class fma_form {
 public:
  explicit fma_form(fp::rounding mode) : mode_(mode) {
    std::vector<std::uint16_t> all(65536);
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    order_ = all;
    addends_ = std::make_shared<const fp::addends_binary16>(all);
  }

  void operator()(const batch& x) const {
    const auto a = operand_span<std::uint16_t>(x, 0);
    const auto b = operand_span<std::uint16_t>(x, 1);
    const auto c = operand_span<std::uint16_t>(x, 2);
    const auto out = result_span<std::uint16_t>(x);
    if (c.empty()) return;
    const std::size_t first = c[0];
    if (is_constant(a) && is_constant(b) && first + c.size() <= order_.size() &&
        std::memcmp(c.data(), order_.data() + first, c.size_bytes()) == 0)
      addends_->add_to_product(a[0], b[0], first, out, mode_);
    else
      fp::fused_multiply_add_binary16(a, b, c, out, mode_);
  }

 private:
  fp::rounding mode_;
  std::vector<std::uint16_t> order_;
  std::shared_ptr<const fp::addends_binary16> addends_;
};

array_form conversion_form(const fp::format* from, const fp::format* to, fp::rounding mode) {
  if (from == &fp::binary32 && to == &fp::binary16)
    return [mode](const batch& x) {
      fp::convert_binary32_to_binary16(operand_span<std::uint32_t>(x, 0), result_span<std::uint16_t>(x), mode);
    };
  if (from == &fp::binary32 && to == &fp::bfloat16)
    return [mode](const batch& x) {
      fp::convert_binary32_to_bfloat16(operand_span<std::uint32_t>(x, 0), result_span<std::uint16_t>(x), mode);
    };
  if (from == &fp::binary16 && to == &fp::binary32)
    return [](const batch& x) {
      fp::convert_binary16_to_binary32(operand_span<std::uint16_t>(x, 0), result_span<std::uint32_t>(x));
    };
  if (from == &fp::bfloat16 && to == &fp::binary32)
    return [](const batch& x) {
      fp::convert_bfloat16_to_binary32(operand_span<std::uint16_t>(x, 0), result_span<std::uint32_t>(x));
    };
  return {};
}

array_form array_form_for(const question& asked) {
  const function& what = asked.what;
  if (!is_plain(asked.how) || what.operation == nullptr) return {};
  const std::string_view name = what.operation->name;
  const fp::rounding mode = asked.how.mode;
  if (name == "convert") return conversion_form(what.operands[0].format, what.result.format, mode);
  if (what.result.format != &fp::binary16) return {};
  if (name == "add") return of_two<fp::add_binary16>(mode);
  if (name == "sub") return of_two<fp::subtract_binary16>(mode);
  if (name == "mul") return of_two<fp::multiply_binary16>(mode);
  if (name == "div") return of_two<fp::divide_binary16>(mode);
  if (name == "sqrt")
    return [mode](const batch& x) {
      fp::square_root_binary16(operand_span<std::uint16_t>(x, 0), result_span<std::uint16_t>(x), mode);
    };
  if (name == "fma") return fma_form(mode);
  return {};
}

class model final : public implementation {
 public:
  [[nodiscard]] std::string_view name() const override { return "model"; }
  [[nodiscard]] tier which_tier() const override { return tier::model; }
  [[nodiscard]] std::string version() const override { return "verbatim::fp " VERBATIM_VERSION; }
  [[nodiscard]] std::string what() const override {
    return "models/fp: every function, mode and NaN profile, with flags";
  }
  [[nodiscard]] std::string refuses(const question&) const override { return {}; }
  [[nodiscard]] bool gives_flags(const question&) const override { return true; }
  [[nodiscard]] const fp::nan_profile& nans(const question& asked) const override { return *asked.how.nans; }
  [[nodiscard]] nan_comparison compares_nan(const question&) const override { return nan_comparison::exact; }

  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    const array_form fast = array_form_for(asked);
    const loop fixed = fixed_loop_for(asked.what);
    return evaluator_that([&asked, fast, fixed](const batch& cases) {
      if (fast && cases.flags == nullptr)
        fast(cases);
      else if (fixed != nullptr)
        fixed(cases, asked.how);
      else
        each_case(asked.what, cases,
                  [&asked](const operands& x) { return asked.what.evaluate(x, asked.how, asked.exact); });
    });
  }
};

}  // namespace

const implementation& model_oracle() {
  static const model one;
  return one;
}

}  // namespace verbatim::oracle
