// The words of IEEE 754-2019 as they are printed and read: formats (clause 3.6), rounding modes (4.3), classes (5.7.2)
// and flags (7), with the short names that SoftFloat, TestFloat and C++ gave them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "models/fp/attributes.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/unpack.hpp"

namespace verbatim::fp {

[[nodiscard]] constexpr std::string_view name(rounding mode) {
  switch (mode) {
    case rounding::ties_even: return "ties-even";
    case rounding::ties_away: return "ties-away";
    case rounding::toward_zero: return "zero";
    case rounding::up: return "up";
    case rounding::down: return "down";
    case rounding::to_odd: return "odd";
    case rounding::stochastic: return "stochastic";
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

/// The five, the graver first.
inline constexpr flags all_flags[] = {flags::invalid, flags::divide_by_zero, flags::overflow, flags::underflow,
                                      flags::inexact};

/// Of one flag.
[[nodiscard]] constexpr std::string_view name(flags one) {
  switch (one) {
    case flags::invalid: return "invalid";
    case flags::divide_by_zero: return "divide-by-zero";
    case flags::overflow: return "overflow";
    case flags::underflow: return "underflow";
    case flags::inexact: return "inexact";
    case flags::none: break;
  }
  return "none";
}

/// Names joined by commas, the graver first: `overflow,inexact`; `none` for the empty set.
[[nodiscard]] inline std::string names(flags set) {
  std::string text;
  for (const flags each : all_flags) {
    if (has(set, each)) {
      text += text.empty() ? "" : ",";
      text += name(each);
    }
  }
  return text.empty() ? "none" : text;
}

template <class Thing>
struct alias {
  std::string_view name;
  Thing thing;
};

/// `e4m3` is OFP8's: e4m3fn.
inline constexpr alias<const format*> format_aliases[] = {
    {"f64", &binary64},     {"double", &binary64},      {"f32", &binary32},     {"float", &binary32},
    {"f16", &binary16},     {"half", &binary16},        {"bf16", &bfloat16},    {"brain", &bfloat16},
    {"float8_e5m2", &e5m2}, {"float8_e4m3fn", &e4m3fn}, {"e4m3", &e4m3fn},      {"e2m1", &e2m1fn},
    {"e3m2", &e3m2fn},      {"e2m3", &e2m3fn},          {"e8m0", &e8m0fnu},     {"fp16", &binary16},
    {"fp32", &binary32},    {"float16", &binary16},     {"float32", &binary32}, {"float64", &binary64},
    {"single", &binary32},  {"fp64", &binary64},
};

inline constexpr alias<rounding> rounding_aliases[] = {
    {"near_even", rounding::ties_even},
    {"rne", rounding::ties_even},
    {"near_maxMag", rounding::ties_away},
    {"rna", rounding::ties_away},
    {"minMag", rounding::toward_zero},
    {"rtz", rounding::toward_zero},
    {"max", rounding::up},
    {"rup", rounding::up},
    {"min", rounding::down},
    {"rdn", rounding::down},
    {"rto", rounding::to_odd},
    {"to-odd", rounding::to_odd},
    {"toward-zero", rounding::toward_zero},
};

/// nullptr where there is no such format.
[[nodiscard]] constexpr const format* find_format(std::string_view name) {
  for (const format* each : all_formats)
    if (each->name == name) return each;
  for (const auto& each : format_aliases)
    if (each.name == name) return each.thing;
  return nullptr;
}

/// nullptr where there is none. `ui32` and `ui64` are TestFloat's names.
[[nodiscard]] constexpr const integer_format* find_integer_format(std::string_view name) {
  for (const integer_format* each : all_integer_formats)
    if (each->name == name) return each;
  if (name == "ui32") return &u32;
  if (name == "ui64") return &u64;
  return nullptr;
}

inline constexpr rounding named_roundings[] = {rounding::ties_even, rounding::ties_away, rounding::toward_zero,
                                               rounding::up,        rounding::down,      rounding::to_odd,
                                               rounding::stochastic};

/// nullptr where there is no such mode.
[[nodiscard]] constexpr const rounding* find_rounding(std::string_view text) {
  for (const rounding& each : named_roundings)
    if (name(each) == text) return &each;
  for (const auto& each : rounding_aliases)
    if (each.name == text) return &each.thing;
  return nullptr;
}

/// nullptr where there is no such profile.
[[nodiscard]] constexpr const nan_profile* find_nan_profile(std::string_view name) {
  for (const nan_profile* each : nan_profiles::all)
    if (each->name == name) return each;
  return nullptr;
}

static_assert(find_format("half") == &binary16 && find_format("e4m3fn") == &e4m3fn && find_format("f17") == nullptr);
static_assert(*find_rounding("rtz") == rounding::toward_zero && find_rounding("") == nullptr);
static_assert(name(rounding::toward_zero) == "zero" && name(number_class::signaling_nan) == "signaling-nan");

}  // namespace verbatim::fp
