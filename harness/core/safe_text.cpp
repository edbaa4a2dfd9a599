#include "harness/core/safe_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace verbatim::core {
namespace {

struct range {
  char32_t first;
  char32_t last;
};

// What must not reach a terminal or a log as it is, in ascending order.
constexpr std::array<range, 13> unprintable{{
    {0x0000, 0x001F},     // C0 controls
    {0x007F, 0x009F},     // DEL and C1 controls
    {0x00AD, 0x00AD},     // soft hyphen
    {0x061C, 0x061C},     // Arabic letter mark
    {0x180E, 0x180E},     // Mongolian vowel separator
    {0x200B, 0x200F},     // zero-width and direction marks
    {0x2028, 0x202E},     // separators, bidirectional embeddings
    {0x2060, 0x206F},     // invisible operators, bidirectional isolates
    {0xFE00, 0xFE0F},     // variation selectors
    {0xFEFF, 0xFEFF},     // byte-order mark
    {0xFFF0, 0xFFFB},     // specials
    {0xFFFE, 0xFFFF},     // noncharacters
    {0xE0000, 0x10FFFF},  // tags, private planes
}};

}  // namespace

decoded decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {static_cast<char32_t>(lead), 1, true};
  std::size_t length = 0;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  char32_t code = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    code = lead & 0x1FU;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    code = lead & 0x0FU;
    if (lead == 0xE0) low = 0xA0;   // no overlong form
    if (lead == 0xED) high = 0x9F;  // no surrogate
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    code = lead & 0x07U;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return {0, 1, false};
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= text.size() || byte(i) < low || byte(i) > high) return {0, i, false};
    code = (code << 6) | (byte(i) & 0x3FU);
    low = 0x80;
    high = 0xBF;
  }
  return {code, length, true};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const decoded next = decode_utf8(text);
    if (!next.valid) return false;
    text.remove_prefix(next.length);
  }
  return true;
}

bool is_unprintable(char32_t code) {
  const auto* const found =
      std::find_if(unprintable.begin(), unprintable.end(), [code](const range& each) { return code <= each.last; });
  return found != unprintable.end() && code >= found->first;
}

std::string escape(std::string_view bytes, std::size_t limit) {
  std::string out;
  while (!bytes.empty()) {
    const decoded next = decode_utf8(bytes);
    std::string piece;
    if (!next.valid) {
      for (std::size_t i = 0; i < next.length; ++i)
        piece += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[i]));
    } else if (next.code == U'\\') {
      piece = "\\\\";
    } else if (next.code == U'\n') {
      piece = "\\n";
    } else if (next.code == U'\r') {
      piece = "\\r";
    } else if (next.code == U'\t') {
      piece = "\\t";
    } else if (next.code == 0) {
      piece = "\\0";
    } else if (is_unprintable(next.code)) {
      piece = next.code < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(next.code))
                               : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(next.code));
    } else {
      piece = bytes.substr(0, next.length);
    }
    if (out.size() + piece.size() > limit) return out + "…";
    out += piece;
    bytes.remove_prefix(next.length);
  }
  return out;
}

std::uint64_t column_of(std::string_view line, std::size_t offset) {
  std::uint64_t column = 1;
  std::size_t at = 0;
  while (at < offset && at < line.size()) {
    const decoded next = decode_utf8(line.substr(at));
    if (at + next.length > offset) break;
    at += next.length;
    ++column;
  }
  return column;
}

std::string shell_quote(std::string_view word) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:=@%+,").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  }
  return quoted + "'";
}

}  // namespace verbatim::core
