"""Which structs and regions to delete from a spec to have them laid out automatically."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pydantic_core import PydanticCustomError

from pygen.base.words import listed
from pygen.spec.completion import completed
from pygen.spec.parts import Given, Parts, sound_parts
from pygen.spec.problems import KeyPath, dotted
from pygen.spec.rules import broken_rules

Key = tuple[str, str]
SECTIONS = ("structs", "memory")


def keys_to_delete(
    data: dict[str, Any],
    errors: Sequence[PydanticCustomError],
    bad: Sequence[KeyPath],
    given: Given,
) -> list[Key]:
    """The structs and regions to delete so that `data` breaks no rule of records and memory.

    `errors` are the rules that it breaks, `bad` the paths of its other mistakes.
    Deleting one cause may reveal another, so this repeats until no rule is broken. Empty if nothing
    would help.
    """
    deleted: dict[Key, None] = {}
    known = {_path(error) for error in errors}
    wanted = _freed(errors)
    while wanted:
        deleted |= dict.fromkeys(wanted)
        left = broken_rules(_parts_without(deleted, data, bad, given))
        wanted = [key for key in _freed(left) if key not in deleted]
        if not wanted and any(_is_final(error) and _path(error) not in known for error in left):
            return []
    return list(deleted)


def in_words(keys: Sequence[Key], data: dict[str, Any]) -> str:
    """The advice to delete these keys; a section of which all keys are listed is named instead."""
    names = []
    for section in SECTIONS:
        mine = [key for key in keys if key[0] == section]
        if mine and len(mine) == len(data[section]):
            names.append(f"the section `{section}`")
        else:
            names += [f"`{dotted(key)}`" for key in mine]
    pronoun = "it" if len(names) == 1 else "them"
    every = listed(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]
    return f"delete {every} to have {pronoun} laid out automatically"


def _freed(errors: Iterable[PydanticCustomError]) -> list[Key]:
    return [key for error in errors if error.context for key in error.context["frees"] or ()]


def _is_final(error: PydanticCustomError) -> bool:
    """Whether something does not fit although nothing more can be laid out automatically."""
    return error.context is not None and error.context["frees"] == ()


def _path(error: PydanticCustomError) -> KeyPath:
    path: KeyPath = error.context["path"] if error.context else ()
    return path


def _parts_without(
    keys: Collection[KeyPath],
    data: dict[str, Any],
    bad: Sequence[KeyPath],
    given: Given,
) -> Parts:
    rest = dict(data)
    for section in SECTIONS:
        if isinstance(named := data.get(section), dict):
            rest[section] = {name: v for name, v in named.items() if (section, name) not in keys}
    return sound_parts(
        completed(rest),
        [path for path in bad if path[:2] not in keys],
        lambda path: path[:2] not in keys and given(path),
    )
