"""The game calls distances, distances_step and next_step, on maps of a caller and of a dungeon.

The kernels are reach_in_map for an unpacked map, read_groups, spread_steps and end_unreached for a
packed one, reach_pairs for two bits a tile, find_way_end and clear_reached for safety maps, and
fill_some, fill_sides and fill_streams for all, find_number if tiles find no room; and choose_way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from helpers.games import TO, for_every_build
from helpers.tools import SPEC_FILE
from helpers.ways import UNPACKED, Asking, Place

from pygen.calls import constants as status
from pygen.calls.distances import (
    Ground,
    NoRoom,
    Refused,
    counted_codes,
    distances,
    ground_of,
    paired_distances,
    safety,
)
from pygen.calls.next_step import NotReached, next_paired_step, next_step
from pygen.spec import Spec, load_spec

STEPS, PAIRS, FLEEING = 0, status.WAY_IN_PAIRS, status.WAY_FLEEING
WALKABLE, SWIMMABLE = 1, 8

Far = dict[Place, int]
Step = Callable[[bytes, int, int, int, int], int | None]


# The judge: tiles are pairs of numbers, and numbers become less until none can.


def judged_steps(open_tiles: set[Place], begun: Far) -> Far:
    """The least numbers with which all neighbours differ by one step at most."""
    far = dict(begun)
    is_changed = True
    while is_changed:
        is_changed = False
        for x, y in sorted(open_tiles, key=lambda place: sum(place)) + sorted(open_tiles)[::-1]:
            beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            least = min((far[other] + 1 for other in beside if other in far), default=None)
            if least is not None and least < far.get((x, y), least + 1):
                far[x, y] = least
                is_changed = True
    return far


def inside(width: int, height: int) -> Iterator[Place]:
    return ((x, y) for y in range(1, height - 1) for x in range(1, width - 1))


def judged_distances(rows: list[str], sources: list[Place]) -> Far:
    """The distances on a map of lines, in which `.` is open."""
    tiles = {(x, y) for x, y in inside(len(rows[0]), len(rows)) if rows[y][x] == "."}
    return judged_steps(tiles, dict.fromkeys(sources, 0))


def judged_safety(far: Far) -> Far:
    """1 + the least steps(t, u) + m - 6 * d(u) // 5."""
    worth = {place: 6 * min(n, 254) // 5 for place, n in far.items()}
    most = max(worth.values())
    return judged_steps(set(far), {place: 1 + most - n for place, n in worth.items()})


def random_rows(chance: Random, width: int, height: int) -> list[str]:
    """Walls of any density, caves, or a few long ways."""
    walls = chance.choice((5, 20, 35, 45))
    return [
        "".join("#" if chance.randrange(100) < walls else "." for _ in range(width))
        for _ in range(height)
    ]


SNAKE = 40


def snake() -> list[str]:
    """A way of more than 255 steps, from the upper left tile inside to the bottom."""
    rows = ["#" * SNAKE]
    for n in range(1, SNAKE - 1):
        if n % 2:
            rows.append("#" + "." * (SNAKE - 2) + "#")
        else:
            end = "." + "#" * (SNAKE - 3) if n % 4 == 0 else "#" * (SNAKE - 3) + "."
            rows.append("#" + end + "#")
    return [*rows, "#" * SNAKE]


def ground_of_rows(rows: list[str]) -> Ground:
    text = "".join(rows).encode()
    return ground_of(text, len(rows[0]), [ord(".")])


def of_bytes(data: bytes, width: int) -> Far:
    return {(at % width, at // width): n for at, n in enumerate(data) if n != 255}


def maps(is_long: bool) -> Iterator[tuple[list[str], list[Place]]]:
    chance = Random(34)
    yield snake(), [(1, 1)]
    yield snake(), [(SNAKE - 2, SNAKE - 3), (1, SNAKE - 3)]
    for _ in range(200 if is_long else 25):
        width, height = chance.randrange(8, 24), chance.randrange(8, 20)
        count = chance.choice((1, 1, 2, 5))
        yield random_rows(chance, width, height), random_sources(chance, width, height, count)


def random_sources(chance: Random, width: int, height: int, count: int) -> list[Place]:
    return [(chance.randrange(1, width - 1), chance.randrange(1, height - 1)) for _ in range(count)]


def test_python_finds_the_judges_distances(is_long: bool) -> None:
    for rows, sources in maps(is_long):
        width, height = len(rows[0]), len(rows)
        judged = judged_distances(rows, sources)
        ground, starts = ground_of_rows(rows), [y * width + x for x, y in sources]
        expected = {place: min(n, 254) for place, n in judged.items()}
        assert of_bytes(distances(ground, starts), width) == expected
        pairs, row_bytes = paired_distances(ground, starts), -(-width // 4)
        assert len(pairs) == row_bytes * height
        for y in range(height):
            bits = int.from_bytes(pairs[y * row_bytes :][:row_bytes], "little")
            found = [bits >> 2 * x & 3 for x in range(4 * row_bytes)]
            assert found == [judged.get((x, y), 3) % 3 if (x, y) in judged else 3
                             for x in range(4 * row_bytes)]  # fmt: skip
        fled = judged_safety(judged)
        expected = {place: min(n, 254) for place, n in fled.items()}
        assert of_bytes(safety(ground, starts), width) == expected


def test_steps_lead_to_the_source_and_away_from_it(is_long: bool) -> None:
    for rows, sources in maps(is_long):
        width, height = len(rows[0]), len(rows)
        starts = [y * width + x for x, y in sources]
        ground, judged = ground_of_rows(rows), judged_distances(rows, sources)
        far, pairs = distances(ground, starts), paired_distances(ground, starts)
        for y in range(height):
            for x in range(width):
                if (x, y) not in judged:
                    with pytest.raises(NotReached):
                        next_step(far, width, x, y, status.WAY_TOWARDS)
                    with pytest.raises(NotReached):
                        next_paired_step(pairs, width, x, y, status.WAY_TOWARDS)
                    continue
                ways: list[tuple[Step, bytes]] = [(next_paired_step, pairs)]
                if judged[x, y] < 254:
                    ways.append((next_step, far))
                for step, data in ways:
                    nearer = moved(x, y, step(data, width, x, y, status.WAY_TOWARDS))
                    if judged[x, y]:
                        assert judged[nearer] == judged[x, y] - 1
                    else:
                        assert nearer == (x, y)
                    farther = moved(x, y, step(data, width, x, y, status.WAY_AWAY))
                    if farther != (x, y):
                        assert judged[farther] == judged[x, y] + 1


def moved(x: int, y: int, step: int | None) -> Place:
    across, down = {0: (-1, 0), 1: (1, 0), 2: (0, -1), 3: (0, 1), None: (0, 0)}[step]
    return x + across, y + down


def test_a_figure_that_flees_leaves_a_dead_end_for_a_better_one() -> None:
    # Away leads nowhere from the short dead end; the safety map leads on to the long one.
    rows = ["#" * 24, "#" + "." * 22 + "#", "#" * 4 + "." + "#" * 19, *["#" * 24] * 5]
    ground, source = ground_of_rows(rows), [1 * 24 + 1]
    fled = safety(ground, source)
    place = (4, 2)
    while (step := next_step(fled, 24, *place, status.WAY_FLEEING)) is not None:
        place = moved(*place, step)
    assert place == (22, 1)
    far = distances(ground, source)
    assert next_step(far, 24, 4, 2, status.WAY_AWAY) is None


def test_what_python_refuses() -> None:
    ground = ground_of_rows(["." * 200] * 80)
    with pytest.raises(NoRoom):
        paired_distances(ground, [200 * y + 100 for y in range(1, 79)] * 4)
    for edge in (0, 100, 200, 399, 200 * 79 + 5):
        with pytest.raises(Refused):
            paired_distances(ground, [5050, edge])
    with pytest.raises(Refused):
        ground_of(bytes(16385), 129, [0])


def test_which_tiles_count() -> None:
    spec = load_spec(SPEC_FILE, ["tiles.empty.swimmable=true"])

    def named(properties: int) -> set[str]:
        codes = counted_codes(spec, properties)
        return {name for name, tile in spec.tiles.items() if tile.code in codes}

    walked = named(WALKABLE)
    assert {"floor", "door", "secret_path", "up_stairs"} <= walked
    assert not walked & {"wall", "empty"}
    assert named(WALKABLE | SWIMMABLE) == walked | named(SWIMMABLE)
    assert named(SWIMMABLE) == {"empty"}
    assert named(WALKABLE | status.WITHOUT_DOORS) == walked - {"door", "secret_path"}
    assert named(WALKABLE | status.WITHOUT_SECRETS) == walked - {"secret_path"}
    assert named(0) == set()


# What modules answer.


def spec_of(bits: int, width: int, height: int) -> Spec:
    size = {"bits_per_tile": bits, "width": width, "height": height}
    changes = [f"dungeons.burrow.map.{key}={value}" for key, value in size.items()]
    changes += ["memory.map={start: 0x9000, end: 0xBFFF}", "memory.program.end=0x6FFF"]
    changes += ["program.dungeons=[burrow]", "modules.start=0x5000"]
    changes += ["modules.calls=[distances, next_step, distances_step]"]
    return load_spec(SPEC_FILE, changes)


SIZES = [(3, 21, 19)]
MORE_SIZES = [
    (3, 72, 72),
    (4, 31, 9),
    (4, 56, 40),
    (8, 20, 20),
    (8, 16, 70),
    (3, 130, 38),
    (3, 9, 8),
]
"""Bits, width and height: maps of whole pages or not, wide ones, and small ones."""

EACH_SIZE = pytest.mark.parametrize(
    ("bits", "width", "height"),
    [*SIZES, *(pytest.param(*size, marks=pytest.mark.slow) for size in MORE_SIZES)],
)


@pytest.mark.sampled(3)
@for_every_build
@EACH_SIZE
def test_a_game_gets_what_the_reference_has(build: str, bits: int, width: int, height: int) -> None:
    spec, chance = spec_of(bits, width, height), Random(36)
    asking = Asking(spec, "burrow", build)
    most = 2**bits if bits < 8 else 256
    wall, floor = spec.codes["wall"], spec.codes["floor"]
    doors = [floor, spec.codes["door"], spec.codes["secret_path"]]
    for number in range(9):
        walls = chance.choice((20, 35, 45, 70))
        codes = [
            chance.randrange(most) if chance.randrange(40) == 0
            else wall if chance.randrange(100) < walls
            else chance.choice(doors) if chance.randrange(8) == 0
            else floor
            for _ in range(width * height)
        ]  # fmt: skip
        # Long runs of empty tiles are read in another way.
        for at in range(0, len(codes) - 40, 60):
            if number % 3 == 0:
                codes[at : at + 40] = [0] * 40
        asking.put_map(bytes(codes))
        sources = random_sources(chance, width, height, chance.choice((1, 1, 2, 30)))
        properties = chance.choice((WALKABLE, WALKABLE, 9, 1 + 32, 1 + 64, 0, 16))
        for way in (STEPS, PAIRS, FLEEING):
            for is_packed in (False, True):
                far = asking.compare(sources, properties, way, is_packed, bool(number % 2))
                if far is not None and number < 4 and not is_packed:
                    for step in (status.WAY_TOWARDS, status.WAY_AWAY):
                        asking.follow(far, way & PAIRS | step, 12)
    # Without saving and restoring zero page, which a call takes that is refused.
    asking.game.ask(x=width, way=STEPS)
    assert asking.worst - asking.call("next_step", 0).cycles < 10_000


@for_every_build
def test_what_cannot_be_done_is_refused(build: str) -> None:
    asking = Asking(spec_of(3, 21, 19), "burrow", build)
    asking.put_map(bytes(399))
    good = {"map": UNPACKED, "to": TO, "x": 5, "y": 5, "source_count": 0, "properties": 1, "way": 0}
    edges = [{"x": 20}, {"y": 18}, {"x": 0}, {"y": 0}, {"x": 250}]
    for changes in (*edges, {"way": 3}, {"way": 129}, {"way": 130}):
        asking.game.ask(**{**good, **changes})
        assert asking.call("distances", 0).a == status.CALL_IS_REFUSED
    for call in ("next_step", "distances_step"):
        asking.game.ask(**{**good, "way": 3})
        assert asking.call(call, 0).a == status.CALL_IS_REFUSED
    asking.game.ask(**good)
    assert asking.call("distances", 0).a == status.CALL_IS_DONE


@pytest.mark.slow
@for_every_build
def test_a_map_of_more_tiles_than_stated_is_refused(build: str) -> None:
    asking = Asking(spec_of(3, 129, 128), "burrow", build)
    asking.game.ask(map=0, to=TO, x=5, y=5, source_count=0, properties=1, way=0)
    assert asking.call("distances", 0).a == status.CALL_IS_REFUSED
    assert asking.call("distances_step", 0).a == status.CALL_IS_REFUSED


@pytest.mark.slow
@for_every_build
def test_more_tiles_than_can_wait_are_found_again_or_a_status(build: str) -> None:
    asking = Asking(spec_of(3, 72, 72), "burrow", build)
    asking.put_map(bytes([asking.spec.codes["floor"]]) * (72 * 72))
    for across in (4, 2):
        sources = [(x, y) for y in range(4, 71, 9) for x in range(4, 71, across)]
        for is_packed in (False, True):
            assert asking.compare(sources[:255], WALKABLE, STEPS, is_packed, is_packed)
        assert asking.compare(sources[:255], WALKABLE, PAIRS, is_packed=False) is None
        assert asking.compare(sources[:255], WALKABLE, FLEEING, is_packed=False) is None
