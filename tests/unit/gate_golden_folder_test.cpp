// The golden folder as a whole: sums that do not hold, and files that no model uses.
#include "harness/gate/golden_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/atomic_file.hpp"
#include "harness/gate/sums.hpp"
#include "tests/unit/core_support.hpp"

namespace {

namespace fs = std::filesystem;
using verbatim::core::sha256_of;
using verbatim::core::to_hex;
using verbatim::testing_support::put;
using used_files = std::map<std::string, verbatim::gate::golden_use>;

verbatim::gate::golden_use holding(std::string_view bytes) { return {.golden = sha256_of(bytes), .printed = {}}; }
verbatim::gate::golden_use printing(std::string_view bytes) { return {.golden = {}, .printed = sha256_of(bytes)}; }

class gate_golden_folder : public ::testing::Test {
 protected:
  gate_golden_folder() {
    from_.path = "golden/manifest.toml";
    from_.root = place_.path();
    for (const std::string_view name : {"decay", "range"}) {
      from_.models.emplace_back();
      from_.models.back().name = name;
      write(std::string(name) + ".stdout", "bytes of " + std::string(name));
    }
  }

  void write(const std::string& file, std::string_view bytes, bool list = true) {
    put(place_ / file, bytes);
    if (list) sums_.entries[file] = sha256_of(bytes);
  }
  void write_sums(const std::string& more = "") {
    put(place_ / "SHA256SUMS", verbatim::gate::format_sums(sums_) + more);
  }

  // One line a result, in order.
  [[nodiscard]] std::string findings(const used_files& used, bool whole) const {
    std::string shown;
    for (const auto& each : verbatim::gate::check_folder(from_, used, whole)) {
      EXPECT_EQ(each.kind, verbatim::core::weight::finding);
      EXPECT_TRUE(each.aside);
      EXPECT_TRUE(each.where && each.where->file.starts_with("golden/"));
      shown += each.subject + ": " + each.verdict + ": " + each.reason + "\n";
    }
    return shown;
  }
  [[nodiscard]] static used_files both() { return {{"decay.stdout", {}}, {"range.stdout", {}}}; }

  verbatim::testing_support::temporary_folder place_;
  verbatim::gate::manifest from_;
  verbatim::gate::sums sums_;
};

TEST_F(gate_golden_folder, in_order_has_no_findings) {
  EXPECT_EQ(findings(both(), true), "") << "no SHA256SUMS is no finding";
  write_sums();
  EXPECT_EQ(findings(both(), true), "");
  EXPECT_EQ(findings(both(), false), "");
  EXPECT_EQ(findings({}, true), "");
  EXPECT_EQ(findings({{"range.stdout", holding("bytes of range")}}, true), "");
}

TEST_F(gate_golden_folder, with_a_file_that_its_sum_does_not_hold_for_has_a_bad_sum) {
  write_sums();
  put(place_ / "range.stdout", "changed by hand");
  const std::string finding =
      "range.stdout: bad sum: SHA256SUMS and the file disagree: one of them was changed by hand\n";
  EXPECT_EQ(findings(both(), false), finding);
  EXPECT_EQ(findings({}, true), finding) << "also for a file that no selected model uses";
  EXPECT_EQ(findings({}, false), "");
  EXPECT_EQ(findings({{"range.stdout", holding("bytes of range")}}, false), "")
      << "a digest that is known is not read again";
  EXPECT_EQ(findings({{"range.stdout", holding("other")}}, false), finding);
  const auto results = verbatim::gate::check_folder(from_, both(), false);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].explanation, (std::vector<std::string>{"SHA256SUMS  " + to_hex(sha256_of("bytes of range")),
                                                              "the file    " + to_hex(sha256_of("changed by hand"))}));
}

TEST_F(gate_golden_folder, tells_which_of_the_two_was_changed) {
  write_sums();
  put(place_ / "range.stdout", "changed by hand");
  EXPECT_EQ(findings({{"range.stdout", printing("bytes of range")}}, false),
            "range.stdout: bad sum: the file was changed by hand: SHA256SUMS lists what the program prints\n");
  EXPECT_EQ(findings({{"range.stdout", printing("something else")}}, false),
            "range.stdout: bad sum: SHA256SUMS and the file disagree: one of them was changed by hand\n");
}

