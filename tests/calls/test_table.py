"""The table of game calls, whatever the calls do: what a module promises of them."""

from __future__ import annotations

import pytest
from helpers.module_machine import DECIMAL, INTERRUPT, ModuleMachine
from helpers.programs import module_of
from helpers.tools import SHIPPED_SPEC_FILE, SPEC_FILE, compiler_or_skip

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.calls.constants import CALL_IS_LEFT_OUT
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.emit.dungeon_plan import dungeon_plan
from pygen.emit.facts import call_facts
from pygen.emit.kernels import words_of_parts
from pygen.emit.module_layout import CALLS, HEADER_BYTES, description
from pygen.spec import SpecError, dungeon_digest, load_spec, spec_hash
from pygen.spec.game_calls import (
    CALL_NAMES,
    GAME_ENTRIES,
    GAME_HEADER_BYTES,
    GAME_REQUEST,
    GAME_REQUEST_BYTES,
    GAME_REQUEST_OFFSET,
    GAME_TABLE_OFFSET,
    GAME_WORDS,
)

CHOSEN = "unpack_map"


@pytest.fixture(scope="module", params=list(COMPILERS))
def module(request: pytest.FixtureRequest) -> Module:
    compiler_or_skip(request.param)
    return module_of(load_spec(SPEC_FILE, [f"modules.calls=[{CHOSEN}]"]), "burrow", request.param)


def test_the_header_has_room_for_all_calls_and_arguments() -> None:
    assert HEADER_BYTES == GAME_TABLE_OFFSET == 64
    assert len(CALL_NAMES) <= GAME_ENTRIES
    assert GAME_REQUEST_OFFSET == 136 and GAME_HEADER_BYTES == 160
    used = [at + n for name, at in GAME_REQUEST.items() for n in range(1 + (name in GAME_WORDS))]
    assert len(used) == len({*used}) and max(used) < GAME_REQUEST_BYTES
    # Games rely on these for ever.
    assert CALL_NAMES[:3] == ("unpack_map", "distances", "next_step")
    assert CALL_NAMES.index("mark_seen") == 15


def test_a_module_without_calls_is_as_before(module: Module) -> None:
    plain = module_of(load_spec(SPEC_FILE), "burrow", module.compiler.name)
    assert plain.calls.keys() == {*CALLS}
    assert description(plain.layout, 0)[0] == plain.image[3 * len(CALLS)] == 2
    assert not plain.layout.has_game_calls
    assert module.image[3 * len(CALLS)] == 3
    assert module.calls[CHOSEN] == module.layout.start + GAME_TABLE_OFFSET


def test_every_entry_is_a_jump_and_those_left_out_answer(module: Module) -> None:
    machine, start = ModuleMachine(module, garbage=3), module.layout.start
    for number in range(GAME_ENTRIES):
        assert machine.memory[start + GAME_TABLE_OFFSET + 3 * number] == 0x4C
    before = bytes(machine.memory)
    for name in CALL_NAMES:
        if name != CHOSEN:
            called = machine.call(name, a=7, x=9, flags=DECIMAL | INTERRUPT)
            assert (called.a, called.x) == (CALL_IS_LEFT_OUT, 9)
            assert called.flags & (DECIMAL | INTERRUPT) == INTERRUPT
            assert not {at for at in called.written if not 0x100 <= at < 0x200}
    assert bytes(machine.memory)[0x200:] == before[0x200:]


def test_calls_change_no_dungeon_and_no_digest() -> None:
    plain, chosen = load_spec(SPEC_FILE), load_spec(SPEC_FILE, ["modules.calls=[unpack_map]"])
    none = load_spec(SPEC_FILE, ["modules.calls=[]"])
    assert spec_hash(plain) == spec_hash(none) != spec_hash(chosen)
    for name in plain.dungeons:
        assert dungeon_digest(plain, name) == dungeon_digest(chosen, name)


@pytest.mark.parametrize(
    ("calls", "said"),
    [("[unpack_mop]", "did you mean `unpack_map`"), ("[random, random]", "there twice")],
)
def test_a_wrong_list_is_refused_by_name(calls: str, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        load_spec(SPEC_FILE, [f"modules.calls={calls}"])


@pytest.mark.shipped
def test_no_constant_of_calls_has_a_name_of_another() -> None:
    calls = ", ".join(CALL_NAMES)
    spec = load_spec(SHIPPED_SPEC_FILE, [f"modules.calls=[{calls}]"])
    words = words_of_parts(C_FOLDER)
    for name in spec.dungeons:
        # It raises an error.
        assert dungeon_plan(spec, name, words, C_FOLDER).call_facts["CALL_IS_LEFT_OUT"] == 255


def test_a_constant_of_calls_that_a_dungeon_has_is_refused() -> None:
    with pytest.raises(UserError, match="CALL_IS_DONE is also"):
        call_facts([], {"CALL_IS_DONE"})
