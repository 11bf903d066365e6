"""Placing the regions of the C64's memory that the spec does not place itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pygen.engine.definition.looks import looks_bytes
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.structs import StructLayout
from pygen.engine.definition.tables import Table
from pygen.engine.generator.kind import AnyKind
from pygen.kinds import figures_of, tables_of, tiles_of
from pygen.spec.record_layout import SUMMARY
from pygen.spec.themes import characters_needed

FIRST_FREE = 0x0400  # below are zero page, stack and the KERNAL's variables
LAST_FREE = 0xCFFF  # above are I/O and the KERNAL
LAST_RAM = 0xFFF9  # below the processor's vectors; what is above LAST_FREE is hidden by default
FIRST_PROGRAM = 0x0900  # the PRG's loader is at $0801 and copies the program from there
MIN_PROGRAM = 4096
SCREEN_BYTES = 1000
SCREEN_STEP = 1024
CHARSET_BYTES = 1024  # 128 characters; those above are never shown
LARGE_CHARSET_BYTES = 2048  # 256 characters
CHARSET_STEP = 2048
VIC_BANK_END = 0x3FFF
USUAL_CHARSET = 0x2000  # behind the addresses where the VIC sees its ROM
CHARACTER_ROM = (0x1000, 0x1FFF)  # where the VIC sees its ROM instead of memory
PAGE = 256

# The mailbox, in bytes: the harness's requests, cycles, assertion, floor and key.
MAILBOX_BYTES = 7 + 16 + 4

MAGIC = (0xD5, 0xC3)
"""The first bytes of the mailbox and of saved files: "UC" with the top bits set, which is unlikely
to be in memory by chance after power-up."""

# Tiles that a dungeon may show with a set of 128 characters; with more the set has 256. See
# `pygen.pictures.characters`.
TILES_OF_SMALL_CHARSET = 31

Span = tuple[int, int]
"""First and last address of a piece of memory."""

REGIONS = (
    "screen", "map", "viewport", "mailbox", "summary", "statistics", "charset", "program",
)  # fmt: skip
"""The regions that every program has, in the order of a spec. The tables come after the map."""

FIRST_PLACED = ("screen", "charset", "viewport")
"""Regions that come before all others in memory: the VIC sees only some addresses for two of them,
and the third is not in use while a map is saved, when the file's header lies before the map."""


@dataclass(frozen=True)
class MemoryNeeds:
    """The number of bytes that each region must hold, by region in the order of a spec."""

    sizes: Mapping[str, int]

    def of(self, region: str) -> int:
        """The least number of bytes that a region must have."""
        return max(1, self.sizes[region])

    def with_map(self, size: int) -> MemoryNeeds:
        """The same needs, but with a map of `size` bytes."""
        return replace(self, sizes={**self.sizes, "map": size})


def memory_needs(
    dungeons: Mapping[str, KindParameters],
    kinds: Iterable[AnyKind],
    structs: Mapping[str, StructLayout],
    tiles: Collection[str],
    view: tuple[int, int],
) -> MemoryNeeds:
    """The bytes that the contents of the regions need. `tiles` are the names of all tiles, `view`
    is the window's size, (columns, rows).

    There is a region for each table of `kinds`, the kinds of the dungeons, and for each table that
    passes give a dungeon. A struct that is missing from `structs` counts as empty.
    """
    every, every_kind = list(dungeons.values()), list(kinds)
    tables = _tables(every, every_kind)
    sizes = {name: layout.size for name, layout in structs.items()}
    columns, rows = view
    figures = (
        sum(sizes.get(figures.struct, 0) for figures in figures_of(dungeon)) for dungeon in every
    )
    characters = max((characters_needed(one, tiles) for one in every), default=0)
    charset = CHARSET_BYTES if characters <= TILES_OF_SMALL_CHARSET else LARGE_CHARSET_BYTES
    counted = [len(kind.tile_defaults) for kind in every_kind]
    counted += [len(tiles_of(dungeon)) for dungeon in every]
    needs = {
        "screen": SCREEN_STEP,
        "map": max((dungeon.map.packed_bytes for dungeon in every), default=0),
        **_looks_needed(every),
        **dict.fromkeys(tables, 0),
        # A row that is put aside while the window moves has characters and colours.
        "viewport": columns * max(rows, 2),
        "mailbox": MAILBOX_BYTES,
        "summary": sizes.get(SUMMARY, 0) + max(figures, default=0),
        "statistics": 2 * max(counted, default=0),
        "charset": charset,
        "program": MIN_PROGRAM,
    }
    for dungeon in every:
        for table in tables_of(dungeon):
            size = table.capacity(dungeon) * sizes.get(table.struct, 0)
            needs[table.name] = max(needs.get(table.name, 0), size)
    return MemoryNeeds(needs)


def regions_needed(dungeons: Mapping[str, KindParameters], kinds: Iterable[AnyKind]) -> list[str]:
    """The names of the regions whose sizes `memory_needs` gives."""
    every = list(dungeons.values())
    return list(dict.fromkeys([*REGIONS, *_looks_needed(every), *_tables(every, list(kinds))]))


