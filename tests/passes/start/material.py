"""What the tests over all passes need to know of `start`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.population import STATUS_NOT_ALL_PLACED, placed
from hypothesis import strategies as st

from pygen.spec import Spec

START, ENEMY, OWN_ENEMIES = 5, 6, range(16, 32)


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless the start is where it should be."""
    known = len(before.entities)
    if use["at"] == "up_stairs":
        assert after.entities[known:] == [(START, *before.up)]
        return
    new = placed(spec, before, after)
    assert len(new) == (not after.status & STATUS_NOT_ALL_PLACED)
    for kind, x, y in new:
        assert kind == START
        if use["at"] == "room":
            left, top, w, h = before.rooms[min(use["room"], len(before.rooms) - 1)]
            assert left <= x < left + w and top <= y < top + h


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    at = draw(st.sampled_from(["up_stairs", "room", "away"]))
    return {"at": at, "room": draw(st.integers(0, 9)), "tries": draw(st.integers(1, 60))}


MATERIAL = PassMaterial(
    judge,
    uses(),
    ({"at": "room", "room": 2}, {"at": "away"}),
    without=("secret rooms", "secrets"),
    before=({"name": "stairs"},),
)
