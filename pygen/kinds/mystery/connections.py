"""The links between cells: those of the layout, and those of a random walk."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.ground import (
    EAST,
    LINK_BACK,
    LINK_X,
    LINK_Y,
    NORTH,
    ROOM,
    SOUTH,
    VALID,
    WEST,
    Floor,
    at,
)
from pygen.kinds.mystery.numbers import draw_below
from pygen.kinds.mystery.parameters import (
    BEETLE,
    CROSS,
    CROSSROADS,
    OUTER_RING,
    OUTER_ROOMS,
    TWO_ROOMS,
    WALK,
)

WALK_LINKS = (EAST, NORTH, WEST, SOUTH)
"""The directions of the walk, in the order in which it turns."""

STEPS_AT_ONCE = 8
"""How many steps of the walk one step makes."""

TURNS = 8
"""How often a dead end looks for a direction."""


def connect_cells(f: Floor) -> Steps:
    """Link the cells as the layout says, then by a walk."""
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
    elif number in (CROSS, TWO_ROOMS, BEETLE):
        link_rows(f)
    if not f.layout.properties & WALK:
        return
    x = draw_below(f, f.across)
    y = draw_below(f, f.down)
    direction = draw_below(f, 4)
    for number in range(f.g.parameters.halls.connectivity):
        if number and number % STEPS_AT_ONCE == 0:
            yield "walk"
        turn = draw_below(f, 8)
        if f.exact or turn < 4:
            new = draw_below(f, 4)
            if turn < 4:
                direction = new
        while not is_inside(f, x, y, WALK_LINKS[direction]):
            direction = direction + 1 & 3
        link = WALK_LINKS[direction]
        if f.state[at(x + LINK_X[link], y + LINK_Y[link])] & VALID:
            link_cell(f, x, y, link)
            x, y = x + LINK_X[link], y + LINK_Y[link]
    if not f.g.parameters.halls.dead_ends:
        yield "walked"
        yield from remove_dead_ends(f, x, y)


def is_inside(f: Floor, x: int, y: int, link: int) -> bool:
    """Whether a link leads to another cell of the grid."""
    return 0 <= x + LINK_X[link] < f.across and 0 <= y + LINK_Y[link] < f.down


def link_cell(f: Floor, x: int, y: int, link: int) -> None:
    """Link a cell with its neighbour, if the grid has one."""
    f.links[at(x, y)] |= link
    if is_inside(f, x, y, link):
        f.links[at(x + LINK_X[link], y + LINK_Y[link])] |= LINK_BACK[link]


def link_border(f: Floor) -> None:
    """Link the cells at the edge of the grid in a loop."""
    for x in range(f.across - 1):
        link_cell(f, x, 0, EAST)
        link_cell(f, x, f.down - 1, EAST)
    for y in range(f.down - 1):
        link_cell(f, 0, y, SOUTH)
        link_cell(f, f.across - 1, y, SOUTH)


def link_original_border(f: Floor) -> None:
    """Link them as the original does, which misses some; a link may be known to one side only."""
    last_x, last_y = f.across - 1, f.down - 1
    for x in range(last_x):
        for y in (0, last_y):
            if x > 0:
                f.links[at(x, y)] |= EAST
            if x < last_x - 1:
                f.links[at(x + 1, y)] |= WEST
    for y in range(last_y):
        for x in (0, last_x):
            if y > 0:
                f.links[at(x, y)] |= NORTH
            if y < last_y - 1:
                f.links[at(x, y)] |= SOUTH


def link_crossroads(f: Floor) -> None:
    """Link all inner columns from top to bottom, all inner rows from left to right."""
    for x in range(1, f.across - 1):
        for y in range(f.down - 1):
            link_cell(f, x, y, SOUTH)
    for y in range(1, f.down - 1):
        for x in range(f.across - 1):
            link_cell(f, x, y, EAST)


def link_rows(f: Floor) -> None:
    """Link each row from left to right; of a cross the middle row and the middle column."""
    for y in range(f.down):
        if f.layout.number == CROSS and y != 1:
            continue
        for x in range(f.across - 1):
            link_cell(f, x, y, EAST)
    if f.layout.number == CROSS:
        link_cell(f, 1, 0, SOUTH)
        link_cell(f, 1, 1, SOUTH)


def remove_dead_ends(f: Floor, end_x: int, end_y: int) -> Steps:
    """Give each anchor with one link another one, until there is none; (end_x, end_y) is the end
    of the walk."""
    if f.g.parameters.quirks.dead_ends == "original":
        remove_dead_ends_originally(f, end_x, end_y)
        return
    found = True
    while found:
        found = False
        for y in range(f.down):
            yield "dead ends"
            for x in range(f.across):
                if f.state[at(x, y)] & (VALID | ROOM) == VALID and has_one_link(f, x, y):
                    found |= link_dead_end(f, x, y)


def has_one_link(f: Floor, x: int, y: int) -> bool:
    """Whether a cell has exactly one link."""
    return f.links[at(x, y)] in (NORTH, SOUTH, WEST, EAST)


def link_dead_end(f: Floor, x: int, y: int) -> bool:
    """Link a dead end with a random neighbour; False if there is none."""
    direction = draw_below(f, 4)
    for _ in range(4):
        link = WALK_LINKS[direction]
        direction = direction + 1 & 3
        if f.links[at(x, y)] & link or not is_inside(f, x, y, link):
            continue
        if f.state[at(x + LINK_X[link], y + LINK_Y[link])] & VALID:
            link_cell(f, x, y, link)
            return True
    return False


def remove_dead_ends_originally(f: Floor, end_x: int, end_y: int) -> None:
    """The same as in the original: whether there is a neighbour is asked for the end of the walk,
    and whether it is valid for the right neighbour alone.

    After a link up or down, the rest of the row is that of the neighbour; the grid goes on as far
    as that leads, with cells that have no rooms.
    """
    links: dict[tuple[int, int], int] = {}
    for y in range(f.down):
        for x in range(f.across):
            links[x, y] = f.links[at(x, y)]
    found = True
    while found:
        found = False
        for first_row in range(f.down):
            y = first_row
            for x in range(f.across):
                own = links.get((x, y), 0)
                is_outside = not 0 <= y < f.down
                is_anchor = is_outside or f.state[at(x, y)] & (VALID | ROOM) == VALID
                if not is_anchor or own not in (NORTH, SOUTH, WEST, EAST):
                    continue
                direction = draw_below(f, 4)
                for _ in range(TURNS):
                    link = WALK_LINKS[direction]
                    if is_inside(f, end_x, end_y, link) and not own & link:
                        break
                    direction = direction + 1 & 3
                if x + 1 < f.across and not is_outside and not f.state[at(x + 1, y)] & VALID:
                    continue
                found = True
                link = WALK_LINKS[direction]
                other = x + LINK_X[link], y + LINK_Y[link]
                links[x, y] = own | link
                links[other] = links.get(other, 0) | LINK_BACK[link]
                y += LINK_Y[link]
    for y in range(f.down):
        for x in range(f.across):
            f.links[at(x, y)] = links[x, y]
