"""What the tests over all passes need to know of `treasures`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan, ground_codes
from helpers.population import fitting, free_tiles
from helpers.solid import tiles_of
from hypothesis import strategies as st

from pygen.engine.constants import STATUS_FEWER_TREASURES
from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless as many treasures as wanted are in chambers of their own, each
    behind one secret path, and nothing but rock has become anything else."""
    code = spec.codes
    rock = rock_of(spec)
    changed = {
        (at % before.width, at // before.width): pair
        for at, pair in enumerate(zip(before.codes, after.codes, strict=True))
        if pair[0] != pair[1]
    }
    assert all(old in rock for old, _ in changed.values()), "something else than rock has changed"
    treasures = [place for place, (_, new) in changed.items() if new == code["treasure"]]
    paths = {place for place, (_, new) in changed.items() if new == code["secret_path"]}
    walls = {place for place, (_, new) in changed.items() if new == code["wall"]}
    assert len(treasures) + len(paths) + len(walls) == len(changed)
    fits = fitting(spec, use, before) if use["where"] else -1
    walkable = tiles_of(after, *(tile.code for tile in spec.tiles.values() if tile.walkable))
    ends = set()
    for x, y in treasures:
        around = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {(x, y)}
        opened = around & walkable
        assert len(opened) == 1 and opened <= paths, "a chamber has one secret path"
        (path,) = opened
        (i, j) = path
        floor = (2 * i - x, 2 * j - y)
        assert before.at(*floor) in ground_codes(spec), "the path leads to floor"
        assert fits & before.bit(*floor), "the path leads to floor elsewhere"
        sides = {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)}
        assert sides & walkable == {floor, (x, y)}
        assert not any(after.at(*one) == code["empty"] for one in around)
        walls -= around
        ends.add(path)
    assert ends == paths and not walls
    is_short = (
        bool(after.status & STATUS_FEWER_TREASURES) and not before.status & STATUS_FEWER_TREASURES
    )
    if use["where"] and len(treasures) < use["count"]:
        assert not has_room(spec, after, fits), "there is room for another treasure"
    assert len(treasures) <= use["count"]
    assert is_short == (len(treasures) < use["count"]) or before.status & STATUS_FEWER_TREASURES


def rock_of(spec: Spec) -> set[int]:
    """The codes of walls, of what is empty, and of mountains unless these can be walked on."""
    names = ["empty", "wall"]
    if "mountain" in spec.tiles and not spec.tiles["mountain"].walkable:
        names.append("mountain")
    return {spec.codes[name] for name in names}


def has_room(spec: Spec, plan: Plan, fits: int) -> bool:
    """Whether a chamber fits behind a wall beside one of these tiles."""
    rock = plan.of(*rock_of(spec))
    inside = plan.rectangle(1, 1, plan.width - 2, plan.height - 2)
    solid = inside & ~plan.around(~rock & plan.rectangle(0, 0, plan.width, plan.height))
    free = fits & free_tiles(spec, plan)
    ways = (2, -2, 2 * plan.width, -2 * plan.width)
    moved = (free << way if way > 0 else free >> -way for way in ways)
    # A tile at the edge is never floor, so none is moved round it.
    return any(tiles & solid for tiles in moved)


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    where = draw(st.sampled_from([None, "far", "rooms", "corridors", ["dead ends", "near"]]))
    tries = {"where": where} if where else {"tries": draw(st.integers(1, 255))}
    return {"count": draw(st.integers(0, 20)), **tries}


MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {},
        {"count": 9, "where": ["corridors", "far"]},
        {"count": 12, "where": "dead ends"},
        {"tries": 30},
    ),
    without=("treasures", "secrets"),
    before=({"name": "stairs"},),
)
