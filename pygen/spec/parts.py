"""The valid parts of a spec, so that rules can be checked even if other parts are invalid."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pygen.engine.kind import AnyKind
from pygen.engine.parameters import KindParameters, named_rows
from pygen.engine.passes import AnyPass
from pygen.engine.random16 import RandomGenerator
from pygen.engine.structs import StructField
from pygen.engine.tiles import TileDefault, tile_defaults
from pygen.kinds import KINDS, tiles_of
from pygen.passes import PASSES
from pygen.spec.budgets import Budgets
from pygen.spec.memory_layout import regions_needed
from pygen.spec.model import (
    Compilers,
    Display,
    Parity,
    Program,
    ProgramPlan,
    Region,
    Spec,
    Tile,
)
from pygen.spec.problems import KeyPath

# Sections of named items, which are valid or invalid one by one; and the other sections with rules.
NAMED = ("tiles", "structs", "memory", "dungeons", "programs")
SINGLE = ("random", "display", "program", "compilers", "budgets", "parity")


Given = Callable[[KeyPath], bool]


def everything(_: KeyPath) -> bool:
    """Every value counts as given."""
    return True


@dataclass
class Parts:
    """Those parts of a spec that are valid by themselves.

    An invalid section is None; in sections of named items, only the invalid items are left out. The
    paths of both are in `unsound`, so that they do not count as missing. `given` says whether the
    value at a path comes from the file; the others are defaults, which are never reported. `kinds`
    are those of all dungeons, the invalid ones included, and `tiles_used` the tiles of those and of
    their passes, by name.
    """

    tiles: dict[str, Tile] = field(default_factory=dict)
    structs: dict[str, dict[str, StructField]] = field(default_factory=dict)
    memory: dict[str, Region] = field(default_factory=dict)
    dungeons: dict[str, KindParameters] = field(default_factory=dict)
    random: RandomGenerator | None = None
    display: Display | None = None
    program: Program | None = None
    programs: dict[str, ProgramPlan] = field(default_factory=dict)
    compilers: Compilers | None = None
    budgets: Budgets | None = None
    parity: Parity | None = None
    unsound: set[KeyPath] = field(default_factory=set)
    given: Given = everything
    kinds: list[AnyKind] = field(default_factory=list)
    tiles_used: dict[str, TileDefault] = field(default_factory=dict)

    @property
    def rows(self) -> dict[str, KindParameters]:
        """The parameters of the dungeons and of all their ranges of floors, by a name."""
        return named_rows(self.dungeons)

    @cached_property
    def regions_used(self) -> list[str]:
        """The regions that the program uses: those of every program, and the tables of its
        kinds."""
        return regions_needed(self.rows, self.kinds)

    def missing(self, section: str, wanted: Iterable[str]) -> list[str]:
        """The `wanted` names that a section lacks, not counting invalid ones."""
        if (section,) in self.unsound:
            return []
        known = getattr(self, section)
        # A capital letter is reported once, as a name that is not valid.
        unsound = {name.lower() for name in self.unsound_names(section)}
        return [name for name in wanted if name not in known and name not in unsound]

    def unsound_names(self, section: str) -> set[str]:
        """The names of a section's items that are not valid by themselves."""
        return {str(path[1]) for path in self.unsound if path[0] == section and len(path) > 1}


def named_kinds(data: dict[str, Any]) -> list[AnyKind]:
    """The kinds of the dungeons in a spec's data, in alphabetical order, whether or not a dungeon
    is valid otherwise."""
    dungeons = data.get("dungeons")
    sections = dungeons.values() if isinstance(dungeons, dict) else ()
    named = [section.get("kind") for section in sections if isinstance(section, dict)]
    return [kind for name, kind in KINDS.items() if name in named]


def named_passes(dungeon: Any) -> list[AnyPass]:
    """The passes of a dungeon in a spec's data, in alphabetical order, whether or not it is
    valid."""
    uses = dungeon.get("passes") if isinstance(dungeon, dict) else None
    listed = uses if isinstance(uses, list) else []
    named = [use.get("name") for use in listed if isinstance(use, dict)]
    return [one for name, one in PASSES.items() if name in named]


def named_tiles(data: dict[str, Any]) -> dict[str, TileDefault]:
    """The tiles of the kinds and passes of the dungeons in a spec's data, by name."""
    found = {name: tile for kind in named_kinds(data) for name, tile in kind.tile_defaults.items()}
    dungeons = data.get("dungeons")
    for section in dungeons.values() if isinstance(dungeons, dict) else ():
        for one in named_passes(section):
            found |= tile_defaults(one.tiles)
    return found


def all_parts(spec: Spec, given: Given = everything) -> Parts:
    """The parts of a spec in which every part is valid by itself."""
    sections = {name: getattr(spec, name) for name in NAMED + SINGLE}
    used = {dungeon.kind for dungeon in spec.dungeons.values()}
    kinds = [kind for name, kind in KINDS.items() if name in used]
    used_tiles: dict[str, TileDefault] = {}
    for dungeon in spec.dungeons.values():
        used_tiles |= tiles_of(dungeon)
    return Parts(**sections, given=given, kinds=kinds, tiles_used=used_tiles)


def without(data: dict[str, Any], paths: Iterable[KeyPath]) -> dict[str, Any]:
    """A copy of a spec's data without the keys at these paths."""
    rest = copy.deepcopy(data)
    for path in paths:
        inner: Any = rest
        for key in path[:-1]:
            inner = inner[key]
        inner.pop(path[-1], None)
    return rest


def sound_parts(data: dict[str, Any], bad: Iterable[KeyPath], given: Given = everything) -> Parts:
    """The valid parts of a spec's completed `data`, which has no unknown keys.

    `bad` are the paths of missing or wrong values.
    """
    unsound = {path[: 2 if path[0] in NAMED else 1] for path in bad if path}
    parts = Parts(
        unsound=unsound, given=given, kinds=named_kinds(data), tiles_used=named_tiles(data)
    )
    for name in SINGLE:
        setattr(parts, name, _valid(parts, (name,), data.get(name, {}), name))
    for name in NAMED:
        if (name,) not in parts.unsound:
            for key, value in data.get(name, {}).items():
                item = _valid(parts, (name, key), value, name)
                if item is not None:
                    getattr(parts, name)[key] = item
    return parts


@cache
def section_adapter(section: str) -> TypeAdapter[Any]:
    """The validator of one section of the spec."""
    field_type: Any = Spec.model_fields[section].annotation
    return TypeAdapter(field_type)


def _valid(parts: Parts, path: KeyPath, value: Any, section: str) -> Any:
    if path in parts.unsound:
        return None
    wrapped = {path[-1]: value} if len(path) == 2 else value
    try:
        checked = section_adapter(section).validate_python(wrapped)
    except ValidationError:
        parts.unsound.add(path)
        return None
    return checked[path[-1]] if len(path) == 2 else checked
