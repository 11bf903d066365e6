"""The shop: the inner part of a room."""

from __future__ import annotations

from pygen.kinds.mystery.ground import (
    AWAY,
    KEPT,
    LIVE,
    MAZE,
    MERGED,
    NO_CELL,
    SHOP,
    STRUCTURED,
    ZONE,
    Floor,
    Work,
    begin_area,
    begin_cell_area,
    cell_at,
)
from pygen.kinds.mystery.numbers import draw_below, draw_percent

LEAST_WIDTH, LEAST_HEIGHT = 5, 4
ORDERED, ORDER_SWAPS = 15, 200
"""Exact mode puts so many columns and rows into a random order, by so many swaps."""


def fits_shop(f: Floor, cell: int) -> bool:
    """Whether a shop may be in a cell's room: a plain one that is large enough."""
    if f.state[cell] & (LIVE | AWAY | MERGED | MAZE | STRUCTURED) != LIVE:
        return False
    return (
        f.right[cell] - f.left[cell] >= LEAST_WIDTH and f.bottom[cell] - f.top[cell] >= LEAST_HEIGHT
    )


def shops_in_column(f: Floor, x: int) -> int:
    """How many cells of a column a shop may be in."""
    return sum(fits_shop(f, cell_at(x, y)) for y in range(f.down))


def find_shop(f: Floor) -> int:
    """A cell for a shop: a random column that has any, then a random one of it."""
    if f.exact:
        columns, rows = shuffled_order(f), shuffled_order(f)
        places = [(x, y) for x in columns for y in rows if x < f.across and y < f.down]
        cells = [cell_at(x, y) for x, y in places]
        return next((cell for cell in cells if fits_shop(f, cell)), NO_CELL)
    columns = [x for x in range(f.across) if shops_in_column(f, x)]
    if not columns:
        return NO_CELL
    x = columns[draw_below(f, len(columns))]
    left = draw_below(f, shops_in_column(f, x))
    rows = [y for y in range(f.down) if fits_shop(f, cell_at(x, y))]
    return cell_at(x, rows[left])


def place_shop(f: Floor) -> Work:
    """Make the inner part of a random room a shop, by chance."""
    chance = f.g.parameters.shop
    if f.has_house or chance == 0 or not draw_percent(f, chance):
        return
    cell = find_shop(f)
    if cell == NO_CELL:
        return
    f.shop_cell = cell
    f.has_shop = True
    begin_cell_area(f, cell, ~ZONE & 0xFF, KEPT)
    yield
    left, top, right, bottom = f.left[cell], f.top[cell], f.right[cell], f.bottom[cell]
    begin_area(f, left + 1, top + 1, right - 1, bottom - 1, ~ZONE & 0xFF, SHOP)


def shuffled_order(f: Floor) -> list[int]:
    """Exact mode: a random order of the numbers of columns or rows."""
    order = list(range(ORDERED))
    for _ in range(ORDER_SWAPS):
        one = draw_below(f, ORDERED)
        other = draw_below(f, ORDERED)
        order[one], order[other] = order[other], order[one]
    return order
