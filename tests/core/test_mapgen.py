"""The generator as a game uses it: mapgen.h and rooms.h, called natively."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers.kinds import Sample, every_dungeon
from helpers.parameters import parameters_of
from helpers.programs import native_of
from helpers.tools import SPEC_FILE, needs_cc

from pygen.builders.native import NativeBuilder
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.tilemap import unpack
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec

pytestmark = needs_cc
NOBODY = 255
SEEDS = [0, 7, 1234, 50000, 65535]


class Game:
    """A program that uses the generator."""

    def __init__(self, spec: Spec, library: object) -> None:
        self.native = NativeBuilder(spec, library)  # type: ignore[arg-type]
        self.spec = spec

    def __getattr__(self, name: str) -> Callable[..., int]:
        function = getattr(self.native.library, name)
        function.restype = ctypes.c_uint8
        return function  # type: ignore[no-any-return]

    def make(self, dungeon: str, seed: int) -> Generation[Any]:
        """Generate, and give the reference's dungeon to compare with."""
        self.mapgen_select(self.spec.program.dungeons.index(dungeon))
        self.mapgen_init(ctypes.c_uint16(seed))
        generation = generate(self.spec, Request(dungeon, seed))
        assert self.mapgen_generate_dungeon() == generation.status
        return generation

    def answers(self, name: str, count: int, *arguments: int) -> tuple[int, list[int]]:
        """What a function returns, and the `count` bytes that it writes through pointers."""
        bytes_out = [ctypes.c_uint8(99) for _ in range(count)]
        pointers = [ctypes.byref(byte) for byte in bytes_out]
        return getattr(self, name)(*arguments, *pointers), [byte.value for byte in bytes_out]


@pytest.fixture(scope="module")
def game(spec: Spec) -> Iterator[Game]:
    yield Game(spec, native_of(spec))


@pytest.fixture(scope="module")
def odd_game() -> Iterator[Game]:
    """One with maps of 4 and 8 bits a tile and odd sizes."""
    spec = load_spec(
        SPEC_FILE,
        [
            "dungeons.crypt.map.bits_per_tile=4", "dungeons.crypt.map.width=71",
            "dungeons.crypt.map.height=61", "dungeons.burrow.map.bits_per_tile=8",
            "dungeons.burrow.map.width=47",
        ],
    )  # fmt: skip
    yield Game(spec, native_of(spec))


@pytest.fixture(scope="module")
def wide_game() -> Iterator[Game]:
    """One with records that have bytes of the game's own."""
    spec = load_spec(
        SPEC_FILE,
        [
            "structs.connection.reserved={bytes: 2, unused: 513}",
            "structs.corner={reserved: {bytes: 1, unused: 7}, x: {bytes: 1, unused: 255}, "
            "y: {bytes: 1, unused: 255}}",
            "memory.rooms.end=0x1BFF", "memory.viewport={start: 0xC800, end: 0xCBFF}",
            "memory.program.end=0xC7FF",
        ],
    )  # fmt: skip
    yield Game(spec, native_of(spec))


def tiles_of(generation: Generation[Any]) -> list[int]:
    size = generation.parameters.map
    return list(unpack(generation.packed(), size.width, size.height, size.bits_per_tile))


@pytest.mark.parametrize("dungeon", ["crypt", "catacombs", "burrow"])
@pytest.mark.parametrize("which", ["game", "odd_game"])
def test_every_tile_can_be_read(which: str, dungeon: str, request: pytest.FixtureRequest) -> None:
    game = request.getfixturevalue(which)
    generation = game.make(dungeon, 7)
    size = generation.parameters.map
    read = [game.mapgen_get_tile(x, y) for y in range(size.height) for x in range(size.width)]
    assert read == tiles_of(generation)


