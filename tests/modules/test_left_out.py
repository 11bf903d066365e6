"""Modules without some of their calls: they are smaller, and all else is as it was."""

from __future__ import annotations

import pytest
from helpers.module_machine import DECIMAL, ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.calls.constants import CALL_IS_LEFT_OUT
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.emit.memory_regions import STATISTICS
from pygen.emit.module_layout import CALLS, OPTIONAL_CALLS
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.export_plan import export_plan
from pygen.spec import load_spec

ALL = f"modules.without=[{', '.join(OPTIONAL_CALLS)}]"
SMALL = (
    "dungeons.crypt.prefer=size",
    "dungeons.crypt.without=[secret rooms, treasures]",
    "modules.preserves_zeropage=false",
    "modules.without=[set_tile, table, unpack_row, unpack_column, count_tiles, run]",
)
MOST_OF_OSCAR64 = 6_700
"""The most bytes of such a crypt, as the page of modules says."""


@pytest.fixture(scope="module", params=list(COMPILERS))
def module(request: pytest.FixtureRequest) -> Module:
    compiler_or_skip(request.param)
    return module_of(load_spec(SPEC_FILE, [ALL]), "burrow", request.param)


def test_what_is_left_out_answers_and_does_nothing(module: Module) -> None:
    machine = ModuleMachine(module, garbage=4)
    machine.request(seed=7, floor=0)
    machine.call("generate")
    before = bytes(machine.memory)
    for name in OPTIONAL_CALLS:
        done = machine.call(name, a=3, x=5, flags=DECIMAL)
        assert done.a == CALL_IS_LEFT_OUT and not done.flags & DECIMAL
        assert done.written <= set(range(0x100, 0x200))
    assert bytes(machine.memory)[0x200:] == before[0x200:]


def test_dungeons_are_the_reference_s(module: Module) -> None:
    machine = ModuleMachine(module, garbage=8)
    assert STATISTICS not in module.layout.spec.parity.regions
    for seed in (0, 811, 65_535):
        machine.request(seed=seed, floor=0)
        machine.call("begin")
        while machine.call("step").a:
            machine.scramble_zero_page()
        expected = generate(module.layout.spec, Request("burrow", seed)).region_bytes()
        found = machine.regions()
        assert {name: found[name] for name in expected} == expected
        assert set(expected) == set(found) - {STATISTICS}


def test_it_is_smaller_by_what_the_calls_took(module: Module) -> None:
    whole = module_of(load_spec(SPEC_FILE), "burrow", module.compiler.name)
    assert whole.size - module.size > 400
    # Other dungeons and our own programs are as before.
    assert (
        whole.calls == module_of(load_spec(SPEC_FILE, [ALL]), "burrow", module.compiler.name).calls
    )


def test_the_export_does_not_offer_what_is_left_out(module: Module) -> None:
    assert set(export_plan(module, "spec.yaml").calls) == set(CALLS) - set(OPTIONAL_CALLS)


def test_a_small_crypt_is_as_small_as_the_page_says() -> None:
    compiler_or_skip("oscar64")
    module = module_of(load_spec(SPEC_FILE, SMALL), "crypt", "oscar64")
    assert module.size <= MOST_OF_OSCAR64
