// Quick checks of conversions: each is a claim that the model must keep and that some mutant breaks.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "models/fp/boundary.hpp"
#include "tests/mutants/check_support.hpp"

namespace verbatim::testing {

inline complaint known_conversions() {
  struct row {
    const fp::format& from;
    std::uint64_t bits;
    const fp::format& to;
    fp::rounding mode;
    fp::outcome right;
  };
  using fp::rounding;
  static const row rows[] = {
      {fp::binary64, f64(0x1p0 + 0x1p-11 + 0x1p-40), fp::binary16, rounding::ties_even, {0x3c01, inexact}},
      {fp::binary64, f64(0x1p0 + 0x1p-11 + 0x1p-22), fp::binary16, rounding::ties_even, {0x3c01, inexact}},
      {fp::binary64, 0x3e60000000000001, fp::binary16, rounding::ties_even, {0x0001, underflow}},
      {fp::binary64, f64(65519.999999999), fp::binary16, rounding::ties_even, {0x7bff, inexact}},
      {fp::binary64, f64(65536), fp::binary16, rounding::ties_even, {0x7c00, overflow}},
      {fp::binary32, 0x33000000, fp::binary16, rounding::ties_even, {0x0000, underflow}},
      {fp::binary32, 0x33000001, fp::binary16, rounding::ties_even, {0x0001, underflow}},
      {fp::binary32, 0x33400000, fp::binary16, rounding::ties_even, {0x0001, underflow}},
      {fp::binary32, 0x38000000, fp::binary16, rounding::ties_even, {0x0200, none}},
      {fp::binary64, f64(520.25), fp::binary16, rounding::ties_even, {0x6010, inexact}},
      {fp::binary64, f64(7.9999999), fp::binary16, rounding::ties_even, {0x4800, inexact}},
      {fp::binary32, 0x39587fff, fp::binary16, rounding::toward_zero, {0x0ac3, inexact}},
      {fp::binary16, 0x03ff, fp::binary32, rounding::ties_even, {0x387fc000, none}},
      {fp::binary32, 0x3e89ccd5, fp::bfloat16, rounding::ties_even, {0x3e8a, inexact}},
      {fp::binary32, 0x7f7fffff, fp::bfloat16, rounding::ties_even, {0x7f80, overflow}},
      {fp::binary32, 0x80000000, fp::bfloat16, rounding::ties_even, {0x8000, none}},
      {fp::binary32, f32(464), fp::e4m3fn, rounding::ties_even, {0x7e, inexact}},
      {fp::binary32, f32(465), fp::e4m3fn, rounding::ties_even, {0x7f, overflow}},
      {fp::binary32, f32(9), fp::e5m2, rounding::ties_even, {0x48, inexact}},
      {fp::binary64, f64(0x1p-142), fp::e5m2, rounding::ties_even, {0x00, underflow}},
      {fp::binary32, f32(0.25000006F), fp::e2m1fn, rounding::ties_even, {0x1, underflow}},
  };
  verdict all;
  for (const row& each : rows) {
    all.expect(subject::convert(each.bits, each.from, each.to, each.mode), each.right,
               told(each.from.name, each.bits, each.to.name, fp::name(each.mode)));
  }
  return all.result();
}

/// Quarters around 1024 to 1029, where a unit of binary16 is one: integers say what each mode gives.
inline complaint ties_table() {
  verdict all;
  for (int quarters = 4 * 1024; quarters <= 4 * 1029; ++quarters) {
    for (const fp::rounding mode : fp::deterministic_roundings) {
      for (const bool negative : {false, true}) {
        const int whole = quarters / 4;
        const int rest = quarters % 4;
        bool up = false;
        switch (mode) {
          case fp::rounding::ties_even: up = rest == 3 || (rest == 2 && whole % 2 == 1); break;
          case fp::rounding::ties_away: up = rest >= 2; break;
          case fp::rounding::up: up = rest != 0 && !negative; break;
          case fp::rounding::down: up = rest != 0 && negative; break;
          case fp::rounding::to_odd: up = rest != 0 && whole % 2 == 0; break;
          case fp::rounding::toward_zero:
          case fp::rounding::stochastic: break;
        }
        const std::uint64_t size = 0x6400U + static_cast<unsigned>(whole - 1024 + (up ? 1 : 0));
        const double value = (negative ? -0.25 : 0.25) * quarters;
        all.expect(subject::convert(f64(value), fp::binary64, fp::binary16, mode),
                   {negative ? size | 0x8000 : size, rest == 0 ? none : inexact}, told(value, fp::name(mode)));
      }
    }
  }
  return all.result();
}

/// A larger number never becomes a smaller one, in any mode, from below the smallest number to past the largest.
inline complaint monotonic() {
  constexpr int fine = 29;  // odd, so that the steps meet numbers, ties and what lies between in turn
  verdict all;
  for (const fp::format* to : {&fp::binary16, &fp::e5m2, &fp::e4m3fn}) {
    for (const fp::rounding mode : fp::deterministic_roundings) {
      for (const std::uint64_t sign : {std::uint64_t{0}, sign64}) {
        std::uint64_t last = 0;
        for (int exponent = to->smallest_exponent() - 3; exponent <= to->emax() + 1; ++exponent) {
          for (int step = 0; step < fine; ++step) {
            const std::uint64_t bits = f64(std::ldexp(1.0 + static_cast<double>(step) / fine, exponent)) | sign;
            const fp::outcome here = subject::convert(bits, fp::binary64, *to, mode);
            const std::uint64_t size = here.bits & to->magnitude_mask();
            all.expect(size >= last && ((here.bits & to->sign_mask()) != 0) == (sign != 0), "a larger number fell");
            last = size;
          }
        }
      }
    }
  }
  return all.result();
}

/// What a wide format holds comes back from it unchanged and signals nothing.
inline complaint round_trip() {
  verdict all;
  for (const fp::format* narrow : fp::all_formats) {
    if (narrow->width() > 16) {
      continue;
    }
    const std::uint64_t stride = narrow->width() == 16 ? 13 : 1;
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << narrow->width(); bits += stride) {
      if (fp::is_nan(bits, *narrow)) {
        continue;
      }
      for (const fp::rounding mode : {fp::rounding::ties_even, fp::rounding::up, fp::rounding::to_odd}) {
        const fp::outcome wide = subject::convert(bits, *narrow, fp::binary64, mode);
        const fp::outcome back = subject::convert(wide.bits, fp::binary64, *narrow, mode);
        all.expect({back.bits, wide.raised | back.raised}, {bits, none}, told(narrow->name, bits, fp::name(mode)));
      }
    }
  }
  return all.result();
}

