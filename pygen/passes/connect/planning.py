"""The pass `connect`: which rooms are joined.

A tree grows from the first room: the nearest room outside the tree is joined to the nearest room in
it (R. C. Prim, "Shortest Connection Networks and Some Generalizations", 1957). Two rooms are
neighbours if no third room is nearer to both of them than they are to each other (G. T. Toussaint,
"The Relative Neighbourhood Graph of a Finite Planar Set", 1980). So the pairs of such a tree are
neighbours, and joining all neighbours joins all rooms.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

from pygen.engine.definition.pace import Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.areas import count_of_rooms, room_area
from pygen.passes.connect.digging import JoinedRoom
from pygen.passes.connect.parameters import Connect
from pygen.passes.connect.recording import join_two

PACE = schedule("passes/connect")
ROOM = Piece("rooms", PACE["rooms_read"])
MEASURED = Piece("measure", PACE["rooms_measured"])
COMPARED = Piece("compare", PACE["rooms_measured"])

NOT_YET = 255
"""A distance that two rooms cannot have."""


Rooms = list[JoinedRoom]


def read_rooms(g: Generation[Any], rooms: Rooms) -> Work:
    """Read where the rooms are."""
    for number in range(count_of_rooms(g)):
        yield ROOM
        x, y, w, h = room_area(g, number)
        last, middle = (x + w - 1, y + h - 1), (x + w // 2, y + h // 2)
        rooms.append(JoinedRoom(number, (x, y), last, middle, number, NOT_YET))


def distance_of_rooms(one: JoinedRoom, other: JoinedRoom) -> int:
    """The distance between the middles of two rooms, columns plus rows, in units of two tiles."""
    return sum(abs(a // 2 - b // 2) for a, b in zip(one.middle, other.middle))


def join_in_chain(g: Generation[Any], p: Connect, rooms: Rooms) -> Work:
    """Join each room to the one before it."""
    for number, (one, other) in enumerate(pairwise(rooms)):
        yield "chain"
        other.parent = number
        yield from join_two(g, p, one, other)


def join_tree(g: Generation[Any], p: Connect, rooms: Rooms) -> Work:
    """Join all rooms by a tree. Distances are measured from the room that was joined last."""
    last = 0
    is_joined = [False] * len(rooms)
    for _ in rooms[1:]:
        is_joined[last] = True
        best, best_distance = 0, NOT_YET
        yield "measure"
        for number, room in enumerate(rooms):
            yield MEASURED
            if is_joined[number]:
                continue
            distance = distance_of_rooms(rooms[last], room)
            if distance < room.nearest:
                room.nearest, room.parent = distance, last
            if room.nearest < best_distance:
                best, best_distance = number, room.nearest
        last = best
        g.tried("next room", *room_area(g, last))
        yield "tree"
        yield from join_two(g, p, rooms[rooms[last].parent], rooms[last])


def join_neighbours(g: Generation[Any], p: Connect, rooms: Rooms) -> Work:
    """Join neighbours: all of them, or by chance some that are not yet joined, which gives loops. A
    pair is compared with the other rooms until one is nearer to both."""
    for (one_number, one), (other_number, other) in combinations(enumerate(rooms), 2):
        yield "pair"
        if one.parent == other_number or other.parent == one_number:
            continue
        distance = distance_of_rooms(one, other)
        for third in rooms:
            yield COMPARED
            if max(distance_of_rooms(one, third), distance_of_rooms(other, third)) < distance:
                break
        else:
            if p.pattern == "neighbours" or g.random.chance(p.loop_threshold):
                yield "join"
                yield from join_two(g, p, one, other)


def join_rooms(g: Generation[Any], p: Connect) -> Work:
    """Join all rooms, then further neighbours for loops."""
    rooms: Rooms = []
    yield from read_rooms(g, rooms)
    if len(rooms) < 2:
        return
    if p.pattern == "chain":
        yield from join_in_chain(g, p, rooms)
    elif p.pattern == "tree":
        yield from join_tree(g, p, rooms)
    if p.pattern == "neighbours" or p.loop_threshold:
        yield from join_neighbours(g, p, rooms)
