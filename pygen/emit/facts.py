"""Facts that Python and C share: `constants.py` of the engine, of each kind and of each pass.

Each integer of such a module whose name is in capitals stands once, there, and the C gets it as an
emitted constant.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Collection, Iterable
from functools import cache
from types import ModuleType

from pygen.base.errors import UserError
from pygen.engine import constants


@cache
def facts_of(module: ModuleType) -> dict[str, int]:
    """The integers of a module of constants, by their names in both languages, in its order."""
    return {
        name: value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int)
    }


def engine_facts() -> dict[str, int]:
    """What every dungeon's C may use."""
    return facts_of(constants)


def facts_of_parts(parts: Iterable[str], parameters: Collection[str]) -> dict[str, int]:
    """What the C of kinds and passes may use; `parts` are their folders, such as `kinds/walk`.

    `parameters` are the names of the constants that the parameters of a dungeon give to its C.
    Raises UserError if two of all these mean different things by one name.
    """
    meanings = dict.fromkeys(parameters, "a parameter") | dict.fromkeys(
        engine_facts(), "the engine"
    )
    found: dict[str, int] = {}
    for part in parts:
        for name, value in _facts_of_part(part).items():
            if name in meanings and found.get(name) != value:
                raise UserError(
                    f"pygen/{part}/constants.py: {name} is not that of {meanings[name]}",
                    "Choose another name, or share the constant.",
                )
            meanings[name] = part
            found[name] = value
    return found


def _facts_of_part(part: str) -> dict[str, int]:
    name = f"pygen.{part.replace('/', '.')}.constants"
    if importlib.util.find_spec(name) is None:
        return {}
    return facts_of(importlib.import_module(name))
