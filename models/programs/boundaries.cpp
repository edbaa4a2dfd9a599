// Model program `boundaries`: the five places where binary16 changes its nature, looked at from both sides.
//
// 65504, 65520, 2^-14, 2^-24 and 2^-25: for each its binary16 neighbours, then what one rounding from binary64 makes of
// the number itself and of the doubles just below and above it, in all five modes. Everything is worked out by
// models/fp; only the five points are chosen here. Bits print as 0x-hex, values as repr.
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/canonical/line_writer.hpp"
#include "models/canonical/number.hpp"
#include "models/fp/convert.hpp"
#include "models/fp/names.hpp"
#include "models/fp/neighbours.hpp"

namespace {

using verbatim::canonical::hex_bits;
using verbatim::canonical::line_writer;
using verbatim::canonical::repr;
namespace fp = verbatim::fp;
constexpr const fp::format& half = fp::binary16;

struct point {
  std::string_view label;
  std::string_view role;
  std::uint64_t bits;  // binary64
};

constexpr std::uint64_t exactly(std::uint64_t half_bits) {
  return fp::convert(half_bits, half, fp::binary64, fp::rounding::ties_even).bits;
}

/// A binary16 number plus half a unit in its last place, which binary64 holds exactly.
constexpr std::uint64_t half_a_unit_above(std::uint64_t half_bits) {
  const fp::unpacked value = fp::unpack(half_bits, half);
  return fp::round_pack({value.negative, 2 * value.significand + 1, value.exponent - 1}, fp::binary64,
                        fp::rounding::ties_even)
      .bits;
}

constexpr std::array points{
    point{"65504", "the largest finite number", exactly(half.largest_finite())},
    point{"65520", "half a unit above the largest finite number", half_a_unit_above(half.largest_finite())},
    point{"2^-14", "the smallest normal number", exactly(half.smallest_normal())},
    point{"2^-24", "the smallest subnormal number", exactly(half.smallest_positive())},
    point{"2^-25", "half the smallest subnormal number", half_a_unit_above(0)},
};

std::string half_text(std::uint64_t bits) {
  return hex_bits(bits, half) + " " + repr(bits, half) + " " + std::string(name(fp::classify(bits, half)));
}

void print_neighbours(line_writer& out, std::uint64_t bits) {
  const std::uint64_t floor = fp::convert(bits, fp::binary64, half, fp::rounding::down).bits;
  const std::uint64_t ceiling = fp::convert(bits, fp::binary64, half, fp::rounding::up).bits;
  const bool on_grid = floor == ceiling;
  out.line({"binary16 below: ", half_text(on_grid ? fp::next_down(floor, half) : floor)});
  out.line({"binary16 here: ", on_grid ? half_text(floor) : "none"});
  out.line({"binary16 above: ", half_text(on_grid ? fp::next_up(ceiling, half) : ceiling)});
}

void print_roundings(line_writer& out, std::string_view place, std::uint64_t bits) {
  out.line({"binary64 ", place, ": ", hex_bits(bits, fp::binary64), " ", repr(bits, fp::binary64)});
  for (const fp::rounding mode : fp::all_roundings) {
    const fp::outcome rounded = fp::convert(bits, fp::binary64, half, mode);
    out.line({"round ", repr(bits, fp::binary64), " ", name(mode), ": ", half_text(rounded.bits),
              " flags=", names(rounded.raised)});
  }
}

}  // namespace

int main() {
  line_writer out;
  out.line(
      {"binary16 boundaries: bits as 0x-hex (IEEE 754-2019 interchange format), values as Python repr, one rounding "
       "from binary64, tininess after rounding"});
  for (const point& p : points) {
    out.line({"point ", p.label, ": ", repr(p.bits, fp::binary64), ", ", p.role});
    print_neighbours(out, p.bits);
    print_roundings(out, "below", fp::next_down(p.bits, fp::binary64));
    print_roundings(out, "here", p.bits);
    print_roundings(out, "above", fp::next_up(p.bits, fp::binary64));
  }
  return out.finish();
}
