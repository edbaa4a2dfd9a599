// Bulk conversions against the scalar model, each implementation that this processor has by itself. All 2^32 operands
// are in tests/exhaustive/fp_bulk_slow_test.cpp; here those where something can change, and a spread of the rest.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/fp/bulk.hpp"
#include "models/fp/bulk_detail.hpp"
#include "models/fp/convert.hpp"
#include "models/fp/names.hpp"
#include "tests/property/fp_mxcsr.hpp"

namespace {

namespace fp = verbatim::fp;
using fp::rounding;
using halves = std::vector<std::uint16_t>;
using singles = std::vector<std::uint32_t>;

constexpr std::array modes = {rounding::ties_even, rounding::ties_away, rounding::toward_zero,
                              rounding::up,        rounding::down,      rounding::to_odd};

struct named_kernels {
  std::string name;
  const fp::bulk::kernels* functions;
};

std::vector<named_kernels> implementations() {
  std::vector<named_kernels> here;
  for (const fp::bulk::implementation which : fp::bulk::all_implementations) {
    if (const fp::bulk::kernels* functions = fp::bulk::find(which)) {
      here.push_back({which == fp::bulk::implementation::portable ? "portable" : "avx2", functions});
    }
  }
  return here;
}

/// One of the two 16-bit formats and the functions for it.
struct narrow_format {
  fp::format format;
  decltype(fp::bulk::kernels::binary32_to_binary16) fp::bulk::kernels::* from_binary32;
  decltype(fp::bulk::kernels::binary16_to_binary32) fp::bulk::kernels::* to_binary32;
};

const std::array formats = {
    narrow_format{fp::binary16, &fp::bulk::kernels::binary32_to_binary16, &fp::bulk::kernels::binary16_to_binary32},
    narrow_format{fp::bfloat16, &fp::bulk::kernels::binary32_to_bfloat16, &fp::bulk::kernels::bfloat16_to_binary32}};

halves expected_narrow(const singles& in, const narrow_format& to, rounding mode) {
  halves out(in.size());
  std::transform(in.begin(), in.end(), out.begin(), [&](std::uint32_t bits) {
    return static_cast<std::uint16_t>(fp::convert(bits, fp::binary32, to.format, mode).bits);
  });
  return out;
}

singles expected_wide(const halves& in, const narrow_format& from) {
  singles out(in.size());
  std::transform(in.begin(), in.end(), out.begin(), [&](std::uint16_t bits) {
    return static_cast<std::uint32_t>(fp::convert(bits, from.format, fp::binary32, rounding::ties_even).bits);
  });
  return out;
}

/// The first difference in words, so that a failure names an operand and not two arrays.
template <typename Input, typename Output>
::testing::AssertionResult same(const Input& in, const Output& got, const Output& want) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (got[i] != want[i]) {
      std::ostringstream text;
      text << std::hex << "operand 0x" << in[i] << " gives 0x" << got[i] << " and not 0x" << want[i] << std::dec
           << " (value " << i << " of " << in.size() << ')';
      return ::testing::AssertionFailure() << text.str();
    }
  }
  return ::testing::AssertionSuccess();
}

void expect_narrow(const singles& in) {
  halves out(in.size());
  for (const narrow_format& to : formats) {
    for (const rounding mode : modes) {
      const halves want = expected_narrow(in, to, mode);
      for (const named_kernels& each : implementations()) {
        std::fill(out.begin(), out.end(), std::uint16_t{0});
        (each.functions->*to.from_binary32)(in.data(), out.data(), in.size(), mode);
        ASSERT_TRUE(same(in, out, want)) << each.name << ", " << to.format.name << ", " << fp::name(mode);
      }
    }
  }
}

/// Operands in which every class meets every other within a few steps.
singles mixture(std::size_t count) {
  singles in(count);
  for (std::size_t i = 0; i < count; ++i) {
    in[i] = static_cast<std::uint32_t>(i + 1) * 0x9e3779b9U;
    if (i % 3 == 0) {
      in[i] |= 0x7f800000U;
    }
  }
  return in;
}

halves all_halves() {
  halves in(65536);
  std::iota(in.begin(), in.end(), std::uint16_t{0});
  return in;
}

TEST(FpBulk, NarrowsAsTheScalarModelOverASpreadOfAllOperands) {
  // 2^21 operands, 2039 apart: coprime to 2^32, so that every low bit pattern meets every exponent.
  constexpr std::size_t chunk = 1U << 18;
  std::uint32_t bits = 0;
  singles in(chunk);
  for (std::size_t done = 0; done < (std::size_t{1} << 21); done += chunk) {
    for (std::uint32_t& each : in) {
      each = bits;
      bits += 2039;
    }
    ASSERT_NO_FATAL_FAILURE(expect_narrow(in));
  }
}

