#include "harness/prove/evaluate.hpp"

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "models/fp/names.hpp"
#include "models/fp/print.hpp"

namespace verbatim::prove {
namespace {

core::report answer(std::string_view operation, std::string line, core::value::object facts) {
  core::result one;
  one.subject = operation;
  one.verdict = std::move(line);
  one.facts = std::move(facts);
  return core::answer("eval", "operations", std::move(one));
}

core::value::object operand_facts(const operand& from, const fp::format& f, const fp::outcome& read) {
  return {{"text", core::escape(from.text, 200)},
          {"format", f.name},
          {"bits", fp::bits_text(read.bits, f.width()).view()},
          {"value", value_text(read.bits, f)},
          {"flags", flag_names(read.raised)}};
}

// Where an operand is not what was written, the reader must know what was computed with.
void note_operand(const operand& from, const fp::format& f, const fp::outcome& read, core::report& out) {
  if (read.raised == fp::flags::none) return;
  out.results.front().explanation.push_back(fmt::format("operand {} is {} {} in {} ({})", core::escape(from.text, 80),
                                                        fp::bits_text(read.bits, f.width()).view(),
                                                        value_text(read.bits, f), f.name, fp::names(read.raised)));
}

core::value::object number_facts(const fp::outcome& result, const fp::format& f) {
  return {{"format", f.name},
          {"bits", fp::bits_text(result.bits, f.width()).view()},
          {"value", value_text(result.bits, f)},
          {"shortest", fp::shortest_text(result.bits, f).view()},
          {"exact", fp::exact_text(result.bits, f).view()},
          {"hex", fp::hex_text(result.bits, f).view()},
          {"class", name(fp::classify(result.bits, f))},
          {"flags", flag_names(result.raised)}};
}

std::string flags_text(fp::flags set) { return fmt::format("flags: {}", fp::names(set)); }

core::report number_answer(std::string_view operation, const fp::outcome& result, const fp::format& f,
                           core::value::list operands) {
  core::value::object facts = number_facts(result, f);
  facts.emplace_back("operands", std::move(operands));
  return answer(operation,
                fmt::format("{}  {}  {}", fp::bits_text(result.bits, f.width()).view(), value_text(result.bits, f),
                            flags_text(result.raised)),
                std::move(facts));
}

core::report integer_answer(const fp::outcome& result, const fp::integer_format& type, core::value::list operands) {
  const std::string value = value_text(result.bits, type);
  return answer(
      "convert",
      fmt::format("{}  {}  {}", fp::bits_text(result.bits, type.width).view(), value, flags_text(result.raised)),
      {{"format", type.name},
       {"bits", fp::bits_text(result.bits, type.width).view()},
       {"value", value},
       {"flags", flag_names(result.raised)},
       {"operands", std::move(operands)}});
}

// `true`, a class, a count: no number of a format.
core::report word_answer(std::string_view operation, std::string word, core::value fact, const fp::outcome& result,
                         core::value::list operands) {
  if (result.raised != fp::flags::none) word += "  " + flags_text(result.raised);
  return answer(operation, std::move(word),
                {{"value", std::move(fact)}, {"flags", flag_names(result.raised)}, {"operands", std::move(operands)}});
}

// The integer that a value rounds to which is in no format: an integer, or text.
fp::outcome integer_of(const fp::text_value& value, const operand& from, const fp::integer_format& to,
                       const fp::attributes& how) {
  if (value.what != fp::text_value::kind::finite)
    return fp::to_integer(fp::round_text(value, fp::binary64).bits, fp::binary64, to, how, true);
  if (value.value.sticky && value.value.exponent >= 0)
    throw core::request_error(
        fmt::format("'{}' has more digits than an integer of 64 bits; name the format it is a number of, as in "
                    "binary64:{}",
                    core::escape(from.text, 80), core::escape(from.text, 80)));
  return fp::round_to_integer(value.value, to, how, true);
}

// One rounding from what is in no format straight to the target, or from the format that the operand is in.
core::report converted(const evaluation_request& request, const operand& from, const fp::attributes& how) {
  const fp::integer_format* const integer = fp::find_integer_format(request.to);
  const fp::format& to = request.to.empty() || integer != nullptr ? fp::binary16 : format_named(request.to, "--to");
  const fp::format* const source = !request.type.empty()                    ? &format_named(request.type, "--type")
                                   : from.is_bits && from.format == nullptr ? &fp::binary16
                                                                            : from.format;
  if (source == nullptr) {
    fp::text_value value = from.value;
    if (from.integer != nullptr) value.value = fp::integer_value(from.bits, *from.integer);
    core::value::list operands{core::value::object{{"text", core::escape(from.text, 200)}}};
    return integer != nullptr ? integer_answer(integer_of(value, from, *integer, how), *integer, std::move(operands))
                              : number_answer("convert", fp::round_text(value, to, how), to, std::move(operands));
  }
  const fp::outcome read = operand_in(from, *source);
  core::value::list operands{operand_facts(from, *source, read)};
  core::report out =
      integer != nullptr
          ? integer_answer(fp::to_integer(read.bits, *source, *integer, how, true), *integer, std::move(operands))
          : number_answer("convert", fp::convert(read.bits, *source, to, how), to, std::move(operands));
  note_operand(from, *source, read, out);
  return out;
}

core::report answer_of(const fp::operation& operation, const fp::outcome& result, const fp::format& to,
                       core::value::list facts) {
  switch (operation.result) {
    case fp::result_kind::truth: {
      const bool yes = result.bits != 0;
      return word_answer(operation.name, yes ? "true" : "false", yes, result, std::move(facts));
    }
    case fp::result_kind::category: {
      const std::string_view word = fp::ten_classes[result.bits];
      return word_answer(operation.name, std::string(word), word, result, std::move(facts));
    }
    case fp::result_kind::count: {
      const std::string word = result.raised == fp::flags::none ? fmt::format("{}", result.bits) : "nan";
      return word_answer(operation.name, word, word, result, std::move(facts));
    }
    case fp::result_kind::chosen_format:
    case fp::result_kind::same_format: break;
  }
  return number_answer(operation.name, result, to, std::move(facts));
}

const fp::format& format_to_compute_in(const evaluation_request& request, const std::vector<operand>& operands) {
  if (!request.type.empty()) return format_named(request.type, "--type");
  const fp::format* found = nullptr;
  for (const operand& each : operands) {
    if (each.format == nullptr) continue;
    if (found != nullptr && found != each.format)
      throw core::request_error(
          fmt::format("the operands are in {} and {}; say with --type in which to compute, each is "
                      "rounded to it first",
                      found->name, each.format->name));
    found = each.format;
  }
  return found != nullptr ? *found : fp::binary16;
}

}  // namespace

core::value::list flag_names(fp::flags set) {
  core::value::list out;
  for (const fp::flags each : fp::all_flags)
    if (has(set, each)) out.emplace_back(name(each));
  return out;
}

std::string value_text(std::uint64_t bits, const fp::format& f) {
  fp::attributes exact;
  exact.nans = &fp::nan_profiles::preserve;
  return fp::shortest_text(fp::convert(bits, f, fp::binary64, exact).bits, fp::binary64).str();
}

std::string value_text(std::uint64_t bits, const fp::integer_format& type) {
  const fp::exact value = fp::integer_value(bits, type);
  return fmt::format("{}{}", value.negative ? "-" : "", value.significand);
}

core::report evaluate(const evaluation_request& request) {
  const fp::operation& operation = operation_named(request.operation);
  const fp::attributes how = request.attributes.understood();
  const auto count = static_cast<std::size_t>(operation.operand_count);
  if (request.operands.size() != count)
    throw core::request_error(fmt::format("{} takes {} operand{} ({}), not {}", operation.name, count,
                                          count == 1 ? "" : "s", operation.what, request.operands.size()));
  if (operation.name == "convert") return converted(request, read_operand(request.operands[0]), how);

  std::vector<operand> operands;
  const std::size_t numbers = operation.second_is_integer ? 1 : count;
  for (std::size_t i = 0; i < numbers; ++i) operands.push_back(read_operand(request.operands[i]));
  const fp::format& in = format_to_compute_in(request, operands);
  const bool free_result = operation.result == fp::result_kind::chosen_format;
  if (!free_result && !request.to.empty())
    throw core::request_error(fmt::format("--to: {} gives {}; leave it out", operation.name,
                                          operation.result == fp::result_kind::same_format
                                              ? "a number of its operands' format"
                                          : operation.result == fp::result_kind::truth ? "true or false"
                                                                                       : "no number of a format"));
  const fp::format& to = free_result && !request.to.empty() ? format_named(request.to, "--to") : in;

  fp::operation::operands bits{};
  core::value::list facts;
  std::vector<fp::outcome> read;
  for (std::size_t i = 0; i < numbers; ++i) {
    read.push_back(operand_in(operands[i], in));
    bits[i] = read[i].bits;
    facts.emplace_back(operand_facts(operands[i], in, read[i]));
  }
  if (operation.second_is_integer) {
    bits[1] = read_integer(request.operands[1], fp::i64);
    facts.emplace_back(core::value::object{{"text", core::escape(request.operands[1], 200)}, {"format", "i64"}});
  }
  const fp::outcome result = operation.evaluate(bits, in, to, how);
  core::report out = answer_of(operation, result, to, std::move(facts));
  for (std::size_t i = 0; i < numbers; ++i) note_operand(operands[i], in, read[i], out);
  return out;
}

std::string to_line(const core::report& evaluated) { return evaluated.results.front().verdict + "\n"; }

}  // namespace verbatim::prove
