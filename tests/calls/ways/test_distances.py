"""The game calls distances, distances_step and next_step, on maps of a caller and on those of dungeons.

The kernels are reach_tiles for an unpacked map, read_groups, spread_steps and end_unreached for a packed
one, reach_pairs for two bits a tile, find_end and clear_reached for safety maps, and fill_some,
fill_sides and fill_streams for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from helpers.calls import answers
from helpers.module_machine import Called, ModuleMachine
from helpers.programs import compared_module_of
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_cc

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
from pygen.compilers import COMPILERS
from pygen.engine.dungeon.tilemap import TileMap
from pygen.spec import Spec, load_spec
from pygen.spec.game_calls import GAME_REQUEST, GAME_REQUEST_OFFSET

STEPS, PAIRS, FLEEING = 0, status.WAY_IN_PAIRS, status.WAY_FLEEING
WALKABLE, SWIMMABLE = 1, 8

Place = tuple[int, int]
Far = dict[Place, int]


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
                    for step, data in ((next_step, far), (next_paired_step, pairs)):
                        with pytest.raises(NotReached):
                            step(data, width, x, y, status.WAY_TOWARDS)
                    continue
                ways = [(next_paired_step, pairs)]
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
        distances(ground, [200 * y + 100 for y in range(1, 79)] * 4)
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

TO, UNPACKED, SOURCES = 0x0403, 0x2801, 0x02F1
"""Where results go, where the caller's map is, and the list of sources."""


REFERENCE = {STEPS: distances, PAIRS: paired_distances, FLEEING: safety}


def spec_of(bits: int, width: int, height: int) -> Spec:
    size = {"bits_per_tile": bits, "width": width, "height": height}
    changes = [f"dungeons.burrow.map.{key}={value}" for key, value in size.items()]
    changes += ["memory.map={start: 0x9000, end: 0xBFFF}", "memory.program.end=0x6FFF"]
    changes += ["program.dungeons=[burrow]", "modules.start=0x5000"]
    changes += ["modules.calls=[distances, next_step, distances_step]"]
    return load_spec(SPEC_FILE, changes)


class Caller:
    """A caller of a module's calls for ways, which compares them with the reference."""

    def __init__(self, spec: Spec, dungeon: str, compiler: str, unpacked: int = UNPACKED) -> None:
        self.spec, self.unpacked = spec, unpacked
        self.machine = ModuleMachine(compared_module_of(spec, dungeon, compiler), garbage=34)
        self.size = spec.dungeons[dungeon].map
        self.chance = Random(35)
        self.worst = 0

    def compare(
        self, tiles: bytes, sources: list[Place], properties: int, way: int, is_packed: bool,
        in_steps: bool = False,
    ) -> bytes | None:  # fmt: skip
        """Call for the distances of a map, which is in memory as `is_packed` says."""
        machine, width, count = self.machine, self.size.width, len(tiles)
        ground = ground_of(tiles, width, counted_codes(self.spec, properties))
        expected = None
        try:
            expected = REFERENCE[way](ground, [y * width + x for x, y in sources])
        except NoRoom:
            pass
        length = len(expected or tiles)
        if not is_packed:
            machine.memory[self.unpacked : self.unpacked + count] = tiles
        machine.memory[TO - 9 : TO + length + 9] = self.chance.randbytes(length + 18)
        around = self.around(length)
        machine.memory[SOURCES : SOURCES + 2 * len(sources)] = bytes(n for s in sources for n in s)
        machine.game_request(
            map=0 if is_packed else self.unpacked, to=TO, properties=properties, way=way,
            x=sources[0][0], y=sources[0][1], sources=SOURCES,
            source_count=0 if len(sources) == 1 else len(sources),
        )  # fmt: skip
        answer = self.step_by_step() if in_steps else self.called("distances", 0).a
        assert self.around(length) == around
        if expected is None:
            assert answer == status.CALL_IS_FULL
        else:
            assert answer == status.CALL_IS_DONE
            assert bytes(machine.memory[TO : TO + length]) == expected
        if not is_packed:
            assert bytes(machine.memory[self.unpacked : self.unpacked + count]) == tiles
        return expected

    def around(self, length: int) -> bytes:
        return bytes(self.machine.memory[TO - 9 : TO]) + bytes(
            self.machine.memory[TO + length : TO + length + 9]
        )

    def called(self, name: str, a: int) -> Called:
        """A call, after which zero page must be as before."""
        self.machine.scramble_zero_page()
        zero_page = self.machine.zero_page()
        called = self.machine.call(name, a=a)
        assert self.machine.zero_page() == zero_page
        return called

    def step_by_step(self) -> int:
        answer = 0
        while True:
            called = self.called("distances_step", answer)
            self.worst = max(self.worst, called.cycles)
            answer = called.a
            if answer != status.CALL_GOES_ON:
                return answer

    def follow(self, far: bytes, way: int, count: int) -> None:
        """Compare next steps from some tiles, by what is at TO."""
        width, height = self.size.width, self.size.height
        python = next_paired_step if way & PAIRS else next_step
        for _ in range(count):
            x, y = self.chance.randrange(width + 1), self.chance.randrange(height + 1)
            self.machine.game_request(to=TO, x=x, y=y, way=way)
            called = self.called("next_step", 0)
            if x == width or y == height:
                assert called.a == status.CALL_IS_REFUSED
                continue
            try:
                step = python(far, width, x, y, way & ~PAIRS)
            except NotReached:
                assert called.a == status.CALL_IS_UNREACHED
                continue
            if step is None:
                assert (called.a, called.x) == (status.CALL_FINDS_NOTHING, 255)
            else:
                assert (called.a, called.x) == (status.CALL_IS_DONE, step)
                at = self.machine.module.layout.start + GAME_REQUEST_OFFSET + GAME_REQUEST["x2"]
                assert tuple(self.machine.memory[at : at + 2]) == moved(x, y, step)


