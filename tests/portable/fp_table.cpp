// Evaluates every operation of models/fp over boundary operands and prints one hash an operation, and one of all.
//
// The lines must be the same on every machine, with every compiler and option, and whatever the processor's control
// register says; fp_table_slow_test.cpp compares them. Standard library only, so that it builds for any processor.
// On x86 `--mxcsr VALUE` sets the control register first: rounding mode, FTZ, DAZ, and traps where a mask bit is clear.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "models/fp/boundary.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"
#include "models/fp/print.hpp"

namespace {

namespace fp = verbatim::fp;
using fp::boundary::split_mix;

/// Fowler, Noll and Vo's FNV-1a of 64 bits; numbers go in with their low byte first, whatever the machine's order.
class hash {
 public:
  void add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) byte(static_cast<unsigned char>(number >> (8 * i)));
  }
  void add(const fp::outcome& result) {
    add(result.bits);
    byte(static_cast<unsigned char>(result.raised));
  }
  void add(std::string_view text) {
    for (const char c : text) byte(static_cast<unsigned char>(c));
    byte(0);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void byte(unsigned char next) { value_ = (value_ ^ next) * 0x100000001b3; }

  std::uint64_t value_ = 0xcbf29ce484222325;
};

constexpr std::size_t format_count = std::size(fp::all_formats);
constexpr std::size_t mode_count = std::size(fp::named_roundings);
constexpr std::size_t profile_count = std::size(fp::nan_profiles::all);
constexpr std::size_t switch_count = 16;  // FTZ, DAZ, tininess, saturation
static_assert(format_count == 15 && mode_count == 7, "without a common factor they meet in every combination below");
constexpr std::size_t all_cases = format_count * mode_count * switch_count * profile_count;

const fp::format& format_of(std::size_t i) { return *fp::all_formats[i % format_count]; }

/// Together with format_of every combination comes up once in all_cases.
fp::attributes attributes_of(std::size_t i, split_mix& random) {
  fp::attributes how = fp::named_roundings[i % mode_count];
  how.flush_to_zero = (i & 1) != 0;
  how.denormals_are_zero = (i & 2) != 0;
  how.detected = (i & 4) != 0 ? fp::tininess::before_rounding : fp::tininess::after_rounding;
  how.saturate = (i & 8) != 0;
  how.nans = fp::nan_profiles::all[i / (all_cases / profile_count) % profile_count];
  how.random = {random(), 1 + static_cast<int>(random() % 63)};
  return how;
}

fp::operation::operands operands_of(const fp::operation& operation, const fp::format& f, split_mix& random) {
  if (operation.operand_count == 3) return fp::boundary::triple(random, f);
  const std::uint64_t a = fp::boundary::value(random, f);
  if (operation.operand_count == 1) return {a, 0, 0};
  if (operation.second_is_integer) return {a, random() % 3 == 0 ? random() : random() % 4401 - 2200, 0};
  return {a, fp::boundary::partner(random, a, f), 0};
}

std::uint64_t total_of(const fp::operation& operation) {
  hash all;
  split_mix random{0x0e};
  for (std::size_t i = 0; i < 3 * all_cases; ++i) {
    const fp::format& f = format_of(i);
    const fp::attributes how = attributes_of(i, random);
    const fp::operation::operands operands = operands_of(operation, f, random);
    all.add(operation.evaluate(operands, f, format_of(random() % format_count), how));
  }
  return all.value();
}

/// Hard cases between every two formats, in every mode.
std::uint64_t total_of_conversions() {
  hash all;
  split_mix random{0xc0};
  for (const fp::format* from : fp::all_formats) {
    for (const fp::format* to : fp::all_formats) {
      for (std::size_t i = 0; i < switch_count * mode_count; ++i) {
        const fp::attributes how = attributes_of(i + i / switch_count * (all_cases / profile_count), random);
        all.add(fp::convert(fp::boundary::hard_to_round(random, *from, *to), *from, *to, how));
      }
    }
  }
  return all.value();
}

std::uint64_t total_of_integers(bool from_integer) {
  hash all;
  split_mix random{0x11};
  for (const fp::integer_format* integer : fp::all_integer_formats) {
    for (std::size_t i = 0; i < all_cases; ++i) {
      const fp::format& f = format_of(i);
      const fp::attributes how = attributes_of(i, random);
      const std::uint64_t pattern = fp::boundary::significand_pattern(random, 64);
      const std::uint64_t size = pattern >> (random() % 64);
      const bool odd = (random() & 1) != 0;
      all.add(from_integer ? fp::from_integer((odd ? size : 0 - size) & integer->mask(), *integer, f, how)
                           : fp::to_integer(fp::boundary::value(random, f), f, *integer, how, odd));
    }
  }
  return all.value();
}

