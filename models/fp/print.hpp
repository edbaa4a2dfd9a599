// From a number to text: exact decimal, the shortest decimal that reads back, hexadecimal, and the bits.
//
// IEEE 754-2019 clause 5.12. Shortest means the fewest digits that parse.hpp, rounding to nearest with ties to even,
// turns into the same encoding, and of those the nearest to the number; the layout is that of Python's repr. NaN is
// `nan`, infinities `inf` and `-inf`, minus zero `-0.0`. Precondition: bits have no bit above f.width().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/fp/parse.hpp"

namespace verbatim::fp {

/// Text in place, because std::string is no constant expression with every compiler. The longest is the smallest
/// subnormal number of binary64, written out: 1,077 characters.
class text {
 public:
  constexpr text() = default;
  constexpr text(std::string_view start) { append(start); }  // NOLINT(google-explicit-constructor): text is text

  [[nodiscard]] constexpr std::string_view view() const { return {bytes_.data(), size_}; }
  [[nodiscard]] std::string str() const { return std::string(view()); }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr char operator[](std::size_t i) const { return bytes_[i]; }
  [[nodiscard]] constexpr char& back() { return bytes_[size_ - 1]; }

  constexpr void push_back(char c) { bytes_[size_++] = c; }
  constexpr void pop_back() { --size_; }
  constexpr void append(std::string_view more) {
    for (const char c : more) push_back(c);
  }
  constexpr void append_zeros(int count) {
    for (; count > 0; --count) push_back('0');
  }
  /// Decimal, at least `digits` of them.
  constexpr void append_number(int value, int digits = 1) {
    std::array<char, 12> reversed{};
    std::size_t count = 0;
    for (; value != 0 || count < static_cast<std::size_t>(digits); value /= 10)
      reversed[count++] = static_cast<char>('0' + value % 10);
    while (count > 0) push_back(reversed[--count]);
  }

  friend constexpr bool operator==(const text& a, std::string_view b) { return a.view() == b; }

