// Bulk arithmetic against the scalar model, each implementation that this processor has by itself. Every pair of
// operands is in tests/exhaustive/fp_bulk_arithmetic_slow_test.cpp; here those where something can change, and a spread
// of the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/fp/boundary.hpp"
#include "models/fp/bulk_arithmetic.hpp"
#include "models/fp/names.hpp"
#include "tests/exhaustive/fp_bulk_arithmetic.hpp"
#include "tests/property/fp_mxcsr.hpp"

namespace {

namespace fp = verbatim::fp;
using fp::binary16;
using fp::rounding;
using halves = std::vector<std::uint16_t>;
using operation = verbatim::testing::pair_operation;
using verbatim::testing::model_fma;
using verbatim::testing::model_root;
constexpr const auto& operations = verbatim::testing::pair_operations;

/// Operands side by side, one column each.
template <std::size_t Count>
using columns = std::array<halves, Count>;

template <std::size_t Count, typename Model>
halves expected(const columns<Count>& in, rounding mode, Model model) {
  halves out(in[0].size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    if constexpr (Count == 1) {
      out[i] = model(in[0][i], mode);
    } else if constexpr (Count == 2) {
      out[i] = model(in[0][i], in[1][i], mode);
    } else {
      out[i] = model(in[0][i], in[1][i], in[2][i], mode);
    }
  }
  return out;
}

/// The first difference in words, so that a failure names operands and not arrays.
template <std::size_t Count>
::testing::AssertionResult same(const columns<Count>& in, const halves& got, const halves& want) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (got[i] != want[i]) {
      std::ostringstream text;
      text << std::hex;
      for (const halves& each : in) {
        text << "0x" << each[i] << ' ';
      }
      text << "gives 0x" << got[i] << " and not 0x" << want[i] << std::dec << " (value " << i << " of " << want.size()
           << ')';
      return ::testing::AssertionFailure() << text.str();
    }
  }
  return ::testing::AssertionSuccess();
}

void expect_pairs(const operation& what, const columns<2>& in, rounding mode) {
  const halves want = expected(in, mode, what.model);
  for (const auto& by : verbatim::testing::arithmetic_implementations()) {
    halves out(want.size());
    (by.functions->*what.kernel)(in[0].data(), in[1].data(), out.data(), out.size(), mode);
    ASSERT_TRUE(same(in, out, want)) << by.name << ", " << what.name << ", " << fp::name(mode);
  }
}

void expect_triples(const columns<3>& in, rounding mode) {
  const halves want = expected(in, mode, model_fma);
  for (const auto& by : verbatim::testing::arithmetic_implementations()) {
    halves out(want.size());
    by.functions->fused_multiply_add(in[0].data(), in[1].data(), in[2].data(), out.data(), out.size(), mode);
    ASSERT_TRUE(same(in, out, want)) << by.name << ", fma, " << fp::name(mode);
  }
}

/// Every sign and exponent with fractions at their ends, around half and in between: zeros, infinities, quiet and
/// signaling NaNs are among them.
halves boundary_encodings() {
  constexpr std::array<unsigned, 10> fractions = {0, 1, 2, 0x155, 0x1ff, 0x200, 0x201, 0x2aa, 0x3fe, 0x3ff};
  halves all;
  for (unsigned sign_and_exponent = 0; sign_and_exponent < 64; ++sign_and_exponent) {
    for (const unsigned fraction : fractions) {
      all.push_back(static_cast<std::uint16_t>(sign_and_exponent << 10 | fraction));
    }
  }
  return all;
}

constexpr std::array<std::uint16_t, 16> specials = {0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7e01, 0xffff,
                                                    0x7c01, 0xfdff, 0x0001, 0x8001, 0x3c00, 0xbc00, 0x7bff, 0xfbff};

halves all_halves() {
  halves in(65536);
  std::iota(in.begin(), in.end(), std::uint16_t{0});
  return in;
}

/// Triples of which the addend often cancels the product, and pairs of which one is often the other's neighbour.
columns<3> boundary_triples(std::size_t count, std::uint64_t seed) {
  fp::boundary::split_mix random{seed};
  columns<3> in;
  for (std::size_t i = 0; i < count; ++i) {
    const std::array<std::uint64_t, 3> each = fp::boundary::triple(random, binary16);
    for (std::size_t k = 0; k < 3; ++k) {
      in[k].push_back(static_cast<std::uint16_t>(each[k]));
    }
  }
  return in;
}

TEST(FpBulkArithmetic, GivesEveryPairOfBoundariesTheScalarModelsResult) {
  const halves each = boundary_encodings();
  columns<2> in;
  for (const std::uint16_t a : each) {
    in[0].insert(in[0].end(), each.size(), a);
    in[1].insert(in[1].end(), each.begin(), each.end());
  }
  for (const operation& what : operations) {
    for (const rounding mode : fp::deterministic_roundings) {
      ASSERT_NO_FATAL_FAILURE(expect_pairs(what, in, mode));
    }
  }
}

