// What went wrong in one case: the fault that explains why an implementation's answer differs from the right one.
//
// A fault is a hypothesis ("rounded twice, through binary32"), tested by asking the model for the answer that an
// implementation with that fault would give. Where several explain a case, the more specific is named: an exact tie before
// another rounding mode, rounding twice before digits lost, those before a mode. One case cannot tell all faults apart; the
// commonest kind of a sweep can. The faults are those of public reports (tests/known_bugs) and of Boldo and Melquiond,
// "When double rounding is odd" (2005).
//
// Everything here is a pure function of its arguments. What bits alone tell (flags, two NaNs, bits above the width) costs
// nanoseconds; else the model is asked up to some thirty times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/oracle/function.hpp"

namespace verbatim::prove {

/// Names are stable: certificates and reports hold them.
enum class mismatch_kind : std::uint8_t {
  double_rounding,    ///< rounded to another format first, or a product before its sum
  tie,                ///< half way between two numbers, and the other one was taken
  mode_ignored,       ///< right in another rounding mode
  lost_sticky_bit,    ///< right if the lowest digits cut off had been zero
  lost_carry,         ///< rounding up to a power of two did not reach the exponent
  subnormal,          ///< flushed to zero, or wrong where an operand or the result is subnormal
  overflow_boundary,  ///< the overflow answer or the largest finite number, and it had to be the other
  saturation,         ///< the same far beyond: saturated where not asked for, or not; what fits no integer
  sign_of_zero,
  sign,          ///< all but the sign is right
  nan_payload,   ///< two NaNs
  nan_sign,      ///< two NaNs
  nan_quieting,  ///< two NaNs: signaling or quiet, and it had to be the other
  nan_lost,      ///< a NaN became a number or infinity
  nan_made,      ///< a number or infinity became a NaN
  unordered,     ///< a truth value of a NaN operand
  flags,         ///< the same bits, other exceptions
  bits_above_the_width,
  off_by_one_ulp,  ///< next to the right answer, and nothing above explains it
  wrong_value,
  not_named,  ///< counted, not looked at; kind_of never gives it
};
[[nodiscard]] std::string_view name(mismatch_kind which);
/// By its name.
[[nodiscard]] std::optional<mismatch_kind> find_mismatch_kind(std::string_view text);

/// What an implementation gave. Flags where it gives them and they were asked for.
struct observed {
  std::uint64_t bits = 0;
  std::optional<fp::flags> raised;
};

struct mismatch {
  oracle::operands operands{};
  observed reference;
  observed given;
};

/// Precondition: the two differ, in bits or in flags. Where the given answer is the model's own, the fault named is the
/// reference's.
[[nodiscard]] mismatch_kind kind_of(const oracle::question& asked, const mismatch& one);

/// Lines for people: operands, the exact result and its neighbours, both answers, the kind and its cause, and what others
/// answered.
[[nodiscard]] std::vector<std::string> explain(const oracle::question& asked, const mismatch& one,
                                               std::string_view reference_name, std::string_view given_name,
                                               const std::vector<std::pair<std::string_view, observed>>& others = {});

}  // namespace verbatim::prove
