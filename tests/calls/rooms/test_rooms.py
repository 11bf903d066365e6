"""The game calls of rooms, with the kernel find_room: compared with the reference's rooms."""

from __future__ import annotations

import pytest
from helpers.games import TO, Game, for_every_build, game_of, put, read, records
from helpers.tools import SPEC_FILE

from pygen.builders.python import PythonBuilder
from pygen.calls.constants import (
    CALL_FINDS_NOTHING,
    CALL_IS_DONE,
    CALL_IS_REFUSED,
    CONNECTION_INFO_BYTES,
    ROOM_INFO_BYTES,
)
from pygen.calls.rooms import connection_info, room_at, room_info
from pygen.engine.constants import NO_ROOM
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec

SEEDS = (7, 1234, 65535)
SPEC = ["modules.calls=[room_at, room_info, connection_info]", "program.dungeons=[crypt]"]


@pytest.fixture(scope="module")
def rooms_spec() -> Spec:
    return load_spec(SPEC_FILE, SPEC)


@pytest.mark.sampled(3)
@for_every_build
@pytest.mark.parametrize("seed", SEEDS)
def test_rooms_are_told_as_the_reference_has_them(rooms_spec: Spec, build: str, seed: int) -> None:
    game = game_of(rooms_spec, "crypt", build)
    regions = PythonBuilder(rooms_spec).build(Request("crypt", seed)).regions
    put(game, regions)
    reference = generate(rooms_spec, Request("crypt", seed)).rooms
    used = records(rooms_spec, "crypt", regions, "rooms")
    game.ask(to=TO)
    owner = {
        (x, y): number
        for number, room in reversed([*enumerate(reference)])
        for x in range(room.x, room.x + room.w)
        for y in range(room.y, room.y + room.h)
    }
    size = rooms_spec.dungeons["crypt"].map
    places = [(x, y) for y in range(0, size.height, 3) for x in range(size.width)]
    for x, y in [*places, (255, 255), (size.width, 0)]:
        number = owner.get((x, y), NO_ROOM)
        status = CALL_FINDS_NOTHING if number == NO_ROOM else CALL_IS_DONE
        answer = game.call("room_at", a=y, x=x)
        assert (answer.a, answer.x) == (status, number), (x, y)
        assert room_at(used, x, y) == number
    for number, room in enumerate(reference):
        assert game.call("room_info", a=number).a == CALL_IS_DONE
        state = room.is_secret | (room.treasure_wall is not None) << 1
        more = (len(room.connections), state, room.hub_distance, room.priority)
        told = read(game, TO, ROOM_INFO_BYTES)
        assert told == bytes((room.x, room.y, room.w, room.h, *more)) == room_info(used, number)
    for number in (len(reference), 254, 255):
        assert game.call("room_info", a=number).a == CALL_IS_REFUSED
        assert room_info(used, number) is None


@pytest.mark.sampled(3)
@for_every_build
@pytest.mark.parametrize("seed", SEEDS)
def test_connections_are_told_as_the_reference_has_them(
    rooms_spec: Spec, build: str, seed: int
) -> None:
    game: Game = game_of(rooms_spec, "crypt", build)
    regions = PythonBuilder(rooms_spec).build(Request("crypt", seed)).regions
    put(game, regions)
    reference = generate(rooms_spec, Request("crypt", seed)).rooms
    used = records(rooms_spec, "crypt", regions, "rooms")
    game.ask(to=TO)
    found = 0
    for number in range(len(reference) + 1):
        for target in range(len(reference) + 1):
            answer = game.call("connection_info", a=target, x=number)
            wanted = connection_info(used, number, target)
            assert (answer.a, answer.x) == wanted[:2]
            if len(reference) in (number, target):
                assert answer.a == CALL_IS_REFUSED and answer.x == number
                continue
            slot = reference[number].connection_slot(target)
            assert answer.x == slot
            assert answer.a == (CALL_FINDS_NOTHING if slot == NO_ROOM else CALL_IS_DONE)
            if slot != NO_ROOM:
                end = reference[number].connections[slot]
                told = read(game, TO, CONNECTION_INFO_BYTES)
                assert told == bytes((end.door_x, end.door_y, end.wall, end.kind)) == wanted[2]
                found += 1
    assert found >= len(reference) - 1