TEST(FpBulk, NarrowsEveryBoundary) {
  // Every sign and exponent, the top of the fraction at its ends, and the bits cut off around nothing, half and all: 13
  // for normal binary16, 16 for bfloat16, and up to 24 for subnormal binary16.
  constexpr std::array<std::uint32_t, 10> cut = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x7fff, 0x8000, 0x8001, 0xffff};
  singles in;
  for (std::uint32_t sign_and_exponent = 0; sign_and_exponent < 512; ++sign_and_exponent) {
    const std::uint32_t base = sign_and_exponent << 23;
    for (std::uint32_t bit = 0; bit < 24; ++bit) {
      const std::uint32_t power = (1U << bit) & 0x7fffffU;
      for (const std::uint32_t low : cut) {
        in.insert(in.end(), {base | power | low, base | ((power - 1) & 0x7fffffU) | low,
                             base | ((0U - power) & 0x7fffffU) | low, base | (0x7fe000U ^ power) | low});
      }
    }
  }
  expect_narrow(in);
}

TEST(FpBulk, WidensAllOperandsAsTheScalarModel) {
  const halves in = all_halves();
  singles out(in.size());
  for (const narrow_format& from : formats) {
    const singles want = expected_wide(in, from);
    for (const named_kernels& each : implementations()) {
      (each.functions->*from.to_binary32)(in.data(), out.data(), in.size());
      EXPECT_TRUE(same(in, out, want)) << each.name << ", " << from.format.name;
    }
  }
}

// Lengths around whole steps, at every offset to the vector registers' alignment, between guards that must survive.
TEST(FpBulk, TouchesNothingBesideTheSpanAtAnyLengthAndAlignment) {
  constexpr std::size_t longest = 70;
  constexpr std::size_t margin = 32;
  constexpr std::size_t room = longest + 3 * margin;
  const singles wide = mixture(room);
  halves narrow(room);
  std::transform(wide.begin(), wide.end(), narrow.begin(),
                 [](std::uint32_t bits) { return static_cast<std::uint16_t>(bits >> 13); });
  for (const narrow_format& each : formats) {
    const halves want_narrow = expected_narrow(wide, each, rounding::ties_even);
    const singles want_wide = expected_wide(narrow, each);
    for (const named_kernels& by : implementations()) {
      for (std::size_t length = 0; length <= longest; ++length) {
        for (std::size_t offset = 0; offset < 16; ++offset) {
          const std::size_t from = (offset * 5) % 16;  // input and output not at the same offset
          const std::size_t to = margin + offset;
          halves got_narrow(room, 0xa5a5);
          singles got_wide(room, 0xa5a5a5a5);
          (by.functions->*each.from_binary32)(wide.data() + from, got_narrow.data() + to, length, rounding::ties_even);
          (by.functions->*each.to_binary32)(narrow.data() + from, got_wide.data() + to, length);
          for (std::size_t i = 0; i < room; ++i) {
            const bool inside = i >= to && i < to + length;
            ASSERT_EQ(got_narrow[i], inside ? want_narrow[from + i - to] : 0xa5a5)
                << by.name << ", " << each.format.name << ", length " << length << ", offset " << offset << ", at "
                << i;
            ASSERT_EQ(got_wide[i], inside ? want_wide[from + i - to] : 0xa5a5a5a5)
                << by.name << ", " << each.format.name << ", length " << length << ", offset " << offset << ", at "
                << i;
          }
        }
      }
    }
  }
}

RC_GTEST_PROP(FpBulk, GivesEachOperandTheScalarModelsAnswerWhateverItsNeighbours, ()) {
  const auto in = *rc::gen::container<singles>(rc::gen::resize(100, rc::gen::arbitrary<std::uint32_t>()));
  const rounding mode = *rc::gen::elementOf(std::vector<rounding>(modes.begin(), modes.end()));
  halves out(in.size());
  fp::convert_binary32_to_binary16(in, out, mode);
  RC_ASSERT(out == expected_narrow(in, formats[0], mode));
  singles back(out.size());
  fp::convert_binary16_to_binary32(out, back);
  RC_ASSERT(back == expected_wide(out, formats[0]));
  fp::convert_binary32_to_bfloat16(in, out, mode);
  RC_ASSERT(out == expected_narrow(in, formats[1], mode));
  fp::convert_bfloat16_to_binary32(out, back);
  RC_ASSERT(back == expected_wide(out, formats[1]));
}

