"""Phase 1: a room in each cell of the grid, walls and all."""

from __future__ import annotations

from pygen.engine.generation import Generation, Room
from pygen.kinds.grid_rooms.parameters import GridRooms

# left, top, right, bottom of the ground that a new room's floor must keep out of: a placed room's
# floor and the least distance around it; right and bottom are the first tiles that are free again.
Obstacle = tuple[int, int, int, int]


def create_rooms(g: Generation[GridRooms]) -> None:
    """Place the rooms, give them priorities, draw floors and walls."""
    columns, rows = g.parameters.column_limits(), g.parameters.row_limits()
    for cell in shuffled_cells(g):
        row, column = divmod(cell, g.parameters.grid.columns)
        place_room(g, *columns[column], *rows[row])
    assign_priorities(g)
    for room in g.rooms:
        g.tiles.fill(room.x - 1, room.y - 1, room.w + 2, room.h + 2, g.codes["wall"])
        g.tiles.fill(room.x, room.y, room.w, room.h, g.codes["floor"])


def shuffled_cells(g: Generation[GridRooms]) -> list[int]:
    """The grid's cells in random order: a Fisher-Yates shuffle, then random neighbour swaps."""
    below = g.random.below
    cells = list(range(g.parameters.record_count()))
    for last in range(len(cells) - 1, 0, -1):
        other = below(last + 1)
        cells[last], cells[other] = cells[other], cells[last]
    for _ in range(g.parameters.grid.swap_passes):
        for first in range(len(cells) - 1):
            if below(2):
                cells[first], cells[first + 1] = cells[first + 1], cells[first]
    return cells


def place_room(g: Generation[GridRooms], low_x: int, high_x: int, low_y: int, high_y: int) -> None:
    """Place a room with its floor in low_x..high_x-1, low_y..high_y-1, if one fits at all."""
    below = g.random.below
    obstacles = obstacles_in(g, low_x, high_x, low_y, high_y)
    w, h = draw_size(g)
    for _ in range(g.parameters.rooms.attempts):
        x = low_x + below(high_x - w - low_x + 1)
        y = low_y + below(high_y - h - low_y + 1)
        if is_free(obstacles, x, y, w, h):
            g.rooms.append(Room(x, y, w, h))
            return
    largest = largest_free_place(g, obstacles, low_x, high_x, low_y, high_y)
    if largest is not None:
        g.rooms.append(Room(*largest))


def draw_size(g: Generation[GridRooms]) -> tuple[int, int]:
    """Width and height of a new room: wide, tall, or nearly square."""
    random, rooms = g.random, g.parameters.rooms
    if random.chance(g.parameters.rectangle_threshold):
        long = rooms.long_side_min + random.below(rooms.max_size - rooms.long_side_min + 1)
        # A rectangle's short side stays below its long one wherever min_size allows.
        most = max(rooms.min_size, min(rooms.short_side_max, long - 1))
        short = rooms.min_size + random.below(most - rooms.min_size + 1)
        return (long, short) if random.below(2) else (short, long)
    w = rooms.min_size + random.below(rooms.max_size - rooms.min_size + 1)
    least = max(rooms.min_size, w - rooms.square_difference)
    most = min(rooms.max_size, w + rooms.square_difference)
    return w, least + random.below(most - least + 1)


def obstacles_in(
    g: Generation[GridRooms], low_x: int, high_x: int, low_y: int, high_y: int
) -> list[Obstacle]:
    """What the placed rooms, in the order they were placed, bar of the given ground."""
    distance = g.parameters.rooms.min_distance
    found = []
    for room in g.rooms:
        left, right = max(0, room.x - distance), room.x + room.w + distance
        top, bottom = max(0, room.y - distance), room.y + room.h + distance
        if left < high_x and right > low_x and top < high_y and bottom > low_y:
            found.append((left, top, right, bottom))
    return found


def is_free(obstacles: list[Obstacle], x: int, y: int, w: int, h: int) -> bool:
    """Does a floor of w x h tiles at (x, y) keep out of every obstacle."""
    for left, top, right, bottom in obstacles:
        if x < right and x + w > left and y < bottom and y + h > top:
            return False
    return True


def largest_free_place(
    g: Generation[GridRooms],
    obstacles: list[Obstacle],
    low_x: int,
    high_x: int,
    low_y: int,
    high_y: int,
) -> tuple[int, int, int, int] | None:
    """The room (x, y, w, h) of the largest area that fits, or None if not even the least does.

    A free rectangle can always be pushed up and left until it touches the ground's edge or an
    obstacle, so only those corners need to be tried. Of equal areas the first found is taken.
    """
    rooms = g.parameters.rooms
    best = None
    best_area = 0
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
    return best


def widest(obstacles: list[Obstacle], x: int, y: int, h: int, most: int) -> int:
    """The greatest width up to `most` of a free floor of height `h` at (x, y); 0 if none."""
    for left, top, right, bottom in obstacles:
        if y < bottom and y + h > top and x < right:
            if left <= x:
                return 0
            most = min(most, left - x)
    return most


def assign_priorities(g: Generation[GridRooms]) -> None:
    """The first room placed comes first, the last one second, the others in between at random."""
    priorities = g.parameters.rooms.priorities
    for index, room in enumerate(g.rooms):
        if index == 0:
            room.priority = priorities.first
        elif index == len(g.rooms) - 1:
            room.priority = priorities.last
        else:
            span = priorities.others_max - priorities.others_min + 1
            room.priority = priorities.others_min + g.random.below(span)
