"""Drawing features on the map."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.accretion.features import Growth
from pygen.kinds.accretion.parameters import CORRIDOR, LEFT, SKIPPED, TOP, VAULT

DRAWN_AT_ONCE = 14
"""How many rows of tiles one step draws if it draws several rectangles; each counts as one row
more."""

MARK_NAMES = ("empty", "wall", "floor", "door", "secret_path", "treasure")
"""The tiles of the marks in a vault's drawing."""


def draw_boxes(growth: Growth) -> Steps:
    """Draw the walls of all of the feature's rectangles, then their floor; one step is a few."""
    tiles, codes = growth.g.tiles, growth.g.codes
    rows_left = DRAWN_AT_ONCE
    for border in (1, 0):
        for left, top, right, bottom in growth.boxes:
            rows = bottom - top + 2 + 2 * border
            if rows_left < rows and rows_left != DRAWN_AT_ONCE:
                yield "draw"
                rows_left = DRAWN_AT_ONCE
            rows_left -= min(rows, rows_left)
            tiles.fill(
                left - border,
                top - border,
                right - left + 1 + 2 * border,
                bottom - top + 1 + 2 * border,
                codes["wall" if border else "floor"],
            )


def draw_vault_row(growth: Growth, row: int) -> None:
    """Draw a row of a vault's drawing, counted from its way in, which is drawn later."""
    tiles, codes, site = growth.g.tiles, growth.g.codes, growth.site
    marks = growth.g.parameters.vaults[growth.kind - VAULT].inward()[row]
    for at, mark in enumerate(marks):
        place = growth.breadth + 1 - at if growth.is_mirrored else at
        if mark == SKIPPED or (row == 0 and place == growth.offset + 1):
            continue
        if site.side < TOP:
            x = site.x - row if site.side == LEFT else site.x + row
            y = growth.top - 1 + place
        else:
            x = growth.left - 1 + place
            y = site.y - row if site.side == TOP else site.y + row
        tiles.set(x, y, codes[MARK_NAMES[mark]])


def draw_vault(growth: Growth) -> Steps:
    """Draw a vault, a row of its drawing in each step."""
    for row in range(growth.depth + 2):
        draw_vault_row(growth, row)
        if row <= growth.depth:
            yield "vault"


def open_site(growth: Growth) -> None:
    """Open the wall between the feature and that to which it is added: with a door by chance, but
    not between two corridors. A vault says itself what is there."""
    g, site = growth.g, growth.site
    name = "floor"
    if growth.kind >= VAULT:
        is_hidden = g.parameters.vaults[growth.kind - VAULT].is_hidden
        name = "secret_path" if is_hidden else "door"
    else:
        has_corridors = growth.kind == CORRIDOR == growth.records[site.feature]["kind"]
        if not has_corridors and g.random.chance(g.parameters.door_threshold):
            name = "door"
    g.tiles.set(site.x, site.y, g.codes[name])
