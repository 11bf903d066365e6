"""The tables of the C, which follow from the options and the rules for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from pygen.engine.sections import Constants
from pygen.kinds.pieces.cells import Model
from pygen.kinds.pieces.joining import Ways
from pygen.kinds.pieces.parameters.options import Option

SIDE_NAMES = ("LEFT", "RIGHT", "TOP", "BOTTOM")


def bytes_of(bits: int) -> int:
    """The bytes of a set of `bits` bits."""
    return (bits + 7) // 8


def union(sets: Iterable[int]) -> int:
    """The bits that are in any of some sets."""
    return reduce(or_, sets, 0)


def interleaved(tables: list[list[int]]) -> list[int]:
    """Tables of sixteen entries, interleaved: the first entry of each table, then the second one of
    each, and so on. Up to sixteen tables fit in 256 bytes."""
    found = [0] * (256 * ((len(tables) + 15) // 16))
    for number, table in enumerate(tables):
        for at, entry in enumerate(table):
            found[number // 16 * 256 + 16 * at + number % 16] = entry
    return found


def weight_tables(model: Model) -> Constants:
    """The sums of the weights of the sixteen sets of four options. A byte of options has four in
    its lower half and four in its upper half. WEIGHT_LOWER has the sums for the lower half of each
    byte, sixteen after sixteen. WEIGHT_UPPER has them for the upper halves, interleaved."""
    weights, size = model.weights, bytes_of(len(model.weights))
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


def edge_tables(model: Model) -> Constants:
    """The edges that fit the sixteen sets of four options, a set of bits for each. EDGES_LOWER and
    EDGES_UPPER are arranged like the tables of weights. For each byte of options they have the
    edges at all four sides, byte by byte."""
    halves: tuple[list[list[int]], list[list[int]]] = ([], [])
    for at in range(0, 8 * bytes_of(len(model.weights)), 8):
        for side in range(4):
            for part in range(bytes_of(model.edge_counts[side])):
                for half in (0, 1):
                    four = model.reach[at + 4 * half : at + 4 * half + 4]
                    halves[half].append(
                        [
                            union(edges[side] for n, edges in enumerate(four) if s >> n & 1)
                            >> 8 * part
                            & 0xFF
                            for s in range(16)
                        ]
                    )
    return {
        "EDGES_LOWER": [edges for half in halves[0] for edges in half],
        "EDGES_UPPER": interleaved(halves[1]),
    }


def having_tables(model: Model) -> Constants:
    """The options that have one of a set of edges at a side, byte by byte: for each set of up to
    six edges, or, if there are more edges, for each set of four edges in a row."""
    constants: Constants = {}
    for side, name in enumerate(SIDE_NAMES):
        edges = model.edge_counts[side]
        width = edges if edges <= 6 else 4
        for at in range(0, edges, width):
            having = [
                sum(
                    1 << n for n, option in enumerate(model.edges) if some << at >> option[side] & 1
                )
                for some in range(1 << width)
            ]
            constants[f"HAVING_{name}{at // width}"] = [
                options >> 8 * byte & 0xFF
                for byte in range(bytes_of(len(model.weights)))
                for options in having
            ]
    return constants


def way_tables(model: Model, ways: Ways, joins: bool) -> Constants:
    """The ways through cells, and if parts are joined, the pieces that can be exchanged."""
    constants: Constants = {
        "IS_WALKABLE": [int(walkable) for walkable in ways.walkable],
        "ONWARD": list(ways.onward),
    }
    if joins:
        constants["OPEN_ACROSS"] = list(ways.open_edges[0] or (0,))
        constants["OPEN_DOWN"] = list(ways.open_edges[1] or (0,))
        for side, name in enumerate(SIDE_NAMES):
            constants[f"EDGE_{name}"] = [edges[side] for edges in ways.edges]
            constants[f"EXCHANGES_{name}"] = list(ways.exchanges[side])
    return constants


def mark_tables(options: Sequence[Option], side: int, is_learned: bool) -> Constants:
    """The marks of the options: row by row for pieces, only the first mark for patterns."""
    if is_learned:
        return {"MARKS": [option.first_mark for option in options]}
    size = side * side
    return {
        "MARKS": [mark for option in options for row in option.marks for mark in row],
        "MARKS_LOW": [size * number & 0xFF for number in range(len(options))],
        "MARKS_HIGH": [size * number >> 8 for number in range(len(options))],
        "LINE_AT": [side * line for line in range(side)],
    }


def protected_tables(options: Sequence[Option]) -> Constants:
    """Which options are protected."""
    return {
        "HAS_PROTECTED": 1,
        "IS_PROTECTED": [int(option.is_protected) for option in options],
    }


def set_tables(model: Model) -> Constants:
    """The pieces that are placed first: their options, byte by byte for each set, behind a byte
    that is not used, the cells of the fixed ones, and how many there are of the others."""
    size = bytes_of(len(model.weights))
    if not model.sets and not model.limited:
        return {"COMES_FIRST": 0, "PINS": 0, "HAS_LIMITED": 0}
    placings, sets = model.placings, model.sets or (0,)
    return {
        "COMES_FIRST": 1,
        "PINS": max(1, len(model.fixed) + sum(placing.most for placing in placings)),
        "FIXED_PINS": len(model.fixed),
        "PIN_SETS": [0, *(one >> 8 * byte & 0xFF for one in sets for byte in range(size))],
        "FIXED_X": [x for x, _, _ in model.fixed] or [0],
        "FIXED_Y": [y for _, y, _ in model.fixed] or [0],
        "FIXED_SET": [size * number for _, _, number in model.fixed] or [0],
        "PLACINGS": len(placings),
        "PLACED_SET": [size * placing.number for placing in placings] or [0],
        "PLACED_LEAST": [placing.least for placing in placings] or [0],
        "PLACED_MORE": [placing.most - placing.least for placing in placings] or [0],
        "HAS_LIMITED": int(model.limited > 0),
        "NOT_LIMITED": [0, *(~model.limited >> 8 * byte & 0xFF for byte in range(size))],
        "LIMITED_PINS": sum(
            not model.sets[number] & ~model.limited for _, _, number in model.fixed
        ),
        "PLACED_IS_LIMITED": [int(not sets[one.number] & ~model.limited) for one in placings]
        or [0],
        "CLOSING_MATTERS": int(model.limited > 0 and model.closing_matters),
    }


def floor_tables(ways: Ways, is_open: bool) -> Constants:
    """The walkable tiles of each option, and of those whose outermost ring is cut off."""
    constants: Constants = {"FLOORS": list(ways.floors)}
    if is_open:
        constants["FLOORS_INSIDE"] = list(ways.floors_inside)
    return constants
