// Which models a command is about: names, globs, tags, shards.
#include "harness/gate/selection.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "harness/core/error.hpp"

namespace {

using verbatim::core::request_error;
using verbatim::gate::manifest;
using verbatim::gate::parse_shard;
using verbatim::gate::select;
using verbatim::gate::selection;

manifest five() {
  manifest from;
  from.path = "golden/manifest.toml";
  for (const std::string_view name : {"range", "decay", "boundaries", "range.py", "decay.py"}) {
    from.models.emplace_back();
    from.models.back().name = name;
    if (name.ends_with(".py")) from.models.back().tags = {"twin", "slow"};
    if (name.starts_with("range")) from.models.back().tags.emplace_back("article");
  }
  return from;
}

std::string names_of(const manifest& from, const selection& asked) {
  std::string names;
  for (const auto* each : select(from, asked)) names += (names.empty() ? "" : " ") + each->name;
  return names;
}

std::string chosen(const selection& asked) { return names_of(five(), asked); }

std::string fault_of(const manifest& from, const selection& asked) {
  try {
    return "selected: " + names_of(from, asked);
  } catch (const request_error& error) {
    return error.what();
  }
}

TEST(gate_selection, is_everything_in_manifest_order_unless_asked) {
  EXPECT_EQ(chosen({}), "range decay boundaries range.py decay.py");
  EXPECT_TRUE(selection{}.is_everything());
  EXPECT_FALSE((selection{.names = {"range"}, .tags = {}, .part = {}}.is_everything()));
  EXPECT_FALSE((selection{.names = {}, .tags = {"twin"}, .part = {}}.is_everything()));
  EXPECT_FALSE((selection{.names = {}, .tags = {}, .part = {1, 2}}.is_everything()));
}

TEST(gate_selection, takes_names_and_globs_once_each) {
  EXPECT_EQ(chosen({.names = {"decay.py", "range", "range"}, .tags = {}, .part = {}}), "range decay.py");
  EXPECT_EQ(chosen({.names = {"*.py"}, .tags = {}, .part = {}}), "range.py decay.py");
  EXPECT_EQ(chosen({.names = {"r*", "range"}, .tags = {}, .part = {}}), "range range.py");
  EXPECT_EQ(chosen({.names = {"?ecay"}, .tags = {}, .part = {}}), "decay");
  EXPECT_EQ(chosen({.names = {"[bd]*"}, .tags = {}, .part = {}}), "decay boundaries decay.py");
  EXPECT_EQ(chosen({.names = {"*"}, .tags = {}, .part = {}}), chosen({}));
}

TEST(gate_selection, takes_models_with_any_of_the_tags) {
  EXPECT_EQ(chosen({.names = {}, .tags = {"twin"}, .part = {}}), "range.py decay.py");
  EXPECT_EQ(chosen({.names = {}, .tags = {"article", "slow"}, .part = {}}), "range range.py decay.py");
  EXPECT_EQ(chosen({.names = {"range*"}, .tags = {"twin"}, .part = {}}), "range.py") << "both must hold";
}

TEST(gate_selection, takes_every_nth_of_what_is_left) {
  EXPECT_EQ(chosen({.names = {}, .tags = {}, .part = {1, 2}}), "range boundaries decay.py");
  EXPECT_EQ(chosen({.names = {}, .tags = {}, .part = {2, 2}}), "decay range.py");
  EXPECT_EQ(chosen({.names = {}, .tags = {}, .part = {5, 5}}), "decay.py");
  EXPECT_EQ(chosen({.names = {"*.py"}, .tags = {}, .part = {2, 2}}), "decay.py");
}

TEST(gate_selection, of_a_huge_number_of_shards_holds_one_model_at_most) {
  const std::size_t most = static_cast<std::size_t>(-1);
  EXPECT_EQ(chosen({.names = {}, .tags = {}, .part = {1, most}}), "range");
  EXPECT_EQ(chosen({.names = {}, .tags = {}, .part = {3, most}}), "boundaries");
}

TEST(gate_selection, names_what_is_not_there) {
  const manifest from = five();
  EXPECT_EQ(fault_of(from, {.names = {"rang"}, .tags = {}, .part = {}}),
            "no model 'rang' in golden/manifest.toml; did you mean 'range'?");
  EXPECT_EQ(fault_of(from, {.names = {"unlike\x1b"}, .tags = {}, .part = {}}),
            "no model 'unlike\\x1b' in golden/manifest.toml; `verbatim list` shows all");
  EXPECT_EQ(fault_of(from, {.names = {"range", "z*"}, .tags = {}, .part = {}}),
            "no model matches 'z*' in golden/manifest.toml; `verbatim list` shows all");
  EXPECT_EQ(fault_of(from, {.names = {}, .tags = {"a", "b"}, .part = {}}),
            "no model selected: no model in golden/manifest.toml has the tag a or b");
  EXPECT_EQ(fault_of(from, {.names = {}, .tags = {}, .part = {6, 6}}),
            "no model selected: shard 6/6 of 5 models is empty; use at most 5 shards");
  manifest empty;
  empty.path = "m.toml";
  EXPECT_EQ(fault_of(empty, {}), "m.toml names no model; add a [[model]] table");
}

TEST(gate_shard, is_k_of_n) {
  EXPECT_EQ(parse_shard("2/3").index, 2U);
  EXPECT_EQ(parse_shard("2/3").count, 3U);
  EXPECT_EQ(parse_shard("1/1").index, 1U);
  EXPECT_EQ(parse_shard("10/10").count, 10U);
}

TEST(gate_shard, is_nothing_else) {
  for (const std::string_view text : {"", "/", "1", "1/", "/1", "0/1", "2/1", "-1/2", "+1/2", " 1/2", "1/2 ", "1/2/3",
                                      "a/b", "1.0/2", "0x1/2", "1/0", "1/99999999999999999999"})
    EXPECT_THROW((void)parse_shard(text), request_error) << text;
}

}  // namespace
