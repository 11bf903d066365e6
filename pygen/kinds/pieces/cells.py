"""The cells of the map, the options of each cell, and how a choice spreads.

A cell has options: the pieces, turned and mirrored, that still fit there. Two pieces fit side by
side where their edges are equal, and where the lists of neighbours of both allow it. So a cell
loses the options beside which no neighbouring option fits any longer. (This is arc consistency: A.
Mackworth, "Consistency in Networks of Relations", Artificial Intelligence 8, 1977.)

The C may remember the edges that were possible at each border between two cells. It then looks only
for those that have just been lost, with the same result.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from pygen.engine.definition.pace import Finding, finish
from pygen.engine.definition.sides import LEFT, TOP
from pygen.kinds.pieces.constants import ALL_WAIT, CONTRADICTS, CROWDED, IS_DONE, LEAST_CHOICE
from pygen.kinds.pieces.pace import AT_ONCE, Spreading

MOST_WAITING = 255
"""The most cells that may wait at once. An attempt with more has failed."""


@dataclass(frozen=True)
class Placing:
    """Pieces that are placed before all others: one of the sets of options of a model, and how many
    of them, `least` to `most`."""

    number: int
    least: int
    most: int


@dataclass(frozen=True)
class Model:
    """The options of a cell, and which of them fit side by side.

    `edges` has the numbers of the edges at the four sides of each option. Left and right edges are
    numbered together, and so are top and bottom edges. `reach` has for each option and side the
    edges of the opposite side that fit there, as a set of bits: the same edge only, unless a list
    of neighbours allows others or fewer. `fitting_outside` are the options that may be at each side
    of the map.

    `sets` are sets of options, one for each piece that is placed first. `fixed` has the column, the
    row and the number of such a set for each cell that must have one of it. `placings` are the sets
    that are placed in random cells. `limited` are the options that no cell has but those where they
    were placed.
    """

    columns: int
    rows: int
    weights: tuple[int, ...]
    edges: tuple[tuple[int, ...], ...]
    reach: tuple[tuple[int, ...], ...]
    fitting_outside: tuple[int, ...]
    sets: tuple[int, ...] = ()
    fixed: tuple[tuple[int, int, int], ...] = ()
    placings: tuple[Placing, ...] = ()
    limited: int = 0

    @cached_property
    def all_options(self) -> int:
        """All options, a bit for each."""
        return (1 << len(self.edges)) - 1

    @cached_property
    def edge_counts(self) -> tuple[int, int, int, int]:
        """The number of different edges at each side."""
        across, down = (
            1 + max(max(edges[axis], edges[axis + 1]) for edges in self.edges)
            for axis in (LEFT, TOP)
        )
        return across, across, down, down

    @cached_property
    def having(self) -> tuple[tuple[int, ...], ...]:
        """The options that have an edge at a side, by side and number of the edge."""
        return tuple(
            tuple(
                sum(1 << n for n, edges in enumerate(self.edges) if edges[side] == edge)
                for edge in range(self.edge_counts[side])
            )
            for side in range(4)
        )

    @cached_property
    def reaching(self) -> tuple[tuple[int, ...], ...]:
        """The options beside which an edge fits, by the side of the option and the number of the
        edge."""
        return tuple(
            tuple(
                sum(1 << n for n, reach in enumerate(self.reach) if reach[side] >> edge & 1)
                for edge in range(self.edge_counts[side])
            )
            for side in range(4)
        )

    @cached_property
    def unfit_beside(self) -> UnfitBeside:
        """The options that do not fit beside a cell."""
        return UnfitBeside(self)

    @cached_property
    def is_by_edges(self) -> bool:
        """Whether edges fit if they are equal, and never otherwise."""
        return all(
            reach == 1 << edge
            for edges, reaches in zip(self.edges, self.reach)
            for edge, reach in zip(edges, reaches)
        )

    @cached_property
    def closing_matters(self) -> bool:
        """Whether an option needs one of the limited options beside it: so cells that lose those
        have to spread."""
        kept = self.all_options & ~self.limited
        return any(unfit & kept for unfit in self.unfit_beside[kept])

    @cached_property
    def sides_matter(self) -> bool:
        """Whether a reset of all cells must be followed by spreading: the cells at the sides of the
        map have only the options that fit there, and because of this another cell loses options, or
        none is left, or too many cells wait."""
        cells = Cells(self)
        for y, x in product(range(self.rows), range(self.columns)):
            reset_cell(cells, x, y, False)
        before = list(cells.options)
        return finish(spread(cells)) != IS_DONE or cells.options != before


class UnfitBeside(dict[int, tuple[int, ...]]):
    """The options that do not fit beside a cell: a set for each side, by the options of the cell.

    The sets for some options are found when they are needed for the first time.
    """

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model

    def __missing__(self, options: int) -> tuple[int, ...]:
        model = self.model
        unfit = [model.all_options] * 4
        for n, reaches in enumerate(model.reach):
            if options >> n & 1:
                for side, reach in enumerate(reaches):
                    having = model.having[side ^ 1]
                    while reach:
                        unfit[side] &= ~having[(reach & -reach).bit_length() - 1]
                        reach &= reach - 1
        self[options] = tuple(unfit)
        return self[options]


class Cells:
    """The state of all cells.

    The lists have one column more than the map, behind its right end, and one row more above and
    below: so each cell has a neighbour on each side. `rows` has the row of each cell, -1 outside
    the map. A cell outside the map has no options, and so none to lose.

    `waiting` are cells that have changed, first come first served; `is_crowded` says whether there
    was no place for one of them. `failed` is the cell that had no option left.

    `least_counts` has for each row a lower bound for the fewest options of a cell that has several;
    NO_CHOICE if no cell has several. `least_cells` has a cell that had that number of options.

    If the map is chosen row by row, cells below the row that is chosen wait only if they have one
    option left, and cells with several spread to the left and to the right only. `narrow_from` is
    the first of those rows; ALL_WAIT while all cells spread everywhere. `chosen_row` is the row
    that is chosen.

    `pins` are the cells with a piece that was placed first, and the numbers of its set. `needed`
    are those that may not be dropped: fixed ones, and the least number of the others.
    `is_closed` says whether the others have lost the limited options.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.stride = model.columns + 1
        size = self.stride * (model.rows + 2)
        self.options = [0] * size
        self.counts = bytearray(size)
        self.rows = [-1] * size
        for y in range(model.rows):
            first = self.number(0, y)
            self.rows[first : first + model.columns] = [y] * model.columns
        self.begin()
        self.failed = 0
        self.least_counts, self.least_cells = [0] * model.rows, [0] * model.rows

    def begin(self) -> None:
        """Let no cell wait, and only fixed pieces have their places. Cells outside the map are
        always marked as waiting, so that they are never put among the waiting cells."""
        self.pins = {self.number(x, y): number for x, y, number in self.model.fixed}
        self.needed = list(self.pins)
        self.is_closed = False
        self.narrow_from = ALL_WAIT
        self.chosen_row = 0
        self.waiting: deque[int] = deque()
        self.is_crowded = False
        self.is_waiting = [row < 0 for row in self.rows]

    def number(self, x: int, y: int) -> int:
        """The number of the cell in column x and row y."""
        return (y + 1) * self.stride + x

    def beside(self, cell: int) -> tuple[int, int, int, int]:
        """The neighbours of a cell: on the left, on the right, above and below."""
        return cell - 1, cell + 1, cell - self.stride, cell + self.stride


