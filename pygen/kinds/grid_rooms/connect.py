"""Phase 2: a spanning tree of corridors, by Prim's algorithm.

Source: R. C. Prim, "Shortest connection networks and some generalizations", Bell System Technical
Journal 36 (1957), over Manhattan distances between room centres.
"""

from __future__ import annotations

from pygen.engine.generation import Connection, Generation
from pygen.kinds.grid_rooms.corridors import (
    Corridor,
    Geometry,
    dig_corridor,
    dig_winding_corridor,
)
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.share import share_corridor

NO_ROOM = 255
# Farther than any two rooms can be apart: two sides of at most 240 tiles.
TOO_FAR = 0xFFFF


class Tree:
    """The spanning tree as far as it has grown.

    For every room outside it `distance` and `nearest` hold the tree's nearest room that can still
    take a connection; TOO_FAR and NO_ROOM if every pair has been tried in vain.
    """

    def __init__(self, g: Generation[GridRooms]) -> None:
        count = len(g.rooms)
        self.centres = [room.centre for room in g.rooms]
        self.is_inside = [False] * count
        self.distance = [TOO_FAR] * count
        self.nearest = [NO_ROOM] * count
        self.most = g.parameters.corridors.max_connections


def connect_rooms(g: Generation[GridRooms]) -> None:
    """Join all rooms and draw the corridors.

    Pairs are tried nearest first, ties by the lower index, first of the tree's room, then of the
    other one. Where no allowed corridor joins a pair, the next is tried; where none joins any
    pair, the nearest is joined by a winding corridor, which always exists.
    """
    if len(g.rooms) < 2:
        return
    tree = Tree(g)
    geometry = Geometry(g)
    corridors: list[Corridor] = []
    add_to_tree(g, tree, 0)
    for _ in range(len(g.rooms) - 1):
        corridor = None
        while corridor is None:
            outside = nearest_outside(tree)
            if outside == NO_ROOM:
                inside, outside = nearest_pair(g, tree)
                corridor = dig_winding_corridor(geometry, inside, outside)
                break
            inside = tree.nearest[outside]
            if g.parameters.connect == "rules":
                corridor = share_corridor(g, geometry, corridors, inside, outside)
            if corridor is None:
                corridor = dig_corridor(geometry, inside, outside)
            if corridor is None:
                find_nearest(g, tree, outside, tree.distance[outside], inside)
        corridors.append(corridor)
        record_corridor(g, corridor)
        g.rooms[outside].hub_distance = g.rooms[inside].hub_distance + 1
        if len(g.rooms[inside].connections) == tree.most:
            leave_full_room(g, tree, inside)
        add_to_tree(g, tree, outside)
    draw_corridors(g, corridors)


def manhattan(tree: Tree, a: int, b: int) -> int:
    """Tiles from the centre of room `a` to that of room `b`, along the axes."""
    ax, ay = tree.centres[a]
    bx, by = tree.centres[b]
    return abs(ax - bx) + abs(ay - by)


def add_to_tree(g: Generation[GridRooms], tree: Tree, room: int) -> None:
    """Take a room in, and offer it to all rooms outside."""
    tree.is_inside[room] = True
    for other in range(len(g.rooms)):
        if not tree.is_inside[other]:
            distance = manhattan(tree, room, other)
            if distance < tree.distance[other] or (
                distance == tree.distance[other] and room < tree.nearest[other]
            ):
                tree.distance[other], tree.nearest[other] = distance, room


def nearest_outside(tree: Tree) -> int:
    """The room outside the tree that is nearest to it; NO_ROOM if none can be joined."""
    best = NO_ROOM
    for room, distance in enumerate(tree.distance):
        if tree.is_inside[room] or distance == TOO_FAR:
            continue
        if (
            best == NO_ROOM
            or distance < tree.distance[best]
            or (distance == tree.distance[best] and tree.nearest[room] < tree.nearest[best])
        ):
            best = room
    return best


def find_nearest(
    g: Generation[GridRooms], tree: Tree, outside: int, distance: int, after: int
) -> None:
    """The tree's next room for `outside`, beyond the one at `distance` with index `after`."""
    best, best_distance = NO_ROOM, TOO_FAR
    for room in range(len(g.rooms)):
        if not tree.is_inside[room] or len(g.rooms[room].connections) == tree.most:
            continue
        reach = manhattan(tree, room, outside)
        if reach < distance or (reach == distance and room <= after):
            continue
        if reach < best_distance:
            best, best_distance = room, reach
    tree.nearest[outside], tree.distance[outside] = best, best_distance


def leave_full_room(g: Generation[GridRooms], tree: Tree, full: int) -> None:
    """A room has all the connections it can take: who was nearest to it must look elsewhere."""
    for room in range(len(g.rooms)):
        if not tree.is_inside[room] and tree.nearest[room] == full:
            find_nearest(g, tree, room, tree.distance[room], full)


def nearest_pair(g: Generation[GridRooms], tree: Tree) -> tuple[int, int]:
    """The nearest pair of a room in the tree that is not full and one outside."""
    best, best_distance = (NO_ROOM, NO_ROOM), TOO_FAR
    for inside in range(len(g.rooms)):
        if not tree.is_inside[inside] or len(g.rooms[inside].connections) == tree.most:
            continue
        for outside in range(len(g.rooms)):
            if not tree.is_inside[outside]:
                distance = manhattan(tree, inside, outside)
                if distance < best_distance:
                    best, best_distance = (inside, outside), distance
    return best


def record_corridor(g: Generation[GridRooms], corridor: Corridor) -> None:
    """Write a corridor into the records of both its rooms."""
    for end, other, corners in (
        (corridor.first, corridor.second, corridor.corners),
        (corridor.second, corridor.first, corridor.corners[::-1]),
    ):
        g.rooms[end.room].connections.append(
            Connection(other.room, corridor.kind, end.x, end.y, end.wall, corners)
        )
    g.corridors[corridor.kind] += 1


def draw_corridors(g: Generation[GridRooms], corridors: list[Corridor]) -> None:
    """Put the corridors on the map: all walls first, so that no wall can seal a floor."""
    wall, floor, door = g.codes["wall"], g.codes["floor"], g.codes["door"]
    fill = g.tiles.fill
    for corridor in corridors:
        for left, top, right, bottom in corridor.runs:
            fill(left - 1, top - 1, right - left + 3, bottom - top + 3, wall)
    for corridor in corridors:
        for left, top, right, bottom in corridor.runs:
            fill(left, top, right - left + 1, bottom - top + 1, floor)
    for corridor in corridors:
        for end in (corridor.first, corridor.second):
            g.tiles.set(end.x, end.y, door)
