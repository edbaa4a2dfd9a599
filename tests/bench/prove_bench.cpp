// Sweeps beside their limits, in one run: F16C against itself over all 2^32 inputs, SHA-256 of the same bytes.
//
// Prints seconds and ratios; nothing is asserted. Each sweep checks its cases as `verbatim sweep` does, and a mismatch is
// said. Two threads unless a number is given: prove_bench [JOBS].
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "harness/core/sha256.hpp"
#include "harness/oracle/oracle.hpp"
#include "harness/prove/space.hpp"
#include "harness/prove/sweep.hpp"
#include "models/fp/names.hpp"

namespace {

using namespace verbatim;

constexpr std::uint64_t everything = std::uint64_t{1} << 32;

struct run {
  std::string function;
  std::string given = "model";
  std::string reference;
  fp::rounding mode = fp::rounding::ties_even;
  std::uint64_t cases = everything;
  bool hash = false;
};

// Seconds, or less than zero where it cannot be run here.
double seconds(const run& what, unsigned jobs) {
  oracle::question asked;
  asked.what = oracle::function_named(what.function);
  asked.how.mode = what.mode;
  const oracle::implementation* const given = oracle::find_oracle(what.given);
  const oracle::implementation* const reference =
      what.reference.empty() ? nullptr : oracle::find_oracle(what.reference);
  for (const oracle::implementation* each : {given, reference})
    if (each != nullptr && !(each->absent() + each->refuses(asked)).empty()) return -1;
  const std::shared_ptr<const prove::space> over = prove::space_of(asked.what);
  static_cast<void>(over->at(0));  // makes the list of products, which is not timed
  prove::sweep_request request;
  request.asked = &asked;
  request.over = over.get();
  request.range = {0, what.cases};
  request.chunks = request.range.shard();
  request.given = given;
  request.reference = reference;
  request.nans = oracle::nan_comparison::by_class;
  request.hash = what.hash;
  request.jobs = jobs;
  const prove::sweep_outcome outcome = prove::sweep(request);
  if (outcome.mismatches() != 0)
    std::printf("%s: %llu mismatches\n", what.function.c_str(), static_cast<unsigned long long>(outcome.mismatches()));
  return outcome.elapsed.count();
}

double hash_alone(std::uint64_t bytes, unsigned jobs) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < jobs; ++i)
    threads.emplace_back([=] {
      const std::string block(std::size_t{1} << 17, '\x5a');
      core::sha256 hash;
      for (std::uint64_t done = 0; done < bytes / jobs; done += block.size()) {
        hash.update(block);
        static_cast<void>(hash.finish());
      }
    });
  for (std::thread& each : threads) each.join();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void line(const std::string& what, double taken, double limit, const char* limit_name) {
  if (taken < 0) {
    std::printf("%-58s  not here\n", what.c_str());
  } else if (limit > 0) {
    std::printf("%-58s %7.2f s  %5.2f of %s\n", what.c_str(), taken, taken / limit, limit_name);
  } else {
    std::printf("%-58s %7.2f s\n", what.c_str(), taken);
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned jobs = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 2;
  if (jobs == 0) return 2;
  std::printf("%u threads\n", jobs);
  double limit = seconds({"f32_to_f16", "f16c", "f16c"}, jobs);
  limit = std::min(limit, seconds({"f32_to_f16", "f16c", "f16c"}, jobs));
  line("f32_to_f16, all 2^32: F16C against F16C", limit, 0, "");
  for (const fp::rounding mode :
       {fp::rounding::ties_even, fp::rounding::toward_zero, fp::rounding::up, fp::rounding::down})
    line("f32_to_f16 " + std::string(fp::name(mode)) + ", all 2^32: model against F16C",
         seconds({"f32_to_f16", "model", "f16c", mode}, jobs), limit, "F16C against F16C");
  for (const fp::rounding mode : {fp::rounding::ties_away, fp::rounding::to_odd})
    line("f32_to_f16 " + std::string(fp::name(mode)) + ", all 2^32: model alone",
         seconds({"f32_to_f16", "model", "", mode}, jobs), limit, "F16C against F16C");
  for (const std::string name : {"f16_add", "f16_sub", "f16_mul", "f16_div"})
    line(name + ", all 2^32 pairs: model against _Float16", seconds({name, "model", "compiler"}, jobs), 0, "");
  for (const std::string name : {"bf16_add", "bf16_mul"})
    line(name + ", all 2^32 pairs: model alone", seconds({name, "model", ""}, jobs), 0, "");
  const std::uint64_t part = everything;
  const double whole = 1.4927e12 / static_cast<double>(part);
  const double fma = seconds({"f16_mulAdd", "model", "binary64", fp::rounding::ties_even, part}, jobs);
  line("f16_mulAdd, 2^32 cases: model against binary64", fma, 0, "");
  const double certified = seconds({"f16_mulAdd", "model", "binary64", fp::rounding::ties_even, part, true}, jobs);
  line("f16_mulAdd, 2^32 cases: the same, hashed", certified, 0, "");
  std::printf("  the complete fma, 1.49e12 cases, takes %.0f times as long: %.0f min, hashed %.0f min\n", whole,
              fma * whole / 60, certified * whole / 60);
  const double hash = hash_alone(2 * everything, jobs);
  line("SHA-256 of 8 GiB alone", hash, 0, "");
  line("fingerprint of f32_to_f16",
       seconds({"f32_to_f16", "model", "", fp::rounding::ties_even, everything, true}, jobs), hash, "SHA-256 alone");
  rusage about{};
  ::getrusage(RUSAGE_SELF, &about);
  std::printf("peak memory %ld MB\n", about.ru_maxrss / 1024);
  return 0;
}