/// Subnormal operands are the multiples of the smallest number that their encodings count.
inline complaint subnormal_operands() {
  verdict all;
  for (const fp::format* from : {&fp::binary16, &fp::bfloat16, &fp::e5m2, &fp::e4m3fn, &fp::e2m1fn}) {
    for (std::uint64_t count = 0; count <= from->smallest_normal(); ++count) {
      const double value = std::ldexp(static_cast<double>(count), from->smallest_exponent());
      all.expect(subject::convert(count, *from, fp::binary64, fp::rounding::ties_even), {f64(value), none},
                 told(from->name, count));
    }
  }
  return all.result();
}

/// From a quarter of the smallest number to past the smallest normal one, in every mode and both ways to tell tininess.
inline complaint subnormal_edge() {
  verdict all;
  for (const known_format& to : oracle_formats) {
    const double eighth = std::ldexp(1.0, to.format->smallest_exponent() - 3);
    const double normal = std::ldexp(1.0, to.format->emin());
    for (int step = -20; step <= 40; ++step) {
      for (const double place : {step * eighth, normal + step * eighth}) {
        for (const std::uint64_t bits : {f64(place), f64(place) + 1}) {
          const double value = std::bit_cast<double>(bits);
          for (fp::attributes how : fp::all_roundings) {
            fp::outcome want = to.expected.round(value, how.mode);
            all.expect(subject::convert(bits, fp::binary64, *to.format, how), want,
                       told(to.format->name, bits, fp::name(how.mode)));
            if (want.raised != none && std::fabs(value) < normal) {
              want.raised = underflow;
            }
            how.detected = fp::tininess::before_rounding;
            all.expect(subject::convert(bits, fp::binary64, *to.format, how), want,
                       told(to.format->name, bits, fp::name(how.mode), "before rounding"));
          }
        }
      }
    }
  }
  return all.result();
}

