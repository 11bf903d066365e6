"""Modules of a program in the simulator, copied into one window in turn, as if from a disk.

Before every dungeon that is compared, another dungeon of the program is built: its module is copied
into the window, writes the work memory and zero page that all modules share, and makes its own map
and tables. Then the dungeon's own module takes its place. This proves that no dungeon disturbs
another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pygen.builders.module import ModuleBuilder, ModuleRoute, callee_of, limits
from pygen.compilers.module_building import Module
from pygen.emulators.batch import Callee


class WindowBuilder(ModuleBuilder):
    """A module in the simulator that takes turns with another one in their window."""

    def __init__(
        self,
        module: Module,
        other: Module,
        simulator: Path,
        recompiled: tuple[Path | None, Path | None] = (None, None),
    ) -> None:
        """`recompiled` are libraries with the recompiled code of the module and of the other one.
        Raises as `ModuleBuilder` does."""
        self.other, self._recompiled_other = other, recompiled[1]
        super().__init__(module, simulator, recompiled[0])

    @property
    def name(self) -> str:
        return f"{self.module.compiler.name} after {self.other.dungeon}"

    @property
    def program_name(self) -> str:
        return f"the modules {self.other.dungeon} and {self.module.dungeon}"

    def _callees(self) -> list[Callee]:
        return [
            callee_of(self.other, True, False, self._recompiled_other),
            callee_of(self.module, True, recompiled=self.recompiled),
        ]


@dataclass(frozen=True)
class WindowRoute(ModuleRoute):
    """A module of a program in the simulator, taking turns with `other`, another module of the
    program."""

    other: Module = field(kw_only=True)

    @property
    def name(self) -> str:
        return self.label or f"{self.module.compiler.name} after {self.other.dungeon}"

    @property
    def modules(self) -> tuple[Module, ...]:
        return self.module, self.other

    def builder(self, recompiled: Sequence[Path | None] = (None, None)) -> WindowBuilder:
        own, others = recompiled
        return WindowBuilder(self.module, self.other, self.simulator, (own, others))

    def words(self, dungeon: str, floor: int) -> list[str]:
        words = super().words(dungeon, floor)
        return [*words, self.other.image.hex(), str(self.other.layout.start), *limits(self.other)]
