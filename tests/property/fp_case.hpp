// Operands for properties: a format and three bit patterns of it, from the boundary generator, and how to make a failing
// case simpler.
//
// RapidCheck's own generator of floating-point values makes no NaN, no infinity and no subnormal number, which is where
// arithmetic goes wrong; so patterns are drawn, and shrunk, as bits: towards zero and one, no sign, no fraction, an exponent
// near that of one.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ostream>
#include <utility>
#include <vector>

#include "models/fp/boundary.hpp"
#include "models/fp/print.hpp"

namespace verbatim::testing {

/// Any format, and three encodings of it that are often related: neighbours, negatives, an addend that cancels.
struct fp_case {
  const fp::format* f;
  std::array<std::uint64_t, 3> x;
};

inline std::ostream& operator<<(std::ostream& out, const fp_case& what) {
  out << what.f->name;
  for (const std::uint64_t bits : what.x)
    out << " " << fp::bits_text(bits, what.f->width()).view() << " (" << fp::shortest_text(bits, *what.f).view() << ")";
  return out;
}

/// Simpler encodings than this one, the simplest first. Never the encoding itself.
inline std::vector<std::uint64_t> simpler(std::uint64_t bits, const fp::format& f) {
  const std::uint64_t one = (static_cast<std::uint64_t>(f.bias) << f.fraction_bits()) & f.magnitude_mask();
  std::vector<std::uint64_t> out;
  // Each step makes this smaller, so that shrinking ends: sign, then distance of the exponent from one's, then fraction.
  const auto weight = [&](std::uint64_t x) {
    const std::uint64_t exponent = fp::magnitude(x, f) >> f.fraction_bits();
    const auto bias = static_cast<std::uint64_t>(f.bias);
    const std::uint64_t distance = exponent > bias ? exponent - bias : bias - exponent;
    return std::array{(x == 0 ? 0U : 1U) + (x & f.sign_mask()), distance, x & f.fraction_mask()};
  };
  const auto offer = [&](std::uint64_t candidate) {
    if (weight(candidate) < weight(bits)) out.push_back(candidate);
  };
  offer(0);
  offer(one);
  offer(bits & ~f.sign_mask());
  offer(bits & ~f.fraction_mask());
  offer((bits & ~f.magnitude_mask()) | one | (bits & f.fraction_mask()));
  for (int half = f.fraction_bits() / 2; half > 0; half /= 2) offer(bits & ~((std::uint64_t{1} << half) - 1));
  for (int place = 0; place < f.fraction_bits(); ++place) offer(bits & ~(std::uint64_t{1} << place));
  offer(bits + f.hidden_bit());
  if (bits >= f.hidden_bit()) offer(bits - f.hidden_bit());
  return out;
}

inline rc::Gen<fp_case> any_case_of(std::vector<const fp::format*> formats) {
  const auto draw = [formats](const std::pair<std::uint64_t, std::size_t>& drawn) {
    const fp::format& f = *formats[drawn.second];
    fp::boundary::split_mix random{drawn.first};
    fp_case out{&f, fp::boundary::triple(random, f)};
    return out;
  };
  const auto seeds = rc::gen::noShrink(rc::gen::pair(rc::gen::resize(1000, rc::gen::arbitrary<std::uint64_t>()),
                                                     rc::gen::inRange<std::size_t>(0, formats.size())));
  return rc::gen::shrink(rc::gen::map(seeds, draw), [](const fp_case& what) {
    std::vector<fp_case> out;
    for (std::size_t i = 0; i < what.x.size(); ++i) {
      for (const std::uint64_t bits : simpler(what.x[i], *what.f)) {
        out.push_back(what);
        out.back().x[i] = bits;
      }
    }
    return rc::seq::fromContainer(std::move(out));
  });
}

inline std::vector<const fp::format*> every_format() {
  return {std::begin(fp::all_formats), std::end(fp::all_formats)};
}

}  // namespace verbatim::testing

namespace rc {

template <>
struct Arbitrary<verbatim::testing::fp_case> {
  static Gen<verbatim::testing::fp_case> arbitrary() {
    return verbatim::testing::any_case_of(verbatim::testing::every_format());
  }
};

}  // namespace rc
