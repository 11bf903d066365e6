"""Dungeons step by step: the same in both languages after every step, and where one goes wrong."""

from __future__ import annotations

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import Sample, every_dungeon, one_dungeon_of_each_kind
from helpers.programs import in_vice, module_of, native_of
from helpers.tools import SPEC_FILE, needs_ca65, needs_cc, needs_vice, simulator_library

from pygen.base.errors import EmulatorFailed, UsageError
from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.builders.python import PythonBuilder
from pygen.commands.parity import Arguments, plan_parity
from pygen.compilers import COMPILERS
from pygen.engine.generator.pipeline import CLEAR, clearing_parts
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate, phase_names
from pygen.proof.parity import compare, diagnose, first_wrong_step
from pygen.spec import Spec, load_spec

SEEDS = (0, 7, 20251)


@pytest.mark.sampled(3)
@needs_cc
@one_dungeon_of_each_kind
def test_both_languages_have_the_same_bytes_after_every_step(sample: Sample) -> None:
    """Map, tables and summary, with what has been drawn of the random numbers."""
    native = NativeBuilder(sample.spec, native_of(sample.spec))
    for seed in SEEDS:
        request = Request(sample.dungeon, seed)
        generation = begin(sample.spec, request)
        compared = 0
        for step in advance(generation):
            # What was in memory before is there until it is cleared.
            if step.phase == CLEAR.name and not step.is_last:
                continue
            built = native.build_steps(request, step.number)
            assert built.steps == step.number
            expected = generation.region_bytes()
            require_equal(sample.spec, sample.dungeon, expected, built.regions, step)
            compared += 1
        assert compared > 3
        assert native.build_steps(request).steps == step.number


@pytest.mark.sampled(2)
@every_dungeon
def test_steps_are_numbered_within_phases_that_are_the_dungeon_s(sample: Sample) -> None:
    steps = list(advance(begin(sample.spec, Request(sample.dungeon, 7))))
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    dungeon = sample.spec.dungeons[sample.dungeon]
    assert [step.phase for step in steps if step.is_last] == phase_names(dungeon)
    in_phase = [step.in_phase for step in steps if step.phase == CLEAR.name]
    parts = clearing_parts(sample.spec.blueprint(sample.dungeon))
    assert in_phase == list(range(1, sum(count for _, count in parts) + 1))


def test_a_dungeon_stops_after_as_many_steps_as_are_wanted(spec: Spec) -> None:
    request = Request("crypt", 7)
    reference = PythonBuilder(spec)
    every = reference.build_steps(request)
    assert every.regions == reference.build(request).regions
    assert reference.build_steps(request, 9999) == every
    before = generate(spec, request, steps=every.steps - 1)
    assert before.camera == (0, 0) != generate(spec, request).camera


@needs_vice
@needs_ca65
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_c64_makes_the_same_steps_and_measures_them(spec: Spec, compiler: str) -> None:
    request = Request("catacombs", 7)
    steps = list(advance(begin(spec, request)))
    module = module_of(spec, request.dungeon, compiler)
    with in_vice(module) as machine:
        whole = machine.build(request)
        built = machine.build_steps(request)
        assert built.regions == whole.regions == generate(spec, request).region_bytes()
        assert built.steps == len(steps)
        cycles, number = built.longest_step
        assert 1000 < cycles < whole.cycles and 1 <= number <= len(steps)
        half = len(steps) // 2
        assert machine.build_steps(request, half).steps == half
        case = compare(machine, request, half)
        assert case.equal and case.cycles == 0


@needs_cc
def test_a_mismatch_names_the_first_wrong_step(spec: Spec) -> None:
    other = load_spec(SPEC_FILE, ["dungeons.crypt.corridors.first_leg_divisor=2"])
    wrong = NativeBuilder(spec, native_of(other))
    request = next(
        request
        for request in (Request("crypt", seed) for seed in range(50))
        if not compare(wrong, request).equal
    )
    found = diagnose(wrong, compare(wrong, request))
    assert found.phase == "corridors" and found.step is not None
    assert found.step.phase == "corridors"
    before = generate(spec, request, steps=found.step.number - 1).region_bytes()
    assert wrong.build_steps(request, found.step.number - 1).regions == before
    after = generate(spec, request, steps=found.step.number).region_bytes()
    assert wrong.build_steps(request, found.step.number).regions != after


@needs_cc
def test_a_builder_that_cannot_stop_says_so(spec: Spec) -> None:
    module = module_of(spec, "crypt")
    machine = ModuleBuilder(module, simulator_library())
    with pytest.raises(EmulatorFailed, match="step by step"):
        machine.build_steps(Request("crypt", 0), 5)
    assert first_wrong_step(machine, Request("crypt", 0), "corridors") is None


def test_nothing_is_compared_before_memory_is_cleared() -> None:
    given = Arguments(spec=str(SPEC_FILE), dungeon="crypt", steps="1")
    with pytest.raises(UsageError, match="clear its memory"):
        plan_parity(given, [], lambda _: None)
