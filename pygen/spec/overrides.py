"""`--set dungeons.crypt.rooms.max_size=7`: values that override those in the file."""

from __future__ import annotations

import copy
import re
from typing import Any

from pygen.base.words import did_you_mean, listed, shown
from pygen.engine.definition.passes import pass_id
from pygen.spec.document import Document, read_value
from pygen.spec.parts import NAMED
from pygen.spec.problems import KeyPath, Problem, SpecError, dotted
from pygen.spec.schema import child, has_key, narrowed, spec_schema


def apply_override(document: Document, text: str) -> None:
    """Override one value of the file by the value in `text` (KEY.PATH=VALUE).

    The path's keys are separated by dots. An item of a list is written as `.1` or `[1]`, counted
    from 0; a pass may also be given by its id. The value is YAML. The path may contain keys that
    the file leaves out if they have defaults.

    Raises SpecError if the path does not exist or the value is not valid YAML.
    """
    source = f"--set {shown(text, 80)}"
    target, equals, value = text.partition("=")
    words = re.sub(r"\[(-?\w+)\]", r".\1", target.strip()).split(".")
    if not equals or not all(words):
        raise _fail(source, "no KEY=VALUE", "write --set dungeons.crypt.rooms.max_size=7")
    data: Any = document.data
    schema = spec_schema()
    path: KeyPath = ()
    added: list[KeyPath] = []
    for word in words[:-1]:
        key = _key(data, word, path, source, schema)
        if isinstance(data, dict) and key not in data:
            default = child(schema, key).get("default")
            data[key] = copy.deepcopy(default) if isinstance(default, list) else {}
            added.append((*path, key))
        schema = narrowed(child(schema, key), data[key])
        if isinstance(data[key], list) and has_key(schema, "conditions"):
            # The short form of the group.
            data[key] = {"conditions": data[key]}
        data, path = data[key], (*path, key)
    key = _key(data, words[-1], path, source, schema, is_last=True)
    read = read_value(value, source, (*path, key))
    if isinstance(data, dict) and key not in data and path and not isinstance(read.data, dict):
        _refuse_misspelt(data, str(key), path, source)
    document.put((*path, key), read)
    for inner in added:
        document.values[inner] = read.position((*path, key))
    data[key] = read.data


def _refuse_misspelt(data: dict[str, Any], word: str, path: KeyPath, source: str) -> None:
    """Raise SpecError if every key of `data` is a group: then `word`, a plain value, is
    misspelt."""
    if data and all(isinstance(value, dict) for value in data.values()) and path[0] in NAMED:
        raise _no_key(data, word, path, source)


def _key(
    data: Any,
    word: str,
    path: KeyPath,
    source: str,
    schema: dict[str, Any],
    is_last: bool = False,
) -> str | int:
    """`word` as a key of `data`. A key with a default may be new, and so may the last key."""
    if isinstance(data, list):
        if word.isdecimal() and len(word) < 6 and int(word) < len(data):
            return int(word)
        ids = [pass_id(item) for item in data]
        if word in ids:
            return ids.index(word)
        wrong = f"{_named(path)} has no item {shown(word)}"
        named = [one for one in ids if isinstance(one, str)]
        right = f"{did_you_mean(word, named)}possible names: {listed(named)}"
        raise _fail(source, wrong, right if named else f"its {len(data)} items count from 0")
    if not isinstance(data, dict):
        right = f"write --set {dotted(path)}=…" if path else "correct the file first"
        raise _fail(source, f"{_named(path)} has no keys", right)
    if path == ("structs",) and word not in data and not is_last:
        wrong = f"the spec leaves the struct `{shown(word)}` to the automatic layout"
        raise _fail(source, wrong, f"describe all of it: --set structs.{shown(word)}={{…}}")
    if word in data or is_last or has_key(schema, word):
        return word
    raise _no_key(data, word, path, source, schema)


def _named(path: KeyPath) -> str:
    return f"`{dotted(path)}`" if path else "the spec"


def _no_key(
    data: dict[str, Any],
    word: str,
    path: KeyPath,
    source: str,
    schema: dict[str, Any] | None = None,
) -> SpecError:
    known = list(dict.fromkeys([*data, *(schema or {}).get("properties", {})]))
    right = f"{did_you_mean(word, known)}possible keys here: {listed(known)}"
    return _fail(source, f"{_named(path)} has no key `{shown(word)}`", right)


def _fail(source: str, wrong: str, right: str) -> SpecError:
    return SpecError([Problem(source, 0, 0, "", wrong, right)])
