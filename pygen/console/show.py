"""Printing dungeons in the terminal, as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from pygen.commands.show import Restored
from pygen.engine.generation import Generation
from pygen.pictures.terminal import View, fitting_view, print_dungeon, summary
from pygen.spec import Spec

_REASONS = {
    "halves": "Two rows of tiles are one line here, as the map is taller than the terminal.",
    "quarters": "Four tiles are one character here, as the map is wider than the terminal.",
}


def print_dungeons(
    spec: Spec,
    dungeons: Sequence[Generation[Any]],
    console: Console,
    rooms: bool = False,
    view: View | None = None,
) -> None:
    """Print dungeons with what is in them; without a `view` in the largest one that fits.

    `rooms` numbers the rooms. A map that fits in no view is left out, with a note that says what
    to do.
    """
    for number, dungeon in enumerate(dungeons):
        if number:
            console.print()
        lines = summary(spec, dungeon)
        # A blank line above the summary, two lines for the note, one for the prompt.
        fitting = fitting_view(dungeon.tiles, console, len(lines) + 4)
        if view:
            print_dungeon(spec, dungeon, console, rooms, view)
        elif fitting is None:
            for line in lines:
                console.print(line, soft_wrap=True)
            console.print(
                f"The map is {dungeon.tiles.width} tiles wide, too wide for this terminal. "
                "Use --png FILE.png for a picture, or --full for the characters.",
                style="dim",
            )
        else:
            print_dungeon(spec, dungeon, console, rooms, fitting)
            if fitting in _REASONS:
                console.print(
                    f"{_REASONS[fitting]} --full shows each tile as a character.", style="dim"
                )


def print_origin(file: str, restored: Restored, console: Console) -> None:
    """Print which dungeon a file holds, and whether the spec still generates its map."""
    saved, generation = restored.file, restored.generation
    kind = "map" if saved.is_map else "seed"
    console.print(
        f"{escape(file)}: {kind} of {generation.name}, seed {saved.dungeon_seed}, "
        f"floor {saved.floor}, whose own seed is {saved.seed}",
        soft_wrap=True,
    )
    if not restored.is_same:
        console.print("[yellow]With this spec the reference generates another map for it.[/]")
