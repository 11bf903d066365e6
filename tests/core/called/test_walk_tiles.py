"""The kernel walk_tiles, with core/plane/walk.h: tiles are reached by their distance."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.calls import answers, for_every_compiler
from helpers.kinds import loaded

UNIT = """
#include "dungeon_cave.c"
void phase_done(uint8_t phase)
{{
    (void)phase;
}}
static void begin_case(void)
{{
    uint16_t at;

    if (answer != ANSWERS)
        return;
    for (at = 0; at != PLANE_BYTES; ++at)
        plane_solid[at] = MEMORY[at];
    begin_way({x}, {y});
}}
static void end_case(void)
{{
    uint16_t at;

    for (at = 0; at != PLANE_BYTES; ++at)
        MEMORY[at] = plane_solid[at];
    for (at = 0; at != 256; ++at) {{
        MEMORY[PLANE_BYTES + at] = way_x[at];
        MEMORY[PLANE_BYTES + 256 + at] = way_y[at];
        if (at < way_known)
            MEMORY[PLANE_BYTES + 512 + at] = (uint8_t)steps_to((uint8_t)(way_behind - 1 - at));
    }}
    MEMORY[PLANE_BYTES + 768] = way_known;
}}
"""

CALL = """\
        begin_case();
        *answer = 2;
        if (way_first != way_behind) {
            walks_left = arguments[0];
            *answer = walk_on();
        }
        if (left == 1)
            end_case();"""

# Variables of the program that the unit names, too.
DECLARED = "static uint8_t *answer;\n"


class Walk:
    """The same, in the plainest words: a queue in a ring of 256 places, of which one stays free."""

    def __init__(self, solid: set[tuple[int, int]], start: tuple[int, int]) -> None:
        self.solid = solid | {start}
        self.ring: list[tuple[int, int, int]] = [(0, 0, 0)] * 256
        self.ring[0] = (*start, 0)
        self.first, self.behind, self.end, self.known, self.steps = 0, 1, 1, 1, 0
        self.was_full = False

    def go_on(self, tiles: int) -> int:
        if self.first == self.behind:
            return 2
        for _ in range(tiles):
            x, y, _ = self.ring[self.first]
            self.first = (self.first + 1) % 256
            for at in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if at in self.solid:
                    continue
                if (self.behind + 1) % 256 == self.first:
                    self.was_full = True
                    continue
                self.solid.add(at)
                self.ring[self.behind] = (*at, (self.steps + 1) % 256)
                self.behind = (self.behind + 1) % 256
                self.known = min(self.known + 1, 255)
            if self.first == self.end:
                self.end = self.behind
                self.steps += 1
                return 1
        return 0


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    ("width", "height", "share", "preference"),
    [(142, 140, 0, "speed"), (57, 41, 20, "speed"), (160, 128, 0, "size"), (57, 41, 20, "size")],
)
def test_walk_tiles_reaches_what_a_queue_reaches(
    width: int, height: int, share: int, preference: str, tmp_path: Path, compiler: str
) -> None:
    chance = random.Random(13)
    inside = [(x, y) for y in range(1, height - 1) for x in range(1, width - 1)]
    everything = {(x, y) for y in range(height) for x in range(-8, width + 8)}
    start = (width // 2, height // 2)
    solid = (everything - set(inside)) | {at for at in inside if chance.randrange(100) < share}
    if height == 128:
        # From both ends of a corridor at once, so that the ring is full in a low map, too.
        solid |= {(x, y) for x in range(start[0] - 39, start[0] + 40) for y in (63, 65)}
        solid |= {(start[0], y) for y in range(height) if y != start[1]}
    row_bytes = (width + 7) // 8

    def packed(tiles: set[tuple[int, int]]) -> bytes:
        return bytes(
            sum(((8 * at + n, y) in tiles) << n for n in range(8))
            for y in range(height)
            for at in range(row_bytes)
        )

    solid.discard(start)
    walk = Walk(solid, start)
    counts = [chance.randrange(1, 60) for _ in range(1000 if share == 0 else 120)]
    expected = [walk.go_on(count) for count in counts]
    spec = loaded(
        {
            "dungeons": {
                "cave": {
                    "kind": "caves", "map": {"width": width, "height": height},
                    "prefer": preference, "passes": [{"name": "stairs"}],
                }
            }
        },
        [
            "memory.program={start: 0x1800, end: 0x6FFF}",
            "memory.map={start: 0xB000, end: 0xCFFF}",
        ],
    )  # fmt: skip
    got, memory = answers(
        spec, tmp_path, compiler, CALL, [bytes([count]) for count in counts],
        packed(solid) + bytes(769), DECLARED + UNIT.format(x=start[0], y=start[1]),
        ["program_tables.c", "core/generation.c"], ["dungeon_cave_cc65.s"],
    )  # fmt: skip
    assert list(got) == expected and {0, 1, 2} == set(got)
    reached, ring = memory[: row_bytes * height], memory[row_bytes * height :]
    assert reached == packed(walk.solid)
    assert [*zip(ring[:256], ring[256:512], strict=True)] == [tile[:2] for tile in walk.ring]
    assert ring[768] == walk.known
    newest = [walk.ring[(walk.behind - 1 - at) % 256][2] for at in range(walk.known)]
    assert list(ring[512:][: walk.known]) == newest
    assert walk.was_full == (share == 0)
