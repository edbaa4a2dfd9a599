#!/usr/bin/env python3
"""Model program `decay` in Python: prints the same bytes as decay.cpp. Standard library only."""

import os
import sys
from struct import unpack

LARGEST_HALF = unpack("<e", b"\xff\x7b")[0]
START = 1 << 16
STEPS = 8
FIRST_BOUND = 32000.0
CHECKED_ROW, EXPECTED = 4, 8192


def trajectory():
    """Yields (scale, bound, product, overflows) for each step."""
    scale, bound = START, FIRST_BOUND
    for _ in range(STEPS):
        product = scale * bound
        overflows = product > LARGEST_HALF
        yield scale, bound, product, overflows
        scale >>= int(overflows)
        bound /= 2


def lines():
    yield f"起始尺度={START} 规则=每遇overflow减半 固定步数={STEPS} fp16上限={LARGEST_HALF!r}"
    scales = []
    for row, (scale, bound, product, overflows) in enumerate(trajectory(), start=1):
        scales.append(scale)
        tag = "OVERFLOW" if overflows else "IN_RANGE"
        yield f"第{row}行 scale={scale} 梯度上限={bound!r} 缩放值={product!r} 判定={tag} 下一步={scale >> 1}"
    computed = scales[CHECKED_ROW - 1]
    tag = "MATCH" if computed == EXPECTED else "MISMATCH"
    yield f"第{CHECKED_ROW}行检查 实算={computed} 期望={EXPECTED} 判定={tag}"
    yield "八行尺度序列=" + ",".join(map(str, scales))


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
