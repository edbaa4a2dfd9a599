// One set of operands through an operation of models/fp and the oracle, in every deterministic mode.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "tests/exhaustive/checks.hpp"
#include "tests/exhaustive/reference.hpp"

namespace verbatim::testing {

class operation_checks {
 public:
  /// The variants of attributes that each call goes through are drawn from `which`.
  operation_checks(const fp::format& from, const fp::format& to, tally& results, variants which)
      : oracle_(from, to), from_(from), to_(to), results_(results), variants_(which) {
    for (std::size_t i = 0; i < std::size(fp::predicates); ++i)
      meanings_[i] = predicate_meaning(fp::predicates[i].name);
    for (unsigned i = 0; i < 8; ++i)
      selections_[i] = fp::find_operation(std::string((i & 1) != 0 ? "maximum" : "minimum") +
                                          ((i & 2) != 0 ? "-magnitude" : "") + ((i & 4) != 0 ? "-number" : ""));
  }

  [[nodiscard]] bool full() const { return results_.full(); }

  /// An operation that rounds once: convert add sub mul div sqrt fma rem logb scalbn.
  void rounded(std::string_view name, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
    const fp::operation& operation = find(name);
    std::optional<answer> answers[2];
    for (unsigned i = 0; i < variants_.each_time(); ++i) {
      const unsigned index = variants_.next();
      const bool flushes = variant({}, index).denormals_are_zero;
      std::optional<answer>& want = answers[flushes ? 1 : 0];
      if (!want) want = compute(a, b, c, flushes);
      for (const fp::rounding mode : fp::deterministic_roundings) {
        const fp::attributes how = variant(mode, index);
        expect(operation.evaluate({a, b, c}, from_, to_, how), oracle_.rounded(*want, how), {a, b, c}, how);
      }
    }
  }

  void integral(std::uint64_t a) {
    for (unsigned i = 0; i < variants_.each_time(); ++i) {
      const unsigned index = variants_.next();
      for (const fp::rounding mode : fp::deterministic_roundings) {
        const fp::attributes how = variant(mode, index);
        for (const bool exact : {false, true}) {
          if (skips(exact)) continue;
          const fp::operation& operation = find(exact ? "round-exact" : "round");
          expect(operation.evaluate({a, 0, 0}, from_, from_, how), oracle_.round_to_integral(a, how, exact), {a}, how);
        }
      }
    }
  }

  void to_integers(std::uint64_t a, const fp::nan_profile& profile = fp::nan_profiles::x86) {
    operation_ = nullptr;
    for (unsigned i = 0; i < variants_.each_time(); ++i) {
      const unsigned index = variants_.next();
      for (const fp::rounding mode : fp::deterministic_roundings) {
        fp::attributes how = variant(mode, index);
        how.nans = &profile;
        for (const fp::integer_format* to : fp::all_integer_formats) {
          name_ = to->name;
          for (const bool exact : {false, true})
            if (!skips(exact))
              expect(fp::to_integer(a, from_, *to, how, exact), oracle_.to_integer(a, *to, how, exact), {a}, how);
        }
      }
    }
  }

  void from_integers(std::uint64_t bits) {
    operation_ = nullptr;
    const unsigned index = variants_.next();
    for (const fp::integer_format* integer : fp::all_integer_formats) {
      name_ = integer->name;
      const std::uint64_t a = bits & integer->mask();
      oracle_.from_integer(a, *integer);
      for (const fp::rounding mode : fp::deterministic_roundings) {
        const fp::attributes how = variant(mode, index);
        expect(fp::from_integer(a, *integer, to_, how), oracle_.rounded(how), {a}, how);
      }
    }
  }

  void predicates(std::uint64_t a, std::uint64_t b) {
    operation_ = nullptr;
    const fp::attributes how = variant({}, variants_.next());
    oracle_.compare(a, b, how.denormals_are_zero);
    for (std::size_t i = 0; i < std::size(fp::predicates); ++i) {
      name_ = fp::predicates[i].name;
      expect(fp::holds(fp::predicates[i], a, b, from_, how), oracle_.holds(meanings_[i]), {a, b}, how);
    }
  }

  void selections(std::uint64_t a, std::uint64_t b) { selections(a, b, variant({}, variants_.next())); }

  /// With every NaN profile: two operands, then three.
  void profiles(std::uint64_t a, std::uint64_t b) {
    for (const fp::nan_profile* profile : fp::nan_profiles::all) {
      fp::attributes how;
      how.nans = profile;
      if (&from_ == &to_) selections(a, b, how);
      for (const std::string_view name : {"convert", "add", "sub", "mul", "div", "sqrt", "rem", "logb", "fma"}) {
        const fp::operation& operation = find(name);
        if (operation.result == fp::result_kind::same_format && &from_ != &to_) continue;
        for (const std::uint64_t c : {a, b, std::uint64_t{0}, from_.largest_finite()}) {
          const answer want = compute(a, b, c, false);
          expect(operation.evaluate({a, b, c}, from_, to_, how), oracle_.rounded(want, how), {a, b, c}, how);
          if (name != "fma") break;
        }
      }
    }
  }

 private:
  void selections(std::uint64_t a, std::uint64_t b, const fp::attributes& how) {
    operation_ = nullptr;
    for (unsigned i = 0; i < 8; ++i) {
      name_ = selections_[i]->name;
      expect(selections_[i]->evaluate({a, b, 0}, from_, from_, how),
             oracle_.select((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, a, b, how), {a, b}, how);
    }
  }

  mpfr_reference oracle_;
  const fp::format& from_;
  const fp::format& to_;
  tally& results_;
  variants variants_;
  const fp::operation* operation_ = nullptr;
  std::string_view name_;
  bool twin_ = false;
  std::array<predicate_meaning, std::size(fp::predicates)> meanings_;
  std::array<const fp::operation*, 8> selections_{};  ///< by bits: maximum, magnitude, number

  /// With a few variants only, every other call takes the operation that signals inexact, and the rest its silent twin.
  bool skips(bool exact) {
    if (variants_.each_time() == variant_count) return false;
    if (!exact) twin_ = (variants_.next() & 1) != 0;
    return exact != twin_;
  }

  /// The table is searched once for a run of calls.
  const fp::operation& find(std::string_view name) {
    if (operation_ == nullptr || name_ != name) {
      operation_ = fp::find_operation(name);
      if (operation_ == nullptr) std::abort();
      name_ = operation_->name;
    }
    return *operation_;
  }

  answer compute(std::uint64_t a, std::uint64_t b, std::uint64_t c, bool flushes) {
    if (name_ == "convert") return oracle_.convert(a, flushes);
    if (name_ == "add") return oracle_.add(a, b, flushes);
    if (name_ == "sub") return oracle_.subtract(a, b, flushes);
    if (name_ == "mul") return oracle_.multiply(a, b, flushes);
    if (name_ == "div") return oracle_.divide(a, b, flushes);
    if (name_ == "sqrt") return oracle_.square_root(a, flushes);
    if (name_ == "fma") return oracle_.fma(a, b, c, flushes);
    if (name_ == "rem") return oracle_.remainder(a, b, flushes);
    if (name_ == "logb") return oracle_.log_b(a, flushes);
    if (name_ == "scalbn") return oracle_.scale_b(a, static_cast<std::int64_t>(b), flushes);
    std::abort();
  }

  void expect(const fp::outcome& got, const fp::outcome& want, std::initializer_list<std::uint64_t> operands,
              const fp::attributes& how) {
    results_.expect(got, want, name_, from_, to_, operands, how);
  }
};

}  // namespace verbatim::testing
