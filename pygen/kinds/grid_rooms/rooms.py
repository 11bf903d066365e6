"""The phase `rooms`: at most one room in each cell of the grid, floor and walls."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.kinds.grid_rooms.pace import PACE
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.runs import draw_figure

SWAP, TRY = Piece("shuffle", PACE["swaps_at_once"]), Piece("attempts", PACE["tries_at_once"])
PRIORITY = Piece("priorities", PACE["priorities_at_once"])
ROOM = Piece("draw", PACE["rooms_at_once"])

# left, top, right, bottom of the ground that a new room's floor must keep out of: a placed room's
# floor and the least distance around it; right and bottom are the first tiles that are free again.
Obstacle = tuple[int, int, int, int]

# low_x, high_x, low_y, high_y of a cell: a floor may take low_x..high_x-1 and low_y..high_y-1.
Ground = tuple[int, int, int, int]


def shuffle_cells(g: Generation[GridRooms], cells: list[int]) -> Work:
    """Put the cells in random order: a Fisher-Yates shuffle, then random neighbour swaps."""
    below = g.random.below
    yield SWAP.filling_up(len(cells) - 1)
    for last in range(len(cells) - 1, 0, -1):
        yield SWAP
        other = below(last + 1)
        cells[last], cells[other] = cells[other], cells[last]
    for _ in range(g.parameters.grid.swap_passes):
        yield "shuffle"
        for first in range(len(cells) - 1):
            if below(2):
                cells[first : first + 2] = cells[first + 1], cells[first]


def draw_size(g: Generation[GridRooms]) -> tuple[int, int]:
    """Width and height of a new room: wide, tall, or nearly square."""
    random, rooms = g.random, g.parameters.rooms
    if random.chance_of(g.parameters.rooms.rectangle_chance):
        long = rooms.long_side_min + random.below(rooms.max_size - rooms.long_side_min + 1)
        # A rectangle's short side stays below its long one wherever min_size allows.
        most = max(rooms.min_size, min(rooms.short_side_max, long - 1))
        short = rooms.min_size + random.below(most - rooms.min_size + 1)
        return (long, short) if random.below(2) else (short, long)
    w = rooms.min_size + random.below(rooms.max_size - rooms.min_size + 1)
    least = max(rooms.min_size, w - rooms.square_difference)
    most = min(rooms.max_size, w + rooms.square_difference)
    return w, least + random.below(most - least + 1)


def find_obstacles(g: Generation[GridRooms], ground: Ground) -> list[Obstacle]:
    """The parts of the ground that earlier rooms take, in the order those were placed."""
    low_x, high_x, low_y, high_y = ground
    distance = g.parameters.rooms.min_distance
    obstacles = []
    for room in g.rooms:
        left, right = max(0, room.x - distance), room.x + room.w + distance
        top, bottom = max(0, room.y - distance), room.y + room.h + distance
        if left < high_x and right > low_x and top < high_y and bottom > low_y:
            obstacles.append((left, top, right, bottom))
    return obstacles


def spot_is_free(
    g: Generation[GridRooms], ground: Ground, obstacles: list[Obstacle], w: int, h: int
) -> tuple[int, int, bool]:
    """Draw a place for a floor of w x h tiles in the ground: its column, its row, and whether it
    keeps out of every obstacle."""
    low_x, high_x, low_y, high_y = ground
    x = low_x + g.random.below(high_x - w - low_x + 1)
    y = low_y + g.random.below(high_y - h - low_y + 1)
    fits = not any(
        x < right and x + w > left and y < bottom and y + h > top
        for left, top, right, bottom in obstacles
    )
    g.tried("room", x, y, w, h, fits)
    return x, y, fits


def widest(obstacles: list[Obstacle], x: int, y: int, h: int, most: int) -> int:
    """The greatest width up to `most` of a free floor of height `h` at (x, y); 0 if none."""
    for left, top, right, bottom in obstacles:
        if y < bottom and y + h > top and x < right:
            if left <= x:
                return 0
            most = min(most, left - x)
    return most


def place_largest(g: Generation[GridRooms], obstacles: list[Obstacle], ground: Ground) -> Work:
    """Place the room of the largest area that fits; none if not even the smallest fits.

    A free rectangle can always be moved up and left until it touches the ground's edge or an
    obstacle, so only those corners need to be tried, one in each step. Of equal areas the first is
    taken.
    """
    low_x, high_x, low_y, high_y = ground
    rooms = g.parameters.rooms
    best, best_area = (0, 0, 0, 0), 0
    corners_x = [low_x] + [right for _, _, right, _ in obstacles]
    corners_y = [low_y] + [bottom for _, _, _, bottom in obstacles]
    for y in corners_y:
        if y + rooms.min_size > high_y:
            continue
        for x in corners_x:
            if x + rooms.min_size > high_x:
                continue
            for h in range(min(rooms.max_size, high_y - y), rooms.min_size - 1, -1):
                w = widest(obstacles, x, y, h, min(rooms.max_size, high_x - x))
                if w >= rooms.min_size and w * h > best_area:
                    best, best_area = (x, y, w, h), w * h
            g.tried("largest room", x, y, fits=best[:2] == (x, y))
            yield "corner"
    if best_area:
        g.rooms.append(Room(*best))


def place_room(g: Generation[GridRooms], ground: Ground) -> Work:
    """Place a room with its floor in the given ground, if one fits at all."""
    obstacles = find_obstacles(g, ground)
    w, h = draw_size(g)
    yield TRY.filling_up(g.parameters.rooms.attempts)
    for _ in range(g.parameters.rooms.attempts):
        yield TRY
        x, y, fits = spot_is_free(g, ground, obstacles, w, h)
        if fits:
            g.rooms.append(Room(x, y, w, h))
            return
    yield "attempts"
    yield from place_largest(g, obstacles, ground)


def assign_priorities(g: Generation[GridRooms]) -> Work:
    """Set the priorities of the first room and the last, and draw those of the others."""
    priorities = g.parameters.rooms.priorities
    for index, room in enumerate(g.rooms):
        yield PRIORITY
        if index == 0:
            room.priority = priorities.first
        elif index == len(g.rooms) - 1:
            room.priority = priorities.last
        else:
            span = priorities.others_max - priorities.others_min + 1
            room.priority = priorities.others_min + g.random.below(span)


def draw_room(g: Generation[GridRooms], room: Room) -> None:
    """Draw a room's walls and its floor."""
    right, bottom = room.x + room.w, room.y + room.h
    draw_figure(g, (room.x - 1, room.y - 1, right, bottom), g.codes["wall"])
    draw_figure(g, (room.x, room.y, right - 1, bottom - 1), g.codes["floor"])


def create_rooms(g: Generation[GridRooms]) -> Work:
    """Place the rooms, give them priorities, draw walls and floors."""
    columns, rows = g.parameters.column_limits(), g.parameters.row_limits()
    cells = list(range(g.parameters.record_count()))
    yield from shuffle_cells(g, cells)
    yield "shuffle"
    for cell in cells:
        row, column = divmod(cell, g.parameters.grid.columns)
        yield from place_room(g, (*columns[column], *rows[row]))
        yield "place"
    yield from assign_priorities(g)
    yield "priorities"
    for room in g.rooms:
        yield ROOM
        draw_room(g, room)
