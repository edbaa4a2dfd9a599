// The MPFR oracle behind the interface of oracle.hpp: its answers in bits and flags against the scalar model, its refusals.
// What it computes is put to the test in tests/exhaustive; here it is how questions and columns reach it.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/compare.hpp"
#include "models/fp/names.hpp"

namespace verbatim::oracle {
namespace {

constexpr std::size_t cases_each = 200;

/// Columns of boundary cases for one function, and what is there after an evaluation.
struct cases {
  cases(const function& what, std::uint64_t seed) {
    fp::boundary::split_mix random{seed};
    for (operands& x : rows) {
      for (std::size_t j = 0; j < what.operands.size(); ++j) x[j] = draw(random, what, j, x);
      for (std::size_t j = 0; j < what.operands.size(); ++j)
        store(columns[j].data(), static_cast<std::size_t>(&x - rows.data()), what.operands[j].bytes(), x[j]);
    }
    results.fill(~std::uint64_t{0});
    raised.fill(0xff);
  }

  [[nodiscard]] batch whole(bool with_flags) {
    return {cases_each,
            {columns[0].data(), columns[1].data(), columns[2].data()},
            results.data(),
            with_flags ? raised.data() : nullptr};
  }

  std::array<operands, cases_each> rows{};
  std::array<std::array<std::uint64_t, cases_each>, 3> columns{};
  std::array<std::uint64_t, cases_each> results{};
  std::array<std::uint8_t, cases_each> raised{};

