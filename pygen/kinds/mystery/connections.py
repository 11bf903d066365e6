"""The links between cells: those of the layout, and those of a random walk."""

from __future__ import annotations

from pygen.kinds.mystery.ground import (
    EAST,
    LINK_BIT,
    LINK_STEP,
    LINK_X,
    LINK_Y,
    NORTH,
    ROOM,
    SOUTH,
    VALID,
    WEST,
    Floor,
    Work,
    cell_at,
)
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

TURNS = 8
"""How often a dead end of the original looks for a direction."""


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


def link_border(f: Floor) -> None:
    """Link the cells at the edge of the grid in a loop."""
    for x in range(f.across - 1):
        link_cell(f, cell_at(x, 0), EAST)
        link_cell(f, cell_at(x, f.down - 1), EAST)
    for y in range(f.down - 1):
        link_cell(f, cell_at(0, y), SOUTH)
        link_cell(f, cell_at(f.across - 1, y), SOUTH)


def link_original_border(f: Floor) -> None:
    """Link them as the original does, which misses some; a link may be known to one side only."""
    last_x, last_y = f.across - 1, f.down - 1
    for x in range(last_x):
        for y in (0, last_y):
            if x > 0:
                f.links[cell_at(x, y)] |= LINK_BIT[EAST]
            if x < last_x - 1:
                f.links[cell_at(x + 1, y)] |= LINK_BIT[WEST]
    for y in range(last_y):
        for x in (0, last_x):
            if y > 0:
                f.links[cell_at(x, y)] |= LINK_BIT[NORTH]
            if y < last_y - 1:
                f.links[cell_at(x, y)] |= LINK_BIT[SOUTH]


def link_crossroads(f: Floor) -> None:
    """Link all inner columns from top to bottom, all inner rows from left to right."""
    for x in range(1, f.across - 1):
        for y in range(f.down - 1):
            link_cell(f, cell_at(x, y), SOUTH)
    for y in range(1, f.down - 1):
        for x in range(f.across - 1):
            link_cell(f, cell_at(x, y), EAST)


def link_rows(f: Floor) -> None:
    """Link each row from left to right."""
    for y in range(f.down):
        for x in range(f.across - 1):
            link_cell(f, cell_at(x, y), EAST)


def link_cross(f: Floor) -> None:
    """Link the middle cell with its four neighbours."""
    for link in range(4):
        link_cell(f, cell_at(1, 1), link)


def link_layout(f: Floor) -> None:
    """Link the cells as the layout says."""
    number = f.layout.number
    if number == OUTER_RING:
        link_border(f)
    elif number == OUTER_ROOMS:
        if f.g.parameters.quirks.border_loop == "whole":
            link_border(f)
        else:
            link_original_border(f)
    elif number == CROSSROADS:
        link_crossroads(f)
    elif number in (TWO_ROOMS, BEETLE):
        link_rows(f)
    elif number == CROSS:
        link_cross(f)


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
    """Give each anchor with one link another one, until there is none; a piece is a row."""
    if f.g.parameters.quirks.dead_ends == "original":
        remove_dead_ends_originally(f)
        return
    found, y = False, 0
    while True:
        for x in range(f.across):
            if f.state[cell_at(x, y)] & (VALID | ROOM) == VALID and has_one_link(f, cell_at(x, y)):
                found |= link_dead_end(f, x, y)
        y += 1
        if y == f.down:
            if not found:
                return
            found, y = False, 0
        yield


def remove_dead_ends_originally(f: Floor) -> None:
    """The same as in the original: whether there is a neighbour is asked for the end of the walk,
    and whether it is valid for the right neighbour alone.

    After a link up or down, the rest of the row is that of the neighbour; the grid goes on as far
    as that leads, with cells that have no rooms.
    """
    links: dict[tuple[int, int], int] = {}
    for y in range(f.down):
        for x in range(f.across):
            links[x, y] = f.links[cell_at(x, y)]
    found = True
    while found:
        found = False
        for first_row in range(f.down):
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
    for y in range(f.down):
        for x in range(f.across):
            f.links[cell_at(x, y)] = links[x, y]
