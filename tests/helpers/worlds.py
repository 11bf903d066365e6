"""A judge of worlds: it shares no code with what makes their chunks."""

from __future__ import annotations

import itertools
from typing import Any

from helpers.plan import Plan

from pygen.engine.generator.wide_edges import WIDE_EDGES
from pygen.engine.random.request import Request
from pygen.spec.model import Spec

SIDE = 32
CHUNKS = 2048

Gates = dict[str, list[int]]
"""Where the gates of each side of a chunk are: "left", "above", "right", "below"."""


def has_wide_edges(spec: Spec, name: str) -> bool:
    """Whether chunks are open wherever the land is, not only at the gates."""
    return WIDE_EDGES in spec.kind(name).phases_of_worlds


def check_chunk(spec: Spec, name: str, plan: Plan, summary: dict[str, Any]) -> None:
    """Raise AssertionError unless a chunk has what every chunk has: all of it can be reached, by
    one gate at least on each side, and it has no stairs."""
    code = spec.codes
    assert plan.width == plan.height == SIDE
    assert not plan.of(code["up_stairs"], code["down_stairs"]), "a chunk with stairs"
    assert not summary["status"], "something is missing"
    places = ("up_x", "up_y", "down_x", "down_y", "camera_x", "camera_y")
    assert not any(summary[place] for place in places)
    walkable = plan.of(*(tile.code for tile in spec.tiles.values() if tile.walkable))
    inside = plan.rectangle(1, 1, SIDE - 2, SIDE - 2)
    reached = plan.flood(walkable & inside & -(walkable & inside), walkable & inside)
    assert reached == walkable & inside, "a walkable tile is cut off"
    assert plan.around(walkable & inside) & plan.of(code["empty"]) == 0
    for side, gates in open_edges(plan, walkable).items():
        assert gates, f"no gate {side}"
        if not has_wide_edges(spec, name):
            assert {0, SIDE - 1}.isdisjoint(gates), "an open corner"
            assert all(2 <= place <= 29 for place in gates)
            assert all(b - a > 1 for a, b in itertools.pairwise(gates)), "gates side by side"
        for place in gates:
            inner = plan.bit(*tile_of(side, place, 1))
            if place in (0, SIDE - 1):
                # Both tiles beside a corner are at an edge.
                inner |= plan.bit(*tile_of(side, abs(place - 1), 0))
            assert walkable & inner, "a gate that leads nowhere"


def tile_of(side: str, place: int, depth: int) -> tuple[int, int]:
    """A tile of a side of a chunk, so many tiles away from the edge."""
    across = depth if side in ("left", "above") else SIDE - 1 - depth
    return (across, place) if side in ("left", "right") else (place, across)


def open_edges(plan: Plan, walkable: int) -> Gates:
    """Which tiles of each side can be walked on."""
    return {
        side: [n for n in range(SIDE) if walkable & plan.bit(*tile_of(side, n, 0))]
        for side in ("left", "above", "right", "below")
    }


def check_edges(spec: Spec, plan: Plan, request: Request) -> None:
    """Raise AssertionError unless the open tiles at the edges of a finished chunk are its gates; if
    its edges are wide, some of them."""
    walkable = plan.of(*(tile.code for tile in spec.tiles.values() if tile.walkable))
    found, expected = open_edges(plan, walkable), expected_gates(spec, request)
    if has_wide_edges(spec, request.dungeon):
        assert all(set(expected[side]) <= set(found[side]) for side in expected), "a closed gate"
    else:
        assert found == expected


def expected_gates(spec: Spec, request: Request) -> Gates:
    """Where the gates of a chunk are, as docs/worlds.md says."""
    parameters = spec.dungeons[request.dungeon].world
    assert parameters
    key, (x, y) = floor_state(spec, request), request.chunk
    edges = {
        "left": ((x - 1) % CHUNKS + 0x4000, y),
        "above": (x + 0x8000, (y - 1) % CHUNKS),
        "right": (x + 0x4000, y),
        "below": (x + 0x8000, y),
    }
    found = {}
    for side, words in edges.items():
        one, two, three, four = speck(key, *words)
        count = 1 + four * parameters.gates // 256
        first = {1: [2], 2: [2, 16], 3: [2, 11, 20]}[count]
        many = {1: [28], 2: [13, 14], 3: [8, 8, 10]}[count]
        found[side] = [
            at + byte * tiles // 256 for at, tiles, byte in zip(first, many, (two, one, three))
        ]
    return found


def floor_state(spec: Spec, request: Request) -> int:
    """The state with which the random numbers of a floor begin."""
    seed, random = request.seed, spec.random
    for _ in range(request.floor - 1):
        seed = (seed * random.floor_multiplier + random.floor_increment) % 65536
    state = seed or random.seed_zero
    left, right, last = random.shifts
    for _ in range(random.warm_up):
        state = (state ^ state << left) % 65536
        state ^= state >> right
        state = (state ^ state << last) % 65536
    return state


def speck(key: int, x: int, y: int) -> tuple[int, int, int, int]:
    """Eight rounds of Speck32, the round keys being the key and multiples of $9E37 combined by
    exclusive or: the upper and the lower byte of y, then those of x."""
    for number in range(8):
        x = int(f"{x:016b}"[-7:] + f"{x:016b}"[:-7], 2)
        x = (x + y) % 65536 ^ key ^ number * 0x9E37 % 65536
        y = int(f"{y:016b}"[2:] + f"{y:016b}"[:2], 2) ^ x
    return y // 256, y % 256, x // 256, x % 256
