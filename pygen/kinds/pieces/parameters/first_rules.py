"""The errors in the names of pieces, and in pieces that are placed first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pygen.engine.sections import BrokenRule

if TYPE_CHECKING:
    from pygen.kinds.pieces.parameters import Pieces

OUTSIDE_WORD = "outside"
"""The outside of the map in a list of neighbours."""

MOST_PINS = 32
"""The most cells with pieces that are placed first."""

SIDES = ("left", "right", "above", "below")


def name_rules(dungeon: Pieces) -> Iterator[BrokenRule]:
    """The errors in names: each is that of one piece."""
    names = [piece.name for piece in dungeon.pieces]
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
    for number, piece in enumerate(dungeon.pieces):
        for side in SIDES:
            for name in getattr(piece.neighbours, side):
                if name not in (*known, OUTSIDE_WORD):
                    wrong = f"no piece is called `{name}`"
                    path = ("pieces", number, "neighbours", side)
                    yield BrokenRule(path, wrong, f"{expected}, {OUTSIDE_WORD}")
    for number, one in enumerate(dungeon.fixed):
        if one.piece not in known:
            wrong = f"no piece is called `{one.piece}`"
            yield BrokenRule(("fixed", number, "piece"), wrong, expected)


def first_rules(dungeon: Pieces) -> Iterator[BrokenRule]:
    """The errors of pieces that are placed first, of the ring and of the share of floor."""
    if dungeon.is_learned:
        if dungeon.fixed:
            wrong = "patterns of a sample cannot be fixed"
            yield BrokenRule(("fixed",), wrong, "expected none, or `pieces` instead of the sample")
        if dungeon.is_open:
            wrong = "the ring of a learned map is closed"
            yield BrokenRule(("ring",), wrong, "expected closed, or `pieces` instead of the sample")
    if dungeon.regions.least_floor and dungeon.regions.keep == "all":
        wrong = "nothing is dropped, so that no share of floor is counted"
        path = ("regions", "least_floor")
        yield BrokenRule(path, wrong, "expected 0, or keep: largest")
    yield from _number_rules(dungeon)
    places = [(one.x, one.y) for one in dungeon.fixed]
    for number, (x, y) in enumerate(places):
        path = ("fixed", number)
        if x >= dungeon.columns or y >= dungeon.rows:
            wrong = f"there is no cell in column {x} of row {y}"
            right = f"expected x below {dungeon.columns}, y below {dungeon.rows}: a cell is "
            yield BrokenRule(path, wrong, right + f"{dungeon.side - 1} tiles wide")
        elif (x, y) in places[:number]:
            wrong = f"another piece is in column {x} of row {y} already"
            yield BrokenRule(path, wrong, "expected one piece for each cell")


def _number_rules(dungeon: Pieces) -> Iterator[BrokenRule]:
    pins = len(dungeon.fixed)
    for number, piece in enumerate(dungeon.pieces):
        fixed = sum(one.piece == piece.name for one in dungeon.fixed)
        if piece.at_most is not None and piece.at_most < max(piece.at_least, fixed):
            wrong = f"at_most {piece.at_most} is less than at_least {piece.at_least}"
            if fixed > piece.at_least:
                wrong = f"at_most is {piece.at_most}, but {fixed} cells are fixed"
            path = ("pieces", number, "at_most")
            yield BrokenRule(path, wrong, f"expected {max(piece.at_least, fixed)} or more")
        most = piece.at_least if piece.at_most is None else piece.at_most
        pins += max(0, most - fixed)
    if pins > MOST_PINS:
        wrong = f"{pins} cells may have pieces that are placed first"
        right = f"expected at most {MOST_PINS}: fixed ones, and at_most or at_least of each piece"
        yield BrokenRule(("pieces",), wrong, right)
