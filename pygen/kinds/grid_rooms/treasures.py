"""The phase `treasures`: treasure chambers behind walls, reached by secret paths."""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_TREASURES
from pygen.engine.definition.pace import Finding, Work
from pygen.engine.definition.sides import TOP
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.grid_rooms.corridors import (
    End,
    Geometry,
    beyond_door,
    place_door,
    spot_is_interior,
)
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.runs import draw_runs


def place_chamber(
    g: Generation[GridRooms], geometry: Geometry, index: int, wall: int, place: int
) -> bool:
    """Build a chamber behind a wall of a room, `place` tiles from its upper or left end.

    Returns False if the ground there is not empty. Empty ground never touches a walkable tile, so
    the chamber creates no short cut.
    """
    room, door = g.rooms[index], place_door(geometry, index, wall)
    x, y = (door.x, room.y + place) if wall < TOP else (room.x + place, door.y)
    chamber_x, chamber_y = beyond_door(End(index, x, y, wall), 1)
    if not spot_is_interior(geometry, chamber_x, chamber_y):
        return False
    fits = g.tiles.get(chamber_x, chamber_y) == g.codes["empty"]
    g.tried("chamber", chamber_x - 1, chamber_y - 1, 3, 3, fits)
    if not fits:
        return False
    draw_runs(g, [(chamber_x, chamber_y, chamber_x, chamber_y)], g.codes["wall"])
    g.tiles.set(chamber_x, chamber_y, g.codes["floor"])
    g.tiles.set(x, y, g.codes["secret_path"])
    room.treasure_wall = (x, y)
    g.figures["treasures"] += 1
    return True


def place_treasure(g: Generation[GridRooms], geometry: Geometry, index: int) -> Finding[bool]:
    """Try a room's walls and all places along them, each from a random one on; True if one fits.

    Yields after each wall without a place.
    """
    room = g.rooms[index]
    wall = g.random.below(4)
    for _ in range(4):
        if not any(end.wall == wall for end in room.connections):
            length = room.h if wall < TOP else room.w
            place = g.random.below(length)
            for _ in range(length):
                if place_chamber(g, geometry, index, wall, place):
                    return True
                place = place + 1 if place + 1 < length else 0
            yield "wall"
        wall = wall + 1 & 3
    return False


def place_treasures(g: Generation[GridRooms]) -> Work:
    """Put treasure chambers behind walls without doors, at most one for each room."""
    geometry = Geometry(g)
    candidates = [index for index, room in enumerate(g.rooms) if not room.is_secret]
    placed = 0
    while placed < g.parameters.secrets.treasures and candidates:
        chosen = g.random.below(len(candidates))
        is_placed = yield from place_treasure(g, geometry, candidates[chosen])
        placed += is_placed
        # The last candidate takes the place of the candidate that has been tried.
        candidates[chosen] = candidates[-1]
        candidates.pop()
        yield "room"
    if placed < g.parameters.secrets.treasures:
        g.status |= STATUS_FEWER_TREASURES
