"""The links between cells: a layout has some from the beginning, a random walk adds others."""

from __future__ import annotations

from collections import defaultdict

from pygen.kinds.mystery.constants import EAST, NORTH, SOUTH, WEST
from pygen.kinds.mystery.grid import STEPS, Cell, Place, opposite, turns_left
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.layouts import (
    BEETLE,
    CROSS,
    CROSSROADS,
    OUTER_RING,
    OUTER_ROOMS,
    TWO_ROOMS,
)
from pygen.kinds.mystery.pace import PIECE, Pieces


def link_cell(floor: Floor, cell: Cell) -> None:
    """Link a cell as the layout says with the next one to the right, and with the next one below.

    The layouts that are not named here leave all links to the walk.
    """
    grid = floor.grid
    in_outer_column = cell.x in (0, grid.across - 1)
    in_outer_row = cell.y in (0, grid.down - 1)
    to_right, below = {
        OUTER_RING: (in_outer_row, in_outer_column),
        OUTER_ROOMS: (in_outer_row, in_outer_column),
        CROSSROADS: (not in_outer_row, not in_outer_column),
        TWO_ROOMS: (True, False),
        BEETLE: (True, False),
        CROSS: (cell.y == 1, cell.x == 1),
    }.get(floor.layout.number, (False, False))
    if to_right:
        grid.link(cell, EAST)
    if below:
        grid.link(cell, SOUTH)


def link_original_border(floor: Floor, cell: Cell) -> None:
    """Link a cell at the edge of the grid as the original does: some links are missing, and others
    are known to only one of both cells."""
    last_x, last_y = floor.grid.across - 1, floor.grid.down - 1
    if cell.y in (0, last_y) and 0 < cell.x < last_x:
        cell.links |= {EAST, WEST}
    if cell.x in (0, last_x) and 0 < cell.y < last_y:
        cell.links.add(NORTH)
    if cell.x in (0, last_x) and cell.y < last_y - 1:
        cell.links.add(SOUTH)


def link_cells(floor: Floor) -> Pieces:
    """Link the cells as the layout says; a piece is a cell with its next neighbours."""
    is_original = floor.parameters.quirks.border_loop == "original"
    is_odd = floor.layout.number == OUTER_ROOMS and is_original
    link = link_original_border if is_odd else link_cell
    first, *others = floor.grid.by_rows
    link(floor, first)
    for cell in others:
        yield PIECE
        link(floor, cell)


def walk_cells(floor: Floor) -> Pieces:
    """Link cells by a random walk that keeps its direction for a while; a piece is a step of it."""
    grid, numbers = floor.grid, floor.numbers
    x, y = numbers.below(grid.across), numbers.below(grid.down)
    cell = grid.rows[y][x]
    direction = floor.draw_direction()
    for _ in range(floor.parameters.halls.connectivity):
        yield PIECE
        turns = numbers.below(8) < 4
        if turns or floor.is_exact:
            new = floor.draw_direction()
            direction = new if turns else direction
        direction = next(turn for turn in turns_left(direction) if grid.beside(cell, turn))
        other = grid.beside(cell, direction)
        if other and other.is_valid:
            grid.link(cell, direction)
            cell = other
    floor.walk_end = cell


def link_dead_end(floor: Floor, cell: Cell) -> bool:
    """Link a dead end with a random neighbour; False if there is none."""
    for direction in floor.draw_directions():
        other = floor.grid.beside(cell, direction)
        if other and other.is_valid and direction not in cell.links:
            floor.grid.link(cell, direction)
            return True
    return False


def remove_dead_ends(floor: Floor) -> Pieces:
    """Give each anchor with one link another link, until no dead end is left; a piece is a cell."""
    if floor.parameters.quirks.dead_ends == "original":
        yield from remove_dead_ends_originally(floor)
        return
    cells = floor.grid.by_rows
    is_changed = True
    while is_changed:
        is_changed = False
        for cell in cells:
            if cell.is_valid and not cell.has_room and len(cell.links) == 1:
                is_changed |= link_dead_end(floor, cell)
            if is_changed or cell is not cells[-1]:
                yield PIECE


def remove_dead_ends_originally(floor: Floor) -> Pieces:
    """Remove dead ends with the mistakes of the original. A piece is a row.

    The original looks for a direction that leads to a neighbour from where the walk has ended, not
    from the dead end. It asks whether the right neighbour is valid, whatever the direction. After a
    link up or down it goes on in the row of the neighbour, if need be outside the grid, where it
    takes all cells for anchors.
    """
    grid = floor.grid
    links: defaultdict[Place, set[int]] = defaultdict(set)
    links.update({(cell.x, cell.y): cell.links for cell in grid.by_rows})
    is_changed = True
    while is_changed:
        is_changed = False
        for first_row in range(grid.down):
            yield PIECE
            y = first_row
            for x in range(grid.across):
                own, cell, right = links[x, y], grid.at(x, y), grid.at(x + 1, y)
                is_anchor = not cell or (cell.is_valid and not cell.has_room)
                if not is_anchor or len(own) != 1:
                    continue
                turns = floor.draw_directions()
                inward = (turn for turn in turns if grid.beside(floor.walk_end, turn))
                direction = next((turn for turn in inward if turn not in own), turns[0])
                if right and not right.is_valid:
                    continue
                is_changed = True
                own.add(direction)
                step_x, step_y = STEPS[direction]
                links[x + step_x, y + step_y].add(opposite(direction))
                y += step_y
    yield PIECE
