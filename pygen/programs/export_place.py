"""The place of an exported module in memory, and the consequences for programs that use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygen.compilers.module_building import Module
from pygen.spec import Spec
from pygen.spec.memory_layout import LAST_FREE

PAGE = 256
PROGRAM = 0x0801
"""Where programs on the C64 begin."""

OSCAR64_CODE = 0x0A00
"""The first possible address of OSCAR64's code and data, behind its start-up code."""

STACK = 512
"""The size of the stack in bytes that the example gives its compiler."""

EXAMPLE = 0x0500
"""The most bytes of the example besides the module's, from OSCAR64_CODE on, with its compiler's
library and stack."""

BASIC_ROM = (0xA000, 0xBFFF)
STACKS_OF_PROGRAMS = "OSCAR64's stack is at $9000-$9FFF, cc65's at $C800-$CFFF"
RAM_INSTEAD_OF_BASIC = 0x36


@dataclass(frozen=True)
class Place:
    """A module's place in the memory of a program.

    `first` and `last` are the first and last address that the module takes. `basic_line` is a line
    that protects the module from a program in BASIC; "" if BASIC cannot use the module. `overlap`
    says why the example does not fit, or is "".
    """

    first: int
    last: int
    basic_line: str
    overlap: str

    @property
    def hides_behind_basic(self) -> bool:
        """Whether part of the module lies below BASIC's ROM."""
        return self.first <= BASIC_ROM[1] and self.last >= BASIC_ROM[0]


def free_memory(taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What of memory between programs' first address and $CFFF is free beside these first and last
    addresses: first and last address of each gap of at least a page."""
    gaps, at = [], PROGRAM
    for first, last in sorted(taken):
        gaps.append((at, first - 1))
        at = max(at, last + 1)
    gaps.append((at, LAST_FREE))
    return [(first, last) for first, last in gaps if last + 1 - first >= PAGE]


def place_of(module: Module) -> Place:
    """The place of an exported module."""
    spans = module.spans
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
    """The address behind the example for a module of `size` bytes."""
    return OSCAR64_CODE + EXAMPLE + size


def cc65_options(place: Place) -> str:
    """Options for cc65 that keep a program below the module."""
    return f"-Wl -D,__HIMEM__=0x{place.first:04x} -Wl -D,__STACKSIZE__=0x{STACK:04x}"


def with_fitting_start(spec: Spec, module: Module) -> Spec | None:
    """`spec` with a higher start of the module: the first page at which the example fits below it.

    None if the example fits already, if the spec sets the module's place, or if the module would
    end behind the last address there.
    """
    given, place = spec.modules.model_fields_set & {"start", "work", "data"}, place_of(module)
    if given or not place.overlap:
        return None
    start = -(-example_end(module.size) // PAGE) * PAGE
    # At other addresses it may take a little more.
    if start + place.last - place.first + PAGE > LAST_FREE:
        return None
    return spec.replaced(modules=spec.modules.model_copy(update={"start": start}))