/// From the largest number to the next that would follow, in quarters, and far past it.
inline complaint overflow_edge() {
  struct edge {
    const fp::format& to;
    double largest;
    double unit;
    std::uint64_t largest_bits;
    std::uint64_t past;  ///< infinity, NaN or the largest number again
    bool even;           ///< the largest number: whether a tie stays there
  };
  static const edge edges[] = {
      {fp::binary16, 65504, 32, 0x7bff, 0x7c00, false}, {fp::bfloat16, 0x1.fep127, 0x1p120, 0x7f7f, 0x7f80, false},
      {fp::e5m2, 57344, 8192, 0x7b, 0x7c, false},       {fp::e4m3fn, 448, 32, 0x7e, 0x7f, true},
      {fp::e4m3fnuz, 240, 16, 0x7f, 0x80, false},       {fp::e2m1fn, 6, 2, 0x7, 0x7, false}};
  verdict all;
  for (const edge& each : edges) {
    for (const int quarters : {0, 1, 2, 3, 4, 40}) {
      for (const fp::rounding mode : fp::deterministic_roundings) {
        for (const bool negative : {false, true}) {
          using fp::rounding;
          const bool beyond = quarters >= 4;  // no rounding would come back
          const bool away = (mode == rounding::up && !negative) || (mode == rounding::down && negative);
          const bool nearest = mode == rounding::ties_even || mode == rounding::ties_away;
          const bool tie_up = !each.even || mode == rounding::ties_away;
          const bool to_odd_up = mode == rounding::to_odd && each.even && !beyond;
          const bool past = (away && quarters > 0) || (nearest && (quarters > 2 || (quarters == 2 && tie_up))) ||
                            (to_odd_up && quarters > 0);
          const bool to_infinity = away || nearest;
          const std::uint64_t sign = negative ? each.to.sign_mask() : 0;
          const std::uint64_t size = past && to_infinity ? each.past : each.largest_bits;
          const bool signless = size == each.to.sign_mask();
          const fp::flags raised = past || beyond ? overflow : quarters == 0 ? none : inexact;
          const double value = (each.largest + quarters * each.unit / 4) * (negative ? -1 : 1);
          all.expect(subject::convert(f64(value), fp::binary64, each.to, mode), {signless ? size : sign | size, raised},
                     told(each.to.name, value, fp::name(mode)));
          fp::attributes how = mode;
          how.saturate = true;
          all.expect(subject::convert(f64(value), fp::binary64, each.to, how), {sign | each.largest_bits, raised},
                     told(each.to.name, value, fp::name(mode), "saturating"));
        }
      }
    }
  }
  return all.result();
}

/// Around the middle between neighbours of binary16, one unit of binary64 to either side: only one rounding sees it.
inline complaint double_rounding() {
  verdict all;
  const oracle half(5, 10);
  for (std::uint64_t size = 0; size < 0x7c00; size += 11) {
    const amount number = half.decode(size);
    const double middle = std::ldexp(static_cast<double>(2 * number.digits + 1), number.exponent - 1);
    const std::uint64_t even = size + (size & 1);
    for (const fp::rounding mode : {fp::rounding::ties_even, fp::rounding::ties_away}) {
      const std::uint64_t tie = mode == fp::rounding::ties_even ? even : size + 1;
      const std::uint64_t expected[] = {size, tie, size + 1};
      for (std::uint64_t i = 0; i < 3; ++i) {
        const std::uint64_t bits = f64(middle) - 1 + i;
        all.expect_bits(subject::convert(bits, fp::binary64, fp::binary16, mode).bits, expected[i],
                        told(bits, fp::name(mode)));
      }
    }
  }
  return all.result();
}

