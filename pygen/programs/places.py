"""Where everything of a program is in memory: its modules, their work memory, the resident part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygen.base.errors import CompileFailed
from pygen.compilers.modules import Module, Placement

PAGE = 256

SLACK = 32
"""Bytes that are left free behind each module, as other addresses change the size of its code."""


@dataclass(frozen=True)
class Places:
    """Where the modules of a program are by dungeon, the last address of their work memory, and the
    memory of the program's resident part."""

    modules: Mapping[str, Placement]
    work_end: int
    resident: int
    resident_end: int


def in_a_window(modules: Mapping[str, Module], first: int, last: int, alignment: int) -> Places:
    """All modules begin at the same address, and their work memory ends at the same one. The
    resident part is behind them, at a multiple of `alignment`."""
    ends = {}
    for name, module in modules.items():
        code_end = first + len(module.carried) + SLACK
        work_start = _rounded_up(code_end, module.compiler.work_alignment)
        ends[name] = _rounded_up(work_start + _work(module) + SLACK, alignment)
    end = max(ends.values())
    if end > last:
        largest = max(ends, key=lambda name: ends[name])
        raise CompileFailed(
            f"the module of {largest} and its work memory take ${first:04x}-${end - 1:04x}, and "
            f"the region `program` ends at ${last:04x}: the resident part has no room",
            "Leave this dungeon out, or give `program` more memory.",
        )
    placed = {
        name: Placement(first, _work_start([module], end)) for name, module in modules.items()
    }
    return Places(placed, end - 1, end, last)


def in_a_row(modules: Mapping[str, Module], first: int, last: int) -> Places:
    """One behind the other, then the resident part, then the work memory of all."""
    at, starts = first, {}
    for name, module in modules.items():
        starts[name] = at
        at = next_page(at + len(module.carried) + SLACK)
    work = _work_start(list(modules.values()), last + 1)
    if at >= work:
        raise CompileFailed(
            f"the modules take ${first:04x}-${at - 1:04x}, and their work memory begins at "
            f"${work:04x}",
            "Have fewer dungeons in the program, or another carrier: a disk or a cartridge.",
        )
    placed = {name: Placement(start, work) for name, start in starts.items()}
    return Places(placed, last, at, work - 1)


def _work(module: Module) -> int:
    """The bytes of a module's work memory."""
    return module.layout.work_end + 1 - module.layout.work_start


def _work_start(modules: Sequence[Module], end: int) -> int:
    """Where the work memory of these modules begins that has to end before `end`.

    Its size was measured where GENEROUS_WORK is, at the start of a page.
    """
    size = max(map(_work, modules), default=0)
    alignment = max((module.compiler.work_alignment for module in modules), default=1)
    return (end - size - SLACK) // alignment * alignment


def next_page(address: int) -> int:
    """The first address of a page that is not below `address`."""
    return _rounded_up(address, PAGE)


def _rounded_up(address: int, step: int) -> int:
    return -(-address // step) * step
