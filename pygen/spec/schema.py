"""The JSON Schema of generator.yaml, emitted from the model for editors and for error messages."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from pygen.base.files import write_if_changed
from pygen.engine.definition.entity_kinds import SHOWN_KINDS
from pygen.engine.definition.parameters import FLOOR_RANGE
from pygen.engine.definition.passes import PASS_ID
from pygen.engine.definition.tiles import tile_defaults
from pygen.engine.generator.kind import AnyKind
from pygen.kinds import KINDS
from pygen.passes import PASSES
from pygen.spec.dungeons import SECTIONS
from pygen.spec.model import Spec
from pygen.spec.record_layout import automatic_structs
from pygen.spec.sections import DEFAULT_TILES, REGIONS

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a spec, strict about unknown keys everywhere.

    It names the tiles, structs and regions that have defaults, so that editors offer them.
    """
    schema = {"$schema": DIALECT, **Spec.model_json_schema()}
    _name_defaults(schema)
    _close(schema)
    return schema


def _name_defaults(schema: dict[str, Any]) -> None:
    definitions, sections = schema["$defs"], schema["properties"]
    # A tile that has a default may leave out any key.
    definitions["DefaultTile"] = {
        key: value for key, value in definitions["Tile"].items() if key != "required"
    }
    sections["tiles"]["properties"] = {
        name: {
            "$ref": "#/$defs/DefaultTile",
            "default": tile.keys(),
            "description": f"the tile `{name}`: keys that are left out keep their defaults",
        }
        for name, tile in DEFAULT_TILES.items()
    }
    # Patterns also apply to keys that are listed by name.
    others = "|".join(DEFAULT_TILES)
    sections["tiles"]["patternProperties"] = {
        f"^(?!({others})$){pattern.removeprefix('^')}": tile
        for pattern, tile in sections["tiles"]["patternProperties"].items()
    }
    (fields,) = sections["structs"]["patternProperties"].values()
    sections["structs"]["properties"] = {
        name: {**fields, "description": f"the record `{name}` (default: laid out automatically)"}
        for name in automatic_structs(KINDS.values(), {})
    }
    (dungeon,) = sections["dungeons"]["patternProperties"].values()
    tiles_of_passes = tile_defaults(tile for one in PASSES.values() for tile in one.tiles)
    for name, reference in dungeon["discriminator"]["mapping"].items():
        definition = reference.rpartition("/")[2]
        theme = definitions[definition]["properties"]["theme"]
        tiles = dict.fromkeys((*KINDS[name].tile_defaults, *tiles_of_passes), "the tile")
        entities = {one.name: "the entity" for one in SHOWN_KINDS}
        theme["properties"] = {
            shown: {
                "$ref": "#/$defs/TileTheme",
                "description": f"what {what} `{shown}` looks like (default: as elsewhere)",
            }
            for shown, what in {**entities, **tiles}.items()
        }
        theme["additionalProperties"] = False
        _name_floors(definitions, KINDS[name], definition)
    sections["memory"]["properties"] = {
        name: {"$ref": "#/$defs/Region", "description": f"{what} (default: laid out automatically)"}
        for name, what in REGIONS.items()
    }


def _name_floors(definitions: dict[str, Any], kind: AnyKind, name: str) -> None:
    """Describe the keys that a range of floors may give: any key of the dungeon that may vary, or
    none.

    `name` is the name of the definition of the kind's dungeons.
    """
    dungeon = definitions[name]
    constant = {keys[0] for keys in SECTIONS[kind.name].same_on_all_floors if len(keys) == 1}
    own_kind = {
        "const": kind.name,
        "default": kind.name,
        "description": "a dungeon's kind is the same on all floors",
    }
    properties = {
        key: value
        for key, value in dungeon["properties"].items()
        if key not in ("kind", "floors", *constant)
    }
    definitions[f"{name}OnFloors"] = {
        **{key: value for key, value in dungeon.items() if key != "required"},
        "properties": {"kind": own_kind, **properties},
        "description": "values that replace the dungeon's own on these floors",
    }
    definitions[f"{name}OnFloors"]["properties"]["passes"] = {
        "type": "object",
        "description": "values that replace those of passes on these floors, by their ids "
        "(default: the dungeon's own)",
        "patternProperties": {
            PASS_ID: _pass_on_floors(definitions, dungeon["properties"]["passes"]["items"])
        },
    }
    dungeon["properties"]["floors"] = {
        "type": "object",
        "description": dungeon["properties"]["floors"]["description"],
        "patternProperties": {FLOOR_RANGE: {"$ref": f"#/$defs/{name}OnFloors"}},
    }


def _pass_on_floors(definitions: dict[str, Any], uses: dict[str, Any]) -> dict[str, Any]:
    """The schema of a list of passes with `uses`, in which any key may be left out."""
    mapping = {}
    for word, reference in uses["discriminator"]["mapping"].items():
        name = reference.rpartition("/")[2]
        properties = definitions[name]["properties"]
        description = "a pass has the same name on all floors"
        own_name = {"const": word, "default": word, "description": description}
        definitions[f"{name}OnFloors"] = {
            **{key: value for key, value in definitions[name].items() if key != "required"},
            "properties": {**properties, "name": own_name},
        }
        mapping[word] = f"#/$defs/{name}OnFloors"
    return {
        # Several alternatives may match, since each key may be left out.
        "anyOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {**uses["discriminator"], "mapping": mapping},
    }


def write_schema(path: Path) -> bool:
    """Write the schema to `path`; True if that changed the file. Raises UserError if the file
    cannot be written."""
    text = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    return write_if_changed(path, text.encode())


def _close(node: Any) -> None:
    """Forbid names that do not match a mapping's pattern, which pydantic allows."""
    if isinstance(node, dict):
        if "patternProperties" in node:
            node["additionalProperties"] = False
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


def has_key(node: dict[str, Any], key: str) -> bool:
    """Whether `node` describes a mapping with a known key of exactly this name."""
    return key in node.get("properties", {})


@cache
def spec_schema() -> dict[str, Any]:
    """The schema of the spec, cached; callers must not change it."""
    return json_schema()


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """`node` with its reference followed, and without the alternative of being absent."""
    if "anyOf" in node and "discriminator" not in node:
        node = next((n for n in node["anyOf"] if n.get("type") != "null"), node)
    if "$ref" in node:
        target = spec_schema()["$defs"][node["$ref"].rpartition("/")[2]]
        return {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def branch(node: dict[str, Any], tag: str) -> dict[str, Any]:
    """The alternative that the model calls `tag`."""
    reference = node.get("discriminator", {}).get("mapping", {}).get(tag, tag)
    name = str(reference).rpartition("/")[2]
    for choice in node.get("oneOf", node.get("anyOf", ())):
        if choice.get("$ref", "").rpartition("/")[2] == name or choice.get("type") == name:
            return resolved(choice)
    return {}


def child(node: dict[str, Any], key: str | int) -> dict[str, Any]:
    """The schema of the value at `key` in a mapping or list that `node` describes."""
    if isinstance(key, int) and "items" in node:
        inner = node["items"]
    else:
        inner = node.get("properties", {}).get(key)
        if inner is None:
            inner = next(iter(node.get("patternProperties", {}).values()), {})
    return resolved(inner)


def narrowed(schema: dict[str, Any], data: Any) -> dict[str, Any]:
    """The schema of `data`. For a dungeon this is the schema of its kind, for a pass that of its
    name."""
    if "discriminator" in schema:
        key = schema["discriminator"]["propertyName"]
        return branch(schema, str(data.get(key, ""))) if isinstance(data, dict) else {}
    return schema
