"""The valid parts of a spec, so that rules can be checked even if other parts are invalid."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pygen.base.words import did_you_mean
from pygen.engine.definition.parameters import KindParameters, named_rows
from pygen.engine.definition.passes import AnyPass
from pygen.engine.definition.structs import StructField, StructLayout, layouts, struct_rules
from pygen.engine.definition.tables import Fields
from pygen.engine.definition.tiles import TileDefault, tile_defaults
from pygen.engine.drawings.naming import tiles_named
from pygen.engine.generator.kind import AnyKind
from pygen.engine.random.random16 import RandomGenerator
from pygen.engine.sections import BrokenRule
from pygen.kinds import KINDS, KNOWN_TILES
from pygen.passes import PASSES
from pygen.spec.budgets import Budgets
from pygen.spec.memory_layout import regions_needed
from pygen.spec.model import Spec
from pygen.spec.problems import KeyPath
from pygen.spec.record_layout import automatic_structs
from pygen.spec.sections import (
    Compilers,
    Display,
    Modules,
    Parity,
    Program,
    ProgramPlan,
    Region,
    Tile,
)

# Sections of named items, which are valid or invalid one by one; and the other sections with rules.
NAMED = ("tiles", "structs", "memory", "dungeons", "programs")
SINGLE = ("random", "display", "program", "compilers", "budgets", "parity", "modules")


Given = Callable[[KeyPath], bool]


@dataclass(frozen=True)
class Uses:
    """What the dungeons of a spec use.

    `dungeons` are the valid dungeons. `kinds` are the kinds of all dungeons, including invalid
    ones, and `tiles` the tiles of these kinds and of their passes, by name.
    """

    dungeons: Mapping[str, KindParameters]
    kinds: Sequence[AnyKind]
    tiles: Mapping[str, TileDefault]

    @cached_property
    def rows(self) -> dict[str, KindParameters]:
        """The parameters of the dungeons and of all their ranges of floors, by a name."""
        return named_rows(self.dungeons)

    @cached_property
    def regions(self) -> list[str]:
        """The regions of memory: those of every program, and the tables of the dungeons."""
        return regions_needed(self.rows, self.kinds)

    @cached_property
    def structs(self) -> dict[str, Fields]:
        """The automatic layout of the structs that the generators write."""
        return automatic_structs(self.kinds, self.rows)


@dataclass(frozen=True)
class Parts:
    """The parts of a spec that are valid by themselves.

    An invalid section is None; in sections of named items, only the invalid items are left out. The
    paths of both are in `unsound`, so that they do not count as missing. `given` says whether the
    value at a path comes from the file; other values are defaults, which are never reported.
    """

    tiles: dict[str, Tile]
    structs: dict[str, dict[str, StructField]]
    memory: dict[str, Region]
    dungeons: dict[str, KindParameters]
    random: RandomGenerator | None
    display: Display | None
    program: Program | None
    programs: dict[str, ProgramPlan]
    compilers: Compilers | None
    budgets: Budgets | None
    parity: Parity | None
    modules: Modules | None
    unsound: Collection[KeyPath]
    given: Given
    uses: Uses

    @cached_property
    def broken_structs(self) -> list[BrokenRule]:
        """The rules that the structs break by themselves."""
        return struct_rules(self.structs, self.unsound_names("structs"))

    @cached_property
    def layouts(self) -> dict[str, StructLayout] | None:
        """The layouts of the structs; None if not all of them are valid."""
        broken = self.unsound_names("structs") or self.broken_structs
        return None if broken else layouts(self.structs)

    @property
    def view(self) -> tuple[int, int]:
        """The size of the C64's window in tiles, (columns, rows)."""
        display = self.display or Display()
        return display.view_width, display.view_height

    def missing(self, section: str, wanted: Iterable[str]) -> list[str]:
        """The `wanted` names that a section lacks, not counting names of invalid items."""
        if (section,) in self.unsound:
            return []
        known = getattr(self, section)
        # A capital letter is reported once, as a name that is not valid.
        unsound = {name.lower() for name in self.unsound_names(section)}
        return [name for name in wanted if name not in known and name not in unsound]

    def unsound_names(self, section: str) -> set[str]:
        """The names of a section's items that are not valid by themselves."""
        return {str(path[1]) for path in self.unsound if path[0] == section and len(path) > 1}

    def misspelt(
        self, section: str, used: Collection[str], others: Collection[str]
    ) -> Iterator[tuple[str, str]]:
        """The structs or regions that are neither used nor among the `others`, and have a name
        similar to that of one that the file leaves out; each with the question whether that is
        meant."""
        left_out = [name for name in used if not self.given((section, name))]
        for name in getattr(self, section):
            is_unused = name not in used and name not in others
            if is_unused and (meant := did_you_mean(name, left_out)):
                yield name, meant

    def freed(self, section: str, *names: str) -> tuple[tuple[str, str], ...]:
        """The paths of those structs or regions that would be laid out automatically if the file
        did not give them."""
        used = self.uses.structs if section == "structs" else self.uses.regions
        given = [name for name in names if self.given((section, name))]
        return tuple((section, name) for name in given if name in used)

    def without(self, keys: Collection[KeyPath]) -> Parts:
        """The parts without the structs and regions at these paths."""
        return replace(
            self,
            structs={name: v for name, v in self.structs.items() if ("structs", name) not in keys},
            memory={name: v for name, v in self.memory.items() if ("memory", name) not in keys},
            unsound={path for path in self.unsound if path not in keys},
            given=lambda path: path[:2] not in keys and self.given(path),
        )


