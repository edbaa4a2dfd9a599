#include "fuzz/boundary_mutator.hpp"

#include <algorithm>
#include <cstring>

#include "models/fp/boundary.hpp"

namespace verbatim::fuzz {
namespace {

using random_source = fp::boundary::split_mix;

// Cases that come from one draw, of which the others are cheap variants: a draw costs as much as many cases.
constexpr std::size_t variants = 8;

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
  const fp::exact value =
      size >> 62 == 0 ? fp::exact{negative, 2 * size + half, -1} : fp::exact{negative, size, 0};
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

// Next to a case, other cases that are hard: a unit up or down, the other sign, an operand of another magnitude.
void write_cases(random_source& random, const oracle::function& what, std::uint8_t* to, std::size_t count) {
  const std::size_t arity = what.operands.size();
  std::array<std::size_t, 3> bytes{};
  std::array<std::uint64_t, 3> masks{};
  std::array<std::uint64_t, 3> tops{};
  for (std::size_t i = 0; i < arity; ++i) {
    const int width = what.operands[i].width();
    bytes[i] = what.operands[i].bytes();
    masks[i] = ~std::uint64_t{0} >> (64 - width);
    tops[i] = std::uint64_t{1} << (width - 1);
  }
  for (std::size_t done = 0; done < count; done += variants) {
    const oracle::operands first = drawn(random, what);
    std::uint64_t digits = random();
    for (std::size_t k = done; k < std::min(count, done + variants); ++k) {
      oracle::operands x = first;
      if (k != done) {
        const std::size_t which = arity == 1 ? 0 : (digits & 3) % arity;
        const std::uint64_t how = digits >> 2 & 7;
        if (how < 4) {
          x[which] += (how & 1) != 0 ? how + 1 : 0 - how - 1;  // 2 and 4 up, 1 and 3 down
        } else if (how < 6) {
          x[which] ^= tops[which];
        } else {
          x[which] ^= std::uint64_t{1} << (digits >> 5 & 15);
        }
        x[which] &= masks[which];
        digits >>= 8;
      }
      for (std::size_t i = 0; i < arity; ++i) {
        std::memcpy(to, &x[i], bytes[i]);
        to += bytes[i];
      }
    }
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
