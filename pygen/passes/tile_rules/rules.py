"""Rules: the possible looks of a tile follow from its surroundings and from the looks of its
neighbours.

At first each tile whose rules have no conditions gets its look. The others are undecided. A tile
with only one possible look left gets that look, and its undecided neighbours wait to be looked at
again. If none waits, the undecided tile with the fewest possible looks gets one of them.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.passes.tile_rules.choosing import find_least
from pygen.passes.tile_rules.deciding import (
    PACE,
    Deciding,
    choose_look,
    find_possible,
    is_undecided,
    pick_rule,
    set_look,
    settle_tile,
    surroundings,
)
from pygen.passes.tile_rules.parameters import TileRules

MATCH = Piece("match", PACE["rules_effort"])
PICK = Piece("match", PACE["rules_effort"], PACE["pick_effort"], is_extra=True)
BYTE = Piece("settle", PACE["rules_effort"])
CHOICE = Piece("settle", PACE["rules_effort"], PACE["pick_effort"])


def match_tile(d: Deciding, x: int, y: int) -> Work:
    """Find the rules that match a tile, and give it a look if none of them has conditions."""
    yield MATCH
    if d.p.keeps_looks and d.g.looks.get(x, y):
        return
    group = d.rules.group_of[surroundings(d, x, y)]
    if group == 0:
        if d.p.last_resort is not None:
            set_look(d, x, y, d.p.look_number(d.p.last_resort))
    elif d.rules.has_conditions(group):
        d.undecided[y] |= 1 << x
    else:
        looks = d.rules.looks_of(d.rules.groups[group])
        if len(looks) == 1:
            set_look(d, x, y, looks[0])
        else:
            yield PICK
            set_look(d, x, y, pick_rule(d, list(d.rules.groups[group])))


def settle_waiting(d: Deciding) -> Work:
    """Settle the tiles that wait, the first one first."""
    while d.waiting:
        yield from settle_tile(d, *d.waiting.popleft())


def settle_all(d: Deciding) -> Work:
    """Settle all undecided tiles, row by row, and after each of them the tiles that wait. Repeat
    this as long as too many tiles had to wait."""
    while True:
        d.has_overflowed = False
        for y in range(d.plane.height):
            for at in range(d.plane.row_bytes):
                yield BYTE
                for x in range(8 * at, 8 * at + 8):
                    if is_undecided(d, x, y):
                        yield from settle_tile(d, x, y)
                        yield from settle_waiting(d)
        if not d.has_overflowed:
            return


def follow_rules(g: Generation[Any], p: TileRules, plane: Plane) -> Work:
    """Give looks by the rules until no tile is undecided."""
    d = Deciding(g, p, plane)
    for y, x in product(range(plane.height), range(plane.width)):
        yield from match_tile(d, x, y)
    yield "match"
    yield from settle_all(d)
    while True:
        yield "settle"
        found = yield from find_least(d)
        if found is None:
            return
        yield "choose"
        allowed = find_possible(d, *found)
        yield "choose"
        yield CHOICE
        choose_look(d, *found, allowed)
        yield from settle_waiting(d)
        if d.has_overflowed:
            yield from settle_all(d)
