"""The figures of passes: numbers that say what a pass has made.

No module has them. They follow from the dungeon before the pass and after it, so that the reference
and the native C count the same, and a pass costs nothing on the 6502 for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygen.base.words import plural


@dataclass(frozen=True)
class Change:
    """What has changed while a pass was done.

    `tiles` says of the tiles of each name how many more there are on the map; of some there may be
    fewer. `entities` are the kinds of the entities that were added, in their order. `left_out` is
    how many things found no place.
    """

    tiles: Mapping[str, int]
    entities: tuple[int, ...]
    left_out: int


@dataclass(frozen=True)
class PassFigure:
    """A number that says what a pass has made.

    `name` is its name beside the other figures of the pass, `noun` what is counted, in the
    singular. What was `left_out` is a wish that was not met, and the others are what was made.
    """

    name: str
    noun: str
    count: Callable[[Change], int]
    is_left_out: bool = False

    @property
    def nouns(self) -> str:
        """What is counted, in the plural."""
        return plural(self.noun)

    def counted(self, number: int) -> str:
        """So many of what is counted, in words."""
        return f"{number:,} {self.noun if number == 1 else self.nouns}"


def new_tiles(name: str, noun: str, *tiles: str) -> PassFigure:
    """The figure that says how many more tiles of these names there are; none are fewer."""
    return PassFigure(name, noun, lambda change: sum(change.tiles.get(tile, 0) for tile in tiles))


def new_entities(name: str, noun: str, kind: int | None = None) -> PassFigure:
    """The figure that says how many entities were added, all of them or those of a kind."""
    if kind is None:
        return PassFigure(name, noun, lambda change: len(change.entities))
    return PassFigure(name, noun, lambda change: change.entities.count(kind))


def left_out(noun: str) -> PassFigure:
    """The figure that says how many found no place."""
    return PassFigure("left_out", noun, lambda change: change.left_out, is_left_out=True)