TEST_F(gate_golden_folder, tells_an_interrupted_accept) {
  sums_.entries["range.stdout"] = sha256_of("new bytes");
  write_sums();
  put(place_ / verbatim::core::staged_file::temporary_name("range.stdout"), "new bytes");
  EXPECT_EQ(findings(both(), true),
            "range.stdout: bad sum: an accept was interrupted: SHA256SUMS is new and the file is old\n");
  put(place_ / verbatim::core::staged_file::temporary_name("range.stdout"), "other bytes");
  EXPECT_EQ(findings(both(), true),
            "range.stdout: bad sum: SHA256SUMS and the file disagree: one of them was changed by hand\n");
}

TEST_F(gate_golden_folder, wants_a_line_for_each_golden_that_is_used) {
  sums_.entries.erase("range.stdout");
  write_sums();
  EXPECT_EQ(findings(both(), false), "range.stdout: bad sum: SHA256SUMS has no line for it\n");
  EXPECT_EQ(findings({{"not-there-yet.stdout", {}}}, false), "") << "that is the model's finding";
}

TEST_F(gate_golden_folder, wants_every_listed_file_to_be_there) {
  fs::remove(place_ / "range.stdout");
  write_sums();
  EXPECT_EQ(findings(both(), true), "range.stdout: bad sum: SHA256SUMS lists it, but it is not there\n");
}

TEST_F(gate_golden_folder, names_malformed_and_repeated_lines) {
  write_sums("nonsense\n" + to_hex(sha256_of("x")) + "  range.stdout\n");
  EXPECT_EQ(findings(both(), false),
            "SHA256SUMS: bad sum: line 3 is too short for a digest and a name\n"
            "SHA256SUMS: bad sum: line 4 names range.stdout a second time\n");
  const auto results = verbatim::gate::check_folder(from_, both(), false);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1].where->file, "golden/SHA256SUMS");
  EXPECT_EQ(results[1].where->line, 4U);
}

TEST_F(gate_golden_folder, holds_sums_against_files_below_it_and_none_outside) {
  fs::create_directory(place_ / "functions");
  write("functions/f16_add.json", "{}");
  sums_.entries["../outside"] = sha256_of("");
  sums_.entries["/etc/hostname"] = sha256_of("");
  sums_.entries["functions/../../outside"] = sha256_of("");
  sums_.entries["functions"] = sha256_of("");
  write_sums();
  EXPECT_EQ(
      findings(both(), true),
      "../outside: bad sum: SHA256SUMS lists a file outside the golden folder; remove the line\n"
      "/etc/hostname: bad sum: SHA256SUMS lists a file outside the golden folder; remove the line\n"
      "functions: bad sum: " +
          (place_ / "functions") +
          ": is not a regular file\n"
          "functions/../../outside: bad sum: SHA256SUMS lists a file outside the golden folder; remove the line\n");
}

TEST_F(gate_golden_folder, names_orphans_in_byte_order) {
  write("b.stdout", "", false);
  write("a.stdout", "", false);
  write("odd\x1b.stdout", "", false);
  write(".hidden.stdout", "", false);
  write("notes.txt", "", false);
  write("range.sha256", "", false);
  fs::create_directory(place_ / "below");
  put(place_ / "below/c.stdout", "");
  EXPECT_EQ(findings(both(), true),
            "a.stdout: orphan: no model in the manifest uses it\n"
            "b.stdout: orphan: no model in the manifest uses it\n"
            "odd\\x1b.stdout: orphan: no model in the manifest uses it\n");
  EXPECT_EQ(findings(both(), false), "") << "only where the whole folder is looked at";
}

TEST_F(gate_golden_folder, takes_the_golden_of_an_unselected_model_for_no_orphan) {
  EXPECT_EQ(findings({{"range.stdout", {}}}, true), "");
  from_.models[0].golden_of = "range";
  EXPECT_EQ(findings({{"range.stdout", {}}}, true), "decay.stdout: orphan: no model in the manifest uses it\n");
}

}  // namespace
