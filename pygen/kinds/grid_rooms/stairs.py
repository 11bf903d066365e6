"""Phase 4: stairs up and down, far apart and never in a secret room."""

from __future__ import annotations

from pygen.engine.generation import NO_DOWN_STAIRS, NO_UP_STAIRS, Generation, Room
from pygen.kinds.grid_rooms.parameters import GridRooms


def place_stairs(g: Generation[GridRooms]) -> None:
    """Up stairs in the room of the highest priority, down stairs in the next one far enough away.

    If none is far enough, the farthest takes the down stairs. Equal priorities or distances go to
    the lower index.
    """
    up = highest_priority([room for room in g.rooms if not room.is_secret])
    if up is None:
        g.status |= NO_UP_STAIRS | NO_DOWN_STAIRS
        return
    g.up = up.centre
    g.tiles.set(*g.up, g.codes["up_stairs"])
    stairs = g.parameters.stairs
    is_few = len(g.rooms) <= stairs.few_rooms
    least = stairs.distance_few if is_few else stairs.distance_many
    others = [room for room in g.rooms if room is not up and not room.is_secret]
    down = highest_priority([room for room in others if distance_to(room, g.up) >= least])
    if down is None:
        down = max(others, key=lambda room: distance_to(room, g.up), default=None)
    if down is None:
        g.status |= NO_DOWN_STAIRS
        return
    g.down = down.centre
    g.tiles.set(*g.down, g.codes["down_stairs"])


def highest_priority(rooms: list[Room]) -> Room | None:
    """The first of the rooms with the highest priority; None if there is no room."""
    return max(rooms, key=lambda room: room.priority, default=None)


def distance_to(room: Room, point: tuple[int, int]) -> int:
    """Manhattan distance from a room's centre to a point."""
    x, y = room.centre
    return abs(x - point[0]) + abs(y - point[1])