/// 2^-k for every k of binary64: the count of places to shift passes 64 and 128.
inline complaint shift_distances() {
  verdict all;
  for (const fp::format* to : {&fp::binary16, &fp::e5m2, &fp::binary32}) {
    for (int k = -to->smallest_exponent() + 1; k <= 1074; ++k) {
      const bool tie = k == -to->smallest_exponent() + 1;
      const std::uint64_t bits = f64(std::ldexp(1.0, -k));
      for (const fp::rounding mode : fp::deterministic_roundings) {
        const bool away =
            mode == fp::rounding::up || mode == fp::rounding::to_odd || (tie && mode == fp::rounding::ties_away);
        all.expect(subject::convert(bits, fp::binary64, *to, mode), {away ? 1U : 0U, underflow},
                   told(to->name, k, fp::name(mode)));
      }
    }
  }
  return all.result();
}

inline complaint nan_payloads() {
  struct row {
    const fp::format& from;
    std::uint64_t bits;
    const fp::format& to;
    const fp::nan_profile& profile;
    fp::outcome right;
  };
  namespace np = fp::nan_profiles;
  static const row rows[] = {
      {fp::binary32, 0x7f80ffff, fp::bfloat16, np::x86, {0x7fc0, invalid}},
      {fp::binary32, 0xff800001, fp::binary16, np::x86, {0xfe00, invalid}},
      {fp::binary32, 0xffd56789, fp::binary16, np::x86, {0xfeab, none}},
      {fp::binary64, 0x7ff4030000000abc, fp::binary16, np::x86, {0x7f00, invalid}},
      {fp::binary16, 0x7d55, fp::binary32, np::x86, {0x7feaa000, invalid}},
      {fp::binary16, 0xfe01, fp::binary64, np::x86, {0xfff8040000000000, none}},
      {fp::binary16, 0x7c01, fp::binary16, np::x86, {0x7e01, invalid}},
      {fp::binary32, 0x7f80ffff, fp::bfloat16, np::numpy, {0x7f81, none}},
      {fp::binary32, 0xff800001, fp::binary16, np::numpy, {0xfc01, none}},
      {fp::binary32, 0xff802000, fp::binary16, np::preserve, {0xfc01, none}},
      {fp::binary32, 0xffd56789, fp::binary16, np::arm_default, {0x7e00, none}},
      {fp::binary32, 0xff800001, fp::binary16, np::cuda_host, {0x7fff, invalid}},
      {fp::binary32, 0xff800001, fp::e4m3fn, np::x86, {0xff, invalid}},
      {fp::binary32, 0xffc00000, fp::e4m3fnuz, np::x86, {0x80, none}},
      {fp::binary32, 0xffc00000, fp::e2m1fn, np::x86, {0x7, invalid}},
      {fp::e4m3fn, 0xff, fp::binary16, np::x86, {0xfe00, none}},
      {fp::e4m3fnuz, 0x80, fp::binary16, np::x86, {0x7e00, none}},
  };
  verdict all;
  for (const row& each : rows) {
    fp::attributes how;
    how.nans = &each.profile;
    all.expect(subject::convert(each.bits, each.from, each.to, how), each.right,
               told(each.from.name, each.bits, each.to.name, each.profile.name));
  }
  return all.result();
}

