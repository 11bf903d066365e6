"""The kernels of binary space partitions: each does what its twin in Python does.

The kernels are draw_doors, draw_slices, find_pairs and record_end.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.calls import MEMORY, for_every_compiler, word
from helpers.kinds import data_with, loaded
from helpers.logged_calls import LoggedCalls

from pygen.engine.constants import L_SHAPED, STRAIGHT, Z_SHAPED
from pygen.engine.dungeon.rooms import Room
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.kinds.bsp.constants import NO_DOOR
from pygen.kinds.bsp.corridors import Corridor, Halls
from pygen.kinds.bsp.drawing import draw_doors, draw_rectangles
from pygen.kinds.bsp.pace import PACE, slices_at_once
from pygen.kinds.bsp.pairs import Pair, find_pairs
from pygen.kinds.bsp.splitting import Layout, Part
from pygen.spec import Spec

LOG = 0xF00
"""Where the log begins: behind the packed map."""

FUNCTIONS = """
static uint8_t n, result;

static struct room_record *record;
static struct corner_record *corner;

static NOINLINE void put_end(void)
{
    uint8_t room, slot;

    room = end_room[recorded_end];
    slot = room_connections[room] - 1;
    record = ROOM_RECORD(room);
    put(ROOM_GET_CONNECTIONS(record));
    put(CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(record, slot)));
    put(CONNECTION_GET_CORRIDOR_TYPE(ROOM_CONN_DATA(record, slot)));
    put(DOOR_GET_X(ROOM_DOORS(record, slot)));
    put(DOOR_GET_Y(ROOM_DOORS(record, slot)));
    put(DOOR_GET_WALL_SIDE(ROOM_DOORS(record, slot)));
    for (n = 0; n != 2; ++n) {
        corner = ROOM_BREAKPOINTS(record, slot, n);
        put(CORNER_GET_X(corner));
        put(CORNER_GET_Y(corner));
    }
    for (n = 0; n != 4; ++n)
        put(room_doors[FIRST_DOOR(room) + n]);
}

