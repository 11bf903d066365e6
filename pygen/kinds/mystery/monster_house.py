"""The monster house: a room with loot, traps and enemies."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.ground import (
    AWAY,
    CONNECTED,
    HOUSE,
    MAZE,
    ROOM,
    VALID,
    ZONE,
    Floor,
    at,
    set_rectangle,
)
from pygen.kinds.mystery.labyrinth import draw_choice
from pygen.kinds.mystery.numbers import draw_percent
from pygen.kinds.mystery.parameters import FORCED

ALWAYS = 100

ROWS_AT_ONCE = 8
"""How many rows of a monster house one step marks."""


def place_house(f: Floor) -> Steps:
    """Make a random room a monster house, by chance, or always where the layout says so."""
    chance = f.g.parameters.monster_house.chance
    is_forced = f.layout.properties & FORCED
    if is_forced:
        yield from make_house(f, ALWAYS)
    elif chance:
        yield from make_house(f, chance)


def make_house(f: Floor, chance: int) -> Steps:
    """Make a random room a monster house with a chance in percent, unless there is a shop."""
    if (chance < ALWAYS or f.exact) and not draw_percent(f, chance):
        return
    if f.has_shop:
        return
    cells = [at(x, y) for x in range(f.across) for y in range(f.down) if fits_house(f, at(x, y))]
    if not cells:
        return
    f.house_cell = cell = cells[draw_choice(f, len(cells))]
    f.has_house = True
    for top in range(f.top[cell], f.bottom[cell], ROWS_AT_ONCE):
        yield "house"
        bottom = min(top + ROWS_AT_ONCE, f.bottom[cell])
        set_rectangle(f, f.left[cell], top, f.right[cell], bottom, ~ZONE & 0xFF, HOUSE)


def fits_house(f: Floor, cell: int) -> bool:
    """Whether a cell has a connected room that is no maze."""
    needed = VALID | ROOM | CONNECTED
    return f.state[cell] & (needed | AWAY | MAZE) == needed