TEST(FpBulkArithmetic, GivesEverySecondOperandOfSomeFirstOnesTheScalarModelsResult) {
  // Two first operands for each operation and mode: a boundary, another each time, and any.
  const halves boundaries = boundary_encodings();
  fp::boundary::split_mix random{20261130};
  columns<2> in;
  in[1] = all_halves();
  std::size_t turn = 0;
  for (const operation& what : operations) {
    for (const rounding mode : fp::deterministic_roundings) {
      turn += 27;
      for (const std::uint64_t a : {std::uint64_t{boundaries[turn % boundaries.size()]}, random()}) {
        in[0].assign(in[1].size(), static_cast<std::uint16_t>(a));
        ASSERT_NO_FATAL_FAILURE(expect_pairs(what, in, mode));
      }
    }
  }
}

TEST(FpBulkArithmetic, GivesRandomPairsTheScalarModelsResult) {
  fp::boundary::split_mix random{4711};
  columns<2> in;
  for (halves& column : in) {
    column.resize(50000);
  }
  const columns<3> hard = boundary_triples(50000, 815);
  for (const operation& what : operations) {
    for (const rounding mode : fp::deterministic_roundings) {
      for (halves& column : in) {
        std::generate(column.begin(), column.end(), [&] { return static_cast<std::uint16_t>(random()); });
      }
      ASSERT_NO_FATAL_FAILURE(expect_pairs(what, in, mode));
      ASSERT_NO_FATAL_FAILURE(expect_pairs(what, {hard[0], hard[1]}, mode));
    }
  }
}

TEST(FpBulkArithmetic, GivesEveryOperandTheScalarModelsSquareRoot) {
  const columns<1> in = {all_halves()};
  for (const rounding mode : fp::deterministic_roundings) {
    const halves want = expected(in, mode, model_root);
    for (const auto& by : verbatim::testing::arithmetic_implementations()) {
      halves out(want.size());
      by.functions->square_root(in[0].data(), out.data(), out.size(), mode);
      ASSERT_TRUE(same(in, out, want)) << by.name << ", " << fp::name(mode);
    }
  }
}

TEST(FpBulkArithmetic, GivesTriplesTheScalarModelsFma) {
  columns<3> special;
  for (const std::uint16_t a : specials) {
    for (const std::uint16_t b : specials) {
      for (const std::uint16_t c : specials) {
        special[0].push_back(a);
        special[1].push_back(b);
        special[2].push_back(c);
      }
    }
  }
  std::uint64_t seed = 3;
  for (const rounding mode : fp::deterministic_roundings) {
    ASSERT_NO_FATAL_FAILURE(expect_triples(special, mode));
    ASSERT_NO_FATAL_FAILURE(expect_triples(boundary_triples(100000, ++seed), mode));
  }
}

/// Factors whose product is special, tiny, at an end of the subnormal numbers, near overflow, or any.
constexpr std::array<std::array<std::uint16_t, 2>, 30> factors = {
    {{0x0000, 0x3c00}, {0x8000, 0x3c00}, {0x7c00, 0x3c00}, {0x3c00, 0xfc00}, {0x7c00, 0x0000}, {0x8000, 0x7c00},
     {0x7e01, 0x7c01}, {0x3c00, 0xfc01}, {0x7d00, 0x0000}, {0x0001, 0x0001}, {0x8001, 0x0001}, {0x0001, 0x3800},
     {0x03ff, 0x03ff}, {0x0001, 0x3c00}, {0x03ff, 0x3c01}, {0x8400, 0x3bff}, {0x0400, 0x3c00}, {0x1001, 0x13ff},
     {0x3c00, 0x3c00}, {0x3c01, 0xbc01}, {0x3bff, 0x3bff}, {0x3555, 0x4201}, {0x5bab, 0x4cfd}, {0x520b, 0x00e9},
     {0x7bff, 0x3c00}, {0x7bff, 0x3c01}, {0xfbff, 0x3bff}, {0x7bff, 0x7bff}, {0x7bff, 0xfbff}, {0x5c00, 0x5c00}}};

