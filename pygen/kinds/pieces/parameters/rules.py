"""The rules that follow from the options for a map of cells: which options fit together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.kinds.pieces.cells import Model
from pygen.kinds.pieces.joining import Ways
from pygen.kinds.pieces.parameters.options import Drawing, Option, is_solid


@dataclass(frozen=True)
class Rules:
    """The options that follow from pieces or a sample, and how they fit."""

    options: tuple[Option, ...]
    model: Model
    ways: Ways


def make_rules(options: tuple[Option, ...], columns: int, rows: int, is_learned: bool) -> Rules:
    """The rules for options on `columns` x `rows` cells.

    The edges of pieces are their outermost rows and columns, which neighbours share. Patterns share
    all but one of their rows and columns, and each pattern stands for its upper left tile. So at
    the right and lower sides of the map all shared rows and columns are solid, and at the left and
    upper sides the outermost column or row.
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
def cached_rules(options: tuple[Option, ...], columns: int, rows: int, is_learned: bool) -> Rules:
    """`make_rules`, once for the same options."""
    return make_rules(options, columns, rows, is_learned)
