"""The pass `measure`: what each figure counts, on levels that are drawn, and what its parameters
promise. What holds for every seed is in material.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import MAZE, data_with, loaded
from helpers.longest_steps import check_longest_steps
from helpers.programs import compared_module_of
from helpers.tools import needs_cc, needs_vice, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.compilers import COMPILERS
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.passes.measure.measuring import measure_level
from pygen.passes.measure.parameters import FIELDS, Measure
from pygen.spec import SpecError

MEASURE = {"name": "measure"}

TILES = {
    "#": "wall", ".": "floor", "<": "up_stairs", ">": "down_stairs", "?": "secret_path",
    "+": "door", " ": "empty",
}  # fmt: skip


def measured(*rows: str, **use: Any) -> dict[str, int]:
    """The figures of a level that is drawn, with walls around it."""
    width, height = max(map(len, rows)) + 2, len(rows) + 2
    spec = loaded(
        {"dungeons": {"drawn": {
            "kind": "bsp", "map": {"width": 40, "height": 40}, "passes": [{"name": "secrets"}],
        }}}
    )  # fmt: skip
    g = begin(spec, Request("drawn", 1))
    g.tiles = TileMap(width, height, 3)
    g.tiles.fill(0, 0, width, height, g.codes["wall"])
    for y, row in enumerate(rows, 1):
        for x, glyph in enumerate(row, 1):
            g.tiles.set(x, y, g.codes[TILES[glyph]])
            g.up = (x, y) if glyph == "<" else g.up
            g.down = (x, y) if glyph == ">" else g.down
    list(measure_level(g, Measure.model_validate({**MEASURE, **use})))
    return {name: value for name, value in g.figures.items() if name in FIELDS}


def test_steps_go_through_doors_and_not_through_secret_paths() -> None:
    found = measured(
        "<.#..",
        "#.?.#",
        "#+#.>",
        "#....",
    )
    assert found["stairs_steps"] == 8
    assert found["longest_way"] == 10
    assert found["open_share"] == 100 * 13 // (7 * 6)


def test_without_a_way_that_is_not_secret_there_are_no_steps() -> None:
    found = measured("<.?.>")
    assert (found["stairs_steps"], found["longest_way"]) == (0, 1)
    assert not any(measured("<...").values()), "without stairs all figures are 0"


def test_the_critical_path_has_all_shortest_ways() -> None:
    """Of two ways round a wall both count if they are equally long; what lies between does not."""
    rows = ("..........", "<.##..##.>", "..........")
    assert measured(*rows)["off_path_share"] == 100 * 2 // 26
    found = measured(rows[0], rows[1], "..######..")
    assert found["stairs_steps"] == 11
    assert found["off_path_share"] == 100 * 6 // 20


@pytest.mark.parametrize(
    ("island", "loops"),
    [
        (("###", "###", "###"), 1),
        # Eight tiles are a pillar, nine that touch at corners only are none.
        (("####", "####"), 0),
        (("#.#.#.#.#", ".#.#.#.#."), 1),
        (("###", "#.#", "###"), 1),
        # Two parts that do not touch, and one in the other.
        (("###.###", "###.###", "###.###"), 2),
        (("#####", "#...#", "#.#.#", "#...#", "#####"), 1),
        (("###", "..#", "###", "#..", "###"), 1),
    ],
)
def test_loops_go_round_nine_tiles_at_least(island: tuple[str, ...], loops: int) -> None:
    """What cannot be reached in an island belongs to it."""
    width = len(island[0])
    rows = ["." * (width + 2), *(f".{row}." for row in island), "." * (width + 2)]
    rows[0] = "<" + rows[0][1:-1] + ">"
    assert measured(*rows)["floor_loops"] == loops
    # What touches the edge is outside.
    assert measured(*rows[:-1])["floor_loops"] == 0


def test_a_dead_end_is_a_tile_with_one_way_on() -> None:
    found = measured(
        "<....>",
        "#.##.#",
        "..##..",
        "..###+",
    )
    assert found["floor_dead_ends"] == 3, "both stairs, and the door"


def test_the_largest_square_is_of_what_cannot_be_reached() -> None:
    found = measured(
        "<....>",
        "#....#",
        "##?...",
        "#..###",
        "#..###",
    )
    # With the wall around: below on the left, where there is floor behind a secret path.
    assert found["empty_square"] == 4
    assert measured("<>")["empty_square"] == 1


def test_only_the_figures_that_are_named_are_measured() -> None:
    rows = ("<...", "....", "...>")
    every = measured(*rows)
    for name in ("stairs_steps", "longest_way", "open_share", "floor_dead_ends", "empty_square"):
        assert measured(*rows, figures=[name]) == {name: every[name]}


def halls(*passes: dict[str, Any], **section: Any) -> dict[str, Any]:
    return {"kind": "bsp", "map": {"width": 48, "height": 40}, "passes": list(passes), **section}


def test_the_start_counts_if_it_stands_before() -> None:
    start = {"name": "start", "at": "room", "room": 5}

    def steps(*passes: dict[str, Any]) -> list[int]:
        spec = loaded({"dungeons": {"halls": halls(*passes)}})
        built = (generate(spec, Request("halls", seed)) for seed in range(8))
        return [g.figures["stairs_steps"] for g in built]

    assert steps(start, MEASURE) != steps(MEASURE, start) == steps(MEASURE)


def test_rows_alone_need_no_walk_where_nothing_is_secret() -> None:
    """All figures are the same with a walk; without one there are fewer steps."""
    rows = ["floor_loops", "floor_dead_ends", "empty_square"]
    counts = []
    for figures in (rows, [*rows, "stairs_steps"]):
        spec = loaded({"dungeons": {"halls": halls({**MEASURE, "figures": figures})}})
        g = begin(spec, Request("halls", 7))
        counts.append(sum(step.phase == "measure" for step in advance(g)))
        assert [g.figures[name] for name in rows] == [2, 0, 6]
    assert counts[0] < counts[1]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        (halls({**MEASURE, "figures": ["longest_way"] * 2}), "`longest_way` stands there twice"),
        (halls({**MEASURE, "figures": []}), "found an empty list"),
        (halls(MEASURE, {**MEASURE, "id": "again"}), "two passes `measure`"),
        ({"kind": "walk", "world": {}, "passes": [MEASURE]}, "world"),
        (halls(MEASURE, map={"width": 160, "height": 126}), "160 x 125"),
        ({"kind": "caves", "passes": [MEASURE]}, "not sure that the stairs have their places"),
    ],
)
def test_what_cannot_be_measured_is_said(section: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"one": section}})


STAIRS = {"name": "stairs"}

DUNGEONS = {
    "four": halls(MEASURE, map={"width": 41, "height": 40, "bits_per_tile": 4}),
    "eight": halls(MEASURE, map={"width": 24, "height": 24, "bits_per_tile": 8}),
    "narrow": {"kind": MAZE, "map": {"width": 8, "height": 40}, "passes": [MEASURE]},
    "ragged": {"kind": "walk", "map": {"width": 47, "height": 30}, "passes": [MEASURE]},
    "wide": {"kind": "walk", "map": {"width": 200, "height": 24}, "passes": [MEASURE]},
    "largest": {"kind": "caves", "map": {"width": 160, "height": 125}, "passes": [STAIRS, MEASURE]},
    # No figure of rows; none of ways, with and without tiles that look like walls.
    "ways": halls({**MEASURE, "figures": ["off_path_share", "longest_way"]}),
    "rows": halls({**MEASURE, "figures": ["floor_loops", "empty_square"]}),
    # A single tile of floor, in two of three: there are no down stairs.
    "tiny": {
        "kind": "walk",
        "map": {"width": 8, "height": 8},
        "walk": {"steps": 1, "share": 2},
        "passes": [MEASURE],
    },
    "square": halls({**MEASURE, "figures": ["empty_square"]}),
    "secret": halls(
        {"name": "secrets", "chance": 100}, {**MEASURE, "figures": ["floor_dead_ends"]}
    ),
    # Other figures on some floors.
    "varied": halls(
        {**MEASURE, "figures": ["floor_loops"]},
        floors={"2-": {"passes": {"measure": {"figures": ["stairs_steps", "floor_dead_ends"]}}}},
    ),
}


@pytest.mark.sampled(8)
@needs_cc
@pytest.mark.parametrize("name", DUNGEONS)
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize("preference", ["speed", "size"])
def test_figures_are_those_of_the_reference(name: str, compiler: str, preference: str) -> None:
    data = data_with({name: DUNGEONS[name]})
    del data["memory"]
    spec = loaded(data, [f"compilers.{compiler}.prefer={preference}"])
    simulator = ModuleBuilder(compared_module_of(spec, name, compiler), simulator_library())
    for seed in (8, 19, 3):
        for floor in (1, 2) if name == "varied" else (1,):
            request = Request(name, seed, floor)
            g = generate(spec, request)
            require_equal(spec, name, g.region_bytes(), simulator.build(request).regions, request)


CROWDED = {
    "halls": halls(MEASURE, map={"width": 72, "height": 72}),
    "maze": {"kind": MAZE, "map": {"width": 72, "height": 48}, "passes": [MEASURE]},
    "pillars": {"kind": "walk", "map": {"width": 56, "height": 56}, "passes": [MEASURE]},
    "wide": DUNGEONS["wide"],
    "largest": DUNGEONS["largest"],
    # Where size is preferred, other kernels walk.
    "small_halls": halls(MEASURE, map={"width": 72, "height": 72}, prefer="size"),
    "small_maze": {
        "kind": MAZE,
        "map": {"width": 72, "height": 48},
        "passes": [MEASURE],
        "prefer": "size",
    },
}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request(dungeon, 7) for dungeon in CROWDED], 3000)
