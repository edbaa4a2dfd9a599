// An oracle against the scalar model over cases that are hard, function by function and mode by mode.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "harness/oracle/evaluators.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/names.hpp"

namespace oracle_test {

namespace fp = verbatim::fp;
namespace oracle = verbatim::oracle;

/// Columns of operands, and the results of an oracle.
struct table {
  std::vector<std::vector<std::uint64_t>> cells;  ///< raw bytes, so that they are aligned for every element

  explicit table(std::size_t columns, std::size_t count)
      : cells(columns, std::vector<std::uint64_t>(count)), count_(count) {}

  [[nodiscard]] oracle::batch batch_of(std::size_t operand_count, std::size_t cases) {
    oracle::batch out;
    out.count = cases;
    for (std::size_t i = 0; i < operand_count; ++i) out.operands[i] = cells[i].data();
    out.results = cells[operand_count].data();
    return out;
  }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::size_t count_;
};

/// An operand that is hard for what the function gives.
template <class Random>
std::uint64_t operand_of(Random& random, const oracle::function& what, std::size_t index, std::uint64_t first) {
  const oracle::column& kind = what.operands[index];
  if (kind.integer != nullptr) {
    const int shift = static_cast<int>(random() % static_cast<std::uint64_t>(kind.width()));
    const std::uint64_t size = (random() & kind.integer->mask()) >> shift;
    return ((random() & 1) != 0 ? size : 0 - size) & kind.integer->mask();
  }
  if (index == 1) return fp::boundary::partner(random, first, *kind.format);
  if (what.result.format != nullptr && what.result.format != kind.format)
    return fp::boundary::hard_to_round(random, *kind.format, *what.result.format);
  return fp::boundary::value(random, *kind.format);
}

/// All inputs of up to 16 bits, else `count` of them.
inline table inputs_of(const oracle::function& what, std::size_t count) {
  fp::boundary::split_mix random{20270105};
  const bool all = what.input_width() <= 16 && what.operands.size() == 1;
  const std::size_t cases = all ? std::size_t{1} << what.input_width() : count;
  table out(what.operands.size() + 1, cases);
  for (std::size_t i = 0; i < cases; ++i) {
    oracle::operands x{};
    if (all) {
      x[0] = i;
    } else if (what.operands.size() == 3) {
      x = fp::boundary::triple(random, *what.operands[0].format);
    } else {
      for (std::size_t j = 0; j < what.operands.size(); ++j) x[j] = operand_of(random, what, j, x[0]);
    }
    for (std::size_t j = 0; j < what.operands.size(); ++j)
      oracle::store(out.cells[j].data(), i, what.operands[j].bytes(), x[j]);
  }
  return out;
}

/// Every case of the table, the model's answer as close as the oracle's NaN are said to be.
inline void expect_equals_model(const oracle::implementation& one, const oracle::question& asked, table& inputs) {
  const oracle::function& what = asked.what;
  const std::size_t arity = what.operands.size();
  const std::size_t bytes = what.result.bytes();
  fp::attributes how = asked.how;
  how.nans = &one.nans(asked);
  std::ranges::fill(inputs.cells[arity], 0xa5a5a5a5a5a5a5a5U);
  // Not all at once: an odd rest too, and nothing past the end.
  const auto evaluator = one.prepare(asked);
  const std::size_t first = inputs.count() - 13;
  oracle::batch cases = inputs.batch_of(arity, first);
  evaluator->evaluate(cases);
  ASSERT_EQ(oracle::load(cases.results, first, bytes), 0xa5a5a5a5a5a5a5a5U >> (64 - 8 * bytes)) << "wrote past the end";
  for (std::size_t j = 0; j < arity; ++j)
    cases.operands[j] = static_cast<const std::uint8_t*>(cases.operands[j]) + first * what.operands[j].bytes();
  cases.results = static_cast<std::uint8_t*>(cases.results) + first * bytes;
  cases.count = 13;
  evaluator->evaluate(cases);
  for (std::size_t i = 0; i < inputs.count(); ++i) {
    oracle::operands x{};
    for (std::size_t j = 0; j < arity; ++j) x[j] = oracle::load(inputs.cells[j].data(), i, what.operands[j].bytes());
    const std::uint64_t expected = what.evaluate(x, how, asked.exact).bits;
    const std::uint64_t got = oracle::load(inputs.cells[arity].data(), i, bytes);
    if (got == expected) continue;
    if (one.compares_nan(asked) == oracle::nan_comparison::by_class && what.result.is_nan(got) &&
        what.result.is_nan(expected))
      continue;
    FAIL() << one.name() << " " << what.name << " " << fp::name(how.mode) << " of " << std::hex << x[0] << " " << x[1]
           << " " << x[2] << ": model " << expected << ", oracle " << got;
  }
}

/// Where the oracle has an answer at all. Returns the number of modes it has.
inline int expect_equals_model_in_every_mode(const oracle::implementation& one, std::string_view name,
                                             std::size_t count, bool saturate = false) {
  oracle::question asked{oracle::function_named(name), {}};
  asked.how.saturate = saturate;
  table inputs(0, 0);
  int modes = 0;
  for (const fp::rounding mode : fp::deterministic_roundings) {
    asked.how.mode = mode;
    if (!one.refuses(asked).empty()) continue;
    if (modes++ == 0) inputs = inputs_of(asked.what, count);
    expect_equals_model(one, asked, inputs);
    if (testing::Test::HasFatalFailure()) return modes;
    if (!asked.what.rounds) return modes;  // the mode is nothing to it
  }
  return modes;
}

inline std::string refusal(const oracle::implementation& one, std::string_view name, const fp::attributes& how) {
  return one.refuses({oracle::function_named(name), how});
}

}  // namespace oracle_test
