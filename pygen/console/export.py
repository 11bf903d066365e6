"""What `invoke export` prints."""

from __future__ import annotations

from pygen.commands.export import Exported
from pygen.console.tables import plain_table
from pygen.console.terminal import out, shown_path


def print_export(exported: Exported) -> None:
    """Show where the module is in memory, and the files that were written."""
    module, layout = exported.module, exported.module.layout
    out.print(f"{module.dungeon}, built by {module.compiler}")
    table = plain_table("", 2, "memory", "what is there", "bytes")
    spans = [
        ("code and tables", layout.start, module.size),
        ("work memory", layout.work_start, layout.work_end + 1 - layout.work_start),
        *((name, start, length) for name, (start, length) in module.regions.items()),
    ]
    for what, start, length in spans:
        table.add_row(f"${start:04x}-${start + length - 1:04x}", what, f"{length:,}")
    kept = "put back by every call" if module.spec.modules.preserves_zeropage else "changed"
    table.add_row("zero page", kept, f"{len(module.zero_page)}")
    out.print(table)
    place = exported.place
    out.print(
        f"programs in C     stay below ${place.first:04x}, as {module.dungeon}_memory.txt shows"
    )
    basic = f"begin with {place.basic_line}" if place.basic_line else "cannot use it where it is"
    out.print(f"programs in BASIC {basic}", soft_wrap=True)
    if place.hides_behind_basic:
        out.print("a part of it is at $A000-$BFFF: store $36 in $01 before the first call")
    for path in exported.files:
        out.print(f"written: {shown_path(path)}", soft_wrap=True)
