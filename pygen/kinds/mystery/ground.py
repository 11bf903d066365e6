"""A floor while it is built: its ground, a byte for each tile, and its cells."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Any

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.pace import Work
from pygen.engine.definition.tables import Rows
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.watching import WatchedRandom32
from pygen.engine.random.random32 import Random32, next_floor
from pygen.kinds.mystery.constants import FLOOR, IN_ROOM, TERRAIN, WATER
from pygen.kinds.mystery.grid import COUNTERCLOCKWISE, Cell, Grid, Place, Rect, turns_left
from pygen.kinds.mystery.numbers import ExactNumbers, LeanNumbers, Numbers
from pygen.kinds.mystery.pace import PACE, PIECE, Pieces, in_groups, pieces_at_once, steps_of_stage
from pygen.kinds.mystery.parameters import Mystery

IS_WATER = bytes(byte & TERRAIN >= WATER for byte in range(256))
"""By the byte of a tile, whether it is water or a moat."""


class Ground(bytearray):
    """A byte for each tile, row by row: its terrain, and marks of what it is part of."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width * height)
        self.width, self.height = width, height

    def at(self, x: int, y: int) -> int:
        """The byte of a tile."""
        return self[y * self.width + x]

    def mark(self, x: int, y: int, bits: int) -> None:
        """Add bits to the byte of a tile."""
        self[y * self.width + x] |= bits

    def unmark(self, x: int, y: int, bits: int) -> None:
        """Take bits from the byte of a tile."""
        self[y * self.width + x] &= ~bits

    def is_floor(self, x: int, y: int) -> bool:
        """Whether a tile is floor."""
        return self[y * self.width + x] & TERRAIN == FLOOR

    def is_hall(self, x: int, y: int) -> bool:
        """Whether a tile is floor outside rooms."""
        return self[y * self.width + x] & (TERRAIN | IN_ROOM) == FLOOR

    def is_water(self, x: int, y: int) -> bool:
        """Whether a tile is water or a moat."""
        return self[y * self.width + x] & TERRAIN >= WATER

    def set_terrain(self, x: int, y: int, terrain: int) -> None:
        """Change the terrain of a tile; its marks stay."""
        place = y * self.width + x
        self[place] = self[place] & ~TERRAIN | terrain

    def change(self, rect: Rect, cleared: int, added: int) -> None:
        """Clear some bits of the tiles of a rectangle, then add others."""
        table = _changed_bytes(cleared, added)
        for y in range(rect.top, rect.bottom):
            row = slice(y * self.width + rect.left, y * self.width + rect.right)
            self[row] = self[row].translate(table)

    def change_by_rows(self, rect: Rect, cleared: int, added: int) -> Pieces:
        """Change a rectangle like `change`; a piece is a row."""
        for row in rect.rows():
            yield PIECE
            self.change(row, cleared, added)


@cache
def _changed_bytes(cleared: int, added: int) -> bytes:
    """What each byte is after some bits were cleared and others added."""
    return bytes(byte & ~cleared | added for byte in range(256))


class Floor:
    """A floor while it is built.

    `column_bits` and `row_bits` are the bits that the number of a column and of a row may have.
    `shop` and `house` are the cells of the shop and the monster house. `has_shop` and `has_house`
    are facts of their own: after a failed try the original, and so exact mode, still knows that
    there was a shop or a house, but no longer where. A house that is empty has no loot; a house
    that is forced follows from the layout.

    `unreached` is how many open tiles are not known to be reached; `walk_end` is where the walk
    that linked cells has ended. `structures_left` is how many rooms may still have a structure.
    `loot` are the numbers of the entities that are the loot of the monster house, and `items_left`
    is how many items it still wants, if it has a round of its own. `waiting` are the numbers of the
    tiles that were reached, but whose neighbours were not yet looked at. `took_long` is whether
    something was done behind which nothing else should be done in its step. `is_lava` is whether
    all water is lava.
    """

    def __init__(self, g: Generation[Mystery]) -> None:
        self.g = g
        self.parameters = g.parameters
        self.layout = g.parameters.layout_data
        self.is_exact = g.parameters.numbers == "exact"
        # The generator of floors starts with an odd number, which follows from the floor's seed.
        stream = Random32(next_floor(g.first_state << 1 | 1)[1])
        self.stream = WatchedRandom32(stream, g.watch.draws) if g.watch else stream
        self.numbers: Numbers = (
            ExactNumbers(self.stream) if self.is_exact else LeanNumbers(g.random)
        )
        self.width, self.height = g.tiles.width, g.tiles.height
        self.column_bits = (1 << (self.width - 1).bit_length()) - 1
        self.row_bits = (1 << (self.height - 1).bit_length()) - 1
        self.ground = Ground(self.width, self.height)
        self.grid = Grid()
        self.walk_end = self.grid.cells[0]
        self.structures_left = g.parameters.rooms.structures
        self.shop: Cell | None = None
        self.house: Cell | None = None
        self.has_shop = self.has_house = self.house_is_forced = self.house_is_empty = False
        self.unreached = 0
        self.stairs: Place | None = None
        self.hidden_stairs: Place | None = None
        self.start: Place | None = None
        self.loot = range(0)
        self.items_left = 0
        self.waiting: deque[int] = deque()
        self.took_long = False
        self.is_lava = False

    @property
    def is_one_room(self) -> bool:
        """Whether there is a single room instead of cells."""
        return self.grid.across == 1 and self.grid.down == 1

    @property
    def entities(self) -> Rows[Any]:
        """The rows of the table of entities: stairs, the start, things and enemies."""
        return self.g.tables[ENTITIES]

    @property
    def reserved(self) -> tuple[Place | None, ...]:
        """Where the stairs and the start are."""
        return self.stairs, self.hidden_stairs, self.start

    def draw_direction(self) -> int:
        """A random direction."""
        return COUNTERCLOCKWISE[self.numbers.below(4)]

    def draw_directions(self) -> tuple[int, ...]:
        """All four directions, from a random one on, each to the left of the one before."""
        return turns_left(self.draw_direction())

    def stage(
        self,
        name: str,
        work: Callable[[Floor], Pieces],
        step: str = "",
        last: str = "",
        *,
        when: bool = True,
    ) -> Work:
        """Do the work of a stage in steps; each yields the name of the stage.

        `last` is what the last step yields instead, and `step` what the steps before it yield.
        There is no stage, and no step, unless `when` is true.
        """
        if when:
            most = pieces_at_once(name, self.is_exact)
            yield from steps_of_stage(work(self), most, step or name)
            yield last or name


def begin_try(floor: Floor) -> None:
    """Forget what a try has left, apart from the ground and the table of entities."""
    for cell in floor.grid.cells:
        cell.begin(is_valid=False, has_room=False)
    floor.stairs = floor.hidden_stairs = floor.house = floor.shop = None
    if not floor.is_exact:
        floor.start = None
        floor.has_shop = floor.has_house = floor.house_is_forced = False


def reset_floor(floor: Floor) -> Pieces:
    """Begin a try: the ground is all wall, and the table of entities is empty. A piece is some
    entities that are forgotten, or a row of the ground."""
    begin_try(floor)
    for forgotten in in_groups(range(len(floor.entities)), PACE["forgotten_at_once"]):
        yield PIECE
        del floor.entities[-len(forgotten) :]
    yield from floor.ground.change_by_rows(
        Rect(0, 0, floor.width, floor.height), cleared=0xFF, added=0
    )
