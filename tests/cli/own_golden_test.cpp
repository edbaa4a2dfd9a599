// This project's own golden folder, copied: it holds, and one byte of a golden or one digit of a model turns it red.
#include <algorithm>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class own_golden : public cli {
 protected:
  void SetUp() override {
    cli::SetUp();
    fs::remove_all(golden());
    fs::copy(fs::path(VERBATIM_SOURCE_DIR) / "golden", golden(), fs::copy_options::recursive);
    bin_ = project() / "models";
    fs::copy(VERBATIM_MODELS_DIR, bin_, fs::copy_options::recursive);
  }
  [[nodiscard]] words with_bin(words arguments) const {
    arguments.insert(arguments.end(), {"--bin", bin_.string()});
    return arguments;
  }
  // From now on `name` prints its golden with the first `from` after `after` replaced by `to`.
  void change_output(const std::string& name, std::string_view after, std::string_view from,
                     std::string_view to) const {
    std::string text = read_file(golden(name + ".stdout"));
    const std::size_t at = text.find(from, text.find(after));
    ASSERT_NE(at, std::string::npos);
    text.replace(at, from.size(), to);
    write_file(project() / "output", text);
    fs::remove(bin_ / name);
    write_file(bin_ / name, "#!/bin/sh\nexec cat '" + (project() / "output").string() + "'\n");
    fs::permissions(bin_ / name, fs::perms::owner_all);
  }
  fs::path bin_;
};

TEST_F(own_golden, holds) {
  const ended how = verbatim(with_bin({"check"}));
  EXPECT_TRUE(ends_with(how, 0));
  EXPECT_TRUE(lacks(how.out, "✗"));
  EXPECT_TRUE(ends_with(sha256sum_check(), 0));
}

TEST_F(own_golden, the_two_experiments_have_the_articles_digests) {
  const std::string sums = read_file(golden("SHA256SUMS"));
  EXPECT_TRUE(has(sums, "3b187af69661a1489fb4859d4bba18cf53aa00de9ac31535c7f107b902e025d6  range.stdout\n"));
  EXPECT_TRUE(has(sums, "ab96b83a8913c26540d02490322a435ebf69f0c3672ff5064ecad2f1029664ff  decay.stdout\n"));
}

TEST_F(own_golden, any_changed_byte_of_any_golden_is_found_at_its_line) {
  for (const std::string name : {"range", "decay", "boundaries"}) {
    const std::string text = read_file(golden(name + ".stdout"));
    for (const std::size_t at : {std::size_t{0}, text.size() / 3, text.size() / 2, text.size() - 2, text.size() - 1}) {
      SCOPED_TRACE(name + " byte " + std::to_string(at));
      std::string changed = text;
      changed[at] = changed[at] == '\n' ? ' ' : static_cast<char>(changed[at] ^ 1);
      write_file(golden(name + ".stdout"), changed);
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      const ended how = verbatim(with_bin({"check", name, "--format", "json"}));
      EXPECT_TRUE(ends_with(how, 1));
      const nlohmann::json report = nlohmann::json::parse(how.out);
      EXPECT_EQ(result_of(report, name)["difference"]["line"], line);
      EXPECT_EQ(result_of(report, name + ".stdout")["verdict"], "bad sum");
      EXPECT_FALSE(ends_with(sha256sum_check(), 0));
    }
    write_file(golden(name + ".stdout"), text);
  }
}

TEST_F(own_golden, one_digit_of_a_model_is_found_with_its_distance) {
  change_output("range", "场景B", "e-10", "e-11");
  const ended how = verbatim(with_bin({"check", "range"}));
  EXPECT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(has(how.out, "range.stdout:3:"));
  EXPECT_TRUE(has(how.out, "first difference: line 3, column"));
  EXPECT_TRUE(has(how.out, "2.3283064365386963e-10 → 2.3283064365386963e-11"));
  EXPECT_TRUE(has(how.out, "binary64  0x3df0000000000000 → 0x"));
  EXPECT_TRUE(has(how.out, "accept --bin " + bin_.string() + " range"));
}

TEST_F(own_golden, a_twin_in_another_language_stands_by_itself) {
  if (shell("command -v python3").code != 0) GTEST_SKIP() << "python3 is not installed";
  change_output("decay", "1", "1", "2");
  const ended how = verbatim(with_bin({"check", "--format", "json", "decay", "decay.py"}));
  EXPECT_TRUE(ends_with(how, 1));
  const nlohmann::json report = nlohmann::json::parse(how.out);
  EXPECT_EQ(result_of(report, "decay")["verdict"], "differs");
  EXPECT_EQ(result_of(report, "decay.py")["verdict"], "match");
}

TEST_F(own_golden, without_python3_the_twins_are_skipped_with_the_reason) {
  fs::create_directories(project() / "path");
  call what = calling(with_bin({"check", "--format", "json"}));
  what.environment["PATH"] = (project() / "path").string();
  const ended how = run(what);
  EXPECT_TRUE(ends_with(how, 0));
  const nlohmann::json report = nlohmann::json::parse(how.out);
  for (const std::string name : {"range.py", "decay.py", "boundaries.py"}) {
    EXPECT_EQ(result_of(report, name)["verdict"], "skipped");
    EXPECT_TRUE(has(result_of(report, name)["reason"].get<std::string>(), "python3"));
  }
  what.argv.emplace_back("--no-skips");
  EXPECT_TRUE(ends_with(run(what), 1));
}

}  // namespace
}  // namespace verbatim::testing
