"""`--set dungeons.crypt.rooms.max_size=7`: values put over those of the file."""

from __future__ import annotations

import re
from typing import Any

from pygen.spec.document import Document, read_value
from pygen.spec.problems import KeyPath, Problem, SpecError, did_you_mean, listed, shown


def apply_override(document: Document, text: str) -> None:
    """Put the value of `text` (KEY.PATH=VALUE) over the file's.

    The path's keys are separated by dots; an item of a list is `.1` or `[1]`, from 0. The value is
    YAML. Raises SpecError if the path leads nowhere or the value is no YAML.
    """
    source = f"--set {shown(text, 80)}"
    target, equals, value = text.partition("=")
    words = re.sub(r"\[(\w+)\]", r".\1", target.strip()).split(".")
    if not equals or not all(words):
        raise _fail(source, "no KEY=VALUE", "write --set dungeons.crypt.rooms.max_size=7")
    data: Any = document.data
    path: KeyPath = ()
    for word in words[:-1]:
        key = _key(data, word, path, source)
        data, path = data[key], (*path, key)
    key = _key(data, words[-1], path, source, is_last=True)
    path = (*path, key)
    read = read_value(value, source, path)
    document.forget(path)
    data[key] = read.data
    document.keys |= {path: read.place(path), **read.keys}
    document.values |= read.values
    document.scalars |= read.scalars
    document.problems += read.problems


def _key(
    data: Any, word: str, path: KeyPath, source: str, is_last: bool = False
) -> str | int:
    """`word` as a key of `data`; the last may be new, as the model knows optional keys."""
    where = f"`{'.'.join(map(str, path))}`" if path else "the spec"
    if isinstance(data, list):
        if word.isdecimal() and len(word) < 6 and int(word) < len(data):
            return int(word)
        raise _fail(
            source, f"{where} has no item {shown(word)}", f"its items are 0 to {len(data) - 1}"
        )
    if not isinstance(data, dict):
        raise _fail(source, f"{where} is a single value", f"write --set {'.'.join(map(str, path))}=…")
    if word in data or is_last:
        return word
    raise _fail(
        source,
        f"{where} has no key `{shown(word)}`",
        f"{did_you_mean(word, data)}possible keys here: {listed(data)}",
    )


def _fail(source: str, wrong: str, right: str) -> SpecError:
    return SpecError([Problem(source, 0, 0, "", wrong, right)])
