"""A game that asks for ways: its calls are compared with the reference."""

from __future__ import annotations

from random import Random

from helpers.games import NATIVE_BLOCK, TO, Answer, ModuleGame, game_of, read, write

from pygen.calls import constants as status
from pygen.calls.distances import (
    NoRoom,
    counted_codes,
    distances,
    ground_of,
    paired_distances,
    safety,
)
from pygen.calls.next_step import NotReached, next_paired_step, next_step
from pygen.engine.definition.sides import STEPS
from pygen.engine.dungeon.tilemap import TileMap
from pygen.spec import Spec
from pygen.spec.game_calls import GAME_REQUEST, GAME_REQUEST_OFFSET

Place = tuple[int, int]

UNPACKED, SOURCES = 0xE803, 0x02F1
"""Where the caller's map is, behind results at TO, and the list of sources."""

REFERENCE = {
    status.WAY_TOWARDS: distances,
    status.WAY_IN_PAIRS: paired_distances,
    status.WAY_FLEEING: safety,
}


class Asking:
    """A game that asks for ways. `worst` are the most cycles of a step of distances."""

    def __init__(self, spec: Spec, dungeon: str, build: str) -> None:
        self.spec = spec
        self.game = game_of(spec, dungeon, build, linked_once=True)
        self.size = spec.dungeons[dungeon].map
        self.chance = Random(35)
        self.tiles = b""
        self.worst = 0

    def put_map(self, tiles: bytes) -> None:
        """Write a map to memory, packed and unpacked."""
        packed = TileMap(self.size.width, self.size.height, self.size.bits_per_tile)
        packed.tiles[:] = bytearray(tiles)
        write(self.game, self.game.regions["map"][0], packed.pack())
        write(self.game, UNPACKED, tiles)
        self.tiles = tiles

    def call(self, name: str, a: int) -> Answer:
        """A call, after which zero page must be as before."""
        if not isinstance(self.game, ModuleGame):
            return self.game.call(name, a)
        before = self.chance.randbytes(0x100 - 2)
        write(self.game, 2, before)
        answer = self.game.call(name, a)
        assert read(self.game, 2, len(before)) == before
        return answer

    def compare(
        self,
        sources: list[Place],
        properties: int,
        way: int,
        is_packed: bool,
        in_steps: bool = False,
    ) -> bytes | None:
        """Call for the distances of the map, packed or unpacked; returns them, or None if there is
        no room."""
        width, tiles = self.size.width, self.tiles
        ground = ground_of(tiles, width, counted_codes(self.spec, properties))
        try:
            expected = REFERENCE[way](ground, [y * width + x for x, y in sources])
        except NoRoom:
            expected = None
        length = len(expected or tiles)
        before = self.chance.randbytes(length + 18)
        write(self.game, TO - 9, before)
        write(self.game, SOURCES, bytes(n for place in sources for n in place))
        self.game.ask(
            map=0 if is_packed else UNPACKED, to=TO, properties=properties, way=way,
            x=sources[0][0], y=sources[0][1], sources=SOURCES,
            source_count=0 if len(sources) == 1 else len(sources),
        )  # fmt: skip
        answer = self.step_by_step() if in_steps else self.call("distances", 0).a
        after = read(self.game, TO - 9, length + 18)
        assert (after[:9], after[-9:]) == (before[:9], before[-9:])
        assert read(self.game, UNPACKED, len(tiles)) == tiles
        assert answer == (status.CALL_IS_FULL if expected is None else status.CALL_IS_DONE)
        assert expected is None or after[9:-9] == expected
        return expected

    def step_by_step(self) -> int:
        """Call distances_step until it is done, and return its status."""
        answer = 0
        while True:
            called = self.call("distances_step", answer)
            self.worst = max(self.worst, called.cycles)
            answer = called.a
            if answer != status.CALL_GOES_ON:
                return answer

    def follow(self, far: bytes, way: int, count: int) -> None:
        """Compare next steps from some tiles, by what is at TO."""
        width, height = self.size.width, self.size.height
        in_pairs = way & status.WAY_IN_PAIRS
        for _ in range(count):
            x, y = self.chance.randrange(width + 1), self.chance.randrange(height + 1)
            self.game.ask(to=TO, x=x, y=y, way=way)
            called = self.call("next_step", 0)
            if x == width or y == height:
                assert called.a == status.CALL_IS_REFUSED
                continue
            try:
                python = next_paired_step if in_pairs else next_step
                step = python(far, width, x, y, way & ~in_pairs)
            except NotReached:
                assert called.a == status.CALL_IS_UNREACHED
                continue
            if step is None:
                assert (called.a, called.x) == (status.CALL_FINDS_NOTHING, 255)
                continue
            assert (called.a, called.x) == (status.CALL_IS_DONE, step)
            assert self.moved_to() == (x + STEPS[step][0], y + STEPS[step][1])

    def moved_to(self) -> Place:
        """Where next_step has led."""
        if isinstance(self.game, ModuleGame):
            block = self.game.module.layout.start + GAME_REQUEST_OFFSET
        else:
            block = NATIVE_BLOCK
        x, y = read(self.game, block + GAME_REQUEST["x2"], 2)
        return x, y
