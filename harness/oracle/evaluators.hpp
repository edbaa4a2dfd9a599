// Pieces that oracles are made of: elements of columns, evaluators from a callable or a loop over arrays, and what most of
// them refuse.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "harness/oracle/oracle.hpp"
#include "models/fp/names.hpp"

namespace verbatim::oracle {

// ------------------------------------------------------------------------------------------------------ elements

/// What an element of so many bytes is kept in.
template <std::size_t Bytes>
using raw_of_bytes = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

/// The bits of a C++ type.
template <class Value>
using raw = raw_of_bytes<sizeof(Value)>;

template <class Element>
[[nodiscard]] const Element* elements_of(const batch& cases, std::size_t operand) {
  return static_cast<const Element*>(cases.operands[operand]);
}
template <class Element>
[[nodiscard]] Element* results_of(const batch& cases) {
  return static_cast<Element*>(cases.results);
}

template <class Element>
[[nodiscard]] std::span<const Element> operand_span(const batch& cases, std::size_t operand) {
  return {elements_of<Element>(cases, operand), cases.count};
}
template <class Element>
[[nodiscard]] std::span<Element> result_span(const batch& cases) {
  return {results_of<Element>(cases), cases.count};
}

/// Element `index` of a column whose elements have `bytes` bytes.
[[nodiscard]] inline std::uint64_t load(const void* column, std::size_t index, std::size_t bytes) {
  switch (bytes) {
    case 1: return static_cast<const std::uint8_t*>(column)[index];
    case 2: return static_cast<const std::uint16_t*>(column)[index];
    case 4: return static_cast<const std::uint32_t*>(column)[index];
    default: return static_cast<const std::uint64_t*>(column)[index];
  }
}

inline void store(void* column, std::size_t index, std::size_t bytes, std::uint64_t value) {
  switch (bytes) {
    case 1: static_cast<std::uint8_t*>(column)[index] = static_cast<std::uint8_t>(value); return;
    case 2: static_cast<std::uint16_t*>(column)[index] = static_cast<std::uint16_t>(value); return;
    case 4: static_cast<std::uint32_t*>(column)[index] = static_cast<std::uint32_t>(value); return;
    default: static_cast<std::uint64_t*>(column)[index] = value; return;
  }
}

/// Case `index`, an operand a column.
[[nodiscard]] inline operands operands_at(const function& what, const std::array<const void*, 3>& columns,
                                          std::size_t index) {
  operands out{};
  for (std::size_t i = 0; i < what.operands.size(); ++i) out[i] = load(columns[i], index, what.operands[i].bytes());
  return out;
}

// ------------------------------------------------------------------------------------------------------ evaluators

/// An evaluator that is one callable.
template <class Function>
class calling final : public evaluator {
 public:
  explicit calling(Function call) : call_(std::move(call)) {}
  void evaluate(const batch& cases) override { call_(cases); }

 private:
  Function call_;
};

template <class Function>
[[nodiscard]] std::unique_ptr<evaluator> evaluator_that(Function call) {
  return std::make_unique<calling<Function>>(std::move(call));
}

/// One case after the other: `outcome_of(operands)` gives a result and its flags.
template <class Function>
void each_case(const function& what, const batch& cases, Function outcome_of) {
  const std::size_t result_bytes = what.result.bytes();
  for (std::size_t i = 0; i < cases.count; ++i) {
    const fp::outcome one = outcome_of(operands_at(what, cases.operands, i));
    store(cases.results, i, result_bytes, one.bits);
    if (cases.flags != nullptr) cases.flags[i] = static_cast<std::uint8_t>(one.raised);
  }
}

/// A loop over all cases. It runs with the MXCSR that its oracle sets.
using array_loop = void (*)(const batch&);

// ------------------------------------------------------------------------------------------------------ refusals

/// What no instruction, compiler or library here has: empty where nothing but the mode is asked for.
[[nodiscard]] inline std::string refuses_attributes(const fp::attributes& how, bool can_saturate = false) {
  if (how.flush_to_zero) return "does not flush results to zero";
  if (how.denormals_are_zero) return "does not read subnormal operands as zeros";
  if (how.saturate && !can_saturate) return "does not saturate";
  return {};
}

[[nodiscard]] inline std::string has_no_mode(fp::rounding mode) {
  return fmt::format("has no mode {}", fp::name(mode));
}
[[nodiscard]] inline std::string has_no_function(const function& what) { return fmt::format("has no {}", what.name); }

}  // namespace verbatim::oracle
