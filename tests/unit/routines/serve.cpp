// Stands in for verbatim where a test opens a routine, and is the program at the end of two pipes: `serve HOW [BLOCK]`.
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "harness/oracle/foreign.hpp"
#include "tests/unit/routines/narrow.hpp"

// Under AddressSanitizer too, a signal is a signal: what crashes here is meant to.
extern "C" const char* __asan_default_options();  // NOLINT: its name
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0";
}

namespace {

using verbatim::testing_support::narrow;

template <class Element>
void put(const std::vector<Element>& results, std::size_t count) {
  std::fwrite(results.data(), sizeof(Element), count, stdout);
  std::fflush(stdout);
}

// As numpy's fromfile does it: a whole block of its own size, or what there is before the end.
template <class Case, class Result, class Function>
int answer(std::size_t block, const Function& each) {
  std::vector<Case> cases(block);
  std::vector<Result> results(block);
  while (const std::size_t count = std::fread(cases.data(), sizeof(Case), block, stdin)) {
    for (std::size_t i = 0; i < count; ++i) results[i] = each(cases[i]);
    put(results, count);
  }
  return 0;
}

struct two_of_them {
  std::uint16_t x;
  std::uint16_t y;
};
#pragma pack(push, 1)
struct with_integer {
  std::uint16_t x;
  std::uint64_t y;
};
#pragma pack(pop)

}  // namespace

int main(int argc, char** argv) {
  namespace oracle = verbatim::oracle;
  if (argc > 1 && argv[1] == oracle::serve_routine_verb) return oracle::serve_routine(argc, argv);
  if (argc < 2) return 2;
  const std::string_view how = argv[1];
  const std::size_t block = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 65536;
  if (how == "narrow") return answer<std::uint32_t, std::uint16_t>(block, narrow);
  if (how == "wide") return answer<std::uint32_t, std::uint32_t>(block, narrow);  // twice the bytes that are due
  if (how == "two")
    return answer<two_of_them, std::uint16_t>(
        block, [](const two_of_them& each) { return static_cast<std::uint16_t>(each.x - 2 * each.y); });
  if (how == "with_integer")
    return answer<with_integer, std::uint16_t>(
        block, [](const with_integer& each) { return static_cast<std::uint16_t>(each.x + (each.y >> 60)); });
  // The rest answers `block` cases and then does something else.
  std::vector<std::uint32_t> cases(block);
  if (std::fread(cases.data(), sizeof(std::uint32_t), block, stdin) != block) return 2;
  std::vector<std::uint16_t> results;
  for (const std::uint32_t each : cases) results.push_back(narrow(each));
  put(results, block);
  if (how == "ends") return 3;
  if (how == "crashes") ::raise(SIGSEGV);
  if (how == "stalls") ::pause();
  if (how == "closes") {
    ::close(STDOUT_FILENO);
    ::pause();
  }
  return 2;
}
