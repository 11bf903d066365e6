"""Value noise: on a 6502 and on this machine its rows are those of the reference.

The kernels add_cells and add_tiles are run by these rows.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from helpers.calls import answers, for_every_compiler, word
from helpers.kinds import data_with, loaded

from pygen.engine.noise.noise import begin_noise, compute_row
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.spec import Spec

UNIT = """
#include "dungeon_moor.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

# Each case is a seed and a row; its heights are added up in the answer, and left in memory.
CALL = """\
        uint8_t x, sum;
        random_seed((uint16_t)(arguments[0] | (uint16_t)arguments[1] << 8));
        begin_noise();
        while (compute_row(heights, arguments[2]) == 0)
            ;
        sum = 0;
        for (x = 0; x != MAP_WIDTH; ++x) {
            sum = (uint8_t)((uint8_t)(sum << 1 | sum >> 7) + heights[x]);
            MEMORY[x] = heights[x];
        }
        *answer = sum;"""


def spec_with(width: int, height: int, noise: dict[str, Any]) -> Spec:
    """A spec of one terrain."""
    moor = {"kind": "terrain", "map": {"width": width, "height": height}, "noise": noise}
    return loaded(
        data_with({"moor": moor}),
        ["memory.program={start: 0x2400, end: 0x6FFF}", "memory.map={start: 0xA800, end: 0xBFFF}"],
    )


def rows_of(spec: Spec, seed: int) -> list[list[int]]:
    """All rows of heights."""
    g = begin(spec, Request("moor", seed))
    noise = begin_noise(g, g.parameters.noise)
    rows: list[list[int]] = [[] for _ in range(noise.height)]
    for y, row in enumerate(rows):
        for _ in compute_row(noise, row, y):
            pass
    return rows


NOISES = {
    "default": (56, 32, {}),
    "points": (43, 20, {"spacing": 1, "octaves": 1}),
    "pairs": (43, 20, {"spacing": 2, "octaves": 1}),
    "points and pairs": (43, 20, {"spacing": 2, "octaves": 2, "persistence": 0}),
    "points and pairs that wrap": (40, 20, {"spacing": 4, "octaves": 3, "wraps": True}),
    "fours": (43, 20, {"spacing": 4, "octaves": 1, "fade": "linear"}),
    "eights": (43, 20, {"spacing": 8, "octaves": 1}),
    "wide": (210, 9, {"spacing": 32, "octaves": 6}),
    "far": (130, 12, {"spacing": 16, "octaves": 2, "lacunarity": 3, "persistence": 2}),
    "wrapping": (64, 32, {"spacing": 32, "octaves": 3, "persistence": 0, "wraps": True}),
    "gradient": (56, 32, {"form": "gradient", "octaves": 3}),
    "moved gradient": (43, 20, {"form": "gradient", "spacing": 16, "offsets": True}),
    "wide gradient": (
        210, 9,
        {"form": "gradient", "spacing": 32, "octaves": 5, "offsets": True, "fade": "linear"},
    ),
    "wrapping gradient": (
        64, 32,
        {"form": "gradient", "spacing": 16, "octaves": 2, "lacunarity": 3, "wraps": True,
         "offsets": True},
    ),
    "one gradient": (45, 12, {"form": "gradient", "spacing": 2, "octaves": 1}),
    "moved": (56, 32, {"offsets": True}),
    "moved and wrapping": (64, 16, {"spacing": 16, "octaves": 5, "offsets": True, "wraps": True}),
    "moved far": (130, 9, {"spacing": 32, "octaves": 3, "lacunarity": 2, "offsets": True}),
}  # fmt: skip


@pytest.mark.sampled(4)
@for_every_compiler
@pytest.mark.parametrize(("width", "height", "noise"), NOISES.values(), ids=NOISES)
def test_rows_are_those_of_the_reference(
    tmp_path: Path, compiler: str, width: int, height: int, noise: dict[str, Any]
) -> None:
    spec = spec_with(width, height, noise)
    cases, expected, last = [], [], b""
    for seed in (3, 500):
        for y, row in enumerate(rows_of(spec, seed)):
            cases.append(word(seed) + bytes([y]))
            total = 0
            for value in row:
                total = (total << 1 | total >> 7) + value & 0xFF
            expected.append(total)
            last = bytes(row)
    sums, memory = answers(
        spec, tmp_path, compiler, CALL, cases, bytes(width), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_moor_cc65.s"],
    )  # fmt: skip
    assert memory == last
    assert list(sums) == expected


def test_a_height_follows_from_its_place_alone() -> None:
    """A larger map of the same seed has the smaller one in its corner."""
    small, large = (
        rows_of(spec_with(width, height, {"spacing": 16, "octaves": 5}), 77)
        for width, height in ((40, 24), (90, 60))
    )
    assert [row[:40] for row in large[:24]] == small


def test_a_noise_that_wraps_goes_on_at_the_other_edge() -> None:
    """Steps over the edge are no greater than those within."""
    noise = {"spacing": 16, "octaves": 1, "wraps": True}
    rows = rows_of(spec_with(64, 48, noise), 5)
    within = max(abs(a - b) for row in rows for a, b in itertools.pairwise(row))
    within = max(within, max(abs(a - b) for r, s in itertools.pairwise(rows) for a, b in zip(r, s)))
    assert max(abs(row[0] - row[-1]) for row in rows) <= within
    assert max(abs(a - b) for a, b in zip(rows[0], rows[-1])) <= within
    columns = [[row[x] for row in rows] for x in range(64)]
    assert all(row[x] == columns[x][y] for y, row in enumerate(rows) for x in (0, 63))


def test_points_have_all_heights_about_as_often() -> None:
    """Chi-square over the 256 heights, and the correlation of neighbours, over many seeds."""
    spec = spec_with(64, 64, {"spacing": 1, "octaves": 1})
    count, pairs, total = [0] * 256, 0.0, 0
    for seed in range(40):
        rows = rows_of(spec, seed)
        for row, below in itertools.pairwise(rows):
            for x, height in enumerate(row[:-1]):
                count[height] += 1
                pairs += (height - 127.5) * (row[x + 1] + below[x] - 255)
                total += 1
    expected = total / 256
    # 255 degrees of freedom: a mean of 255 and a deviation of 22.6.
    assert sum((n - expected) ** 2 / expected for n in count) < 255 + 5 * 22.6
    # Heights have a variance of 5461. The correlation of independent ones deviates by 0.0035.
    assert abs(pairs / total / 5461) < 0.02


def test_less_persistence_makes_smoother_heights() -> None:
    roughness = []
    for persistence in (0, 1, 2):
        spec = spec_with(60, 40, {"octaves": 3, "persistence": persistence})
        rows = rows_of(spec, 9)
        whole = max(map(max, rows)) - min(map(min, rows))
        steps = [abs(a - b) for row in rows for a, b in itertools.pairwise(row)]
        roughness.append(sum(steps) / len(steps) / whole)
    assert roughness[0] > roughness[1] > roughness[2]
