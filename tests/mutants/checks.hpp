// Quick checks of arithmetic, and the list of all checks.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "models/fp/compare.hpp"
#include "tests/mutants/checks_conversions.hpp"

namespace verbatim::testing {

__extension__ typedef __int128 int128;

/// Sums around the smallest normal number are exact: encodings add like integers, and nothing is signaled.
inline complaint flags_of_small_sums() {
  verdict all;
  for (const fp::format* f : {&fp::binary16, &fp::binary32}) {
    const std::uint64_t normal = f->smallest_normal();
    for (const std::uint64_t a : {std::uint64_t{0}, std::uint64_t{1}, normal - 1, normal, normal + 1}) {
      for (const std::uint64_t b : {std::uint64_t{1}, std::uint64_t{2}, normal - 2, normal - 1}) {
        for (const fp::rounding mode : fp::deterministic_roundings) {
          all.expect(subject::add(a, b, *f, mode), {a + b, none}, told(f->name, "add", a, b));
          all.expect(subject::subtract(a | f->sign_mask(), b, *f, mode), {(a + b) | f->sign_mask(), none},
                     told(f->name, "sub", a, b));
        }
      }
    }
  }
  all.expect(subject::add(0x0001, 0x0801, fp::binary16, {}), {0x0802, inexact}, told("carry into the next binade"));
  all.expect(subject::subtract(0x365f, 0xdc63, fp::binary16, {}), {0x5c65, inexact}, told("sub 365f dc63"));
  all.expect(subject::add(0x7bff, 0x4bff, fp::binary16, {}), {0x7bff, inexact}, told("just no overflow"));
  all.expect(subject::add(0x7bff, 0x4c00, fp::binary16, {}), {0x7c00, overflow}, told("just overflow"));
  return all.result();
}

/// Sums, products and fused multiply-adds of binary16 are integers in units of 2^-48, rounded by search.
inline complaint against_exact_integers() {
  const auto units = [](std::uint64_t bits) {
    const std::uint64_t field = bits >> 10 & 31;
    const std::uint64_t size = field == 0 ? bits & 0x3ff : ((bits & 0x3ff) | 0x400) << (field - 1);
    return (bits & 0x8000) != 0 ? -static_cast<int128>(size) : static_cast<int128>(size);
  };
  const oracle half(5, 10);
  verdict all;
  const auto compare = [&](const fp::outcome& got, int128 exact, int exponent, fp::rounding mode, const auto& what) {
    if (exact == 0) {
      return;  // signs_of_zero has those
    }
    auto size = static_cast<fp::uint128>(exact < 0 ? -exact : exact);
    bool more = false;
    for (; size >> 64 != 0; ++exponent) {
      more = more || (size & 1) != 0;
      size >>= 1;
    }
    all.expect(got, half.round(exact < 0, {static_cast<std::uint64_t>(size), exponent, more}, mode), what);
  };
  split_mix random{16};
  for (int i = 0; i < 1'500 && !all.failed(); ++i) {
    const auto [a, b, c] = fp::boundary::triple(random, fp::binary16);
    if ((a & 0x7c00) == 0x7c00 || (b & 0x7c00) == 0x7c00 || (c & 0x7c00) == 0x7c00) {
      continue;
    }
    for (const fp::rounding mode : fp::all_roundings) {
      const auto what = told(a, b, c, fp::name(mode));
      compare(subject::add(a, b, fp::binary16, mode), units(a) + units(b), -24, mode, what);
      compare(subject::subtract(a, b, fp::binary16, mode), units(a) - units(b), -24, mode, what);
      compare(subject::multiply(a, b, fp::binary16, mode), units(a) * units(b), -48, mode, what);
      const int128 addend = units(c) * (int128{1} << 24);
      compare(subject::fused_multiply_add(a, b, c, fp::binary16, mode), units(a) * units(b) + addend, -48, mode, what);
    }
  }
  return all.result();
}

inline complaint signs_of_zero() {
  verdict all;
  constexpr std::uint64_t minus = 0x8000;
  for (const fp::rounding mode : fp::deterministic_roundings) {
    const std::uint64_t cancelled = mode == fp::rounding::down ? minus : 0;
    const auto what = told(fp::name(mode));
    for (const std::uint64_t a : {0x0000U, 0x0001U, 0x3c00U, 0x7bffU}) {
      all.expect(subject::add(a, a | minus, fp::binary16, mode), {cancelled, none}, what);
      all.expect(subject::subtract(a, a, fp::binary16, mode), {cancelled, none}, what);
    }
    all.expect(subject::add(0x3f800000, 0xbf800000, fp::binary32, mode), {cancelled << 16, none}, what);
    all.expect(subject::add(minus, minus, fp::binary16, mode), {minus, none}, what);
    all.expect(subject::multiply(minus, 0x3c00, fp::binary16, mode), {minus, none}, what);
    all.expect(subject::multiply(minus, 0xbc00, fp::binary16, mode), {0, none}, what);
    all.expect(subject::divide(0, 0xbc00, fp::binary16, mode), {minus, none}, what);
    all.expect(subject::square_root(minus, fp::binary16, mode), {minus, none}, what);
    all.expect(subject::fused_multiply_add(0x3c00, 0xbc00, 0x3c00, fp::binary16, mode), {cancelled, none}, what);
    all.expect(subject::fused_multiply_add(minus, 0x3c00, minus, fp::binary16, mode), {minus, none}, what);
    all.expect(subject::subtract(0x40, 0x40, fp::e4m3fnuz, mode), {0, none}, what);
  }
  return all.result();
}

inline complaint signs_of_products() {
  verdict all;
  for (const std::uint64_t a : {0x4000U, 0xc000U}) {
    for (const std::uint64_t b : {0x4200U, 0xc200U}) {
      const std::uint64_t sign = (a ^ b) & 0x8000;
      const std::uint64_t six = sign | 0x4600;
      all.expect(subject::multiply(a, b, fp::binary16, {}), {six, none}, told("mul", a, b));
      all.expect(subject::divide(six, a, fp::binary16, {}), {b, none}, told("div", six, a));
      all.expect(subject::fused_multiply_add(a, b, six, fp::binary16, {}), {sign | 0x4a00, none}, told("fma", a, b));
    }
  }
  return all.result();
}

/// NaN operands of arithmetic: the first is passed on, quiet; a signaling one is invalid.
inline complaint nan_operands() {
  verdict all;
  all.expect(subject::add(0x3c00, 0x7e01, fp::binary16, {}), {0x7e01, none}, told("add, quiet"));
  all.expect(subject::add(0xfd01, 0x7e01, fp::binary16, {}), {0xff01, invalid}, told("add, signaling first"));
  all.expect(subject::multiply(0x7e02, 0x7d01, fp::binary16, {}), {0x7e02, invalid}, told("mul, signaling second"));
  all.expect(subject::square_root(0x7f800001, fp::binary32, {}), {0x7fc00001, invalid}, told("sqrt"));
  all.expect(subject::fused_multiply_add(0x7c00, 0, 0x7e03, fp::binary16, {}), {0x7e03, none}, told("fma"));
  fp::attributes arm;
  arm.nans = &fp::nan_profiles::arm_default;
  all.expect(subject::divide(0xfe01, 0x3c00, fp::binary16, arm), {0x7e00, none}, told("div, default NaN"));
  fp::attributes preserve;
  preserve.nans = &fp::nan_profiles::preserve;
  all.expect(subject::subtract(0x7d01, 0x3c00, fp::binary16, preserve), {0x7d01, none}, told("sub, preserve"));
  return all.result();
}

inline complaint comparisons() {
  verdict all;
  using fp::relation;
  const std::uint64_t ascending[] = {0xfc00, 0xfbff, 0xbc00, 0x8001, 0x8000, 0x0000, 0x0001, 0x3c00, 0x7c00};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      const bool zeros = (ascending[i] & 0x7fff) == 0 && (ascending[j] & 0x7fff) == 0;
      const relation right = i == j || zeros ? relation::equal : i < j ? relation::less : relation::greater;
      all.expect(subject::compare(ascending[i], ascending[j], fp::binary16) == right, "an order is wrong");
    }
    all.expect(subject::compare(ascending[i], 0x7e00, fp::binary16) == relation::unordered, "NaN has an order");
  }
  return all.result();
}

