// Which models a command is about: names, globs, tags, shards; and how many at once.
#include <algorithm>
#include <set>
#include <sstream>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class selecting : public cli {
 protected:
  void SetUp() override {
    cli::SetUp();
    manifest(printing("decay", "1\n", "tags = [\"article\"]") + printing("decoy", "2\n", "tags = [\"slow\", \"x y\"]") +
             printing("range", "3\n", "tags = [\"article\", \"slow\"]") + printing("rung", "4\n") +
             printing("boundaries", "5\n"));
    accept_all();
  }
  // Names that are checked, in order; "2" and the like where nothing is.
  [[nodiscard]] std::string chosen(words arguments) const {
    arguments.insert(arguments.begin(), {"check", "--format", "json"});
    const ended how = verbatim(arguments);
    const nlohmann::json report = nlohmann::json::parse(how.out, nullptr, false);
    if (report.is_discarded()) return std::to_string(how.code);
    std::string out;
    for (const nlohmann::json& each : report["models"])
      out += (out.empty() ? "" : " ") + each["name"].get<std::string>();
    return out;
  }
};

TEST_F(selecting, all_in_manifest_order_by_default) { EXPECT_EQ(chosen({}), "decay decoy range rung boundaries"); }

TEST_F(selecting, by_name_in_manifest_order_and_once) {
  EXPECT_EQ(chosen({"range"}), "range");
  EXPECT_EQ(chosen({"rung", "decay"}), "decay rung");
  EXPECT_EQ(chosen({"rung", "rung", "r*"}), "range rung");
}

TEST_F(selecting, by_glob) {
  EXPECT_EQ(chosen({"dec*"}), "decay decoy");
  EXPECT_EQ(chosen({"r?n*"}), "range rung");
  EXPECT_EQ(chosen({"dec[ao]y", "*ies"}), "decay decoy boundaries");
  EXPECT_EQ(chosen({"[dr]*[ey]"}), "decay decoy range");
  EXPECT_EQ(chosen({"*"}), "decay decoy range rung boundaries");
}

TEST_F(selecting, by_a_glob_that_is_one_bracket) {
  manifest(printing("a", "1\n") + printing("b", "2\n") + printing("c", "3\n"));
  EXPECT_EQ(chosen({"[ab]"}), "a b");
  EXPECT_EQ(chosen({"[!a]"}), "b c");
}

TEST_F(selecting, an_unknown_name_is_refused_with_the_nearest) {
  const ended how = verbatim({"check", "rnage"});
  EXPECT_TRUE(ends_with(how, 2));
  EXPECT_TRUE(has(how.err, "no model 'rnage'"));
  EXPECT_TRUE(has(how.err, "did you mean 'range'?"));
  EXPECT_TRUE(ends_with(verbatim({"check", "range", "rnage"}), 2)) << "also beside one that is known";
  EXPECT_TRUE(has(verbatim({"check", "zzzzzz"}).err, "verbatim list"));
  EXPECT_TRUE(has(verbatim({"check", "z*"}).err, "no model matches 'z*'"));
  EXPECT_TRUE(has(verbatim({"check", "\x1b[31m"}).err, "\\x1b[31m"));
  for (const char* const verb : {"accept", "diff", "run"}) EXPECT_TRUE(ends_with(verbatim({verb, "rnage"}), 2)) << verb;
}

TEST_F(selecting, by_tag) {
  EXPECT_EQ(chosen({"--tag", "article"}), "decay range");
  EXPECT_EQ(chosen({"--tag", "article", "--tag", "slow"}), "decay decoy range");
  EXPECT_EQ(chosen({"--tag=x y"}), "decoy");
  EXPECT_EQ(chosen({"--tag", "slow", "r*"}), "range") << "both must hold, and the tag takes one word";
  EXPECT_EQ(chosen({"--tag", "none"}), "2");
  EXPECT_TRUE(has(verbatim({"check", "--tag", "none"}).err, "no model selected"));
  EXPECT_EQ(chosen({"--tag", "article", "rung"}), "2");
}

