// The kind that is named for each wrong routine of tests/known_bugs, for single cases from public reports, and for faults
// made with the model itself; and the lines that explain them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/prove/mismatch.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/names.hpp"
#include "tests/known_bugs/wrong_routines.cpp"  // the functions as they stand in the library

namespace {

namespace fp = verbatim::fp;
namespace oracle = verbatim::oracle;
namespace prove = verbatim::prove;
using kind = prove::mismatch_kind;
using operands = oracle::operands;

constexpr std::size_t samples = std::size_t{1} << 15;

struct wrong_routine {
  std::string_view name;
  std::string_view function;
  std::function<std::uint64_t(const operands&)> call;
  kind named;                     ///< the commonest
  std::vector<kind> others = {};  ///< what single cases may look like besides
  fp::rounding mode = fp::rounding::ties_even;

  friend std::ostream& operator<<(std::ostream& out, const wrong_routine& one) { return out << one.name; }
};

template <class Result, class Operand>
std::function<std::uint64_t(const operands&)> one(Result (*routine)(Operand)) {
  return [routine](const operands& x) -> std::uint64_t { return routine(static_cast<Operand>(x[0])); };
}
template <class Result>
std::function<std::uint64_t(const operands&)> two(Result (*routine)(std::uint16_t, std::uint16_t)) {
  return [routine](const operands& x) -> std::uint64_t {
    return routine(static_cast<std::uint16_t>(x[0]), static_cast<std::uint16_t>(x[1]));
  };
}
std::function<std::uint64_t(const operands&)> three(std::uint16_t (*routine)(std::uint16_t, std::uint16_t,
                                                                             std::uint16_t)) {
  return [routine](const operands& x) -> std::uint64_t {
    return routine(static_cast<std::uint16_t>(x[0]), static_cast<std::uint16_t>(x[1]),
                   static_cast<std::uint16_t>(x[2]));
  };
}

const wrong_routine routines[] = {
    {"ties_away", "f32_to_f16", one(f32_to_f16_ties_away), kind::tie},
    {"ties_toward_zero", "f32_to_f16", one(f32_to_f16_ties_toward_zero), kind::tie, {kind::overflow_boundary}},
    {"truncates",
     "f32_to_f16",
     one(f32_to_f16_truncates),
     kind::mode_ignored,
     {kind::lost_sticky_bit, kind::tie, kind::subnormal, kind::overflow_boundary}},
    {"loses_sticky", "f32_to_f16", one(f32_to_f16_loses_sticky), kind::lost_sticky_bit},
    {"flushes", "f32_to_f16", one(f32_to_f16_flushes), kind::subnormal, {kind::lost_sticky_bit}},
    {"loses_carry", "f32_to_f16", one(f32_to_f16_loses_carry), kind::lost_carry, {kind::subnormal}},
    {"adds_two",
     "f32_to_f16",
     one(f32_to_f16_adds_two),
     kind::off_by_one_ulp,
     {kind::double_rounding, kind::subnormal, kind::overflow_boundary}},
    {"overflows_late", "f32_to_f16", one(f32_to_f16_overflows_late), kind::overflow_boundary},
    {"overflows_early", "f32_to_f16", one(f32_to_f16_overflows_early), kind::overflow_boundary},
    {"saturates", "f32_to_f16", one(f32_to_f16_saturates), kind::saturation, {kind::overflow_boundary}},
    {"shifts_modulo_32",
     "f32_to_f16",
     one(f32_to_f16_shifts_modulo_32),
     kind::subnormal,
     {kind::mode_ignored, kind::nan_made, kind::sign_of_zero}},
    {"keeps_signaling", "f32_to_f16", one(f32_to_f16_keeps_signaling), kind::nan_quieting},
    {"cuts_payload", "f32_to_f16", one(f32_to_f16_cuts_payload), kind::nan_quieting, {kind::nan_lost}},
    {"nan_is_infinity", "f32_to_f16", one(f32_to_f16_nan_is_infinity), kind::nan_lost},
    {"infinity_is_nan", "f32_to_f16", one(f32_to_f16_infinity_is_nan), kind::nan_made},
    {"canonical_nan", "f32_to_f16", one(f32_to_f16_canonical_nan), kind::nan_payload},
    {"drops_nan_sign", "f32_to_f16", one(f32_to_f16_drops_nan_sign), kind::nan_sign},
    {"drops_zero_sign", "f32_to_f16", one(f32_to_f16_drops_zero_sign), kind::sign_of_zero},
    {"drops_sign", "f32_to_f16", one(f32_to_f16_drops_sign), kind::sign, {kind::sign_of_zero}},
    {"bias_off_by_one",
     "f32_to_f16",
     one(f32_to_f16_bias_off_by_one),
     kind::wrong_value,
     {kind::overflow_boundary, kind::double_rounding}},
    {"through_bf16",
     "f32_to_f16",
     one(f32_to_f16_through_bf16),
     kind::double_rounding,
     {kind::mode_ignored, kind::lost_sticky_bit, kind::nan_payload, kind::overflow_boundary}},
    {"f64_through_f32", "f64_to_f16", one(f64_to_f16_through_f32), kind::double_rounding},
    {"f64_drops_low_word",
     "f64_to_f16",
     one(f64_to_f16_drops_low_word),
     kind::lost_sticky_bit,
     {kind::double_rounding}},
    {"without_subnormals", "f16_to_f32", one(f16_to_f32_without_subnormals), kind::subnormal},
    {"bf16_truncates",
     "f32_to_bf16",
     one(f32_to_bf16_truncates),
     kind::mode_ignored,
     {kind::lost_sticky_bit, kind::tie, kind::overflow_boundary, kind::subnormal}},
    {"bf16_forgets_low_payload", "f32_to_bf16", one(f32_to_bf16_forgets_low_payload), kind::nan_lost},
    {"bf16_quiets_zero", "f32_to_bf16", one(f32_to_bf16_quiets_zero), kind::wrong_value},
    {"e2m1fn_extends_sign", "f16_to_e2m1fn", one(f16_to_e2m1fn_extends_sign), kind::bits_above_the_width},
    {"add_flushes_operands",
     "f16_add",
     two(f16_add_flushes_operands),
     kind::subnormal,
     {kind::tie, kind::lost_sticky_bit}},
    {"mul_has_no_invalid", "f16_mul", two(f16_mul_has_no_invalid), kind::nan_lost},
    {"fma_through_f32", "f16_mulAdd", three(f16_mulAdd_through_f32), kind::double_rounding},
    {"fma_in_two", "f16_mulAdd", three(f16_mulAdd_in_two), kind::double_rounding},
    {"lt_forgets_nan", "f16_lt", two(f16_lt_forgets_nan), kind::unordered},
    {"i32_truncates", "f16_to_i32", one(f16_to_i32_truncates), kind::mode_ignored, {kind::tie}},
    {"right_for_another_mode", "f32_to_f16", one(f32_to_f16_right), kind::mode_ignored, {}, fp::rounding::up},
};

operands draw(fp::boundary::split_mix& random, const oracle::function& what) {
  const fp::format& f = *what.operands[0].format;
  if (what.operands.size() == 3) return fp::boundary::triple(random, f);
  if (what.operands.size() == 2) {
    const std::uint64_t a = fp::boundary::value(random, f);
    if (fp::boundary::draw(random, 8) == 0) return {f.infinity(), a & f.sign_mask(), 0};
    return {a, fp::boundary::partner(random, a, f), 0};
  }
  // A third of them uniform, as in a sweep of all; of those near half way, half with any low word.
  const std::uint64_t choice = fp::boundary::draw(random, 3);
  if (choice == 0) return {random() >> (64 - f.width()), 0, 0};
  if (what.result.format == nullptr) return {fp::boundary::value(random, f), 0, 0};
  const std::uint64_t near = fp::boundary::hard_to_round(random, f, *what.result.format);
  return {choice == 1 && f.width() == 64 ? (near & ~0xffffffffULL) | (random() >> 32) : near, 0, 0};
}

std::map<kind, std::size_t> kinds_of(const wrong_routine& routine, std::size_t count) {
  const oracle::question asked{oracle::function_named(routine.function), routine.mode};
  fp::boundary::split_mix random{20};
  std::map<kind, std::size_t> found;
  for (std::size_t i = 0; i < count; ++i) {
    prove::mismatch one;
    one.operands = draw(random, asked.what);
    one.reference.bits = asked.what.evaluate(one.operands, asked.how, false).bits;
    one.given.bits = routine.call(one.operands);
    if (one.given.bits != one.reference.bits) ++found[prove::kind_of(asked, one)];
  }
  return found;
}
class wrong_routines : public ::testing::TestWithParam<wrong_routine> {};

TEST_P(wrong_routines, the_fault_is_the_commonest_kind) {
  const wrong_routine& routine = GetParam();
  const std::map<kind, std::size_t> found = kinds_of(routine, samples);
  ASSERT_FALSE(found.empty());
  const auto most = std::ranges::max_element(found, {}, [](const auto& each) { return each.second; });
  EXPECT_EQ(prove::name(most->first), prove::name(routine.named));
  for (const auto& [each, count] : found)
    EXPECT_TRUE(each == routine.named || std::ranges::count(routine.others, each) != 0)
        << prove::name(each) << ": " << count;
}

INSTANTIATE_TEST_SUITE_P(prove_mismatch, wrong_routines, ::testing::ValuesIn(routines),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(prove_mismatch, right_routines_are_right) {
  for (const wrong_routine& right : {wrong_routine{"", "f32_to_f16", one(f32_to_f16_right), kind::tie},
                                     wrong_routine{"", "f16_to_f32", one(f16_to_f32_right), kind::tie},
                                     wrong_routine{"", "f32_to_bf16", one(f32_to_bf16_right), kind::tie}})
    EXPECT_TRUE(kinds_of(right, samples).empty()) << right.function;
}

TEST(prove_mismatch, names_are_stable_and_found) {
  for (unsigned i = 0; i <= static_cast<unsigned>(kind::not_named); ++i)
    EXPECT_EQ(prove::find_mismatch_kind(prove::name(static_cast<kind>(i))), static_cast<kind>(i));
  EXPECT_EQ(prove::name(kind::double_rounding), "double rounding");
  EXPECT_EQ(prove::name(kind::not_named), "not named");
  EXPECT_FALSE(prove::find_mismatch_kind("").has_value());
}

// -------------------------------------------------------------------------------------------------------- single cases

struct single_case {
  std::string_view function;
  operands x;
  std::uint64_t given;
  kind named;
  fp::attributes how = {};

  friend std::ostream& operator<<(std::ostream& out, const single_case& one) {
    return out << one.function << std::hex << " 0x" << one.x[0];
  }
};

fp::attributes saturating() {
  fp::attributes out;
  out.saturate = true;
  return out;
}
fp::attributes flushing() {
  fp::attributes out;
  out.flush_to_zero = true;
  return out;
}

const single_case single_cases[] = {
    // Public reports, as in known_conversion_bugs.tsv, with what was given there.
    {"f64_to_f16", {0x3ff0020000001000}, 0x3c00, kind::double_rounding},                  // tinygrad#18071
    {"f64_to_f16", {0x3ff0020000000000 | 0x40000000}, 0x3c00, kind::lost_sticky_bit},     // half-rs#151
    {"f64_to_f16", {0x40effdffffffffff}, 0x7c00, kind::double_rounding},                  // Eigen 3.4
    {"f32_to_f16", {0x33000000}, 0x0001, kind::tie},                                      // half-rs#24
    {"f32_to_f16", {0x33000001}, 0x0000, kind::lost_sticky_bit},                          // numpy#12721
    {"f32_to_f16", {0x33400000}, 0x0000, kind::subnormal},                                // ocannl#981
    {"f32_to_f16", {0x33c00000}, 0x0000, kind::subnormal},                                // OpenCL-CTS#182
    {"f32_to_f16", {0x38000000}, 0x0000, kind::subnormal},                                // TensorLib PR#92
    {"f32_to_f16", {0x3effff37}, 0x3400, kind::lost_carry},                               // float16#1046
    {"f32_to_f16", {0x39587fff}, 0x0ac4, kind::mode_ignored, fp::rounding::toward_zero},  // legacy-rocm-build#1846
    {"f64_to_f16", {0x4010000000000000}, 0x0000, kind::wrong_value},                      // llvm-project#68610
    {"f16_to_f32", {0x03ff}, 0x3effe000, kind::subnormal},                                // dotnet/runtime#46515
    {"f32_to_bf16", {0x3e89ccd5}, 0x3e89, kind::mode_ignored},                            // universal#1133
    {"f32_to_bf16", {0x7f80ffff}, 0x7f80, kind::nan_lost},                                // intel/llvm PR#22114
    {"f32_to_bf16", {0x80000000}, 0x8040, kind::wrong_value},                             // LLVM D159005
    {"f32_to_e4m3fnuz", {0x7f800000}, 0x7f, kind::saturation},                            // onnx#6220
    {"f32_to_e5m2", {0x7f800000}, 0x7b, kind::saturation},                                // tilelang#2944
    {"f32_to_e5m2", {0x41100000}, 0x49, kind::tie},                                       // triton#5925
    {"f64_to_e5m2", {0x3710000000000000}, 0x04, kind::subnormal},                         // rocm-systems#10591
    {"f32_to_e2m1fn", {0x3e800002}, 0x0, kind::double_rounding},              // tt-metal#51971: as through binary16
    {"f16_mulAdd", {0x520b, 0x00e9, 0x2ff6}, 0x3000, kind::double_rounding},  // llvm-project#98389
    {"f16_mulAdd", {0x5bab, 0x4cfd, 0x7701}, 0x781a, kind::double_rounding},  // OpenCL-CTS PR#1882
    {"f16_neg", {0x7d01}, 0xff01, kind::nan_quieting},                        // llvm-project#104915
    // Narrow formats.
    {"f32_to_e4m3fn", {0x43e80000}, 0x7f, kind::overflow_boundary},  // 464, a tie that stays: ml_dtypes#260
    {"f32_to_e4m3fn", {0x43eb0000}, 0x7e, kind::overflow_boundary},
    {"f32_to_e4m3fn", {0x447a0000}, 0x7e, kind::saturation},
    {"f32_to_e4m3fn", {0x447a0000}, 0x7f, kind::saturation, saturating()},
    {"f32_to_e4m3fn", {0x3f880001}, 0x38, kind::double_rounding},  // just above a tie, through binary16
    {"f32_to_e4m3fnuz", {0x80000000}, 0x80, kind::nan_made},
    {"f32_to_e4m3fn", {0x7fc00000}, 0xff, kind::nan_sign},
    {"f32_to_e8m0fnu", {0x3fc00000}, 127, kind::tie},
    // Modes and the ends of the range.
    {"f32_to_f16", {0x3f801801}, 0x3c00, kind::mode_ignored},  // well above half way: truncated
    {"f32_to_f16", {0x3f801000}, 0x3c01, kind::tie},
    {"f32_to_f16", {0x3f801000}, 0x3c00, kind::tie, fp::rounding::ties_away},
    {"f32_to_f16", {0x3f801000}, 0x3c00, kind::mode_ignored, fp::rounding::up},
    {"f32_to_f16", {0x0d000000}, 0x0000, kind::mode_ignored, fp::rounding::up},
    {"f32_to_f16", {0x49742400}, 0x7c00, kind::mode_ignored, fp::rounding::toward_zero},
    {"f32_to_f16", {0x477ff000}, 0x7bff, kind::overflow_boundary},
    {"f32_to_f16", {0x47800000}, 0x7bff, kind::saturation},
    {"f64_to_f32", {0x47effffff0000000}, 0x7f7fffff, kind::overflow_boundary},
    {"f32_to_f16", {0x38000000}, 0x0200, kind::subnormal, flushing()},
    {"f64_mul", {0x7fefffffffffffff, 0x4000000000000000}, 0x7fefffffffffffff, kind::saturation},
    {"f64_add", {0x3ff0000000000000, 0x3ca0000000000000}, 0x3ff0000000000001, kind::tie},
    // Integers.
    {"i64_to_f32", {0x0100000100000001}, 0x5b800000, kind::double_rounding},  // through binary64
    {"f64_to_i32", {0x400bffffffffffff}, 4, kind::double_rounding},
    {"f16_to_i32", {0x4100}, 3, kind::tie},
    {"f16_to_i32", {0x40c0}, 3, kind::mode_ignored},
    {"f16_to_i32", {0xc500}, 5, kind::sign},
    {"f16_to_i32", {0x4500}, 6, kind::off_by_one_ulp},
    {"f16_to_i32", {0x7e00}, 0, kind::saturation},
    {"f16_to_i32", {0x7c00}, 0x7fffffff, kind::saturation},
    {"f16_to_u32", {0x4500}, 77, kind::wrong_value},
    {"f16_roundToInt", {0x4100}, 0x4200, kind::tie},
    {"f16_roundToInt", {0x40c0}, 0x4200, kind::mode_ignored},
    // Comparisons and what never rounds.
    {"f16_lt", {0x7e00, 0x3c00}, 1, kind::unordered},
    {"f16_eq", {0x0000, 0x8000}, 0, kind::sign_of_zero},
    {"f16_lt", {0x0001, 0x0002}, 0, kind::subnormal},
    {"f16_lt", {0x3c00, 0x4000}, 0, kind::wrong_value},
    {"f16_minimum", {0x8000, 0x0000}, 0x0000, kind::sign_of_zero},
    {"f16_minimum", {0x7e00, 0x3c00}, 0x3c00, kind::nan_lost},
    {"f16_next_up", {0x3c00}, 0x3c02, kind::off_by_one_ulp},
    {"f16_rem", {0x4500, 0x4200}, 0x3c00, kind::sign},
    {"f16_div", {0x0000, 0x0000}, 0x7e00, kind::nan_sign},
    {"f16_sub", {0x3c02, 0x1001}, 0x3c02, kind::lost_sticky_bit},  // a little less than half a unit is taken off
};

class prove_mismatch_kinds : public ::testing::TestWithParam<single_case> {};

TEST_P(prove_mismatch_kinds, is_named) {
  const single_case& here = GetParam();
  const oracle::question asked{oracle::function_named(here.function), here.how};
  const std::uint64_t right = asked.what.evaluate(here.x, asked.how, false).bits;
  ASSERT_NE(right, here.given);
  EXPECT_EQ(prove::name(prove::kind_of(asked, {here.x, {right, {}}, {here.given, {}}})), prove::name(here.named))
      << std::hex << "right 0x" << right << ", given 0x" << here.given;
  // Whoever is at fault, the difference is the same.
  EXPECT_EQ(prove::name(prove::kind_of(asked, {here.x, {here.given, {}}, {right, {}}})), prove::name(here.named));
  EXPECT_FALSE(prove::explain(asked, {here.x, {right, {}}, {here.given, {}}}, "model", "mine").empty());
}

INSTANTIATE_TEST_SUITE_P(single_cases, prove_mismatch_kinds, ::testing::ValuesIn(single_cases));

// ---------------------------------------------------------------------------------------------------------- explanation

using lines = std::vector<std::string>;

lines explained(std::string_view function, const prove::mismatch& one, fp::attributes how = {}) {
  return prove::explain({oracle::function_named(function), how}, one, "model", "mine");
}

TEST(prove_mismatch, explains_a_conversion) {
  EXPECT_EQ(
      explained("f64_to_f16", {{0x3ff0020000001000}, {0x3c01, fp::flags::inexact}, {0x3c00, fp::flags::none}}),
      (lines{"operand          0x3ff0020000001000  1.0004882812509095 = 0x1.0020000001p+0",
             "between          0x3c00 (1.0) and 0x3c01 (1.0009765625), nearer to the upper; mode ties-even asks for "
             "0x3c01",
             "model            0x3c01  1.0009765625 = 0x1.004p+0  flags: inexact",
             "mine             0x3c00  1.0 = 0x1p+0  flags: none",
             "double rounding  rounded twice: the result to binary32 first, 0x3f801000, and from there to 0x3c00"}));
}

TEST(prove_mismatch, explains_an_operation_of_three) {
  EXPECT_EQ(
      explained("f16_mulAdd", {{0x520b, 0x00e9, 0x2ff6}, {0x3001, {}}, {0x3000, {}}}),
      (lines{"operand a        0x520b  48.34375 = 0x1.82cp+5",
             "operand b        0x00e9  1.3887882232666016e-05 = 0x1.d2p-17, subnormal",
             "operand c        0x2ff6  0.1243896484375 = 0x1.fd8p-4",
             "exact            0.12506104074418545 = 0x1.002000cp-3",
             "between          0x3000 (0.125) and 0x3001 (0.1251220703125), nearer to the upper; mode ties-even "
             "asks for 0x3001",
             "model            0x3001  0.1251220703125 = 0x1.004p-3", "mine             0x3000  0.125 = 0x1p-3",
             "double rounding  rounded twice: the result to binary32 first, 0x3e001000, and from there to 0x3000"}));
}

TEST(prove_mismatch, explains_what_needs_no_rounding) {
  EXPECT_EQ(explained("f32_to_f16", {{0x38000000}, {0x0000, {}}, {0x0200, {}}}, flushing()),
            (lines{"operand    0x38000000  3.0517578125e-05 = 0x1p-15",
                   "exact      0x0200 (3.0517578125e-05), no rounding needed", "model      0x0000  0.0",
                   "mine       0x0200  3.0517578125e-05 = 0x1p-15, subnormal",
                   "subnormal  a result this small is not flushed to zero in 0x0200"}));
}

TEST(prove_mismatch, explains_nan_and_truth) {
  EXPECT_EQ(
      explained("f16_lt", {{0x7d01, 0x3c00}, {0, {}}, {1, {}}}),
      (lines{"operand a  0x7d01  nan, signaling", "operand b  0x3c00  1.0 = 0x1p+0", "model      false",
             "mine       true", "unordered  an operand is a NaN, and NaN is unordered with everything, itself too"}));
}

TEST(prove_mismatch, says_when_the_reference_is_at_fault) {
  const lines said = prove::explain({oracle::function_named("f32_to_f16"), {}},
                                    {{0x3f801000}, {0x3c01, {}}, {0x3c00, {}}}, "theirs", "native");
  ASSERT_FALSE(said.empty());
  EXPECT_EQ(said.back(), "model    gives what native gives: the fault is that of theirs");
  EXPECT_EQ(said[said.size() - 2],
            "tie      the exact result is half way between two numbers; 0x3c01 is the other one");
}

TEST(prove_mismatch, flags_alone) {
  const oracle::question asked{oracle::function_named("f32_to_f16"), {}};
  EXPECT_EQ(prove::kind_of(asked, {{0x3f801000}, {0x3c00, fp::flags::inexact}, {0x3c00, fp::flags::none}}),
            kind::flags);
}

TEST(prove_mismatch, bits_above_the_width_are_shown_whole) {
  const lines said = explained("f16_to_e2m1fn", {{0xbc00}, {0xa, {}}, {0xfa, {}}});
  EXPECT_EQ(said[said.size() - 2], "mine                  0xfa");
  EXPECT_EQ(said.back(), "bits above the width  a result of 4 bits has bits set above them");
}

}  // namespace
