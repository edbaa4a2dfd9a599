#include "harness/prove/fault.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "models/fp/add.hpp"
#include "models/fp/multiply.hpp"
#include "models/fp/neighbours.hpp"

namespace verbatim::prove {
namespace {

using fp::format;
using fp::rounding;
using kind = mismatch_kind;

// `to` with more digits and one exponent bit more; what both hold has the same magnitude, moved up by the digits.
format widened(const format& to, int digits) {
  return {.name = "wider",
          .exponent_bits = to.exponent_bits + 1,
          .significand_bits = to.significand_bits + digits,
          .bias = to.bias,
          .subnormals = to.subnormals};
}

class examination {
 public:
  examination(const oracle::question& asked, const mismatch& one)
      : asked_(&asked), what_(&asked.what), x_(one.operands), right_(one.reference), wrong_(one.given) {}

  fault run() {
    const oracle::column& result = what_->result;
    const int width = result.width();
    if (width < 64 && ((right_.bits | wrong_.bits) >> width) != 0) return {kind::bits_above_the_width};
    if (right_.bits == wrong_.bits) return {kind::flags};
    if (result.is_nan(right_.bits) && result.is_nan(wrong_.bits)) return of_two_nans(*result.format);
    model_ = answer(asked_->how);
    const bool swapped = model_.bits == wrong_.bits;
    if (swapped) std::swap(right_, wrong_);
    fault out = result.format != nullptr      ? of_numbers(*result.format)
                : result.integer == nullptr   ? of_truth()
                : what_->operation == nullptr ? of_integer(*result.integer)
                                              : fault{};
    out.reference_is_wrong = swapped;
    return out;
  }

  // What explain says of the exact result.
  [[nodiscard]] fp::outcome in_mode(rounding mode) const {
    fp::attributes how = asked_->how;
    how.mode = mode;
    return answer(how);
  }

  // The result rounded to another format: no value where the operation has none but its own.
  [[nodiscard]] std::optional<fp::outcome> rounded_to(const format& to, rounding mode) const {
    fp::attributes how = asked_->how;
    how.mode = mode;
    how.saturate = how.flush_to_zero = false;
    const oracle::column& first = what_->operands[0];
    if (what_->operation == nullptr) {
      if (first.integer != nullptr) return fp::from_integer(x_[0], *first.integer, to, how);
      return fp::convert(x_[0], *first.format, to, how);  // on its way to an integer
    }
    if (what_->operation->result == fp::result_kind::chosen_format)
      return what_->operation->evaluate(x_, *first.format, to, how);
    return std::nullopt;
  }

  // Half way between two neighbours, exactly.
  [[nodiscard]] bool is_tie() const {
    const oracle::column& first = what_->operands[0];
    const bool to_whole = what_->result.integer != nullptr ||
                          (what_->operation != nullptr && what_->operation->name.starts_with("round"));
    if (to_whole) {
      const fp::unpacked value = fp::unpack(x_[0], *first.format);
      return value.kind < fp::number_class::infinity && value.exponent < 0 && value.exponent > -64 &&
             value.significand << (64 + value.exponent) == fp::one_half;
    }
    if (what_->result.format->significand_bits <= digits_at_most - 1) {
      const auto finer = rounded_to(widened(*what_->result.format, 1), rounding::toward_zero);
      if (finer) return (finer->bits & 1) != 0 && finer->raised == fp::flags::none;
    }
    return in_mode(rounding::ties_even).bits != in_mode(rounding::ties_away).bits;
  }

  [[nodiscard]] bool nan_operand() const {
    return any_operand([](std::uint64_t bits, const format& f) { return fp::is_nan(bits, f); });
  }

 private:
  static constexpr int digits_at_most = 50;

  [[nodiscard]] fp::outcome answer(const fp::attributes& how) const { return what_->evaluate(x_, how, asked_->exact); }

  template <class Predicate>
  [[nodiscard]] bool any_operand(Predicate holds) const {
    for (std::size_t i = 0; i < what_->operands.size(); ++i)
      if (what_->operands[i].format != nullptr && holds(x_[i], *what_->operands[i].format)) return true;
    return false;
  }
  [[nodiscard]] bool operand_of(fp::number_class wanted) const {
    return any_operand([wanted](std::uint64_t bits, const format& f) { return fp::classify(bits, f) == wanted; });
  }
  [[nodiscard]] bool is_fma() const { return what_->operation != nullptr && what_->operation->name == "fma"; }
  [[nodiscard]] bool nearest() const {
    return asked_->how.mode == rounding::ties_even || asked_->how.mode == rounding::ties_away;
  }

