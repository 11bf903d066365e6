"""A kind of dungeon: its parameters and its phases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from pygen.engine.blueprint import Parameters
from pygen.engine.generation import Generation


@dataclass(frozen=True)
class Phase(Generic[Parameters]):
    """A part of a generator: its name in reports, and the function that does it."""

    name: str
    run: Callable[[Generation[Parameters]], None]


def no_notes(_: Generation[Any]) -> list[str]:
    """The notes of a kind that has none."""
    return []


@dataclass(frozen=True)
class Kind(Generic[Parameters]):
    """A kind of dungeon, as `pygen/kinds/<name>/__init__.py` describes it.

    `parameters` is the class of its section in the YAML, `phases` are what its generator does, in
    order. `notes` says of a finished dungeon which wishes of its parameters were not met, a
    sentence each; `invoke show` prints them.
    """

    name: str
    parameters: type[Parameters]
    phases: tuple[Phase[Parameters], ...]
    notes: Callable[[Generation[Parameters]], list[str]] = no_notes