TEST(FpBulk, RefusesSpansOfDifferentSizesAndModesItLacks) {
  const singles in(5);
  halves out(6, 0x1234);
  EXPECT_THROW(fp::convert_binary32_to_binary16(in, out), std::invalid_argument);
  EXPECT_THROW(fp::convert_binary32_to_bfloat16(in, out), std::invalid_argument);
  EXPECT_THROW((void)fp::hardware::convert_binary32_to_binary16(in, out), std::invalid_argument);
  out.resize(5);
  constexpr auto no_mode = static_cast<rounding>(200);
  EXPECT_THROW(fp::convert_binary32_to_binary16(in, out, no_mode), std::invalid_argument);
  EXPECT_THROW(fp::convert_binary32_to_bfloat16(in, out, no_mode), std::invalid_argument);
  EXPECT_FALSE(fp::hardware::convert_binary32_to_binary16(in, out, no_mode));
  EXPECT_FALSE(fp::hardware::convert_binary32_to_binary16(in, out, rounding::to_odd));
  EXPECT_EQ(out, halves(5, 0x1234));
  singles wide(7);
  EXPECT_THROW(fp::convert_binary16_to_binary32(out, wide), std::invalid_argument);
  EXPECT_THROW(fp::convert_bfloat16_to_binary32(out, wide), std::invalid_argument);
}

TEST(FpBulk, HardwareAgreesWhereThereIsOne) {
  const singles in = mixture(65536 + 7);
  halves out(in.size());
  if (!fp::hardware::available()) {
    EXPECT_FALSE(fp::hardware::convert_binary32_to_binary16(in, out));
    GTEST_SKIP() << "no F16C instructions here";
  }
  for (const rounding mode : {rounding::ties_even, rounding::toward_zero, rounding::up, rounding::down}) {
    ASSERT_TRUE(fp::hardware::offers(mode));
    ASSERT_TRUE(fp::hardware::convert_binary32_to_binary16(in, out, mode));
    EXPECT_TRUE(same(in, out, expected_narrow(in, formats[0], mode))) << fp::name(mode);
  }
  const halves narrow = all_halves();
  singles wide(narrow.size());
  ASSERT_TRUE(fp::hardware::convert_binary16_to_binary32(narrow, wide));
  EXPECT_TRUE(same(narrow, wide, expected_wide(narrow, formats[0])));
}

#if defined(__x86_64__)

using verbatim::testing::under;

TEST(FpBulk, NeitherFollowsNorChangesTheCallersMxcsr) {
  const singles wide = mixture(4099);
  const halves narrow = all_halves();
  halves got_narrow(wide.size());
  singles got_wide(narrow.size());
  for (const narrow_format& format : formats) {
    const singles want_wide = expected_wide(narrow, format);
    for (std::uint32_t direction = 0; direction < 4; ++direction) {
      for (const std::uint32_t rest : verbatim::testing::mxcsr_rests) {
        const std::uint32_t mxcsr = direction << 13 | rest;
        for (const named_kernels& each : implementations()) {
          for (const rounding mode : modes) {
            const halves want = expected_narrow(wide, format, mode);
            const std::uint32_t after = under(mxcsr, [&] {
              (each.functions->*format.from_binary32)(wide.data(), got_narrow.data(), wide.size(), mode);
            });
            EXPECT_EQ(after, mxcsr) << each.name << ", " << format.format.name << ", " << fp::name(mode);
            ASSERT_TRUE(same(wide, got_narrow, want)) << each.name << ", " << fp::name(mode) << ", " << mxcsr;
          }
          const std::uint32_t after = under(
              mxcsr, [&] { (each.functions->*format.to_binary32)(narrow.data(), got_wide.data(), narrow.size()); });
          EXPECT_EQ(after, mxcsr) << each.name << ", from " << format.format.name;
          ASSERT_TRUE(same(narrow, got_wide, want_wide)) << each.name << ", " << mxcsr;
        }
      }
    }
  }
}

TEST(FpBulk, HardwareNeitherFollowsNorChangesTheCallersMxcsr) {
  if (!fp::hardware::available()) {
    GTEST_SKIP() << "no F16C instructions here";
  }
  const singles in = {0x00000001, 0x80000001, 0x3f802000, 0x3f801000, 0x7fa00001, 0x477fffff, 0x33000001, 0x00400000};
  const halves want = expected_narrow(in, formats[0], rounding::up);
  halves out(in.size());
  for (const std::uint32_t mxcsr : {0x1f80U, 0x7fc0U, 0xffc0U, 0x8040U}) {
    const std::uint32_t after = under(mxcsr, [&] {
      if (!fp::hardware::convert_binary32_to_binary16(in, out, rounding::up)) {
        out.clear();
      }
    });
    EXPECT_EQ(after, mxcsr);
    ASSERT_TRUE(same(in, out, want)) << mxcsr;
  }
}

#endif

}  // namespace
