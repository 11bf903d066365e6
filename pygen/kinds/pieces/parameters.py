"""The parameters of the kind `pieces`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.features import CONNECTED, NONE, Features
from pygen.engine.map_size import MapSize
from pygen.engine.parameters import Constants, KindParameters
from pygen.engine.sections import BrokenRule, NotEmitted, Section
from pygen.kinds.pieces.cells import (
    BOTTOM,
    LEFT,
    MOST_WAITING,
    RIGHT,
    TOP,
    Model,
)
from pygen.kinds.pieces.fitting import FALLBACK_SEEDS, fit_of
from pygen.kinds.pieces.joining import Ways
from pygen.kinds.pieces.pace import Spreading, work_at_once
from pygen.kinds.pieces.solving import Limits

SKIPPED, WALL_MARK, FLOOR_MARK, DOOR_MARK, SECRET_MARK, TREASURE_MARK = 0, 1, 2, 3, 6, 7
"""What a place of a piece stands for: the usual code of its tile. SKIPPED is solid, away from all
that is walkable."""

WALKABLE_MARKS = {".": FLOOR_MARK, "+": DOOR_MARK, "?": SECRET_MARK, "$": TREASURE_MARK}

SOLID = "#"

SIDE_NAMES = ("LEFT", "RIGHT", "TOP", "BOTTOM")

SIDE_WORDS = ("left", "right", "top", "bottom")

MOST_PIECES = 40
"""The most pieces, turned and mirrored ones included."""

MOST_PATTERNS = 32
"""The most patterns of a sample."""

MOST_EDGES = 32
"""The most different edges, at the left and the right or at the top and the bottom."""

MOST_COLUMNS = 48
"""The most cells in a row or in a column: a step looks at all of them."""

MOST_CELLS = 1024
"""The most cells: so many and fewer have work memory, depending on the bytes of each."""

MOST_BYTES = 7900
"""The most bytes of all cells and of what goes with them: with the rest, 8 KB of work memory."""

SPARE_TILES = 16
"""How many bytes a row of tiles has besides its tiles."""

MOST_WEIGHTS = 255
"""The most that all weights together may be, so that a random byte chooses."""

Line = Annotated[str, Field(max_length=32)]
Weight = Annotated[int, Field(ge=1, le=50)]


class Piece(Section):
    """A piece that is drawn: # or a blank is solid, . floor, + door, ? secret path, $ treasure.

    The outermost ring is shared with the pieces beside it.
    """

    drawing: Annotated[list[Line], Field(min_length=3, max_length=9)] = Field(
        description="the rows of the drawing, as many as columns, 3 to 9; in all pieces the same"
    )
    weight: Weight = Field(
        default=1, description="how often it is chosen, and each of its turned ones"
    )
    turned: bool = Field(default=True, description="whether it is also turned by quarters")
    mirrored: bool = Field(default=True, description="whether it is also mirrored")


class Sample(Section):
    """A drawing from which patterns are learned, with the marks of pieces."""

    size: Literal[2, 3] = Field(default=2, description="the side of a pattern, in tiles")
    drawing: Annotated[list[Line], Field(max_length=32)] = Field(
        default_factory=list, description="the rows of the drawing, up to 32 x 32 (default: none)"
    )
    turned: bool = Field(default=False, description="whether patterns are also turned by quarters")
    mirrored: bool = Field(default=False, description="whether patterns are also mirrored")


class Solving(Section):
    """What is done when no piece fits in a cell."""

    repairs: int = Field(
        default=40, ge=0, le=60, description="how often the cells around it are chosen again"
    )
    radius: int = Field(
        default=2, ge=1, le=4, description="how many cells in each direction are around it"
    )
    attempts: int = Field(
        default=4, ge=1, le=4, description="how often all begins anew, before the fallback is taken"
    )


class Regions(Section):
    """What becomes of parts of the map that cannot be reached from each other."""

    keep: Literal["largest", "all"] = Field(
        default="largest", description="largest: the others are dropped; all: none is"
    )
    join: bool = Field(
        default=True,
        description="largest: whether parts are joined before that, where two pieces side by side "
        "can be exchanged for others that are open to each other",
    )


Drawing = tuple[str, ...]


def turned_drawings(drawing: Drawing, turned: bool, mirrored: bool) -> list[Drawing]:
    """A drawing in all of its orientations, those that look the same once."""
    found: list[Drawing] = []
    for start in (drawing, tuple(row[::-1] for row in drawing))[: 1 + mirrored]:
        current = start
        for _ in range(4 if turned else 1):
            if current not in found:
                found.append(current)
            current = tuple("".join(column) for column in zip(*current[::-1]))
    return found


@dataclass(frozen=True)
class Option:
    """What a cell may be: a piece in one of its orientations, or a pattern. `origin` is its name in
    messages."""

    tiles: Drawing
    weight: int
    origin: str

    def mark(self, x: int, y: int) -> int:
        """What is at a place; outside, and where it is solid, nothing."""
        size = len(self.tiles)
        if 0 <= x < size and 0 <= y < size:
            return WALKABLE_MARKS.get(self.tiles[y][x], SKIPPED)
        return SKIPPED

    @cached_property
    def marks(self) -> list[list[int]]:
        """The marks of its rows, with walls beside what is walkable."""
        size = len(self.tiles)
        return [[self.mark(x, y) or self._wall(x, y) for x in range(size)] for y in range(size)]

    def _wall(self, x: int, y: int) -> int:
        near = (self.mark(a, b) for a in (x - 1, x, x + 1) for b in (y - 1, y, y + 1))
        return WALL_MARK if any(near) else SKIPPED

    @property
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


@dataclass(frozen=True)
class Rules:
    """What follows from pieces or a sample: the options, and how they fit."""

    options: tuple[Option, ...]
    model: Model
    ways: Ways


def is_solid(rows: Iterable[str]) -> bool:
    """Whether nothing of a drawing is walkable."""
    return set("".join(rows)) <= {SOLID}


def make_rules(options: tuple[Option, ...], columns: int, rows: int, is_learned: bool) -> Rules:
    """The rules for options on so many cells.

    The edges of pieces are their outermost rows and columns, which they share. Patterns share all
    but one of their rows and columns, and each of them stands for its upper left tile: so all that
    is shared at the right end of the map and at its bottom is solid, and the outermost column and
    row at the other two.
    """
    thickness = len(options[0].tiles) - 1 if is_learned else 1
    numbers: tuple[dict[Drawing, int], dict[Drawing, int]] = ({}, {})
    edges = []
    for option in options:
        own = []
        for side in range(4):
            known = numbers[side >> 1]
            own.append(known.setdefault(option.edge(side, thickness), len(known)))
        edges.append((own[LEFT], own[RIGHT], own[TOP], own[BOTTOM]))
    outer = tuple(
        sum(
            1 << number
            for edge, number in numbers[side >> 1].items()
            if is_solid(edge if side in (RIGHT, BOTTOM) else edge[:1])
        )
        for side in range(4)
    )
    weights = tuple(option.weight for option in options)
    model = Model(columns, rows, weights, tuple(edges), (outer[0], outer[1], outer[2], outer[3]))
    if is_learned:
        walkable = tuple(bool(option.first_mark) for option in options)
        onward = tuple(
            (option.first_mark > 0 and option.mark(1, 0) > 0) << RIGHT
            | (option.first_mark > 0 and option.mark(0, 1) > 0) << BOTTOM
            for option in options
        )
        return Rules(options, model, Ways(walkable, onward, tuple(edges), ((), ())))
    open_edges = [
        [number for edge, number in known.items() if not is_solid(edge)] for known in numbers
    ]
    return Rules(
        options,
        model,
        Ways(
            tuple(bool(option.places) for option in options),
            tuple(
                sum((own[side] in open_edges[side >> 1]) << side for side in range(4))
                for own in edges
            ),
            tuple(edges),
            (tuple(open_edges[0][:8]), tuple(open_edges[1][:8])),
        ),
    )


@lru_cache(maxsize=64)
def options_of_pieces(pieces: tuple[tuple[Drawing, int, bool, bool], ...]) -> tuple[Option, ...]:
    """All pieces in all of their orientations."""
    found = []
    for number, (drawing, weight, turned, mirrored) in enumerate(pieces, 1):
        solid = tuple(row.replace(" ", SOLID) for row in drawing)
        for tiles in turned_drawings(solid, turned, mirrored):
            found.append(Option(tiles, weight, f"piece {number}"))
    return tuple(found)


@lru_cache(maxsize=64)
def options_of_sample(
    drawing: Drawing, size: int, turned: bool, mirrored: bool
) -> tuple[Option, ...]:
    """All patterns of a sample, each with its number there as weight, in the order in which they
    are found: row by row, and each of them in all orientations."""
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
    """The same options with smaller weights, if they are more than 255 in all; none below 1."""
    total = sum(option.weight for option in options)
    if total <= MOST_WEIGHTS:
        return options
    room = MOST_WEIGHTS - len(options)
    return tuple(
        Option(option.tiles, 1 + option.weight * room // total, option.origin) for option in options
    )


@lru_cache(maxsize=64)
def cached_rules(options: tuple[Option, ...], columns: int, rows: int, is_learned: bool) -> Rules:
    """`make_rules`, once for the same options."""
    return make_rules(options, columns, rows, is_learned)


DEFAULT_PIECES = [
    Piece(drawing=["#####", "#####", "#####", "#####", "#####"], weight=3),
    Piece(drawing=["#####", "#####", ".....", "#####", "#####"], weight=3),
    Piece(drawing=["#####", "#####", "##...", "##.##", "##.##"]),
    Piece(drawing=["#####", "#####", ".....", "##.##", "##.##"]),
    Piece(drawing=["##+##", "#...#", "#...#", "#...#", "#####"]),
    Piece(drawing=["##+##", "##.##", "##.##", "##.##", "##.##"]),
    Piece(drawing=["#####", "#....", "#....", "#....", "#...."], weight=3),
    Piece(drawing=["#####", ".....", ".....", ".....", "....."], weight=2),
    Piece(drawing=["##+##", ".....", ".....", ".....", "....."], weight=2),
    Piece(drawing=[".....", ".....", ".....", ".....", "....."], weight=2),
]
"""Corridors, doors and rectangular rooms."""


class PiecesMap(MapSize):
    """The size of the map."""

    width: Annotated[int, Field(ge=8, le=160)] = Field(
        default=73, description="tiles across; a step writes a row"
    )
    height: Annotated[int, Field(ge=8, le=240)] = Field(default=73, description="tiles down")


class Pieces(KindParameters):
    """Wave function collapse: pieces side by side where they fit."""

    # The C has tables and code for them.
    same_on_all_floors = (*KindParameters.same_on_all_floors, ("pieces",), ("sample",))

    kind: Literal["pieces"] = Field(description="pieces side by side where they fit")
    map: PiecesMap = Field(default=PiecesMap(), description="the size of the map")
    pieces: Annotated[list[Piece], Field(max_length=MOST_PIECES)] = Field(
        default_factory=list,
        description="pieces that are drawn (default: corridors and rooms, if there is no sample)",
    )
    sample: NotEmitted[Sample] = Field(
        default=Sample(), description="a drawing to learn from, instead of pieces"
    )
    solving: Solving = Field(default=Solving(), description="what is done when nothing fits")
    regions: Regions = Field(default=Regions(), description="what becomes of unconnected parts")

    @property
    def is_learned(self) -> bool:
        """Whether there is a sample, and no pieces."""
        return bool(self.sample.drawing)

    @property
    def drawn_pieces(self) -> list[Piece]:
        """The pieces, those of the default if none are drawn."""
        return self.pieces or DEFAULT_PIECES

    @property
    def side(self) -> int:
        """The side of a piece or a pattern, in tiles."""
        return self.sample.size if self.is_learned else len(self.drawn_pieces[0].drawing)

    @property
    def columns(self) -> int:
        """Cells across: as many as fit."""
        return (self.map.width - 1) // (1 if self.is_learned else self.side - 1)

    @property
    def rows(self) -> int:
        """Cells down: as many as fit."""
        return (self.map.height - 1) // (1 if self.is_learned else self.side - 1)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What a cell may be."""
        if self.is_learned:
            sample = self.sample
            found = options_of_sample(
                tuple(sample.drawing), sample.size, sample.turned, sample.mirrored
            )
            return scaled_weights(found)
        return options_of_pieces(
            tuple(
                (tuple(piece.drawing), piece.weight, piece.turned, piece.mirrored)
                for piece in self.drawn_pieces
            )
        )

    @cached_property
    def rules(self) -> Rules:
        """How the options fit."""
        return cached_rules(self.options, self.columns, self.rows, self.is_learned)

    @property
    def model(self) -> Model:
        """What may be in a cell, and beside what."""
        return self.rules.model

    @property
    def ways(self) -> Ways:
        """Where one can go."""
        return self.rules.ways

    @property
    def joins(self) -> bool:
        """Whether parts are joined by other pieces."""
        return self.regions.join and not self.is_learned

    @property
    def fallback(self) -> list[int]:
        """The options of all cells if no attempt succeeds."""
        found = fit_of(self.model).fallback
        assert found is not None, "broken_rules has tried"
        return list(found)

    @property
    def limits(self) -> Limits:
        """How much is tried."""
        return Limits(self.solving.repairs, self.solving.radius, self.solving.attempts)

    @property
    def work(self) -> int:
        """What one step spreads: as much as takes less than 10,000 cycles, whatever the options."""
        across, _, down, _ = self.model.edge_counts
        return work_at_once(len(self.options), (across, down), self.border_bytes)

    @property
    def border_bytes(self) -> int:
        """The bytes for the edges that are possible at two borders of a cell."""
        across, _, down, _ = self.model.edge_counts
        return bytes_of(across) + bytes_of(down)

    @property
    def has_borders(self) -> bool:
        """Whether there is work memory for the edges that are possible at each border."""
        return self._work_bytes(self.border_bytes) <= MOST_BYTES

    @property
    def cell_bytes(self) -> int:
        """The bytes of a cell."""
        return self._bytes_with(self.border_bytes if self.has_borders else 0)

    def _bytes_with(self, border_bytes: int) -> int:
        """The bytes of a cell: its options, their count, whether it waits, and so many for its
        borders. Four of them are needed in the end."""
        return max(4, bytes_of(len(self.options)) + 2 + border_bytes)

    def _work_bytes(self, border_bytes: int) -> int:
        """The bytes of all cells, with so many for the borders of each, and of what goes with
        them. A column of cells and two rows are outside the map."""
        columns, rows = self.columns, self.rows
        size = self._bytes_with(border_bytes) * (columns + 1) * (rows + 2)
        size += 3 * (MOST_WAITING + 1) + 3 * rows
        return size + (4 if self.is_learned else 1) * (self.map.width + SPARE_TILES)

    def _drawing_rules(self) -> Iterator[BrokenRule]:
        """What is wrong with single drawings."""
        if self.pieces and self.is_learned:
            wrong = "there are pieces, and a sample"
            yield BrokenRule(("sample", "drawing"), wrong, "expected one of both")
            return
        if self.is_learned:
            yield from drawing_problems(("sample", "drawing"), self.sample.drawing)
            size = self.sample.size
            if len(self.sample.drawing) <= size or len(self.sample.drawing[0]) <= size:
                wrong = f"the sample is too small for patterns of {size} x {size} tiles"
                yield BrokenRule(("sample", "drawing"), wrong, "expected a larger one")
            return
        for number, piece in enumerate(self.pieces):
            path = ("pieces", number, "drawing")
            problems = list(drawing_problems(path, piece.drawing))
            yield from problems
            if problems:
                continue
            if len(piece.drawing[0]) != len(piece.drawing):
                wrong = f"{len(piece.drawing)} rows of {len(piece.drawing[0])} tiles"
                yield BrokenRule(path, wrong, "expected as many rows as columns")
            elif len(piece.drawing) != self.side:
                wrong = f"{len(piece.drawing)} rows, but the first piece has {self.side}"
                yield BrokenRule(path, wrong, "expected pieces of the same size")

    def _option_rules(self) -> Iterator[BrokenRule]:
        """What is wrong with all drawings together."""
        path: tuple[str, ...] = ("sample", "drawing") if self.is_learned else ("pieces",)
        count, words = len(self.options), "pieces, turned and mirrored ones included"
        most = MOST_PIECES
        if self.is_learned:
            words, most = f"patterns of {self.side} x {self.side} tiles", MOST_PATTERNS
        if count > most:
            right = f"expected at most {most}: "
            right += "a simpler sample" if self.is_learned else "`turned: false` makes fewer of one"
            yield BrokenRule(path, f"there are {count} {words}", right)
            return
        if not self.is_learned:
            for number, piece in enumerate(self.pieces):
                drawing = tuple(row.replace(" ", SOLID) for row in piece.drawing)
                if not Option(drawing, 1, "").is_connected:
                    wrong = f"parts of piece {number + 1} cannot be reached from each other"
                    right = "expected ways between all . + ? and $ within the piece"
                    yield BrokenRule(("pieces", number, "drawing"), wrong, right)
        total = sum(option.weight for option in self.options)
        if total > MOST_WEIGHTS:
            wrong = f"the weights, each as often as its piece is turned and mirrored, are {total}"
            yield BrokenRule(path, wrong, f"expected at most {MOST_WEIGHTS} in all")
        edges = max(self.model.edge_counts)
        if edges > MOST_EDGES:
            wrong = f"the pieces have {edges} different edges"
            yield BrokenRule(path, wrong, f"expected at most {MOST_EDGES}")

    def _size_rules(self) -> Iterator[BrokenRule]:
        """What is wrong with the size of the map."""
        columns, rows = self.columns, self.rows
        if min(columns, rows) < 2:
            wrong = f"the map has {columns} x {rows} cells"
            yield BrokenRule(("map",), wrong, "expected a larger map: 2 x 2 cells at least")
            return
        size = self._work_bytes(0)
        if max(columns, rows) > MOST_COLUMNS or columns * rows > MOST_CELLS or size > MOST_BYTES:
            wrong = f"the map has {columns} x {rows} cells, which take {size} bytes"
            right = f"expected at most {MOST_CELLS} cells, {MOST_COLUMNS} in a row or column"
            right += f", and {MOST_BYTES} bytes: a smaller map, or fewer pieces"
            yield BrokenRule(("map",), wrong, right)

    def _fit_rules(self) -> Iterator[BrokenRule]:
        """Which pieces can never fit, and whether any dungeon does."""
        path: tuple[str, ...] = ("sample", "drawing") if self.is_learned else ("pieces",)
        fit = fit_of(self.model)
        possible = fit.possible
        if possible is None:
            right = "expected edges that are solid, for the edge of the map, and ways to get there"
            yield BrokenRule(path, "no pieces fill the map", right)
            return
        if not self.is_learned:
            fitting = {option.origin for n, option in enumerate(self.options) if possible >> n & 1}
            for number in range(len(self.drawn_pieces)):
                if f"piece {number + 1}" not in fitting:
                    wrong = f"piece {number + 1} can never fit{self._misfit(number, possible)}"
                    right = "expected that a piece on each of its sides has the same edge there"
                    yield BrokenRule(("pieces", number), wrong, right)
        if fit.fallback is None:
            wrong = f"no dungeon was found in {FALLBACK_SEEDS} attempts"
            yield BrokenRule(path, wrong, "expected pieces that fit more often")

    def _misfit(self, number: int, possible: int) -> str:
        """Which edge of a piece, as it is drawn, none of the options has that are `possible`, as
        the end of a sentence; empty if each edge has some, and only all of them together none."""
        origin = f"piece {number + 1}"
        piece = next(option for option in self.options if option.origin == origin)
        found = ""
        for side, word in enumerate(SIDE_WORDS):
            edge, opposite = piece.edge(side, 1), side ^ 1
            having = [n for n, one in enumerate(self.options) if one.edge(opposite, 1) == edge]
            # Solid edges fit the edge of the map, too.
            if is_solid(edge) or any(possible >> n & 1 for n in having):
                continue
            order = "" if side >= TOP else ", from the top,"
            what = f": its {word} edge `{edge[0]}`{order} is the {SIDE_WORDS[opposite]} edge"
            if not having:
                return f"{what} of no piece"
            pieces = ", ".join(dict.fromkeys(self.options[n].origin for n in having))
            found = found or f"{what} only of pieces that can never fit: {pieces}"
        return found

    def broken_rules(self) -> list[BrokenRule]:
        # Each group of rules needs that the groups before it hold.
        for rules in (self._drawing_rules, self._option_rules, self._size_rules, self._fit_rules):
            broken = list(rules())
            if broken:
                return broken
        return []

    def _weight_constants(self) -> Constants:
        """The weights of any four options in a row, for each of their sixteen sets, and these are
        half a byte of options: all its lower halves one after the other, and 16 apart all its
        upper ones."""
        weights, size = self.model.weights, bytes_of(len(self.options))
        sums = [
            [
                sum(weight for n, weight in enumerate(weights[at : at + 4]) if four >> n & 1)
                for four in range(16)
            ]
            for at in range(0, 8 * size, 4)
        ]
        return {
            "WEIGHT_LOWER": [weight for half in sums[::2] for weight in half],
            "WEIGHT_UPPER": interleaved(sums[1::2]),
        }

    def _edge_constants(self) -> Constants:
        """The edges that any four options in a row have at each side, for each of their sixteen
        sets, as the weights are: first those of the lowest byte of options, side by side."""
        model = self.model
        halves: tuple[list[list[int]], list[list[int]]] = ([], [])
        for at in range(0, 8 * bytes_of(len(self.options)), 8):
            for side in range(4):
                for part in range(bytes_of(model.edge_counts[side])):
                    for half in (0, 1):
                        four = model.edges[at + 4 * half : at + 4 * half + 4]
                        halves[half].append(
                            [
                                sum(
                                    {1 << edges[side] for n, edges in enumerate(four) if s >> n & 1}
                                )
                                >> 8 * part
                                & 0xFF
                                for s in range(16)
                            ]
                        )
        return {
            "EDGES_LOWER": [edges for half in halves[0] for edges in half],
            "EDGES_UPPER": interleaved(halves[1]),
        }

    def _having_constants(self) -> Constants:
        """The options that have one of some edges at a side, for each set of up to six edges, or of
        four in a row if there are more; byte by byte."""
        model = self.model
        constants: Constants = {}
        for side, name in enumerate(SIDE_NAMES):
            edges = model.edge_counts[side]
            width = edges if edges <= 6 else 4
            for at in range(0, edges, width):
                having = [
                    sum(
                        1 << n
                        for n, option in enumerate(model.edges)
                        if some << at >> option[side] & 1
                    )
                    for some in range(1 << width)
                ]
                constants[f"HAVING_{name}{at // width}"] = [
                    options >> 8 * byte & 0xFF
                    for byte in range(bytes_of(len(self.options)))
                    for options in having
                ]
        return constants

    def _way_constants(self, joins: bool) -> Constants:
        """Where one can go, and if parts are joined, which pieces can be exchanged."""
        model, ways = self.model, self.ways
        constants: Constants = {
            "IS_WALKABLE": [int(walkable) for walkable in ways.walkable],
            "ONWARD": list(ways.onward),
        }
        if joins:
            constants["OPEN_ACROSS"] = list(ways.open_edges[0] or (0,))
            constants["OPEN_DOWN"] = list(ways.open_edges[1] or (0,))
            for side, name in enumerate(SIDE_NAMES):
                constants[f"EDGE_{name}"] = [edges[side] for edges in model.edges]
                constants[f"EXCHANGES_{name}"] = list(ways.exchanges[side])
        return constants

    def constants(self) -> Constants:
        model = self.model
        across, _, down, _ = model.edge_counts
        return {
            "IS_LEARNED": int(self.is_learned),
            "OPTIONS": len(self.options),
            "OPTION_BYTES": bytes_of(len(self.options)),
            "CELL_BYTES": self.cell_bytes,
            "HAS_BORDERS": int(self.has_borders),
            "COLUMNS": model.columns,
            "ROWS": model.rows,
            "ROW_CELLS": [
                self.cell_bytes * (model.columns + 1) * (y + 1) for y in range(model.rows)
            ],
            "COLUMN_CELLS": [self.cell_bytes * x for x in range(model.columns + 1)],
            "EDGES_ACROSS": across,
            "EDGES_DOWN": down,
            "ACROSS_BYTES": bytes_of(across),
            "DOWN_BYTES": bytes_of(down),
            "BIT_COUNT": [byte.bit_count() for byte in range(256)],
            "WEIGHT": list(model.weights),
            **self._weight_constants(),
            **self._edge_constants(),
            **self._having_constants(),
            "FALLBACK": self.fallback,
            "SIDE": self.side,
            "LAST_LINE": self.side - 1,
            **self._mark_constants(),
            "WORK_AT_ONCE": self.work,
            "SIDES_MATTER": int(model.sides_matter),
            "WORK_OF_CHOICE": Spreading(self.work).choice.weight,
            "JOINS_PARTS": int(self.joins),
        }

    def _mark_constants(self) -> Constants:
        """The marks of the options: of pieces row by row, of patterns their first one."""
        if self.is_learned:
            return {"MARKS": [option.first_mark for option in self.options]}
        size = self.side * self.side
        return {
            "MARKS": [mark for option in self.options for row in option.marks for mark in row],
            "MARKS_LOW": [size * number & 0xFF for number in range(len(self.options))],
            "MARKS_HIGH": [size * number >> 8 for number in range(len(self.options))],
            "LINE_AT": [self.side * line for line in range(self.side)],
        }

    def constants_of_all_floors(self) -> Constants:
        rows = [row.parameters for row in self.floor_rows]
        keeps = any(row.regions.keep == "largest" for row in rows)
        joins = any(row.joins and row.regions.keep == "largest" for row in rows)
        return {
            "SOME_JOIN_PARTS": int(joins),
            **(self._way_constants(joins) if keeps else {}),
        }


