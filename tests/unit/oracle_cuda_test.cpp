// The oracles of CUDA: its headers' host functions against the scalar model, and the exchange with the helper program of a
// GPU against one that needs none.
#include <chrono>
#include <filesystem>
#include <numeric>

#include "harness/core/error.hpp"
#include "harness/oracle/built_in.hpp"
#include "harness/oracle/cuda_device.hpp"
#include "tests/unit/core_support.hpp"
#include "tests/unit/oracle_hardware_support.hpp"

namespace oracle_test {
namespace {

constexpr std::size_t samples = 100'000;

TEST(oracle_cuda_host, equals_the_model) {
  const oracle::implementation& one = oracle::cuda_host_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  for (const std::string_view name :
       {"f32_to_f16", "f32_to_bf16", "i32_to_f16", "u32_to_f16", "i64_to_f16", "u64_to_f16"})
    EXPECT_EQ(expect_equals_model_in_every_mode(one, name, samples), 4) << name;
  for (const std::string_view name :
       {"f64_to_f16", "f64_to_bf16", "f16_to_i32", "f16_to_u32", "bf16_to_i32", "bf16_to_u32"})
    EXPECT_EQ(expect_equals_model_in_every_mode(one, name, samples), 1) << name;
  for (const std::string_view from : {"f16", "bf16", "e4m3fn", "e5m2", "e2m3fn", "e3m2fn", "e2m1fn"})
    EXPECT_EQ(expect_equals_model_in_every_mode(
                  one, std::string(from) + (from.ends_with("f16") ? "_to_f32" : "_to_f16"), samples),
              6)
        << from;
}

TEST(oracle_cuda_host, equals_the_model_in_formats_below_16_bits) {
  const oracle::implementation& one = oracle::cuda_host_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  for (const std::string from : {"f64", "f32", "f16", "bf16"}) {
    for (const std::string to : {"e4m3fn", "e5m2"})
      EXPECT_EQ(expect_equals_model_in_every_mode(one, from + "_to_" + to, samples), 1) << from << to;
    for (const std::string to : {"e4m3fn", "e5m2", "e2m3fn", "e3m2fn", "e2m1fn"})
      EXPECT_EQ(expect_equals_model_in_every_mode(one, from + "_to_" + to, samples, true), 1) << from << to;
  }
}

TEST(oracle_cuda_host, equals_the_model_in_arithmetic) {
  const oracle::implementation& one = oracle::cuda_host_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  for (const std::string format : {"f16_", "bf16_"})
    for (const std::string_view name : {"add", "sub", "mul", "div", "neg", "abs", "eq", "ne", "lt", "le", "gt", "ge",
                                        "not_lt", "not_le", "not_gt", "not_ge", "minimum_number", "maximum_number"})
      EXPECT_EQ(expect_equals_model_in_every_mode(one, format + std::string(name), samples), 1) << format << name;
}

TEST(oracle_cuda_host, tells_zeros_apart_in_minimum_and_maximum_of_binary16) {
  const oracle::implementation& one = oracle::cuda_host_oracle();
  if (!one.absent().empty()) GTEST_SKIP() << one.absent();
  for (const std::string_view name : {"f16_minimum", "f16_maximum"})
    EXPECT_EQ(expect_equals_model_in_every_mode(one, name, samples), 1) << name;
}

TEST(oracle_cuda_host, refuses_what_it_has_not) {
  const oracle::implementation& one = oracle::cuda_host_oracle();
  fp::attributes saturating;
  saturating.saturate = true;
  fp::attributes flushing;
  flushing.flush_to_zero = true;
  EXPECT_EQ(refusal(one, "f32_to_f16", {}), "");
  EXPECT_EQ(refusal(one, "f32_to_f16", saturating), "does not saturate");
  EXPECT_EQ(refusal(one, "f32_to_f16", flushing), "does not flush results to zero");
  EXPECT_EQ(refusal(one, "f32_to_f16", fp::rounding::ties_away), "has no mode ties-away");
  EXPECT_EQ(refusal(one, "f64_to_f16", fp::rounding::up), "has no mode up");
  EXPECT_EQ(refusal(one, "f32_to_e5m2", saturating), "");
  EXPECT_EQ(refusal(one, "f32_to_e5m2", {}), "");
  EXPECT_EQ(refusal(one, "f32_to_e2m1fn", {}), "always saturates");
  EXPECT_EQ(refusal(one, "f16_to_f32", fp::rounding::up), "");
  EXPECT_EQ(refusal(one, "f16_to_f32", fp::rounding::stochastic), "has no mode stochastic");
  EXPECT_EQ(refusal(one, "f16_mulAdd", {}), "has no f16_mulAdd: CUDA's headers have it for the device alone");
  EXPECT_EQ(refusal(one, "bf16_maximum", {}), "has no bf16_maximum");
  EXPECT_EQ(refusal(one, "f16_to_i64", fp::rounding::toward_zero), "has no f16_to_i64");
  EXPECT_EQ(refusal(one, "f16_sqrt", {}), "has no f16_sqrt");
}

using namespace std::chrono_literals;
using verbatim::testing_support::contents;
using verbatim::testing_support::temporary_folder;

// An oracle whose helper does what `how` says (cuda_device_helper.py), and how often it was started.
struct device {
  temporary_folder folder;
  std::string program;
  std::unique_ptr<oracle::implementation> one;

