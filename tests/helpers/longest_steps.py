"""The longest steps of dungeons, counted in the simulator."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from helpers.kinds import data_with, loaded
from helpers.programs import module_of
from helpers.tools import simulator_library

from pygen.builders.module import put_request
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.emulators.simulator import Simulator
from pygen.engine.random.request import Request

MOST_STEPS = 0xFFFF
MOST_CYCLES = 10_000


def longest_step(machine: Simulator, module: Module, request: Request) -> int:
    """The cycles of the longest step of a dungeon, without those of entering and leaving the
    module."""
    machine.reset()
    machine.load({module.layout.start: module.image})
    put_request(machine.memory, module, request)
    machine.call(module.calls["begin"], 10_000_000)
    longest = 0
    for _ in range(MOST_STEPS):
        longest = max(longest, machine.call(module.calls["step"], 10_000_000))
        if machine.a == 0:
            # When nothing is left to be done, entering and leaving is all that a call does.
            return longest - machine.call(module.calls["step"], 10_000_000)
    raise AssertionError(f"{request} is not done after {MOST_STEPS} steps")


def check_longest_steps(
    dungeons: Mapping[str, Any],
    compiler: str,
    requests: Iterable[Request],
    least: int = 5000,
    losing_frames: Collection[str] = (),
    prefer: str = "speed",
) -> None:
    """Raise AssertionError if a step of these dungeons takes more cycles than it may, or if all
    take `least` at most, so that nothing can have been measured. Requests of the same dungeon
    follow each other.

    Any step may take 10,000; one of a world only as many as the compiler has for it, unless the
    world is among those `losing_frames`.
    """
    data = data_with(dict(dungeons))
    del data["memory"]
    longest = {}
    too_long = {}
    machine = Simulator(simulator_library())
    for dungeon, own in itertools.groupby(requests, lambda request: request.dungeon):
        spec = loaded(
            data, [f"program.dungeons=[{dungeon}]", f"compilers.{compiler}.prefer={prefer}"]
        )
        module = module_of(spec, dungeon, compiler)
        is_world = spec.dungeons[dungeon].world and dungeon not in losing_frames
        most = COMPILERS[compiler].longest_step_of_world if is_world else MOST_CYCLES
        for request in own:
            longest[request] = longest_step(machine, module, request)
            if longest[request] > most:
                too_long[request] = f"{longest[request]:,} cycles, of at most {most:,}"
    assert not too_long, too_long
    assert least < max(longest.values()), longest
