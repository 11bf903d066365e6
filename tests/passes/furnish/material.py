"""What the tests over all passes need to know of `furnish`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import regions_of, tiles_of
from hypothesis import strategies as st

from pygen.spec import Spec

Data = dict[str, Any]

MARKS = {"#": "wall", ".": "floor", "+": "door", "$": "treasure", "~": "water"}

SHELF = {"tile": "wall", "look": {"glyph": "=", "colour": "brown"}}
RUG = {"look": {"glyph": "%", "colour": "red"}}


def things(use: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All that the drawings of a use may put anywhere: a tile (None: floor), and a look or None."""
    for one in use["drawings"] or [{"drawing": ["#."], "legend": {}}]:
        legend = {**use["legend"], **one["legend"]}
        for mark in {mark for row in one["drawing"] for mark in row} - {" "}:
            meaning = legend.get(mark, {"tile": MARKS.get(mark), "look": None})
            if meaning.get("one_of"):
                yield from meaning["one_of"]
            elif meaning.get("become"):
                yield meaning["become"]
                yield meaning.get("rest") or {"tile": None, "look": None}
            else:
                yield meaning


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless only floor has become something else, namely what the drawings
    name, nothing is cut off, and looks are where the drawings give them."""
    floor = spec.codes["floor"]
    named = list(things(use))
    codes = {spec.codes[thing["tile"] or "floor"] for thing in named}
    given = {
        number - use["first_look"] + 1
        for number in {new for new in after.looks if new >= use["first_look"]}
    }
    most = len({repr((one["tile"] or "floor", one["look"])) for one in named if one["look"]})
    for at, (old, new) in enumerate(zip(before.codes, after.codes, strict=True)):
        looks = (before.looks[at], after.looks[at]) if after.looks else (0, 0)
        if old != new:
            x, y = at % before.width, at // before.width
            assert old == floor, f"{x},{y} was no floor"
            assert new in codes, f"{x},{y} is not what a drawing names"
        if looks[0] != looks[1]:
            assert old == floor, "a look where no floor was"
            assert new in codes | {floor}
            assert not looks[1] or 0 < looks[1] - use["first_look"] + 1 <= most, "an unknown look"
    assert after.looks or not given
    if not use["chance"]:
        assert before.codes == after.codes and before.looks == after.looks
    walkable = [tile.code for tile in spec.tiles.values() if tile.walkable]
    seen = [tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret]
    for ways in (walkable, seen):
        left = tiles_of(after, *ways)
        # What a drawing has filled is no region any more.
        kept = [region & left for region in regions_of(tiles_of(before, *ways))]
        kept = sorted(filter(None, kept), key=lambda region: min((y, x) for x, y in region))
        assert regions_of(left) == kept, "something was cut off, or joined"


THINGS = st.sampled_from(["wall", "floor", SHELF, RUG, {"tile": "wall"}, {"tile": "floor"}])


@st.composite
def meanings(draw: st.DrawFn) -> Any:
    """What a mark stands for."""
    form = draw(st.sampled_from(["one", "one", "several", "exactly"]))
    if form == "one":
        return draw(THINGS)
    if form == "several":
        return draw(st.lists(THINGS, min_size=1, max_size=3))
    return {"exactly": draw(st.integers(1, 2)), "become": draw(THINGS), "rest": draw(THINGS)}


def sound(rows: list[str]) -> list[str]:
    """A drawing whose walkable places all have a way straight on, to the right or down. Others are
    made walls."""
    found = [list(row) for row in rows]
    for y in reversed(range(len(rows))):
        for x in reversed(range(len(rows[0]))):
            right, below = found[y][x + 1 :], [row[x] for row in found[y + 1 :]]
            if not ({*right} <= {*". "} or {*below} <= {*". "}):
                found[y][x] = "#"
    if not {mark for row in found for mark in row} - {" "}:
        found[0][0] = "#"
    return ["".join(row) for row in found]


@st.composite
def furniture(draw: st.DrawFn, name: str) -> Data:
    """A drawing, with rooms for it."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    place = draw(st.sampled_from(["centre", "corners", "walls", "tiled"]))
    row = st.text("#..  ab", min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    least = draw(st.integers(1, 8))
    found: Data = {
        "name": name,
        "drawing": sound(rows),
        "weight": draw(st.integers(1, 20)),
        "most": draw(st.sampled_from([1, 3, 255])),
        "place": place,
        "rooms": {"min_width": least, "max_width": draw(st.integers(least, 20))},
        "turned": draw(st.booleans()),
        "mirrored": draw(st.booleans()),
    }
    if place == "tiled":
        found["gap"] = draw(st.integers(1, 3))
    if place in ("corners", "walls"):
        found["copies"] = draw(st.integers(1, 5))
    return found


@st.composite
def uses(draw: st.DrawFn) -> Data:
    """Random parameters."""
    drawings = [draw(furniture(f"drawing_{n}")) for n in range(draw(st.integers(0, 4)))]
    own = draw(meanings())
    if isinstance(own, dict) and "exactly" in own:
        counts = ["".join(one["drawing"]).count("a") for one in drawings]
        if 0 < min(filter(None, counts), default=9) < own["exactly"]:
            own["exactly"] = 1
    return {
        "chance": draw(st.sampled_from([0, 40, 100, 100])),
        "per_room": draw(st.integers(1, 3)),
        "first_look": draw(st.sampled_from([1, 1, 3])),
        "legend": {"a": own, "b": draw(THINGS)},
        "drawings": drawings,
    }


SAMPLES: tuple[Data, ...] = (
    {},
    {
        "chance": 90,
        "per_room": 3,
        "legend": {
            "s": SHELF,
            "c": RUG,
            "p": ["wall", {"tile": "floor", "weight": 2}, {"tile": "wall", "weight": 3}],
            "q": {"exactly": 2, "become": SHELF, "rest": RUG},
        },
        "drawings": [
            {"name": "pillars", "drawing": ["#"], "place": "tiled", "gap": 2},
            {"name": "pool", "drawing": [" pp ", "pppp", "pppp", " pp "], "most": 3},
            {"name": "carpet", "drawing": ["cc", "cc"], "place": "tiled", "gap": 0, "weight": 2},
            {"name": "corner", "drawing": ["sqq", "q  "], "place": "corners", "mirrored": False},
            {"name": "shelf", "drawing": ["sss", "qqq"], "place": "walls", "copies": 3},
            {"name": "ell", "drawing": ["#..", "###"], "turned": False, "weight": 3},
        ],
    },
)

MATERIAL = PassMaterial(judge, uses(), SAMPLES)
