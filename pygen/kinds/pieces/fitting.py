"""Facts about pieces that are found before any dungeon is built: which fit, and the fallback.

Finding the fallback takes as long as building some dungeons, so both are kept in the cache of
builds, under a digest of the pieces and of the code that fits them.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from operator import or_
from pathlib import Path

from pygen.base.cache import keep, kept
from pygen.base.files import source_files
from pygen.engine.definition.pace import finish
from pygen.engine.random import random16
from pygen.engine.random.random16 import Random16, RandomGenerator
from pygen.kinds.pieces.cells import Cells, Model, push_cell, spread
from pygen.kinds.pieces.solving import Area, Limits, reset_cells, solve

FALLBACK_SEEDS = 16
"""The number of seeds that are tried for the fallback dungeon."""

ENTRY = "fit.json"
"""The file of an entry of the cache."""


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
def fit_of(model: Model) -> Fit:
    """How the options of a model fit, from the cache if it is there."""
    words = repr((model.columns, model.rows, model.weights, model.edges, model.outer))
    key = hashlib.sha256(words.encode() + _code()).hexdigest()
    known = kept(key)
    if known is not None and ENTRY in known:
        return Fit(**json.loads(known[ENTRY]))
    possible = _possible_options(model)
    found = Fit(possible, None if possible is None else _fallback(model))
    keep(key, {ENTRY: json.dumps(vars(found)).encode()})
    return found


@cache
def _code() -> bytes:
    """A digest of the code that fits pieces."""
    files = [*source_files(Path(__file__).parent, "*.py"), Path(random16.__file__)]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).digest()


def _possible_options(model: Model) -> int | None:
    cells = Cells(model)
    deque(reset_cells(cells, Area(cells)), maxlen=0)
    # Options of a cell in the middle may fit nowhere, too.
    for cell in range(cells.number(0, 0), cells.number(0, model.rows)):
        push_cell(cells, cell)
        if finish(spread(cells)):
            return None
    return reduce(or_, cells.options)


def _fallback(model: Model) -> list[int] | None:
    limits = Limits(60, 2, 1)
    for seed in range(1, FALLBACK_SEEDS + 1):
        cells = Cells(model)
        _, attempts = finish(solve(cells, Random16(RandomGenerator(), seed), limits))
        if attempts == 1:
            return [
                cells.options[cells.number(x, y)].bit_length() - 1
                for y in range(model.rows)
                for x in range(model.columns)
            ]
    return None
