"""The theme of a dungeon: glyphs and colours of its tiles that differ from other dungeons.

A theme changes only the appearance. The bytes of the dungeon do not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import Field

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.colours import Colour
from pygen.engine.definition.entity_kinds import ENTITIES, SHOWN_KINDS
from pygen.engine.definition.looks import drawings_needed
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.tiles import COMMON_TILES
from pygen.engine.sections import BrokenRule, Section
from pygen.kinds import KNOWN_TILES, tables_of, tiles_of
from pygen.spec.glyphs import load_glyphs


class TileTheme(Section):
    """What a tile looks like in one dungeon."""

    glyph: str | None = Field(
        default=None,
        description="a glyph of templates/program/glyphs.txt (default: the one of the tile's name)",
    )
    colour: Colour | None = Field(
        default=None,
        description="one of the sixteen colours of the C64 (default: that of the tile)",
    )


Theme = Mapping[str, TileTheme]
"""The appearance of tiles, by tile name."""


def shown_tiles(dungeon: KindParameters, names: Iterable[str]) -> list[str]:
    """The tiles of a spec that a dungeon may show: its own tiles, and tiles that belong to no kind
    or pass, which a game may put into any map."""
    own = tiles_of(dungeon)
    return [name for name in names if name in own or name not in KNOWN_TILES]


def tiles_with_own_glyphs(dungeon: KindParameters, names: Iterable[str]) -> list[str]:
    """The tiles of a spec whose glyphs are specific to a dungeon. The glyphs of all other tiles are
    common to all dungeons."""
    theme: Theme = dungeon.theme
    return [
        name
        for name in shown_tiles(dungeon, names)
        if name not in COMMON_TILES or (name in theme and theme[name].glyph is not None)
    ]


def own_entities(dungeon: KindParameters) -> list[str]:
    """The kinds of entities whose glyphs are specific to a dungeon. A kind with the name of a tile
    has the tile's glyph."""
    if not any(table.name == ENTITIES for table in tables_of(dungeon)):
        return []
    own = tiles_of(dungeon)
    return [one.name for one in SHOWN_KINDS if one.name not in own]


def characters_needed(dungeon: KindParameters, names: Iterable[str]) -> int:
    """The number of characters that a program needs for the tiles of a dungeon, their looks, and
    its entities."""
    own = len(tiles_with_own_glyphs(dungeon, names))
    own += len(own_entities(dungeon))
    return len(COMMON_TILES) + own + drawings_needed(dungeon.looks)


def theme_rules(dungeon: str, parameters: KindParameters) -> Iterator[BrokenRule]:
    """The rules that the theme of a dungeon breaks."""
    known = [*tiles_of(parameters), *own_entities(parameters)]
    for name, look in parameters.theme.items():
        path = ("dungeons", dungeon, "theme", name)
        if name not in known:
            wrong = f"a dungeon of the kind `{parameters.kind}` has no tile `{name}`"
            right = f"{did_you_mean(name, known)}expected one of: {listed(known)}"
            yield BrokenRule(path, wrong, right)
        if look.glyph is None:
            continue
        glyphs = load_glyphs().tiles
        if look.glyph not in glyphs:
            right = f"{did_you_mean(look.glyph, glyphs)}expected one of: {listed(sorted(glyphs))}"
            yield BrokenRule((*path, "glyph"), f"there is no glyph `{look.glyph}`", right)
