"""The bytes that a dungeon takes on the C64: those of its module, which games get."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.compilers.module_building import Module


@dataclass(frozen=True)
class Sizes:
    """The bytes of a module: `code` includes the table of its calls, `tables` are constants,
    `work_memory` includes its stack, and `zeropage` counts all addresses there that it writes.
    Map and records are not counted."""

    code: int
    tables: int
    work_memory: int
    zeropage: int

    @property
    def program(self) -> int:
        """Code and tables."""
        return self.code + self.tables


def module_sizes(module: Module) -> Sizes:
    """The sizes of a module."""
    layout = module.layout
    tables = sum(item.size for item in module.result.objects if item.kind == "data")
    work_memory = layout.work_end + 1 - layout.work_start
    return Sizes(module.size - tables, tables, work_memory, len(module.zero_page))
