"""The game calls random and random_below, with the kernel scale_random: a stream of the game's."""

from __future__ import annotations

from random import Random

import pytest
from helpers.games import Game, ModuleGame, for_every_build, game_of
from helpers.module_machine import ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.builders.python import PythonBuilder
from pygen.calls.chance import drawn, scaled
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.spec import Spec, load_spec
from pygen.spec.game_calls import GAME_REQUEST, GAME_REQUEST_OFFSET

CHANGES = ["modules.calls=[random, random_below]", "program.dungeons=[burrow]"]
SHIFTS = ([7, 9, 8], [6, 7, 13])


def spec_of(shifts: list[int]) -> Spec:
    return load_spec(SPEC_FILE, [*CHANGES, f"random.shifts={shifts}"])


def judged(shifts: list[int], state: int) -> int:
    """The judge: a step of Marsaglia's generator, in 16 bits that are text."""
    state = state or 44257
    for places, is_left in zip(shifts, (True, False, True)):
        bits = f"{state:016b}"
        moved = (bits + "0" * places)[-16:] if is_left else ("0" * places + bits)[:16]
        state = int("".join(str(int(a != b)) for a, b in zip(bits, moved)), 2)
    return state


def state_of(game: Game) -> int:
    """The state in the request block."""
    at = 0x0200
    if isinstance(game, ModuleGame):
        at = game.module.layout.start + GAME_REQUEST_OFFSET
    at += GAME_REQUEST["random_state"]
    return int(game.memory[at] | game.memory[at + 1] << 8)


@pytest.mark.sampled(2)
@for_every_build
@pytest.mark.parametrize("shifts", SHIFTS, ids=str)
def test_numbers_are_those_of_the_specs_generator(build: str, shifts: list[int]) -> None:
    spec, chance = spec_of(shifts), Random(8)
    game = game_of(spec, "burrow", build)
    game.ask(random_state=0)
    state = 0
    for n in range(400):
        if n % 50 == 49:
            state = chance.randrange(65536)
            game.ask(random_state=state)
        count = chance.randrange(256) if n % 7 else chance.choice([0, 1, 255])
        assert drawn(spec.random, state) == judged(shifts, state)
        state = judged(shifts, state)
        if n % 3:
            below = (state >> 8) * (count or 256) // 256
            assert game.call("random_below", a=count, x=77).a == below == scaled(state, count)
            assert below < (count or 256)
        else:
            answer = game.call("random", a=1, x=2)
            assert answer.a | answer.x << 8 == state
        assert state_of(game) == state


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_game_may_draw_while_a_dungeon_is_built(compiler: str) -> None:
    compiler_or_skip(compiler)
    spec = spec_of(SHIFTS[0])
    machine = ModuleMachine(module_of(spec, "burrow", compiler), garbage=3)
    machine.request(seed=7, floor=0)
    machine.game_request(random_state=99)
    machine.call("begin")
    while machine.call("step").a:
        machine.scramble_zero_page()
        machine.call("random")
        machine.call("random_below", a=6)
    machine.call("count_tiles")
    wanted, found = PythonBuilder(spec).build(Request("burrow", 7)).regions, machine.regions()
    assert wanted == {name: found[name] for name in wanted}
