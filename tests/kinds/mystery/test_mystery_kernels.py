"""The kernels of mystery floors that reach tiles, flood them and draw them: each does what Python
does.

The kernels are draw_tiles, flood_spot, hit_spot, reach_some, try_places and water_around;
test_lean.py has change_tiles and find_hall.
"""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pytest
from helpers.calls import for_every_compiler, word
from helpers.kinds import samples
from helpers.logged_calls import LoggedCalls

from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.kinds.mystery.constants import FLOOR, FREE, SPOT_ROW, SPOT_SIDE, TERRAIN, WALL, WATER
from pygen.kinds.mystery.drawing import NAMES
from pygen.kinds.mystery.places import try_place
from pygen.kinds.mystery.reaching import MOST_WAITING
from pygen.kinds.mystery.terrain import spot_hit, water_around
from pygen.kinds.mystery.things import ROUNDS
from pygen.spec import Spec

LARGE = next(sample for sample in samples("mystery") if sample.dungeon == "mystery_large")
WIDTH, HEIGHT = 56, 32
GROUND = WIDTH * HEIGHT
SPOT_BYTES = SPOT_ROW * (SPOT_SIDE + 2)

FUNCTIONS = """
static uint16_t n;

static NOINLINE void put_waiting(void)
{
    put(first_reached);
    put(behind_reached);
    put((uint8_t)open_tiles);
    put((uint8_t)(open_tiles >> 8));
    put(behind_reached == 0 ? 0 : waiting_low[behind_reached - 1]);
    put(behind_reached == 0 ? 0 : waiting_high[behind_reached - 1]);
}
"""

CALLS = {
    "take": """
        for (n = 0; n != MAP_WIDTH * MAP_HEIGHT; ++n)
            ground[n] = MEMORY[n];""",
    "give": """
        for (n = 0; n != MAP_WIDTH * MAP_HEIGHT; ++n)
            MEMORY[n] = ground[n];""",
    "begin": """
        first_reached = arguments[1];
        behind_reached = arguments[1] + 1;
        waiting_low[arguments[1]] = arguments[2];
        waiting_high[arguments[1]] = arguments[3];
        open_tiles = 2000;""",
    "full": """
        first_reached = 10;
        behind_reached = 9;
        waiting_low[10] = arguments[1];
        waiting_high[10] = arguments[2];
        open_tiles = 256;""",
    "open": """
        ground[(uint16_t)(arguments[1] | (uint16_t)arguments[2] << 8)] = FLOOR;""",
    "reach_some": """
        pieces_left = arguments[1];
        put(reach_some());
        put_waiting();""",
    "draw_tiles": """
        first_tile = GROUND_ROW(arguments[1]);
        fill_row = found;
        draw_tiles();
        found += arguments[2];""",
    "state": """
        random_low = arguments[1];
        random_high = arguments[2];
        for (n = 0; n != SPOT_ROW * (SPOT_SIDE + 2); ++n)
            spot[n] = 0;
        for (n = SPOT_ROW; n != SPOT_ROW * (SPOT_SIDE + 1); ++n)
            spot[n] = (uint8_t)((n & 15) - 1) < SPOT_SIDE;""",
    "hit_spot": """
        hit_spot();
        put_state();
        for (n = 0; n != SPOT_ROW * (SPOT_SIDE + 2); n += 2)
            put(spot[n] + 2 * spot[n + 1]);""",
    "flood_spot": """
        first_tile = GROUND_ROW(arguments[1]);
        spot_at = arguments[2];
        spot_column = arguments[3];
        flood_spot();""",
    "place": """
        stairs_at_x = hidden_x = start_x = NOWHERE;
        random_low = arguments[1];
        random_high = arguments[2];
        random_draws = arguments[3];
        thing_round = arguments[4];
        tries_left = arguments[5];
        n = 0;
        pieces_left = arguments[6];
        for (; pieces_left != 0 && tries_left != 0 && n == 0; --pieces_left)
            n = try_place();
        put(pieces_left);
        put((uint8_t)tries_left);
        put_state();
        put((uint8_t)random_draws);
        put((uint8_t)n);
        put(n != 0 ? place_x : 0);
        put(n != 0 ? place_y : 0);""",
    "water_around": """
        first_tile = GROUND_ROW(arguments[2] - 1) + arguments[1] - 1;
        put(water_around());""",
}


class Checks(LoggedCalls):
    """The cases, and what each of them must find."""

    def __init__(self, spec: Spec, chance: random.Random) -> None:
        super().__init__("mystery_large", GROUND, FUNCTIONS, CALLS)
        self.g = begin(spec, Request("mystery_large", 0))
        self.chance = chance
        # Some tiles are open, some are water; all other bits are anything.
        self.ground = bytearray(
            chance.choice([WALL, FLOOR, FLOOR, FLOOR, WATER]) | chance.randrange(0x80) & 0x7C
            for _ in range(GROUND)
        )
        for y in range(HEIGHT):
            for x in (0, WIDTH - 1):
                self.ground[y * WIDTH + x] = WALL
        self.ground[:WIDTH] = self.ground[-WIDTH:] = bytes(WIDTH)
        self.before = bytes(self.ground)
        self.add("take")


