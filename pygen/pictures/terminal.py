"""A dungeon in a terminal, in the C64's colours where the terminal has colours."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.text import Text

from pygen.base.hashing import digest
from pygen.engine.definition.entity_kinds import ENTITY_KINDS, STAIRS, START
from pygen.engine.dungeon.entities import entity_counts, seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.population.once import chosen_floor
from pygen.engine.population.parameters import Population
from pygen.engine.population.values import once_stream
from pygen.engine.random.floors import dungeon_seed
from pygen.engine.random.streams import stream_number
from pygen.kinds import KINDS, measured_figures
from pygen.pictures.characters import entity_art, tile_looks
from pygen.pictures.data import (
    made_words,
    purpose_words,
    room_labels,
    stairs,
    start_of,
    status_words,
    tries_words,
)
from pygen.pictures.palette import rgb
from pygen.spec.model import Spec

ROOM_COLOUR = "white"
# By filled quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"

View = Literal["full", "halves", "quarters"]
"""The size of a tile in the terminal: a whole character, half of one (two rows of tiles per line),
or a quarter of one (also two columns of tiles per column)."""
_COLUMNS = {"full": 1, "halves": 1, "quarters": 2}
_ROWS = {"full": 1, "halves": 2, "quarters": 2}


def print_dungeon(
    spec: Spec,
    generation: Generation[Any],
    console: Console | None = None,
    rooms: bool = False,
    view: View = "full",
    floor: int = 1,
) -> None:
    """Print a dungeon and its summary.

    The colours are those that `console` supports. The default is standard output, with the colours
    of the terminal; it has no colours if NO_COLOR is set or it is not a terminal. `rooms` writes
    room numbers into the map. `floor` has the meaning of `summary`'s.
    """
    console = console or Console(highlight=False)
    if view == "full":
        picture = map_rows(spec, generation)
    else:
        picture = block_rows(spec, generation, _has_colour(console), _COLUMNS[view])
    if rooms:
        number_rooms(spec, generation, picture, view)
    for line in (*picture, Text(), *summary(spec, generation, floor)):
        # The map must keep its rows, however narrow the terminal is.
        console.print(line, soft_wrap=True, highlight=False)


def fitting_view(tiles: TileMap, console: Console, lines_below: int = 0) -> View | None:
    """The largest view of a map that fits the terminal of `console`; None if all are too wide.

    `lines_below` is the number of lines needed below the map. Without a terminal the view is
    "full". If the map is too tall in every view, the result is the largest of the shortest views
    that are narrow enough. Without colours, blocks show no doors or stairs: then only the width
    counts.
    """
    if not console.is_terminal:
        return "full"
    views: tuple[View, ...] = ("full", "halves", "quarters")
    width, height = console.size
    narrow = [view for view in views if -(-tiles.width // _COLUMNS[view]) <= width]
    if not narrow:
        return None
    if not _has_colour(console):
        return narrow[0]
    heights = {view: -(-tiles.height // _ROWS[view]) + lines_below for view in narrow}
    lowest = min(heights.values())
    return next(view for view in narrow if heights[view] <= max(height, lowest))


def _has_colour(console: Console) -> bool:
    return console.color_system is not None and not console.no_color


@functools.cache
def style(foreground: str, background: str) -> Style:
    """A style made of two colour names of the spec."""
    return Style.from_color(Color.from_rgb(*rgb(foreground)), Color.from_rgb(*rgb(background)))


def map_rows(spec: Spec, generation: Generation[Any]) -> list[Text]:
    """The rows of a map: each tile is its character in the spec."""
    tiles, ground = generation.tiles, spec.display.background_colour
    colours = _colours(spec, generation.name)
    shown = {t.code: (t.glyph, style(colours[t.code], ground)) for t in spec.tiles.values()}
    entities = _entity_looks(spec, generation)
    rows = []
    for y in range(tiles.height):
        codes = enumerate(tiles.tiles[y * tiles.width : (y + 1) * tiles.width])
        rows.append(_row(entities.get((x, y), shown[code]) for x, code in codes))
    return rows


def _row(tiles: Iterable[tuple[str, Style]]) -> Text:
    """A row of characters, each with its style; equal neighbours are written at once."""
    return Text.assemble(
        *((character * len(list(run)), look) for (character, look), run in itertools.groupby(tiles))
    )


def _entity_looks(
    spec: Spec, generation: Generation[Any]
) -> dict[tuple[int, int], tuple[str, Style]]:
    """The visible entities by column and row: the character of each, and its style."""
    art, ground = entity_art(spec, generation.name), spec.display.background_colour
    seen = seen_entities(generation)
    return {place: (kind.glyph, style(art[kind.name][1], ground)) for place, kind in seen.items()}


def _colours(spec: Spec, dungeon: str) -> dict[int, str]:
    """The colours of a dungeon's tiles, by code."""
    looks = tile_looks(spec, dungeon)
    return {spec.codes[name]: colour for name, (_, colour) in looks.items()}


