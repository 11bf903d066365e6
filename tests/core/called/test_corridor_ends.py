"""The kernels write_end and read_end: a corridor in the records of the two rooms that it joins."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import MEMORY, for_every_compiler
from helpers.logged_calls import LoggedCalls
from helpers.tools import SPEC_FILE

from pygen.spec import load_spec

LOG = 0xF00
"""Where the log begins: behind the packed map."""

FUNCTIONS = """
static uint8_t n, slot;
static uint16_t at;
static struct room_record *record;
static struct connection_record *connection;
static struct door_record *door;
static struct corner_record *corner;

static void begin_record(uint8_t room, uint8_t state, uint8_t slots)
{
    record = ROOM_RECORD(room);
    for (at = 0; at != sizeof(struct room_record); ++at)
        ((uint8_t *)record)[at] = 0;
    ROOM_SET_STATE(record, state);
    ROOM_SET_CONNECTIONS(record, slots);
}

static void write_and_put(uint8_t end)
{
    written_end = end;
    write_end();
    record = ROOM_RECORD(written_room[end]);
    slot = ROOM_GET_CONNECTIONS(record) - 1;
    connection = ROOM_CONN_DATA(record, slot);
    door = ROOM_DOORS(record, slot);
    put(slot);
    put(CONNECTION_GET_ROOM_ID(connection));
    put(CONNECTION_GET_CORRIDOR_TYPE(connection));
    put(DOOR_GET_X(door));
    put(DOOR_GET_Y(door));
    put(DOOR_GET_WALL_SIDE(door));
    put(DOOR_GET_HAS_TREASURE(door));
    put(DOOR_GET_IS_SECRET_DOOR(door));
    for (n = 0; n != 2; ++n) {
        corner = ROOM_BREAKPOINTS(record, slot, n);
        put(CORNER_GET_X(corner));
        put(CORNER_GET_Y(corner));
    }
}

static void read_and_put(uint8_t room, uint8_t is_secret)
{
    record = ROOM_RECORD(room);
    written_room[0] = room;
    written_slot = ROOM_GET_CONNECTIONS(record) - 1;
    door = ROOM_DOORS(record, written_slot);
    DOOR_SET_IS_SECRET_DOOR(door, is_secret);
    read_end();
    put(written_room[1]);
    put(written_type);
    put(written_at[0]);
    put(written_at[2]);
    put(written_secret);
    put(written_corners);
    for (n = 1; n <= written_corners; ++n) {
        put(written_point[n]);
        put((written_point + 4)[n]);
    }
}
"""

CALLS = {
    "corridor": """
        begin_record(arguments[1], arguments[3], arguments[5]);
        begin_record(arguments[2], arguments[4], arguments[6]);
        written_room[0] = arguments[1];
        written_room[1] = arguments[2];
        written_type = arguments[7];
        written_corners = arguments[8];
        for (n = 0; n != 4; ++n)
            written_at[n] = arguments[9 + n];
        for (n = 0; n != 2; ++n) {
            written_wall[n] = arguments[13 + n];
            written_point[n + 1] = arguments[15 + n];
            (written_point + 4)[n + 1] = arguments[17 + n];
        }
        write_and_put(0);
        write_and_put(1);
        read_and_put(arguments[1], 1);
        read_and_put(arguments[2], 0);
        random_low = 0;
        random_high = 0;
        put_state();"""
}
CORNERS_OF_TYPES = (0, 1, 2, 2, 1)


@for_every_compiler
def test_a_corridor_is_written_from_both_ends_and_read_from_either(
    tmp_path: Path, compiler: str
) -> None:
    spec = load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[crypt]", "memory.program.end=0x6FFF",
            "dungeons.crypt.passes=[{name: loops, chance: 100}]",
            f"memory.map={{start: {MEMORY}, end: {MEMORY + LOG - 1}}}",
        ],
    )  # fmt: skip
    calls, chance = LoggedCalls("crypt", LOG, FUNCTIONS, CALLS), random.Random(9)
    for number in range(40):
        corridor_type = number % len(CORNERS_OF_TYPES)
        count = CORNERS_OF_TYPES[corridor_type]
        rooms, states = chance.sample(range(9), 2), [chance.randrange(4) for _ in range(2)]
        slots, walls = ([chance.randrange(4) for _ in range(2)] for _ in range(2))
        openings = [(chance.randrange(72), chance.randrange(72)) for _ in range(2)]
        corners = [(chance.randrange(72), chance.randrange(72)) for _ in range(2)]
        found = b""
        for end in (0, 1):
            along = corners[:count][:: -1 if end else 1]
            kept = [*along, *[(0, 0)] * (2 - count)]
            has_treasure = states[end] >> 1 & 1
            found += bytes(
                (slots[end], rooms[1 - end], corridor_type, *openings[end], walls[end],
                 has_treasure, 0, *kept[0], *kept[1])
            )  # fmt: skip
        for end, is_secret in ((0, 1), (1, 0)):
            along = corners[:count][:: -1 if end else 1]
            found += bytes((rooms[1 - end], corridor_type, *openings[end], is_secret, count))
            found += bytes(value for corner in along for value in corner)
        found += bytes(2)
        calls.add(
            "corridor", *rooms, *states, *slots, corridor_type, count,
            openings[0][0], openings[1][0], openings[0][1], openings[1][1], *walls,
            corners[0][0], corners[1][0], corners[0][1], corners[1][1], found=found,
        )  # fmt: skip
    calls.run(spec, tmp_path, compiler, units=["core/rooms.c"])
