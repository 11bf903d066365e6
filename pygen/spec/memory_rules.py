"""Rules of the memory: what the C64 can do with an address, and what must fit where."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pydantic_core import PydanticCustomError

from pygen.base.words import did_you_mean, listed
from pygen.engine.sections import rule_broken
from pygen.engine.structs import layouts, struct_rules
from pygen.spec.model import REGIONS_USED, Region
from pygen.spec.parts import Parts

Broken = Iterator[PydanticCustomError]

FIRST_FREE = 0x0400  # below are zero page, stack and the KERNAL's variables
LAST_FREE = 0xCFFF  # above are I/O and the KERNAL
FIRST_PROGRAM = 0x0900  # the PRG's loader stands at $0801 and copies the program from there
MIN_PROGRAM = 4096
SCREEN_BYTES = 1000
CHARSET_BYTES = 1024  # 128 characters; those above are never shown
CHARSET_STEP = 2048
MAX_TILE_CHARACTERS = 24
VIC_BANK_END = 0x3FFF
CHARACTER_ROM = (0x1000, 0x1FFF)  # where the VIC sees its ROM instead of memory

# Of the mailbox: the harness's requests and answers, the cycles of its phases, and as many
# bytes as an index register can reach.
MAILBOX_HEADER = 8
MAILBOX_PHASES = 32
MAILBOX_TAIL = 4
MAX_MAILBOX = 256


def hexadecimal(address: int) -> str:
    """An address as people who know the C64 write it."""
    return f"${address:04X}"


def shown_region(region: Region) -> str:
    """The addresses of a region, both of which belong to it."""
    return f"{hexadecimal(region.start)}-{hexadecimal(region.end)}"


def mailbox_bytes(summary_bytes: int, tile_count: int) -> int:
    """Bytes of the mailbox: harness, summary, a count of 16 bits for every tile, an address."""
    return MAILBOX_HEADER + MAILBOX_PHASES + summary_bytes + 2 * tile_count + MAILBOX_TAIL


def memory_rules(parts: Parts) -> Broken:
    """What is wrong with the regions."""
    for name in parts.missing("memory", REGIONS_USED):
        others = [region for region in parts.memory if region not in REGIONS_USED]
        right = f"{did_you_mean(name, others)}add it: the program needs {listed(REGIONS_USED)}"
        yield rule_broken(("memory", name), f"there is no region `{name}`", right)
    for name, region in parts.memory.items():
        if region.start > region.end:
            yield rule_broken(
                ("memory", name, "start"),
                f"start {hexadecimal(region.start)} is above end {hexadecimal(region.end)}",
                f"an address up to {hexadecimal(region.end)}",
            )
    regions = {name: r for name, r in parts.memory.items() if r.start <= r.end}
    yield from _overlaps(regions)
    for name in REGIONS_USED:
        if name in regions:
            yield from _reachable(name, regions[name])
    yield from _screen(regions)
    yield from _charset(regions)
    yield from _program(regions)
    yield from _contents(parts, regions)


def _overlaps(regions: dict[str, Region]) -> Broken:
    for (first, a), (second, b) in combinations(regions.items(), 2):
        if a.start > b.end or b.start > a.end:
            continue
        wrong = f"`{second}` ({shown_region(b)}) overlaps `{first}` ({shown_region(a)})"
        if a.start <= b.start:
            right = f"start above {hexadecimal(a.end)}, or end `{first}` earlier"
            yield rule_broken(("memory", second, "start"), wrong, right)
        else:
            right = f"end below {hexadecimal(a.start)}, or start `{first}` later"
            yield rule_broken(("memory", second, "end"), wrong, right)


def _reachable(name: str, region: Region) -> Broken:
    if region.start < FIRST_FREE:
        yield rule_broken(
            ("memory", name, "start"),
            f"{hexadecimal(region.start)} lies in zero page, stack or the KERNAL's variables",
            f"{hexadecimal(FIRST_FREE)} or above",
        )
    if region.end > LAST_FREE:
        yield rule_broken(
            ("memory", name, "end"),
            f"{hexadecimal(region.end)} lies in the I/O or the KERNAL",
            f"at most {hexadecimal(LAST_FREE)}",
        )


def _screen(regions: dict[str, Region]) -> Broken:
    region = regions.get("screen")
    if region is None:
        return
    if region.size < SCREEN_BYTES:
        wrong = f"{region.size} bytes cannot hold 40 x 25 characters"
        yield rule_broken(("memory", "screen", "end"), wrong, f"{SCREEN_BYTES} bytes or more")
    start = ("memory", "screen", "start")
    at = hexadecimal(region.start)
    if region.start % 1024:
        yield rule_broken(start, f"{at} is no multiple of $0400", "such as $0400 or $0C00")
    if region.start + SCREEN_BYTES - 1 > VIC_BANK_END:
        yield rule_broken(start, f"{at} is out of the VIC's sight", "at most $3C00 (VIC bank 0)")
    elif region.start <= CHARACTER_ROM[1] and region.end >= CHARACTER_ROM[0]:
        wrong = f"{shown_region(region)} is where the VIC sees its character ROM"
        yield rule_broken(start, wrong, "a screen outside $1000-$1FFF")


def _charset(regions: dict[str, Region]) -> Broken:
    region = regions.get("charset")
    if region is None:
        return
    if region.size < CHARSET_BYTES:
        wrong = f"{region.size} bytes cannot hold 128 characters"
        yield rule_broken(("memory", "charset", "end"), wrong, f"{CHARSET_BYTES} bytes or more")
    start = ("memory", "charset", "start")
    at = hexadecimal(region.start)
    if region.start % CHARSET_STEP:
        yield rule_broken(start, f"{at} is no multiple of $0800", "such as $2000 or $0800")
    elif region.start > VIC_BANK_END:
        yield rule_broken(start, f"{at} is out of the VIC's sight", "at most $3800 (VIC bank 0)")
    elif CHARACTER_ROM[0] <= region.start <= CHARACTER_ROM[1]:
        wrong = f"{shown_region(region)} is where the VIC sees its character ROM"
        yield rule_broken(start, wrong, "a character set outside $1000-$1FFF")


def _program(regions: dict[str, Region]) -> Broken:
    region = regions.get("program")
    if region is None:
        return
    if region.size < MIN_PROGRAM:
        wrong = f"{region.size} bytes are too few for code and tables"
        yield rule_broken(("memory", "program", "end"), wrong, f"{MIN_PROGRAM} bytes or more")
    if FIRST_FREE <= region.start < FIRST_PROGRAM:
        yield rule_broken(
            ("memory", "program", "start"),
            f"{hexadecimal(region.start)} is where the loader works, which stands at $0801",
            f"{hexadecimal(FIRST_PROGRAM)} or above",
        )


def _contents(parts: Parts, regions: dict[str, Region]) -> Broken:
    packed = regions.get("map")
    for name, dungeon in parts.dungeons.items():
        size = dungeon.map.packed_bytes
        if packed is not None and size > packed.size:
            yield rule_broken(
                ("dungeons", name, "map"),
                f"the packed map of {dungeon.map.width} x {dungeon.map.height} tiles takes {size} "
                f"bytes, and region `map` ({shown_region(packed)}) has {packed.size}",
                "a smaller map, fewer bits a tile, or a larger region memory.map",
            )
    viewport, display = regions.get("viewport"), parts.display
    if viewport is not None and display is not None:
        # A row that is put aside while the window moves has characters and colours.
        size = display.view_width * max(display.view_height, 2)
        if size > viewport.size:
            yield rule_broken(
                ("memory", "viewport", "end"),
                f"region `viewport` ({shown_region(viewport)}) has {viewport.size} bytes, and "
                f"{display.view_width} x {display.view_height} tiles take {size}",
                f"end at {hexadecimal(viewport.start + size - 1)} or above, or a smaller view",
            )
    sound = not parts.unsound_names("structs") and not struct_rules(parts.structs)
    if sound:
        yield from _records_fit(parts, regions)


def _records_fit(parts: Parts, regions: dict[str, Region]) -> Broken:
    sizes = {name: layout.size for name, layout in layouts(parts.structs).items()}
    rooms, mailbox = regions.get("rooms"), regions.get("mailbox")
    counts = {name: dungeon.record_count() for name, dungeon in parts.dungeons.items()}
    if rooms is not None and "room" in sizes and counts:
        name = max(counts, key=lambda n: counts[n])
        size = counts[name] * sizes["room"]
        if size > rooms.size:
            yield rule_broken(
                ("memory", "rooms", "end"),
                f"{counts[name]} rooms of dungeon `{name}` with {sizes['room']} bytes each take "
                f"{size} bytes, past the end of region `rooms` ({shown_region(rooms)}, "
                f"{rooms.size} bytes)",
                f"end at {hexadecimal(rooms.start + size - 1)} or above, or fewer grid cells",
            )
    if mailbox is not None and "summary" in sizes:
        size = mailbox_bytes(sizes["summary"], len(parts.tiles))
        if size > MAX_MAILBOX:
            yield rule_broken(
                ("tiles",),
                f"summary and counts of {len(parts.tiles)} tiles take {size} bytes of mailbox, "
                "more than a byte can index",
                f"fewer tiles, so that it is {MAX_MAILBOX} bytes at most",
            )
        elif size > mailbox.size:
            yield rule_broken(
                ("memory", "mailbox", "end"),
                f"region `mailbox` ({shown_region(mailbox)}) has {mailbox.size} bytes, and summary "
                f"and harness take {size}",
                f"end at {hexadecimal(mailbox.start + size - 1)} or above",
            )
        elif len(parts.tiles) > MAX_TILE_CHARACTERS:
            yield rule_broken(
                ("tiles",),
                f"{len(parts.tiles)} tiles are more than the character set has room for",
                f"at most {MAX_TILE_CHARACTERS} tiles",
            )
