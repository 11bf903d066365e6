"""The longest steps of dungeons, measured in the emulator."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from helpers.kinds import data_with, loaded
from helpers.programs import in_vice, module_of

from pygen.engine.request import Request


def check_longest_steps(
    dungeons: Mapping[str, Any], compiler: str, requests: Iterable[Request], least: int = 5000
) -> None:
    """Raise AssertionError if a step of these dungeons takes more than the 10,000 cycles that any
    may take, or if all take `least` cycles at most, so that nothing can have been measured.
    Requests of the same dungeon follow each other."""
    data = data_with(dict(dungeons))
    del data["memory"]
    longest = {}
    for dungeon, own in itertools.groupby(requests, lambda request: request.dungeon):
        spec = loaded(data, [f"program.dungeons=[{dungeon}]"])
        with in_vice(module_of(spec, dungeon, compiler)) as machine:
            for request in own:
                longest[request] = machine.build_steps(request).longest_step[0]
    assert least < max(longest.values()) <= 10_000, longest
