"""Deciding a tile: its surroundings and its neighbours' looks say which rules are allowed, and it
gets the look of one of them."""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import Any

from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import Plane
from pygen.passes.tile_rules.constants import (
    MOST_CHOICES,
    MOST_WAITING,
    NO_LOOK,
    NONE_LEFT,
    UNDECIDED,
)
from pygen.passes.tile_rules.parameters import ANY_TIME, TileRules

PACE = schedule("passes/tile_rules")
TILE = Piece("settle", PACE["rules_effort"], 0)
SETTLE = Piece("settle", PACE["rules_effort"], PACE["settle_effort"], is_extra=True)

NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbours to the north, east, south and west: the change of column and row to each."""


class Deciding:
    """The undecided tiles, a bit each, and the tiles that wait to be looked at again.

    In place of its look, an undecided tile has the number of looks that were possible when it was
    last looked at, at most MOST_CHOICES. For each row, `least` has a lower bound of these numbers,
    or NONE_LEFT. All tiles above row `first_undecided` are decided.
    """

    def __init__(self, g: Generation[Any], p: TileRules, plane: Plane) -> None:
        self.g, self.p, self.plane = g, p, plane
        self.rules = p.compiled
        self.before = p.first_look - 1
        self.undecided = [0] * plane.height
        self.waiting: deque[tuple[int, int]] = deque()
        self.has_overflowed = False
        self.least = [NONE_LEFT] * plane.height
        self.first_undecided = 0

    def is_inside(self, x: int, y: int) -> bool:
        """Whether a tile is inside the map."""
        return 0 <= x < self.plane.width and 0 <= y < self.plane.height


def surroundings(d: Deciding, x: int, y: int) -> int:
    """The bits of a tile and its 8 neighbours; 1 is wall. Outside the map everything is wall. The
    bits, 8 being the highest one:

        8 5 2
        7 4 1    4 is the tile itself.
        6 3 0
    """
    word = 0
    for column, row in product(range(x - 1, x + 2), range(y - 1, y + 2)):
        is_wall = not d.is_inside(column, row) or d.plane.solid[row] >> column & 1
        word = word << 1 | is_wall
    return word


def is_undecided(d: Deciding, x: int, y: int) -> bool:
    """Whether a tile is undecided; tiles outside the map are not."""
    return d.is_inside(x, y) and bool(d.undecided[y] >> x & 1)


def shown(d: Deciding, x: int, y: int) -> int:
    """The look that a neighbour shows: one of the rules' looks, counted from 1; UNDECIDED; or
    NO_LOOK, also outside the map. A look of another pass is NO_LOOK, too, or a number above those
    of the rules' looks."""
    if not d.is_inside(x, y):
        return NO_LOOK
    return UNDECIDED if is_undecided(d, x, y) else max(d.g.looks.get(x, y) - d.before, NO_LOOK)


def is_allowed(d: Deciding, number: int, around: list[int]) -> bool:
    """Whether a rule has no conditions, or any of its conditions is true. `around` are the looks
    that the neighbours show. Some conditions are true while the neighbour is undecided."""
    conditions = d.rules.rules[number].conditions
    return not conditions or any(
        around[side & 3] == look or (side >= ANY_TIME and around[side & 3] == UNDECIDED)
        for side, look in conditions
    )


def pick_rule(d: Deciding, allowed: list[int]) -> int:
    """The look of one of these rules, chosen by weights; a single rule needs no draw."""
    rules = d.rules.rules
    if len(allowed) > 1:
        total, part = sum(rules[number].weight for number in allowed), 0
        state = d.g.random.draw()
        for number in allowed[:-1]:
            part += rules[number].weight
            if state * total < part << 16:
                return rules[number].look
    return rules[allowed[-1]].look


def set_look(d: Deciding, x: int, y: int, look: int) -> None:
    """Give a tile one of the rules' looks, counted from 1; with 0 it has none."""
    d.g.looks.set(x, y, d.before + look if look else NO_LOOK)


def decide_tile(d: Deciding, x: int, y: int, look: int) -> None:
    """Give an undecided tile its look, and let its undecided neighbours wait, unless too many tiles
    wait already."""
    d.undecided[y] &= ~(1 << x)
    set_look(d, x, y, look)
    for i, j in NEIGHBOURS:
        if is_undecided(d, x + i, y + j):
            if len(d.waiting) == MOST_WAITING:
                d.has_overflowed = True
            else:
                d.waiting.append((x + i, y + j))


def find_possible(d: Deciding, x: int, y: int) -> list[int]:
    """The rules that are allowed for an undecided tile."""
    group = d.rules.groups[d.rules.group_of[surroundings(d, x, y)]]
    around = [shown(d, x + i, y + j) for i, j in NEIGHBOURS]
    return [number for number in group if is_allowed(d, number, around)]


def settle_tile(d: Deciding, x: int, y: int) -> Work:
    """Give an undecided tile its look if only one is possible; else note the number of looks."""
    yield TILE
    if not is_undecided(d, x, y):
        return
    yield SETTLE
    allowed = find_possible(d, x, y)
    looks = d.rules.looks_of(allowed)
    if len(looks) == 1:
        decide_tile(d, x, y, looks[0])
    else:
        # A tile without a possible look is decided late.
        count = min(len(looks) or MOST_CHOICES, MOST_CHOICES)
        d.g.looks.set(x, y, count)
        d.least[y] = min(d.least[y], count)


def choose_look(d: Deciding, x: int, y: int, allowed: list[int]) -> None:
    """Give an undecided tile the look of one of these rules by weights, or the last resort."""
    look = pick_rule(d, allowed) if allowed else d.p.look_number(d.p.last_resort)
    decide_tile(d, x, y, look)
