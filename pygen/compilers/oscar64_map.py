"""The addresses and sizes of everything in a program that OSCAR64 linked."""

from __future__ import annotations

import re
from dataclasses import replace

from pygen.compilers.base import MappedObject, SegmentKind

SECTION_KINDS: dict[str, SegmentKind] = {
    "entry": "code",
    "startup": "code",
    "code": "code",
    "data": "data",
    "bss": "bss",
    "zeropage": "zeropage",
}

LIBRARY = re.compile(r"__multab\d+[LH]|(?:mul|div|divmod|mod)[su]?(?:16|32)?(?:by8)?|bitshift")
"""The names of what OSCAR64 itself adds to a program that has neither floating point, nor a heap,
nor byte code: tables and functions for multiplying, dividing and shifting (its crt.c)."""

PROXY = "@proxy"
"""What OSCAR64 appends to the names of some objects."""

REGISTERS = "(registers and temporaries)"
REGISTERS_START = 0x02

SHARED = "shared_"
"""The beginning of the names of the sections of variables that share work memory. Their bytes are
counted once, as one object of that name."""

_OBJECT = re.compile(r"^([0-9a-f]+) - ([0-9a-f]+) : (.+), (\w+):(\S+)$")
_TEMPORARY = re.compile(
    r"^[0-9a-f]{4} : [0-9a-f]{2} ([0-9a-f]{2}) __ [A-Z]{3} \(?T\d+ ", re.MULTILINE
)

_LOST_JUMP = re.compile(
    r"^([0-9a-f]{4}) : [0-9a-f]0 03 __ B[A-Z]{2} \$[0-9a-f]{4} ; \((\w+)\.(\w+) \+ 3\) *\n"
    r"(?:;.*\n)*\.\3:",
    re.MULTILINE,
)
"""A branch over a jump of three bytes, directly followed by the next block, which is where the jump
should be."""


def read_objects(map_text: str) -> list[MappedObject]:
    """The objects in the map, without the markers of section ends and without pieces of stack."""
    objects = []
    shared: list[MappedObject] = []
    for line in map_text.partition("\nobjects\n")[2].partition("\n\n")[0].splitlines():
        match = _OBJECT.match(line)
        if not match or match[4] in ("START", "END"):
            continue
        start, end = int(match[1], 16), int(match[2], 16)
        name, section = match[3], match[5]
        if section.startswith(SHARED):
            shared.append(MappedObject(name, start, end - start, "bss", "bss"))
        if section not in SECTION_KINDS:
            continue
        is_library = bool(LIBRARY.fullmatch(name.removesuffix(PROXY)))
        size, kind = end - start, SECTION_KINDS[section]
        objects.append(MappedObject(name, start, size, section, kind, is_library=is_library))
    if shared:
        start = min(one.address for one in shared)
        size = max(one.address + one.size for one in shared) - start
        objects.append(MappedObject("shared work", start, size, "bss", "bss"))
        objects += [replace(one, size=0) for one in shared]
    return objects


def has_all_objects(map_text: str) -> bool:
    """Whether the map continues after the list of the objects, so that none of them is missing."""
    return "\nobjects by size\n" in map_text


def registers(listing: str) -> MappedObject:
    """The zero page that OSCAR64 itself uses in this program.

    The temporaries of functions come last and their number is not limited, so their end is read
    from the listing. The gap at $27-$42 is included.
    """
    last_fixed = 0x52
    last = max((int(address, 16) for address in _TEMPORARY.findall(listing)), default=0)
    size = max(last, last_fixed) + 1 - REGISTERS_START
    return MappedObject(REGISTERS, REGISTERS_START, size, "zeropage", "zeropage")


def without_paths(listing: str) -> str:
    """The listing with file names instead of absolute paths, so that it is the same in every
    checkout."""
    return re.sub(r'"[^"\n]*/([^"/\n]+)"', r'"\1"', listing)


def lost_jump(listing: str) -> tuple[str, int] | None:
    """The function, and the address of the branch, whose jump OSCAR64 has written other code over.

    OSCAR64 counts a branch to a distant place as a branch to a jump nearby, but has replaced that
    jump by a copy of the code it led to. So the branch needs a jump of its own, three bytes longer
    than counted, and the next block is written over it (tests/canaries/far_return.c). None if there
    is no such branch.
    """
    found = _LOST_JUMP.search(listing)
    return (found[2], int(found[1], 16)) if found else None
