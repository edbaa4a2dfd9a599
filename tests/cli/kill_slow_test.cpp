// accept killed a thousand times, and thousands of checks at once.
#include "tests/cli/cli_storage.hpp"

namespace verbatim::testing {
namespace {

TEST_F(kill_loop, a_thousand_accepts_killed_leave_old_or_new) { kill_accepts(1000, 20261130); }

TEST_F(many_at_once, thousands_of_checks_do_not_disturb_each_other) { check_at_once(8, 500); }

}  // namespace
}  // namespace verbatim::testing
