// What the parts of bench_fp share: conversions as plain functions over arrays, and the lists of those that are here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fp_bench {

using narrow_function = void (*)(const std::uint32_t* in, std::uint16_t* out, std::size_t count);
using widen_function = void (*)(const std::uint16_t* in, std::uint32_t* out, std::size_t count);

/// binary32 -> binary16 and back by one library. Without functions: not here, and `absent` says what is missing.
struct rival {
  std::string name;
  narrow_function narrow = nullptr;
  widen_function widen = nullptr;
  std::string absent;
};

/// A statistic over repetitions: of speeds, the best.
inline double largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

/// fp_bench_rivals.cpp: FP16, Imath, Eigen, CUDA's host functions, and the compiler's own _Float16.
std::vector<rival> rivals();

/// fp_bench_limit.cpp: what the processor's own instructions do, in the loop compilers make and in the best one.
std::vector<rival> f16c_limits();

/// fp_bench_clang_loop.cpp: plain loops, by clang 19 -O3 with F16C; only where that compiler is there.
void clang_narrow(const std::uint32_t* in, std::uint16_t* out, std::size_t count);
void clang_widen(const std::uint16_t* in, std::uint32_t* out, std::size_t count);

}  // namespace fp_bench
