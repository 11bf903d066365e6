"""The common base of all parts of the spec's model."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError


class Section(BaseModel):
    """A mapping of the YAML: unknown keys are errors, values are never converted or changed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class NamedNumber(int):
    """A number of an emitted table that the C knows by a name, which stands in the table."""

    name: str

    def __new__(cls, number: int, name: str) -> NamedNumber:
        made = super().__new__(cls, number)
        made.name = name
        return made

    def __eq__(self, other: object) -> bool:
        """Two of them are the same if their names are, too: the C may have other numbers."""
        return int.__eq__(self, other) is True and self.name == getattr(other, "name", self.name)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


Constants = dict[str, int | list[int]]
"""The constants that the C gets for a section: names in capitals, with integers or tables of them.
"""


class Mark(Enum):
    """How a field's constant in C differs from the field's value, in `Annotated`."""

    CHANCE = "it is the threshold of a chance"
    ABSENT = "there is none"


@dataclass(frozen=True)
class Emitted:
    """The name of a field's constant, if the name from its path means something else in C."""

    name: str


T = TypeVar("T")

NotEmitted = Annotated[T, Mark.ABSENT]
"""A key without a constant: `constants` computes from it what the C needs, if anything."""

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
    """Refuse values that Python takes as equal to a whole number, such as 3.0 or true."""
    if type(value) is not int:
        raise PydanticCustomError("literal_error", "not a whole number")
    return value


@dataclass(frozen=True)
class BrokenRule:
    """A broken rule between several keys.

    `path` leads from the section that checks the rule to the key to blame; the loader turns it into
    file, line and column. `wrong` says what is wrong with the key, `right` what would be right.
    `frees` is for values that do not fit into records or memory: it names structs and regions, such
    as ("memory", "rooms"), that are laid out automatically if the spec does not describe them. The
    loader adds that advice to `right`, which may then be empty.
    """

    path: tuple[str | int, ...]
    wrong: str
    right: str
    frees: tuple[tuple[str, str], ...] | None = None

    def below(self, *path: str | int) -> BrokenRule:
        """The same rule, with a path that begins at a section around that of `path`."""
        return replace(self, path=(*path, *self.path))


def refused(wrong: str, right: str) -> PydanticCustomError:
    """The error that a validator of a single key raises: what is wrong with the value, and what
    would be right."""
    return PydanticCustomError("rule", "{wrong}: {right}", {"wrong": wrong, "right": right})


def chance_threshold(percent: int) -> int:
    """The largest random state (1..65535) that counts as a hit; 0 means never, 65535 always."""
    return percent * 65535 // 100


class EmittedSection(Section):
    """A section with constants in C: one for each key, as `constants_of_keys` names them, and
    others that are computed from the keys."""

    meanings: ClassVar[Mapping[str, str]] = {}
    """What each computed constant means, with its unit: comments in the emitted C."""

    def constants(self) -> Constants:
        """Further constants in C besides those of the keys: names in capitals, with integers or
        tables of them. They replace constants of keys with the same name.

        A value that is the same on all floors, and for all uses of a pass, is a constant in C; the
        others are variables.
        """
        return {}

    def threshold_of(self, percent: int) -> int:
        """The constant of a chance: the threshold that random numbers are compared with."""
        return chance_threshold(percent)

    def broken_tile_rules(self, walkable: Collection[str]) -> list[BrokenRule]:
        """The broken rules between the keys and the properties of tiles; `walkable` are the names
        of the tiles that a figure can step on."""
        return []
