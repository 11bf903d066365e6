"""A dungeon in a terminal, in the C64's colours where the terminal has colours."""

from __future__ import annotations

import io
import itertools
from typing import Any

from rich.console import Console
from rich.style import Style
from rich.text import Text

from pygen.base.hashing import digest
from pygen.engine.generation import Generation
from pygen.engine.tilemap import TileMap
from pygen.pictures.data import stairs, status_words
from pygen.pictures.palette import rgb
from pygen.spec.model import Spec

CORRIDOR_WORDS = ("straight", "L-shaped", "Z-shaped", "winding", "shared")
ROOM_COLOUR = "white"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def print_dungeon(
    spec: Spec,
    generation: Generation[Any],
    console: Console | None = None,
    rooms: bool = False,
    halves: bool = False,
) -> None:
    """Show a dungeon and what is in it.

    `console` decides about colours; without one, standard output gets as many as the terminal has,
    and none if it is no terminal or NO_COLOR is set. `rooms` writes room numbers into the map,
    `halves` puts two rows of tiles into one of characters.
    """
    console = console or Console(highlight=False)
    has_colour = console.color_system is not None and not console.no_color
    if halves:
        picture = half_rows(spec, generation.tiles, has_colour)
    else:
        picture = map_rows(spec, generation.tiles)
        if rooms:
            number_rooms(spec, generation, picture)
    for line in (*picture, Text(), *summary(spec, generation)):
        # The map must keep its rows, however narrow the terminal is.
        console.print(line, soft_wrap=True, highlight=False)


def as_text(
    spec: Spec, generation: Generation[Any], colour: bool, rooms: bool = False, halves: bool = False
) -> str:
    """What `print_dungeon` shows, as text; `colour` adds the codes of 24-bit colours."""
    file = io.StringIO()
    console = Console(
        file=file,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        no_color=not colour,
        width=generation.tiles.width,
        _environ={},
    )
    print_dungeon(spec, generation, console, rooms, halves)
    return file.getvalue()


def style(foreground: str, background: str) -> Style:
    """A style of two colour names of the spec."""
    red, green, blue = rgb(foreground)
    behind = rgb(background)
    return Style.parse(
        f"#{red:02x}{green:02x}{blue:02x} on #{behind[0]:02x}{behind[1]:02x}{behind[2]:02x}"
    )


def map_rows(spec: Spec, tiles: TileMap) -> list[Text]:
    """The rows of a map: every tile the glyph of the spec."""
    ground = spec.display.background_colour
    shown = {t.code: (t.glyph, style(t.colour, ground)) for t in spec.tiles.values()}
    rows = []
    for at in range(0, len(tiles.tiles), tiles.width):
        row = Text()
        for code, run in itertools.groupby(tiles.tiles[at : at + tiles.width]):
            glyph, look = shown[code]
            row.append(glyph * len(list(run)), look)
        rows.append(row)
    return rows


def half_rows(spec: Spec, tiles: TileMap, has_colour: bool) -> list[Text]:
    """The rows of a map, two of them a line: half blocks in the colours of the tiles.

    Without colours a block stands for a walkable tile.
    """
    ground = spec.display.background_colour
    colours = {t.code: t.colour for t in spec.tiles.values()}
    colours[spec.codes["empty"]] = ground
    walkable = {t.code: t.walkable for t in spec.tiles.values()}
    nothing = bytes((spec.codes["empty"],)) * tiles.width
    rows = []
    for at in range(0, len(tiles.tiles), 2 * tiles.width):
        upper = tiles.tiles[at : at + tiles.width]
        lower = tiles.tiles[at + tiles.width : at + 2 * tiles.width] or nothing
        row = Text()
        for (above, below), run in itertools.groupby(zip(upper, lower, strict=True)):
            count = len(list(run))
            if has_colour:
                row.append("▀" * count, style(colours[above], colours[below]))
            else:
                row.append(HALVES[walkable[above], walkable[below]] * count)
        rows.append(row)
    return rows


def number_rooms(spec: Spec, generation: Generation[Any], rows: list[Text]) -> None:
    """Write each room's number (hexadecimal, as in the records) into its upper left corner."""
    look = style(ROOM_COLOUR, spec.display.background_colour)
    for index, room in enumerate(generation.rooms):
        number = f"{index:X}"
        row = rows[room.y]
        rows[room.y] = Text.assemble(row[: room.x], (number, look), row[room.x + len(number) :])


def summary(spec: Spec, generation: Generation[Any]) -> list[Text]:
    """What is in a dungeon, in a few lines."""
    values = generation.summary_values()
    size = f"{generation.tiles.width} x {generation.tiles.height} tiles"
    lines = [_line(generation.name, f"seed {generation.seed}, {size}")]
    if generation.parameters.record_count():
        corridors = [
            f"{count} {words}"
            for words, count in zip(CORRIDOR_WORDS, generation.corridors, strict=True)
            if count
        ]
        lines += [
            _line("rooms", f"{values['rooms']}, {values['secret_rooms']} of them secret"),
            _line("corridors", f"{sum(generation.corridors)}: {', '.join(corridors) or 'none'}"),
            _line("treasures", str(values["treasures"])),
        ]
    lines.append(_line("stairs", _stairs(spec, generation)))
    state = f"{values['draws']} numbers drawn, state ${values['random_state']:04X} at the end"
    lines.append(_line("random", state))
    packed = generation.packed()
    lines.append(_line("map", f"{len(packed)} bytes packed, hash {digest(packed)}"))
    for words in status_words(generation):
        lines.append(_line("note", words, "bold yellow"))
    return lines


def _line(name: str, value: str, look: str = "") -> Text:
    return Text.assemble((f"{name:<12}", "bold"), (value, look))


def _stairs(spec: Spec, generation: Generation[Any]) -> str:
    found = stairs(spec, generation)
    up, down = found["up"], found["down"]
    parts = [f"{way} at {at[0]},{at[1]}" for way, at in (("up", up), ("down", down)) if at]
    text = ", ".join(parts) or "none"
    if found["distance"] is None:
        return text
    return f"{text}: {found['distance']} tiles apart, {found['steps']} steps to walk"
