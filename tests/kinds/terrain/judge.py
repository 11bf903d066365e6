"""The judge of terrains: what holds for every seed.

It computes the heights of all tiles anew, each by itself, from the key in the summary, and finds
the classes by sorting.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

NO_UP, NO_DOWN, FEWER_PARTS = 1, 2, 8


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


def point_of_world(key: int, x: int, y: int, most: int) -> int:
    """The height of a point of a world, whose page of 256 x 256 points has a key of its own."""
    table = bytes_in_random_order()
    (page_x, x), (page_y, y) = divmod(x, 256), divmod(y, 256)
    low = table[(table[key % 256 ^ page_x] + page_y) % 256]
    high = table[(table[key // 256 ^ page_y] + page_x) % 256]
    return point(256 * high + low, x, y, most)


def sizes_of_octaves(noise: Any, most: int, whole: int) -> list[int]:
    """How much each octave may change heights: at most `most`, and all of them together `whole`."""
    for size in range(most, 0, -1):
        sizes = [size // 2 ** (noise.persistence * n) for n in range(noise.octaves)]
        if sum(sizes) <= whole and (noise.form == "gradient" or size & size + 1 == 0):
            return sizes
    raise AssertionError("no room for the octaves")


@functools.cache
def rise(slope: int, way: int, tiles: int, spacing: int) -> int:
    """By how much heights rise after some tiles downwards, if they rise in a direction: one of
    sixteen, the first one to the right, clockwise."""
    sine = round(256 * math.sin(way * math.pi / 8))
    change = slope * sine * tiles / (256 * spacing)
    return math.floor(abs(change) + 0.5) * (1 if change > 0 else -1)


def lines_of_row(
    above: Sequence[int], below: Sequence[int], slope: int, place: int, spacing: int, fade: str
) -> list[tuple[int, int]]:
    """For each column of a lattice: the height in a row, and by how much it rises to the right,
    from the directions in the row of points above and in that below."""
    found = []
    for one, other in zip(above, below):
        height = between(
            rise(slope, one, place, spacing),
            rise(slope, other, place - spacing, spacing),
            place, spacing, fade,
        )  # fmt: skip
        to_right = [rise(slope, way + 4, spacing, spacing) for way in (one, other)]
        found.append((height, between(*to_right, place, spacing, fade)))
    return found


def heights_of(
    size: Any,
    noise: Any,
    keys: list[int],
    chunk: tuple[int, int] | None = None,
    sizes: Sequence[int] = (),
) -> list[int]:
    """The heights of all tiles, row by row; `sizes` is by how much each octave may change them."""
    has_slopes = noise.form == "gradient"
    total = [128 if has_slopes else 0] * (size.width * size.height)
    sizes = sizes or sizes_of_octaves(noise, *((112, 170) if has_slopes else (255, 255)))
    for n, key in enumerate(keys):
        spacing = noise.spacing // 2 ** (noise.lacunarity * n)
        most = 15 if has_slopes else sizes[n]
        columns = size.width // spacing if noise.wraps else 256
        rows = size.height // spacing if noise.wraps else 256
        left, top, height_of = 0, 0, point
        if chunk:
            columns = rows = 65536 // spacing
            left, top, height_of = (
                chunk[0] * 32 // spacing,
                chunk[1] * 32 // spacing,
                point_of_world,
            )
        moved_x = key % spacing if noise.offsets else 0
        moved_y = key // 256 % spacing if noise.offsets else 0
        lattice = [
            [
                height_of(key, (left + x) % columns, (top + y) % rows, most)
                for x in range((size.width + moved_x) // spacing + 2)
            ]
            for y in range((size.height + moved_y) // spacing + 2)
        ]
        for y in range(size.height):
            row_of_points, place = divmod(y + moved_y, spacing)
            above, below = lattice[row_of_points : row_of_points + 2]
            if has_slopes:
                lines = lines_of_row(above, below, sizes[n], place, spacing, noise.fade)
            else:
                lines = [
                    (between(a, b, place, spacing, noise.fade), 0) for a, b in zip(above, below)
                ]
            for x in range(size.width):
                at, behind = divmod(x + moved_x, spacing)
                (one, slope), (other, other_slope) = lines[at : at + 2]
                one += slope * behind // spacing
                other += other_slope * (behind - spacing) // spacing
                height = between(one, other, behind, spacing, noise.fade)
                total[y * size.width + x] += height
    return total


def fallen(heights: list[int], size: Any, falloff: Any) -> list[int]:
    """The heights, less what they lose near an edge: a column and a row each take a share of the
    depth, rounded up."""
    found = []
    for place, height in enumerate(heights):
        y, x = divmod(place, size.width)
        for away in (min(x, size.width - 1 - x), min(y, size.height - 1 - y)):
            if away < falloff.width:
                height -= math.ceil(falloff.depth * (falloff.width - away) / falloff.width)
        found.append(max(height, 0))
    return found


def with_line(heights: list[int], dungeon: Any, key: int, chunk: tuple[int, int]) -> list[int]:
    """The heights of a chunk with rivers, which are as low as can be: where another noise, like the
    first octave, is near its middle."""
    noise = dungeon.noise.model_copy(update={"octaves": 1})
    has_slopes = noise.form == "gradient"
    sizes = sizes_of_octaves(dungeon.noise, *((112, 170) if has_slopes else (255, 255)))
    line = heights_of(dungeon.map, noise, [key], chunk, sizes)
    middle = 128 if has_slopes else (sizes[0] + 1) / 2
    return [
        0 if abs(other - middle) <= dungeon.rivers.width else height
        for height, other in zip(heights, line)
    ]


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


class Chance:
    """The random numbers behind the last key, below a number each."""

    def __init__(self, state: int, shifts: Sequence[int]) -> None:
        self.state, self.shifts = state, shifts

    def below(self, count: int) -> int:
        self.state = keys_from(self.state, 2, self.shifts)[1]
        return self.state // 256 * count // 256

    def tile(self, size: Any) -> tuple[int, int]:
        x = self.below(size.width - 2) + 1
        return x, self.below(size.height - 2) + 1


Heights = dict[tuple[int, int], int]


def with_rivers(land: Heights, size: Any, dungeon: Any, lowest: set[int], chance: Chance) -> bool:
    """Let rivers run: from the highest of 8 tiles always to the lowest of those beside, but only to
    one that is beside no other tile of their own, until they are at the edge or at water. They are
    as low as can be then. The result is whether a river found no course."""
    is_left_out = False
    high = {tile for tile in land if land[tile] == 255}

    def is_inside(x: int, y: int) -> bool:
        return bool(0 < x < size.width - 1 and 0 < y < size.height - 1)

    def around(x: int, y: int) -> list[tuple[int, int]]:
        return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]

    for _ in range(dungeon.rivers.count):
        for _ in range(48):
            sources = [chance.tile(size) for _ in range(8)]
            x, y = max(sources, key=lambda tile: (land[tile], -sources.index(tile)))
            course: list[tuple[int, int]] = []
            ends = False
            while len(course) < 120:
                ends = not is_inside(x, y) or land[x, y] in lowest
                if ends:
                    break
                course.append((x, y))
                taken = {*course, *high}
                ways = [
                    tile
                    for tile in around(x, y)
                    if tile not in taken
                    and not (is_inside(*tile) and len(taken.intersection(around(*tile))) > 1)
                ]
                if not ways:
                    break
                x, y = min(ways, key=lambda tile: land[tile])
            if ends and len(course) >= dungeon.rivers.least_length:
                land.update(dict.fromkeys(course, 0))
                high -= {*course}
                break
        else:
            is_left_out = True
    return is_left_out


def with_roads(land: Heights, size: Any, dungeon: Any, solid: set[int], chance: Chance) -> None:
    """Build roads from site to site: each tile is nearer to the next site, and the one to which the
    road climbs less is taken, or the one across. They are as high as can be then."""
    last = dungeon.roads.sites - 1
    at, level = (0, 0), 0
    for n in range(last + 1):
        for _ in range(8):
            site = chance.tile(size)
            if n in (0, last):
                site = (size.width - 2 if n else 1), site[1]
            if land[site] == 255 or land[site] not in solid:
                break
        if n == 0:
            at, level = site, land[site]
        while True:
            land[at] = 255
            if at == site:
                break
            away = [abs(site[0] - at[0]), abs(site[1] - at[1])]
            ways = []
            if away[0]:
                ways.append((at[0] + (site[0] - at[0]) // away[0], at[1]))
            if away[1]:
                ways.append((at[0], at[1] + (site[1] - at[1]) // away[1]))
            climbs = [abs(land[way] - level) if land[way] != 255 else 0 for way in ways]
            at = ways[climbs.index(min(climbs))]
            level = land[at] if land[at] != 255 else level


def classes_with_courses(
    dungeon: Any, tiles: Sequence[Any], heights: list[int], chance: Chance
) -> tuple[list[int], bool]:
    """The class of each tile, with rivers and roads; that of roads comes behind all others. And
    whether a river is left out."""
    percents = [one.percent for one in dungeon.classes]
    classes = classes_of(heights, percents)
    if not (dungeon.rivers.count or dungeon.roads.sites):
        return classes, False
    # Heights that no tile has belong to the class of the next lower one.
    known = dict(zip(heights, classes))
    of_height = {
        height: known[max((n for n in known if n <= height), default=min(known))]
        for height in range(256)
    }
    size = dungeon.map
    places = [(x, y) for y in range(size.height) for x in range(size.width)]
    land = dict(zip(places, heights))
    lowest = {n for n in of_height if of_height[n] == 0}
    is_left_out = with_rivers(land, size, dungeon, lowest, chance)
    solid = {n for n in of_height if not tiles[of_height[n]].walkable}
    with_roads(land, size, dungeon, solid, chance)
    if dungeon.roads.sites:
        of_height[255] = len(percents)
    return [of_height[land[place]] for place in places], is_left_out


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
    dungeon = parameters_of(spec, name)
    check_ground(spec, plan, summary, dungeon.parts.join)
    keys = keys_from(summary["noise_key"], dungeon.noise.octaves, spec.random.shifts)
    heights = heights_of(dungeon.map, dungeon.noise, keys)
    heights = fallen(heights, dungeon.map, dungeon.falloff)
    tiles = [spec.tiles[one.tile] for one in dungeon.classes]
    chance = Chance(keys[-1], spec.random.shifts)
    classes, is_left_out = classes_with_courses(dungeon, tiles, heights, chance)
    walkable, kept = check_tiles(spec, name, plan, classes)
    ground = walkable
    if not dungeon.parts.join and kept:
        ground = max(kept, key=int.bit_count)
    without_stairs = {0: NO_UP | NO_DOWN, 1: NO_DOWN}.get(ground.bit_count(), 0)
    assert summary["status"] == without_stairs | FEWER_PARTS * is_left_out
    if not without_stairs:
        check_stairs(plan, ground, summary)


def check_tiles(spec: Spec, name: str, plan: Plan, classes: Sequence[int]) -> tuple[int, list[int]]:
    """Raise AssertionError unless each tile is what its class says, closed at the edge and in small
    parts, or part of a path. The result are the walkable tiles, and the parts that were kept."""
    dungeon = parameters_of(spec, name)
    tiles = [spec.tiles[one.tile] for one in dungeon.classes]
    solid = [n for n, tile in enumerate(tiles) if not tile.walkable]
    if dungeon.roads.sites:
        tiles.append(spec.tiles["floor"])
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
            expected = closed(tiles, solid, n, len(dungeon.classes))
        wrong = f"the tile at {place % plan.width},{place // plan.width}"
        assert plan.codes[place] == expected, wrong
    return walkable, kept


def closed(tiles: Sequence[Any], solid: Sequence[int], n: int, classes: int) -> int:
    """The tile that a class becomes where it must not be walkable."""
    n = tiles.index(tiles[n])
    if n == classes:
        n = 0  # a road, and floor is no class
    code: int = tiles[min(solid, key=lambda other: (abs(other - n), other))].code
    return code


@functools.cache
def ranks_of_world(noise: Any) -> list[int]:
    """The heights of a sample of worlds in ascending order: of 64 chunks, whose keys are random
    numbers from the seed 1 on."""
    keys = keys_from(1, 4 + 64 * noise.octaves, (7, 9, 8))[4:]
    size = Size(32, 32)
    found: list[int] = []
    for first in range(0, len(keys), noise.octaves):
        found += heights_of(size, noise, keys[first : first + noise.octaves])
    return sorted(found)


class Size(NamedTuple):
    width: int
    height: int


def judge_chunk(
    spec: Spec,
    name: str,
    chunk: tuple[int, int],
    of_kind: Mapping[str, bytes],
    finished: Mapping[str, bytes],
) -> None:
    """Raise AssertionError unless a chunk is the terrain of its place in the world, closed at the
    edges at first, and open at the end where one can walk there."""
    plan, _, summary = read(spec, name, of_kind)
    dungeon = parameters_of(spec, name)
    keys = keys_from(summary["noise_key"], dungeon.noise.octaves + 1, spec.random.shifts)
    ranks, percents = ranks_of_world(dungeon.noise), [one.percent for one in dungeon.classes]
    lowest = []
    for n in range(1, len(percents)):
        filled = int(len(ranks) * sum(percents[:n]) / 100 + 0.5)
        lowest.append(next(height for height in range(257) if bisect_left(ranks, height) >= filled))
    heights = heights_of(dungeon.map, dungeon.noise, keys[:-1], chunk)
    if dungeon.rivers.width:
        heights = with_line(heights, dungeon, keys[-1], chunk)
    classes = [sum(height >= one for one in lowest) for height in heights]
    check_tiles(spec, name, plan, classes)
    end = read(spec, name, finished)[0]
    tiles = [spec.tiles[one.tile] for one in dungeon.classes]
    walkable = [tile.code for tile in spec.tiles.values() if tile.walkable]
    for n in range(1, 31):
        for x, y, inner in ((0, n, (1, n)), (n, 0, (n, 1)), (31, n, (30, n)), (n, 31, (n, 30))):
            tile = tiles[classes[32 * y + x]]
            if end.at(*inner) not in walkable:
                assert end.at(x, y) not in walkable, "an edge that cannot be reached"
            elif tile.walkable:
                assert end.at(x, y) == tile.code, f"the land at {x},{y} does not go on"
    for x, inner_x in ((0, 1), (31, 30)):
        for y, inner_y in ((0, 1), (31, 30)):
            is_reached = end.at(inner_x, y) in walkable or end.at(x, inner_y) in walkable
            tile = tiles[classes[32 * y + x]]
            is_open = end.at(x, y) in walkable
            assert is_open == (is_reached and tile.walkable), "a corner"
            assert not is_open or end.at(x, y) == tile.code


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
