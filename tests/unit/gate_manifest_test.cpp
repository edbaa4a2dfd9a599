// What a manifest means: keys, defaults, placeholders, shared goldens. Its faults are in gate_manifest_faults_test.cpp.
#include "harness/gate/manifest.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/error.hpp"
#include "tests/unit/core_support.hpp"

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using verbatim::core::request_error;
using verbatim::gate::find_manifest;
using verbatim::gate::load_manifest;
using verbatim::gate::manifest;
using verbatim::gate::model;
using verbatim::gate::output_form;
using verbatim::testing_support::put;
using verbatim::testing_support::temporary_folder;
using words = std::vector<std::string>;

manifest parse(std::string_view text) {
  return verbatim::gate::parse_manifest(text, "golden/manifest.toml", "/project/golden", "/build/models", false);
}

TEST(gate_manifest, of_one_model_has_the_documented_defaults) {
  const manifest read = parse("version = 1\n\n[[model]]\nname = \"range\"\ncommand = [\"{bin}/range\"]\n");
  EXPECT_EQ(read.path, "golden/manifest.toml");
  EXPECT_EQ(read.root, "/project/golden");
  EXPECT_EQ(read.project, "/project");
  EXPECT_EQ(read.bin, "/build/models");
  ASSERT_EQ(read.models.size(), 1U);
  const model& range = read.models[0];
  EXPECT_EQ(range.name, "range");
  EXPECT_EQ(range.command, words{"/build/models/range"});
  EXPECT_EQ(range.source, "");
  EXPECT_TRUE(range.environment.empty());
  EXPECT_EQ(range.stdin_file, "");
  EXPECT_EQ(range.working_directory, "/project/golden");
  EXPECT_EQ(range.exit_code, 0);
  EXPECT_FALSE(range.stderr_must_be_empty);
  EXPECT_TRUE(range.tags.empty());
  EXPECT_TRUE(range.requirements.empty());
  EXPECT_EQ(range.golden_of, "");
  EXPECT_FALSE(range.hash_only);
  EXPECT_EQ(range.form, output_form::canonical);
  EXPECT_EQ(range.reruns, 2U);
  EXPECT_EQ(range.timeout, 10s);
  EXPECT_EQ(range.max_output_bytes, 67108864U);
  EXPECT_EQ(range.line, 3U);
  EXPECT_EQ(range.golden_file(), "range.stdout");
}

TEST(gate_manifest, reads_every_key) {
  const manifest read = parse(R"(version = 1
[[model]]
name = "all"
command = ["python3", "-B", "{root}/{bin}/{project}", "{other}"]
source = "{project}/all.py"
env = { B = "2", A = "{root}", EMPTY = "" }
stdin = "inputs/all.txt"
cwd = "{project}/work"
exit_code = 255
stderr = "empty"
tags = ["article", "第一"]
requires = ["python3", "/bin/sh"]
hash_only = true
form = "bytes"
reruns = 7
timeout_s = 0.25
max_output_bytes = 1
)");
  const model& all = read.models.at(0);
  EXPECT_EQ(all.command, (words{"python3", "-B", "/project/golden//build/models//project", "{other}"}));
  EXPECT_EQ(all.source, "/project/all.py");
  EXPECT_EQ(all.environment,
            (std::vector<std::pair<std::string, std::string>>{{"A", "/project/golden"}, {"B", "2"}, {"EMPTY", ""}}));
  EXPECT_EQ(all.stdin_file, "/project/golden/inputs/all.txt");
  EXPECT_EQ(all.working_directory, "/project/work");
  EXPECT_EQ(all.exit_code, 255);
  EXPECT_TRUE(all.stderr_must_be_empty);
  EXPECT_EQ(all.tags, (words{"article", "第一"}));
  EXPECT_EQ(all.requirements, (words{"python3", "/bin/sh"}));
  EXPECT_TRUE(all.hash_only);
  EXPECT_EQ(all.golden_file(), "all.sha256");
  EXPECT_EQ(all.form, output_form::bytes);
  EXPECT_EQ(all.reruns, 7U);
  EXPECT_EQ(all.timeout, 250ms);
  EXPECT_EQ(all.max_output_bytes, 1U);
}

