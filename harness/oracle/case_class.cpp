#include "harness/oracle/case_class.hpp"

#include <bit>

#include <fmt/format.h>

#include "models/fp/convert.hpp"

namespace verbatim::oracle {
namespace {

constexpr int wide_fraction_bits = fp::binary64.fraction_bits();
constexpr std::uint64_t wide_infinity = fp::binary64.infinity();

constexpr std::array<case_class, case_classes> make_case_classes() {
  using enum exponent_class;
  using enum rounding_class;
  std::array<case_class, case_classes> out{};
  std::size_t at = 0;
  out[at++] = {zero, exact};
  for (const rounding_class each : {underflow, tie, above_half}) out[at++] = {below_smallest, each};
  for (const exponent_class place : {subnormal, smallest_normal, below_one, above_one, largest})
    for (const rounding_class each : {exact, below_half, tie, above_half}) out[at++] = {place, each};
  out[at++] = {beyond, overflow};
  out[at++] = {infinity, exact};
  out[at++] = {nan, exact};
  return out;
}

constexpr auto numbered = make_case_classes();
static_assert(numbered.back() == case_class{exponent_class::nan, rounding_class::exact});

constexpr auto make_indices() {
  std::array<std::array<std::uint8_t, rounding_classes>, exponent_classes> out{};
  for (std::size_t i = 0; i < numbered.size(); ++i)
    out[static_cast<std::size_t>(numbered[i].exponent)][static_cast<std::size_t>(numbered[i].rounding)] =
        static_cast<std::uint8_t>(i);
  return out;
}

constexpr auto indices = make_indices();

// Any binary64 but NaN, infinity and zero: the value is significand × 2^exponent with a leading digit at bit 52, or a
// subnormal number, which no format here comes near.
struct parts {
  std::uint64_t significand;
  int exponent;
};

constexpr parts parts_of(std::uint64_t magnitude) {
  const auto field = static_cast<int>(magnitude >> wide_fraction_bits);
  const std::uint64_t fraction = magnitude & fp::binary64.fraction_mask();
  if (field == 0) return {fraction, fp::binary64.smallest_exponent()};
  return {fraction | fp::binary64.hidden_bit(), field - fp::binary64.bias - wide_fraction_bits};
}

}  // namespace

std::string_view name(exponent_class which) {
  switch (which) {
    case exponent_class::zero: return "zero";
    case exponent_class::below_smallest: return "below smallest";
    case exponent_class::subnormal: return "subnormal";
    case exponent_class::smallest_normal: return "smallest normal";
    case exponent_class::below_one: return "below one";
    case exponent_class::above_one: return "above one";
    case exponent_class::largest: return "largest";
    case exponent_class::beyond: return "beyond";
    case exponent_class::infinity: return "infinity";
    case exponent_class::nan: return "nan";
  }
  return "unknown";
}

std::string_view name(rounding_class which) {
  switch (which) {
    case rounding_class::exact: return "exact";
    case rounding_class::below_half: return "below half";
    case rounding_class::tie: return "tie";
    case rounding_class::above_half: return "above half";
    case rounding_class::overflow: return "overflow";
    case rounding_class::underflow: return "underflow";
  }
  return "unknown";
}

const std::array<case_class, case_classes>& all_case_classes() { return numbered; }

std::size_t index_of(case_class which) {
  return indices[static_cast<std::size_t>(which.exponent)][static_cast<std::size_t>(which.rounding)];
}

classifier::classifier(const fp::format& to)
    : fraction_bits_(to.fraction_bits()),
      emin_(to.emin()),
      emax_(to.emax()),
      smallest_exponent_(to.subnormals ? to.smallest_exponent() : to.emin()),
      past_largest_(0) {
  // Both are binary64 numbers, and so is their sum: it has one digit more than the format at most.
  const double largest = std::bit_cast<double>(fp::convert(to.largest_finite(), to, fp::binary64, {}).bits);
  const double unit = std::bit_cast<double>(static_cast<std::uint64_t>(emax_ - fraction_bits_ + fp::binary64.bias)
                                            << wide_fraction_bits);
  past_largest_ = std::bit_cast<std::uint64_t>(largest + unit);
}

case_class classifier::of(std::uint64_t exact_result) const {
  using enum exponent_class;
  using enum rounding_class;
  const std::uint64_t magnitude = exact_result & fp::binary64.magnitude_mask();
  if (magnitude == 0) return {zero, exact};
  if (magnitude > wide_infinity) return {nan, exact};
  if (magnitude == wide_infinity) return {infinity, exact};
  if (magnitude >= past_largest_) return {beyond, overflow};

  const parts value = parts_of(magnitude);
  const int binade = value.exponent + wide_fraction_bits;
  const int unit = binade - fraction_bits_ < smallest_exponent_ ? smallest_exponent_ : binade - fraction_bits_;
  const int cut = unit - value.exponent;  // digits below the last place
  if (binade < smallest_exponent_) {
    if (binade < smallest_exponent_ - 1) return {below_smallest, underflow};
    return {below_smallest, value.significand == fp::binary64.hidden_bit() ? tie : above_half};
  }
  rounding_class rest = exact;
  if (cut > 0) {
    const std::uint64_t half = std::uint64_t{1} << (cut - 1);
    const std::uint64_t fraction = value.significand & (2 * half - 1);
    if (fraction != 0) rest = fraction < half ? below_half : fraction == half ? tie : above_half;
  }
  if (binade < emin_) return {subnormal, rest};
  if (binade == emax_) return {largest, rest};
  if (binade == emin_) return {smallest_normal, rest};
  return {binade < 0 ? below_one : above_one, rest};
}

std::string unclassed(const function& what) {
  if (what.result.format == nullptr || !what.rounds) return fmt::format("{} does not round to a format", what.name);
  if (what.result.format == &fp::binary64) return fmt::format("{} rounds to binary64", what.name);
  if (what.operation != nullptr && what.operation->result != fp::result_kind::chosen_format)
    return fmt::format("{} has no exact result", what.name);
  if (what.operation != nullptr && what.operands[0].format == &fp::binary64 && what.operation->name != "convert")
    return fmt::format("{} computes in binary64", what.name);
  return {};
}

std::uint64_t exact_result(const function& what, const operands& x) {
  if (what.operation == nullptr)
    return fp::from_integer(x[0], *what.operands[0].integer, fp::binary64, fp::rounding::to_odd).bits;
  const fp::format& from = *what.operands[0].format;
  if (&from == &fp::binary64) return x[0];
  return what.operation->evaluate(x, from, fp::binary64, fp::rounding::to_odd).bits;
}

}  // namespace verbatim::oracle
