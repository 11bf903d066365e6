"""Turning errors of the model into problems that a designer understands.

What is expected comes from the JSON Schema, so a new key of the model needs no text here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pygen.base.words import closest, did_you_mean, listed, shown
from pygen.engine.definition.passes import pass_id
from pygen.spec.document import Document
from pygen.spec.problems import KeyPath, Problem
from pygen.spec.schema import branch, child, spec_schema

TYPES = {"integer": "a whole number", "boolean": "true or false", "string": "a text"}


@dataclass
class Spot:
    """The location of an error in the data, its schema, and the schema of what is around it."""

    path: KeyPath
    schema: dict[str, Any]
    parent: dict[str, Any]
    is_key: bool = False


def locate(loc: tuple[str | int, ...]) -> Spot:
    """The spot of a pydantic location, which names unions' branches beside the data's keys."""
    path: KeyPath = ()
    parent: dict[str, Any] = {}
    schema = spec_schema()
    for key in loc:
        if key == "[key]":
            return Spot(path, schema, parent, is_key=True)
        if "discriminator" in schema or "oneOf" in schema:
            schema = branch(schema, str(key))
        else:
            parent, schema, path = schema, child(schema, key), (*path, key)
    return Spot(path, schema, parent)


def spot_of(error: dict[str, Any], document: Document) -> Spot:
    """The spot of a pydantic error. Passes on a range of floors are named by their ids in the
    file."""
    spot = locate(error["loc"])
    path = spot.path
    if path[:1] == ("dungeons",) and path[2:3] == ("floors",) and path[4:5] == ("passes",):
        given = document.at((*path[:4], "passes"))
        own = document.at((*path[:2], "passes"))
        if isinstance(given, dict) and isinstance(own, list) and len(path) > 5:
            names = [pass_id(use) for use in own]
            names += [name for name in given if name not in names]
            name = names[int(path[5])]
            # An item without a name was not given here; its mistake is reported at the dungeon.
            if isinstance(name, str):
                spot.path = (*path[:5], name, *path[6:])
    spot.path = as_given(spot.path, document)
    return spot


def as_given(path: KeyPath, document: Document) -> KeyPath:
    """The path of a value as the file has it: conditions and choices may stand without their key,
    and a tile may stand for a group with it."""
    for depth, key in enumerate(path):
        if key in ("conditions", "one_of") and isinstance(document.at(path[:depth]), list):
            return (*path[:depth], *path[depth + 1 :])
    return path


def problem_of(error: dict[str, Any], document: Document) -> Problem:
    """A pydantic error as a problem."""
    spot = spot_of(error, document)
    kind = error["type"]
    problem = document.problem_of_key if spot.is_key else document.problem
    if kind == "extra_forbidden":
        return document.problem_of_key(spot.path, *_unknown_key(spot))
    if kind == "missing":
        right = f"add `{spot.path[-1]}`: {expected(spot.schema)}"
        return document.problem(spot.path, "this key is missing", right)
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _no_alternative(spot, error, document)
    if kind == "rule":
        return problem(spot.path, error["ctx"]["wrong"], error["ctx"]["right"])
    if spot.is_key:
        return problem(spot.path, f"`{shown(str(spot.path[-1]))}` is not a valid name", NAME_RULE)
    wrong = _wrong(kind, error.get("input"), spot, document)
    return problem(spot.path, wrong, _right(spot, error.get("input"), document))


NAME_RULE = "expected at most 24 lowercase letters, digits and _, beginning with a letter"


REPLACED: dict[KeyPath, str] = {
    ("compilers", compiler, "play_up_to"): "`programs` says which dungeons a program has, on which "
    "carriers, and with `plays` whether it can be played"
    for compiler in ("oscar64", "cc65")
}
"""Keys of earlier versions, and what replaced them."""


def _unknown_key(spot: Spot) -> tuple[str, str]:
    """What is wrong with an unknown key, and what would be right."""
    known = list(spot.parent.get("properties", {}))
    if spot.path[0] == "structs" and spot.path[-1] in ("bytes", "bits", "struct"):
        return "a field has one of the keys bytes, bits and struct, not two", FIELD_FORMS
    if spot.path in REPLACED:
        return "this key was replaced", REPLACED[spot.path]
    word = str(spot.path[-1])
    inside = [name for name in known if word in child(spot.parent, name).get("properties", {})]
    if inside:
        right = f"it belongs in {listed([f'`{name}`' for name in inside])}, as in "
        return "unknown key", f"{right}`{inside[0]}: {{{word}: ...}}`"
    return "unknown key", f"{did_you_mean(word, known)}possible keys here: {listed(known)}"


def _no_alternative(spot: Spot, error: dict[str, Any], document: Document) -> Problem:
    """A dungeon whose kind is unknown or missing, a pass without a known name, or a struct's field
    of no known form."""
    value = error.get("input")
    kinds = spot.schema.get("discriminator", {}).get("mapping")
    if not isinstance(value, dict):
        right = "expected a group of keys" if kinds else FIELD_FORMS
        wrong = f"found {described(spot.path, value, document)}"
        return document.problem(spot.path, wrong, right)
    if not kinds:
        wrong = "a field needs one of the keys bytes, bits and struct"
        return document.problem(spot.path, wrong, FIELD_FORMS)
    key = spot.schema["discriminator"]["propertyName"]
    path = (*spot.path, key)
    if key not in value:
        right = f"add `{key}`: expected one of: {listed(kinds)}"
        return document.problem(path, "this key is missing", right)
    kind = value[key]
    sort = "kind of dungeon" if key == "kind" else "pass"
    wrong = f"found {described(path, kind, document)}, which is no {sort}"
    right = f"{did_you_mean(str(kind), kinds)}expected one of: {listed(kinds)}"
    return document.problem(path, wrong, right)


FIELD_FORMS = "expected {bytes: 1}, {bits: 3} or {struct: door, count: [4]}"


def described(path: KeyPath, value: Any, document: Document) -> str:
    """A description of the value at `path`."""
    node = document.scalars.get(path)
    text = shown(node.value if node else str(value), 40)
    if value is None:
        return "nothing" if text in ("", "None") else f"{text}, which is YAML's word for nothing"
    if isinstance(value, bool):
        word = "true" if value else "false"
        return text if text == word else f"{text}, which is YAML's word for {word}"
    if isinstance(value, (int, float)):
        return f"the number {text}"
    if isinstance(value, str):
        return f'the text "{text}"'
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return "a group of keys" if value else "an empty group"


def _wrong(kind: str, value: Any, spot: Spot, document: Document) -> str:
    what = described(spot.path, value, document)
    if kind == "greater_than_equal":
        return f"{what.removeprefix('the number ')} is too small"
    if kind == "less_than_equal":
        return f"{what.removeprefix('the number ')} is too large"
    return f"found {what}"


def _right(spot: Spot, value: Any, document: Document) -> str:
    kind = spot.schema.get("type")
    node = document.scalars.get(spot.path)
    hint = ""
    if node is not None:
        is_number = kind == "integer"
        if is_number and isinstance(value, str):
            hint = number_hint(node.value, bool(node.style), spot.path)
        elif is_number and isinstance(value, float) and value.is_integer():
            hint = f"write {int(value)}; "
        elif kind == "string" and not isinstance(value, str):
            hint = f'write it in quotes: "{shown(node.value)}"; '
            if not node.value:
                hint = 'a text that begins with # needs quotes: "#"; '
    passes = spot.schema.get("discriminator", {}).get("mapping", {})
    if isinstance(value, str) and value in passes:
        hint = f"write `{{name: {value}}}`; "
    if isinstance(value, str) and kind == "array":
        passes = spot.schema.get("items", {}).get("discriminator", {}).get("mapping", {})
        hint = (
            f"write `[{{name: {value}}}]`; " if value in passes else f"write `[{shown(value)}]`; "
        )
    if isinstance(value, str) and "conditions" in spot.schema.get("properties", {}):
        hint = f'write `["{shown(value)}"]`; '
    if value is True and kind == "object" and not spot.schema.get("required"):
        hint = f"write `{spot.path[-1]}: {{}}`; "
    if isinstance(value, str) and "enum" in spot.schema and not hint:
        hint = did_you_mean(value, map(str, spot.schema["enum"]))
    return hint + expected(spot.schema)


def number_hint(text: str, quoted: bool, path: KeyPath) -> str:
    """A hint what to write instead of `text` where a number is expected; empty without a likely
    guess."""
    is_address = path[:1] == ("memory",)
    digits = text.strip().replace("_", "")
    if match := re.fullmatch(r"[$&#]([0-9a-fA-F]{1,4})", digits):
        return f"write 0x{match[1]}; "
    if is_address and re.fullmatch(r"[0-9a-fA-F]{4}[hH]?", digits) and not quoted:
        return f"write 0x{digits[:4]}; "
    if re.fullmatch(r"0x[0-9a-fA-F]+|0|[1-9][0-9]*", digits):
        return f"write {digits} without quotes; " if quoted else f"write {digits}; "
    if re.fullmatch(r"0[0-9]+", digits):
        return f"write {int(digits[:9])} (YAML may read a leading 0 as octal); "
    if match := re.fullmatch(r"0o([0-7]{1,9})", digits):
        return f"write {int(match[1], 8)}; "
    if re.fullmatch(r"[0-9]+(:[0-9]+)+", digits):
        return "write it without colons (YAML may read them as base 60); "
    if match := re.fullmatch(r"([0-9]{1,5}) *%", digits):
        return f"write {match[1]} (percent is understood); "
    return ""


def expected(schema: dict[str, Any]) -> str:
    """The value that the schema expects, as the end of a message: "expected a whole number from 2
    to 32"."""
    return f"expected {_wanted(schema)}"


