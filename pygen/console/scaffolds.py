"""How a new kind or a new pass is announced."""

from __future__ import annotations

from pygen.commands.scaffolds import Written
from pygen.console.terminal import out, shown_path


def print_written(written: Written) -> None:
    """Print the files that were written, and what their author may do next."""
    for path in written.files:
        out.print(f"{shown_path(path)} written", soft_wrap=True, markup=False)
    out.print(f"\n{written.next_steps}", soft_wrap=True, markup=False, end="")
