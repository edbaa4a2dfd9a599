// Another way to know what models/fp must give, flags included: GNU MPFR for the arithmetic, neighbours for the rounding.
//
// Method: operands are decoded from the fields here and become MPFR numbers. MPFR does the operation at 64 bits toward
// zero and says whether anything was cut off, which together tell every rounding to 53 bits or fewer. The magnitude is
// then looked up on the target's own grid: the number just below, and whether the value is that one, nearer to it, in the
// middle, or nearer to the one above. Attributes pick one of the two. Nothing of models/fp computes here but the
// declarations: formats' parameters, attributes, NaN profiles.
//
// Sources: IEEE 754-2019 clauses 3.4, 4.3, 5.3 to 5.11, 6.2, 6.3, 7 and 9.6; OFP8 1.0 and MX 1.0 for formats without
// infinity, NaN or zero, with the choices that pack.hpp, nan.hpp and attributes.hpp write down; the MPFR manual.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#define MPFR_USE_NO_MACRO
#include <mpfr.h>

#include "models/fp/attributes.hpp"
#include "models/fp/format.hpp"
#include "models/fp/integers.hpp"

namespace verbatim::oracle {

/// One machine word: where MPFR is fastest. Any operand fits, and no result is rounded from more than its own 53 digits or
/// fewer and the random ones, 61 together (random_digits in models/fp/rounding.hpp).
constexpr mpfr_prec_t number_digits = 64;

class mpfr_number {
 public:
  explicit mpfr_number(mpfr_prec_t precision = number_digits) { mpfr_init2(value_, precision); }
  ~mpfr_number() { mpfr_clear(value_); }
  mpfr_number(const mpfr_number&) = delete;
  mpfr_number& operator=(const mpfr_number&) = delete;

  [[nodiscard]] mpfr_ptr get() { return value_; }
  [[nodiscard]] mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

/// A format's limits, worked out from its parameters here.
struct grid {
  explicit grid(const fp::format& f);

  const fp::format* format;
  int fraction_bits;
  int lowest_exponent;  ///< of normal numbers
  std::uint64_t sign;   ///< the sign bit; 0 without
  std::uint64_t sizes;  ///< all bits but the sign
  std::uint64_t largest;
  std::uint64_t infinity;  ///< 0 without
};

enum class datum_kind : std::uint8_t { zero, finite, infinity, nan };

/// One operand. `value` has the number's sign; MPFR's own zeros, infinities and NaN stay unused.
struct datum {
  datum_kind kind = datum_kind::nan;
  bool negative = false;
  bool subnormal = false;
  bool signaling = false;
  std::uint64_t bits = 0;
  mpfr_number value;
};

/// `flushes`: subnormal numbers count as zeros of their sign.
void decode(datum& out, std::uint64_t bits, const grid& from, bool flushes);

/// Where a magnitude lies among the multiples of a unit.
struct position {
  enum class part : std::uint8_t { none, low, half, high };

  std::uint64_t below = 0;     ///< whole units
  part rest = part::none;      ///< how much of the next unit
  std::uint64_t fraction = 0;  ///< its first 63 binary digits
};

/// What an operation gives before it is rounded, and where that lies in the result format: enough for every attribute.
struct answer {
  enum class kind : std::uint8_t { invalid, nan, infinity, zero, number };

  kind what = kind::invalid;
  bool negative = false;
  bool cancelled = false;        ///< a zero sum of opposite signs: the mode says which sign it has
  bool divides_by_zero = false;  ///< infinity, exactly, from finite operands
  bool invalid_product = false;  ///< infinity × 0 + NaN
  bool conversion = false;       ///< NaN: on the way to another format
  bool signaling = false;        ///< NaN: one operand is signaling
  std::uint64_t nan = 0;         ///< NaN: the first among the operands
  int exponent = 0;              ///< number: of its leading digit
  position place;                ///< number: on the result format's grid
  position unbounded;            ///< number just below the smallest normal one: with an unbounded exponent range
};

/// A comparison predicate's name, taken apart: eq ne lt le gt ge unordered ordered, with not- before and -quiet or
/// -signaling behind. Only lt le gt ge signal without saying so (tables 5.1 to 5.3).
struct predicate_meaning {
  predicate_meaning() = default;
  explicit predicate_meaning(std::string_view name);