SIZES = [(3, 21, 19)]
MORE_SIZES = [(3, 72, 72), (4, 31, 9), (4, 56, 40), (8, 20, 20), (8, 16, 70), (3, 130, 61), (3, 9, 8)]
"""Bits, width and height: maps of whole pages or not, wide ones, and those that are filled at once."""

EACH_SIZE = pytest.mark.parametrize(
    ("bits", "width", "height"),
    [*SIZES, *(pytest.param(*size, marks=pytest.mark.slow) for size in MORE_SIZES)],
)


@pytest.mark.parametrize("compiler", list(COMPILERS))
@EACH_SIZE
def test_a_module_answers_as_the_reference(
    compiler: str, bits: int, width: int, height: int
) -> None:
    compiler_or_skip(compiler)
    spec = spec_of(bits, width, height)
    caller, chance = Caller(spec, "burrow", compiler), Random(36)
    start, length = caller.machine.module.regions["map"]
    most = 2**bits if bits < 8 else 256
    named = [spec.codes[name] for name in ("wall", "floor", "door", "secret_path", "empty")]
    for number in range(9):
        walls = chance.choice((20, 35, 45, 70))
        codes = [
            chance.randrange(most) if chance.randrange(40) == 0
            else spec.codes["wall"] if chance.randrange(100) < walls
            else chance.choice(named[1:4]) if chance.randrange(8) == 0
            else spec.codes["floor"]
            for _ in range(width * height)
        ]  # fmt: skip
        # Long runs of empty tiles are read in another way.
        for at in range(0, len(codes) - 40, 60):
            if number % 3 == 0:
                codes[at : at + 40] = [0] * 40
        tiles = TileMap(width, height, bits)
        tiles.tiles[:] = bytearray(codes)
        caller.machine.memory[start : start + length] = tiles.pack()
        count = chance.choice((1, 1, 2, 30))
        sources = random_sources(chance, width, height, count)
        properties = chance.choice((WALKABLE, WALKABLE, 9, 1 + 32, 1 + 64, 0, 16))
        for way in (STEPS, PAIRS, FLEEING):
            for is_packed in (False, True):
                in_steps = bool(number % 2)
                far = caller.compare(bytes(codes), sources, properties, way, is_packed, in_steps)
                if far is not None and number < 4 and not is_packed:
                    for step in (status.WAY_TOWARDS, status.WAY_AWAY):
                        caller.follow(far, way & PAIRS | step, 12)
    # Without saving and restoring zero page, which a call takes that is refused.
    caller.machine.game_request(x=width, way=STEPS)
    assert caller.worst - caller.called("next_step", 0).cycles < 10_000


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_what_cannot_be_done_is_refused(compiler: str) -> None:
    compiler_or_skip(compiler)
    caller = Caller(spec_of(3, 21, 19), "burrow", compiler)
    good = {"map": UNPACKED, "to": TO, "x": 5, "y": 5, "source_count": 0, "properties": 1, "way": 0}
    caller.machine.memory[UNPACKED : UNPACKED + 400] = bytes(400)
    for changes in ({"x": 20}, {"y": 18}, {"x": 0}, {"y": 0}, {"way": 3}, {"way": 129}, {"x": 250}):
        caller.machine.game_request(**{**good, **changes})
        assert caller.called("distances", 0).a == status.CALL_IS_REFUSED
    caller.machine.game_request(**{**good, "way": 3})
    assert caller.called("next_step", 0).a == status.CALL_IS_REFUSED
    assert caller.called("distances_step", 0).a == status.CALL_IS_REFUSED
    caller.machine.game_request(**good)
    assert caller.called("distances", 0).a == status.CALL_IS_DONE


