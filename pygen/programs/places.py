"""The places of all parts of a program in memory: modules, their work memory, the resident part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pygen.base.errors import CompileFailed, UserError
from pygen.compilers.module_addresses import Placement
from pygen.compilers.module_building import Module
from pygen.spec.memory_layout import Span

PAGE = 256

SLACK = 32
"""Bytes left free behind each module, as its code may change in size at other addresses."""


@dataclass(frozen=True)
class Places:
    """The places of a program's modules by dungeon, the last address of their work memory, and the
    first and last address of the resident part's memory."""

    modules: Mapping[str, Placement]
    work_end: int
    resident: int
    resident_end: int


def in_a_window(
    modules: Mapping[str, Module], first: int, last: int, alignment: int, spare: Span | None
) -> Places:
    """Place all modules at the same address, with work memory that ends at the same address, or in
    `spare`. The resident part is behind them, at a multiple of `alignment`."""
    ends = {}
    for name, module in modules.items():
        code_end = first + len(module.carried) + SLACK
        work_start = _rounded_up(code_end, module.compiler.work_alignment)
        work = 0 if spare else _work(module) + SLACK
        ends[name] = _rounded_up(work_start + work, alignment)
    end = max(ends.values())
    if end > last:
        largest = max(ends, key=lambda name: ends[name])
        raise CompileFailed(
            f"the module of {largest} and its work memory take ${first:04x}-${end - 1:04x}, and "
            f"the region `program` ends at ${last:04x}: the resident part has no room",
            "Leave this dungeon out, or give `program` more memory.",
        )
    work_end = spare[1] + 1 if spare else end
    placed = {
        name: Placement(first, _work_start([module], work_end)) for name, module in modules.items()
    }
    return Places(placed, work_end - 1, end, last)


def in_a_row(modules: Mapping[str, Module], first: int, last: int, spare: Span | None) -> Places:
    """Place the modules one behind the other, then the resident part, then their work memory,
    unless this is in `spare`."""
    at, starts = first, {}
    for name, module in modules.items():
        starts[name] = at
        at = next_page(at + len(module.carried) + SLACK)
    work_end = spare[1] if spare else last
    work = _work_start(list(modules.values()), work_end + 1)
    resident_end = last if spare else work - 1
    if at > resident_end:
        raise CompileFailed(
            f"the modules take ${first:04x}-${at - 1:04x}, and their work memory begins at "
            f"${work:04x}",
            "Have fewer dungeons in the program, or another carrier: a disk or a cartridge.",
        )
    placed = {name: Placement(start, work) for name, start in starts.items()}
    return Places(placed, work_end, at, resident_end)


def has_room(spare: Span, modules: Iterable[Module]) -> bool:
    """Whether the work memory of each of these modules fits into `spare`."""
    return spare[0] <= _work_start(list(modules), spare[1] + 1)


def grown(module: Module) -> UserError:
    """The error for a module whose code takes more than SLACK bytes more at its final address."""
    return UserError(
        f"the module of {module.dungeon} became larger at its final place",
        "Build again; if it happens again, raise SLACK in pygen/programs/places.py.",
    )


def _work(module: Module) -> int:
    """The size of a module's work memory in bytes."""
    return module.layout.work_end + 1 - module.layout.work_start


def _work_start(modules: Sequence[Module], end: int) -> int:
    """The start of work memory for these modules that ends before `end`.

    Its size was measured at GENEROUS_WORK, at the start of a page.
    """
    size = max(map(_work, modules), default=0)
    alignment = max((module.compiler.work_alignment for module in modules), default=1)
    return (end - size - SLACK) // alignment * alignment


def next_page(address: int) -> int:
    """The first start of a page at or above `address`."""
    return _rounded_up(address, PAGE)


def _rounded_up(address: int, step: int) -> int:
    return -(-address // step) * step
