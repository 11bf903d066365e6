"""Drawings: their orientations, what their marks become, and the errors of their legends."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from pydantic import TypeAdapter

from pygen.engine.drawings.filling import Filling, choose_orientation, places
from pygen.engine.drawings.legend import Legend, legend_problems
from pygen.engine.drawings.naming import drawing_tiles, legend_tiles, tiles_named
from pygen.engine.drawings.orientations import (
    extent,
    orientations_of,
    oriented,
    turned_drawings,
)
from pygen.engine.drawings.reading import (
    Drawing,
    drawing_problems,
    look_numbers,
    looks_of,
    read_drawing,
)
from pygen.engine.drawings.tables import drawing_bytes, tile_table, tiles_used
from pygen.engine.random.random16 import Random16, RandomGenerator

LEGEND: TypeAdapter[Legend] = TypeAdapter(Legend)

F = ("PPP", "P  ", "PP ", "P  ")
"""A drawing that no turn and no mirror leaves as it is."""


LOOK = {"glyph": "x", "colour": "red"}


def legend(**marks: Any) -> Legend:
    return LEGEND.validate_python(marks)


def random(seed: int) -> Random16:
    return Random16(RandomGenerator(), seed)


def drawn(drawing: Drawing, orientation: int) -> list[str]:
    """The drawing as `places` lays it down, from (20, 30) on."""
    width, height = extent(orientation, drawing.width, drawing.height)
    rows = [["?"] * width for _ in range(height)]
    for x, y, number in places(drawing, 20, 30, orientation):
        rows[y - 30][x - 20] = " P"[number]
    return ["".join(row) for row in rows]


@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("mirrored", [True, False])
def test_orientations_are_those_of_turned_drawings(turned: bool, mirrored: bool) -> None:
    drawing = read_drawing(F, legend(P="wall"), turned, mirrored)
    wanted = {tuple(rows) for rows in turned_drawings(F, turned, mirrored)}
    assert {tuple(drawn(drawing, n)) for n in drawing.orientations} == wanted
    for n in orientations_of(turned, mirrored):
        assert ["".join(row) for row in oriented(F, n)] == drawn(drawing, n)


@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("mirrored", [True, False])
def test_every_orientation_is_chosen(turned: bool, mirrored: bool) -> None:
    drawing = read_drawing(F, legend(P="wall"), turned, mirrored)
    numbers = random(7)
    chosen = {choose_orientation(numbers, drawing) for _ in range(200)}
    assert chosen == set(drawing.orientations)
    assert bool(numbers.draws) == (len(drawing.orientations) > 1)


def test_exactly_so_many_places_become_one_thing() -> None:
    exact = {"exactly": 2, "become": {"tile": "wall"}, "rest": "water"}
    drawing = read_drawing(("aa.", "aaa"), legend(a=exact))
    where: Counter[int] = Counter()
    for seed in range(1, 200):
        filling = Filling(random(seed), drawing)
        tiles = [
            filling.place(number).tile for _, _, number in places(drawing, 0, 0, 0) if number == 1
        ]
        assert sorted(map(str, tiles)) == ["wall"] * 2 + ["water"] * 3
        where.update(n for n, tile in enumerate(tiles) if tile == "wall")
    assert set(where) == set(range(5))
    assert len(list(drawing.fillings())) == drawing.fillings_count == 10


def test_one_thing_is_chosen_for_all_places() -> None:
    own = legend(x=[{"tile": "water", "weight": 3}, "wall"])
    drawing = read_drawing(("xx", "xx"), own)
    seen: Counter[str | None] = Counter()
    for seed in range(1, 400):
        filling = Filling(random(seed), drawing)
        tiles = {filling.place(1).tile for _ in range(4)}
        assert len(tiles) == 1
        seen.update(tiles)
    assert 2 < seen["water"] / seen["wall"] < 4.5
    assert len(list(drawing.fillings())) == drawing.fillings_count == 2


def test_looks_are_numbered_once() -> None:
    rug, plain = {"glyph": "rug", "colour": "red"}, {"glyph": "rug", "colour": "blue"}
    own = legend(c={"look": rug}, d={"look": plain}, e={"look": rug}, f={"tile": "wall"})
    drawing = read_drawing(("cdef",), own)
    looks = looks_of([drawing], 5)
    assert [(n, look.name, look.tile) for n, look in looks.items()] == [
        (5, "rug_red", "floor"),
        (6, "rug_blue", "floor"),
    ]
    numbers = look_numbers([drawing], 5)
    assert [numbers[thing] for thing in drawing.things] == [5, 6, 5, 0]


def test_bytes() -> None:
    own = legend(
        a={"exactly": 1, "become": {"tile": "wall"}},
        x=[{"tile": "water", "weight": 2}, {"tile": "floor"}],
    )
    drawing = read_drawing(("xx  ", "aa.x"), own, turned=True, mirrored=False)
    tiles = tiles_used([drawing])
    assert tiles == ["floor", "water", "wall"]
    assert [tile.name for tile in tile_table(tiles)] == ["TILE_FLOOR", "TILE_WATER", "TILE_WALL"]  # type: ignore[attr-defined]
    assert drawing_bytes(drawing, tiles, {}) == [
        *(4, 2, 1, 3),
        *(2, 3, 2, 1, 0, 1, 0, 0),
        *(0, 1, 2, 2, 0, 0, 0),
        *(1, 0, 0),
        *(0x11, 0x10, 0x12, 0x03, 0x01),
    ]


@pytest.mark.parametrize(
    "rows, marks, path, words",
    [
        (["#.", "#"], {}, 1, "row 2 has 1 marks, the first one 2"),
        (["#.", "#p"], {"P": "wall"}, 1, "`p` in column 2 means nothing; did you mean `P`?"),
        (["#.", "0."], {"o": "wall"}, 1, "did you mean `o`?"),
        (["  "], {}, None, "only blanks"),
        (["a"], {"a": {"exactly": 2, "become": {"tile": "wall"}}}, None, "the drawing has 1 `a`"),
        (["ABCDEFGH", "IJKLMNOP"], dict.fromkeys("ABCDEFGHIJKLMNOP", "wall"), None, "16 different"),
    ],
)
def test_errors_of_drawings(
    rows: list[str], marks: dict[str, Any], path: int | None, words: str
) -> None:
    (broken,) = drawing_problems(("drawing",), rows, legend(**marks))
    assert broken.path == (("drawing",) if path is None else ("drawing", path))
    assert words in f"{broken.wrong}; {broken.right}"


@pytest.mark.parametrize(
    "meaning, path, words",
    [
        ({}, (), "stands for nothing"),
        ({"tile": "wall", "exactly": 2, "become": {"tile": "wall"}}, (), "is one thing"),
        ({"exactly": 2}, (), "`become` is missing"),
        ({"become": {"tile": "wall"}}, (), "`exactly` is missing"),
        ({"tile": "wall", "rest": {"tile": "wall"}}, ("rest",), "for nothing without"),
        ({"tile": "wall", "one_of": [{"tile": "wall"}]}, (), "expected `one_of` alone"),
        ([{"tile": "water", "look": LOOK}], ("one_of", 0, "look"), "never"),
    ],
)
def test_errors_of_legends(meaning: Any, path: tuple[str | int, ...], words: str) -> None:
    (broken,) = legend_problems(("legend",), legend(x=meaning))
    assert broken.path == ("legend", "x", *path)
    assert words in f"{broken.wrong}; {broken.right}"


def test_tiles_that_a_use_names() -> None:
    data = {"drawing": ["#.", "~x"], "legend": {"x": [{"tile": "fire"}], "y": ["mud"], "#": "rock"}}
    assert tiles_named(data) == {"wall", "floor", "water", "fire", "mud", "rock"}
    own = LEGEND.validate_python(data["legend"])
    assert dict(legend_tiles(("legend",), own))["fire"] == ("legend", "x", "one_of", 0, "tile")
    assert dict(drawing_tiles(("drawing",), data["drawing"], own)) == {  # type: ignore[arg-type]
        "floor": ("drawing", 0),
        "water": ("drawing", 1),
    }
