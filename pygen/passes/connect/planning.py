"""The pass `connect`: which rooms are joined.

A tree grows from the first room: the nearest room outside the tree is joined to the nearest room in
it (R. C. Prim, "Shortest Connection Networks and Some Generalizations", 1957). Two rooms are
neighbours if no third room is nearer to both of them than they are to each other (G. T. Toussaint,
"The Relative Neighbourhood Graph of a Finite Planar Set", 1980). So the pairs of such a tree are
neighbours, and joining all neighbours joins all rooms.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import count_of_rooms, room_area
from pygen.passes.connect.digging import Joined, dig_course
from pygen.passes.connect.parameters import Connect

PACE = schedule("passes/connect")
ROOM = Piece("rooms", PACE["rooms_read"])
MEASURED = Piece("measure", PACE["rooms_measured"])
COMPARED = Piece("compare", PACE["rooms_measured"])

NOT_YET = 255
"""A distance that two rooms cannot have."""


def read_rooms(g: Generation[Any], rooms: Joined) -> Work:
    """Read where the rooms are."""
    for number in range(count_of_rooms(g)):
        yield ROOM
        x, y, w, h = room_area(g, number)
        rooms.left.append(x)
        rooms.top.append(y)
        rooms.right.append(x + w - 1)
        rooms.bottom.append(y + h - 1)
        rooms.x.append(x + w // 2)
        rooms.y.append(y + h // 2)
        rooms.parent.append(number)
        rooms.nearest.append(NOT_YET)


def distance_of_rooms(rooms: Joined, one: int, other: int) -> int:
    """The distance between the middles of two rooms, columns plus rows, in units of two tiles."""
    across = abs(rooms.x[one] // 2 - rooms.x[other] // 2)
    return across + abs(rooms.y[one] // 2 - rooms.y[other] // 2)


def join_in_chain(g: Generation[Any], p: Connect, rooms: Joined) -> Work:
    """Join each room to the one before it."""
    for number in range(1, rooms.count):
        yield "chain"
        rooms.parent[number] = number - 1
        yield from dig_course(g, p, rooms, number - 1, number)


def join_tree(g: Generation[Any], p: Connect, rooms: Joined) -> Work:
    """Join all rooms by a tree. Distances are measured from the room that was joined last."""
    last = 0
    is_joined = [False] * rooms.count
    for _ in range(1, rooms.count):
        is_joined[last] = True
        best, best_distance = 0, NOT_YET
        yield "measure"
        for number in range(rooms.count):
            yield MEASURED
            if is_joined[number]:
                continue
            distance = distance_of_rooms(rooms, last, number)
            if distance < rooms.nearest[number]:
                rooms.nearest[number] = distance
                rooms.parent[number] = last
            if rooms.nearest[number] < best_distance:
                best, best_distance = number, rooms.nearest[number]
        last = best
        g.tried("next room", *room_area(g, last))
        yield "tree"
        yield from dig_course(g, p, rooms, rooms.parent[last], last)


def are_joined(rooms: Joined, one: int, other: int) -> bool:
    """Whether two rooms are next to each other in the tree or the chain."""
    return rooms.parent[one] == other or rooms.parent[other] == one


def join_neighbours(g: Generation[Any], p: Connect, rooms: Joined) -> Work:
    """Join neighbours: all of them, or by chance some that are not yet joined, which gives loops. A
    pair is compared with the other rooms until one is nearer to both."""
    for one in range(rooms.count - 1):
        for other in range(one + 1, rooms.count):
            yield "pair"
            if are_joined(rooms, one, other):
                continue
            distance = distance_of_rooms(rooms, one, other)
            for third in range(rooms.count):
                yield COMPARED
                if (
                    distance_of_rooms(rooms, one, third) < distance
                    and distance_of_rooms(rooms, other, third) < distance
                ):
                    break
            else:
                if p.pattern == "neighbours" or g.random.chance(p.loop_threshold):
                    yield "join"
                    yield from dig_course(g, p, rooms, one, other)


def join_rooms(g: Generation[Any], p: Connect) -> Work:
    """Join all rooms, then further neighbours for loops."""
    rooms = Joined()
    yield from read_rooms(g, rooms)
    if rooms.count < 2:
        return
    if p.pattern == "chain":
        yield from join_in_chain(g, p, rooms)
    elif p.pattern == "tree":
        yield from join_tree(g, p, rooms)
    if p.pattern == "neighbours" or p.loop_threshold:
        yield from join_neighbours(g, p, rooms)
