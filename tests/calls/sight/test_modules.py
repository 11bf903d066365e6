"""Sight in modules: field_of_view, field_of_view_octant, mark_seen and line_of_sight of the machine
code are those of Python, and so are the twins of the kernels clip_view, gather_view, scan_octant,
mark_view and see_tile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from calls.sight.material import EMPTY, FLOOR, OPAQUE, WINDOW, judge_plane, judge_window, random_map
from helpers.calls import answers
from helpers.module_machine import DECIMAL, ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_cc

from pygen.calls.constants import CALL_FINDS_NOTHING, CALL_IS_DONE, CALL_IS_REFUSED
from pygen.calls.sight import Sight, mark_seen
from pygen.compilers import COMPILERS
from pygen.spec import Spec, load_spec

CALLS = ("field_of_view", "field_of_view_octant", "mark_seen", "line_of_sight")
MAP, TO, PLANE = 0x0403, 0x3FF1, 0x41FF
"""Where a game has its map, its window and its plane: at no page's start."""

SIZES = [(41, 33)]
MORE_SIZES = [(72, 72), (128, 128), (16, 16), (240, 8), (9, 135)]
EVERY_SIZE = [*SIZES, *(pytest.param(*size, marks=pytest.mark.long) for size in MORE_SIZES)]

MOST_CYCLES, MOST_OF_A_PART = 60_000, 10_000
"""The limits of field_of_view, and of each part of it, on any map."""


def spec_of(width: int, height: int) -> Spec:
    return load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[burrow]", f"modules.calls=[{','.join(CALLS)}]",
            "memory.map={start: 0x8000, end: 0x9FFF}", "memory.program.end=0x7FFF",
            f"dungeons.burrow.map={{width: {width}, height: {height}}}",
        ],
    )  # fmt: skip


