// Output as bytes: what each form lets pass, where the first fault is, and that nothing is changed on the way.
#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

using namespace std::string_view_literals;

struct output {
  const char* what;
  std::string_view bytes;
  std::string_view canonical;  // the fault in canonical form; empty: none
  bool utf8;                   // whether form = "utf8" lets it pass
};

constexpr output outputs[] = {
    {"plain", "one\ntwo\n"sv, "", true},
    {"beyond ASCII", "尺度=2.0 → ∞ é 😀\n"sv, "", true},
    {"a blank line in the middle", "one\n\ntwo\n"sv, "", true},
    {"leading blanks", "  one\n"sv, "", true},
    {"one newline", "\n"sv, "line 1, column 1", true},
    {"empty", ""sv, "line 1, column 1", true},
    {"no final newline", "one\ntwo"sv, "line 2, column 4", true},
    {"a blank last line", "one\n\n"sv, "line 2, column 1", true},
    {"a blank at the end of a line", "one\ntwo \n"sv, "line 2, column 4", true},
    {"a blank at the end", "one "sv, "line 1, column", true},
    {"a tab", "one\tone\n"sv, "line 1, column 4", true},
    {"CRLF", "one\r\ntwo\r\n"sv, "line 1, column 4", true},
    {"CR alone", "one\rtwo\n"sv, "line 1, column 4", true},
    {"a byte-order mark", "\xEF\xBB\xBFone\n"sv, "line 1, column 1", true},
    {"a NUL byte", "one\n\0two\n"sv, "line 2, column 1", true},
    {"an escape byte", "\x1b[31mred\n"sv, "line 1, column 1", true},
    {"DEL", "a\x7f\n"sv, "line 1, column 2", true},
    {"a C1 control", "a\xC2\x85\n"sv, "line 1, column 2", true},
    {"a lone continuation byte", "é\x80\n"sv, "line 1, column 2", false},
    {"an overlong form", "\xC0\x80\n"sv, "line 1, column 1", false},
    {"a surrogate", "ab\xED\xA0\x80\n"sv, "line 1, column 3", false},
    {"beyond Unicode", "\xF4\x90\x80\x80\n"sv, "line 1, column 1", false},
    {"UTF-8 cut short", "one\nab\xE2\x82"sv, "line 2, column 3", false},
    {"binary",
     "\x7f"
     "ELF\x02\x01\x01\0\0\0\xff\xfe\0\n"sv,
     "line 1, column 1", false},
};

class bytes : public cli {};

TEST_F(bytes, each_form_lets_pass_what_it_says) {
  std::string models;
  for (std::size_t i = 0; i < std::size(outputs); ++i) {
    const std::string number = std::to_string(i);
    for (const std::string form : {"canonical", "utf8", "bytes"}) {
      models += printing(form + number, outputs[i].bytes, "form = \"" + form + "\"");
      write_file(golden(form + number + ".stdout"), outputs[i].bytes);
    }
  }
  manifest(models);
  const nlohmann::json report = check_json();
  for (std::size_t i = 0; i < std::size(outputs); ++i) {
    SCOPED_TRACE(outputs[i].what);
    const std::string number = std::to_string(i);
    const nlohmann::json canonical = result_of(report, "canonical" + number);
    EXPECT_EQ(canonical["verdict"], outputs[i].canonical.empty() ? "match" : "not canonical");
    EXPECT_TRUE(has(canonical["reason"].get<std::string>(), outputs[i].canonical));
    EXPECT_EQ(result_of(report, "utf8" + number)["verdict"], outputs[i].utf8 ? "match" : "not canonical");
    EXPECT_EQ(result_of(report, "bytes" + number)["verdict"], "match");
  }
}

TEST_F(bytes, any_bytes_go_through_accept_and_run_unchanged) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  manifest(printing("a", all, "form = \"bytes\"") + printing("b", "", "form = \"bytes\"") +
           printing("c", "no newline", "form = \"utf8\""));
  accept_all();
  EXPECT_EQ(read_file(golden("a.stdout")), all);
  EXPECT_EQ(read_file(golden("b.stdout")), "");
  EXPECT_EQ(read_file(golden("c.stdout")), "no newline");
  EXPECT_EQ(verdicts(), "a match, b match, c match → 0");
  EXPECT_EQ(verbatim({"run", "a"}).out, all);
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(bytes, binary_output_that_differs_is_explained_without_raw_bytes) {
  manifest(printing("a", "head\n\x1b[31m\0\xff\n"sv, "form = \"bytes\""));
  write_file(golden("a.stdout"), "head\n\x1b[32m\0\xff\n"sv);
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "line 2, column 4"));
  EXPECT_TRUE(has(how.out, "\\x1b[32m\\0\\xff"));
  EXPECT_TRUE(has(how.out, "\\x1b[31m\\0\\xff"));
  EXPECT_TRUE(lacks(how.out, "\x1b"));
  EXPECT_TRUE(lacks(how.out, "\xff"));
  EXPECT_EQ(how.out.find('\0'), std::string::npos);
}

