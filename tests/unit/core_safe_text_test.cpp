// Untrusted bytes made safe: UTF-8 at every boundary of Unicode 15.0 table 3-7, escapes, columns, shell words.
#include "harness/core/safe_text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/core_support.hpp"

namespace {

using verbatim::core::column_of;
using verbatim::core::decode_utf8;
using verbatim::core::decoded;
using verbatim::core::escape;
using verbatim::core::is_unprintable;
using verbatim::core::is_utf8;
using verbatim::core::shell_quote;

std::string bytes(std::initializer_list<unsigned> list) {
  std::string out;
  for (const unsigned each : list) out += static_cast<char>(each);
  return out;
}

// One row of table 3-7: the range of each byte, and the scalar values at its two ends.
struct row {
  std::vector<std::array<unsigned, 2>> ranges;
  char32_t first;
  char32_t last;
};

const std::vector<row>& table() {
  static const std::vector<row> rows{
      {{{0x00, 0x7F}}, 0x0, 0x7F},
      {{{0xC2, 0xDF}, {0x80, 0xBF}}, 0x80, 0x7FF},
      {{{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}}, 0x800, 0xFFF},
      {{{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}}, 0x1000, 0xCFFF},
      {{{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}}, 0xD000, 0xD7FF},
      {{{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}}, 0xE000, 0xFFFF},
      {{{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}, 0x10000, 0x3FFFF},
      {{{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}, 0x40000, 0xFFFFF},
      {{{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}}, 0x100000, 0x10FFFF},
  };
  return rows;
}

TEST(core_utf8, decodes_both_ends_of_every_row) {
  for (const row& each : table()) {
    for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
      std::string text;
      for (const auto& range : each.ranges) text += static_cast<char>(range[end]);
      const decoded got = decode_utf8(text + "x");
      EXPECT_TRUE(got.valid);
      EXPECT_EQ(got.length, each.ranges.size());
      EXPECT_EQ(got.code, end == 0 ? each.first : each.last);
      EXPECT_TRUE(is_utf8(text + text));
    }
  }
}

TEST(core_utf8, refuses_the_byte_beyond_each_range) {
  for (const row& each : table()) {
    for (std::size_t place = 1; place < each.ranges.size(); ++place) {
      for (const unsigned wrong : {each.ranges[place][0] - 1, each.ranges[place][1] + 1, 0x00U, 0x7FU, 0xFFU}) {
        std::string text;
        for (const auto& range : each.ranges) text += static_cast<char>(range[0]);
        text[place] = static_cast<char>(wrong);
        const decoded got = decode_utf8(text);
        EXPECT_FALSE(got.valid) << escape(text);
        EXPECT_EQ(got.length, place) << "the well-formed part alone is skipped: " << escape(text);
        EXPECT_FALSE(is_utf8(text));
      }
    }
  }
}

TEST(core_utf8, refuses_sequences_cut_short) {
  for (const row& each : table()) {
    std::string text;
    for (const auto& range : each.ranges) text += static_cast<char>(range[0]);
    for (std::size_t length = 1; length < text.size(); ++length) {
      const decoded got = decode_utf8(std::string_view(text).substr(0, length));
      EXPECT_FALSE(got.valid);
      EXPECT_EQ(got.length, length);
    }
  }
}

TEST(core_utf8, knows_every_leading_byte) {
  for (unsigned lead = 0; lead < 256; ++lead) {
    const decoded got = decode_utf8(bytes({lead, 0x41}));
    EXPECT_EQ(got.valid, lead < 0x80) << lead;
    EXPECT_EQ(got.length, 1U) << lead;
  }
  EXPECT_EQ(decode_utf8("").length, 0U);
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("判定=OVERFLOW 😀"));
}

TEST(core_escape, leaves_printable_text_alone) {
  for (const std::string_view text : {"", "a b~!", "第1行 scale=65536", "é ß Ω → ∞ 😀", "U+00A0: \u00A0", "\u3000"})
    EXPECT_EQ(escape(text), text);
}

TEST(core_escape, names_what_does_not_show) {
  EXPECT_EQ(escape("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(escape(bytes({0, 1, 0x1B, 0x7F})), "\\0\\x01\\x1b\\x7f");
  EXPECT_EQ(escape("back\\slash"), "back\\\\slash");
  EXPECT_EQ(escape("\u0080\u0085\u009F"), "\\u{80}\\u{85}\\u{9f}");
  EXPECT_EQ(escape("\u202E\u2066\u200B\uFEFF"), "\\u{202e}\\u{2066}\\u{200b}\\u{feff}");
  EXPECT_EQ(escape("\U000E0041"), "\\u{e0041}");
  EXPECT_EQ(escape(bytes({0xFF, 0xC0, 0x80})), "\\xff\\xc0\\x80");
  EXPECT_EQ(escape(bytes({0xE4, 0xB8, 'x'})), "\\xe4\\xb8x");
  EXPECT_EQ(escape(bytes({0xED, 0xA0, 0x80})), "\\xed\\xa0\\x80");
}

TEST(core_escape, cuts_at_a_character_where_the_text_is_longer) {
  EXPECT_EQ(escape("abc", 3), "abc");
  EXPECT_EQ(escape("abcd", 3), "abc…");
  EXPECT_EQ(escape("第1行", 7), "第1行");
  EXPECT_EQ(escape("第1行", 6), "第1…");
  EXPECT_EQ(escape("第1行", 4), "第1…");
  EXPECT_EQ(escape("第1行", 3), "第…");
  EXPECT_EQ(escape("第1行", 2), "…");
  EXPECT_EQ(escape("a\x1b", 4), "a…");
  EXPECT_EQ(escape("a\x1b", 5), "a\\x1b");
  EXPECT_EQ(escape("", 0), "");
}

using scalars = std::vector<char32_t>;

TEST(core_unprintable, holds_at_the_ends_of_each_range) {
  for (const char32_t code :
       scalars{0x0,    0x1F,   0x7F,   0x9F,   0xAD,   0x61C,  0x180E,  0x200B,  0x200F,  0x2028,
               0x202E, 0x2060, 0x206F, 0xFEFF, 0xFFFE, 0xFFFF, 0xE0000, 0xE0001, 0xE007F, 0x10FFFF})
    EXPECT_TRUE(is_unprintable(code)) << static_cast<unsigned>(code);
  for (const char32_t code : scalars{0x20, 0x7E, 0xA0, 0xAC, 0xAE, 0x61B, 0x61D, 0x2010, 0x2027, 0x2030, 0x3000, 0x4E00,
                                     0xFFFD, 0x1F600, 0x2FA1D})
    EXPECT_FALSE(is_unprintable(code)) << static_cast<unsigned>(code);
}

TEST(core_column, counts_characters_from_one) {
  const std::string_view line = "第1行x";
  EXPECT_EQ(column_of(line, 0), 1U);
  EXPECT_EQ(column_of(line, 1), 1U) << "inside a character: that character";
  EXPECT_EQ(column_of(line, 2), 1U);
  EXPECT_EQ(column_of(line, 3), 2U);
  EXPECT_EQ(column_of(line, 4), 3U);
  EXPECT_EQ(column_of(line, 7), 4U);
  EXPECT_EQ(column_of(line, 8), 5U) << "the end of the line";
  EXPECT_EQ(column_of(line, 99), 5U) << "past it: the end";
  EXPECT_EQ(column_of("", 0), 1U);
}

TEST(core_column, counts_a_byte_of_invalid_text_as_one) {
  EXPECT_EQ(column_of(bytes({0x80, 0x81, 0xFF, 'a'}), 3), 4U);
  EXPECT_EQ(column_of(bytes({0xC3, 'a'}), 1), 2U);
}

TEST(core_shell_quote, leaves_plain_words_and_quotes_the_rest) {
  EXPECT_EQ(shell_quote("range.py"), "range.py");
  EXPECT_EQ(shell_quote("a/b-c_d:e=f@g%h+i,j"), "a/b-c_d:e=f@g%h+i,j");
  EXPECT_EQ(shell_quote(""), "''");
  EXPECT_EQ(shell_quote("a b"), "'a b'");
  EXPECT_EQ(shell_quote("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quote("第一"), "'第一'");
}

TEST(core_shell_quote, gives_a_real_shell_the_same_word) {
  std::string all;
  for (int c = 1; c < 256; ++c) all += static_cast<char>(c);
  for (const std::string& word : {all, std::string("$(exit 3)`x`"), std::string("*"), std::string("~"),
                                  std::string("a'b\"c\\d"), std::string("-n"), std::string("'"), std::string("''"),
                                  std::string("#x"), std::string("a\nb\n"), std::string("!!"), std::string()}) {
    const auto got = verbatim::testing_support::shell("printf '%s|' " + shell_quote(word));
    EXPECT_EQ(got.status, 0);
    EXPECT_EQ(got.output, word + "|");
  }
}

}  // namespace