/// Numbers as they may be written, and one in eight that nobody would.
fp::text some_text(split_mix& random) {
  fp::text out(random() % 2 == 0 ? "-" : random() % 8 == 0 ? "+" : "");
  const bool hexadecimal = random() % 4 == 0;
  const std::string_view digits = hexadecimal ? "0123456789abcdef" : "0123456789";
  if (hexadecimal) out.append("0x");
  const std::uint64_t count = random() % 16 == 0 ? random() % 1000 : random() % 24;
  const std::uint64_t point = random() % (count + 1);
  const bool run = random() % 3 == 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i == point) out.push_back('.');
    out.push_back(run && i > 2 && i + 1 != count ? '0' : digits[random() % digits.size()]);
  }
  if (random() % 2 == 0) {
    out.push_back(hexadecimal ? 'p' : 'e');
    if (random() % 2 == 0) out.push_back('-');
    const std::uint64_t most = random() % 4 == 0 ? 1200 : 40;
    out.append_number(static_cast<int>(random() % most));
  }
  constexpr std::string_view odd[] = {"inf", "-Infinity", "nan",  "SNAN", "",   ".",
                                      "1e",  "0x",        "1.5f", " 1",   "1 ", "--1"};
  return random() % 8 == 0 ? fp::text(odd[random() % std::size(odd)]) : out;
}

std::uint64_t total_of_parsing() {
  hash all;
  split_mix random{0x9a};
  for (std::size_t i = 0; i < 3'000; ++i) {
    const fp::attributes how = attributes_of(i, random);
    const fp::parsed read = fp::parse(some_text(random).view(), format_of(i), how);
    all.add(read.result);
    all.add(static_cast<std::uint64_t>(read.error));
    all.add(read.position);
  }
  return all.value();
}

std::uint64_t total_of_printing() {
  hash all;
  split_mix random{0x9b};
  for (std::size_t i = 0; i < 2'000; ++i) {
    const fp::format& f = format_of(i);
    const std::uint64_t bits = fp::boundary::value(random, f);
    all.add(fp::hex_text(bits, f).view());
    all.add(fp::bits_text(bits, f.width()).view());
    // Every digit of numbers with far exponents takes long, and most of it is one loop.
    if (f.exponent_bits < 11 || i % 3 == 0) {
      all.add(fp::shortest_text(bits, f).view());
      all.add(fp::exact_text(bits, f).view());
    }
  }
  return all.value();
}

class table {
 public:
  void line(std::string_view name, std::uint64_t total) {
    all_.add(name);
    all_.add(total);
    print(name, total);
  }
  void last_line() const { print("all", all_.value()); }

 private:
  static void print(std::string_view name, std::uint64_t total) {
    std::printf("%-26.*s %016llx\n", static_cast<int>(name.size()), name.data(),
                static_cast<unsigned long long>(total));
  }

  hash all_;
};

/// False where the arguments or this processor do not allow it.
bool set_control_register([[maybe_unused]] const char* value) {
#if defined(__x86_64__)
  char* end = nullptr;
  const unsigned long control = std::strtoul(value, &end, 0);
  if (*value == '\0' || *end != '\0' || (control & ~0xffffUL) != 0) return false;
  _mm_setcsr(static_cast<unsigned>(control));
  return true;
#else
  return false;
#endif
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 1 && !(count == 3 && std::strcmp(arguments[1], "--mxcsr") == 0 && set_control_register(arguments[2]))) {
    std::fputs("usage: fp_table [--mxcsr VALUE]  (VALUE of x86's MXCSR, such as 0xffc0)\n", stderr);
    return 2;
  }
  table lines;
  for (const fp::operation& operation : fp::operations) lines.line(operation.name, total_of(operation));
  lines.line("every-conversion", total_of_conversions());
  lines.line("from-integer", total_of_integers(true));
  lines.line("to-integer", total_of_integers(false));
  lines.line("parse", total_of_parsing());
  lines.line("print", total_of_printing());
  lines.last_line();
  return 0;
}
