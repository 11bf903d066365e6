"""The theme of a dungeon: its tiles with other glyphs and colours than in other dungeons.

A theme is for those who look at a dungeon. The bytes of the dungeon do not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import Field
from pydantic_core import PydanticCustomError

from pygen.base.words import did_you_mean, listed
from pygen.engine.colours import Colour
from pygen.engine.kind import AnyKind
from pygen.engine.looks import drawings_needed
from pygen.engine.parameters import KindParameters
from pygen.engine.sections import Section, rule_broken
from pygen.engine.tiles import COMMON_TILES
from pygen.kinds import KINDS
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


def characters_needed(kind: AnyKind, dungeon: KindParameters, names: Iterable[str]) -> int:
    """How many characters a program needs for the tiles of a dungeon of this kind, and for their
    looks."""
    own = len(tiles_with_own_glyphs(kind, dungeon.theme, names))
    return len(COMMON_TILES) + own + drawings_needed(dungeon.looks)


def theme_rules(dungeon: str, kind: AnyKind, theme: Theme) -> Iterator[PydanticCustomError]:
    """What is wrong with the theme of a dungeon."""
    for name, look in theme.items():
        path = ("dungeons", dungeon, "theme", name)
        if name not in kind.tile_defaults:
            wrong = f"a dungeon of the kind `{kind.name}` has no tile `{name}`"
            tiles = listed(kind.tile_defaults)
            right = f"{did_you_mean(name, kind.tile_defaults)}expected one of: {tiles}"
            yield rule_broken(path, wrong, right)
        if look.glyph is None:
            continue
        glyphs = load_glyphs().tiles
        if look.glyph not in glyphs:
            right = f"{did_you_mean(look.glyph, glyphs)}expected one of: {listed(sorted(glyphs))}"
            yield rule_broken((*path, "glyph"), f"there is no glyph `{look.glyph}`", right)
