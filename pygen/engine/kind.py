"""A kind of dungeon: its parameters and its phases."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic

from pygen.engine.blueprint import Parameters
from pygen.engine.generation import Generation

Steps = Iterator[str]
"""The steps of a phase, as a generator function yields them: what has been done, in a word."""


@dataclass(frozen=True)
class Phase(Generic[Parameters]):
    """A part of a generator: its name in reports, and the function that does it.

    `run` is either a generator function that yields between its steps, or a function that does
    all of its work in one step. Its twin in C has the same name. There the function of several
    steps does one step each time it is called, and returns 1 as long as more are left.
    """

    name: str
    run: Callable[[Generation[Parameters]], Steps | None]

    @property
    def has_steps(self) -> bool:
        """Whether `run` does its work in several steps."""
        return inspect.isgeneratorfunction(self.run)

    def finish(self, generation: Generation[Parameters]) -> None:
        """Do all of the work."""
        work = self.run(generation)
        if work is not None:
            deque(work, maxlen=0)

    def steps(self, generation: Generation[Parameters]) -> Iterator[tuple[str, bool]]:
        """Do the work: yields after every step what it has done, and whether it was the last."""
        work = self.run(generation)
        if work is not None:
            for done in work:
                yield done, False
        yield self.name, True


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
