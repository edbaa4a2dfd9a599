// The words of IEEE 754-2019 as they are printed: rounding modes (clause 4.3), classes (5.7.2) and flags (7).
#pragma once

#include <string>
#include <string_view>

#include "models/fp/rounding.hpp"
#include "models/fp/unpack.hpp"

namespace verbatim::fp {

[[nodiscard]] constexpr std::string_view name(rounding mode) {
  switch (mode) {
    case rounding::ties_even: return "ties-even";
    case rounding::ties_away: return "ties-away";
    case rounding::toward_zero: return "zero";
    case rounding::up: return "up";
    case rounding::down: return "down";
  }
  return "unknown";
}

[[nodiscard]] constexpr std::string_view name(number_class kind) {
  switch (kind) {
    case number_class::zero: return "zero";
    case number_class::subnormal: return "subnormal";
    case number_class::normal: return "normal";
    case number_class::infinity: return "infinity";
    case number_class::quiet_nan: return "quiet-nan";
    case number_class::signaling_nan: return "signaling-nan";
  }
  return "unknown";
}

/// Names joined by commas, the graver first: `overflow,inexact`; `none` for the empty set.
[[nodiscard]] inline std::string names(flags set) {
  struct entry {
    flags one;
    std::string_view text;
  };
  constexpr entry known[] = {{flags::invalid, "invalid"},
                             {flags::divide_by_zero, "divide-by-zero"},
                             {flags::overflow, "overflow"},
                             {flags::underflow, "underflow"},
                             {flags::inexact, "inexact"}};
  std::string text;
  for (const entry& flag : known) {
    if (has(set, flag.one)) {
      text += text.empty() ? "" : ",";
      text += flag.text;
    }
  }
  return text.empty() ? "none" : text;
}

static_assert(name(rounding::toward_zero) == "zero" && name(number_class::signaling_nan) == "signaling-nan");

}  // namespace verbatim::fp
