// Conversions of whole arrays between binary32 and the two 16-bit formats: the scalar model's answers at vector speed.
//
// Every value comes out bit for bit as models/fp/convert.hpp gives it with the NaN rules of x86: a NaN keeps its sign
// and the top bits of its payload and becomes quiet, in both directions. No flags are reported. The answers never
// depend on the caller's MXCSR (rounding direction, flush-to-zero, denormals-are-zero, exception masks), and the
// caller's MXCSR, its sticky flags included, is the same afterwards. Outside x86-64 and on its older processors the
// same answers come from portable integer code (bulk_portable.hpp); nothing here uses the F16C instructions, except in
// namespace hardware, where the caller asks for them by name.
//
// Instruction behaviour: Intel SDM volume 2, VCVTPS2PH and VCVTPH2PS; volume 1, 10.2.3 (MXCSR).
#pragma once

#include <cstdint>
#include <span>

#include "models/fp/rounding.hpp"

namespace verbatim::fp {

// Preconditions of all four: `in` and `out` have the same size and share no byte; the mode is one of ties_even,
// ties_away, toward_zero, up, down and to_odd (stochastic rounding needs digits that a bulk call has no place for).
// A wrong size or mode throws std::invalid_argument before anything is written. Spans need no alignment beyond that of
// their elements.

void convert_binary32_to_binary16(std::span<const std::uint32_t> in, std::span<std::uint16_t> out,
                                  rounding mode = rounding::ties_even);
void convert_binary16_to_binary32(std::span<const std::uint16_t> in, std::span<std::uint32_t> out);

void convert_binary32_to_bfloat16(std::span<const std::uint32_t> in, std::span<std::uint16_t> out,
                                  rounding mode = rounding::ties_even);
void convert_bfloat16_to_binary32(std::span<const std::uint16_t> in, std::span<std::uint32_t> out);

/// The processor's own conversions, for comparison with the model. VCVTPS2PH takes its rounding direction from the
/// instruction, ignores flush-to-zero, and reads subnormal binary32 operands as zeros where the caller's MXCSR says
/// denormals-are-zero (rounding up would then miss the smallest subnormal); these functions run it with a default
/// MXCSR of their own and restore the caller's.
namespace hardware {

/// Whether this processor has the F16C instructions and this library was built for an architecture with them.
[[nodiscard]] bool available();

/// Whether the instruction has this mode: ties_even, toward_zero, up and down.
[[nodiscard]] bool offers(rounding mode);

/// False, and nothing written, where the instructions are not available or don't offer the mode. Sizes as above.
[[nodiscard]] bool convert_binary32_to_binary16(std::span<const std::uint32_t> in, std::span<std::uint16_t> out,
                                                rounding mode = rounding::ties_even);
[[nodiscard]] bool convert_binary16_to_binary32(std::span<const std::uint16_t> in, std::span<std::uint32_t> out);

}  // namespace hardware

}  // namespace verbatim::fp
