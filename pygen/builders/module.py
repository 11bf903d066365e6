"""A module's own bytes in the project's simulator, which builds many dungeons a second.

The module runs alone: each request is written to the module's request block, and `generate` and
`count_tiles` are called. Before the first request, all memory has a value that no program expects;
later requests find what earlier ones left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.base.files import source_files
from pygen.base.project import PROJECT
from pygen.builders.base import Builder, Built, Route, identity_of
from pygen.compilers.module_building import Module
from pygen.emit.memory_regions import compared_regions, split_regions
from pygen.emit.module_layout import REQUEST_OFFSET, request_bytes
from pygen.emulators.base import CYCLES_A_SECOND
from pygen.emulators.simulator import Simulator
from pygen.engine.random.request import Request
from pygen.spec import Spec, floor_digest


class ModuleBuilder(Builder):
    """A module in the simulator. It cannot be stopped after a phase."""

    def __init__(self, module: Module, simulator: Path) -> None:
        """`simulator` is the simulator's library. Raises EmulatorFailed if it cannot be loaded."""
        self.module = module
        # The spec of the module, whose regions are elsewhere.
        self.spec: Spec = module.layout.spec
        self.machine = Simulator(simulator)

    @property
    def name(self) -> str:
        return self.module.compiler.name

    @property
    def program_name(self) -> str:
        """The name of what is simulated, for errors."""
        return f"the module {self.module.dungeon}"

    def build(self, request: Request) -> Built:
        """As `Builder.build`; cycles are not counted."""
        regions = compared_regions(self.spec, request.dungeon)
        return Built(split_regions(regions, self.build_many([request])), {})

    def build_many(self, requests: Sequence[Request]) -> bytes:
        spans = compared_regions(self.spec, self.module.dungeon).values()
        self.machine.reset()
        self.machine.load({self.module.layout.start: self.module.image})
        return b"".join(self._one(request, spans) for request in requests)

    def _one(self, request: Request, spans: Iterable[tuple[int, int]]) -> bytes:
        machine = self.machine
        try:
            self._prepare(request)
            self._generate(self.module, request)
            machine.call(self.module.calls["count_tiles"], self._most_cycles)
        except EmulatorFailed as error:
            raise EmulatorFailed(
                f"{self.name}, {request}: the program {error.message}",
                f"Simulated from {self.program_name}.",
            ) from error
        return b"".join(machine.memory[start : start + length] for start, length in spans)

    def _prepare(self, request: Request) -> None:
        """Prepare for a dungeon; called before each is built."""

    @property
    def _most_cycles(self) -> int:
        return self.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND

    def _generate(self, module: Module, request: Request) -> None:
        put_request(self.machine.memory, module, request)
        self.machine.call(module.calls["generate"], self._most_cycles)


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


@dataclass(frozen=True)
class ModuleRoute(RouteOfModule):
    """A dungeon's module in the simulator, whose library is `simulator`. `label`, if given,
    replaces the compiler's name as the route's name."""

    simulator: Path
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or self.module.compiler.name

    def open(self) -> ModuleBuilder:
        return ModuleBuilder(self.module, self.simulator)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the module itself, the simulator, and the code that controls
        them."""
        return simulated_identity(self.simulator, module_words(self.module, dungeon, floor))


def simulated_identity(simulator: Path, words: Sequence[str]) -> str:
    """The identity of a route that runs what `words` describe in the simulator with this
    library."""
    builders = PROJECT / "pygen" / "builders"
    files = [
        simulator,
        builders / "module.py",
        builders / "window.py",
        *source_files(PROJECT / "pygen" / "emulators", "simulator.*"),
    ]
    return identity_of(words, files)


def module_words(module: Module, dungeon: str, floor: int) -> list[str]:
    """Words for everything in a module that a proof of one of its floors (1..256) depends on: its
    bytes, its place, and the floor's digest."""
    layout = module.layout
    return [
        module.image.hex(),
        f"{layout.start} {layout.work_start} {module.regions}",
        floor_digest(module.spec, dungeon, floor),
    ]
