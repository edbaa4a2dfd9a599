#include "harness/gate/numbers.hpp"

#include <bit>
#include <charconv>
#include <cstdlib>
#include <string>

#include "models/fp/convert.hpp"
#include "models/fp/neighbours.hpp"

namespace verbatim::gate {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// What stands before a number must not make it part of a word or of a dotted version.
bool may_begin(std::string_view line, std::size_t at) {
  if (at == 0) return true;
  const char before = line[at - 1];
  return !is_digit(before) && !is_letter(before) && before != '.';
}

// Bytes of UTF-8 beyond ASCII count as blanks: 第1行 holds the number 1.
bool may_end(std::string_view line, std::size_t at) {
  if (at >= line.size()) return true;
  if (line[at] == '.' && at + 1 < line.size() && is_digit(line[at + 1])) return false;  // 1.2.3, 127.0.0.1
  return !is_digit(line[at]) && !is_letter(line[at]);
}

std::size_t digits_from(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && is_digit(line[end])) ++end;
  return end - at;
}

// Length of the bit pattern at `at`, or 0.
std::size_t pattern_length(std::string_view line, std::size_t at) {
  if (line.substr(at, 2) != "0x" && line.substr(at, 2) != "0X") return 0;
  std::size_t end = at + 2;
  while (end < line.size() && is_hex(line[end])) ++end;
  const std::size_t digits = end - at - 2;
  return digits == 4 || digits == 8 || digits == 16 ? end - at : 0;
}

// Length of the decimal number, `nan` or `inf` at `at`, or 0.
std::size_t decimal_length(std::string_view line, std::size_t at) {
  std::size_t end = at;
  if (line[end] == '-' || line[end] == '+') ++end;
  for (const std::string_view word : {"infinity", "inf", "nan"})
    if (line.substr(end, word.size()) == word) return end + word.size() - at;
  const std::size_t whole = digits_from(line, end);
  end += whole;
  std::size_t part = 0;
  if (end < line.size() && line[end] == '.') {
    part = digits_from(line, end + 1);
    if (part > 0) end += 1 + part;
  }
  if (whole + part == 0) return 0;
  if (end < line.size() && (line[end] == 'e' || line[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (exponent < line.size() && (line[exponent] == '-' || line[exponent] == '+')) ++exponent;
    const std::size_t digits = digits_from(line, exponent);
    if (digits > 0) end = exponent + digits;
  }
  return end - at;
}

std::uint64_t decimal_bits(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  // Out of range leaves the value untouched; strtod says on which side (no locale is ever set, so the point is a point).
  if (read.ec == std::errc::result_out_of_range) value = std::strtod(std::string(text).c_str(), nullptr);
  return std::bit_cast<std::uint64_t>(negative ? -value : value);
}

format_distance distance_in(const fp::format& format, std::uint64_t golden, std::uint64_t actual) {
  format_distance out;
  out.format = format.name;
  out.width = static_cast<unsigned>(format.width());
  out.golden_bits = golden;
  out.actual_bits = actual;
  out.ulps = fp::ulp_distance(golden, actual, format);
  return out;
}

std::vector<format_distance> distances(const number_token& golden, const number_token& actual) {
  std::vector<format_distance> out;
  if (golden.is_bits && actual.is_bits) {
    if (golden.width != actual.width) return out;
    const fp::format& format = golden.width == 16 ? fp::binary16 : golden.width == 32 ? fp::binary32 : fp::binary64;
    out.push_back(distance_in(format, golden.bits, actual.bits));
    return out;
  }
  if (golden.is_bits || actual.is_bits) return out;
  out.push_back(distance_in(fp::binary64, golden.bits, actual.bits));
  for (const fp::format* format : {&fp::binary32, &fp::binary16}) {
    const auto narrow = [format](std::uint64_t bits) {
      return fp::convert(bits, fp::binary64, *format, fp::rounding::ties_even).bits;
    };
    out.push_back(distance_in(*format, narrow(golden.bits), narrow(actual.bits)));
  }
  return out;
}

}  // namespace

std::vector<number_token> find_numbers(std::string_view line) {
  std::vector<number_token> found;
  for (std::size_t at = 0; at < line.size();) {
    number_token token;
    token.begin = at;
    std::size_t length = 0;
    if (may_begin(line, at)) {
      length = pattern_length(line, at);
      token.is_bits = length > 0;
      if (length == 0) length = decimal_length(line, at);
      if (length > 0 && !may_end(line, at + length)) length = 0;
    }
    if (length == 0) {
      ++at;
      continue;
    }
    token.text = line.substr(at, length);
    if (token.is_bits) {
      token.width = static_cast<unsigned>(4 * (length - 2));
      std::from_chars(token.text.data() + 2, token.text.data() + length, token.bits, 16);
    } else {
      token.bits = decimal_bits(token.text);
    }
    found.push_back(token);
    at += length;
  }
  return found;
}

std::vector<number_difference> compare_numbers(std::string_view golden, std::string_view actual, std::size_t limit) {
  const std::vector<number_token> old_numbers = find_numbers(golden);
  const std::vector<number_token> new_numbers = find_numbers(actual);
  std::vector<number_difference> out;
  if (old_numbers.size() != new_numbers.size()) return out;
  for (std::size_t i = 0; i < old_numbers.size() && out.size() < limit; ++i) {
    if (old_numbers[i].text == new_numbers[i].text) continue;
    number_difference each;
    each.index = static_cast<unsigned>(i + 1);
    each.golden_text = old_numbers[i].text;
    each.actual_text = new_numbers[i].text;
    each.distances = distances(old_numbers[i], new_numbers[i]);
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace verbatim::gate
