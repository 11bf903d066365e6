"""The links between cells: those of the layout, and those of a random walk."""

from __future__ import annotations

from pygen.kinds.mystery.constants import EAST, NORTH, ROOM, SOUTH, TURNS, VALID, WEST
from pygen.kinds.mystery.ground import LINK_BIT, LINK_STEP, LINK_X, LINK_Y, Floor, Work, cell_at
from pygen.kinds.mystery.numbers import draw_below
from pygen.kinds.mystery.parameters import (
    BEETLE,
    CROSS,
    CROSSROADS,
    OUTER_RING,
    OUTER_ROOMS,
    TWO_ROOMS,
)

WALK_LINKS = (EAST, NORTH, WEST, SOUTH)
"""The directions of the walk, in the order in which it turns."""


def is_inside(f: Floor, x: int, y: int, link: int) -> bool:
    """Whether a link leads to another cell of the grid."""
    return 0 <= x + LINK_X[link] < f.across and 0 <= y + LINK_Y[link] < f.down


def other_cell(cell: int, link: int) -> int:
    """The cell to which a link leads."""
    return cell + LINK_STEP[link]


def link_cell(f: Floor, cell: int, link: int) -> None:
    """Link a cell with its neighbour."""
    f.links[cell] |= LINK_BIT[link]
    f.links[other_cell(cell, link)] |= LINK_BIT[link ^ 1]


def link_border(f: Floor, x: int, y: int) -> None:
    """Link a cell at the edge of the grid with the next ones there."""
    if x < f.across - 1 and y in (0, f.down - 1):
        link_cell(f, cell_at(x, y), EAST)
    if y < f.down - 1 and x in (0, f.across - 1):
        link_cell(f, cell_at(x, y), SOUTH)


def link_original_border(f: Floor, x: int, y: int) -> None:
    """Link it as the original does, which misses some; a link may be known to one side only."""
    last_x, last_y = f.across - 1, f.down - 1
    links = 0
    if y in (0, last_y) and 0 < x < last_x:
        links = LINK_BIT[EAST] | LINK_BIT[WEST]
    if x in (0, last_x):
        if 0 < y < last_y:
            links |= LINK_BIT[NORTH]
        if y < last_y - 1:
            links |= LINK_BIT[SOUTH]
    f.links[cell_at(x, y)] |= links


def link_crossroads(f: Floor, x: int, y: int) -> None:
    """Link a cell with the next one below if its column is an inner one, and with the next one to
    the right if its row is."""
    if 0 < x < f.across - 1 and y < f.down - 1:
        link_cell(f, cell_at(x, y), SOUTH)
    if 0 < y < f.down - 1 and x < f.across - 1:
        link_cell(f, cell_at(x, y), EAST)


def link_row(f: Floor, x: int, y: int) -> None:
    """Link a cell with the next one to the right."""
    if x < f.across - 1:
        link_cell(f, cell_at(x, y), EAST)


def link_cross(f: Floor, x: int, y: int) -> None:
    """Link a cell with the middle one if that is beside it."""
    if y == 1 and x < 2:
        link_cell(f, cell_at(x, y), EAST)
    if x == 1 and y < 2:
        link_cell(f, cell_at(x, y), SOUTH)


def link_cells(f: Floor) -> Work:
    """Link the cells as the layout says; a piece is a cell with the next ones."""
    number = f.layout.number
    for y in range(f.down):
        for x in range(f.across):
            if x or y:
                yield
            if number == OUTER_RING:
                link_border(f, x, y)
            elif number == OUTER_ROOMS:
                if f.g.parameters.quirks.border_loop == "whole":
                    link_border(f, x, y)
                else:
                    link_original_border(f, x, y)
            elif number == CROSSROADS:
                link_crossroads(f, x, y)
            elif number in (TWO_ROOMS, BEETLE):
                link_row(f, x, y)
            elif number == CROSS:
                link_cross(f, x, y)


