"""How alike the floors of two modes are: the total variation of their figures.

Each figure is divided into four parts in which there are as many exact floors as possible, or into
its values, if they are four at most; the total variation is half the sum of the differences of the
parts' shares.

Lean mode has 65,536 floors of a layout, and all of them can be built. They are compared with so
many exact floors that chance has little share in the difference. As exact mode has 65,536 seeds,
too, more exact floors begin with states of the generator of floors that no seed gives: their
highest byte, which is 0 otherwise, is the number of the set.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from helpers.kinds import Sample, samples

from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.builders.native import NativeBuilder, build_native
from pygen.emit.memory_regions import compared_regions, split_regions
from pygen.engine.random.request import Request
from pygen.spec import Spec

LARGE: Sample = next(one for one in samples("mystery") if one.dungeon == "mystery_large")
NAME = LARGE.dungeon

SEEDS = 65536
CHUNK = 2048

PARTS = 4

RICH = (
    "rooms={structures: 2, imperfect: true, maze: 20}",
    "halls={extra: 3, dead_ends: true}",
    "shop=20",
    "monster_house={chance: 20, empty: 20}",
    "things={buried: 4, hidden_stairs: true}",
    # Tiles are counted faster.
    "map={bits_per_tile: 8}",
)

Counts = dict[str, Counter[int]]
"""How many floors there are with each value of each figure."""


def spec_with(layout: str, numbers: str) -> Spec:
    """The sample with another layout, other random numbers, and all that a floor can have."""
    changes = (f"layout={layout}", f"numbers={numbers}", *RICH)
    changed = [f"dungeons.{NAME}.{change}" for change in changes]
    return LARGE.changed(*changed, f"program.dungeons=[{NAME}]")


def room_of(rooms: Sequence[bytes], x: int, y: int) -> int:
    """The number of the room that has a tile."""
    for number, (left, top, w, h, _) in enumerate(rooms):
        if left <= x < left + w and top <= y < top + h:
            return number
    return len(rooms)


def figures(codes: Mapping[str, int], regions: Mapping[str, bytes]) -> dict[str, int]:
    """The figures of a floor, from its bytes in memory."""
    tiles, entities, chambers = regions["map"], regions["entities"], regions["chambers"]
    rooms = [chambers[at : at + 5] for at in range(0, len(chambers), 5) if chambers[at + 2]]
    uses = bytes(room[4] for room in rooms)
    found = {
        "rooms": len(rooms),
        "room tiles": sum(room[2] * room[3] for room in rooms),
        "widths": sum(room[2] for room in rooms) * 8 // max(1, len(rooms)),
        "heights": sum(room[3] for room in rooms) * 8 // max(1, len(rooms)),
        "shops": uses.count(1),
        "houses": uses.count(2),
        "labyrinths": uses.count(3),
        "floor": tiles.count(codes["floor"]),
        "water": tiles.count(codes["water"]),
        "wall": tiles.count(codes["wall"]),
    }
    places: list[list[bytes]] = [[] for _ in range(7)]
    for at in range(0, len(entities), 3):
        if entities[at] == 255:
            break
        places[entities[at]].append(entities[at + 1 : at + 3])
    names = ("stairs", "hidden stairs", "items", "buried items", "traps", "start", "enemies")
    for name, of_kind in zip(names, places, strict=True):
        found[name] = len(of_kind)
        # Where all are on average, and in which room the first one is.
        for axis, letter in enumerate("xy"):
            total = sum(place[axis] for place in of_kind)
            found[f"{letter} of {name}"] = total * 8 // max(1, len(of_kind))
    for kind in (0, 5):
        found[f"room of {names[kind]}"] = room_of(rooms, *(places[kind] or [b"\xff\xff"])[0])
    return found


def library(spec: Spec, number: int) -> Path:
    """The native generator of a spec; of exact mode that of a set of floors."""
    if number == 0:
        return build_native(spec)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "c64src"
        shutil.copytree(C_FOLDER, source)
        path = source / "kinds" / "mystery" / "exact_numbers.h"
        begin, found, rest = path.read_text().partition("begin_floors(void)\n{")
        rest = rest.replace("random_high = 0;", f"random_high = {number};", 1)
        path.write_text(begin + found + rest)
        return build_native(spec, build_folder=BUILD_FOLDER / "distribution", source_folder=source)


def counts(layout: str, numbers: str, seeds: Iterable[int], number: int = 0) -> Counts:
    """How many floors of such seeds, in the set of this number, have which figures."""
    spec = spec_with(layout, numbers)
    native = NativeBuilder(spec, library(spec, number))
    regions = compared_regions(spec, NAME)
    size = sum(length for _, length in regions.values())
    found: Counts = {}
    wanted = list(seeds)
    for first in range(0, len(wanted), CHUNK):
        data = native.build_many([Request(NAME, seed) for seed in wanted[first : first + CHUNK]])
        for at in range(0, len(data), size):
            floor = split_regions(regions, data[at : at + size])
            for name, value in figures(spec.codes, floor).items():
                found.setdefault(name, Counter())[value] += 1
    return found


def added(sets: Iterable[Counts]) -> Counts:
    """All floors of some sets."""
    found: Counts = {}
    for one in sets:
        for name, values in one.items():
            found.setdefault(name, Counter()).update(values)
    return found


def value_at(values: Counter[int], place: int) -> int:
    """The value at a place, from 0, of all values in their order."""
    for value in sorted(values):
        place -= values[value]
        if place < 0:
            return value
    raise IndexError


def variation(exact: Counter[int], other: Counter[int]) -> float:
    """The total variation of a figure, in parts that follow from its exact values."""
    cuts = exact.keys() | other.keys()
    if len(exact) > PARTS:
        cuts = {value_at(exact, exact.total() * part // PARTS) for part in range(1, PARTS)}
    shares: list[Counter[int]] = [Counter(), Counter()]
    for share, values in zip(shares, (exact, other), strict=True):
        for value, count in values.items():
            share[sum(value >= cut for cut in cuts)] += count
    one, two = shares
    parts = one.keys() | two.keys()
    return sum(abs(one[part] / exact.total() - two[part] / other.total()) for part in parts) / 2


def variations(exact: Counts, other: Counts) -> dict[str, float]:
    """The total variation of each figure."""
    return {name: variation(values, other[name]) for name, values in exact.items()}
