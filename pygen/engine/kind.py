"""A kind of dungeon: its parameters and its phases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from pygen.engine.blueprint import Parameters
from pygen.engine.generation import Generation


@dataclass(frozen=True)
class Phase(Generic[Parameters]):
    """A part of a generator: its name in reports, and the function that does it."""

    name: str
    run: Callable[[Generation[Parameters]], None]


@dataclass(frozen=True)
class Kind(Generic[Parameters]):
    """A kind of dungeon, as `pygen/kinds/<name>/__init__.py` describes it.

    `parameters` is the class of its section in the YAML, `phases` are what its generator does, in
    order.
    """

    name: str
    parameters: type[Parameters]
    phases: tuple[Phase[Parameters], ...]
