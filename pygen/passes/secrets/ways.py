"""The pass `secrets`: a dead end becomes secret by chance.

A dead end is a way from a tile with one open side, over tiles with two open sides, to a tile with
more. The last tile before that one becomes a secret path. Nothing branches off from a dead end, so
everything outside can still be reached. Ways that are hidden already do not count.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from pygen.engine.definition.pace import FULL, Piece, Work, schedule
from pygen.engine.definition.sides import STEPS
from pygen.engine.dungeon.generation import Generation
from pygen.passes.secrets.constants import LONGEST, NO_SIDE
from pygen.passes.secrets.parameters import Secrets

GROUP = 8
"""The tiles of a row that a step looks at, one or more of which may be ends: those of a byte with a
bit each, because kernels look at them all at once."""

LOOK = Piece("look", 1)
FOLLOWED = Piece("follow", schedule("passes/secrets")["tiles_followed"])


class Way:
    """A dead end that is followed from its end: the current tile, the side of it from which the way
    comes, the side to which it goes on, and the number of its tiles so far."""

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y
        self.back, self.on = NO_SIDE, 0
        self.length = 1


def is_seen_open(g: Generation[Any], x: int, y: int) -> bool:
    """Whether a tile can be walked on and does not look like a wall."""
    code = g.tiles.get(x, y)
    return code in g.walkable and code not in [g.codes[name] for name in g.blueprint.secrets]


def count_ways(g: Generation[Any], way: Way, most: int) -> int:
    """The number of open sides of the way's tile; counting stops at one more than `most`. The way
    goes on to the last open side other than the one from which it comes."""
    count = 0
    for side, (across, down) in enumerate(STEPS):
        if is_seen_open(g, way.x + across, way.y + down):
            count += 1
            if count > most:
                break
            if side != way.back:
                way.on = side
    return count


def is_plain(g: Generation[Any], way: Way) -> bool:
    """Whether the way's tile is floor or a door: nothing that must stay in sight."""
    return g.tiles.get(way.x, way.y) in (g.codes["floor"], g.codes.get("door"))


def follow_on(g: Generation[Any], p: Secrets, way: Way) -> bool:
    """Follow a dead end to its next tile. If more than two sides of that tile are open, the tile
    before it may become a secret path. Returns whether the way goes on."""
    last_x, last_y = way.x, way.y
    across, down = STEPS[way.on]
    way.x += across
    way.y += down
    way.back = way.on ^ 1
    if not is_plain(g, way):
        return False
    count = count_ways(g, way, 2)
    if count == 2:
        way.length = min(way.length + 1, LONGEST)
        return True
    if count > 2 and way.length > p.behind and g.random.chance_of(p.chance):
        g.tiles.set(last_x, last_y, g.codes["secret_path"])
    return False


def follow(g: Generation[Any], p: Secrets, way: Way) -> Work:
    """Follow a dead end from its end, and perhaps hide it."""
    while True:
        yield FOLLOWED
        if not follow_on(g, p, way):
            return


def hide_ways(g: Generation[Any], p: Secrets) -> Work:
    """Hide dead ends, row by row as their ends are found."""
    is_first = True
    for y, x in product(range(1, g.tiles.height - 1), range(1, g.tiles.width - 1)):
        if is_first or x == 1 or x % GROUP == 0:
            yield LOOK
        way = Way(x, y)
        is_first = is_plain(g, way) and count_ways(g, way, 1) == 1
        if is_first:
            yield "end"
            yield from follow(g, p, way)
            yield FULL