TEST(FpBulkArithmetic, AddsEveryAddendToAProductAsTheScalarModel) {
  columns<3> in;
  in[2] = all_halves();
  const fp::addends_binary16 held(in[2]);
  ASSERT_EQ(held.size(), in[2].size());
  halves out(in[2].size());
  std::size_t turn = 0;
  for (const auto& [a, b] : factors) {
    in[0].assign(out.size(), a);
    in[1].assign(out.size(), b);
    // Two modes for each product, another two for the next.
    for (int k = 0; k < 2; ++k) {
      const rounding mode = fp::deterministic_roundings[turn++ % std::size(fp::deterministic_roundings)];
      const halves want = expected(in, mode, model_fma);
      for (const auto& by : verbatim::testing::arithmetic_implementations()) {
        by.functions->add_to_product(a, b, in[2].data(), nullptr, out.data(), out.size(), mode);
        ASSERT_TRUE(same(in, out, want)) << by.name << ", " << fp::name(mode);
      }
      held.add_to_product(a, b, out, mode);
      ASSERT_TRUE(same(in, out, want)) << "held, " << fp::name(mode);
      fp::add_to_product_binary16(a, b, in[2], out, mode);
      ASSERT_TRUE(same(in, out, want)) << fp::name(mode);
    }
  }
}

// Lengths around whole vectors and tiles, at several offsets, between guards that must survive; the functions that users
// call too.
TEST(FpBulkArithmetic, TouchesNothingBesideTheSpanAtAnyLength) {
  constexpr std::size_t margin = 32;
  constexpr std::size_t longest = 2055;
  const columns<3> in = boundary_triples(longest + margin, 99);
  std::vector<std::size_t> lengths(71);
  std::iota(lengths.begin(), lengths.end(), std::size_t{0});
  lengths.insert(lengths.end(), {1023, 1024, 1025, 1031, 2048, longest});
  const rounding mode = rounding::down;
  const auto part = [&](std::size_t column, std::size_t from, std::size_t length) {
    return std::span<const std::uint16_t>(in[column]).subspan(from, length);
  };
  const fp::addends_binary16 held(in[2]);
  columns<3> product = in;
  product[0].assign(in[0].size(), 0x3c01);
  product[1].assign(in[0].size(), 0xb7fe);
  const halves want_add = expected(columns<2>{in[0], in[1]}, mode, operations[0].model);
  const halves want_root = expected(columns<1>{in[0]}, mode, model_root);
  const halves want_fma = expected(in, mode, model_fma);
  const halves want_product = expected(product, mode, model_fma);
  for (const std::size_t length : lengths) {
    for (const std::size_t from : {0U, 1U, 7U, 16U}) {
      const std::size_t to = margin + 3 * from % 16;
      const auto check = [&](const char* name, const halves& want, const auto& run) {
        halves out(longest + 3 * margin, 0xa5a5);
        run(std::span(out).subspan(to, length));
        for (std::size_t i = 0; i < out.size(); ++i) {
          const bool inside = i >= to && i < to + length;
          ASSERT_EQ(out[i], inside ? want[from + i - to] : 0xa5a5)
              << name << ", length " << length << ", from " << from << ", at " << i;
        }
      };
      const auto a = part(0, from, length);
      const auto b = part(1, from, length);
      const auto c = part(2, from, length);
      using span = std::span<std::uint16_t>;
      check("add", want_add, [&](span out) { fp::add_binary16(a, b, out, mode); });
      check("square root", want_root, [&](span out) { fp::square_root_binary16(a, out, mode); });
      check("fma", want_fma, [&](span out) { fp::fused_multiply_add_binary16(a, b, c, out, mode); });
      check("product", want_product, [&](span out) { fp::add_to_product_binary16(0x3c01, 0xb7fe, c, out, mode); });
      check("held, all", want_product,
            [&](span out) { fp::addends_binary16(c).add_to_product(0x3c01, 0xb7fe, out, mode); });
      check("held", want_product, [&](span out) { held.add_to_product(0x3c01, 0xb7fe, from, out, mode); });
    }
  }
}

TEST(FpBulkArithmetic, OffersEachOperationUnderItsName) {
  const halves a = {0x4200, 0x3c00, 0x7c00};
  const halves b = {0x3e00, 0x1001, 0x7c00};
  halves out(3);
  fp::add_binary16(a, b, out);
  EXPECT_EQ(out, (halves{0x4480, 0x3c01, 0x7c00}));
  fp::subtract_binary16(a, b, out);
  EXPECT_EQ(out, (halves{0x3e00, 0x3bff, 0xfe00}));
  fp::multiply_binary16(a, b, out);
  EXPECT_EQ(out, (halves{0x4480, 0x1001, 0x7c00}));
  fp::divide_binary16(a, b, out, rounding::toward_zero);
  EXPECT_EQ(out, (halves{0x4000, 0x67fe, 0xfe00}));
  fp::square_root_binary16(a, out, rounding::up);
  EXPECT_EQ(out, (halves{0x3eee, 0x3c00, 0x7c00}));
}

