"""Water in the walls: rivers with lakes, and spots."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    FLOOR,
    HOUSE,
    LAKE_RADIUS,
    LAKE_TRIES,
    NEIGHBOURS_OF_LAKE,
    NO_CELL,
    SPOT_ROW,
    SPOT_SIDE,
    SPOT_TRIES,
    TERRAIN,
    WALL,
    WATER,
)
from pygen.kinds.mystery.ground import Floor, Place, Work, set_terrain
from pygen.kinds.mystery.numbers import draw_below, draw_percent

RIVERS = (1, 1, 1, 2, 2, 2, 3, 3)
"""How many rivers there are, by a number below 8."""

SPOT_HITS, HITS_AT_ONCE, EXACT_HITS_AT_ONCE = 80, 8, 2


def is_water(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is water or a moat."""
    return f.ground[y * f.width + x] & TERRAIN >= WATER


def flood_tile(f: Floor, x: int, y: int) -> None:
    """Make a tile water if it is a wall and not at the edge of the map."""
    if 0 < x < f.width - 1 and 0 < y < f.height - 1 and f.ground[y * f.width + x] & TERRAIN == WALL:
        set_terrain(f, x, y, WATER)


def place_river(f: Floor) -> Work:
    """Place a river from the lower edge or the upper one to the other, or to other water."""
    flow = 1
    y = 0
    if draw_percent(f, 50):
        flow = -1
        y = f.height - 1
    lake_in = 10 + draw_below(f, 50)
    x = 2 + draw_below(f, f.width - 4)
    step_x, step_y = 0, flow
    tiles = 2 + draw_below(f, 6)
    while True:
        if 0 <= x < f.width:
            if is_water(f, x, y):
                return
            flood_tile(f, x, y)
        x += step_x
        y += step_y
        is_outside = not 0 <= y < f.height
        if not is_outside:
            lake_in -= 1
            if lake_in == 0:
                yield from place_lake(f, x, y)
            tiles -= 1
        if is_outside or tiles == 0:
            if step_x == 0:
                step_x = -1 if draw_percent(f, 50) else 1
                step_y = 0
            else:
                step_x, step_y = 0, flow
            if is_outside:
                return
            tiles = 2 + draw_below(f, 6)
        yield


def is_inner(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is at least two tiles from the edge."""
    return 2 <= x < f.width - 2 and 2 <= y < f.height - 2


def water_around(f: Floor, x: int, y: int) -> int:
    """How many of the eight neighbours of a tile are water."""
    found = 0
    for near_y in range(y - 1, y + 2):
        for near_x in range(x - 1, x + 2):
            if (near_x != x or near_y != y) and is_water(f, near_x, near_y):
                found += 1
    return found


def spot_place(f: Floor) -> Place:
    """A random tile that is not at the edge of the map."""
    if not f.exact:
        x = 1 + draw_below(f, f.width - 2)
        return x, 1 + draw_below(f, f.height - 2)
    for _ in range(SPOT_TRIES):
        x = draw_below(f, f.width)
        y = draw_below(f, f.height)
        if 1 <= x < f.width - 1 and 1 <= y < f.height - 1:
            return x, y
    return 0, 0


def spot_hit(f: Floor) -> int:
    """A random tile of a spot: 16 for each row, and its column; both from 1 to 8."""
    if f.exact:
        column = 1 + draw_below(f, SPOT_SIDE)
        row = 1 + draw_below(f, SPOT_SIDE)
        return row * SPOT_ROW + column
    return (f.g.random.draw() >> 8 & 0x77) + 0x11


def place_water(f: Floor) -> Work:
    """Place rivers and spots; a piece is a tile of a river, a try or a tile of a lake, or of a spot
    its place, a row or some hits."""
    for _ in range(RIVERS[draw_below(f, 8)]):
        yield
        yield from place_river(f)
    for _ in range(f.g.parameters.water.density):
        yield
        yield from place_spot(f)


def clean_water(f: Floor) -> Work:
    """Take water from the row and the column beside the upper and left edge, and from the shop and
    the monster house; a piece is all of the edge, or a row of the room."""
    for x in range(1, f.width - 1):
        if is_water(f, x, 1):
            set_terrain(f, x, 1, WALL)
    for y in range(1, f.height - 1):
        if is_water(f, 1, y):
            set_terrain(f, 1, y, WALL)
    cell = f.shop_cell if f.house_cell == NO_CELL else f.house_cell
    if cell == NO_CELL:
        return
    for y in range(f.top[cell], f.bottom[cell]):
        yield
        for x in range(f.left[cell], f.right[cell]):
            if is_water(f, x, y) and f.ground[y * f.width + x] & HOUSE:
                set_terrain(f, x, y, FLOOR)


def place_lake(f: Floor, x: int, y: int) -> Work:
    """Let water spread around a tile, then fill its gaps."""
    for _ in range(LAKE_TRIES):
        yield
        lake_x = x - LAKE_RADIUS + draw_below(f, 7)
        lake_y = y - LAKE_RADIUS + draw_below(f, 7)
        if is_inner(f, lake_x, lake_y) and water_around(f, lake_x, lake_y):
            flood_tile(f, lake_x, lake_y)
    for lake_x in range(x - LAKE_RADIUS, x + LAKE_RADIUS + 1):
        for lake_y in range(y - LAKE_RADIUS, y + LAKE_RADIUS + 1):
            yield
            if not is_inner(f, lake_x, lake_y):
                continue
            if water_around(f, lake_x, lake_y) >= NEIGHBOURS_OF_LAKE:
                flood_tile(f, lake_x, lake_y)


def place_spot(f: Floor) -> Work:
    """Place a spot around a random tile: a square that hits eat away from its edges."""
    x, y = spot_place(f)
    spot = bytearray(SPOT_ROW * (SPOT_SIDE + 2))
    for row in range(1, SPOT_SIDE + 1):
        yield
        for column in range(1, SPOT_SIDE + 1):
            spot[row * SPOT_ROW + column] = 1
    for number in range(SPOT_HITS):
        if number % (EXACT_HITS_AT_ONCE if f.exact else HITS_AT_ONCE) == 0:
            yield
        hit = spot_hit(f)
        if not spot[hit - 1] & spot[hit + 1] & spot[hit - SPOT_ROW] & spot[hit + SPOT_ROW]:
            spot[hit] = 0
    for row in range(1, SPOT_SIDE + 1):
        yield
        for column in range(1, SPOT_SIDE + 1):
            if spot[row * SPOT_ROW + column]:
                flood_tile(f, x + column - 5, y + row - 5)
