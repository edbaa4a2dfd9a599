// Every binary32 operand through the bulk conversions to binary16 and bfloat16, in every rounding mode and by every
// implementation this processor has, against the scalar model. One test a mode, so that CTest can run them side by side.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "models/fp/bulk_detail.hpp"
#include "models/fp/convert.hpp"
#include "models/fp/names.hpp"

namespace {

namespace fp = verbatim::fp;
using fp::rounding;

constexpr std::size_t chunk = 1U << 16;
constexpr std::size_t chunks = (std::uint64_t{1} << 32) / chunk;
constexpr unsigned threads = 2;

class FpBulkAllOperands : public ::testing::TestWithParam<rounding> {};

struct mismatch {
  std::uint64_t operand = std::uint64_t{1} << 32;  // above all of them: none
  std::string text;
};

std::string hex(std::uint64_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[value & 15U]);
    value >>= 4;
  } while (value != 0);
  return "0x" + digits;
}

/// One chunk in one format by one implementation; the least operand that differs goes into `first`.
void compare(std::size_t number, const fp::format& to, const fp::bulk::kernels* by, const std::string& name,
             const std::vector<std::uint32_t>& in, const std::vector<std::uint16_t>& want, rounding mode,
             std::mutex& lock, mismatch& first) {
  std::array<std::uint16_t, chunk> out;
  (to.name == "binary16" ? by->binary32_to_binary16 : by->binary32_to_bfloat16)(in.data(), out.data(), chunk, mode);
  for (std::size_t i = 0; i < chunk; ++i) {
    if (out[i] != want[i]) {
      const std::lock_guard hold(lock);
      const std::uint64_t operand = number * chunk + i;
      if (operand < first.operand) {
        first = {operand, name + ", " + std::string(to.name) + ": operand " + hex(operand) + " gives " + hex(out[i]) +
                              ", the model " + hex(want[i])};
      }
      return;
    }
  }
}

TEST_P(FpBulkAllOperands, NarrowAsTheScalarModel) {
  const rounding mode = GetParam();
  std::atomic<std::size_t> next = 0;
  std::mutex lock;
  mismatch first;
  const auto work = [&] {
    std::vector<std::uint32_t> in(chunk);
    std::vector<std::uint16_t> want(chunk);
    for (std::size_t number = next++; number < chunks; number = next++) {
      for (const fp::format& to : {fp::binary16, fp::bfloat16}) {
        for (std::size_t i = 0; i < chunk; ++i) {
          in[i] = static_cast<std::uint32_t>(number * chunk + i);
          want[i] = static_cast<std::uint16_t>(fp::convert(in[i], fp::binary32, to, mode).bits);
        }
        for (const fp::bulk::implementation which : fp::bulk::all_implementations) {
          if (const fp::bulk::kernels* by = fp::bulk::find(which)) {
            const bool portable = which == fp::bulk::implementation::portable;
            compare(number, to, by, portable ? "portable" : "avx2", in, want, mode, lock, first);
          }
        }
      }
    }
  };
  std::vector<std::jthread> crew;
  for (unsigned i = 0; i < threads; ++i) {
    crew.emplace_back(work);
  }
  crew.clear();
  EXPECT_TRUE(first.text.empty()) << first.text;
}

std::string words(const ::testing::TestParamInfo<rounding>& info) {
  std::string name(fp::name(info.param));
  for (char& each : name) {
    each = each == '-' ? '_' : each;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(EveryMode, FpBulkAllOperands,
                         ::testing::Values(rounding::ties_even, rounding::ties_away, rounding::toward_zero,
                                           rounding::up, rounding::down, rounding::to_odd),
                         words);

}  // namespace
