"""The identity of a spec, and of one dungeon in it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pygen.engine.parameters import KindParameters
from pygen.spec.model import Spec


def spec_hash(spec: Spec) -> str:
    """SHA-256 (hex) of the spec's values, without comments and budgets, and of the program at hand.

    The order of names matters, because it determines the layout of structs. Emitted files show the
    first 16 digits.
    """
    text = json.dumps(
        spec.model_dump(mode="json", exclude={"budgets", "programs"}), separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()


def dungeon_digest(spec: Spec, name: str) -> str:
    """A digest (16 hex digits) of everything in the spec that a dungeon's bytes depend on.

    Themes, colours, compiler flags, other dungeons, and the tiles and structs of other kinds are
    not part of it.
    """
    return _digest(spec, name, {"dungeon": _without_theme(spec.dungeons[name])})


def floor_digest(spec: Spec, name: str, floor: int) -> str:
    """The same for one floor (1..256) of a dungeon: the parameters of others are not part of it.

    For a dungeon that does not vary by floor it is that of the dungeon.
    """
    dungeon = spec.dungeons[name]
    if len(dungeon.floor_rows) == 1:
        return dungeon_digest(spec, name)
    parameters = _without_theme(spec.blueprint(name, floor).parameters)
    # All floors have tables of the same length.
    lengths = {table.name: table.most_rows(dungeon) for table in spec.tables(name)}
    return _digest(spec, name, {"dungeon": parameters, "floor": floor, "tables": lengths})


def _without_theme(dungeon: KindParameters) -> dict[str, Any]:
    data = dungeon.model_dump(mode="json")
    for parameters in (data, *data.get("floors", {}).values()):
        parameters.pop("theme", None)
    return data


def _digest(spec: Spec, name: str, parameters: dict[str, Any]) -> str:
    data = spec.model_dump(mode="json", include={"random"})
    structs = spec.structs_of(name)
    data["structs"] = {
        struct: {field: value.model_dump(mode="json") for field, value in fields.items()}
        for struct, fields in structs.items()
    }
    data["codes"] = spec.codes_of(name)
    if spec.dungeons[name].looks:
        data["secrets"] = spec.secrets_of(name)
    data |= parameters
    data["view"] = [spec.display.view_width, spec.display.view_height]
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]
