#include "harness/prove/listing.hpp"

#include <functional>

#include <fmt/format.h>

#include "harness/oracle/function.hpp"
#include "harness/oracle/oracle.hpp"
#include "harness/prove/evaluate.hpp"
#include "models/fp/names.hpp"
#include "models/fp/print.hpp"

namespace verbatim::prove {
namespace {

using adder = std::function<void(std::string_view subject, std::string text, core::value::object facts)>;

void add_formats(const adder& add) {
  for (const fp::format* each : fp::all_formats) {
    std::string others;
    for (const auto& alias : fp::format_aliases)
      if (alias.thing == each) others += fmt::format(" {}", alias.name);
    const std::string largest = value_text(each->largest_finite(), *each);
    const std::string smallest = value_text(each->smallest_positive(), *each);
    add(each->name,
        fmt::format("{:>2} bits, {:>2} of exponent, precision {:>2}, bias {:>4}, {} to {}{}", each->width(),
                    each->exponent_bits, each->significand_bits, each->bias, smallest, largest,
                    others.empty() ? "" : fmt::format("; also{}", others)),
        {{"width", each->width()},
         {"exponent_bits", each->exponent_bits},
         {"significand_bits", each->significand_bits},
         {"bias", each->bias},
         {"infinities", each->infinities},
         {"signed", each->is_signed},
         {"signed_zero", each->signed_zero},
         {"subnormals", each->subnormals},
         {"largest", largest},
         {"smallest", smallest}});
  }
  for (const fp::integer_format* each : fp::all_integer_formats)
    add(each->name, fmt::format("{} bits, {} integer", each->width, each->is_signed ? "signed" : "unsigned"),
        {{"width", each->width}, {"signed", each->is_signed}});
}

void add_modes(const adder& add) {
  for (const fp::rounding each : fp::named_roundings) {
    std::string others;
    for (const auto& alias : fp::rounding_aliases)
      if (alias.thing == each) others += fmt::format("{}{}", others.empty() ? "" : " ", alias.name);
    add(name(each), others.empty() ? "" : fmt::format("also {}", others), {});
  }
}

void add_operations(const adder& add) {
  for (const fp::operation& each : oracle::operations())
    add(each.name, fmt::format("{} operand{}: {}", each.operand_count, each.operand_count == 1 ? "" : "s", each.what),
        {{"operands", each.operand_count}, {"rounds", each.rounds}});
}

void add_nan_profiles(const adder& add) {
  for (const fp::nan_profile* each : fp::nan_profiles::all)
    add(each->name,
        fmt::format("invalid gives {} in binary16; NaN operands {}; conversions {}; integers out of range {}",
                    fp::bits_text(fp::generated_nan(fp::binary16, *each), 16).view(),
                    !each->propagates            ? "are replaced by it"
                    : each->quiets_in_arithmetic ? "pass on, made quiet"
                                                 : "pass on as they are, signaling nothing",
                    !each->propagates            ? "replace NaN"
                    : each->quiets_in_conversion ? "make it quiet"
                                                 : "keep signaling NaN, and signal nothing",
                    each->integers == fp::integer_overflow::indefinite ? "have only the top bit (all bits, unsigned)"
                    : each->integers == fp::integer_overflow::saturate_nan_max ? "saturate, NaN to the largest"
                                                                               : "saturate, NaN to 0"),
        {{"propagates", each->propagates},
         {"quiets_in_arithmetic", each->quiets_in_arithmetic},
         {"quiets_in_conversion", each->quiets_in_conversion}});
}

// Each with its tier, what it offers and its version, or why it is absent.
void add_oracles(const adder& add) {
  for (const oracle::implementation* each : oracle::all_oracles()) {
    const std::string absent = each->absent();
    const std::string_view tier = oracle::name(each->which_tier());
    add(each->name(),
        absent.empty() ? fmt::format("{:<11}  {}; {}", tier, each->what(), each->version())
                       : fmt::format("{:<11}  not here: {}", tier, absent),
        {{"tier", tier},
         {"available", absent.empty()},
         {"what", each->what()},
         {"version", absent.empty() ? core::value(each->version()) : core::value()},
         {"absent", absent.empty() ? core::value() : core::value(absent)}});
  }
}

struct topic_lister {
  std::string_view topic;
  void (*list)(const adder&);
};

constexpr topic_lister topics[] = {{"formats", add_formats},
                                   {"modes", add_modes},
                                   {"operations", add_operations},
                                   {"nan-profiles", add_nan_profiles},
                                   {"oracles", add_oracles}};

}  // namespace

std::vector<std::string> list_topics() {
  std::vector<std::string> out;
  for (const topic_lister& each : topics) out.emplace_back(each.topic);
  return out;
}

core::report list_of(std::string_view topic) {
  core::report out;
  out.kind = "list";
  out.list_name = topic;
  const adder add = [&out](std::string_view subject, std::string text, core::value::object facts) {
    core::result one;
    one.subject = subject;
    one.verdict = std::move(text);
    one.facts = std::move(facts);
    out.results.push_back(std::move(one));
  };
  for (const topic_lister& each : topics)
    if (each.topic == topic) each.list(add);
  return out;
}

}  // namespace verbatim::prove
