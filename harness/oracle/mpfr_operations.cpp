// The operations of mpfr_reference: what each gives before it is rounded.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/oracle/mpfr_reference.hpp"

namespace verbatim::oracle {

using fp::flags;

const answer& mpfr_reference::convert(std::uint64_t a, bool flushes) {
  decode(x_, a, from_, flushes);
  if (x_.kind == datum_kind::nan) {
    give_nan({&x_});
    answer_.conversion = true;
    return answer_;
  }
  if (x_.kind == datum_kind::infinity) return give(answer::kind::infinity, x_.negative);
  if (x_.kind == datum_kind::zero) return give(answer::kind::zero, x_.negative);
  mpfr_set(result_.get(), x_.value.get(), MPFR_RNDZ);
  return give_result(false);
}

const answer& mpfr_reference::sum(std::uint64_t a, std::uint64_t b, bool subtracts, bool flushes) {
  decode(x_, a, from_, flushes);
  decode(y_, b, from_, flushes);
  if (x_.kind == datum_kind::nan || y_.kind == datum_kind::nan) return give_nan({&x_, &y_});
  const bool second = y_.negative != subtracts;
  if (x_.kind == datum_kind::infinity) {
    const bool invalid = y_.kind == datum_kind::infinity && x_.negative != second;
    return give(invalid ? answer::kind::invalid : answer::kind::infinity, x_.negative);
  }
  if (y_.kind == datum_kind::infinity) return give(answer::kind::infinity, second);
  const auto zero_sum = [&] {
    give(answer::kind::zero, x_.negative);
    answer_.cancelled = x_.negative != second;
    return &answer_;
  };
  if (x_.kind == datum_kind::zero && y_.kind == datum_kind::zero) return *zero_sum();
  bool more = false;
  if (y_.kind == datum_kind::zero) {
    mpfr_set(result_.get(), x_.value.get(), MPFR_RNDZ);
  } else if (x_.kind == datum_kind::zero) {
    subtracts ? mpfr_neg(result_.get(), y_.value.get(), MPFR_RNDZ) : mpfr_set(result_.get(), y_.value.get(), MPFR_RNDZ);
  } else {
    more = (subtracts ? mpfr_sub(result_.get(), x_.value.get(), y_.value.get(), MPFR_RNDZ)
                      : mpfr_add(result_.get(), x_.value.get(), y_.value.get(), MPFR_RNDZ)) != 0;
  }
  if (mpfr_zero_p(result_.get()) != 0) return *zero_sum();
  return give_result(more);
}

const answer& mpfr_reference::multiply(std::uint64_t a, std::uint64_t b, bool flushes) {
  decode(x_, a, from_, flushes);
  decode(y_, b, from_, flushes);
  if (x_.kind == datum_kind::nan || y_.kind == datum_kind::nan) return give_nan({&x_, &y_});
  const bool negative = x_.negative != y_.negative;
  const bool zero = x_.kind == datum_kind::zero || y_.kind == datum_kind::zero;
  if (x_.kind == datum_kind::infinity || y_.kind == datum_kind::infinity)
    return give(zero ? answer::kind::invalid : answer::kind::infinity, negative);
  if (zero) return give(answer::kind::zero, negative);
  return give_result(mpfr_mul(result_.get(), x_.value.get(), y_.value.get(), MPFR_RNDZ) != 0);
}

const answer& mpfr_reference::divide(std::uint64_t a, std::uint64_t b, bool flushes) {
  decode(x_, a, from_, flushes);
  decode(y_, b, from_, flushes);
  if (x_.kind == datum_kind::nan || y_.kind == datum_kind::nan) return give_nan({&x_, &y_});
  const bool negative = x_.negative != y_.negative;
  if (x_.kind == y_.kind && x_.kind != datum_kind::finite) return give(answer::kind::invalid);
  if (x_.kind == datum_kind::infinity) return give(answer::kind::infinity, negative);
  if (y_.kind == datum_kind::infinity || x_.kind == datum_kind::zero) return give(answer::kind::zero, negative);
  if (y_.kind == datum_kind::zero) {
    give(answer::kind::infinity, negative);
    answer_.divides_by_zero = true;
    return answer_;
  }
  return give_result(mpfr_div(result_.get(), x_.value.get(), y_.value.get(), MPFR_RNDZ) != 0);
}

const answer& mpfr_reference::square_root(std::uint64_t a, bool flushes) {
  decode(x_, a, from_, flushes);
  if (x_.kind == datum_kind::nan) return give_nan({&x_});
  if (x_.kind == datum_kind::zero) return give(answer::kind::zero, x_.negative);
  if (x_.negative) return give(answer::kind::invalid);
  if (x_.kind == datum_kind::infinity) return give(answer::kind::infinity);
  return give_result(mpfr_sqrt(result_.get(), x_.value.get(), MPFR_RNDZ) != 0);
}

const answer& mpfr_reference::fma(std::uint64_t a, std::uint64_t b, std::uint64_t c, bool flushes) {
  decode(x_, a, from_, flushes);
  decode(y_, b, from_, flushes);
  decode(z_, c, from_, flushes);
  const bool zero = x_.kind == datum_kind::zero || y_.kind == datum_kind::zero;
  const bool infinite = x_.kind == datum_kind::infinity || y_.kind == datum_kind::infinity;
  if (x_.kind == datum_kind::nan || y_.kind == datum_kind::nan || z_.kind == datum_kind::nan) {
    give_nan({&x_, &y_, &z_});
    answer_.invalid_product = zero && infinite;
    return answer_;
  }
  const bool negative = x_.negative != y_.negative;
  if (infinite) {
    const bool invalid = zero || (z_.kind == datum_kind::infinity && z_.negative != negative);
    return give(invalid ? answer::kind::invalid : answer::kind::infinity, negative);
  }
  if (z_.kind == datum_kind::infinity) return give(answer::kind::infinity, z_.negative);
  const auto zero_sum = [&] {
    give(answer::kind::zero, negative);
    answer_.cancelled = negative != z_.negative;
    return &answer_;
  };
  if (zero) {
    if (z_.kind == datum_kind::zero) return *zero_sum();
    mpfr_set(result_.get(), z_.value.get(), MPFR_RNDZ);
    return give_result(false);
  }
  if (z_.kind == datum_kind::zero) mpfr_set_zero(z_.value.get(), 1);
  // As mpfr_fma does it, but for the memory that that asks for each time: the product is exact.
  mpfr_mul(product_.get(), x_.value.get(), y_.value.get(), MPFR_RNDZ);
  const bool more = mpfr_add(result_.get(), product_.get(), z_.value.get(), MPFR_RNDZ) != 0;
  if (mpfr_zero_p(result_.get()) != 0) return *zero_sum();
  return give_result(more);
}

const answer& mpfr_reference::remainder(std::uint64_t a, std::uint64_t b, bool flushes) {
  decode(x_, a, from_, flushes);
  decode(y_, b, from_, flushes);
  if (x_.kind == datum_kind::nan || y_.kind == datum_kind::nan) return give_nan({&x_, &y_});
  if (x_.kind == datum_kind::infinity || y_.kind == datum_kind::zero) return give(answer::kind::invalid);
  if (x_.kind == datum_kind::zero) return give(answer::kind::zero, x_.negative);
  if (y_.kind == datum_kind::infinity) {
    mpfr_set(result_.get(), x_.value.get(), MPFR_RNDZ);
    return give_result(false);
  }
  const bool more = mpfr_remainder(result_.get(), x_.value.get(), y_.value.get(), MPFR_RNDZ) != 0;
  if (mpfr_zero_p(result_.get()) != 0) return give(answer::kind::zero, x_.negative);
  return give_result(more);
}

const answer& mpfr_reference::log_b(std::uint64_t a, bool flushes) {
  decode(x_, a, from_, flushes);
  if (x_.kind == datum_kind::nan) return give_nan({&x_});
  if (x_.kind == datum_kind::infinity) return give(answer::kind::infinity);
  if (x_.kind == datum_kind::zero) {
    give(answer::kind::infinity, true);
    answer_.divides_by_zero = true;
    return answer_;
  }
  const long exponent = static_cast<long>(mpfr_get_exp(x_.value.get())) - 1;
  if (exponent == 0) return give(answer::kind::zero);
  mpfr_set_si(result_.get(), exponent, MPFR_RNDZ);
  return give_result(false);
}

const answer& mpfr_reference::scale_b(std::uint64_t a, std::int64_t n, bool flushes) {
  convert(a, flushes);
  answer_.conversion = false;
  if (answer_.what != answer::kind::number) return answer_;
  constexpr std::int64_t far = 1'000'000;  // past every format
  mpfr_mul_2si(result_.get(), x_.value.get(), n > far ? far : n < -far ? -far : n, MPFR_RNDZ);
  return give_result(false);
}

const answer& mpfr_reference::from_integer(std::uint64_t bits, const fp::integer_format& from) {
  if (bits == 0) return give(answer::kind::zero);
  mpfr_set_ui(result_.get(), bits, MPFR_RNDZ);
  if (from.is_signed && bits >> (from.width - 1) != 0) {
    mpfr_set_ui_2exp(x_.value.get(), 1, from.width, MPFR_RNDZ);
    mpfr_sub(result_.get(), result_.get(), x_.value.get(), MPFR_RNDZ);
  }
  return give_result(false);
}

const answer& mpfr_reference::read(const char* text) {
  char* end = nullptr;
  const bool more = mpfr_strtofr(result_.get(), text, &end, 0, MPFR_RNDZ) != 0;
  if (*end != '\0' || mpfr_number_p(result_.get()) == 0)
    throw std::invalid_argument("no number in MPFR's form: " + std::string(text));
  if (mpfr_zero_p(result_.get()) == 0) return give_result(more);
  const bool negative = mpfr_signbit(result_.get()) != 0;
  if (!more) return give(answer::kind::zero, negative);
  // Below MPFR's range: any number that is small enough stands for it.
  mpfr_set_si_2exp(result_.get(), negative ? -1 : 1, -1'000'000, MPFR_RNDZ);
  return give_result(false);
}

fp::outcome mpfr_reference::round_to_integral(std::uint64_t a, const fp::attributes& how, bool signals_inexact) {
  convert(a, how.denormals_are_zero);
  answer_.conversion = false;
  if (answer_.what != answer::kind::number) return rounded(how);
  if (answer_.exponent >= 63) return {a, flags::none};
  const position place = locate_among_integers(x_);
  if (place.rest == position::part::none) return {a, flags::none};
  const flags raised = signals_inexact ? flags::inexact : flags::none;
  const std::uint64_t whole = place.below + (goes_up(place, x_.negative, how) ? 1 : 0);
  fp::outcome result = zero(x_.negative, to_);
  if (whole != 0) {
    mpfr_set_ui(result_.get(), whole, MPFR_RNDN);
    if (x_.negative) mpfr_neg(result_.get(), result_.get(), MPFR_RNDN);
    result = rounded(give_result(false), how);
  }
  return {result.bits, result.raised | raised};
}

fp::outcome mpfr_reference::to_integer(std::uint64_t a, const fp::integer_format& to, const fp::attributes& how,
                                       bool signals_inexact) {
  decode(x_, a, from_, how.denormals_are_zero);
  const std::uint64_t all = to.width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << to.width) - 1;
  const std::uint64_t lowest = to.is_signed ? all / 2 + 1 : 0;  // as bits, and its size
  const std::uint64_t largest = to.is_signed ? all / 2 : all;
  const bool nan = x_.kind == datum_kind::nan;
  const std::uint64_t nearest = x_.negative ? lowest : largest;
  fp::outcome unfit{nearest, flags::invalid};
  if (nan || !how.saturate) {
    switch (how.nans->integers) {
      case fp::integer_overflow::indefinite: unfit.bits = to.is_signed ? lowest : all; break;
      case fp::integer_overflow::saturate_nan_max: unfit.bits = nan ? largest : nearest; break;
      case fp::integer_overflow::saturate_nan_zero: unfit.bits = nan ? 0 : nearest; break;
    }
  }
  if (x_.kind == datum_kind::zero) return {0, flags::none};
  if (x_.kind != datum_kind::finite || mpfr_get_exp(x_.value.get()) > 64) return unfit;
  const position place = locate_among_integers(x_);
  const std::uint64_t whole = place.below + (goes_up(place, x_.negative, how) ? 1 : 0);
  if (whole > (x_.negative ? lowest : largest)) return unfit;
  const bool signals = signals_inexact && place.rest != position::part::none;
  return {x_.negative && whole != 0 ? all - whole + 1 : whole, signals ? flags::inexact : flags::none};
}

