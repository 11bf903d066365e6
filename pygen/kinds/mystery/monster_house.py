"""The monster house: a room with loot, traps and enemies."""

from __future__ import annotations

from pygen.kinds.mystery.cells import draw_choice, shuffle_flags
from pygen.kinds.mystery.constants import AWAY, HOUSE, LIVE, MAZE, ZONE
from pygen.kinds.mystery.ground import Floor, Work, begin_cell_area, cell_at
from pygen.kinds.mystery.numbers import draw_percent
from pygen.kinds.mystery.parameters import FORCED


def fits_house(f: Floor, cell: int) -> bool:
    """Whether a cell has a connected room that is no labyrinth."""
    return f.state[cell] & (LIVE | AWAY | MAZE) == LIVE


def make_house(f: Floor) -> Work:
    """Make a random room a monster house, unless there is a shop; exact mode shuffles for it in
    pieces."""
    if f.has_shop:
        return
    cells = [cell_at(x, y) for x in range(f.across) for y in range(f.down)]
    cells = [cell for cell in cells if fits_house(f, cell)]
    if cells:
        if f.exact:
            yield from shuffle_flags(f, len(cells), 1)
        f.house_cell = cells[draw_choice(f, len(cells))]
        f.has_house = True
        begin_cell_area(f, f.house_cell, ~ZONE & 0xFF, HOUSE)


def place_house(f: Floor) -> Work:
    """Make a random room a monster house, by chance, or always where the layout says so."""
    chance = f.g.parameters.monster_house.chance
    if f.layout.properties & FORCED:
        if f.exact:
            draw_percent(f, 100)
        yield from make_house(f)
    elif chance and draw_percent(f, chance):
        yield from make_house(f)
