// What an operation is; operations.hpp has them all, and the whole model with them.
//
// `name` is IEEE 754-2019's, shortened as C and TestFloat have it; `testfloat` is the part of TestFloat's name behind
// `f16_`, where it has one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "models/fp/attributes.hpp"
#include "models/fp/format.hpp"
#include "models/fp/rounding.hpp"

namespace verbatim::fp {

enum class result_kind : std::uint8_t {
  chosen_format,  ///< rounded to any format: clause 5.4.1's formatOf operations
  same_format,    ///< the operands'
  truth,          ///< bits 1 or 0
  count,          ///< bits a number of steps
  category,       ///< bits an index of ten_classes
};

/// The ten of clause 5.7.2, in the standard's order.
inline constexpr std::string_view ten_classes[] = {
    "signaling-nan", "quiet-nan",     "negative-infinity",  "negative-normal", "negative-subnormal",
    "negative-zero", "positive-zero", "positive-subnormal", "positive-normal", "positive-infinity"};

struct operation {
  using operands = std::array<std::uint64_t, 3>;

  std::string_view name;
  std::string_view testfloat;
  int operand_count;
  result_kind result;
  bool rounds;  ///< the mode can matter
  /// Operands in `f`; the result in `to` where it is result_kind::chosen_format.
  outcome (*evaluate)(const operands&, const format& f, const format& to, const attributes&);
  std::string_view what;
  bool second_is_integer = false;  ///< operand 1 is an i64, in two's complement
};

/// nullptr where there is no such operation.
[[nodiscard]] constexpr const operation* find_operation(std::string_view name, std::span<const operation> among) {
  for (const operation& each : among)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace verbatim::fp
