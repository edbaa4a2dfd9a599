// A function of encodings: one operation in fixed formats, what a sweep, a test vector or a fuzzer is about.
//
// Named as in Berkeley TestFloat 3e (`f16_add`, `f32_to_f16`, `f16_mulAdd`, `f16_roundToInt`, `f16_to_i32`,
// `f16_eq_signaling`), with the short name of any format of models/fp in place of f16, and with the name of any other
// operation of models/fp (operations.hpp), `-` written as `_`: `f16_next_up`, `bf16_minimum_number`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/fp/integers.hpp"
#include "models/fp/operation.hpp"

namespace verbatim::oracle {

using operands = fp::operation::operands;

/// What one operand or the result is. An element is kept in the least of 1, 2, 4 and 8 bytes that its bits fit in, the
/// bits above them zero.
struct column {
  const fp::format* format = nullptr;
  const fp::integer_format* integer = nullptr;  ///< neither: a truth value, one bit

  [[nodiscard]] constexpr int width() const {
    return format != nullptr ? format->width() : integer != nullptr ? integer->width : 1;
  }
  [[nodiscard]] constexpr std::size_t bytes() const {
    return width() <= 8 ? 1 : width() <= 16 ? 2 : width() <= 32 ? 4 : 8;
  }
  /// `f16`, `bf16`, `f32`, `f64`, else the format's own name; `truth`.
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] bool is_nan(std::uint64_t bits) const;
};

struct function {
  std::string name;  ///< canonical: `f16_add` also where it was asked for as `half_add`
  std::vector<column> operands;
  column result;
  const fp::operation* operation = nullptr;  ///< nullptr: a conversion from or to an integer
  bool rounds = false;                       ///< the rounding mode can matter
  /// The scalar model. `exact`: rounding to an integer signals inexact.
  std::function<fp::outcome(const oracle::operands&, const fp::attributes&, bool exact)> evaluate;

  /// Bits of all operands together: there are 2^of these inputs.
  [[nodiscard]] int input_width() const;
  [[nodiscard]] bool is_conversion() const { return operation == nullptr || operation->name == "convert"; }
};

/// Throws core::request_error with what there is.
[[nodiscard]] function function_named(std::string_view name);
/// fp::operations, compiled once: for code that would else include the whole model.
[[nodiscard]] std::span<const fp::operation> operations();
/// The operations' names behind the format.
[[nodiscard]] std::vector<std::string> function_operations();

/// What is asked of an implementation.
struct question {
  oracle::function what;
  fp::attributes how;
  bool exact = false;  ///< rounding to an integer signals inexact
};

/// `1C00 (0x1p-8)`: the bits in as many hexadecimal digits as they have, and what they stand for.
[[nodiscard]] std::string shown(std::uint64_t bits, const column& kind);
[[nodiscard]] std::string digits_of(std::uint64_t bits, int width);

}  // namespace verbatim::oracle
