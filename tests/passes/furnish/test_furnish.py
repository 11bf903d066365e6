"""What the parameters of `furnish` promise. What holds for every seed is in material.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import loaded
from helpers.passes import judge_passes
from helpers.programs import native_of
from helpers.tools import needs_cc

from pygen.builders.native import NativeBuilder
from pygen.engine.drawings.orientations import turned_drawings
from pygen.engine.dungeon.changes import changes
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.engine.random.request import Request
from pygen.kinds import generate, pass_figures_of
from pygen.passes.furnish import furnishing
from pygen.spec import Spec, SpecError

Data = dict[str, Any]

HALLS = {"kind": "bsp", "map": {"width": 56, "height": 32}}
SEEDS = (1, 7, 12)


def halls(*passes: Data, **keys: Any) -> Spec:
    """A spec of halls with such passes."""
    return loaded({"dungeons": {"halls": {**HALLS, "passes": list(passes), **keys}}})


def furnish(*drawings: Data, **keys: Any) -> Data:
    """A use of the pass with these drawings; each has a name by itself."""
    named = [{"name": f"drawing_{n}", **one} for n, one in enumerate(drawings)]
    return {"name": "furnish", "drawings": named, **keys}


def built(*passes: Data) -> Iterator[Generation[Any]]:
    for seed in SEEDS:
        yield generate(halls(*passes), Request("halls", seed))


def floor_of(g: Generation[Any], room: Room) -> list[str]:
    """The tiles of a room: # for walls, . for floor, ? for others."""
    marks = {g.codes["wall"]: "#", g.codes["floor"]: "."}
    return [
        "".join(marks.get(g.tiles.get(x, y), "?") for x in range(room.x, room.x + room.w))
        for y in range(room.y, room.y + room.h)
    ]


def furnished(g: Generation[Any]) -> list[list[str]]:
    """The rooms in which there are walls."""
    rooms = [floor_of(g, room) for room in g.rooms]
    return [rows for rows in rooms if "#" in "".join(rows)]


def part(rows: list[str], x: int, y: int, w: int, h: int) -> tuple[str, ...]:
    return tuple(row[x : x + w] for row in rows[y : y + h])


