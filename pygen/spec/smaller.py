"""Smaller forms of a spec's data: without some of its values, or with a smaller number.

The data are those of a YAML file: plain groups, lists and values. No function changes the data that
it is given, and none checks whether the result is a valid spec.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from pygen.engine.definition.parameters import with_changes
from pygen.engine.definition.passes import pass_id
from pygen.spec.document import value_at
from pygen.spec.problems import KeyPath
from pygen.spec.schema import child, narrowed, spec_schema

Data = dict[str, Any]

DUNGEONS, PASSES, FLOORS = "dungeons", "passes", "floors"


def keys_at(data: Data, path: KeyPath) -> list[str | int]:
    """The keys of the group, or the indices of the list, at a path; none of another value."""
    value = value_at(data, path)
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


def paths(data: Data, path: KeyPath = ()) -> Iterator[KeyPath]:
    """The paths of all values below a path, each group before its values."""
    for key in keys_at(data, path):
        yield (*path, key)
        yield from paths(data, (*path, key))


def numbers(data: Data) -> list[KeyPath]:
    """The paths of all whole numbers."""
    return [path for path in paths(data) if type(value_at(data, path)) is int]


def least(data: Data, path: KeyPath) -> int:
    """The smallest number that the schema allows at a path; 0 if it names none."""
    schema = spec_schema()
    for depth, key in enumerate(path, 1):
        schema = narrowed(child(schema, key), value_at(data, path[:depth]))
    number: int = schema.get("minimum", 0)
    return number


def with_value(data: Data, path: KeyPath, value: Any) -> Data:
    """The data with another value at a path. If the last group of the path is missing, it is added
    behind the first key of what is around it."""
    result = copy.deepcopy(data)
    if value_at(result, path[:-1]) is None:
        around = value_at(result, path[:-2])
        first, *others = around.items()
        around.clear()
        around.update([first, (path[-2], {}), *others])
    value_at(result, path[:-1])[path[-1]] = value
    return result


def without(data: Data, left_out: Sequence[KeyPath]) -> Data:
    """The data without the values at some paths, and without what refers to them: the names of
    dungeons in programs and budgets, the ids of passes on floors."""
    result = copy.deepcopy(data)
    # From the end, so that the indices of lists stay right.
    for path in reversed(left_out):
        # What refers to another of them may be gone already.
        if path[-1] in keys_at(result, path[:-1]):
            _forget(result, path)
            del value_at(result, path[:-1])[path[-1]]
    return result


def alone(data: Data, dungeon: str) -> Data:
    """A dungeon without all other sections and dungeons."""
    return {DUNGEONS: {dungeon: copy.deepcopy(data[DUNGEONS][dungeon])}}


def on_all_floors(data: Data, dungeon: str, floors: str) -> Data:
    """The data with the values of a dungeon's range of floors for all of its floors."""
    section = data[DUNGEONS][dungeon]
    own = {key: value for key, value in section.items() if key != FLOORS}
    return with_value(data, (DUNGEONS, dungeon), with_changes(own, section[FLOORS][floors]))


def _forget(data: Data, path: KeyPath) -> None:
    """Remove what refers to the value at a path, if it is a dungeon or a pass."""
    if len(path) == 2 and path[0] == DUNGEONS:
        sections = [value_at(data, ("program",)), *(data.get("programs") or {}).values()]
        for section in sections:
            if isinstance(section, dict) and isinstance(section.get(DUNGEONS), list):
                kept = [name for name in section[DUNGEONS] if name != path[1]]
                section[DUNGEONS] = kept
                if not kept:
                    del section[DUNGEONS]
        (value_at(data, ("budgets", DUNGEONS)) or {}).pop(path[1], None)
    if len(path) == 4 and path[0] == DUNGEONS and path[2] == PASSES:
        name = pass_id(value_at(data, path))
        for changes in (value_at(data, (*path[:2], FLOORS)) or {}).values():
            (changes.get(PASSES) or {}).pop(name, None)
