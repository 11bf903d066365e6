"""How much the dungeons of a spec look like each other.

A dungeon's *face* is what can be seen of many of its seeds: which patterns of 3 x 3 tiles its maps
have, and figures of their shape. Two faces are apart by two distances, that of the patterns and
that of the figures. Each is divided by the distance between two halves of the seeds of a single
dungeon, because seeds differ, too. The smaller of the two quotients is how far the dungeons are
apart: 1 means that they cannot be told from seeds of one dungeon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean, pstdev

from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec

SEEDS = 48
"""How many dungeons make a face: 24 in each half, and of up to twelve floors each floor twice."""

WALL, FLOOR = "#", "."
GROUNDS = {
    "water": "~",
    "shallow_water": "=",
    "grass": '"',
    "forest": "&",
    "mountain": "^",
}
"""The tiles that have a face of their own. All others count as floor or, if they are not walkable,
as wall."""

Rows = Sequence[str]
"""A map as the characters above, row by row."""


@dataclass(frozen=True)
class Half:
    """What half of a dungeon's seeds look like: how often each pattern occurs, as a share of all
    patterns with anything but wall, and the mean of each figure."""

    patterns: Counter[str]
    figures: list[float]


@dataclass(frozen=True)
class Face:
    """What a dungeon looks like, in two halves of its seeds."""

    halves: tuple[Half, Half]


def faces(spec: Spec, dungeons: Collection[str], now: Callable[[str], None]) -> dict[str, Face]:
    """The faces of dungeons, by name. `now` is called with the name of each before it is built."""
    found = {}
    for name in dungeons:
        now(name)
        maps = list(_maps(spec, name))
        found[name] = Face((half_of(maps[::2]), half_of(maps[1::2])))
    return found


def _maps(spec: Spec, dungeon: str) -> Iterator[Rows]:
    """The maps of seeds 0 to SEEDS - 1, two after each other of the same floor."""
    floors = [row.floors[0].start for row in spec.dungeons[dungeon].floor_rows]
    for seed in range(SEEDS):
        built = generate(spec, Request(dungeon, seed, floors[seed // 2 % len(floors)]))
        shown = {
            code: GROUNDS.get(name, FLOOR if spec.tiles[name].walkable else WALL)
            for name, code in built.codes.items()
        }
        text = "".join(shown[code] for code in built.tiles.tiles)
        width = built.tiles.width
        yield [text[at : at + width] for at in range(0, len(text), width)]


def half_of(maps: Collection[Rows]) -> Half:
    """What some maps look like."""
    counts: Counter[str] = Counter()
    for rows in maps:
        counts += patterns(rows)
    return Half(counts, [mean(column) for column in zip(*map(figures, maps), strict=True)])


def patterns(rows: Rows) -> Counter[str]:
    """How often each pattern of 3 x 3 tiles occurs that is not all wall, as nine characters."""
    found = Counter(
        above[x : x + 3] + middle[x : x + 3] + below[x : x + 3]
        for above, middle, below in zip(rows, rows[1:], rows[2:], strict=False)
        for x in range(len(middle) - 2)
    )
    del found[WALL * 9]
    return found


def figures(rows: Rows) -> list[float]:
    """The figures of a map's shape: the share of tiles that are no walls; of these the shares with
    one, two, three and four such neighbours; loops for each of them; and the side of the largest
    square of them."""
    is_open = [[tile != WALL for tile in row] for row in rows]
    width = len(rows[0])
    neighbours: Counter[int] = Counter()
    sides = squares = 0
    largest = [[0] * width for _ in rows]
    for y in range(1, len(rows) - 1):
        for x in range(1, width - 1):
            if not is_open[y][x]:
                continue
            east, south = is_open[y][x + 1], is_open[y + 1][x]
            neighbours[is_open[y - 1][x] + is_open[y][x - 1] + east + south] += 1
            sides += east + south
            squares += east and south and is_open[y + 1][x + 1]
            beside = largest[y - 1][x], largest[y][x - 1], largest[y - 1][x - 1]
            largest[y][x] = 1 + min(beside)
    count = max(1, sum(neighbours.values()))
    # Euler: what is left of the neighbours behind a tree and whole squares are loops.
    loops = sides - (count - 1) - squares
    shares = [neighbours[number] / count for number in (1, 2, 3, 4)]
    return [
        count / (width * len(rows)),
        *shares,
        loops / count,
        float(max(max(row) for row in largest)),
    ]


def apart(found: dict[str, Face]) -> dict[tuple[str, str], float]:
    """How far each two dungeons are apart, as many times as two halves of the one of them whose
    halves are farther apart."""
    spreads = _spreads(list(found.values()))
    own = {name: _distances(*face.halves, spreads) for name, face in found.items()}
    return {
        (one, other): min(
            between / max(within)
            for between, *within in zip(
                _between(found[one], found[other], spreads), own[one], own[other], strict=True
            )
        )
        for one, other in combinations(found, 2)
    }


def _between(one: Face, other: Face, spreads: list[float]) -> tuple[float, float]:
    """The mean distances between the halves of two faces."""
    pairs = [_distances(mine, theirs, spreads) for mine in one.halves for theirs in other.halves]
    return mean(pair[0] for pair in pairs), mean(pair[1] for pair in pairs)


def _distances(one: Half, other: Half, spreads: list[float]) -> tuple[float, float]:
    """The distance of the patterns, 0 (all alike) to 1 (none in common), and the mean of those of
    the figures, each divided by its spread."""
    totals = one.patterns.total(), other.patterns.total()
    differences = [
        abs(one.patterns[key] / totals[0] - other.patterns[key] / totals[1])
        for key in one.patterns.keys() | other.patterns.keys()
    ]
    pairs = zip(one.figures, other.figures, spreads, strict=True)
    of_figures = mean(abs(mine - theirs) / spread for mine, theirs, spread in pairs)
    return sum(differences) / 2, of_figures


def _spreads(found: Sequence[Face]) -> list[float]:
    """The standard deviations of the figures over all faces; 1 for a figure that is always the
    same."""
    means = [
        [mean(pair) for pair in zip(*(half.figures for half in face.halves), strict=True)]
        for face in found
    ]
    return [pstdev(column) or 1.0 for column in zip(*means, strict=True)]
