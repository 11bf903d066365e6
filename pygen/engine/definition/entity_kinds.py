"""The kinds of entities.

The byte `kind` of an entity's record is the number of its kind. Numbers below FIRST_OF_SPEC are
places in ENTITY_KINDS; the others are for kinds that a spec lists itself. So one byte says as much
as a kind and a number in a list would, and a record has no byte that most dungeons leave 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pygen.base.words import plural

Shown = Literal["seen", "hidden", "tile"]


@dataclass(frozen=True)
class EntityKind:
    """A kind of entity.

    `shown` says how it is shown: as itself; hidden until it is found, with a tile that looks like
    floor until then; or not at all, because its tile already looks like it or it is within a wall.
    `glyph` is the character that shows it in a terminal, `colour` one of the C64's colours. `text`
    is what the program says when the player is there. `data` are bytes for a game, if a spec lists
    the kind. `is_plural`: the name is its own plural.
    """

    name: str
    shown: Shown = "tile"
    glyph: str = " "
    colour: str = "black"
    text: str = ""
    data: tuple[int, ...] = ()
    is_plural: bool = False

    def counted(self, count: int) -> str:
        """A number of such entities, in words."""
        one = self.name.replace("_", " ")
        return f"{count} {one if count == 1 or self.is_plural else plural(one)}"


ENTITY_KINDS = (
    EntityKind("stairs"),
    EntityKind("hidden_stairs", "hidden", "*", "purple", "hidden stairs are here", is_plural=True),
    EntityKind("item", "seen", "!", "cyan", "an item lies here"),
    EntityKind("buried_item"),
    EntityKind("trap", "seen", "^", "purple", "here is a trap"),
    EntityKind("start"),
    EntityKind("enemy", "seen", "&", "light_red", "an enemy is here"),
    EntityKind("key", "seen", "k", "yellow", "a key lies here"),
    EntityKind("locked_door", "seen", "8", "brown", "this door is locked"),
)
"""The kinds of entities; the number of each is its place in this list."""

STAIRS, HIDDEN_STAIRS, ITEM, BURIED_ITEM, TRAP, START, ENEMY, KEY, LOCKED_DOOR = range(9)

PLACED_BY_NAME = (ITEM, TRAP, ENEMY)
"""The kinds that a pass may place by their names, besides those that a spec lists."""

MOST_LOCKS = 8
"""The most locked doors of a floor: a game has a bit for each."""

FIRST_OF_SPEC = 16
"""The first number of the kinds that a spec lists."""

OWN_ENEMIES, OWN_ITEMS, OWN_TRAPS = range(16, 32), range(32, 48), range(48, 56)
"""The numbers of a spec's own enemies, items and traps."""

SHOWN_KINDS = tuple(kind for kind in ENTITY_KINDS if kind.shown != "tile")
"""The kinds that are shown, at once or when they are found."""

ENTITIES = "entities"
"""The name of the table of entities."""
