"""Water in the walls: rivers with lakes, and spots."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.ground import (
    FLOOR,
    HOUSE,
    NO_CELL,
    TERRAIN,
    WALL,
    WATER,
    Floor,
    set_terrain,
    terrain_at,
)
from pygen.kinds.mystery.numbers import draw_below, draw_percent

RIVERS = (1, 1, 1, 2, 2, 2, 3, 3)
"""How many rivers there are, by a number below 8."""

LAKE_TRIES, LAKE_RADIUS = 64, 3
LAKE_TRIES_AT_ONCE = 16
NEIGHBOURS_OF_LAKE = 4
"""A tile with so many neighbours of water becomes water, where a lake is."""

SPOT_TRIES = 200
SPOT_HITS, SPOT_HITS_AT_ONCE = 80, 40
SPOT_SIDE = 8
"""A spot is a square of so many tiles a side, of which hits take away what they can reach."""


def place_water(f: Floor) -> Steps:
    """Place rivers and spots, then take water from where it does not belong."""
    for _ in range(RIVERS[draw_below(f, 8)]):
        yield "river"
        yield from place_river(f)
    for _ in range(f.g.parameters.water.density):
        yield "spot"
        yield from place_spot(f)
    yield "water"
    yield from clean_water(f)


def is_water(f: Floor, x: int, y: int) -> bool:
    """Whether a tile is water or a moat."""
    return terrain_at(f, x, y) >= WATER


def flood_tile(f: Floor, x: int, y: int) -> None:
    """Make a tile water if it is a wall and not at the edge of the map."""
    if 0 < x < f.width - 1 and 0 < y < f.height - 1 and f.ground[y * f.width + x] & TERRAIN == WALL:
        set_terrain(f, x, y, WATER)


def place_river(f: Floor) -> Steps:
    """Place a river from the lower edge or the upper one to the other, or to other water."""
    flow = 1
    y = 0
    if draw_percent(f, 50):
        flow = -1
        y = f.height - 1
    lake_in = 10 + draw_below(f, 50)
    x = 2 + draw_below(f, f.width - 4)
    step_x, step_y = 0, flow
    while True:
        for _ in range(2 + draw_below(f, 6)):
            if 0 <= x < f.width:
                if is_water(f, x, y):
                    return
                flood_tile(f, x, y)
            x += step_x
            y += step_y
            if not 0 <= y < f.height:
                break
            lake_in -= 1
            if lake_in == 0:
                yield from place_lake(f, x, y)
        if step_x == 0:
            step_x = -1 if draw_percent(f, 50) else 1
            step_y = 0
        else:
            step_x, step_y = 0, flow
        if not 0 <= y < f.height:
            return
        yield "leg"


def place_lake(f: Floor, x: int, y: int) -> Steps:
    """Let water spread around a tile, then fill its gaps."""
    for number in range(LAKE_TRIES):
        if number % LAKE_TRIES_AT_ONCE == 0:
            yield "lake"
        lake_x = x - LAKE_RADIUS + draw_below(f, 7)
        lake_y = y - LAKE_RADIUS + draw_below(f, 7)
        if is_inner(f, lake_x, lake_y) and water_around(f, lake_x, lake_y):
            flood_tile(f, lake_x, lake_y)
    for lake_x in range(x - LAKE_RADIUS, x + LAKE_RADIUS + 1):
        yield "fill"
        for lake_y in range(y - LAKE_RADIUS, y + LAKE_RADIUS + 1):
            if not is_inner(f, lake_x, lake_y):
                continue
            if water_around(f, lake_x, lake_y) >= NEIGHBOURS_OF_LAKE:
                flood_tile(f, lake_x, lake_y)


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


def place_spot(f: Floor) -> Steps:
    """Place a spot around a random tile: a square that hits eat away from its edges."""
    x, y = spot_place(f)
    spot = bytearray(256)
    for near in range(SPOT_SIDE):
        for row in range(SPOT_SIDE):
            spot[(row + 1) * 16 + near + 1] = 1
    for number in range(SPOT_HITS):
        if number == SPOT_HITS_AT_ONCE:
            yield "hits"
        hit = spot_hit(f)
        if not spot[hit - 1] & spot[hit + 1] & spot[hit - 16] & spot[hit + 16]:
            spot[hit] = 0
    yield "spot"
    for row in range(SPOT_SIDE):
        for column in range(SPOT_SIDE):
            if spot[(row + 1) * 16 + column + 1]:
                flood_tile(f, x + column - 4, y + row - 4)


def spot_place(f: Floor) -> tuple[int, int]:
    """A random tile that is not at the edge of the map."""
    if not f.exact:
        return 1 + draw_below(f, f.width - 2), 1 + draw_below(f, f.height - 2)
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
        return row * 16 + column
    return (f.g.random.draw() >> 8 & 0x77) + 0x11


def clean_water(f: Floor) -> Steps:
    """Take water from the row and the column beside the upper and left edge, and from the shop and
    the monster house."""
    for x in range(1, f.width - 1):
        if is_water(f, x, 1):
            set_terrain(f, x, 1, WALL)
    for y in range(1, f.height - 1):
        if is_water(f, 1, y):
            set_terrain(f, 1, y, WALL)
    for cell in (f.shop_cell, f.house_cell):
        if cell == NO_CELL:
            continue
        for y in range(f.top[cell], f.bottom[cell]):
            yield "clean"
            for x in range(f.left[cell], f.right[cell]):
                if is_water(f, x, y) and f.ground[y * f.width + x] & HOUSE:
                    set_terrain(f, x, y, FLOOR)
