"""The JSON Schema of generator.yaml, emitted from the model for editors and for error messages."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from pygen.base.files import write_if_changed
from pygen.spec.model import Spec

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(spec_model: type[BaseModel] = Spec) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of `spec_model`, strict about unknown keys everywhere."""
    schema = {"$schema": DIALECT, **spec_model.model_json_schema()}
    _close(schema)
    return schema


def write_schema(path: Path) -> bool:
    """Write the schema to `path`; True if that changed the file. Raises UserError if it cannot."""
    text = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    return write_if_changed(path, text.encode())


def _close(node: Any) -> None:
    """Forbid names that break the pattern of a mapping's names, which pydantic leaves open."""
    if isinstance(node, dict):
        if "patternProperties" in node:
            node["additionalProperties"] = False
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


@cache
def spec_schema() -> dict[str, Any]:
    """The schema of the spec, made once. Not to be changed."""
    return json_schema()


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """`node` with its reference followed, and without the alternative of being absent."""
    if "anyOf" in node:
        node = next((n for n in node["anyOf"] if n.get("type") != "null"), node)
    if "$ref" in node:
        target = spec_schema()["$defs"][node["$ref"].rpartition("/")[2]]
        return {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def branch(node: dict[str, Any], tag: str) -> dict[str, Any]:
    """The alternative of a `oneOf` that the model calls `tag`."""
    reference = node.get("discriminator", {}).get("mapping", {}).get(tag, tag)
    name = str(reference).rpartition("/")[2]
    for choice in node["oneOf"]:
        if choice.get("$ref", "").rpartition("/")[2] == name or choice.get("type") == name:
            return resolved(choice)
    return {}


def child(node: dict[str, Any], key: str | int) -> dict[str, Any]:
    """The schema of what stands at `key` of a mapping or list that `node` describes."""
    if isinstance(key, int):
        found = node.get("items", {})
    else:
        found = node.get("properties", {}).get(key)
        if found is None:
            found = next(iter(node.get("patternProperties", {}).values()), {})
    return resolved(found)
