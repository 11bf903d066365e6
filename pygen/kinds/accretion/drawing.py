"""Drawing features on the map."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.constants import CORRIDOR, VAULT
from pygen.kinds.accretion.features import Growth
from pygen.kinds.accretion.pace import PACE
from pygen.kinds.accretion.parameters import Accretion

BOX, MARK = Piece("draw", PACE["drawn_at_once"]), Piece("marks", PACE["marks_at_once"])

MARK_NAMES = ("empty", "wall", "floor", "door", "secret_path", "treasure")
"""The tiles of the marks in a vault's drawing."""


def draw_boxes(growth: Growth) -> Work:
    """Draw the walls of all of the feature's rectangles, then their floor."""
    tiles, codes = growth.g.tiles, growth.g.codes
    for border in (1, 0):
        for left, top, right, bottom in growth.boxes:
            width, height = right - left + 1 + 2 * border, bottom - top + 1 + 2 * border
            yield BOX.weighing(height + PACE["rows_of_box"])
            tile = codes["wall" if border else "floor"]
            tiles.fill(left - border, top - border, width, height, tile)


def draw_marks(growth: Growth) -> Work:
    """Draw the doors, secret paths and treasures within a vault."""
    g = growth.g
    for row, across, mark in g.parameters.vaults[growth.kind - VAULT].marks:
        yield MARK
        g.tiles.set(*growth.place(row, across), g.codes[MARK_NAMES[mark]])


def opening_between(g: Generation[Accretion], kinds: set[int]) -> str:
    """The tile of an opening between features of these kinds: by chance a door, but not between two
    corridors."""
    is_door = kinds != {CORRIDOR} and g.random.chance_of(g.parameters.doors.chance)
    return "door" if is_door else "floor"


def open_site(growth: Growth) -> None:
    """Open the wall between the new feature and the one it is added to. A vault's drawing says what
    is in its opening."""
    g, site = growth.g, growth.site
    if growth.kind >= VAULT:
        is_hidden = g.parameters.vaults[growth.kind - VAULT].is_hidden
        name = "secret_path" if is_hidden else "door"
    else:
        name = opening_between(g, {growth.kind, growth.records[site.feature]["kind"]})
    g.tiles.set(site.x, site.y, g.codes[name])
