// Where the exact result of a case lies among the numbers of the result's format: what tells one test case from another
// to a rounding, and so the unit in which fuzzers count what they have seen.
//
// A cell is a function, a mode and a case class; the classes follow Berkeley TestFloat's idea of covering every
// combination of extremes ("TestFloat: general documentation", Hauser), cut by the exact result and not by operands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/oracle/function.hpp"

namespace verbatim::oracle {

/// Of the exact result's magnitude, in the result's format.
enum class exponent_class : std::uint8_t {
  zero,
  below_smallest,   ///< positive, and below the smallest positive number
  subnormal,        ///< from there to below the smallest normal number
  smallest_normal,  ///< the binade of the smallest normal number
  below_one,        ///< the binades between that one and 1
  above_one,        ///< 1 and more, up to the binade of the largest number
  largest,          ///< the binade of the largest number, as far as less than one unit above it
  beyond,           ///< farther
  infinity,         ///< exactly, from infinite operands or a pole
  nan,
};
inline constexpr std::size_t exponent_classes = 10;
[[nodiscard]] std::string_view name(exponent_class which);

/// What is cut off by rounding.
enum class rounding_class : std::uint8_t {
  exact,
  below_half,
  tie,
  above_half,
  overflow,   ///< one unit or more above the largest number
  underflow,  ///< less than half of the smallest positive number
};
inline constexpr std::size_t rounding_classes = 6;
[[nodiscard]] std::string_view name(rounding_class which);

struct case_class {
  exponent_class exponent = exponent_class::zero;
  rounding_class rounding = rounding_class::exact;
  friend constexpr bool operator==(const case_class&, const case_class&) = default;
};

/// The combinations there can be, in the order in which they are numbered.
inline constexpr std::size_t case_classes = 27;
[[nodiscard]] const std::array<case_class, case_classes>& all_case_classes();
/// Its number: below case_classes.
[[nodiscard]] std::size_t index_of(case_class which);

/// For one result format. Preconditions of `of`: `exact_result` is a binary64 encoding of the exact result, rounded to odd
/// where it does not fit, which keeps every class of a format of 51 or fewer digits whose range lies within binary64's
/// normal numbers. Zeros, infinities and NaN count as they are encoded.
class classifier {
 public:
  /// Precondition: as said above.
  explicit classifier(const fp::format& to);
  [[nodiscard]] case_class of(std::uint64_t exact_result) const;

 private:
  int fraction_bits_;
  int emin_;
  int emax_;
  int smallest_exponent_;
  std::uint64_t past_largest_;  ///< binary64 magnitude of the largest number and one unit more
};

/// What cases of a function are classed by: its result in binary64, rounded to odd. Empty text: `what` can be classed.
/// Else why not: a result without a mode to round in, or one as wide as binary64.
[[nodiscard]] std::string unclassed(const function& what);
/// Precondition: unclassed(what) is empty.
[[nodiscard]] std::uint64_t exact_result(const function& what, const operands& x);

}  // namespace verbatim::oracle