  explicit device(std::string_view how, std::chrono::nanoseconds timeout = 20s) : program(folder / how) {
    std::filesystem::copy_file(VERBATIM_SOURCE_DIR "/tests/unit/cuda_device_helper.py", program);
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    one = oracle::make_cuda_device({program, "not asked", timeout});
  }
  [[nodiscard]] std::size_t starts() const {
    return contents(program + ".log").size() / std::string_view("started\n").size();
  }
};

template <class To, class From>
std::vector<To> answers_of(const device& gpu, std::string_view name, const fp::attributes& how,
                           const std::vector<std::vector<From>>& columns) {
  const oracle::question asked{oracle::function_named(name), how};
  std::vector<To> results(columns[0].size());
  oracle::batch cases{results.size(), {}, results.data(), nullptr};
  for (std::size_t i = 0; i < columns.size(); ++i) cases.operands[i] = columns[i].data();
  const auto evaluator = gpu.one->prepare(asked);
  evaluator->evaluate(cases);
  std::vector<To> first = results;
  evaluator->evaluate(cases);
  EXPECT_EQ(results, first);
  return results;
}

TEST(oracle_cuda_device, sends_columns_and_takes_results) {
  const device gpu("right");
  EXPECT_EQ(gpu.one->absent(), "");
  EXPECT_EQ(gpu.one->version(), "Paper GPU, driver 13000, runtime 13000");
  // More than a socket holds, so that both sides wait for one another.
  std::vector<std::uint16_t> a(150'000);
  std::iota(a.begin(), a.end(), std::uint16_t{7});
  const std::vector<std::uint16_t> b(a.size(), 3);
  const std::vector<std::uint16_t> c(a.size(), 2);
  std::vector<std::uint16_t> expected = a;
  for (std::uint16_t& each : expected) each = static_cast<std::uint16_t>(each - 3);
  const auto few = [](const std::vector<std::uint16_t>& all) {
    return std::vector<std::uint16_t>(all.begin(), all.begin() + 100);
  };
  EXPECT_EQ((answers_of<std::uint16_t, std::uint16_t>(gpu, "f16_add", {}, {few(a), few(b)})), few(expected));
  for (std::uint16_t& each : expected) each = static_cast<std::uint16_t>(each - 2);
  EXPECT_EQ((answers_of<std::uint16_t, std::uint16_t>(gpu, "f16_mulAdd", {}, {a, b, c})), expected);
}

TEST(oracle_cuda_device, names_mode_and_saturation) {
  const device gpu("right");
  fp::attributes saturating;
  saturating.saturate = true;
  const std::vector<std::uint32_t> x{0x10000, 1};
  EXPECT_EQ((answers_of<std::uint16_t, std::uint32_t>(gpu, "f32_to_f16", fp::rounding::up, {x})),
            (std::vector<std::uint16_t>{2, 3}));
  EXPECT_EQ((answers_of<std::uint8_t, std::uint32_t>(gpu, "f32_to_e5m2", saturating, {x})),
            (std::vector<std::uint8_t>{18, 19}));
}

TEST(oracle_cuda_device, is_asked_once_whether_it_is_there) {
  const device none("no-gpu");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(none.one->absent(), "no GPU to use: there is no NVIDIA driver");
  EXPECT_EQ(none.one->version(), "no GPU");
  EXPECT_EQ(none.starts(), 1U);
}

TEST(oracle_cuda_device, is_absent_without_a_helper) {
  EXPECT_EQ(oracle::make_cuda_device({"", "no nvcc was found", 1s})->absent(), "no nvcc was found");
  EXPECT_EQ(oracle::make_cuda_device({"/nowhere/helper", "", 1s})->absent(),
            "cannot start /nowhere/helper: No such file or directory");
  const device mute("mute", 300ms);
  EXPECT_EQ(mute.one->absent(), "the GPU's helper gave no answer within 0.3 s");
  const device chatter("chatter");
  EXPECT_EQ(chatter.one->absent(), "the GPU's helper wrote no end of line");
}

TEST(oracle_cuda_device, that_is_lost_is_an_error) {
  const auto message_of = [](std::string_view how) -> std::string {
    const device gpu(how);
    try {
      std::ignore = answers_of<std::uint16_t, std::uint16_t>(gpu, "f16_sqrt", {}, {{1, 2, 3}});
    } catch (const verbatim::core::work_error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message_of("short"), "the GPU's helper ended before it had answered");
  EXPECT_EQ(message_of("lost"), "the GPU's helper ended with exit code 5");
  EXPECT_EQ(message_of("no-gpu"), "the GPU does not answer any more: no there is no NVIDIA driver");
}

// No SIGPIPE either.
TEST(oracle_cuda_device, that_is_lost_stays_lost) {
  const device gpu("lost");
  const oracle::question asked{oracle::function_named("f16_sqrt"), {}};
  const std::vector<std::uint16_t> in(3);
  std::vector<std::uint16_t> out(3);
  const auto evaluator = gpu.one->prepare(asked);
  for (int i = 0; i < 2; ++i)
    EXPECT_THROW(evaluator->evaluate({3, {in.data(), nullptr, nullptr}, out.data(), nullptr}),
                 verbatim::core::work_error);
}

TEST(oracle_cuda_device, refuses_what_it_has_not) {
  const oracle::implementation& one = oracle::cuda_device_oracle();
  fp::attributes saturating;
  saturating.saturate = true;
  for (const std::string_view name : {"f16_add", "f16_sub", "f16_mul", "f16_div", "f16_sqrt", "f16_mulAdd", "bf16_add",
                                      "bf16_sub", "bf16_mul", "bf16_mulAdd"}) {
    EXPECT_EQ(refusal(one, name, {}), "") << name;
    EXPECT_EQ(refusal(one, name, fp::rounding::up), "has no mode up") << name;
    EXPECT_EQ(refusal(one, name, saturating), "does not saturate") << name;
  }
  for (const std::string_view name : {"f32_to_f16", "f32_to_bf16"}) {
    for (const fp::rounding mode :
         {fp::rounding::ties_even, fp::rounding::toward_zero, fp::rounding::up, fp::rounding::down})
      EXPECT_EQ(refusal(one, name, mode), "") << name;
    EXPECT_EQ(refusal(one, name, fp::rounding::to_odd), "has no mode odd") << name;
  }
  EXPECT_EQ(refusal(one, "f32_to_e4m3fn", saturating), "");
  EXPECT_EQ(refusal(one, "f32_to_e5m2", {}), "");
  EXPECT_EQ(refusal(one, "f16_to_f32", fp::rounding::up), "");
  EXPECT_EQ(refusal(one, "bf16_div", {}), "has no bf16_div");
}

}  // namespace
}  // namespace oracle_test
