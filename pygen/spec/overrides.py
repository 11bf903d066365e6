"""`--set dungeons.crypt.rooms.max_size=7`: values put over those of the file."""

from __future__ import annotations

import re
from typing import Any

from pygen.base.words import did_you_mean, listed, shown
from pygen.spec.document import Document, read_value
from pygen.spec.parts import NAMED
from pygen.spec.problems import KeyPath, Problem, SpecError, dotted


def apply_override(document: Document, text: str) -> None:
    """Put the value of `text` (KEY.PATH=VALUE) over the file's.

    The path's keys are separated by dots; an item of a list is `.1` or `[1]`, from 0. The value is
    YAML. Raises SpecError if the path leads nowhere or the value is no YAML.
    """
    source = f"--set {shown(text, 80)}"
    target, equals, value = text.partition("=")
    words = re.sub(r"\[(-?\w+)\]", r".\1", target.strip()).split(".")
    if not equals or not all(words):
        raise _fail(source, "no KEY=VALUE", "write --set dungeons.crypt.rooms.max_size=7")
    data: Any = document.data
    path: KeyPath = ()
    for word in words[:-1]:
        key = _key(data, word, path, source)
        data, path = data[key], (*path, key)
    key = _key(data, words[-1], path, source, is_last=True)
    read = read_value(value, source, (*path, key))
    if isinstance(data, dict) and key not in data and path and not isinstance(read.data, dict):
        _refuse_slip(data, str(key), path, source)
    document.put((*path, key), read)
    data[key] = read.data


def _refuse_slip(data: dict[str, Any], word: str, path: KeyPath, source: str) -> None:
    """Raise SpecError if `word` stands where only groups of keys do: a slip, no new group."""
    if data and all(isinstance(value, dict) for value in data.values()) and path[0] in NAMED:
        raise _no_key(data, word, path, source)


def _key(data: Any, word: str, path: KeyPath, source: str, is_last: bool = False) -> str | int:
    """`word` as a key of `data`; the last may be new, as the model knows optional keys."""
    if isinstance(data, list):
        if word.isdecimal() and len(word) < 6 and int(word) < len(data):
            return int(word)
        wrong = f"{_named(path)} has no item {shown(word)}"
        raise _fail(source, wrong, f"its {len(data)} items count from 0")
    if not isinstance(data, dict):
        right = f"write --set {dotted(path)}=…" if path else "mend the file first"
        raise _fail(source, f"{_named(path)} has no keys", right)
    if word in data or is_last:
        return word
    raise _no_key(data, word, path, source)


def _named(path: KeyPath) -> str:
    return f"`{dotted(path)}`" if path else "the spec"


def _no_key(data: dict[str, Any], word: str, path: KeyPath, source: str) -> SpecError:
    right = f"{did_you_mean(word, data)}possible keys here: {listed(data)}"
    return _fail(source, f"{_named(path)} has no key `{shown(word)}`", right)


def _fail(source: str, wrong: str, right: str) -> SpecError:
    return SpecError([Problem(source, 0, 0, "", wrong, right)])
