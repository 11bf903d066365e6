"""Writing down what a floor has: its rooms, and where its stairs and its start are."""

from __future__ import annotations

from pygen.engine.constants import STATUS_NO_DOWN_STAIRS, STATUS_NO_UP_STAIRS
from pygen.engine.dungeon.chambers import CHAMBERS, LABYRINTH, MONSTER_HOUSE, PLAIN, SHOP
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PIECE, Pieces


def write_chambers(floor: Floor) -> Pieces:
    """Write down the rooms and their uses, then the stairs and the start; a piece is a cell."""
    g = floor.g
    for cell in floor.grid.by_rows:
        if cell.has_live_room:
            use = SHOP if cell is floor.shop else LABYRINTH if cell.is_maze else PLAIN
            use = MONSTER_HOUSE if cell is floor.house else use
            room = cell.rect
            place = {"x": room.left, "y": room.top, "w": room.width, "h": room.height}
            g.tables[CHAMBERS].append({**place, "use": use})
        yield PIECE
    if floor.start:
        g.up = floor.start
    else:
        g.status |= STATUS_NO_UP_STAIRS
    if floor.stairs:
        g.down = floor.stairs
    else:
        g.status |= STATUS_NO_DOWN_STAIRS
