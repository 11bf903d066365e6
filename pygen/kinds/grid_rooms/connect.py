"""The phase `corridors`: a spanning tree of corridors, by Prim's algorithm.

Source: R. C. Prim, "Shortest connection networks and some generalizations", Bell System Technical
Journal 36 (1957), over Manhattan distances between room centres.
"""

from __future__ import annotations

from pygen.engine.constants import NO_ROOM, WINDING
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Connection
from pygen.kinds.grid_rooms.corridors import Corridor, Geometry, Point, dig_corridor
from pygen.kinds.grid_rooms.figures import CORRIDOR_FIGURES
from pygen.kinds.grid_rooms.pace import PACE
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.runs import draw_runs
from pygen.kinds.grid_rooms.share import share_corridor
from pygen.kinds.grid_rooms.winding import dig_winding_corridor, draw_winding

CORRIDOR, DOOR = Piece("draw", PACE["corridors_at_once"]), Piece("doors", PACE["doors_at_once"])

# Farther than any two rooms can be apart: two sides of at most 240 tiles.
TOO_FAR = 0xFFFF


class Tree:
    """The spanning tree as far as it has grown.

    For every room outside the tree, `nearest` and `distance` hold the tree's nearest room that can
    still take a connection. They are NO_ROOM and TOO_FAR if every pair has been tried without
    success, and for every room inside. `best` is the room outside that is nearest to the tree,
    NO_ROOM if none can be joined.
    """

    def __init__(self, g: Generation[GridRooms]) -> None:
        self.centres = [room.centre for room in g.rooms]
        self.is_inside = [False] * len(g.rooms)
        self.best = NO_ROOM
        self.most = g.parameters.corridors.max_connections
        self.forget_distances()

    def forget_distances(self) -> None:
        """Mark every room as one that cannot be joined so far."""
        self.distance = [TOO_FAR] * len(self.centres)
        self.nearest = [NO_ROOM] * len(self.centres)


def add_to_tree(g: Generation[GridRooms], tree: Tree, room: int) -> None:
    """Take a room into the tree, offer it to all rooms outside, and find the nearest of them."""
    tree.is_inside[room] = True
    tree.distance[room], tree.nearest[room] = TOO_FAR, NO_ROOM
    centre = tree.centres[room]
    for other in range(len(g.rooms)):
        if not tree.is_inside[other]:
            distance = distance_to(centre, tree.centres[other])
            if (distance, room) < (tree.distance[other], tree.nearest[other]):
                tree.distance[other], tree.nearest[other] = distance, room
    find_nearest_outside(tree)


def distance_to(start: Point, goal: Point) -> int:
    """Tiles from one point to another along the axes: the Manhattan distance."""
    return abs(start[0] - goal[0]) + abs(start[1] - goal[1])


def find_nearest_outside(tree: Tree) -> None:
    """Set `best` to the room outside the tree that is nearest to it; NO_ROOM if none can be joined.

    Of pairs with equal distances, the one with the lowest room in the tree counts, then the one
    with the lowest room outside.
    """
    candidates = [
        (distance, tree.nearest[room], room)
        for room, distance in enumerate(tree.distance)
        if distance != TOO_FAR
    ]
    tree.best = min(candidates, default=(TOO_FAR, NO_ROOM, NO_ROOM))[2]


def find_nearest(g: Generation[GridRooms], tree: Tree, other: int, after: int) -> None:
    """Find the tree's next room for one outside.

    The next room comes after the room with index `after`, which is at the distance known so far:
    it is farther away, or as far and has a higher index.
    """
    centre, known = tree.centres[other], (tree.distance[other], after)
    candidates = (
        (distance_to(centre, tree.centres[room]), room)
        for room, record in enumerate(g.rooms)
        if tree.is_inside[room] and len(record.connections) != tree.most
    )
    later = (candidate for candidate in candidates if candidate > known)
    tree.distance[other], tree.nearest[other] = min(later, default=(TOO_FAR, NO_ROOM))


def leave_full_room(g: Generation[GridRooms], tree: Tree, full: int) -> Work:
    """Find other nearest rooms for the rooms whose nearest room, `full`, has no slot left."""
    for room in range(len(g.rooms)):
        if tree.nearest[room] == full:
            find_nearest(g, tree, room, full)
            yield "leave"