def _wanted(schema: dict[str, Any]) -> str:
    about = schema.get("description", "")
    kind = schema.get("type")
    if "discriminator" in schema:
        kinds = schema["discriminator"]["mapping"]
        key = schema["discriminator"]["propertyName"]
        words = f"a group of keys, of which `{key}` is one of: {listed(kinds)}"
    elif "const" in schema:
        words = str(schema["const"])
    elif "enum" in schema:
        words = f"one of: {listed(map(str, schema['enum']))}"
    elif kind == "integer":
        span = _range(schema.get("minimum"), schema.get("maximum"))
        words = f"a whole number from {span}" if span else "a whole number"
    elif kind == "array":
        least, most = schema.get("minItems"), schema.get("maxItems")
        count = _range(least, most) or (f"at most {most}" if most else "")
        words = f"a list of {count} items" if count else "a list"
    elif kind == "object":
        keys = list(schema.get("properties", {}))
        if keys and "patternProperties" not in schema:
            return f"a group of the keys {listed(keys)}"
        words = "a group of keys" + (", at least one" if schema.get("minProperties") else "")
    elif "pattern" in schema and about:
        return str(about)
    elif schema.get("maxLength") == 1:
        words = "a single character"
    else:
        words = TYPES.get(str(kind), "another value")
    return f"{words} ({about})" if about else words


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return ""
    if most is None:
        return f"{least} or more"
    return f"{least}" if least == most else f"{least} to {most}"


def without_inherited(errors: list[dict[str, Any]], document: Document) -> list[dict[str, Any]]:
    """The errors without those of values that a range of floors inherits from its dungeon."""
    return [error for error in errors if not _is_inherited(spot_of(error, document).path, document)]


def _is_inherited(path: KeyPath, document: Document) -> bool:
    is_in_floors = path[:1] == ("dungeons",) and path[2:3] == ("floors",) and len(path) > 4
    return is_in_floors and not document.has(path)


def without_echoes(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The errors without those about missing keys that are merely misspelt."""
    meant = set()
    for error in errors:
        if error["type"] == "extra_forbidden":
            spot = locate(error["loc"])
            known = spot.parent.get("properties", {})
            meant.add((*spot.path[:-1], closest(str(spot.path[-1]), known)))
    return [e for e in errors if e["type"] != "missing" or locate(e["loc"]).path not in meant]
