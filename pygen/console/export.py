"""What `invoke export` prints."""

from __future__ import annotations

from rich.table import Table

from pygen.commands.export import Exported
from pygen.console.terminal import out, shown_path


def print_export(exported: Exported) -> None:
    """Show where the module is in memory, and the files that were written."""
    module, layout = exported.module, exported.module.layout
    table = Table(title=f"{module.dungeon}, built by {module.compiler}", title_justify="left")
    table.add_column("memory")
    table.add_column("bytes", justify="right")
    table.add_column("what is there")
    spans = [
        ("code and tables", layout.start, module.size),
        ("work memory", layout.work_start, layout.work_end + 1 - layout.work_start),
        *((name, start, length) for name, (start, length) in module.regions.items()),
    ]
    for what, start, length in spans:
        table.add_row(f"${start:04x}-${start + length - 1:04x}", f"{length:,}", what)
    kept = "put back by every call" if module.spec.modules.preserves_zeropage else "changed"
    table.add_row("zero page", f"{len(module.zero_page)}", kept)
    out.print(table)
    for path in exported.files:
        out.print(f"written: {shown_path(path)}", soft_wrap=True)