def nearest_of_all(g: Generation[GridRooms], tree: Tree) -> Work:
    """Set `best` to the outside room of the nearest pair, even if that pair has been tried.

    Its partner, a room in the tree that is not full, is then its `nearest`.
    """
    for room in range(len(g.rooms)):
        if not tree.is_inside[room]:
            tree.distance[room] = 0
            find_nearest(g, tree, room, 0)
            yield "nearest"
    find_nearest_outside(tree)


def record_corridor(g: Generation[GridRooms], corridor: Corridor) -> None:
    """Write a corridor into the records of both its rooms, each time with the corners in the order
    from that room's door."""
    first, second, kind, corners = corridor.first, corridor.second, corridor.kind, corridor.corners
    for end, other, turns in ((first, second, corners), (second, first, corners[::-1])):
        connection = Connection(other.room, kind, end.x, end.y, end.wall, turns)
        g.rooms[end.room].connections.append(connection)
    g.figures[CORRIDOR_FIGURES[corridor.kind]] += 1


def draw_next_corridors(
    g: Generation[GridRooms], geometry: Geometry, corridors: list[Corridor], tile: int
) -> Work:
    """Draw the floor (or, one tile wider all round, the walls) of all corridors."""
    for corridor in corridors:
        yield CORRIDOR
        if corridor.kind == WINDING:
            start, goal = corridor.corners
            for part in draw_winding(g, geometry, start, goal, tile):
                yield part
                yield CORRIDOR
        draw_runs(g, corridor.runs, tile)


def draw_corridors(g: Generation[GridRooms], geometry: Geometry, corridors: list[Corridor]) -> Work:
    """Put the corridors on the map: all walls first, so that no wall can seal a floor."""
    for tile in ("wall", "floor"):
        yield from draw_next_corridors(g, geometry, corridors, g.codes[tile])
        yield "draw"
    ends = [end for corridor in corridors for end in (corridor.first, corridor.second)]
    yield DOOR.filling_up(len(ends))
    for end in reversed(ends):
        yield DOOR
        g.tiles.set(end.x, end.y, g.codes["door"])


def join_next_room(
    g: Generation[GridRooms], tree: Tree, geometry: Geometry, corridors: list[Corridor]
) -> Work:
    """Dig the next corridor of the tree, and take the room it leads to into the tree."""
    corridor = None
    while corridor is None:
        outside = tree.best
        if outside == NO_ROOM:
            yield "choose"
            yield from nearest_of_all(g, tree)
            outside = tree.best
            inside = tree.nearest[outside]
            tree.forget_distances()
            corridor = dig_winding_corridor(geometry, inside, outside)
            yield "wind"
            break
        inside = tree.nearest[outside]
        if g.parameters.connect == "rules":
            yield "choose"
            corridor = yield from share_corridor(g, geometry, corridors, inside, outside)
            yield "share"
        if corridor is None:
            corridor = yield from dig_corridor(geometry, inside, outside)
        if corridor is None:
            find_nearest(g, tree, outside, inside)
            find_nearest_outside(tree)
            yield "not dug"
    corridors.append(corridor)
    record_corridor(g, corridor)
    g.rooms[outside].hub_distance = g.rooms[inside].hub_distance + 1
    if len(g.rooms[inside].connections) == tree.most:
        yield "record"
        yield from leave_full_room(g, tree, inside)
    add_to_tree(g, tree, outside)


def connect_rooms(g: Generation[GridRooms]) -> Work:
    """Join all rooms and draw the corridors.

    Pairs are tried nearest first. Ties are decided by the lower index, first of the tree's room,
    then of the other room. If no allowed corridor joins a pair, the next pair is tried. If no pair
    can be joined like this, the nearest pair gets a winding corridor, which always exists.
    """
    if len(g.rooms) < 2:
        return
    tree = Tree(g)
    geometry = Geometry(g)
    corridors: list[Corridor] = []
    add_to_tree(g, tree, 0)
    for _ in range(len(g.rooms) - 1):
        yield "join"
        yield from join_next_room(g, tree, geometry, corridors)
    yield "join"
    yield from draw_corridors(g, geometry, corridors)
