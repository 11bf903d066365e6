"""The place of an exported module in memory, and the consequences for programs that use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygen.base.errors import UserError
from pygen.compilers.module_building import Module
from pygen.compilers.processor_port import (
    ALL_VISIBLE,
    BASIC_ROM,
    RAM_INSTEAD_OF_BASIC,
    RAM_INSTEAD_OF_ROMS,
    RAM_ONLY,
)
from pygen.spec import Spec
from pygen.spec.memory_layout import LAST_FREE
from pygen.spec.module_places import share_memory

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

STACKS_OF_PROGRAMS = "OSCAR64's stack is at $9000-$9FFF, cc65's at $C800-$CFFF"


@dataclass(frozen=True)
class Place:
    """A module's place in the memory of a program.

    `first` and `last` are the first and last address that the module takes. `basic_line` is a line
    that protects the module from a program in BASIC; "" if BASIC cannot use the module. `overlap`
    says why the example does not fit, or is "". `port` is what must be in $01 when the module is
    called.
    """

    first: int
    last: int
    basic_line: str
    overlap: str
    port: int

    @property
    def is_hidden(self) -> bool:
        """Whether a part of the module is where the processor usually sees ROM or chips."""
        return self.port != ALL_VISIBLE

    @property
    def hidden(self) -> str:
        """What the processor does not see with this port, in words."""
        return {
            RAM_INSTEAD_OF_BASIC: "BASIC",
            RAM_INSTEAD_OF_ROMS: "BASIC and the KERNAL",
            RAM_ONLY: "BASIC, the KERNAL and the chips",
        }.get(self.port, "")

    @property
    def needs_no_interrupt(self) -> bool:
        """Whether no interrupt may come while the module is called, as the KERNAL's handler is not
        there."""
        return self.port < RAM_INSTEAD_OF_BASIC


def require_separate(module: Module, other: Module) -> None:
    """Raise UserError if two modules take the same memory without naming it in `modules.shared`."""
    spec = module.spec
    for key, (first, last) in zip(PARTS, _parts(module)):
        for other_key, (start, end) in zip(PARTS, _parts(other)):
            if first > end or start > last:
                continue
            if share_memory(spec, module.dungeon, key, other.dungeon, other_key):
                continue
            raise UserError(
                f"modules.places: {key} of {module.dungeon}, ${first:04x}-${last:04x}, and "
                f"{other_key} of {other.dungeon}, ${start:04x}-${end:04x}, overlap",
                "Give one of them another address, or both the same name in modules.shared.",
            )


PARTS = ("start", "work", "data")
"""The parts of a module's memory, by the keys of their addresses."""


def _parts(module: Module) -> list[tuple[int, int]]:
    """The first and the last address of each of PARTS."""
    code, work, *regions = module.spans
    return [code, work, (min(start for start, _ in regions), max(end for _, end in regions))]


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
    if first >= PROGRAM + PAGE and last < BASIC_ROM.start:
        line = f"POKE 55,{first & 0xFF}:POKE 56,{first >> 8}:CLR"
    overlap = ""
    if example_end(module.size) > first:
        overlap = (
            f"{module.dungeon}_example.c carries the module with it, and takes up to "
            f"${example_end(module.size) - 1:04x}; ${first:04x} belongs to the module already"
        )
    return Place(first, last, line, overlap, module.port)


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
