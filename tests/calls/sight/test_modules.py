"""Sight in modules of both compilers and natively: field_of_view, field_of_view_octant, mark_seen
and line_of_sight are those of Python, by the kernels clip_view, gather_view, scan_octant, mark_view
and see_tile, or by their twins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from calls.sight.eyes import GAME_CALLS, PLANE, TO, Eyes
from calls.sight.material import EMPTY, FLOOR, OPAQUE, WINDOW, judge_window, random_map
from helpers.games import for_every_build, game_of, read, write
from helpers.module_machine import DECIMAL, ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.calls.constants import CALL_IS_DONE, CALL_IS_REFUSED
from pygen.calls.sight import Sight
from pygen.compilers import COMPILERS
from pygen.spec import Spec, load_spec

SIDES = (41, 33)
MORE_SIDES = [(72, 72), (128, 128), (16, 16), (240, 8), (9, 135)]
EVERY_SIZE = [SIDES, *(pytest.param(*sides, marks=pytest.mark.long) for sides in MORE_SIDES)]

MAP = 0xA803
"""Where a game has its map: there is room for 16,384 tiles, and nothing of the module."""

MOST_CYCLES, MOST_OF_A_PART = 60_000, 10_000
"""The limits of field_of_view, and of each part of it, on any map."""


def spec_of(width: int, height: int, calls: tuple[str, ...] = GAME_CALLS) -> Spec:
    return load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[burrow]", f"modules.calls=[{','.join(calls)}]",
            "memory.map={start: 0x8000, end: 0x9FFF}", "memory.program.end=0x7FFF",
            f"dungeons.burrow.map={{width: {width}, height: {height}}}",
        ],
    )  # fmt: skip


def eyes_of(build: str, width: int, height: int) -> Eyes:
    return Eyes(game_of(spec_of(width, height), "burrow", build), width, height, MAP)


def places(chance: Random, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Corners, and any."""
    yield from ((x, y) for x in (0, width - 1) for y in (0, height - 1))
    yield from ((chance.randrange(width), chance.randrange(height)) for _ in range(12))


@for_every_build
@pytest.mark.parametrize(("width", "height"), EVERY_SIZE)
def test_modules_see_what_python_sees(build: str, width: int, height: int) -> None:
    eyes, chance = eyes_of(build, width, height), Random(width)
    empty = bytes([FLOOR]) * (width * height)
    for tiles in (empty, *(random_map(chance, width, height) for _ in range(4))):
        eyes.open_in(Sight(tiles, width, height, OPAQUE, EMPTY))
        for x, y in places(chance, width, height):
            eyes.look(x, y, chance.choice((8, chance.randrange(1, 9))))
            x2, y2 = chance.randrange(width), chance.randrange(height)
            eyes.look_at(x, y, x2, y2)
            eyes.look_at(x, y, min(x + x2 % 9, width - 1), max(y - y2 % 9, 0))
    assert max(eyes.cycles["field_of_view"]) <= MOST_CYCLES
    assert max(eyes.cycles["field_of_view_octant"]) <= MOST_OF_A_PART


@for_every_build
def test_what_a_module_sees_is_right(build: str) -> None:
    (width, height), chance = SIDES, Random(7)
    eyes = eyes_of(build, width, height)
    for _ in range(2):
        tiles = random_map(chance, width, height)
        eyes.open_in(Sight(tiles, width, height, OPAQUE, EMPTY))
        here = chance.randrange(width), chance.randrange(height)
        before = eyes.window()
        eyes.look(*here, 8)
        judge_window(tiles, width, height, here, 8, eyes.window(), before)


@for_every_build
def test_what_is_out_of_range_is_refused(build: str) -> None:
    (width, height), game = SIDES, game_of(spec_of(*SIDES), "burrow", build)
    good = {"map": MAP, "to": TO, "seen": PLANE, "x": 3, "y": 4, "x2": 5, "y2": 6, "radius": 8}
    write(game, MAP, bytes([FLOOR]) * (width * height))
    for at in (TO, PLANE):
        write(game, at, bytes([0xA5]) * WINDOW * WINDOW)

    def status(name: str, a: int = 0, **change: int) -> int:
        game.ask(**good | change)
        return game.call(name, a).a

    wrong = [{"x": width}, {"x": 255}, {"y": height}, {"radius": 0}, {"radius": 9}, {"radius": 255}]
    for name in ("field_of_view", "field_of_view_octant", "mark_seen"):
        assert [status(name, **change) for change in wrong] == [CALL_IS_REFUSED] * len(wrong)
    assert status("field_of_view_octant", 9) == CALL_IS_REFUSED
    wrong = [{"x": width}, {"y": height}, {"x2": width}, {"y2": height}, {"y2": 255}]
    assert [status("line_of_sight", **change) for change in wrong] == [CALL_IS_REFUSED] * len(wrong)
    assert status("line_of_sight", radius=0) == CALL_IS_DONE
    for at in (TO, PLANE):
        assert read(game, at, WINDOW * WINDOW) == bytes([0xA5]) * WINDOW * WINDOW


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_nothing_else_is_written(compiler: str) -> None:
    compiler_or_skip(compiler)
    (width, height), chance = SIDES, Random(9)
    machine = ModuleMachine(module_of(spec_of(width, height), "burrow", compiler), 6)
    layout = machine.module.layout
    own = {*range(2, 0x200), *range(layout.work_start, layout.work_end + 1)}
    own |= {at for span in layout.request_spans for at in span}
    machine.game_request(map=MAP, to=TO, seen=PLANE)
    machine.memory[MAP : MAP + width * height] = random_map(chance, width, height)
    plane = range(PLANE, PLANE + (width + 7) // 8 * height)
    writes = {
        "field_of_view": range(TO, TO + WINDOW * WINDOW), "line_of_sight": range(0),
        "field_of_view_octant": range(TO, TO + WINDOW * WINDOW), "mark_seen": plane,
    }  # fmt: skip
    for x, y in places(chance, width, height):
        machine.game_request(x=x, y=y, radius=8, x2=3, y2=chance.randrange(height))
        for name, written in writes.items():
            zero_page = machine.zero_page()
            called = machine.call(name, a=chance.randrange(9), flags=DECIMAL)
            assert called.written <= own | {*written}
            assert machine.zero_page() == zero_page
            assert called.stack_bytes <= 24 and not called.flags & DECIMAL


@pytest.mark.long
@pytest.mark.parametrize("call", GAME_CALLS)
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_module_may_have_one_of_the_calls(call: str, compiler: str) -> None:
    compiler_or_skip(compiler)
    assert call in module_of(spec_of(*SIDES, (call,)), "burrow", compiler).calls


@pytest.mark.long
@for_every_build
def test_a_map_that_is_too_large_is_refused(build: str) -> None:
    game = game_of(spec_of(129, 128), "burrow", build)
    game.ask(map=MAP, to=TO, seen=PLANE, x=3, y=4, x2=5, y2=6, radius=8)
    assert {game.call(name).a for name in GAME_CALLS} == {CALL_IS_REFUSED}
