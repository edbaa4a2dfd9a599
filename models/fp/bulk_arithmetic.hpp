// Arithmetic on whole arrays of binary16: the scalar model's results at vector speed, for sweeps of every operand.
//
// Every value comes out bit for bit as models/fp/{add,multiply,divide}.hpp give it with the NaN rules of x86: the first
// NaN operand, made quiet, or the negative default NaN of an invalid operation. No flags are reported. As in
// models/fp/bulk.hpp the results never depend on the caller's MXCSR, which is the same afterwards, its sticky flags
// included; and outside x86-64, and on its older processors, they come from the scalar model itself.
//
// How the vector form rounds once although it works in binary32: Boldo and Melquiond, "Emulation of a FMA and correctly
// rounded sums: proved algorithms using rounding to odd" (2008).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/fp/rounding.hpp"

namespace verbatim::fp {

// Preconditions of all: operands and `out` have the same size, and `out` shares no byte with an operand; the mode is one
// of ties_even, ties_away, toward_zero, up, down and to_odd. A wrong size or mode throws std::invalid_argument before
// anything is written. Spans need no alignment beyond that of their elements.

void add_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                  rounding mode = rounding::ties_even);
void subtract_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                       rounding mode = rounding::ties_even);
void multiply_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                       rounding mode = rounding::ties_even);
void divide_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, std::span<std::uint16_t> out,
                     rounding mode = rounding::ties_even);
void square_root_binary16(std::span<const std::uint16_t> a, std::span<std::uint16_t> out,
                          rounding mode = rounding::ties_even);

/// a × b + c.
void fused_multiply_add_binary16(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
                                 std::span<const std::uint16_t> c, std::span<std::uint16_t> out,
                                 rounding mode = rounding::ties_even);

/// a × b + c, the same two factors for every addend.
void add_to_product_binary16(std::uint16_t a, std::uint16_t b, std::span<const std::uint16_t> c,
                             std::span<std::uint16_t> out, rounding mode = rounding::ties_even);

/// The same for many products and one set of addends, which is prepared once: the inner loop of a complete fma. Holds a
/// copy of the addends, six bytes each. Its const functions may run side by side.
class addends_binary16 {
 public:
  explicit addends_binary16(std::span<const std::uint16_t> c);

  [[nodiscard]] std::size_t size() const { return narrow_.size(); }

  /// a × b + c for every c, or for the out.size() ones from `first` on. Throws where there are not so many, too.
  void add_to_product(std::uint16_t a, std::uint16_t b, std::span<std::uint16_t> out,
                      rounding mode = rounding::ties_even) const;
  void add_to_product(std::uint16_t a, std::uint16_t b, std::size_t first, std::span<std::uint16_t> out,
                      rounding mode = rounding::ties_even) const;

 private:
  std::vector<std::uint16_t> narrow_;
  std::vector<std::uint32_t> wide_;
};

}  // namespace verbatim::fp
