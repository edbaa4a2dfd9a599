#include "models/fp/bulk_arithmetic.hpp"

#include <stdexcept>

#include "models/fp/bulk_arithmetic_detail.hpp"
#include "models/fp/divide.hpp"
#include "models/fp/multiply.hpp"

namespace verbatim::fp {

namespace bulk {

namespace {

using bits = std::uint16_t;

/// One result after the other by the scalar model. The mode is a constant in each loop, so that the compiler can leave
/// out what the others would need.
template <rounding Mode, typename Operation>
void each(bits* out, std::size_t count, const Operation& result) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<bits>(result(i, attributes(Mode)).bits);
  }
}

template <typename Operation>
void each_in(rounding mode, bits* out, std::size_t count, const Operation& result) {
  switch (mode) {
    case rounding::ties_away: return each<rounding::ties_away>(out, count, result);
    case rounding::toward_zero: return each<rounding::toward_zero>(out, count, result);
    case rounding::up: return each<rounding::up>(out, count, result);
    case rounding::down: return each<rounding::down>(out, count, result);
    case rounding::to_odd: return each<rounding::to_odd>(out, count, result);
    default: return each<rounding::ties_even>(out, count, result);
  }
}

void add_all(const bits* a, const bits* b, bits* out, std::size_t count, rounding mode) {
  each_in(mode, out, count, [=](std::size_t i, const attributes& how) { return add(a[i], b[i], binary16, how); });
}

void subtract_all(const bits* a, const bits* b, bits* out, std::size_t count, rounding mode) {
  each_in(mode, out, count, [=](std::size_t i, const attributes& how) { return subtract(a[i], b[i], binary16, how); });
}

void multiply_all(const bits* a, const bits* b, bits* out, std::size_t count, rounding mode) {
  each_in(mode, out, count, [=](std::size_t i, const attributes& how) { return multiply(a[i], b[i], binary16, how); });
}

void divide_all(const bits* a, const bits* b, bits* out, std::size_t count, rounding mode) {
  each_in(mode, out, count, [=](std::size_t i, const attributes& how) { return divide(a[i], b[i], binary16, how); });
}

void square_root_all(const bits* a, bits* out, std::size_t count, rounding mode) {
  each_in(mode, out, count, [=](std::size_t i, const attributes& how) { return square_root(a[i], binary16, how); });
}

void fused_multiply_add_all(const bits* a, const bits* b, const bits* c, bits* out, std::size_t count, rounding mode) {
  each_in(mode, out, count,
          [=](std::size_t i, const attributes& how) { return fused_multiply_add(a[i], b[i], c[i], binary16, how); });
}

void add_to_product_all(bits a, bits b, const bits* c, const std::uint32_t* /*wide_c*/, bits* out, std::size_t count,
                        rounding mode) {
  each_in(mode, out, count,
          [=](std::size_t i, const attributes& how) { return fused_multiply_add(a, b, c[i], binary16, how); });
}

constexpr arithmetic_kernels table{add_all,         subtract_all,           multiply_all,      divide_all,
                                   square_root_all, fused_multiply_add_all, add_to_product_all};

void run(arithmetic_kernels::two_operands kernel, std::span<const bits> a, std::span<const bits> b, std::span<bits> out,
         rounding mode) {
  check_sizes(a.size(), out.size());
  check_sizes(b.size(), out.size());
  check_mode(mode);
  kernel(a.data(), b.data(), out.data(), out.size(), mode);
}

}  // namespace

const arithmetic_kernels& portable_arithmetic() { return table; }

const arithmetic_kernels* find_arithmetic(implementation which) {
  if (which == implementation::portable) {
    return &portable_arithmetic();
  }
  // It needs what the conversions need, and calls them.
  return find(which) != nullptr ? avx2_arithmetic() : nullptr;
}

const arithmetic_kernels& best_arithmetic() {
  static const arithmetic_kernels* const avx2 = find_arithmetic(implementation::avx2);
  return avx2 != nullptr ? *avx2 : portable_arithmetic();
}

}  // namespace bulk

void add_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                  rounding mode) {
  bulk::run(bulk::best_arithmetic().add, a, b, out, mode);
}

void subtract_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                       rounding mode) {
  bulk::run(bulk::best_arithmetic().subtract, a, b, out, mode);
}

void multiply_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                       rounding mode) {
  bulk::run(bulk::best_arithmetic().multiply, a, b, out, mode);
}

void divide_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                     rounding mode) {
  bulk::run(bulk::best_arithmetic().divide, a, b, out, mode);
}

void square_root_binary16(std::span<const std::uint16_t> a, std::span<std::uint16_t> out, rounding mode) {
  bulk::check_sizes(a.size(), out.size());
  bulk::check_mode(mode);
  bulk::best_arithmetic().square_root(a.data(), out.data(), out.size(), mode);
}

void fused_multiply_add_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
                                 std::span<const std::uint16_t> c, std::span<std::uint16_t> out, rounding mode) {
  bulk::check_sizes(a.size(), out.size());
  bulk::check_sizes(b.size(), out.size());
  bulk::check_sizes(c.size(), out.size());
  bulk::check_mode(mode);
  bulk::best_arithmetic().fused_multiply_add(a.data(), b.data(), c.data(), out.data(), out.size(), mode);
}

void add_to_product_binary16(std::uint16_t a, std::uint16_t b, std::span<const std::uint16_t> c,
                             std::span<std::uint16_t> out, rounding mode) {
  bulk::check_sizes(c.size(), out.size());
  bulk::check_mode(mode);
  bulk::best_arithmetic().add_to_product(a, b, c.data(), nullptr, out.data(), out.size(), mode);
}

addends_binary16::addends_binary16(std::span<const std::uint16_t> c) : narrow_(c.begin(), c.end()), wide_(c.size()) {
  bulk::best().binary16_to_binary32(narrow_.data(), wide_.data(), narrow_.size());
}

void addends_binary16::add_to_product(std::uint16_t a, std::uint16_t b, std::span<std::uint16_t> out,
                                      rounding mode) const {
  bulk::check_sizes(narrow_.size(), out.size());
  add_to_product(a, b, 0, out, mode);
}

void addends_binary16::add_to_product(std::uint16_t a, std::uint16_t b, std::size_t first, std::span<std::uint16_t> out,
                                      rounding mode) const {
  if (first > narrow_.size() || out.size() > narrow_.size() - first) {
    throw std::invalid_argument("bulk: there are not so many addends");
  }
  bulk::check_mode(mode);
  bulk::best_arithmetic().add_to_product(a, b, narrow_.data() + first, wide_.data() + first, out.data(), out.size(),
                                         mode);
}

}  // namespace verbatim::fp
