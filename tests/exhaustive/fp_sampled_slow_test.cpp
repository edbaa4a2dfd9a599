// fp_sampled_test.cpp at full length: more than 10^8 sets of operands, each in six modes, on two threads. The jobs and
// their seeds are the same whatever thread takes them.
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "tests/exhaustive/fp_sampled.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint64_t first_seed = 20'190'722;

using job = std::function<std::uint64_t(std::uint64_t seed)>;

std::vector<job> all_jobs() {
  std::vector<job> jobs;
  for (const fp::format* f : sampled_formats) {
    for (const std::string_view name : {"add", "sub", "mul", "div", "rem", "fma", "sqrt", "logb", "scalbn"})
      jobs.push_back([=](std::uint64_t seed) { return sample_operation(name, *f, *f, 1'500'000, seed); });
    jobs.push_back([=](std::uint64_t seed) { return sample_comparisons(*f, 1'000'000, seed); });
    jobs.push_back([=](std::uint64_t seed) { return sample_integers(*f, 200'000, seed); });
    for (const fp::format* to : fp::all_formats) {
      jobs.push_back([=](std::uint64_t seed) { return sample_conversions(*f, *to, 300'000, seed); });
      for (const std::string_view name : {"add", "sub", "mul", "div", "sqrt", "fma"})
        jobs.push_back([=](std::uint64_t seed) { return sample_operation(name, *f, *to, 30'000, seed); });
    }
  }
  return jobs;
}

TEST(fp_sampled_slow, everything) {
  const std::vector<job> jobs = all_jobs();
  std::atomic<std::size_t> next{0};
  std::atomic<std::uint64_t> checked{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size() && !::testing::Test::HasFailure(); i = next++)
      checked += jobs[i](first_seed + i);
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
  };
  std::thread second(work);
  work();
  second.join();
  EXPECT_GT(checked, 600'000'000U);
}

}  // namespace
}  // namespace verbatim::testing