inline complaint infinite_operands() {
  verdict all;
  constexpr std::uint64_t inf = 0x7c00;
  constexpr std::uint64_t nan = 0xfe00;  // what x86 makes
  for (const fp::rounding mode : fp::deterministic_roundings) {
    const auto what = told(fp::name(mode));
    all.expect(subject::add(inf, 0xfbff, fp::binary16, mode), {inf, none}, what);
    all.expect(subject::add(inf, 0xfc00, fp::binary16, mode), {nan, invalid}, what);
    all.expect(subject::subtract(inf, inf, fp::binary16, mode), {nan, invalid}, what);
    all.expect(subject::multiply(inf, 0x8001, fp::binary16, mode), {0xfc00, none}, what);
    all.expect(subject::multiply(inf, 0x0000, fp::binary16, mode), {nan, invalid}, what);
    all.expect(subject::divide(0x3c00, 0xfc00, fp::binary16, mode), {0x8000, none}, what);
    all.expect(subject::divide(inf, inf, fp::binary16, mode), {nan, invalid}, what);
    all.expect(subject::divide(0x3c00, 0x8000, fp::binary16, mode), {0xfc00, fp::flags::divide_by_zero}, what);
    all.expect(subject::square_root(inf, fp::binary16, mode), {inf, none}, what);
    all.expect(subject::fused_multiply_add(inf, 0xbc00, inf, fp::binary16, mode), {nan, invalid}, what);
    all.expect(subject::fused_multiply_add(0x7bff, 0x7bff, 0xfc00, fp::binary16, mode), {0xfc00, none}, what);
  }
  return all.result();
}

