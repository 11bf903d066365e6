"""The kernel count_codes: how often each value is among some bytes."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from helpers.calls import answers, for_every_compiler, word

from pygen.spec import Spec

COUNT = """\
        codes_from = MEMORY + (arguments[0] | (uint16_t)arguments[1] << 8);
        codes_left = arguments[2];
        count_codes();
        *answer = *(volatile uint8_t *)&count_low[arguments[3]];
        MEMORY[0x1000 + (answer - ANSWERS)] = *(volatile uint8_t *)&count_high[arguments[3]];"""


@for_every_compiler
def test_bytes_are_counted_by_their_value(spec: Spec, tmp_path: Path, compiler: str) -> None:
    chance = random.Random(6)
    memory = bytes(chance.choice((0, 1, 1, 1, 2, 7)) for _ in range(0x1000))
    # Counts go on from call to call; 0 means 256 bytes.
    cases = [(0xF0, 0, 1), (0x200, 255, 0), (0x3FF, 1, 7)]
    cases += [(chance.randrange(0xE00), chance.choice((0, 3, 200)), 1) for _ in range(20)]
    counts: Counter[int] = Counter()
    low, high = [], []
    for start, count, value in cases:
        counts.update(memory[start : start + (count or 256)])
        low.append(counts[value] & 0xFF)
        high.append(counts[value] >> 8)
    calls = [word(start) + bytes([count, value]) for start, count, value in cases]
    got, found = answers(spec, tmp_path, compiler, COUNT, calls, memory + bytes(64))
    assert list(got) == low
    assert list(found[0x1000 : 0x1000 + len(high)]) == high
    assert max(high) > 2
