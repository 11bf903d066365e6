"""Parts of the map that cannot be reached from each other: they are joined by other pieces, and
parts that cannot be joined are dropped.

A cell here has one piece, or none. Two cells are connected if there is a way over the border
between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.kinds.pieces.cells import Cells
from pygen.kinds.pieces.constants import DROPPED, NO_EDGE, NO_PIECE, NOT_REACHED
from pygen.kinds.pieces.pace import PACE

SEARCH, FLOOD = Piece("search", PACE["cells_searched"]), Piece("flood", PACE["cells_flooded"])

# A step ends if it has no room for another joint.
COMPARED = Piece("join", PACE["work_compared"] - PACE["work_of_joint"] + 1, is_done=True)
JOINT = COMPARED.weighing(PACE["work_of_joint"])


@dataclass(frozen=True)
class Ways:
    """The ways through cells and over their borders.

    `walkable` says for each option whether any tile of it is walkable. `onward` has for each option
    the borders over which a way leads on, as a set of bits; for patterns only RIGHT and BOTTOM.
    `edges` are the edges of the options, as in a Model, or NO_EDGE of those that are never
    exchanged. `open_edges` are the edges over which there is a way, across and down, eight of them
    at most.

    `floors` are the walkable tiles of each option without its last row and column, which belong to
    other cells, too. `floors_inside` are those without the whole outermost ring.
    """

    walkable: tuple[bool, ...]
    onward: tuple[int, ...]
    edges: tuple[tuple[int, ...], ...]
    open_edges: tuple[tuple[int, ...], tuple[int, ...]]
    floors: tuple[int, ...]
    floors_inside: tuple[int, ...]

    @cached_property
    def exchanges(self) -> tuple[tuple[int, ...], ...]:
        """By side and option, the open edges that the option can get there: there is an option with
        that edge and otherwise the same edges, which may be the option itself. The edges are a set
        of bits, by their places in `open_edges`."""
        return tuple(
            tuple(
                sum(
                    1 << bit
                    for bit, edge in enumerate(self.open_edges[side >> 1])
                    if NO_EDGE not in edges
                    and (*edges[:side], edge, *edges[side + 1 :]) in self.edges
                )
                for edges in self.edges
            )
            for side in range(4)
        )


class Joining:
    """The state: the piece and the label of each cell, the label of the largest part so far, and
    the numbers of joints and of dropped cells."""

    def __init__(self, cells: Cells, ways: Ways) -> None:
        self.cells, self.ways = cells, ways
        self.pieces = [NO_PIECE] * len(cells.options)
        self.labels = [NOT_REACHED] * len(cells.options)
        self.best_label = 2
        self.joints = 0
        self.dropped = 0

    @property
    def places(self) -> range:
        """The cells of all rows, including the cells behind their right ends."""
        return range(self.cells.number(0, 0), self.cells.number(0, self.cells.model.rows))

    def is_walkable(self, cell: int) -> bool:
        """Whether any tile of a cell is walkable."""
        piece = self.pieces[cell]
        return piece != NO_PIECE and self.ways.walkable[piece]

    def are_connected(self, cell: int, beside: int, side: int) -> bool:
        """Whether there is a way over the border between a cell and its neighbour at a side. The
        border is the right or the bottom one of the cell that comes first."""
        piece = self.pieces[min(cell, beside)]
        return piece != NO_PIECE and bool(self.ways.onward[piece] >> (side | 1) & 1)


def flood(joining: Joining, start: int, label: int) -> Finding[int]:
    """Label a cell and all that can be reached from it, except for cells that have the label.
    Returns the number of cells that it has labelled."""
    labels = joining.labels
    labels[start] = label
    size, waiting = 1, [start]
    while waiting:
        yield FLOOD
        cell = waiting.pop()
        for side, beside in enumerate(joining.cells.beside(cell)):
            if joining.pieces[beside] == NO_PIECE:
                continue
            if labels[beside] != label and joining.are_connected(cell, beside, side):
                labels[beside] = label
                size += 1
                waiting.append(beside)
    return size


def exchange_piece(joining: Joining, cell: int, side: int, edge: int) -> None:
    """Give a cell the first piece that has the edge `edge` at one side, and otherwise the same
    edges."""
    edges = joining.ways.edges
    own = edges[joining.pieces[cell]]
    joining.pieces[cell] = edges.index((*own[:side], edge, *own[side + 1 :]))


def join_pair(joining: Joining, cell: int, beside: int, side: int) -> bool:
    """Join a cell with its neighbour at a side, if other pieces allow it."""
    exchanges = joining.ways.exchanges
    both = exchanges[side][joining.pieces[cell]] & exchanges[side ^ 1][joining.pieces[beside]]
    if not both:
        return False
    edge = joining.ways.open_edges[side >> 1][(both & -both).bit_length() - 1]
    exchange_piece(joining, cell, side, edge)
    exchange_piece(joining, beside, side ^ 1, edge)
    joining.joints += 1
    return True


def join_cell(joining: Joining, cell: int) -> bool:
    """Join a cell that was dropped with a neighbour in the largest part, if there is one."""
    return any(
        joining.labels[beside] == joining.best_label and join_pair(joining, cell, beside, side)
        for side, beside in enumerate(joining.cells.beside(cell))
    )


def join_parts(joining: Joining) -> Work:
    """Join the largest part with those that were dropped, again and again until there is nothing to
    join."""
    again = True
    while again:
        again = False
        for cell in joining.places:
            if joining.labels[cell] != DROPPED:
                yield COMPARED
            elif not join_cell(joining, cell):
                yield JOINT
            else:
                again = True
                yield "join"
                joining.dropped -= yield from flood(joining, cell, joining.best_label)
                yield "flood"


def keep_largest(joining: Joining) -> Work:
    """Keep the largest part of the map, counted in cells; of several as large, the first one. All
    others are labelled as dropped."""
    label = 1
    best, best_size = 0, 0
    for cell in joining.places:
        yield SEARCH
        if joining.labels[cell] != NOT_REACHED or not joining.is_walkable(cell):
            continue
        yield "search"
        size = yield from flood(joining, cell, label)
        yield "flood"
        if size > best_size:
            cell, best = best, cell
            best_size = size
            label, joining.best_label = joining.best_label, label
        yield "compare"
        if cell:
            joining.dropped += yield from flood(joining, cell, DROPPED)
            yield "flood"
