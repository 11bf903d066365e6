"""The errors in the names of pieces, and in pieces that are placed first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygen.engine.definition.map_size import MapSize
from pygen.engine.drawings.marks import WALL
from pygen.engine.plane.plane import plane_bytes
from pygen.engine.sections import BrokenRule
from pygen.kinds.pieces.parameters.sections import DrawnPiece, FixedPiece

OUTSIDE_WORD = "outside"
"""The outside of the map in a list of neighbours."""

MOST_BYTES_OF_PLANE = 1450
"""The most bytes of a plane of a map with protected pieces: the 8 KB of work memory hold five."""

MOST_WIDTH = 144
"""The most columns of a map with protected pieces: a step spreads a wave into a row."""

MOST_PINS = 32
"""The most cells with pieces that are placed first."""

SIDES = ("left", "right", "above", "below")


def name_rules(pieces: Sequence[DrawnPiece], fixed: Sequence[FixedPiece]) -> Iterator[BrokenRule]:
    """The errors in names: each is that of one piece."""
    names = [piece.name for piece in pieces]
    for number, name in enumerate(names):
        path = ("pieces", number, "name")
        if name == OUTSIDE_WORD:
            wrong = f"`{OUTSIDE_WORD}` is the outside of the map in lists of neighbours"
            yield BrokenRule(path, wrong, "expected another name")
        elif name is not None and name in names[:number]:
            wrong = f"piece {names.index(name) + 1} is called `{name}`, too"
            yield BrokenRule(path, wrong, "expected another name")
    known = [name for name in names if name]
    expected = f"expected one of: {', '.join(known)}" if known else "expected pieces with a `name`"
    for number, piece in enumerate(pieces):
        for side in SIDES:
            for name in getattr(piece.neighbours, side):
                if name not in (*known, OUTSIDE_WORD):
                    wrong = f"no piece is called `{name}`"
                    right = f"{expected}, {OUTSIDE_WORD}"
                    yield BrokenRule(("pieces", number, "neighbours", side), wrong, right)
    for number, one in enumerate(fixed):
        if one.piece not in known:
            wrong = f"no piece is called `{one.piece}`"
            yield BrokenRule(("fixed", number, "piece"), wrong, expected)


def place_rules(
    fixed: Sequence[FixedPiece], columns: int, rows: int, step: int
) -> Iterator[BrokenRule]:
    """The errors in the places of fixed pieces on a map of `columns` x `rows` cells, each `step`
    tiles wide."""
    places = [(one.x, one.y) for one in fixed]
    for number, (x, y) in enumerate(places):
        path = ("fixed", number)
        if x >= columns or y >= rows:
            wrong = f"there is no cell in column {x} of row {y}"
            right = f"expected x below {columns} and y below {rows}: a cell is {step} tiles wide"
            yield BrokenRule(path, wrong, right)
        elif (x, y) in places[:number]:
            wrong = f"another piece is in column {x} of row {y} already"
            yield BrokenRule(path, wrong, "expected one piece for each cell")


def number_rules(pieces: Sequence[DrawnPiece], fixed: Sequence[FixedPiece]) -> Iterator[BrokenRule]:
    """The errors in the numbers of pieces."""
    pins = len(fixed)
    for number, piece in enumerate(pieces):
        known = sum(one.piece == piece.name for one in fixed)
        if piece.at_most is not None and piece.at_most < max(piece.at_least, known):
            wrong = f"at_most {piece.at_most} is less than at_least {piece.at_least}"
            if known > piece.at_least:
                wrong = f"at_most is {piece.at_most}, but {known} cells are fixed"
            right = f"expected {max(piece.at_least, known)} or more"
            yield BrokenRule(("pieces", number, "at_most"), wrong, right)
        most = piece.at_least if piece.at_most is None else piece.at_most
        pins += max(0, most - known)
    if pins > MOST_PINS:
        wrong = f"{pins} cells may have pieces that are placed first"
        right = f"expected at most {MOST_PINS}: fixed ones, and at_most or at_least of each piece"
        yield BrokenRule(("pieces",), wrong, right)


def protected_rules(
    pieces: Sequence[DrawnPiece], keeps_all: bool, size: MapSize
) -> Iterator[BrokenRule]:
    """The errors of protected pieces."""
    if not keeps_all:
        wrong = "with keep: largest nothing is protected: the kind exchanges pieces or drops them"
        right = "expected keep: all, and the pass regions with keep: all"
        yield BrokenRule(("regions", "keep"), wrong, right)
    needed = plane_bytes(size)
    if needed > MOST_BYTES_OF_PLANE:
        wrong = f"protected pieces take five planes of {needed:,} bytes each"
        right = f"expected a smaller map, with planes of at most {MOST_BYTES_OF_PLANE:,} bytes"
        yield BrokenRule(("map",), wrong, right)
    if size.width > MOST_WIDTH:
        wrong = f"with protected pieces a map of {size.width} columns takes too long steps"
        yield BrokenRule(("map", "width"), wrong, f"expected at most {MOST_WIDTH}")
    for number, piece in enumerate(pieces):
        rows = piece.drawing
        ring = "".join((rows[0], rows[-1], *(row[0] + row[-1] for row in rows)))
        if piece.protected and set(ring) <= {WALL, " "}:
            wrong = f"piece {number + 1} is protected, and no way leads in"
            right = "expected floor, a door, a secret path or a treasure in its outermost ring"
            yield BrokenRule(("pieces", number, "protected"), wrong, right)