class Game:
    """A module with a map in memory that is not its own. All calls are compared with Python."""

    def __init__(self, compiler: str, width: int, height: int) -> None:
        compiler_or_skip(compiler)
        self.width, self.height = width, height
        self.machine = ModuleMachine(module_of(spec_of(width, height), "burrow", compiler), 6)
        layout = self.machine.module.layout
        self.own = {*range(2, 256), *range(layout.work_start, layout.work_end + 1)}
        self.own |= {*range(0x100, 0x200), *(at for span in layout.request_spans for at in span)}
        self.cycles: dict[str, int] = {}

    def put_map(self, tiles: bytes) -> None:
        self.machine.memory[MAP : MAP + len(tiles)] = tiles
        self.sight = Sight(tiles, self.width, self.height, OPAQUE, EMPTY)

    def call(self, name: str, may_write: range, a: int = 0, **arguments: int) -> int:
        """Call, and return the status; nothing but `may_write` and the module's own is written."""
        self.machine.game_request(map=MAP, to=TO, seen=PLANE, **arguments)
        zero_page = self.machine.zero_page()
        called = self.machine.call(name, a=a, flags=DECIMAL)
        assert called.written <= self.own | {*may_write}
        assert self.machine.zero_page() == zero_page
        assert called.stack_bytes <= 24 and not called.flags & DECIMAL
        self.cycles[name] = max(self.cycles.get(name, 0), called.cycles)
        return called.a

    def window(self) -> bytes:
        return bytes(self.machine.memory[TO : TO + WINDOW * WINDOW])

    def plane(self) -> bytes:
        return bytes(self.machine.memory[PLANE : PLANE + (self.width + 7) // 8 * self.height])

    def look(self, x: int, y: int, radius: int) -> None:
        """See from a tile, at once and in parts, and mark what is seen."""
        before, seen = self.window(), self.plane()
        expected = bytearray(before)
        self.sight.field_of_view(x, y, radius, expected)
        written = range(TO, TO + len(before))
        place = {"x": x, "y": y, "radius": radius}
        assert self.call("field_of_view", written, **place) == CALL_IS_DONE
        assert self.window() == bytes(expected), (x, y, radius)
        self.machine.memory[TO : TO + len(before)] = before
        for part in range(9):
            assert self.call("field_of_view_octant", written, part, **place) == CALL_IS_DONE
        assert self.window() == bytes(expected), (x, y, radius)
        written = range(PLANE, PLANE + len(seen))
        assert self.call("mark_seen", written, **place) == CALL_IS_DONE
        judge_plane(self.window(), (x, y), radius, self.width, self.height, self.plane(), seen)

    def look_at(self, x: int, y: int, x2: int, y2: int) -> None:
        status = self.call("line_of_sight", range(0), x=x, y=y, x2=x2, y2=y2)
        is_seen = self.sight.line_of_sight(x, y, x2, y2)
        assert status == (CALL_IS_DONE if is_seen else CALL_FINDS_NOTHING), (x, y, x2, y2)


def places(chance: Random, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Corners, tiles at the edges, and any."""
    yield from ((x, y) for x in (0, width - 1) for y in (0, height - 1))
    yield from ((chance.randrange(width), chance.randrange(height)) for _ in range(8))


@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize(("width", "height"), EVERY_SIZE)
def test_modules_see_what_python_sees(compiler: str, width: int, height: int) -> None:
    game, chance = Game(compiler, width, height), Random(width)
    maps = [bytes([FLOOR]) * (width * height)]
    for tiles in (*maps, *(random_map(chance, width, height) for _ in range(2))):
        game.put_map(tiles)
        for x, y in places(chance, width, height):
            game.look(x, y, chance.choice((8, chance.randrange(1, 9))))
            x2, y2 = chance.randrange(width), chance.randrange(height)
            game.look_at(x, y, x2, y2)
            game.look_at(x, y, min(x + x2 % 9, width - 1), max(y - y2 % 9, 0))
    assert game.cycles["field_of_view"] <= MOST_CYCLES
    assert game.cycles["field_of_view_octant"] <= MOST_OF_A_PART
    assert game.cycles["mark_seen"] <= MOST_CYCLES


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_what_a_module_sees_is_right(compiler: str) -> None:
    game, chance = Game(compiler, 41, 33), Random(7)
    for _ in range(3):
        tiles = random_map(chance, 41, 33)
        game.put_map(tiles)
        here = chance.randrange(41), chance.randrange(33)
        before = game.window()
        game.look(*here, 8)
        judge_window(tiles, 41, 33, here, 8, game.window(), before)


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_what_is_out_of_range_is_refused(compiler: str) -> None:
    game = Game(compiler, 41, 33)
    game.put_map(bytes([FLOOR]) * (41 * 33))
    good = {"x": 3, "y": 4, "x2": 5, "y2": 6, "radius": 8}
    wrong = [{"x": 41}, {"x": 255}, {"y": 33}, {"radius": 0}, {"radius": 9}, {"radius": 255}]
    for name in ("field_of_view", "field_of_view_octant", "mark_seen"):
        for change in wrong:
            assert game.call(name, range(0), **good | change) == CALL_IS_REFUSED
    assert game.call("field_of_view_octant", range(0), 9, **good) == CALL_IS_REFUSED
    for change in ({"x": 41}, {"y": 33}, {"x2": 41}, {"y2": 255}):
        assert game.call("line_of_sight", range(0), **good | change) == CALL_IS_REFUSED
    assert game.call("line_of_sight", range(0), **good | {"radius": 0}) == CALL_IS_DONE


@pytest.mark.long
@pytest.mark.parametrize("call", CALLS)
def test_a_module_may_have_one_of_the_calls(call: str) -> None:
    for compiler in COMPILERS:
        compiler_or_skip(compiler)
        spec = load_spec(SPEC_FILE, ["program.dungeons=[burrow]", f"modules.calls=[{call}]"])
        assert call in module_of(spec, "burrow", compiler).calls


@pytest.mark.long
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_map_that_is_too_large_is_refused(compiler: str) -> None:
    game = Game(compiler, 129, 128)
    for name in CALLS:
        assert game.call(name, range(0), x=3, y=4, x2=5, y2=6, radius=8) == CALL_IS_REFUSED


NATIVE = """
#include "dungeon_burrow.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
static uint8_t *windows = MEMORY + 0x1000;
static void put_address(uint8_t at, uint16_t address)
{
    PUT_WORD(native_memory + GAME_BLOCK + at, address);
}
"""

NATIVE_CALL = """\
        put_address(0, 0x8000);
        put_address(2, (uint16_t)(windows - native_memory));
        put_address(16, 0x8800);
        GAME_X = arguments[0];
        GAME_Y = arguments[1];
        GAME_RADIUS = arguments[2];
        GAME_X2 = arguments[3];
        GAME_Y2 = arguments[4];
        for (GAME_REGISTER_X = 0; GAME_REGISTER_X != 9; ++GAME_REGISTER_X) {
            GAME_A = GAME_REGISTER_X;
            call_field_of_view_octant();
        }
        call_field_of_view();
        call_mark_seen();
        call_line_of_sight();
        *answer = GAME_A;
        windows += 289;"""


@needs_cc
def test_the_twins_of_the_kernels_see_the_same(tmp_path: Path) -> None:
    width, height = 41, 33
    chance, size = Random(8), WINDOW * WINDOW
    tiles = bytes(chance.choice((FLOOR, FLOOR, FLOOR, 1)) for _ in range(width * height))
    eyes = Sight(tiles, width, height, OPAQUE, EMPTY)
    cases, statuses, windows = [], [], b""
    for x, y in places(chance, width, height):
        radius, x2, y2 = chance.choice((8, 3)), min(x + 3, width - 1), chance.randrange(height)
        cases.append(bytes((x, y, radius, x2, y2)))
        window = bytearray(size)
        eyes.field_of_view(x, y, radius, window)
        windows += window
        statuses.append(CALL_IS_DONE if eyes.line_of_sight(x, y, x2, y2) else CALL_FINDS_NOTHING)
    plane = bytes((width + 7) // 8 * height)
    memory = bytearray(0x1000 + len(windows))
    memory[: len(tiles)] = tiles
    memory[0x800 : 0x800 + len(plane)] = plane
    got, after = answers(
        spec_of(width, height), tmp_path, "cc", NATIVE_CALL, cases, bytes(memory), NATIVE,
        ["program_tables.c", "core/generation.c"],
    )  # fmt: skip
    assert after[0x1000:] == windows and after[: len(tiles)] == tiles
    assert list(got) == statuses and {*got} == {CALL_IS_DONE, CALL_FINDS_NOTHING}
    marked = bytearray(plane)
    for at, case in enumerate(cases):
        x, y, radius = case[:3]
        mark_seen(windows[size * at : size * (at + 1)], x, y, radius, width, height, marked)
    assert after[0x800 : 0x800 + len(plane)] == bytes(marked)
