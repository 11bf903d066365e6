"""Rules for open parameters: each is one that a dungeon has, and that may be open."""

from __future__ import annotations

from collections.abc import Iterator

from pygen.base.words import did_you_mean, listed
from pygen.engine.sections import BrokenRule
from pygen.spec.open_keys import is_same_on_all_floors, name_and_range, openable, value_at
from pygen.spec.parts import Parts
from pygen.spec.problems import KeyPath

MOST_OPEN = 16
"""The most open parameters of a dungeon: the bytes of their request block."""


def open_rules(parts: Parts) -> Iterator[BrokenRule]:
    """The rules that `modules.open` breaks."""
    if parts.modules is None or not parts.dungeons:
        return
    counts = dict.fromkeys(parts.dungeons, 0)
    for index, entry in enumerate(parts.modules.open):
        path, (given, span) = ("modules", "open", index), name_and_range(entry)
        if span is not None and not span:
            yield BrokenRule(path, f"`{entry}` runs backwards", "write the smaller number first")
        first, _, rest = given.partition(".")
        is_of_one = first in parts.dungeons and not any(
            given in openable(dungeon) for dungeon in parts.dungeons.values()
        )
        meant = {first: parts.dungeons[first]} if is_of_one else parts.dungeons
        name = rest if is_of_one else given
        able = {one: openable(dungeon) for one, dungeon in meant.items()}
        having = [one for one, names in able.items() if name in names]
        if not having:
            if parts.unsound_names("dungeons") or ("dungeons",) in parts.unsound:
                # One of those may have it.
                continue
            yield _not_open(parts, path, name, able)
            continue
        varying = [one for one in having if not is_same_on_all_floors(meant[one], able[one][name])]
        if varying == having:
            wrong = f"`{name}` differs between the floors of `{varying[0]}`"
            yield BrokenRule(path, wrong, "an open parameter has one value on all floors")
        for one in set(having) - set(varying):
            counts[one] += 1
            if counts[one] == MOST_OPEN + 1:
                wrong = f"`{one}` has more than {MOST_OPEN} open parameters"
                yield BrokenRule(path, wrong, f"open at most {MOST_OPEN}")


def _not_open(
    parts: Parts, path: KeyPath, name: str, able: dict[str, dict[str, KeyPath]]
) -> BrokenRule:
    """No dungeon can open a parameter of this name."""
    names = sorted({one for names in able.values() for one in names})
    right = f"{did_you_mean(name, names)}expected one of: {listed(names)}"
    for dungeon in able:
        if _has(parts, dungeon, name):
            wrong = f"`{name}` cannot be open, because the C is made for its value"
            return BrokenRule(path, wrong, right)
    return BrokenRule(path, f"no dungeon has the parameter `{name}`", right)


def _has(parts: Parts, dungeon: str, name: str) -> bool:
    """Whether a dungeon has a key of this name, open or not."""
    section = parts.dungeons[dungeon]
    first, *rest = name.removeprefix("passes.").split(".")
    paths: list[KeyPath] = [tuple(name.split("."))]
    paths += [
        ("passes", number, *rest) for number, use in enumerate(section.passes) if use.id == first
    ]
    for one in paths:
        try:
            value_at(section, one)
        except AttributeError:
            continue
        return True
    return False
