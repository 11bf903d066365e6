"""Rules for memory: which addresses the C64 can use for what, and what must fit where."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations

from pygen.base.words import did_you_mean
from pygen.engine.definition.looks import look_bits, looks_bytes
from pygen.engine.definition.structs import StructLayout
from pygen.engine.sections import BrokenRule
from pygen.kinds import KINDS, tables_of
from pygen.spec.memory_layout import (
    CHARACTER_ROM,
    CHARSET_BYTES,
    CHARSET_STEP,
    FIRST_FREE,
    FIRST_PROGRAM,
    LARGE_CHARSET_BYTES,
    LAST_FREE,
    MIN_PROGRAM,
    SCREEN_BYTES,
    SCREEN_STEP,
    TILES_OF_SMALL_CHARSET,
    VIC_BANK_END,
    MemoryNeeds,
    largest_map,
    memory_needs,
    overlaps_any,
)
from pygen.spec.parts import Parts
from pygen.spec.record_layout import SUMMARY
from pygen.spec.sections import WRITTEN_TABLES, Region
from pygen.spec.themes import characters_needed

Broken = Iterator[BrokenRule]

# A loop counts the summary's bytes in one byte; 256 would be 0 there.
MOST_SUMMARY = 255

# The most tiles in a set of 128 characters, and in one of 256.
MOST_TILES = {
    CHARSET_BYTES: TILES_OF_SMALL_CHARSET,
    LARGE_CHARSET_BYTES: TILES_OF_SMALL_CHARSET + 128,
}


def hexadecimal(address: int) -> str:
    """An address in the notation usual for the C64, such as $0400."""
    return f"${address:04X}"


def shown_region(region: Region) -> str:
    """The first and the last address of a region, as text."""
    return f"{hexadecimal(region.start)}-{hexadecimal(region.end)}"


def memory_rules(parts: Parts) -> Broken:
    """The rules that the regions break."""
    for name, region in parts.memory.items():
        if region.start > region.end:
            yield BrokenRule(
                ("memory", name, "start"),
                f"start {hexadecimal(region.start)} is above end {hexadecimal(region.end)}",
                f"expected an address up to {hexadecimal(region.end)}",
                _freed(parts, name),
            )
    regions = {name: r for name, r in parts.memory.items() if r.start <= r.end}
    needs = _needs(parts)
    yield from _misspelt(parts)
    yield from _without_space(parts, needs)
    yield from _overlaps(parts, regions, needs)
    for name in needs.sizes:
        if name in regions:
            frees = _freed(parts, name)
            yield from _reachable(name, regions[name], frees)
    yield from _screen(regions, _freed(parts, "screen"))
    yield from _charset(regions, _freed(parts, "charset"))
    yield from _tile_characters(parts, regions)
    yield from _program(regions, _freed(parts, "program"))
    yield from _contents(parts, regions, needs)


def _freed(parts: Parts, *names: str) -> tuple[tuple[str, str], ...]:
    """The regions that would be laid out automatically if the file did not place them."""
    given = [name for name in names if parts.given(("memory", name))]
    return tuple(("memory", name) for name in given if name in parts.uses.regions)


def _misspelt(parts: Parts) -> Broken:
    """Unused regions with a name similar to that of a region that the file leaves out."""
    used = parts.uses.regions
    left_out = [name for name in used if not parts.given(("memory", name))]
    # A spec may place the tables of kinds that none of its dungeons has yet.
    others = {"looks", *WRITTEN_TABLES}
    for name in parts.memory:
        if name in used or name in others:
            continue
        suggestion = did_you_mean(name, left_out)
        if suggestion:
            wrong = f"the program does not use the region `{name}`"
            yield BrokenRule(("memory", name), wrong, f"{suggestion}else choose another name")


def _needs(parts: Parts) -> MemoryNeeds:
    uses = parts.uses
    return memory_needs(uses.rows, uses.kinds, parts.layouts or {}, parts.tiles, parts.view)


def _without_space(parts: Parts, needs: MemoryNeeds) -> Broken:
    """The first region for which the file leaves no space."""
    missing = parts.missing("memory", needs.sizes)
    if not missing or parts.unsound_names("memory"):
        return
    given = [name for name in parts.memory if parts.given(("memory", name))]
    frees = _freed(parts, *(["program"] if "program" in given else given))
    placed = {name: (parts.memory[name].start, parts.memory[name].end) for name in given}
    least = needs.of(missing[0])
    if not parts.dungeons:
        wrong = f"there are no {least} bytes left for region `{missing[0]}`"
        yield BrokenRule(("memory", missing[0]), wrong, "leave more room", frees)
        return
    name = max(parts.dungeons, key=lambda n: parts.dungeons[n].map.packed_bytes)
    size = parts.dungeons[name].map
    most = largest_map(needs, placed)
    side = min(math.isqrt(most * 8 // size.bits_per_tile), 240)
    right = "expected a smaller dungeon"
    if side >= 8:
        right = f"expected a smaller map, such as {side} x {side}, or fewer bits a tile"
    what = f"the packed map of {size.width} x {size.height} tiles takes {size.packed_bytes} bytes"
    wrong = f"{what}, which leaves no room for region `{missing[0]}`, {least} bytes"
    if missing[0] == "map":
        wrong = f"{what}, more than there is room for"
    yield BrokenRule(("dungeons", name, "map"), wrong, right, frees)


def _overlaps(parts: Parts, regions: dict[str, Region], needs: MemoryNeeds) -> Broken:
    for (first, a), (second, b) in combinations(regions.items(), 2):
        if a.start > b.end or b.start > a.end or _take_turns(parts, first, second):
            continue
        wrong = f"`{second}` ({shown_region(b)}) overlaps `{first}` ({shown_region(a)})"
        least = {name: needs.of(name) if name in needs.sizes else 1 for name in (first, second)}
        frees = _freed(parts, second) or _freed(parts, first)
        later, earlier = (b, a) if a.start <= b.start else (a, b)
        names = (second, first) if a.start <= b.start else (first, second)
        ways = []
        if later.end - earlier.end >= least[names[0]]:
            ways.append(f"start `{names[0]}` at {hexadecimal(earlier.end + 1)}")
        if later.start - earlier.start >= least[names[1]]:
            ways.append(f"end `{names[1]}` at {hexadecimal(later.start - 1)}")
        if not ways and not frees:
            ways.append("move one of the two")
        edge = "start" if a.start <= b.start else "end"
        yield BrokenRule(("memory", second, edge), wrong, ", or ".join(ways), frees)


def _take_turns(parts: Parts, first: str, second: str) -> bool:
    """Whether two regions hold tables or looks of dungeons, and no dungeon has both. Then the two
    are never in memory at the same time."""
    used = [
        {table.name for table in KINDS[dungeon.kind].tables}
        | ({"looks"} if dungeon.looks else set())
        for dungeon in parts.uses.rows.values()
    ]
    both = {first, second}
    return both <= set().union(*used) and not any(both <= names for names in used)


def _extended(regions: dict[str, Region], name: str, size: int, otherwise: str = "") -> str:
    """Advice to extend a region in place, if the memory after it is free."""
    region = regions[name]
    last = region.start + size - 1
    others = [(r.start, r.end) for other, r in regions.items() if other != name]
    free = last <= LAST_FREE and not overlaps_any((region.start, last), others)
    ways = [f"end it at {hexadecimal(last)} or above"] if free else []
    return ", or ".join([*ways, otherwise] if otherwise else ways)


Frees = tuple[tuple[str, str], ...]


def _reachable(name: str, region: Region, frees: Frees) -> Broken:
    if region.start < FIRST_FREE:
        yield BrokenRule(
            ("memory", name, "start"),
            f"{hexadecimal(region.start)} lies in zero page, stack or the KERNAL's variables",
            f"expected {hexadecimal(FIRST_FREE)} or above",
            frees,
        )
    if region.end > LAST_FREE:
        yield BrokenRule(
            ("memory", name, "end"),
            f"{hexadecimal(region.end)} lies in the I/O or the KERNAL",
            f"expected at most {hexadecimal(LAST_FREE)}",
            frees,
        )


def _screen(regions: dict[str, Region], frees: Frees) -> Broken:
    region = regions.get("screen")
    if region is None:
        return
    if region.size < SCREEN_BYTES:
        wrong = f"{region.size} bytes cannot hold 40 x 25 characters"
        right = f"expected {SCREEN_BYTES} bytes or more"
        yield BrokenRule(("memory", "screen", "end"), wrong, right, frees)
    start = ("memory", "screen", "start")
    at = hexadecimal(region.start)
    if region.start % SCREEN_STEP:
        right = "expected one, such as $0400 or $0C00"
        yield BrokenRule(start, f"{at} is no multiple of $0400", right, frees)
    if region.start + SCREEN_BYTES - 1 > VIC_BANK_END:
        wrong = f"the VIC cannot see {at}"
        yield BrokenRule(start, wrong, "expected at most $3C00 (VIC bank 0)", frees)
    elif region.start <= CHARACTER_ROM[1] and region.end >= CHARACTER_ROM[0]:
        wrong = f"{shown_region(region)} is where the VIC sees its character ROM"
        yield BrokenRule(start, wrong, "expected a screen outside $1000-$1FFF", frees)


def _charset(regions: dict[str, Region], frees: Frees) -> Broken:
    region = regions.get("charset")
    if region is None:
        return
    if region.size < CHARSET_BYTES:
        wrong = f"{region.size} bytes cannot hold 128 characters"
        right = f"expected {CHARSET_BYTES} bytes or more"
        yield BrokenRule(("memory", "charset", "end"), wrong, right, frees)
    start = ("memory", "charset", "start")
    at = hexadecimal(region.start)
    if region.start % CHARSET_STEP:
        right = "expected one, such as $2000 or $0800"
        yield BrokenRule(start, f"{at} is no multiple of $0800", right, frees)
    elif region.start > VIC_BANK_END:
        wrong = f"the VIC cannot see {at}"
        yield BrokenRule(start, wrong, "expected at most $3800 (VIC bank 0)", frees)
    elif CHARACTER_ROM[0] <= region.start <= CHARACTER_ROM[1]:
        wrong = f"{shown_region(region)} is where the VIC sees its character ROM"
        right = "expected a character set outside $1000-$1FFF"
        yield BrokenRule(start, wrong, right, frees)


def _tile_characters(parts: Parts, regions: dict[str, Region]) -> Broken:
    """Every tile that a dungeon shows needs a character of its own."""
    region = regions.get("charset")
    if region is None:
        return
    large = region.size >= LARGE_CHARSET_BYTES
    most = MOST_TILES[LARGE_CHARSET_BYTES if large else CHARSET_BYTES]
    for name, dungeon in parts.dungeons.items():
        count = characters_needed(dungeon, parts.tiles)
        if count <= most:
            continue
        size = f"a character set of {min(region.size, LARGE_CHARSET_BYTES)} bytes"
        right = f"expected at most {most} tiles"
        if not large:
            right += f", or {LARGE_CHARSET_BYTES} bytes for the region `charset`"
        what = "tiles and looks" if dungeon.looks else "tiles"
        wrong = f"the {count} {what} of dungeon `{name}` are more than {size} has room for"
        yield BrokenRule(("tiles",), wrong, right, None if large else _freed(parts, "charset"))
        return


def _program(regions: dict[str, Region], frees: Frees) -> Broken:
    region = regions.get("program")
    if region is None:
        return
    if region.size < MIN_PROGRAM:
        wrong = f"{region.size} bytes are too few for code and tables"
        right = f"expected {MIN_PROGRAM} bytes or more"
        yield BrokenRule(("memory", "program", "end"), wrong, right, frees)
    if FIRST_FREE <= region.start < FIRST_PROGRAM:
        yield BrokenRule(
            ("memory", "program", "start"),
            f"{hexadecimal(region.start)} is where the loader works, which is at $0801",
            f"expected {hexadecimal(FIRST_PROGRAM)} or above",
            frees,
        )


def _contents(parts: Parts, regions: dict[str, Region], needs: MemoryNeeds) -> Broken:
    packed = regions.get("map")
    for name, dungeon in parts.dungeons.items():
        size = dungeon.map.packed_bytes
        if packed is not None and size > packed.size:
            side = f"{dungeon.map.width} x {dungeon.map.height}"
            yield BrokenRule(
                ("dungeons", name, "map"),
                f"the packed map of {side} tiles takes {size} bytes, and region `map` "
                f"({shown_region(packed)}) has {packed.size}",
                "expected a smaller map or fewer bits a tile",
                _freed(parts, "map"),
            )
    yield from _looks_fit(parts, regions)
    viewport, display = regions.get("viewport"), parts.display
    if viewport is not None and display is not None:
        size = needs.of("viewport")
        if size > viewport.size:
            yield BrokenRule(
                ("memory", "viewport", "end"),
                f"region `viewport` ({shown_region(viewport)}) has {viewport.size} bytes, and "
                f"{display.view_width} x {display.view_height} tiles take {size}",
                _extended(regions, "viewport", size, "make the view smaller"),
                _freed(parts, "viewport"),
            )
    if parts.layouts is not None:
        yield from _records_fit(parts, regions, needs, parts.layouts)


def _looks_fit(parts: Parts, regions: dict[str, Region]) -> Broken:
    sizes = {name: looks_bytes(one.map) for name, one in parts.dungeons.items() if one.looks}
    region = regions.get("looks")
    if region is None or not sizes:
        return
    largest = max(sizes, key=lambda name: sizes[name])
    if sizes[largest] > region.size:
        size = parts.dungeons[largest].map
        what = f"{size.width} x {size.height} with {look_bits(size)} bits each"
        yield BrokenRule(
            ("memory", "looks", "end"),
            f"the looks of dungeon `{largest}`, {what}, take {sizes[largest]} bytes, more than the "
            f"{region.size} of region `looks` ({shown_region(region)})",
            _extended(regions, "looks", sizes[largest], "expected a smaller map"),
            _freed(parts, "looks"),
        )


def _records_fit(
    parts: Parts,
    regions: dict[str, Region],
    needs: MemoryNeeds,
    layouts: Mapping[str, StructLayout],
) -> Broken:
    sizes = {name: layout.size for name, layout in layouts.items()}
    tables = {table.name: table for row in parts.uses.rows.values() for table in tables_of(row)}
    for name, table in tables.items():
        region = regions.get(name)
        if region is not None and table.struct in sizes:
            yield from _table(parts, regions, region, name, sizes[table.struct])
    yield from _summary_and_statistics(parts, regions, sizes, needs)


def _table(
    parts: Parts, regions: dict[str, Region], region: Region, name: str, each: int
) -> Broken:
    counts = {
        dungeon: table.capacity(parameters)
        for dungeon, parameters in parts.uses.rows.items()
        for table in tables_of(parameters)
        if table.name == name
    }
    if not counts:
        return
    largest = max(counts, key=lambda dungeon: counts[dungeon])
    size = counts[largest] * each
    if size > region.size:
        yield BrokenRule(
            ("memory", name, "end"),
            f"{counts[largest]} {name} of dungeon `{largest}` with {each} bytes each take "
            f"{size} bytes, more than the {region.size} of region `{name}` "
            f"({shown_region(region)})",
            _extended(regions, name, size, f"have fewer {name}"),
            _freed(parts, name),
        )


def _summary_and_statistics(
    parts: Parts, regions: dict[str, Region], sizes: dict[str, int], needs: MemoryNeeds
) -> Broken:
    if needs.of("summary") > MOST_SUMMARY:
        yield BrokenRule(
            ("structs", SUMMARY),
            f"the summary's head and the figures of a kind take {needs.of('summary')} bytes, more "
            "than a byte can index",
            f"expected at most {MOST_SUMMARY} bytes in all",
        )
    contents = {
        "mailbox": "requests and answers of the harness",
        "summary": "its head and the figures of a kind",
        "statistics": f"the counts of {needs.of('statistics') // 2} tiles",
    }
    for name, what in contents.items():
        region, size = regions.get(name), needs.of(name)
        if region is not None and size > region.size:
            yield BrokenRule(
                ("memory", name, "end"),
                f"region `{name}` ({shown_region(region)}) has {region.size} bytes, and {what} "
                f"take {size}",
                _extended(regions, name, size),
                _freed(parts, name),
            )