inline complaint sign_operations() {
  verdict all;
  for (std::uint64_t bits = 0; bits < 0x10000; bits += 3) {
    all.expect_bits(subject::negate(bits, fp::binary16), bits ^ 0x8000, told("neg binary16", bits));
  }
  for (std::uint64_t bits = 0; bits < 0x100; ++bits) {
    const bool one_sign = (bits & 0x7f) == 0;
    all.expect_bits(subject::negate(bits, fp::e4m3fnuz), one_sign ? bits : bits ^ 0x80, told("neg e4m3fnuz", bits));
  }
  return all.result();
}

/// Where an intermediate rounding, to any of the usual widths, gives another result.
inline complaint fused_is_rounded_once() {
  verdict all;
  const auto half = [&all](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t right) {
    all.expect_bits(subject::fused_multiply_add(a, b, c, fp::binary16, {}).bits, right, told("fma", a, b, c));
  };
  half(0x520b, 0x00e9, 0x2ff6, 0x3001);
  half(0x0fae, 0x1240, 0x9000, 0x8fff);
  half(0x5bab, 0x4cfd, 0x7701, 0x7819);
  // (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20; of binary32 and binary64 alike.
  half(0x3c01, 0x3c01, 0xbc02, 0x0010);
  all.expect(subject::fused_multiply_add(0x3f800001, 0x3f800001, 0xbf800002, fp::binary32, {}), {f32(0x1p-46F), none},
             told("fma binary32"));
  all.expect(subject::fused_multiply_add(f64(1 + 0x1p-52), f64(1 + 0x1p-52), f64(-1 - 0x1p-51), fp::binary64, {}),
             {f64(0x1p-104), none}, told("fma binary64"));
  // A tie of binary32 plus less than binary64 keeps: 1 + 2^-24 + 2^-60.
  all.expect(subject::fused_multiply_add(f32(0x1p-12F), f32(0x1p-12F + 0x1p-35F), f32(1), fp::binary32, {}),
             {0x3f800001, inexact}, told("fma binary32 through binary64"));
  return all.result();
}

