"""Rivers: each runs from a high place down to water, along the lowest neighbours. In a world they
run where a noise of their own is in the middle of its heights.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import STEPS, Tile
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.terrain.classes import Classes
from pygen.kinds.terrain.constants import BED, COURSE, MOST_RIVER, SOURCES, SPRINGS
from pygen.kinds.terrain.pace import PACE
from pygen.kinds.terrain.parameters import Terrain

TILE = Piece("river", PACE["river_tiles"])


def find_source(g: Generation[Terrain], rows: list[list[int]]) -> Tile:
    """The highest of some random tiles; of several, the first one."""
    tiles = [g.random_tile() for _ in range(SOURCES)]
    return max(tiles, key=lambda tile: rows[tile[1]][tile[0]])


def is_at_water(classes: Classes, rows: list[list[int]], x: int, y: int) -> bool:
    """Whether the course may end at this tile: at the edge of the map, or in the lowest class."""
    width, height = len(rows[0]), len(rows)
    if x in (0, width - 1) or y in (0, height - 1):
        return True
    return rows[y][x] <= classes.lowest_last


def next_of_course(rows: list[list[int]], x: int, y: int) -> Tile | None:
    """The lowest of the four tiles beside the course's end at which it does not curl; of several,
    the first one by its side. None if there is none."""
    found, lowest = None, COURSE
    for across, down in STEPS:
        height = rows[y + down][x + across]
        if height < lowest and not curls(rows, x + across, y + down):
            found, lowest = (x + across, y + down), height
    return found


def curls(rows: list[list[int]], x: int, y: int) -> bool:
    """Whether a course would come beside itself at this tile. At the edge of the map it ends."""
    if x in (0, len(rows[0]) - 1) or y in (0, len(rows) - 1):
        return False
    return [rows[y + down][x + across] for across, down in STEPS].count(COURSE) > 1


def run_river(g: Generation[Terrain], classes: Classes, rows: list[list[int]]) -> Work:
    """Let a river run: it goes on to tiles that are not beside its own, even upwards, until it is
    at water. A river that is too short, and one that does not end, is undone; then another one
    begins elsewhere. After some times it is left out, and the status says so."""
    for spring in range(SPRINGS):
        if spring:
            yield "river"
        tile: Tile | None = find_source(g, rows)
        yield "source"
        course: list[tuple[Tile, int]] = []
        while tile and len(course) != MOST_RIVER and not is_at_water(classes, rows, *tile):
            yield TILE
            x, y = tile
            course.append((tile, rows[y][x]))
            rows[y][x] = COURSE
            tile = next_of_course(rows, x, y)
        yield "river"
        is_long = len(course) >= g.parameters.rivers.least_length
        runs = is_long and tile is not None and len(course) != MOST_RIVER
        for (x, y), height in course:
            yield TILE
            rows[y][x] = BED if runs else height
        if runs:
            return
    g.status |= STATUS_FEWER_PARTS


def run_rivers(g: Generation[Terrain], classes: Classes, rows: list[list[int]]) -> Work:
    """Let all rivers run."""
    for n in range(g.parameters.rivers.count):
        if n:
            yield "river"
        yield from run_river(g, classes, rows)


def draw_line(parameters: Terrain, row: list[int], line: list[int]) -> None:
    """Draw rivers on the heights of a row of a chunk, where those of the line are near enough to
    the middle."""
    for x, height in enumerate(line):
        if abs(height - parameters.noise.middle) <= parameters.rivers.width:
            row[x] = BED
