// A small program of binary16 operations on eight registers, run by the model, by what the compiler makes of _Float16, by
// binary64 rounded to odd and by MPFR, each with registers of its own: the same after each step.
//
//   byte  0        rounding mode, modulo those that need no random digits
//         1 to 3   not used
//         4 to 19  the registers, little-endian
//         20 ...   steps of 4 bytes: operation; two of the registers 0 to 7, as 8 * b + a; the third and the one that gets
//                  the result, as 8 * to + c; not used
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "fuzz/engine.hpp"
#include "fuzz/session.hpp"
#include "harness/oracle/case_class.hpp"
#include "harness/oracle/oracle.hpp"
#include "harness/prove/mismatch.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/names.hpp"
#include "models/fp/neighbours.hpp"

namespace {

namespace fp = verbatim::fp;
namespace fuzz = verbatim::fuzz;
namespace oracle = verbatim::oracle;
namespace prove = verbatim::prove;

constexpr std::size_t registers_at = 4;
constexpr std::size_t registers = 8;
constexpr std::size_t steps_at = registers_at + 2 * registers;
constexpr std::size_t step_bytes = 4;
constexpr std::size_t most_steps = 256;
constexpr std::size_t longest = steps_at + most_steps * step_bytes;

using register_file = std::array<std::uint16_t, registers>;

const std::vector<std::string>& operation_names() {
  static const std::vector<std::string> all{"f16_add",    "f16_sub", "f16_mul",        "f16_div",      "f16_sqrt",
                                            "f16_mulAdd", "f16_rem", "f16_roundToInt", "f16_minimum",  "f16_maximum",
                                            "f16_neg",    "f16_abs", "f16_next_up",    "f16_next_down"};
  return all;
}

struct machine {
  const oracle::implementation* who = nullptr;
  std::unique_ptr<oracle::evaluator> ready;
};

// One operation in one mode, with everyone who has it.
struct instruction {
  oracle::question asked;
  std::vector<machine> machines;
  bool classed = false;

