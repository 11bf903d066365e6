"""Lean floors are distributed as exact ones: the total variation of their figures.

Floors are built natively. Each figure is divided into four parts in which there are as many exact
floors as possible; the total variation is half the sum of the differences of the parts' shares. The
long test takes the floors of all seeds: with 8,192 and 32,768 of them chance alone makes it up to
2.1 percent, as exact floors of other seeds show.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from helpers.kinds import Sample, samples
from helpers.programs import native_of
from helpers.tools import needs_cc

from pygen.builders.native import NativeBuilder
from pygen.engine.request import Request
from pygen.kinds.mystery.parameters import LAYOUTS
from pygen.spec import Spec

LARGE: Sample = next(one for one in samples("mystery") if one.dungeon == "mystery_large")
NAME = LARGE.dungeon

SEEDS = 65536

FEW_FLOORS, MORE_LEAN = 256, 4
"""Exact floors of a layout in the short test, and how many times as many lean ones."""

MOST = 0.02
PARTS = 4

RICH = (
    "rooms={structures: 2, imperfect: true, maze: 20}",
    "halls={extra: 3, dead_ends: true}",
    "shop=20",
    "monster_house={chance: 20, empty: 20}",
    "things={buried: 4, hidden_stairs: true}",
)


def spec_with(layout: str, numbers: str) -> Spec:
    """The sample with another layout, other random numbers, and all that a floor can have."""
    changes = (f"layout={layout}", f"numbers={numbers}", *RICH)
    return LARGE.changed(*(f"dungeons.{NAME}.{change}" for change in changes))


def room_of(chambers: list[dict[str, int]], x: int, y: int) -> int:
    """The number of the room that has a tile."""
    for number, room in enumerate(chambers):
        if room["x"] <= x < room["x"] + room["w"] and room["y"] <= y < room["y"] + room["h"]:
            return number
    return len(chambers)


def figures(spec: Spec, regions: Any) -> dict[str, int]:
    """The figures of a floor, from its bytes in memory."""

    def rows(table: str, struct: str) -> list[dict[str, int]]:
        layout, data = spec.layouts[struct], regions[table]
        return [layout.unpack(data, at) for at in range(0, len(data), layout.size)]

    entities = [one for one in rows("entities", "entity") if one["kind"] != 255]
    rooms = [one for one in rows("chambers", "chamber") if one["w"]]
    tiles = Counter(byte >> shift & 15 for byte in regions["map"] for shift in (0, 4))
    places: dict[int, list[tuple[int, int]]] = {kind: [] for kind in range(7)}
    for one in entities:
        places[one["kind"]].append((one["x"], one["y"]))
    found = {
        "rooms": len(rooms),
        "room tiles": sum(room["w"] * room["h"] for room in rooms),
        "widths": sum(room["w"] for room in rooms) * 8 // max(1, len(rooms)),
        "heights": sum(room["h"] for room in rooms) * 8 // max(1, len(rooms)),
        "shops": sum(room["use"] == 1 for room in rooms),
        "houses": sum(room["use"] == 2 for room in rooms),
        "labyrinths": sum(room["use"] == 3 for room in rooms),
        "floor": tiles[spec.codes["floor"]],
        "water": tiles[spec.codes["water"]],
        "wall": tiles[spec.codes["wall"]],
    }
    names = ("stairs", "hidden stairs", "items", "buried items", "traps", "start", "enemies")
    for kind, name in enumerate(names):
        found[name] = len(places[kind])
        # Where all are on average, and in which room the first one is.
        for axis, letter in enumerate("xy"):
            total = sum(place[axis] for place in places[kind])
            found[f"{letter} of {name}"] = total * 8 // max(1, len(places[kind]))
    for kind in (0, 5):
        found[f"room of {names[kind]}"] = room_of(rooms, *(places[kind] or [(255, 255)])[0])
    return found


def figures_of(layout: str, numbers: str, count: int) -> list[dict[str, int]]:
    """The figures of so many floors, with seeds from all over."""
    spec = spec_with(layout, numbers)
    native = NativeBuilder(spec, native_of(spec))
    seeds = range(0, SEEDS, SEEDS // count)
    return [figures(spec, native.build(Request(NAME, seed)).regions) for seed in seeds]


def variation(exact: list[int], other: list[int]) -> float:
    """The total variation of two lists of figures, in parts that follow from the first one."""
    ordered = sorted(exact)
    cuts = sorted({ordered[len(exact) * part // PARTS] for part in range(1, PARTS)})
    shares = [
        Counter(sum(value >= cut for cut in cuts) for value in values) for values in (exact, other)
    ]
    return (
        sum(
            abs(shares[0][part] / len(exact) - shares[1][part] / len(other))
            for part in range(PARTS)
        )
        / 2
    )


def spread(one: int, other: int) -> float:
    """The standard deviation of the difference of a part's shares, for so many floors."""
    share = 1 / PARTS
    return math.sqrt(share * (1 - share) * (1 / one + 1 / other))


def chance(one: int, other: int) -> float:
    """A total variation that chance alone hardly ever exceeds, for so many floors."""
    return PARTS / 2 * 2 * spread(one, other)


def variations(layout: str, floors: int, more: int) -> dict[str, float]:
    """The total variation of each figure of lean floors to exact ones."""
    exact = figures_of(layout, "exact", floors)
    lean = figures_of(layout, "lean", floors * more)
    return {
        name: variation([one[name] for one in exact], [one[name] for one in lean])
        for name in exact[0]
    }


@needs_cc
@pytest.mark.parametrize("layout", ["large", "cross"])
def test_lean_floors_are_like_exact_ones(layout: str) -> None:
    """Some floors, which show mistakes that are not small."""
    found = variations(layout, FEW_FLOORS, MORE_LEAN)
    most = MOST + chance(FEW_FLOORS, MORE_LEAN * FEW_FLOORS)
    assert all(value <= most for value in found.values()), (most, found)


@needs_cc
@pytest.mark.long
@pytest.mark.parametrize("layout", LAYOUTS)
def test_many_lean_floors_are_like_exact_ones(layout: str) -> None:
    found = variations(layout, SEEDS, 1)
    most = MOST + spread(SEEDS, SEEDS)
    assert all(value <= most for value in found.values()), (most, found)


def test_the_variation_of_figures_is_half_of_the_differences() -> None:
    assert variation([1, 2, 3, 4], [1, 2, 3, 4]) == 0
    assert variation([1, 2, 3, 4], [1, 1, 1, 1]) == 0.75
    assert variation([0, 0, 0, 1], [0, 1, 1, 1]) == 0.5
