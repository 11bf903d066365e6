"""What the parameters of every kind of dungeon have in common.

The parameters of a kind are a class in `pygen/kinds/<kind>/parameters.py`: a section of the YAML
that also says what its C reads.
"""

from __future__ import annotations

import abc
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from pygen.engine.sections import Section, whole_number

Constants = dict[str, int | list[int]]


Side = Annotated[int, Field(ge=8, le=240)]
"""A side of a map, in tiles."""
WIDTH_WORDS = "tiles across; a byte must index them"
HEIGHT_WORDS = "tiles down; a byte must index them"


class MapSize(Section):
    """The size of a dungeon's map. A kind that needs other defaults overrides the two sides."""

    width: Side = Field(default=72, description=WIDTH_WORDS)
    height: Side = Field(default=72, description=HEIGHT_WORDS)
    bits_per_tile: Annotated[Literal[3, 4, 8], BeforeValidator(whole_number)] = Field(
        default=3, description="bits a tile takes in the packed map"
    )

    @property
    def packed_bytes(self) -> int:
        """Bytes of the packed map, the last one padded with zero bits."""
        return (self.width * self.height * self.bits_per_tile + 7) // 8


class KindParameters(Section, abc.ABC):
    """The parameters of one kind of dungeon: a base class for those of each kind."""

    kind: str
    """The kind's name: that of its folders in `pygen/kinds/` and `c64src/kinds/`."""
    map: MapSize

    @abc.abstractmethod
    def constants(self) -> Constants:
        """What the kind's C reads: names in capitals, each an integer or a table of them."""

    def broken_rules(self) -> list[PydanticCustomError]:
        """The rules between the keys that do not hold."""
        return []