  instruction(std::size_t operation, fp::rounding mode) {
    asked = {oracle::function_named(operation_names()[operation]), mode};
    classed = oracle::unclassed(asked.what).empty();
    for (const oracle::implementation* each : oracle::all_oracles())
      if (each != &oracle::model_oracle() && each->which_tier() != oracle::tier::cuda_device &&
          each->absent().empty() && each->refuses(asked).empty())
        machines.push_back({each, each->prepare(asked)});
  }
};

instruction& instruction_for(std::size_t operation, std::size_t mode) {
  static std::array<std::unique_ptr<instruction>, 16 * std::size(fp::deterministic_roundings)> all;
  std::unique_ptr<instruction>& one = all[operation * std::size(fp::deterministic_roundings) + mode];
  if (one == nullptr) one = std::make_unique<instruction>(operation, fp::deterministic_roundings[mode]);
  return *one;
}

// The step alone, with its operands in the registers.
std::vector<std::uint8_t> one_step(std::uint8_t mode, std::size_t operation, const oracle::operands& x) {
  std::vector<std::uint8_t> out{mode, 0, 0, 0};
  for (std::size_t i = 0; i < registers; ++i)
    for (int shift = 0; shift < 16; shift += 8)
      out.push_back(i < 3 ? static_cast<std::uint8_t>(x[i] >> shift) : std::uint8_t{0});
  for (const std::size_t each : {operation, std::size_t{8}, std::size_t{8 * 3 + 2}, std::size_t{0}})
    out.push_back(static_cast<std::uint8_t>(each));
  return out;
}

// Each implementation's registers, found by its place in the list of oracles.
std::size_t place_of(const oracle::implementation* who) {
  const auto& all = oracle::all_oracles();
  std::size_t i = 0;
  while (all[i] != who) ++i;
  return i;
}

void run(fuzz::input_bytes input) {
  fuzz::session& counts = fuzz::session::of(operation_names());
  static const oracle::classifier classes(fp::binary16);
  const std::size_t mode = input[0] % std::size(fp::deterministic_roundings);
  register_file model{};
  std::memcpy(model.data(), input.data() + registers_at, sizeof model);
  std::vector<register_file> others(oracle::all_oracles().size(), model);
  const std::size_t steps = std::min((input.size() - steps_at) / step_bytes, most_steps);
  counts.count_input(steps);
  for (std::size_t i = 0; i < steps; ++i) {
    const std::uint8_t* const step = input.data() + steps_at + i * step_bytes;
    const std::size_t operation = step[0] % operation_names().size();
    const std::array<std::size_t, 3> from{step[1] & 7U, step[1] >> 3 & 7U, step[2] & 7U};
    const std::size_t to = step[2] >> 3 & 7U;
    instruction& now = instruction_for(operation, mode);
    const oracle::question& asked = now.asked;
    const oracle::operands x{model[from[0]], model[from[1]], model[from[2]]};
    const std::uint64_t result = asked.what.evaluate(x, asked.how, false).bits;
    if (now.classed)
      counts.cover(oracle::cell_map::index(operation, asked.how.mode,
                                           oracle::index_of(classes.of(oracle::exact_result(asked.what, x)))));
    std::string line;
    for (machine& one : now.machines) {
      register_file& own = others[place_of(one.who)];
      std::uint16_t given = 0;
      oracle::batch single;
      single.count = 1;
      for (std::size_t j = 0; j < 3; ++j) single.operands[j] = &own[from[j]];
      single.results = &given;
      one.ready->evaluate(single);
      if (counts.explains()) line += "; " + std::string(one.who->name()) + " " + oracle::digits_of(given, 16);
      if (given != result) {
        if (one.who->compares_nan(asked) == oracle::nan_comparison::by_class && fp::is_nan(given, fp::binary16) &&
            fp::is_nan(result, fp::binary16)) {
          counts.count(fuzz::allowed::nan_by_class);
        } else {
          const prove::mismatch found{x, {given, {}}, {result, {}}};
          fuzz::finding told{asked.what.name + " " + std::string(fp::name(asked.how.mode)),
                             std::string(one.who->name()),
                             std::string(name(prove::kind_of(asked, found))),
                             "",
                             fp::ulp_distance(given, result, fp::binary16),
                             prove::explain(asked, found, one.who->name(), "model")};
          counts.report(told, one_step(static_cast<std::uint8_t>(mode), operation, x));
        }
      }
      own[to] = given;
    }
    if (counts.explains()) {
      std::printf("r%zu = %s %s of", to, asked.what.name.c_str(), std::string(fp::name(asked.how.mode)).c_str());
      for (std::size_t j = 0; j < asked.what.operands.size(); ++j)
        std::printf(" r%zu %s", from[j], oracle::shown(x[j], asked.what.operands[j]).c_str());
      std::printf(": model %s%s\n", oracle::shown(result, asked.what.result).c_str(), line.c_str());
    }
    // Who has no such operation, or another NaN, goes on from the model's result.
    model[to] = static_cast<std::uint16_t>(result);
    for (register_file& each : others) each[to] = model[to];
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (max_size < steps_at + step_bytes || ((seed >> 24 & 3) == 0 && LLVMFuzzerMutate != nullptr && size > 0))
    return LLVMFuzzerMutate != nullptr ? LLVMFuzzerMutate(data, size, max_size) : size;
  fp::boundary::split_mix random{seed};
  data[0] = static_cast<std::uint8_t>(random());
  const std::size_t steps = 1 + random() % ((std::min(max_size, longest) - steps_at) / step_bytes);
  const oracle::operands three = fp::boundary::triple(random, fp::binary16);
  for (std::size_t i = 0; i < registers; ++i) {
    const std::uint64_t bits = i < 3 ? three[i] : fp::boundary::value(random, fp::binary16);
    data[registers_at + 2 * i] = static_cast<std::uint8_t>(bits);
    data[registers_at + 2 * i + 1] = static_cast<std::uint8_t>(bits >> 8);
  }
  for (std::size_t i = 0; i < steps; ++i) {
    const auto step = static_cast<std::uint32_t>(random());
    std::memcpy(data + steps_at + i * step_bytes, &step, step_bytes);
  }
  return steps_at + steps * step_bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size >= steps_at + step_bytes) run({data, size});
  return 0;
}
