// Bulk conversions against the F16C instructions and against other libraries, and the speed of classes of operands.
//
// One thread, 4096 values, all in the first-level cache, at addresses that no vector crosses a cache line from. Repetitions of all benchmarks are shuffled among each other, so
// that a slow moment of the machine meets them alike, and the fastest of each are compared: the ratios at the end are what this
// program is for. Other benchmarks of the floating-point model belong in files fp_bench_*.cpp of their own, with
// Google Benchmark's BENCHMARK macro: they run here too.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "models/fp/boundary.hpp"
#include "models/fp/bulk.hpp"
#include "models/fp/bulk_detail.hpp"
#include "tests/bench/fp_bench.hpp"

namespace {

namespace fp = verbatim::fp;
using fp::rounding;

constexpr std::size_t count = 4096;

/// Uniform bits; the same in every run.
class generator {
 public:
  std::uint32_t operator()() { return static_cast<std::uint32_t>(bits_() >> 32); }
  std::uint32_t between(std::uint32_t least, std::uint32_t most) { return least + (*this)() % (most - least + 1); }

 private:
  fp::boundary::split_mix bits_{1};
};

template <typename Value>
struct alignas(64) aligned {
  std::array<Value, count> values;
};

/// Operands of one class, for both directions.
struct operands {
  std::string name;
  aligned<std::uint32_t> wide;
  aligned<std::uint16_t> narrow;
};

/// Exponent fields from `least` to `most` for each direction, all else random.
operands with_exponents(const std::string& name, std::uint32_t least, std::uint32_t most, std::uint32_t narrow_least,
                        std::uint32_t narrow_most) {
  generator random;
  operands out{name, {}, {}};
  for (std::uint32_t& each : out.wide.values) {
    each = (random() & 0x807fffffU) | random.between(least, most) << 23;
  }
  for (std::uint16_t& each : out.narrow.values) {
    each = static_cast<std::uint16_t>((random() & 0x83ffU) | random.between(narrow_least, narrow_most) << 10);
  }
  return out;
}

std::vector<operands> classes() {
  // Subnormal: of binary16. Tiny: subnormal of binary32, which is zero or the least subnormal in binary16.
  return {with_exponents("normal", 113, 142, 1, 30), with_exponents("random", 0, 255, 0, 31),
          with_exponents("subnormal", 102, 112, 0, 0), with_exponents("tiny", 0, 0, 0, 0),
          with_exponents("nan", 255, 255, 31, 31)};
}

template <typename To, typename From, typename Function>
void measure(benchmark::State& state, const Function& convert, const aligned<From>& in, std::size_t offset = 0) {
  struct alignas(64) {
    std::array<To, count + 16> values;
  } out{};
  for (auto _ : state) {
    convert(in.values.data(), out.values.data() + offset);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

template <typename Function>
void add_narrow(const std::string& who, const operands& in, const Function& convert) {
  benchmark::RegisterBenchmark(("narrow/" + who + "/" + in.name).c_str(), [=](benchmark::State& state) {
    measure<std::uint16_t>(state, convert, in.wide);
  })->ComputeStatistics("max", fp_bench::largest);
}

template <typename Function>
void add_widen(const std::string& who, const operands& in, const Function& convert) {
  benchmark::RegisterBenchmark(("widen/" + who + "/" + in.name).c_str(), [=](benchmark::State& state) {
    measure<std::uint32_t>(state, convert, in.narrow);
  })->ComputeStatistics("max", fp_bench::largest);
}

// Where malloc puts an array: 16 bytes past a cache line, so that every other store of 32 bytes meets two of them.
template <typename Function>
void add_widen_as_allocated(const std::string& who, const operands& in, const Function& convert) {
  benchmark::RegisterBenchmark(("widen-allocated/" + who + "/" + in.name).c_str(), [=](benchmark::State& state) {
    measure<std::uint32_t>(state, convert, in.narrow, 4);
  })->ComputeStatistics("max", fp_bench::largest);
}

void add_ours(const operands& in) {
  add_narrow("ours", in, [](const std::uint32_t* from, std::uint16_t* to) {
    fp::convert_binary32_to_binary16({from, count}, {to, count});
  });
  add_widen("ours", in, [](const std::uint16_t* from, std::uint32_t* to) {
    fp::convert_binary16_to_binary32({from, count}, {to, count});
  });
  add_narrow("bfloat16", in, [](const std::uint32_t* from, std::uint16_t* to) {
    fp::convert_binary32_to_bfloat16({from, count}, {to, count});
  });
  add_widen("bfloat16", in, [](const std::uint16_t* from, std::uint32_t* to) {
    fp::convert_bfloat16_to_binary32({from, count}, {to, count});
  });
}

/// The other modes, and the code that runs where there is no AVX2.
void add_variants(const operands& in) {
  const std::map<std::string, rounding> modes = {{"ties-away", rounding::ties_away},
                                                 {"toward-zero", rounding::toward_zero},
                                                 {"up", rounding::up},
                                                 {"down", rounding::down},
                                                 {"to-odd", rounding::to_odd}};
  for (const auto& [name, each] : modes) {
    add_narrow("ours-" + name, in, [mode = each](const std::uint32_t* from, std::uint16_t* to) {
      fp::convert_binary32_to_binary16({from, count}, {to, count}, mode);
    });
  }
  add_narrow("portable", in, [](const std::uint32_t* from, std::uint16_t* to) {
    fp::bulk::portable_kernels().binary32_to_binary16(from, to, count, rounding::ties_even);
  });
  add_widen("portable", in, [](const std::uint16_t* from, std::uint32_t* to) {
    fp::bulk::portable_kernels().binary16_to_binary32(from, to, count);
  });
}

void add_rival(const fp_bench::rival& rival, const operands& in) {
  add_narrow(rival.name, in, [=](const std::uint32_t* from, std::uint16_t* to) { rival.narrow(from, to, count); });
  add_widen(rival.name, in, [=](const std::uint16_t* from, std::uint32_t* to) { rival.widen(from, to, count); });
}

/// Google Benchmark's console, which also keeps the best speed of each benchmark: on a noisy machine the fastest of many
/// repetitions says most of the code, and the median most of the neighbours.
class keeping_best : public benchmark::ConsoleReporter {
 public:
  explicit keeping_best(bool colour) : ConsoleReporter(colour ? OO_Color : OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const auto speed = run.counters.find("items_per_second");
      const bool best = run.run_type == Run::RT_Aggregate && run.aggregate_name == "max";
      if (speed != run.counters.end() && (best || run.repetitions <= 1)) {
        speeds_[run.run_name.function_name] = speed->second;
      }
    }
  }

  /// Values a second; 0 for a benchmark that did not run.
  [[nodiscard]] double speed(const std::string& name) const {
    const auto found = speeds_.find(name);
    return found == speeds_.end() ? 0.0 : found->second;
  }

 private:
  std::map<std::string, double> speeds_;
};

void print_ratio(const std::string& what, double ours, double other, const char* wanted) {
  if (ours > 0.0 && other > 0.0) {
    std::printf("%-44s %6.2f   %s\n", what.c_str(), ours / other, wanted);
  }
}

const char* wanted(const std::string& other, bool narrow) {
  if (other == "F16C" || other == "F16C-clang") {
    return narrow ? ">= 0.30, aim 0.40" : ">= 0.40, aim 0.50";
  }
  return other == "F16C-unrolled" || other == "_Float16" ? "" : ">= 3";
}

void print_ratios(const keeping_best& results, const std::vector<fp_bench::rival>& others) {
  std::printf("\n%-44s %6s   %s\n", "ratio of speeds", "is", "wanted");
  for (const std::string direction : {"narrow", "widen"}) {
    const bool narrow = direction == "narrow";
    for (const fp_bench::rival& other : others) {
      print_ratio(direction + ": ours / " + other.name, results.speed(direction + "/ours/normal"),
                  results.speed(direction + "/" + other.name + "/normal"), wanted(other.name, narrow));
    }
    for (const std::string who : {"ours", "bfloat16"}) {
      std::vector<double> speeds;
      for (const operands& in : classes()) {
        speeds.push_back(results.speed(direction + "/" + who + "/" + in.name));
      }
      const auto [worst, best] = std::minmax_element(speeds.begin(), speeds.end());
      print_ratio(direction + ": " + who + ", slowest / fastest class", *worst, *best, ">= 0.8");
    }
  }
  print_ratio("widen: ours / F16C, output as malloc places it", results.speed("widen-allocated/ours/normal"),
              results.speed("widen-allocated/F16C/normal"), ">= 0.40, aim 0.50");
  for (const std::string operation : {"add", "mul", "div", "fma"}) {
    const double ours = results.speed("scalar_" + operation + "_model");
    print_ratio("scalar " + operation + ": model with flags / _Float16", ours,
                results.speed("scalar_" + operation + "_compiler"), "> 1");
    if (ours > 0.0) {
      std::printf("%-44s %6.1f   %s\n", ("scalar " + operation + ": model, 10^6 a second").c_str(), ours / 1e6,
                  operation == "fma" ? "> 47 (SoftFloat 3e)" : "> 65 to 81 (SoftFloat 3e)");
    }
  }
  for (const fp_bench::rival& other : others) {
    if (!other.absent.empty()) {
      std::printf("%s is absent: %s\n", other.name.c_str(), other.absent.c_str());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Defaults first, so that the caller's flags win.
  std::vector<std::string> words = {argv[0], "--benchmark_repetitions=9", "--benchmark_min_time=0.02",
                                    "--benchmark_enable_random_interleaving=true",
                                    "--benchmark_display_aggregates_only=true"};
  words.insert(words.end(), argv + 1, argv + argc);
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  int number = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&number, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(number, arguments.data())) {
    return 2;
  }

  std::vector<fp_bench::rival> others = fp_bench::rivals();
  const std::vector<fp_bench::rival> limits = fp_bench::f16c_limits();
  others.insert(others.begin(), limits.begin(), limits.end());
  const std::vector<operands> inputs = classes();
  for (const operands& in : inputs) {
    add_ours(in);
  }
  add_variants(inputs.front());
  add_widen_as_allocated("ours", inputs.front(), [](const std::uint16_t* from, std::uint32_t* to) {
    fp::convert_binary16_to_binary32({from, count}, {to, count});
  });
  if (others.front().widen != nullptr) {
    add_widen_as_allocated(
        "F16C", inputs.front(),
        [widen = others.front().widen](const std::uint16_t* from, std::uint32_t* to) { widen(from, to, count); });
  }
  for (const fp_bench::rival& other : others) {
    if (other.narrow != nullptr) {
      add_rival(other, inputs[0]);
      add_rival(other, inputs[1]);
    }
  }
  keeping_best results(::isatty(STDOUT_FILENO) == 1);
  benchmark::RunSpecifiedBenchmarks(&results);
  benchmark::Shutdown();
  print_ratios(results, others);
}
