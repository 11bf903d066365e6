"""Dungeons by modules in our simulator."""

from __future__ import annotations

import pytest
from helpers.equal_dungeons import require_reference, require_references
from helpers.kinds import Sample, in_turns
from helpers.programs import claiming, compared_module_of, module_of, with_code
from helpers.tools import SPEC_FILE, needs_cc, simulator_library

from pygen.base.errors import EmulatorFailed
from pygen.builders.module import ModuleBuilder
from pygen.compilers.module_building import Module
from pygen.engine.random.request import Request
from pygen.proof.parity import compare, diagnose
from pygen.spec import Spec, load_spec

pytestmark = needs_cc


@pytest.fixture(scope="module")
def module(spec: Spec) -> Module:
    return module_of(spec, "burrow")


# Those of the tests' spec with both compilers, the others with that which test_parity.py does not
# take; `invoke parity` proves all with both.
@pytest.mark.sampled(8)
@pytest.mark.parametrize(("sample", "compiler"), in_turns(1), ids=str)
def test_the_simulated_module_gives_the_references_bytes(sample: Sample, compiler: str) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    machine = ModuleBuilder(compared_module_of(spec, dungeon, compiler), simulator_library())
    requests = [Request(dungeon, seed) for seed in (0, 1, 255, 256, 4096, 65535)]
    require_references(spec, requests, machine.build_many(requests))
    require_reference(spec, requests[4], machine.build(requests[4]).regions)


def test_a_dungeon_does_not_depend_on_those_before_it(spec: Spec, module: Module) -> None:
    machine = ModuleBuilder(module, simulator_library())
    seeds = list(range(60))
    data = machine.build_many([Request("burrow", seed) for seed in seeds])
    size = len(data) // len(seeds)
    for seed in (0, 1, 58, 59):
        one = data[seed * size : (seed + 1) * size]
        require_references(spec, [Request("burrow", seed)], one)


def test_a_module_that_hangs_or_crashes_is_an_error_with_the_seed(module: Module) -> None:
    behind = module.layout.start + module.size
    hang = bytes([0x4C, behind & 0xFF, behind >> 8])
    spec = module.layout.spec
    emulator = spec.emulator.model_copy(update={"seconds_per_dungeon": 1})
    quick = claiming(module, spec.replaced(emulator=emulator))
    for code, words in (
        (hang, "did not end"),
        (b"\x02", r"illegal instruction, \$02 at \$"),
        # pla, pla, rts to what is deeper
        (b"\x48\x60", "."),
    ):
        machine = ModuleBuilder(with_code(quick, "generate", code), simulator_library())
        with pytest.raises(EmulatorFailed, match=f"burrow, seed 77: .*{words}"):
            machine.build_many([Request("burrow", 77), Request("burrow", 78)])


def test_wrong_dungeons_are_seen_and_diagnosed_at_the_end(spec: Spec) -> None:
    other = load_spec(SPEC_FILE, ["dungeons.crypt.secrets.treasures=2"])
    machine = ModuleBuilder(claiming(module_of(other, "crypt"), spec), simulator_library())
    case = compare(machine, Request("crypt", 7))
    assert not case.equal
    assert diagnose(machine, case).phase == "end"
