"""What is printed of a dungeon, as text."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from pygen.engine.dungeon.generation import Generation
from pygen.pictures.terminal import View, print_dungeon
from pygen.spec import Spec


def as_text(
    spec: Spec,
    generation: Generation[Any],
    colour: bool,
    rooms: bool = False,
    view: View = "full",
    floor: int = 1,
) -> str:
    """The output of `print_dungeon` as text; `colour` adds the codes of 24-bit colours."""
    file = io.StringIO()
    console = Console(
        file=file,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        no_color=not colour,
        width=generation.tiles.width,
        _environ={},
    )
    print_dungeon(spec, generation, console, rooms, view, floor)
    return file.getvalue()
