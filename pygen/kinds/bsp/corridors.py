"""Corridors: their doors, their shapes, and their records.

A straight corridor and a Z cross the line of a cut, and a Z runs along it. A part's room keeps off
the lines, so neither can touch a third room. An L is dug only where it touches none. A wall has one
door, at which all corridors through that wall begin.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygen.engine.constants import L_SHAPED, STRAIGHT, Z_SHAPED
from pygen.engine.definition.pace import Work
from pygen.engine.definition.sides import BOTTOM, LEFT, RIGHT, TOP
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Connection, Room
from pygen.kinds.bsp.constants import NO_DOOR
from pygen.kinds.bsp.figures import CORRIDOR_FIGURES
from pygen.kinds.bsp.parameters import Bsp
from pygen.kinds.bsp.splitting import Layout


@dataclass
class Corridor:
    """A corridor between the doors (x, y) of two rooms, in their walls `wall`.

    It begins along the row of the first door (`is_level`) or along its column, up to the column or
    row `turn`. From there it runs in the other direction until it is level with the other door,
    and then, if it is not there yet, again in the first direction.
    """

    rooms: tuple[int, int]
    walls: tuple[int, int]
    x: tuple[int, int]
    y: tuple[int, int]
    kind: int
    is_level: bool
    turn: int


@dataclass
class Halls:
    """The rooms and corridors so far; `doors` has the places of each room's doors by wall."""

    layout: Layout
    doors: list[list[int]] = field(default_factory=list)
    corridors: list[Corridor] = field(default_factory=list)


def choose_place(g: Generation[Bsp], low: int, high: int) -> int:
    """A place for a door from `low` to `high`, both included."""
    count = high - low + 1
    if g.parameters.doors.place == "random":
        return low + g.random.below(count)
    return low + count // 2


def span_of(room: Room, wall: int) -> tuple[int, int]:
    """The first and the last place in a wall where a door may be."""
    return (room.y, room.y + room.h - 1) if wall < TOP else (room.x, room.x + room.w - 1)


def door_in(g: Generation[Bsp], halls: Halls, room: int, wall: int) -> int:
    """The place of the door in a wall; a new place if the wall has none. No door is put there."""
    door = halls.doors[room][wall]
    return door if door != NO_DOOR else choose_place(g, *span_of(g.rooms[room], wall))


def beside_wall(room: Room, wall: int) -> int:
    """The column of a left or right wall, or the row of an upper or lower one."""
    if wall < TOP:
        return room.x - 1 if wall == LEFT else room.x + room.w
    return room.y - 1 if wall == TOP else room.y + room.h


def is_clear(g: Generation[Bsp], x: tuple[int, int], y: tuple[int, int]) -> bool:
    """Whether a straight leg keeps out of all rooms and their walls. `x` has the columns of its two
    ends in any order, `y` their rows."""
    left, right = sorted(x)
    top, bottom = sorted(y)
    return not any(
        left <= room.x + room.w
        and right >= room.x - 1
        and top <= room.y + room.h
        and bottom >= room.y - 1
        for room in g.rooms
    )


@dataclass
class Bend:
    """An L from the room `across`, which it leaves along a row, to the room `down`, which it leaves
    along a column. `walls` are the walls of both rooms in this order, and (column, row) is the
    corner. `outside` is the row just outside the wall of `down`."""

    walls: tuple[int, int]
    row: int
    column: int
    outside: int


def bend(g: Generation[Bsp], halls: Halls, across: int, down: int) -> Bend | None:
    """An L that leaves the room `across` along a row and the room `down` along a column; None if
    its leg in the row would touch a room."""
    one, other = g.rooms[across], g.rooms[down]
    side, step_x = (RIGHT, 1) if other.centre[0] > one.centre[0] else (LEFT, -1)
    end, step_y = (TOP, -1) if one.centre[1] < other.centre[1] else (BOTTOM, 1)
    row, column = door_in(g, halls, across, side), door_in(g, halls, down, end)
    left, top = beside_wall(one, side), beside_wall(other, end)
    # Both legs must leave their rooms outwards.
    if (column - left) * step_x <= 0 or (row - top) * step_y <= 0:
        return None
    if not is_clear(g, (left + step_x, column), (row, row)):
        return None
    return Bend((side, end), row, column, top + step_y)


