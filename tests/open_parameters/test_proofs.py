"""Every proof of a dungeon with open parameters also has other values than the spec's."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.programs import module_of, native_of
from helpers.tools import SPEC_FILE, needs_cc, simulator_library

from pygen.builders.module import ModuleRoute
from pygen.builders.module_values import module_with_values, routes_with_values
from pygen.builders.native import NativeRoute
from pygen.builders.python import PythonRoute
from pygen.commands.parity import Arguments, plan_parity
from pygen.proof.catalogue import computed, recorded, text_of
from pygen.proof.every_seed import make_jobs, verify
from pygen.proof.planning import plan
from pygen.spec import Spec, load_spec
from pygen.spec.open_parameters import (
    SETS_DRAWN,
    drawn_values,
    open_parameters,
    values_in_words,
    with_values,
)

OPEN_SPEC = SPEC_FILE.parent / "open.yaml"
DUNGEON = "mine"


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(OPEN_SPEC)


@needs_cc
def test_verify_shares_all_seeds_among_the_sets(spec: Spec, tmp_path: Path) -> None:
    module = module_of(spec, DUNGEON)
    route = ModuleRoute(module, simulator_library())
    jobs, _ = plan(spec, [route], [DUNGEON], range(40), tmp_path, tmp_path)
    words = values_in_words(open_parameters(spec, DUNGEON), drawn_values(spec, DUNGEON)[0])
    for name in ("native", module.compiler.name):
        own = [job for job in jobs if job.route.name == name]
        others = [job for job in jobs if job.route.name.startswith(f"{name} ")]
        assert [list(job.seeds) for job in own] == [list(range(40))]
        assert len(others) == SETS_DRAWN
        assert sorted(seed for job in others for seed in job.seeds) == list(range(40))
        assert others[0].against.name == f"python {words}"
    verify(jobs, 1)
    assert all(job.is_good for job in jobs)
    # A second run finds everything proven.
    again, _ = plan(spec, [route], [DUNGEON], range(40), tmp_path, tmp_path)
    verify(again, 1)
    assert sum(job.known for job in again) == sum(len(job.seeds) for job in jobs)


@needs_cc
def test_a_module_with_other_values_is_found_out(spec: Spec, tmp_path: Path) -> None:
    first, second = drawn_values(spec, DUNGEON)[:2]
    route = ModuleRoute(module_of(spec, DUNGEON), simulator_library())
    native = NativeRoute(spec, native_of(spec))
    routes, python = routes_with_values(spec, DUNGEON, first, [route], native)
    wrong = PythonRoute(with_values(spec, DUNGEON, second))
    jobs = [job for one in routes for job in make_jobs(one, wrong, DUNGEON, range(4), tmp_path)]
    verify(jobs, 1)
    assert all(job.wrong for job in jobs)
    keys = {route.identity(DUNGEON) for route in (*routes, python, wrong, native)}
    assert len(keys) == len(routes) + 3


def test_golden_values_have_files_for_the_sets(spec: Spec) -> None:
    places = recorded(spec)
    for dungeon in spec.dungeons:
        sets = drawn_values(spec, dungeon)
        names = [name for name in places if name.startswith(f"{dungeon}-values")]
        assert len(sets) == SETS_DRAWN and len(names) == len(sets)
        text = text_of(names[0], computed(places[names[0]]))
        words = values_in_words(open_parameters(spec, dungeon), sets[0])
        assert f"# with the values: {words}\n" in text
        assert computed(places[names[0]]).values != computed(places[dungeon]).values


def test_parity_has_jobs_for_the_sets_or_for_those_that_are_given(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = module_of(spec, DUNGEON)
    monkeypatch.setattr("pygen.commands.parity.build_module", lambda *a, **k: module)
    given = {"spec": str(OPEN_SPEC), "dungeon": DUNGEON, "floor": None}
    arguments = Arguments(**given)
    jobs = plan_parity(arguments, [module.compiler], lambda name: None, tmp_path)
    seeds = len(spec.parity.seeds())
    assert len(jobs[0].requests) == seeds and not jobs[0].values
    assert sum(len(job.requests) for job in jobs[1:]) == seeds
    assert all(job.values for job in jobs[1:])
    arguments = Arguments(**given, values="rock.fill_chance=44")
    (job,) = plan_parity(arguments, [module.compiler], lambda name: None, tmp_path)
    assert job.values == "rock.fill_chance=44 automaton.rounds=3"
    values = (44, 3)
    assert job.route.module == module_with_values(module, values)  # type: ignore[attr-defined]
