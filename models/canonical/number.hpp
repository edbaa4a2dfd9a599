// How a model program prints numbers: as Python's repr prints a float, or as 0x-hex bits.
//
// The canonical standard output, version 1, knows these two forms alone. Both are independent of locale, C library and
// rounding mode.
#pragma once

#include <cstdint>
#include <string>

#include "models/fp/format.hpp"

namespace verbatim::canonical {

/// The text that Python 3's repr gives for the same double: the shortest digits that round-trip, the closest to the
/// value where there are several; exponent form below 1e-4 and from 1e16, with at least two exponent digits; `.0` on
/// whole numbers; `nan` (whatever its sign and payload), `inf`, `-inf`, `-0.0`.
[[nodiscard]] std::string repr(double number);

/// `repr` of a number of any format that binary64 holds exactly (all of models/fp at most as wide). Precondition:
/// `bits` has no bit above `f.width()`.
[[nodiscard]] std::string repr(std::uint64_t bits, const fp::format& f);

/// `0x` and as many lower-case digits as the width of the format takes: `0x03ff`. Precondition: as above.
[[nodiscard]] std::string hex_bits(std::uint64_t bits, const fp::format& f);

}  // namespace verbatim::canonical
