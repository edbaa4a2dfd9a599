// Reads the operands of a table of known bugs: `f64:1+2^-11+2^-40`, `f32bits:33000000`, `f16:520b,00e9,2ff6`,
// `text:2.98E-8`.
//
// A value is a sum of terms, each a C number or a power of two or a product of both; every sum in use is exact in
// binary64.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/fp/names.hpp"

namespace verbatim::testing {

struct case_operands {
  std::string text;                   ///< for `text:`, what is to be read
  const fp::format* format{nullptr};  ///< of the operands; nullptr for text
  std::array<std::uint64_t, 3> bits{};
};

/// The parts between separators, empty ones too.
inline std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

inline std::uint64_t read_hexadecimal(const std::string& text) {
  char* end = nullptr;
  const std::uint64_t bits = std::strtoull(text.c_str(), &end, 16);
  if (text.empty() || *end != '\0') {
    throw std::invalid_argument("no hexadecimal number: " + text);
  }
  return bits;
}

/// `1+2^-11+2^-40`, `0x1ffdffffff*2^-26`, `-2.98e-8`, `inf`.
inline double read_value(const std::string& text) {
  double sum = 0;
  const char* at = text.c_str();
  while (*at != '\0') {
    const double sign = *at == '-' ? -1 : 1;
    at += *at == '-' || *at == '+' ? 1 : 0;
    double term = sign;
    do {
      at += *at == '*' ? 1 : 0;
      char* end = nullptr;
      const double number = std::strtod(at, &end);
      if (end == at) {
        throw std::invalid_argument("no number: " + text);
      }
      at = end;
      if (*at == '^') {
        term *= std::ldexp(1.0, static_cast<int>(std::strtol(at + 1, &end, 10)));
        at = end;
      } else {
        term *= number;
      }
    } while (*at == '*');
    sum += term;
  }
  return sum;
}

inline case_operands read_operands(const std::string& text) {
  const std::size_t colon = text.find(':');
  std::string kind = text.substr(0, colon);
  const std::string rest = text.substr(colon == std::string::npos ? text.size() : colon + 1);
  case_operands out;
  if (kind == "text") {
    out.text = rest;
    return out;
  }
  const bool as_bits = kind.ends_with("bits");
  kind = kind.substr(0, kind.size() - (as_bits ? 4 : 0));
  out.format = fp::find_format(kind);
  if (out.format == nullptr || rest.empty()) {
    throw std::invalid_argument("no operand: " + text);
  }
  const std::vector<std::string> parts = split(rest, ',');
  // Operands of arithmetic are encodings of binary16; those of conversion are values where the prefix does not say bits.
  if (as_bits || kind == "f16") {
    for (std::size_t i = 0; i < parts.size() && i < out.bits.size(); ++i) {
      out.bits[i] = read_hexadecimal(parts[i]);
    }
  } else {
    const double value = read_value(rest);
    out.bits[0] = out.format == &fp::binary64 ? std::bit_cast<std::uint64_t>(value)
                                              : std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  return out;
}

}  // namespace verbatim::testing
