"""The plan of one dungeon: what is read of it by the C's plan, by the search and by the studio."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pygen.emit.memory_regions import Regions, all_regions, summary_structs
from pygen.engine.definition.blueprint import Blueprint
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.rock import ROCK
from pygen.engine.definition.structs import StructLayout
from pygen.engine.generator.kind import AnyKind
from pygen.spec import Spec
from pygen.spec.sections import Tile


@dataclass(frozen=True)
class Plan:
    """A dungeon, read from the spec once.

    `blueprint` is the blueprint of its first floor, from which the reference generates. `tiles` are
    the tiles that the dungeon may have, by name. `regions` is all memory that its generator may
    write, and `summary` are the structs of its summary, each with its offset in bytes.
    """

    blueprint: Blueprint[Any]
    kind: AnyKind
    tiles: Mapping[str, Tile]
    regions: Regions
    summary: Sequence[tuple[int, StructLayout]]

    @property
    def name(self) -> str:
        """The dungeon's name."""
        return self.blueprint.name

    @property
    def parameters(self) -> KindParameters:
        """The dungeon's parameters."""
        dungeon: KindParameters = self.blueprint.dungeon
        return dungeon

    @property
    def map(self) -> MapSize:
        """The size of the dungeon's map."""
        return self.parameters.map

    @property
    def not_walkable(self) -> list[str]:
        """The names of the tiles that cannot be walked on."""
        return [name for name, tile in self.tiles.items() if not tile.walkable]

    @property
    def ground(self) -> list[str]:
        """The names of the tiles on which things may be put."""
        names = ("floor", *self.kind.ground)
        return [name for name in names if name in self.tiles and self.tiles[name].walkable]

    @property
    def rock(self) -> list[str]:
        """The names of the tiles that are rock."""
        return [name for name in self.not_walkable if name in ROCK]

    @property
    def closed(self) -> list[int]:
        """The codes of the tiles that cannot be walked on."""
        return self._codes(self.not_walkable)

    @property
    def solid_others(self) -> list[int]:
        """The codes of the closed tiles other than empty and wall."""
        return self._codes(name for name in self.not_walkable if name not in ("empty", "wall"))

    @property
    def others(self) -> list[int]:
        """The codes of the walkable tiles besides floor, as in the blueprint."""
        return self._codes(self.blueprint.others)

    @property
    def others_are_stairs(self) -> bool:
        """Whether the only tiles besides empty, wall and floor that passes may find are stairs."""
        return not self.solid_others and set(self.blueprint.others) == {"up_stairs", "down_stairs"}

    @property
    def secrets(self) -> list[int]:
        """The codes of the tiles that look like walls until they are found."""
        return self._codes(self.blueprint.secrets)

    @property
    def summary_bytes(self) -> int:
        """The size of the summary in bytes."""
        at, last = self.summary[-1]
        return at + last.size

    def _codes(self, names: Iterable[str]) -> list[int]:
        return [self.blueprint.codes[name] for name in names]


def plan_of(spec: Spec, name: str) -> Plan:
    """The plan of a dungeon. Raises KeyError for an unknown name."""
    blueprint = spec.blueprint(name)
    return Plan(
        blueprint,
        spec.kind(name),
        {tile: spec.tiles[tile] for tile in blueprint.codes},
        all_regions(spec, name),
        summary_structs(spec, name),
    )
