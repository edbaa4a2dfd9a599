// Every operation of this model by name: what the command line, sweeps, vectors and fuzzers choose from.
//
// Whoever includes this compiles the whole model; code that gets its operations from elsewhere includes operation.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "models/fp/compare.hpp"
#include "models/fp/divide.hpp"
#include "models/fp/integral.hpp"
#include "models/fp/neighbours.hpp"
#include "models/fp/operation.hpp"
#include "models/fp/remainder.hpp"

namespace verbatim::fp {

/// An index of ten_classes.
[[nodiscard]] constexpr std::size_t ten_class(std::uint64_t bits, const format& f) {
  const number_class kind = classify(bits, f);
  if (is_nan(kind)) {
    return kind == number_class::signaling_nan ? 0 : 1;
  }
  const std::size_t size = kind == number_class::zero        ? 0
                           : kind == number_class::subnormal ? 1
                           : kind == number_class::normal    ? 2
                                                             : 3;
  return is_negative(bits, f) ? 5 - size : 6 + size;
}

namespace operation_detail {

using in = operation::operands;

template <bool Maximum, bool Magnitude, bool Number>
constexpr outcome select_one(const in& x, const format& f, const format&, const attributes& how) {
  return select({Maximum, Magnitude, Number}, x[0], x[1], f, how);
}

template <std::size_t Index>
constexpr outcome predicate_holds(const in& x, const format& f, const format&, const attributes& how) {
  return holds(predicates[Index], x[0], x[1], f, how);
}

inline constexpr operation others[] = {
    {"convert", "", 1, result_kind::chosen_format, true,
     [](const in& x, const format& f, const format& to, const attributes& how) { return convert(x[0], f, to, how); },
     "to another format"},
    {"add", "add", 2, result_kind::chosen_format, true,
     [](const in& x, const format& f, const format& to, const attributes& how) { return add(x[0], x[1], f, to, how); },
     "a + b"},
    {"sub", "sub", 2, result_kind::chosen_format, true,
     [](const in& x, const format& f, const format& to, const attributes& how) {
       return subtract(x[0], x[1], f, to, how);
     },
     "a - b"},
    {"mul", "mul", 2, result_kind::chosen_format, true,
     [](const in& x, const format& f, const format& to, const attributes& how) {
       return multiply(x[0], x[1], f, to, how);
     },
     "a × b"},
    {"div", "div", 2, result_kind::chosen_format, true,
     [](const in& x, const format& f, const format& to, const attributes& how) {
       return divide(x[0], x[1], f, to, how);
     },
     "a ÷ b"},
    {"sqrt", "sqrt", 1, result_kind::chosen_format, true,
     [](const in& x, const format& f, const format& to, const attributes& how) {
       return square_root(x[0], f, to, how);
     },
     "square root"},
    {"fma", "mulAdd", 3, result_kind::chosen_format, true,
     [](const in& x, const format& f, const format& to, const attributes& how) {
       return fused_multiply_add(x[0], x[1], x[2], f, to, how);
     },
     "a × b + c, rounded once"},
    {"rem", "rem", 2, result_kind::same_format, false,
     [](const in& x, const format& f, const format&, const attributes& how) { return remainder(x[0], x[1], f, how); },
     "a - b × n, n the integer nearest to a ÷ b"},
    {"round", "", 1, result_kind::same_format, true,
     [](const in& x, const format& f, const format&, const attributes& how) {
       return round_to_integral(x[0], f, how, false);
     },
     "to an integer, inexact not signaled"},
    {"round-exact", "roundToInt", 1, result_kind::same_format, true,
     [](const in& x, const format& f, const format&, const attributes& how) {
       return round_to_integral(x[0], f, how, true);
     },
     "to an integer, inexact signaled"},
    {"logb", "", 1, result_kind::same_format, true,
     [](const in& x, const format& f, const format&, const attributes& how) { return log_b(x[0], f, how); },
     "exponent"},
    {"scalbn", "", 2, result_kind::same_format, true,
     [](const in& x, const format& f, const format&, const attributes& how) {
       return scale_b(x[0], static_cast<std::int64_t>(x[1]), f, how);
     },
     "a × 2^n, n an integer", true},
    {"next-up", "", 1, result_kind::same_format, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{next_up(x[0], f), is_signaling(x[0], f) ? flags::invalid : flags::none};
     },
     "least number above"},
    {"next-down", "", 1, result_kind::same_format, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{next_down(x[0], f), is_signaling(x[0], f) ? flags::invalid : flags::none};
     },
     "greatest number below"},
    {"neg", "", 1, result_kind::same_format, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{negate(x[0], f), flags::none};
     },
     "-a, on bits"},
    {"abs", "", 1, result_kind::same_format, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{absolute(x[0], f), flags::none};
     },
     "|a|, on bits"},
    {"copysign", "", 2, result_kind::same_format, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{copy_sign(x[0], x[1], f), flags::none};
     },
     "a with the sign of b, on bits"},
    {"minimum", "", 2, result_kind::same_format, false, select_one<false, false, false>, "NaN where one is NaN"},
    {"maximum", "", 2, result_kind::same_format, false, select_one<true, false, false>, "NaN where one is NaN"},
    {"minimum-number", "", 2, result_kind::same_format, false, select_one<false, false, true>, "NaN gives way"},
    {"maximum-number", "", 2, result_kind::same_format, false, select_one<true, false, true>, "NaN gives way"},
    {"minimum-magnitude", "", 2, result_kind::same_format, false, select_one<false, true, false>, "by |a|, |b|"},
    {"maximum-magnitude", "", 2, result_kind::same_format, false, select_one<true, true, false>, "by |a|, |b|"},
    {"minimum-magnitude-number", "", 2, result_kind::same_format, false, select_one<false, true, true>,
     "by |a|, |b|; NaN gives way"},
    {"maximum-magnitude-number", "", 2, result_kind::same_format, false, select_one<true, true, true>,
     "by |a|, |b|; NaN gives way"},
    {"classify", "", 1, result_kind::category, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{ten_class(x[0], f), flags::none};
     },
     "one of the ten classes"},
    {"ulps", "", 2, result_kind::count, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       const std::optional<std::uint64_t> steps = ulp_distance(x[0], x[1], f);
       return steps ? outcome{*steps, flags::none} : outcome{~std::uint64_t{0}, flags::invalid};
     },
     "how many steps lie between a and b; NaN is invalid"},
    {"total-order", "", 2, result_kind::truth, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{total_order(x[0], x[1], f) ? 1U : 0U, flags::none};
     },
     "a stands before b or is b, in the order of all encodings"},
    {"total-order-magnitude", "", 2, result_kind::truth, false,
     [](const in& x, const format& f, const format&, const attributes&) {
       return outcome{total_order_magnitude(x[0], x[1], f) ? 1U : 0U, flags::none};
     },
     "the same of |a| and |b|"},
};

