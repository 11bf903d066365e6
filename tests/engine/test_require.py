"""What dungeons require: the right try stays, in both languages, and each try begins anew."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import pytest
from helpers import required
from helpers.equal_dungeons import require_equal, require_reference
from helpers.kinds import loaded
from helpers.longest_steps import longest_step
from helpers.module_machine import ModuleMachine
from helpers.programs import compared_module_of, module_of, native_of, native_used_once
from helpers.random_specs import spec_data, spec_of
from helpers.tools import needs_cc, simulator_library
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS
from pygen.emulators.simulator import Simulator
from pygen.engine.random.request import Request
from pygen.kinds import (
    KINDS,
    advance,
    begin,
    figures_required,
    generate,
    phase_names,
    possible_values,
)
from pygen.search.numbers import numbers_of
from pygen.spec import Spec, dungeon_digest

SECTIONS = required.SECTIONS
DATA = {"dungeons": SECTIONS}
FLOORS = {"halls": (1, 3, 5, 9)}
every_one = pytest.mark.parametrize("dungeon", SECTIONS)


@pytest.fixture(scope="module")
def spec() -> Spec:
    return loaded(DATA)


@pytest.fixture(scope="module")
def without(spec: Spec) -> Spec:
    return required.bare(DATA, spec)


def requests(dungeon: str, seeds: int) -> list[Request]:
    floors = FLOORS.get(dungeon, (1,))
    return [Request(dungeon, seed, floor) for floor in floors for seed in range(seeds)]


@pytest.mark.sampled(2)
@every_one
def test_the_first_try_that_meets_everything_stays_or_else_the_last(
    spec: Spec, without: Spec, dungeon: str
) -> None:
    tries = set()
    for request in requests(dungeon, 40):
        regions = generate(spec, request).region_bytes()
        tries.add(required.check(spec, without, request, regions))
    assert {1, 2, 3} <= tries


def test_conditions_that_nothing_meets_end_with_the_last_try(spec: Spec) -> None:
    hopeless = loaded({"dungeons": {"crypt": {**SECTIONS["crypt"], "require": ["draws < 9"]}}})
    g = generate(hopeless, Request("crypt", 7))
    assert (g.tries, g.status, len(g.missed)) == (8, 64, 8)
    assert [one.attempt for one in g.missed] == list(range(1, 9))
    assert all((one.values["draws"] or 0) > 9 for one in g.missed)


@pytest.mark.sampled(3)
@needs_cc
@every_one
def test_the_native_build_is_the_reference_after_every_step(spec: Spec, dungeon: str) -> None:
    native = NativeBuilder(spec, native_of(spec))
    for request in requests(dungeon, 24):
        require_reference(spec, request, native.build(request).regions)
    for request in requests(dungeon, 2):
        generation, compared = begin(spec, request), 0
        for step in advance(generation):
            if not step.is_clear or (compared > 100 and step.number % 97):
                continue
            built = native.build_steps(request, step.number)
            assert built.steps == step.number
            require_equal(spec, dungeon, generation.region_bytes(), built.regions, step)
            compared += 1
        assert native.build_steps(request).steps == step.number
        assert step.attempt == generation.tries


@needs_cc
@every_one
def test_phases_are_told_as_they_are_done_in_every_try(spec: Spec, dungeon: str) -> None:
    native, reference = NativeBuilder(spec, native_of(spec)), PythonBuilder(spec)
    for request in requests(dungeon, 6):
        ours, theirs = list(reference.phases(request)), list(native.phases(request))
        assert [name for name, _ in ours] == [name for name, _ in theirs]
        for (name, expected), (_, found) in zip(ours, theirs):
            require_equal(spec, dungeon, expected, found, (request, name))


@pytest.mark.sampled(2)
@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
@every_one
def test_modules_are_the_reference(spec: Spec, dungeon: str, compiler: str) -> None:
    builder = ModuleBuilder(compared_module_of(spec, dungeon, compiler), simulator_library())
    for request in requests(dungeon, 5):
        require_reference(spec, request, builder.build(request).regions)


@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_new_try_begins_with_phase_0_and_is_told_as_a_number(spec: Spec, compiler: str) -> None:
    """X falls back, and the byte behind the summary says which try it is."""
    request = next(one for one in requests("crypt", 40) if generate(spec, one).tries == 3)
    machine = ModuleMachine(module_of(spec, "crypt", compiler), garbage=0xA5)
    machine.request(seed=request.seed, floor=0)
    machine.call("begin")
    phases, more = [0], 1
    while more:
        found = machine.call("step")
        phases.append(found.x)
        more = found.a
    assert sum(now < before for before, now in pairwise(phases)) == 2
    assert phases[-1] == len(phase_names(spec.dungeons["crypt"]))
    assert machine.regions()["summary"][-1] == 3


@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.steps
def test_steps_that_test_are_short(spec: Spec, compiler: str) -> None:
    """Those of dungeons without `measure`, whose steps have a test of their own."""
    section = {**SECTIONS["halls"], "require": SECTIONS["halls"]["require"][:3]}
    section = {key: value for key, value in section.items() if key != "floors"}
    alone = loaded({"dungeons": {"halls": section, "crypt": SECTIONS["crypt"]}})
    machine = Simulator(simulator_library())
    for dungeon in alone.dungeons:
        module = module_of(alone, dungeon, compiler)
        for seed in range(6):
            assert longest_step(machine, module, Request(dungeon, seed)) <= 10_000


def test_figures_of_measure_come_unasked_as_if_they_were_written() -> None:
    section = {"kind": "bsp", "require": ["stairs_steps > 30", "floor_loops > 0"]}
    whole = {"name": "measure", "figures": ["stairs_steps", "floor_loops"]}
    short = loaded({"dungeons": {"halls": section}})
    long = loaded({"dungeons": {"halls": {**section, "passes": [whole]}}})
    assert short.dungeons == long.dungeons
    assert dungeon_digest(short, "halls") == dungeon_digest(long, "halls")


@pytest.mark.shipped
def test_all_figures_are_among_the_values_that_they_may_have(shipped_spec: Spec) -> None:
    for name, dungeon in shipped_spec.dungeons.items():
        possible = possible_values(dungeon)
        for seed in range(0, 65536, 13001):
            numbers = numbers_of(shipped_spec, generate(shipped_spec, Request(name, seed)), seed)
            known = possible.keys() & numbers.keys()
            assert {"up_x", "draws"} < known
            for figure in known:
                assert numbers[figure] in possible[figure], (name, seed, figure)


def test_tries_are_overridden_where_the_file_has_a_list() -> None:
    data = {"dungeons": {"halls": {"kind": "bsp", "require": ["rooms > 3", "loops > 0"]}}}
    require = loaded(data, ["dungeons.halls.require.tries=32"]).dungeons["halls"].require
    assert require and (require.tries, require.conditions) == (32, ["rooms > 3", "loops > 0"])


def test_a_short_list_means_eight_tries_and_an_empty_one_nothing() -> None:
    conditions = ["rooms > 3"]

    def dungeon(require: Any) -> Any:
        return loaded({"dungeons": {"halls": {"kind": "bsp", "require": require}}})

    short = dungeon(conditions)
    assert short.dungeons == dungeon({"conditions": conditions, "tries": 8}).dungeons
    assert dungeon([]).dungeons == loaded({"dungeons": {"halls": {"kind": "bsp"}}}).dungeons
    assert dungeon([]).dungeons["halls"].require is None
    assert "tries" in short.layouts["require_figures"].plain_unused


@pytest.mark.sampled(4)
@pytest.mark.slow
@needs_cc
@pytest.mark.parametrize("kind", list(KINDS))
def test_any_spec_with_any_requirements(kind: str) -> None:
    """Conditions over figures of random dungeons, with numbers that some of their seeds meet."""

    @settings(
        max_examples=4,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(data=spec_data(kind), draw=st.data())
    def check(data: dict[str, Any], draw: st.DataObject) -> None:
        for name, section in data["dungeons"].items():
            section.pop("world", None)
            if name != "main":
                section.pop("require", None)
        plain = spec_of(data)
        assume(plain is not None and not plain.dungeons["main"].why_not_again)
        assert plain is not None
        found = [required.numbers_of(generate(plain, Request("main", seed))) for seed in range(8)]
        # Without `require` the dungeon has the same figures, but no number of tries.
        any_other = loaded({"dungeons": {"a": {"kind": "bsp", "require": ["rooms > 1"]}}})
        require = any_other.dungeons["a"].require
        row = plain.dungeons["main"].model_copy(update={"require": require})
        names = [name for name in figures_required(row) if name in found[0]]
        data = copy.deepcopy(data)
        data["dungeons"]["main"]["require"] = {
            "conditions": draw.draw(st.lists(conditions(names, found), min_size=1, max_size=3)),
            "tries": draw.draw(st.integers(1, 9)),
        }
        # Regions that were fitted to the summary may be too small.
        data.pop("memory", None)
        spec = spec_of(data)
        assume(spec is not None)
        assert spec is not None
        bare, native = required.bare(data, spec), native_used_once(spec)
        for seed in range(8):
            request = Request("main", seed)
            regions = generate(spec, request).region_bytes()
            required.check(spec, bare, request, regions)
            require_equal(spec, "main", regions, native.build(request).regions, request)

    check()


def conditions(names: list[str], found: list[dict[str, int]]) -> st.SearchStrategy[str]:
    """Conditions over these figures, with numbers that they have."""

    def comparison(name: str) -> st.SearchStrategy[str]:
        number = st.sampled_from([numbers[name] for numbers in found])
        sign = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
        return st.one_of(
            st.builds(lambda s, n: f"{name} {s} {n}", sign, number),
            st.builds(lambda a, b: f"{name} between {min(a, b)} and {max(a, b)}", number, number),
            st.builds(
                lambda a, b: f"{name} not between {min(a, b)} and {max(a, b)}", number, number
            ),
        )

    one = st.sampled_from(names).flatmap(comparison)
    return st.recursive(
        one,
        lambda part: st.one_of(
            st.builds(lambda a, b: f"({a} and {b})", part, part),
            st.builds(lambda a, b: f"({a} or {b})", part, part),
            st.builds(lambda a: f"not ({a})", part),
        ),
        max_leaves=4,
    )
