"""Water in the walls: rivers with lakes, and spots."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    FLOOR,
    HOUSE,
    LAKE_RADIUS,
    LAKE_TRIES,
    NEIGHBOURS_OF_LAKE,
    SPOT_HITS,
    SPOT_ROW,
    SPOT_SIDE,
    SPOT_TRIES,
    TERRAIN,
    WALL,
    WATER,
)
from pygen.kinds.mystery.grid import Place, Rect
from pygen.kinds.mystery.ground import IS_WATER, Floor
from pygen.kinds.mystery.pace import PACE, PIECE, Pieces, in_groups

RIVERS = (1, 1, 1, 2, 2, 2, 3, 3)
"""How many rivers there are, by a number below 8."""


def is_inner(floor: Floor, x: int, y: int, margin: int = 1) -> bool:
    """Whether at least `margin` tiles are between a tile and the outside of the map."""
    return margin <= x < floor.width - margin and margin <= y < floor.height - margin


def flood_tile(floor: Floor, x: int, y: int) -> None:
    """Make a tile water if it is a wall and not at the edge of the map."""
    ground, place = floor.ground, y * floor.width + x
    if is_inner(floor, x, y) and ground[place] & TERRAIN == WALL:
        ground[place] += WATER - WALL


def place_river(floor: Floor) -> Pieces:
    """Place a river from the lower edge or the upper one to the other, or to other water."""
    numbers = floor.numbers
    flow, y = (-1, floor.height - 1) if numbers.percent(50) else (1, 0)
    lake_in = 10 + numbers.below(50)
    x = 2 + numbers.below(floor.width - 4)
    step_x, step_y = 0, flow
    tiles = 2 + numbers.below(6)
    while True:
        if 0 <= x < floor.width:
            if floor.ground.is_water(x, y):
                return
            flood_tile(floor, x, y)
        x += step_x
        y += step_y
        is_outside = not 0 <= y < floor.height
        if not is_outside:
            lake_in -= 1
            if lake_in == 0:
                yield from place_lake(floor, x, y)
            tiles -= 1
        if is_outside or tiles == 0:
            if step_x == 0:
                step_x, step_y = -1 if numbers.percent(50) else 1, 0
            else:
                step_x, step_y = 0, flow
            if is_outside:
                return
            tiles = 2 + numbers.below(6)
        yield PIECE


def water_around(floor: Floor, x: int, y: int) -> int:
    """How many of the eight neighbours of a tile are water."""
    ground = floor.ground
    at, above, below = (row * floor.width + x for row in (y, y - 1, y + 1))
    around = ground[above - 1 : above + 2] + ground[at - 1 : at + 2 : 2]
    around += ground[below - 1 : below + 2]
    return around.translate(IS_WATER).count(True)


def spot_place(floor: Floor) -> Place:
    """A random tile that is not at the edge of the map."""
    below = floor.numbers.below
    if not floor.is_exact:
        x = 1 + below(floor.width - 2)
        return x, 1 + below(floor.height - 2)
    for _ in range(SPOT_TRIES):
        x, y = below(floor.width), below(floor.height)
        if is_inner(floor, x, y):
            return x, y
    return 0, 0


def spot_hit(floor: Floor) -> int:
    """A random tile of a spot, as its number: SPOT_ROW for each row, and its column; both are from
    1 to 8. Lean mode draws once."""
    if not floor.is_exact:
        return (floor.g.random.draw() >> 8 & 0x77) + SPOT_ROW + 1
    x = 1 + floor.numbers.below(SPOT_SIDE)
    y = 1 + floor.numbers.below(SPOT_SIDE)
    return y * SPOT_ROW + x


def place_water(floor: Floor) -> Pieces:
    """Place rivers and spots; a piece is a tile of a river, a try or a tile of a lake, or of a spot
    its place, a row or some hits."""
    for _ in range(RIVERS[floor.numbers.below(8)]):
        yield PIECE
        yield from place_river(floor)
    for _ in range(floor.parameters.water.density):
        yield PIECE
        yield from place_spot(floor)


def clean_water(floor: Floor) -> Pieces:
    """Take water from the row and the column beside the upper and left edge, and from the shop and
    the monster house; a piece is all of the edge, or a row of the room."""
    for x, y in (
        *Rect(1, 1, floor.width - 1, 2).tiles(),
        *Rect(1, 1, 2, floor.height - 1).tiles(),
    ):
        if floor.ground.is_water(x, y):
            floor.ground.set_terrain(x, y, WALL)
    cell = floor.house or floor.shop
    if not cell:
        return
    for row in cell.rect.rows():
        yield PIECE
        for x, y in row.tiles():
            if floor.ground.is_water(x, y) and floor.ground.at(x, y) & HOUSE:
                floor.ground.set_terrain(x, y, FLOOR)


def place_lake(floor: Floor, x: int, y: int) -> Pieces:
    """Let water spread around a tile, then fill its gaps."""
    left, top, side = x - LAKE_RADIUS, y - LAKE_RADIUS, 2 * LAKE_RADIUS + 1
    for _ in range(LAKE_TRIES):
        yield PIECE
        lake_x, lake_y = left + floor.numbers.below(side), top + floor.numbers.below(side)
        if is_inner(floor, lake_x, lake_y, 2) and water_around(floor, lake_x, lake_y):
            flood_tile(floor, lake_x, lake_y)
    for lake_x in range(left, left + side):
        for lake_y in range(top, top + side):
            yield PIECE
            if not is_inner(floor, lake_x, lake_y, 2):
                continue
            if water_around(floor, lake_x, lake_y) >= NEIGHBOURS_OF_LAKE:
                flood_tile(floor, lake_x, lake_y)


def place_spot(floor: Floor) -> Pieces:
    """Place a spot around a random tile: a square that hits eat away from its edges."""
    x, y = spot_place(floor)
    # The square is within a margin of a tile.
    spot = bytearray(SPOT_ROW * (SPOT_SIDE + 2))
    rows = [SPOT_ROW * row + 1 for row in range(1, SPOT_SIDE + 1)]
    for first in rows:
        yield PIECE
        spot[first : first + SPOT_SIDE] = bytes((1,)) * SPOT_SIDE
    at_once = PACE["exact_hits_at_once" if floor.is_exact else "lean_hits_at_once"]
    for hits in in_groups(range(SPOT_HITS), at_once):
        yield PIECE
        for _ in hits:
            hit = spot_hit(floor)
            if not spot[hit - 1] & spot[hit + 1] & spot[hit - SPOT_ROW] & spot[hit + SPOT_ROW]:
                spot[hit] = 0
    for row, first in enumerate(rows):
        yield PIECE
        for column in range(SPOT_SIDE):
            if spot[first + column]:
                flood_tile(floor, x + column - 4, y + row - 4)
