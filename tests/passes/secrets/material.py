"""What the tests over all passes need to know of `secrets`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import Tiles, regions_of, tiles_of
from hypothesis import strategies as st

from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless only rooms without stairs are hidden, each behind its only
    opening, or only dead ends, and all else can still be reached without a secret path."""
    code = spec.codes
    changed = {
        (at % before.width, at // before.width): pair
        for at, pair in enumerate(zip(before.codes, after.codes, strict=True))
        if pair[0] != pair[1]
    }
    opened = [code["floor"], *([code["door"]] if "door" in code else [])]
    for old, new in changed.values():
        assert old in opened and new == code["secret_path"]
    ways = [tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret]
    seen_before, seen = tiles_of(before, *ways), tiles_of(after, *ways)
    stairs = tiles_of(after, code["up_stairs"], code["down_stairs"])
    if use.get("hide") == "dead_ends":
        judge_dead_ends(use, set(changed), seen_before, seen, stairs)
        return
    hidden: Tiles = set()
    hideable = set()
    for x, y, w, h in before.rooms:
        inside = {(i, j) for i in range(x, x + w) for j in range(y, y + h)}
        sides = {(i, j) for i in range(x, x + w) for j in (y - 1, y + h)}
        sides |= {(i, j) for i in (x - 1, x + w) for j in range(y, y + h)}
        openings = sides & seen_before
        if len(openings) == 1 and not inside & stairs:
            hideable |= openings
            if openings <= changed.keys():
                hidden |= inside
    assert changed.keys() <= hideable
    assert use["chance"] or not changed
    start = next((region for region in regions_of(seen_before) if stairs & region), set())
    rest = [region for region in regions_of(seen) if region & start - hidden]
    assert len(rest) <= 1 or not changed, "a secret path cuts off more than a room"
    assert not changed or stairs & start <= rest[0]


def judge_dead_ends(
    use: Mapping[str, Any],
    hidden: Tiles,
    before: Tiles,
    seen: Tiles,
    stairs: Tiles,
) -> None:
    """Raise AssertionError unless behind each secret path is a way that branches nowhere, without
    stairs and long enough, and all else is reached as before."""
    left = set(before)
    # A dead end that is hidden can make another one longer, so the innermost come first.
    while hidden & left:
        ends = [way for way in dead_ends(left) if way & hidden]
        assert ends, "a secret path that does not close a dead end"
        for way in ends:
            assert not way & stairs and len(way) > use.get("behind", 3)
            left -= way
    assert len([region for region in regions_of(left) if region & stairs]) <= 1
    assert left <= seen


def dead_ends(ways: Tiles) -> list[Tiles]:
    """The ways from a tile with one neighbour up to the last one before a tile with three."""

    def beside(tile: tuple[int, int]) -> Tiles:
        x, y = tile
        return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & ways

    found = []
    for end in ways:
        if len(beside(end)) != 1:
            continue
        way, (tile,) = {end}, beside(end)
        while len(beside(tile)) == 2:
            way.add(tile)
            (tile,) = beside(tile) - way
        if len(beside(tile)) > 2:
            found.append(way)
    return found


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    return {
        "chance": draw(st.sampled_from([0, 30, 100, 100])),
        "hide": draw(st.sampled_from(["rooms", "dead_ends"])),
        "behind": draw(st.sampled_from([1, 2, 5])),
    }


MATERIAL = PassMaterial(
    judge,
    uses(),
    ({"chance": 100}, {"hide": "dead_ends", "chance": 100, "behind": 1}, {}),
    without=("secret rooms", "secrets"),
    before=({"name": "stairs"},),
)