def walk_cells(f: Floor) -> Work:
    """Link cells by a random walk that keeps its direction for a while; a piece is a step of it."""
    x = draw_below(f, f.across)
    y = draw_below(f, f.down)
    direction = draw_below(f, 4)
    for _ in range(f.g.parameters.halls.connectivity):
        yield
        turn = draw_below(f, 8)
        if f.exact or turn < 4:
            new = draw_below(f, 4)
            if turn < 4:
                direction = new
        while not is_inside(f, x, y, WALK_LINKS[direction]):
            direction = direction + 1 & 3
        link = WALK_LINKS[direction]
        if f.state[other_cell(cell_at(x, y), link)] & VALID:
            link_cell(f, cell_at(x, y), link)
            x += LINK_X[link]
            y += LINK_Y[link]
    f.walk_x, f.walk_y = x, y


def has_one_link(f: Floor, cell: int) -> bool:
    """Whether a cell has exactly one link."""
    return f.links[cell] in LINK_BIT


def link_dead_end(f: Floor, x: int, y: int) -> bool:
    """Link a dead end with a random neighbour; False if there is none."""
    direction = draw_below(f, 4)
    for _ in range(4):
        link = WALK_LINKS[direction]
        direction = direction + 1 & 3
        if f.links[cell_at(x, y)] & LINK_BIT[link] or not is_inside(f, x, y, link):
            continue
        if f.state[other_cell(cell_at(x, y), link)] & VALID:
            link_cell(f, cell_at(x, y), link)
            return True
    return False


def remove_dead_ends(f: Floor) -> Work:
    """Give each anchor with one link another one, until there is none; a piece is a cell."""
    if f.g.parameters.quirks.dead_ends == "original":
        yield from remove_dead_ends_originally(f)
        return
    found, y = False, 0
    while True:
        for x in range(f.across):
            if f.state[cell_at(x, y)] & (VALID | ROOM) == VALID and has_one_link(f, cell_at(x, y)):
                found |= link_dead_end(f, x, y)
            if x != f.across - 1:
                yield
        y += 1
        if y == f.down:
            if not found:
                return
            found, y = False, 0
        yield


def remove_dead_ends_originally(f: Floor) -> Work:
    """The same as in the original: whether there is a neighbour is asked for the end of the walk,
    and whether it is valid for the right neighbour alone.

    After a link up or down, the rest of the row is that of the neighbour; the grid goes on as far
    as that leads, with cells that have no rooms. A piece is a row, and before the first one the
    links.
    """
    links: dict[tuple[int, int], int] = {}
    for y in range(f.down):
        for x in range(f.across):
            links[x, y] = f.links[cell_at(x, y)]
    found = True
    while found:
        found = False
        for first_row in range(f.down):
            yield
            y = first_row
            for x in range(f.across):
                own = links.get((x, y), 0)
                is_outside = not 0 <= y < f.down
                is_anchor = is_outside or f.state[cell_at(x, y)] & (VALID | ROOM) == VALID
                if not is_anchor or own not in LINK_BIT:
                    continue
                direction = draw_below(f, 4)
                for _ in range(TURNS):
                    link = WALK_LINKS[direction]
                    if is_inside(f, f.walk_x, f.walk_y, link) and not own & LINK_BIT[link]:
                        break
                    direction = direction + 1 & 3
                if x + 1 < f.across and not is_outside and not f.state[cell_at(x + 1, y)] & VALID:
                    continue
                found = True
                link = WALK_LINKS[direction]
                other = x + LINK_X[link], y + LINK_Y[link]
                links[x, y] = own | LINK_BIT[link]
                links[other] = links.get(other, 0) | LINK_BIT[link ^ 1]
                y += LINK_Y[link]
    yield
    for y in range(f.down):
        for x in range(f.across):
            f.links[cell_at(x, y)] = links[x, y]