/// Zeros and infinities keep what they are, as far as the format has them.
inline complaint zeros_and_infinities() {
  verdict all;
  const fp::format* ieee[] = {&fp::binary64, &fp::binary32, &fp::binary16, &fp::bfloat16, &fp::e5m2};
  for (const fp::format* from : ieee) {
    for (const std::uint64_t negative : {0U, 1U}) {
      const std::uint64_t zero = negative * from->sign_mask();
      for (const fp::rounding mode : fp::deterministic_roundings) {
        for (const fp::format* to : ieee) {
          all.expect(subject::convert(zero, *from, *to, mode), {negative * to->sign_mask(), none},
                     told(from->name, to->name, "zero"));
          all.expect(subject::convert(zero | from->infinity(), *from, *to, mode),
                     {negative * to->sign_mask() | to->infinity(), none}, told(from->name, to->name, "infinity"));
        }
        all.expect(subject::convert(zero, *from, fp::e4m3fnuz, mode), {0, none}, told(from->name, "zero to fnuz"));
        all.expect(subject::convert(zero | from->infinity(), *from, fp::e4m3fnuz, mode), {0x80, overflow},
                   told(from->name, "infinity to fnuz"));
        all.expect(subject::convert(zero | from->infinity(), *from, fp::e4m3fn, mode), {negative << 7 | 0x7f, overflow},
                   told(from->name, "infinity to e4m3fn"));
        all.expect_bits(subject::convert(f64(-0x1p-99) ^ (negative << 63), fp::binary64, fp::e5m2fnuz, mode).bits &
                            ~std::uint64_t{0x81},
                        0, told("tiny to fnuz", fp::name(mode)));
      }
    }
  }
  return all.result();
}

/// Of all values of the random digits as many go away from zero as the fraction says.
inline complaint stochastic_odds() {
  verdict all;
  for (unsigned sixteenths = 0; sixteenths < 16; ++sixteenths) {
    unsigned away = 0;
    for (std::uint64_t digits = 0; digits < 16; ++digits) {
      fp::attributes how = fp::rounding::stochastic;
      how.random = {digits, 4};
      const double value = 1025 + sixteenths / 16.0;
      away += static_cast<unsigned>(subject::convert(f64(value), fp::binary64, fp::binary16, how).bits - 0x6401);
    }
    all.expect_bits(away, sixteenths, told("of 16 go away for", sixteenths, "sixteenths"));
  }
  return all.result();
}

/// Rounding to odd first makes a second rounding harmless: that is what it is for.
inline complaint to_odd_composes() {
  verdict all;
  split_mix random{20};
  for (int i = 0; i < 4'000; ++i) {
    const std::uint64_t bits = fp::boundary::hard_to_round(random, fp::binary64, fp::binary16);
    if ((bits & fp::binary64.magnitude_mask()) >= fp::binary64.infinity()) {
      continue;
    }
    const std::uint64_t odd = subject::convert(bits, fp::binary64, fp::binary32, fp::rounding::to_odd).bits;
    for (const fp::rounding mode : fp::all_roundings) {
      const std::uint64_t direct = subject::convert(bits, fp::binary64, fp::binary16, mode).bits;
      all.expect_bits(subject::convert(odd, fp::binary32, fp::binary16, mode).bits, direct, told(bits, fp::name(mode)));
    }
  }
  return all.result();
}

/// Hard and random numbers of binary64 against rounding by search.
inline complaint conversions_by_search() {
  verdict all;
  split_mix random{21};
  for (const known_format& to : oracle_formats) {
    for (int i = 0; i < 300 && !all.failed(); ++i) {
      const std::uint64_t bits = fp::boundary::hard_to_round(random, fp::binary64, *to.format);
      if ((bits & fp::binary64.magnitude_mask()) >= fp::binary64.infinity()) {
        continue;
      }
      for (const fp::rounding mode : fp::all_roundings) {
        all.expect(subject::convert(bits, fp::binary64, *to.format, mode),
                   to.expected.round(std::bit_cast<double>(bits), mode), told(to.format->name, bits, fp::name(mode)));
      }
    }
  }
  return all.result();
}

}  // namespace verbatim::testing
