"""The pass `loops`: which rooms are joined.

Each room is looked at once, from a random one on: how far the rooms behind it in this order are
from it, and which of those to which the way round is long can be joined to it. So each pair of
rooms comes once, and each room begins one loop at most.

A later loop could make the way round shorter for an earlier one. In the shortest cycle through a
loop, the loop that was dug last had a long way round when it was dug. So the way round is long for
all of them if the later one is not shorter than the earlier ones, or if its way round was longer by
the difference.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import NO_ROOM
from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.recording import has_free_slot, write_corridor
from pygen.passes.loops.constants import FARTHEST, LEAST_GAP
from pygen.passes.loops.corridors import (
    LEVEL,
    UPRIGHT,
    Course,
    dig_loop,
    loop_gap,
    loop_is_clear,
    may_be_opened,
    plan_loop,
)
from pygen.passes.loops.parameters import FIGURES, Loops
from pygen.passes.loops.sides import find_sides
from pygen.passes.loops.ways import (
    PACE,
    Network,
    measure_rooms,
    read_middles,
    read_ways_of_rooms,
    steps_between,
    way_through,
)

PAIR = Piece("pairs", PACE["loop_pairs_seen"])

(OPENED,) = FIGURES.fields


def takes_another(g: Generation[Any], network: Network, room: int) -> bool:
    """Whether a corridor may be added to a room."""
    return not network.is_closed[room] and has_free_slot(g, room)


def may_join(g: Generation[Any], p: Loops, network: Network, one: int, other: int) -> bool:
    """Whether two rooms may be joined, if there is ground for a corridor: the way from one to the
    other is long, no corridor joins them, and no locked door is between them."""
    if network.distance[other] < p.least_way or not takes_another(g, network, other):
        return False
    if network.side[one] != network.side[other]:
        return False
    room, second = g.rooms[one], g.rooms[other]
    if room.connection_slot(other) != NO_ROOM:
        return False
    gap = sum(loop_gap(room, second, axis) for axis in (LEVEL, UPRIGHT))
    return LEAST_GAP <= gap <= p.max_length


def way_of(network: Network, course: Course) -> int:
    """The steps of a course from the middle of its first room to the middle of the second one."""
    start, goal = (network.middles[end.room] for end in (course.first, course.second))
    return way_through([start, *course.points, goal])


def suits_loops(g: Generation[Any], p: Loops, network: Network, course: Course) -> bool:
    """Whether a course is short enough, the way round long enough for all loops, and both walls may
    be opened."""
    points = course.points
    if steps_between(points[0], points[-1]) >= p.max_length:
        return False
    around = network.distance[course.second.room] + way_of(network, course)
    if around < p.least_way + network.longest:
        return False
    return may_be_opened(g, course.first) and may_be_opened(g, course.second)


def find_loop(
    g: Generation[Any], p: Loops, network: Network, one: int, other: int
) -> Finding[Course | None]:
    """Try random courses between two rooms; None if none suits_loops and is clear."""
    for _ in range(p.tries):
        course = plan_loop(g, one, other)
        fits = suits_loops(g, p, network, course)
        yield "plan"
        if fits:
            fits = yield from loop_is_clear(g, course)
            yield "test"
            if fits:
                return course
    return None


def record_loop(g: Generation[Any], network: Network, course: Course) -> None:
    """Write a loop into the records of its rooms, and into the graph."""
    one, other = course.first.room, course.second.room
    write_corridor(g, course.first, course.second, len(course.corners), course.corners)
    way = way_of(network, course)
    network.ways[one].append((other, way))
    network.ways[other].append((one, way))
    network.longest = max(network.longest, way)
    g.figures[OPENED] += 1


def join_room(
    g: Generation[Any], p: Loops, network: Network, one: int, others: list[int]
) -> Finding[bool]:
    """Join a room to the first of others by chance to which a corridor can be dug. Returns whether
    there is one."""
    for other in others:
        yield PAIR
        if not may_join(g, p, network, one, other) or not g.random.chance_of(p.chance):
            continue
        yield "pair"
        course = yield from find_loop(g, p, network, one, other)
        if course:
            record_loop(g, network, course)
            yield from dig_loop(g, p, course)
            return True
    return False


def open_long_ways(g: Generation[Any], p: Loops) -> Work:
    """Join rooms to which the way round is long."""
    if not g.rooms:
        return
    network = Network(g)
    yield from read_middles(g, network)
    yield "rooms"
    yield from read_ways_of_rooms(g, network)
    yield "read"
    if g.blueprint.dungeon.has_locks:
        yield from find_sides(g, network)
        yield "sides"
    count, left = len(g.rooms), p.most
    first = g.random.below(count)
    order = [*range(first, count), *range(first)]
    for at, room in enumerate(order):
        if takes_another(g, network, room):
            limit = min(FARTHEST, p.least_way + network.longest)
            yield from measure_rooms(network, room, limit)
            yield "measure"
            left -= yield from join_room(g, p, network, room, order[at + 1 :])
            if left == 0:
                return
        yield "room"
