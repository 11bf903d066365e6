"""The kernels of accretion: each does what its twin in Python does.

The kernels are add_site, add_wall, choose_size, draw_boxes, find_farthest, look_at_features,
site_is_free, take_site and try_feature.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.calls import MEMORY, for_every_compiler, word
from helpers.kinds import data_with, loaded
from helpers.logged_calls import LoggedCalls

from pygen.engine.definition.pace import Finding, Work
from pygen.engine.definition.sides import LEFT
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.kinds.accretion.constants import (
    CIRCLE,
    CORRIDOR,
    CROSS,
    HAS_STAIRS,
    MOST_GAPS,
    MOST_SITES,
)
from pygen.kinds.accretion.drawing import draw_boxes
from pygen.kinds.accretion.features import (
    Growth,
    Site,
    add_wall,
    find_feature,
    middle,
    site_is_free,
    take_site,
)
from pygen.kinds.accretion.growing import try_feature
from pygen.kinds.accretion.pace import PACE
from pygen.kinds.accretion.parameters import Accretion
from pygen.kinds.accretion.stairs import find_farthest
from pygen.spec import Spec

LOG = 0xF00
"""Where the log begins: behind the packed map."""

FUNCTIONS = """
static uint8_t drawn;
static struct feature_record *record;

static NOINLINE void put_site(void)
{
    put(site_x);
    put(site_y);
    put(site_side);
    put(site_feature);
    put(site_count);
    put(gap_count);
}

static NOINLINE void put_feature(void)
{
    put(feature_kind);
    put(feature_depth);
    put(feature_breadth);
    put(site_offset);
    if (feature_kind == CROSS) {
        put(bar_first);
        put(bar_last);
        put(cross_first);
        put(cross_last);
    } else if (feature_kind == CIRCLE)
        put(circle_radius);
    else if (feature_kind >= VAULT)
        put(is_mirrored);
}

static NOINLINE void put_box(void)
{
    put(box_left);
    put(box_top);
    put(box_right);
    put(box_bottom);
}

/* OSCAR64 would inline the twins of kernels, and mix them with the calls of others. */
static NOINLINE uint8_t find_more(void)
{
    return find_feature();
}

static NOINLINE void take(void)
{
    put(take_site());
}

static NOINLINE void look_beyond(void)
{
    put(site_is_free());
}

static NOINLINE uint8_t measure_more(void)
{
    find_record = (uint8_t *)FEATURE_RECORD(next_measured);
    return find_farthest();
}

static NOINLINE void put_farthest(void)
{
    put(farthest);
    put((uint8_t)farthest_distance);
}

static NOINLINE void put_found(void)
{
    put(found_feature);
}

