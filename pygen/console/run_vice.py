"""What `invoke run-vice` and `invoke disk` say about the program and its disk."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from pygen.commands.run_vice import Drive
from pygen.compilers.building import Program
from pygen.console.terminal import shown_path
from pygen.spec import Spec


def print_left_out(spec: Spec, program: Program, console: Console) -> None:
    """Print a note if the dungeon is not in the program that the spec wants."""
    built = program.selection.dungeons
    if built[0] not in spec.selection.dungeons:
        console.print(f"{spec.program.name} lacks {built[0]}: it has a program of its own.")


def print_drive(drive: Drive, console: Console) -> None:
    """Print which disk is in drive 8, or why none is."""
    if drive.path is None:
        console.print(
            f"[yellow]There is no disk in drive 8: {escape(drive.problem)}[/]", soft_wrap=True
        )
        return
    new = ", a new disk" if drive.is_new else ""
    console.print(
        f"Drive 8 has {escape(shown_path(drive.path))}{new}: M saves there, L loads from it.",
        soft_wrap=True,
    )