TEST(FpBulkArithmetic, RefusesSpansOfDifferentSizesAndModesItLacks) {
  const halves five(5);
  const halves six(6);
  halves out(5, 0x1234);
  EXPECT_THROW(fp::add_binary16(five, six, out), std::invalid_argument);
  EXPECT_THROW(fp::subtract_binary16(six, five, out), std::invalid_argument);
  EXPECT_THROW(fp::multiply_binary16(six, six, out), std::invalid_argument);
  EXPECT_THROW(fp::divide_binary16(six, five, out), std::invalid_argument);
  EXPECT_THROW(fp::square_root_binary16(six, out), std::invalid_argument);
  EXPECT_THROW(fp::fused_multiply_add_binary16(five, five, six, out), std::invalid_argument);
  EXPECT_THROW(fp::fused_multiply_add_binary16(five, six, five, out), std::invalid_argument);
  EXPECT_THROW(fp::fused_multiply_add_binary16(six, five, five, out), std::invalid_argument);
  EXPECT_THROW(fp::add_to_product_binary16(0, 0, six, out), std::invalid_argument);
  const fp::addends_binary16 held(six);
  EXPECT_THROW(held.add_to_product(0, 0, out), std::invalid_argument);
  EXPECT_THROW(held.add_to_product(0, 0, 2, out), std::invalid_argument);
  EXPECT_THROW(held.add_to_product(0, 0, 7, std::span(out).first(0)), std::invalid_argument);
  for (const rounding mode : {rounding::stochastic, static_cast<rounding>(200)}) {
    EXPECT_THROW(fp::add_binary16(five, five, out, mode), std::invalid_argument);
    EXPECT_THROW(fp::subtract_binary16(five, five, out, mode), std::invalid_argument);
    EXPECT_THROW(fp::multiply_binary16(five, five, out, mode), std::invalid_argument);
    EXPECT_THROW(fp::divide_binary16(five, five, out, mode), std::invalid_argument);
    EXPECT_THROW(fp::square_root_binary16(five, out, mode), std::invalid_argument);
    EXPECT_THROW(fp::fused_multiply_add_binary16(five, five, five, out, mode), std::invalid_argument);
    EXPECT_THROW(fp::add_to_product_binary16(0, 0, five, out, mode), std::invalid_argument);
    EXPECT_THROW(held.add_to_product(0, 0, 1, out, mode), std::invalid_argument);
  }
  EXPECT_EQ(out, halves(5, 0x1234));
}

#if defined(__x86_64__)

using verbatim::testing::under;

TEST(FpBulkArithmetic, NeitherFollowsNorChangesTheCallersMxcsr) {
  const columns<3> in = boundary_triples(2053, 7);
  const columns<2> pair = {in[0], in[1]};
  const columns<1> one = {in[0]};
  columns<3> product = in;
  product[0].assign(in[0].size(), 0x0203);
  product[1].assign(in[0].size(), 0x8401);
  halves out(in[0].size());
  const std::size_t count = out.size();
  for (const rounding mode : fp::deterministic_roundings) {
    std::array<halves, operations.size()> want;
    std::transform(operations.begin(), operations.end(), want.begin(),
                   [&](const operation& what) { return expected(pair, mode, what.model); });
    const halves want_root = expected(one, mode, model_root);
    const halves want_fma = expected(in, mode, model_fma);
    const halves want_product = expected(product, mode, model_fma);
    for (const auto& by : verbatim::testing::arithmetic_implementations()) {
      for (std::uint32_t direction = 0; direction < 4; ++direction) {
        for (const std::uint32_t rest : verbatim::testing::mxcsr_rests) {
          const std::uint32_t mxcsr = direction << 13 | rest;
          const auto check = [&](const char* name, const auto& operands, const halves& wanted, const auto& run) {
            EXPECT_EQ(under(mxcsr, run), mxcsr) << by.name << ", " << name << ", " << fp::name(mode);
            ASSERT_TRUE(same(operands, out, wanted))
                << by.name << ", " << name << ", " << fp::name(mode) << ", " << mxcsr;
          };
          for (std::size_t i = 0; i < operations.size(); ++i) {
            check(operations[i].name, pair, want[i],
                  [&] { (by.functions->*operations[i].kernel)(in[0].data(), in[1].data(), out.data(), count, mode); });
          }
          check("square root", one, want_root,
                [&] { by.functions->square_root(in[0].data(), out.data(), count, mode); });
          check("fma", in, want_fma, [&] {
            by.functions->fused_multiply_add(in[0].data(), in[1].data(), in[2].data(), out.data(), count, mode);
          });
          check("product", product, want_product,
                [&] { by.functions->add_to_product(0x0203, 0x8401, in[2].data(), nullptr, out.data(), count, mode); });
        }
      }
    }
  }
}

#endif

}  // namespace
