// From text to a number, correctly rounded whatever its length, in linear time.
//
// IEEE 754-2019 clause 5.12 (conversion between external character sequences and binary formats). Grammar: an optional
// sign, then `inf`, `infinity`, `nan` or `snan` in any case; or decimal digits with at most one point and an optional
// exponent (`e` or `E`, optional sign, digits); or `0x`, hexadecimal digits with at most one point and an optional binary
// exponent (`p` or `P`), as C's strtod reads them. Nothing before or after, no locale.
//
// How: a number halfway between neighbours of binary64, or a 2^-63rd part of the way, has at most 830 significant
// digits; so 900 are kept and whatever follows can only make the value a little larger than those say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "models/fp/big_integer.hpp"
#include "models/fp/pack.hpp"

namespace verbatim::fp {

enum class text_error : std::uint8_t {
  none,
  empty,               ///< nothing there
  no_digits,           ///< a digit is expected at the position
  no_exponent_digits,  ///< an exponent's digit is expected at the position
  trailing,            ///< the number ends before the position, the text does not
};

[[nodiscard]] constexpr std::string_view describe(text_error error) {
  switch (error) {
    case text_error::none: return "no error";
    case text_error::empty: return "the text is empty";
    case text_error::no_digits: return "a digit is expected here";
    case text_error::no_exponent_digits: return "a digit of the exponent is expected here";
    case text_error::trailing: return "the number ends here, and something follows";
  }
  return "unknown";
}

/// What a text stands for, exact as far as rounding to any format can tell.
struct text_value {
  enum class kind : std::uint8_t { finite, infinity, quiet_nan, signaling_nan };

  text_error error = text_error::none;
  std::size_t position = 0;  ///< of the error, in bytes from the start
  kind what = kind::finite;
  exact value{false, 0, 0};  ///< sign, and where finite the value
};

namespace text_detail {

inline constexpr std::int64_t far_exponent = 1'000'000'000'000;
inline constexpr int kept_digits = 900;

[[nodiscard]] constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

[[nodiscard]] constexpr bool is_word(std::string_view text, std::string_view word) {
  if (text.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != word[i]) return false;
  }
  return true;
}

/// Reads an exponent's sign and digits at `at`, which it moves behind them. False where there is no digit.
constexpr bool read_exponent(std::string_view text, std::size_t& at, std::int64_t& exponent) {
  bool negative = false;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
  const std::size_t first = at;
  exponent = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    if (exponent < far_exponent) exponent = exponent * 10 + (text[at] - '0');
  if (negative) exponent = -exponent;
  return at > first;
}

/// The same for every format where it is past them all.
[[nodiscard]] constexpr int near_exponent(std::int64_t exponent) {
  constexpr std::int64_t far = 100'000;
  return static_cast<int>(exponent > far ? far : exponent < -far ? -far : exponent);
}

/// Digits of either base: reads them and the point, counting where the point stands.
template <class Digit>
constexpr bool read_digits(std::string_view text, std::size_t& at, int base, std::int64_t& places_after_point,
                           const Digit& take) {
  bool any = false;
  bool point = false;
  places_after_point = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point) {
      point = true;
      continue;
    }
    const int digit = hex_digit(text[at]);
    if (digit < 0 || digit >= base) break;
    any = true;
    if (point) ++places_after_point;
    take(static_cast<unsigned>(digit));
  }
  return any;
}

/// What may follow the digits: the mark and an exponent, then the end of the text. False, with the error in `out`, where it
/// is something else, or where there was no digit.
constexpr bool read_end(std::string_view text, std::size_t at, bool any_digit, char mark, std::int64_t& exponent,
                        text_value& out) {
  exponent = 0;
  if (!any_digit) {
    out.error = text_error::no_digits;
  } else if (at < text.size() && (text[at] | 0x20) == mark) {
    ++at;
    if (!read_exponent(text, at, exponent)) out.error = text_error::no_exponent_digits;
  }
  if (out.error == text_error::none && at != text.size()) out.error = text_error::trailing;
  out.position = at;
  return out.error == text_error::none;
}

