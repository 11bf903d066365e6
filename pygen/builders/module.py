"""A module's own bytes in the project's simulator, which builds many dungeons a second.

The module runs alone: each request is written to the module's request block, and `generate` and
`count_tiles` are called. Before the first request, all memory has a value that no program expects;
later requests find what earlier ones left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.base.files import source_files
from pygen.base.project import PROJECT
from pygen.base.words import ranges
from pygen.builders.base import DIGEST_BYTES, Builder, Built, Route, identity_of
from pygen.builders.recompiling import Recompiling
from pygen.compilers.module_building import Module
from pygen.emit.memory_regions import (
    STATISTICS,
    compared_regions,
    split_regions,
    without_statistics,
)
from pygen.emit.module_layout import REQUEST_OFFSET, request_bytes
from pygen.emulators.base import CYCLES_A_SECOND
from pygen.emulators.batch import BatchRunner, Callee, CallFailed
from pygen.emulators.recompiler import Code
from pygen.emulators.simulator import Simulator
from pygen.engine.random.request import Request
from pygen.spec import Spec, floor_digest


class ModuleBuilder(Builder):
    """A module in the simulator. It cannot be stopped after a phase."""

    def __init__(self, module: Module, simulator: Path, recompiled: Path | None = None) -> None:
        """`simulator` is the simulator's library, `recompiled` one of `Recompiling.prepared`;
        without it the module is interpreted. Raises EmulatorFailed if they cannot be loaded."""
        self.module, self.recompiled = module, recompiled
        # The spec of the module, whose regions are elsewhere.
        self.spec: Spec = module.layout.spec
        self.machine = Simulator(simulator)
        most_cycles = self.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        self._runner = BatchRunner(self.machine, self._callees(), most_cycles)

    @property
    def name(self) -> str:
        return self.module.compiler.name

    @property
    def program_name(self) -> str:
        """The name of what is simulated, for errors."""
        return f"the module {self.module.dungeon}"

    def _callees(self) -> list[Callee]:
        return [callee_of(self.module, recompiled=self.recompiled)]

    def build(self, request: Request) -> Built:
        """As `Builder.build`; cycles are not counted."""
        regions = compared_regions(self.spec, request.dungeon)
        return Built(split_regions(regions, self.build_many([request])), {})

    def build_many(self, requests: Sequence[Request]) -> bytes:
        return self._run(requests, 0)

    def digests(self, requests: Sequence[Request]) -> bytes:
        return self._run(requests, DIGEST_BYTES)

    def cycles(self, request: Request) -> int:
        """The cycles of one dungeon, with those of `count_tiles`. The module must be
        interpreted."""
        before: int = self.machine.cycles
        self.build(request)
        spent: int = self.machine.cycles - before
        return spent

    def _run(self, requests: Sequence[Request], digest_bytes: int) -> bytes:
        self.machine.reset()
        self.machine.load({self.module.layout.start: self.module.image})
        regions = compared_regions(self.spec, self.module.dungeon).values()
        data = [request_bytes(request, True) for request in requests]
        try:
            built = self._runner.run(data, regions, digest_bytes)
        except CallFailed as error:
            raise EmulatorFailed(
                f"{self.name}, {requests[error.number]}: the program {error.message}",
                f"Simulated from {self.program_name}.",
            ) from error
        left = self._runner.left
        self.remark = ""
        if left.times:
            self.remark = (
                f"recompiled code was left to the interpreter {left.times:,} times, first at "
                f"${left.address:04x}, reached from ${left.jump:04x}"
            )
        return built


def callee_of(
    module: Module,
    is_loaded: bool = False,
    counts_tiles: bool = True,
    recompiled: Path | None = None,
) -> Callee:
    """A module as part of a batch: its call `generate`, and `count_tiles` if the counts are
    compared and `counts_tiles` says so. The other arguments are as in Callee."""
    entries = [module.calls["generate"]]
    if counts_tiles and STATISTICS in compared_regions(module.layout.spec, module.dungeon):
        entries.append(module.calls["count_tiles"])
    is_world = module.spec.dungeons[module.dungeon].world is not None
    return Callee(
        module.image,
        module.layout.start,
        tuple(entries),
        module.layout.start + REQUEST_OFFSET,
        len(request_bytes(Request(module.dungeon, 0), is_world)),
        writable(module),
        module.patched.opcodes,
        is_loaded,
        recompiled,
    )


def code_of(module: Module) -> Code:
    """A module's code, for recompiling."""
    calls = (module.calls["generate"], module.calls["count_tiles"])
    patched = module.patched
    return Code(
        module.image, module.layout.start, calls, writable(module),
        patched.operands, patched.opcodes,
    )  # fmt: skip