  bool less = false;
  bool equal = false;
  bool greater = false;
  bool unordered = false;
  bool negated = false;
  bool signaling = false;
};

/// Whether the magnitude goes to the number above.
bool goes_up(const position& place, bool negative, const fp::attributes& how);

/// Precondition: finite, below 2^64.
position locate_among_integers(const datum& x);

/// A zero, or where the format has none its smallest number.
fp::outcome zero(bool negative, const grid& to);

class mpfr_reference {
 public:
  /// Operands in `from`, results in `to`.
  mpfr_reference(const fp::format& from, const fp::format& to) : from_(from), to_(to) {}

  // Each computes an answer, which `rounded` turns into the outcome for each set of attributes. `flushes` is
  // attributes::denormals_are_zero.
  const answer& convert(std::uint64_t a, bool flushes = false);
  const answer& add(std::uint64_t a, std::uint64_t b, bool flushes = false) { return sum(a, b, false, flushes); }
  const answer& subtract(std::uint64_t a, std::uint64_t b, bool flushes = false) { return sum(a, b, true, flushes); }
  const answer& multiply(std::uint64_t a, std::uint64_t b, bool flushes = false);
  const answer& divide(std::uint64_t a, std::uint64_t b, bool flushes = false);
  const answer& square_root(std::uint64_t a, bool flushes = false);
  const answer& fma(std::uint64_t a, std::uint64_t b, std::uint64_t c, bool flushes = false);
  const answer& remainder(std::uint64_t a, std::uint64_t b, bool flushes = false);
  const answer& log_b(std::uint64_t a, bool flushes = false);
  const answer& scale_b(std::uint64_t a, std::int64_t n, bool flushes = false);
  const answer& from_integer(std::uint64_t bits, const fp::integer_format& from);
  /// Decimal, or hexadecimal with 0x, as mpfr_strtofr reads them. Precondition: well formed and finite.
  const answer& read(const char* text);

  [[nodiscard]] fp::outcome rounded(const fp::attributes& how) const { return rounded(answer_, how); }
  [[nodiscard]] fp::outcome rounded(const answer& what, const fp::attributes& how) const;

  // These depend on the attributes more than once, or hardly.
  fp::outcome round_to_integral(std::uint64_t a, const fp::attributes& how, bool signals_inexact);
  fp::outcome to_integer(std::uint64_t a, const fp::integer_format& to, const fp::attributes& how,
                         bool signals_inexact);
  void compare(std::uint64_t a, std::uint64_t b, bool flushes = false);  ///< for any number of calls of holds
  [[nodiscard]] fp::outcome holds(const predicate_meaning& what) const;
  fp::outcome select(bool maximum, bool by_magnitude, bool prefers_number, std::uint64_t a, std::uint64_t b,
                     const fp::attributes& how);

  [[nodiscard]] const grid& from() const { return from_; }
  [[nodiscard]] const grid& to() const { return to_; }

 private:
  grid from_;
  grid to_;
  datum x_;
  datum y_;
  datum z_;
  mpfr_number result_;
  mpfr_number product_{2 * number_digits};
  answer answer_;
  bool unordered_ = false;
  int order_ = 0;

  const answer& sum(std::uint64_t a, std::uint64_t b, bool subtracts, bool flushes);
  const answer& give(answer::kind what, bool negative = false);
  const answer& give_nan(std::initializer_list<const datum*> operands);
  const answer& give_result(bool more);  ///< from result_; `more`: something not zero was cut off
  [[nodiscard]] fp::outcome rounded_number(const answer& what, const fp::attributes& asked) const;
};

}  // namespace verbatim::oracle
