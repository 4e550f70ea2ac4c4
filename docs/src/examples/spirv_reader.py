#!/usr/bin/env python3
"""Reads a SPIR-V module, and writes what it has read if it is asked to."""
import struct
import sys

def read(data):
    if len(data) % 4 or data[:4] != bytes.fromhex("03022307"):
        raise ValueError("no SPIR-V module in little endian order")
    words = struct.unpack(f"<{len(data) // 4}I", data)
    instructions, at = [], 5
    while at < len(words):
        size = words[at] >> 16
        if size == 0 or at + size > len(words):
            raise ValueError(f"word {at}: an instruction of {size} words")
        instructions.append(words[at:at + size])
        at += size
    return [words[:5], *instructions]

if sys.argv[1:] == ["--version"]:
    sys.exit(print("spirv_reader 1.0"))
request, file = sys.argv[1:]
try:
    with open(file, "rb") as case:
        parts = read(case.read())
except ValueError as error:
    sys.exit(str(error))
if request == "rewrite":
    for part in parts:
        sys.stdout.buffer.write(struct.pack(f"<{len(part)}I", *part))
