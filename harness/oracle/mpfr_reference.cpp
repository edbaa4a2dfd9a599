#include "harness/oracle/mpfr_reference.hpp"

#include <algorithm>
#include <initializer_list>

namespace verbatim::oracle {

namespace {

using fp::flags;
using fp::nan_encoding;
using fp::rounding;
using part = position::part;

static_assert(sizeof(unsigned long) * 8 == number_digits, "MPFR takes unsigned long for integers");
static_assert(GMP_NUMB_BITS == number_digits, "one word holds a number's digits");

constexpr mpfr_exp_t far_exponent = 1'000'000;
constexpr flags overflow_flags = flags::overflow | flags::inexact;
constexpr flags underflow_flags = flags::underflow | flags::inexact;

bool overflow_is_infinite(rounding mode, bool negative) {
  switch (mode) {
    case rounding::ties_even:
    case rounding::ties_away:
    case rounding::stochastic: return true;
    case rounding::toward_zero:
    case rounding::to_odd: return false;
    case rounding::up: return !negative;
    case rounding::down: break;
  }
  return negative;
}

std::uint64_t default_nan(const grid& to, const fp::nan_profile& profile) {
  const std::uint64_t sign = profile.negative ? to.sign : 0;
  const std::uint64_t fraction = (std::uint64_t{1} << to.fraction_bits) - 1;
  switch (to.format->nans) {
    case nan_encoding::ieee: return sign + (to.sizes - fraction) + (profile.all_ones ? fraction : (fraction + 1) / 2);
    case nan_encoding::all_ones: return sign + to.sizes;
    case nan_encoding::negative_zero: return to.sign;
    case nan_encoding::none: break;
  }
  return to.largest;
}

/// The NaN `bits` of `from` in `to`, with its sign and the leading digits of its payload.
std::uint64_t passed_on(std::uint64_t bits, const grid& from, const grid& to, bool quiets) {
  const bool has_sign = from.format->nans != nan_encoding::negative_zero;
  const std::uint64_t sign = has_sign && from.sign != 0 && bits >= from.sign ? to.sign : 0;
  if (to.format->nans != nan_encoding::ieee) {
    return to.format->nans == nan_encoding::all_ones        ? sign + to.sizes
           : to.format->nans == nan_encoding::negative_zero ? to.sign
                                                            : to.largest;
  }
  const std::uint64_t quiet = std::uint64_t{1} << (to.fraction_bits - 1);
  std::uint64_t payload = quiet;
  if (from.format->nans == nan_encoding::ieee) {
    payload = bits % (std::uint64_t{1} << from.fraction_bits);
    for (int i = from.fraction_bits; i < to.fraction_bits; ++i) payload *= 2;
    for (int i = to.fraction_bits; i < from.fraction_bits; ++i) payload /= 2;
    if (quiets && payload < quiet) payload += quiet;
    if (payload == 0) payload = 1;
  }
  return sign + to.infinity + payload;
}

/// What an infinite result becomes where it is none of the format's numbers.
fp::outcome infinite(bool negative, const grid& to, const fp::attributes& how) {
  const std::uint64_t sign = negative ? to.sign : 0;
  if (negative && to.sign == 0) return {default_nan(to, *how.nans), flags::invalid};
  if (how.saturate || (to.infinity == 0 && to.format->nans == nan_encoding::none))
    return {sign + to.largest, overflow_flags};
  if (to.infinity != 0) return {sign + to.infinity, flags::none};
  return {to.format->nans == nan_encoding::negative_zero ? to.sign : sign + to.sizes, overflow_flags};
}

/// All binary digits of a number that is not zero, the leading one on top: MPFR keeps them so, in words of GMP's.
std::uint64_t all_digits(mpfr_srcptr number) {
  return *static_cast<const mp_limb_t*>(mpfr_custom_get_significand(number));
}

/// Of a magnitude of 64 digits, the leading one worth 2^exponent, in units of 2^unit. `more`: something follows them.
position locate(std::uint64_t digits, int exponent, int unit, bool more) {
  const int cut = unit + 63 - exponent;  // so many digits stand below the unit
  const auto shifted = [digits](int right) -> std::uint64_t {
    if (right <= -64 || right >= 64) return 0;
    return right < 0 ? digits << -right : digits >> right;
  };
  position place;
  place.below = shifted(cut);
  const std::uint64_t next = cut == 0 ? 0 : shifted(cut - 64);
  const bool rest = more || cut >= 128;  // between these, `next` is not 0 and below one half whatever follows
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  place.rest = next == 0 && !rest      ? part::none
               : next < half           ? part::low
               : next == half && !rest ? part::half
                                       : part::high;
  place.fraction = next / 2;
  return place;
}

}  // namespace

/// With one digit of precision both neighbours are odd and a tie goes to the larger magnitude (clause 4.3.1).
bool goes_up(const position& place, bool negative, const fp::attributes& how) {
  const bool odd = place.below % 2 == 1;
  switch (how.mode) {
    case rounding::ties_even: return place.rest == part::high || (place.rest == part::half && odd);
    case rounding::ties_away: return place.rest == part::high || place.rest == part::half;
    case rounding::toward_zero: return false;
    case rounding::up: return place.rest != part::none && !negative;
    case rounding::down: return place.rest != part::none && negative;
    case rounding::to_odd: return place.rest != part::none && !odd;
    case rounding::stochastic: break;
  }
  const std::uint64_t all = std::uint64_t{1} << how.random.count;
  return (place.fraction >> (63 - how.random.count)) + how.random.bits % all >= all;
}

fp::outcome zero(bool negative, const grid& to) {
  if (!to.format->subnormals) return {0, underflow_flags};
  return {negative && to.format->signed_zero ? to.sign : 0, flags::none};
}

grid::grid(const fp::format& f)
    : format(&f),
      fraction_bits(f.significand_bits - 1),
      lowest_exponent((f.subnormals ? 1 : 0) - f.bias),
      sign(f.is_signed ? std::uint64_t{1} << (f.exponent_bits + fraction_bits) : 0),
      sizes((std::uint64_t{1} << (f.exponent_bits + fraction_bits)) - 1),
      largest(sizes),
      infinity(0) {
  // The largest binade is all NaN and infinity with IEEE's encoding; else at most one encoding of it is NaN.
  if (f.nans == nan_encoding::ieee) largest = sizes - (std::uint64_t{1} << fraction_bits);
  if (f.nans == nan_encoding::all_ones) largest = sizes - 1;
  if (f.infinities) infinity = largest + 1;
}

void decode(datum& out, std::uint64_t bits, const grid& from, bool flushes) {
  const std::uint64_t size = bits & from.sizes;
  const std::uint64_t one = std::uint64_t{1} << from.fraction_bits;
  const std::uint64_t field = size / one;
  out.bits = bits;
  out.negative = bits != size;
  out.subnormal = false;
  out.signaling = false;
  if (from.format->nans == nan_encoding::negative_zero && bits == from.sign) {
    out.kind = datum_kind::nan;
    out.negative = false;
  } else if (size > from.largest) {
    out.kind = from.infinity != 0 && size == from.infinity ? datum_kind::infinity : datum_kind::nan;
    out.signaling =
        out.kind == datum_kind::nan && from.format->nans == nan_encoding::ieee && (size & (one - 1)) < one / 2;
  } else if (from.format->subnormals && field == 0) {
    out.subnormal = size != 0;
    out.kind = size == 0 || flushes ? datum_kind::zero : datum_kind::finite;
    mpfr_set_ui_2exp(out.value.get(), size, from.lowest_exponent - from.fraction_bits, MPFR_RNDN);
  } else {
    out.kind = datum_kind::finite;
    mpfr_set_ui_2exp(out.value.get(), size % one + one,
                     static_cast<int>(field) - from.format->bias - from.fraction_bits, MPFR_RNDN);
  }
  if (out.kind == datum_kind::finite && out.negative) mpfr_neg(out.value.get(), out.value.get(), MPFR_RNDN);
}

const answer& mpfr_reference::give(answer::kind what, bool negative) {
  answer_ = {};
  answer_.what = what;
  answer_.negative = negative;
  return answer_;
}

const answer& mpfr_reference::give_nan(std::initializer_list<const datum*> operands) {
  give(answer::kind::nan);
  bool found = false;
  for (const datum* each : operands) {
    if (each->kind != datum_kind::nan) continue;
    answer_.signaling = answer_.signaling || each->signaling;
    if (!found) answer_.nan = each->bits;
    found = true;
  }
  return answer_;
}

const answer& mpfr_reference::give_result(bool more) {
  give(answer::kind::number, mpfr_signbit(result_.get()) != 0);
  // Past every format only that matters, and the exponent becomes an int.
  const mpfr_exp_t leading = mpfr_get_exp(result_.get()) - 1;
  const auto exponent = static_cast<int>(std::clamp(leading, -far_exponent, far_exponent));
  answer_.exponent = exponent;
  const bool below = exponent < to_.lowest_exponent;
  const int binade = below && to_.format->subnormals ? to_.lowest_exponent : exponent;
  const std::uint64_t digits = all_digits(result_.get());
  answer_.place = locate(digits, exponent, binade - to_.fraction_bits, more);
  if (exponent == to_.lowest_exponent - 1)
    answer_.unbounded = locate(digits, exponent, exponent - to_.fraction_bits, more);
  return answer_;
}

position locate_among_integers(const datum& x) {
  const auto exponent = static_cast<int>(mpfr_get_exp(x.value.get())) - 1;
  return locate(all_digits(x.value.get()), exponent, 0, false);
}

fp::outcome mpfr_reference::rounded_number(const answer& what, const fp::attributes& asked) const {
  fp::attributes how = asked;
  // random_digits: a result of precision p uses the first 61 - p.
  const int usable = 60 - to_.fraction_bits;
  if (how.random.count > usable) {
    how.random.bits >>= how.random.count - usable;
    how.random.count = usable;
  }
  const std::uint64_t sign = what.negative ? to_.sign : 0;
  const std::uint64_t one = std::uint64_t{1} << to_.fraction_bits;
  if (what.negative && to_.sign == 0) return {default_nan(to_, *how.nans), flags::invalid};
  const bool below = what.exponent < to_.lowest_exponent;
  std::uint64_t digits = what.place.below + (goes_up(what.place, what.negative, how) ? 1 : 0);
  int exponent = below && to_.format->subnormals ? to_.lowest_exponent : what.exponent;
  if (digits == 2 * one) {
    digits = one;
    ++exponent;
  }
  const int field = exponent + to_.format->bias;
  const bool past = field > 0 && static_cast<std::uint64_t>(field) > to_.sizes / one;
  const std::uint64_t size = past || field < 0 ? 0
                             : digits < one    ? digits
                                               : static_cast<std::uint64_t>(field) * one + (digits - one);
  if (past || size > to_.largest) {
    if (!overflow_is_infinite(how.mode, what.negative)) return {sign + to_.largest, overflow_flags};
    return {infinite(what.negative, to_, how).bits, overflow_flags};
  }
  bool tiny = below;
  if (how.detected == fp::tininess::after_rounding && what.exponent == to_.lowest_exponent - 1) {
    // 2^emin with an unbounded exponent range: one more than the largest number of the binade below.
    tiny = what.unbounded.below + (goes_up(what.unbounded, what.negative, how) ? 1 : 0) != 2 * one;
  }
  if (tiny && how.flush_to_zero && to_.format->subnormals) return {zero(what.negative, to_).bits, underflow_flags};
  const bool inexact = what.place.rest != part::none || (below && !to_.format->subnormals);
  const flags raised = !inexact ? flags::none : tiny ? underflow_flags : flags::inexact;
  if (size == 0 && to_.format->subnormals) return {zero(what.negative, to_).bits, raised};
  return {sign + size, raised};
}

fp::outcome mpfr_reference::rounded(const answer& what, const fp::attributes& how) const {
  switch (what.what) {
    case answer::kind::invalid: return {default_nan(to_, *how.nans), flags::invalid};
    case answer::kind::nan: {
      const bool product = what.invalid_product && how.nans->product_before_addend;
      if (product) return {default_nan(to_, *how.nans), flags::invalid};
      const bool quiets = what.conversion ? how.nans->quiets_in_conversion : how.nans->quiets_in_arithmetic;
      const bool invalid = (what.signaling && quiets) || to_.format->nans == nan_encoding::none;
      return {how.nans->propagates ? passed_on(what.nan, from_, to_, quiets) : default_nan(to_, *how.nans),
              invalid ? flags::invalid : flags::none};
    }
    case answer::kind::infinity: {
      const fp::outcome result = infinite(what.negative, to_, how);
      // Without a sign there is no negative infinity: invalid, and nothing else.
      const bool pole = what.divides_by_zero && !has(result.raised, flags::invalid);
      return pole ? fp::outcome{result.bits, flags::divide_by_zero} : result;
    }
    case answer::kind::zero: return zero(what.cancelled ? how.mode == rounding::down : what.negative, to_);
    case answer::kind::number: break;
  }
  return rounded_number(what, how);
}

}  // namespace verbatim::oracle
