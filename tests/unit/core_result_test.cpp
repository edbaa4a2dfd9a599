// How results add up to an exit code: the table every verb shares.
#include "harness/core/result.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "harness/core/error.hpp"

namespace {

using verbatim::core::exit_code;
using verbatim::core::weight;

std::vector<verbatim::core::result> results(std::initializer_list<weight> kinds) {
  std::vector<verbatim::core::result> out;
  for (const weight kind : kinds) {
    out.emplace_back();
    out.back().kind = kind;
  }
  return out;
}

exit_code code(std::initializer_list<weight> kinds, bool skips_are_findings = false) {
  return verbatim::core::exit_code_of(results(kinds), skips_are_findings);
}

TEST(core_exit_code, is_the_one_documented_for_each_mix) {
  using enum weight;
  EXPECT_EQ(code({}), exit_code::bad_request);
  EXPECT_EQ(code({holds}), exit_code::holds);
  EXPECT_EQ(code({finding}), exit_code::finding);
  EXPECT_EQ(code({failed}), exit_code::work_failed);
  EXPECT_EQ(code({skipped}), exit_code::bad_request);
  EXPECT_EQ(code({skipped, skipped}), exit_code::bad_request);
  EXPECT_EQ(code({holds, skipped}), exit_code::holds);
  EXPECT_EQ(code({holds, failed}), exit_code::work_failed);
  EXPECT_EQ(code({skipped, failed}), exit_code::work_failed);
  EXPECT_EQ(code({holds, finding}), exit_code::finding);
  EXPECT_EQ(code({skipped, finding}), exit_code::finding);
}

TEST(core_exit_code, of_a_finding_wins_over_failed_in_any_order) {
  EXPECT_EQ(code({weight::finding, weight::failed}), exit_code::finding);
  EXPECT_EQ(code({weight::failed, weight::finding}), exit_code::finding);
}

TEST(core_exit_code, takes_skips_for_findings_where_asked_to) {
  EXPECT_EQ(code({}, true), exit_code::bad_request);
  EXPECT_EQ(code({weight::holds}, true), exit_code::holds);
  EXPECT_EQ(code({weight::skipped}, true), exit_code::finding);
  EXPECT_EQ(code({weight::holds, weight::skipped}, true), exit_code::finding);
  EXPECT_EQ(code({weight::failed, weight::skipped}, true), exit_code::finding);
}

TEST(core_exit_code, has_the_documented_numbers) {
  EXPECT_EQ(static_cast<int>(exit_code::holds), 0);
  EXPECT_EQ(static_cast<int>(exit_code::finding), 1);
  EXPECT_EQ(static_cast<int>(exit_code::bad_request), 2);
  EXPECT_EQ(static_cast<int>(exit_code::work_failed), 3);
}

TEST(core_tally, counts_each_kind) {
  using enum weight;
  const auto sums = verbatim::core::count(results({holds, finding, failed, skipped, finding, holds, holds}));
  EXPECT_EQ(sums.holds, 3U);
  EXPECT_EQ(sums.findings, 2U);
  EXPECT_EQ(sums.failed, 1U);
  EXPECT_EQ(sums.skipped, 1U);
  EXPECT_EQ(sums.total(), 7U);
}

TEST(core_error, names_an_error_number_without_locale) {
  EXPECT_EQ(verbatim::core::errno_text(28), "No space left on device");
  EXPECT_EQ(verbatim::core::errno_text(2), "No such file or directory");
  EXPECT_EQ(verbatim::core::errno_text(99999), "error 99999");
  EXPECT_EQ(verbatim::core::interrupted(15).signal(), 15);
}

}  // namespace