/// binary32 and binary64 to nearest, as this processor does them: results and nothing else.
inline complaint as_the_processor_does() {
  verdict all;
  split_mix random{64};
  const auto same = [&all](std::uint64_t got, std::uint64_t want, const fp::format& f, const auto& what) {
    if (!fp::is_nan(want, f)) {
      all.expect_bits(got, want, what);
    }
  };
  for (int i = 0; i < 1'500 && !all.failed(); ++i) {
    const auto operands = fp::boundary::triple(random, fp::binary64);
    const auto [a, b, c] = operands;
    const double x = std::bit_cast<double>(a);
    const double y = std::bit_cast<double>(b);
    const auto what = told("binary64", a, b, c);
    same(subject::add(a, b, fp::binary64, {}).bits, f64(x + y), fp::binary64, what);
    same(subject::multiply(a, b, fp::binary64, {}).bits, f64(x * y), fp::binary64, what);
    same(subject::divide(a, b, fp::binary64, {}).bits, f64(x / y), fp::binary64, what);
    same(subject::square_root(a, fp::binary64, {}).bits, f64(std::sqrt(x)), fp::binary64, what);
    same(subject::fused_multiply_add(a, b, c, fp::binary64, {}).bits, f64(std::fma(x, y, std::bit_cast<double>(c))),
         fp::binary64, what);
    const auto [d, e, g] = fp::boundary::triple(random, fp::binary32);
    const auto p = std::bit_cast<float>(static_cast<std::uint32_t>(d));
    const auto q = std::bit_cast<float>(static_cast<std::uint32_t>(e));
    const auto r = std::bit_cast<float>(static_cast<std::uint32_t>(g));
    const auto single = told("binary32", d, e, g);
    same(subject::add(d, e, fp::binary32, {}).bits, f32(p + q), fp::binary32, single);
    same(subject::multiply(d, e, fp::binary32, {}).bits, f32(p * q), fp::binary32, single);
    same(subject::divide(d, e, fp::binary32, {}).bits, f32(p / q), fp::binary32, single);
    same(subject::fused_multiply_add(d, e, g, fp::binary32, {}).bits, f32(std::fma(p, q, r)), fp::binary32, single);
  }
  return all.result();
}

