"""The monster house: a room with loot, traps and enemies."""

from __future__ import annotations

from pygen.kinds.mystery.cells import choose
from pygen.kinds.mystery.constants import HOUSE, ZONE
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.layouts import FORCED
from pygen.kinds.mystery.pace import Pieces


def make_house(floor: Floor) -> Pieces:
    """Turn a random room that is no labyrinth into a monster house, unless there is a shop. A piece
    is a row of the room; in exact mode the rows come after pieces of some swaps."""
    cells = [cell for cell in floor.grid.by_columns if cell.has_live_room and not cell.is_maze]
    if cells and not floor.has_shop:
        floor.house = yield from choose(floor, cells)
        floor.has_house = True
        yield from floor.ground.change_by_rows(floor.house.rect, ZONE, HOUSE)


def place_house(floor: Floor) -> Pieces:
    """Make a random room a monster house, by chance, or always where the layout says so."""
    chance = floor.parameters.monster_house.chance
    if floor.layout.has(FORCED):
        if floor.is_exact:
            # The original draws for a certain house, too: all later draws depend on that.
            floor.numbers.percent(100)
        yield from make_house(floor)
    elif chance and floor.numbers.percent(chance):
        yield from make_house(floor)
