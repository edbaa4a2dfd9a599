#!/usr/bin/env python3
"""Model program `boundaries` in Python: prints the same bytes as boundaries.cpp. Standard library only.

It works on exact fractions: the two binary16 numbers around a value are found by bisection over decoded encodings, and
rounding picks one by comparing distances. Flags come from a second rounding, to 11 digits of unbounded exponent, as
IEEE 754-2019 words overflow and (after-rounding) underflow. Rounding looks at no bit of a double.
"""

import os
import sys
from bisect import bisect_right
from fractions import Fraction
from math import inf, nextafter
from struct import pack, unpack

INFINITY = 0x7C00
PRECISION = 11
MODES = ("ties-even", "ties-away", "zero", "up", "down")


def decode(bits):
    """The exact value of a positive encoding. Infinity stands where the next number would, were there one."""
    return Fraction(1 << 16) if bits == INFINITY else Fraction(unpack(">e", pack(">H", bits))[0])


LARGEST, SMALLEST_NORMAL = decode(INFINITY - 1), decode(0x0400)


def chooses_upper(mode, lower, value, upper, lower_is_even):
    """Which of two neighbours a positive value strictly between them rounds to."""
    if mode in ("zero", "up", "down"):
        return mode == "up"
    below, above = value - lower, upper - value
    if below == above:
        return mode == "ties-away" or not lower_is_even
    return above < below


def around(value):
    """The encodings of the greatest binary16 at or below a positive value and the least at or above it."""
    floor = bisect_right(range(INFINITY + 1), value, key=decode) - 1
    return floor, floor if decode(floor) == value else floor + 1


def unbounded(value, mode):
    """Rounds to PRECISION digits, the exponent as large or as small as it takes."""
    unit = Fraction(1)
    while value / unit >= 1 << PRECISION:
        unit *= 2
    while value / unit < 1 << (PRECISION - 1):
        unit /= 2
    digits = value // unit
    lower, upper = digits * unit, (digits + 1) * unit
    if lower == value:
        return value
    return upper if chooses_upper(mode, lower, value, upper, digits % 2 == 0) else lower


def round_half(value, mode):
    """Encoding and flags of a positive fraction rounded to binary16."""
    ideal = unbounded(value, mode)
    if ideal > LARGEST:
        return (INFINITY - 1 if mode in ("zero", "down") else INFINITY), "overflow,inexact"
    floor, ceiling = around(value)
    if floor == ceiling:
        return floor, "none"
    upper = chooses_upper(mode, decode(floor), value, decode(ceiling), floor % 2 == 0)
    return (ceiling if upper else floor), "underflow,inexact" if ideal < SMALLEST_NORMAL else "inexact"


def describe(bits):
    if bits == INFINITY:
        return f"0x{bits:04x} inf infinity"
    value = decode(bits)
    kind = "normal" if value >= SMALLEST_NORMAL else "subnormal" if value else "zero"
    return f"0x{bits:04x} {float(value)!r} {kind}"


def lines():
    yield (
        "binary16 boundaries: bits as 0x-hex (IEEE 754-2019 interchange format), values as Python repr, one rounding "
        "from binary64, tininess after rounding"
    )
    points = (
        ("65504", Fraction(65504), "the largest finite number"),
        ("65520", Fraction(65520), "half a unit above the largest finite number"),
        ("2^-14", Fraction(1, 1 << 14), "the smallest normal number"),
        ("2^-24", Fraction(1, 1 << 24), "the smallest subnormal number"),
        ("2^-25", Fraction(1, 1 << 25), "half the smallest subnormal number"),
    )
    for label, point, role in points:
        here = float(point)
        floor, ceiling = around(point)
        on_grid = floor == ceiling
        yield f"point {label}: {here!r}, {role}"
        yield f"binary16 below: {describe(floor - 1 if on_grid else floor)}"
        yield f"binary16 here: {describe(floor) if on_grid else 'none'}"
        yield f"binary16 above: {describe(ceiling + 1 if on_grid else ceiling)}"
        for place, double in (("below", nextafter(here, 0.0)), ("here", here), ("above", nextafter(here, inf))):
            yield f"binary64 {place}: 0x{pack('>d', double).hex()} {double!r}"
            for mode in MODES:
                bits, flags = round_half(Fraction(double), mode)
                yield f"round {double!r} {mode}: {describe(bits)} flags={flags}"


def main():
    text = "".join(line + "\n" for line in lines())
    try:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()
    except (OSError, AttributeError) as error:  # AttributeError: standard output was closed before the start
        os.write(2, f"cannot write standard output: {error}\n".encode("utf-8"))
        os._exit(3)  # the interpreter's own exit would flush again and turn this into 120


if __name__ == "__main__":
    main()