  // The quiet bit before the rest: a signaling NaN often loses its payload besides.
  [[nodiscard]] fault of_two_nans(const format& f) const {
    const std::uint64_t changed = right_.bits ^ wrong_.bits;
    if (f.nans == fp::nan_encoding::ieee && (changed & f.quiet_bit()) != 0) return {kind::nan_quieting};
    return {(changed & ~f.sign_mask()) != 0 ? kind::nan_payload : kind::nan_sign};
  }

  [[nodiscard]] fault of_truth() const {
    if (nan_operand()) return {kind::unordered};
    if (const auto found = as_if_operands_were_flushed()) return *found;
    const bool zeros = !any_operand([](std::uint64_t bits, const format& f) { return fp::magnitude(bits, f) != 0; });
    return {zeros && x_[0] != x_[1] ? kind::sign_of_zero : kind::wrong_value};
  }

  [[nodiscard]] fault of_integer(const fp::integer_format& to) const {
    const std::uint64_t step = (wrong_.bits - right_.bits) & to.mask();
    if (has(model_.raised, fp::flags::invalid)) {
      const std::array<std::uint64_t, 5> ends{0, to.largest(), to.top_bit(), to.mask(), to.lowest_magnitude()};
      return {std::ranges::find(ends, wrong_.bits) != ends.end() ? kind::saturation : kind::wrong_value};
    }
    if (wrong_.bits == ((0 - right_.bits) & to.mask())) return {kind::sign};
    if (const auto found = as_if_rounded_otherwise()) return *found;
    if (const auto found = as_if_operands_were_flushed()) return *found;
    return {step == 1 || step == to.mask() ? kind::off_by_one_ulp : kind::wrong_value};
  }

  [[nodiscard]] fault of_numbers(const format& f) const {
    if (is_fma() && !nan_operand()) {
      if (const auto found = as_if_rounded_twice()) return *found;
      if (const auto found = as_if_not_fused()) return *found;
    }
    const std::uint64_t right = fp::magnitude(right_.bits, f);
    const std::uint64_t wrong = fp::magnitude(wrong_.bits, f);
    const bool to_the_top = right == f.largest_finite() && stands_for_overflow(wrong_.bits, f);
    const bool from_the_top = wrong == f.largest_finite() && stands_for_overflow(right_.bits, f);
    if ((to_the_top || from_the_top) && !nan_operand() && !has(model_.raised, fp::flags::invalid)) return at_the_top(f);
    if (fp::is_nan(right_.bits, f)) return {kind::nan_lost};
    if (fp::is_nan(wrong_.bits, f)) return {kind::nan_made};
    if (right == wrong) return {right == 0 && f.subnormals ? kind::sign_of_zero : kind::sign};
    if (const auto found = as_if_carry_was_lost(right, wrong, f)) return *found;
    if (what_->rounds)
      if (const auto found = as_if_rounded_otherwise()) return *found;
    if (const auto found = as_if_flushed(wrong, f)) return *found;
    if (what_->rounds) {
      if (const auto found = right_in_another_mode()) return *found;
      if (const auto found = as_if_rounded_to_fewer_digits(f)) return *found;
    }
    const bool tiny = fp::classify(right_.bits, f) == fp::number_class::subnormal ||
                      has(model_.raised, fp::flags::underflow) || operand_of(fp::number_class::subnormal);
    if (tiny) return {kind::subnormal};
    return {fp::ulp_distance(right_.bits, wrong_.bits, f) == 1U ? kind::off_by_one_ulp : kind::wrong_value};
  }

  static bool stands_for_overflow(std::uint64_t bits, const format& f) {
    return f.infinities ? fp::magnitude(bits, f) == f.infinity() : fp::is_nan(bits, f);
  }

