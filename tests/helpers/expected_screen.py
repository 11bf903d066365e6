"""What the C64's screen must show, from the reference's dungeon alone: characters and colours.

The twin of `view.c`, `status.c` and `overview.c` in `c64src/program/`, written for reading instead
of speed; the tests compare the machine's memory and picture with it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any

from helpers.charset import charset

from pygen.emulators.base import Picture
from pygen.engine.dungeon.generation import Generation
from pygen.pictures import characters
from pygen.pictures.palette import colour_number
from pygen.spec import Spec
from pygen.spec.glyphs import SIZE

COLUMNS, ROWS = 40, 25
STATUS_ROW = 24
SPACE = characters.screen_code(" ")

Place = tuple[int, int]


@dataclass
class Screen:
    """40 x 25 screen codes and colours (0..15), row by row, and where the figure's sprite stands:
    column and row of a character, or None."""

    codes: bytearray
    colours: bytearray
    figure: Place | None = None

    def put(self, column: int, row: int, code: int, colour: int) -> None:
        self.codes[row * COLUMNS + column] = code
        self.colours[row * COLUMNS + column] = colour

    def write(self, column: int, row: int, text: str, colour: int) -> None:
        for at, character in enumerate(text, column):
            self.put(at, row, characters.screen_code(character), colour)


@dataclass(frozen=True)
class View:
    """What a person looks at: the window's upper left tile, the figure's tile if it walks, which
    secret paths and hidden stairs are known, and where keys were taken and doors opened."""

    x: int
    y: int
    figure: Place | None = None
    found: Set[Place] = frozenset()
    secrets_shown: bool = False
    gone: Set[Place] = frozenset()


def blank(spec: Spec, generation: Generation[Any]) -> Screen:
    """An empty screen."""
    text = colour_number(spec.display.text_colour)
    size = COLUMNS * ROWS
    return Screen(bytearray(bytes((SPACE,)) * size), bytearray(bytes((text,)) * size))


def centred(spec: Spec, generation: Generation[Any], x: int, y: int) -> Place:
    """The window's upper left tile when it is centred on (x, y) as far as the map lets it."""
    view, tiles = spec.display, generation.tiles
    width, height = min(view.view_width, tiles.width), min(view.view_height, tiles.height)
    return (
        max(0, min(x - width // 2, tiles.width - width)),
        max(0, min(y - height // 2, tiles.height - height)),
    )


def window(
    spec: Spec, generation: Generation[Any], floor: int, dungeon_seed: int, view: View
) -> Screen:
    """The map through the window, and the line below it. `floor` is 1..256."""
    tiles = generation.tiles
    screen = blank(spec, generation)
    looks = _looks(spec, generation)
    codes = characters.look_codes(spec, generation.name)
    own = {
        number: (codes[number], colour_number(colour))
        for number, (_, colour) in characters.look_art(spec, generation.name).items()
    }
    for row in range(spec.display.view_height):
        for column in range(spec.display.view_width):
            x, y = view.x + column, view.y + row
            code = seen(generation, view, x, y)
            look = 0
            if code in (generation.codes["wall"], generation.codes["floor"]):
                look = generation.looks.get(x, y)
            screen.put(column, row, *(own[look] if look else looks[code]))
            thing = seen_entity(generation, view, x, y)
            if thing:
                screen.put(column, row, *entity_look(spec, generation, thing))
    width = min(spec.display.view_width, tiles.width)
    height = min(spec.display.view_height, tiles.height)
    if view.figure:
        screen.figure = view.figure[0] - view.x, view.figure[1] - view.y
    place = view.figure or (view.x + width // 2, view.y + height // 2)
    _status(screen, spec, generation, floor, dungeon_seed, place, bool(view.figure))
    return screen


def seen(generation: Generation[Any], view: View, x: int, y: int) -> int:
    """The tile code that a person sees at (x, y): nothing outside the map, a wall for a secret."""
    tiles, codes = generation.tiles, generation.codes
    if x >= tiles.width or y >= tiles.height:
        return codes["empty"]
    code = tiles.get(x, y)
    is_hidden = not view.secrets_shown and (x, y) not in view.found
    if is_hidden and "hidden_stairs" in entities_at(generation, x, y):
        return codes["floor"]
    return codes["wall"] if code == codes.get("secret_path") and is_hidden else code


ENTITIES = (
    "stairs", "hidden_stairs", "item", "buried_item", "trap", "start", "enemy", "key",
    "locked_door",
)  # fmt: skip
SEEN = ("item", "trap", "enemy", "key", "locked_door")


def entities_at(generation: Generation[Any], x: int, y: int) -> list[str]:
    """The names of what is at (x, y), the one on top last."""
    rows: Sequence[Any] = generation.tables.get("entities", [])
    listed = generation.blueprint.dungeon.given_entities
    return [
        listed[row["kind"]].name if row["kind"] in listed else ENTITIES[row["kind"]]
        for row in rows
        if (row["x"], row["y"]) == (x, y)
    ]


def seen_entity(generation: Generation[Any], view: View, x: int, y: int) -> str:
    """The name of what a person sees lie or walk at (x, y), or an empty text."""
    if (x, y) in view.gone:
        return ""
    hidden = set(ENTITIES) - set(SEEN)
    found = [name for name in entities_at(generation, x, y) if name not in hidden]
    return found[-1] if found else ""


def entity_look(spec: Spec, generation: Generation[Any], name: str) -> tuple[int, int]:
    """Character and colour of what lies or walks there."""
    colour = characters.entity_art(spec, generation.name)[name][1]
    return characters.entity_codes(spec, generation.name)[name], colour_number(colour)


def say(spec: Spec, screen: Screen, text: str) -> Screen:
    """The screen with a message in the line below the window."""
    bright = colour_number(spec.display.bright_colour)
    screen.write(0, STATUS_ROW, " " * COLUMNS, bright)
    screen.write((COLUMNS - len(text)) // 2, STATUS_ROW, text, bright)
    return screen


def _looks(spec: Spec, generation: Generation[Any]) -> dict[int, tuple[int, int]]:
    """By tile code: character and colour."""
    drawn = characters.tile_codes(spec, generation.name)
    looks = characters.tile_looks(spec, generation.name)
    return {spec.codes[name]: (drawn[name], colour_number(looks[name][1])) for name in drawn}


def _status(
    screen: Screen,
    spec: Spec,
    generation: Generation[Any],
    floor: int,
    seed: int,
    place: Place,
    walks: bool,
) -> None:
    display = spec.display
    plain, bright = colour_number(display.status_colour), colour_number(display.bright_colour)
    rooms = [(room.x, room.y, room.w, room.h) for room in generation.rooms]
    for row in generation.tables.get("chambers", []):
        rooms.append((row["x"], row["y"], row["w"], row["h"]))
    room = next(
        (
            f"{index:03d}"
            for index, (x, y, w, h) in enumerate(rooms)
            if 0 <= place[0] - x < w and 0 <= place[1] - y < h
        ),
        "---",
    )
    words = f" F{floor:03d} S{seed:05d} X{place[0]:03d} Y{place[1]:03d} R{room}"
    screen.write(0, STATUS_ROW, " " * COLUMNS, plain)
    screen.write(0, STATUS_ROW, generation.name.replace("_", " "), bright)
    screen.write(11, STATUS_ROW, words, plain)
    screen.write(39, STATUS_ROW, "W" if walks else "C", bright)


def overview(spec: Spec, generation: Generation[Any], view: View, place: Place) -> Screen:
    """The whole map: a quarter of a character is as few tiles as let it fit, filled if one of them
    can be walked on. `place` is the tile whose character is bright."""
    tiles = generation.tiles
    screen = blank(spec, generation)
    cell = 1
    while -(-tiles.width // (2 * cell)) > COLUMNS or -(-tiles.height // (2 * cell)) > STATUS_ROW:
        cell += 1
    columns, rows = -(-tiles.width // (2 * cell)), -(-tiles.height // (2 * cell))
    left, top = (COLUMNS - columns) // 2, (STATUS_ROW - rows) // 2
    colours: dict[int | str, int] = {
        code: colour for code, (_, colour) in _looks(spec, generation).items()
    }
    for name in characters.entity_art(spec, generation.name):
        colours[name] = entity_look(spec, generation, name)[1]
    for row in range(rows):
        for column in range(columns):
            quarters, best = _gathered(
                spec, generation, view, column * 2 * cell, row * 2 * cell, cell
            )
            character = characters.quadrants_start(spec) + quarters
            screen.put(left + column, top + row, character, colours[best])
    bright = colour_number(spec.display.bright_colour)
    mark = left + place[0] // (2 * cell), top + place[1] // (2 * cell)
    screen.colours[mark[1] * COLUMNS + mark[0]] = bright
    text = "THE WHOLE FLOOR - ANY KEY TO GO ON"
    plain = colour_number(spec.display.status_colour)
    screen.write((COLUMNS - len(text)) // 2, STATUS_ROW, text, plain)
    return screen


def _gathered(
    spec: Spec, generation: Generation[Any], view: View, x: int, y: int, cell: int
) -> tuple[int, int | str]:
    """Of the tiles of a character: its filled quarters, and the most remarkable walkable tile, or
    what is there."""
    tiles, codes = generation.tiles, generation.codes
    ranks: dict[int | str, int] = {tile.code: 2 for tile in spec.tiles.values() if tile.secret}
    ranks |= {codes["up_stairs"]: 99, codes["down_stairs"]: 99}
    ranks |= {name: 3 + rank for rank, name in enumerate(ENTITIES)}
    ranks[codes["floor"]] = 0
    swims = spec.display.figure_swims
    walkable = {t.code for t in spec.tiles.values() if t.walkable or (swims and t.swimmable)}
    quarters = 0
    best: int | str = codes["floor"]
    for below in range(min(2 * cell, tiles.height - y)):
        for right in range(min(2 * cell, tiles.width - x)):
            code = seen(generation, view, x + right, y + below)
            thing = seen_entity(generation, view, x + right, y + below)
            if code in walkable:
                quarters |= 1 << (right // cell + 2 * (below // cell))
                top = thing or code
                if ranks.get(top, 1) > ranks.get(best, 1):
                    best = top
    return quarters, best


def pixels(spec: Spec, generation: Generation[Any], screen: Screen) -> bytes:
    """The 320 x 200 pixels of a screen: one palette number each, row by row."""
    font = charset(spec, generation.name)
    background = colour_number(spec.display.background_colour)
    image = bytearray(bytes((background,)) * (COLUMNS * SIZE * ROWS * SIZE))
    for at, (code, colour) in enumerate(zip(screen.codes, screen.colours)):
        _draw(image, at % COLUMNS, at // COLUMNS, font[code * SIZE :][:SIZE], colour)
    if screen.figure:
        sprite = characters.sprite_start(spec) * SIZE
        glyph = font[sprite : sprite + 3 * SIZE : 3]
        _draw(image, *screen.figure, glyph, colour_number(spec.display.figure_colour))
    return bytes(image)


def _draw(image: bytearray, column: int, row: int, glyph: bytes, colour: int) -> None:
    for line, bits in enumerate(glyph):
        start = (row * SIZE + line) * COLUMNS * SIZE + column * SIZE
        for bit in range(SIZE):
            if bits & 0x80 >> bit:
                image[start + bit] = colour


def screen_of(picture: Picture) -> bytes:
    """The screen's 320 x 200 pixels within what the emulator shows, borders cut off."""
    width, height = COLUMNS * SIZE, ROWS * SIZE
    rows = range(picture.screen_top, picture.screen_top + height)
    starts = [row * picture.width + picture.screen_left for row in rows]
    return b"".join(picture.pixels[start : start + width] for start in starts)