def named_kinds(data: dict[str, Any]) -> list[AnyKind]:
    """The kinds of the dungeons in a spec's data, in alphabetical order. A dungeon counts even if
    it is otherwise invalid."""
    named = [section.get("kind") for section in _dungeons(data)]
    return [kind for name, kind in KINDS.items() if name in named]


def named_passes(dungeon: dict[str, Any]) -> list[AnyPass]:
    """The passes of a dungeon in a spec's data, in alphabetical order, even if the dungeon is
    invalid."""
    uses = dungeon.get("passes")
    listed = uses if isinstance(uses, list) else []
    named = [use.get("name") for use in listed if isinstance(use, dict)]
    return [one for name, one in PASSES.items() if name in named]


def named_tiles(data: dict[str, Any]) -> dict[str, TileDefault]:
    """The tiles of the kinds and passes of the dungeons in a spec's data, by name."""
    found = {name: tile for kind in named_kinds(data) for name, tile in kind.tile_defaults.items()}
    for section in _dungeons(data):
        for one in named_passes(section):
            found |= tile_defaults(one.tiles)
        found |= tiles_of_drawings(section)
    return found


def tiles_of_drawings(dungeon: dict[str, Any]) -> dict[str, TileDefault]:
    """The tiles with defaults that passes of a dungeon in a spec's data name in their drawings, on
    any floor, by name."""
    if not any(one.names_tiles for one in named_passes(dungeon)):
        return {}
    names = tiles_named([dungeon.get("passes"), dungeon.get("floors")])
    return {name: tile for name, tile in KNOWN_TILES.items() if name in names}


def _dungeons(data: dict[str, Any]) -> list[dict[str, Any]]:
    dungeons = data.get("dungeons")
    sections = dungeons.values() if isinstance(dungeons, dict) else ()
    return [section for section in sections if isinstance(section, dict)]


def all_parts(spec: Spec, data: dict[str, Any], given: Given) -> Parts:
    """The parts of a spec in which every part is valid. `data` is what the spec was read from."""
    sections = {name: getattr(spec, name) for name in NAMED + SINGLE}
    uses = Uses(spec.dungeons, named_kinds(data), named_tiles(data))
    return Parts(**sections, unsound=(), given=given, uses=uses)


def without(data: dict[str, Any], paths: Iterable[KeyPath]) -> dict[str, Any]:
    """A copy of a spec's data without the keys at these paths."""
    rest = copy.deepcopy(data)
    for path in paths:
        inner: Any = rest
        for key in path[:-1]:
            inner = inner[key]
        inner.pop(path[-1], None)
    return rest


def sound_parts(data: dict[str, Any], bad: Iterable[KeyPath], given: Given) -> Parts:
    """The valid parts of a spec's `data`, which has no unknown keys.

    `bad` are the paths of missing or wrong values.
    """
    unsound = {path[: 2 if path[0] in NAMED else 1] for path in bad if path}
    sections: dict[str, Any] = {}
    for name in SINGLE:
        sections[name] = _valid(unsound, (name,), data.get(name, {}))
    for name in NAMED:
        items = {} if (name,) in unsound else data.get(name, {})
        checked = {key: _valid(unsound, (name, key), value) for key, value in items.items()}
        sections[name] = {key: item for key, item in checked.items() if item is not None}
    uses = Uses(sections["dungeons"], named_kinds(data), named_tiles(data))
    return Parts(**sections, unsound=unsound, given=given, uses=uses)


@cache
def _adapter(section: str) -> TypeAdapter[Any]:
    """The validator of one section of the spec."""
    field_type: Any = Spec.model_fields[section].annotation
    return TypeAdapter(field_type)


def _valid(unsound: set[KeyPath], path: KeyPath, value: Any) -> Any:
    """The section or item at a path. If it is invalid, None, and its path is added to `unsound`."""
    section, *keys = path
    if path in unsound:
        return None
    try:
        checked = _adapter(str(section)).validate_python({keys[0]: value} if keys else value)
    except ValidationError:
        unsound.add(path)
        return None
    return checked[keys[0]] if keys else checked
