// More wrong variants of the floating-point model: signs, fused multiply-add, NaN and decoding.
#pragma once

#include <cstdint>

#include "models/fp/wide.hpp"
#include "tests/mutants/mutants.hpp"

namespace verbatim::testing::mutants {

// --------------------------------------------------------------------------------------------------------------- signs

struct zero_sum_is_always_positive : steps {
  static constexpr bool zero_sum_is_negative(rounding) { return false; }
};

struct zero_sum_is_negative_when_rounding_up : steps {
  static constexpr bool zero_sum_is_negative(rounding mode) { return mode == rounding::up; }
};

struct product_of_negatives_is_negative : steps {
  static constexpr bool product_sign(bool a, bool b) { return a || b; }
};

struct product_has_the_first_sign : steps {
  static constexpr bool product_sign(bool a, bool) { return a; }
};

struct negation_quiets : steps {
  static constexpr std::uint64_t negated(std::uint64_t bits, const format& f) {
    return (bits ^ f.sign_mask()) | (fp::is_signaling(bits, f) ? f.quiet_bit() : 0);
  }
};

struct negation_leaves_nan_alone : steps {
  static constexpr std::uint64_t negated(std::uint64_t bits, const format& f) {
    return fp::is_nan(bits, f) ? bits : bits ^ f.sign_mask();
  }
};

struct negation_subtracts_from_zero : steps {
  static constexpr std::uint64_t negated(std::uint64_t bits, const format& f) {
    return bits == 0 ? 0 : bits ^ f.sign_mask();
  }
};

struct negative_zero_is_kept_in_fnuz : steps {
  static constexpr bool zero_is_negative(bool negative, const format&) { return negative; }
};

struct zeros_are_never_negative : steps {
  static constexpr bool zero_is_negative(bool, const format&) { return false; }
};

struct minus_zero_is_less_than_zero : steps {
  static constexpr std::int64_t ordered_size(std::uint64_t bits, const format& f) {
    return steps::ordered_size(bits, f) - (fp::is_negative(bits, f) ? 1 : 0);
  }
};

struct comparison_ignores_the_sign : steps {
  static constexpr std::int64_t ordered_size(std::uint64_t bits, const format& f) {
    return steps::ordered_size(fp::magnitude(bits, f), f);
  }
};

// ------------------------------------------------------------------------------------------------- fused multiply-add

struct fma_rounds_the_product : steps {
  template <class Unsigned>
  static constexpr Unsigned product(Unsigned significand, const format& f) {
    const int surplus = fp::bit_width(significand) - f.significand_bits;
    if (surplus <= 0) {
      return significand;
    }
    const Unsigned half = Unsigned{1} << (surplus - 1);
    return ((significand + half) >> surplus) << surplus;
  }
};

struct fma_loses_the_last_digit_of_the_product : steps {
  template <class Unsigned>
  static constexpr Unsigned product(Unsigned significand, const format& f) {
    return fp::bit_width(significand) == 2 * f.significand_bits ? (significand >> 1) << 1 : significand;
  }
};

// ----------------------------------------------------------------------------------------------------------------- NaN

struct arithmetic_does_not_quiet : steps {
  static constexpr std::uint64_t propagated_nan(std::uint64_t bits, const format& from, const format& to,
                                                const nan_profile&) {
    return fp::carried_nan(bits, from, to, false);
  }
};

struct arithmetic_drops_the_payload : steps {
  static constexpr std::uint64_t propagated_nan(std::uint64_t, const format&, const format& to,
                                                const nan_profile& profile) {
    return fp::generated_nan(to, profile);
  }
};

struct signaling_nan_is_not_invalid : steps {
  static constexpr bool signals_invalid(std::uint64_t, const format&) { return false; }
};

struct every_nan_is_invalid : steps {
  static constexpr bool signals_invalid(std::uint64_t bits, const format& f) { return fp::is_nan(bits, f); }
};

struct nan_of_low_payload_becomes_infinity : steps {
  static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                               const nan_profile& profile) {
    const bool both_ieee = from.nans == fp::nan_encoding::ieee && to.nans == fp::nan_encoding::ieee;
    const int narrower = from.fraction_bits() - to.fraction_bits();
    const bool lost = both_ieee && narrower > 0 && (bits & from.fraction_mask()) >> narrower == 0;
    return lost ? (fp::is_negative(bits, from) ? to.sign_mask() : 0) | to.infinity()
                : steps::converted_nan(bits, from, to, profile);
  }
};