TEST(gate_manifest, takes_defaults_unless_a_model_says_otherwise) {
  const manifest read = parse(R"(version = 1
[defaults]
reruns = 5
timeout_s = 3
max_output_bytes = 99
form = "utf8"
stderr = "empty"
[[model]]
name = "a"
command = ["a"]
[[model]]
name = "b"
command = ["b"]
reruns = 1
timeout_s = 1e-3
max_output_bytes = 100
form = "canonical"
stderr = "ignore"
)");
  const model& a = read.models.at(0);
  EXPECT_EQ(a.reruns, 5U);
  EXPECT_EQ(a.timeout, 3s);
  EXPECT_EQ(a.max_output_bytes, 99U);
  EXPECT_EQ(a.form, output_form::utf8);
  EXPECT_TRUE(a.stderr_must_be_empty);
  const model& b = read.models.at(1);
  EXPECT_EQ(b.reruns, 1U);
  EXPECT_EQ(b.timeout, 1ms);
  EXPECT_EQ(b.max_output_bytes, 100U);
  EXPECT_EQ(b.form, output_form::canonical);
  EXPECT_FALSE(b.stderr_must_be_empty);
}

TEST(gate_manifest, takes_defaults_wherever_the_table_stands) {
  const manifest read = parse("version = 1\n[[model]]\nname=\"a\"\ncommand=[\"a\"]\n[defaults]\nreruns = 4\n");
  EXPECT_EQ(read.models.at(0).reruns, 4U);
}

TEST(gate_manifest, lets_models_share_a_golden) {
  const manifest read = parse(R"(version = 1
[[model]]
name = "twin"
command = ["t"]
golden_of = "large"
[[model]]
name = "large"
command = ["l"]
hash_only = true
)");
  EXPECT_EQ(read.models.at(0).golden_file(), "large.sha256") << "also where the owner comes later";
  EXPECT_EQ(read.models.at(1).golden_file(), "large.sha256");
  EXPECT_EQ(read.find("twin"), &read.models[0]);
  EXPECT_EQ(read.find("large"), &read.models[1]);
  EXPECT_EQ(read.find("other"), nullptr);
}

TEST(gate_manifest, may_be_without_models) { EXPECT_TRUE(parse("version = 1\n").models.empty()); }

TEST(gate_manifest, finds_a_path_within_its_folder_however_it_is_written) {
  const auto stdin_of = [](const std::string& path) {
    return parse("version = 1\n[[model]]\nname = \"a\"\ncommand = [\"a\"]\nstdin = \"" + path + "\"\n")
        .models.at(0)
        .stdin_file;
  };
  EXPECT_EQ(stdin_of("in"), "/project/golden/in");
  EXPECT_EQ(stdin_of("./sub/../in"), "/project/golden/in");
  EXPECT_EQ(stdin_of("{root}/in"), "/project/golden/in");
  EXPECT_EQ(stdin_of("/project/golden/in"), "/project/golden/in");
  EXPECT_EQ(stdin_of("..in"), "/project/golden/..in");
}

TEST(gate_manifest_name, is_a_plain_file_name) {
  for (const std::string_view name : {"range", "range.py", "a b", "第一", "A-1_2", "é", "it's", "a.b.c", "{x}", "a#b"})
    EXPECT_EQ(verbatim::gate::name_fault(name), "") << name;
  EXPECT_EQ(verbatim::gate::name_fault(std::string(200, 'a')), "");
  for (const std::string_view name :
       {"",    ".",   "..",   ".hidden", "-dash", "a/b", "/a",   "../a", "a\\b",  "a*b",  "a?b",     "[a]",    "a:b",
        "a|b", "<a>", "a\"b", " a",      "a ",    "a.",  "a\nb", "a\tb", "a\x1b", "\xff", "a\u202e", "a\u200b"})
    EXPECT_NE(verbatim::gate::name_fault(name), "") << name;
  EXPECT_NE(verbatim::gate::name_fault(std::string_view("a\0b", 3)), "");
  EXPECT_NE(verbatim::gate::name_fault(std::string(201, 'a')), "");
}

