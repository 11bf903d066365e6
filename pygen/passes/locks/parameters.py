"""The parameters of the pass `locks`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from pydantic_core import PydanticCustomError

from pygen.engine.entities import MOST_LOCKS
from pygen.engine.parameters import MapSize
from pygen.engine.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.sections import Byte, Constants, rule_broken


class Locks(PassParameters):
    """Locked doors and their keys."""

    name: Literal["locks"] = Field(description="locked doors, each with a key of its own")
    count: Annotated[int, Field(ge=1, le=MOST_LOCKS)] = Field(
        default=2, description="how many locked doors there are"
    )
    at: Literal["passages", "doors"] = Field(
        default="passages",
        description="passages: where walls are on two sides, on floor or at a door; doors: only at "
        "doors",
    )
    behind: Annotated[int, Field(ge=1, le=255)] = Field(
        default=12, description="how many tiles are behind each door, at least"
    )
    stairs: Literal["anywhere", "behind"] = Field(
        default="anywhere",
        description="behind: the down stairs are behind each of the doors",
    )
    from_door: Byte = Field(
        default=8, description="how many tiles, across plus down, a key is from its door"
    )
    tries: Annotated[int, Field(ge=1, le=255)] = Field(
        default=8, description="how many places are tried for each door before it is left out"
    )

    @property
    def most_entities(self) -> int:
        return 2 * self.count

    @property
    def most_locks(self) -> int:
        return self.count

    def constants(self) -> Constants:
        return {
            "COUNT": self.count,
            "AT_DOORS": int(self.at == "doors"),
            "BEHIND": self.behind,
            "STAIRS_BEHIND": int(self.stairs == "behind"),
            "FROM_DOOR": self.from_door,
            "TRIES": self.tries,
        }

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[Locks]) -> list[PydanticCustomError]:
        most: dict[str, int] = {}
        for use in uses:
            most[use.id] = max(use.count, most.get(use.id, 0))
        count = sum(most.values())
        if count <= MOST_LOCKS:
            return []
        wrong = f"its passes `locks` have {count} locked doors together"
        return [rule_broken((), wrong, f"expected at most {MOST_LOCKS}")]

    def broken_rules(self, size: MapSize) -> list[PydanticCustomError]:
        return plane_rules(size)