def block_rows(
    spec: Spec, generation: Generation[Any], has_colour: bool, columns: int
) -> list[Text]:
    """The rows of a map as blocks: a character stands for `columns` (1 or 2) x 2 tiles.

    A character has only two colours. Of four tiles, it shows the colour that is rarest on the map,
    and the most frequent colour among the others. Without colours a filled block is a walkable
    tile.
    """
    tiles, ground = generation.tiles, spec.display.background_colour
    colours = _colours(spec, generation.name)
    colours[spec.codes["empty"]] = ground
    walkable = {t.code for t in spec.tiles.values() if t.walkable}
    empty = spec.codes["empty"]
    art, seen = entity_art(spec, generation.name), seen_entities(generation)
    entities = {place: art[kind.name][1] for place, kind in seen.items()}
    counts = Counter(colours[code] for code in tiles.tiles)
    counts.update(entities.values())

    def block(places: Sequence[tuple[int, int]]) -> tuple[str, Style]:
        codes = [code_at(*place) for place in places]
        if not has_colour:
            return _filled([code in walkable for code in codes]), Style.null()
        shades = [entities.get(place, colours[code]) for place, code in zip(places, codes)]
        if columns == 1:
            return "▀", style(shades[0], shades[2])
        front = min(shades, key=lambda shade: (counts[shade], shade))
        rest = [shade for shade in shades if shade != front]
        behind = max(rest, key=lambda shade: (rest.count(shade), shade)) if rest else front
        return _filled([shade == front for shade in shades]), style(front, behind)

    def code_at(x: int, y: int) -> int:
        inside = x < tiles.width and y < tiles.height
        return tiles.tiles[y * tiles.width + x] if inside else empty

    return [
        _row(
            block([(x + dx, y + dy) for dy in (0, 1) for dx in (0, columns - 1)])
            for x in range(0, tiles.width, columns)
        )
        for y in range(0, tiles.height, 2)
    ]


def _filled(quarters: Sequence[bool]) -> str:
    """The block character for filled quarters: upper left and right, lower left and right."""
    return QUADRANTS[sum(is_filled << bit for bit, is_filled in enumerate(quarters))]


def number_rooms(
    spec: Spec, generation: Generation[Any], rows: list[Text], view: View = "full"
) -> None:
    """Write each room's number (hexadecimal, as in the records) into its upper left corner, and in
    the full view its purpose.

    `rows` are the lines of the map in this `view`.
    """
    look = style(ROOM_COLOUR, spec.display.background_colour)
    for x, y, label in room_labels(generation):
        number = label if view == "full" else label.partition(" ")[0]
        column, line = x // _COLUMNS[view], y // _ROWS[view]
        row = rows[line]
        rows[line] = Text.assemble(row[:column], (number, look), row[column + len(number) :])


def summary(spec: Spec, generation: Generation[Any], floor: int = 1) -> list[Text]:
    """The `facts` of a dungeon, one per line."""
    return [
        Text.assemble((f"{name:<11} ", "bold"), words)
        for name, words in facts(spec, generation, floor)
    ]


