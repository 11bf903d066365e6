"""The judge of terrains: what holds for every seed.

It computes the heights of all tiles anew, each by itself, from the key in the summary, and finds
the classes by sorting.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

NO_UP, NO_DOWN = 1, 2


@functools.cache
def bytes_in_random_order() -> tuple[int, ...]:
    """The order of the bytes by which points get their heights."""
    found, state = list(range(256)), 1
    for size in range(256, 1, -1):
        state = (state * 0x5851F42D4C957F2D + 0x14057B7EF767814F) % 2**64
        chosen = (state >> 32) * size // 2**32
        found[size - 1], found[chosen] = found[chosen], found[size - 1]
    return tuple(found)


def keys_from(first: int, count: int, shifts: Sequence[int]) -> list[int]:
    """The keys of all octaves: the first one, and the random numbers after it."""
    keys = [first]
    while len(keys) < count:
        state = keys[-1]
        state = (state ^ state << shifts[0]) & 0xFFFF
        state ^= state >> shifts[1]
        keys.append((state ^ state << shifts[2]) & 0xFFFF)
    return keys


@functools.cache
def share(place: int, spacing: int, fade: str) -> float:
    """How far a height has come at a tile between two points."""
    t = place / spacing
    return 3 * t * t - 2 * t**3 if fade == "smooth" else t


@functools.cache
def between(first: int, last: int, place: int, spacing: int, fade: str) -> int:
    """A height between two: it leaves the nearer one by a part of the difference."""
    if place > spacing / 2:
        return between(last, first, spacing - place, spacing, fade)
    part = abs(last - first) * share(place, spacing, fade)
    # Halves are rounded up.
    rounded = int(part + 0.5)
    return first + rounded if last > first else first - rounded


def point(key: int, x: int, y: int, most: int) -> int:
    """The height of a point of a lattice."""
    table = bytes_in_random_order()
    mixed = table[x ^ table[key % 256 ^ y]] + table[(key // 256 + y) % 256]
    return table[mixed % 256] % (most + 1)


def heights_of(size: Any, noise: Any, keys: list[int]) -> list[int]:
    """The heights of all tiles, row by row."""
    total = [0] * (size.width * size.height)
    bits = 8
    while sum((2**bits - 1) // 2 ** (noise.persistence * n) for n in range(noise.octaves)) > 255:
        bits -= 1
    for n, key in enumerate(keys):
        spacing = noise.spacing // 2 ** (noise.lacunarity * n)
        most = (2**bits - 1) // 2 ** (noise.persistence * n)
        columns = size.width // spacing if noise.wraps else 256
        rows = size.height // spacing if noise.wraps else 256
        lattice = [
            [point(key, x % columns, y % rows, most) for x in range(size.width // spacing + 2)]
            for y in range(size.height // spacing + 2)
        ]
        for y in range(size.height):
            above, below = lattice[y // spacing], lattice[y // spacing + 1]
            row = [between(a, b, y % spacing, spacing, noise.fade) for a, b in zip(above, below)]
            for x in range(size.width):
                left, right = row[x // spacing : x // spacing + 2]
                height = between(left, right, x % spacing, spacing, noise.fade)
                total[y * size.width + x] += height
    return total


def classes_of(heights: list[int], percents: list[int]) -> list[int]:
    """The class of each tile: as many as the classes that the tiles below it fill."""
    ranks = sorted(heights)
    filled = [
        int((len(heights) * sum(percents[: n + 1]) / 100) + 0.5) for n in range(len(percents) - 1)
    ]
    of_height = {
        height: sum(bisect_left(ranks, height) >= end for end in filled) for height in set(heights)
    }
    return [of_height[height] for height in heights]


def parts_of(plan: Plan, ground: int) -> list[int]:
    """The parts of a set of tiles, in the order of their first tiles."""
    parts = []
    while ground:
        part = plan.flood(ground & -ground, ground)
        parts.append(part)
        ground &= ~part
    return parts


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the map is the terrain of its random numbers."""
    plan, records, summary = read(spec, name, regions)
    assert not records
    dungeon = spec.dungeons[name]
    check_ground(spec, plan, summary, dungeon.parts.join)
    keys = keys_from(summary["noise_key"], dungeon.noise.octaves, spec.random.shifts)
    heights = heights_of(dungeon.map, dungeon.noise, keys)
    tiles = [spec.tiles[one.tile] for one in dungeon.classes]
    classes = classes_of(heights, [one.percent for one in dungeon.classes])
    solid = [n for n, tile in enumerate(tiles) if not tile.walkable]
    inside = plan.rectangle(1, 1, plan.width - 2, plan.height - 2)
    at_first = Plan(plan.width, plan.height, [int(n not in solid) for n in classes])
    parts = parts_of(plan, at_first.of(1) & inside)
    kept = [part for part in parts if part.bit_count() >= dungeon.parts.least_size]
    walkable = plan.of(*(tile.code for tile in spec.tiles.values() if tile.walkable))
    if dungeon.parts.join:
        assert sum(kept) & ~walkable == 0, "a part is lost"
        dug = walkable & ~sum(kept)
        assert len(kept) > 1 or not dug, "a path that joins nothing"
    else:
        assert walkable == sum(kept), "other parts than those of the heights"
    stairs = plan.of(spec.codes["up_stairs"], spec.codes["down_stairs"])
    for place, n in enumerate(classes):
        if stairs >> place & 1:
            continue
        expected = tiles[n].code
        if walkable >> place & 1:
            if n in solid:
                expected = spec.codes["floor"]
        elif n not in solid:
            # The lowest class with this tile counts.
            n = tiles.index(tiles[n])
            expected = tiles[min(solid, key=lambda other: (abs(other - n), other))].code
        wrong = f"the tile at {place % plan.width},{place // plan.width}"
        assert plan.codes[place] == expected, wrong
    ground = walkable
    if not dungeon.parts.join and kept:
        ground = max(kept, key=int.bit_count)
    assert summary["status"] == {0: NO_UP | NO_DOWN, 1: NO_DOWN}.get(ground.bit_count(), 0)
    if not summary["status"]:
        check_stairs(plan, ground, summary)


def check_stairs(plan: Plan, ground: int, summary: dict[str, int]) -> None:
    """No tile is farther from the up stairs than the down stairs: the longer way twice, and the
    shorter one."""

    def distance(place: int) -> int:
        y, x = divmod(place, plan.width)
        sides = sorted((abs(x - summary["up_x"]), abs(y - summary["up_y"])))
        return sides[0] + 2 * sides[1]

    assert ground & plan.bit(summary["up_x"], summary["up_y"]), "the stairs are in another part"
    places = [place for place in range(len(plan.codes)) if ground >> place & 1]
    farthest = max(places, key=distance)
    assert (summary["down_x"], summary["down_y"]) == (farthest % plan.width, farthest // plan.width)
