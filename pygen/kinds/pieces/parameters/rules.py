"""The rules that follow from the options for a map of cells: which options fit together."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pygen.engine.definition.sides import BOTTOM, RIGHT
from pygen.kinds.pieces.cells import Model
from pygen.kinds.pieces.joining import Ways
from pygen.kinds.pieces.parameters.options import Drawing, Option, is_solid


class Rules(NamedTuple):
    """How options fit on a map, and the ways through them."""

    model: Model
    ways: Ways


@lru_cache(maxsize=64)
def rules_of(options: tuple[Option, ...], columns: int, rows: int, is_learned: bool) -> Rules:
    """The rules for options on `columns` x `rows` cells.

    The edges of pieces are their outermost rows and columns, which neighbours share. Patterns share
    all but one of their rows and columns, and each pattern stands for its upper left tile. So at
    the right and lower sides of the map all shared rows and columns are solid, and at the left and
    upper sides the outermost column or row.
    """
    thickness = len(options[0].tiles) - 1 if is_learned else 1
    numbers: tuple[dict[Drawing, int], dict[Drawing, int]] = ({}, {})
    edges = tuple(
        tuple(
            numbers[side >> 1].setdefault(option.edge(side, thickness), len(numbers[side >> 1]))
            for side in range(4)
        )
        for option in options
    )
    outer = tuple(
        sum(
            1 << number
            for edge, number in numbers[side >> 1].items()
            if is_solid(edge if side in (RIGHT, BOTTOM) else edge[:1])
        )
        for side in range(4)
    )
    weights = tuple(option.weight for option in options)
    model = Model(columns, rows, weights, edges, outer)
    if is_learned:
        walkable = tuple(bool(option.first_mark) for option in options)
        onward = tuple(
            (option.first_mark > 0 and option.mark(1, 0) > 0) << RIGHT
            | (option.first_mark > 0 and option.mark(0, 1) > 0) << BOTTOM
            for option in options
        )
        return Rules(model, Ways(walkable, onward, edges, ((), ())))
    across, down = (
        tuple(number for edge, number in known.items() if not is_solid(edge)) for known in numbers
    )
    walkable = tuple(bool(option.places) for option in options)
    onward = tuple(
        sum((edge in (across, down)[side >> 1]) << side for side, edge in enumerate(own))
        for own in edges
    )
    return Rules(model, Ways(walkable, onward, edges, (across[:8], down[:8])))
