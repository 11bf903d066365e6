"""Further walks, to the sections of the map that have no floor.

The map is divided into sections of `coverage.section` tiles a side. What a `yield` means is
described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.walk.constants import (
    MOST_COVERING_WALKS,
    STEP_DOWN,
    STEP_LEFT,
    STEP_RIGHT,
    STEP_UP,
)
from pygen.kinds.walk.digging import Walker, go, make_move
from pygen.kinds.walk.directions import STEPS
from pygen.kinds.walk.pace import moves_at_once
from pygen.kinds.walk.parameters import Walk

PACE = schedule("kinds/walk")
LOOK = Piece("look", PACE["section_tiles_at_once"])
"""Looking at a row of a section, which weighs as much as it has tiles."""
CHOOSE = Piece("choose", PACE["sections_at_once"])
"""Looking at a section, whether a walk may lead there."""
SEEK = Piece("seek", PACE["section_tiles_at_once"])
"""Looking for floor in a row or column beside a section; it weighs as much as it has tiles."""
COME = Piece("come", PACE["covering_moves_at_once"])
"""A move of a walker that is on its way to a section."""


class Sections:
    """The sections of a map, and which of them are known to have floor."""

    def __init__(self, p: Walk) -> None:
        self.across, self.down = p.sections_across, p.sections_down
        self.with_floor: set[tuple[int, int]] = set()

    def next_of(self, column: int, row: int) -> tuple[int, int]:
        """The section behind one, row by row; behind the last one comes the first."""
        column += 1
        if column == len(self.across):
            column, row = 0, row + 1
            if row == len(self.down):
                row = 0
        return column, row


def look_for_floor(g: Generation[Walk], sections: Sections, at: tuple[int, int]) -> Finding[bool]:
    """Whether a section has floor: look at its rows until one has."""
    left, right = sections.across[at[0]]
    top, bottom = sections.down[at[1]]
    for y in range(top, bottom + 1):
        yield LOOK.weighing(right - left + 1)
        first = y * g.tiles.width
        if g.codes["floor"] in g.tiles.tiles[first + left : first + right + 1]:
            sections.with_floor.add(at)
            return True
    return False


def sides_with_floor(sections: Sections, at: tuple[int, int]) -> list[bool]:
    """For each direction, whether the section that lies there of this one has floor."""
    return [(at[0] + x, at[1] + y) in sections.with_floor for x, y in STEPS]


def choose_section(g: Generation[Walk], sections: Sections) -> Finding[tuple[int, int]]:
    """A section without known floor beside one that has it: from a random one on, the first."""
    at = g.random.below(len(sections.across)), g.random.below(len(sections.down))
    while True:
        yield CHOOSE
        if at not in sections.with_floor and any(sides_with_floor(sections, at)):
            return at
        at = sections.next_of(*at)


def find_floor_beside(
    g: Generation[Walk], sections: Sections, at: tuple[int, int]
) -> Finding[tuple[int, int]]:
    """The floor that is nearest to a section, in a section beside it: of those with floor, from a
    random direction on, the first.

    The section is looked at line by line, away from the one at `at`. A line is looked at from a
    random end.
    """
    side = g.random.below(4)
    while not sides_with_floor(sections, at)[side]:
        side = (side + 1) % 4
    is_backwards = g.random.below(2)
    left, right = sections.across[at[0] + STEPS[side][0]]
    top, bottom = sections.down[at[1] + STEPS[side][1]]
    columns, rows = range(left, right + 1), range(top, bottom + 1)
    lines, tiles = (columns, rows) if side in (STEP_LEFT, STEP_RIGHT) else (rows, columns)
    for line in reversed(lines) if side in (STEP_LEFT, STEP_UP) else lines:
        yield SEEK.weighing(len(tiles))
        for tile in reversed(tiles) if is_backwards else tiles:
            x, y = (line, tile) if lines is columns else (tile, line)
            if g.tiles.get(x, y) == g.codes["floor"]:
                return x, y
    raise AssertionError("a section with floor has none")


def come_closer(g: Generation[Walk], walker: Walker, x: int, y: int) -> None:
    """Make a move towards (x, y); if two would do, either."""
    across = STEP_LEFT if x < walker.x else STEP_RIGHT
    direction = STEP_UP if y < walker.y else STEP_DOWN
    if y == walker.y or (x != walker.x and g.random.below(2)):
        direction = across
    go(g, walker, direction)


def walk_to_section(
    g: Generation[Walk], sections: Sections, walker: Walker, at: tuple[int, int]
) -> Work:
    """Walk to a random tile of a section, some steps astray; what steps are left then lead
    anywhere."""
    left, right = sections.across[at[0]]
    top, bottom = sections.down[at[1]]
    x, y = left + g.random.below(right - left + 1), top + g.random.below(bottom - top + 1)
    left_over = g.parameters.coverage.steps
    while left_over > 0 and (walker.x, walker.y) != (x, y):
        yield COME
        left_over -= 1
        if g.random.chance_of(g.parameters.coverage.straying):
            make_move(g, walker)
        else:
            come_closer(g, walker, x, y)
    if left_over == 0:
        return
    sections.with_floor.add(at)
    yield "come"
    move = Piece("dig", moves_at_once(g.parameters.map, g.parameters.walk.pull))
    for _ in range(left_over):
        yield move
        make_move(g, walker)


def cover(g: Generation[Walk], walker: Walker) -> Work:
    """Walk on until enough sections have floor.

    Each walk begins at floor beside a section that has none, and leads there. Only the sections to
    which walks shall lead are looked at again.
    """
    sections = Sections(g.parameters)
    for row in range(len(sections.down)):
        for column in range(len(sections.across)):
            yield from look_for_floor(g, sections, (column, row))
    yield "look"
    walks = MOST_COVERING_WALKS
    while len(sections.with_floor) < g.parameters.wanted_sections:
        at = yield from choose_section(g, sections)
        yield "choose"
        has_floor = yield from look_for_floor(g, sections, at)
        yield "look"
        if has_floor:
            continue
        if walks == 0:
            g.status |= STATUS_FEWER_PARTS
            return
        walks -= 1
        walker.x, walker.y = yield from find_floor_beside(g, sections, at)
        yield "seek"
        yield from walk_to_section(g, sections, walker, at)
        yield "cover"
