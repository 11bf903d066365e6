"""Modules of a program in the simulator, copied into one window in turn, as if from a disk.

Before every dungeon that is compared, another dungeon of the program is built: its module is copied
into the window, writes the work memory and zero page that all modules share, and makes its own map
and tables. Then the dungeon's own module takes its place. This proves that no dungeon disturbs
another.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pygen.builders.module import ModuleBuilder, RouteOfModule, module_words, simulated_identity
from pygen.compilers.module_building import Module
from pygen.engine.random.request import Request


class WindowBuilder(ModuleBuilder):
    """A module in the simulator that takes turns with another one in their window."""

    def __init__(self, module: Module, other: Module, simulator: Path) -> None:
        """Raises as `ModuleBuilder` does."""
        super().__init__(module, simulator)
        self.other = other

    @property
    def name(self) -> str:
        return f"{self.module.compiler.name} after {self.other.dungeon}"

    @property
    def program_name(self) -> str:
        return f"the modules {self.other.dungeon} and {self.module.dungeon}"

    def _prepare(self, request: Request) -> None:
        self.machine.load({self.other.layout.start: self.other.image})
        self._generate(self.other, Request(self.other.dungeon, request.seed, request.floor))
        self.machine.load({self.module.layout.start: self.module.image})


@dataclass(frozen=True)
class WindowRoute(RouteOfModule):
    """A module of a program in the simulator, taking turns with `other`, another module of the
    program."""

    other: Module
    simulator: Path

    @property
    def name(self) -> str:
        return f"{self.module.compiler.name} after {self.other.dungeon}"

    def open(self) -> WindowBuilder:
        return WindowBuilder(self.module, self.other, self.simulator)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: both modules, the simulator, and the code that controls them."""
        words = module_words(self.module, dungeon, floor)
        words += [self.other.image.hex(), f"{self.other.layout.work_start} {self.other.regions}"]
        return simulated_identity(self.simulator, words)
