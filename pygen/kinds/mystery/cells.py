"""The cells of a floor: their number, their places, and which of them are rooms."""

from __future__ import annotations

from itertools import pairwise

from pygen.kinds.mystery.constants import (
    CELLS_ACROSS,
    CELLS_DOWN,
    GRID_TRIES,
    ROOM,
    SWAPS,
    SWEEPS,
    VALID,
)
from pygen.kinds.mystery.grid import Rect
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import PACE, PIECE, Finding, Item, Pieces, in_groups

ROOM_CHANCE = 60
"""The percentage of cells that become rooms if there were too few rooms."""


def draw_grid(floor: Floor) -> Pieces:
    """Exact mode: draw columns and rows until there are not too many; a piece is a try."""
    grid = floor.grid
    across_choices, down_choices = floor.layout.grid_choices
    for _ in range(GRID_TRIES):
        grid.across = 2 + floor.numbers.below(across_choices)
        grid.down = 2 + floor.numbers.below(down_choices)
        if grid.across <= CELLS_ACROSS and grid.down <= CELLS_DOWN:
            return
        yield PIECE
    grid.across = grid.down = 4


def choose_grid(floor: Floor) -> None:
    """Choose the numbers of columns and rows of cells (exact mode has already drawn them), and find
    the lines between the cells."""
    layout, grid = floor.layout, floor.grid
    lines_x, lines_y = floor.parameters.lines_across(), floor.parameters.lines_down()
    if not lines_x:
        if layout.columns:
            grid.across, grid.down = 4, 2 + floor.numbers.below(2)
        elif not floor.is_exact:
            grid.across = 2 + floor.numbers.below(layout.most_across - 1)
            grid.down = 2 + floor.numbers.below(layout.most_down - 1)
        lines_x = [x * (floor.width // grid.across) for x in range(grid.across + 1)]
        lines_y = [y * (floor.height // grid.down) for y in range(grid.down + 1)]
    grid.across, grid.down = len(lines_x) - 1, len(lines_y) - 1
    for row, (top, bottom) in zip(grid.rows, pairwise(lines_y), strict=True):
        for cell, (left, right) in zip(row, pairwise(lines_x), strict=True):
            cell.bounds = Rect(left, top, right, bottom)


def begin_cells(floor: Floor) -> None:
    """Begin with cells that are all rooms, except where the layout says otherwise."""
    grid, columns = floor.grid, floor.layout.columns
    for cell in grid.by_rows:
        edges = (cell.x in (0, grid.across - 1)) + (cell.y in (0, grid.down - 1))
        state = ROOM if columns and cell.x >= columns else floor.layout.first_state(edges)
        cell.begin(is_valid=bool(state & VALID), has_room=bool(state & ROOM))


def assign_rooms(floor: Floor) -> Pieces:
    """Decide which cells are rooms, as many as the density says; a piece is a column.

    If the number of columns is odd, the second cell of the middle column never is a room, although
    it counts.
    """
    grid, density = floor.grid, floor.parameters.rooms.density
    more = floor.numbers.below(3) if floor.is_exact or density >= 0 else 0
    wanted = density + more if density >= 0 else -density
    cells = grid.across * grid.down
    marks = []
    if floor.is_exact:
        marks = yield from shuffle_marks(floor, cells, wanted)
    found = passed = 0
    for column in grid.columns:
        yield PIECE
        for cell in column:
            if not cell.is_valid:
                continue
            if floor.is_exact:
                is_room = marks[passed]
            else:
                # On average, the cells that are left give the number of rooms still wanted.
                is_room = wanted > 0 and floor.numbers.below(cells - passed) < wanted
                wanted -= is_room
            passed += 1
            found += is_room
            is_left_out = cell.y == 1 and grid.across & 1 and cell.x == grid.across >> 1
            cell.has_room = is_room and not is_left_out
    yield PIECE
    if found < 2:
        add_room(floor)


def add_room(floor: Floor) -> None:
    """Make one cell a room, which may be one already."""
    for _ in range(SWEEPS):
        for cell in floor.grid.by_columns:
            if cell.is_valid and floor.numbers.percent(ROOM_CHANCE):
                cell.has_room = True
                return


def shuffle(floor: Floor, items: list[Item], count: int, at_once: int) -> Pieces:
    """Exact mode: swap random pairs of a list, `count` times; a piece is `at_once` swaps, and
    before them what the caller has prepared."""
    for swaps in in_groups(range(count), at_once):
        yield PIECE
        for _ in swaps:
            one, other = floor.numbers.below(len(items)), floor.numbers.below(len(items))
            items[one], items[other] = items[other], items[one]


def shuffle_marks(floor: Floor, count: int, wanted: int) -> Finding[list[bool]]:
    """Exact mode: mark the first `wanted` of `count` things, then swap pairs of marks; a piece is
    some swaps, and before them the marks."""
    marks = [number < wanted for number in range(count)]
    yield from shuffle(floor, marks, SWAPS, PACE["swaps_at_once"])
    return marks


def choose(floor: Floor, choices: list[Item]) -> Finding[Item]:
    """Choose one of some things at random. Exact mode shuffles marks, of which one is set, as the
    original does; a piece is some swaps then. In lean mode there is no piece."""
    if floor.is_exact:
        marks = yield from shuffle_marks(floor, len(choices), 1)
        return choices[marks.index(True)]
    return choices[floor.numbers.below(len(choices))]
