#include "fuzz/boundary_mutator.hpp"

#include <algorithm>
#include <cstring>

#include "models/fp/boundary.hpp"

namespace verbatim::fuzz {
namespace {

using random_source = fp::boundary::split_mix;

std::uint64_t integer_operand(random_source& random, const fp::integer_format& kind, const fp::format* to) {
  std::uint64_t size = 0;
  if (to != nullptr && fp::boundary::draw(random, 4) != 0) {
    // A number of the format or a middle between two of them, shifted to an integer, and what is next to it.
    const std::uint64_t digits = (fp::boundary::significand_pattern(random, to->significand_bits) << 1 |
                                  std::uint64_t{1} << to->significand_bits) +
                                 fp::boundary::draw(random, 2);
    const int free = kind.width - to->significand_bits - 1;
    size = free > 0 ? digits << fp::boundary::draw(random, static_cast<std::uint64_t>(free) + 1) : digits;
    size += fp::boundary::draw(random, 3) - 1;
  } else {
    size = random() >> fp::boundary::draw(random, static_cast<std::uint64_t>(kind.width));
  }
  return ((random() & 1) != 0 ? size : 0 - size) & kind.mask();
}

// A number of the format whose integer part is at the edge of `to`, or that is half way between two integers.
std::uint64_t hard_for_integer(random_source& random, const fp::format& from, const fp::integer_format& to) {
  if (fp::boundary::draw(random, 3) == 0) return fp::boundary::value(random, from);
  std::uint64_t size = to.largest();
  switch (fp::boundary::draw(random, 4)) {
    case 0: break;
    case 1: size = to.lowest_magnitude(); break;
    default: size = random() >> fp::boundary::draw(random, 64); break;
  }
  const bool negative = from.is_signed && (random() & 1) != 0;
  const std::uint64_t half = random() & 1;
  const fp::exact value = size >> 62 == 0 ? fp::exact{negative, 2 * size + half, -1} : fp::exact{negative, size, 0};
  const std::uint64_t bits = fp::round_pack(value, from, fp::rounding::toward_zero).bits;
  return (bits + fp::boundary::draw(random, 3) - 1) & (from.magnitude_mask() | from.sign_mask());
}

oracle::operands drawn(random_source& random, const oracle::function& what) {
  const std::vector<oracle::column>& columns = what.operands;
  if (columns[0].integer != nullptr) return {integer_operand(random, *columns[0].integer, what.result.format), 0, 0};
  const fp::format& f = *columns[0].format;
  if (columns.size() == 3) return fp::boundary::triple(random, f);
  if (columns.size() == 1) {
    if (what.result.integer != nullptr) return {hard_for_integer(random, f, *what.result.integer), 0, 0};
    if (what.result.format != nullptr && what.result.format != &f)
      return {fp::boundary::hard_to_round(random, f, *what.result.format), 0, 0};
    return {fp::boundary::value(random, f), 0, 0};
  }
  const std::uint64_t a = fp::boundary::value(random, f);
  // scaleB's number of binades.
  if (columns[1].integer != nullptr) {
    const std::uint64_t reach = 4U << f.exponent_bits;
    return {a, fp::boundary::draw(random, 8) == 0 ? random() : fp::boundary::draw(random, reach) - reach / 2, 0};
  }
  return {a, fp::boundary::partner(random, a, f), 0};
}

// Next to a case, other cases that are hard: a unit or a few up or down, the other sign, another digit.
struct variant {
  std::uint64_t add;
  bool flips_sign;
  bool flips_digit;
};
constexpr std::uint64_t less(std::uint64_t by) { return 0 - by; }
constexpr std::array<variant, 16> variants{{{0, false, false},
                                            {1, false, false},
                                            {less(1), false, false},
                                            {0, true, false},
                                            {2, false, false},
                                            {less(2), false, false},
                                            {1, true, false},
                                            {less(1), true, false},
                                            {3, false, false},
                                            {less(3), false, false},
                                            {0, false, true},
                                            {1, false, true},
                                            {less(1), false, true},
                                            {0, true, true},
                                            {0, false, true},
                                            {0, false, true}}};

template <std::size_t Bytes>
void write_of_one(random_source& random, const oracle::function& what, std::uint8_t* to, std::size_t count) {
  const auto width = static_cast<unsigned>(what.operands[0].width());
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
  const std::uint64_t top = std::uint64_t{1} << (width - 1);
  for (std::size_t done = 0; done < count; done += variants.size()) {
    const std::uint64_t first = drawn(random, what)[0];
    std::uint64_t places = random();
    const std::size_t end = std::min(count - done, variants.size());
    for (std::size_t k = 0; k < end; ++k) {
      const variant& now = variants[k];
      const std::uint64_t digit = std::uint64_t{1} << (places & 63);
      places = now.flips_digit ? places >> 6 : places;
      const std::uint64_t bits =
          ((first + now.add) ^ (now.flips_sign ? top : 0) ^ (now.flips_digit ? digit : 0)) & mask;
      std::memcpy(to, &bits, Bytes);
      to += Bytes;
    }
  }
}

// The variant is one operand's.
void write_of_more(random_source& random, const oracle::function& what, std::uint8_t* to, std::size_t count) {
  const std::size_t arity = what.operands.size();
  for (std::size_t done = 0; done < count; done += variants.size()) {
    const oracle::operands first = drawn(random, what);
    std::uint64_t choices = random();
    const std::size_t end = std::min(count - done, variants.size());
    for (std::size_t k = 0; k < end; ++k) {
      oracle::operands x = first;
      const std::size_t which = (choices & 15) % arity;
      const auto width = static_cast<unsigned>(what.operands[which].width());
      const variant& now = variants[k];
      x[which] += now.add;
      if (now.flips_sign) x[which] ^= std::uint64_t{1} << (width - 1);
      if (now.flips_digit) x[which] ^= std::uint64_t{1} << (random() % width);
      x[which] &= ~std::uint64_t{0} >> (64 - width);
      choices >>= 4;
      for (std::size_t i = 0; i < arity; ++i) {
        const std::size_t bytes = what.operands[i].bytes();
        std::memcpy(to, &x[i], bytes);
        to += bytes;
      }
    }
  }
}

void write_cases(random_source& random, const oracle::function& what, std::uint8_t* to, std::size_t count) {
  if (what.operands.size() > 1) return write_of_more(random, what, to, count);
  switch (what.operands[0].bytes()) {
    case 1: return write_of_one<1>(random, what, to, count);
    case 2: return write_of_one<2>(random, what, to, count);
    case 4: return write_of_one<4>(random, what, to, count);
    default: return write_of_one<8>(random, what, to, count);
  }
}

}  // namespace

std::size_t mutate_boundary(const value_domain& domain, std::uint8_t* data, std::size_t size, std::size_t max_size,
                            unsigned seed) {
  random_source random{seed};
  // One in two keeps what the header asks: what was new there is worth more cases.
  if (size < header_bytes || fp::boundary::draw(random, 2) == 0) {
    const std::uint64_t choice = random();
    std::memcpy(data, &choice, 8);
    // Attributes are rare in programs, and most of what is wrong is wrong without them.
    if ((random() & 3) != 0) data[3] = data[4] = 0;
    const std::uint64_t digits = random();
    std::memcpy(data + 8, &digits, 8);
  }
  const std::optional<batch_header> header = read_header(domain, {data, header_bytes});
  const oracle::function& what = domain.functions[header->function];
  const std::size_t one = case_bytes(what);
  std::size_t count = (std::min(max_size, most_bytes) - header_bytes) / one;
  if (count > 1 && fp::boundary::draw(random, 8) == 0) count = 1 + fp::boundary::draw(random, count);
  write_cases(random, what, data + header_bytes, count);
  return header_bytes + count * one;
}

}  // namespace verbatim::fuzz
