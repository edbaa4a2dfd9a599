// What the tests of models/fp/print.hpp share: text taken apart, and the shortest text by MPFR.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "models/fp/boundary.hpp"
#include "models/fp/print.hpp"
#include "tests/exhaustive/checks.hpp"
#include "tests/exhaustive/reference.hpp"

namespace verbatim::testing {

inline constexpr std::uint64_t print_seed = 325;

/// Every encoding up to 16 bits; of wider formats boundary-biased samples.
inline std::vector<std::uint64_t> encodings_to_try(const fp::format& f, std::size_t samples) {
  std::vector<std::uint64_t> found;
  std::mt19937_64 random(print_seed);
  const bool all = f.width() <= 8 || (f.width() <= 16 && samples >= 0x10000);
  const std::size_t count = all ? std::size_t{1} << f.width() : samples;
  for (std::uint64_t i = 0; i < count; ++i) found.push_back(all ? i : fp::boundary::value(random, f));
  return found;
}

/// Digits without a zero at either end, and the power of ten of 0.digits; none for zero.
struct decimal {
  std::string digits;
  long point = 0;

  friend bool operator==(const decimal&, const decimal&) = default;
};

/// From `-12.5e-3`, sign aside.
inline decimal take_apart(std::string text) {
  decimal out;
  if (text[0] == '-') text.erase(0, 1);
  const std::size_t e = text.find('e');
  if (e != std::string::npos) out.point = std::stol(text.substr(e + 1));
  text = text.substr(0, e);
  const std::size_t dot = text.find('.');
  out.point += static_cast<long>(std::min(dot, text.size()));
  if (dot != std::string::npos) text.erase(dot, 1);
  const std::size_t zeros = std::min(text.find_first_not_of('0'), text.size());
  out.point -= static_cast<long>(zeros);
  text.erase(0, zeros);
  text.erase(text.find_last_not_of('0') + 1);
  out.digits = text;
  if (text.empty()) out.point = 0;
  return out;
}

/// Python's repr of a float with these digits.
inline std::string as_repr(bool negative, const decimal& number) {
  const long exponent = number.point - 1;
  std::string text = number.digits;
  if (text.empty()) {
    text = "0.0";
  } else if (exponent < -4 || exponent >= 16) {
    if (text.size() > 1) text.insert(1, ".");
    const std::string size = std::to_string(std::labs(exponent));
    text += (exponent < 0 ? "e-" : "e+") + std::string(size.size() < 2 ? "0" : "") + size;
  } else {
    if (exponent < 0) text.insert(0, static_cast<std::size_t>(-exponent), '0');
    const auto whole = static_cast<std::size_t>(exponent < 0 ? 1 : exponent + 1);
    if (text.size() < whole) text.append(whole - text.size(), '0');
    text.insert(whole, ".");
    if (text.back() == '.') text += '0';
  }
  return (negative ? "-" : "") + text;
}

/// A number's words or value, and the checks that need them.
struct printed {
  explicit printed(const fp::format& format) : f(format), limits(format) {}

  const fp::format& f;
  grid limits;
  datum x;

  /// The word that a NaN or an infinity is printed as; empty for numbers, which are in x then.
  std::string word(std::uint64_t bits) {
    decode(x, bits, limits, false);
    if (x.kind == datum_kind::zero) mpfr_set_zero(x.value.get(), x.negative ? -1 : 1);
    if (x.kind == datum_kind::nan) return "nan";
    return x.kind == datum_kind::infinity ? x.negative ? "-inf" : "inf" : "";
  }

  void check_shortest(std::size_t samples);
};

/// Of decimals with n digits only the two around the number can be nearest to it: the first n for which one of them reads
/// back is the shortest, and of two the nearer one; in a tie the one whose last digit is even, as in repr.
inline void printed::check_shortest(std::size_t samples) {
  mpfr_reference oracle(f, f);
  mpfr_number candidate(4000);
  mpfr_number distance[2] = {mpfr_number(4000), mpfr_number(4000)};
  for (const std::uint64_t bits : encodings_to_try(f, samples)) {
    const std::string got = fp::shortest_text(bits, f).str();
    const std::string want = word(bits);
    if (!want.empty() || x.kind == datum_kind::zero) {
      ASSERT_EQ(got, !want.empty() ? want : x.negative && f.signed_zero ? "-0.0" : "0.0") << hex(bits);
      continue;
    }
    const decimal found = take_apart(got);
    ASSERT_EQ(fp::parse(got, f).result.bits, bits) << f.name << " " << got;
    ASSERT_EQ(got, as_repr(x.negative, found)) << f.name << " " << hex(bits);
    bool done = false;
    for (std::size_t n = 1; !done && n <= 800; ++n) {
      std::vector<std::string> allowed;
      for (const int side : {0, 1}) {
        mpfr_exp_t point = 0;
        char raw[900];
        mpfr_get_str(raw, &point, 10, n, x.value.get(), side == 0 ? MPFR_RNDZ : MPFR_RNDA);
        const std::string digits = raw[0] == '-' ? raw + 1 : raw;
        const std::string text = (raw[0] == '-' ? "-0." : "0.") + digits + "e" + std::to_string(point);
        oracle.read(text.c_str());
        const fp::outcome read = oracle.rounded({});
        if (read.bits != bits || has(read.raised, fp::flags::overflow)) continue;
        mpfr_strtofr(candidate.get(), text.c_str(), nullptr, 10, MPFR_RNDN);
        mpfr_ptr here = distance[allowed.size()].get();
        mpfr_sub(here, candidate.get(), x.value.get(), MPFR_RNDN);
        mpfr_abs(here, here, MPFR_RNDN);
        allowed.push_back(text);
      }
      if (allowed.empty()) continue;
      done = true;
      if (allowed.size() == 2) {
        // Decimals have no end in binary: distances that agree to 3,000 digits are equal.
        const int order = mpfr_cmp(distance[0].get(), distance[1].get());
        mpfr_sub(candidate.get(), distance[0].get(), distance[1].get(), MPFR_RNDN);
        mpfr_mul_2si(candidate.get(), candidate.get(), 3000, MPFR_RNDN);
        const bool tie = mpfr_cmpabs(candidate.get(), distance[0].get()) < 0;
        const bool first_is_even = (allowed[0][allowed[0].find('e') - 1] - '0') % 2 == 0;
        allowed.erase(allowed.begin() + ((tie ? first_is_even : order < 0) ? 1 : 0));
      }
      ASSERT_EQ(got, as_repr(x.negative, take_apart(allowed[0]))) << f.name << " " << hex(bits);
    }
    ASSERT_TRUE(done);
  }
}

}  // namespace verbatim::testing
