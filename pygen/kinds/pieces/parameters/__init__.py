"""The parameters of the kind `pieces`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.features import CONNECTED, NONE, Features
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.plane.plane import plane_bytes
from pygen.engine.sections import BrokenRule, NotEmitted
from pygen.kinds.pieces.cells import MOST_WAITING, Model
from pygen.kinds.pieces.fitting import FALLBACK_SEEDS, Goal, fit_of, misplaced
from pygen.kinds.pieces.joining import Ways
from pygen.kinds.pieces.meanings import MEANINGS
from pygen.kinds.pieces.pace import Spreading, work_at_once
from pygen.kinds.pieces.parameters.first_rules import (
    OUTSIDE_WORD,
    name_rules,
    number_rules,
    place_rules,
    protected_rules,
)
from pygen.kinds.pieces.parameters.misfits import misfit_of
from pygen.kinds.pieces.parameters.options import (
    ANYTHING,
    MOST_WEIGHTS,
    OUTSIDE,
    SOLID,
    Neighbours,
    Option,
    PieceFacts,
    drawing_problems,
    options_of_pieces,
    options_of_sample,
    scaled_weights,
)
from pygen.kinds.pieces.parameters.rules import First, Place, Rules, rules_of
from pygen.kinds.pieces.parameters.sections import (
    DEFAULT_PIECES,
    DrawnPiece,
    FixedPiece,
    PiecesMap,
    Regions,
    Sample,
    Solving,
)
from pygen.kinds.pieces.parameters.tables import (
    bytes_of,
    edge_tables,
    floor_tables,
    having_tables,
    mark_tables,
    protected_tables,
    set_tables,
    way_tables,
    weight_tables,
)
from pygen.kinds.pieces.solving import Limits

MOST_PIECES = 40
"""The most pieces, turned and mirrored ones included."""

MOST_PATTERNS = 32
"""The most patterns of a sample."""

MOST_EDGES = 32
"""The most different edges, at the left and the right or at the top and the bottom."""

MOST_COLUMNS = 48
"""The most cells in a row or in a column: a step looks at all of them."""

MOST_CELLS = 1024
"""The most cells. Work memory may allow fewer, depending on the bytes of each cell."""

MOST_BYTES = 7900
"""The most bytes of all cells and their further data; other data fills the 8 KB of work memory."""

SPARE_TILES = 16
"""The number of bytes that a row of tiles has besides its tiles."""


class Pieces(KindParameters):
    """Wave function collapse: pieces side by side where they fit."""

    meanings = MEANINGS

    # The C has tables and code for them.
    same_on_all_floors = (
        *KindParameters.same_on_all_floors,
        *((key,) for key in ("pieces", "sample", "fixed", "ring")),
        ("solving", "order"),
    )

    kind: Literal["pieces"] = Field(description="pieces side by side where they fit")
    map: PiecesMap = Field(default=PiecesMap(), description="the size of the map")
    pieces: Annotated[list[DrawnPiece], Field(max_length=MOST_PIECES)] = Field(
        default_factory=list,
        description="pieces that are drawn (default: corridors and rooms, if there is no sample)",
    )
    sample: NotEmitted[Sample] = Field(
        default=Sample(), description="a drawing to learn from, instead of pieces"
    )
    fixed: NotEmitted[Annotated[list[FixedPiece], Field(max_length=16)]] = Field(
        default_factory=list, description="cells that have a piece of their own (default: none)"
    )
    ring: NotEmitted[Literal["closed", "open"]] = Field(
        default="closed",
        description="closed: at the sides of the map pieces have solid edges; open: any that stay "
        "connected if the outermost ring becomes wall",
    )
    solving: Solving = Field(default=Solving(), description="what is done when nothing fits")
    regions: Regions = Field(default=Regions(), description="what becomes of unconnected parts")

    @property
    def is_learned(self) -> bool:
        """Whether there is a sample, and no pieces."""
        return bool(self.sample.drawing)

    @property
    def drawn_pieces(self) -> list[DrawnPiece]:
        """The drawn pieces; the default pieces if the YAML has none."""
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
        """The options of a cell."""
        if self.is_learned:
            sample = self.sample
            found = options_of_sample(
                tuple(sample.drawing), sample.size, sample.turned, sample.mirrored
            )
            return scaled_weights(found)
        return options_of_pieces(
            tuple(
                PieceFacts(
                    tuple(piece.drawing),
                    piece.weight,
                    piece.turned,
                    piece.mirrored,
                    piece.name or "",
                    self._neighbours(piece),
                    piece.protected,
                )
                for piece in self.drawn_pieces
            )
        )

    def _neighbours(self, piece: DrawnPiece) -> Neighbours:
        """The numbers of the pieces that may be at each side of a piece."""
        names = self._names
        lists = piece.neighbours
        return tuple(
            tuple(sorted(names[name] for name in some)) if some else ANYTHING
            for some in (lists.left, lists.right, lists.above, lists.below)
        )

    @property
    def _names(self) -> dict[str, int]:
        """The numbers of pieces by their names."""
        named = {piece.name: n for n, piece in enumerate(self.drawn_pieces) if piece.name}
        return {**named, OUTSIDE_WORD: OUTSIDE}

    @cached_property
    def rules(self) -> Rules:
        """How the options fit."""
        place = Place(self.columns, self.rows, self.is_open)
        return rules_of(self.options, place, self.is_learned, self._first)

    @property
    def _first(self) -> First:
        """The pieces that are placed first."""
        if self.is_learned:
            return First()
        names = self._names
        fixed = [(one.x, one.y, names[one.piece]) for one in self.fixed]
        placings, limited = [], []
        for number, piece in enumerate(self.drawn_pieces):
            known = sum(place[2] == number for place in fixed)
            least = max(0, piece.at_least - known)
            most = least
            if piece.at_most is not None:
                limited.append(number)
                most = max(0, piece.at_most - known)
            if most:
                placings.append((number, least, most))
        return First(tuple(fixed), tuple(placings), tuple(limited))

    @property
    def is_open(self) -> bool:
        """Whether pieces are cut off at the sides of the map."""
        return self.ring == "open"

    @property
    def limits(self) -> Limits:
        """The limits of solving."""
        solving = self.solving
        by_rows = solving.order == "rows"
        return Limits(solving.repairs, solving.radius, solving.attempts, by_rows)

    @property
    def least_floor(self) -> int:
        """The walkable tiles that a map must have."""
        share = self.regions.least_floor * self.map.width * self.map.height
        return (share + 99) // 100 if self.regions.keep == "largest" else 0

    @property
    def is_checked(self) -> bool:
        """Whether a map may not be good enough."""
        return self.regions.keep == "largest" and bool(self.least_floor or self.model.sets)

    @property
    def protects(self) -> bool:
        """Whether pieces are protected."""
        return any(piece.protected for piece in self.pieces)

    @property
    def goal(self) -> Goal:
        """What a map must be like."""
        keeps = self.regions.keep == "largest"
        by_rows = self.solving.order == "rows"
        return Goal(keeps, keeps and self.joins, self.least_floor, self.is_open, by_rows)

    @property
    def model(self) -> Model:
        """The model: the options of a cell, and which of them fit side by side."""
        return self.rules.model

    @property
    def ways(self) -> Ways:
        """The ways through cells and over their borders."""
        return self.rules.ways

    @property
    def joins(self) -> bool:
        """Whether parts are joined by other pieces."""
        return self.regions.join and not self.is_learned

    @property
    def fallback(self) -> list[int]:
        """The options of all cells if no attempt succeeds."""
        found = fit_of(self.model, self.ways, self.goal).fallback
        assert found is not None, "broken_rules has tried"
        return list(found)

    @property
    def work(self) -> int:
        """The work of spreading in one step: it takes less than 10,000 cycles with any options."""
        across, _, down, _ = self.model.edge_counts
        is_plain = self.model.is_by_edges and self.solving.order == "fewest"
        return work_at_once(len(self.options), (across, down), self.border_bytes, is_plain)

    @property
    def border_bytes(self) -> int:
        """The bytes for the edges that are possible at two borders of a cell."""
        across, _, down, _ = self.model.edge_counts
        return bytes_of(across) + bytes_of(down)

    @property
    def has_borders(self) -> bool:
        """Whether there is work memory for the edges that are possible at each border."""
        is_small = self._work_bytes(self.border_bytes) <= MOST_BYTES
        return is_small and self.model.is_by_edges

    @property
    def cell_bytes(self) -> int:
        """The bytes of a cell."""
        return self._bytes_with(self.border_bytes if self.has_borders else 0)

    def _bytes_with(self, border_bytes: int) -> int:
        """The bytes of a cell with `border_bytes` for its borders, besides its options, their count
        and whether it waits. There are at least four: once it is solved, a cell has its piece, its
        label and two bytes for the cell that waits behind it."""
        return max(4, bytes_of(len(self.options)) + 2 + border_bytes)

    def _work_bytes(self, border_bytes: int) -> int:
        """The bytes of all cells, with `border_bytes` for the borders of each, and of their further
        data. A column of cells and two rows are outside the map."""
        columns, rows = self.columns, self.rows
        size = self._bytes_with(border_bytes) * (columns + 1) * (rows + 2)
        size += 3 * (MOST_WAITING + 1) + 3 * rows
        size += plane_bytes(self.map) if self.protects else 0
        return size + (4 if self.is_learned else 1) * (self.map.width + SPARE_TILES)

    def _drawing_rules(self) -> Iterator[BrokenRule]:
        """The errors of single drawings."""
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

    def _first_rules(self) -> Iterator[BrokenRule]:
        """The errors of names, of pieces that are placed first, of the ring and of the share of
        floor."""
        if self.is_learned:
            if self.fixed:
                right = "expected none, or `pieces` instead of the sample"
                yield BrokenRule(("fixed",), "patterns of a sample cannot be fixed", right)
            if self.is_open:
                right = "expected closed, or `pieces` instead of the sample"
                yield BrokenRule(("ring",), "the ring of a learned map is closed", right)
            return
        if self.regions.least_floor and self.regions.keep == "all":
            wrong = "nothing is dropped, so that no share of floor is counted"
            yield BrokenRule(("regions", "least_floor"), wrong, "expected 0, or keep: largest")
        yield from name_rules(self.pieces, self.fixed)
        yield from number_rules(self.pieces, self.fixed)
        yield from place_rules(self.fixed, self.columns, self.rows, self.side - 1)
        if self.protects:
            yield from protected_rules(self.pieces, self.regions.keep == "all", self.map)
            yield from self._protecting_rules()

    def _protecting_rules(self) -> Iterator[BrokenRule]:
        """The errors in what else a dungeon with protected pieces has."""
        if self.world:
            wrong = "in a world no pieces can be protected: they might close the way to a gate"
            yield BrokenRule(("world",), wrong, "expected no world, or no `protected: true`")
        joining = [use.id for use in self.passes if use.name == "regions"]
        if len(joining) > 1:
            wrong = f"there are {len(joining)} passes `regions`, and protected pieces"
            yield BrokenRule(("passes",), wrong, "expected one, behind which all is connected")
        for index, use in enumerate(self.passes):
            keep = getattr(use, "keep", "all") if use.name == "regions" else "all"
            if keep != "all":
                wrong = f"with keep: {keep} the pass drops protected pieces, too"
                yield BrokenRule(("passes", index, "keep"), wrong, "expected all")

    def _option_rules(self) -> Iterator[BrokenRule]:
        """The errors of all drawings together."""
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
        """The errors in the size of the map."""
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
        """The errors of pieces that can never fit, or with which no dungeon fits."""
        path: tuple[str, ...] = ("sample", "drawing") if self.is_learned else ("pieces",)
        fit = fit_of(self.model, self.ways, self.goal)
        possible = fit.possible
        if possible is None:
            right = "expected edges that are solid, for the edge of the map, and ways to get there"
            yield BrokenRule(path, "no pieces fill the map", right)
            return
        if not self.is_learned:
            fitting = {option.piece for n, option in enumerate(self.options) if possible >> n & 1}
            for number in range(len(self.drawn_pieces)):
                if number not in fitting:
                    origin = next(one.origin for one in self.options if one.piece == number)
                    misfit, right = misfit_of(self.options, number, possible)
                    yield BrokenRule(("pieces", number), f"{origin} can never fit{misfit}", right)
            wrong_ones = misplaced(self.model)
            right = "expected that a piece on each of its sides has the same edge there, and at a "
            right += "side of the map a solid edge"
            for number in wrong_ones:
                one = self.fixed[number]
                origin = f"piece {self._names[one.piece] + 1} (`{one.piece}`)"
                wrong = f"{origin} does not fit in this cell"
                if len(wrong_ones) == len(self.fixed) > 1:
                    wrong += " together with the other fixed pieces"
                yield BrokenRule(("fixed", number), wrong, right)
            if wrong_ones:
                return
        if fit.fallback is None:
            wrong = f"no dungeon was found in {FALLBACK_SEEDS} attempts"
            yield BrokenRule(path, wrong, "expected pieces that fit more often")

    def broken_rules(self) -> list[BrokenRule]:
        # Each group of rules needs that the groups before it hold.
        for rules in (
            self._drawing_rules,
            self._first_rules,
            self._option_rules,
            self._size_rules,
            self._fit_rules,
        ):
            broken = list(rules())
            if broken:
                return broken
        return []

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
            **weight_tables(model),
            **edge_tables(model),
            **having_tables(model),
            **set_tables(model),
            **floor_tables(self.ways, self.is_open),
            "IS_OPEN": int(self.is_open),
            "LEAST_FLOOR": self.least_floor,
            "IS_CHECKED": int(self.is_checked),
            "FALLBACK": self.fallback,
            "SIDE": self.side,
            "LAST_LINE": self.side - 1,
            **mark_tables(self.options, self.side, self.is_learned),
            **(protected_tables(self.options) if self.protects else {}),
            "WORK_AT_ONCE": self.work,
            "SIDES_MATTER": int(model.sides_matter),
            "WORK_OF_CHOICE": Spreading(self.work).choice.weight,
            "JOINS_PARTS": int(self.joins),
        }

    def constants_of_all_floors(self) -> Constants:
        rows = [row.parameters for row in self.floor_rows]
        keeps = any(row.regions.keep == "largest" for row in rows)
        joins = any(row.joins and row.regions.keep == "largest" for row in rows)
        return {
            "SOME_JOIN_PARTS": int(joins),
            **(way_tables(self.model, self.ways, joins) if keeps else {}),
        }


def given(dungeon: Pieces) -> Features:
    """The features of the dungeon: all floor is connected if only the largest part is kept."""
    return frozenset({CONNECTED}) if dungeon.regions.keep == "largest" else NONE
