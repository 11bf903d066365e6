"""What the tests over all passes need to know of `treasures`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan, ground_codes
from helpers.solid import tiles_of
from hypothesis import strategies as st

from pygen.engine.constants import STATUS_FEWER_TREASURES
from pygen.spec import Spec


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless as many treasures as wanted are in chambers of their own, each
    behind one secret path, and nothing but rock has become anything else."""
    code = spec.codes
    rock = {code["empty"], code["wall"]}
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
        sides = {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)}
        assert sides & walkable == {floor, (x, y)}
        assert not any(after.at(*one) == code["empty"] for one in around)
        walls -= around
        ends.add(path)
    assert ends == paths and not walls
    is_short = (
        bool(after.status & STATUS_FEWER_TREASURES) and not before.status & STATUS_FEWER_TREASURES
    )
    assert len(treasures) <= use["count"]
    assert is_short == (len(treasures) < use["count"]) or before.status & STATUS_FEWER_TREASURES


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    return {"count": draw(st.integers(0, 20)), "tries": draw(st.integers(1, 255))}


MATERIAL = PassMaterial(
    judge, uses(), ({}, {"count": 12, "tries": 30}), without=("treasures", "secrets")
)
