// Pieces of the oracles that are plain loops over arrays: their tables of functions, and what all of them refuse.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "harness/oracle/oracle.hpp"
#include "models/fp/names.hpp"

namespace verbatim::oracle {

/// A loop over all cases. It runs with the MXCSR that its oracle sets.
using array_loop = void (*)(const batch&);

template <class Element>
[[nodiscard]] const Element* elements_of(const batch& cases, std::size_t operand) {
  return static_cast<const Element*>(cases.operands[operand]);
}
template <class Element>
[[nodiscard]] Element* results_of(const batch& cases) {
  return static_cast<Element*>(cases.results);
}

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
