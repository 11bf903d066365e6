"""A module's own bytes as builders: of many dungeons in sim65, and step by step in VICE.

There is nothing around the module but a driver, which writes requests to the module's request block
and calls `generate` or `step`, and then `count_tiles`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygen.base.files import source_files
from pygen.base.project import PROJECT
from pygen.builders.base import Route, identity_of
from pygen.builders.simulated import DRIVER, SimulatedBuilder
from pygen.compilers.modules import Module
from pygen.emit.modules import REQUEST_OFFSET
from pygen.emulators.sim65 import Sim65, word
from pygen.spec import Spec, floor_digest


class ModuleBuilder(SimulatedBuilder):
    """A module in sim65."""

    def __init__(self, module: Module, simulator: Sim65) -> None:
        self.module = module
        # That of the module, whose regions are elsewhere.
        self.spec: Spec = module.layout.spec
        self.simulator = simulator

    @property
    def name(self) -> str:
        return self.module.compiler.name

    @property
    def program_name(self) -> str:
        return f"the module {self.module.dungeon}"

    def _pieces(self, driver: bytes) -> tuple[Mapping[int, bytes], int]:
        return {self.module.layout.start: self.module.image, DRIVER: driver}, DRIVER

    def _arguments(self) -> int:
        return self.module.layout.start + REQUEST_OFFSET

    def _building(self, dungeon: str) -> bytes:
        calls = self.module.calls
        return bytes([0x20, *word(calls["generate"]), 0x20, *word(calls["count_tiles"])])


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
    """A dungeon's module in sim65. `label`, if given, is its name instead of the compiler's."""

    simulator: Sim65
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or self.module.compiler.name

    def open(self) -> ModuleBuilder:
        return ModuleBuilder(self.module, self.simulator)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the module itself, the simulator, and the code that drives them."""
        words = module_words(self.module, dungeon, floor)
        return simulated_identity(self.simulator, words, "module.py")


def simulated_identity(simulator: Sim65, words: Sequence[str], file: str) -> str:
    """The identity of what `words` say in sim65, driven by `file` of this package."""
    builders = PROJECT / "pygen" / "builders"
    files = [
        simulator.path,
        builders / file,
        builders / "simulated.py",
        *source_files(PROJECT / "pygen" / "emulators", "*.py"),
    ]
    return identity_of([str(simulator), *words], files)


def module_words(module: Module, dungeon: str, floor: int) -> list[str]:
    """What a proof of a floor (1..256) of a module depends on: its bytes and its place."""
    layout = module.layout
    return [
        module.image.hex(),
        f"{layout.start} {layout.work_start} {module.regions}",
        floor_digest(module.spec, dungeon, floor),
    ]
