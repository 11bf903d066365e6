"""Games that play in a dungeon by calls: with a module, of either compiler, or natively."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import pytest
from helpers.module_machine import FIRST_STACK, MOST_CYCLES
from helpers.programs import module_of, native_of
from helpers.tools import compiler_or_skip, needs_cc, simulator_library

from pygen.builders.native import NativeBuilder
from pygen.calls.constants import CALL_GOES_ON
from pygen.compilers import COMPILERS
from pygen.emit.memory_regions import all_regions, summary_structs
from pygen.emulators.simulator import Simulator
from pygen.spec import Spec
from pygen.spec.game_calls import GAME_REQUEST, GAME_REQUEST_OFFSET, GAME_WORDS

NATIVE = "cc"
NATIVE_BLOCK, NATIVE_A, NATIVE_X = 0x0200, 0x0218, 0x0219
"""Where the native build has the request block, A and X: c64src/harness/game_request.h."""

TO = 0xD003
"""Where calls write: the address of no page, behind all regions. There are no chips here."""

for_every_build = pytest.mark.parametrize(
    "build", [*COMPILERS, pytest.param(NATIVE, marks=needs_cc)]
)
"""A test of calls by both compilers' modules and natively."""


@dataclass(frozen=True)
class Answer:
    """What a call leaves in A and X, and its cycles; 0 natively."""

    a: int
    x: int
    cycles: int = 0


class Game(Protocol):
    """A dungeon in memory, and calls that a game makes."""

    memory: Any
    regions: dict[str, tuple[int, int]]

    def ask(self, **arguments: int) -> None:
        """Write arguments to the request block of game calls."""

    def call(self, name: str, a: int = 0, x: int = 0) -> Answer:
        """Make a call."""


def ask(memory: Any, block: int, arguments: Mapping[str, int]) -> None:
    """Write arguments to a request block of game calls."""
    for name, value in arguments.items():
        first, size = block + GAME_REQUEST[name], 2 if name in GAME_WORDS else 1
        for at, byte in enumerate(value.to_bytes(size, "little"), first):
            memory[at] = byte


class ModuleGame:
    """A game with a module."""

    def __init__(self, spec: Spec, dungeon: str, compiler: str, linked_once: bool = False) -> None:
        compiler_or_skip(compiler)
        self.module = module_of(spec, dungeon, compiler, linked_once=linked_once)
        self._machine = Simulator(simulator_library())
        self.memory, self.regions = self._machine.memory, self.module.regions
        self.memory[:] = Random(dungeon).randbytes(len(self.memory))
        self._machine.load({self.module.layout.start: self.module.image})

    def ask(self, **arguments: int) -> None:
        ask(self.memory, self.module.layout.start + GAME_REQUEST_OFFSET, arguments)

    def call(self, name: str, a: int = 0, x: int = 0) -> Answer:
        machine = self._machine
        machine.a, machine.x, machine.s, machine.p = a, x, FIRST_STACK, 0
        cycles = machine.call(self.module.calls[name], MOST_CYCLES)
        return Answer(machine.a, machine.x, cycles)


class NativeGame:
    """A game with the native build, in which the calls are C."""

    def __init__(self, spec: Spec, dungeon: str) -> None:
        self._native = NativeBuilder(spec, native_of(spec))
        self._dungeon = dungeon
        self.memory = self._native.memory
        self.regions = all_regions(spec, dungeon)

    def ask(self, **arguments: int) -> None:
        ask(self.memory, NATIVE_BLOCK, arguments)

    def call(self, name: str, a: int = 0, x: int = 0) -> Answer:
        self.memory[NATIVE_A], self.memory[NATIVE_X] = a, x
        getattr(self._native.library, f"{self._dungeon}_call_{name}")()
        return Answer(self.memory[NATIVE_A], self.memory[NATIVE_X])


def game_of(spec: Spec, dungeon: str, build: str, linked_once: bool = False) -> Game:
    """A game with a dungeon by one of `for_every_build`."""
    if build == NATIVE:
        return NativeGame(spec, dungeon)
    return ModuleGame(spec, dungeon, build, linked_once)


def in_steps(game: Game, name: str) -> tuple[Answer, int]:
    """Make the steps of a call that is divided: the last answer, and the most cycles of a step."""
    answer = game.call(name, a=0)
    most = answer.cycles
    while answer.a == CALL_GOES_ON:
        answer = game.call(name, a=answer.a)
        most = max(most, answer.cycles)
    return answer, most


def put(game: Game, regions: Mapping[str, bytes]) -> None:
    """Write a dungeon to a game's memory."""
    for name, data in regions.items():
        start, length = game.regions[name]
        assert len(data) == length
        write(game, start, data)


def write(game: Game, start: int, data: bytes) -> None:
    """Write bytes to a game's memory."""
    values = data if isinstance(game, ModuleGame) else (ctypes.c_uint8 * len(data))(*data)
    game.memory[start : start + len(data)] = values


def read(game: Game, start: int, length: int) -> bytes:
    """Bytes of a game's memory."""
    return bytes(game.memory[start : start + length])


def records(
    spec: Spec, dungeon: str, regions: Mapping[str, bytes], table: str
) -> list[dict[str, Any]]:
    """The records of a table that a dungeon uses."""
    layout = spec.layouts[next(one.struct for one in spec.tables(dungeon) if one.name == table)]
    counts = (
        regions["summary"][at + struct[table].offset]
        for at, struct in summary_structs(spec, dungeon)
        if table in {member.name for member in struct.members}
    )
    data = regions[table]
    return [layout.unpack(data, number * layout.size) for number in range(next(counts))]
