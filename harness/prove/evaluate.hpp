// One operation of the model, asked for in words and answered as a report.
#pragma once

#include <string>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/prove/operand.hpp"

namespace verbatim::prove {

struct evaluation_request {
  std::string operation;
  std::vector<std::string> operands;
  std::string type;  ///< format to compute in; empty: the operands', else binary16
  std::string to;    ///< format of the result; empty: that of the operands, and binary16 for a conversion
  attribute_words attributes;
};

/// One result: subject the operation, verdict the line for people, explanation what operands became where they could not be
/// kept as written, facts for machines. Throws core::request_error.
[[nodiscard]] core::report evaluate(const evaluation_request& request);

/// `0x3001  0.1251220703125  flags: inexact`, or `true`.
[[nodiscard]] std::string to_line(const core::report& evaluated);

/// The flags by name, as facts and as text.
[[nodiscard]] core::value::list flag_names(fp::flags set);

/// A number of `f` as Python's repr prints it: the shortest decimal that binary64 reads back.
[[nodiscard]] std::string value_text(std::uint64_t bits, const fp::format& f);
[[nodiscard]] std::string value_text(std::uint64_t bits, const fp::integer_format& type);

}  // namespace verbatim::prove