static NOINLINE void put_last_site(void)
{
    put(site_count);
    if (site_count != 0) {
        put(sites_x[site_count - 1]);
        put(sites_y[site_count - 1]);
        put(sites_side[site_count - 1]);
        put(sites_feature[site_count - 1]);
    }
}
"""

CALLS = {
    "begin": """
        random_low = arguments[1];
        random_high = arguments[2];
        site_count = 0;
        gap_count = 0;
        feature_count = 0;
        follows_corridor = 0;""",
    "crowd": """
        while (site_count != MOST_SITES - 1) {
            sites_x[site_count] = 10 + (site_count & 31);
            sites_y[site_count] = 30;
            sites_side[site_count] = site_count & 3;
            sites_feature[site_count] = 7;
            ++site_count;
        }""",
    "box": """
        boxes_left[arguments[1]] = arguments[2];
        boxes_top[arguments[1]] = arguments[3];
        boxes_right[arguments[1]] = arguments[4];
        boxes_bottom[arguments[1]] = arguments[5];""",
    "draw": """
        box_count = 2;
        boxes_to_draw = 2;
        next_box = 0;
        box_at = 0;
        do {
            rows_to_draw = DRAWN_AT_ONCE;
            boxes_ready = 3;
            drawn = draw_boxes();
            put(drawn);
        } while (drawn != 1);""",
    "draw_in_step": """
        box_count = 1;
        boxes_to_draw = 1;
        next_box = 1;
        box_at = 0;
        rows_to_draw = arguments[1];
        boxes_ready = 255;
        put(draw_boxes());""",
    "record": """
        record = FEATURE_RECORD(feature_count);
        FEATURE_SET_X(record, arguments[1]);
        FEATURE_SET_Y(record, arguments[2]);
        FEATURE_SET_W(record, arguments[3]);
        FEATURE_SET_H(record, arguments[4]);
        FEATURE_SET_DOOR_X(record, arguments[5]);
        FEATURE_SET_DOOR_Y(record, arguments[6]);
        ++feature_count;""",
    "kinds": """
        for (drawn = 0; drawn != feature_count; ++drawn) {
            record = FEATURE_RECORD(drawn);
            FEATURE_SET_KIND(record, drawn % 6);
            FEATURE_SET_STATE(record, drawn % 4 * HAS_STAIRS / 2);
        }""",
    "find_farthest": """
        begin_measuring();
        stairs_x = arguments[1];
        stairs_y = arguments[2];
        while (measure_more() == 0)
            ;
        put_farthest();""",
    "find": """
        begin_find(arguments[1], arguments[2]);
        while (find_more() == 0)
            ;
        put_found();""",
    "add_wall": """
        added_side = arguments[1];
        box_left = arguments[2];
        box_top = arguments[3];
        box_right = arguments[4];
        box_bottom = arguments[5];
        add_wall();
        put_last_site();
        put_state();""",
    "site_is_free": """
        site_x = arguments[1];
        site_y = arguments[2];
        site_side = arguments[3];
        site_feature = arguments[4];
        look_beyond();
        put_site();""",
    "take_site": """
        follows_corridor = arguments[1];
        take();
        put_site();
        put_state();""",
    "try_feature": """
        site_x = arguments[1];
        site_y = arguments[2];
        site_side = arguments[3];
        drawn = try_feature();
        put(drawn);
        put_feature();
        put_state();
        if (drawn)
            put_box();""",
}

VAULT = {"weight": 8, "drawing": ["###+####", "#......#", "#.##...#", "########"]}


class Checks(LoggedCalls):
    """The cases, and what each of them must find."""

    def __init__(self, spec: Spec) -> None:
        super().__init__("growth", LOG, FUNCTIONS, CALLS)
        self.g: Generation[Accretion] = begin(spec, Request("growth", 0))
        self.growth = Growth(self.g)
        self.boxes: list[tuple[int, int, int, int]] = []
        self.add("begin", *word(self.g.random.state))

    def state(self) -> bytes:
        return word(self.g.random.state)


def result_of(work: Finding[int]) -> int:
    while True:
        try:
            next(work)
        except StopIteration as stop:
            return int(stop.value)


def done(work: Work) -> None:
    for _ in work:
        pass


def check_drawing(checks: Checks, chance: random.Random) -> None:
    """Rectangles of all widths and heights, which overlap; and how many fit into a step."""
    growth, tiles = checks.growth, checks.g.tiles
    most, box_rows = PACE["drawn_at_once"], PACE["rows_of_box"]
    for n in range(18):
        boxes = []
        for _ in range(2):
            w, h = 1 + n % 12, chance.choice([1, 2, 3, chance.randint(1, 16)])
            x, y = chance.randint(1, tiles.width - 1 - w), chance.randint(1, tiles.height - 1 - h)
            boxes.append((x, y, x + w - 1, y + h - 1))
        growth.boxes = boxes
        found, left = [], most
        ready = 3
        for number in range(4):
            border = number < 2
            rows = boxes[number % 2][3] - boxes[number % 2][1] + 1 + 2 * border + box_rows
            if ready == 0:
                found.append(255)
                left, ready = most, 3
            if left < rows:
                if left != most:
                    found.append(0)
                left, ready = most, 3
            left = max(0, left - rows)
            ready -= 1
        checks.boxes += boxes
        for number, box in enumerate(boxes):
            checks.add("box", number, *box)
        checks.add("draw", found=bytes([*found, 1]))
        done(draw_boxes(growth))
    for rows in (1, 4, most - box_rows - 1):
        box = (3, 2, 4, 1 + rows)
        needed = rows + box_rows
        checks.add("box", 0, *box)
        checks.add("draw_in_step", needed, found=bytes([1]))
        checks.add("draw_in_step", needed - 1, found=bytes([0]))
        tiles.fill(3, 2, 2, rows, checks.g.codes["floor"])


def check_records(checks: Checks, chance: random.Random) -> None:
    """Features with rectangles that overlap, and openings in those of others."""
    growth, tiles = checks.growth, checks.g.tiles
    for _ in range(50):
        x, y = chance.randint(1, tiles.width - 2), chance.randint(1, tiles.height - 2)
        w, h = chance.randint(1, 12), chance.randint(1, 12)
        door = (chance.randint(1, tiles.width - 2), chance.randint(1, tiles.height - 2))
        checks.add("record", x, y, w, h, *door)
        record = {"x": x, "y": y, "w": w, "h": h, "door_x": door[0], "door_y": door[1]}
        growth.records.append(record)
        places = [(x, y), (x + w, y), (x, y + h), (x + w - 1, y + h - 1), (x - 1, y), (x, y - 1)]
        if len(growth.records) % 16 == 0:
            openings = [(one["door_x"], one["door_y"]) for one in growth.records[::4]]
            for place in [*places, *openings, (0, 0)]:
                found = result_of(find_feature(growth, *place))
                checks.add("find", *place, found=bytes([found]))
    # All kinds up to the first vault; some with stairs, or with other states.
    for n, one in enumerate(growth.records):
        one["kind"], one["state"] = n % 6, n % 4 * HAS_STAIRS // 2
    checks.add("kinds")
    for _ in range(12):
        x, y = chance.randint(1, tiles.width - 2), chance.randint(1, tiles.height - 2)
        number = result_of(find_farthest(checks.g, x, y))
        middle_x, middle_y = middle(growth.records[number])
        distance = abs(middle_x - x) + abs(middle_y - y)
        checks.add("find_farthest", x, y, found=bytes([number, distance]))


def check_walls(checks: Checks, chance: random.Random) -> None:
    """Walls at and near the edges of the map, and more than there is room for."""
    growth, tiles = checks.growth, checks.g.tiles
    for n in range(68):
        if n == 60:
            checks.add("crowd")
            waiting = range(len(growth.sites), MOST_SITES - 1)
            growth.sites += [Site(10 + (number & 31), 30, number & 3, 7) for number in waiting]
        side = n % 4
        w, h = chance.randint(1, 12), chance.randint(1, 12)
        x = chance.choice([1, 2, tiles.width - 1 - w, tiles.width - 2 - w, 20])
        y = chance.choice([1, 2, tiles.height - 1 - h, tiles.height - 2 - h, 20])
        growth.left, growth.top, growth.width, growth.height = x, y, w, h
        growth.boxes = [(x, y, x + w - 1, y + h - 1)]
        add_wall(growth, side)
        last = bytes(growth.sites[-1]) if growth.sites else b""
        found = bytes([len(growth.sites)]) + last + checks.state()
        checks.add("add_wall", side, x, y, x + w - 1, y + h - 1, found=found)
    assert len(growth.sites) == MOST_SITES


def found_site(growth: Growth, result: bool) -> bytes:
    return bytes([result, *growth.site, len(growth.sites), len(growth.gaps)])


def check_sites(checks: Checks, chance: random.Random) -> None:
    """What is beyond walls in the map, most of them beside floor, until no more gaps are
    remembered."""
    growth, tiles = checks.growth, checks.g.tiles
    seen: list[bool] = []
    for _ in range(50):
        growth.follows_corridor = chance.random() < 0.2
        follows = growth.follows_corridor
        result = take_site(growth)
        checks.add("take_site", follows, found=found_site(growth, result) + checks.state())
    while len(growth.gaps) < MOST_GAPS or seen[-9:].count(False) < 3:
        x, y = chance.randint(1, tiles.width - 2), chance.randint(1, tiles.height - 2)
        if chance.random() < 0.8:
            x, y, _, _ = chance.choice(checks.boxes)
        growth.site = Site(x, y, chance.randrange(4), chance.randrange(50))
        result = site_is_free(growth)
        seen.append(result)
        checks.add("site_is_free", *growth.site, found=found_site(growth, result))
    assert sum(seen) >= 5


def check_features(checks: Checks, chance: random.Random) -> None:
    """Features of all kinds that fit, that others are in the way of, and that leave the map."""
    growth, tiles = checks.growth, checks.g.tiles
    seen = set()
    for _ in range(140):
        x, y = chance.randint(2, tiles.width - 3), chance.randint(2, tiles.height - 3)
        growth.site = Site(x, y, chance.randrange(4), 0)
        fits = try_feature(growth)
        kind = growth.kind
        found = bytes([fits, kind, growth.depth, growth.breadth, growth.offset])
        if kind == CROSS:
            found += bytes([*growth.bar, *growth.crossbar])
        elif kind == CIRCLE:
            found += bytes([growth.radius])
        elif kind > CROSS + 2:
            found += bytes([growth.is_mirrored])
        found += checks.state()
        if fits:
            right, bottom = growth.left + growth.width - 1, growth.top + growth.height - 1
            found += bytes([growth.left, growth.top, right, bottom])
            seen.add((kind, kind == CORRIDOR and growth.site.side))
        checks.add("try_feature", x, y, growth.site.side, found=found)
    assert {kind for kind, _ in seen} == set(range(6))
    assert {side for kind, side in seen if kind == CORRIDOR} == set(range(LEFT, LEFT + 4))


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    "size",
    [(72, 100, 3), (72, 100, 4), (60, 60, 8), (71, 100, 3)],
    ids=["3 bits", "4 bits", "8 bits", "rows within bytes"],
)
def test_kernels_do_what_their_twins_do(
    tmp_path: Path, compiler: str, size: tuple[int, int, int]
) -> None:
    width, height, bits = size
    map_size = {"width": width, "height": height, "bits_per_tile": bits}
    dungeon = {"kind": "accretion", "map": map_size, "vaults": [VAULT]}
    data = data_with({"growth": dungeon})
    del data["memory"]
    spec = loaded(
        data,
        [
            "memory.program={start: 0x1800, end: 0x6FFF}",
            f"memory.map={{start: {MEMORY}, end: {MEMORY + LOG - 1}}}",
        ],
    )
    checks, chance = Checks(spec), random.Random(7)
    check_drawing(checks, chance)
    check_records(checks, chance)
    check_walls(checks, chance)
    check_sites(checks, chance)
    check_features(checks, chance)
    after = checks.run(spec, tmp_path, compiler)
    packed = checks.g.tiles.pack()
    assert after[: len(packed)] == packed
