// A shared library as users bring them: functions that answer, and one for each way not to. What it does when it is loaded
// is asked for by the environment variable VERBATIM_ROUTINES_LOAD.
#include <unistd.h>

#include <bit>
#include <cfenv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "tests/unit/routines/narrow.hpp"

namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using verbatim::testing_support::narrow;

constexpr u32 bad_input = 0x3F800123;

// Not to be seen through, nor to be taken for endless by the compiler.
volatile int always = 1;

void sleep_for_ever() {
  while (always != 0) ::pause();
}

int overflow_stack(volatile char* before) {
  volatile char here[4096];
  here[0] = before == nullptr ? '\0' : before[0];
  return always != 0 ? overflow_stack(here) + here[0] : 0;
}

[[gnu::constructor]] void on_load() {
  const char* const wish = std::getenv("VERBATIM_ROUTINES_LOAD");
  const std::string_view what = wish == nullptr ? "" : wish;
  if (what == "crash") ::raise(SIGSEGV);
  if (what == "hang") sleep_for_ever();
  if (what == "exit") std::exit(5);
  if (what == "round") std::fesetround(FE_DOWNWARD);
}

}  // namespace

#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {

int a_variable = 1;

u16 f32_to_f16(u32 x) { return narrow(x); }
void f32_to_f16_array(const u32* x, u16* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = narrow(x[i]);
}

// One of each shape. What they compute tells operands and their order apart.
u8 u8_of_u16(u16 x) { return static_cast<u8>(x >> 8); }
u64 u64_of_u8(u8 x) { return 0x0101010101010101U * x; }
u16 u16_of_u64(u64 x) { return static_cast<u16>(x >> 48); }
u16 two(u16 x, u16 y) { return static_cast<u16>(x - 2 * y); }
u8 two_to_truth(u16 x, u16 y) { return x < y ? 1 : 0; }
u16 with_integer(u16 x, u64 y) { return static_cast<u16>(x + (y >> 60)); }
u16 three(u16 x, u16 y, u16 z) { return static_cast<u16>(x + 3 * y + 5 * z); }
u64 three_wide(u64 x, u64 y, u64 z) { return x ^ std::rotl(y, 7) ^ std::rotl(z, 13); }
void three_array(const u16* x, const u16* y, const u16* z, u16* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = three(x[i], y[i], z[i]);
}
void two_array(const u16* x, const u16* y, u16* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = two(x[i], y[i]);
}
u8 truth_of_seven(u16, u16) { return 7; }

u16 crashes(u32 x) {
  if (x == bad_input) *reinterpret_cast<volatile int*>(static_cast<std::uintptr_t>(8 * always)) = 1;
  return narrow(x);
}
u16 aborts(u32 x) { return x == bad_input ? (std::abort(), u16{0}) : narrow(x); }
u16 overflows_stack(u32 x) { return x == bad_input ? static_cast<u16>(overflow_stack(nullptr)) : narrow(x); }
u16 exits(u32 x) { return x == bad_input ? (std::exit(3), u16{0}) : narrow(x); }
u16 hangs(u32 x) {
  if (x == bad_input) sleep_for_ever();
  return narrow(x);
}
u16 throws(u32 x) { return x == bad_input ? throw std::runtime_error("no such number") : narrow(x); }
u16 prints(u32 x) {
  std::puts("a routine says something");
  ::fflush(stdout);
  char taken = 0;
  const bool read_something = ::read(STDIN_FILENO, &taken, 1) > 0;  // its standard input is empty
  return read_something ? u16{0} : narrow(x);
}
// The rounding mode that it was called with; it leaves another one.
u16 rounding_mode(u32) {
  const auto found = static_cast<u16>(std::fegetround());
  std::fesetround(FE_UPWARD);
  return found;
}

void writes_behind(const u32* x, u16* out, std::size_t count) {
  f32_to_f16_array(x, out, count);
  out[count] = 1;
}
void writes_before(const u32* x, u16* out, std::size_t count) {
  f32_to_f16_array(x, out, count);
  out[-3] = 1;
}
void writes_operands(const u32* x, u16* out, std::size_t count) {
  f32_to_f16_array(x, out, count);
  const_cast<u32*>(x)[1] = 1;
}
void reads_behind(const u32* x, u16* out, std::size_t count) {
  f32_to_f16_array(x, out, count);
  out[0] = static_cast<u16>(out[0] + static_cast<const volatile u32*>(x)[count + 1]);
}
// Whole groups of eight only.
void leaves_out(const u32* x, u16* out, std::size_t count) { f32_to_f16_array(x, out, count / 8 * 8); }
}
