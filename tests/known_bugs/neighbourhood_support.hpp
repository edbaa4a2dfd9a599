// Counts and names the mismatches of a neighbourhood, but not a million of them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "models/fp/names.hpp"
#include "tests/known_bugs/digit_by_digit.hpp"

namespace verbatim::testing {

class neighbourhood {
 public:
  explicit neighbourhood(std::size_t at_least) : at_least_(at_least) {}
  neighbourhood(const neighbourhood&) = delete;
  neighbourhood& operator=(const neighbourhood&) = delete;
  ~neighbourhood() {
    EXPECT_EQ(wrong_, 0U) << "of " << checked_;
    EXPECT_GE(checked_, at_least_) << "the neighbourhood is smaller than it says";
  }

  /// `parts` say what was asked, in hexadecimal.
  template <class... Parts>
  void expect(const fp::outcome& got, const fp::outcome& want, const Parts&... parts) {
    ++checked_;
    if (got == want || ++wrong_ > 5) return;
    std::ostringstream out;
    out << std::hex;
    ((out << parts << ' '), ...);
    ADD_FAILURE() << out.str() << std::hex << "got " << got.bits << ' ' << fp::names(got.raised) << ", expected "
                  << want.bits << ' ' << fp::names(want.raised);
  }
  template <class... Parts>
  void expect_bits(std::uint64_t got, std::uint64_t want, const Parts&... parts) {
    expect({got, fp::flags::none}, {want, fp::flags::none}, parts...);
  }

 private:
  std::size_t at_least_;
  std::size_t checked_ = 0;
  std::size_t wrong_ = 0;
};

constexpr fp::flags none = fp::flags::none;
constexpr fp::flags inexact = fp::flags::inexact;
constexpr fp::flags invalid = fp::flags::invalid;

/// The encoding of a value that `to` holds exactly.
inline std::uint64_t exactly(const shape& to, const value& v) {
  return expected(to, false, v, fp::rounding::toward_zero).bits;
}

}  // namespace verbatim::testing
