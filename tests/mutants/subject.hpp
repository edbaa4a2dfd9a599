// The operations under test, with steps that can be exchanged while the program runs.
//
// An operation is compiled once here, over steps that ask a table; a mutant is one such table. Compiling every operation
// for every mutant would take minutes and show nothing else.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/fp/compare.hpp"
#include "models/fp/divide.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/integral.hpp"
#include "models/fp/parse.hpp"
#include "models/fp/sign.hpp"

namespace verbatim::testing {

struct step_table {
  decltype(&fp::steps::unpack) unpack;
  decltype(&fp::steps::shift_right) shift_right;
  decltype(&fp::steps::rounds_away) rounds_away;
  decltype(&fp::steps::increment) increment;
  decltype(&fp::steps::overflows) overflows;
  decltype(&fp::steps::overflows_to_infinity) overflows_to_infinity;
  decltype(&fp::steps::rounds_up_to_normal) rounds_up_to_normal;
  decltype(&fp::steps::underflow_flags) underflow_flags;
  decltype(&fp::steps::zero_sum_is_negative) zero_sum_is_negative;
  decltype(&fp::steps::product_sign) product_sign;
  decltype(&fp::steps::converted_nan) converted_nan;
  decltype(&fp::steps::propagated_nan) propagated_nan;
  decltype(&fp::steps::signals_invalid) signals_invalid;
  decltype(&fp::steps::zero_is_negative) zero_is_negative;
  decltype(&fp::steps::flushes) flushes;
  decltype(&fp::steps::saturates) saturates;
  std::uint64_t (*product)(std::uint64_t, const fp::format&);
  fp::uint128 (*wide_product)(fp::uint128, const fp::format&);
  decltype(&fp::steps::fits_integer) fits_integer;
  decltype(&fp::steps::ordered_size) ordered_size;
  decltype(&fp::steps::negated) negated;
};

template <class Steps>
inline constexpr step_table table_of = {Steps::unpack,
                                        Steps::shift_right,
                                        Steps::rounds_away,
                                        Steps::increment,
                                        Steps::overflows,
                                        Steps::overflows_to_infinity,
                                        Steps::rounds_up_to_normal,
                                        Steps::underflow_flags,
                                        Steps::zero_sum_is_negative,
                                        Steps::product_sign,
                                        Steps::converted_nan,
                                        Steps::propagated_nan,
                                        Steps::signals_invalid,
                                        Steps::zero_is_negative,
                                        Steps::flushes,
                                        Steps::saturates,
                                        Steps::template product<std::uint64_t>,
                                        Steps::template product<fp::uint128>,
                                        Steps::fits_integer,
                                        Steps::ordered_size,
                                        Steps::negated};

/// What the operations below are made of now.
inline const step_table* active_steps = &table_of<fp::steps>;

/// Makes operations wrong in one way until the end of its scope.
class with_steps {
 public:
  explicit with_steps(const step_table& table) { active_steps = &table; }
  ~with_steps() { active_steps = &table_of<fp::steps>; }
  with_steps(const with_steps&) = delete;
  with_steps& operator=(const with_steps&) = delete;
};

struct switched_steps : fp::steps {
  static fp::unpacked unpack(std::uint64_t bits, const fp::format& f) { return active_steps->unpack(bits, f); }
  static fp::truncated shift_right(std::uint64_t significand, int count, bool sticky) {
    return active_steps->shift_right(significand, count, sticky);
  }
  static bool rounds_away(fp::rounding mode, bool negative, const fp::truncated& cut, const fp::random_digits& random) {
    return active_steps->rounds_away(mode, negative, cut, random);
  }
  static std::uint64_t increment(std::uint64_t size, bool away, const fp::format& f) {
    return active_steps->increment(size, away, f);
  }
  static bool overflows(std::uint64_t size, const fp::format& f) { return active_steps->overflows(size, f); }
  static bool overflows_to_infinity(fp::rounding mode, bool negative) {
    return active_steps->overflows_to_infinity(mode, negative);
  }
  static bool rounds_up_to_normal(const fp::truncated& finer, bool away, const fp::format& f) {
    return active_steps->rounds_up_to_normal(finer, away, f);
  }
  static fp::flags underflow_flags(bool tiny) { return active_steps->underflow_flags(tiny); }
  static bool zero_sum_is_negative(fp::rounding mode) { return active_steps->zero_sum_is_negative(mode); }
  static bool product_sign(bool a, bool b) { return active_steps->product_sign(a, b); }
  static std::uint64_t converted_nan(std::uint64_t bits, const fp::format& from, const fp::format& to,
                                     const fp::nan_profile& profile) {
    return active_steps->converted_nan(bits, from, to, profile);
  }
  static std::uint64_t propagated_nan(std::uint64_t bits, const fp::format& from, const fp::format& to,
                                      const fp::nan_profile& profile) {
    return active_steps->propagated_nan(bits, from, to, profile);
  }
  static bool signals_invalid(std::uint64_t bits, const fp::format& f) {
    return active_steps->signals_invalid(bits, f);
  }
  static bool zero_is_negative(bool negative, const fp::format& f) {
    return active_steps->zero_is_negative(negative, f);
  }
  static bool flushes(bool tiny, const fp::attributes& how, const fp::format& f) {
    return active_steps->flushes(tiny, how, f);
  }
  static bool saturates(const fp::attributes& how) { return active_steps->saturates(how); }
  template <class Unsigned>
  static Unsigned product(Unsigned significand, const fp::format& f) {
    if constexpr (sizeof(Unsigned) == sizeof(fp::uint128)) {
      return active_steps->wide_product(significand, f);
    } else {
      return active_steps->product(significand, f);
    }
  }
  static bool fits_integer(std::uint64_t size, std::uint64_t limit) { return active_steps->fits_integer(size, limit); }
  static std::int64_t ordered_size(std::uint64_t bits, const fp::format& f) {
    return active_steps->ordered_size(bits, f);
  }
  static std::uint64_t negated(std::uint64_t bits, const fp::format& f) { return active_steps->negated(bits, f); }
};

/// The operations, each compiled once.
namespace subject {

using bits = std::uint64_t;

[[gnu::noinline]] inline fp::outcome convert(bits a, const fp::format& f, const fp::format& to,
                                             const fp::attributes& how) {
  return fp::convert<switched_steps>(a, f, to, how);
}
[[gnu::noinline]] inline fp::outcome add(bits a, bits b, const fp::format& f, const fp::attributes& how) {
  return fp::add<switched_steps>(a, b, f, f, how);
}
[[gnu::noinline]] inline fp::outcome subtract(bits a, bits b, const fp::format& f, const fp::attributes& how) {
  return fp::subtract<switched_steps>(a, b, f, f, how);
}
[[gnu::noinline]] inline fp::outcome multiply(bits a, bits b, const fp::format& f, const fp::attributes& how) {
  return fp::multiply<switched_steps>(a, b, f, f, how);
}
[[gnu::noinline]] inline fp::outcome divide(bits a, bits b, const fp::format& f, const fp::attributes& how) {
  return fp::divide<switched_steps>(a, b, f, f, how);
}
[[gnu::noinline]] inline fp::outcome square_root(bits a, const fp::format& f, const fp::attributes& how) {
  return fp::square_root<switched_steps>(a, f, f, how);
}
[[gnu::noinline]] inline fp::outcome fused_multiply_add(bits a, bits b, bits c, const fp::format& f,
                                                        const fp::attributes& how) {
  return fp::fused_multiply_add<switched_steps>(a, b, c, f, f, how);
}
[[gnu::noinline]] inline fp::outcome to_integer(bits a, const fp::format& f, const fp::integer_format& to,
                                                const fp::attributes& how) {
  return fp::to_integer<switched_steps>(a, f, to, how, true);
}
[[gnu::noinline]] inline fp::outcome from_integer(bits a, const fp::integer_format& from, const fp::format& to,
                                                  const fp::attributes& how) {
  return fp::from_integer<switched_steps>(a, from, to, how);
}
[[gnu::noinline]] inline fp::outcome round_to_integral(bits a, const fp::format& f, const fp::attributes& how) {
  return fp::round_to_integral<switched_steps>(a, f, how, true);
}
[[gnu::noinline]] inline fp::relation compare(bits a, bits b, const fp::format& f) {
  return fp::compare<switched_steps>(a, b, f);
}
[[gnu::noinline]] inline fp::outcome parse(std::string_view text, const fp::format& f, const fp::attributes& how) {
  return fp::parse<switched_steps>(text, f, how).result;
}
[[gnu::noinline]] inline bits negate(bits a, const fp::format& f) { return fp::negate<switched_steps>(a, f); }

}  // namespace subject
}  // namespace verbatim::testing
