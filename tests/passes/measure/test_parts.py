"""The kernel fill_pillar of the pass `measure`: small parts of what was not reached are opened."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from passes.measure.test_bytes import UNIT, cave

WIDTH, HEIGHT, ROW = 40, 24, 5
LEAST_PART = 9

FILL = """\
        part_plane = MEMORY;
        part_x[0] = arguments[0];
        part_low[0] = arguments[1];
        part_high[0] = 0;
        fill_pillar();"""


def part_of(memory: bytes | bytearray, x: int, y: int) -> set[tuple[int, int]]:
    """The solid tiles that hang together with one, at sides and corners."""
    found, left = {(x, y)}, [(x, y)]
    while left:
        x, y = left.pop()
        for near in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            inside = 0 <= near[0] < WIDTH and 0 <= near[1] < HEIGHT
            if inside and near not in found and is_solid(memory, *near):
                found.add(near)
                left.append(near)
    return found


def is_solid(memory: bytes | bytearray, x: int, y: int) -> bool:
    return bool(memory[y * ROW + x // 8] >> x % 8 & 1)


def is_first(memory: bytes | bytearray, x: int, y: int) -> bool:
    """Whether a solid tile may be the first one of its part."""
    before = [(x - 1, y), (x - 1, y - 1), (x, y - 1), (x + 1, y - 1)]
    return is_solid(memory, x, y) and not any(is_solid(memory, *one) for one in before)


@for_every_compiler
def test_fill_pillar_opens_small_parts_that_are_not_at_the_edge(
    tmp_path: Path, compiler: str
) -> None:
    opened = kept = 0
    for seed in range(3):
        chance = random.Random(seed)
        memory = bytearray(1024)
        for y in range(HEIGHT):
            for x in range(WIDTH):
                at_edge = x in (0, WIDTH - 1) or y in (0, HEIGHT - 1)
                memory[y * ROW + x // 8] |= (at_edge or chance.random() < 0.22) << x % 8
        tiles = [(x, y) for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1)]
        firsts = [tile for tile in tiles if is_first(memory, *tile)]
        cases = [bytes([x, y * ROW]) for x, y in firsts[:24]]
        _, got = answers(
            cave(), tmp_path, compiler, FILL, cases, bytes(memory), UNIT,
            ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
        )  # fmt: skip
        for x, y in firsts[:24]:
            part = part_of(memory, x, y) if is_solid(memory, x, y) else set()
            touches = any(a in (0, WIDTH - 1) or b in (0, HEIGHT - 1) for a, b in part)
            if part and len(part) < LEAST_PART and not touches:
                opened += 1
                for a, b in part:
                    memory[b * ROW + a // 8] &= ~(1 << a % 8)
            else:
                kept += bool(part)
        assert got == bytes(memory)
    assert opened > 5 and kept > 5