 private:
  std::array<char, 1100> bytes_{};
  std::size_t size_ = 0;
};

/// 0.d1d2d3… × 10^point; no zero at either end; empty for zero.
struct decimal_digits {
  text digits;
  int point = 0;
};

/// All digits of a finite number.
[[nodiscard]] constexpr decimal_digits exact_digits(std::uint64_t bits, const format& f) {
  const unpacked value = unpack(bits, f);
  decimal_digits out;
  if (value.significand == 0) return out;
  big_integer whole(value.significand);
  if (value.exponent >= 0) {
    whole.shift_left(value.exponent);
  } else {
    whole.multiply_by_five(-value.exponent);
  }
  text reversed;
  while (!whole.is_zero()) {
    std::uint64_t part = whole.divide(1'000'000'000'000'000'000);
    for (int i = 0; i < 18 && (part != 0 || !whole.is_zero()); ++i) {
      reversed.push_back(static_cast<char>('0' + part % 10));
      part /= 10;
    }
  }
  out.point = static_cast<int>(reversed.size()) + (value.exponent < 0 ? value.exponent : 0);
  std::size_t zeros = 0;
  while (reversed[zeros] == '0') ++zeros;
  for (std::size_t i = reversed.size(); i > zeros; --i) out.digits.push_back(reversed[i - 1]);
  return out;
}

/// As Python's repr: fixed from 1e-4 up to 1e16, else with an exponent of at least two digits.
[[nodiscard]] constexpr text lay_out(bool negative, const decimal_digits& number) {
  text out(negative ? "-" : "");
  const std::string_view digits = number.digits.view();
  const int count = static_cast<int>(digits.size());
  if (count == 0) {
    out.append("0.0");
  } else if (number.point > 16 || number.point < -3) {
    out.push_back(digits[0]);
    if (count > 1) out.push_back('.');
    out.append(digits.substr(1));
    const int exponent = number.point - 1;
    out.append(exponent < 0 ? "e-" : "e+");
    out.append_number(exponent < 0 ? -exponent : exponent, 2);
  } else if (number.point <= 0) {
    out.append("0.");
    out.append_zeros(-number.point);
    out.append(digits);
  } else if (count <= number.point) {
    out.append(digits);
    out.append_zeros(number.point - count);
    out.append(".0");
  } else {
    out.append(digits.substr(0, static_cast<std::size_t>(number.point)));
    out.push_back('.');
    out.append(digits.substr(static_cast<std::size_t>(number.point)));
  }
  return out;
}

namespace text_detail {

/// The text of a number that has none in digits; empty for others.
[[nodiscard]] constexpr std::string_view word(std::uint64_t bits, const format& f) {
  const number_class kind = classify(bits, f);
  if (is_nan(kind)) return "nan";
  if (kind == number_class::infinity) return is_negative(bits, f) ? "-inf" : "inf";
  return "";
}

[[nodiscard]] constexpr bool reads_back(const decimal_digits& number, std::uint64_t bits, const format& f) {
  big_integer digits;
  for (const char c : number.digits.view()) digits.multiply_add(10, static_cast<unsigned>(c - '0'));
  const int count = static_cast<int>(number.digits.size());
  const exact value = scale_decimal(is_negative(bits, f), digits, count, number.point - count, false);
  // Not by overflow: 30 reads back as 28 in e3m2fn, and is another number.
  const outcome read = round_pack(value, f, rounding::ties_even);
  return read.bits == bits && !has(read.raised, flags::overflow);
}

/// One unit in the last place more; the last digits may go.
[[nodiscard]] constexpr decimal_digits above(decimal_digits number) {
  while (!number.digits.empty() && number.digits.back() == '9') number.digits.pop_back();
  if (number.digits.empty()) return {text("1"), number.point + 1};
  ++number.digits.back();
  return number;
}

}  // namespace text_detail

/// The fewest digits that read back. Precondition: finite.
[[nodiscard]] constexpr decimal_digits shortest_digits(std::uint64_t bits, const format& f) {
  const decimal_digits all = exact_digits(bits, f);
  for (std::size_t count = 1; count < all.digits.size(); ++count) {
    decimal_digits below{text(all.digits.view().substr(0, count)), all.point};
    const decimal_digits over = text_detail::above(below);
    while (below.digits.back() == '0') below.digits.pop_back();
    const std::string_view rest = all.digits.view().substr(count);
    const bool nearer_above =
        rest[0] > '5' || (rest[0] == '5' && (rest.size() > 1 || (all.digits[count - 1] & 1) != 0));
    const decimal_digits& first = nearer_above ? over : below;
    const decimal_digits& second = nearer_above ? below : over;
    if (text_detail::reads_back(first, bits, f)) return first;
    if (text_detail::reads_back(second, bits, f)) return second;
  }
  return all;
}

/// Every digit written out, however many: no exponent. `2` is `2`, not `2.0`.
[[nodiscard]] constexpr text exact_text(std::uint64_t bits, const format& f) {
  const std::string_view word = text_detail::word(bits, f);
  if (!word.empty()) return word;
  const decimal_digits all = exact_digits(bits, f);
  const std::string_view digits = all.digits.view();
  text out(is_negative(bits, f) ? "-" : "");
  const int count = static_cast<int>(digits.size());
  if (count == 0) {
    out.push_back('0');
  } else if (all.point <= 0) {
    out.append("0.");
    out.append_zeros(-all.point);
    out.append(digits);
  } else if (count <= all.point) {
    out.append(digits);
    out.append_zeros(all.point - count);
  } else {
    out.append(digits.substr(0, static_cast<std::size_t>(all.point)));
    out.push_back('.');
    out.append(digits.substr(static_cast<std::size_t>(all.point)));
  }
  return out;
}

[[nodiscard]] constexpr text shortest_text(std::uint64_t bits, const format& f) {
  const std::string_view word = text_detail::word(bits, f);
  return word.empty() ? lay_out(is_negative(bits, f), shortest_digits(bits, f)) : text(word);
}

/// `0x1.8p+1`: one digit before the point (0 for zero alone), the fewest after it, an exponent in decimal.
[[nodiscard]] constexpr text hex_text(std::uint64_t bits, const format& f) {
  const std::string_view word = text_detail::word(bits, f);
  if (!word.empty()) return word;
  const unpacked value = unpack(bits, f);
  text out(value.negative ? "-0x" : "0x");
  if (value.significand == 0) {
    out.append("0p+0");
    return out;
  }
  const int leading = static_cast<int>(std::bit_width(value.significand)) - 1;
  std::uint64_t fraction = leading == 0 ? 0 : value.significand << (64 - leading);
  out.append(fraction != 0 ? "1." : "1");
  for (; fraction != 0; fraction <<= 4) out.push_back("0123456789abcdef"[fraction >> 60]);
  const int exponent = value.exponent + leading;
  out.append(exponent < 0 ? "p-" : "p+");
  out.append_number(exponent < 0 ? -exponent : exponent);
  return out;
}

/// `0x3c00`: as many hexadecimal digits as the width needs.
[[nodiscard]] constexpr text bits_text(std::uint64_t bits, int width) {
  text out("0x");
  for (int place = (width + 3) / 4 - 1; place >= 0; --place) {
    out.push_back("0123456789abcdef"[(bits >> (4 * place)) & 15]);
  }
  return out;
}

static_assert(shortest_text(0x3c00, binary16) == "1.0" && shortest_text(0x2e66, binary16) == "0.1");
static_assert(shortest_text(0x0001, binary16) == "6e-08" && shortest_text(0x7bff, binary16) == "65500.0");
static_assert(exact_text(0x0001, binary16) == "0.000000059604644775390625");
static_assert(hex_text(0x0003, binary16) == "0x1.8p-23" && bits_text(0x3c00, 16) == "0x3c00");
static_assert(shortest_text(0x0000000000000001, binary64) == "5e-324");

}  // namespace verbatim::fp
