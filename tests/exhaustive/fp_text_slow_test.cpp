// Shortest text of every number of the 16-bit formats and of many more of the wider ones (fp_print_test.cpp).
#include "tests/exhaustive/fp_print.hpp"

namespace verbatim::testing {
namespace {

TEST(fp_print_slow, shortest_text_by_the_decimals_around) {
  for_each(fp::all_formats, [](const fp::format& f) { printed(f).check_shortest(f.width() <= 19 ? 0x10000 : 20'000); });
}

}  // namespace
}  // namespace verbatim::testing
