"""The rules that follow from the options for a map of cells: which options fit together."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.kinds.pieces.cells import Model, Placing
from pygen.kinds.pieces.constants import NO_EDGE
from pygen.kinds.pieces.joining import Ways
from pygen.kinds.pieces.parameters.options import (
    OUTSIDE,
    SKIPPED,
    Drawing,
    Option,
    is_solid,
)

Numbers = tuple[dict[Drawing, int], dict[Drawing, int]]
Edges = tuple[tuple[int, ...], ...]


class Rules(NamedTuple):
    """How options fit on a map, and the ways through them."""

    model: Model
    ways: Ways


class First(NamedTuple):
    """The pieces that are placed first: numbers of pieces, with the column and the row of fixed
    ones, or with the least and the greatest number of the others. `limited` are those pieces that
    no cell may have but where they were placed."""

    fixed: tuple[tuple[int, int, int], ...] = ()
    placings: tuple[tuple[int, int, int], ...] = ()
    limited: tuple[int, ...] = ()


class Place(NamedTuple):
    """The map: its cells, and whether pieces may be cut off at its sides."""

    columns: int
    rows: int
    is_open: bool


@lru_cache(maxsize=64)
def rules_of(options: tuple[Option, ...], place: Place, is_learned: bool, first: First) -> Rules:
    """The rules for options on a map.

    The edges of pieces are their outermost rows and columns, which neighbours share. Patterns share
    all but one of their rows and columns, and each pattern stands for its upper left tile. So at
    the right and lower sides of the map all shared rows and columns are solid, and at the left and
    upper sides the outermost column or row.
    """
    thickness = len(options[0].tiles) - 1 if is_learned else 1
    outlines = [[option.edge(side, thickness) for side in range(4)] for option in options]
    if any(any(option.neighbours) for option in options):
        edges, reach, known = listed_edges(options, outlines)
    else:
        edges, reach, known = equal_edges(outlines)
    fitting_outside = tuple(
        sum(
            1 << n
            for n, option in enumerate(options)
            if fits_outside(option, side, outlines[n][side], place.is_open)
        )
        for side in range(4)
    )
    pieces = sorted({number for _, _, number in first.fixed} | {p for p, _, _ in first.placings})
    sets = tuple(
        sum(1 << n for n, option in enumerate(options) if option.piece == piece) for piece in pieces
    )
    model = Model(
        place.columns,
        place.rows,
        tuple(option.weight for option in options),
        edges,
        reach,
        fitting_outside,
        sets,
        tuple((x, y, pieces.index(piece)) for x, y, piece in first.fixed),
        tuple(Placing(pieces.index(piece), least, most) for piece, least, most in first.placings),
        sum(1 << n for n, option in enumerate(options) if option.piece in first.limited),
    )
    if is_learned:
        walkable = tuple(bool(option.first_mark) for option in options)
        onward = tuple(
            (option.first_mark > 0 and option.mark(1, 0) > 0) << RIGHT
            | (option.first_mark > 0 and option.mark(0, 1) > 0) << BOTTOM
            for option in options
        )
        floors = tuple(map(int, walkable))
        return Rules(model, Ways(walkable, onward, edges, ((), ()), floors, floors))
    return Rules(model, ways_of(options, outlines, model, known))


def ways_of(
    options: tuple[Option, ...], outlines: list[list[Drawing]], model: Model, known: Numbers
) -> Ways:
    """The ways through pieces. Those that are placed first are never exchanged, and edges only
    where they fit each other as equal ones do."""
    across, down = (
        tuple(number for edge, number in numbers.items() if not is_solid(edge)) for numbers in known
    )
    first = model.limited
    for one in model.sets:
        first |= one
    last = len(options[0].tiles) - 1
    return Ways(
        tuple(bool(option.places) for option in options),
        tuple(
            sum((not is_solid(edge)) << side for side, edge in enumerate(own)) for own in outlines
        ),
        tuple((NO_EDGE,) * 4 if first >> n & 1 else edges for n, edges in enumerate(model.edges)),
        (across[:8], down[:8]),
        tuple(sum(x < last and y < last for x, y in option.places) for option in options),
        tuple(sum(0 < x < last and 0 < y < last for x, y in option.places) for option in options),
    )


def equal_edges(outlines: list[list[Drawing]]) -> tuple[Edges, Edges, Numbers]:
    """The numbers of edges that fit where they are equal, the edges that fit them, and the edges by
    their drawings."""
    numbers: Numbers = ({}, {})
    edges = tuple(
        tuple(
            numbers[side >> 1].setdefault(edge, len(numbers[side >> 1]))
            for side, edge in enumerate(own)
        )
        for own in outlines
    )
    return edges, tuple(tuple(1 << edge for edge in own) for own in edges), numbers


def listed_edges(
    options: tuple[Option, ...], outlines: list[list[Drawing]]
) -> tuple[Edges, Edges, Numbers]:
    """The same where lists of neighbours count, too.

    Options have the same edge at a side if they are drawn alike there and the same options fit. If
    all options with one edge fit all with another one, and nothing else, both get the same number.
    These are the edges by which parts can be joined.
    """
    count = range(len(options))
    edges, reach = [[0] * 4 for _ in options], [[0] * 4 for _ in options]
    known: Numbers = ({}, {})
    for side, opposite in ((LEFT, RIGHT), (TOP, BOTTOM)):
        # By option: those that may be beside it, before the side and behind it.
        before = [tuple(b for b in count if fits(options, outlines, b, n, opposite)) for n in count]
        behind = [tuple(b for b in count if fits(options, outlines, n, b, opposite)) for n in count]
        numbers: dict[tuple[object, ...], int] = {}
        for n in count:
            for at, fitting, back in ((side, before, behind), (opposite, behind, before)):
                outline = outlines[n][at]
                alike = tuple(
                    m for m in count if outlines[m][at] == outline and fitting[m] == fitting[n]
                )
                is_mutual = {back[b] for b in fitting[n]} == {alike}
                pair = (outline, frozenset((fitting[n], alike)))
                key = pair if is_mutual else (at, outline, fitting[n])
                edges[n][at] = numbers.setdefault(key, len(numbers))
                if is_mutual:
                    known[side >> 1].setdefault(outline, edges[n][at])
        for n in count:
            # An edge that fits nothing has a number that no opposite edge has.
            for at, fitting, to in ((side, before, opposite), (opposite, behind, side)):
                reach[n][at] = sum({1 << edges[b][to] for b in fitting[n]}) or 1 << edges[n][at]
    return tuple(map(tuple, edges)), tuple(map(tuple, reach)), known


def fits(
    options: tuple[Option, ...], outlines: list[list[Drawing]], one: int, other: int, side: int
) -> bool:
    """Whether an option may have another one at its right or its lower side."""
    return (
        outlines[one][side] == outlines[other][side ^ 1]
        and options[one].allows(side, options[other].piece)
        and options[other].allows(side ^ 1, options[one].piece)
    )


def fits_outside(option: Option, side: int, outline: Drawing, is_open: bool) -> bool:
    """Whether an option may be at a side of the map. If the ring is open, what is walkable there
    becomes a wall: then all else of the piece must still be reached, and its other edges must stay
    open, also if another side is cut off with it."""
    if not option.allows(side, OUTSIDE):
        return False
    if not is_open:
        return is_solid(outline if side in (RIGHT, BOTTOM) else outline[:1])
    sides = [other for other in range(4) if other >> 1 != side >> 1]
    return all(
        stays_whole(option, (side, *cut)) for count in (0, 1) for cut in combinations(sides, count)
    )


def stays_whole(option: Option, cut: tuple[int, ...]) -> bool:
    """Whether a piece is connected and keeps its other ways on if its edges at some sides become
    walls, and whether all of its walls are then still beside something that is walkable."""
    last = len(option.tiles) - 1
    rings = {LEFT: (0, None), RIGHT: (last, None), TOP: (None, 0), BOTTOM: (None, last)}
    rows = [list(row) for row in option.tiles]
    for y, row in enumerate(rows):
        for x in range(len(row)):
            if any(rings[side] in ((x, None), (None, y)) for side in cut):
                row[x] = "#"
    left = Option(tuple("".join(row) for row in rows), 1, "")
    stands_alone = any(
        mark != SKIPPED and left.marks[y][x] == SKIPPED
        for y, row in enumerate(option.marks)
        for x, mark in enumerate(row)
    )
    if stands_alone or not left.is_connected:
        return False
    return all(
        is_solid(option.edge(side, 1)) or not is_solid(left.edge(side, 1))
        for side in range(4)
        if side not in cut
    )
