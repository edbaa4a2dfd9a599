// Parts of a sweep: the tree of hashes, the order of inputs, and an outcome that no number of threads changes.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "harness/core/error.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/prove/certificate.hpp"
#include "harness/prove/merkle.hpp"
#include "harness/prove/products.hpp"
#include "harness/prove/space.hpp"
#include "harness/prove/sweep.hpp"
#include "models/fp/names.hpp"

namespace {

using namespace verbatim;

core::digest hash_of(std::string_view text) { return core::sha256_of(text); }
std::string both(const core::digest& a, const core::digest& b) {
  std::string out(a.begin(), a.end());
  out.append(b.begin(), b.end());
  return out;
}

TEST(prove_merkle, the_left_child_covers_the_largest_power_of_two) {
  const core::digest a = hash_of("a");
  const core::digest b = hash_of("b");
  const core::digest c = hash_of("c");
  const core::digest d = hash_of("d");
  const core::digest e = hash_of("e");
  const core::digest ab = hash_of(both(a, b));
  const core::digest abcd = hash_of(both(ab, hash_of(both(c, d))));
  EXPECT_EQ(prove::merkle_root(std::vector{a}), a);
  EXPECT_EQ(prove::merkle_root(std::vector{a, b}), ab);
  EXPECT_EQ(prove::merkle_root(std::vector{a, b, c}), hash_of(both(ab, c)));
  EXPECT_EQ(prove::merkle_root(std::vector{a, b, c, d}), abcd);
  EXPECT_EQ(prove::merkle_root(std::vector{a, b, c, d, e}), hash_of(both(abcd, e)));
}

// Roots of equal full parts, and of a shorter last one, give the root of all leaves: how chunks are joined.
TEST(prove_merkle, roots_of_parts_join) {
  std::vector<core::digest> leaves;
  for (int i = 0; i < 45; ++i) leaves.push_back(hash_of(std::to_string(i)));
  std::vector<core::digest> parts;
  for (std::size_t at = 0; at < leaves.size(); at += 8)
    parts.push_back(prove::merkle_root(std::span(leaves).subspan(at, std::min<std::size_t>(8, leaves.size() - at))));
  EXPECT_EQ(prove::merkle_root(parts), prove::merkle_root(leaves));
}

TEST(prove_space, operands_are_counted_up_the_first_one_most_significant) {
  const auto pairs = prove::space_of(oracle::function_named("f16_add"));
  EXPECT_EQ(pairs->size(), std::uint64_t{1} << 32);
  EXPECT_EQ(pairs->at(0x12345678), (oracle::operands{0x1234, 0x5678, 0}));
  const auto triples = prove::space_of(oracle::function_named("e4m3fn_mulAdd"));
  EXPECT_EQ(triples->size(), std::uint64_t{1} << 24);
  EXPECT_EQ(triples->at(0xabcdef), (oracle::operands{0xab, 0xcd, 0xef}));
  const auto six_bits = prove::space_of(oracle::function_named("e2m3fn_add"));
  EXPECT_EQ(six_bits->size(), 4096U);
  EXPECT_EQ(six_bits->at(0xfc1), (oracle::operands{0x3f, 0x01, 0}));
  // A run over the end of a row.
  std::vector<std::uint16_t> a(4);
  std::vector<std::uint16_t> b(4);
  pairs->fill(0x1fffe, 4, {a.data(), b.data(), nullptr});
  EXPECT_EQ(a, (std::vector<std::uint16_t>{1, 1, 2, 2}));
  EXPECT_EQ(b, (std::vector<std::uint16_t>{0xfffe, 0xffff, 0, 1}));
}

TEST(prove_space, too_many_inputs_are_refused_with_what_else_to_do) {
  for (const char* name : {"f32_add", "bf16_mulAdd", "i64_to_f16", "f64_to_f32"}) {
    try {
      static_cast<void>(prove::space_of(oracle::function_named(name)));
      ADD_FAILURE() << name;
    } catch (const core::request_error& error) {
      EXPECT_NE(std::string(error.what()).find("vectors emit"), std::string::npos);
    }
  }
}

// Every boundary of binary16 is met: numbers, midpoints, and binary64's neighbours of them.
TEST(prove_space, binary64_meets_every_boundary) {
  const auto over = prove::space_of(oracle::function_named("f64_to_f16"));
  const std::uint64_t regular = 5 * (std::uint64_t{1} << 32);
  ASSERT_GT(over->size(), regular);
  std::set<std::uint64_t> met;
  for (std::uint64_t i = regular; i < over->size(); ++i) met.insert(over->at(i)[0]);
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  for (const double each : {0x1p-24, 0x1p-25, 1.0, 1.0 + 0x1p-11, 65504.0, 65520.0, -65520.0, -0x1p-25}) {
    EXPECT_TRUE(met.contains(bits(each))) << each;
    EXPECT_TRUE(met.contains(bits(each) - 1)) << each;
    EXPECT_TRUE(met.contains(bits(each) + 1)) << each;
  }
  EXPECT_EQ(over->at(0x1'3ff00000)[0], 0x3ff0000000000001U) << "the second lower half";
}

double value(std::uint16_t x) {
  const int field = x >> 10 & 31;
  return std::ldexp((x & 1023) | (field != 0 ? 1024 : 0), std::max(field, 1) - 25);
}

// Every number that is not zero is odd × 2^k, k from 0 up to where it overflows, in units of the smallest. So |a × b| is an
// odd number, the product of two, times 2^k, k from 0 up to the greatest sum that its factors allow.
std::uint64_t products_counted_by_their_odd_parts() {
  const auto greatest_shift = [](std::uint32_t odd) { return 40 - static_cast<int>(std::bit_width(odd)); };
  std::vector<std::uint8_t> values(1U << 22);  // of each odd part, how many
  for (std::uint32_t a = 1; a < 2048; a += 2)
    for (std::uint32_t b = a; b < 2048; b += 2) {
      const auto count = static_cast<std::uint8_t>(greatest_shift(a) + greatest_shift(b) + 1);
      values[a * b] = std::max(values[a * b], count);
    }
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

TEST(prove_products, are_all_there_in_order_and_by_their_least_pair) {
  const std::vector<prove::factor_pair>& all = prove::distinct_products();
  EXPECT_EQ(all.size(), 22'776'329U);
  EXPECT_EQ(all.size(), products_counted_by_their_odd_parts());
  double before = 0;
  for (const prove::factor_pair& each : all) {
    const double product = value(each.a) * value(each.b);
    ASSERT_LT(before, product);
    ASSERT_LE(each.a, each.b);
    before = product;
  }
  // The least a, for a sample: no smaller one divides the product into a number of binary16.
  for (std::size_t i = 0; i < all.size(); i += 400'009) {
    const double product = value(all[i].a) * value(all[i].b);
    for (std::uint16_t a = 1; a < all[i].a; ++a) {
      const double b = product / value(a);
      const bool fits =
          b <= 65504 && std::fmod(b, 0x1p-24) == 0 && std::fmod(b, std::ldexp(1.0, std::ilogb(b) - 10)) == 0;
      ASSERT_FALSE(fits && b * value(a) == product) << a << " for " << all[i].a << " x " << all[i].b;
    }
  }
}

// The model in a mode of its own, whatever it is asked for: a planted fault.
class other_mode final : public oracle::implementation {
 public:
  other_mode(const oracle::question& asked, fp::rounding mode) : asked_(asked) { asked_.how.mode = mode; }
  [[nodiscard]] std::string_view name() const override { return "other-mode"; }
  [[nodiscard]] oracle::tier which_tier() const override { return oracle::tier::routine; }
  [[nodiscard]] std::string version() const override { return "1"; }
  [[nodiscard]] std::string what() const override { return ""; }
  [[nodiscard]] std::string refuses(const oracle::question&) const override { return {}; }
  [[nodiscard]] std::unique_ptr<oracle::evaluator> prepare(const oracle::question&) const override {
    return oracle::model_oracle().prepare(asked_);
  }

 private:
  oracle::question asked_;
};

prove::sweep_outcome swept(const std::string& name, fp::rounding given_mode, unsigned jobs, bool hash) {
  const oracle::question asked{oracle::function_named(name), fp::rounding::ties_even, false};
  const auto over = prove::space_of(asked.what);
  const other_mode judged(asked, given_mode);
  prove::sweep_request request;
  request.asked = &asked;
  request.over = over.get();
  request.range = {0, over->size()};
  request.chunks = request.range.shard();
  request.given = &judged;
  request.reference = &oracle::model_oracle();
  request.hash = hash;
  request.jobs = jobs;
  return prove::sweep(request);
}

TEST(prove_sweep, no_number_of_threads_changes_the_outcome) {
  const prove::sweep_outcome one = swept("e4m3fn_mulAdd", fp::rounding::ties_away, 1, true);
  const prove::sweep_outcome many = swept("e4m3fn_mulAdd", fp::rounding::ties_away, 5, true);
  EXPECT_GT(one.mismatches(), 0U);
  EXPECT_EQ(one.kinds(), many.kinds());
  EXPECT_EQ(one.root(), many.root());
  EXPECT_EQ(one.chunks.size(), 4U);
}

TEST(prove_sweep, the_same_implementation_matches) {
  EXPECT_EQ(swept("e4m3fn_mulAdd", fp::rounding::ties_even, 2, false).mismatches(), 0U);
}

TEST(prove_certificate, chunks_fit_their_range) {
  const prove::sweep_range all{0, std::uint64_t{1} << 32};
  EXPECT_EQ(all.chunk_cases(), std::uint64_t{1} << 22);
  EXPECT_EQ(all.chunks(), 1024U);
  const prove::sweep_range fma{0, 22'776'329ULL * 65536};
  EXPECT_EQ(fma.chunk_cases(), std::uint64_t{1} << 29);
  EXPECT_LE(fma.chunks(), 4096U);
  EXPECT_EQ((prove::sweep_range{5, 6}).chunks(), 1U);
}

}  // namespace
