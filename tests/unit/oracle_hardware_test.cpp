// The oracles of this processor and this compiler against the scalar model: F16C, _Float16, binary64 rounded to odd.
#include "tests/unit/oracle_hardware_support.hpp"

#include "harness/oracle/built_in.hpp"

namespace oracle_test {
namespace {

constexpr std::size_t samples = 200'000;

fp::attributes with(void (*change)(fp::attributes&)) {
  fp::attributes how;
  change(how);
  return how;
}

// What none of them has.
void expect_refuses_attributes(const oracle::implementation& one, std::string_view name) {
  EXPECT_EQ(refusal(one, name, {}), "");
  EXPECT_EQ(refusal(one, name, fp::rounding::stochastic), "has no mode stochastic");
  EXPECT_EQ(refusal(one, name, with([](fp::attributes& how) { how.saturate = true; })), "does not saturate");
  EXPECT_EQ(refusal(one, name, with([](fp::attributes& how) { how.flush_to_zero = true; })),
            "does not flush results to zero");
  EXPECT_EQ(refusal(one, name, with([](fp::attributes& how) { how.denormals_are_zero = true; })),
            "does not read subnormal operands as zeros");
}

TEST(oracle_hardware, f16c_equals_the_model) {
  for (const oracle::implementation* one : {&oracle::f16c_oracle(), &oracle::f16c_scalar_oracle()}) {
    EXPECT_EQ(one->which_tier(), oracle::tier::f16c);
    if (!one->absent().empty()) GTEST_SKIP() << one->absent();
    EXPECT_EQ(expect_equals_model_in_every_mode(*one, "f32_to_f16", samples), 4);
    EXPECT_EQ(expect_equals_model_in_every_mode(*one, "f16_to_f32", samples), 6);
  }
}

TEST(oracle_hardware, f16c_refuses_what_it_has_not) {
  const oracle::implementation& one = oracle::f16c_oracle();
  expect_refuses_attributes(one, "f32_to_f16");
  expect_refuses_attributes(one, "f16_to_f32");
  EXPECT_EQ(refusal(one, "f32_to_f16", fp::rounding::ties_away), "has no mode ties-away");
  EXPECT_EQ(refusal(one, "f32_to_f16", fp::rounding::to_odd), "has no mode odd");
  EXPECT_EQ(refusal(one, "f64_to_f16", {}), "has no f64_to_f16");
  EXPECT_EQ(refusal(one, "f16_add", {}), "has no f16_add");
  EXPECT_EQ(one.name(), "f16c");
  EXPECT_EQ(oracle::f16c_scalar_oracle().name(), "f16c-scalar");
}

TEST(oracle_hardware, compiler_equals_the_model) {
  const oracle::implementation& one = oracle::compiler_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  for (const std::string_view name :
       {"f16_add",      "f16_sub",      "f16_mul",       "f16_div",    "f16_sqrt", "f32_to_f16",   "f64_to_f16",
        "i32_to_f16",   "u32_to_f16",   "i64_to_f16",    "u64_to_f16", "f16_neg",  "f16_abs",      "f16_eq",
        "f16_ne",       "f16_lt",       "f16_le",        "f16_gt",     "f16_ge",   "f16_lt_quiet", "f16_le_quiet",
        "f16_gt_quiet", "f16_ge_quiet", "f16_unordered", "f16_ordered"})
    EXPECT_EQ(expect_equals_model_in_every_mode(one, name, samples), 1) << name;
  EXPECT_EQ(expect_equals_model_in_every_mode(one, "f16_to_f32", samples), 6);
  EXPECT_EQ(expect_equals_model_in_every_mode(one, "f16_to_f64", samples), 6);
}

TEST(oracle_hardware, compiler_refuses_what_it_has_not) {
  const oracle::implementation& one = oracle::compiler_oracle();
  expect_refuses_attributes(one, "f16_add");
  expect_refuses_attributes(one, "f32_to_f16");
  EXPECT_EQ(refusal(one, "f16_div", fp::rounding::up), "has no mode up");
  EXPECT_EQ(refusal(one, "f16_eq", fp::rounding::up), "");
  EXPECT_EQ(refusal(one, "f16_mulAdd", {}), "has no f16_mulAdd: a * b + c of _Float16 rounds twice");
  EXPECT_EQ(refusal(one, "f16_to_i32", fp::rounding::toward_zero),
            "has no f16_to_i32: C++ leaves open what does not fit");
  EXPECT_EQ(refusal(one, "bf16_add", {}), "has no bf16_add");
  EXPECT_EQ(refusal(one, "f16_rem", {}), "has no f16_rem");
}

TEST(oracle_hardware, binary64_equals_the_model_in_six_modes) {
  const oracle::implementation& one = oracle::binary64_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  for (const std::string_view name : {"f16_mulAdd", "f16_add", "f16_sub", "f16_mul", "f64_to_f16"})
    EXPECT_EQ(expect_equals_model_in_every_mode(one, name, samples), 6) << name;
}

// Sums of which one part is too small for binary64 to hold beside the other, every pair of signs.
TEST(oracle_hardware, binary64_keeps_what_falls_off) {
  const oracle::implementation& one = oracle::binary64_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  oracle::question asked{oracle::function_named("f16_mulAdd"), {}};
  const std::vector<std::uint64_t> values{0x0000, 0x0001, 0x0002, 0x0003, 0x03ff, 0x0400, 0x3bff, 0x3c00,
                                          0x3c01, 0x3fff, 0x7801, 0x7bfe, 0x7bff, 0x7c00, 0x7e00};
  table inputs(4, 8 * values.size() * values.size() * values.size());
  std::size_t at = 0;
  for (const std::uint64_t a : values)
    for (const std::uint64_t b : values)
      for (const std::uint64_t c : values)
        for (std::uint64_t signs = 0; signs < 8; ++signs, ++at) {
          oracle::store(inputs.cells[0].data(), at, 2, a | (signs & 1) << 15);
          oracle::store(inputs.cells[1].data(), at, 2, b | (signs & 2) << 14);
          oracle::store(inputs.cells[2].data(), at, 2, c | (signs & 4) << 13);
        }
  for (const fp::rounding mode : fp::deterministic_roundings) {
    asked.how.mode = mode;
    expect_equals_model(one, asked, inputs);
  }
}

TEST(oracle_hardware, binary64_refuses_what_it_has_not) {
  const oracle::implementation& one = oracle::binary64_oracle();
  expect_refuses_attributes(one, "f16_mulAdd");
  EXPECT_EQ(refusal(one, "f16_mulAdd", fp::rounding::to_odd), "");
  EXPECT_EQ(refusal(one, "bf16_mulAdd", {}), "has no bf16_mulAdd");
  EXPECT_EQ(refusal(one, "f32_to_f16", {}), "has no f32_to_f16");
}

#if defined(__x86_64__)
// MXCSR as the worst caller leaves it: rounding up, subnormal operands as zeros, small results flushed.
TEST(oracle_hardware, answers_do_not_follow_the_callers_mxcsr) {
  const std::uint32_t hostile = 0x1f80 | 0x8040 | 0x4000;
  std::uint32_t after = 0;
  for (const oracle::implementation* one : {&oracle::f16c_oracle(), &oracle::f16c_scalar_oracle(),
                                            &oracle::compiler_oracle(), &oracle::binary64_oracle()}) {
    if (!one->absent().empty()) continue;
    const oracle::question asked{
        oracle::function_named(one->which_tier() == oracle::tier::f16c ? "f32_to_f16" : "f16_mul"), {}};
    // 2^-25 + one unit, 1 + 2^-11 and 2^-127, hard for a wrong direction or for denormals-are-zero.
    const std::vector<std::uint32_t> singles{0x33000001, 0x3f801000, 0x00400000};
    const std::vector<std::uint16_t> left{0x0001, 0x3c01, 0x0401};
    const std::vector<std::uint16_t> right{0x3801, 0x3c01, 0x3800};
    std::vector<std::uint16_t> out(3);
    oracle::batch cases{3, {left.data(), right.data(), nullptr}, out.data(), nullptr};
    if (asked.what.operands.size() == 1) cases.operands[0] = singles.data();
    const auto evaluator = one->prepare(asked);
    std::uint32_t before = 0;
    asm volatile("stmxcsr %0" : "=m"(before)::"memory");
    asm volatile("ldmxcsr %0" ::"m"(hostile) : "memory");
    evaluator->evaluate(cases);
    asm volatile("stmxcsr %0" : "=m"(after)::"memory");
    asm volatile("ldmxcsr %0" ::"m"(before) : "memory");
    EXPECT_EQ(after, hostile) << one->name();
    const bool unary = asked.what.operands.size() == 1;
    EXPECT_EQ(out, unary ? (std::vector<std::uint16_t>{0x0001, 0x3c00, 0x0000})
                         : (std::vector<std::uint16_t>{0x0001, 0x3c02, 0x0200}))
        << one->name();
  }
}
#endif

// The witness of the complete fma, against exact arithmetic rather than the model that it is to judge.
TEST(oracle_hardware, binary64_equals_mpfr) {
  const oracle::implementation& one = oracle::binary64_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  for (const std::string_view name : {"f16_mulAdd", "f16_add", "f16_sub", "f16_mul", "f64_to_f16"}) {
    oracle::question asked{oracle::function_named(name), {}};
    table inputs = inputs_of(asked.what, 30'000);
    for (const fp::rounding mode : fp::deterministic_roundings) {
      asked.how.mode = mode;
      std::vector<std::uint16_t> exact(inputs.count());
      oracle::batch cases = inputs.batch_of(asked.what.operands.size(), inputs.count());
      one.prepare(asked)->evaluate(cases);
      const auto* const found = static_cast<const std::uint16_t*>(cases.results);
      const std::vector<std::uint16_t> given(found, found + inputs.count());
      cases.results = exact.data();
      oracle::mpfr_oracle().prepare(asked)->evaluate(cases);
      for (std::size_t i = 0; i < given.size(); ++i)
        ASSERT_TRUE(given[i] == exact[i] || (asked.what.result.is_nan(given[i]) && asked.what.result.is_nan(exact[i])))
            << name << " " << fp::name(mode) << ", case " << i;
    }
  }
}

}  // namespace
}  // namespace oracle_test
