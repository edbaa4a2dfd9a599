// SHA256SUMS: what sha256sum itself says of it, and what of it can be read.
#include <algorithm>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class sums : public cli {
 protected:
  void SetUp() override {
    cli::SetUp();
    manifest(printing("b", "two\n") + printing("a", "one\n") + printing("B", "three\n"));
    accept_all();
    text_ = read_file(golden("SHA256SUMS"));
  }
  void write(std::string_view text) const { write_file(golden("SHA256SUMS"), text); }
  std::string text_;
};

TEST_F(sums, are_written_in_byte_order_and_pass_sha256sum) {
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
  const std::size_t upper = text_.find("  B.stdout\n");
  EXPECT_LT(upper, text_.find("  a.stdout\n"));
  EXPECT_LT(text_.find("  a.stdout\n"), text_.find("  b.stdout\n"));
  EXPECT_EQ(std::count(text_.begin(), text_.end(), '\n'), 3) << "the manifest and the models' own files are not in it";
  EXPECT_TRUE(ends_with(shell("cd golden && LC_ALL=C sha256sum *.stdout | cmp - SHA256SUMS"), 0));
}

TEST_F(sums, are_read_in_any_order_and_with_either_marker) {
  ASSERT_TRUE(ends_with(shell("cd golden && sha256sum --binary b.stdout a.stdout > s && sha256sum B.stdout >> s && "
                              "mv s SHA256SUMS"),
                        0));
  EXPECT_EQ(verdicts(), "b match, a match, B match → 0");
  accept_all();
  EXPECT_EQ(read_file(golden("SHA256SUMS")), text_) << "accept writes them in order again";
}

TEST_F(sums, a_line_that_is_none_is_named) {
  const std::string digest(64, '0');
  const struct {
    std::string line;
    std::string what;
  } cases[] = {{"", "too short"},
               {"# a comment", "too short"},
               {digest + "  ", "too short"},
               {digest.substr(1) + "g  x.stdout", "64 hexadecimal digits"},
               {digest + " x.stdout", "two blanks"},
               {digest + "\tx.stdout", "two blanks"},
               {"\\" + digest + "  x\\y", "backslash"},
               {text_.substr(0, text_.find('\n')), "second time"}};
  for (const auto& each : cases) {
    SCOPED_TRACE(each.line);
    write(text_ + each.line + "\n");
    const ended how = verbatim({"check"});
    EXPECT_TRUE(ends_with(how, 1));
    EXPECT_TRUE(has(how.out, "bad sum"));
    EXPECT_TRUE(has(how.out, "line 4"));
    EXPECT_TRUE(has(how.out, each.what));
    const ended accept = verbatim({"accept"});
    EXPECT_TRUE(ends_with(accept, 2)) << "accept does not write over what it cannot read";
    EXPECT_TRUE(has(accept.err, "SHA256SUMS:4:"));
  }
}

TEST_F(sums, files_outside_the_folder_are_never_read) {
  write_file(project() / "outside", "x\n");
  for (const std::string name : {"../outside", "/etc/passwd", "sub/../../outside"}) {
    write(text_ + std::string(64, '0') + "  " + name + "\n");
    const ended how = verbatim({"check"});
    EXPECT_TRUE(ends_with(how, 1)) << name;
    EXPECT_TRUE(has(how.out, "outside the golden folder"));
  }
}

TEST_F(sums, names_in_them_are_shown_escaped) {
  write(text_ + std::string(64, '0') + "  x\x1b[31m\n");
  const ended how = verbatim({"check"});
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(lacks(how.out, "\x1b"));
}

TEST_F(sums, a_file_that_is_a_folder_or_garbage_neither_crashes_nor_passes) {
  std::string garbage;
  unsigned state = 20261130;
  for (int i = 0; i < 100000; ++i) {
    state = state * 1664525U + 1013904223U;
    garbage += static_cast<char>(state >> 24);
  }
  write(garbage);
  EXPECT_TRUE(ends_with(verbatim({"check"}), 1));
  fs::remove(golden("SHA256SUMS"));
  fs::create_directory(golden("SHA256SUMS"));
  const ended how = verbatim({"check"});
  EXPECT_TRUE(how.code == 1 || how.code == 2) << how.code;
  EXPECT_TRUE(has(how.out + how.err, "SHA256SUMS"));
}

TEST_F(sums, a_missing_final_newline_and_upper_case_digits_are_read_as_sha256sum_reads_them) {
  write(text_.substr(0, text_.size() - 1));
  EXPECT_EQ(verdicts(), "b match, a match, B match → 0");
  std::string upper = text_;
  std::transform(upper.begin(), upper.begin() + 64, upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c; });
  write(upper);
  EXPECT_EQ(ends_with(sha256sum_check(), 0), verdicts() == "b match, a match, B match → 0");
}

TEST_F(sums, keep_lines_of_files_that_no_model_has) {
  write_file(golden("functions/root.txt"), "root\n");
  ASSERT_TRUE(ends_with(shell("cd golden && sha256sum functions/root.txt >> SHA256SUMS"), 0));
  prints("a", "new\n");
  accept_all();
  EXPECT_TRUE(has(read_file(golden("SHA256SUMS")), "  functions/root.txt\n"));
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(sums, lose_lines_of_files_that_are_gone_when_everything_is_accepted) {
  manifest(printing("a", "one\n"));
  fs::remove(golden("b.stdout"));
  fs::remove(golden("B.stdout"));
  EXPECT_EQ(verdicts(), "a match, B.stdout bad sum, b.stdout bad sum → 1");
  EXPECT_TRUE(ends_with(verbatim({"accept", "a"}), 0));
  EXPECT_TRUE(has(read_file(golden("SHA256SUMS")), "b.stdout")) << "one model's accept is about that model";
  accept_all();
  EXPECT_EQ(verdicts(), "a match → 0");
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(sums, a_first_accept_of_one_model_covers_the_goldens_that_are_there) {
  fs::remove(golden("SHA256SUMS"));
  EXPECT_TRUE(ends_with(verbatim({"accept", "a"}), 0));
  EXPECT_EQ(read_file(golden("SHA256SUMS")), text_);
}

}  // namespace
}  // namespace verbatim::testing