inline complaint integers() {
  verdict all;
  using fp::rounding;
  const auto to = [&all](double value, const fp::integer_format& type, rounding mode, fp::outcome right) {
    all.expect(subject::to_integer(f64(value), fp::binary64, type, mode), right, told(value, type.name));
  };
  to(2147483647.0, fp::i32, rounding::ties_even, {0x7fffffff, none});
  to(2147483647.5, fp::i32, rounding::toward_zero, {0x7fffffff, inexact});
  to(2147483647.5, fp::i32, rounding::ties_even, {0x80000000, invalid});
  to(-2147483648.0, fp::i32, rounding::ties_even, {0x80000000, none});
  to(-2147483648.5, fp::i32, rounding::ties_even, {0x80000000, inexact});
  to(-2147483649.0, fp::i32, rounding::ties_even, {0x80000000, invalid});
  to(4294967295.0, fp::u32, rounding::ties_even, {0xffffffff, none});
  to(-0.5, fp::u32, rounding::ties_even, {0, inexact});
  to(-0.75, fp::u32, rounding::ties_even, {0xffffffff, invalid});
  to(0x1p64, fp::u64, rounding::ties_even, {~std::uint64_t{0}, invalid});
  to(0x1.fffffffffffffp63, fp::u64, rounding::ties_even, {0xfffffffffffff800, none});
  for (int halves = -9; halves <= 9; ++halves) {
    const int down = (halves - (halves & 1)) / 2;
    to(halves / 2.0, fp::i64, rounding::down,
       {static_cast<std::uint64_t>(static_cast<std::int64_t>(down)), halves % 2 == 0 ? none : inexact});
    const int even = halves % 2 == 0 ? halves / 2 : down + (down & 1);
    to(halves / 2.0, fp::i64, rounding::ties_even,
       {static_cast<std::uint64_t>(static_cast<std::int64_t>(even)), halves % 2 == 0 ? none : inexact});
  }
  const auto from = [&all](std::uint64_t value, const fp::integer_format& type, const fp::format& f,
                           fp::outcome right) {
    all.expect(subject::from_integer(value, type, f, rounding::ties_even), right, told(value, type.name, f.name));
  };
  from(2049, fp::i32, fp::binary16, {0x6800, inexact});
  from(2051, fp::i32, fp::binary16, {0x6802, inexact});
  from(0x80000000, fp::i32, fp::binary32, {0xcf000000, none});
  from(0x1000001000000001, fp::i64, fp::binary32, {0x5d800001, inexact});
  from(~std::uint64_t{0}, fp::u64, fp::binary64, {f64(0x1p64), inexact});
  all.expect(subject::round_to_integral(0x4100, fp::binary16, {}), {0x4000, inexact}, told("rint 2.5"));
  all.expect(subject::round_to_integral(0x8001, fp::binary16, rounding::down), {0xbc00, inexact}, told("floor"));
  return all.result();
}

inline complaint roots_and_quotients() {
  verdict all;
  for (std::uint64_t n = 1; n <= 45; ++n) {
    const std::uint64_t root = fp::from_integer(n, fp::u32, fp::binary16).bits;
    const std::uint64_t square = fp::from_integer(n * n, fp::u32, fp::binary16).bits;
    all.expect(subject::square_root(square, fp::binary16, {}), {root, none}, told("sqrt of", n, "squared"));
    all.expect(subject::divide(square, root, fp::binary16, {}), {root, none}, told("quotient of", n, "squared"));
  }
  for (const fp::rounding mode : fp::all_roundings) {
    const bool up = mode == fp::rounding::up;
    all.expect(subject::divide(0x3c00, 0x4200, fp::binary16, mode), {up ? 0x3556U : 0x3555U, inexact}, told("1/3"));
    all.expect(subject::square_root(0x4000, fp::binary16, mode), {up ? 0x3da9U : 0x3da8U, inexact}, told("sqrt 2"));
    // The remainder alone tells this quotient from 1/2: 0x1.ffcp-1 / 0x1.ff8p0.
    const bool down = mode == fp::rounding::down || mode == fp::rounding::toward_zero;
    all.expect(subject::divide(0x3c00, 0x3c01, fp::binary16, mode),
               {down ? 0x3bfeU
                : up ? 0x3bffU
                     : 0x3bfeU,
                inexact},
               told("1 / (1 + u)", fp::name(mode)));
  }
  return all.result();
}

