"""The identity of a spec, and of one dungeon in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from typing import Any

from pygen.kinds import KINDS, tiles_of
from pygen.passes import PASSES
from pygen.spec.canonical import canonical, canonical_parameters, first_keys
from pygen.spec.model import Spec
from pygen.spec.selection import Selection


def spec_hash(spec: Spec, selection: Selection | None = None) -> str:
    """SHA-256 (hex) of the spec's values, without comments and budgets, and of the selection of its
    dungeons (default: those that are proven).

    The order of names matters, because it determines the layout of structs. Emitted files show the
    first 16 digits.
    """
    selected = selection or spec.selection
    data = spec.model_dump(mode="json", exclude={"budgets", "programs"})
    # A spec without these is the same as before there were any.
    for key in ("calls", "open", "places", "shared", "without"):
        if not data["modules"][key]:
            del data["modules"][key]
    data["program"] = {"name": selected.program, "dungeons": list(selected.dungeons)}
    text = json.dumps(data, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def dungeon_digest(spec: Spec, name: str) -> str:
    """A digest (16 hex digits) of everything in the spec that a dungeon's bytes depend on.

    Themes, colours, compiler flags, other dungeons, and the tiles and structs of other kinds are
    not part of it. The digest covers the canonical form (see `canonical.py`), and those rule
    numbers of the dungeon's kind and passes that are above 1.
    """
    return _digest(spec, name, {"dungeon": canonical_parameters(spec.dungeons[name])})


def floor_digest(spec: Spec, name: str, floor: int) -> str:
    """The digest of one floor (1..256) of a dungeon, like `dungeon_digest`. The parameters of other
    floors are not part of it.

    For a dungeon that does not vary by floor, this is the digest of the dungeon.
    """
    dungeon = spec.dungeons[name]
    if len(dungeon.floor_rows) == 1:
        return dungeon_digest(spec, name)
    parameters = canonical_parameters(spec.blueprint(name, floor).parameters)
    # All floors have tables of the same length.
    lengths = {table.name: table.most_rows(dungeon) for table in spec.tables(name)}
    return _digest(spec, name, {"dungeon": parameters, "floor": floor, "tables": lengths})


def _digest(spec: Spec, name: str, parameters: dict[str, Any]) -> str:
    known = first_keys("spec")
    data: dict[str, Any] = {"random": canonical(spec.random, known["random"])}
    structs = spec.structs_of(name)
    data["structs"] = {
        struct: {
            field: canonical(value, known["struct_field"])
            for field, value in structs[struct].items()
        }
        for struct in _in_first_order(spec, name, structs)
    }
    data["codes"] = spec.codes_of(name)
    if spec.dungeons[name].looks:
        data["secrets"] = spec.blueprint(name).secrets
    if unusual := _unusual_tiles(spec, name):
        data["tiles"] = unusual
    data |= parameters
    data["view"] = [spec.display.view_width, spec.display.view_height]
    if numbers := _numbers_of_rules(spec, name):
        data["rules"] = numbers
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]


def _in_first_order(spec: Spec, name: str, structs: Collection[str]) -> list[str]:
    """The names of structs in an order that does not depend on other dungeons: those that existed
    first as `first_keys.json` has them, where `kind` stands for the tables and figures of the kind,
    then the others by name."""
    kind = spec.kind(name)
    own = [*(table.struct for table in kind.usual_tables), kind.figures.struct]
    first = [
        one for key in first_keys("spec")["structs"] for one in (own if key == "kind" else [key])
    ]
    return [one for one in dict.fromkeys([*first, *sorted(structs)]) if one in structs]


def _unusual_tiles(spec: Spec, name: str) -> dict[str, list[bool]]:
    """What the generators read of a dungeon's tiles besides the codes - whether a tile is walkable,
    and whether it is secret - for the tiles that are not as they are by default."""
    found = {
        tile: (default, spec.tiles[tile]) for tile, default in tiles_of(spec.dungeons[name]).items()
    }
    return {
        tile: [given.walkable, given.secret]
        for tile, (default, given) in sorted(found.items())
        if (given.walkable, given.secret) != (default.walkable, default.secret)
    }


def _numbers_of_rules(spec: Spec, name: str) -> dict[str, int]:
    """The rule numbers above 1 of a dungeon's kind and passes, by the names of these."""
    dungeon = spec.dungeons[name]
    numbers = {f"kind {dungeon.kind}": KINDS[dungeon.kind].rules}
    for use in (use for row in dungeon.every_row() for use in row.passes):
        numbers[f"pass {use.name}"] = PASSES[use.name].rules
    return {part: number for part, number in sorted(numbers.items()) if number > 1}