TEST_F(selecting, shards_share_the_models_out_without_overlap) {
  for (const unsigned count : {1U, 2U, 3U, 5U}) {
    std::multiset<std::string> seen;
    for (unsigned k = 1; k <= count; ++k) {
      std::istringstream names(chosen({"--shard", std::to_string(k) + "/" + std::to_string(count)}));
      for (std::string name; names >> name;) seen.insert(name);
    }
    EXPECT_EQ(seen, (std::multiset<std::string>{"decay", "decoy", "range", "rung", "boundaries"})) << count;
  }
  EXPECT_EQ(chosen({"--shard", "2/2", "--tag", "article"}), "range") << "the shard is of what else was chosen";
  EXPECT_EQ(chosen({"--shard", "6/6"}), "2");
}

TEST_F(selecting, a_shard_that_is_none_is_refused) {
  for (const std::string text :
       {"0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/", "/2", "1.0/2", " 1/2", "1/99999999999999999999"}) {
    const ended how = verbatim({"check", "--shard", text});
    EXPECT_TRUE(ends_with(how, 2)) << text;
    EXPECT_TRUE(has(how.err, "--shard")) << text;
  }
}

class fail_fast : public cli {};

TEST_F(fail_fast, stops_at_the_first_model_that_does_not_hold) {
  manifest(script("a", "touch \"$here/a\"; echo a") + script("b", "touch \"$here/b\"; exit 1") +
           script("c", "touch \"$here/c\"; echo c"));
  write_file(golden("a.stdout"), "a\n");
  write_file(golden("c.stdout"), "x\n");
  write_file(golden("orphan.stdout"), "x\n");
  EXPECT_EQ(verdicts({"--fail-fast", "-j1"}), "a match, b failed → 3");
  EXPECT_FALSE(fs::exists(beside("c")));
  const ended how = verbatim({"check", "--fail-fast", "-j1"});
  EXPECT_TRUE(has(how.err, "1 models were not run")) << "what was not looked at is not passed over in silence";
  EXPECT_EQ(verdicts({"--fail-fast", "-j4"}), "a match, b failed → 3");
}

TEST_F(fail_fast, goes_past_skips_and_matches) {
  manifest(printing("a", "one\n", "requires = [\"not-a-program\"]") + printing("b", "one\n") + printing("c", "two\n"));
  write_file(golden("b.stdout"), "one\n");
  EXPECT_EQ(verdicts({"--fail-fast"}), "a skipped, b match, c no golden → 1");
}

class jobs : public cli {};

TEST_F(jobs, however_many_the_report_is_the_same) {
  std::string models;
  for (int i = 0; i < 24; ++i) {
    const std::string name = "m" + std::to_string(i);
    // The first ones take longest.
    models += script(name, "sleep 0.0" + std::to_string(i < 4 ? 9 - i : 0) + "; echo " + std::to_string(i),
                     i % 5 == 3 ? "requires = [\"not-a-program\"]" : "");
    if (i % 3 == 0) write_file(golden(name + ".stdout"), std::to_string(i) + "\n");
    if (i % 7 == 2) write_file(golden(name + ".stdout"), "another\n");
  }
  manifest(models + misbehaving("last", {"exit", "1"}));
  const ended one = verbatim({"check", "-j1"});
  EXPECT_TRUE(ends_with(one, 1));
  for (const std::string count : {"2", "4", "16"}) {
    const ended more = verbatim({"check", "-j", count});
    EXPECT_TRUE(ends_with(more, 1));
    EXPECT_EQ(more.out, one.out) << count << " jobs";
  }
}

TEST_F(jobs, run_at_the_same_time) {
  // Each waits for the other.
  std::string models;
  for (const std::string name : {"a", "b"}) {
    const std::string other = name == "a" ? "b" : "a";
    models += script(
        name, "touch \"$here/" + name + "\"; while [ ! -e \"$here/" + other + "\" ]; do sleep 0.01; done; echo met",
        "reruns = 1\ntimeout_s = 100");
    write_file(golden(name + ".stdout"), "met\n");
  }
  manifest(models);
  EXPECT_EQ(verdicts({"--jobs", "2"}), "a match, b match → 0");
}

TEST_F(jobs, a_number_that_is_none_is_refused) {
  manifest(printing("a", "one\n"));
  for (const std::string text : {"0", "-1", "x", "1.5", "99999999999"}) {
    EXPECT_TRUE(ends_with(verbatim({"check", "-j", text}), 2)) << text;
    EXPECT_TRUE(ends_with(verbatim({"check", "--reruns", text}), 2)) << text;
  }
}

}  // namespace
}  // namespace verbatim::testing
