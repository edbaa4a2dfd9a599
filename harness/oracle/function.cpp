#include "harness/oracle/function.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"
#include "models/fp/print.hpp"

namespace verbatim::oracle {
namespace {

column column_named(std::string_view name) { return {fp::find_format(name), fp::find_integer_format(name)}; }

bool is_known(const column& value) { return value.format != nullptr || value.integer != nullptr; }

std::optional<function> conversion(std::string_view name) {
  const std::size_t middle = name.find("_to_");
  if (middle == std::string_view::npos) return std::nullopt;
  const column from = column_named(name.substr(0, middle));
  const column to = column_named(name.substr(middle + 4));
  if (!is_known(from) || !is_known(to) || (from.integer != nullptr && to.integer != nullptr)) return std::nullopt;
  function out;
  out.name = fmt::format("{}_to_{}", from.name(), to.name());
  out.operands = {from};
  out.result = to;
  out.rounds = true;
  if (from.integer != nullptr) {
    out.evaluate = [from, to](const operands& x, const fp::attributes& how, bool) {
      return fp::from_integer(x[0], *from.integer, *to.format, how);
    };
  } else if (to.integer != nullptr) {
    out.evaluate = [from, to](const operands& x, const fp::attributes& how, bool exact) {
      return fp::to_integer(x[0], *from.format, *to.integer, how, exact);
    };
  } else {
    out.operation = fp::find_operation("convert");
    out.evaluate = [from, to](const operands& x, const fp::attributes& how, bool) {
      return fp::convert(x[0], *from.format, *to.format, how);
    };
  }
  return out;
}

// What stands behind the format: TestFloat's word, else ours.
std::string word_for(const fp::operation& each) {
  std::string out(each.testfloat.empty() ? each.name : each.testfloat);
  std::ranges::replace(out, '-', '_');
  return out;
}

column result_of(const fp::operation& each, const fp::format& f) {
  switch (each.result) {
    case fp::result_kind::truth: return {};
    case fp::result_kind::count:
    case fp::result_kind::category: return {nullptr, &fp::u64};
    case fp::result_kind::chosen_format:
    case fp::result_kind::same_format: break;
  }
  return {&f};
}

std::optional<function> operation(std::string_view name) {
  // The formats' own names hold no `_` before the operation, but two aliases do: the longest that fits.
  for (std::size_t line = name.rfind('_'); line != std::string_view::npos && line > 0;
       line = name.rfind('_', line - 1)) {
    const fp::format* const f = fp::find_format(name.substr(0, line));
    if (f == nullptr) continue;
    for (const fp::operation& each : fp::operations) {
      if (each.name == "convert" || word_for(each) != name.substr(line + 1)) continue;
      function out;
      out.operands.assign(static_cast<std::size_t>(each.operand_count), column{f});
      if (each.second_is_integer) out.operands[1] = {nullptr, &fp::i64};
      out.result = result_of(each, *f);
      out.name = fmt::format("{}_{}", out.operands[0].name(), word_for(each));
      out.operation = &each;
      out.rounds = each.rounds;
      if (each.testfloat == "roundToInt")
        out.evaluate = [f](const operands& x, const fp::attributes& how, bool exact) {
          return fp::round_to_integral(x[0], *f, how, exact);
        };
      else
        out.evaluate = [f, evaluate = each.evaluate](const operands& x, const fp::attributes& how, bool) {
          return evaluate(x, *f, *f, how);
        };
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view column::name() const {
  if (integer != nullptr) return integer->name;
  if (format == nullptr) return "truth";
  if (format == &fp::binary16) return "f16";
  if (format == &fp::bfloat16) return "bf16";
  if (format == &fp::binary32) return "f32";
  if (format == &fp::binary64) return "f64";
  return format->name;
}

bool column::is_nan(std::uint64_t bits) const { return format != nullptr && fp::is_nan(bits, *format); }

int function::input_width() const {
  int out = 0;
  for (const column& each : operands) out += each.width();
  return out;
}

std::span<const fp::operation> operations() { return fp::operations; }

std::vector<std::string> function_operations() {
  std::vector<std::string> out;
  for (const fp::operation& each : fp::operations)
    if (each.name != "convert") out.push_back(word_for(each));
  return out;
}

function function_named(std::string_view name) {
  if (std::optional<function> found = conversion(name)) return *found;
  if (std::optional<function> found = operation(name)) return *found;
  throw core::request_error(fmt::format(
      "no function '{}'; there are FORMAT_OPERATION with {}, and FORMAT_to_FORMAT, as in f16_add and f32_to_f16",
      core::escape(name, 80), fmt::join(function_operations(), ", ")));
}

std::string digits_of(std::uint64_t bits, int width) { return fmt::format("{:0{}X}", bits, (width + 3) / 4); }

std::string shown(std::uint64_t bits, const column& kind) {
  const std::string digits = digits_of(bits, kind.width());
  if (kind.format != nullptr) return fmt::format("{} ({})", digits, fp::shortest_text(bits, *kind.format).view());
  return digits;
}

}  // namespace verbatim::oracle