TEST(gate_nearest, is_a_word_a_slip_away) {
  const words known{"reruns", "requires", "timeout_s", "tags"};
  EXPECT_EQ(verbatim::gate::nearest("rerun", known), "reruns");
  EXPECT_EQ(verbatim::gate::nearest("require", known), "requires");
  EXPECT_EQ(verbatim::gate::nearest("timeout", known), "timeout_s");
  EXPECT_EQ(verbatim::gate::nearest("tgas", known), "tags");
  EXPECT_EQ(verbatim::gate::nearest("tag", known), "tags");
  EXPECT_EQ(verbatim::gate::nearest("something_else", known), "");
  EXPECT_EQ(verbatim::gate::nearest("x", {}), "");
}

TEST(gate_find_manifest, walks_up_to_the_nearest) {
  const temporary_folder place;
  fs::create_directories(place / "project/deep/below");
  fs::create_directories(place / "project/golden");
  put(place / "project/golden/manifest.toml", "version = 1\n");
  const std::string expected = place / "project/golden/manifest.toml";
  EXPECT_EQ(find_manifest(place / "project"), expected);
  EXPECT_EQ(find_manifest(place / "project/deep/below"), expected);
  EXPECT_EQ(find_manifest(place / "project/golden"), expected);
  fs::create_directories(place / "project/deep/golden");
  put(place / "project/deep/golden/manifest.toml", "version = 1\n");
  EXPECT_EQ(find_manifest(place / "project/deep/below"), place / "project/deep/golden/manifest.toml");
  EXPECT_NE(find_manifest(place.path()), expected);
}

TEST(gate_load_manifest, resolves_links_to_its_folder) {
  const temporary_folder place;
  fs::create_directories(place / "real");
  put(place / "real/manifest.toml", "version = 1\n[[model]]\nname = \"a\"\ncommand = [\"a\"]\nstdin = \"in\"\n");
  fs::create_directory_symlink("real", place / "link");
  const manifest read = load_manifest(place / "link/manifest.toml", "/bin");
  EXPECT_EQ(read.path, place / "link/manifest.toml");
  EXPECT_EQ(read.root, place / "real");
  EXPECT_EQ(read.project, place.path());
  EXPECT_EQ(read.models.at(0).stdin_file, place / "real/in");
  EXPECT_THROW((void)load_manifest(place / "none/manifest.toml", "/bin"), request_error);
  EXPECT_THROW((void)load_manifest(place.path(), "/bin"), request_error);
}

TEST(gate_load_manifest, refuses_links_that_leave_its_folder) {
  const temporary_folder place;
  fs::create_directories(place / "golden/inside");
  put(place / "outside", "");
  put(place / "golden/inside/in", "");
  const std::string head = "version = 1\n[[model]]\nname = \"a\"\ncommand = [\"a\"]\n";
  const auto loads = [&](const std::string& more) {
    put(place / "golden/manifest.toml", head + more);
    try {
      (void)load_manifest(place / "golden/manifest.toml", "/bin");
      return std::string("fine");
    } catch (const request_error& error) {
      return std::string(error.what());
    }
  };
  fs::create_symlink("../outside", place / "golden/leaves");
  fs::create_symlink("inside/in", place / "golden/stays");
  fs::create_directory_symlink("..", place / "golden/up");
  EXPECT_EQ(loads("stdin = \"stays\"\n"), "fine");
  EXPECT_EQ(loads("stdin = \"inside/in\"\n"), "fine");
  EXPECT_EQ(loads("stdin = \"not-there-yet\"\n"), "fine");
  EXPECT_NE(loads("stdin = \"leaves\"\n").find("manifest.toml:5: 'stdin' is \"leaves\", a link that leaves"),
            std::string::npos);
  EXPECT_NE(loads("stdin = \"up/outside\"\n").find("a link that leaves"), std::string::npos);
  fs::create_symlink("../outside", place / "golden/a.stdout");
  EXPECT_NE(loads("").find("manifest.toml:2: model \"a\": its golden a.stdout is a link that leaves"),
            std::string::npos);
  fs::remove(place / "golden/a.stdout");
  fs::create_symlink("../not-there", place / "golden/a.stdout");
  EXPECT_NE(loads("").find("is a link that leaves"), std::string::npos) << "a dangling link too";
  fs::remove(place / "golden/a.stdout");
  fs::create_symlink("inside/in", place / "golden/a.stdout");
  EXPECT_EQ(loads(""), "fine");
}

}  // namespace
