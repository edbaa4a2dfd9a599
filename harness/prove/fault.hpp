// The hypothesis that explains a mismatch, with what its sentence for people is made of. For mismatch.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/prove/mismatch.hpp"

namespace verbatim::prove {

struct fault {
  mismatch_kind kind = mismatch_kind::wrong_value;
  fp::rounding mode = fp::rounding::ties_even;  ///< mode ignored: the one that the answer is right for
  const fp::format* through = nullptr;          ///< double rounding: what was rounded to first
  std::uint64_t between = 0;                    ///< … and what that gave
  bool of_product = false;                      ///< … of the product alone
  bool flushed = false;                         ///< subnormal: it or the operand counts as zero, or should
  bool flushed_operand = false;
  bool reference_is_wrong = false;  ///< the given answer is the model's
};

[[nodiscard]] fault find_fault(const oracle::question& asked, const mismatch& one);

/// Where the exact result of a case lies.
struct surroundings {
  std::uint64_t down = 0;  ///< rounded down; with `up` equal to it, the result needs no rounding
  std::uint64_t up = 0;
  bool tie = false;                 ///< exactly half way between them
  std::optional<fp::outcome> wide;  ///< in binary64; without inexact signaled it is the exact result
};
/// Precondition: the function rounds.
[[nodiscard]] surroundings surroundings_of(const oracle::question& asked, const oracle::operands& operands);

}  // namespace verbatim::prove
