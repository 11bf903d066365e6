"""The report of a build: sizes by region and segment, and the addresses of arrays."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pygen.base.project import C_FOLDER
from pygen.base.words import listed
from pygen.compilers import MappedObject
from pygen.compilers.base import Segment, SegmentKind
from pygen.compilers.built import BuiltProgram
from pygen.console.tables import plain_table
from pygen.console.terminal import shown_path
from pygen.emit.memory_regions import all_regions
from pygen.emit.shared_plan import scrolling
from pygen.pictures.characters import count
from pygen.programs.carrier import ModularProgram
from pygen.programs.program import RAM_BELOW_KERNAL
from pygen.spec.glyphs import SIZE
from pygen.spec.memory_layout import MAILBOX_BYTES

BAR = 24

# Parts of the program: folders of c64src, emitted files, and the compiler's own code.
_PARTS = {
    "core": "what dungeons share",
    "program": "playable part",
    "start": "start, mailbox and timers",
    "harness": "start, mailbox and timers",
    "machine": "start, mailbox and timers",
    "emitted": "tables and scrolling",
    "library": "the compiler's library",
}
_KINDS: dict[SegmentKind, str] = {
    "code": "code", "data": "data", "bss": "bss", "zeropage": "zero page",
}  # fmt: skip


def print_report(program: ModularProgram, console: Console, sizes: bool = False) -> None:
    """Print the memory of a built program as tables; with `sizes` also every array."""
    state = "built" if program.is_new else "unchanged"
    console.print(
        f"[bold]{program.compiler}[/bold] {program.profile}: {state}, "
        f"[bold]{shown_path(program.file)}[/bold], {program.file.stat().st_size:,} bytes",
        soft_wrap=True,
    )
    if program.left_out:
        console.print(
            f"[yellow]The {program.carrier.title} has no room for {listed(program.left_out)}.[/]",
            soft_wrap=True,
        )
    console.print(_modules(program))
    console.print(_regions(program))
    console.print(_segments(program))
    if any(_span(segment, program) > segment.size for segment in program.result.segments):
        console.print("* with other segments, or unused bytes, in between", style="dim")
    parts = _parts(program)
    if parts:
        console.print(parts)
    if sizes:
        console.print(_arrays(program))
    else:
        hint = "--sizes lists the arrays."
        if not parts:
            hint += f" {program.compiler.title} does not record from which file an object comes."
        console.print(hint, style="dim", soft_wrap=True)


def _modules(program: ModularProgram) -> Table:
    """The table of the modules: their places in memory, and their bytes."""
    table = plain_table("modules", 3, "dungeon", "from", "to", "bytes", "work memory")
    for module in program.modules:
        layout = module.layout
        table.add_row(
            module.dungeon,
            f"${layout.start:04X}",
            f"${layout.start + module.size - 1:04X}",
            f"{module.size:,}",
            f"{layout.work_end + 1 - layout.work_start:,}",
        )
    return table


def _regions(program: BuiltProgram) -> Table:
    spec, result = program.spec, program.result
    names = program.selection.dungeons
    scroll = scrolling(spec.display, [spec.dungeons[name] for name in names])
    regions = [item for name in names for item in all_regions(spec, name).items()]
    written = {
        name: max(size for other, (_, size) in regions if other == name) for name, _ in regions
    }
    program_region = spec.memory["program"]
    used = {
        "screen": 1000,
        "charset": count(spec) * SIZE if spec.programs[program.selection.program].plays else 0,
        **written,
        "viewport": 2 * scroll.columns * scroll.bands,
        "mailbox": MAILBOX_BYTES,
        "program": program_region.size - result.free,
    }
    table = plain_table("\nmemory", 3, "region", "from", "to", "used", "free")
    table.add_column("")
    for name, region in sorted(spec.memory.items(), key=lambda item: item[1].start):
        taken = used.get(name, 0)
        filled = round(BAR * taken / region.size)
        bar = "█" * filled + "░" * (BAR - filled)
        table.add_row(
            name,
            f"${region.start:04X}",
            f"${region.end:04X}",
            f"{taken:,}",
            f"{region.size - taken:,}",
            bar,
        )
    if below := len(result.below_kernal):
        first, end = result.below_kernal_start, RAM_BELOW_KERNAL.stop
        free = end - first - below
        place = f"${first:04X}", f"${end - 1:04X}"
        table.add_row("below KERNAL", *place, f"{below:,}", f"{free:,}", "")
    return table


def _segments(program: BuiltProgram) -> Table:
    """The segments with their first and last addresses; a segment may enclose others."""
    table = plain_table("\nresident part", 3, "segment", "from", "to", "bytes")
    table.add_column("holds")
    for segment in sorted(program.result.segments, key=lambda item: item.start):
        span = _span(segment, program)
        table.add_row(
            segment.name,
            f"${segment.start:04X}",
            f"${segment.start + span - 1:04X}",
            f"{segment.size:,}" + ("*" if span > segment.size else " "),
            segment.kind,
        )
    return table


def _span(segment: Segment, program: BuiltProgram) -> int:
    """The bytes from a segment's first to its last. If other segments or unused bytes lie in
    between, this is more than its size."""
    ends = [
        item.address + item.size for item in program.result.objects if item.section == segment.name
    ]
    return max([segment.size, *(end - segment.start for end in ends)])


def _parts(program: BuiltProgram) -> Table | None:
    """The bytes of each part of the program; None if the compiler does not say which file an object
    comes from."""
    objects = program.result.objects
    if not any(item.unit for item in objects):
        return None
    sizes: dict[str, Counter[SegmentKind]] = {}
    for item in objects:
        sizes.setdefault(_part(item), Counter())[item.kind] += item.size
    table = plain_table("\nparts", 1, "part", *_KINDS.values())
    for part in sorted(sizes, key=list(_PARTS.values()).index):
        table.add_row(part, *(f"{sizes[part][kind]:,}" for kind in _KINDS))
    return table


def _part(item: MappedObject) -> str:
    stem = Path(item.unit).stem
    if not stem:
        return _PARTS["library"]
    folders = (folder for folder in _PARTS if any((C_FOLDER / folder).rglob(f"{stem}.[cs]")))
    return _PARTS[next(folders, "emitted")]


def _arrays(program: BuiltProgram) -> Table:
    """All objects of more than two bytes that are not code, by address, in two columns."""
    table = plain_table("\narrays", 0)
    items = [
        item
        for item in sorted(program.result.objects, key=lambda item: item.address)
        if item.kind in ("data", "bss", "zeropage") and item.size > 2
    ]
    half = -(-len(items) // 2)
    for _ in range(2):
        table.add_column("from", min_width=5)
        table.add_column("bytes", justify="right", min_width=5)
        table.add_column("name", overflow="fold")
    for left, right in zip_longest(items[:half], items[half:]):
        table.add_row(*(cell for item in (left, right) for cell in _cells(item)))
    return table


def _cells(item: MappedObject | None) -> tuple[str, str, str]:
    if item is None:
        return "", "", ""
    name = f"{item.name} ({Path(item.unit).stem})" if item.unit else item.name
    return f"${item.address:04X}", f"{item.size:,}", name
