"""What holds for every pass, behind a sample dungeon of every kind that it may follow."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from helpers import invariants
from helpers.equal_dungeons import require_equal, require_reference
from helpers.kinds import ONE_OF_EACH_KIND, data_of_all_kinds
from helpers.passes import every_pass, judge_passes, pass_material, spec_with_pass
from helpers.programs import compared_module_of, native_of, native_used_once
from helpers.tools import needs_cc, simulator_library
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from pygen.base.project import C_FOLDER
from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.compilers import COMPILERS
from pygen.engine.definition.features import CONNECTED
from pygen.engine.random.request import Request
from pygen.kinds import KINDS, advance, begin, generate
from pygen.passes import PASSES
from pygen.spec import Spec

SEEDS = range(16)
STEPS_COMPARED = 48
"""How many steps of a phase are compared one by one; of further ones, each 32nd, and all with
--long."""
DUNGEONS = list(data_of_all_kinds()["dungeons"])


@functools.cache
def samples(name: str) -> list[Spec]:
    """Specs of a dungeon of each kind that the pass may follow, one for each of its samples: those
    of the first sample all, the others a few. All are in the test of every dungeon."""
    uses = pass_material(name).samples
    first = [sample.dungeon for sample in ONE_OF_EACH_KIND]
    found = [spec for use in uses if (spec := spec_with_pass(name, dict(use), first))]
    assert len(found) == len(uses), f"tests/passes/{name}/material.py: a sample suits no kind"
    few = [spec_with_pass(name, dict(use), some_of(list(spec.dungeons), number))
           for number, (use, spec) in enumerate(zip(uses, found))]  # fmt: skip
    return [found[0], *(spec for spec in few[1:] if spec)]


def some_of(dungeons: list[str], number: int) -> list[str]:
    """The first of these dungeons, and two others, which differ from number to number."""
    first, *others = dungeons
    places = range(2 * number, 2 * number + 2)
    return [first, *dict.fromkeys(others[place % len(others)] for place in places if others)]


@pytest.mark.sampled(6)
@pytest.mark.slow
@needs_cc
@every_pass
def test_native_c_and_the_judge_agree_behind_every_kind(name: str) -> None:
    agree(samples(name), SEEDS[::8])


@pytest.mark.long
@needs_cc
@every_pass
def test_native_c_and_the_judge_agree_behind_every_dungeon_of_the_tests(name: str) -> None:
    uses = pass_material(name).samples
    agree(filter(None, (spec_with_pass(name, dict(use)) for use in uses)), range(64))


def agree(specs: Iterable[Spec], seeds: Iterable[int]) -> None:
    """Raise AssertionError unless Python, C and the judge agree about all dungeons."""
    for spec in specs:
        native = NativeBuilder(spec, native_of(spec))
        for dungeon in spec.dungeons:
            for seed in seeds:
                request = spec.proof_request(dungeon, seed)
                expected = judge_passes(spec, request)[1]
                require_equal(spec, dungeon, expected, native.build(request).regions, request)


@pytest.mark.sampled(6)
@needs_cc
@every_pass
def test_python_and_c_are_equal_after_every_step(name: str, is_long: bool) -> None:
    for spec in samples(name):
        native = NativeBuilder(spec, native_of(spec))
        dungeon = next(iter(spec.dungeons))
        names = {use.id for use in spec.dungeons[dungeon].passes}
        request, made = Request(dungeon, 7), Counter[str]()
        generation = begin(spec, request)
        for step in advance(generation):
            if step.phase not in names:
                continue
            made[step.phase] += 1
            if is_long or made[step.phase] <= STEPS_COMPARED or made[step.phase] % 32 == 0:
                built = native.build_steps(request, step.number).regions
                require_equal(spec, dungeon, generation.region_bytes(), built, step)
        assert made.total() > len(names), "none has several steps"


@pytest.mark.sampled(6)
@needs_cc
@every_pass
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_c64_s_code_is_the_reference(name: str, compiler: str) -> None:
    first, *others = samples(name)
    # The others with one compiler each.
    for spec in [first, *others[list(COMPILERS).index(compiler) :: 2]]:
        dungeon = next(iter(spec.dungeons))
        module = compared_module_of(spec, dungeon, compiler)
        builder = ModuleBuilder(module, simulator_library())
        for seed in SEEDS[:2]:
            request = spec.proof_request(dungeon, seed)
            require_reference(spec, request, builder.build(request).regions)


@pytest.mark.sampled(4)
@pytest.mark.slow
@needs_cc
@every_pass
def test_native_c_and_the_judge_agree_for_any_parameters(name: str) -> None:
    @settings(
        max_examples=2,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    @given(
        use=pass_material(name).uses,
        behind=st.lists(st.sampled_from(DUNGEONS), min_size=4, max_size=4, unique=True),
    )
    def check(use: dict[str, Any], behind: list[str]) -> None:
        spec = spec_with_pass(name, use, behind)
        assume(spec is not None)
        assert spec is not None
        native = native_used_once(spec)
        for dungeon in spec.dungeons:
            for seed in (7, 4711):
                request = spec.proof_request(dungeon, seed)
                expected = judge_passes(spec, request)[1]
                require_equal(spec, dungeon, expected, native.build(request).regions, request)

    check()


def test_passes_that_do_not_touch_records_leave_what_the_kind_promises() -> None:
    """A judge of a kind knows nothing of passes; joining what is joined already changes nothing."""
    spec = spec_with_pass("regions", {"keep": "all"})
    assert spec is not None
    for dungeon, parameters in spec.dungeons.items():
        if CONNECTED not in spec.kind(dungeon).features(parameters):
            continue
        for seed in SEEDS[:4]:
            regions = generate(spec, Request(dungeon, seed)).region_bytes()
            invariants.check(spec, dungeon, regions)


FUNCTION = re.compile(r"^static \w[\w *]*?\b(\w+)\(", re.M)


def test_no_two_passes_or_kinds_have_functions_of_one_name() -> None:
    """All parts of a dungeon are one unit of C."""
    shared = _functions([C_FOLDER / "core"])
    names = {f"passes/{name}": _functions([C_FOLDER / "passes" / name]) for name in PASSES}
    names |= {f"kinds/{name}": _functions([C_FOLDER / "kinds" / name]) for name in KINDS}
    assert sum(map(len, names.values())) > 100
    for name in PASSES:
        mine = names[f"passes/{name}"]
        for other, theirs in {**names, "core": shared}.items():
            assert other == f"passes/{name}" or not mine & theirs, f"{name} and {other}"


def _functions(folders: list[Path]) -> set[str]:
    files = [file for folder in folders for file in folder.rglob("*.h")]
    return {name for file in files for name in FUNCTION.findall(file.read_text("utf-8"))}
