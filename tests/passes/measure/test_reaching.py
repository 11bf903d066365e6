"""The kernel reach_level of the pass `measure`: everything is reached, by its distance."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pytest
from helpers.calls import answers, for_every_compiler
from passes.measure.test_bytes import cave

WIDTH, HEIGHT, ROW = 40, 24, 5
PLANE = ROW * HEIGHT

# The program's variable `answer` is named before it is declared.
UNIT = """
#include "dungeon_cave.c"
#ifdef NATIVE
uint16_t native_left_out;
#endif
void phase_done(uint8_t phase)
{{
    (void)phase;
}}
static uint8_t *answer;
static void begin_case(void)
{{
    uint8_t at;

    if (answer != ANSWERS)
        return;
    for (at = 0; at != PLANE_BYTES; ++at) {{
        plane_solid[at] = MEMORY[at];
        ways_odd[at] = 0;
    }}
    SUMMARY->down_x = {down[0]};
    SUMMARY->down_y = {down[1]};
    begin_ways({start[0]}, {start[1]});
}}
static void end_case(void)
{{
    uint8_t at;

    for (at = 0; at != PLANE_BYTES; ++at) {{
        MEMORY[at] = plane_solid[at];
        MEMORY[PLANE_BYTES + at] = ways_odd[at];
    }}
    MEMORY[2 * PLANE_BYTES] = (uint8_t)steps_down;
    MEMORY[2 * PLANE_BYTES + 1] = steps_down >> 8;
    MEMORY[2 * PLANE_BYTES + 2] = (uint8_t)steps_reached;
    MEMORY[2 * PLANE_BYTES + 3] = steps_reached >> 8;
    MEMORY[2 * PLANE_BYTES + 4] = (uint8_t)tiles_reached;
    MEMORY[2 * PLANE_BYTES + 5] = tiles_reached >> 8;
}}
"""

CALL = """\
        begin_case();
        *answer = 2;
        if (way_first != way_behind) {
            walk_plane = plane_solid;
            point_at_rows();
            down_at = plane_solid + plane_row[SUMMARY->down_y] + (SUMMARY->down_x >> 3);
            down_bit = down_sought;
            reaches_left = arguments[0];
            *answer = reach_level();
        }
        if (left == 1)
            end_case();"""

Tile = tuple[int, int]


def packed(tiles: set[Tile]) -> bytes:
    return bytes(
        sum(((8 * at + n, y) in tiles) << n for n in range(8))
        for y in range(HEIGHT)
        for at in range(ROW)
    )


def distances(solid: set[Tile], start: Tile) -> dict[Tile, int]:
    """The steps from the start to each open tile, in the order in which a queue has them."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        x, y = queue.popleft()
        for at in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if at not in solid and at not in steps:
                steps[at] = steps[x, y] + 1
                queue.append(at)
    return steps


@for_every_compiler
@pytest.mark.parametrize("preference", ["speed", "size"])
def test_reach_level_counts_tiles_and_steps_and_notes_half_of_each_distance(
    tmp_path: Path, compiler: str, preference: str
) -> None:
    chance = random.Random(21)
    everything = {(x, y) for y in range(HEIGHT) for x in range(WIDTH)}
    inside = {at for at in everything if 0 < at[0] < WIDTH - 1 and 0 < at[1] < HEIGHT - 1}
    start = (WIDTH // 2, HEIGHT // 2)
    dug = {at for at in sorted(inside) if chance.randrange(100) >= 35} | {start}
    solid = everything - dug
    steps = distances(solid, start)
    down = [*steps][-20]
    counts = [chance.randrange(1, 40) for _ in range(100)]

    left, expected = len(steps), []
    for count in counts:
        expected.append(2 if left == 0 else int(left <= count))
        left = max(left - count, 0)
    got, memory = answers(
        cave(preference), tmp_path, compiler, CALL, [bytes([count]) for count in counts],
        packed(solid) + bytes(PLANE + 6), UNIT.format(start=start, down=down),
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    assert list(got) == expected and {0, 1, 2} == set(got)
    assert memory[:PLANE] == packed(solid | {*steps})
    assert memory[PLANE : 2 * PLANE] == packed({at for at, far in steps.items() if not far & 2})
    found = memory[2 * PLANE :]
    numbers = [int.from_bytes(found[at : at + 2], "little") for at in (0, 2, 4)]
    # Behind the last tiles there is one distance more that has none.
    assert numbers == [steps[down], max(steps.values()) + 1, len(steps)]
    assert max(steps.values()) > 30 and len(steps) > 300
