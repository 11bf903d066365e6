"""Where an exported module is in memory, and what programs that use it must do for it."""

from __future__ import annotations

from dataclasses import dataclass

from pygen.compilers.modules import Module
from pygen.spec import Spec
from pygen.spec.narrowing import replaced

PAGE = 256
PROGRAM = 0x0801
"""Where programs of the C64 begin."""

OSCAR64_CODE = 0x0A00
"""Where OSCAR64's code and data may begin, behind its start-up code."""

STACK = 512
"""The bytes of stack that the example gives its compiler."""

EXAMPLE = 0x0500
"""What the example takes besides the module's bytes at most, with its compiler's library and stack,
from OSCAR64_CODE on."""

BASIC_ROM = (0xA000, 0xBFFF)
STACKS_OF_PROGRAMS = "OSCAR64's stack is at $9000-$9FFF, cc65's at $C800-$CFFF"
RAM_INSTEAD_OF_BASIC = 0x36


@dataclass(frozen=True)
class Place:
    """A module's place among the rest of a program.

    `first` and `last` are the first and last address of all that the module takes.
    `basic_line` protects it from a program in BASIC; "" if none can use it.
    `overlap` says what keeps the example from fitting, "" if nothing does.
    """

    first: int
    last: int
    basic_line: str
    overlap: str

    @property
    def hides_behind_basic(self) -> bool:
        """Whether a part of it is where BASIC's ROM is."""
        return self.first <= BASIC_ROM[1] and self.last >= BASIC_ROM[0]


def place_of(module: Module) -> Place:
    """Where an exported module is."""
    layout = module.layout
    spans = [
        (layout.start, layout.start + module.size - 1),
        (layout.work_start, layout.work_end),
        *((start, start + length - 1) for start, length in module.regions.values()),
    ]
    first, last = min(start for start, _ in spans), max(end for _, end in spans)
    line = ""
    if first >= PROGRAM + PAGE and last < BASIC_ROM[0]:
        line = f"POKE 55,{first & 0xFF}:POKE 56,{first >> 8}:CLR"
    overlap = ""
    if example_end(module.size) > first:
        overlap = (
            f"{module.dungeon}_example.c carries the module with it, and takes up to "
            f"${example_end(module.size) - 1:04x}; ${first:04x} belongs to the module already"
        )
    return Place(first, last, line, overlap)


def example_end(size: int) -> int:
    """The address behind the example for a module of so many bytes."""
    return OSCAR64_CODE + EXAMPLE + size


def cc65_options(place: Place) -> str:
    """What keeps a program by cc65 below the module."""
    return f"-Wl -D,__HIMEM__=0x{place.first:04x} -Wl -D,__STACKSIZE__=0x{STACK:04x}"


def with_fitting_start(spec: Spec, module: Module) -> Spec | None:
    """`spec` with the first page for the module at which the example fits below it; None if it fits
    where it is, or if the spec says where it is to be."""
    given = spec.modules.model_fields_set & {"start", "work", "data"}
    if given or not place_of(module).overlap:
        return None
    start = -(-example_end(module.size) // PAGE) * PAGE
    return replaced(spec, modules=spec.modules.model_copy(update={"start": start}))
