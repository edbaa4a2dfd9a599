#!/usr/bin/env -S python3 -SE
"""A stand-in for verbatim-cuda-device: speaks its protocol without a GPU, or errs in the way its file name says.

The tests copy it to the name of what it should do: `right`, `no-gpu`, `short`, `mute`, `lost`, `chatter`.
"""
import os
import struct
import sys

how = os.path.basename(sys.argv[0])
with open(sys.argv[0] + ".log", "a", encoding="utf-8") as log:
    log.write("started\n")


def exactly(count):
    data = sys.stdin.buffer.read(count)
    if len(data) < count:
        sys.exit(0)
    return data


asked = sys.stdin.buffer.readline().decode().split()
if how == "mute":
    sys.stdin.buffer.read()
if how == "chatter":
    sys.stdout.write("x" * 1000)
    sys.stdout.flush()
    sys.stdin.buffer.read()
if how == "no-gpu":
    print("no there is no NVIDIA driver")
    sys.exit(3)
print("ok Paper GPU, driver 13000, runtime 13000", flush=True)
# The second operand and the third are taken from the first, so that their order and number show; with one operand, the
# length of the words behind the function is added.
arity = {"f16_add": 2, "f16_mulAdd": 3}.get(asked[0], 1)
operand = "I" if asked[0].startswith("f32_") else "H"
result, mask = ("B", 0xFF) if asked[0] == "f32_to_e5m2" else ("H", 0xFFFF)
while True:
    count = struct.unpack("<Q", exactly(8))[0]
    if count == 0:
        sys.exit(0)
    columns = [struct.unpack(f"<{count}{operand}", exactly(struct.calcsize(operand) * count)) for _ in range(arity)]
    if how == "lost":
        sys.exit(5)
    if arity == 1:
        results = [(value + len(" ".join(asked[1:]))) & mask for value in columns[0]]
    else:
        results = [(first - sum(rest)) & mask for first, *rest in zip(*columns)]
    data = struct.pack(f"<{count}{result}", *results)
    sys.stdout.buffer.write(data[:-1] if how == "short" else data)
    sys.stdout.buffer.flush()
    if how == "short":
        sys.exit(0)