struct nan_payload_is_dropped : steps {
  static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                               const nan_profile& profile) {
    const std::uint64_t right = steps::converted_nan(bits, from, to, profile);
    return to.nans == fp::nan_encoding::ieee ? (right & ~to.fraction_mask()) | to.quiet_bit() : right;
  }
};

struct nan_payload_keeps_its_low_end : steps {
  static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                               const nan_profile& profile) {
    const std::uint64_t right = steps::converted_nan(bits, from, to, profile);
    const bool both_ieee = from.nans == fp::nan_encoding::ieee && to.nans == fp::nan_encoding::ieee;
    return both_ieee ? (right & ~to.fraction_mask()) | to.quiet_bit() | (bits & to.fraction_mask()) : right;
  }
};

struct conversion_does_not_quiet : steps {
  static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                               const nan_profile& profile) {
    return profile.propagates ? fp::carried_nan(bits, from, to, false) : steps::converted_nan(bits, from, to, profile);
  }
};

struct conversion_always_quiets : steps {
  static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                               const nan_profile& profile) {
    return profile.propagates ? fp::carried_nan(bits, from, to, true) : steps::converted_nan(bits, from, to, profile);
  }
};

struct nan_loses_its_sign : steps {
  static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                               const nan_profile& profile) {
    const std::uint64_t right = steps::converted_nan(bits, from, to, profile);
    return to.nans == fp::nan_encoding::negative_zero ? right : right & ~to.sign_mask();
  }
};

struct default_nan_is_not_used : steps {
  static constexpr std::uint64_t converted_nan(std::uint64_t bits, const format& from, const format& to,
                                               const nan_profile& profile) {
    return fp::carried_nan(bits, from, to, profile.quiets_in_conversion);
  }
};

// ------------------------------------------------------------------------------------------------------------ decoding

struct subnormal_is_a_binade_high : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.exponent += value.kind == number_class::subnormal ? 1 : 0;
    return value;
  }
};

struct subnormal_gets_a_hidden_bit : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.significand |= value.kind == number_class::subnormal ? f.hidden_bit() : 0;
    return value;
  }
};

struct subnormal_operand_is_zero : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    const unpacked value = fp::unpack(bits, f);
    return value.kind == number_class::subnormal
               ? unpacked{number_class::zero, value.negative, 0, f.smallest_exponent()}
               : value;
  }
};

struct denormals_are_zero_is_ignored : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.kind = value.kind == number_class::subnormal ? number_class::normal : value.kind;
    return value;
  }
};

struct hidden_bit_is_missing : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.significand &= value.kind == number_class::normal ? f.fraction_mask() : ~std::uint64_t{0};
    value.kind = value.kind == number_class::normal && value.significand == 0 ? number_class::zero : value.kind;
    return value;
  }
};

struct smallest_normal_is_one_binade_high : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    const bool first_binade = value.kind == number_class::normal && value.exponent == f.smallest_exponent();
    value.exponent += first_binade ? 1 : 0;
    return value;
  }
};

struct infinity_is_a_finite_number : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    const unpacked value = fp::unpack(bits, f);
    return value.kind == number_class::infinity
               ? unpacked{number_class::normal, value.negative, f.hidden_bit(), f.emax() + 1 - f.fraction_bits()}
               : value;
  }
};

struct infinity_is_a_nan : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.kind = value.kind == number_class::infinity ? number_class::quiet_nan : value.kind;
    return value;
  }
};

struct nan_is_an_infinity : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.kind = fp::is_nan(value.kind) ? number_class::infinity : value.kind;
    return value;
  }
};

struct signaling_nan_is_quiet : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.kind = value.kind == number_class::signaling_nan ? number_class::quiet_nan : value.kind;
    return value;
  }
};

struct top_binade_of_e4m3fn_is_ieee : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    const bool top = f.nans == fp::nan_encoding::all_ones && fp::magnitude(bits, f) >= f.infinity();
    value.kind = top && !fp::is_nan(value.kind) ? number_class::infinity : value.kind;
    return value;
  }
};

struct minus_zero_loses_its_sign : steps {
  static constexpr unpacked unpack(std::uint64_t bits, const format& f) {
    unpacked value = fp::unpack(bits, f);
    value.negative = value.negative && value.kind != number_class::zero;
    return value;
  }
};

}  // namespace verbatim::testing::mutants
