"""What a module promises holds for game calls, too: memory, stack, zero page, flags."""

from __future__ import annotations

import pytest
from helpers.module_machine import DECIMAL, INTERRUPT, ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.calls.constants import CALL_GOES_ON, CALL_IS_DONE, WAY_FLEEING, WAY_IN_PAIRS
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.emit.module_layout import CALLS
from pygen.spec import load_spec
from pygen.spec.game_calls import GAME_CALLS, GAME_REQUEST, GAME_REQUEST_OFFSET, GAME_WORDS

MOST_STACK = 24
MAP, TO, SOURCES, SEEN = 0xC000, 0xD500, 0xFF00, 0xFB00
"""Where the caller has its map, results, tiles that ways begin from, and the plane of what is seen;
there are no chips here, and the crypt's memory ends below."""

ANSWERED = {"x2", "y2", "random_state"}
"""The arguments that some calls change."""

ALL = [call.name for call in GAME_CALLS]


@pytest.fixture(scope="module", params=list(COMPILERS))
def machine(request: pytest.FixtureRequest) -> ModuleMachine:
    """The crypt with all calls, and what they need in memory."""
    compiler_or_skip(request.param)
    spec = load_spec(SPEC_FILE, [f"modules.calls=[{', '.join(ALL)}]", "program.dungeons=[crypt]"])
    found = ModuleMachine(module_of(spec, "crypt", request.param), garbage=9)
    layout = found.module.layout
    assert max(at + size for at, size in found.module.regions.values()) <= MAP
    assert layout.work_end < MAP
    found.request(seed=7, floor=0)
    found.call("generate")
    found.game_request(to=MAP)
    found.call("unpack_map")
    summary = found.module.regions["summary"][0]
    x, y = found.memory[summary + 1], found.memory[summary + 2]
    found.memory[SOURCES], found.memory[SOURCES + 1] = x, y
    found.game_request(
        map=MAP, to=TO, x=x, y=y, x2=x + 1, y2=y + 1, radius=8, properties=1, way=0,
        sources=SOURCES, source_count=1, random_state=7, seen=SEEN,
    )  # fmt: skip
    return found


def calls_of(module: Module) -> list[str]:
    """The game calls that a module has, in an order in which each finds what it needs."""
    return [call.name for call in GAME_CALLS if not call.tables or "rooms" in call.tables]


def allowed(module: Module) -> set[int]:
    """What game calls may write: work memory, zero page, where results go, and what they answer."""
    layout, block = module.layout, module.layout.start + GAME_REQUEST_OFFSET
    size = module.spec.dungeons["crypt"].map
    spans = [
        range(layout.work_start, layout.work_end + 1),
        range(TO, TO + size.width * size.height),
        range(SEEN, SEEN + (size.width + 7) // 8 * size.height),
        *(
            range(block + GAME_REQUEST[name], block + GAME_REQUEST[name] + 1 + (name in GAME_WORDS))
            for name in ANSWERED
        ),
    ]
    found = {at for span in spans for at in span}
    return found | {*module.zero_page} | module.patched.operands | module.patched.opcodes


def test_only_declared_memory_and_little_stack_is_written(machine: ModuleMachine) -> None:
    fine = allowed(machine.module)
    for name in calls_of(machine.module):
        for a in (0, CALL_GOES_ON):
            called = machine.call(name, a=a, x=1)
            beyond = {at for at in called.written - fine if not 0x100 <= at < 0x200}
            assert not beyond, (name, sorted(map(hex, beyond))[:9])
            assert called.stack_bytes <= MOST_STACK, (name, called.stack_bytes)
            assert not called.written & {0, 1}


def test_zero_page_and_flags_are_as_promised(machine: ModuleMachine) -> None:
    for name in calls_of(machine.module):
        for flags in (0, INTERRUPT):
            machine.scramble_zero_page()
            before = machine.zero_page()
            called = machine.call(name, a=0, x=1, flags=flags | DECIMAL)
            assert machine.zero_page() == before, name
            assert not called.flags & DECIMAL and called.flags & INTERRUPT == flags


def test_whatever_happens_to_zero_page_between_steps_they_do_the_same(
    machine: ModuleMachine,
) -> None:
    for name in ("unpack_map_step", "validate_step", "distances_step"):
        answers = []
        for scrambles in (False, True):
            machine.memory[TO : TO + 0x1400] = bytes(0x1400)
            a = 0
            while (called := machine.call(name, a=a, x=0)).a == CALL_GOES_ON:
                a = CALL_GOES_ON
                if scrambles:
                    machine.scramble_zero_page()
            assert called.a == CALL_IS_DONE, name
            answers.append((called.x if "validate" in name else 0, bytes(machine.memory[TO:SEEN])))
        assert answers[0] == answers[1], name


def test_the_dungeon_is_the_same_after_all_calls(machine: ModuleMachine) -> None:
    before = machine.regions()
    for name in calls_of(machine.module):
        machine.call(name, a=0, x=1)
    assert machine.regions() == before
    machine.request(seed=7, floor=0)
    machine.call("generate")
    assert machine.regions() == before
    assert set(machine.module.calls) == {*CALLS, *ALL}


LONG = {"distances_step": "distances", "unpack_map_step": "unpack_map", "validate_step": "validate"}
"""Calls that are made in steps, and those that do the same at once."""

MAPS = {"unpack_map", "validate"}
"""Calls that share their memory, so none of them may come between the steps of another."""

BETWEEN = [
    *(name for name in ALL if name not in LONG and name != "entity_at"),
    *("get_tile", "unpack_row", "unpack_column", "table", "count_tiles"),
]
"""What a game may call between two steps, but for what has the same memory."""

OTHERS = {"map": MAP, "to": 0xE960, "x": 30, "y": 31, "radius": 3, "properties": 2, "way": 1}
"""The arguments of those, other than those of the steps."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("distances_step", {"map": MAP, "way": 0}),
        ("distances_step", {"map": MAP, "way": WAY_FLEEING}),
        ("distances_step", {"map": 0, "way": WAY_IN_PAIRS}),
        ("unpack_map_step", {}),
        ("validate_step", {}),
    ],
)
def test_other_calls_may_come_between_steps_if_the_arguments_are_put_back(
    machine: ModuleMachine, name: str, arguments: dict[str, int]
) -> None:
    """Each of them between some steps, with arguments of its own and garbage in zero page."""
    own = {
        "map": MAP, "to": TO, "x": 9, "y": 9, "properties": 1, "way": 0, "radius": 8,
        "sources": SOURCES, "source_count": 1,
    } | arguments  # fmt: skip
    size = machine.module.spec.dungeons["crypt"].map
    field = slice(TO, TO + size.width * size.height)
    machine.memory[field] = bytes(field.stop - field.start)
    machine.game_request(**own)
    at_once = machine.call(LONG[name])
    wanted = bytes(machine.memory[field])
    machine.memory[field] = bytes(field.stop - field.start)
    own_memory = MAPS if LONG[name] in MAPS else {LONG[name]}
    others = [other for other in BETWEEN if other not in own_memory]
    before, number = 0, 0
    while number < 1000:
        machine.game_request(**own)
        step = machine.call(name, a=before)
        if step.a != CALL_GOES_ON:
            break
        before = step.a
        machine.game_request(**OTHERS)
        machine.request(out=0xFDB0, count=9)
        machine.call(others[number % len(others)], a=number % 50, x=number % 60)
        number += 1
    assert len(others) <= number < 1000 or not name.startswith("distances")
    assert (step.x if name == "validate_step" else step.a) == at_once.a
    assert name == "validate_step" or bytes(machine.memory[field]) == wanted
