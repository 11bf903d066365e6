"""What the tries of a dungeon cost on the C64, as measured for a few of its seeds."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

from pygen.base.project import BUILD_FOLDER
from pygen.builders.module import ModuleBuilder, module_without_statistics
from pygen.builders.simulator import build_simulator
from pygen.compilers.base import Compiler
from pygen.compilers.module_building import build_module
from pygen.engine.random.request import Request
from pygen.search.tries import Cost, Tried
from pygen.spec import Spec

MEASURED = (15, 5, 3)
"""How many dungeons are measured for median, 99 % and worst."""


def cost_of(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeon: str,
    floor: int,
    tried: Sequence[Tried],
    build_folder: Path = BUILD_FOLDER,
) -> Cost:
    """What the tries of a dungeon cost.

    Dungeons with as many tries as the median, the 99th percentile and the worst are measured in the
    simulator, a few of each. Raises as `build_module` does, EmulatorFailed if one is not done in
    time, ToolMissing without a C compiler for this machine.
    """
    module = module_without_statistics(
        build_module(spec, spec_name, compiler, dungeon, build_folder=build_folder)
    )
    builder = ModuleBuilder(module, build_simulator(build_folder))
    ordered = sorted(tried)
    cycles = []
    places = (len(ordered) // 2, -(-99 * len(ordered) // 100) - 1, len(ordered) - 1)
    for place, count in zip(places, MEASURED):
        alike = [one for one in ordered if one.tries == ordered[place].tries]
        some = alike[:: -(-len(alike) // count)]
        spent = [builder.cycles(Request(dungeon, one.seed, floor)) for one in some]
        cycles.append(round(statistics.median(spent)))
    # Dungeons with more tries may happen to take less.
    return Cost(compiler.name, cycles[0], max(cycles[:2]), max(cycles), is_rough=True)
