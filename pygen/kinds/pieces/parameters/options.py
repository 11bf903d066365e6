"""The options of cells: the pieces in all orientations, or the patterns of a sample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from pygen.engine.definition.sides import LEFT, TOP
from pygen.engine.drawings.marks import DOOR, FLOOR, SECRET, TREASURE, WALL
from pygen.engine.drawings.orientations import Rows, turned_drawings
from pygen.engine.sections import BrokenRule

SKIPPED, WALL_MARK, FLOOR_MARK, DOOR_MARK, SECRET_MARK, TREASURE_MARK = 0, 1, 2, 3, 6, 7
"""The marks of places in a piece: the usual codes of their tiles. SKIPPED is solid, away from all
walkable places."""

WALKABLE_MARKS = {FLOOR: FLOOR_MARK, DOOR: DOOR_MARK, SECRET: SECRET_MARK, TREASURE: TREASURE_MARK}

SOLID = WALL

MOST_WEIGHTS = 255
"""The greatest sum of all weights, so that a random byte can choose."""

Drawing = Rows

Neighbours = tuple[tuple[int, ...], ...]

ANYTHING: tuple[int, ...] = ()

OUTSIDE = -1
"""The number of the outside of the map in a list of neighbours."""


@dataclass(frozen=True)
class Option:
    """An option of a cell: a piece in one of its orientations, or a pattern. `origin` is its name
    in messages, `piece` the number of the piece, from 0. `neighbours` has for each side the numbers
    of the pieces that may be there, OUTSIDE for the outside of the map; ANYTHING if all may.
    `is_protected` says whether no tunnel leads through it."""

    tiles: Drawing
    weight: int
    origin: str
    piece: int = 0
    neighbours: Neighbours = (ANYTHING,) * 4
    is_protected: bool = False

    def allows(self, side: int, piece: int) -> bool:
        """Whether the list of neighbours at a side allows a piece there."""
        allowed = self.neighbours[side]
        return not allowed or piece in allowed

    def mark(self, x: int, y: int) -> int:
        """The mark at a place; SKIPPED outside the drawing and where it is solid."""
        size = len(self.tiles)
        if 0 <= x < size and 0 <= y < size:
            return WALKABLE_MARKS.get(self.tiles[y][x], SKIPPED)
        return SKIPPED

    @cached_property
    def marks(self) -> list[list[int]]:
        """The marks of its rows, with walls beside walkable places."""
        size = len(self.tiles)
        return [[self.mark(x, y) or self._wall(x, y) for x in range(size)] for y in range(size)]

    @cached_property
    def lines(self) -> list[int]:
        """The marks of its rows as numbers, a byte for each mark, the left one lowest."""
        return [int.from_bytes(row, "little") for row in self.marks]

    def _wall(self, x: int, y: int) -> int:
        near = (self.mark(a, b) for a in (x - 1, x, x + 1) for b in (y - 1, y, y + 1))
        return WALL_MARK if any(near) else SKIPPED

    @cached_property
    def first_mark(self) -> int:
        """The mark of its upper left tile."""
        return self.mark(0, 0)

    @property
    def places(self) -> set[tuple[int, int]]:
        """Its walkable places."""
        size = len(self.tiles)
        return {(x, y) for y in range(size) for x in range(size) if self.mark(x, y)}

    @property
    def is_connected(self) -> bool:
        """Whether all of its walkable places can be reached from each other within it."""
        left = self.places
        edge = [left.pop()] if left else []
        for x, y in edge:
            beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & left
            left -= beside
            edge.extend(beside)
        return not left

    def edge(self, side: int, thickness: int) -> Drawing:
        """The outermost rows or columns at a side."""
        rows = self.tiles if side >= TOP else tuple("".join(c) for c in zip(*self.tiles))
        return rows[:thickness] if side in (LEFT, TOP) else rows[-thickness:]


def is_solid(rows: Iterable[str]) -> bool:
    """Whether no place of a drawing is walkable."""
    return set("".join(rows)) <= {SOLID}


class PieceFacts(NamedTuple):
    """What a piece is, as its section says. `neighbours` are those of an Option, as drawn."""

    drawing: Drawing
    weight: int
    turned: bool
    mirrored: bool
    name: str = ""
    neighbours: Neighbours = (ANYTHING,) * 4
    is_protected: bool = False


def turned_right(neighbours: Neighbours) -> Neighbours:
    """The neighbours of a piece that is turned right by a quarter."""
    left, right, top, bottom = neighbours
    return bottom, top, left, right


def orientations(piece: PieceFacts) -> Iterator[tuple[Drawing, Neighbours]]:
    """A piece in all of its orientations, in the order of `turned_drawings`."""
    drawing = tuple(row.replace(" ", SOLID) for row in piece.drawing)
    lists = piece.neighbours
    if lists == (ANYTHING,) * 4:
        for tiles in turned_drawings(drawing, piece.turned, piece.mirrored):
            yield tiles, lists
        return
    found = []
    left, right, top, bottom = lists
    mirror = tuple(row[::-1] for row in drawing), (right, left, top, bottom)
    for tiles, beside in ((drawing, lists), mirror)[: 1 + piece.mirrored]:
        for _ in range(4 if piece.turned else 1):
            if (tiles, beside) not in found:
                found.append((tiles, beside))
            tiles = tuple("".join(column) for column in zip(*tiles[::-1]))
            beside = turned_right(beside)
    yield from found


@lru_cache(maxsize=64)
def options_of_pieces(pieces: tuple[PieceFacts, ...]) -> tuple[Option, ...]:
    """All pieces in all of their orientations."""
    found = []
    for number, piece in enumerate(pieces):
        origin = f"piece {number + 1}" + (f" (`{piece.name}`)" if piece.name else "")
        for tiles, neighbours in orientations(piece):
            one = Option(tiles, piece.weight, origin, number, neighbours, piece.is_protected)
            found.append(one)
    return tuple(found)


@lru_cache(maxsize=64)
def options_of_sample(
    drawing: Drawing, size: int, turned: bool, mirrored: bool
) -> tuple[Option, ...]:
    """All patterns of a sample, in the order in which they are found: row by row, each of them in
    all orientations. The weight of a pattern is the number of times that it occurs."""
    rows = tuple(row.replace(" ", SOLID) for row in drawing)
    counts: dict[Drawing, int] = {}
    first: dict[Drawing, str] = {}
    for y in range(len(rows) - size + 1):
        for x in range(len(rows[0]) - size + 1):
            tiles = tuple(row[x : x + size] for row in rows[y : y + size])
            for one in turned_drawings(tiles, turned, mirrored):
                counts[one] = counts.get(one, 0) + 1
                first.setdefault(one, f"the pattern at column {x + 1} of row {y + 1}")
    return tuple(Option(tiles, count, first[tiles]) for tiles, count in counts.items())


def scaled_weights(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options with weights scaled down if their sum is more than 255; no weight is below 1."""
    total = sum(option.weight for option in options)
    if total <= MOST_WEIGHTS:
        return options
    room = MOST_WEIGHTS - len(options)
    return tuple(
        Option(option.tiles, 1 + option.weight * room // total, option.origin) for option in options
    )


def drawing_problems(path: tuple[str | int, ...], drawing: list[str]) -> Iterator[BrokenRule]:
    """The errors in the rows of a drawing."""
    unknown = sorted(set("".join(drawing)) - {SOLID, " ", *WALKABLE_MARKS})
    if unknown:
        yield BrokenRule(path, f"{unknown[0]!r} means nothing", "expected # . + ? $ or a blank")
    for number, row in enumerate(drawing, 1):
        if len(row) != len(drawing[0]):
            wrong = f"row {number} has {len(row)} tiles, the first one {len(drawing[0])}"
            yield BrokenRule(path, wrong, "expected rows of the same length")
            break
