// What a number is: its fields, exact value and neighbours, and what every mode and format makes of it.
#pragma once

#include <string>

#include "harness/core/result.hpp"

namespace verbatim::prove {

struct inspection_request {
  std::string number;  ///< as prove::operand
  std::string type;    ///< format to show it in; empty: the operand's own, else binary16
  bool all = false;    ///< every mode in every format, not only where they differ
};

/// One result: subject the number, explanation the lines for people, facts for machines. Throws core::request_error.
[[nodiscard]] core::report inspect(const inspection_request& request);

}  // namespace verbatim::prove
