"""Where everything lies in a program that OSCAR64 linked: its map and its listing."""

from __future__ import annotations

import re

from pygen.compilers.base import MappedObject, SegmentKind

SECTION_KINDS: dict[str, SegmentKind] = {
    "entry": "code",
    "startup": "code",
    "code": "code",
    "data": "data",
    "bss": "bss",
    "zeropage": "zeropage",
}

REGISTERS = "(registers and temporaries)"
REGISTERS_START = 0x02

_OBJECT = re.compile(r"^([0-9a-f]+) - ([0-9a-f]+) : (.+), (\w+):(\S+)$")
_TEMPORARY = re.compile(
    r"^[0-9a-f]{4} : [0-9a-f]{2} ([0-9a-f]{2}) __ [A-Z]{3} \(?T\d+ ", re.MULTILINE
)


def read_objects(map_text: str) -> list[MappedObject]:
    """The objects of the map; marks of section ends and pieces of stack are left out."""
    objects = []
    for line in map_text.partition("\nobjects\n")[2].partition("\n\n")[0].splitlines():
        found = _OBJECT.match(line)
        if not found or found[4] in ("START", "END") or found[5] not in SECTION_KINDS:
            continue
        start, end = int(found[1], 16), int(found[2], 16)
        section = found[5]
        objects.append(MappedObject(found[3], start, end - start, section, SECTION_KINDS[section]))
    return objects


def registers(listing: str) -> MappedObject:
    """The zero page that OSCAR64 takes for itself in this program.

    The temporaries of a function come last and have no limit, so where they end must be looked up
    in the listing. A gap at $27-$42 is counted as well.
    """
    last_of_the_fixed_ones = 0x52
    last = max((int(address, 16) for address in _TEMPORARY.findall(listing)), default=0)
    size = max(last, last_of_the_fixed_ones) + 1 - REGISTERS_START
    return MappedObject(REGISTERS, REGISTERS_START, size, "zeropage", "zeropage")


def without_paths(listing: str) -> str:
    """The listing with file names instead of absolute paths, so that it is the same everywhere."""
    return re.sub(r'"[^"\n]*/([^"/\n]+)"', r'"\1"', listing)
