"""What the tests over all passes need to know of `shapes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import Tiles, regions_of, tiles_of
from hypothesis import strategies as st

from pygen.spec import Spec

NAMES = ("rectangle", "cut", "round", "cross", "l", "cave", "pillared")
SMALLEST = {"cut": 4, "round": 5, "cross": 5, "l": 5, "cave": 6, "pillared": 5}
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def may_be_floor(shape: str, i: int, j: int, w: int, h: int) -> bool:
    """Whether a tile of a room, w x h tiles, may be floor by its shape; of an L and a cave only
    what holds for all of them."""
    across, down = min(i, w - 1 - i), min(j, h - 1 - j)
    side = min(w, h)
    if shape == "cut":
        return across + down >= (1 if side < 10 else 2 if side < 16 else 3)
    if shape == "round":
        radius = min(side // 2, 8)
        if across >= radius or down >= radius:
            return True
        # From the middle of the corner's circle to a third of the tile.
        x, y = radius - across - 1 / 3, radius - down - 0.5
        return x * x + y * y <= radius * radius
    if shape == "cross":
        return across >= w // 3 or down >= h // 3
    if shape == "cave":
        return across + down >= (side - 1) // 4
    if shape == "pillared":
        long, short, length = (i, down, w) if w >= h else (j, across, h)
        off = min(long, length - 1 - long)
        is_pillar = short == 1 and off % 2 == 1 and not (length % 2 == 0 and off == length // 2 - 1)
        return not is_pillar
    return True


def must_be_floor(shape: str, i: int, j: int, w: int, h: int) -> bool:
    """Whether a tile of a room stays floor by its shape; of a cave only what holds for all."""
    if shape == "cave":
        deep = (min(w, h) - 1) // 4
        across, down = min(i, w - 1 - i), min(j, h - 1 - j)
        return across >= deep + max(deep - down, 0)
    return may_be_floor(shape, i, j, w, h)


def corners_of_l(w: int, h: int) -> list[Tiles]:
    """The tiles that an L lacks, for each of its four corners."""
    a, b = (w + 1) // 3, (h + 1) // 3
    return [
        {(i, j) for i in range(x, x + a) for j in range(y, y + b)}
        for x in (0, w - a)
        for y in (0, h - b)
    ]


def has_chambers(plan: Plan) -> bool:
    """Whether the rooms of a dungeon are chambers, in ground that is all wall."""
    return any("use" in record for record in plan.records)


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless only rooms have changed, each as its shape allows, and each is
    one piece with all its openings."""
    code = spec.codes
    rock = {code["empty"], code["wall"]}
    changed = {
        (at % before.width, at // before.width): pair
        for at, pair in enumerate(zip(before.codes, after.codes, strict=True))
        if pair[0] != pair[1]
    }
    assert len(after.places) == len(after.records)
    allowed: Tiles = set()
    things = {(x, y) for _, x, y in before.entities}
    for (number, *_), room in zip(after.places, after.records, strict=True):
        if not number:
            continue
        shape, (x, y, w, h) = NAMES[number], (room[name] for name in "xywh")
        plain = room.get("use" if has_chambers(after) else "kind", 0) == 0
        assert plain and use["weights"].get(shape), "a room that may have no such shape"
        least, line, most = use["sides"].get(shape, "1-").partition("-")
        assert min(w, h) >= max(SMALLEST[shape], int(least))
        assert max(w, h) <= int(most or (32 if line else least)) and max(w, h) <= 32
        inside = {(i, j) for i in range(x, x + w) for j in range(y, y + h)}
        allowed |= {(i, j) for i in range(x - 1, x + w + 1) for j in range(y - 1, y + h + 1)}
        judge_room(spec, shape, (x, y, w, h), inside, before, after, things)
    assert changed.keys() <= allowed, "something outside of rooms with shapes"
    floors = {at for at, (old, new) in changed.items() if new not in rock}
    assert not floors, "rock has become floor"
    assert all(old in {*rock, code["floor"]} for old, _ in changed.values()), "other tiles changed"
    assert not things & {at for at, (old, _) in changed.items() if old == code["floor"]}
    walls(spec, before, after, set(changed))


def judge_room(
    spec: Spec,
    shape: str,
    area: tuple[int, int, int, int],
    inside: Tiles,
    before: Plan,
    after: Plan,
    things: Tiles,
) -> None:
    """Raise AssertionError unless a room has its shape, and is one piece with its openings."""
    x, y, w, h = area
    ways = [tile.code for tile in spec.tiles.values() if tile.walkable]
    was, now = tiles_of(before, *ways), tiles_of(after, *ways)
    floor = tiles_of(before, spec.codes["floor"])
    openings = {
        ((i, j), (dx, dy))
        for dx, dy in SIDES
        for i in range(x - 1, x + w + 1)
        for j in range(y - 1, y + h + 1)
        if (i, j) in was - inside and (i + dx, j + dy) in inside
    }
    kept: Tiles = set()
    for (i, j), (dx, dy) in openings:
        i, j = i + dx, j + dy
        assert ((i, j) in now) == ((i, j) in was), "an opening is closed"
        while (i, j) in inside & now:
            kept.add((i, j))
            i, j = i + dx, j + dy
    opened = inside & now
    assert len(regions_of(opened)) == 1, "a room is not one piece"
    closed = {(i - x, j - y) for i, j in inside & was - now}
    assert closed, "a room with a shape is as it was"
    if shape == "l":
        corners = corners_of_l(w, h)
        assert any(closed <= corner for corner in corners), "more than a corner is closed"
        drawing = next(corner for corner in corners if closed <= corner)
        open_there = {(i + x, j + y) for i, j in drawing} & now
    else:
        assert not any(must_be_floor(shape, i, j, w, h) for i, j in closed), (
            f"too much is closed in a room that is {shape}"
        )
        open_there = {at for at in opened if not may_be_floor(shape, at[0] - x, at[1] - y, w, h)}
    assert open_there <= kept | (was - floor) | things, "a tile is open that the shape lacks"


def walls(spec: Spec, before: Plan, after: Plan, changed: Tiles) -> None:
    """Raise AssertionError unless no open tile is beside an empty one, and what has become empty is
    beside none."""
    wall, empty = spec.codes["wall"], spec.codes["empty"]
    open_codes = {tile.code for tile in spec.tiles.values() if tile.walkable}
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    for x, y in changed:
        near = any(after.at(x + i, y + j) in open_codes for i, j in around
                   if 0 <= x + i < after.width and 0 <= y + j < after.height)  # fmt: skip
        rock = wall if near or has_chambers(after) else empty
        assert after.at(x, y) in (rock, wall if near else rock), "a wall is missing, or too many"


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    weights = {name: draw(st.integers(0, 5)) for name in NAMES}
    weights[draw(st.sampled_from(NAMES[1:]))] = 6
    sides = {}
    for name in NAMES[1:]:
        if weights[name] and draw(st.booleans()):
            least = draw(st.integers(SMALLEST[name], 9))
            most = draw(st.sampled_from(["", "-", f"-{least + 3}"]))
            sides[name] = f"{least}{most}"
    return {"weights": weights, "sides": sides}


MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {"weights": dict.fromkeys(NAMES[1:], 1)},
        {"weights": {"rectangle": 1, "round": 3, "cave": 3}, "sides": {"round": "5-9"}},
    ),
)