@pytest.mark.slow
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_map_of_more_tiles_than_stated_is_refused(compiler: str) -> None:
    compiler_or_skip(compiler)
    caller = Caller(spec_of(3, 129, 128), "burrow", compiler)
    caller.machine.game_request(map=0, to=TO, x=5, y=5, source_count=0, properties=1, way=0)
    assert caller.called("distances", 0).a == status.CALL_IS_REFUSED
    assert caller.called("distances_step", 0).a == status.CALL_IS_REFUSED


@pytest.mark.slow
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_more_tiles_than_can_wait_are_a_status(compiler: str) -> None:
    compiler_or_skip(compiler)
    caller = Caller(spec_of(3, 72, 72), "burrow", compiler)
    floor = bytes([caller.spec.codes["floor"]]) * (72 * 72)
    sources = [(x, y) for y in range(4, 72, 9) for x in range(4, 72, 4)]
    for way in (STEPS, PAIRS, FLEEING):
        assert caller.compare(floor, sources, WALKABLE, way, is_packed=False) is None


TWINS = """
#include "dungeon_burrow.c"
#define BLOCK (native_memory + 0x0200)
uint16_t native_left_out;
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

TWINS_CALL = """\
        BLOCK[0] = 0;
        BLOCK[1] = arguments[0];
        BLOCK[2] = (uint8_t)(400 * (answer - ANSWERS));
        BLOCK[3] = (uint8_t)(0x80 + (400 * (answer - ANSWERS) >> 8));
        BLOCK[4] = arguments[1];
        BLOCK[5] = arguments[2];
        BLOCK[9] = 1;
        BLOCK[10] = arguments[3];
        BLOCK[13] = 0;
        burrow_call_distances();
        *answer = GAME_A;"""


@needs_cc
@pytest.mark.parametrize("bits", [3, 4, 8])
def test_the_twins_of_the_kernels_answer_the_same(tmp_path: Path, bits: int) -> None:
    width, height = 21, 19
    chance, spec = Random(37), spec_of(bits, width, height)
    codes = [spec.codes["floor" if chance.randrange(3) else "wall"] for _ in range(399)]
    tiles = TileMap(width, height, bits)
    tiles.tiles[:] = bytearray(codes)
    memory = bytearray(0x1600)
    memory[0x1000 : 0x1000 + len(tiles.pack())] = tiles.pack()
    memory[0x1400 : 0x1400 + 399] = bytes(codes)
    cases = [
        bytes((page, *random_sources(chance, width, height, 1)[0], way))
        for way in (STEPS, PAIRS, FLEEING)
        for page in (0, 0x94)
    ]
    got, after = answers(
        spec, tmp_path, "cc", TWINS_CALL, cases, bytes(memory), TWINS,
        ["program_tables.c", "core/generation.c"],
    )  # fmt: skip
    assert got == bytes(len(cases))
    ground = ground_of(bytes(codes), width, counted_codes(spec, WALKABLE))
    for number, (_, x, y, way) in enumerate(cases):
        expected = REFERENCE[way](ground, [y * width + x])
        assert after[400 * number :][: len(expected)] == expected
