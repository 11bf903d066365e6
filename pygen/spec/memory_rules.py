"""Rules for memory: which addresses the C64 can use for what, and what must fit where."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from pygen.engine.definition.looks import look_bits, looks_bytes
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

# `clear_summary` in C takes the number of the summary's bytes as a byte.
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
            start, end = hexadecimal(region.start), hexadecimal(region.end)
            wrong, right = f"start {start} is above end {end}", f"expected an address up to {end}"
            yield _broken(parts, name, "start", wrong, right)
    regions = {name: r for name, r in parts.memory.items() if r.start <= r.end}
    uses = parts.uses
    needs = memory_needs(uses.rows, uses.kinds, parts.layouts or {}, parts.tiles, parts.view)
    yield from _misspelt(parts)
    yield from _without_space(parts, needs)
    yield from _overlaps(parts, regions, needs)
    for name in needs.sizes:
        if name in regions:
            yield from _reachable(parts, name, regions[name])
    for name, rule in _RULES_OF_REGIONS:
        if name in regions:
            yield from rule(parts, regions[name])
    yield from _contents(parts, regions, needs)


def _broken(parts: Parts, name: str, edge: str, wrong: str, right: str) -> BrokenRule:
    """A broken rule for the `start` or the `end` of a region."""
    return BrokenRule(("memory", name, edge), wrong, right, parts.freed("memory", name))


def _misspelt(parts: Parts) -> Broken:
    # A spec may place the tables of kinds that none of its dungeons has yet.
    others = {"looks", *WRITTEN_TABLES}
    for name, meant in parts.misspelt("memory", parts.uses.regions, others):
        wrong = f"the program does not use the region `{name}`"
        yield BrokenRule(("memory", name), wrong, f"{meant}else choose another name")


def _without_space(parts: Parts, needs: MemoryNeeds) -> Broken:
    """The first region for which the file leaves no space."""
    missing = parts.missing("memory", needs.sizes)
    if not missing or parts.unsound_names("memory"):
        return
    given = [name for name in parts.memory if parts.given(("memory", name))]
    frees = parts.freed("memory", *(["program"] if "program" in given else given))
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
        frees = parts.freed("memory", second) or parts.freed("memory", first)
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


def _reachable(parts: Parts, name: str, region: Region) -> Broken:
    if region.start < FIRST_FREE:
        wrong = f"{hexadecimal(region.start)} lies in zero page, stack or the KERNAL's variables"
        right = f"expected {hexadecimal(FIRST_FREE)} or above"
        yield _broken(parts, name, "start", wrong, right)
    if region.end > LAST_FREE:
        wrong = f"{hexadecimal(region.end)} lies in the I/O or the KERNAL"
        yield _broken(parts, name, "end", wrong, f"expected at most {hexadecimal(LAST_FREE)}")


def _screen(parts: Parts, region: Region) -> Broken:
    at = hexadecimal(region.start)
    if region.size < SCREEN_BYTES:
        wrong = f"{region.size} bytes cannot hold 40 x 25 characters"
        yield _broken(parts, "screen", "end", wrong, f"expected {SCREEN_BYTES} bytes or more")
    if region.start % SCREEN_STEP:
        right = "expected one, such as $0400 or $0C00"
        yield _broken(parts, "screen", "start", f"{at} is no multiple of $0400", right)
    if region.start + SCREEN_BYTES - 1 > VIC_BANK_END:
        right = "expected at most $3C00 (VIC bank 0)"
        yield _broken(parts, "screen", "start", f"the VIC cannot see {at}", right)
    elif region.start <= CHARACTER_ROM[1] and region.end >= CHARACTER_ROM[0]:
        wrong = f"{shown_region(region)} is where the VIC sees its character ROM"
        yield _broken(parts, "screen", "start", wrong, "expected a screen outside $1000-$1FFF")


def _charset(parts: Parts, region: Region) -> Broken:
    at = hexadecimal(region.start)
    if region.size < CHARSET_BYTES:
        wrong = f"{region.size} bytes cannot hold 128 characters"
        yield _broken(parts, "charset", "end", wrong, f"expected {CHARSET_BYTES} bytes or more")
    if region.start % CHARSET_STEP:
        right = "expected one, such as $2000 or $0800"
        yield _broken(parts, "charset", "start", f"{at} is no multiple of $0800", right)
    elif region.start > VIC_BANK_END:
        right = "expected at most $3800 (VIC bank 0)"
        yield _broken(parts, "charset", "start", f"the VIC cannot see {at}", right)
    elif CHARACTER_ROM[0] <= region.start <= CHARACTER_ROM[1]:
        wrong = f"{shown_region(region)} is where the VIC sees its character ROM"
        right = "expected a character set outside $1000-$1FFF"
        yield _broken(parts, "charset", "start", wrong, right)


def _tile_characters(parts: Parts, region: Region) -> Broken:
    """Every tile that a dungeon shows needs a character of its own."""
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
        yield BrokenRule(
            ("tiles",), wrong, right, None if large else parts.freed("memory", "charset")
        )
        return


def _program(parts: Parts, region: Region) -> Broken:
    if region.size < MIN_PROGRAM:
        wrong = f"{region.size} bytes are too few for code and tables"
        yield _broken(parts, "program", "end", wrong, f"expected {MIN_PROGRAM} bytes or more")
    if FIRST_FREE <= region.start < FIRST_PROGRAM:
        wrong = f"{hexadecimal(region.start)} is where the loader works, which is at $0801"
        right = f"expected {hexadecimal(FIRST_PROGRAM)} or above"
        yield _broken(parts, "program", "start", wrong, right)


_RULES_OF_REGIONS = (
    ("screen", _screen),
    ("charset", _charset),
    ("charset", _tile_characters),
    ("program", _program),
)


def _contents(parts: Parts, regions: dict[str, Region], needs: MemoryNeeds) -> Broken:
    packed, uses = regions.get("map"), parts.uses.rows
    for name, dungeon in parts.dungeons.items():
        size = dungeon.map.packed_bytes
        if packed is not None and size > packed.size:
            side = f"{dungeon.map.width} x {dungeon.map.height}"
            yield BrokenRule(
                ("dungeons", name, "map"),
                f"the packed map of {side} tiles takes {size} bytes, and region `map` "
                f"({shown_region(packed)}) has {packed.size}",
                "expected a smaller map or fewer bits a tile",
                parts.freed("memory", "map"),
            )
    looks = {name: looks_bytes(one.map) for name, one in parts.dungeons.items() if one.looks}
    if looks:
        largest = max(looks, key=lambda name: looks[name])
        map_size = parts.dungeons[largest].map
        what = f"the looks of dungeon `{largest}`, {map_size.width} x {map_size.height} with "
        what += f"{look_bits(map_size)} bits each, take"
        otherwise = "expected a smaller map"
        yield from _rows_fit(parts, regions, "looks", what, looks[largest], otherwise)
    if parts.display is not None:
        what = f"{parts.display.view_width} x {parts.display.view_height} tiles take"
        yield from _fits(parts, regions, needs, "viewport", what, "make the view smaller")
    if parts.layouts is None:
        return
    for table in {table.name: table for row in uses.values() for table in tables_of(row)}.values():
        each = parts.layouts[table.struct].size if table.struct in parts.layouts else 0
        counts = {
            dungeon: one.capacity(parameters)
            for dungeon, parameters in uses.items()
            for one in tables_of(parameters)
            if one.name == table.name
        }
        largest = max(counts, key=lambda dungeon: counts[dungeon])
        what = f"{counts[largest]} {table.name} of dungeon `{largest}` with {each} bytes each take"
        size, otherwise = counts[largest] * each, f"have fewer {table.name}"
        yield from _rows_fit(parts, regions, table.name, what, size, otherwise)
    if needs.of("summary") > MOST_SUMMARY:
        wrong = f"the summary's head and the figures of a kind take {needs.of('summary')} bytes, "
        wrong += "more than a byte can index"
        right = f"expected at most {MOST_SUMMARY} bytes in all"
        yield BrokenRule(("structs", SUMMARY), wrong, right)
    contents = {
        "mailbox": "requests and answers of the harness take",
        "summary": "its head and the figures of a kind take",
        "statistics": f"the counts of {needs.of('statistics') // 2} tiles take",
    }
    for name, what in contents.items():
        yield from _fits(parts, regions, needs, name, what)


def _rows_fit(
    parts: Parts, regions: dict[str, Region], name: str, what: str, size: int, otherwise: str
) -> Broken:
    """The looks of a map, or the rows of a table, fit into their region."""
    region = regions.get(name)
    if region is not None and size > region.size:
        wrong = f"{what} {size} bytes, more than the {region.size} of region `{name}` "
        wrong += f"({shown_region(region)})"
        yield _broken(parts, name, "end", wrong, _extended(regions, name, size, otherwise))


def _fits(
    parts: Parts,
    regions: dict[str, Region],
    needs: MemoryNeeds,
    name: str,
    what: str,
    otherwise: str = "",
) -> Broken:
    """What every program has in a region fits into it."""
    region, size = regions.get(name), needs.of(name)
    if region is not None and size > region.size:
        wrong = f"region `{name}` ({shown_region(region)}) has {region.size} bytes, and {what} "
        wrong += f"{size}"
        yield _broken(parts, name, "end", wrong, _extended(regions, name, size, otherwise))
