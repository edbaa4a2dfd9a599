// What the quick checks share: complaints, expectations, numbers written by hand and a generator of random bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "models/fp/boundary.hpp"
#include "models/fp/names.hpp"
#include "tests/mutants/subject.hpp"
#include "tests/unit/fp_oracle.hpp"

namespace verbatim::testing {

using fp::boundary::split_mix;

/// What the first wrong answer was; none where all are right.
using complaint = std::optional<std::string>;

struct check {
  std::string_view name;
  complaint (*run)();
};

/// Keeps the first mismatch.
class verdict {
 public:
  /// `what` is only looked at in a mismatch: any callable that gives text.
  template <class Text>
  void expect(const fp::outcome& got, const fp::outcome& want, const Text& what) {
    if (first_ || got == want) {
      return;
    }
    std::ostringstream out;
    out << what() << std::hex << ": got " << got.bits << " " << fp::names(got.raised) << ", expected " << want.bits
        << " " << fp::names(want.raised);
    first_ = out.str();
  }
  template <class Text>
  void expect_bits(std::uint64_t got, std::uint64_t want, const Text& what) {
    expect({got, fp::flags::none}, {want, fp::flags::none}, what);
  }
  void expect(bool right, std::string_view what) {
    if (!first_ && !right) {
      first_ = std::string(what);
    }
  }
  [[nodiscard]] bool failed() const { return first_.has_value(); }
  [[nodiscard]] complaint result() const { return first_; }

 private:
  complaint first_;
};

/// "add binary16 3c00 bc00 down", to be built where it is needed.
template <class... Parts>
auto told(const Parts&... parts) {
  return [parts...] {
    std::ostringstream out;
    out << std::hex;
    ((out << parts << ' '), ...);
    return out.str();
  };
}

constexpr fp::flags none = fp::flags::none;
constexpr fp::flags inexact = fp::flags::inexact;
constexpr fp::flags invalid = fp::flags::invalid;
constexpr fp::flags underflow = fp::flags::underflow | fp::flags::inexact;
constexpr fp::flags overflow = fp::flags::overflow | fp::flags::inexact;

constexpr std::uint64_t f64(double value) { return std::bit_cast<std::uint64_t>(value); }
constexpr std::uint64_t f32(float value) { return std::bit_cast<std::uint32_t>(value); }
constexpr std::uint64_t sign64 = std::uint64_t{1} << 63;

struct known_format {
  const fp::format* format;
  oracle expected;
};

/// The formats that tests/unit/fp_oracle.hpp knows.
inline const known_format oracle_formats[] = {
    {&fp::binary16, {5, 10}}, {&fp::bfloat16, {8, 7}}, {&fp::e5m2, {5, 2}}, {&fp::binary32, {8, 23}}};

}  // namespace verbatim::testing
