#!/usr/bin/env python3
"""Model program `range` in Python: prints the same bytes as range.cpp. Standard library only."""

import os
import sys
from collections import Counter
from struct import unpack


def half(bits):
    """The value of a binary16 encoding."""
    return unpack("<e", bits.to_bytes(2, "little"))[0]


LARGEST, SMALLEST_NORMAL = half(0x7BFF), half(0x0400)


def verdict(value):
    if value > LARGEST:
        return "OVERFLOW"
    return "UNDERFLOW" if value < SMALLEST_NORMAL else "IN_RANGE"


def lines():
    yield f"fp16 区间模型：最大规格数={LARGEST!r} 最小规格数={SMALLEST_NORMAL!r}"
    seen = Counter()
    scenes = {"A": (32000.0, "", 2.0**16), "B": (3000.0, "2**-32=", 2.0**-32)}
    for label, (gradient, formula, scale) in scenes.items():
        product = gradient * scale
        seen[verdict(product)] += 1
        yield (
            f"场景{label} 梯度绝对值上限={gradient!r} 尺度={formula}{scale!r}"
            f" 缩放值={product!r} 判定={verdict(product)}"
        )
    over, under = seen["OVERFLOW"], seen["UNDERFLOW"]
    yield f"标记行统计 OVERFLOW={over} UNDERFLOW={under} 合计={over + under}/{len(scenes)}"


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
