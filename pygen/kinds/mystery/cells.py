"""The cells of a floor: how many there are, where they lie, and which of them are rooms."""

from __future__ import annotations

from pygen.kinds.mystery.constants import (
    CELLS_ACROSS,
    CELLS_DOWN,
    GRID_TRIES,
    ROOM,
    SWAPS,
    SWAPS_AT_ONCE,
    SWEEPS,
    VALID,
)
from pygen.kinds.mystery.ground import Floor, Work, cell_at
from pygen.kinds.mystery.numbers import draw_below, draw_percent
from pygen.kinds.mystery.parameters import (
    CORNER_STATE,
    INNER_STATE,
    ONE_ROOM,
    OUTER_STATE,
    USUAL_STATE,
)

ROOM_CHANCE = 60
"""Percent of the cells that become a room then."""


def choose_grid(f: Floor) -> None:
    """Choose how many columns and rows of cells there are, which exact mode has drawn, and find the
    lines between them."""
    layout = f.layout
    if not f.exact and not layout.across and not layout.columns:
        f.across = 2 + draw_below(f, layout.most_across - 1)
        f.down = 2 + draw_below(f, layout.most_down - 1)
    if layout.columns:
        f.across, f.down = 4, 2 + draw_below(f, 2)
    if layout.across:
        f.lines_x = f.g.parameters.lines_across()
        f.lines_y = f.g.parameters.lines_down()
        f.across, f.down = len(f.lines_x) - 1, len(f.lines_y) - 1
        return
    f.lines_x = [x * (f.width // f.across) for x in range(f.across + 1)]
    f.lines_y = [y * (f.height // f.down) for y in range(f.down + 1)]


def begin_cells(f: Floor) -> None:
    """Begin with cells that are all rooms, except where the layout says otherwise."""
    number, columns = f.layout.number, f.layout.columns
    last_x, last_y = f.across - 1, f.down - 1
    for y in range(f.down):
        for x in range(f.across):
            if columns and x >= columns:
                state = ROOM
            elif x in (0, last_x) and y in (0, last_y):
                state = CORNER_STATE.get(number, USUAL_STATE)
            elif x in (0, last_x) or y in (0, last_y):
                state = OUTER_STATE.get(number, USUAL_STATE)
            else:
                state = INNER_STATE.get(number, USUAL_STATE)
            f.state[cell_at(x, y)] = state
            f.links[cell_at(x, y)] = 0


def assign_rooms(f: Floor) -> Work:
    """Decide which cells are rooms, as many as the density says; a piece is a column.

    The middle column's second cell never is, if the number of columns is odd, although it counts.
    """
    density = f.g.parameters.rooms.density
    more = draw_below(f, 3) if f.exact or density >= 0 else 0
    wanted = density + more if density >= 0 else -density
    cells = f.across * f.down
    if f.exact:
        yield from shuffle_flags(f, cells, wanted)
    found = left = 0
    for x in range(f.across):
        yield
        for y in range(f.down):
            if not f.state[cell_at(x, y)] & VALID:
                continue
            if f.exact:
                is_room = f.flags[left]
            else:
                # As many of the cells that are left are rooms as are still wanted, on average.
                is_room = wanted > 0 and draw_below(f, cells - left) < wanted
                wanted -= is_room
            left += 1
            f.state[cell_at(x, y)] = VALID
            if not is_room:
                continue
            found += 1
            if y != 1 or not f.across & 1 or x != f.across >> 1:
                f.state[cell_at(x, y)] = VALID | ROOM
    yield
    if found < 2:
        add_room(f)


def add_room(f: Floor) -> None:
    """Make one cell a room, which may be one already."""
    for _ in range(SWEEPS):
        for x in range(f.across):
            for y in range(f.down):
                if f.state[cell_at(x, y)] & VALID and draw_percent(f, ROOM_CHANCE):
                    f.state[cell_at(x, y)] |= ROOM
                    return


def draw_grid(f: Floor) -> Work:
    """Exact mode: draw columns and rows until there are not too many; a piece is a try."""
    across_choices, down_choices = f.layout.grid_choices
    for _ in range(GRID_TRIES):
        f.across = 2 + draw_below(f, across_choices)
        f.down = 2 + draw_below(f, down_choices)
        if f.across <= CELLS_ACROSS and f.down <= CELLS_DOWN:
            return
        yield
    f.across = f.down = 4


def shuffle_flags(f: Floor, count: int, wanted: int) -> Work:
    """Exact mode: set the first `wanted` of `count` flags, then swap pairs; a piece is some of
    them, and before them the flags."""
    flags = f.flags = [number < wanted for number in range(count)]
    for number in range(SWAPS):
        if number % SWAPS_AT_ONCE == 0:
            yield
        one = draw_below(f, count)
        other = draw_below(f, count)
        flags[one], flags[other] = flags[other], flags[one]


def draw_choice(f: Floor, count: int) -> int:
    """A number 0..count-1; exact mode has shuffled a mark for it."""
    if f.exact:
        return f.flags.index(True)
    return draw_below(f, count)


def is_one_room(f: Floor) -> bool:
    """Whether the layout is a single large room."""
    return f.layout.number == ONE_ROOM