def bytes_of(bits: int) -> int:
    """The bytes of a set of so many bits."""
    return (bits + 7) // 8


def interleaved(tables: list[list[int]]) -> list[int]:
    """Tables of sixteen entries, up to sixteen of them in 256 bytes: an entry of each, then the
    next one of each."""
    found = [0] * (256 * ((len(tables) + 15) // 16))
    for number, table in enumerate(tables):
        for at, entry in enumerate(table):
            found[number // 16 * 256 + 16 * at + number % 16] = entry
    return found


def drawing_problems(path: tuple[str | int, ...], drawing: list[str]) -> Iterator[BrokenRule]:
    """What is wrong with the rows of a drawing."""
    unknown = sorted(set("".join(drawing)) - {SOLID, " ", *WALKABLE_MARKS})
    if unknown:
        yield BrokenRule(path, f"{unknown[0]!r} means nothing", "expected # . + ? $ or a blank")
    for number, row in enumerate(drawing, 1):
        if len(row) != len(drawing[0]):
            wrong = f"row {number} has {len(row)} tiles, the first one {len(drawing[0])}"
            yield BrokenRule(path, wrong, "expected rows of the same length")
            break


def given(dungeon: Pieces) -> Features:
    """All floor is connected if only the largest part is kept."""
    return frozenset({CONNECTED}) if dungeon.regions.keep == "largest" else NONE
