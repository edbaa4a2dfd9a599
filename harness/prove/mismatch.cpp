#include "harness/prove/mismatch.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "harness/prove/evaluate.hpp"
#include "harness/prove/fault.hpp"
#include "models/fp/names.hpp"
#include "models/fp/neighbours.hpp"
#include "models/fp/print.hpp"

namespace verbatim::prove {
namespace {

using kind = mismatch_kind;

constexpr std::array<std::string_view, 21> kind_names{"double rounding",
                                                      "tie",
                                                      "mode ignored",
                                                      "lost sticky bit",
                                                      "lost carry",
                                                      "subnormal",
                                                      "overflow boundary",
                                                      "saturation",
                                                      "sign of zero",
                                                      "sign",
                                                      "nan payload",
                                                      "nan sign",
                                                      "nan quieting",
                                                      "nan lost",
                                                      "nan made",
                                                      "unordered",
                                                      "flags",
                                                      "bits above the width",
                                                      "off by one ulp",
                                                      "wrong value",
                                                      "not named"};
static_assert(kind_names.size() == static_cast<std::size_t>(kind::not_named) + 1);

std::string bits_text(std::uint64_t bits, const oracle::column& of) {
  // What has bits above the width is shown whole.
  const int width = of.width() < 64 && (bits >> of.width()) != 0 ? static_cast<int>(of.bytes()) * 8 : of.width();
  return fp::bits_text(bits, width).str();
}

// `0x3c01  1.0009765625 = 0x1.004p+0`: every digit where they are few.
std::string in_full(std::uint64_t bits, const oracle::column& of) {
  std::string out = bits_text(bits, of);
  if (of.width() < 64 && (bits >> of.width()) != 0) return out;
  if (of.integer != nullptr) return fmt::format("{}  {}", out, value_text(bits, *of.integer));
  if (of.format == nullptr) return bits != 0 ? "true" : "false";
  const fp::format& f = *of.format;
  const fp::number_class is = fp::classify(bits, f);
  if (is == fp::number_class::signaling_nan) return out + "  nan, signaling";
  if (is >= fp::number_class::infinity || is == fp::number_class::zero)
    return fmt::format("{}  {}", out, value_text(bits, f));
  return fmt::format("{}  {} = {}{}", out, value_text(bits, f), fp::hex_text(bits, f).view(),
                     is == fp::number_class::subnormal ? ", subnormal" : "");
}

std::string brief(std::uint64_t bits, const oracle::column& of) {
  if (of.integer != nullptr) return value_text(bits, *of.integer);
  return fmt::format("{} ({})", bits_text(bits, of), value_text(bits, *of.format));
}

bool all_finite(const oracle::question& asked, const oracle::operands& x) {
  for (std::size_t i = 0; i < asked.what.operands.size(); ++i)
    if (const fp::format* const f = asked.what.operands[i].format)
      if (fp::classify(x[i], *f) >= fp::number_class::infinity) return false;
  return true;
}

// Where the exact result lies, and what the mode makes of it; nothing where no rounding was to be done.
std::vector<std::pair<std::string_view, std::string>> exact_lines(const oracle::question& asked, const mismatch& one) {
  const oracle::column& result = asked.what.result;
  const fp::outcome model = asked.what.evaluate(one.operands, asked.how, asked.exact);
  if (!asked.what.rounds || !all_finite(asked, one.operands) || has(model.raised, fp::flags::invalid)) return {};
  const surroundings at = surroundings_of(asked, one.operands);
  const auto is_zero = [&result](std::uint64_t bits) {
    return result.format != nullptr && fp::magnitude(bits, *result.format) == 0;
  };
  if (at.down == at.up || (is_zero(at.down) && is_zero(at.up)))
    return {{"exact", fmt::format("{}, no rounding needed", brief(at.up, result))}};
  std::vector<std::pair<std::string_view, std::string>> out;
  // What is converted stands there as the operand.
  if (at.wide && !(asked.what.is_conversion() && asked.what.operands[0].format != nullptr) &&
      fp::classify(at.wide->bits, fp::binary64) == fp::number_class::normal)
    out.emplace_back("exact", fmt::format("{}{} = {}", at.wide->raised == fp::flags::none ? "" : "about ",
                                          value_text(at.wide->bits, fp::binary64),
                                          fp::hex_text(at.wide->bits, fp::binary64).view()));
  fp::attributes to_nearest = asked.how;
  to_nearest.mode = fp::rounding::ties_even;
  const std::uint64_t nearest = asked.what.evaluate(one.operands, to_nearest, asked.exact).bits;
  out.emplace_back("between",
                   fmt::format("{} and {}, {}; mode {} asks for {}", brief(at.down, result), brief(at.up, result),
                               at.tie                                   ? "half way"
                               : has(model.raised, fp::flags::overflow) ? "past the largest finite number"
                               : nearest == at.up                       ? "nearer to the upper"
                                                                        : "nearer to the lower",
                               name(asked.how.mode), bits_text(model.bits, result)));
  return out;
}

std::string flags_of(const observed& answer) {
  return answer.raised ? fmt::format("  flags: {}", fp::names(*answer.raised)) : "";
}

std::string cause(const oracle::question& asked, const mismatch& one, const fault& found) {
  const std::uint64_t wrong = found.reference_is_wrong ? one.reference.bits : one.given.bits;
  const std::uint64_t right = found.reference_is_wrong ? one.given.bits : one.reference.bits;
  const oracle::column& result = asked.what.result;
  const std::string it = bits_text(wrong, result);
  switch (found.kind) {
    case kind::double_rounding:
      return fmt::format("rounded twice: {} to {} first, {}, and from there to {}",
                         found.of_product ? "the product" : "the result", found.through->name,
                         fp::bits_text(found.between, found.through->width()).view(), it);
    case kind::tie: return fmt::format("the exact result is half way between two numbers; {} is the other one", it);
    case kind::mode_ignored:
      return fmt::format("{} is right for mode {}, and {} was asked for", it, name(found.mode), name(asked.how.mode));
    case kind::lost_sticky_bit:
      return fmt::format("the exact result is just off half way; {} is right if its lowest digits are taken for zero",
                         it);
    case kind::lost_carry: return "rounding up carried out of the significand, and the exponent stayed as it was";
    case kind::subnormal:
      return found.flushed_operand ? fmt::format("{} is right if subnormal operands are{} taken for zero", it,
                                                 asked.how.denormals_are_zero ? " not" : "")
             : found.flushed       ? fmt::format("a result this small is{} flushed to zero in {}",
                                           asked.how.flush_to_zero ? " not" : "", it)
                                   : "wrong where an operand or the result is below the smallest normal number";
    case kind::overflow_boundary:
      return fmt::format("the exact result is close to the largest finite number; it rounds to {}, not to {}",
                         brief(right, result), it);
    case kind::saturation:
      return result.integer != nullptr
                 ? fmt::format("no {} holds the value; NaN profile {} gives {}", result.name(), asked.how.nans->name,
                               bits_text(right, result))
                 : fmt::format(
                       "the result is infinite or past the largest finite number, and saturation was{} asked for",
                       asked.how.saturate ? "" : " not");
    case kind::sign_of_zero: return "zeros of different signs";
    case kind::sign: return "the sign alone is wrong";
    case kind::nan_payload: return "both are NaN with different payloads";
    case kind::nan_sign: return "both are NaN with different signs";
    case kind::nan_quieting: return "both are NaN, one quiet and one signaling";
    case kind::nan_lost: return fmt::format("the result is a NaN, and {} is none", it);
    case kind::nan_made: return fmt::format("the result is no NaN, and {} is one", it);
    case kind::unordered: return "an operand is a NaN, and NaN is unordered with everything, itself too";
    case kind::flags: return "the bits are right, the exceptions signaled are not";
    case kind::bits_above_the_width: return fmt::format("a result of {} bits has bits set above them", result.width());
    case kind::off_by_one_ulp: return "one unit in the last place off, which no rounding mode explains";
    case kind::wrong_value: return "no fault known here explains it";
    case kind::not_named: break;
  }
  return "not looked at";
}

}  // namespace

std::string_view name(mismatch_kind which) { return kind_names[static_cast<std::size_t>(which)]; }

std::optional<mismatch_kind> find_mismatch_kind(std::string_view text) {
  const auto* const found = std::ranges::find(kind_names, text);
  if (found == kind_names.end()) return std::nullopt;
  return static_cast<mismatch_kind>(found - kind_names.begin());
}

mismatch_kind kind_of(const oracle::question& asked, const mismatch& one) { return find_fault(asked, one).kind; }

std::vector<std::string> explain(const oracle::question& asked, const mismatch& one, std::string_view reference_name,
                                 std::string_view given_name,
                                 const std::vector<std::pair<std::string_view, observed>>& others) {
  const std::vector<oracle::column>& columns = asked.what.operands;
  std::vector<std::pair<std::string_view, std::string>> rows;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    constexpr std::array<std::string_view, 3> labels{"operand a", "operand b", "operand c"};
    rows.emplace_back(columns.size() == 1 ? "operand" : labels[i], in_full(one.operands[i], columns[i]));
  }
  for (auto& line : exact_lines(asked, one)) rows.push_back(std::move(line));
  const fault found = find_fault(asked, one);
  rows.emplace_back(reference_name, in_full(one.reference.bits, asked.what.result) + flags_of(one.reference));
  rows.emplace_back(given_name, in_full(one.given.bits, asked.what.result) + flags_of(one.given));
  rows.emplace_back(name(found.kind), cause(asked, one, found));
  if (found.reference_is_wrong)
    rows.emplace_back("model", fmt::format("gives what {} gives: the fault is that of {}", given_name, reference_name));
  for (const auto& [name, answer] : others)
    if (name != reference_name && name != given_name) rows.emplace_back(name, in_full(answer.bits, asked.what.result));
  std::size_t width = 0;
  for (const auto& [label, text] : rows) width = std::max(width, label.size());
  std::vector<std::string> lines;
  lines.reserve(rows.size());
  for (const auto& [label, text] : rows) lines.push_back(fmt::format("{:<{}}  {}", label, width, text));
  return lines;
}

}  // namespace verbatim::prove