TEST_F(bytes, a_missing_final_newline_is_a_difference) {
  manifest(printing("a", "one\ntwo", "form = \"utf8\""));
  write_file(golden("a.stdout"), "one\ntwo\n");
  EXPECT_EQ(verdicts(), "a differs → 1");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(has(how.out, "line 2, column 4"));
  EXPECT_TRUE(has(how.out, "no newline"));
}

TEST_F(bytes, output_that_ends_early_or_goes_on_differs) {
  manifest(printing("short", "one\n") + printing("long", "one\ntwo\nthree\n") +
           printing("empty", "", "form = \"bytes\""));
  for (const std::string name : {"short", "long", "empty"}) write_file(golden(name + ".stdout"), "one\ntwo\n");
  EXPECT_EQ(verdicts(), "short differs, long differs, empty differs → 1");
  const nlohmann::json report = check_json();
  EXPECT_EQ(result_of(report, "short")["difference"]["line"], 2);
  EXPECT_EQ(result_of(report, "long")["difference"]["line"], 3);
  EXPECT_EQ(result_of(report, "empty")["difference"]["line"], 1);
}

TEST_F(bytes, an_empty_golden_matches_empty_output_alone) {
  manifest(printing("a", "", "form = \"bytes\"") + printing("b", "x\n", "form = \"bytes\""));
  write_file(golden("a.stdout"), "");
  write_file(golden("b.stdout"), "");
  EXPECT_EQ(verdicts(), "a match, b differs → 1");
}

TEST_F(bytes, a_character_that_is_cut_by_the_end_of_a_piece_is_read_whole) {
  // 65535 bytes, then a character of three bytes across the border of 64 KiB.
  manifest(printing("a", std::string(65535, 'x') + "∞∞∞\n"));
  accept_all();
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(bytes, a_line_of_32_mib_is_compared_in_little_memory) {
  manifest(misbehaving("a", {"long-line", "33554432"}) +
           misbehaving("b", {"long-line", "33554432"}, "hash_only = true"));
  accept_all();
  EXPECT_EQ(fs::file_size(golden("a.stdout")), 33554433U);
  EXPECT_EQ(fs::file_size(golden("b.sha256")), 64U + 2U + 9U);
  const ended how = verbatim({"check", "-j1"});
  EXPECT_TRUE(ends_with(how, 0));
  if (!sanitized) {
    EXPECT_LT(how.peak_kib, 16L * 1024L);
  }
}

TEST_F(bytes, a_line_of_32_mib_that_differs_at_its_end_is_explained_in_bounds) {
  manifest(misbehaving("a", {"long-line", "33554432"}));
  accept_all();
  manifest(misbehaving("a", {"long-line", "33554431"}));
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "line 1, column 33554432"));
  EXPECT_LT(how.out.size(), 10'000U);
  const ended json = verbatim({"check", "--format", "json"});
  EXPECT_LT(json.out.size(), 20'000U);
}

TEST_F(bytes, output_over_the_limit_in_one_line_is_stopped) {
  manifest(misbehaving("a", {"long-line", "67108864"}));
  EXPECT_EQ(verdicts(), "a failed → 3") << "the default limit is 64 MiB, and the newline is one byte more";
}

TEST_F(bytes, hash_only_keeps_a_digest_that_sha256sum_understands) {
  manifest(printing("a", "one\n", "hash_only = true"));
  accept_all();
  EXPECT_FALSE(fs::exists(golden("a.stdout")));
  EXPECT_EQ(read_file(golden("a.sha256")),
            "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806  a.stdout\n");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
  EXPECT_TRUE(ends_with(shell("cd golden && cp a.in a.stdout && sha256sum --strict -c a.sha256 && rm a.stdout"), 0));
  EXPECT_EQ(verdicts(), "a match → 0");
  prints("a", "two\n");
  EXPECT_EQ(verdicts(), "a differs → 1");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(has(how.out, "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"));
  EXPECT_TRUE(has(how.out, "27dd8ed44a83ff94d557f9fd0412ed5a8cbca69ea04922d88c01184a07300a5a"));
}

TEST_F(bytes, a_digest_file_that_cannot_be_understood_is_a_finding) {
  manifest(printing("a", "one\n", "hash_only = true"));
  for (const std::string text :
       {"", "short", "zz8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806  a.stdout\n"}) {
    write_file(golden("a.sha256"), text);
    EXPECT_EQ(verdicts(), "a differs → 1") << text;
  }
}

TEST_F(bytes, hash_only_output_must_be_stable_and_canonical_too) {
  manifest(misbehaving("a", {"home"}, "hash_only = true") + printing("b", "one\r\n", "hash_only = true"));
  EXPECT_EQ(verdicts(), "a unstable, b not canonical → 1");
}

}  // namespace
}  // namespace verbatim::testing