def push_cell(cells: Cells, cell: int) -> None:
    """Let a cell wait, unless it waits already or is outside the map. If too many cells wait, there
    is no place for it."""
    if cells.is_waiting[cell]:
        return
    if len(cells.waiting) == MOST_WAITING:
        cells.is_crowded = True
        return
    cells.is_waiting[cell] = True
    cells.waiting.append(cell)


def sides_of_map(model: Model, x: int, y: int) -> tuple[bool, bool, bool, bool]:
    """At which of its sides the map ends beside a cell."""
    return x == 0, x == model.columns - 1, y == 0, y == model.rows - 1


def reset_options(cells: Cells, x: int, y: int) -> None:
    """Let a cell be anything that its place in the map allows."""
    model, cell = cells.model, cells.number(x, y)
    options = model.all_options
    for fitting, is_there in zip(model.fitting_outside, sides_of_map(model, x, y)):
        if is_there:
            options &= fitting
    cells.options[cell] = options
    cells.counts[cell] = options.bit_count()


def limit_options(cells: Cells, cell: int, allowed: int) -> int:
    """Leave a cell only those of its options that are allowed, and return their number. If none
    would be left, the cell keeps all, and the result is 0."""
    kept = cells.options[cell] & allowed
    if kept:
        cells.options[cell] = kept
        cells.counts[cell] = kept.bit_count()
    return kept.bit_count()


def reset_cell(cells: Cells, x: int, y: int, is_one_of_all: bool) -> None:
    """Let a cell be anything that its place in the map allows, but the limited options if those
    were placed already. At a side of the map the cell has to spread, unless all cells are reset and
    spreading has no effect."""
    model, cell = cells.model, cells.number(x, y)
    reset_options(cells, x, y)
    has_to_spread = any(sides_of_map(model, x, y)) and (not is_one_of_all or model.sides_matter)
    if cells.is_closed and model.limited:
        limit_options(cells, cell, ~model.limited)
        has_to_spread = has_to_spread or model.closing_matters
    if has_to_spread:
        push_cell(cells, cell)


def remove_options(cells: Cells, cell: int, lost: int) -> int:
    """Remove options of a cell, and let it wait, unless it is below the row that is chosen and
    still has several. Returns the options that it keeps, if any."""
    cells.options[cell] ^= lost
    kept = cells.options[cell]
    cells.counts[cell] = count = kept.bit_count()
    row = cells.rows[cell]
    if count == 1 or row < cells.narrow_from:
        push_cell(cells, cell)
    if LEAST_CHOICE <= count < cells.least_counts[row]:
        cells.least_counts[row] = count
        cells.least_cells[row] = cell
    return kept


def spread(cells: Cells, spreading: Spreading = AT_ONCE) -> Finding[int]:
    """Take waiting cells, and remove the options of their neighbours that no longer fit, until no
    cell waits and a choice may follow. If a cell has no option left, this ends at once, the cell is
    `failed`, and the result is CONTRADICTS. Otherwise the result is CROWDED if cells found no place
    to wait, else IS_DONE.
    """
    options, waiting, is_waiting = cells.options, cells.waiting, cells.is_waiting
    unfit_beside, stride = cells.model.unfit_beside, cells.stride
    piece, spared = spreading.cell, spreading.spared
    while waiting:
        yield piece
        cell = waiting.popleft()
        is_waiting[cell] = False
        neighbours: tuple[int, ...] = (cell - 1, cell + 1, cell - stride, cell + stride)
        if cells.narrow_from != ALL_WAIT and cells.counts[cell] != 1:
            neighbours = neighbours[:2]
        losing = 0
        for beside, unfit in zip(neighbours, unfit_beside[options[cell]]):
            lost = options[beside] & unfit
            if lost:
                losing += 1
                if not remove_options(cells, beside, lost):
                    push_cell(cells, cell)
                    cells.failed = beside
                    return CONTRADICTS
        yield spared[losing]
    yield spreading.choice
    return CROWDED if cells.is_crowded else IS_DONE
