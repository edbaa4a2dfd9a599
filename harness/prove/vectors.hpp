// Test vectors in the text form of Berkeley TestFloat 3e: a line a case, operands, result and flags in hexadecimal.
//
// Functions are named as there (`f16_add`, `f32_to_f16`, `f16_mulAdd`, `f16_roundToInt`, `f16_to_i32`,
// `f16_eq_signaling`), with the short name of any format of models/fp in place of f16. Flags are the sum of 1 inexact,
// 2 underflow, 4 overflow, 8 divide by zero (TestFloat: infinite) and 16 invalid. (Hauser, "testfloat_gen" and
// "testfloat_ver", TestFloat release 3e.)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/oracle/function.hpp"
#include "harness/prove/operand.hpp"

namespace verbatim::prove {

struct vector_request {
  std::string function;
  std::string file;                 ///< empty or `-`: standard input
  std::optional<std::string> text;  ///< what was read from `file` already
  attribute_words attributes;
  bool exact = false;     ///< rounding to an integer signals inexact
  bool no_flags = false;  ///< flags are not compared, and may be missing
  unsigned mismatch_limit = 20;
  unsigned level = 1;  ///< of emitted vectors: 1 or 2
  unsigned seed = 1;
  std::optional<unsigned> count;  ///< of emitted vectors, instead of the level's
};

/// Reads, evaluates, compares. One result: subject the function, verdict "match" or "differs". Throws core::request_error for a
/// malformed line, naming file and line.
[[nodiscard]] core::report check_vectors(const vector_request& request);

/// Boundary cases of models/fp/boundary.hpp, results by the model; `write` gets pieces of text.
void emit_vectors(const vector_request& request, const std::function<void(std::string_view)>& write);

}  // namespace verbatim::prove
