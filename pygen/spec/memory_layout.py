"""Placing the regions of the C64's memory that the spec does not place itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pygen.engine.parameters import KindParameters
from pygen.engine.structs import StructLayout

FIRST_FREE = 0x0400  # below are zero page, stack and the KERNAL's variables
LAST_FREE = 0xCFFF  # above are I/O and the KERNAL
FIRST_PROGRAM = 0x0900  # the PRG's loader is at $0801 and copies the program from there
MIN_PROGRAM = 4096
SCREEN_BYTES = 1000
SCREEN_STEP = 1024
CHARSET_BYTES = 1024  # 128 characters; those above are never shown
CHARSET_STEP = 2048
VIC_BANK_END = 0x3FFF
CHARACTER_ROM = (0x1000, 0x1FFF)  # where the VIC sees its ROM instead of memory
PAGE = 256

# The mailbox, in bytes: the harness's requests and answers, the cycles of the phases, assertion,
# floor and key; and the most that an index register can reach.
MAILBOX_HEADER = 8
MAILBOX_PHASES = 32
MAILBOX_TAIL = 12
MAX_MAILBOX = 256

Span = tuple[int, int]
"""First and last address of a piece of memory."""

PREFERRED: Mapping[str, Span] = {
    "screen": (0x0400, 0x07FF),
    "map": (0x0800, 0x13FF),
    "rooms": (0x1400, 0x17FF),
    "viewport": (0x1800, 0x1BFF),
    "mailbox": (0x1C00, 0x1CFF),
    "charset": (0x2000, 0x23FF),
    "program": (0x2400, 0xCFFF),
}
"""Where the regions are if everything fits there."""


def mailbox_bytes(summary_bytes: int, tile_count: int) -> int:
    """Bytes of the mailbox: harness, summary, a count of 16 bits for every tile, an address."""
    return MAILBOX_HEADER + MAILBOX_PHASES + summary_bytes + 2 * tile_count + MAILBOX_TAIL


@dataclass(frozen=True)
class MemoryNeeds:
    """How many bytes the contents of the regions take."""

    map: int
    rooms: int
    viewport: int
    mailbox: int

    def of(self, region: str) -> int:
        """The bytes that a region must have at least."""
        fixed = {"screen": SCREEN_STEP, "charset": CHARSET_BYTES, "program": MIN_PROGRAM}
        return fixed[region] if region in fixed else max(1, int(getattr(self, region)))


def memory_needs(
    dungeons: Iterable[KindParameters],
    structs: Mapping[str, StructLayout],
    tile_count: int,
    view: tuple[int, int],
) -> MemoryNeeds:
    """What the contents of the regions take; `view` is the window's size, (columns, rows).

    Only `room` and `summary` of `structs` are used; a missing one counts as empty.
    """
    every = list(dungeons)
    sizes = {name: layout.size for name, layout in structs.items()}
    columns, rows = view
    return MemoryNeeds(
        map=max((dungeon.map.packed_bytes for dungeon in every), default=0),
        rooms=max((d.record_count() for d in every), default=0) * sizes.get("room", 0),
        # A row that is put aside while the window moves has characters and colours.
        viewport=columns * max(rows, 2),
        mailbox=mailbox_bytes(sizes.get("summary", 0), tile_count),
    )


def lay_out(needs: MemoryNeeds, placed: Mapping[str, Span]) -> dict[str, Span]:
    """The regions that `placed` lacks, around those it has.

    They are where PREFERRED puts them if all but the program fit there. Otherwise each takes the
    first gap that is large enough, in whole pages; the program gets the largest remaining gap.
    A region for which there is no gap is missing from the result.
    """
    wanted = [name for name in PREFERRED if name not in placed]
    data = [name for name in wanted if name != "program"]
    taken = [span for span in placed.values() if span[0] <= span[1]]
    spans = {name: PREFERRED[name] for name in data}
    if any(
        _size(spans[name]) < needs.of(name) or overlaps_any(spans[name], taken) for name in data
    ):
        spans = _packed(needs, data, taken)
    if "program" in wanted:
        program = _program([*taken, *spans.values()])
        if program is not None:
            spans["program"] = program
    return {name: spans[name] for name in wanted if name in spans}


def largest_map(needs: MemoryNeeds, placed: Mapping[str, Span]) -> int:
    """The most bytes that the map could have with all else unchanged; 0 if no size helps."""
    fits, too_many = 0, needs.map
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if len(lay_out(replace(needs, map=middle), placed)) + len(placed) >= len(PREFERRED):
            fits = middle
        else:
            too_many = middle
    return fits


def _packed(needs: MemoryNeeds, names: Sequence[str], taken: Sequence[Span]) -> dict[str, Span]:
    # The VIC can see few addresses, so screen and characters are placed first.
    order = [name for name in ("screen", "charset") if name in names]
    order += [name for name in names if name not in order]
    spans: dict[str, Span] = {}
    for name in order:
        around = [*taken, *spans.values()]
        starts = _visible(name) if name in ("screen", "charset") else _page_starts(around)
        size = -(-needs.of(name) // PAGE) * PAGE
        for start in starts:
            span = (start, start + size - 1)
            if span[1] <= LAST_FREE and not overlaps_any(span, around):
                spans[name] = span
                break
    return spans


def _visible(name: str) -> Iterator[int]:
    """Where screen or characters may begin, the preferred address first."""
    yield PREFERRED[name][0]
    step = SCREEN_STEP if name == "screen" else CHARSET_STEP
    first, last = CHARACTER_ROM
    for start in range(step, VIC_BANK_END, step):
        if not first <= start <= last:
            yield start


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
