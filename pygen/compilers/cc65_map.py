"""The addresses and sizes of everything in a program that ld65 linked.

The linker's map gives the size of every module's share of each segment; the debug file lists the
symbols. cc65 does not record the sizes of arrays, so an object is assumed to end where the next one
in its module begins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from pygen.compilers.base import MappedObject, SegmentKind

UNNAMED = "(locals and strings)"
"""Local variables that --static-locals made static, string literals, jump tables."""

_MODULE = re.compile(r"^(?P<file>\S.*):$")
_SHARE = re.compile(r"^ +(?P<segment>\w+) +Offs=(?P<offset>[0-9A-F]+) +Size=(?P<size>[0-9A-F]+)")
_SEGMENT = re.compile(r"^(?P<name>\w+) +(?P<start>[0-9A-F]{6}) +[0-9A-F]{6} +[0-9A-F]{6}")
_EXPORT = re.compile(r"(?P<name>\S+) +(?P<value>[0-9A-F]{6}) R?L[AZ]")
_NAMED_ROW = re.compile(r"\n(mod|scope|sym)\t(.*)")
_COUNTS = re.compile(r"^info\t(.*)\n", re.M)
_ATTRIBUTE = re.compile(r'(\w+)=("[^"]*"|[^,]*)')


@dataclass(frozen=True)
class _Share:
    """The part of a segment that belongs to one module."""

    module: str
    segment: str
    start: int
    size: int


def is_whole(debug: str) -> bool:
    """Whether ld65's debug file has as many rows of each kind as it announces. If the disk is full,
    ld65 does not notice and the file is incomplete."""
    counts = _COUNTS.search(debug)
    if not counts:
        return False
    announced = {kind: int(count) for kind, count in re.findall(r"(\w+)=(\d+)", counts[1])}
    written = Counter(re.findall(r"^(\w+)\t.*\n", debug, re.M))
    # A file used by several modules is announced once for each, but has only one row.
    return all(written[kind] == count for kind, count in announced.items() if kind != "file")


def read_objects(debug: str, map_text: str, kinds: Mapping[str, SegmentKind]) -> list[MappedObject]:
    """All objects of a program, given ld65's debug file and its map.

    A module of the runtime library counts as one object for each segment that it uses.
    """
    symbols = _symbols(debug)
    objects: list[MappedObject] = []
    for share in _shares(map_text):
        if not share.size or share.segment not in kinds:
            continue
        kind = kinds[share.segment]
        end = share.start + share.size
        inside = {
            address: name
            for address, name in symbols.get(share.module, ())
            if share.start <= address < end
        }
        if kind == "code":
            inside = {address: name for address, name in inside.items() if name.startswith("_")}
        objects.extend(_split(share, inside, kind))
    return objects


def runtime_labels(map_text: str) -> list[tuple[str, int]]:
    """The names that the runtime library exports. None of them can be a C name."""
    exports = map_text.partition("Exports list by name:")[2].partition("Exports list by value:")[0]
    return [
        (match["name"], int(match["value"], 16))
        for match in _EXPORT.finditer(exports)
        if not match["name"].startswith("_")
    ]


def _split(share: _Share, inside: dict[int, str], kind: SegmentKind) -> list[MappedObject]:
    """Split a module's share of a segment at its symbols; parts without a C name are merged."""
    unit = "" if "(" in share.module else PurePath(share.module).stem.partition("_")[2] + ".c"
    whole = PurePath(share.module.rpartition("(")[2].rstrip(")")).name
    if not inside:
        is_library = "(" in share.module
        return [
            MappedObject(whole, share.start, share.size, share.segment, kind, is_library=is_library)
        ]
    end = share.start + share.size
    starts = sorted({share.start, *inside})
    named: list[MappedObject] = []
    unnamed: list[MappedObject] = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        name = inside.get(start, "")
        own = name.startswith("_")
        item = MappedObject(
            name[1:] if own else UNNAMED, start, stop - start, share.segment, kind, unit
        )
        (named if own else unnamed).append(item)
    if unnamed:
        size = sum(item.size for item in unnamed)
        first = unnamed[0].address
        named.append(MappedObject(UNNAMED, first, size, share.segment, kind, unit))
    return named


def _shares(map_text: str) -> list[_Share]:
    modules, _, rest = map_text.partition("Segment list:")
    starts = {
        match["name"]: int(match["start"], 16)
        for match in map(_SEGMENT.match, rest.partition("Exports list")[0].splitlines())
        if match
    }
    shares, module = [], ""
    for line in modules.splitlines():
        share, heading = _SHARE.match(line), _MODULE.match(line)
        if heading:
            module = heading["file"]
        elif share and share["segment"] in starts:
            start = starts[share["segment"]] + int(share["offset"], 16)
            shares.append(_Share(module, share["segment"], start, int(share["size"], 16)))
    return shares


def _symbols(debug: str) -> dict[str, list[tuple[int, str]]]:
    """The address and assembly name of every label, by module."""
    modules: dict[str, str] = {}
    scopes: dict[str, str] = {}
    symbols: list[tuple[str, int, str]] = []
    for kind, rest in _NAMED_ROW.findall(f"\n{debug}"):
        # Most symbols are no labels.
        if kind == "sym" and ",type=lab" not in rest:
            continue
        values = {key: value.strip('"') for key, value in _ATTRIBUTE.findall(rest)}
        if kind == "mod":
            modules[values["id"]] = values["name"]
        elif kind == "scope":
            scopes[values["id"]] = values["mod"]
        # Labels that begin with @ belong to the preceding label and have no scope.
        elif {"val", "scope"} <= values.keys():
            symbols.append((values["scope"], int(values["val"], 16), values["name"]))
    found: dict[str, list[tuple[int, str]]] = {}
    for scope, address, name in symbols:
        found.setdefault(modules[scopes[scope]], []).append((address, name))
    return found
