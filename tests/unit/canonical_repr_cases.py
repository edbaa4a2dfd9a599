"""Prints `BITS REPR` for many doubles, one a line: sixteen hex digits of the encoding, then Python's own text.

Usage: canonical_repr_cases.py SEED RANDOM_COUNT
"""

import random
import struct
import sys
from math import inf, nextafter


def bits_of(value):
    return struct.unpack(">Q", struct.pack(">d", value))[0]


def double_of(bits):
    return struct.unpack(">d", bits.to_bytes(8, "big"))[0]


def with_neighbours(value, steps):
    yield value
    below = above = value
    for _ in range(steps):
        below, above = nextafter(below, -inf), nextafter(above, inf)
        yield below
        yield above


def chosen():
    """Values picked for where a printer goes wrong; each is printed with both signs."""
    yield from (0.0, inf, 5e-324, 2.225073858507201e-308, 1.7976931348623157e308, 0.1, 0.3, 2.5, 1 / 3, 123456.75)
    for exponent in range(-1074, 1024):
        yield from with_neighbours(2.0**exponent, 2)
    for exponent in range(-323, 309):
        for digit in (1, 2, 5, 9):
            number = float(f"{digit}e{exponent}")
            yield from with_neighbours(number, 3 if digit == 1 else 1) if number < 1.7e308 else (number,)
    for middle in (10**15, 2**53, 10**16, 10**17, 2**63, 2**64):
        yield from (float(middle + offset) for offset in range(-200, 201))
    for switch in (1e-4, 1e-5, 1e16, 1e15, 65504.0, 65520.0, 2.0**-14, 2.0**-24, 2.0**-25):
        yield from with_neighbours(switch, 50)
    for half in range(0x7C00):
        yield struct.unpack(">e", struct.pack(">H", half))[0]


def drawn(generator, count):
    for _ in range(count):
        yield double_of(generator.getrandbits(64))
    for _ in range(count // 4):
        yield double_of(generator.getrandbits(generator.randint(1, 52)))  # subnormal
        yield float(generator.getrandbits(generator.randint(1, 64)))  # whole
        digits = generator.randint(1, 17)
        yield float(f"{generator.randrange(10 ** digits)}e{generator.randint(-330, 300)}")
        yield generator.randrange(10**6) / 10 ** generator.randint(0, 9)  # what a log prints


def main():
    generator = random.Random(int(sys.argv[1]))
    seen = {0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF}
    for value in chosen():
        seen.update((bits_of(value), bits_of(-value)))
    seen.update(map(bits_of, drawn(generator, int(sys.argv[2]))))
    sys.stdout.write("".join(f"{bits:016x} {double_of(bits)!r}\n" for bits in sorted(seen)))


main()
