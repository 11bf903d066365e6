"""The constants that the C gets for keys of the YAML, named after the keys.

The constant of a kind's key is the key's path in capitals: `rooms.max_size` is ROOMS_MAX_SIZE. The
constant of a pass's key begins with the name of the pass: `count` of `locks` is LOCKS_COUNT. A
number keeps its value. A chance becomes the threshold that random numbers are compared with. True
becomes 1. One of several words becomes its place among them, from 0; another constant says whether
the key has a certain word, such as CONNECT_IS_RULES.

Only constants that the C names are emitted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, get_args, get_origin

from pygen.engine.sections import Constants, Emitted, Mark, Section, chance_threshold


def constants_of_keys(
    section: Section,
    prefix: str = "",
    besides: Collection[str] = (),
    threshold: Callable[[int], int] = chance_threshold,
) -> Constants:
    """The constants of all keys of a section, and of the sections in it, by their names in C.

    The names begin with `prefix`; `besides` are keys without a constant. `threshold` turns a
    chance, in percent, into the threshold that random numbers are compared with.
    """
    found: Constants = {}
    for key, field in type(section).model_fields.items():
        if key in besides or Mark.ABSENT in field.metadata:
            continue
        given = [mark.name for mark in field.metadata if isinstance(mark, Emitted)]
        name = given[0] if given else prefix + key.upper()
        value = getattr(section, key)
        if isinstance(value, Section):
            found |= constants_of_keys(value, f"{name}_", (), threshold)
            continue
        words = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        found |= {f"{name}_IS_{word}".upper(): int(value == word) for word in words}
        if isinstance(value, int):
            found[name] = threshold(value) if Mark.CHANCE in field.metadata else int(value)
        elif words:
            found[name] = words.index(value)
    return found


def presence(rows: Sequence[Constants]) -> Constants:
    """Whether each constant differs from 0 in some row of parameters, and whether in all rows: for
    example SOME_LOCKS_COUNT and ALL_LOCKS_COUNT. Tables get no such constants."""
    found: Constants = {}
    for name, value in rows[0].items():
        if isinstance(value, int):
            found[f"SOME_{name}"] = int(any(row[name] for row in rows))
            found[f"ALL_{name}"] = int(all(row[name] for row in rows))
    return found
