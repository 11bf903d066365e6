"""Advice on which structs and regions to delete from a spec to have them laid out automatically."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pygen.base.words import listed
from pygen.engine.sections import BrokenRule
from pygen.spec.completion import completed
from pygen.spec.parts import Parts
from pygen.spec.problems import dotted
from pygen.spec.rules import broken_rules

Key = tuple[str, str]
SECTIONS = ("structs", "memory")


def keys_to_delete(given: Parts, broken: Sequence[BrokenRule]) -> list[Key]:
    """The structs and regions to delete from `given` so that it breaks no rule of records and
    memory. `broken` are the rules that it breaks.

    Deleting one cause may reveal another, so this repeats until no rule is broken. Empty if no
    deletion would help.
    """
    deleted: dict[Key, None] = {}
    known = {rule.path for rule in broken}
    wanted = _freed(broken)
    while wanted:
        deleted |= dict.fromkeys(wanted)
        left = broken_rules(completed(given.without(deleted.keys())))
        wanted = [key for key in _freed(left) if key not in deleted]
        # Something does not fit although nothing more can be laid out automatically.
        if not wanted and any(rule.frees == () and rule.path not in known for rule in left):
            return []
    return list(deleted)


def in_words(keys: Sequence[Key], data: dict[str, Any]) -> str:
    """The advice to delete these keys. If it includes all keys of a section, only the section is
    named."""
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


def _freed(broken: Iterable[BrokenRule]) -> list[Key]:
    return [key for rule in broken for key in rule.frees or ()]
