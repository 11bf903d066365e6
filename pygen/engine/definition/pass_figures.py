"""The figures of passes: numbers that say what a pass has made.

They follow from the dungeon before the pass and after it. So the reference and the native C count
alike, and a pass needs no code for them on the 6502. A module has none of these numbers, unless
`require` names one that counts entities or things made: then the module counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pygen.base.words import plural


@dataclass(frozen=True)
class Change:
    """What has changed while a pass was done.

    `tiles` says by name how many more tiles there are on the map; the number is negative if there
    are fewer. `entities` are the kinds of the entities that were added, in their order. `left_out`
    is the number of things that found no place. `purposes` are those of all rooms afterwards, by
    number. `made` are how many things the pass has made of each number, below MOST_MADE.
    """

    tiles: Mapping[str, int]
    entities: tuple[int, ...]
    left_out: int
    purposes: tuple[int, ...] = ()
    made: tuple[int, ...] = ()


@dataclass(frozen=True)
class PassFigure:
    """A number that says what a pass has made.

    `name` tells it from the other figures of the pass. `noun` names what is counted, in the
    singular. Things `left_out` are wishes that were not met; the other figures count what was made.
    `counts_entities` says whether these are entities, and `kind` of which kind (None: of any);
    `counts_made` whether they are things that the pass notes as made, and `number` which of them.
    """

    name: str
    noun: str
    count: Callable[[Change], int]
    is_left_out: bool = False
    counts_entities: bool = False
    kind: int | None = None
    counts_made: bool = False
    number: int | None = None

    @property
    def can_be_required(self) -> bool:
        """Whether a module can count it."""
        return self.counts_entities or self.counts_made

    @property
    def nouns(self) -> str:
        """The noun in the plural."""
        return plural(self.noun)

    def counted(self, number: int) -> str:
        """A number of the things that are counted, in words."""
        return f"{number:,} {self.noun if number == 1 else self.nouns}"


def new_tiles(name: str, noun: str, *tiles: str) -> PassFigure:
    """The figure that counts the tiles of these names that the pass has added: how many more there
    are afterwards. So it is right only if the pass removes none of them."""
    return PassFigure(name, noun, lambda change: sum(change.tiles.get(tile, 0) for tile in tiles))


def new_entities(name: str, noun: str, kind: int | None = None) -> PassFigure:
    """The figure that counts the entities that were added: all, or only those of one kind."""
    if kind is None:
        return PassFigure(name, noun, lambda change: len(change.entities), counts_entities=True)
    return PassFigure(
        name, noun, lambda change: change.entities.count(kind), counts_entities=True, kind=kind
    )


def rooms_of_purpose(name: str, number: int) -> PassFigure:
    """The figure that counts the rooms of a purpose, given by its number."""
    return PassFigure(name, name.replace("_", " "), lambda change: change.purposes.count(number))


def things_made(name: str, noun: str, number: int | None = None) -> PassFigure:
    """The figure that counts the things that were made: all, or only those of one number."""
    if number is None:
        return PassFigure(name, noun, lambda change: sum(change.made), counts_made=True)
    return PassFigure(
        name, noun, lambda change: change.made[number], counts_made=True, number=number
    )


def left_out(noun: str) -> PassFigure:
    """The figure that counts the things that found no place."""
    return PassFigure("left_out", noun, lambda change: change.left_out, is_left_out=True)
