// The model's array forms against its scalar one: any length, any place of the spans in memory, any cut of a batch into
// pieces, and nothing written outside.
//
// Of a header's own bytes 0 and 1 say how many elements operands and results begin behind an aligned address, byte 2 how
// long the pieces are.
#include <cstring>

#include "fuzz/engine.hpp"
#include "fuzz/require.hpp"
#include "fuzz/value_target.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/prove/mismatch.hpp"
#include "models/fp/names.hpp"

namespace {

namespace fp = verbatim::fp;
namespace fuzz = verbatim::fuzz;
namespace oracle = verbatim::oracle;
namespace prove = verbatim::prove;

constexpr std::uint8_t guard = 0xa5;
constexpr std::size_t guard_bytes = 64;

// A column that begins so many elements behind an aligned address, with guards around it.
class placed_column {
 public:
  placed_column(std::size_t bytes, std::size_t offset, std::size_t count)
      : bytes_(bytes), first_(guard_bytes + offset * bytes), size_(count * bytes) {
    memory_.assign((first_ + size_ + guard_bytes) / 8 + 1, 0);
    std::memset(memory_.data(), guard, memory_.size() * 8);
  }
  [[nodiscard]] std::uint8_t* at(std::size_t index) {
    return reinterpret_cast<std::uint8_t*>(memory_.data()) + first_ + index * bytes_;
  }
  [[nodiscard]] bool is_whole() {
    const auto* const all = reinterpret_cast<const std::uint8_t*>(memory_.data());
    for (std::size_t i = 0; i < memory_.size() * 8; ++i)
      if ((i < first_ || i >= first_ + size_) && all[i] != guard) return false;
    return true;
  }

 private:
  std::size_t bytes_;
  std::size_t first_;
  std::size_t size_;
  std::vector<std::uint64_t> memory_;
};

fuzz::session& counts() {
  static fuzz::session& one = [&]() -> fuzz::session& {
    std::vector<std::string> names;
    for (const oracle::function& each : fuzz::target().domain.functions) names.push_back(each.name);
    return fuzz::session::of(names);
  }();
  return one;
}

void check(const fuzz::batch_header& header, const oracle::question& asked, const fuzz::case_columns& cases,
           fuzz::input_bytes input) {
  const oracle::function& what = asked.what;
  const std::size_t count = cases.count();
  const std::size_t arity = what.operands.size();
  const std::array<const void*, 3> from = cases.operands();
  std::vector<placed_column> operands;
  for (std::size_t i = 0; i < arity; ++i) {
    const std::size_t bytes = what.operands[i].bytes();
    operands.emplace_back(bytes, (header.own[0] + i) % 32, count);
    std::memcpy(operands[i].at(0), from[i], count * bytes);
  }
  placed_column results(what.result.bytes(), header.own[1] % 32, count);
  const auto evaluator = oracle::model_oracle().prepare(asked);
  const std::size_t piece = header.own[2] == 0 ? count : header.own[2];
  for (std::size_t first = 0; first < count; first += piece) {
    oracle::batch part{std::min(piece, count - first), {}, results.at(first), nullptr};
    for (std::size_t i = 0; i < arity; ++i) part.operands[i] = operands[i].at(first);
    evaluator->evaluate(part);
  }
  fuzz::require(results.is_whole());
  for (std::size_t i = 0; i < arity; ++i) {
    fuzz::require(operands[i].is_whole());
    fuzz::require(std::memcmp(operands[i].at(0), from[i], count * what.operands[i].bytes()) == 0);
  }
  const oracle::classifier* const classes = [&]() -> const oracle::classifier* {
    static const oracle::classifier half(fp::binary16);
    static const oracle::classifier brain(fp::bfloat16);
    static const oracle::classifier single(fp::binary32);
    return what.result.format == &fp::binary16 ? &half : what.result.format == &fp::bfloat16 ? &brain : &single;
  }();
  for (std::size_t i = 0; i < count; ++i) {
    const oracle::operands x = cases.at(i);
    const std::uint64_t got = oracle::load(results.at(i), 0, what.result.bytes());
    const fp::outcome scalar = what.evaluate(x, asked.how, false);
    if (counts().explains())
      std::printf("%s %s: scalar %s, array %s\n", what.name.c_str(), std::string(fp::name(asked.how.mode)).c_str(),
                  oracle::shown(scalar.bits, what.result).c_str(), oracle::shown(got, what.result).c_str());
    if (i % 8 == 0)
      counts().cover(oracle::cell_map::index(header.function, asked.how.mode,
                                             oracle::index_of(classes->of(oracle::exact_result(what, x)))));
    if (got == scalar.bits) continue;
    const prove::mismatch found{x, {scalar.bits, {}}, {got, {}}};
    fuzz::finding told{what.name + " " + std::string(fp::name(asked.how.mode)),
                       "scalar",
                       std::string(name(prove::kind_of(asked, found))),
                       "",
                       {},
                       prove::explain(asked, found, "scalar", "array")};
    counts().report(told, input);
  }
}

}  // namespace

const fuzz::value_target& fuzz::target() {
  static const value_target one{"bulk_vs_scalar",
                                domain_of({"f32_to_f16", "f16_to_f32", "f32_to_bf16", "bf16_to_f32", "f16_add",
                                           "f16_sub", "f16_mul", "f16_div", "f16_sqrt", "f16_mulAdd"},
                                          deterministic_modes()),
                                {},
                                {}};
  return one;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::case_columns cases;
  const fuzz::input_bytes input(data, size);
  const std::optional<fuzz::batch_header> header = fuzz::read_header(fuzz::target().domain, input);
  if (!header) return 0;
  const oracle::question asked = fuzz::question_of(fuzz::target().domain, *header);
  cases.read(asked.what, input.subspan(fuzz::header_bytes));
  if (cases.count() == 0) return 0;
  counts().count_input(cases.count());
  check(*header, asked, cases, input);
  return 0;
}
