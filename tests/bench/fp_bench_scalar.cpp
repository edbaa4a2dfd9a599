// Scalar arithmetic of the model in binary16, flags included, against what the compiler makes of _Float16, which gives no
// flags. Operands are random bits: NaN, infinities and subnormal numbers among them.
#include <benchmark/benchmark.h>

#include <array>
#include <bit>
#include <cstdint>

#include "models/fp/boundary.hpp"
#include "models/fp/divide.hpp"
#include "models/fp/multiply.hpp"
#include "tests/bench/fp_bench.hpp"

namespace {

namespace fp = verbatim::fp;

constexpr std::size_t count = 4096;
constexpr const fp::format& half = fp::binary16;

struct operands {
  std::array<std::uint16_t, count> a;
  std::array<std::uint16_t, count> b;
  std::array<std::uint16_t, count> c;
};

operands random_bits() {
  fp::boundary::split_mix bits{1};
  const auto next = [&bits] { return static_cast<std::uint16_t>(bits() >> 48); };
  operands out{};
  for (std::size_t i = 0; i < count; ++i) {
    out.a[i] = next();
    out.b[i] = next();
    out.c[i] = next();
  }
  return out;
}

template <class Operation>
void model(benchmark::State& state, const Operation& operation) {
  const operands in = random_bits();
  std::array<std::uint16_t, count> out{};
  // Not known at compile time, as in the program.
  fp::rounding mode = fp::rounding::ties_even;
  benchmark::DoNotOptimize(mode);
  const fp::attributes how(mode);
  unsigned raised = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) {
      const fp::outcome result = operation(in.a[i], in.b[i], in.c[i], how);
      out[i] = static_cast<std::uint16_t>(result.bits);
      raised |= static_cast<unsigned>(result.raised);
    }
    benchmark::DoNotOptimize(out);
    benchmark::DoNotOptimize(raised);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

void scalar_add_model(benchmark::State& state) {
  model(state, [](std::uint64_t a, std::uint64_t b, std::uint64_t, const fp::attributes& how) {
    return fp::add(a, b, half, how);
  });
}
void scalar_mul_model(benchmark::State& state) {
  model(state, [](std::uint64_t a, std::uint64_t b, std::uint64_t, const fp::attributes& how) {
    return fp::multiply(a, b, half, how);
  });
}
void scalar_div_model(benchmark::State& state) {
  model(state, [](std::uint64_t a, std::uint64_t b, std::uint64_t, const fp::attributes& how) {
    return fp::divide(a, b, half, how);
  });
}
void scalar_fma_model(benchmark::State& state) {
  model(state, [](std::uint64_t a, std::uint64_t b, std::uint64_t c, const fp::attributes& how) {
    return fp::fused_multiply_add(a, b, c, half, how);
  });
}
BENCHMARK(scalar_add_model)->ComputeStatistics("max", fp_bench::largest);
BENCHMARK(scalar_mul_model)->ComputeStatistics("max", fp_bench::largest);
BENCHMARK(scalar_div_model)->ComputeStatistics("max", fp_bench::largest);
BENCHMARK(scalar_fma_model)->ComputeStatistics("max", fp_bench::largest);

#if defined(__FLT16_MANT_DIG__)
template <class Operation>
void compiled(benchmark::State& state, const Operation& operation) {
  const operands in = random_bits();
  std::array<std::uint16_t, count> out{};
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = [](std::uint16_t bits) { return std::bit_cast<_Float16>(bits); };
      out[i] = std::bit_cast<std::uint16_t>(operation(number(in.a[i]), number(in.b[i]), number(in.c[i])));
    }
    benchmark::DoNotOptimize(out);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

void scalar_add_compiler(benchmark::State& state) {
  compiled(state, [](_Float16 a, _Float16 b, _Float16) { return static_cast<_Float16>(a + b); });
}
void scalar_mul_compiler(benchmark::State& state) {
  compiled(state, [](_Float16 a, _Float16 b, _Float16) { return static_cast<_Float16>(a * b); });
}
void scalar_div_compiler(benchmark::State& state) {
  compiled(state, [](_Float16 a, _Float16 b, _Float16) { return static_cast<_Float16>(a / b); });
}
// Wrong for about 3 in 10^6 triples, but what there is.
void scalar_fma_compiler(benchmark::State& state) {
  compiled(state, [](_Float16 a, _Float16 b, _Float16 c) {
    return static_cast<_Float16>(__builtin_fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
  });
}
BENCHMARK(scalar_add_compiler)->ComputeStatistics("max", fp_bench::largest);
BENCHMARK(scalar_mul_compiler)->ComputeStatistics("max", fp_bench::largest);
BENCHMARK(scalar_div_compiler)->ComputeStatistics("max", fp_bench::largest);
BENCHMARK(scalar_fma_compiler)->ComputeStatistics("max", fp_bench::largest);
#endif

}  // namespace
