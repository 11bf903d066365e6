"""The canonical form of a dungeon's parameters, from which digests are computed.

The form does not depend on the classes that read the YAML. `first_keys.json`, here and in the
folders of kinds and passes, lists the keys that existed when this form was introduced, in the order
in which digests contain them. These keys are always part of the form, even at their defaults. Every
other key, such as one that is added from now on, is part of it only if its value is not the
default. So a new key does not change the digest of a dungeon that does not use it.

In these files, the keys of a group are listed below the group's name, those of a list's items in
square brackets, and those of all values of a mapping below `*`. A key with `?` keeps its place in
the order, but is part of the form only if its value is not the default. A kind or a pass that was
added later has no such file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from pygen.engine.definition.parameters import KindParameters

PACKAGE = Path(__file__).resolve().parents[1]


@cache
def first_keys(part: str) -> Mapping[str, Any]:
    """The first keys of one folder of pygen: `spec`, or a folder such as `kinds/walk`."""
    file = PACKAGE / part / "first_keys.json"
    found: Mapping[str, Any] = json.loads(file.read_bytes()) if file.is_file() else {}
    return found


def canonical(section: BaseModel, first: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a section in canonical form, as JSON values. `first` are the section's first
    keys."""
    whole = section.model_dump(mode="json")
    found: dict[str, Any] = _ordered(
        whole, section.model_dump(mode="json", exclude_defaults=True), first
    )
    return found


def canonical_parameters(dungeon: KindParameters) -> dict[str, Any]:
    """The parameters of a dungeon in canonical form, without its theme and what its code prefers,
    which change no byte."""
    data = canonical(dungeon, first_keys(f"kinds/{dungeon.kind}"))
    data.pop("theme", None)
    data.pop("prefer", None)
    if "passes" in data:
        data["passes"] = [
            use.canonical(canonical(use, first_keys(f"passes/{use.name}")))
            for use in dungeon.passes
        ]
    if "floors" in data:
        data["floors"] = {key: canonical_parameters(row) for key, row in dungeon.floors.items()}
    return data


def _ordered(value: Any, changed: Any, first: Any) -> Any:
    """`value` with only the keys that belong to the canonical form. `changed` has the keys that are
    not at their defaults, `first` the first keys. Where `first` names no keys below a key,
    everything there counts."""
    if isinstance(first, list) and isinstance(value, list):
        items = changed if isinstance(changed, list) else [{}] * len(value)
        return [_ordered(item, change, first[0]) for item, change in zip(value, items)]
    if not isinstance(first, Mapping) or not isinstance(value, dict):
        return value
    changes = changed if isinstance(changed, dict) else {}
    if "*" in first:
        return {key: _ordered(one, changes.get(key), first["*"]) for key, one in value.items()}
    names = {key.removesuffix("?"): key for key in first}
    kept = [key for key, name in names.items() if key in value and (name == key or key in changes)]
    kept += sorted(changes.keys() - names.keys())
    return {key: _ordered(value[key], changes.get(key), first.get(names.get(key))) for key in kept}