static NOINLINE void put_pairs(void)
{
    put(pair_count);
    for (n = 0; n != pair_count; ++n) {
        put(pair_first[n]);
        put(pair_second[n]);
        put(pair_line[n]);
    }
}
"""

CALLS = {
    "room": """
        ring_low[room_count] = arguments[1];
        (ring_low + ROOMS_CAPACITY)[room_count] = arguments[2];
        ring_high[room_count] = arguments[3];
        (ring_high + ROOMS_CAPACITY)[room_count] = arguments[4];
        ++room_count;""",
    "corridor": """
        corridor_x[corridor_count] = arguments[1];
        corridor_y[corridor_count] = arguments[2];
        corridor_end_x[corridor_count] = arguments[3];
        corridor_end_y[corridor_count] = arguments[4];
        corridor_kind[corridor_count] = arguments[5];
        corridor_is_level[corridor_count] = arguments[6];
        corridor_turn[corridor_count] = arguments[7];
        ++corridor_count;""",
    "draw": """
        begin_rectangles();
        do {
            if (arguments[1])
                result = draw_rectangles(TILE_WALL);
            else
                result = draw_rectangles(TILE_FLOOR);
            put(result);
        } while (result == 0);""",
    "door": """
        room_doors[arguments[1]] = arguments[2];""",
    "draw_doors": """
        random_low = arguments[1];
        random_high = arguments[2];
        next_room = 0;
        do {
            result = draw_doors();
            put(result);
        } while (result == 0);
        put_state();""",
    "begin": """
        room_count = 0;
        corridor_count = 0;""",
    "blank": """
        record = ROOM_RECORD(arguments[1]);
        for (n = 0; n != sizeof(struct room_record); ++n)
            ((uint8_t *)record)[n] = blank_room[n];
        room_connections[arguments[1]] = 0;
        for (n = 0; n != 4; ++n)
            room_doors[FIRST_DOOR(arguments[1]) + n] = NO_DOOR;""",
    "ends": """
        end_room[0] = arguments[1];
        end_room[1] = arguments[2];
        end_wall[0] = arguments[3];
        end_wall[1] = arguments[4];
        end_place[0] = arguments[5];
        end_place[1] = arguments[6];""",
    "record": """
        end_x[0] = arguments[1];
        end_x[1] = arguments[2];
        end_y[0] = arguments[3];
        end_y[1] = arguments[4];
        dug_type = arguments[5];
        is_level = arguments[6];
        turn = arguments[7];
        recorded_end = 0;
        record_end();
        put_end();
        recorded_end = 1;
        record_end();
        put_end();""",
    "part": """
        part_left[room_count] = arguments[1];
        part_top[room_count] = arguments[2];
        part_right[room_count] = arguments[3];
        part_bottom[room_count] = arguments[4];
        right_line[room_count] = arguments[5];
        bottom_line[room_count] = arguments[6];
        ++room_count;""",
    "pairs": """
        pair_count = 0;
        next_room = 0;
        begin_pairs();
        do {
            result = find_pairs();
            put(result);
        } while (result == 0);
        put_pairs();""",
}


class Checks(LoggedCalls):
    """The cases, and what each of them must find."""

    def __init__(self, spec: Spec) -> None:
        super().__init__("parted", LOG, FUNCTIONS, CALLS)
        self.g = begin(spec, Request("parted", 0))
        self.add("begin")


def check_drawing(checks: Checks, chance: random.Random) -> None:
    """Rooms of all sizes and corridors of all shapes: first all walls, then all floors."""
    g = checks.g
    width, height = g.tiles.width, g.tiles.height
    halls = Halls(Layout())
    for n in range(16):
        w, h = 1 + n, chance.randint(1, 24)
        x, y = chance.randint(2, width - 2 - w), chance.randint(2, height - 2 - h)
        g.rooms.append(Room(x, y, w, h))
        checks.add("room", x - 1, y - 1, x + w, y + h)
    for n in range(30):
        xs = chance.randint(2, width - 3), chance.randint(2, width - 3)
        ys = chance.randint(2, height - 3), chance.randint(2, height - 3)
        kind, is_level = n % 3, chance.random() < 0.5
        side, other = (xs, ys) if is_level else (ys, xs)
        turn = side[1]
        if kind == Z_SHAPED:
            turn = chance.randint(2, (width if is_level else height) - 3)
        if kind == STRAIGHT:
            other = (other[0], other[0])
            xs, ys = (xs, other) if is_level else (other, ys)
        halls.corridors.append(Corridor((0, 1), (0, 0), xs, ys, kind, is_level, turn))
        checks.add("corridor", xs[0], ys[0], xs[1], ys[1], kind, is_level, turn)
    for name in ("wall", "floor"):
        slices = sum(1 for _ in draw_rectangles(g, halls, g.codes[name]))
        steps = -(-slices // slices_at_once(g.parameters.map))
        checks.add("draw", name == "wall", found=bytes(steps - 1) + bytes([1]))
    check_doors(checks, halls, chance)


def check_doors(checks: Checks, halls: Halls, chance: random.Random) -> None:
    """Doors in some of the walls of these rooms."""
    g = checks.g
    for n, room in enumerate(g.rooms):
        places = [
            chance.choice([NO_DOOR, chance.randint(low, low + length - 1)])
            for low, length in (
                (room.y, room.h),
                (room.y, room.h),
                (room.x, room.w),
                (room.x, room.w),
            )
        ]
        halls.doors.append(places)
        for wall, place in enumerate(places):
            checks.add("door", 4 * n + wall, place)
    state = word(g.random.state)
    steps = 4 * len(g.rooms) // PACE["doors_at_once"]
    for _ in draw_doors(g, halls):
        pass
    found = bytes(steps - 1) + bytes([1]) + word(g.random.state)
    checks.add("draw_doors", *state, found=found)


def check_pairs(checks: Checks, chance: random.Random) -> None:
    """Parts in rows of different heights, whose sides partly touch."""
    for count in (2, 9, 20):
        checks.add("begin")
        parts: list[Part] = []
        while len(parts) < count:
            left, top = chance.randrange(0, 60, 10), chance.randrange(0, 60, 10)
            right, bottom = left + chance.randrange(10, 40, 10), top + chance.randrange(10, 40, 10)
            lines = (100, chance.randrange(50), 101, chance.randrange(50))
            parts.append(Part(left, top, right, bottom, 1, 0, lines))
            checks.add("part", left, top, right, bottom, lines[1], lines[3])
        layout = Layout()
        layout.parts.extend(parts)
        pairs: list[Pair] = []
        looked = sum(1 for _ in find_pairs(layout, pairs, False))
        # A step that has looked at its last pair does not know that it was the last of all.
        steps = -(-looked // PACE["pairs_at_once"])
        found = bytes(steps - 1) + bytes([1, len(pairs)])
        found += bytes(n for pair in pairs for n in (pair.first, pair.second, pair.line))
        checks.add("pairs", found=found)


def check_records(checks: Checks, chance: random.Random) -> None:
    """Corridors of all types between rooms, until some have as many as they may."""
    rooms = range(6)
    counts = dict.fromkeys(rooms, 0)
    doors = {room: [NO_DOOR] * 4 for room in rooms}
    for room in rooms:
        checks.add("blank", room)
    for n in range(10):
        ends = chance.sample([room for room in rooms if counts[room] < 4], 2)
        walls = [chance.randrange(4) for _ in ends]
        places = [chance.randint(1, 60) for _ in ends]
        xs, ys = ([chance.randint(1, 60) for _ in ends] for _ in range(2))
        kind, is_level, turn = n % 3, chance.randrange(2), chance.randint(1, 60)
        found = b""
        for end, room in enumerate(ends):
            counts[room] += 1
            doors[room][walls[end]] = places[end]
            corners = [(255, 255)] * 2
            if kind != STRAIGHT:
                of_corners = [0] if kind == L_SHAPED else [end, end ^ 1]
                for number, at in enumerate(of_corners):
                    corners[number] = (turn, ys[at]) if is_level else (xs[at], turn)
            found += bytes([counts[room], ends[end ^ 1], kind, xs[end], ys[end], walls[end]])
            found += bytes([*corners[0], *corners[1], *doors[room]])
        checks.add("ends", *ends, *walls, *places)
        checks.add("record", *xs, *ys, kind, is_level, turn, found=found)
    assert max(counts.values()) == 4


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    "size",
    [(72, 72, 3), (72, 100, 4), (60, 60, 8), (71, 72, 3)],
    ids=["3 bits", "4 bits", "8 bits", "rows within bytes"],
)
def test_kernels_do_what_their_twins_do(
    tmp_path: Path, compiler: str, size: tuple[int, int, int]
) -> None:
    width, height, bits = size
    map_size = {"width": width, "height": height, "bits_per_tile": bits}
    data = data_with(
        {
            "parted": {
                "kind": "bsp",
                "map": map_size,
                "split": {"rooms": 20},
                "doors": {"chance": 60},
            }
        }
    )
    del data["memory"]
    spec = loaded(
        data,
        [
            "memory.program={start: 0x1800, end: 0x6FFF}",
            f"memory.map={{start: {MEMORY}, end: {MEMORY + LOG - 1}}}",
        ],
    )
    checks, chance = Checks(spec), random.Random(5)
    check_drawing(checks, chance)
    check_pairs(checks, chance)
    check_records(checks, chance)
    after = checks.run(spec, tmp_path, compiler, units=["core/rooms.c"])
    packed = checks.g.tiles.pack()
    assert after[: len(packed)] == packed
