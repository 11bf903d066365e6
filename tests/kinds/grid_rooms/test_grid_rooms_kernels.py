"""The kernels of grid rooms: each does what its twin in Python does.

The kernels are add_runs, add_to_tree, draw_doors, draw_figure, exchange_cells, find_bars,
find_obstacles, keep_room, place_doors, record_end, spot_is_free, swap_neighbours and walls_face.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.calls import MEMORY, for_every_compiler, word
from helpers.logged_calls import LoggedCalls
from helpers.tools import SPEC_FILE

from pygen.engine.definition.sides import BOTTOM
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.rooms import Room
from pygen.engine.dungeon.tilemap import TileMap
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.kinds.grid_rooms.connect import Tree, add_to_tree
from pygen.kinds.grid_rooms.corridors import (
    Geometry,
    Pair,
    add_runs,
    beyond_door,
    find_bars,
    place_doors,
    wall_faces,
)
from pygen.kinds.grid_rooms.parameters import GridRooms
from pygen.kinds.grid_rooms.rooms import (
    Ground,
    Obstacle,
    draw_room,
    find_obstacles,
    shuffle_cells,
    spot_is_free,
)
from pygen.kinds.grid_rooms.runs import draw_runs
from pygen.spec import Spec, load_spec

LOG = 0xF00
"""Where the log begins: behind the packed map."""

FUNCTIONS = """
static uint8_t n, slot;
static struct room_record *record;
static struct corner_record *corner;

static void put_all(const uint8_t *values, uint8_t count)
{
    for (n = 0; n != count; ++n)
        put(values[n]);
}

static void put_new_room(void)
{
    room_connections[room_count] = 255;
    room_is_secret[room_count] = 255;
    is_inside[room_count] = 255;
    walls_with_door[room_count] = 255;
    walls_with_doors[room_count] = 255;
    add_room();
    n = room_count - 1;
    /* As it is in a dungeon that begins: all records are blank. */
    ROOM_SET_CONNECTIONS(ROOM_RECORD(n), 0);
    put(room_x[n]);
    put(room_y[n]);
    put(room_w[n]);
    put(room_h[n]);
    put(centre_x[n]);
    put(centre_y[n]);
    put(ring_left[n]);
    put(ring_top[n]);
    put(ring_right[n]);
    put(ring_bottom[n]);
    put(room_connections[n] | room_is_secret[n] | is_inside[n]);
    put(walls_with_door[n] | walls_with_doors[n]);
}

static void take_ground(const uint8_t *bytes)
{
    low_x = bytes[0];
    high_x = bytes[1];
    low_y = bytes[2];
    high_y = bytes[3];
    find_obstacles();
}

static NOINLINE void put_facing(void)
{
    put(walls_face());
}

static void put_bars(void)
{
    find_bars();
    put(bar_count);
    for (n = room_count; n != 0; --n)
        put(n <= bar_count ? bar_room[n - 1] : 255);
}

