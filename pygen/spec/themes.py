"""The theme of a dungeon: its tiles with other glyphs and colours than in other dungeons.

A theme is for those who look at a dungeon. The bytes of the dungeon do not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import Field
from pydantic_core import PydanticCustomError

from pygen.base.words import did_you_mean, listed
from pygen.engine.colours import Colour
from pygen.engine.entities import ENTITIES, SHOWN_KINDS
from pygen.engine.kind import AnyKind
from pygen.engine.looks import drawings_needed
from pygen.engine.parameters import KindParameters
from pygen.engine.sections import Section, rule_broken
from pygen.engine.tiles import COMMON_TILES
from pygen.kinds import KINDS, tables_of
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
"""What tiles look like, by their names."""


def shown_tiles(kind: AnyKind, names: Iterable[str]) -> list[str]:
    """Of the tiles of a spec those that a dungeon of this kind may show: its kind's own, and those
    that no kind knows, which a game may put into any map."""
    others = {name for other in KINDS.values() for name in other.tile_defaults}
    return [name for name in names if name in kind.tile_defaults or name not in others]


def tiles_with_own_glyphs(kind: AnyKind, theme: Theme, names: Iterable[str]) -> list[str]:
    """Of the tiles of a spec those whose glyphs come with a dungeon of this kind. The others have
    those that all dungeons have in common."""
    return [
        name
        for name in shown_tiles(kind, names)
        if name not in COMMON_TILES or (name in theme and theme[name].glyph is not None)
    ]


def own_entities(kind: AnyKind, dungeon: KindParameters) -> list[str]:
    """The kinds of entities whose glyphs come with a dungeon of this kind; one with the name of a
    tile has that tile's."""
    if not any(table.name == ENTITIES for table in tables_of(dungeon)):
        return []
    return [one.name for one in SHOWN_KINDS if one.name not in kind.tile_defaults]


def characters_needed(kind: AnyKind, dungeon: KindParameters, names: Iterable[str]) -> int:
    """How many characters a program needs for the tiles of a dungeon of this kind, for their looks,
    and for its entities."""
    own = len(tiles_with_own_glyphs(kind, dungeon.theme, names))
    own += len(own_entities(kind, dungeon))
    return len(COMMON_TILES) + own + drawings_needed(dungeon.looks)


def theme_rules(
    dungeon: str, kind: AnyKind, parameters: KindParameters
) -> Iterator[PydanticCustomError]:
    """What is wrong with the theme of a dungeon."""
    known = [*kind.tile_defaults, *own_entities(kind, parameters)]
    for name, look in parameters.theme.items():
        path = ("dungeons", dungeon, "theme", name)
        if name not in known:
            wrong = f"a dungeon of the kind `{kind.name}` has no tile `{name}`"
            right = f"{did_you_mean(name, known)}expected one of: {listed(known)}"
            yield rule_broken(path, wrong, right)
        if look.glyph is None:
            continue
        glyphs = load_glyphs().tiles
        if look.glyph not in glyphs:
            right = f"{did_you_mean(look.glyph, glyphs)}expected one of: {listed(sorted(glyphs))}"
            yield rule_broken((*path, "glyph"), f"there is no glyph `{look.glyph}`", right)