inline constexpr std::size_t other_count = std::size(others);
inline constexpr std::size_t predicate_count = std::size(predicates);

template <std::size_t... Index>
constexpr std::array<operation, other_count + predicate_count> with_predicates(std::index_sequence<Index...>) {
  std::array<operation, other_count + predicate_count> all{};
  for (std::size_t i = 0; i < other_count; ++i) all[i] = others[i];
  ((all[other_count + Index] = {predicates[Index].name, predicates[Index].testfloat, 2, result_kind::truth, false,
                                predicate_holds<Index>,
                                predicates[Index].signaling ? "comparison; any NaN is invalid"
                                                            : "comparison; a signaling NaN is invalid",
                                false}),
   ...);
  return all;
}

}  // namespace operation_detail

inline constexpr std::array<operation, operation_detail::other_count + operation_detail::predicate_count> operations =
    operation_detail::with_predicates(std::make_index_sequence<operation_detail::predicate_count>{});

/// nullptr where there is no such operation.
[[nodiscard]] constexpr const operation* find_operation(std::string_view name) {
  return find_operation(name, operations);
}

static_assert(find_operation("fma")->evaluate({0x520b, 0x00e9, 0x2ff6}, binary16, binary16, {}).bits == 0x3001);
static_assert(ten_classes[ten_class(0x8001, binary16)] == "negative-subnormal");
static_assert(ten_classes[ten_class(0x7c00, binary16)] == "positive-infinity");
static_assert(find_operation("lt")->evaluate({0x0001, 0x0400, 0}, binary16, binary16, {}).bits == 1);

}  // namespace verbatim::fp
