// Canonical form, version 1: every rule with the line and column it names, however the stream is cut.
#include "harness/gate/canonical_check.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/safe_text.hpp"

namespace {

using verbatim::gate::canonical_check;
using verbatim::gate::check_form;
using verbatim::gate::form_fault;
using verbatim::gate::output_form;
using namespace std::string_view_literals;

std::string shown(const std::optional<form_fault>& fault) {
  if (!fault) return "fine";
  return std::to_string(fault->line) + ":" + std::to_string(fault->column) + " " + fault->what;
}

struct expectation {
  std::string_view text;
  std::string_view verdict;
};

void expect_all(const std::vector<expectation>& cases, output_form form) {
  for (const expectation& each : cases) {
    EXPECT_EQ(shown(check_form(each.text, form)), each.verdict) << verbatim::core::escape(each.text);
    for (std::size_t cut = 0; cut <= each.text.size(); ++cut) {
      canonical_check check(form);
      check.update(each.text.substr(0, cut));
      check.update("");
      check.update(each.text.substr(cut));
      EXPECT_EQ(shown(check.finish()), each.verdict) << verbatim::core::escape(each.text) << " cut at " << cut;
    }
    canonical_check by_bytes(form);
    for (std::size_t i = 0; i < each.text.size(); ++i) by_bytes.update(each.text.substr(i, 1));
    EXPECT_EQ(shown(by_bytes.finish()), each.verdict) << verbatim::core::escape(each.text) << " byte by byte";
  }
}

const std::vector<expectation> sound{
    {"a\n", "fine"},          {"第1行 scale=65536 梯度上限=32000.0\n场景A 😀\n", "fine"},
    {"a\n\nb\n", "fine"},                              // a blank line between others
    {"\n\na\n", "fine"},                               // and before them
    {"  indented\n", "fine"}, {"a\uFEFFb\n", "fine"},  // a zero-width no-break space inside
    {"a\n\uFEFFb\n", "fine"}, {"\u00A0\u2028\u3000\n", "fine"},
};

TEST(gate_canonical_check, accepts_the_form) { expect_all(sound, output_form::canonical); }

TEST(gate_canonical_check, names_a_wrong_end) {
  expect_all(
      {
          {"", "1:1 no output at all"},
          {"a", "1:2 no newline at the end of the output"},
          {"a\n第1行", "2:4 no newline at the end of the output"},
          {"a\n ", "2:2 no newline at the end of the output"},
          {"\n", "1:1 a blank line at the end of the output"},
          {"a\n\n", "2:1 a blank line at the end of the output"},
          {"a\n\n\n", "3:1 a blank line at the end of the output"},
      },
      output_form::canonical);
}

TEST(gate_canonical_check, names_a_trailing_blank) {
  expect_all(
      {
          {"a \nb\n", "1:2 a blank at the end of the line"},
          {"ok\n第1行  \n", "2:5 a blank at the end of the line"},
          {" \n", "1:1 a blank at the end of the line"},
      },
      output_form::canonical);
}

TEST(gate_canonical_check, names_control_bytes) {
  expect_all(
      {
          {"a\tb\n", "1:2 a tab"},
          {"a\r\nb\r\n", "1:2 a carriage return (CRLF line end?)"},
          {"a\nb\rc\n", "2:2 a carriage return (CRLF line end?)"},
          {"a\n\0\n"sv, "2:1 a NUL byte"},
          {"行\x1b[31mred\n", "1:2 an escape byte (0x1b: terminal colours?)"},
          {"\a\n", "1:1 a control character (U+0007)"},
          {"\x1f\n", "1:1 a control character (U+001F)"},
          {"a\x7f\n", "1:2 a control character (U+007F)"},
          {"a\u0080\n", "1:2 a control character (U+0080)"},
          {"a\u009F\n", "1:2 a control character (U+009F)"},
          {"\uFEFFa\n", "1:1 a byte-order mark"},
          {"a \t \n", "1:3 a tab"},  // the first fault is the one named
      },
      output_form::canonical);
}

const std::vector<expectation> not_utf8{
    {"a\xff\n", "1:2 invalid UTF-8 (byte 0xff)"},
    {"行\x80\n", "1:2 invalid UTF-8 (byte 0x80)"},
    {"a\n\xc0\xaf\n", "2:1 invalid UTF-8 (byte 0xc0)"},
    {"ab\xc3\n", "1:3 invalid UTF-8 (byte 0x0a)"},
    {"\xed\xa0\x80\n", "1:1 invalid UTF-8 (byte 0xa0)"},
    {"\xe0\x9f\xbf\n", "1:1 invalid UTF-8 (byte 0x9f)"},
    {"\xf0\x9f\x98x\n", "1:1 invalid UTF-8 (byte 0x78)"},
    {"\xf4\x90\x80\x80\n", "1:1 invalid UTF-8 (byte 0x90)"},
    {"\xf5\n", "1:1 invalid UTF-8 (byte 0xf5)"},
    {"a\n\xe4\xb8", "2:1 UTF-8 cut short by the end of the output"},
    {"\xf0\x9f\x98", "1:1 UTF-8 cut short by the end of the output"},
};

TEST(gate_canonical_check, names_text_that_is_no_utf8) { expect_all(not_utf8, output_form::canonical); }

TEST(gate_utf8_check, asks_for_utf8_and_nothing_more) {
  expect_all(sound, output_form::utf8);
  expect_all(not_utf8, output_form::utf8);
  expect_all({{"", "fine"}, {"a", "fine"}, {" \n\n", "fine"}, {"\xef\xbb\xbf\t\r\n\0\x1b"sv, "fine"}},
             output_form::utf8);
}

TEST(gate_bytes_check, takes_anything) {
  expect_all({{"", "fine"}, {"\xff\xfe\0"sv, "fine"}, {"\xf0\x9f", "fine"}, {"a \n\n", "fine"}}, output_form::bytes);
}

TEST(gate_canonical_check, keeps_the_first_fault_through_what_follows) {
  canonical_check check(output_form::canonical);
  check.update("ok\nbad\t");
  for (int i = 0; i < 1000; ++i) check.update("more\r\n\xff\n");
  EXPECT_EQ(shown(check.finish()), "2:4 a tab");
  EXPECT_EQ(shown(check.finish()), "2:4 a tab") << "asked again";
}

TEST(gate_output_form, has_the_names_of_the_manifest) {
  EXPECT_EQ(name_of(output_form::canonical), "canonical");
  EXPECT_EQ(name_of(output_form::utf8), "utf8");
  EXPECT_EQ(name_of(output_form::bytes), "bytes");
}

}  // namespace