def _tables(dungeons: Sequence[KindParameters], kinds: Sequence[AnyKind]) -> dict[str, Table]:
    """The tables of the kinds, and of the passes of the dungeons, by name."""
    tables = {table.name: table for kind in kinds for table in kind.usual_tables}
    return tables | {table.name: table for dungeon in dungeons for table in tables_of(dungeon)}


def _looks_needed(dungeons: Iterable[KindParameters]) -> dict[str, int]:
    """The bytes of the looks, if any of the dungeons has them."""
    sizes = [looks_bytes(dungeon.map) for dungeon in dungeons if dungeon.looks]
    return {"looks": max(sizes)} if sizes else {}


def lay_out(needs: MemoryNeeds, placed: Mapping[str, Span]) -> dict[str, Span]:
    """The regions that `placed` lacks, laid out around those that it has. They are close together,
    so that the program gets as much memory as possible.

    Each region takes the first gap that is large enough, in whole pages; the program gets the
    largest remaining gap. A region for which there is no gap is missing from the result.
    """
    wanted = [name for name in needs.sizes if name not in placed]
    taken = [span for span in placed.values() if span[0] <= span[1]]
    best: dict[str, Span] = {}
    # Using the lowest address that the VIC sees may leave no gap for a large region.
    for first_charset in (0, USUAL_CHARSET):
        names = [name for name in wanted if name != "program"]
        spans = _packed(needs, names, taken, first_charset)
        program = _program([*taken, *spans.values()]) if "program" in wanted else None
        if program is not None:
            spans["program"] = program
        if not best or _merit(spans) > _merit(best):
            best = spans
    return {name: best[name] for name in wanted if name in best}


def _merit(spans: Mapping[str, Span]) -> tuple[int, int]:
    """The merit of a layout: first the number of regions that are placed, then the program's
    size."""
    return len(spans), _size(spans["program"]) if "program" in spans else 0


def spare_span(needs: MemoryNeeds, alone: MemoryNeeds, placed: Mapping[str, Span]) -> Span | None:
    """The largest piece of memory in the regions that a spec needs, but not a part of its dungeons
    alone; None if there is none. `placed` are all regions of the spec."""
    free = bytearray(LAST_FREE + 1)
    others = needs.sizes.keys() - alone.sizes.keys()
    # Regions may overlap: what a needed one has is not free.
    for names, mark in ((others, b"\1"), (placed.keys() - others, b"\0")):
        for name in names:
            first, last = placed[name]
            free[first : last + 1] = mark * (last + 1 - first)
    pieces = [piece.span() for piece in re.finditer(b"\1+", free)]
    first, end = max(pieces, key=lambda piece: piece[1] - piece[0], default=(0, 0))
    return (first, end - 1) if end else None


def largest_map(needs: MemoryNeeds, placed: Mapping[str, Span]) -> int:
    """The most bytes that the map could have if all else is unchanged; 0 if no size helps."""
    fits, too_many = 0, needs.sizes["map"]
    wanted = needs.sizes.keys() - placed.keys()
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if lay_out(needs.with_map(middle), placed).keys() == wanted:
            fits = middle
        else:
            too_many = middle
    return fits


def _packed(
    needs: MemoryNeeds, names: Sequence[str], taken: Sequence[Span], first_charset: int
) -> dict[str, Span]:
    """Regions placed one after the other, with the characters not below `first_charset`."""
    order = [name for name in FIRST_PLACED if name in names]
    order += [name for name in names if name not in order]
    spans: dict[str, Span] = {}
    for name in order:
        around = [*taken, *spans.values()]
        if name == "screen":
            starts = _visible(SCREEN_STEP)
        elif name == "charset":
            starts = [start for start in _visible(CHARSET_STEP) if start >= first_charset]
        else:
            starts = _page_starts(around)
        size = -(-needs.of(name) // PAGE) * PAGE
        for start in starts:
            span = (start, start + size - 1)
            if span[1] <= LAST_FREE and not overlaps_any(span, around):
                spans[name] = span
                break
    return spans


def _visible(step: int) -> list[int]:
    """The addresses where the screen or the characters may begin, in ascending order."""
    first, last = CHARACTER_ROM
    starts = range(-(-FIRST_FREE // step) * step, VIC_BANK_END, step)
    return [start for start in starts if not first <= start <= last]


def _page_starts(taken: Sequence[Span]) -> list[int]:
    """The first page of every gap, in ascending order."""
    ends = {FIRST_FREE, *(last + 1 for _, last in taken)}
    return sorted(-(-end // PAGE) * PAGE for end in ends if end >= FIRST_FREE)


def _program(taken: Sequence[Span]) -> Span | None:
    """The largest gap that can hold the program; the first of equal ones."""
    best: Span | None = None
    for start in sorted({FIRST_PROGRAM, *(last + 1 for _, last in taken)}):
        if start < FIRST_PROGRAM or overlaps_any((start, start), taken):
            continue
        end = min([first - 1 for first, _ in taken if first > start] + [LAST_FREE])
        size = end - start + 1
        if size >= MIN_PROGRAM and (best is None or size > _size(best)):
            best = (start, end)
    return best


def _size(span: Span) -> int:
    return span[1] - span[0] + 1


def overlaps_any(span: Span, others: Iterable[Span]) -> bool:
    """Whether `span` has an address in common with any of the others."""
    return any(span[0] <= last and first <= span[1] for first, last in others)
