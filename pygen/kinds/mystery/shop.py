"""The shop: the inner part of a room."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    AWAY,
    KEPT,
    LEAST_CUT,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    LIVE,
    MAZE,
    MERGED,
    NO_CELL,
    ORDER_SWAPS,
    ORDER_SWAPS_AT_ONCE,
    ORDERED,
    SHOP,
    STRUCTURED,
    ZONE,
)
from pygen.kinds.mystery.ground import Floor, Work, begin_area, begin_cell_area, cell_at
from pygen.kinds.mystery.numbers import draw_below, draw_percent


def fits_shop(f: Floor, cell: int) -> bool:
    """Whether a shop may be in a cell's room: a plain one that is large enough."""
    if f.state[cell] & (LIVE | AWAY | MERGED | MAZE | STRUCTURED) != LIVE:
        return False
    return (
        f.right[cell] - f.left[cell] >= LEAST_WIDTH and f.bottom[cell] - f.top[cell] >= LEAST_HEIGHT
    )


def list_shops(f: Floor, x: int) -> list[int]:
    """The cells of a column that a shop may be in."""
    return [cell_at(x, y) for y in range(f.down) if fits_shop(f, cell_at(x, y))]


def shop_side(f: Floor, first: int, behind: int) -> tuple[int, int]:
    """The first column or row of a shop and how many it has: all from `first` on, or some of them
    by chance."""
    length = behind - first
    if f.g.parameters.variants.shops == "whole" or length <= LEAST_CUT:
        return first, length
    cut = LEAST_CUT + draw_below(f, length - LEAST_CUT + 1)
    return first + draw_below(f, length - cut + 1), cut


def place_shop(f: Floor) -> Work:
    """Make the inner part of a random room a shop, by chance. It is in a random column that has
    rooms for one. A piece is a column that is looked at, the choice, some swaps of exact mode, or
    an area."""
    chance = f.g.parameters.shop
    if f.has_house or chance == 0 or not draw_percent(f, chance):
        return
    columns = []
    if f.exact:
        yield from shuffle_orders(f)
    else:
        for x in range(f.across):
            yield
            if list_shops(f, x):
                columns.append(x)
        yield
    if f.exact:
        cell = find_shop_exactly(f)
    elif columns:
        cells = list_shops(f, columns[draw_below(f, len(columns))])
        cell = cells[draw_below(f, len(cells))]
    else:
        cell = NO_CELL
    if cell == NO_CELL:
        return
    f.shop_cell = cell
    f.has_shop = True
    begin_cell_area(f, cell, ~ZONE & 0xFF, KEPT)
    yield
    left, width = shop_side(f, f.left[cell] + 1, f.right[cell] - 1)
    top, height = shop_side(f, f.top[cell] + 1, f.bottom[cell] - 1)
    begin_area(f, left, top, left + width, top + height, ~ZONE & 0xFF, SHOP)


def shuffle_orders(f: Floor) -> Work:
    """Exact mode: find a random order of the numbers of columns, and then of rows; a piece is some
    swaps, and before them the orders."""
    f.orders = (list(range(ORDERED)), list(range(ORDERED)))
    for order in f.orders:
        for number in range(ORDER_SWAPS):
            if number % ORDER_SWAPS_AT_ONCE == 0:
                yield
            one = draw_below(f, ORDERED)
            other = draw_below(f, ORDERED)
            order[one], order[other] = order[other], order[one]


def find_shop_exactly(f: Floor) -> int:
    """Exact mode: the first cell for a shop, in that order of columns and of rows."""
    for x in f.orders[0]:
        for y in f.orders[1]:
            if x < f.across and y < f.down and fits_shop(f, cell_at(x, y)):
                return cell_at(x, y)
    return NO_CELL