def dig_bent(g: Generation[Bsp], first: int, second: int, is_level: bool, found: Bend) -> Corridor:
    """An L as `bend` has found it; `is_level` says whether its leg at the first room is level."""
    across, down = (first, second) if is_level else (second, first)
    side, end = found.walls
    x = beside_wall(g.rooms[across], side), found.column
    y = found.row, beside_wall(g.rooms[down], end)
    if is_level:
        return Corridor((first, second), (side, end), x, y, L_SHAPED, True, found.column)
    return Corridor((first, second), (end, side), x[::-1], y[::-1], L_SHAPED, False, found.row)


def face_doors(
    g: Generation[Bsp], halls: Halls, first: int, second: int, walls: tuple[int, int]
) -> tuple[int, int]:
    """The places of both doors; the same place if the two rooms face each other there.

    An existing door stays where it is.
    """
    one, other = halls.doors[first][walls[0]], halls.doors[second][walls[1]]
    low, high = span_of(g.rooms[first], walls[0])
    other_low, other_high = span_of(g.rooms[second], walls[1])
    if one == NO_DOOR and other == NO_DOOR:
        if low <= other_high and other_low <= high:
            one = other = choose_place(g, max(low, other_low), min(high, other_high))
    elif one == NO_DOOR and low <= other <= high:
        one = other
    elif other == NO_DOOR and other_low <= one <= other_high:
        other = one
    if one == NO_DOOR:
        one = choose_place(g, low, high)
    if other == NO_DOOR:
        other = choose_place(g, other_low, other_high)
    return one, other


def dig_across(g: Generation[Bsp], halls: Halls, first: int, second: int) -> Corridor:
    """A straight corridor or a Z between two rooms, across the cut at which both of their parts
    are."""
    part, other_part = halls.layout.parts[first], halls.layout.parts[second]
    right = part.lines[RIGHT]
    is_level = right is not None and right == other_part.lines[LEFT]
    walls = (RIGHT, LEFT) if is_level else (BOTTOM, TOP)
    if g.parameters.corridors.shape == "straight":
        places = face_doors(g, halls, first, second, walls)
    else:
        one = door_in(g, halls, first, walls[0])
        places = one, door_in(g, halls, second, walls[1])
    ends = beside_wall(g.rooms[first], walls[0]), beside_wall(g.rooms[second], walls[1])
    x, y = (ends, places) if is_level else (places, ends)
    kind, turn = Z_SHAPED, part.right if is_level else part.bottom
    if places[0] == places[1]:
        kind, turn = STRAIGHT, ends[1]
    return Corridor((first, second), walls, x, y, kind, is_level, turn)


def record_end(g: Generation[Bsp], halls: Halls, corridor: Corridor, end: int) -> None:
    """Write end 0 or 1 of a corridor into its room's record."""
    # The ends on whose row or column the corners are: for an L it is the row or column of its first
    # door.
    ends = {STRAIGHT: (), L_SHAPED: (0,), Z_SHAPED: (end, 1 - end)}[corridor.kind]
    turn = corridor.turn
    corners = [(turn, corridor.y[n]) if corridor.is_level else (corridor.x[n], turn) for n in ends]
    room, wall = corridor.rooms[end], corridor.walls[end]
    x, y = corridor.x[end], corridor.y[end]
    halls.doors[room][wall] = y if wall < TOP else x
    connection = Connection(corridor.rooms[1 - end], corridor.kind, x, y, wall, corners)
    g.rooms[room].connections.append(connection)


def dig_corridor(g: Generation[Bsp], halls: Halls, first: int, second: int) -> Work:
    """Join two rooms, `first` < `second`, and write the corridor into the records of both.

    An L is tried first in a random direction, then in the other one, each of its legs in a step.
    """
    corridor = None
    if g.parameters.corridors.shape == "l":
        is_level = g.random.chance_of(g.parameters.corridors.level_chance)
        for level in (is_level, not is_level):
            yield "decide"
            bent = bend(g, halls, first, second) if level else bend(g, halls, second, first)
            if bent is None:
                continue
            yield "bend"
            if is_clear(g, (bent.column, bent.column), (bent.row, bent.outside)):
                corridor = dig_bent(g, first, second, level, bent)
                break
        yield "bend"
    if corridor is None:
        corridor = dig_across(g, halls, first, second)
    halls.corridors.append(corridor)
    record_end(g, halls, corridor, 0)
    record_end(g, halls, corridor, 1)
    g.figures[CORRIDOR_FIGURES[corridor.kind]] += 1
