"""Rooms that become a labyrinth: walls, or water, from their edges and from points within."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pygen.kinds.mystery.cells import choose
from pygen.kinds.mystery.constants import IN_ROOM, WALL, WATER
from pygen.kinds.mystery.grid import STEPS, Cell, Place, Rect
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import LONG, PIECE, Pieces


@dataclass(frozen=True)
class Maze:
    """A room that becomes a labyrinth.

    `is_water`: its walls are water, except outside the room. `in_room` is IN_ROOM, which tells the
    room's own tiles from others; or 0 in the original, if the room was filled again before.
    """

    floor: Floor
    room: Rect
    is_water: bool
    in_room: int

    def place_wall(self, x: int, y: int) -> None:
        """Make a tile wall, or water if it is in the room."""
        ground = self.floor.ground
        is_in_room = ground.at(x, y) & IN_ROOM == self.in_room
        ground.set_terrain(x, y, WATER if self.is_water and is_in_room else WALL)

    def grow_wall(self, x: int, y: int) -> Place | None:
        """Grow a wall by two tiles in a random direction in which there is floor two tiles away;
        returns its new end, or None if it cannot grow."""
        directions = self.floor.draw_directions()
        self.place_wall(x, y)
        for direction in directions:
            step_x, step_y = STEPS[direction]
            end_x, end_y = x + 2 * step_x, y + 2 * step_y
            if self.room.contains(end_x, end_y) and self.floor.ground.is_floor(end_x, end_y):
                self.place_wall(x + step_x, y + step_y)
                return end_x, end_y
        return None


def maze_points(room: Rect) -> Iterator[tuple[int, int, bool]]:
    """The points from which walls grow, and whether each is within the room."""
    columns, rows = range(room.left + 1, room.right - 1, 2), range(room.top + 1, room.bottom - 1, 2)
    yield from ((x, room.top - 1, False) for x in columns)
    yield from ((room.right, y, False) for y in rows)
    yield from ((x, room.bottom, False) for x in columns)
    yield from ((room.left - 1, y, False) for y in rows)
    for x in range(room.left + 3, room.right - 3, 2):
        for y in range(room.top + 3, room.bottom - 3, 2):
            yield x, y, True


def grow_maze(floor: Floor, cell: Cell, is_water: bool) -> Pieces:
    """Grow walls or water from the edges of a room, then from its inner points; a piece is a point,
    or two tiles of a wall, which are long."""
    cell.is_maze = True
    in_room = floor.ground.at(cell.rect.left, cell.rect.top) & IN_ROOM
    maze = Maze(floor, cell.rect, is_water, in_room)
    for x, y, is_inner in maze_points(cell.rect):
        yield PIECE
        # Walls grow from walls around the room, and from floor within.
        end: Place | None = (x, y) if floor.ground.is_floor(x, y) == is_inner else None
        while end:
            end = maze.grow_wall(*end)
            yield LONG


def place_maze(floor: Floor) -> Pieces:
    """Turn a random room with odd sides into a labyrinth, by chance; a piece is a cell that is
    looked at, or a part of the labyrinth."""
    if not floor.numbers.percent(floor.parameters.rooms.maze):
        return
    cells = []
    for cell in floor.grid.by_rows:
        yield PIECE
        if cell.has_live_room and cell.rect.has_odd_sides:
            cells.append(cell)
    if cells:
        cell = yield from choose(floor, cells)
        yield from grow_maze(floor, cell, is_water=False)
