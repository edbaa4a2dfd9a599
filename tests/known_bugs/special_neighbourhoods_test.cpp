// The neighbourhoods of known bugs at the edges of formats: subnormal numbers, overflow, zeros, infinities, NaN, signs
// and integers. Expected results come from tests/known_bugs/digit_by_digit.hpp or are written down, never the model's.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/fp/divide.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/sign.hpp"
#include "tests/known_bugs/neighbourhood_support.hpp"

namespace verbatim::testing {
namespace {

// Subnormal operands decoded wrong: all of every narrow format, in every wider one.
TEST(special_neighbourhoods, every_subnormal_operand_widens_exactly) {
  for (const shape* const from : {&half_shape, &brain_shape, &e5m2_shape, &e4m3fn_shape, &e2m1_shape}) {
    const std::uint64_t normal = std::uint64_t{1} << (from->precision - 1);
    neighbourhood all(normal * 12);
    for (const shape* const to : {&single_shape, &double_shape}) {
      for (std::uint64_t count = 0; count <= normal; ++count) {
        const std::uint64_t right = exactly(*to, {count, from->emin - (from->precision - 1)});
        for (const fp::rounding mode : fp::deterministic_roundings) {
          all.expect(fp::convert(count, from->format, to->format, mode), {right, none}, from->format.name, count);
          all.expect(fp::convert(count | from->format.sign_mask(), from->format, to->format, mode),
                     {right | to->format.sign_mask(), none}, from->format.name, "-", count);
        }
      }
    }
  }
}

// Subnormal results flushed: from nothing to past the smallest normal number in quarters of a unit.
TEST(special_neighbourhoods, no_subnormal_result_is_flushed) {
  const shape* const pairs[][2] = {{&double_shape, &half_shape},  {&single_shape, &half_shape},
                                   {&single_shape, &e5m2_shape},  {&single_shape, &e4m3fn_shape},
                                   {&double_shape, &brain_shape}, {&single_shape, &e2m1_shape}};
  for (const auto& [from, to] : pairs) {
    const std::uint64_t normal = std::uint64_t{1} << (to->precision - 1);
    const int quarter = to->emin - (to->precision - 1) - 2;
    neighbourhood all(normal * 48);
    for (std::uint64_t count = 0; count <= 4 * normal + 8; ++count) {
      const std::uint64_t bits = exactly(*from, {count, quarter});
      for (const fp::rounding mode : fp::deterministic_roundings) {
        for (const bool negative : {false, true}) {
          all.expect(fp::convert(negative ? bits | from->format.sign_mask() : bits, from->format, to->format, mode),
                     expected(*to, negative, {count, quarter}, mode), to->format.name, bits, fp::name(mode));
        }
      }
    }
  }
  // The same by arithmetic: all numbers of binary16 up to twice the smallest normal one, times 1/2 and 1/4, and over 3.
  neighbourhood products(0x800 * 12);
  for (std::uint64_t size = 0; size < 0x800; ++size) {
    const value whole = decode(half_shape, size);
    for (const fp::rounding mode : fp::deterministic_roundings) {
      products.expect(fp::multiply(size, 0x3800, fp::binary16, mode),
                      expected(half_shape, false, {whole.digits, whole.exponent - 1}, mode), size, "* 1/2");
      products.expect(fp::multiply(size, 0xb400, fp::binary16, mode),
                      expected(half_shape, true, {whole.digits, whole.exponent - 2}, mode), size, "* -1/4");
      // 100 digits of the quotient and, where it goes on, one more stand for all of it.
      const wide_digits scaled = whole.digits << 100;
      const wide_digits third = 2 * (scaled / 3) + (scaled % 3 != 0 ? 1 : 0);
      products.expect(fp::divide(size, 0x4200, fp::binary16, mode),
                      expected(half_shape, false, {third, whole.exponent - 101}, mode), size, "/ 3", fp::name(mode));
    }
  }
}

// Overflow too early or too late: eighths of a unit from three units below the largest number to three above it, and
// every power of two from there.
TEST(special_neighbourhoods, overflow_begins_where_rounding_says) {
  for (const shape* const to : all_shapes) {
    if (to == &double_shape) continue;
    const value largest = decode(*to, to->largest);
    const int eighth = largest.exponent - 3;
    std::vector<value> values;
    for (int step = -24; step <= 24; ++step) {
      values.push_back({8 * largest.digits + static_cast<wide_digits>(step), eighth});
    }
    const shape& from = to->emin == single_shape.emin ? double_shape : single_shape;  // twice the largest fits
    const int last = from.emin == double_shape.emin ? 1023 : 127;
    for (int power = leading_place(largest) + 1; power <= last; ++power) {
      values.push_back({1, power});
    }
    neighbourhood all(values.size() * 24);
    for (const value& each : values) {
      const std::uint64_t bits = exactly(from, each);
      for (const fp::rounding mode : fp::deterministic_roundings) {
        for (const bool negative : {false, true}) {
          const std::uint64_t signed_bits = negative ? bits | from.format.sign_mask() : bits;
          fp::outcome right = expected(*to, negative, each, mode);
          all.expect(fp::convert(signed_bits, from.format, to->format, mode), right, to->format.name, signed_bits,
                     fp::name(mode));
          fp::attributes how = mode;
          how.saturate = true;
          if (fp::has(right.raised, fp::flags::overflow)) {
            right.bits = (negative ? to->format.sign_mask() : 0) | to->largest;
          }
          all.expect(fp::convert(signed_bits, from.format, to->format, how), right, to->format.name, signed_bits,
                     "saturate");
        }
      }
    }
  }
}

// Zero became a number: every zero in every format that has one, whatever else is asked for.
TEST(special_neighbourhoods, zero_stays_zero) {
  neighbourhood all(20'000);
  for (const fp::format* const from : fp::all_formats) {
    for (const fp::format* const to : fp::all_formats) {
      if (!from->subnormals || !to->subnormals) continue;
      for (const fp::rounding mode : fp::named_roundings) {
        for (unsigned bits = 0; bits < 16; ++bits) {
          fp::attributes how = mode;
          how.flush_to_zero = (bits & 1) != 0;
          how.denormals_are_zero = (bits & 2) != 0;
          how.saturate = (bits & 4) != 0;
          how.random = {~std::uint64_t{0}, 32};
          const bool negative = (bits & 8) != 0 && from->signed_zero;
          const std::uint64_t zero = negative ? std::uint64_t{1} << (from->width() - 1) : 0;
          const std::uint64_t right = negative && to->signed_zero ? std::uint64_t{1} << (to->width() - 1) : 0;
          all.expect(fp::convert(zero, *from, *to, how), {right, none}, from->name, to->name, fp::name(mode), bits);
        }
      }
    }
  }
}

// A difference that is exactly zero has the sign of clause 6.3, also of formats that cannot write it themselves.
TEST(special_neighbourhoods, zero_differences_have_the_sign_of_the_mode) {
  neighbourhood all(6 * 128 * 4);
  for (const fp::format* const f : {&fp::e4m3fnuz, &fp::e5m2fnuz, &fp::e4m3b11fnuz, &fp::e4m3fn}) {
    for (std::uint64_t size = 0; size < 0x7f; ++size) {
      for (const fp::rounding mode : fp::deterministic_roundings) {
        const std::uint64_t right = mode == fp::rounding::down ? 0x8000 : 0;
        all.expect(fp::subtract(size, size, *f, fp::binary16, mode), {right, none}, f->name, size, fp::name(mode));
        all.expect(fp::subtract(size, size, *f, fp::e4m3fnuz, mode), {0, none}, f->name, size, fp::name(mode));
      }
    }
  }
}

// Infinity became finite: it stays infinite, or becomes NaN, or where there is neither or saturation is asked for the
// largest number.
TEST(special_neighbourhoods, infinity_stays_infinite) {
  struct target {
    const fp::format& to;
    std::uint64_t plus;
    std::uint64_t minus;
    std::uint64_t largest;
    fp::flags raised;
  };
  constexpr fp::flags overflow = fp::flags::overflow | fp::flags::inexact;
  const target targets[] = {
      {fp::binary64, 0x7ff0000000000000, 0xfff0000000000000, 0x7fefffffffffffff, none},
      {fp::binary32, 0x7f800000, 0xff800000, 0x7f7fffff, none},
      {fp::tf32, 0x3fc00, 0x7fc00, 0x3fbff, none},
      {fp::binary16, 0x7c00, 0xfc00, 0x7bff, none},
      {fp::bfloat16, 0x7f80, 0xff80, 0x7f7f, none},
      {fp::e5m2, 0x7c, 0xfc, 0x7b, none},
      {fp::e3m4, 0x70, 0xf0, 0x6f, none},
      {fp::e4m3fn, 0x7f, 0xff, 0x7e, overflow},
      {fp::e4m3fnuz, 0x80, 0x80, 0x7f, overflow},
      {fp::e5m2fnuz, 0x80, 0x80, 0x7f, overflow},
      {fp::e4m3b11fnuz, 0x80, 0x80, 0x7f, overflow},
      {fp::e3m2fn, 0x1f, 0x3f, 0x1f, overflow},
      {fp::e2m3fn, 0x1f, 0x3f, 0x1f, overflow},
      {fp::e2m1fn, 0x7, 0xf, 0x7, overflow},
  };
  neighbourhood all(1'000);
  for (const target& from : targets) {
    if (!from.to.infinities) continue;
    for (const target& each : targets) {
      for (const fp::rounding mode : fp::named_roundings) {
        all.expect(fp::convert(from.plus, from.to, each.to, mode), {each.plus, each.raised}, from.to.name,
                   each.to.name);
        all.expect(fp::convert(from.minus, from.to, each.to, mode), {each.minus, each.raised}, from.to.name,
                   each.to.name, "-");
        fp::attributes how = mode;
        how.saturate = true;
        const std::uint64_t sign = std::uint64_t{1} << (each.to.width() - 1);
        all.expect_bits(fp::convert(from.plus, from.to, each.to, how).bits, each.largest, each.to.name, "saturate");
        all.expect_bits(fp::convert(from.minus, from.to, each.to, how).bits, sign | each.largest, each.to.name);
      }
    }
  }
}

/// Fractions of every class: each single bit, each run from either end, and the low half.
std::vector<std::uint64_t> fractions(int width) {
  std::vector<std::uint64_t> all;
  for (int place = 0; place < width; ++place) {
    const std::uint64_t bit = std::uint64_t{1} << place;
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    const std::uint64_t quiet = std::uint64_t{1} << (width - 1);
    all.insert(all.end(), {bit, 2 * bit - 1, mask - (bit - 1), quiet | bit});
  }
  return all;
}

// NaN became infinity: payloads of every class, of every wide format in every narrow one, with every profile.
TEST(special_neighbourhoods, no_nan_becomes_infinity) {
  struct ieee {
    const fp::format& format;
    int fraction;
    std::uint64_t infinity;
  };
  const ieee formats[] = {{fp::binary64, 52, 0x7ff0000000000000},
                          {fp::binary32, 23, 0x7f800000},
                          {fp::tf32, 10, 0x3fc00},
                          {fp::binary16, 10, 0x7c00},
                          {fp::bfloat16, 7, 0x7f80},
                          {fp::e5m2, 2, 0x7c}};
  neighbourhood all(5'000);
  for (const ieee& from : formats) {
    for (const ieee& to : formats) {
      for (const std::uint64_t fraction : fractions(from.fraction)) {
        const bool quiet = fraction >> (from.fraction - 1) != 0;
        const int wider = to.fraction - from.fraction;
        const std::uint64_t kept = wider >= 0 ? fraction << wider : fraction >> -wider;
        for (const std::uint64_t sign : {0U, 1U}) {
          const std::uint64_t nan = sign << (from.format.width() - 1) | from.infinity | fraction;
          const std::uint64_t quieted =
              sign << (to.format.width() - 1) | to.infinity | kept | std::uint64_t{1} << (to.fraction - 1);
          all.expect(fp::convert(nan, from.format, to.format, fp::rounding::ties_even),
                     {quieted, quiet ? none : invalid}, from.format.name, nan, to.format.name);
          for (const fp::nan_profile* const profile : fp::nan_profiles::all) {
            fp::attributes how;
            how.nans = profile;
            const std::uint64_t bits = fp::convert(nan, from.format, to.format, how).bits;
            const std::uint64_t size = bits & ~(std::uint64_t{1} << (to.format.width() - 1));
            all.expect_bits(size > to.infinity ? 1 : 0, 1, from.format.name, nan, to.format.name, profile->name, bits);
          }
        }
      }
    }
  }
}

// Negation through a wider format quiets a signaling NaN: no operation on the sign touches another bit.
TEST(special_neighbourhoods, sign_operations_change_the_sign_alone) {
  neighbourhood all(65'536 * 3);
  for (const fp::format* const f : {&fp::binary16, &fp::bfloat16}) {
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      all.expect_bits(fp::negate(bits, *f), bits ^ 0x8000, "neg", bits);
      all.expect_bits(fp::absolute(bits, *f), bits & 0x7fff, "abs", bits);
      all.expect_bits(fp::copy_sign(bits, 0x8000, *f), bits | 0x8000, "copysign", bits);
    }
  }
  for (const std::uint64_t fraction : fractions(52)) {
    const std::uint64_t nan = 0x7ff0000000000000 | fraction;
    all.expect_bits(fp::negate(nan, fp::binary64), nan | std::uint64_t{1} << 63, "neg", nan);
    all.expect_bits(fp::absolute(nan | std::uint64_t{1} << 63, fp::binary64), nan, "abs", nan);
  }
}

// Integers around every edge: each from 0 to 70,000, each power of two and its neighbours, in every mode.
TEST(special_neighbourhoods, integers_are_rounded_once) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t n = 0; n <= 70'000; ++n) sizes.push_back(n);
  for (int power = 17; power < 64; ++power) {
    for (const int under : {0, 9, 10, 11, 12, 23, 24, 25, 53, 54}) {
      const std::uint64_t top = std::uint64_t{1} << power;
      const std::uint64_t step = under <= power ? std::uint64_t{1} << (power - under) : 0;
      sizes.insert(sizes.end(), {top, top - 1, top + 1, top + step, top + step - 1, top + step + 1, top | (3 * step)});
    }
  }
  neighbourhood all(sizes.size() * 6);
  for (const std::uint64_t size : sizes) {
    for (const fp::rounding mode : fp::deterministic_roundings) {
      all.expect(fp::from_integer(size, fp::u64, fp::binary16, mode), expected(half_shape, false, {size, 0}, mode),
                 "u64", size, fp::name(mode));
      all.expect(fp::from_integer(size, fp::u64, fp::binary32, mode), expected(single_shape, false, {size, 0}, mode),
                 "u64", size, fp::name(mode));
      if (size >> 63 == 0) {
        all.expect(fp::from_integer(0 - size, fp::i64, fp::binary16, mode),
                   size == 0 ? fp::outcome{0, none} : expected(half_shape, true, {size, 0}, mode), "i64 -", size,
                   fp::name(mode));
      }
    }
  }
}

// To integers: quarters around both ends of each type; what does not fit is what x86 gives.
TEST(special_neighbourhoods, integers_end_where_their_type_does) {
  struct type {
    const fp::integer_format& format;
    int power;  ///< the first that does not fit
    bool negative;
    bool power_fits;  ///< -2^31 does, 2^31 does not
    std::uint64_t unfit;
  };
  const type types[] = {{fp::i32, 31, false, false, 0x80000000},
                        {fp::i32, 31, true, true, 0x80000000},
                        {fp::u32, 32, false, false, 0xffffffff},
                        {fp::u32, 0, true, false, 0xffffffff}};
  neighbourhood all(700);
  for (const type& each : types) {
    for (int quarters = -16; quarters <= 16; ++quarters) {
      const std::int64_t size = (std::int64_t{4} << each.power) + quarters;
      if (size < 0) continue;
      for (const fp::rounding mode : fp::deterministic_roundings) {
        const kept_digits whole = keep({static_cast<wide_digits>(size), -2}, 0, each.negative, mode);
        const bool unsigned_negative = each.power == 0;
        const std::uint64_t limit =
            unsigned_negative ? 0 : (std::uint64_t{1} << each.power) - (each.power_fits ? 0 : 1);
        const std::uint64_t bits =
            exactly(double_shape, {static_cast<wide_digits>(size), -2}) | (each.negative ? std::uint64_t{1} << 63 : 0);
        const std::uint64_t mask = 0xffffffff;
        const fp::outcome right =
            whole.count > limit
                ? fp::outcome{each.unfit, invalid}
                : fp::outcome{(each.negative ? 0 - whole.count : whole.count) & mask, whole.exact ? none : inexact};
        all.expect(fp::to_integer(bits, fp::binary64, each.format, mode, true), right, each.format.name, bits,
                   fp::name(mode));
      }
    }
  }
}

}  // namespace
}  // namespace verbatim::testing
