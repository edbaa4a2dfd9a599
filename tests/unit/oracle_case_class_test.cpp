// Case classes against MPFR's own look at where a value lies, and the map that keeps what was covered.
#include "harness/oracle/case_class.hpp"

#include <bit>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/core/error.hpp"
#include "harness/oracle/cell_map.hpp"
#include "harness/oracle/mpfr_reference.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/convert.hpp"

namespace {

namespace fp = verbatim::fp;
namespace oracle = verbatim::oracle;
using oracle::case_class;
using oracle::exponent_class;
using oracle::rounding_class;

// The class as the answer of another implementation tells it.
case_class class_of(const oracle::answer& what, const fp::format& to) {
  using enum exponent_class;
  using kind = oracle::answer::kind;
  using part = oracle::position::part;
  switch (what.what) {
    case kind::zero: return {zero, rounding_class::exact};
    case kind::infinity: return {infinity, rounding_class::exact};
    case kind::number: break;
    default: return {nan, rounding_class::exact};
  }
  // The number below counts on past the largest, as if the range had no end.
  if (what.place.below > to.largest_finite()) return {beyond, rounding_class::overflow};
  rounding_class rest = rounding_class::exact;
  if (what.place.rest == part::low) rest = rounding_class::below_half;
  if (what.place.rest == part::half) rest = rounding_class::tie;
  if (what.place.rest == part::high) rest = rounding_class::above_half;
  if (to.subnormals && what.place.below == 0) {
    if (rest == rounding_class::below_half) rest = rounding_class::underflow;
    return {below_smallest, rest};
  }
  if (what.exponent > to.emax()) return {beyond, rounding_class::overflow};
  if (what.exponent == to.emax()) return {largest, rest};
  if (what.exponent < to.emin()) return {to.subnormals ? subnormal : below_smallest, rest};
  if (what.exponent == to.emin()) return {smallest_normal, rest};
  return {what.exponent < 0 ? below_one : above_one, rest};
}

TEST(oracle_case_class, is_what_mpfr_says_of_where_a_value_lies) {
  for (const fp::format* to : fp::all_formats) {
    // Without subnormal numbers there is no zero: what lies below the smallest number is off MPFR's grid.
    if (to == &fp::binary64 || !to->subnormals) continue;
    const oracle::classifier classes(*to);
    oracle::mpfr_reference reference(fp::binary64, *to);
    fp::boundary::split_mix random{20261207};
    std::set<std::size_t> seen;
    for (int i = 0; i < 50'000; ++i) {
      const std::uint64_t x = fp::boundary::hard_to_round(random, fp::binary64, *to);
      const case_class found = classes.of(x);
      const case_class expected = class_of(reference.convert(x), *to);
      ASSERT_EQ(found, expected) << to->name << " " << std::hex << x << ": " << name(found.exponent) << ", "
                                 << name(found.rounding) << "; MPFR: " << name(expected.exponent) << ", "
                                 << name(expected.rounding);
      seen.insert(index_of(found));
    }
    // All there can be; e2m1fn has 0.5 for its only subnormal number, and no binade between the ends but [1, 2) and [2, 4).
    EXPECT_GE(seen.size(), to == &fp::binary16 || to == &fp::bfloat16 ? oracle::case_classes : 12) << to->name;
  }
}

TEST(oracle_case_class, numbers_are_those_of_the_list) {
  const auto& all = oracle::all_case_classes();
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(oracle::index_of(all[i]), i);
}

TEST(oracle_case_class, exact_results_are_rounded_to_odd) {
  const oracle::function product = oracle::function_named("f32_mul");
  ASSERT_EQ(oracle::unclassed(product), "");
  // (1 + 2^-23)^2 has 47 digits: all of them fit.
  const std::uint64_t x = oracle::exact_result(product, {0x3f800001, 0x3f800001, 0});
  EXPECT_EQ(std::bit_cast<double>(x), (1.0 + 0x1p-23) * (1.0 + 0x1p-23));
  EXPECT_EQ(oracle::classifier(fp::binary32).of(x),
            (case_class{exponent_class::above_one, rounding_class::below_half}));
  EXPECT_EQ(oracle::exact_result(oracle::function_named("i32_to_f16"), {0xffffffff, 0, 0}),
            std::bit_cast<std::uint64_t>(-1.0));
  EXPECT_EQ(oracle::unclassed(oracle::function_named("f16_lt")), "f16_lt does not round to a format");
  EXPECT_EQ(oracle::unclassed(oracle::function_named("f16_to_f64")), "f16_to_f64 rounds to binary64");
  EXPECT_NE(oracle::unclassed(oracle::function_named("f16_rem")), "");
}

class oracle_cell_map : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("verbatim-cells-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    path = folder / "map";
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
  std::string path;
  const oracle::cell_names names{{"f64_to_f16", "f16_add"}, {"nan"}};
};

TEST_F(oracle_cell_map, keeps_what_any_worker_wrote) {
  {
    const oracle::cell_map one(path, names);
    const oracle::cell_map two(path, names);
    one.cells()[oracle::cell_map::index(1, fp::rounding::down, 26)] = 1;
    one.slot(0).values = 5;
    two.slot(63).values = 7;
    two.slot(63).allowed[0] = 2;
    EXPECT_EQ(two.covered(), 1U);
  }
  const oracle::cell_map read(path);
  EXPECT_EQ(read.names(), names);
  EXPECT_EQ(read.cells().size(), 2 * oracle::cells_of_a_function);
  EXPECT_EQ(read.covered(), 1U);
  EXPECT_EQ(read.total().values, 12U);
  EXPECT_EQ(read.total().allowed[0], 2U);
}

TEST_F(oracle_cell_map, of_this_process_alone_needs_no_file) {
  const oracle::cell_map own(names);
  own.cells()[0] = 1;
  EXPECT_EQ(own.covered(), 1U);
}

TEST_F(oracle_cell_map, refuses_what_is_not_its_own) {
  const auto refused = [this](const oracle::cell_names& wanted) {
    try {
      const oracle::cell_map one(path, wanted);
    } catch (const verbatim::core::request_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  {
    const oracle::cell_map one(path, names);
  }
  EXPECT_EQ(refused(names), "");
  EXPECT_NE(refused({{"f64_to_f16"}, {"nan"}}).find("is no map of cells of this version"), std::string::npos);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  EXPECT_NE(refused(names), "");
  for (const std::string& bytes : {std::string("x"), std::string(128, 'x'), std::string(20'000, '\xff')}) {
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_NE(refused(names), "");
    EXPECT_THROW(oracle::cell_map{path}, verbatim::core::request_error);
  }
  std::filesystem::remove(path);
  EXPECT_THROW(oracle::cell_map{path}, verbatim::core::work_error);
}

}  // namespace