@pytest.mark.parametrize("dungeon", ["crypt", "burrow"])
@pytest.mark.parametrize("which", ["game", "odd_game"])
def test_setting_a_tile_changes_just_that_tile(
    which: str, dungeon: str, request: pytest.FixtureRequest
) -> None:
    game = request.getfixturevalue(which)
    generation = game.make(dungeon, 7)
    size = generation.parameters.map
    expected = tiles_of(generation)
    for n in range(0, size.width * size.height, 5):
        code = n % 7
        game.mapgen_set_tile(n % size.width, n // size.width, code)
        expected[n] = code
    start = game.spec.memory["map"].start
    packed = bytes(game.native.memory[start : start + size.packed_bytes])
    assert list(unpack(packed, size.width, size.height, size.bits_per_tile)) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_rooms_are_told_as_they_are(game: Game, seed: int) -> None:
    rooms = game.make("crypt", seed).rooms
    for index, room in enumerate(rooms):
        found, values = game.answers("mapgen_get_room_info", 5, index)
        assert (found, values) == (1, [room.x, room.y, room.w, room.h, room.priority])
        assert game.answers("mapgen_get_room_center", 2, index) == (1, list(room.centre))
    for index in (len(rooms), NOBODY):
        assert game.answers("mapgen_get_room_info", 5, index) == (0, [99] * 5)
        assert game.answers("mapgen_get_room_center", 2, index) == (0, [99] * 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_tile_knows_its_room(game: Game, seed: int) -> None:
    generation = game.make("crypt", seed)
    size = generation.parameters.map
    owner = {
        (x, y): index
        for index, room in enumerate(generation.rooms)
        for x in range(room.x, room.x + room.w)
        for y in range(room.y, room.y + room.h)
    }
    for y in range(size.height):
        for x in range(size.width):
            assert game.mapgen_find_room_at_position(x, y) == owner.get((x, y), NOBODY), (x, y)


@pytest.mark.parametrize("seed", SEEDS)
def test_connections_are_told_from_both_ends(game: Game, seed: int) -> None:
    rooms = game.make("crypt", seed).rooms
    for index, room in enumerate(rooms):
        ends = {end.room: (slot, end) for slot, end in enumerate(room.connections)}
        for other in [*range(len(rooms)), NOBODY]:
            slot, end = ends.get(other, (NOBODY, None))
            assert game.connection_slot(index, other) == slot
            assert game.room_has_connection_to(index, other) == (end is not None)
            answer = game.answers("get_connection_info", 4, index, other)
            if end is None:
                assert answer == (0, [99] * 4)
            else:
                assert answer == (1, [end.door_x, end.door_y, end.wall, end.kind])
        for wall in range(4):
            has_doors = any(end.wall == wall for end in room.connections)
            assert game.wall_has_doors(index, wall) == has_doors


def records(game: Game) -> bytes:
    start = game.spec.memory["rooms"].start
    size = game.spec.layouts["room"].size * parameters_of(game.spec, "crypt").record_count()
    return bytes(game.native.memory[start : start + size])


@pytest.mark.parametrize("which", ["game", "wide_game"])
@pytest.mark.parametrize("seed", SEEDS)
def test_connections_can_be_taken_back_and_added_again(
    which: str, seed: int, request: pytest.FixtureRequest
) -> None:
    game: Game = request.getfixturevalue(which)
    rooms = game.make("crypt", seed).rooms
    layout = game.spec.layouts["room"]
    index = max(range(len(rooms)), key=lambda n: len(rooms[n].connections))
    room, before = rooms[index], records(game)
    values = layout.unpack(before, index * layout.size)
    blank = layout.unused_values()
    for slot in reversed(range(len(room.connections))):
        assert game.remove_last_connection_from_room(index) == 1
        for name in ("conn_data", "doors", "breakpoints"):
            values[name][slot] = blank[name][slot]
        values["connections"] = slot
        assert layout.unpack(records(game), index * layout.size) == values
    assert game.remove_last_connection_from_room(index) == 0
    for slot, end in enumerate(room.connections):
        added = [index, end.room, end.door_x, end.door_y, end.wall, end.kind]
        assert game.add_connection_to_room(*added) == 1
        assert game.add_connection_to_room(*added) == 0, "twice the same room"
        values["connections"] = slot + 1
        values["conn_data"][slot] |= {"room_id": end.room, "corridor_type": end.kind}
        values["doors"][slot] |= {"x": end.door_x, "y": end.door_y, "wall_side": end.wall}
        assert layout.unpack(records(game), index * layout.size) == values
    others = before[: index * layout.size], before[(index + 1) * layout.size :]
    now = records(game)
    assert (now[: index * layout.size], now[(index + 1) * layout.size :]) == others


def test_a_room_takes_no_more_connections_than_it_has_slots(game: Game) -> None:
    game.make("crypt", 7)
    while game.remove_last_connection_from_room(0):
        pass
    slots = game.spec.layouts["room"]["conn_data"].count[0]
    for other in range(1, slots + 1):
        assert game.add_connection_to_room(0, other, 1, 2, 3, 0) == 1
    assert game.add_connection_to_room(0, slots + 1, 1, 2, 3, 0) == 0


@pytest.mark.sampled(3)
@every_dungeon
@pytest.mark.parametrize("seed", SEEDS)
def test_a_true_map_is_valid_and_a_spoilt_one_is_not(sample: Sample, seed: int) -> None:
    game = Game(sample.spec, native_of(sample.spec))
    generation = game.make(sample.dungeon, seed)
    size, codes = generation.parameters.map, game.spec.codes
    tiles = tiles_of(generation)
    assert game.mapgen_validate_map() == 1

    def is_valid_with(x: int, y: int, tile: str) -> int:
        before = game.mapgen_get_tile(x, y)
        game.mapgen_set_tile(x, y, codes[tile])
        valid = game.mapgen_validate_map()
        game.mapgen_set_tile(x, y, before)
        return valid

    (up_x, up_y), (down_x, down_y) = generation.up, generation.down
    assert is_valid_with(up_x, up_y, "floor") == 0
    assert is_valid_with(down_x, down_y, "floor") == 0
    stairs = (codes["up_stairs"], codes["down_stairs"])
    floors = [
        n for n, code in enumerate(tiles) if code in generation.walkable and code not in stairs
    ]
    x, y = floors[0] % size.width, floors[0] // size.width
    assert is_valid_with(x, y, "up_stairs") == 0
    assert is_valid_with(x, y, "down_stairs") == 0
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                assert is_valid_with(x + dx, y + dy, "empty") == 0
    for x, y in ((0, 5), (size.width - 1, 5), (5, 0), (5, size.height - 1)):
        assert is_valid_with(x, y, "floor") == 0
    assert game.mapgen_validate_map() == 1


def test_nothing_walkable_may_lie_at_the_edge(game: Game) -> None:
    size, codes = game.make("crypt", 7).parameters.map, game.spec.codes
    for y in range(size.height):
        for x in range(size.width):
            game.mapgen_set_tile(x, y, codes["wall"])
    assert game.mapgen_validate_map() == 0, "there are no stairs"
    game.mapgen_set_tile(10, 10, codes["up_stairs"])
    assert game.mapgen_validate_map() == 0, "there are no stairs down"
    game.mapgen_set_tile(1, 1, codes["down_stairs"])
    assert game.mapgen_validate_map() == 1
    around = [(10 + dx, 10 + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    for place in around:
        game.mapgen_set_tile(*place, codes["empty"])
        assert game.mapgen_validate_map() == 0, place
        game.mapgen_set_tile(*place, codes["wall"])
    right, bottom = size.width - 1, size.height - 1
    for inside in ((right - 1, bottom - 1), (1, bottom - 1), (right - 1, 1)):
        game.mapgen_set_tile(*inside, codes["floor"])
        assert game.mapgen_validate_map() == 1
    edge = [(0, 5), (right, 5), (5, 0), (5, bottom), (right, bottom), (0, 0)]
    for place in edge:
        game.mapgen_set_tile(*place, codes["floor"])
        assert game.mapgen_validate_map() == 0, place
        game.mapgen_set_tile(*place, codes["wall"])
    assert game.mapgen_validate_map() == 1


def test_a_dungeon_number_that_is_too_large_counts_as_the_last(game: Game) -> None:
    last = game.make("burrow", 7).packed()
    start = game.spec.memory["map"].start
    for number in (3, 4, 255):
        game.mapgen_select(0)
        game.mapgen_select(number)
        game.mapgen_init(ctypes.c_uint16(7))
        game.mapgen_generate_dungeon()
        assert bytes(game.native.memory[start : start + len(last)]) == last
        assert game.mapgen_validate_map() == 1
