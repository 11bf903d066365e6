"""The program's character set: which character has which code, and its bytes.

It has 128 characters, or 256 if the region `charset` has 2048 bytes. Text has the screen codes of
the C64's own set, so that a letter's code is its ASCII code without the two upper bits. Behind the
text are the parts of boxes and bars, then the tiles that all dungeons have. The program contains
only these. When it starts, it adds the quarter blocks of the overview and, in the last eight
characters, the sprite of the figure. The characters in between belong to the current dungeon: its
other tiles, and tiles whose glyph its theme changes.
"""

from __future__ import annotations

from pygen.engine.definition.entity_kinds import ENTITIES, SHOWN_KINDS
from pygen.engine.definition.tiles import COMMON_TILES
from pygen.spec.glyphs import BOX, SIZE, Glyph, load_glyphs
from pygen.spec.memory_layout import LARGE_CHARSET_BYTES
from pygen.spec.model import Spec
from pygen.spec.themes import TileTheme, own_entities, shown_tiles, tiles_with_own_glyphs

PARTS_START = 64
TILES = 73
OWN_TILES = TILES + len(COMMON_TILES)
QUADRANTS_COUNT = 16
SPRITE_COUNT = 8

PARTS = (
    "corner_top_left", "corner_top_right", "corner_bottom_left", "corner_bottom_right",
    "edge_horizontal", "edge_vertical", "bar_full", "bar_empty", "pointer",
)  # fmt: skip


def count(spec: Spec) -> int:
    """How many characters the set has: 128 or 256."""
    return 256 if spec.memory["charset"].size >= LARGE_CHARSET_BYTES else 128


def sprite_start(spec: Spec) -> int:
    """The first code of the characters that hold the sprite."""
    return count(spec) - SPRITE_COUNT


def quadrants_start(spec: Spec) -> int:
    """The code of the first quarter block."""
    return sprite_start(spec) - QUADRANTS_COUNT


def screen_code(character: str) -> int:
    """The code of a character of text; letters are shown as capitals."""
    return ord(character.upper()) & 0x3F


def part_codes() -> dict[str, int]:
    """The codes of the parts of boxes and bars, by name."""
    return {name: PARTS_START + index for index, name in enumerate(PARTS)}


def common_codes() -> dict[str, int]:
    """The character codes of the tiles that all dungeons have, by name."""
    return {name: TILES + index for index, name in enumerate(COMMON_TILES)}


def tile_codes(spec: Spec, dungeon: str) -> dict[str, int]:
    """The character codes of the tiles that a dungeon may show, by name."""
    own = {name: OWN_TILES + index for index, name in enumerate(_own_tiles(spec, dungeon))}
    codes = {**common_codes(), **own}
    return {name: codes[name] for name in shown_tiles(spec.dungeons[dungeon], spec.tiles)}


def _own_tiles(spec: Spec, dungeon: str) -> list[str]:
    """The tiles that have characters of their own in a dungeon."""
    return tiles_with_own_glyphs(spec.dungeons[dungeon], spec.tiles)


def tile_looks(spec: Spec, dungeon: str) -> dict[str, tuple[Glyph, str]]:
    """The glyph and the colour of each tile of a spec in a dungeon, by name."""
    glyphs, theme = load_glyphs(), spec.dungeons[dungeon].theme
    looks = {}
    for name, tile in spec.tiles.items():
        own = theme.get(name, TileTheme())
        looks[name] = glyphs.of_tile(own.glyph or name, tile.glyph), own.colour or tile.colour
    return looks


def look_art(spec: Spec, dungeon: str) -> dict[int, tuple[Glyph, str]]:
    """The glyph and the colour of each look of a dungeon, by the look's number."""
    glyphs, tiles = load_glyphs(), tile_looks(spec, dungeon)
    art = {}
    for number, look in spec.dungeons[dungeon].looks.items():
        own, colour = tiles[look.tile]
        if look.frame:
            glyph = glyphs.of_frame(look.frame, look.open, own)
        else:
            glyph = glyphs.of_tile(look.glyph, look.glyph)
        art[number] = glyph, look.colour or colour
    return art


