// The README stays true: each of its commands is run, each sample of output is compared with what the program prints.
#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

struct block {
  std::string language;
  std::string text;
};

std::vector<block> blocks_of(const std::string& markdown) {
  std::vector<block> found;
  std::istringstream lines(markdown);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) found.push_back({line.substr(3), ""});
    } else if (inside) {
      found.back().text += line + "\n";
    }
  }
  return found;
}

std::vector<block> readme(const std::string& language) {
  std::vector<block> chosen;
  for (block& each : blocks_of(read_file(fs::path(VERBATIM_SOURCE_DIR) / "README.md")))
    if (each.language == language) chosen.push_back(std::move(each));
  return chosen;
}

class readme_test : public cli {
 protected:
  ended in_shell(const std::string& script) const {
    call what;
    what.argv = {"/bin/sh", "-euc", script};
    what.folder = project().string();
    const std::string folder = fs::path(VERBATIM_PROGRAM).parent_path().string();
    what.environment = {{"PATH", folder + ":" + std::getenv("PATH")}, {"TMPDIR", temporary().string()}};
    return verbatim::testing::run(what);
  }
  void copy_golden() const {
    fs::remove_all(golden());
    fs::copy(fs::path(VERBATIM_SOURCE_DIR) / "golden", golden(), fs::copy_options::recursive);
  }
};

TEST_F(readme_test, every_command_works) {
  const std::vector<block> scripts = readme("sh");
  ASSERT_GE(scripts.size(), 4U);
  for (const block& script : scripts) {
    SCOPED_TRACE(script.text);
    if (script.text.find("verbatim init") != std::string::npos)
      fs::remove_all(golden());
    else
      copy_golden();
    std::string here;
    std::istringstream lines(script.text);
    for (std::string line; std::getline(lines, line);) {
      // CI runs these two themselves, and this test is part of the second.
      if (line.starts_with("./dev "))
        here += "'" VERBATIM_SOURCE_DIR "/dev' help " + line.substr(6) + " >/dev/null\n";
      else
        here += line + "\n";
    }
    EXPECT_TRUE(ends_with(in_shell(here), 0));
  }
}

TEST_F(readme_test, names_the_two_commands_on_its_first_screen) {
  const std::string text = read_file(fs::path(VERBATIM_SOURCE_DIR) / "README.md");
  std::istringstream lines(text);
  std::string screen;
  std::string line;
  for (int i = 0; i < 40 && std::getline(lines, line); ++i) screen += line + "\n";
  EXPECT_TRUE(has(screen, "./dev check"));
  EXPECT_TRUE(has(screen, "./dev test"));
  EXPECT_TRUE(has(screen, "match"));
}

TEST_F(readme_test, shows_what_check_really_prints) {
  copy_golden();
  if (in_shell("command -v python3").code != 0) GTEST_SKIP() << "python3 is missing, and the sample shows its models";
  const ended how = in_shell("verbatim check");
  ASSERT_TRUE(ends_with(how, 0));
  EXPECT_EQ(readme("text").at(0).text, how.out);
}

TEST_F(readme_test, shows_what_a_changed_digit_really_prints) {
  copy_golden();
  const ended how = in_shell(
      "sed -i 's/scale=4096 梯度上限=2000.0/scale=4096 梯度上限=2000.1/' golden/decay.stdout; verbatim check decay");
  ASSERT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(how.out.starts_with(readme("text").at(1).text)) << how.out;
}

TEST_F(readme_test, shows_what_eval_and_judge_really_print) {
  const ended eval = in_shell("verbatim eval convert binary64:0x3E60000000000001 --to binary16");
  ASSERT_TRUE(ends_with(eval, 0));
  EXPECT_EQ(readme("text").at(2).text, eval.out);
  const ended judge = in_shell("verbatim judge 3.0e3 2**-32");
  ASSERT_TRUE(ends_with(judge, 0));
  EXPECT_EQ(readme("text").at(3).text, judge.out);
}

TEST_F(readme_test, shows_what_a_sweep_really_prints) {
  const ended how = in_shell(
      "printf '#include <stdint.h>\nuint16_t f32_to_bf16(uint32_t x) { return (uint16_t)((x + 0x8000u) >> 16); }\n' > "
      "mine.c; "
      "g++ -shared -fPIC -O2 -x c -o libmine.so mine.c; "
      "verbatim sweep f32_to_bf16 --routine ./libmine.so:f32_to_bf16 --range 0x7f000000..0x7fffffff");
  ASSERT_TRUE(ends_with(how, 1));
  EXPECT_TRUE(how.out.starts_with(readme("text").at(4).text)) << how.out;
}

TEST_F(readme_test, names_every_package_that_dev_installs) {
  const std::string text = read_file(fs::path(VERBATIM_SOURCE_DIR) / "README.md");
  const ended how =
      in_shell("sed -n \"s/.*packages='\\([^']*\\)'.*/\\1/p\" '" VERBATIM_SOURCE_DIR "/dev' | tr ' ' '\\n' | sort -u");
  ASSERT_TRUE(ends_with(how, 0));
  std::istringstream names(how.out);
  int count = 0;
  for (std::string name; std::getline(names, name);) {
    if (name.empty()) continue;
    ++count;
    EXPECT_TRUE(has(text, "`" + name + "`"));
  }
  EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace verbatim::testing
