"""The shop: the inner part of a room."""

from __future__ import annotations

from itertools import product

from pygen.kinds.mystery.cells import shuffle
from pygen.kinds.mystery.constants import (
    KEPT,
    LEAST_CUT,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    ORDER_SWAPS,
    ORDERED,
    ROOMY_HEIGHT,
    SHOP,
    ZONE,
)
from pygen.kinds.mystery.grid import Cell, Rect
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PACE, PIECE, Finding, Pieces


def fits_shop(floor: Floor, cell: Cell) -> bool:
    """Whether a shop may be in a cell's room: a plain one that is large enough."""
    if not cell.has_live_room or cell.is_merged or cell.is_maze or cell.is_structured:
        return False
    is_roomy = floor.parameters.variants.shops == "roomy"
    least = ROOMY_HEIGHT if is_roomy else LEAST_HEIGHT
    return cell.rect.width >= LEAST_WIDTH and cell.rect.height >= least


def shop_side(floor: Floor, first: int, behind: int) -> tuple[int, int]:
    """The first column or row of a shop, and the one behind its last.

    The whole shop reaches from `first` to `behind`; a variant cuts a random part out of that.
    """
    length = behind - first
    if floor.parameters.variants.shops == "whole" or length <= LEAST_CUT:
        return first, behind
    cut = LEAST_CUT + floor.numbers.below(length - LEAST_CUT + 1)
    first += floor.numbers.below(length - cut + 1)
    return first, first + cut


def place_shop(floor: Floor) -> Pieces:
    """Make the inner part of a random room a shop, by chance; a piece is a part of the choice of
    the room, or a row."""
    if floor.has_house or not floor.numbers.percent(floor.parameters.shop):
        return
    cell = yield from (find_shop_exactly(floor) if floor.is_exact else find_shop(floor))
    if not cell:
        return
    floor.shop = cell
    floor.has_shop = True
    room = cell.rect
    yield from floor.ground.change_by_rows(room, ZONE, KEPT)
    yield PIECE
    left, right = shop_side(floor, room.left + 1, room.right - 1)
    top, bottom = shop_side(floor, room.top + 1, room.bottom - 1)
    yield from floor.ground.change_by_rows(Rect(left, top, right, bottom), ZONE, SHOP)


def find_shop(floor: Floor) -> Finding[Cell | None]:
    """A random cell for a shop, of a random column that has one; a piece is a column that is looked
    at, or the choice."""
    columns = []
    for column in floor.grid.columns:
        yield PIECE
        cells = [cell for cell in column if fits_shop(floor, cell)]
        if cells:
            columns.append(cells)
    yield PIECE
    if not columns:
        return None
    cells = columns[floor.numbers.below(len(columns))]
    return cells[floor.numbers.below(len(cells))]


def find_shop_exactly(floor: Floor) -> Finding[Cell | None]:
    """Exact mode: the first cell for a shop, in a random order of columns and of rows; a piece is
    some swaps, and before them the orders."""
    orders = (list(range(ORDERED)), list(range(ORDERED)))
    for order in orders:
        yield from shuffle(floor, order, ORDER_SWAPS, PACE["order_swaps_at_once"])
    cells = (floor.grid.at(x, y) for x, y in product(*orders))
    return next((cell for cell in cells if cell and fits_shop(floor, cell)), None)
