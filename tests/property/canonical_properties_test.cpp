// Properties of the canonical number formats that hold for every bit pattern.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/canonical/number.hpp"
#include "models/fp/unpack.hpp"

namespace {

namespace fp = verbatim::fp;
using verbatim::canonical::hex_bits;
using verbatim::canonical::repr;

[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=7542019 max_success=2000", 0);

/// Any finite double, half of them of a size that a person would write down.
std::uint64_t finite_bits() {
  const std::uint64_t exponent =
      *rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 2047), rc::gen::inRange<std::uint64_t>(1000, 1080));
  const std::uint64_t fraction = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 52);
  const std::uint64_t kept = ~std::uint64_t{0} << *rc::gen::inRange(0, 53);
  return (*rc::gen::arbitrary<bool>() ? fp::binary64.sign_mask() : 0) | (exponent << 52) | (fraction & kept);
}

RC_GTEST_PROP(canonical_repr_property, reads_back_to_the_same_bits, ()) {
  const std::uint64_t bits = finite_bits();
  const std::string text = repr(std::bit_cast<double>(bits));
  double back = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), back);
  RC_ASSERT(error == std::errc());
  RC_ASSERT(end == text.data() + text.size());
  RC_ASSERT(std::bit_cast<std::uint64_t>(back) == bits);
}

RC_GTEST_PROP(canonical_repr_property, puts_a_minus_before_the_positive_text, ()) {
  const std::uint64_t bits = finite_bits() & ~fp::binary64.sign_mask();
  RC_ASSERT(repr(std::bit_cast<double>(bits | fp::binary64.sign_mask())) == "-" + repr(std::bit_cast<double>(bits)));
}

RC_GTEST_PROP(canonical_repr_property, shows_a_point_or_an_exponent, ()) {
  const std::string text = repr(std::bit_cast<double>(finite_bits()));
  RC_ASSERT(text.find_first_not_of("0123456789.e+-") == std::string::npos);
  const std::size_t point = text.find('.');
  const std::size_t mark = text.find('e');
  RC_ASSERT(point != std::string::npos || mark != std::string::npos);
  if (mark != std::string::npos) {
    RC_ASSERT(text[mark + 1] == '+' || text[mark + 1] == '-');
    RC_ASSERT(text.size() - mark >= 4U);
  } else {
    RC_ASSERT(point + 1 < text.size());
  }
}

RC_GTEST_PROP(canonical_hex_bits_property, reads_back_to_the_same_bits, ()) {
  const std::uint64_t bits = *rc::gen::arbitrary<std::uint32_t>();
  const std::string text = hex_bits(bits, fp::binary32);
  std::uint64_t back = 0;
  RC_ASSERT(text.size() == 10U);
  RC_ASSERT(std::from_chars(text.data() + 2, text.data() + 10, back, 16).ptr == text.data() + 10);
  RC_ASSERT(back == bits);
}

}  // namespace
