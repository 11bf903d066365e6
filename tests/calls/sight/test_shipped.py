"""Sight in the dungeons that ship: modules see what Python sees, Python sees what it promises."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest
from calls.sight.material import WINDOW, pairs, sees
from helpers.programs import module_of
from helpers.tools import SHIPPED_SPEC_FILE, compiler_or_skip, simulator_library

from pygen.builders.module import put_request
from pygen.calls.constants import CALL_FINDS_NOTHING, CALL_IS_DONE
from pygen.calls.sight import mark_seen, sight_in
from pygen.compilers import COMPILERS
from pygen.emulators.simulator import Simulator
from pygen.engine.dungeon.tilemap import unpack
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec
from pygen.spec.game_calls import GAME_REQUEST, GAME_REQUEST_OFFSET, GAME_WORDS

pytestmark = [pytest.mark.shipped, pytest.mark.long]

SHIPPED = list(load_spec(SHIPPED_SPEC_FILE).dungeons)
CALLS = "unpack_map, field_of_view, field_of_view_octant, mark_seen, line_of_sight"
START, MAP, TO, PLANE = 0x2800, 0x0400, 0x2000, 0x2200
"""Where the module is, and below it what a game has."""

SEEDS = {"oscar64": 4, "cc65": 4}
"""How many dungeons; the kernels of both compilers are the same."""

MOST_CYCLES = 100_000_000


class Game:
    """A module that builds dungeons, and what a game asks it."""

    def __init__(self, dungeon: str, compiler: str) -> None:
        compiler_or_skip(compiler)
        changes = [f"modules.calls=[{CALLS}]", f"modules.start={START}"]
        spec = load_spec(SHIPPED_SPEC_FILE, [f"program.dungeons=[{dungeon}]", *changes])
        self.spec, self.dungeon, self.size = spec, dungeon, spec.dungeons[dungeon].map
        self.plane_bytes = (self.size.width + 7) // 8 * self.size.height
        assert MAP + self.size.width * self.size.height <= TO
        assert PLANE + self.plane_bytes <= START
        self.module = module_of(spec, dungeon, compiler)
        self.machine = Simulator(simulator_library())
        self.memory = self.machine.memory

    def call(self, name: str, a: int = 0, **arguments: int) -> int:
        """Call, and return the cycles."""
        block = START + GAME_REQUEST_OFFSET
        for key, value in (arguments | {"map": MAP, "to": TO, "seen": PLANE}).items():
            at, size = block + GAME_REQUEST[key], 2 if key in GAME_WORDS else 1
            self.memory[at : at + size] = value.to_bytes(size, "little")
        self.machine.a = a
        return self.machine.call(self.module.calls[name], MOST_CYCLES)

    def begin(self, seed: int) -> bytes:
        """Build a dungeon, and unpack its map."""
        self.machine.reset()
        self.machine.load({START: self.module.image})
        put_request(self.memory, self.module, self.spec.proof_request(self.dungeon, seed))
        self.call("generate")
        block = START + GAME_REQUEST_OFFSET + GAME_REQUEST["to"]
        count = self.size.width * self.size.height
        self.memory[block : block + 2] = MAP.to_bytes(2, "little")
        self.machine.call(self.module.calls["unpack_map"], MOST_CYCLES)
        assert self.machine.a == CALL_IS_DONE
        self.memory[PLANE : PLANE + self.plane_bytes] = bytes(self.plane_bytes)
        return bytes(self.memory[MAP : MAP + count])

    def window(self) -> bytes:
        return bytes(self.memory[TO : TO + WINDOW * WINDOW])


@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize("dungeon", SHIPPED)
def test_modules_see_what_python_sees(dungeon: str, compiler: str) -> None:
    game, chance = Game(dungeon, compiler), Random(dungeon)
    size = game.size
    for _ in range(SEEDS[compiler]):
        tiles = game.begin(chance.randrange(65536))
        eyes = sight_in(game.spec, dungeon, tiles)
        plane = bytearray(game.plane_bytes)
        for _ in range(2):
            x, y = chance.randrange(size.width), chance.randrange(size.height)
            radius = chance.choice((8, 8, chance.randrange(1, 9)))
            window = bytearray(game.window())
            eyes.field_of_view(x, y, radius, window)
            game.call("field_of_view", x=x, y=y, radius=radius)
            assert game.machine.a == CALL_IS_DONE and game.window() == bytes(window)
            mark_seen(window, x, y, radius, size.width, size.height, plane)
            game.call("mark_seen", x=x, y=y, radius=radius)
            for _ in range(4):
                x2, y2 = chance.randrange(size.width), chance.randrange(size.height)
                game.call("line_of_sight", x=x, y=y, x2=x2, y2=y2)
                is_seen = eyes.line_of_sight(x, y, x2, y2)
                assert game.machine.a == (CALL_IS_DONE if is_seen else CALL_FINDS_NOTHING)
        assert bytes(game.memory[PLANE : PLANE + game.plane_bytes]) == bytes(plane)


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_looking_around_in_the_hollows_takes_at_most_so_many_cycles(compiler: str) -> None:
    game, cycles, parts = Game("hollows", compiler), [], []
    opaque = {tile.code for tile in game.spec.tiles.values() if tile.opaque}
    for seed in range(6):
        tiles = game.begin(seed)
        for at, code in enumerate(tiles):
            if code not in opaque:
                y, x = divmod(at, game.size.width)
                cycles.append(game.call("field_of_view", x=x, y=y, radius=8))
                window = game.window()
                for part in range(9):
                    spent = game.call("field_of_view_octant", part, x=x, y=y, radius=8)
                    parts.append(spent)
                assert game.window() == window
    assert median(cycles) <= 40_000 and max(cycles) <= 60_000
    assert max(parts) <= 10_000


@pytest.mark.parametrize("dungeon", SHIPPED)
def test_of_two_tiles_each_sees_the_other_or_none_does(shipped_spec: Spec, dungeon: str) -> None:
    size = shipped_spec.dungeons[dungeon].map
    request: Request = shipped_spec.proof_request(dungeon, 7)
    packed = generate(shipped_spec, request).region_bytes()["map"]
    tiles = bytes(unpack(packed, size.width, size.height, size.bits_per_tile))
    eyes, chance = sight_in(shipped_spec, dungeon, tiles), Random(dungeon)
    fields: dict[tuple[int, int], bytes] = {}

    def is_opaque(x: int, y: int) -> bool:
        inside = 0 <= x < size.width and 0 <= y < size.height
        return not inside or tiles[y * size.width + x] in eyes.opaque

    def is_seen(here: tuple[int, int], there: tuple[int, int]) -> bool:
        if here not in fields:
            window = bytearray(WINDOW * WINDOW)
            eyes.field_of_view(*here, WINDOW // 2, window)
            fields[here] = bytes(window)
        right, down = there[0] - here[0] + WINDOW // 2, there[1] - here[1] + WINDOW // 2
        return fields[here][WINDOW * down + right] < 128

    for here, there in pairs(size.width, size.height, WINDOW // 2):
        if is_opaque(*here) or is_opaque(*there):
            continue
        answer = is_seen(here, there)
        assert is_seen(there, here) == answer == eyes.line_of_sight(*here, *there)
        if chance.randrange(200) == 0:
            assert sees(is_opaque, here, there) == answer
