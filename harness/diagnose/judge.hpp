// Will a gradient of this size, multiplied by this scale, fit in binary16?
//
// The article's verdict as it stands (above 65504 it is OVERFLOW, below 2^-14 UNDERFLOW), and beside it what rounding to
// binary16 really does: values up to 65520 round to 65504, and those from 2^-24 on are subnormal, not zero.
#pragma once

#include <string>
#include <string_view>

#include "harness/core/result.hpp"

namespace verbatim::diagnose {

/// `gradient` and `scale` are numbers as text, or powers of two, `2**-32` or `2^16`; both are read into binary64, as the
/// article's program does. One result: verdict
/// OVERFLOW, UNDERFLOW or IN_RANGE, weight finding where it is not in range, its explanation the lines for people. Throws core::request_error.
[[nodiscard]] core::report judge(std::string_view gradient, std::string_view scale);

}  // namespace verbatim::diagnose
