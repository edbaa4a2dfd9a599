// Random texts for the properties of the gate: bytes that meet its special cases often.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::property {

/// Pieces that matter to forms, diffs, numbers and escapes, put together at random.
inline rc::Gen<std::string> odd_text() {
  static const std::vector<std::string> pieces{"a",
                                               "b",
                                               " ",
                                               "\n",
                                               "\n\n",
                                               "\t",
                                               "\r",
                                               std::string(1, '\0'),
                                               "\x1b[",
                                               "\x7f",
                                               "第",
                                               "行",
                                               "\u0085",
                                               "\u202e",
                                               "\uFEFF",
                                               "😀",
                                               "\xff",
                                               "\x80",
                                               "\xc3",
                                               "\xed\xa0",
                                               "\xf0\x9f",
                                               "\\",
                                               "'",
                                               "=====\n",
                                               "1.5",
                                               "-0.0",
                                               "0x3c00",
                                               "nan",
                                               "-inf",
                                               "1e-7",
                                               "65504.0",
                                               "fp16",
                                               "1e999",
                                               ".5e-3",
                                               "0x",
                                               "x",
                                               "2**-32",
                                               "  ",
                                               "line of some length ",
                                               "\xe8\xa1"};
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                      [](const std::vector<std::string>& chosen) {
                        std::string text;
                        for (const std::string& each : chosen) text += each;
                        return text;
                      });
}

/// Any bytes at all, or an odd text.
inline rc::Gen<std::string> any_bytes() {
  return rc::gen::oneOf(odd_text(), rc::gen::container<std::string>(rc::gen::arbitrary<char>()));
}

/// Lines of few kinds, so that two such texts have much in common; the last one may lack its line end.
inline rc::Gen<std::string> few_lines() {
  static const std::vector<std::string> kinds{"a", "b", "c", "", "第1行", "x = 1.5"};
  return rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kinds)),
                                    rc::gen::arbitrary<bool>()),
                      [](const std::pair<std::vector<std::string>, bool>& chosen) {
                        std::string text;
                        for (const std::string& each : chosen.first) text += each + "\n";
                        if (chosen.second && !text.empty()) text.pop_back();
                        return text;
                      });
}

/// Calls take(piece) for all of `text`, cut at random places, and now and then for nothing.
template <typename Take>
void in_random_pieces(std::string_view text, std::size_t longest, const Take& take) {
  auto state = *rc::gen::arbitrary<std::uint32_t>();
  while (!text.empty()) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min(text.size(), (state >> 8) % (longest + 1));
    take(text.substr(0, length));
    text.remove_prefix(length);
  }
}

/// The code points of well-formed UTF-8, found without the code under test; false where the text is not.
inline bool decode_strictly(std::string_view text, std::vector<std::uint32_t>& out) {
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || at + length > text.size()) return false;
    std::uint32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      if (byte >> 6 != 2) return false;
      code = code << 6 | (byte & 0x3FU);
    }
    // Shortest form, in range, no surrogate.
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    out.push_back(code);
    at += length;
  }
  return true;
}

}  // namespace verbatim::property