  // The largest finite number and what stands past it.
  [[nodiscard]] fault at_the_top(const format& f) const {
    if (operand_of(fp::number_class::infinity)) return {kind::saturation};
    if (what_->rounds) {
      if (const auto found = as_if_rounded_twice()) return *found;
      if (!nearest() && in_mode(rounding::ties_even).bits == wrong_.bits) return {kind::mode_ignored};
    }
    // Whether the exact result is less than a unit in the last place past it.
    const int surplus = std::max(0, f.significand_bits - digits_at_most);
    const auto wide = rounded_to(widened(f, -surplus), rounding::toward_zero);
    const std::uint64_t magnitude_mask = widened(f, -surplus).magnitude_mask();
    const bool near = !wide || (wide->bits & magnitude_mask) <= f.largest_finite() >> surplus;
    return {near ? kind::overflow_boundary : kind::saturation};
  }

  // Up to a power of two, and the exponent stayed: half of the right answer.
  [[nodiscard]] std::optional<fault> as_if_carry_was_lost(std::uint64_t right, std::uint64_t wrong,
                                                          const format& f) const {
    const bool halved = f.fraction_bits() > 0 && (right & f.fraction_mask()) == 0 && wrong != 0 &&
                        wrong + f.hidden_bit() == right && ((right_.bits ^ wrong_.bits) & f.sign_mask()) == 0;
    if (!halved || !what_->rounds) return std::nullopt;
    if (fp::magnitude(in_mode(rounding::toward_zero).bits, f) != right - 1) return std::nullopt;
    return fault{kind::lost_carry};
  }

  // Faults that only results between two numbers can show.
  [[nodiscard]] std::optional<fault> as_if_rounded_otherwise() const {
    const std::uint64_t down = in_mode(rounding::down).bits;
    const std::uint64_t up = in_mode(rounding::up).bits;
    if (down == up) return std::nullopt;
    const bool neighbour = wrong_.bits == down || wrong_.bits == up;
    if (neighbour && nearest() && is_tie()) return fault{kind::tie};
    if (const auto found = as_if_rounded_twice()) return found;
    if (neighbour && sticky_bit_was_lost()) return fault{kind::lost_sticky_bit};
    // Who ignores the mode rounds to nearest; the other modes are asked for after what is likelier than they.
    if (!nearest() && in_mode(rounding::ties_even).bits == wrong_.bits) return fault{kind::mode_ignored};
    return what_->result.integer != nullptr ? right_in_another_mode() : std::nullopt;
  }

  [[nodiscard]] std::optional<fault> right_in_another_mode() const {
    for (const rounding mode : {rounding::ties_even, rounding::toward_zero, rounding::up, rounding::down,
                                rounding::ties_away, rounding::to_odd})
      if (mode != asked_->how.mode && in_mode(mode).bits == wrong_.bits) return fault{kind::mode_ignored, mode};
    return std::nullopt;
  }

  // Through the formats that programs compute in: the wider first.
  [[nodiscard]] std::optional<fault> as_if_rounded_twice() const {
    for (const format* const each : {&fp::binary64, &fp::binary32, &fp::binary16, &fp::bfloat16})
      if (holds_more_than_the_result(*each) && loses_some(*each))
        if (const auto found = as_if_through(*each)) return found;
    return std::nullopt;
  }

  // A multiplication and an addition: twice rounded, and the product may overflow or vanish where the result does not.
  [[nodiscard]] std::optional<fault> as_if_not_fused() const {
    const format& f = *what_->operands[0].format;
    const fp::outcome product = fp::multiply(x_[0], x_[1], f, f, asked_->how);
    if (fp::add(product.bits, x_[2], f, f, asked_->how).bits != wrong_.bits) return std::nullopt;
    return fault{.kind = kind::double_rounding, .through = &f, .between = product.bits, .of_product = true};
  }

  // Coarser than the result's own: what remains after everything else was asked.
  [[nodiscard]] std::optional<fault> as_if_rounded_to_fewer_digits(const format& f) const {
    for (const format* const each : {&fp::binary16, &fp::bfloat16})
      if (each != &f && !holds_more_than_the_result(*each) && loses_some(*each))
        if (const auto found = as_if_through(*each)) return found;
    return std::nullopt;
  }

  [[nodiscard]] bool holds_more_than_the_result(const format& through) const {
    if (what_->result.integer != nullptr) return through.significand_bits >= fp::binary32.significand_bits;
    const format& f = *what_->result.format;
    return through.significand_bits >= f.significand_bits + 2 && through.exponent_bits >= f.exponent_bits;
  }

