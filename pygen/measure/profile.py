"""Where the cycles of a dungeon go: by function, and by line of source."""

from __future__ import annotations

import bisect
import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.builders.stepper import Stepper, Trace
from pygen.compilers import Compiler, MappedObject
from pygen.compilers.building import Profile, Program, build_request, prepare
from pygen.compilers.lines import read_lines
from pygen.engine.request import Request
from pygen.kinds import phase_names
from pygen.spec import Spec


@dataclass(frozen=True)
class FunctionCost:
    """A function's cycles: its own, and with all that it calls (0 where nothing called it)."""

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

    `phases` are its cycles as `ViceBuilder.build` gives them. The other figures include the cost of
    measuring, `measuring`: their sum is `total` + `measuring`.
    """

    compiler: str
    dungeon: str
    seed: int
    phases: dict[str, int]
    measuring: int
    functions: list[FunctionCost]
    lines: list[LineCost]

    @property
    def total(self) -> int:
        """Cycles of the dungeon, the measuring itself not counted."""
        return sum(self.phases.values())


def program_with_lines(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    build_folder: Path = BUILD_FOLDER,
) -> Program:
    """The program, built with line information; its code is the same.

    Raises CompileFailed as `build` does.
    """
    request = prepare(spec, spec_name, compiler, profile, build_folder / "profile")
    if compiler.name == "oscar64" and "-g" not in request.flags:
        request = dataclasses.replace(request, flags=[*request.flags, "-g"])
    return build_request(spec, compiler, profile, request)


def profile(program: Program, request: Request) -> Profiled:
    """Build one dungeon in a simulated 6502 and account for every cycle.

    Raises EmulatorFailed if the program hangs.
    """
    code = sorted(
        (item for item in program.result.objects if item.kind == "code" and item.size),
        key=lambda item: item.address,
    )
    trace = Stepper(program, _entries(program, code)).build(request)
    overhead, *counted = trace.phases
    dungeon = request.dungeon
    names = phase_names(program.spec.dungeons[dungeon])
    return Profiled(
        program.compiler.name,
        request.dungeon,
        request.seed,
        {name: cycles - overhead for name, cycles in zip(names, counted)},
        sum(trace.cycles.values()) - sum(counted[: len(names)]) + overhead * len(names),
        _functions(trace, code),
        _lines(trace, program),
    )


def _entries(program: Program, code: Sequence[MappedObject]) -> dict[int, int]:
    """The first address of a function by each of its entry addresses. A module of the compiler's
    runtime, which counts as one function, may have several entries."""
    ranges = {item.address: range(item.address, item.address + item.size) for item in code}
    entries = {address: address for address in ranges}
    starts = sorted(ranges)
    for address in program.result.labels.values():
        index = bisect.bisect_right(starts, address) - 1
        if index >= 0 and address in ranges[starts[index]]:
            entries[address] = starts[index]
    return entries


def _functions(trace: Trace, code: Sequence[MappedObject]) -> list[FunctionCost]:
    """All functions that were run, the most costly first."""
    starts = [item.address for item in code]

    def gathered(by_address: Counter[int]) -> Counter[int]:
        """Counts by address, added up by the index of the function that has the address."""
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


def _lines(trace: Trace, program: Program) -> list[LineCost]:
    """All lines that were run, the most costly first; none without line information."""
    source_lines = read_lines(program.result.line_file.read_text("utf-8"))
    cycles: Counter[tuple[str, int]] = Counter()
    times: dict[tuple[str, int], int] = {}
    for address in sorted(trace.cycles):
        source_line = source_lines.get(address)
        if source_line is not None:
            cycles[source_line] += trace.cycles[address]
            times.setdefault(source_line, trace.times[address])
    folders = (C_FOLDER, program.folder / "gen")
    texts = {file: _source(file, folders) for file in {file for file, _ in cycles}}
    costs = [
        LineCost(file, line, spent, times[file, line], _line(texts[file], line))
        for (file, line), spent in cycles.items()
    ]
    return sorted(costs, key=lambda cost: (-cost.cycles, cost.file, cost.line))


def _source(file: str, folders: Sequence[Path]) -> list[str]:
    """The lines of a source file; if two files have this name, those of the first."""
    for folder in folders:
        for path in sorted(folder.rglob(file)):
            return path.read_text("utf-8").splitlines()
    return []


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""