namespace {

/// As MPFR compares: zeros and infinities become its own.
mpfr_srcptr comparable(datum& x) {
  if (x.kind == datum_kind::zero) mpfr_set_zero(x.value.get(), x.negative ? -1 : 1);
  if (x.kind == datum_kind::infinity) mpfr_set_inf(x.value.get(), x.negative ? -1 : 1);
  return x.value.get();
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

}  // namespace

predicate_meaning::predicate_meaning(std::string_view name) {
  const std::string_view given = name;
  negated = take_prefix(name, "not-");
  const bool quiet = take_suffix(name, "-quiet");
  const bool loud = take_suffix(name, "-signaling");
  less = name == "lt" || name == "le" || name == "ne" || name == "ordered";
  equal = name == "eq" || name == "le" || name == "ge" || name == "ordered";
  greater = name == "gt" || name == "ge" || name == "ne" || name == "ordered";
  unordered = name == "ne" || name == "unordered";
  if (!less && !equal && !greater && !unordered)
    throw std::invalid_argument("no comparison predicate: " + std::string(given));
  const bool inequality = less != greater;
  signaling = loud || (inequality && !quiet);
}

void mpfr_reference::compare(std::uint64_t a, std::uint64_t b, bool flushes) {
  decode(x_, a, from_, flushes);
  decode(y_, b, from_, flushes);
  unordered_ = x_.kind == datum_kind::nan || y_.kind == datum_kind::nan;
  order_ = unordered_ ? 0 : mpfr_cmp(comparable(x_), comparable(y_));
}

fp::outcome mpfr_reference::holds(const predicate_meaning& what) const {
  const bool invalid = unordered_ && (x_.signaling || y_.signaling || what.signaling);
  const bool yes = unordered_ ? what.unordered : order_ < 0 ? what.less : order_ > 0 ? what.greater : what.equal;
  return {yes != what.negated ? 1U : 0U, invalid ? flags::invalid : flags::none};
}

fp::outcome mpfr_reference::select(bool maximum, bool by_magnitude, bool prefers_number, std::uint64_t a,
                                   std::uint64_t b, const fp::attributes& how) {
  decode(x_, a, from_, how.denormals_are_zero);
  decode(y_, b, from_, how.denormals_are_zero);
  const auto bits = [this](const datum& x) { return x.kind == datum_kind::zero ? zero(x.negative, to_).bits : x.bits; };
  const bool nan = x_.kind == datum_kind::nan;
  if (nan || y_.kind == datum_kind::nan) {
    if (!prefers_number || x_.kind == y_.kind) return rounded(give_nan({&x_, &y_}), how);
    const bool invalid = (x_.signaling || y_.signaling) && how.nans->quiets_in_arithmetic;
    return {bits(nan ? y_ : x_), invalid ? flags::invalid : flags::none};
  }
  int order = by_magnitude ? mpfr_cmpabs(comparable(x_), comparable(y_)) : 0;
  if (order == 0) order = mpfr_cmp(comparable(x_), comparable(y_));
  if (order == 0) order = static_cast<int>(y_.negative) - static_cast<int>(x_.negative);  // zeros
  return {bits((order > 0) == maximum ? x_ : y_), flags::none};
}

}  // namespace verbatim::oracle
