"""The keys of dungeons that may be open parameters of a module."""

from __future__ import annotations

import json
from functools import cache, reduce
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from pygen.base.errors import UserError
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.sections import Mark
from pygen.spec.problems import KeyPath

PACKAGE = Path(__file__).resolve().parents[1]

MOST_VALUE = 255
"""The greatest value of an open parameter, which is a byte."""


class WrongParameter(UserError):
    """A parameter that a dungeon cannot have open, by its name; `wrong` says why."""

    def __init__(self, name: str, wrong: str, hint: str) -> None:
        super().__init__(f"modules.open: {wrong}", hint)
        self.name, self.wrong = name, wrong


@cache
def keys_to_open(part: str) -> tuple[str, ...]:
    """The keys of a kind or a pass, given by its folder such as `kinds/walk`, that may be open: the
    C has a formula or one table by their values for all that follows from them."""
    file = PACKAGE / part / "open_keys.json"
    return tuple(json.loads(file.read_bytes())) if file.is_file() else ()


def name_and_range(entry: str) -> tuple[str, range | None]:
    """The name in an entry of `modules.open`, and its range of values if it has one."""
    name, _, span = entry.partition(" ")
    low, _, high = span.partition("-")
    return name, range(int(low), int(high) + 1) if span else None


def openable(dungeon: KindParameters) -> dict[str, KeyPath]:
    """The names of all parameters of a dungeon that may be open, and the paths of their keys. Those
    of a pass begin with its id; behind `passes.` where the kind has a key of that name."""
    found: dict[str, KeyPath] = {
        key: tuple(key.split(".")) for key in keys_to_open(f"kinds/{dungeon.kind}")
    }
    for number, use in enumerate(dungeon.passes):
        for key in keys_to_open(f"passes/{use.name}"):
            path: KeyPath = ("passes", number, *key.split("."))
            name = f"{use.id}.{key}"
            found[f"passes.{name}" if name in found else name] = path
    return {name: path for name, path in found.items() if _is_there(dungeon, path)}


def _is_there(dungeon: KindParameters, path: KeyPath) -> bool:
    """Whether a dungeon has a whole number at a path. A group of keys may be left out."""
    try:
        return type(value_at(dungeon, path)) is int
    except AttributeError:
        return False


def value_at(section: Any, path: KeyPath) -> Any:
    """The value at a path below a section. Raises AttributeError if there is none."""
    return reduce(_inner, path, section)


def _inner(section: Any, key: str | int) -> Any:
    return section[key] if isinstance(key, int) else getattr(section, key)


def range_of_key(section: Any, path: KeyPath) -> range:
    """The numbers that the key itself allows, up to what fits in a byte."""
    field = type(value_at(section, path[:-1])).model_fields[str(path[-1])]
    bounds = {
        name: getattr(mark, name)
        for mark in field.metadata
        for name in ("ge", "le")
        if getattr(mark, name, None) is not None
    }
    if Mark.CHANCE in field.metadata:
        bounds = {"ge": 0, "le": 100, **bounds}
    return range(max(0, bounds.get("ge", 0)), min(MOST_VALUE, bounds.get("le", MOST_VALUE)) + 1)


def is_chance(section: Any, path: KeyPath) -> bool:
    """Whether the key is a chance, in percent."""
    field = type(value_at(section, path[:-1])).model_fields[str(path[-1])]
    return Mark.CHANCE in field.metadata


def changed(section: Any, path: KeyPath, value: int) -> Any:
    """A section, or a list of sections, with another value at a path. It is not checked."""
    key, *rest = path
    if isinstance(section, list):
        return [changed(one, tuple(rest), value) if at == key else one
                for at, one in enumerate(section)]  # fmt: skip
    assert isinstance(section, BaseModel)
    inner = changed(getattr(section, str(key)), tuple(rest), value) if rest else value
    fields = {name: getattr(section, name) for name in type(section).model_fields}
    return type(section).model_construct(
        _fields_set=section.model_fields_set, **{**fields, str(key): inner}
    )


def is_same_on_all_floors(dungeon: KindParameters, path: KeyPath) -> bool:
    """Whether all floors of a dungeon have a key, with one value."""
    own = value_at(dungeon, path)
    for row in dungeon.floors.values():
        if path[0] == "passes":
            ids = [[use.id for use in one.passes] for one in (dungeon, row)]
            if ids[0] != ids[1]:
                return False
        try:
            if value_at(row, path) != own:
                return False
        except AttributeError:
            return False
    return True
