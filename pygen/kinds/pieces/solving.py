"""Finding a piece for each cell: choices that spread, repairs where they fail."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.random.random16 import Random16
from pygen.kinds.pieces.cells import Cells, push_cell, reset_cell, spread
from pygen.kinds.pieces.choosing import choose_option, find_cell, find_cell_row
from pygen.kinds.pieces.constants import ALL_WAIT, CONTRADICTS, IS_DONE, LEAST_CHOICE, NO_CHOICE
from pygen.kinds.pieces.pace import AT_ONCE, PACE, Spreading
from pygen.kinds.pieces.placing import pin_cells, place_pieces

RESET, SEARCH = Piece("reset", PACE["cells_reset"]), Piece("choose", PACE["work_searched"])


@dataclass(frozen=True)
class Limits:
    """The limits of solving: repairs in an attempt, cells that a repair reaches in each direction,
    and attempts in all; and whether cells are chosen row by row."""

    repairs: int
    radius: int
    attempts: int
    by_rows: bool = False


@dataclass
class Tries:
    """The attempts that are left, this one included, and the repairs of all attempts."""

    attempts_left: int
    repairs: int = 0


class Area:
    """The cells that are reset next: the first and the last column, the first and the last row."""

    def __init__(self, cells: Cells) -> None:
        """All cells."""
        self.left, self.top = 0, 0
        self.right, self.bottom = cells.model.columns - 1, cells.model.rows - 1
        self.is_all = True

    def surround(self, cells: Cells, radius: int) -> None:
        """Set the area to the cells around the failed one, `radius` in each direction, within the
        map."""
        y = cells.rows[cells.failed]
        x = cells.failed - cells.number(0, y)
        self.left, self.top = max(0, x - radius), max(0, y - radius)
        self.right = min(cells.model.columns - 1, x + radius)
        self.bottom = min(cells.model.rows - 1, y + radius)
        self.is_all = False


def reset_cells(cells: Cells, area: Area) -> Work:
    """Reset the cells of the area, row by row. The cells around it have to spread again."""
    for y in range(area.top, area.bottom + 1):
        cells.least_counts[y] = LEAST_CHOICE
        cells.least_cells[y] = cells.number(0, y)
        if not area.is_all:
            push_cell(cells, cells.number(area.left, y) - 1)
        for x in range(area.left, area.right + 1):
            yield RESET
            reset_cell(cells, x, y, area.is_all)
            if not area.is_all:
                if y == area.top:
                    push_cell(cells, cells.number(x, y - 1))
                if y == area.bottom:
                    push_cell(cells, cells.number(x, y + 1))
                if x == area.right:
                    push_cell(cells, cells.number(x, y) + 1)
        yield "reset"
    cells.narrow_from = ALL_WAIT
    cells.chosen_row = min(cells.chosen_row, area.top)
    if cells.pins:
        bounds = area.left, area.right, area.top, area.bottom
        yield from pin_cells(cells, bounds, area.is_all)
        yield "pin"


def choose(cells: Cells, random: Random16, search: Piece) -> Finding[bool]:
    """Choose an option for a cell that has several, but as few as any; False if no cell has
    several. `search` is the piece for looking into a row.

    If several rows have such a cell, the first one from a random row on is taken.
    """
    first_row = random.below(cells.model.rows)
    while True:
        yield search
        y = find_cell_row(cells, first_row)
        if cells.least_counts[y] == NO_CHOICE:
            return False
        cell = find_cell(cells, y)
        if cell:
            choose_option(cells, cell, random)
            return True


def choose_in_rows(cells: Cells, random: Random16, search: Piece) -> Finding[bool]:
    """Choose an option for a cell of the row that is chosen, one that has several but as few as
    any. If none has several, the next row begins: its cells spread what they have lost before. The
    result is False if there is none."""
    y = cells.chosen_row
    while True:
        yield search
        cells.narrow_from = y + 1
        if cells.least_counts[y] == NO_CHOICE:
            if y == cells.model.rows - 1:
                return False
            yield "search"
            cells.chosen_row = y + 1
            cells.narrow_from = y + 2
            for x in range(cells.model.columns):
                push_cell(cells, cells.number(x, y + 1))
            return True
        cell = find_cell(cells, y)
        if cell:
            choose_option(cells, cell, random)
            return True


def solve(
    cells: Cells,
    random: Random16,
    limits: Limits,
    tries: Tries,
    spreading: Spreading = AT_ONCE,
) -> Finding[bool]:
    """Find an option for each cell. Begins a new attempt; returns False if all attempts have
    failed."""
    area = Area(cells)
    search = SEARCH.weighing(cells.model.columns + cells.model.rows + PACE["work_of_row"])
    choosing = choose_in_rows if limits.by_rows else choose
    comes_first = bool(cells.model.placings or cells.model.limited)
    are_placed = not comes_first
    repairs_left = limits.repairs
    while True:
        if area.is_all:
            cells.begin()
            # In C a step begins a row of cells; there are rows above and below the map, too.
            for _ in range(cells.model.rows + 2):
                yield "begin"
        yield from reset_cells(cells, area)
        while True:
            result = yield from spread(cells, spreading)
            if result == IS_DONE and not are_placed:
                yield "spread"
                result = yield from place_pieces(cells, random, spreading)
                are_placed = result == IS_DONE
            if result != IS_DONE:
                break
            if not (yield from choosing(cells, random, search)):
                return True
            yield "choose"
        if repairs_left and result == CONTRADICTS and are_placed:
            repairs_left -= 1
            tries.repairs += 1
            area.surround(cells, limits.radius)
        else:
            tries.attempts_left -= 1
            if not tries.attempts_left:
                return False
            repairs_left = limits.repairs
            are_placed = not comes_first
            area = Area(cells)
        yield "repair"
