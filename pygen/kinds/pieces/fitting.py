"""Facts about pieces that are found before any dungeon is built: which fit, and the fallback.

Finding the fallback takes as long as building some dungeons, so both are kept in the cache of
builds, under a digest of the pieces and of the code that fits them.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from operator import or_
from pathlib import Path

from pygen.base.cache import keep, kept
from pygen.base.files import source_files
from pygen.engine.definition.pace import finish
from pygen.engine.random import random16
from pygen.engine.random.random16 import Random16, RandomGenerator
from pygen.kinds.pieces.cells import Cells, Model, push_cell, spread
from pygen.kinds.pieces.checking import is_good
from pygen.kinds.pieces.constants import IS_DONE
from pygen.kinds.pieces.joining import Joining, Ways, join_parts, keep_largest
from pygen.kinds.pieces.solving import Area, Limits, Tries, reset_cells, solve

FALLBACK_SEEDS = 16
"""The number of seeds that are tried for the fallback dungeon."""

ENTRY = "fit.json"
"""The file of an entry of the cache."""


@dataclass(frozen=True)
class Goal:
    """What a map must be like, and how it is made: whether only the largest part is kept, whether
    parts are joined before that, how many walkable tiles there are at least, whether the ring of
    the map is open, and whether cells are chosen row by row."""

    keeps_largest: bool
    joins: bool
    least_floor: int
    is_open: bool
    by_rows: bool


@dataclass(frozen=True)
class Fit:
    """How pieces fit on a map.

    `possible` are the options, as bits, that any cell may have before the first choice; None if a
    cell has none. `fallback` has the options of all cells, row by row, in a dungeon that fits: the
    dungeon of the first seed with which an attempt succeeds. It is None if no attempt succeeds with
    any of FALLBACK_SEEDS seeds.
    """

    possible: int | None
    fallback: list[int] | None


@lru_cache(maxsize=64)
def fit_of(model: Model, ways: Ways, goal: Goal) -> Fit:
    """How the options of a model fit, from the cache if it is there."""
    words = repr((model, ways, goal))
    key = hashlib.sha256(words.encode() + _code()).hexdigest()
    known = kept(key)
    if known is not None and ENTRY in known:
        return Fit(**json.loads(known[ENTRY]))
    possible = _possible_options(model)
    found = Fit(possible, None if possible is None else _fallback(model, ways, goal))
    keep(key, {ENTRY: json.dumps(vars(found)).encode()})
    return found


@cache
def _code() -> bytes:
    """A digest of the code that fits pieces."""
    files = [*source_files(Path(__file__).parent, "*.py"), Path(random16.__file__)]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).digest()


def _possible_options(model: Model) -> int | None:
    cells = Cells(replace(model, fixed=(), placings=(), limited=0))
    deque(reset_cells(cells, Area(cells)), maxlen=0)
    # Options of a cell in the middle may fit nowhere, too.
    for cell in range(cells.number(0, 0), cells.number(0, model.rows)):
        push_cell(cells, cell)
        if finish(spread(cells)):
            return None
    return reduce(or_, cells.options)


def _fallback(model: Model, ways: Ways, goal: Goal) -> list[int] | None:
    limits = Limits(60, 2, 1, goal.by_rows)
    for seed in range(1, FALLBACK_SEEDS + 1):
        cells = Cells(model)
        if not finish(solve(cells, Random16(RandomGenerator(), seed), limits, Tries(1))):
            continue
        joining = Joining(cells, ways)
        found = [
            cells.options[cells.number(x, y)].bit_length() - 1
            for y in range(model.rows)
            for x in range(model.columns)
        ]
        if is_map_good(joining, found, goal):
            return found
    return None


def is_map_good(joining: Joining, found: list[int], goal: Goal) -> bool:
    """Whether the options of all cells, row by row, make a map as it must be."""
    model = joining.cells.model
    if not goal.keeps_largest or not (goal.least_floor or model.sets):
        return True
    for y in range(model.rows):
        first = joining.cells.number(0, y)
        row = found[y * model.columns : (y + 1) * model.columns]
        joining.pieces[first : first + model.columns] = row
    deque(keep_largest(joining), maxlen=0)
    if goal.joins:
        deque(join_parts(joining), maxlen=0)
    return finish(is_good(joining, goal.least_floor, goal.is_open))


def misplaced(model: Model) -> list[int]:
    """The numbers of fixed pieces that do not fit where they are: at a side of the map, or at all
    if spreading shows that they do not fit together."""
    cells = Cells(model)
    deque(reset_cells(cells, Area(cells)), maxlen=0)
    wrong = [
        number
        for number, (x, y, one) in enumerate(model.fixed)
        if cells.options[cells.number(x, y)] & ~model.sets[one]
    ]
    if wrong or finish(spread(cells)) == IS_DONE:
        return wrong
    return list(range(len(model.fixed)))