def facts(spec: Spec, generation: Generation[Any], floor: int = 1) -> list[tuple[str, Text]]:
    """The facts about a dungeon: pairs of a title and a text.

    `floor` is the number of the floor in its dungeon. The first fact gives the seed of the dungeon
    and, on a floor below the first, the floor's own seed.
    """
    values = generation.summary_values()
    size = f"{generation.tiles.width} x {generation.tiles.height} tiles"
    chunk = ""
    if generation.parameters.world:
        chunk = f"chunk {generation.chunk[0]},{generation.chunk[1]}, "
    seed = f"{dungeon_seed(spec.random, generation.seed, floor)}"
    if floor != 1:
        seed += f", floor {floor} (own seed {generation.seed})"
    found = [(generation.name, Text(f"seed {seed}, {chunk}{size}"))]
    kind = KINDS[generation.parameters.kind]
    found += [(title, Text(words)) for title, words in kind.lines(generation)]
    if generation.parameters.world:
        found.append(("gates", Text(_gates(generation))))
    else:
        found.append(("stairs", Text(_stairs(spec, generation))))
    measured = [f"{name} {values[name]}" for name in measured_figures(generation.parameters)]
    if measured:
        found.append(("measured", Text(", ".join(measured))))
    if made := made_words(generation):
        found.append(("passes", Text(", ".join(made))))
    if purposes := purpose_words(generation):
        found.append(("purposes", Text(purposes)))
    if chosen := _once(spec, generation, floor):
        found.append(("once", Text(chosen)))
    if legend := _legend(spec, generation):
        found.append(("entities", legend))
    found += [(title, Text(words, "yellow")) for title, words in tries_words(generation)]
    if require := generation.parameters.require:
        found.append(("tries", Text(f"{generation.tries} of {require.tries}")))
    state = f"{values['draws']} numbers drawn, state ${values['random_state']:04X} at the end"
    found.append(("random", Text(state)))
    packed = generation.packed()
    found.append(("map", Text(f"{len(packed)} bytes packed, hash {digest(packed)}")))
    found += [("note", Text(words, "bold yellow")) for words in status_words(generation)]
    return found


def _once(spec: Spec, generation: Generation[Any], floor: int) -> str:
    """On which floor each thing is that is on one of several floors only."""
    uses = spec.dungeons[generation.name].passes
    seed = dungeon_seed(spec.random, generation.seed, floor)
    return ", ".join(
        f"{use.id} on floor {chosen_floor(spec.random, seed, use.once, stream)} of {use.once}"
        for use, stream in ((one, stream_number(once_stream(one.id))) for one in uses)
        if isinstance(use, Population) and use.once
    )


def _legend(spec: Spec, generation: Generation[Any]) -> Text:
    """The number of entities of each kind, with the kind's character on the map. Stairs and start
    are left out, as they are tiles."""
    art, ground = entity_art(spec, generation.name), spec.display.background_colour
    parts = []
    for kind, count in entity_counts(generation).items():
        if kind not in (ENTITY_KINDS[STAIRS], ENTITY_KINDS[START]):
            parts.append(Text(kind.counted(count)))
            if kind.shown == "seen":
                parts[-1].append(" (").append(kind.glyph, style(art[kind.name][1], ground)).append(
                    ")"
                )
    return Text(", ").join(parts)


def _gates(generation: Generation[Any]) -> str:
    """The positions of a chunk's gates, side by side."""
    sides = zip(("left", "above", "right", "below"), generation.gates)
    return ", ".join(f"{side} at {' and '.join(map(str, at))}" for side, at in sides if at)


def _stairs(spec: Spec, generation: Generation[Any]) -> str:
    numbers = stairs(spec, generation)
    up, down = numbers["up"], numbers["down"]
    parts = [f"{way} at {at[0]},{at[1]}" for way, at in (("up", up), ("down", down)) if at]
    text = ", ".join(parts) or "none"
    if numbers["distance"] is None:
        return text
    steps = numbers["steps"]
    y, x = divmod(start_of(generation), generation.tiles.width)
    way = "to walk" if [x, y] == up else "from the start"
    words = "no way without secrets" if steps is None else f"{steps} steps {way}"
    return f"{text}: {numbers['distance']} tiles apart, {words}"
