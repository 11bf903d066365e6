"""The parameters of the pass `locks`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from pygen.engine.definition.entity_kinds import MOST_LOCKS, OWN_ITEMS, EntityKind
from pygen.engine.definition.listed_entity import EntityData, ListedEntity
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.population.own_kinds import MORE_ITEMS, is_own_item
from pygen.engine.sections import BrokenRule, Byte, Constants, NotEmitted, Section
from pygen.passes.locks.meanings import MEANINGS


class Reward(ListedEntity):
    """What lies behind a locked door."""

    data: EntityData = Field(default_factory=list)


class ClosetSize(Section):
    """How large the floor of a closet is."""

    width: Annotated[int, Field(ge=1, le=8)] = Field(default=3, description="tiles across")
    height: Annotated[int, Field(ge=1, le=8)] = Field(default=2, description="tiles down")


class Locks(PassParameters):
    """Locked doors and their keys."""

    meanings = MEANINGS

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
        default=8,
        description="for `search: random`: how many places are tried for each door before it is "
        "left out",
    )
    search: Literal["random", "all"] = Field(
        default="random",
        description="random: `tries` random places are tried for each door; all: every place at "
        "which a door divides the map is tried, until one fits",
    )
    order: Literal["any", "nested"] = Field(
        default="any",
        description="nested: the key of each door is behind the door before it, so that they must "
        "be opened one after the other",
    )
    steps_from_start: Byte = Field(
        default=0,
        description="how many steps a key is from the start, or from the up stairs, on foot and "
        "with all doors open",
    )
    steps_from_door: Byte = Field(
        default=0, description="how many steps a key is from its door, with all doors open"
    )
    key_rooms: Literal["any", "apart"] = Field(
        default="any",
        description="apart: each key is in a room, and no two keys are in the same",
    )
    make: Literal["nothing", "closet"] = Field(
        default="nothing",
        description="what is made where no place for a door is found; closet: a small room with "
        "the door, dug into rock",
    )
    closet: ClosetSize = Field(
        default_factory=ClosetSize,
        description="for `make: closet`: the size of its floor (default: 3 x 2)",
    )

    apart: Annotated[int, Field(ge=6, le=255)] = Field(
        default=6,
        description="how many tiles, across plus down, two locked doors are from each other",
    )
    reward: NotEmitted[Reward | None] = Field(
        default=None, description="what lies behind each locked door (default: nothing)"
    )
    reward_behind: NotEmitted[Literal["any", "own"]] = Field(
        default="any",
        description="any: other doors may be on the way to a reward; own: it is directly behind "
        "its own door",
    )
    reward_kind: Annotated[int, Field(ge=OWN_ITEMS.start, lt=MORE_ITEMS.stop)] = Field(
        default=OWN_ITEMS.stop - 1,
        description="the number of its kind: one that no table of items has",
    )

    @property
    def most_entities(self) -> int:
        return (3 if self.reward else 2) * self.count

    @property
    def given_entities(self) -> dict[int, EntityKind]:
        if not self.reward:
            return {}
        return {self.reward_kind: self.reward.kind("seen", self.reward.data)}

    def entity_path(self, place: int) -> tuple[str | int, ...]:
        return ("reward",)

    @property
    def own_headers(self) -> Sequence[str]:
        return ("near.h",) if self.steps_from_start or self.steps_from_door else ()

    @property
    def digs(self) -> bool:
        return self.make == "closet"

    @property
    def most_locks(self) -> int:
        return self.count

    @property
    def shared_code(self) -> Mapping[str, str]:
        return {"HAS_LOCKED_DOORS": "Passes lock doors."}

    @property
    def tries_all_tiles(self) -> bool:
        """Whether a key whose random tiles do not suit gets any tile that does."""
        wishes = self.steps_from_start, self.steps_from_door, self.digs
        words = self.search == "all", self.order == "nested", self.key_rooms == "apart"
        return any((*wishes, *words))

    @property
    def has_own_rewards(self) -> bool:
        """Whether rewards are directly behind their own doors."""
        return self.reward is not None and self.reward_behind == "own"

    def constants(self) -> Constants:
        return {
            "REWARD_KIND": self.reward_kind if self.reward else 0,
            "TRIES_ALL_TILES": int(self.tries_all_tiles),
            "OWN_REWARDS": int(self.has_own_rewards),
        }

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[Locks]) -> list[BrokenRule]:
        most: dict[str, int] = {}
        for use in uses:
            most[use.id] = max(use.count, most.get(use.id, 0))
        count = sum(most.values())
        if count <= MOST_LOCKS:
            return []
        wrong = f"its passes `locks` have {count} locked doors together"
        return [BrokenRule((), wrong, f"expected at most {MOST_LOCKS}")]

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        broken = plane_rules(size)
        if not is_own_item(self.reward_kind):
            wrong = f"{self.reward_kind} is not the number of an item"
            right = f"expected {OWN_ITEMS.start} to {OWN_ITEMS.stop - 1}, or from "
            right += f"{MORE_ITEMS.start} on"
            broken = [*broken, BrokenRule(("reward_kind",), wrong, right)]
        if self.search == "all" and self.tries != Locks.model_fields["tries"].default:
            wrong = "`tries` does not count with `search: all`, which tries all places"
            broken = [*broken, BrokenRule(("tries",), wrong, "leave out one of both")]
        if self.make == "closet" and self.stairs == "behind":
            wrong = "the down stairs are not in a closet, which `stairs: behind` would need"
            broken = [*broken, BrokenRule(("make",), wrong, "leave out one of both")]
        if self.reward_behind == "own" and not self.reward:
            wrong = "`reward_behind` says where rewards are, and there are none"
            broken = [*broken, BrokenRule(("reward_behind",), wrong, "add `reward`")]
        if self.make == "nothing" and self.closet != ClosetSize():
            wrong = "`closet` is the size of a closet, and there is none"
            broken = [*broken, BrokenRule(("closet",), wrong, "add make: closet, or leave it out")]
        return broken
