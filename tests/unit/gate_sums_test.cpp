// SHA256SUMS, held against GNU coreutils' sha256sum in both directions.
#include "harness/gate/sums.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/safe_text.hpp"
#include "tests/unit/core_support.hpp"

namespace {

using verbatim::core::sha256_of;
using verbatim::core::to_hex;
using verbatim::gate::format_sums;
using verbatim::gate::parse_sums;
using verbatim::gate::sums;
using verbatim::testing_support::contents;
using verbatim::testing_support::put;
using verbatim::testing_support::shell;
using verbatim::testing_support::temporary_folder;

const std::string hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

std::string faults_of(std::string_view text) {
  std::string shown;
  for (const auto& fault : parse_sums(text).faults) shown += std::to_string(fault.line) + " " + fault.what + "\n";
  return shown;
}

const std::vector<std::string>& odd_names() {
  static const std::vector<std::string> names{"range.stdout",
                                              " leading blank",
                                              "trailing blank ",
                                              "two  blanks",
                                              "*star",
                                              "back\\slash",
                                              "\\",
                                              "\\n",
                                              "new\nline",
                                              "\n",
                                              "carriage\rreturn",
                                              "all\\three\n\r",
                                              "第一行",
                                              "#comment",
                                              "-dash",
                                              "tab\t",
                                              "\"quoted'",
                                              "invalid \xff"};
  return names;
}

TEST(gate_sums, reads_what_sha256sum_writes_for_odd_names) {
  const temporary_folder place;
  for (const std::string& name : odd_names()) put(place / name, "bytes of " + name);
  for (const std::string_view mode : {"", "-b"}) {
    const std::string folder = verbatim::core::shell_quote(place.path());
    const auto written = shell("cd " + folder + " && sha256sum " + std::string(mode) + " -- * ");
    ASSERT_EQ(written.status, 0);
    const sums read = parse_sums(written.output);
    EXPECT_EQ(faults_of(written.output), "");
    EXPECT_EQ(read.entries.size(), odd_names().size());
    for (const std::string& name : odd_names()) {
      ASSERT_TRUE(read.entries.contains(name)) << verbatim::core::escape(name);
      EXPECT_EQ(read.entries.find(name)->second, sha256_of("bytes of " + name));
    }
  }
}

TEST(gate_sums, writes_what_sha256sum_checks_strictly) {
  const temporary_folder place;
  sums list;
  for (const std::string& name : odd_names()) {
    put(place / name, "bytes of " + name);
    list.entries.emplace(name, sha256_of("bytes of " + name));
  }
  put(place / "SHA256SUMS", format_sums(list));
  const std::string check =
      "cd " + verbatim::core::shell_quote(place.path()) + " && sha256sum --strict --quiet -c SHA256SUMS 2>&1";
  EXPECT_EQ(shell(check).output, "");
  EXPECT_EQ(shell(check).status, 0);
  put(place / "range.stdout", "other bytes");
  EXPECT_NE(shell(check).status, 0);
}

TEST(gate_sums, writes_one_line_a_file_in_byte_order) {
  sums list;
  for (const std::string_view name : {"b", "a", "B", "ä", "a.b"}) list.entries.emplace(name, sha256_of("abc"));
  EXPECT_EQ(format_sums(list), hex + "  B\n" + hex + "  a\n" + hex + "  a.b\n" + hex + "  b\n" + hex + "  ä\n");
  EXPECT_EQ(format_sums({}), "");
}

TEST(gate_sums, reads_any_order_and_either_marker) {
  const sums read = parse_sums(hex + "  b\n" + hex + " *a\n" + hex + "  functions/c d");
  EXPECT_TRUE(read.faults.empty());
  ASSERT_EQ(read.entries.size(), 3U);
  EXPECT_EQ(read.entries.begin()->first, "a");
  EXPECT_EQ(to_hex(read.entries.find("functions/c d")->second), hex);
  EXPECT_TRUE(parse_sums("").entries.empty());
  EXPECT_TRUE(parse_sums("").faults.empty());
}

TEST(gate_sums, reads_upper_case_digits) {
  std::string upper = hex;
  for (char& c : upper)
    if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
  EXPECT_EQ(parse_sums(upper + "  a\n").entries.find("a")->second, sha256_of("abc"));
}

TEST(gate_sums, names_malformed_lines_and_keeps_the_rest) {
  EXPECT_EQ(faults_of("\n"), "1 is too short for a digest and a name\n");
  EXPECT_EQ(faults_of("# a comment\n"), "1 is too short for a digest and a name\n");
  EXPECT_EQ(faults_of(hex + "  \n"), "1 is too short for a digest and a name\n");
  EXPECT_EQ(faults_of(hex + "\n"), "1 is too short for a digest and a name\n");
  EXPECT_EQ(faults_of(hex.substr(1) + "   name\n"), "1 does not begin with 64 hexadecimal digits\n");
  EXPECT_EQ(faults_of("x" + hex.substr(1) + "  name\n"), "1 does not begin with 64 hexadecimal digits\n");
  EXPECT_EQ(faults_of(" " + hex + "  name\n"), "1 does not begin with 64 hexadecimal digits\n");
  EXPECT_EQ(faults_of("SHA256 (name) = " + hex + "\n"), "1 does not begin with 64 hexadecimal digits\n");
  const std::string marker = "has no two blanks (or blank and '*') between digest and name\n";
  EXPECT_EQ(faults_of(hex + " name\n"), "1 " + marker);
  EXPECT_EQ(faults_of(hex + "\t name\n"), "1 " + marker);
  EXPECT_EQ(faults_of(hex + "**name\n"), "1 " + marker);
  EXPECT_EQ(faults_of("\\" + hex + "  a\\b\n"), "1 has a backslash that escapes nothing\n");
  EXPECT_EQ(faults_of("\\" + hex + "  a\\\n"), "1 has a backslash that escapes nothing\n");
  EXPECT_EQ(faults_of(hex + "  a\nnonsense\n" + hex + "  b\n"), "2 is too short for a digest and a name\n");
  EXPECT_EQ(parse_sums(hex + "  a\nnonsense\n" + hex + "  b\n").entries.size(), 2U);
}

TEST(gate_sums, takes_backslashes_as_they_are_without_the_mark) {
  EXPECT_TRUE(parse_sums(hex + "  a\\nb\n").entries.contains("a\\nb"));
  EXPECT_TRUE(parse_sums("\\" + hex + "  a\\nb\n").entries.contains("a\nb"));
}

TEST(gate_sums, names_a_file_listed_twice) {
  const std::string other(64, '0');
  EXPECT_EQ(faults_of(hex + "  a\n" + hex + "  b\n" + hex + " *a\n"), "3 names a a second time\n");
  EXPECT_EQ(faults_of(hex + "  a\x1b\n" + other + "  a\x1b\n"), "2 names a\\x1b a second time\n");
  EXPECT_EQ(parse_sums(hex + "  a\n" + other + "  a\n").entries.find("a")->second, sha256_of("abc"))
      << "the first counts";
}

}  // namespace
