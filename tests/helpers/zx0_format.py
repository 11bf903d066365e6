"""A decoder of ZX0, version 2, written from the description of the format alone.

It is a judge that shares no code with pygen/programs/zx0.py.
"""

from __future__ import annotations


def decoded(packed: bytes) -> tuple[bytes, int]:
    """The bytes that come out, and how many packed ones they took."""
    place = 0
    queue: list[int] = []
    out: list[int] = []

    def take() -> int:
        nonlocal place
        place += 1
        return packed[place - 1]

    def flag() -> bool:
        if not queue:
            queue.extend(int(digit) for digit in f"{take():08b}")
        return bool(queue.pop(0))

    def gamma(is_negative: bool, first: list[bool]) -> int:
        digits = "1"
        while not (first.pop() if first else flag()):
            digits += "01"[flag() != is_negative]
        return int(digits, 2)

    back = 1
    block = "literals"
    while True:
        if block == "literals":
            out += [take() for _ in range(gamma(False, []))]
            block = "new" if flag() else "repeat"
            continue
        if block == "repeat":
            count = gamma(False, [])
        else:
            high = gamma(True, []) - 1
            if high == 255:
                return bytes(out), place
            low = take()
            # Seven bits of the offset, from 127 down to 0.
            back = 128 * high + (127 - (low >> 1)) + 1
            count = gamma(False, [bool(low & 1)]) + 1
        for _ in range(count):
            out.append(out[len(out) - back])
        block = "new" if flag() else "literals"
