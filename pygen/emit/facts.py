"""Facts that Python and C share: constants and schedules of the engine, each kind and each pass.

Each integer with a name in capitals in a `constants.py` is defined only there, and so is each
number in a `schedule.toml`. The C gets them as emitted constants. Facts about its programs are in
`pygen/spec/program_facts.py`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Collection, Iterable
from functools import cache
from types import ModuleType

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.calls import constants as call_constants
from pygen.emit.comments import comments_of_module, comments_of_schedule
from pygen.engine import constants
from pygen.engine.definition.pace import SCHEDULE, schedule
from pygen.spec import program_facts
from pygen.spec.game_calls import GAME_REQUEST, GAME_REQUEST_BYTES


@cache
def facts_of(module: ModuleType) -> dict[str, int]:
    """The integers of a module of constants by name, in its order. The names are the same in Python
    and C."""
    return {
        name: value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int)
    }


@cache
def engine_facts() -> dict[str, int]:
    """The constants that all C may use."""
    found = facts_of(constants) | facts_of(program_facts)
    for path in sorted((C_FOLDER / "core").rglob(SCHEDULE)):
        found |= _scheduled(path.parent.relative_to(C_FOLDER).as_posix())
    return found


def facts_of_parts(parts: Iterable[str], parameters: Collection[str]) -> dict[str, int]:
    """The constants that the C of kinds and passes may use; `parts` are their folders, such as
    `kinds/walk`.

    `parameters` are the names of the constants that come from the dungeon's parameters. Raises
    UserError if two constants with different meanings have the same name.
    """
    meanings = dict.fromkeys(parameters, "a parameter") | dict.fromkeys(
        engine_facts(), "the engine"
    )
    found: dict[str, int] = {}
    for part in parts:
        for name, value in _facts_of_part(part).items():
            if name in meanings and found.get(name) != value:
                raise UserError(
                    f"{part}: {name} is not that of {meanings[name]}",
                    "Choose another name, or share the constant.",
                )
            meanings[name] = part
            found[name] = value
    return found


def call_facts(parts: Iterable[str], taken: Collection[str] = ()) -> dict[str, int]:
    """The constants that the C of game calls may use, whose folders are given, and the offsets of
    their arguments.

    Raises UserError if one has a name of those that are `taken`, by a dungeon's own C.
    """
    found = dict(facts_of(call_constants))
    found |= {f"GAME_AT_{name.upper()}": at for name, at in GAME_REQUEST.items()}
    found["GAME_REQUEST_BYTES"] = GAME_REQUEST_BYTES
    for part in parts:
        found |= _scheduled(part)
    if both := sorted(found.keys() & {*taken, *engine_facts()}):
        raise UserError(
            f"pygen/calls/constants.py: {both[0]} is also the name of a constant of a dungeon",
            "Choose another name: one unit of C has both.",
        )
    return found


def comments_of_parts(parts: Iterable[str]) -> dict[str, str]:
    """The comments of the constants of `facts_of_parts`, by their names."""
    found: dict[str, str] = {}
    for part in parts:
        file = C_FOLDER / part / SCHEDULE
        found |= comments_of_schedule(file) if file.is_file() else {}
        module = _module_of(part)
        found |= comments_of_module(module) if module else {}
    return found


def engine_comments() -> dict[str, str]:
    """The comments of the constants of `engine_facts`, by their names."""
    found = {**comments_of_module(constants), **comments_of_module(program_facts)}
    for path in sorted((C_FOLDER / "core").rglob(SCHEDULE)):
        found |= comments_of_schedule(path)
    return found


def _facts_of_part(part: str) -> dict[str, int]:
    module = _module_of(part)
    return (facts_of(module) if module else {}) | _scheduled(part)


def _module_of(part: str) -> ModuleType | None:
    """The module of constants of a kind or a pass, if it has one."""
    name = f"pygen.{part.replace('/', '.')}.constants"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)


def _scheduled(part: str) -> dict[str, int]:
    return {name.upper(): number for name, number in schedule(part).items()}
