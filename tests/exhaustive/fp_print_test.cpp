// models/fp/print.hpp against MPFR's output, std::to_chars, printf's %a and plain enumeration.
#include "tests/exhaustive/fp_print.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>

namespace verbatim::testing {
namespace {

TEST(fp_print, exact_text_is_all_of_mpfrs_digits) {
  for_each(fp::all_formats, [](const fp::format& f) {
    printed one(f);
    char text[1800];
    for (const std::uint64_t bits : encodings_to_try(f, f.width() > 32 ? 1000 : 3000)) {
      std::string want = one.word(bits);
      if (want.empty()) {
        const int places = std::max(0, -f.smallest_exponent());
        mpfr_snprintf(text, sizeof text, "%.*Rf", places, one.x.value.get());
        want = text;
        if (want.find('.') != std::string::npos) want.erase(want.find_last_not_of('0') + 1);
        if (want.back() == '.') want.pop_back();
      }
      ASSERT_EQ(fp::exact_text(bits, f).view(), want) << f.name << " " << hex(bits);
    }
  });
}

TEST(fp_print, hex_text_is_that_of_printf_and_reads_back) {
  for_each(fp::all_formats, [](const fp::format& f) {
    printed one(f);
    char text[64];
    for (const std::uint64_t bits : encodings_to_try(f, 20'000)) {
      const std::string got = fp::hex_text(bits, f).str();
      std::string want = one.word(bits);
      if (!want.empty()) {
        ASSERT_EQ(got, want) << f.name << " " << hex(bits);
        continue;
      }
      ASSERT_EQ(fp::parse(got, f).result, (fp::outcome{bits, fp::flags::none})) << f.name << " " << got;
      // glibc writes subnormal doubles otherwise; those of narrower formats are normal doubles.
      if (f.width() == 64 && one.x.subnormal) continue;
      std::snprintf(text, sizeof text, "%a", mpfr_get_d(one.x.value.get(), MPFR_RNDN));
      ASSERT_EQ(got, text) << f.name << " " << hex(bits);
    }
  });
}

TEST(fp_print, bits_text_has_all_digits) {
  for_each(fp::all_formats, [](const fp::format& f) {
    printed one(f);
    const int digits = (f.width() + 3) / 4;
    char text[64];
    for (const std::uint64_t bits : encodings_to_try(f, 1000)) {
      std::snprintf(text, sizeof text, "0x%0*llx", digits, static_cast<unsigned long long>(bits));
      ASSERT_EQ(fp::bits_text(bits, f.width()).view(), text);
    }
  });
}

TEST(fp_print, shortest_text_by_the_decimals_around) {
  for_each(fp::all_formats, [](const fp::format& f) { printed(f).check_shortest(f.width() <= 19 ? 4000 : 600); });
}

/// No thought about neighbours: every decimal of up to three digits is read, and each encoding keeps its shortest.
TEST(fp_print, shortest_text_by_enumeration_in_small_formats) {
  for_each(fp::all_formats, [](const fp::format& f) {
    printed one(f);
    if (f.width() > 8) return;  // too many
    mpfr_reference oracle(f, f);
    std::map<std::uint64_t, std::size_t> fewest;
    const long low = static_cast<long>(f.smallest_exponent() * 0.30103) - 5;
    const long high = static_cast<long>(f.emax() * 0.30103) + 2;
    for (int digits = 1; digits < 1000; ++digits) {
      if (digits % 10 == 0) continue;
      const std::size_t length = std::to_string(digits).size();
      for (long power = low; power <= high; ++power) {
        oracle.read((std::to_string(digits) + "e" + std::to_string(power)).c_str());
        const fp::outcome read = oracle.rounded({});
        if (has(read.raised, fp::flags::overflow)) continue;
        const auto [at, is_new] = fewest.try_emplace(read.bits, length);
        if (!is_new) at->second = std::min(at->second, length);
      }
    }
    for (std::uint64_t bits = 0; bits <= one.limits.largest; ++bits) {
      if (!one.word(bits).empty() || one.x.kind == datum_kind::zero) continue;
      const std::string got = fp::shortest_text(bits, f).str();
      ASSERT_TRUE(fewest.contains(bits)) << f.name << " " << hex(bits) << " " << got;
      EXPECT_EQ(take_apart(got).digits.size(), fewest[bits]) << f.name << " " << hex(bits) << " " << got;
    }
  });
}

template <class Float, class Bits>
void expect_digits_of_to_chars(const fp::format& f, int count) {
  std::mt19937_64 random(print_seed);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t bits =
        i % 2 == 0 ? random() & (f.sign_mask() | f.magnitude_mask()) : fp::boundary::value(random, f);
    const auto number = std::bit_cast<Float>(static_cast<Bits>(bits));
    if (!std::isfinite(number)) continue;
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific).ptr;
    const std::string want = as_repr(std::signbit(number), take_apart(std::string(text, end)));
    ASSERT_EQ(fp::shortest_text(bits, f).view(), want) << hex(bits);
  }
}

TEST(fp_print_shortest, binary32_has_the_digits_of_to_chars) {
  expect_digits_of_to_chars<float, std::uint32_t>(fp::binary32, 12'000);
}

TEST(fp_print_shortest, binary64_has_the_digits_of_to_chars) {
  expect_digits_of_to_chars<double, std::uint64_t>(fp::binary64, 3'000);
}

}  // namespace
}  // namespace verbatim::testing
