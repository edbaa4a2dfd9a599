#include "models/canonical/number.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <string_view>

#include "models/fp/convert.hpp"
#include "models/fp/unpack.hpp"

namespace verbatim::canonical {
namespace {

// Python leaves the exponent form for decimal exponents from -4 to 15.
constexpr int lowest_plain_exponent = -4;
constexpr int first_exponent_form = 16;

std::string plain_layout(std::string_view digits, int exponent) {
  std::string text;
  if (exponent < 0) {
    text = "0.";
    text.append(static_cast<std::size_t>(-exponent - 1), '0');
    return text.append(digits);
  }
  const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) {
    text = digits;
    text.append(whole - digits.size(), '0');
    return text.append(".0");
  }
  text = digits.substr(0, whole);
  text += '.';
  return text.append(digits.substr(whole));
}

}  // namespace

std::string repr(double number) {
  // Classified on the bits, so that not even a build with -ffinite-math-only could print a NaN as a number.
  const auto bits = std::bit_cast<std::uint64_t>(number);
  const bool negative = fp::is_negative(bits, fp::binary64);
  if (fp::is_nan(bits, fp::binary64)) {
    return "nan";
  }
  if (fp::classify(bits, fp::binary64) == fp::number_class::infinity) {
    return negative ? "-inf" : "inf";
  }

  std::array<char, 32> buffer{};  // the longest is -2.2250738585072014e-308, 24 characters
  const double size = std::bit_cast<double>(fp::magnitude(bits, fp::binary64));
  const char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), size, std::chars_format::scientific).ptr;
  const std::string_view scientific(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t mark = scientific.find('e');
  int exponent = 0;
  std::from_chars(buffer.data() + mark + (scientific[mark + 1] == '+' ? 2 : 1), end, exponent);

  std::string text = negative ? "-" : "";
  if (exponent < lowest_plain_exponent || exponent >= first_exponent_form) {
    return text.append(scientific);  // to_chars and Python agree on this form to the byte
  }
  std::string digits(scientific.substr(0, mark));
  if (digits.size() > 1) {
    digits.erase(1, 1);  // the point after the first digit
  }
  return text.append(plain_layout(digits, exponent));
}

std::string repr(std::uint64_t bits, const fp::format& f) {
  // Widening is exact, so the mode does not matter.
  return repr(std::bit_cast<double>(fp::convert(bits, f, fp::binary64, fp::rounding::toward_zero).bits));
}

std::string hex_bits(std::uint64_t bits, const fp::format& f) {
  const auto digits = static_cast<std::size_t>((f.width() + 3) / 4);
  std::string text = "0x";
  for (std::size_t place = digits; place-- > 0;) {
    text += "0123456789abcdef"[(bits >> (4 * place)) & 0xf];
  }
  return text;
}

}  // namespace verbatim::canonical
