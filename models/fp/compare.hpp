// Comparison, total order, minimum and maximum.
//
// IEEE 754-2019 clauses 5.11 (the comparison predicates of tables 5.1 to 5.3), 5.10 (totalOrder), 9.6 (minimum, maximum
// and their number variants). Precondition: bits have no bit above f.width().
#pragma once

#include <cstdint>
#include <string_view>

#include "models/fp/operands.hpp"
#include "models/fp/sign.hpp"

namespace verbatim::fp {

/// The four relations of which exactly one holds; values are bits, so that a predicate is a set of them.
enum class relation : std::uint8_t { less = 1, equal = 2, greater = 4, unordered = 8 };

/// `bits`, or a zero of its sign where it is subnormal and those count as zeros.
VERBATIM_FP_INLINE std::uint64_t flushed(std::uint64_t bits, const format& f, const attributes& how) {
  if (how.denormals_are_zero && classify(bits, f) == number_class::subnormal) {
    return f.signed_zero ? bits & f.sign_mask() : 0;
  }
  return bits;
}

template <class Steps = steps>
[[nodiscard]] constexpr relation compare(std::uint64_t a, std::uint64_t b, const format& f,
                                         const attributes& how = {}) {
  if (is_nan(a, f) || is_nan(b, f)) {
    return relation::unordered;
  }
  const std::int64_t x = Steps::ordered_size(flushed(a, f, how), f);
  const std::int64_t y = Steps::ordered_size(flushed(b, f, how), f);
  return x < y ? relation::less : x > y ? relation::greater : relation::equal;
}

/// A set of relations. Quiet predicates signal invalid for a signaling NaN alone, signaling ones for every NaN.
struct predicate {
  std::string_view name;
  std::uint8_t relations;
  bool signaling;
  std::string_view testfloat = "";  ///< TestFloat's name behind `f16_`, where it has one
};

/// The 22 of table 5.1 to 5.3. `eq` and `ne` are quiet, `lt le gt ge` signal, as C's operators and TestFloat's names.
inline constexpr predicate predicates[] = {
    {"eq", 2, false, "eq"},
    {"ne", 13, false},
    {"lt", 1, true, "lt"},
    {"le", 3, true, "le"},
    {"gt", 4, true},
    {"ge", 6, true},
    {"eq-signaling", 2, true, "eq_signaling"},
    {"ne-signaling", 13, true},
    {"lt-quiet", 1, false, "lt_quiet"},
    {"le-quiet", 3, false, "le_quiet"},
    {"gt-quiet", 4, false},
    {"ge-quiet", 6, false},
    {"not-lt", 14, true},
    {"not-le", 12, true},
    {"not-gt", 11, true},
    {"not-ge", 9, true},
    {"not-lt-quiet", 14, false},
    {"not-le-quiet", 12, false},
    {"not-gt-quiet", 11, false},
    {"not-ge-quiet", 9, false},
    {"unordered", 8, false},
    {"ordered", 7, false},
};

/// bits: 1 where the predicate holds, else 0.
template <class Steps = steps>
[[nodiscard]] constexpr outcome holds(const predicate& what, std::uint64_t a, std::uint64_t b, const format& f,
                                      const attributes& how = {}) {
  const relation found = compare<Steps>(a, b, f, how);
  const bool invalid =
      found == relation::unordered && (what.signaling || Steps::signals_invalid(a, f) || Steps::signals_invalid(b, f));
  const bool yes = (what.relations & static_cast<unsigned>(found)) != 0;
  return {yes ? 1U : 0U, invalid ? flags::invalid : flags::none};
}

/// Position in the total order of clause 5.10: -NaN (larger payloads and quiet ones first) < -infinity < … < -0 < +0 < …
/// < +infinity < NaN.
[[nodiscard]] constexpr std::int64_t total_order_position(std::uint64_t bits, const format& f) {
  if (f.nans == nan_encoding::negative_zero && is_nan(bits, f)) {
    return static_cast<std::int64_t>(f.magnitude_mask()) + 1;
  }
  const auto size = static_cast<std::int64_t>(magnitude(bits, f));
  return (bits & f.sign_mask()) != 0 ? -1 - size : size;
}

/// totalOrder(a, b).
[[nodiscard]] constexpr bool total_order(std::uint64_t a, std::uint64_t b, const format& f) {
  return total_order_position(a, f) <= total_order_position(b, f);
}

/// totalOrderMag(a, b).
[[nodiscard]] constexpr bool total_order_magnitude(std::uint64_t a, std::uint64_t b, const format& f) {
  return total_order(absolute(a, f), absolute(b, f), f);
}

struct selection {
  bool maximum;
  bool by_magnitude;    ///< …Magnitude variants: the larger or smaller absolute value, in a tie as without
  bool prefers_number;  ///< …Number variants: a NaN gives way to a number
};

/// minimum, maximum and their variants (clause 9.6): -0 is less than +0.
template <class Steps = steps>
[[nodiscard]] constexpr outcome select(const selection& what, std::uint64_t a, std::uint64_t b, const format& f,
                                       const attributes& how = {}) {
  a = flushed(a, f, how);
  b = flushed(b, f, how);
  if (is_nan(a, f) || is_nan(b, f)) {
    if (what.prefers_number && !(is_nan(a, f) && is_nan(b, f))) {
      const bool signaling =
          (Steps::signals_invalid(a, f) || Steps::signals_invalid(b, f)) && how.nans->quiets_in_arithmetic;
      return {is_nan(a, f) ? b : a, signaling ? flags::invalid : flags::none};
    }
    return propagated<Steps>(f, f, how, a, b);
  }
  if (what.by_magnitude && magnitude(a, f) != magnitude(b, f)) {
    return {(magnitude(a, f) > magnitude(b, f)) == what.maximum ? a : b, flags::none};
  }
  return {(total_order_position(a, f) > total_order_position(b, f)) == what.maximum ? a : b, flags::none};
}

static_assert(compare(0x8000, 0x0000, binary16) == relation::equal &&
              compare(0x7e00, 0, binary16) == relation::unordered);
static_assert(holds(predicates[2], 0x7e00, 0x3c00, binary16) == outcome{0, flags::invalid});
static_assert(holds(predicates[1], 0x7e00, 0x7e00, binary16) == outcome{1, flags::none});
static_assert(total_order(0xfe00, 0xfc00, binary16) && total_order(0x8000, 0x0000, binary16));
static_assert(select({true, false, false}, 0x8000, 0x0000, binary16).bits == 0x0000);
static_assert(select({false, false, true}, 0x7d00, 0x3c00, binary16) == outcome{0x3c00, flags::invalid});

}  // namespace verbatim::fp
