#include "harness/diagnose/judge.hpp"

#include <optional>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "models/fp/compare.hpp"
#include "models/fp/multiply.hpp"
#include "models/fp/names.hpp"
#include "models/fp/parse.hpp"
#include "models/fp/print.hpp"

namespace verbatim::diagnose {
namespace {

constexpr const fp::format& half = fp::binary16;
constexpr const fp::format& wide = fp::binary64;

constexpr std::uint64_t article_largest = fp::convert(half.largest_finite(), half, wide, fp::rounding::ties_even).bits;
constexpr std::uint64_t article_smallest =
    fp::convert(half.smallest_normal(), half, wide, fp::rounding::ties_even).bits;
// Of scales that are binary64 numbers themselves.
constexpr int largest_exponent = 1023;
constexpr int smallest_exponent = -1074;

std::string repr(std::uint64_t bits) { return fp::shortest_text(bits, wide).str(); }
std::string half_text(std::uint64_t bits) { return repr(fp::convert(bits, half, wide, fp::rounding::ties_even).bits); }

std::uint64_t number(std::string_view text, std::string_view what) {
  if (text.find_first_of("xX") != std::string_view::npos && text.find_first_of(".pP") == std::string_view::npos)
    throw core::request_error(fmt::format("{} '{}': bits are no number here; write {}p0", what, core::escape(text, 80),
                                          core::escape(text, 80)));
  fp::text_value read = fp::read_power_of_two(text);
  if (read.error == fp::text_error::empty) read = fp::read_text(text);
  if (read.error != fp::text_error::none)
    throw core::request_error(fmt::format("{} '{}' is no number: {} (byte {})", what, core::escape(text, 80),
                                          fp::describe(read.error), read.position + 1));
  const std::uint64_t bits = fp::round_text(read, wide).bits;
  if (fp::is_nan(bits, wide))
    throw core::request_error(fmt::format("{} is NaN: nothing can be said of its size", what));
  return bits;
}

core::value::list flag_list(fp::flags set) {
  core::value::list out;
  for (const fp::flags each : fp::all_flags)
    if (has(set, each)) out.emplace_back(name(each));
  return out;
}

bool below(std::uint64_t a, std::uint64_t b) { return fp::compare(a, b, wide) == fp::relation::less; }

// The largest k with |gradient| × 2^k finite in binary16; none where every one fits or none does.
std::optional<int> largest_scale_exponent(std::uint64_t gradient) {
  const fp::unpacked value = fp::unpack(gradient, wide);
  if (value.kind >= fp::number_class::infinity || value.kind == fp::number_class::zero) return std::nullopt;
  for (int k = largest_exponent; k >= smallest_exponent; --k) {
    const fp::outcome scaled =
        fp::round_pack({false, value.significand, value.exponent + k}, half, fp::rounding::ties_even);
    if (!has(scaled.raised, fp::flags::overflow)) return k;
  }
  return std::nullopt;
}

// What binary16 makes of the product, in words.
std::string half_description(const fp::outcome& result) {
  switch (fp::classify(result.bits, half)) {
    case fp::number_class::infinity:
      return has(result.raised, fp::flags::overflow)
                 ? "overflows to infinity: rounding to nearest does so from 65520 on"
                 : "infinity stays infinity";
    case fp::number_class::subnormal:
      return fmt::format("subnormal: kept with {} of 11 binary digits", std::bit_width(result.bits));
    case fp::number_class::zero:
      return has(result.raised, fp::flags::inexact) ? "lost: 2^-25 and below round to zero" : "zero";
    default: break;
  }
  return result.bits == half.largest_finite() && has(result.raised, fp::flags::inexact)
             ? "finite: up to 65520 it rounds to the largest number, 65504"
             : "a normal number";
}

}  // namespace

core::report judge(std::string_view gradient_text, std::string_view scale_text) {
  const std::uint64_t gradient = fp::absolute(number(gradient_text, "the gradient"), wide);
  const std::uint64_t scale = number(scale_text, "the scale");
  if (!below(0, scale) || fp::classify(scale, wide) == fp::number_class::infinity)
    throw core::request_error(
        fmt::format("the scale {} is not a positive finite number of binary64", core::escape(scale_text, 80)));

  // As the article computes it: the product in binary64, compared with two limits.
  const std::uint64_t scaled = fp::multiply(gradient, scale, wide).bits;
  const std::string_view verdict = below(article_largest, scaled)    ? "OVERFLOW"
                                   : below(scaled, article_smallest) ? "UNDERFLOW"
                                                                     : "IN_RANGE";
  // As a processor would store it: the exact product rounded once.
  const fp::outcome stored = fp::multiply(gradient, scale, wide, half, {});
  const std::optional<int> exponent = largest_scale_exponent(gradient);

  core::result one;
  one.subject = fmt::format("{} × {}", core::escape(gradient_text, 80), core::escape(scale_text, 80));
  one.verdict = verdict;
  one.kind = verdict == "IN_RANGE" ? core::weight::holds : core::weight::finding;
  one.explanation.push_back(
      fmt::format("{}  {} × {} = {}  (article: OVERFLOW above 65504.0, UNDERFLOW below "
                  "6.103515625e-05)",
                  verdict, repr(gradient), repr(scale), repr(scaled)));
  one.explanation.push_back(fmt::format("binary16: {}  {}  flags: {}  ({})", fp::bits_text(stored.bits, 16).view(),
                                        half_text(stored.bits), fp::names(stored.raised), half_description(stored)));
  one.facts = {{"gradient", repr(gradient)},
               {"scale", repr(scale)},
               {"scaled", repr(scaled)},
               {"article", verdict},
               {"binary16", core::value::object{{"bits", fp::bits_text(stored.bits, 16).view()},
                                                {"value", half_text(stored.bits)},
                                                {"class", name(fp::classify(stored.bits, half))},
                                                {"flags", flag_list(stored.raised)}}}};
  if (exponent) {
    const std::uint64_t best = fp::round_pack({false, 1, *exponent}, wide, fp::rounding::ties_even).bits;
    one.explanation.push_back(
        fmt::format("largest power-of-two scale that stays finite in binary16: 2^{} = {}", *exponent, repr(best)));
    one.facts.emplace_back("largest_scale", repr(best));
    one.facts.emplace_back("largest_scale_exponent", *exponent);
  } else {
    const bool zero = fp::classify(gradient, wide) == fp::number_class::zero;
    one.explanation.emplace_back(zero ? "every scale fits: zero stays zero" : "no scale fits: infinity stays infinity");
    one.facts.emplace_back("largest_scale", core::value());
  }
  return core::answer("judge", "judgements", std::move(one));
}

}  // namespace verbatim::diagnose