def check_reaching(checks: Checks) -> None:
    """Tiles from some beginning on, around the ring's end, and with a ring that is full."""
    ground, left = checks.ground, 2000
    start = next(n for n in range(15 * WIDTH, GROUND) if ground[n] & (FREE | FLOOR) == FLOOR)
    waiting = deque([start])
    first, behind = 235, 236
    ring = {235: start}
    checks.add("begin", first, *word(start))
    reached = 0
    for pieces in [1, 2, 8, 8, 8, 8, *[63] * 28]:
        for _ in range(pieces):
            place = waiting.popleft()
            first = first + 1 & 0xFF
            for beside in (place - 1, place + 1, place - WIDTH, place + WIDTH):
                if ground[beside] & (FREE | FLOOR) == FLOOR and len(waiting) < MOST_WAITING:
                    ground[beside] |= FREE
                    left, reached = left - 1, reached + 1
                    waiting.append(beside)
                    ring[behind] = beside
                    behind = behind + 1 & 0xFF
            if not waiting:
                break
        last = word(ring[behind - 1] if behind else 0)
        found = bytes([not waiting, first, behind]) + word(left) + last
        checks.add("reach_some", pieces, found=found)
        if not waiting:
            break
    assert not waiting and reached > 500
    # The ring is full: the place of the tile that is taken is left for only one neighbour.
    at = 7 * WIDTH + 9
    for place in (at - 1, at + 1, at - WIDTH, at + WIDTH):
        ground[place] = FLOOR
        checks.add("open", *word(place))
    ground[at - 1] |= FREE
    checks.add("full", *word(at))
    checks.add("reach_some", 1, found=bytes([0, 11, 10]) + word(255) + word(at - 1))
    checks.add("give")


def check_drawing(checks: Checks, bits: int) -> None:
    codes = checks.g.codes
    for y in (0, 1, 17, HEIGHT - 1):
        row = [codes[NAMES[byte]] for byte in checks.ground[y * WIDTH : (y + 1) * WIDTH]]
        drawn = bytes(row)
        if bits == 4:
            drawn = bytes(low | high << 4 for low, high in zip(row[::2], row[1::2], strict=True))
        checks.add("draw_tiles", y, len(drawn), found=drawn)


def check_water(checks: Checks) -> None:
    """A spot that hits eat away from its edges, put anywhere; and the water around tiles."""
    chance, ground = checks.chance, checks.ground
    # What spot_hit and water_around need of a floor.
    floor = type("Floor", (), {"is_exact": False, "g": checks.g, "ground": ground, "width": WIDTH})
    state = chance.randint(1, 65535)
    checks.g.random.state = state
    spot = bytearray(SPOT_BYTES)
    for row in range(1, SPOT_SIDE + 1):
        spot[row * SPOT_ROW + 1 : row * SPOT_ROW + 1 + SPOT_SIDE] = bytes([1]) * SPOT_SIDE
    checks.add("state", *word(state))
    for _ in range(10):
        for _ in range(8):
            hit = spot_hit(floor)  # type: ignore[arg-type]
            beside = (hit - 1, hit + 1, hit - SPOT_ROW, hit + SPOT_ROW)
            if not all(spot[place] for place in beside):
                spot[hit] = 0
        pairs = bytes(one + 2 * other for one, other in zip(spot[::2], spot[1::2], strict=True))
        checks.add("hit_spot", found=word(checks.g.random.state) + pairs)
    assert 10 < sum(spot) < 60
    for n in range(60):
        y, row = chance.randrange(1, HEIGHT - 1), 1 + n % SPOT_SIDE
        x = chance.choice([252, 254, 0, 20, 30, WIDTH - 8, WIDTH - 5, WIDTH - 1])
        for column in range(SPOT_SIDE):
            at, is_in = x + column & 0xFF, spot[row * SPOT_ROW + 1 + column]
            if is_in and 1 <= at <= WIDTH - 2 and ground[y * WIDTH + at] & TERRAIN == WALL:
                ground[y * WIDTH + at] |= WATER
        checks.add("flood_spot", y, row * SPOT_ROW + 1, x)
    for _ in range(60):
        x, y = chance.randrange(1, WIDTH - 1), chance.randrange(1, HEIGHT - 1)
        count = water_around(floor, x, y)  # type: ignore[arg-type]
        checks.add("water_around", x, y, found=bytes([count]))


def check_trying(checks: Checks) -> None:
    """Random tiles for things of some rounds, up to one that fits or a number of them."""
    chance, ground, random16 = checks.chance, checks.ground, checks.g.random
    floor = type(
        "Floor",
        (),
        {
            "g": checks.g, "ground": ground, "width": WIDTH, "height": HEIGHT,
            "column_bits": 63, "row_bits": 31, "reserved": (),
        },
    )  # fmt: skip
    found = []
    for n in range(80):
        number, left, pieces = chance.choice([0, 6, 7, 8]), 1 + n * 7 % 90, 1 + n
        state, draws = chance.randint(1, 65535), chance.choice([0, 200, 254, 255])
        random16.state, random16.draws = state, draws
        arguments = *word(state), draws, number, left, pieces
        place = None
        while pieces and left and place is None:
            pieces, left = pieces - 1, left - 1
            place = try_place(floor, ROUNDS[number])  # type: ignore[arg-type]
        found.append(place)
        after = bytes([pieces, left, *word(random16.state), random16.draws & 0xFF])
        checks.add(
            "place", *arguments, found=after + bytes([place is not None, *(place or (0, 0))])
        )
    assert None in found and len(set(found)) > 9


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize("bits", [4, 8])
def test_kernels_do_what_python_does(tmp_path: Path, compiler: str, bits: int) -> None:
    size = f"{{width: {WIDTH}, height: {HEIGHT}, bits_per_tile: {bits}}}"
    spec = LARGE.changed(
        "program.dungeons=[mystery_large]",
        f"dungeons.mystery_large.map={size}",
        # Without shops and merged rooms there is room for all in memory.
        "dungeons.mystery_large.shop=0",
        "dungeons.mystery_large.rooms.merging=0",
    )
    checks = Checks(spec, random.Random(3))
    check_water(checks)
    check_trying(checks)
    check_drawing(checks, bits)
    check_reaching(checks)
    assert checks.run(spec, tmp_path, compiler, checks.before) == checks.ground
