#include "harness/prove/operand.hpp"

#include <charconv>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/oracle/function.hpp"
#include "models/fp/names.hpp"

namespace verbatim::prove {
namespace {

constexpr std::size_t shown_bytes = 80;

template <class Things, class Name>
std::string known(const Things& things, Name name_of) {
  std::vector<std::string> names;
  for (const auto& each : things) names.emplace_back(name_of(each));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string known_formats() {
  return known(fp::all_formats, [](const fp::format* each) { return each->name; });
}

std::string known_integers() {
  return known(fp::all_integer_formats, [](const fp::integer_format* each) { return each->name; });
}

// `0x` and hexadecimal digits alone; a point or a `p` makes it a number.
bool looks_like_bits(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') &&
         text.substr(2).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (trouble != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::uint64_t bits_of(std::string_view text, int width, std::string_view type) {
  const auto value = hexadecimal(text.substr(2));
  if (!value || (width < 64 && (*value >> width) != 0))
    throw core::request_error(
        fmt::format("{} has more bits than {}, which has {}", core::escape(text, shown_bytes), type, width));
  return *value;
}

}  // namespace

std::uint64_t read_integer(std::string_view text, const fp::integer_format& type, std::string_view shown) {
  if (shown.empty()) shown = text;
  if (looks_like_bits(text)) return bits_of(text, type.width, type.name);
  const bool negative = text.starts_with('-');
  std::string_view digits = text;
  if (negative || text.starts_with('+')) digits.remove_prefix(1);
  std::uint64_t size = 0;
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (digits.empty() || end != digits.data() + digits.size() || trouble == std::errc::invalid_argument)
    throw core::request_error(fmt::format("'{}' is no integer", core::escape(shown, shown_bytes)));
  if (trouble != std::errc() || size > (negative ? type.lowest_magnitude() : type.largest()))
    throw core::request_error(fmt::format("{} does not fit in {}", core::escape(shown, shown_bytes), type.name));
  return (negative ? 0 - size : size) & type.mask();
}

operand read_operand(std::string_view text) {
  operand out;
  out.text = text;
  std::string_view number = text;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const std::string_view type = text.substr(0, colon);
    number = text.substr(colon + 1);
    out.format = fp::find_format(type);
    out.integer = fp::find_integer_format(type);
    if (out.format == nullptr && out.integer == nullptr)
      throw core::request_error(fmt::format("'{}': no format '{}'; there are {}, {}", core::escape(text, shown_bytes),
                                            core::escape(type, 40), known_formats(), known_integers()));
  }
  if (out.integer != nullptr) {
    out.bits = read_integer(number, *out.integer, text);
    return out;
  }
  if (looks_like_bits(number)) {
    out.is_bits = true;
    out.bits = out.format != nullptr ? bits_of(number, out.format->width(), out.format->name)
                                     : bits_of(number, 64, "binary64");
    return out;
  }
  if (number.size() > 1 && (number[0] == '-' || number[0] == '+') && looks_like_bits(number.substr(1)))
    throw core::request_error(fmt::format("'{}': bits have no sign; for a number write {}p0",
                                          core::escape(text, shown_bytes), core::escape(number, shown_bytes)));
  out.value = fp::read_power_of_two(number);
  if (out.value.error == fp::text_error::empty) out.value = fp::read_text(number);
  if (out.value.error != fp::text_error::none)
    throw core::request_error(fmt::format("'{}' is no number: {} (byte {} of '{}')", core::escape(text, shown_bytes),
                                          fp::describe(out.value.error), out.value.position + 1,
                                          core::escape(number, shown_bytes)));
  return out;
}

namespace {

// Whatever the operation's own attributes are, its operands are what was written.
fp::attributes as_written() {
  fp::attributes how;
  how.nans = &fp::nan_profiles::preserve;
  return how;
}

void refuse_unless_encodable(const operand& from, const fp::format& f, const fp::outcome& read) {
  const bool text = !from.is_bits && from.integer == nullptr;
  const bool infinity = text && from.value.what == fp::text_value::kind::infinity && !f.infinities;
  if (!infinity && !has(read.raised, fp::flags::invalid)) return;
  throw core::request_error(fmt::format("{} has no encoding for {}", f.name, core::escape(from.text, shown_bytes)));
}

}  // namespace

fp::outcome bits_in(const operand& from, const fp::format& f, const fp::attributes& how) {
  if (from.integer != nullptr) return fp::from_integer(from.bits, *from.integer, f, how);
  if (!from.is_bits) {
    if (from.format == nullptr || from.format == &f) return fp::round_text(from.value, f, how);
    return fp::convert(fp::round_text(from.value, *from.format, how).bits, *from.format, f, how);
  }
  if (from.format != nullptr && from.format != &f) return fp::convert(from.bits, *from.format, f, how);
  const int width = f.width();
  if (width < 64 && (from.bits >> width) != 0)
    throw core::request_error(fmt::format("{} has more bits than {}, which has {}; name its format, as in binary32:{}",
                                          core::escape(from.text, shown_bytes), f.name, width,
                                          core::escape(from.text, shown_bytes)));
  return {from.bits, fp::flags::none};
}

fp::outcome operand_in(const operand& from, const fp::format& f) {
  const fp::outcome read = bits_in(from, f, as_written());
  refuse_unless_encodable(from, f, read);
  return read;
}

const fp::format& format_named(std::string_view name, std::string_view option) {
  if (const fp::format* found = fp::find_format(name)) return *found;
  throw core::request_error(
      fmt::format("{}: no format '{}'; there are {}", option, core::escape(name, 40), known_formats()));
}

const fp::operation& operation_named(std::string_view name) {
  const std::span<const fp::operation> all = oracle::operations();
  if (const fp::operation* found = fp::find_operation(name, all)) return *found;
  throw core::request_error(fmt::format("no operation '{}'; there are {}", core::escape(name, 40),
                                        known(all, [](const fp::operation& each) { return each.name; })));
}

fp::attributes attribute_words::understood() const {
  fp::attributes how;
  how.saturate = saturate;
  how.flush_to_zero = flush_to_zero;
  how.denormals_are_zero = denormals_are_zero;
  if (!mode.empty()) {
    const fp::rounding* found = fp::find_rounding(mode);
    if (found == nullptr)
      throw core::request_error(fmt::format("--mode: no mode '{}'; there are {}", core::escape(mode, 40),
                                            known(fp::named_roundings, [](fp::rounding each) { return name(each); })));
    how.mode = *found;
  }
  if (!nan.empty()) {
    how.nans = fp::find_nan_profile(nan);
    if (how.nans == nullptr)
      throw core::request_error(
          fmt::format("--nan: no profile '{}'; there are {}", core::escape(nan, 40),
                      known(fp::nan_profiles::all, [](const fp::nan_profile* each) { return each->name; })));
  }
  if (tininess == "before") {
    how.detected = fp::tininess::before_rounding;
  } else if (!tininess.empty() && tininess != "after") {
    throw core::request_error(
        fmt::format("--tininess '{}': there are after and before (rounding)", core::escape(tininess, 40)));
  }
  how.random.count = static_cast<int>(random_count);
  if (how.mode == fp::rounding::stochastic && random.empty())
    throw core::request_error(
        "--mode stochastic needs random bits: give --random N, and --random-bits how many they are");
  if (!random.empty()) {
    if (how.mode != fp::rounding::stochastic)
      throw core::request_error("--random is for --mode stochastic; leave it out or give that mode");
    how.random.bits = read_integer(random, fp::u64, fmt::format("--random {}", random));
    if ((how.random.bits >> random_count) != 0)
      throw core::request_error(
          fmt::format("--random {} does not fit in --random-bits {}", core::escape(random, 40), random_count));
  }
  return how;
}

}  // namespace verbatim::prove