/// x86's FTZ and DAZ (Intel SDM volume 1, 10.2.3.3 and 10.2.3.4).
inline complaint flushing() {
  verdict all;
  fp::attributes ftz;
  ftz.flush_to_zero = true;
  fp::attributes daz;
  daz.denormals_are_zero = true;
  all.expect(subject::add(0x0001, 0x0001, fp::binary16, ftz), {0x0000, underflow}, told("ftz, exact"));
  all.expect(subject::multiply(0x8400, 0x3800, fp::binary16, ftz), {0x8000, underflow}, told("ftz keeps the sign"));
  all.expect(subject::multiply(0x0401, 0x3bff, fp::binary16, ftz), {0x0400, inexact}, told("ftz, normal"));
  all.expect(subject::add(0x0400, 0x0001, fp::binary16, ftz), {0x0401, none}, told("ftz, subnormal operand"));
  all.expect(subject::add(0x0400, 0x0001, fp::binary16, daz), {0x0400, none}, told("daz"));
  all.expect(subject::multiply(0x83ff, 0x6400, fp::binary16, daz), {0x8000, none}, told("daz keeps the sign"));
  all.expect(subject::divide(0x3c00, 0x0001, fp::binary16, daz), {0x7c00, fp::flags::divide_by_zero}, told("daz, 1/0"));
  all.expect(subject::multiply(0x0400, 0x3800, fp::binary16, daz), {0x0200, none}, told("daz, subnormal result"));
  all.expect(subject::convert(0x0001, fp::binary16, fp::binary32, daz), {0, none}, told("daz, conversion"));
  // Tiny after rounding, but its encoding is that of the smallest normal number; a quarter of a unit higher it is not.
  const std::uint64_t rounds_up = f64(0x1p-14 - 0x1p-26);
  all.expect(subject::convert(rounds_up - 1, fp::binary64, fp::binary16, ftz), {0, underflow}, told("ftz, tiny"));
  all.expect(subject::convert(rounds_up, fp::binary64, fp::binary16, ftz), {0x0400, inexact}, told("ftz, not tiny"));
  return all.result();
}

/// Decimal text is rounded once, however long: these lie at or beside the middle between two numbers.
inline complaint decimal_text() {
  verdict all;
  const auto reads = [&all](std::string_view text, const fp::format& f, fp::outcome right) {
    all.expect(subject::parse(text, f, {}), right, told(text, f.name));
  };
  reads("2.98023223876953125E-8", fp::binary16, {0x0000, underflow});
  reads("2.980232238769531250000000000000000000000000000000000000000001E-8", fp::binary16, {0x0001, underflow});
  reads("512.75", fp::binary16, {0x6002, inexact});
  reads("512.7499999999999999999999999999999999999999999", fp::binary16, {0x6001, inexact});
  reads("65519.99999999999999999999999999", fp::binary16, {0x7bff, inexact});
  reads("65520", fp::binary16, {0x7c00, overflow});
  reads("-0.0", fp::binary16, {0x8000, none});
  reads("9007199254740993", fp::binary64, {f64(9007199254740992.0), inexact});
  reads("9007199254740993.00000000000000000001", fp::binary64, {f64(9007199254740994.0), inexact});
  reads("1e-400", fp::binary64, {0, underflow});
  return all.result();
}

[[nodiscard]] inline std::span<const check> all_checks() {
  static const check checks[] = {{"known conversions", known_conversions},
                                 {"ties table", ties_table},
                                 {"monotonic", monotonic},
                                 {"round trip", round_trip},
                                 {"subnormal operands", subnormal_operands},
                                 {"subnormal edge", subnormal_edge},
                                 {"overflow edge", overflow_edge},
                                 {"double rounding", double_rounding},
                                 {"shift distances", shift_distances},
                                 {"NaN payloads", nan_payloads},
                                 {"zeros and infinities", zeros_and_infinities},
                                 {"stochastic odds", stochastic_odds},
                                 {"rounding to odd composes", to_odd_composes},
                                 {"conversions by search", conversions_by_search},
                                 {"flags of small sums", flags_of_small_sums},
                                 {"against exact integers", against_exact_integers},
                                 {"signs of zero", signs_of_zero},
                                 {"signs of products", signs_of_products},
                                 {"infinite operands", infinite_operands},
                                 {"NaN operands", nan_operands},
                                 {"comparisons", comparisons},
                                 {"sign operations", sign_operations},
                                 {"fma is rounded once", fused_is_rounded_once},
                                 {"as the processor does", as_the_processor_does},
                                 {"integers", integers},
                                 {"roots and quotients", roots_and_quotients},
                                 {"decimal text", decimal_text},
                                 {"flushing", flushing}};
  return checks;
}

}  // namespace verbatim::testing