def look_glyphs(spec: Spec, dungeon: str) -> list[Glyph]:
    """The different glyphs of a dungeon's looks, in the order of their numbers."""
    return list(dict.fromkeys(glyph for glyph, _ in look_art(spec, dungeon).values()))


def look_codes(spec: Spec, dungeon: str) -> dict[int, int]:
    """The character codes of a dungeon's looks, by number. They follow those of its tiles."""
    first = OWN_TILES + len(_own_tiles(spec, dungeon))
    different = look_glyphs(spec, dungeon)
    return {
        number: first + different.index(glyph)
        for number, (glyph, _) in look_art(spec, dungeon).items()
    }


def entity_art(spec: Spec, dungeon: str) -> dict[str, tuple[Glyph, str]]:
    """The glyph and the colour of each kind of entities that a dungeon shows, by name. A kind with
    the name of a tile looks like that tile."""
    if not spec.has_table(dungeon, ENTITIES):
        return {}
    glyphs, theme = load_glyphs(), spec.dungeons[dungeon].theme
    tiles, known = tile_looks(spec, dungeon), spec.codes_of(dungeon)
    art = {}
    for kind in SHOWN_KINDS:
        own = theme.get(kind.name, TileTheme())
        glyph = glyphs.of_tile(own.glyph or kind.name, kind.glyph)
        art[kind.name] = (
            tiles[kind.name] if kind.name in known else (glyph, own.colour or kind.colour)
        )
    for listed in spec.dungeons[dungeon].given_entities.values():
        art[listed.name] = glyphs.chars[listed.glyph.upper()], listed.colour
    return art


def entity_codes(spec: Spec, dungeon: str) -> dict[str, int]:
    """The character codes of the kinds of entities that a dungeon shows, by name.

    They follow those of the looks. But a kind with the name of a tile has the tile's code, and
    kinds that the spec lists have codes of letters and the like.
    """
    first = OWN_TILES + len(_own_tiles(spec, dungeon)) + len(look_glyphs(spec, dungeon))
    codes = {name: first + index for index, name in enumerate(own_entities(spec.dungeons[dungeon]))}
    shown = entity_art(spec, dungeon)
    codes = {**tile_codes(spec, dungeon), **codes}
    for listed in spec.dungeons[dungeon].given_entities.values():
        codes[listed.name] = screen_code(listed.glyph.upper())
    return {name: codes[name] for name in shown}


def drawn(spec: Spec) -> bytes:
    """The characters that the program contains, from code 0 on: 8 bytes each, from the top row
    down."""
    glyphs = load_glyphs()
    by_code: dict[int, Glyph] = {screen_code(c): glyph for c, glyph in glyphs.chars.items()}
    for name, code in part_codes().items():
        by_code[code] = glyphs.parts.get(name, BOX)
    for name, code in common_codes().items():
        by_code[code] = glyphs.of_tile(name, spec.tiles[name].glyph)
    return b"".join(by_code.get(code, bytes(SIZE)) for code in range(max(by_code) + 1))


def drawn_for(spec: Spec, dungeon: str) -> bytes:
    """The characters that are a dungeon's own, from OWN_TILES on: first those of its tiles, then of
    its looks, then of its entities."""
    looks, art = tile_looks(spec, dungeon), entity_art(spec, dungeon)
    own = [looks[name][0] for name in _own_tiles(spec, dungeon)]
    entities = [art[name][0] for name in own_entities(spec.dungeons[dungeon])]
    return b"".join(own + look_glyphs(spec, dungeon) + entities)


def packed(data: bytes) -> bytes:
    """Pack characters: store only the rows of pixels that differ from the row above.

    A byte in front of each character says which rows follow: bit 7 is the top row. The row above
    the first one counts as empty.
    """
    result, above = bytearray(), 0
    for start in range(0, len(data), SIZE):
        changes, rows = 0, []
        for pixels in data[start : start + SIZE]:
            changes = changes << 1 | (pixels != above)
            if pixels != above:
                rows.append(pixels)
            above = pixels
        result += bytes((changes, *rows))
    return bytes(result)


def figures() -> list[Glyph]:
    """The glyphs of the figure (the sprite's top left 8 x 8 pixels): one standing, two walking."""
    parts = load_glyphs().parts
    return [parts.get(name, BOX) for name in ("figure", "figure_striding", "figure_passing")]