/// digits × 10^exponent, where `sticky` says that the digits go on.
[[nodiscard]] constexpr exact scale_decimal(bool negative, big_integer digits, int count, std::int64_t exponent,
                                            bool sticky) {
  // Past every format: what lies beyond 10^±400 rounds as 2^±2000 does.
  if (count + exponent > 400) return {negative, 1, 2000};
  if (count + exponent < -400) return {negative, std::uint64_t{1} << 63, -2000, true};
  const int power = static_cast<int>(exponent);
  if (power >= 0) {
    digits.multiply_by_five(power);
    return digits.to_exact(negative, power, sticky);
  }
  // 80 binary digits of the quotient, and the rest of the division sticky. 5^3 is less than 2^7.
  const int rise = 80 + (-power * 7 + 2) / 3 - digits.bit_width();
  const int shift = rise > 0 ? rise : 0;
  digits.shift_left(shift);
  const bool rest = digits.divide_by_five(-power);
  return digits.to_exact(negative, power - shift, sticky || rest);
}

constexpr void read_decimal(std::string_view text, std::size_t at, text_value& out) {
  big_integer digits;
  std::uint64_t pending = 0;
  std::uint64_t pending_scale = 1;
  int count = 0;
  std::int64_t dropped = 0;
  bool sticky = false;
  std::int64_t after_point = 0;
  const bool any = read_digits(text, at, 10, after_point, [&](unsigned digit) {
    if (count == 0 && digit == 0) return;
    if (count == kept_digits) {
      ++dropped;
      sticky = sticky || digit != 0;
      return;
    }
    ++count;
    pending = pending * 10 + digit;
    pending_scale *= 10;
    if (pending_scale == 1'000'000'000'000'000'000) {
      digits.multiply_add(pending_scale, pending);
      pending = 0;
      pending_scale = 1;
    }
  });
  digits.multiply_add(pending_scale, pending);
  std::int64_t exponent = 0;
  if (!read_end(text, at, any, 'e', exponent, out) || count == 0) return;
  out.value = scale_decimal(out.value.negative, digits, count, exponent + dropped - after_point, sticky);
}

constexpr void read_hexadecimal(std::string_view text, std::size_t at, text_value& out) {
  std::uint64_t digits = 0;
  std::int64_t dropped = 0;
  bool sticky = false;
  std::int64_t after_point = 0;
  const bool any = read_digits(text, at, 16, after_point, [&](unsigned digit) {
    if ((digits >> 60) != 0) {
      ++dropped;
      sticky = sticky || digit != 0;
    } else {
      digits = digits << 4 | digit;
    }
  });
  std::int64_t exponent = 0;
  if (!read_end(text, at, any, 'p', exponent, out)) return;
  exponent += 4 * (dropped - after_point);
  out.value.significand = digits;
  out.value.exponent = near_exponent(exponent);
  out.value.sticky = sticky;
}

}  // namespace text_detail

[[nodiscard]] constexpr text_value read_text(std::string_view text) {
  text_value out;
  if (text.empty()) {
    out.error = text_error::empty;
    return out;
  }
  std::size_t at = 0;
  if (text[0] == '+' || text[0] == '-') {
    out.value.negative = text[0] == '-';
    at = 1;
  }
  const std::string_view rest = text.substr(at);
  using text_detail::is_word;
  if (is_word(rest, "inf") || is_word(rest, "infinity")) {
    out.what = text_value::kind::infinity;
  } else if (is_word(rest, "nan")) {
    out.what = text_value::kind::quiet_nan;
  } else if (is_word(rest, "snan")) {
    out.what = text_value::kind::signaling_nan;
  } else if (rest.size() >= 2 && rest[0] == '0' && (rest[1] == 'x' || rest[1] == 'X')) {
    text_detail::read_hexadecimal(text, at + 2, out);
  } else {
    text_detail::read_decimal(text, at, out);
  }
  return out;
}

