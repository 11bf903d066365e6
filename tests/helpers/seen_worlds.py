"""A world as the program shows it, from the reference's chunks joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from helpers.expected_screen import COLUMNS, ENTITIES, entity_look, seen_entity
from helpers.expected_screen import View as ViewOfFloor

from pygen.engine.dungeon.generation import Generation
from pygen.engine.population.own_kinds import is_own_item
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures import characters
from pygen.pictures.palette import colour_number
from pygen.spec import Spec

SIDE, CHUNKS, TILES = 32, 2048, 65536

Place = tuple[int, int]


class World:
    """The world of a floor; `changed` are codes of tiles that the player has changed."""

    def __init__(self, spec: Spec, name: str, seed: int, floor: int = 1) -> None:
        self.spec, self.name = spec, name
        self.seed, self.floor = seed, floor
        self.chunk: Callable[[int, int], Generation[Any]] = cache(self._chunk)
        self.changed: dict[Place, int] = {}

    def _chunk(self, column: int, row: int) -> Generation[Any]:
        return generate(self.spec, Request(self.name, self.seed, self.floor, (column, row)))

    def chunk_of(self, x: int, y: int) -> Generation[Any]:
        return self.chunk(x % TILES // SIDE, y % TILES // SIDE)

    def code(self, x: int, y: int) -> int:
        """The tile at a place of the world."""
        place = x % TILES, y % TILES
        if place in self.changed:
            return self.changed[place]
        return self.chunk_of(x, y).tiles.get(x % SIDE, y % SIDE)

    def entity(self, x: int, y: int) -> dict[str, int] | None:
        """What lies or stands there, if it was not taken."""
        if (x % TILES, y % TILES) in self.changed:
            return None
        rows: Sequence[Any] = self.chunk_of(x, y).tables.get("entities", [])
        found = [row for row in rows if (row["x"], row["y"]) == (x % SIDE, y % SIDE)]
        return found[-1] if found else None

    def is_walkable(self, x: int, y: int) -> bool:
        tiles = {tile.code: tile for tile in self.spec.tiles.values()}
        return tiles[self.code(x, y)].walkable

    def start(self) -> Place:
        """Where the figure starts: near the middle of the first chunk."""
        first = SIDE * SIDE // 2 + COLUMNS // 2
        places = (n % (SIDE * SIDE) for n in range(first, first + SIDE * SIDE))
        return next(
            (n % SIDE, n // SIDE)
            for n in places
            if self.is_walkable(n % SIDE, n // SIDE) and not self.entity(n % SIDE, n // SIDE)
        )

    def look(self, x: int, y: int) -> tuple[int, int]:
        """Screen code and colour of a place."""
        chunk = self.chunk_of(x, y)
        if (x % TILES, y % TILES) not in self.changed:
            thing = seen_entity(chunk, ViewOfFloor(0, 0), x % SIDE, y % SIDE)
            if thing:
                return entity_look(self.spec, chunk, thing)
        code = self.code(x, y)
        tile = next(tile for tile in self.spec.tiles.values() if tile.code == code)
        hidden = tile.secret and (x % TILES, y % TILES) not in self.changed
        name = "wall" if hidden else next(n for n, c in self.spec.codes.items() if c == code)
        art = characters.tile_looks(self.spec, self.name)[name]
        return characters.tile_codes(self.spec, self.name)[name], colour_number(art[1])

    def window(self, x: int, y: int) -> tuple[bytes, bytes]:
        """The characters and colours of the window whose first tile is this one."""
        columns, rows = self.spec.display.view_width, self.spec.display.view_height
        assert columns == COLUMNS
        looks = [self.look(x + dx, y + dy) for dy in range(rows) for dx in range(columns)]
        return bytes(code for code, _ in looks), bytes(colour for _, colour in looks)

    def is_item(self, kind: int) -> bool:
        return is_own_item(kind) or (kind < len(ENTITIES) and ENTITIES[kind] == "item")