 private:
  static std::uint64_t draw(fp::boundary::split_mix& random, const function& what, std::size_t j, const operands& x) {
    const column& kind = what.operands[j];
    if (kind.integer != nullptr) {
      const bool scales = j == 1;  // scalbn: mostly by what the format can take
      const std::uint64_t wide = fp::boundary::significand_pattern(random, kind.width());
      return scales && random() % 4 != 0 ? random() % 64 - 32 : wide;
    }
    if (j > 0) return fp::boundary::partner(random, x[j - 1], *kind.format);
    if (what.result.format != nullptr) return fp::boundary::hard_to_round(random, *kind.format, *what.result.format);
    return fp::boundary::value(random, *kind.format);
  }
};

std::string told(const question& asked, const operands& x, const fp::outcome& got, const fp::outcome& want) {
  std::string text = asked.what.name;
  for (std::size_t j = 0; j < asked.what.operands.size(); ++j) text += " " + shown(x[j], asked.what.operands[j]);
  for (const std::string_view attribute : {fp::name(asked.how.mode), asked.how.nans->name})
    text += " " + std::string(attribute);
  return text + (asked.exact ? " exact" : "") + ": got " + shown(got.bits, asked.what.result) + " " +
         fp::names(got.raised) + ", expected " + shown(want.bits, asked.what.result) + " " + fp::names(want.raised);
}

void expect_agreement(const question& asked, std::uint64_t seed) {
  cases with(asked.what, seed);
  cases without(asked.what, seed);
  const std::unique_ptr<evaluator> ready = mpfr_oracle().prepare(asked);
  ready->evaluate(with.whole(true));
  ready->evaluate(without.whole(false));
  const std::size_t bytes = asked.what.result.bytes();
  for (std::size_t i = 0; i < cases_each; ++i) {
    const fp::outcome want = asked.what.evaluate(with.rows[i], asked.how, asked.exact);
    const fp::outcome got{load(with.results.data(), i, bytes), static_cast<fp::flags>(with.raised[i])};
    ASSERT_EQ(got, want) << told(asked, with.rows[i], got, want);
    ASSERT_EQ(load(without.results.data(), i, bytes), want.bits)
        << told(asked, with.rows[i], got, want) << " without flags";
  }
  ASSERT_EQ(without.raised[0], 0xff) << "flags that nobody wanted";
}

/// Every mode with every attribute that is not one, and every NaN profile; those few that come with each are spread.
void expect_agreement(std::string_view name) {
  question asked{function_named(name), {}, false};
  ASSERT_EQ(mpfr_oracle().refuses(asked), "") << name;
  unsigned turn = 0;
  for (const fp::rounding mode :
       {fp::rounding::ties_even, fp::rounding::ties_away, fp::rounding::toward_zero, fp::rounding::up,
        fp::rounding::down, fp::rounding::to_odd, fp::rounding::stochastic}) {
    for (const fp::nan_profile* profile : fp::nan_profiles::all) {
      ++turn;
      asked.how = mode;
      asked.how.nans = profile;
      asked.how.random = {0x9e3779b97f4a7c15, static_cast<int>(1 + turn % 63)};
      asked.how.detected = turn % 2 == 0 ? fp::tininess::before_rounding : fp::tininess::after_rounding;
      asked.how.flush_to_zero = turn % 3 == 0;
      asked.how.denormals_are_zero = turn % 5 == 0;
      asked.how.saturate = turn % 7 == 0;
      asked.exact = turn % 4 < 2;
      expect_agreement(asked, turn);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(oracle_exact, conversions_between_formats) {
  for (const std::string_view name :
       {"f32_to_f16", "f64_to_f16", "f16_to_f32", "f32_to_bf16", "bf16_to_f16", "f64_to_f32", "f32_to_e4m3fn",
        "e4m3fn_to_f32", "f16_to_e5m2fnuz", "f32_to_e8m0fnu", "f32_to_e2m1fn", "e8m0fnu_to_f64", "f32_to_tf32"})
    ASSERT_NO_FATAL_FAILURE(expect_agreement(name));
}

TEST(oracle_exact, conversions_from_and_to_integers) {
  for (const std::string_view name : {"i32_to_f16", "u32_to_f32", "i64_to_f64", "u64_to_f16", "i64_to_e4m3fn",
                                      "f16_to_i32", "f64_to_i64", "f64_to_u64", "f32_to_u32", "bf16_to_i32"})
    ASSERT_NO_FATAL_FAILURE(expect_agreement(name));
}

TEST(oracle_exact, arithmetic) {
  for (const std::string_view name :
       {"f16_add",     "f16_sub",        "f16_mul",        "f16_div",    "f16_sqrt",    "f16_mulAdd",
        "f16_rem",     "f16_roundToInt", "f16_round",      "f16_logb",   "f16_scalbn",  "bf16_div",
        "bf16_mulAdd", "f32_add",        "f32_mulAdd",     "f64_add",    "f64_mulAdd",  "f64_div",
        "f64_rem",     "f64_sqrt",       "f64_roundToInt", "e4m3fn_mul", "e8m0fnu_div", "f64_scalbn"})
    ASSERT_NO_FATAL_FAILURE(expect_agreement(name));
}

TEST(oracle_exact, comparisons_and_selections) {
  for (const fp::predicate& each : fp::predicates) {
    std::string word(each.testfloat.empty() ? each.name : each.testfloat);
    for (char& c : word)
      if (c == '-') c = '_';
    ASSERT_NO_FATAL_FAILURE(expect_agreement("f16_" + word));
  }
  for (const std::string_view name :
       {"f16_minimum", "f16_maximum", "f16_minimum_number", "f16_maximum_number", "f16_minimum_magnitude",
        "f16_maximum_magnitude", "f16_minimum_magnitude_number", "bf16_maximum_magnitude_number", "f64_minimum"})
    ASSERT_NO_FATAL_FAILURE(expect_agreement(name));
}

TEST(oracle_exact, refuses_what_mpfr_has_not) {
  std::vector<std::string> refused;
  for (const std::string& word : function_operations()) {
    const question asked{function_named("f16_" + word), {}, false};
    const std::string why = mpfr_oracle().refuses(asked);
    if (why.empty()) continue;
    EXPECT_EQ(why, "has no f16_" + word);
    refused.push_back(word);
  }
  EXPECT_EQ(refused, (std::vector<std::string>{"next_up", "next_down", "neg", "abs", "copysign", "classify", "ulps",
                                               "total_order", "total_order_magnitude"}));
}

TEST(oracle_exact, says_what_it_is) {
  question asked{function_named("f16_add"), {}, false};
  asked.how.nans = fp::nan_profiles::all[1];
  EXPECT_EQ(mpfr_oracle().name(), "mpfr");
  EXPECT_EQ(mpfr_oracle().which_tier(), tier::exact);
  EXPECT_TRUE(mpfr_oracle().version().starts_with("MPFR ")) << mpfr_oracle().version();
  EXPECT_NE(mpfr_oracle().version().find(", GMP "), std::string::npos) << mpfr_oracle().version();
  EXPECT_EQ(mpfr_oracle().absent(), "");
  EXPECT_TRUE(mpfr_oracle().gives_flags(asked));
  EXPECT_EQ(&mpfr_oracle().nans(asked), fp::nan_profiles::all[1]);
  EXPECT_EQ(mpfr_oracle().compares_nan(asked), nan_comparison::exact);
}

/// Each thread has its own evaluator, and ends before the program does.
TEST(oracle_exact, evaluators_on_two_threads_at_once) {
  const question first{function_named("f16_rem"), {}, false};
  const question second{function_named("f16_mulAdd"), {}, false};
  std::array<cases, 2> got{cases(first.what, 1), cases(second.what, 2)};
  const auto work = [](const question& asked, cases& mine) {
    const std::unique_ptr<evaluator> ready = mpfr_oracle().prepare(asked);
    for (int again = 0; again < 50; ++again) ready->evaluate(mine.whole(true));
  };
  std::thread other(work, std::cref(first), std::ref(got[0]));
  work(second, got[1]);
  other.join();
  for (std::size_t i = 0; i < cases_each; ++i) {
    ASSERT_EQ(load(got[0].results.data(), i, 2), first.what.evaluate(got[0].rows[i], {}, false).bits);
    ASSERT_EQ(load(got[1].results.data(), i, 2), second.what.evaluate(got[1].rows[i], {}, false).bits);
  }
}

}  // namespace
}  // namespace verbatim::oracle
