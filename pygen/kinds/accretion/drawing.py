"""Drawing features on the map."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.definition.sides import LEFT, TOP
from pygen.kinds.accretion.constants import CORRIDOR, VAULT
from pygen.kinds.accretion.features import Growth
from pygen.kinds.accretion.pace import PACE

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
    tiles, codes, site = growth.g.tiles, growth.g.codes, growth.site
    marks = growth.g.parameters.vaults[growth.kind - VAULT].marks
    for row, across, mark in marks:
        yield MARK
        place = growth.breadth - 1 - across if growth.is_mirrored else across
        if site.side < TOP:
            x = growth.right - row if site.side == LEFT else growth.left + row
            y = growth.top + place
        else:
            x = growth.left + place
            y = growth.bottom - row if site.side == TOP else growth.top + row
        tiles.set(x, y, codes[MARK_NAMES[mark]])


def open_site(growth: Growth) -> None:
    """Open the wall between the new feature and the one it is added to: by chance with a door, but
    not between two corridors. A vault's drawing says what is in its opening."""
    g, site = growth.g, growth.site
    name = "floor"
    if growth.kind >= VAULT:
        is_hidden = g.parameters.vaults[growth.kind - VAULT].is_hidden
        name = "secret_path" if is_hidden else "door"
    else:
        has_corridors = growth.kind == CORRIDOR == growth.records[site.feature]["kind"]
        if not has_corridors and g.random.chance_of(g.parameters.doors.chance):
            name = "door"
    g.tiles.set(site.x, site.y, g.codes[name])
