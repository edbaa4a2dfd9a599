// The AVX2 arithmetic against the scalar model over every pair of operands: each operation in ties-even, and a sample of
// the pairs in the other modes; and for many products every addend. The scalar model runs as the portable
// implementation, one call of it for each value (models/fp/bulk_arithmetic.cpp).
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "models/fp/boundary.hpp"
#include "models/fp/bulk_arithmetic.hpp"
#include "tests/exhaustive/checks.hpp"
#include "tests/exhaustive/fp_bulk_arithmetic.hpp"

namespace {

namespace fp = verbatim::fp;
using fp::rounding;
using verbatim::testing::hex;
using halves = std::vector<std::uint16_t>;

constexpr std::size_t row = 65536;
constexpr unsigned threads = 2;

const halves& all_halves() {
  static const halves all = [] {
    halves in(row);
    std::iota(in.begin(), in.end(), std::uint16_t{0});
    return in;
  }();
  return all;
}

/// A row of `got`, one of `want`, and the words for its operands.
using fill = std::function<std::string(std::size_t number, halves& got, halves& want)>;

/// Rows 0 to count - 1 by several threads; the first difference that each thread meets is a failure.
void compare_rows(std::size_t count, const fill& make) {
  std::atomic<std::size_t> next = 0;
  std::mutex lock;
  const auto work = [&] {
    halves got(row);
    halves want(row);
    for (std::size_t number = next++; number < count; number = next++) {
      const std::string text = make(number, got, want);
      if (got == want) continue;
      const std::lock_guard hold(lock);
      for (std::size_t i = 0; i < row; ++i) {
        if (got[i] == want[i]) continue;
        ADD_FAILURE() << text << ' ' << hex(i) << " gives " << hex(got[i]) << ", the model " << hex(want[i]);
        return;
      }
    }
  };
  std::vector<std::jthread> crew;
  for (unsigned i = 0; i < threads; ++i) {
    crew.emplace_back(work);
  }
}

const fp::bulk::arithmetic_kernels* avx2() { return fp::bulk::find_arithmetic(fp::bulk::implementation::avx2); }

class FpBulkArithmeticEveryPair : public ::testing::TestWithParam<std::size_t> {};

/// Every second operand for `count` first ones, `step` apart.
void compare_pairs(std::size_t operation, std::size_t count, std::size_t step, rounding mode) {
  const auto& what = verbatim::testing::pair_operations[operation];
  compare_rows(count, [&](std::size_t number, halves& got, halves& want) {
    const auto a = static_cast<std::uint16_t>(number * step);
    const halves first(row, a);
    (avx2()->*what.kernel)(first.data(), all_halves().data(), got.data(), row, mode);
    (fp::bulk::portable_arithmetic().*what.kernel)(first.data(), all_halves().data(), want.data(), row, mode);
    return std::string(what.name) + ", " + std::string(fp::name(mode)) + ": " + hex(a);
  });
}

TEST_P(FpBulkArithmeticEveryPair, GivesTheScalarModelsResult) {
  if (avx2() == nullptr) {
    GTEST_SKIP() << "no AVX2 here";
  }
  compare_pairs(GetParam(), row, 1, rounding::ties_even);
}

TEST_P(FpBulkArithmeticEveryPair, GivesTheScalarModelsResultInAllModesForManyFirstOperands) {
  if (avx2() == nullptr) {
    GTEST_SKIP() << "no AVX2 here";
  }
  for (const rounding mode : fp::deterministic_roundings) {
    // 1024 first operands, 977 apart: coprime to 65536, so that every exponent meets many fractions.
    compare_pairs(GetParam(), 1024, 977, mode);
  }
}

std::string operation_name(const ::testing::TestParamInfo<std::size_t>& info) {
  return verbatim::testing::pair_operations[info.param].name;
}

INSTANTIATE_TEST_SUITE_P(Operations, FpBulkArithmeticEveryPair,
                         ::testing::Range(std::size_t{0}, verbatim::testing::pair_operations.size()), operation_name);

class FpBulkArithmeticProducts : public ::testing::TestWithParam<rounding> {};

TEST_P(FpBulkArithmeticProducts, TakeEveryAddendAsTheScalarModel) {
  if (avx2() == nullptr) {
    GTEST_SKIP() << "no AVX2 here";
  }
  constexpr std::size_t products = 1024;
  const fp::addends_binary16 held(all_halves());
  std::vector<std::array<std::uint16_t, 2>> factors(products);
  fp::boundary::split_mix random{20261130 + static_cast<std::uint64_t>(GetParam())};
  for (std::size_t i = 0; i < products; ++i) {
    // Half of them as they come, half near the boundaries.
    const std::uint64_t a = i % 2 == 0 ? random() : fp::boundary::value(random, fp::binary16);
    const std::uint64_t b = i % 2 == 0 ? random() : fp::boundary::partner(random, a, fp::binary16);
    factors[i] = {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)};
  }
  compare_rows(products, [&](std::size_t number, halves& got, halves& want) {
    const auto [a, b] = factors[number];
    held.add_to_product(a, b, got, GetParam());
    fp::bulk::portable_arithmetic().add_to_product(a, b, all_halves().data(), nullptr, want.data(), row, GetParam());
    return "fma, " + std::string(fp::name(GetParam())) + ": " + hex(a) + " " + hex(b);
  });
}

std::string words(const ::testing::TestParamInfo<rounding>& info) {
  std::string name(fp::name(info.param));
  for (char& each : name) {
    each = each == '-' ? '_' : each;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Modes, FpBulkArithmeticProducts, ::testing::ValuesIn(fp::deterministic_roundings), words);

}  // namespace
