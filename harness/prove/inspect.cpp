#include "harness/prove/inspect.hpp"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/core/safe_text.hpp"
#include "harness/prove/evaluate.hpp"
#include "models/fp/add.hpp"
#include "models/fp/compare.hpp"
#include "models/fp/names.hpp"
#include "models/fp/neighbours.hpp"
#include "models/fp/print.hpp"

namespace verbatim::prove {
namespace {

std::string bits_in_hex(std::uint64_t bits, const fp::format& f) { return fp::bits_text(bits, f.width()).str(); }

std::string binary(std::uint64_t bits, int width) { return width == 0 ? "none" : fmt::format("{:0{}b}", bits, width); }

std::string number_text(std::uint64_t bits, const fp::format& f) {
  return fmt::format("{} {}", bits_in_hex(bits, f), value_text(bits, f));
}

// The number asked about: as an encoding of one format, or exact as it was written.
struct subject {
  const fp::format* in = nullptr;
  std::uint64_t bits = 0;  ///< in `in`, ties to even
  fp::flags raised = fp::flags::none;
  const operand* written = nullptr;

  // Rounded from what was written, not from `bits`: once.
  [[nodiscard]] fp::outcome as(const fp::format& to, const fp::attributes& how) const {
    if (written->is_bits && written->format == nullptr) return fp::convert(bits, *in, to, how);
    return bits_in(*written, to, how);
  }
};

core::value::object neighbour_facts(std::uint64_t bits, std::uint64_t neighbour, const fp::format& f) {
  const fp::number_class kind = fp::classify(neighbour, f);
  const bool gap_is_known = kind < fp::number_class::infinity && fp::classify(bits, f) < fp::number_class::infinity;
  core::value::object out{{"bits", bits_in_hex(neighbour, f)}, {"value", value_text(neighbour, f)}};
  if (gap_is_known && neighbour != bits) {
    const bool above = fp::compare(neighbour, bits, f) == fp::relation::greater;
    const fp::outcome gap =
        above ? fp::subtract(neighbour, bits, f, fp::binary64, {}) : fp::subtract(bits, neighbour, f, fp::binary64, {});
    out.emplace_back("gap", value_text(gap.bits, fp::binary64));
  }
  return out;
}

std::string fact_of(const core::value::object& facts, std::string_view key) {
  for (const auto& [name, fact] : facts)
    if (name == key) return std::get<std::string>(fact.data());
  return "";
}

void add_encoding(const subject& what, core::result& out) {
  const fp::format& f = *what.in;
  const fp::number_class kind = fp::classify(what.bits, f);
  const std::uint64_t biased = fp::magnitude(what.bits, f) >> f.fraction_bits();
  const std::uint64_t fraction = what.bits & f.fraction_mask();
  out.facts = {{"format", f.name},
               {"bits", bits_in_hex(what.bits, f)},
               {"value", value_text(what.bits, f)},
               {"shortest", fp::shortest_text(what.bits, f).view()},
               {"exact", fp::exact_text(what.bits, f).view()},
               {"hex", fp::hex_text(what.bits, f).view()},
               {"class", name(kind)},
               {"sign", fp::is_negative(what.bits, f) ? 1 : 0},
               {"biased_exponent", biased},
               {"fraction", fraction},
               {"flags", flag_names(what.raised)}};
  out.verdict = name(kind);
  auto& lines = out.explanation;
  lines.push_back(fmt::format("{} in {}: {}", bits_in_hex(what.bits, f), f.name, value_text(what.bits, f)));
  if (what.raised != fp::flags::none)
    lines.push_back(fmt::format("  rounded   from {} (ties to even; flags: {})", core::escape(what.written->text, 80),
                                fp::names(what.raised)));
  lines.push_back(fmt::format("  class     {}", name(kind)));
  lines.push_back(fmt::format("  fields    sign {}, exponent {} ({}), fraction {}",
                              f.is_signed ? binary((what.bits & f.sign_mask()) != 0 ? 1 : 0, 1) : "none",
                              binary(biased, f.exponent_bits), biased, binary(fraction, f.fraction_bits())));
  if (kind < fp::number_class::infinity) {
    const fp::unpacked number = fp::unpack(what.bits, f);
    out.facts.emplace_back("significand", number.significand);
    out.facts.emplace_back("exponent", number.exponent);
    lines.push_back(fmt::format("  exactly   {}{} × 2^{} = {}", number.negative ? "-" : "", number.significand,
                                number.exponent, fp::exact_text(what.bits, f).view()));
    lines.push_back(fmt::format("  also      {}, shortest in {}: {}", fp::hex_text(what.bits, f).view(), f.name,
                                fp::shortest_text(what.bits, f).view()));
  }
  if (is_nan(kind)) return;
  for (const bool above : {false, true}) {
    const std::uint64_t neighbour = above ? fp::next_up(what.bits, f) : fp::next_down(what.bits, f);
    core::value::object facts = neighbour_facts(what.bits, neighbour, f);
    const std::string gap = fact_of(facts, "gap");
    const std::string side = above ? "above" : "below";
    lines.push_back(neighbour == what.bits ? fmt::format("  {:<9} nothing", side)
                                           : fmt::format("  {:<9} {}{}", side, number_text(neighbour, f),
                                                         gap.empty() ? "" : fmt::format(", {} away", gap)));
    out.facts.emplace_back(side, neighbour == what.bits ? core::value() : core::value(std::move(facts)));
  }
}

// One line for modes that agree, bits and flags.
void add_format(const subject& what, const fp::format& to, bool all, core::result& out, core::value::list& facts) {
  struct group {
    fp::outcome result;
    std::vector<std::string_view> modes;
  };
  std::vector<group> groups;
  core::value::object modes;
  for (const fp::rounding mode : fp::deterministic_roundings) {
    const fp::outcome result = what.as(to, mode);
    modes.emplace_back(name(mode), core::value::object{{"bits", bits_in_hex(result.bits, to)},
                                                       {"value", value_text(result.bits, to)},
                                                       {"flags", flag_names(result.raised)}});
    group* same = nullptr;
    for (group& each : groups)
      if (each.result == result) same = &each;
    if (same == nullptr || all)
      groups.push_back({result, {name(mode)}});
    else
      same->modes.push_back(name(mode));
  }
  std::string label(to.name);
  for (const group& each : groups) {
    const bool agreed = groups.size() == 1;
    out.explanation.push_back(fmt::format(
        "  {:<12} {:<18} {:<24} {:<26} {}", label, bits_in_hex(each.result.bits, to), value_text(each.result.bits, to),
        each.result.raised == fp::flags::none ? "exact" : fp::names(each.result.raised),
        agreed ? "every mode" : fmt::format("{}", fmt::join(each.modes, " "))));
    label.clear();
  }
  facts.emplace_back(core::value::object{{"format", to.name}, {"modes", std::move(modes)}});
}

}  // namespace

core::report inspect(const inspection_request& request) {
  const operand written = read_operand(request.number);
  subject what;
  what.written = &written;
  what.in = !request.type.empty()        ? &format_named(request.type, "--type")
            : written.format != nullptr  ? written.format
            : written.integer != nullptr ? &fp::binary64
                                         : &fp::binary16;
  const fp::outcome own = bits_in(written, *what.in, {});
  what.bits = own.bits;
  what.raised = own.raised;

  core::result one;
  one.subject = core::escape(request.number, 200);
  add_encoding(what, one);
  core::value::list formats;
  one.explanation.emplace_back(request.all ? "in every format, by every mode:" : "in every format:");
  for (const fp::format* each : fp::all_formats) add_format(what, *each, request.all, one, formats);
  one.facts.emplace_back("formats", std::move(formats));
  return core::answer("inspect", "numbers", std::move(one));
}

}  // namespace verbatim::prove
