"""Parameters at their ends: each number at least and at most, each choice, each switch."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from pygen.engine.definition.parameters import KindParameters
from pygen.spec import Spec

LEFT_OUT = frozenset(("kind", "name", "id", "passes", "theme", "floors"))
"""Keys of a dungeon or a pass that are no parameters of its algorithm."""

Found = tuple[tuple[str, str], bool]
"""A key and what it may be, and whether it is that."""


@dataclass(frozen=True)
class Setting:
    """What a key of a kind or pass, such as `kinds/walk`, may be: `least`, `most`, `true`, ..."""

    part: str
    key: str
    value: str

    def __str__(self) -> str:
        return f"{self.part} | {self.key} | {self.value}"


class _Schema:
    def __init__(self, model: type[BaseModel]) -> None:
        self.root = model.model_json_schema()
        if "$ref" in self.root:
            self.root = {**self.resolved(self.root), "$defs": self.root["$defs"]}

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self.root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def walk(self, schema: dict[str, Any], key: str, values: list[Any]) -> Iterator[Found]:
        """All settings of a key, and whether one of its `values` is that; lists have several."""
        schema = self.resolved(schema)
        if "anyOf" in schema:
            yield from self._optional(schema["anyOf"], key, values)
        elif "enum" in schema:
            yield from (((key, str(one)), one in values) for one in schema["enum"])
        elif schema.get("type") == "boolean":
            yield from (((key, str(one).lower()), one in values) for one in (True, False))
        elif schema.get("type") == "integer":
            for word, end in zip(("least", "most"), _ends(schema)):
                if end is not None:
                    yield (key, f"{word}, {end}"), end in values
        elif schema.get("type") == "array":
            yield from self._list(schema, key, values)
        else:
            for name, inner in schema.get("properties", {}).items():
                below = [one[name] for one in values if one and name in one]
                if key or name not in LEFT_OUT:
                    yield from self.walk(inner, f"{key}.{name}".lstrip("."), below)

    def _optional(
        self, schemas: list[dict[str, Any]], key: str, values: list[Any]
    ) -> Iterator[Found]:
        given = [one for one in values if one is not None]
        if any(schema.get("type") == "null" for schema in schemas):
            yield (key, "given"), bool(given)
            yield (key, "absent"), len(given) < max(1, len(values))
        for schema in schemas:
            if schema.get("type") != "null":
                yield from self.walk(schema, key, given)

    def _list(self, schema: dict[str, Any], key: str, values: list[Any]) -> Iterator[Found]:
        counts = [len(one) for one in values] or [0]
        if "maxItems" in schema:
            for word, end in (
                ("fewest", schema.get("minItems", 0)),
                ("most", schema["maxItems"]),
            ):
                yield (key, f"{word}, {end}"), end in counts
        yield from self.walk(schema["items"], f"{key}[]", [one for many in values for one in many])


def _ends(schema: dict[str, Any]) -> tuple[int | None, int | None]:
    least, most = schema.get("minimum"), schema.get("maximum")
    if "exclusiveMaximum" in schema:
        most = schema["exclusiveMaximum"] - 1
    if "exclusiveMinimum" in schema:
        least = schema["exclusiveMinimum"] + 1
    return least, most


@functools.cache
def _schema_of(model: type[BaseModel]) -> _Schema:
    return _Schema(model)


def settings_of(part: str, model: type[BaseModel]) -> list[Setting]:
    """All settings of a kind's or a pass's parameters."""
    schema = _schema_of(model)
    return list(dict.fromkeys(Setting(part, *one) for one, _ in schema.walk(schema.root, "", [{}])))


def used(part: str, parameters: BaseModel) -> Iterator[Setting]:
    """Those that these parameters have."""
    schema = _schema_of(type(parameters))
    data = parameters.model_dump(mode="json")
    return (Setting(part, *one) for one, is_so in schema.walk(schema.root, "", [data]) if is_so)


def used_in(spec: Spec, dungeon: str, floor: int) -> set[Setting]:
    """Those that a floor of a dungeon has, by its kind and its passes."""
    parameters = spec.blueprint(dungeon, floor).parameters
    found = _of_row(parameters)
    # Which entities of a table are on which floors is the same on all floors.
    found |= {one for one in _of_row(spec.dungeons[dungeon]) if one.key.endswith(".floors")}
    return found


def _of_row(dungeon: KindParameters) -> set[Setting]:
    parts: list[tuple[str, BaseModel]] = [
        (f"kinds/{dungeon.kind}", dungeon),
        *((f"passes/{use.name}", use) for use in dungeon.passes),
    ]
    return {one for part, parameters in parts for one in used(part, parameters)}
