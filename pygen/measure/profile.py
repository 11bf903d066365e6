"""How many cycles of a dungeon each function and each line of source takes."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.builders.simulator import build_simulator
from pygen.builders.stepper import BEFORE_THE_MODULE, Stepper, Trace
from pygen.compilers import Compiler, MappedObject
from pygen.compilers.built import Profile
from pygen.compilers.lines import read_lines
from pygen.compilers.module_building import Module, build_module
from pygen.engine.random.request import Request
from pygen.kinds import phase_names
from pygen.spec import Spec


@dataclass(frozen=True)
class FunctionCost:
    """A function's own cycles, and its cycles with all that it calls (0 if nothing called it)."""

    name: str
    calls: int
    own: int
    inclusive: int
    size: int


@dataclass(frozen=True)
class LineCost:
    """The cycles of a line of source, and how often its first instruction was executed."""

    file: str
    line: int
    cycles: int
    times: int
    text: str


@dataclass(frozen=True)
class Profiled:
    """The cycles of one dungeon in detail.

    `phases` are its cycles as `ModuleViceBuilder.build` gives them; the first phase includes the
    entry to the module, and those of several tries are added. `functions` account for all cycles in
    the module. That includes `leaving`, the cycles after the last phase.
    """

    compiler: str
    dungeon: str
    seed: int
    phases: dict[str, int]
    leaving: int
    functions: list[FunctionCost]
    lines: list[LineCost]

    @property
    def total(self) -> int:
        """Cycles of all phases."""
        return sum(self.phases.values())


def module_with_lines(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeon: str,
    profile: Profile,
    build_folder: Path = BUILD_FOLDER,
) -> Module:
    """The module of a dungeon, built with line information; its code is the same.

    Raises as `build_module` does.
    """
    flags: list[str] = getattr(getattr(spec.compilers, compiler.name), profile)
    if compiler.name == "oscar64" and "-g" not in flags:
        spec = spec.with_compiler(compiler.name, **{profile: [*flags, "-g"]})
    return build_module(spec, spec_name, compiler, dungeon, profile, build_folder / "profile")


def profile(module: Module, request: Request) -> Profiled:
    """Build one dungeon in our simulator and account for every cycle.

    Raises EmulatorFailed if the module hangs, ToolMissing without a C compiler for this machine.
    """
    code = sorted(
        (item for item in module.result.objects if item.kind == "code" and item.size),
        key=lambda item: item.address,
    )
    trace = Stepper(module, _entries(module, code), build_simulator()).build(request)
    names = phase_names(module.spec.dungeons[request.dungeon])
    ends = [(0, 0), *trace.phases]
    phases = dict.fromkeys(names, 0)
    for (done, before), (number, after) in pairwise(ends):
        # Of several tries, and of tests, the cycles are added. A new try ends the phase before.
        phases[names[number - 1 if number else done]] += after - before
    everything = sum(trace.cycles.values()) + BEFORE_THE_MODULE
    return Profiled(
        module.compiler.name,
        request.dungeon,
        request.seed,
        phases,
        everything - ends[-1][1],
        _functions(trace, code),
        _lines(trace, module),
    )


def _entries(module: Module, code: Sequence[MappedObject]) -> dict[int, int]:
    """The first address of each function, by each of its entry addresses. Runtime modules of the
    compiler count as one function each, and may have several entries."""
    ranges = {item.address: range(item.address, item.address + item.size) for item in code}
    entries = {address: address for address in ranges}
    starts = sorted(ranges)
    for address in module.result.labels.values():
        index = bisect.bisect_right(starts, address) - 1
        if index >= 0 and address in ranges[starts[index]]:
            entries[address] = starts[index]
    return entries


def _functions(trace: Trace, code: Sequence[MappedObject]) -> list[FunctionCost]:
    """All functions that were executed, the most costly first."""
    starts = [item.address for item in code]

    def gathered(by_address: Counter[int]) -> Counter[int]:
        """Add up counts by address for each function; the keys are the functions' indices."""
        by_function: Counter[int] = Counter()
        for address, count in by_address.items():
            by_function[bisect.bisect_right(starts, address) - 1] += count
        return by_function

    own, calls, inclusive = (
        gathered(counts) for counts in (trace.cycles, trace.calls, trace.inclusive)
    )
    costs = [
        FunctionCost(code[index].name, calls[index], cycles, inclusive[index], code[index].size)
        for index, cycles in own.items()
    ]
    return sorted(costs, key=lambda cost: (-cost.own, cost.name))


def _lines(trace: Trace, module: Module) -> list[LineCost]:
    """All lines that were executed, the most costly first; none without line information."""
    source_lines = read_lines(module.result.line_file.read_text("utf-8"))
    cycles: Counter[tuple[str, int]] = Counter()
    times: dict[tuple[str, int], int] = {}
    for address in sorted(trace.cycles):
        source_line = source_lines.get(address)
        if source_line is not None:
            cycles[source_line] += trace.cycles[address]
            times.setdefault(source_line, trace.times[address])
    dungeon = module.spec.dungeons[module.dungeon]
    own = (f"kinds/{dungeon.kind}", *(f"passes/{use.name}" for use in dungeon.passes))
    folders = (*(C_FOLDER / part for part in own), C_FOLDER, module.folder / "gen")
    texts = {file: _source(file, folders) for file in {file for file, _ in cycles}}
    costs = [
        LineCost(file, line, spent, times[file, line], _line(texts[file], line))
        for (file, line), spent in cycles.items()
    ]
    return sorted(costs, key=lambda cost: (-cost.cycles, cost.file, cost.line))


def _source(file: str, folders: Sequence[Path]) -> list[str]:
    """The lines of a source file, from the first folder that has a file of this name."""
    for folder in folders:
        for path in sorted(folder.rglob(file)):
            return path.read_text("utf-8").splitlines()
    return []


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""
