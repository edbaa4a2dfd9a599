// The neighbourhoods of known bugs in rounding: not the one input that was reported, but all inputs like it.
//
// Expected results come from how an input was made (below, at or above the middle between two numbers) or from
// tests/known_bugs/digit_by_digit.hpp, never from the model.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "models/fp/divide.hpp"
#include "models/fp/parse.hpp"
#include "tests/known_bugs/neighbourhood_support.hpp"

namespace verbatim::testing {
namespace {

/// Where an input lies between a number and the one after it.
enum class place : std::uint8_t { just_above, below_middle, middle, above_middle, just_below_next };

constexpr std::array all_places{place::just_above, place::below_middle, place::middle, place::above_middle,
                                place::just_below_next};

/// The size that the mode chooses: `size` or the one after it.
std::uint64_t chosen(std::uint64_t size, place where, bool negative, fp::rounding mode) {
  const bool odd = size % 2 == 1;
  const bool tie = where == place::middle;
  return size + (goes_away(mode, negative, odd, where >= place::middle, !tie) ? 1 : 0);
}

/// Between `size` of `narrow` and the size after it, as an encoding of `wide`.
std::uint64_t between(const shape& narrow, const shape& wide, std::uint64_t size, place where) {
  const value low = decode(narrow, size);
  const std::uint64_t here = exactly(wide, low);
  const std::uint64_t middle = exactly(wide, {2 * low.digits + 1, low.exponent - 1});
  const std::uint64_t next = exactly(wide, {low.digits + 1, low.exponent});
  switch (where) {
    case place::just_above: return here + 1;
    case place::below_middle: return middle - 1;
    case place::middle: return middle;
    case place::above_middle: return middle + 1;
    case place::just_below_next: break;
  }
  return next - 1;
}

struct pair_of_formats {
  const shape& wide;
  const shape& narrow;
};

const pair_of_formats narrowings[] = {
    {double_shape, half_shape}, {single_shape, half_shape},   {double_shape, brain_shape}, {single_shape, brain_shape},
    {double_shape, e5m2_shape}, {single_shape, e4m3fn_shape}, {half_shape, e5m2_shape},    {single_shape, e2m1_shape}};

// Rounding twice, ties away or up, a mode ignored: every number, every middle, one unit of the wide format to each side.
TEST(rounding_neighbourhoods, between_all_neighbours_in_all_modes) {
  for (const auto& [wide, narrow] : narrowings) {
    SCOPED_TRACE(std::string(wide.format.name) + " to " + std::string(narrow.format.name));
    neighbourhood all(narrow.largest * 50);
    for (std::uint64_t size = 0; size < narrow.largest; ++size) {
      for (const place where : all_places) {
        const std::uint64_t bits = between(narrow, wide, size, where);
        for (const fp::rounding mode : fp::deterministic_roundings) {
          for (const bool negative : {false, true}) {
            const std::uint64_t sign = negative ? narrow.format.sign_mask() : 0;
            const std::uint64_t signed_bits = negative ? bits | wide.format.sign_mask() : bits;
            all.expect_bits(fp::convert(signed_bits, wide.format, narrow.format, mode).bits,
                            sign | chosen(size, where, negative, mode), signed_bits, fp::name(mode));
          }
        }
      }
    }
  }
}

// The carry lost: runs of ones of every length below a zero, with three quarters of a unit more; the longest goes over
// into the next binade, or from subnormal to normal.
TEST(rounding_neighbourhoods, carries_of_every_length_in_every_binade) {
  for (const auto& [wide, narrow] : narrowings) {
    SCOPED_TRACE(narrow.format.name);
    const std::uint64_t hidden = std::uint64_t{1} << (narrow.precision - 1);
    neighbourhood all(static_cast<std::size_t>(narrow.precision));
    for (std::uint64_t binade = 0; binade + hidden <= narrow.largest; binade += hidden) {
      for (std::uint64_t run = 1; run <= hidden; run *= 2) {
        const value low = decode(narrow, binade + run - 1);
        const std::uint64_t bits = exactly(wide, {4 * low.digits + 3, low.exponent - 2});
        all.expect_bits(fp::convert(bits, wide.format, narrow.format, fp::rounding::ties_even).bits, binade + run,
                        bits);
      }
    }
  }
}

// The carry lost in a sum: one unit in the last place more is the next encoding, for every number of binary16.
TEST(rounding_neighbourhoods, one_unit_more_is_the_next_encoding) {
  neighbourhood all(0x7bff * 4);
  for (std::uint64_t size = 0; size < 0x7bff; ++size) {
    const std::uint64_t unit = exactly(half_shape, {1, decode(half_shape, size).exponent});
    all.expect(fp::add(size, unit, fp::binary16), {size + 1, none}, size, "+ a unit");
    all.expect(fp::subtract(0x8000 | size, unit, fp::binary16), {0x8000 | (size + 1), none}, size, "- a unit");
    const fp::flags raised = unit == 1 ? none : inexact;
    all.expect(fp::add(size, 1, fp::binary16, fp::rounding::up), {size + 1, raised}, size, "+ the smallest, up");
    all.expect(fp::add(size, 1, fp::binary16, fp::rounding::down), {unit == 1 ? size + 1 : size, raised}, size,
               "+ the smallest, down");
  }
}

// The sticky bit lost, the low word dropped: a single digit below the middle, at every place that binary64 has.
TEST(rounding_neighbourhoods, one_digit_anywhere_below_the_middle) {
  for (const shape* const narrow : {&half_shape, &brain_shape, &e4m3fn_shape}) {
    SCOPED_TRACE(narrow->format.name);
    neighbourhood all(narrow->largest / 7 * 40);
    for (std::uint64_t size = narrow == &brain_shape ? 0x2000 : 0; size < narrow->largest; size += 7) {
      const value low = decode(*narrow, size);
      const value middle{2 * low.digits + 1, low.exponent - 1};
      for (int place_below = leading_place(middle) - 52; place_below < middle.exponent; ++place_below) {
        const int down = middle.exponent - place_below;
        const wide_digits scaled = middle.digits << down;
        const std::uint64_t above = exactly(double_shape, {scaled + 1, place_below});
        const std::uint64_t below = exactly(double_shape, {scaled - 1, place_below});
        const auto nearest = [&](std::uint64_t bits) {
          return fp::convert(bits, fp::binary64, narrow->format, fp::rounding::ties_even).bits;
        };
        all.expect_bits(nearest(above), size + 1, above);
        all.expect_bits(nearest(below), size, below);
        const std::uint64_t barely = exactly(double_shape, {(low.digits << (down + 1)) + 1, place_below});
        all.expect_bits(fp::convert(barely, fp::binary64, narrow->format, fp::rounding::up).bits, size + 1, barely);
      }
    }
  }
}

// Shift counts taken modulo the word size: 64 digits shifted by every count up to 2,100.
TEST(rounding_neighbourhoods, every_shift_count_to_2100) {
  constexpr std::uint64_t patterns[] = {
      1, 3, 0x10000000000001, 0x1fffffffffffff, std::uint64_t{1} << 63, ~std::uint64_t{0}};
  for (const shape* const to : all_shapes) {
    SCOPED_TRACE(to->format.name);
    neighbourhood all(2101 * 6 * 12);
    for (int count = 0; count <= 2100; ++count) {
      for (const std::uint64_t digits : patterns) {
        for (const fp::rounding mode : fp::deterministic_roundings) {
          for (const bool negative : {false, true}) {
            all.expect(fp::round_pack({negative, digits, -count}, to->format, mode),
                       expected(*to, negative, {digits, -count}, mode), digits, "* 2^-", count, fp::name(mode));
          }
        }
      }
    }
  }
}

/// 1 + 2^-10, 1 and 1 - 2^-10 in units of 2^-11.
constexpr wide_digits above_one = 2050;
constexpr wide_digits one = 2048;
constexpr wide_digits below_one = 2046;

// fma through binary32: numbers of binary16 plus half a unit and a little more or less, which binary32 cannot hold.
TEST(rounding_neighbourhoods, fused_multiply_add_beside_every_middle) {
  struct product {
    wide_digits a;
    wide_digits b;
    place where;
  };
  constexpr product products[] = {{above_one, below_one, place::below_middle},
                                  {one, one, place::middle},
                                  {above_one, above_one, place::above_middle}};
  neighbourhood all(0x7bff * 36 / 3);
  for (std::uint64_t size = 0; size < 0x7bff; size += 3) {
    const int half_unit = decode(half_shape, size).exponent - 1;
    const int first = half_unit / 2;
    for (const product& each : products) {
      const std::uint64_t a = exactly(half_shape, {each.a, first - 11});
      const std::uint64_t b = exactly(half_shape, {each.b, half_unit - first - 11});
      for (const fp::rounding mode : fp::deterministic_roundings) {
        for (const std::uint64_t sign : {0x0000U, 0x8000U}) {
          const bool negative = sign != 0;
          all.expect_bits(fp::fused_multiply_add(a | sign, b, size | sign, fp::binary16, mode).bits,
                          sign | chosen(size, each.where, negative, mode), a | sign, b, size | sign, fp::name(mode));
          // The same middle from above: what was a little more is now a little less.
          const place mirrored = each.where == place::middle         ? place::middle
                                 : each.where == place::below_middle ? place::above_middle
                                                                     : place::below_middle;
          all.expect_bits(fp::fused_multiply_add(a | sign, b | 0x8000, (size + 1) | sign, fp::binary16, mode).bits,
                          sign | chosen(size, mirrored, negative, mode), a | sign, b | 0x8000, size + 1,
                          fp::name(mode));
        }
      }
    }
  }
}

/// count / 2^25, every digit of it.
std::string exact_decimal(std::uint64_t count) {
  std::string text = std::to_string(count >> 25) + ".";
  for (std::uint64_t rest = count & 0x1ffffff; rest != 0; rest &= 0x1ffffff) {
    rest *= 10;
    text += static_cast<char>('0' + (rest >> 25));
  }
  return text;
}

// Decimal text rounded twice or cut short: exactly in the middle, and 900 digits further down above and below it.
TEST(rounding_neighbourhoods, decimal_text_at_and_beside_the_middle) {
  const std::string far(900, '0');
  const std::string nines(900, '9');
  neighbourhood all(0x7bff / 23 * 30);
  for (std::uint64_t size = 0; size < 0x7bff; size += 23) {
    const value low = decode(half_shape, size);
    const auto count = static_cast<std::uint64_t>((2 * low.digits + 1) << (low.exponent - 1 + 25));
    const std::string middle = exact_decimal(count);
    // The last digit behind the point is a 5; where there is none, the integer before it is what comes below.
    const std::string below = middle.back() == '.' ? std::to_string((count >> 25) - 1) + "." + nines
                                                   : middle.substr(0, middle.size() - 1) + "4" + nines;
    for (const fp::rounding mode : fp::deterministic_roundings) {
      for (const bool negative : {false, true}) {
        const std::uint64_t sign = negative ? 0x8000 : 0;
        const std::string minus = negative ? "-" : "";
        const auto reads = [&](const std::string& text, place where) {
          all.expect_bits(fp::parse(minus + text, fp::binary16, mode).result.bits,
                          sign | chosen(size, where, negative, mode), minus, middle, fp::name(mode));
        };
        reads(middle, place::middle);
        reads(middle + far + "1", place::above_middle);
        reads(below, place::below_middle);
      }
    }
  }
}

}  // namespace
}  // namespace verbatim::testing