def test_a_drawing_is_in_the_middle_turned_or_mirrored() -> None:
    drawing = ("##", "#.", "#.")
    seen = set()
    for g in built(furnish({"drawing": list(drawing)})):
        for rows in furnished(g):
            width, height = len(rows[0]), len(rows)
            found = {
                part(rows, (width - w) // 2, (height - h) // 2, w, h) for w, h in ((2, 3), (3, 2))
            } & set(turned_drawings(drawing, True, True))
            assert found
            assert "".join(rows).count("#") == 4
            seen |= found
        assert g.figures["furnished"] == len(furnished(g)) > len(g.rooms) // 2
    assert len(seen) > 5


def test_a_drawing_that_may_not_be_turned_is_as_it_is_drawn() -> None:
    use = furnish({"drawing": ["##", "#.", "#."], "turned": False, "mirrored": False})
    rooms = [rows for g in built(use) for rows in furnished(g)]
    assert rooms
    for rows in rooms:
        x, y = (len(rows[0]) - 2) // 2, (len(rows) - 3) // 2
        assert part(rows, x, y, 2, 3) == ("##", "#.", "#.")


def test_corners_and_walls() -> None:
    corners = [rows for g in built(furnish({"drawing": ["#"], "place": "corners"}))
               for rows in furnished(g)]  # fmt: skip
    for rows in corners:
        assert "#" not in "".join(row[1:-1] for row in rows[1:-1])
        assert "".join(rows).count("#") <= 4
    assert any("".join(rows).count("#") == 4 for rows in corners)
    use = furnish({"drawing": ["##", ".."], "place": "walls", "copies": 3})
    walls = [rows for g in built(use) for rows in furnished(g)]
    for rows in walls:
        assert "#" not in "".join(row[1:-1] for row in rows[1:-1])
        assert "".join(rows).count("#") in (2, 4, 6)
    assert any("".join(rows).count("#") > 2 for rows in walls)


def test_tiled_ones_have_a_gap() -> None:
    rooms = [
        rows
        for g in built(furnish({"drawing": ["#"], "place": "tiled", "gap": 2}))
        for rows in furnished(g)
    ]
    assert any("#..#" in row for rows in rooms for row in rows)
    for rows in rooms:
        assert "#" not in rows[0] + rows[-1]
        for row in [*rows, *map("".join, zip(*rows, strict=True))]:
            assert "##" not in row and "#.#" not in row


def test_exactly_so_many_in_each_copy() -> None:
    use = furnish({"drawing": ["aaa"]}, legend={"a": {"exactly": 2, "become": "wall"}})
    rooms = [rows for g in built(use) for rows in furnished(g)]
    assert rooms
    assert all("".join(rows).count("#") == 2 for rows in rooms)


def test_how_many_and_how_large_rooms() -> None:
    for g in built(furnish({"drawing": ["#"], "most": 2})):
        assert g.figures["furnished"] == len(furnished(g)) == 2
    for g in built(furnish({"drawing": ["#"], "rooms": {"min_width": 9, "max_height": 6}})):
        assert all(len(rows[0]) >= 9 and len(rows) <= 6 for rows in furnished(g))
    assert not any(furnished(g) for g in built(furnish({"drawing": ["#"]}, chance=0)))
    for g in built(furnish({"drawing": ["#"]}, {"drawing": ["#"], "place": "corners"}, per_room=2)):
        assert any("".join(rows).count("#") == 5 for rows in furnished(g))


def test_only_rooms_of_a_purpose_and_far_away() -> None:
    purposes = {"name": "purposes", "purposes": [{"name": "library", "least": 1, "most": 2}]}
    for g in built(purposes, furnish({"drawing": ["#"], "purposes": ["library"]})):
        for room, place in zip(g.rooms, g.places, strict=True):
            assert place.purpose == 1 or "#" not in "".join(floor_of(g, room))
        assert g.figures["furnished"]
    for g in built(furnish({"drawing": ["#"], "distance": ["far"]})):
        for room, place in zip(g.rooms, g.places, strict=True):
            assert place.distance == 2 or "#" not in "".join(floor_of(g, room))
        assert g.figures["furnished"]


def test_looks_alone_change_no_tile_and_follow_looks() -> None:
    rug = {"look": {"glyph": "rug", "colour": "red"}}
    statue = {"tile": "wall", "look": {"glyph": "statue", "colour": "white"}}
    carpet = {"drawing": ["c"], "place": "tiled", "gap": 0}
    shapes = {"name": "tile_rules", "first_look": 10}
    plain = [bytes(g.tiles.tiles) for g in built(shapes)]
    for before, g in zip(plain, built(shapes, furnish(carpet, legend={"c": rug})), strict=True):
        assert bytes(g.tiles.tiles) == before
        assert g.looks.tiles.count(1) > 100
    for g in built(shapes, furnish({"drawing": ["S"]}, legend={"S": statue})):
        walls = [at for at, look in enumerate(g.looks.tiles) if look == 1]
        assert len(walls) == g.figures["furnished"]
        assert all(g.tiles.tiles[at] == g.codes["wall"] for at in walls)


def test_without_its_tests_something_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge notices if drawings are placed where they may not be."""

    def anything(_: object, __: object) -> Iterator[str]:
        yield from ()
        return True  # type: ignore[return-value]

    spec = halls(furnish({"drawing": ["###", "..."], "place": "walls", "copies": 8}))
    for seed in SEEDS:
        judge_passes(spec, Request("halls", seed))
    monkeypatch.setattr(furnishing, "is_free", anything)
    with pytest.raises(AssertionError):
        for seed in range(20):
            judge_passes(spec, Request("halls", seed))


LOOK = {"glyph": "rug", "colour": "red"}


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (furnish({"drawing": ["###", "#.#", "###"]}), "drawing[1]: column 2 of row 2 is cut off"),
        (
            furnish({"drawing": ["#.#", "###"], "place": "walls"}),
            "which is at the sides and below",
        ),
        (
            furnish({"drawing": ["xxx", "x.x", "xxx"]}, legend={"x": ["floor", "water"]}),
            "is cut off if `x` is water",
        ),
        (furnish({"drawing": ["a"]}, legend={"a": "wal"}), "did you mean `wall`?"),
        (furnish({"drawing": ["a"]}, legend={"a": "up_stairs"}), "is no contents of a room"),
        (furnish({"drawing": ["p"]}, legend={"P": "wall"}), "did you mean `P`?"),
        (furnish({"drawing": ["??"]}), "`?` in column 1 means nothing"),
        (furnish({"drawing": ["a"]}, legend={"a": {"look": {"glyph": "x"}}}), "add `colour`"),
        (
            furnish({"drawing": ["a"]}, legend={"a": {"tile": "water", "look": LOOK}}),
            "a look of `water` would never be seen",
        ),
        (furnish({"drawing": ["#"], "copies": 2}), "`copies` is for corners and walls"),
        (furnish({"drawing": ["#"], "place": "tiled", "gap": 0}), "expected gap: 1 or more"),
        (furnish({"drawing": ["#"], "gap": 2}), "`gap` is for tiled drawings"),
        (
            furnish({"drawing": ["#"], "rooms": {"min_width": 9, "max_width": 8}}),
            "max_width 8 is below min_width 9",
        ),
        (furnish({"drawing": ["#"], "purposes": ["library"]}), "no pass before `furnish` gives"),
        (
            furnish({"drawing": ["aaaaaaaa", "aaaaaaaa"]},
                    legend={"a": {"exactly": 8, "become": "wall"}}),
            "different things",
        ),
        (furnish({"drawing": ["#"]}, {"drawing": ["."], "name": "drawing_0"}), "is the name of"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_cure(use: Data, words: str) -> None:
    with pytest.raises(SpecError) as caught:
        halls(use)
    assert words in str(caught.value)


DRAWN = [
    {"name": "pillars", "drawing": ["#"], "place": "tiled", "gap": 2, "most": 4},
    {"name": "block", "drawing": ["##", "##"], "weight": 2, "most": 2},
]
ONE = {"name": "furnish", "drawings": DRAWN, "chance": 40}
OTHER = {"name": "furnish", "id": "more", "drawings": DRAWN, "chance": 30}


@needs_cc
def test_conditions_name_how_often_a_drawing_is_placed() -> None:
    names = ["passes.furnish.pillars", "passes.more.block"]
    require = [f"{names[0]} >= 3 and {names[1]} == 1"]
    spec = loaded({"dungeons": {"halls": {**HALLS, "passes": [ONE, OTHER], "require": require}}})
    native = NativeBuilder(spec, native_of(spec))
    tries = 0
    for seed in range(8):
        request = Request("halls", seed)
        g = generate(spec, request)
        tries += g.tries
        require_equal(spec, "halls", g.region_bytes(), native.build(request).regions, request)
        counted = [
            pass_figures_of(spec.dungeons["halls"])[use][name].count(changes(g)[use])
            for use, name in (("furnish", "pillars"), ("more", "block"))
        ]
        assert g.status or (counted[0] >= 3 and counted[1] == 1)
    assert tries > 8


def test_drawings_with_other_numbers_on_other_floors_have_no_figures() -> None:
    low = [*DRAWN[::-1], {"name": "dot", "drawing": ["#"]}]
    floors = {"2-9": {"passes": {"furnish": {"drawings": low}}}}
    dungeon = halls(ONE, floors=floors).dungeons["halls"]
    assert list(pass_figures_of(dungeon)["furnish"]) == ["placed", "dot"]
