"""What a program shows of a dungeon: data that follows the bytes of its module.

The program copies the data when the module is ready: how the bar grows, what the tiles look like,
the dungeon's own characters, and the names of its phases. It is read by `take_appearance` in
`c64src/program/appearance.c`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from pygen.base.errors import UserError
from pygen.engine.definition.colours import COLOURS
from pygen.engine.definition.entity_kinds import (
    ENTITIES,
    ENTITY_KINDS,
    OWN_ENEMIES,
    SHOWN_KINDS,
    EntityKind,
)
from pygen.engine.definition.looks import look_bits, look_row_bytes
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.dungeon.chambers import USES
from pygen.engine.population.own_kinds import MORE_ENEMIES, is_own_item
from pygen.kinds import phase_names, tables_of
from pygen.pictures import characters
from pygen.spec import Spec
from pygen.spec.entity_rules import entity_texts, numbers_listed
from pygen.spec.glyphs import SIZE
from pygen.spec.selection import Selection

CODES_OF_WORLDS = 128
"""The most codes for tiles, looks and entities in a program that shows a world: WORLD_CODE."""

BAR_WIDTH = 26
"""The width in characters of the bar that shows how far a dungeon is built."""


def appearance(spec: Spec, dungeon: str, selection: Selection, steps: int) -> bytes:
    """The appearance of a dungeon in a program of the dungeons of `selection`; `steps` is the
    dungeon's typical number of steps.

    The data consists, in this order, of: two bytes for how the bar grows; if any dungeon of the
    program has looks, two bytes for the bits of a look (0 if this one has none) and the bytes of a
    row of looks; screen codes and colours by tile code, followed by those of the looks and of the
    entities; the number of the dungeon's own characters, and these as packed by
    `characters.packed`; if any dungeon of the program has entities, `entity_texts`; and the names
    of the dungeon's phases in screen codes, all of the same length.
    """
    codes_end = max(spec.codes.values()) + 1
    together = [spec.dungeons[name] for name in selection.dungeons]
    entities, first = shown_entities(together), codes_end + most_looks(together)
    shown_kinds, own_kinds = entities.shown, entities.own
    shown = first + len(shown_kinds) + len(own_kinds)
    screen_codes = bytearray((characters.screen_code("?"),)) * shown
    colours = bytearray(shown)
    looks = characters.tile_looks(spec, dungeon)
    for name, code in characters.tile_codes(spec, dungeon).items():
        screen_codes[spec.codes[name]] = code
        colours[spec.codes[name]] = COLOURS.index(looks[name][1])
    codes = characters.look_codes(spec, dungeon)
    for number, (_, colour) in characters.look_art(spec, dungeon).items():
        screen_codes[codes_end - 1 + number] = codes[number]
        colours[codes_end - 1 + number] = COLOURS.index(colour)
    entity_codes = characters.entity_codes(spec, dungeon)
    for at, kind in enumerate(shown_kinds if entity_codes else ()):
        screen_codes[first + at] = entity_codes[kind.name]
        colours[first + at] = COLOURS.index(characters.entity_art(spec, dungeon)[kind.name][1])
    listed = spec.dungeons[dungeon].given_entities
    for number, kind in listed.items():
        at = first + len(shown_kinds) + own_kinds.index(number)
        screen_codes[at] = entity_codes[kind.name]
        colours[at] = COLOURS.index(kind.colour)
    texts = entity_texts(listed, own_kinds, spec.dungeons[dungeon].has_locks)
    size, has_looks = spec.dungeons[dungeon].map, bool(spec.dungeons[dungeon].looks)
    layout = (has_looks * look_bits(size), look_row_bytes(size)) if first > codes_end else ()
    own = characters.drawn_for(spec, dungeon)
    width = phase_name_width(together)
    names = "".join(name.center(width) for name in phase_names(spec.dungeons[dungeon]))
    return bytes(
        (
            *_bar(steps),
            *layout,
            *screen_codes,
            *colours,
            len(own) // SIZE,
            *characters.packed(own),
            *(texts if shown_kinds else ()),
            *map(characters.screen_code, names),
        )
    )


def require_codes_for_worlds(spec: Spec, selection: Selection) -> None:
    """Raise UserError if a program of these dungeons would have more codes for what it shows than
    the byte of a tile of a world can have: bit 7 says whether something is on floor."""
    together = [spec.dungeons[name] for name in selection.dungeons]
    entities = shown_entities(together)
    for name in selection.dungeons:
        if not spec.dungeons[name].world:
            continue
        count = max(spec.codes_of(name).values()) + 1
        if spec.has_table(name, ENTITIES):
            count = max(spec.codes.values()) + 1 + most_looks(together) + entities.count
        if count > CODES_OF_WORLDS:
            raise UserError(
                f"program {selection.program}: the world `{name}` would have {count} codes for its "
                f"tiles, looks and entities, and a world may have {CODES_OF_WORLDS}",
                "List fewer kinds of entities, or put other dungeons with looks or with kinds of "
                "their own into another program. A tile's code and a look's number count, too.",
            )


def most_looks(dungeons: Iterable[KindParameters]) -> int:
    """The greatest number of a look in a program of these dungeons; 0 if there are no looks."""
    return max(max(one.looks, default=0) for one in dungeons)


@dataclass(frozen=True)
class ShownEntities:
    """The kinds of entities that a program knows (`kinds`) and those that it shows (`shown`).

    The codes as which entities are shown follow each other: those of `shown`, then those of the
    kinds that the dungeons list, whose numbers are in `own`, items last. `locks` says whether there
    may be locked doors and keys. `uses` is the number of uses of chambers.
    """

    kinds: tuple[EntityKind, ...]
    shown: tuple[EntityKind, ...]
    own: tuple[int, ...]
    locks: bool
    own_enemies: range = OWN_ENEMIES
    more_enemies: range = MORE_ENEMIES
    uses: int = len(USES)

    @property
    def count(self) -> int:
        """The number of codes."""
        return len(self.shown) + len(self.own)

    @property
    def own_items(self) -> int:
        """How many of the last codes are those of items that the dungeons list."""
        return sum(is_own_item(number) for number in self.own)

    @property
    def goes_on(self) -> bool:
        """Whether there are numbers of MORE_ENEMIES or MORE_ITEMS."""
        return max(self.own, default=0) >= MORE_ENEMIES.start

    def codes(self, first: int) -> list[int | str]:
        """What entities of each kind are shown as, by the numbers of the kinds, if `first` is the
        first code: 255 as nothing."""
        hidden: dict[str, int | str] = {"tile": 255, "hidden": "TILE_FLOOR"}
        codes: list[int | str] = [255] * max(len(self.kinds), max(self.own, default=0) + 1)
        for number, kind in enumerate(self.kinds):
            codes[number] = hidden.get(kind.shown) or first + self.shown.index(kind)
        for code, number in enumerate(self.own, first + len(self.shown)):
            codes[number] = code
        return codes


def shown_entities(dungeons: Collection[KindParameters]) -> ShownEntities:
    """The shown entities of a program of these dungeons; none if no dungeon has entities."""
    if any(table.name == ENTITIES for one in dungeons for table in tables_of(one)):
        locks = any(one.has_locks for one in dungeons)
        return ShownEntities(ENTITY_KINDS, SHOWN_KINDS, numbers_listed(dungeons), locks)
    return ShownEntities((), (), (), False)


def phase_name_width(dungeons: Iterable[KindParameters]) -> int:
    """The length of the longest name of a phase in a program of these dungeons."""
    return max(len(name) for dungeon in dungeons for name in phase_names(dungeon))


def _bar(steps: int) -> tuple[int, int]:
    """The number of pixels, and of 256ths of a pixel, by which the bar grows with each of `steps`
    steps."""
    whole = (BAR_WIDTH - 1) * SIZE * 256
    # At most a quarter of the bar, so that the bar's end plus this always fits in a byte.
    pixels, fraction = divmod(min(whole // steps, whole // 4), 256)
    return pixels, fraction
