// MPFR as one oracle among the others: mpfr_reference.hpp with an element loop around it.
#include <gmp.h>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/oracle/mpfr_reference.hpp"
#include "models/fp/compare.hpp"

namespace verbatim::oracle {
namespace {

/// One case.
using step = fp::outcome (*)(mpfr_reference& reference, const operands& x, const question& asked);

template <auto Operation, std::size_t... Operand>
fp::outcome computed(mpfr_reference& reference, const operands& x, const question& asked) {
  return reference.rounded((reference.*Operation)(x[Operand]..., asked.how.denormals_are_zero), asked.how);
}

template <bool Maximum, bool Magnitude, bool Number>
fp::outcome selected(mpfr_reference& reference, const operands& x, const question& asked) {
  return reference.select(Maximum, Magnitude, Number, x[0], x[1], asked.how);
}

struct named_step {
  std::string_view operation;
  step run;
};

constexpr named_step steps[] = {
    {"convert", computed<&mpfr_reference::convert, 0>},
    {"add", computed<&mpfr_reference::add, 0, 1>},
    {"sub", computed<&mpfr_reference::subtract, 0, 1>},
    {"mul", computed<&mpfr_reference::multiply, 0, 1>},
    {"div", computed<&mpfr_reference::divide, 0, 1>},
    {"sqrt", computed<&mpfr_reference::square_root, 0>},
    {"fma", computed<&mpfr_reference::fma, 0, 1, 2>},
    {"rem", computed<&mpfr_reference::remainder, 0, 1>},
    {"logb", computed<&mpfr_reference::log_b, 0>},
    {"scalbn",
     [](mpfr_reference& reference, const operands& x, const question& asked) {
       const auto n = static_cast<std::int64_t>(x[1]);
       return reference.rounded(reference.scale_b(x[0], n, asked.how.denormals_are_zero), asked.how);
     }},
    {"round", [](mpfr_reference& reference, const operands& x,
                 const question& asked) { return reference.round_to_integral(x[0], asked.how, false); }},
    {"round-exact", [](mpfr_reference& reference, const operands& x,
                       const question& asked) { return reference.round_to_integral(x[0], asked.how, asked.exact); }},
    {"minimum", selected<false, false, false>},
    {"maximum", selected<true, false, false>},
    {"minimum-number", selected<false, false, true>},
    {"maximum-number", selected<true, false, true>},
    {"minimum-magnitude", selected<false, true, false>},
    {"maximum-magnitude", selected<true, true, false>},
    {"minimum-magnitude-number", selected<false, true, true>},
    {"maximum-magnitude-number", selected<true, true, true>},
};

fp::outcome from_integer(mpfr_reference& reference, const operands& x, const question& asked) {
  return reference.rounded(reference.from_integer(x[0], *asked.what.operands[0].integer), asked.how);
}

fp::outcome to_integer(mpfr_reference& reference, const operands& x, const question& asked) {
  return reference.to_integer(x[0], *asked.what.result.integer, asked.how, asked.exact);
}

/// nullptr: a predicate, or nothing that MPFR has.
step step_for(const function& what) {
  if (what.operation == nullptr) return what.operands[0].integer != nullptr ? from_integer : to_integer;
  for (const named_step& each : steps)
    if (each.operation == what.operation->name) return each.run;
  return nullptr;
}

bool is_predicate(const function& what) {
  if (what.operation == nullptr) return false;
  for (const fp::predicate& each : fp::predicates)
    if (each.name == what.operation->name) return true;
  return false;
}

/// MPFR keeps memory for each thread; it goes with the thread.
class thread_memory {
 public:
  thread_memory() = default;
  thread_memory(const thread_memory&) = delete;
  thread_memory& operator=(const thread_memory&) = delete;
  ~thread_memory() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

class reference_evaluator final : public evaluator {
 public:
  explicit reference_evaluator(const question& asked)
      : asked_(asked), reference_(operand_format(asked.what), result_format(asked.what)), run_(step_for(asked.what)) {
    if (run_ == nullptr) predicate_ = predicate_meaning(asked.what.operation->name);
  }

  void evaluate(const batch& cases) override {
    static const thread_local thread_memory freed_with_the_thread;
    each_case(asked_.what, cases,
              [this](const operands& x) { return run_ != nullptr ? run_(reference_, x, asked_) : holds(x); });
  }

 private:
  const question& asked_;
  mpfr_reference reference_;
  step run_;
  predicate_meaning predicate_;

  /// Where there is none on a side, the other side's stands in.
  static const fp::format& operand_format(const function& what) {
    return what.operands[0].format != nullptr ? *what.operands[0].format : *what.result.format;
  }
  static const fp::format& result_format(const function& what) {
    return what.result.format != nullptr ? *what.result.format : *what.operands[0].format;
  }

  fp::outcome holds(const operands& x) {
    reference_.compare(x[0], x[1], asked_.how.denormals_are_zero);
    return reference_.holds(predicate_);
  }
};

class exact_arithmetic final : public implementation {
 public:
  [[nodiscard]] std::string_view name() const override { return "mpfr"; }
  [[nodiscard]] tier which_tier() const override { return tier::exact; }
  [[nodiscard]] std::string version() const override {
    return fmt::format("MPFR {}, GMP {}", mpfr_get_version(), gmp_version);
  }
  [[nodiscard]] std::string what() const override {
    return "GNU MPFR: conversions, arithmetic, comparisons, minimum and maximum in every format and mode, with flags";
  }
  [[nodiscard]] std::string refuses(const question& asked) const override {
    if (step_for(asked.what) == nullptr && !is_predicate(asked.what)) return has_no_function(asked.what);
    return {};
  }
  [[nodiscard]] bool gives_flags(const question&) const override { return true; }
  [[nodiscard]] const fp::nan_profile& nans(const question& asked) const override { return *asked.how.nans; }
  [[nodiscard]] nan_comparison compares_nan(const question&) const override { return nan_comparison::exact; }

  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    return std::make_unique<reference_evaluator>(asked);
  }
};

}  // namespace

const implementation& mpfr_oracle() {
  static const exact_arithmetic one;
  return one;
}

}  // namespace verbatim::oracle
