"""What every part of the spec's model has in common."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError


class Section(BaseModel):
    """A mapping of the YAML: unknown keys are errors, values are never converted or changed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


Constants = dict[str, int | list[int]]
"""What the C reads of a section: names in capitals, each an integer or a table of them."""


class Mark(Enum):
    """How the constant that C gets of a field differs from the field's value, in `Annotated`."""

    CHANCE = "it is the threshold of a chance"
    ABSENT = "there is none"


@dataclass(frozen=True)
class Emitted:
    """The name of a field's constant where that of its path means something else in C."""

    name: str


T = TypeVar("T")

NotEmitted = Annotated[T, Mark.ABSENT]
"""A key without a constant of its own: `constants` computes what the C needs of it, if anything."""

Byte = Annotated[int, Field(ge=0, le=255)]
Percent = Annotated[int, Field(ge=0, le=100, description="a chance, in percent"), Mark.CHANCE]
EntityName = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_]{0,23}$",
        description="its name, up to 24 lowercase letters, digits and _: what the program says "
        "when the player is there",
    ),
]
EntityGlyph = Annotated[
    str,
    Field(
        min_length=1,
        max_length=1,
        description="the character that shows it, in a terminal and on the C64",
    ),
]
Address = Annotated[int, Field(ge=0, le=0xFFFF)]


def whole_number(value: Any) -> Any:
    """Refuse what Python holds equal to a whole number, such as 3.0 or true."""
    if type(value) is not int:
        raise PydanticCustomError("literal_error", "not a whole number")
    return value


@dataclass(frozen=True)
class BrokenRule:
    """A rule between several keys that does not hold.

    `path` leads from the section that checks the rule to the key to blame, `wrong` says what is
    wrong with it and `right` what would be right. The loader turns it into file, line and column.
    `frees` is for what does not fit into records or memory: the structs and regions, such as
    ("memory", "rooms"), that would be laid out automatically if the spec did not describe them. The
    loader adds that advice to `right`, which may be empty then.
    """

    path: tuple[str | int, ...]
    wrong: str
    right: str
    frees: tuple[tuple[str, str], ...] | None = None

    def below(self, *path: str | int) -> BrokenRule:
        """The same rule, with a path that begins at a section around that of `path`."""
        return replace(self, path=(*path, *self.path))


def refused(wrong: str, right: str) -> PydanticCustomError:
    """What a validator of a single key raises: what is wrong with its value, and what would be
    right."""
    return PydanticCustomError("rule", "{wrong}: {right}", {"wrong": wrong, "right": right})


def chance_threshold(percent: int) -> int:
    """The largest random state (1..65535) that counts as a hit; 0 means never, 65535 always."""
    return percent * 65535 // 100


class EmittedSection(Section):
    """A section of which the C gets constants: those of its keys, as `constants_of_keys` names
    them, and others that are computed from them."""

    def constants(self) -> Constants:
        """What the C reads besides the constants of keys: names in capitals, each an integer or a
        table of them. It replaces a key's constant of the same name.

        What is the same on all floors, and for all uses of a pass, is a constant in C, the rest
        variables.
        """
        return {}

    def threshold_of(self, percent: int) -> int:
        """The constant of a chance: what the random numbers take that decide about it."""
        return chance_threshold(percent)

    def broken_tile_rules(self, walkable: Collection[str]) -> list[BrokenRule]:
        """The rules between the keys and the properties of tiles that do not hold; `walkable` are
        the names of the tiles that a figure can step on."""
        return []