  // A conversion through a format that holds every operand rounds once.
  [[nodiscard]] bool loses_some(const format& through) const {
    const oracle::column& first = what_->operands[0];
    if (first.integer != nullptr) return first.integer->width > through.significand_bits;
    if (what_->is_conversion())
      return first.format->significand_bits > through.significand_bits ||
             first.format->exponent_bits > through.exponent_bits;
    return first.format != &through;
  }

  [[nodiscard]] std::optional<fault> as_if_through(const format& through) const {
    for (const rounding first : {asked_->how.mode, rounding::ties_even}) {
      const auto between = rounded_to(through, first);
      if (!between) return std::nullopt;
      const std::uint64_t final =
          what_->result.format != nullptr
              ? fp::convert(between->bits, through, *what_->result.format, asked_->how).bits
              : fp::to_integer(between->bits, through, *what_->result.integer, asked_->how, asked_->exact).bits;
      if (final == wrong_.bits)
        return fault{.kind = kind::double_rounding, .through = &through, .between = between->bits};
      if (asked_->how.mode == rounding::ties_even) break;
    }
    return std::nullopt;
  }

  // So close to half way that the lowest digits alone tell it: within 1/64 of a unit in the last place. Further away, an
  // answer that is wrong in this way is as likely a truncated one. Differences can lose digits below half way too.
  [[nodiscard]] bool sticky_bit_was_lost() const {
    constexpr int digits = 6;
    if (asked_->how.mode != rounding::ties_even || what_->result.format == nullptr ||
        what_->result.format->significand_bits + digits > digits_at_most)
      return false;
    const auto finer = rounded_to(widened(*what_->result.format, digits), rounding::toward_zero);
    if (!finer || finer->raised == fp::flags::none) return false;
    const std::uint64_t below = finer->bits & ((1U << digits) - 1);
    constexpr std::uint64_t half = 1U << (digits - 1);
    const bool odd = ((finer->bits >> digits) & 1) != 0;
    return below == half ? !odd : below == half - 1 && odd && !what_->is_conversion();
  }

  [[nodiscard]] std::optional<fault> as_if_flushed(std::uint64_t wrong, const format& f) const {
    fp::attributes how = asked_->how;
    how.flush_to_zero = !how.flush_to_zero;
    const std::uint64_t flushed = answer(how).bits;
    const bool to_zero = wrong == 0 && fp::magnitude(flushed, f) == 0;
    // Zeros of every sign, and what rounds up to the smallest normal number: some call that tiny.
    const bool from_edge = wrong == 0 && fp::magnitude(right_.bits, f) == f.smallest_normal() && what_->rounds &&
                           fp::magnitude(in_mode(rounding::toward_zero).bits, f) < f.smallest_normal();
    if (to_zero || from_edge || flushed == wrong_.bits) return fault{.kind = kind::subnormal, .flushed = true};
    return as_if_operands_were_flushed();
  }

  [[nodiscard]] std::optional<fault> as_if_operands_were_flushed() const {
    if (!operand_of(fp::number_class::subnormal)) return std::nullopt;
    fp::attributes how = asked_->how;
    how.denormals_are_zero = !how.denormals_are_zero;
    if (answer(how).bits != wrong_.bits) return std::nullopt;
    return fault{.kind = kind::subnormal, .flushed = true, .flushed_operand = true};
  }

  const oracle::question* asked_;
  const oracle::function* what_;
  oracle::operands x_;
  observed right_;
  observed wrong_;
  fp::outcome model_{};
};

}  // namespace

fault find_fault(const oracle::question& asked, const mismatch& one) { return examination(asked, one).run(); }

surroundings surroundings_of(const oracle::question& asked, const oracle::operands& operands) {
  oracle::question plain = asked;
  plain.how.saturate = plain.how.flush_to_zero = false;
  const examination here(plain, {operands, {}, {}});
  surroundings out{here.in_mode(rounding::down).bits, here.in_mode(rounding::up).bits, false, std::nullopt};
  out.tie = out.down != out.up && here.is_tie();
  if (asked.what.result.format != &fp::binary64) out.wide = here.rounded_to(fp::binary64, rounding::ties_even);
  return out;
}

}  // namespace verbatim::prove
