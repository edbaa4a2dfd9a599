// What people write for numbers, formats and modes, and what it means in models/fp.
//
// An operand is decimal or hexadecimal-float text (`-1.5`, `0x1.8p-3`, `inf`, `nan`, `snan`), a power of two (`2^-24`),
// bits (`0x3c00`: no sign, no point, no binary exponent), or any of these behind the name of a format and a colon
// (`binary16:0x3c00`, `f64:0.1`, `i64:-3`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/fp/attributes.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/operation.hpp"
#include "models/fp/parse.hpp"

namespace verbatim::prove {

struct operand {
  std::string text;                             ///< as written
  const fp::format* format = nullptr;           ///< named before the colon
  const fp::integer_format* integer = nullptr;  ///< named before the colon
  bool is_bits = false;                         ///< `bits` says all
  std::uint64_t bits = 0;                       ///< where is_bits, and where `integer`
  fp::text_value value;                         ///< where text
};

/// Throws core::request_error with the position of what cannot be read, or the formats there are.
[[nodiscard]] operand read_operand(std::string_view text);

/// A decimal integer, or hexadecimal bits, of `type`. Throws core::request_error where it does not fit.
/// `shown` is how messages name it: the whole word that it is part of, or its option.
[[nodiscard]] std::uint64_t read_integer(std::string_view text, const fp::integer_format& type,
                                         std::string_view shown = {});

/// The operand in `f`, rounded once by `how` where it is text, an integer or of another format.
[[nodiscard]] fp::outcome bits_in(const operand& from, const fp::format& f, const fp::attributes& how);

/// The same for an operand of an operation: ties to even and NaN as it stands, whatever the operation's own attributes are.
/// Throws core::request_error where `f` has no encoding for it: a NaN, an infinity, a negative number.
[[nodiscard]] fp::outcome operand_in(const operand& from, const fp::format& f);

/// Each throws core::request_error with the list of known names; `option` says where the name stood.
[[nodiscard]] const fp::format& format_named(std::string_view name, std::string_view option);
[[nodiscard]] const fp::operation& operation_named(std::string_view name);

/// The attributes as they stand on a command line; empty texts are the defaults.
struct attribute_words {
  std::string mode;
  std::string nan;
  std::string tininess;
  std::string random;  ///< bits for the stochastic mode: a number, `0x…` or decimal, below 2^random_count
  unsigned random_count = 32;
  bool saturate = false;
  bool flush_to_zero = false;
  bool denormals_are_zero = false;

  [[nodiscard]] fp::attributes understood() const;
};

}  // namespace verbatim::prove