def writable(module: Module) -> frozenset[int]:
    """The addresses that a module may write, besides the processor's stack: its variables, its zero
    page, its regions, its request block with the floor's seed, and the code that it patches."""
    layout = module.layout
    spans = [
        range(layout.work_start, layout.work_end + 1),
        *layout.request_spans,
        *(range(start, start + length) for start, length in module.regions.values()),
        sorted(module.zero_page),
        sorted(module.patched.operands),
        sorted(module.patched.opcodes),
    ]
    return frozenset(address for span in spans for address in span)


def put_request(memory: memoryview, module: Module, request: Request) -> None:
    """Write a request to the request block of a module in `memory`."""
    block = module.layout.start + REQUEST_OFFSET
    data = request_bytes(request, module.spec.dungeons[request.dungeon].world is not None)
    memory[block : block + len(data)] = data


@dataclass(frozen=True)
class RouteOfModule(Route):
    """A route to the dungeons of a module."""

    module: Module

    @property
    def spec(self) -> Spec:  # type: ignore[override]
        return self.module.layout.spec

    @property
    def name(self) -> str:
        return self.module.compiler.name


def module_without_statistics(module: Module) -> Module:
    """The same module, but its counts of tiles are not compared."""
    layout = replace(module.layout, spec=without_statistics(module.layout.spec))
    return replace(module, spec=without_statistics(module.spec), layout=layout)


@dataclass(frozen=True)
class ModuleRoute(RouteOfModule):
    """A dungeon's module in the simulator, whose library is `simulator`.

    `label`, if given, replaces the compiler's name as the route's name. With `recompiling`, the
    module is recompiled if it builds so many dungeons that this saves time.
    """

    simulator: Path
    label: str = ""
    recompiling: Recompiling | None = None

    @property
    def name(self) -> str:
        return self.label or self.module.compiler.name

    @property
    def modules(self) -> tuple[Module, ...]:
        """The modules that are called."""
        return (self.module,)

    @property
    def needs_preparing(self) -> bool:
        return self.recompiling is not None

    def prepare(self, dungeons: int) -> None:
        """As `Route.prepare`: recompiles the modules if that saves time. Raises ToolMissing without
        a C compiler, CompileFailed if it rejects the C."""
        if self.recompiling:
            try:
                cycles = self.builder().cycles(Request(self.module.dungeon, 0))
            except EmulatorFailed:
                # The dungeons will be built by the interpreter, until one fails.
                return
            for module in self.modules:
                self.recompiling.prepare(code_of(module), dungeons * cycles)

    def open(self) -> ModuleBuilder:
        recompiling = self.recompiling
        if not recompiling:
            return self.builder()
        return self.builder([recompiling.prepared(code_of(module)) for module in self.modules])

    def builder(self, recompiled: Sequence[Path | None] = (None, None)) -> ModuleBuilder:
        """A builder with libraries of the recompiled code of `modules`, as far as there are any."""
        return ModuleBuilder(self.module, self.simulator, recompiled[0])

    def words(self, dungeon: str, floor: int) -> list[str]:
        """Words for what a proof of one of the floors of a dungeon depends on, besides the
        simulator."""
        return [*module_words(self.module, dungeon, floor), *limits(self.module)]

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the module itself, the simulator, and the code that controls them;
        if it is recompiled, also what does that."""
        builders = PROJECT / "pygen" / "builders"
        files = [
            self.simulator,
            builders / "module.py",
            builders / "window.py",
            *source_files(PROJECT / "pygen" / "emulators", "simulator.*", "batch.*"),
        ]
        words = self.words(dungeon, floor)
        if self.recompiling:
            words.append(self.recompiling.identity)
        return identity_of(words, files)


def limits(module: Module) -> list[str]:
    """Words for what a module may do in the simulator."""
    return [
        str(ranges(sorted(writable(module)))),
        str(sorted(module.patched.operands)),
        str(sorted(module.patched.opcodes)),
        str(module.layout.spec.emulator.seconds_per_dungeon),
    ]


def module_words(module: Module, dungeon: str, floor: int) -> list[str]:
    """Words for everything in a module that a proof of one of its floors (1..256) depends on: its
    bytes, its place, and the floor's digest."""
    layout = module.layout
    return [
        module.image.hex(),
        f"{layout.start} {layout.work_start} {compared_regions(layout.spec, dungeon)}",
        floor_digest(module.spec, dungeon, floor),
    ]