/// `2^-24` and `2**16`, with an optional sign before: powers of two as people write them, besides read_text's grammar.
/// `what` is finite and `error` none, or no_exponent_digits or trailing; `empty` where the text does not begin so.
[[nodiscard]] constexpr text_value read_power_of_two(std::string_view text) {
  text_value out;
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    out.value.negative = text[0] == '-';
    at = 1;
  }
  const std::string_view rest = text.substr(at);
  if (rest.substr(0, 2) == "2^") {
    at += 2;
  } else if (rest.substr(0, 3) == "2**") {
    at += 3;
  } else {
    out.error = text_error::empty;
    return out;
  }
  std::int64_t exponent = 0;
  if (!text_detail::read_exponent(text, at, exponent)) {
    out.error = text_error::no_exponent_digits;
  } else if (at != text.size()) {
    out.error = text_error::trailing;
  }
  out.position = at;
  out.value.significand = 1;
  out.value.exponent = text_detail::near_exponent(exponent);
  return out;
}

/// A number of `f`, and the error of the text. On an error `result` is {0, none} and means nothing.
struct parsed {
  outcome result{0, flags::none};
  text_error error = text_error::none;
  std::size_t position = 0;
};

/// What an exact value, infinity or NaN is in `f`. `nan` has the quiet bit alone, `snan` the lowest bit; where `f` has no
/// signaling NaN, `snan` is its quiet one with invalid signaled.
template <class Steps = steps>
[[nodiscard]] constexpr outcome round_text(const text_value& text, const format& f, const attributes& how = {}) {
  const std::uint64_t sign = text.value.negative ? f.sign_mask() : 0;
  switch (text.what) {
    case text_value::kind::finite: return round_pack<Steps>(text.value, f, how);
    case text_value::kind::infinity: return signed_infinity<Steps>(text.value.negative, f, how);
    case text_value::kind::quiet_nan:
    case text_value::kind::signaling_nan: break;
  }
  const bool signaling = text.what == text_value::kind::signaling_nan;
  if (f.nans == nan_encoding::ieee) {
    return {sign | f.infinity() | (signaling ? 1U : f.quiet_bit()), flags::none};
  }
  nan_profile signed_default = nan_profiles::preserve;
  signed_default.negative = text.value.negative;
  return {generated_nan(f, signed_default), signaling || f.nans == nan_encoding::none ? flags::invalid : flags::none};
}

/// Reads and rounds once.
template <class Steps = steps>
[[nodiscard]] constexpr parsed parse(std::string_view text, const format& f, const attributes& how = {}) {
  const text_value value = read_text(text);
  if (value.error != text_error::none) {
    return {{0, flags::none}, value.error, value.position};
  }
  return {round_text<Steps>(value, f, how), text_error::none, 0};
}

static_assert(parse("1", binary16).result == outcome{0x3c00, flags::none});
static_assert(parse("2.98023223876953125E-8", binary16).result.bits == 0x0000);
static_assert(parse("2.980232238769531250000000000000000000000001E-8", binary16).result.bits == 0x0001);
static_assert(parse("-0x1.8p-1", binary16).result == outcome{0xba00, flags::none});
static_assert(parse("1e99999999999999999999", binary16).result.bits == 0x7c00);
static_assert(parse("1e", binary16).error == text_error::no_exponent_digits && parse("1e", binary16).position == 2);
static_assert(parse("0x", binary16).error == text_error::no_digits && parse("1.5f", binary16).position == 3);
static_assert(round_text(read_power_of_two("-2^-24"), binary16) == outcome{0x8001, flags::none});
static_assert(parse("0.1", binary64).result.bits == 0x3fb999999999999a);

}  // namespace verbatim::fp