static void put_end(void)
{
    record_end();
    n = written_room[written_end];
    slot = room_connections[n] - 1;
    record = ROOM_RECORD(n);
    put(CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(record, slot)));
    put(CONNECTION_GET_CORRIDOR_TYPE(ROOM_CONN_DATA(record, slot)));
    put(DOOR_GET_X(ROOM_DOORS(record, slot)));
    put(DOOR_GET_Y(ROOM_DOORS(record, slot)));
    put(DOOR_GET_WALL_SIDE(ROOM_DOORS(record, slot)));
    put(DOOR_GET_IS_SECRET_DOOR(ROOM_DOORS(record, slot)));
    put(walls_with_door[n]);
    put(walls_with_doors[n]);
    put(corridor_door_x[corridor_end - 1]);
    put(corridor_door_y[corridor_end - 1]);
    for (n = 0; n != written_corners; ++n) {
        corner = ROOM_BREAKPOINTS(record, slot, n);
        put(CORNER_GET_X(corner));
        put(CORNER_GET_Y(corner));
    }
}
"""

CALLS = {
    "add_room": """
        spot_x = arguments[1];
        spot_y = arguments[2];
        size_w = arguments[3];
        size_h = arguments[4];
        put_new_room();""",
    "shuffle_cells": """
        random_low = arguments[1];
        random_high = arguments[2];
        random_draws = 250;
        for (n = 0; n != arguments[3]; ++n)
            cell_order[n] = n;
        last_cell = arguments[3] - 1;
        while (exchange_cells() != 0)
            ;
        swapped_pairs = arguments[3] - 1;
        for (slot = GRID_SWAP_PASSES; slot != 0; --slot)
            swap_neighbours();
        put_all(cell_order, arguments[3]);
        put_state();
        put((uint8_t)*(volatile uint16_t *)&random_draws);
        put((uint8_t)(*(volatile uint16_t *)&random_draws >> 8));""",
    "find_obstacles": """
        take_ground(arguments + 1);
        put(obstacle_count);
        put_all(obstacle_left, obstacle_count);
        put_all(obstacle_top, obstacle_count);
        put_all(obstacle_right, obstacle_count);
        put_all(obstacle_bottom, obstacle_count);""",
    "spot_is_free": """
        take_ground(arguments + 1);
        size_w = arguments[5];
        size_h = arguments[6];
        random_low = arguments[7];
        random_high = arguments[8];
        put(spot_is_free());
        put(spot_x);
        put(spot_y);
        put(random_low);
        put(random_high);""",
    "begin_tree": """
        for (n = 0; n != room_count; ++n)
            is_inside[n] = 0;
        begin_tree();""",
    "add_to_tree": """
        this_room = arguments[1];
        add_to_tree();
        put(best_room);
        put_all(tree_distance, room_count);
        put_all(nearest_inside, room_count);
        put_all(is_inside, room_count);""",
    "place_doors": """
        inside = arguments[1];
        outside = arguments[2];
        this_wall = arguments[3];
        other_wall = arguments[4];
        last_point = arguments[5];
        place_doors();
        put_all(written_at, 4);
        put(point_x[0]);
        put(point_y[0]);
        put(point_x[arguments[5]]);
        put(point_y[arguments[5]]);""",
    "walls_face": """
        inside = arguments[1];
        outside = arguments[2];
        for (this_wall = 0; this_wall != 4; ++this_wall) {
            for (other_wall = 0; other_wall != 4; ++other_wall)
                put_facing();
        }""",
    "find_bars": """
        inside = arguments[1];
        outside = arguments[2];
        find_facing_walls(inside, outside);
        put_bars();""",
    "find_bars_within": """
        inside = arguments[1];
        outside = arguments[2];
        between_left = arguments[3];
        between_top = arguments[4];
        between_right = arguments[5];
        between_bottom = arguments[6];
        put_bars();""",
    "add_runs": """
        for (n = 0; n != 4; ++n) {
            point_x[n] = arguments[2 + n];
            point_y[n] = arguments[6 + n];
        }
        last_point = arguments[1];
        this_run = 3;
        add_runs();
        for (n = 3; n != 3 + arguments[1]; ++n) {
            put(run_left[n]);
            put(run_top[n]);
            put(run_right[n]);
            put(run_bottom[n]);
        }""",
    "record_end": """
        corridor_count = 0;
        corridor_kind[0] = arguments[5];
        written_corners = arguments[5];
        written_end = 0;
        put_end();
        written_end = 1;
        put_end();""",
    "draw_room": """
        next_room = arguments[1];
        draw_room();""",
    "draw_room_at": """
        room_x[0] = arguments[1];
        room_y[0] = arguments[2];
        ring_left[0] = arguments[1] - 1;
        ring_top[0] = arguments[2] - 1;
        ring_right[0] = arguments[1] + arguments[3];
        ring_bottom[0] = arguments[2] + arguments[4];
        next_room = 0;
        draw_room();""",
    "draw_runs": """
        for (n = 0; n != 2; ++n) {
            run_left[n] = arguments[2 + 4 * n];
            run_top[n] = arguments[3 + 4 * n];
            run_right[n] = arguments[4 + 4 * n];
            run_bottom[n] = arguments[5 + 4 * n];
        }
        draw_runs(0, 2, arguments[1]);""",
    "draw_doors": """
        corridor_door_x[arguments[3]] = arguments[1];
        corridor_door_y[arguments[3]] = arguments[2];
        this_door = arguments[3];
        doors_end = this_door + 1;
        draw_doors();""",
}


class Checks(LoggedCalls):
    """The cases, and what each of them must find."""

    def __init__(self, spec: Spec) -> None:
        super().__init__("crypt", LOG, FUNCTIONS, CALLS)
        self.g: Generation[GridRooms] = begin(spec, Request("crypt", 0))


def places(chance: random.Random) -> Iterator[tuple[int, int, int, int]]:
    """Floors of rooms far enough from each other, in random order. The first one is as far from the
    one above as from the one below, and farther from all others."""
    cells = [(column, row) for column in range(4) for row in range(3)]
    chance.shuffle(cells)
    cells.sort(key=lambda cell: cell != (1, 1))
    for column, row in cells:
        if column == 1:
            yield 2 + 17 * column, 2 + 12 * row, 4, 4
            continue
        # Often the same sizes and places, so that distances are equal.
        w, h = chance.choice([4, 4, 4, 1, 9, 10]), chance.choice([4, 4, 4, 1, 7, 8])
        yield (
            2 + 17 * column + chance.choice([0, 0, 1, 3]),
            2 + 12 * row + chance.choice([0, 0, 2]),
            w,
            h,
        )


def check_rooms(checks: Checks, chance: random.Random) -> None:
    g = checks.g
    for count in (2, 15, 16):
        check_shuffle(checks, chance.randint(1, 65535), count)
    checks.add("find_obstacles", 0, 255, 0, 255, found=bytes(1))
    for place in places(chance):
        add_room(checks, *place)
        if len(g.rooms) in (1, 5):
            check_edges_of_obstacle(checks)
        for _ in range(3):
            low_x, low_y = chance.choice([1, 1, 20, 35, 50]), chance.choice([1, 1, 12, 25])
            ground = (low_x, low_x + chance.randint(12, 20), low_y, low_y + chance.randint(12, 20))
            obstacles = check_obstacles(checks, ground)
            w, h, state = chance.randint(4, 12), chance.randint(4, 12), chance.randint(1, 65535)
            check_spot(checks, ground, obstacles, w, h, state)


def add_room(checks: Checks, x: int, y: int, w: int, h: int) -> None:
    room = Room(x, y, w, h)
    ring = (x - 1, y - 1, x + w, y + h)
    checks.add("add_room", x, y, w, h, found=bytes([x, y, w, h, *room.centre, *ring, 0, 0]))
    checks.g.rooms.append(room)


def check_shuffle(checks: Checks, state: int, count: int) -> None:
    g, cells = checks.g, list(range(count))
    g.random.state = state
    for _ in shuffle_cells(g, cells):
        pass
    draws = 250 + (count - 1) * (1 + g.parameters.grid.swap_passes)
    found = bytes(cells) + word(g.random.state) + word(draws)
    checks.add("shuffle_cells", *word(state), count, found=found)


def check_obstacles(checks: Checks, ground: Ground) -> list[Obstacle]:
    obstacles = find_obstacles(checks.g, ground)
    parts = bytes(side for sides in zip(*obstacles, strict=True) for side in sides)
    checks.add("find_obstacles", *ground, found=bytes([len(obstacles)]) + parts)
    return obstacles


def check_spot(
    checks: Checks, ground: Ground, obstacles: list[Obstacle], w: int, h: int, state: int
) -> bool:
    g = checks.g
    g.random.state = state
    x, y, fits = spot_is_free(g, ground, obstacles, w, h)
    found = bytes([fits, x, y]) + word(g.random.state)
    checks.add("spot_is_free", *ground, w, h, *word(state), found=found)
    return fits


def check_edges_of_obstacle(checks: Checks) -> None:
    """Grounds and floors that just touch the obstacle of the last room, and that do not."""
    g = checks.g
    left, top, right, bottom = find_obstacles(g, (0, 200, 0, 200))[-1]
    for ground in (
        (0, left, 0, 200), (0, left + 1, 0, 200), (right, 200, 0, 200), (right - 1, 200, 0, 200),
        (0, 200, 0, top), (0, 200, 0, top + 1), (0, 200, bottom, 200), (0, 200, bottom - 1, 200),
    ):  # fmt: skip
        check_obstacles(checks, ground)
    if len(g.rooms) > 1:
        return
    w, h, free = 4, 3, []
    for x, y in (
        (right, top), (right - 1, top), (left - w, top), (left - w + 1, top),
        (left, bottom), (left, bottom - 1), (left, top - h), (left, top - h + 1),
    ):  # fmt: skip
        ground = (x - 1, x + w + 1, y - 1, y + h + 1)
        obstacles = find_obstacles(g, ground)
        state = next(n for n in range(1, 65536) if place_drawn(g, ground, w, h, n) == (x, y))
        free.append(check_spot(checks, ground, obstacles, w, h, state))
    assert free == [True, False] * 4


def place_drawn(
    g: Generation[GridRooms], ground: Ground, w: int, h: int, state: int
) -> tuple[int, int]:
    """Where a floor is tried with this state of the random numbers."""
    g.random.state = state
    x, y, _ = spot_is_free(g, ground, [], w, h)
    return x, y


def check_corridors(checks: Checks, chance: random.Random) -> None:
    g = checks.g
    rooms = range(len(g.rooms))
    first = g.rooms[0]
    above, below = (
        g.rooms.index(Room(first.x, first.y + distance, first.w, first.h)) for distance in (-12, 12)
    )
    # Room 0 is as far from one of these as from the other.
    for order in ([0], [above, below], [below, above]):
        tree = Tree(g)
        checks.add("begin_tree")
        others = [room for room in rooms if room not in order]
        for room in [*order, *chance.sample(others, len(others))]:
            add_to_tree(g, tree, room)
            distances = bytes(min(255, distance) for distance in tree.distance)
            found = bytes([tree.best]) + distances + bytes(tree.nearest) + bytes(tree.is_inside)
            checks.add("add_to_tree", room, found=found)
    geometry = Geometry(g)
    connections: dict[int, list[int]] = {room: [] for room in rooms}
    for _ in range(30):
        inside, outside = chance.sample(rooms, 2)
        bars = find_bars(geometry, inside, outside)
        checks.add("find_bars", inside, outside, found=found_bars(bars, rooms))
        facing = [
            wall_faces(geometry, inside, wall, outside)
            and wall_faces(geometry, outside, other, inside)
            for wall in range(4)
            for other in range(4)
        ]
        checks.add("walls_face", inside, outside, found=bytes(facing))
        corners = chance.randint(0, 2)
        walls = chance.randint(0, BOTTOM), chance.randint(0, BOTTOM)
        pair = Pair(inside, outside, [])
        near, far = place_doors(geometry, pair, *walls)
        before, after = beyond_door(near, 1), beyond_door(far, 1)
        found = bytes([near.x, far.x, near.y, far.y, *before, *after])
        checks.add("place_doors", inside, outside, *walls, corners + 1, found=found)
        turns = [(chance.randint(1, 70), chance.randint(1, 70)) for _ in range(corners)]
        points = [before, *turns, after]
        runs = add_runs(points)
        xs, ys = ([point[axis] for point in points] + [0] * (4 - len(points)) for axis in (0, 1))
        checks.add("add_runs", corners + 1, *xs, *ys, found=bytes(n for run in runs for n in run))
        if max(len(connections[inside]), len(connections[outside])) == 4:
            continue
        found = b""
        for end, other, way in ((near, far, turns), (far, near, turns[::-1])):
            walls_used = connections[end.room]
            walls_used.append(end.wall)
            with_door = sum(1 << wall for wall in set(walls_used))
            with_doors = sum(1 << wall for wall in set(walls_used) if walls_used.count(wall) > 1)
            found += bytes([other.room, corners, end.x, end.y, end.wall, 0, with_door, with_doors])
            found += bytes([end.x, end.y])
            found += bytes(n for turn in way for n in turn)
        checks.add("record_end", inside, outside, 0, 0, corners, found=found)
    assert sum(map(len, connections.values())) > 20
    check_edges_of_bars(checks, geometry, rooms)


def found_bars(bars: list[int], rooms: range) -> bytes:
    """What the C writes of them."""
    return bytes([len(bars)]) + bytes([255] * (len(rooms) - len(bars))) + bytes(bars)


def check_edges_of_bars(checks: Checks, geometry: Geometry, rooms: range) -> None:
    """Rectangles between two rooms that just touch another room, and that do not."""
    for room in (rooms[0], rooms[5], rooms[-1]):
        left, right, top, bottom = geometry.rings[room]
        inside, outside = (room + 1) % len(rooms), (room + 2) % len(rooms)
        for rectangle in (
            (right, top, right, bottom), (right + 1, top, right + 1, bottom),
            (left, top, left, bottom), (left - 1, top, left - 1, bottom),
            (left, bottom, right, bottom), (left, bottom + 1, right, bottom + 1),
            (left, top, right, top), (left, top - 1, right, top - 1),
        ):  # fmt: skip
            geometry.centres[inside], geometry.centres[outside] = rectangle[:2], rectangle[2:]
            bars = find_bars(geometry, inside, outside)
            found = found_bars(bars, rooms)
            checks.add("find_bars_within", inside, outside, *rectangle, found=found)


def check_drawing(checks: Checks, chance: random.Random) -> None:
    """Rooms above and in the last corner, and runs below: all walls, then floors."""
    g = checks.g
    width, height = g.tiles.width, g.tiles.height
    corner = (width - 6, height - 6, 4, 4)
    add_room(checks, *corner)
    for number, room in enumerate(g.rooms):
        checks.add("draw_room", number)
        draw_room(g, room)
    # As near to each other as rooms may be, with the edges at all places in a byte.
    least = 1 + g.parameters.rooms.min_distance
    for x in chance.sample(range(2, 63, least), len(range(2, 63, least))):
        checks.add("draw_room_at", x, 38, 1, 1)
        draw_room(g, Room(x, 38, 1, 1))
    runs = []
    for _ in range(12):
        x, y = chance.randint(1, 60), chance.randint(41, height - 2)
        right = chance.choice([x, chance.randint(x, 60)])
        bottom = y if right > x else chance.randint(y, height - 2)
        runs.append((x, y, right, bottom))
    # Down, from page to page, and across from every tile of a group, and along the edges.
    runs += [(x, 42, x, min(60, height - 3)) for x in (*range(1, 64, 9), 8)]
    runs += [(x, 47, x + 1, 47) for x in (*range(1, 64, 9), 8)]
    runs += [(1, height - 2, 5, height - 2), (1, height - 5, 1, height - 2)]
    runs += [(width - 2, 38, width - 2, 40), (width - 4, 39, width - 2, 39)]
    for tile in (g.codes["wall"], g.codes["floor"]):
        for run, next_run in zip(runs[::2], runs[1::2], strict=True):
            checks.add("draw_runs", tile, *run, *next_run)
            draw_runs(g, [run, next_run], tile)
    for number, x in enumerate([*range(1, 65, 9), 30, 31, 61, 62]):
        y = chance.randint(0, g.tiles.height - 2)
        checks.add("draw_doors", x, y, number)
        g.tiles.set(x, y, g.codes["door"])


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    "changes",
    [
        [],
        ["dungeons.crypt.map={width: 72, height: 90, bits_per_tile: 4}"],
        ["dungeons.crypt.map={width: 72, height: 50, bits_per_tile: 8}"],
        ["dungeons.crypt.map.width=73"],
    ],
    ids=["3 bits", "4 bits, many rows", "8 bits", "rows within bytes"],
)
def test_kernels_do_what_their_twins_do(tmp_path: Path, compiler: str, changes: list[str]) -> None:
    usual = "{width: 72, height: 72, bits_per_tile: 3}"
    spec = load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[crypt]", "memory.program.end=0x6FFF",
            f"memory.map={{start: {MEMORY}, end: {MEMORY + LOG - 1}}}",
            f"dungeons.crypt.map={usual}", *changes,
        ],
    )  # fmt: skip
    checks, chance = Checks(spec), random.Random(7)
    check_rooms(checks, chance)
    check_corridors(checks, chance)
    check_drawing(checks, chance)
    after = checks.run(spec, tmp_path, compiler, units=["core/rooms.c"])
    size = spec.dungeons["crypt"].map
    tiles = TileMap(size.width, size.height, size.bits_per_tile)
    assert after[: len(tiles.pack())] == checks.g.tiles.pack()
