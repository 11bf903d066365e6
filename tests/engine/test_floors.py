"""Floors: 256 dungeons on one seed, the same on the way back, in Python and on the C64."""

from __future__ import annotations

import io

import pytest
from helpers.equal_dungeons import require_equal
from helpers.programs import claiming, in_vice, module_of
from helpers.tools import SPEC_FILE, needs_ca65, needs_vice
from rich.console import Console

from pygen.base.errors import UsageError
from pygen.builders.module_vice import ModuleViceRoute
from pygen.commands.parity import ParityReport
from pygen.compilers import COMPILERS
from pygen.engine.random.floors import FLOORS, floor_seed, next_seed, previous_seed
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof import parity
from pygen.spec import Spec, SpecError, load_spec


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE)


def test_the_first_floor_has_the_dungeons_own_seed(spec: Spec) -> None:
    assert [floor_seed(spec.random, seed, 1) for seed in (0, 7, 65535)] == [0, 7, 65535]


def test_each_floor_has_the_seed_after_that_of_the_floor_above(spec: Spec) -> None:
    for seed in (0, 7, 65535):
        expected = seed
        for floor in range(1, FLOORS + 1):
            assert floor_seed(spec.random, seed, floor) == expected
            expected = next_seed(spec.random, expected)


def test_no_floor_of_a_dungeon_comes_twice(spec: Spec) -> None:
    for seed in (0, 7, 65535):
        seeds = {floor_seed(spec.random, seed, floor) for floor in range(1, FLOORS + 1)}
        assert len(seeds) == FLOORS


def test_every_seed_comes_once_before_one_comes_again(spec: Spec) -> None:
    seed, seen = 0, set()
    while seed not in seen:
        seen.add(seed)
        seed = next_seed(spec.random, seed)
    assert len(seen) == 65536 and seed == 0


def test_the_way_back_leads_through_the_same_floors(spec: Spec) -> None:
    for seed in range(0, 65536, 101):
        assert previous_seed(spec.random, next_seed(spec.random, seed)) == seed


def test_floors_outside_1_to_256_are_an_error(spec: Spec) -> None:
    for floor in (0, 257):
        with pytest.raises(UsageError, match=f"no floor {floor}"):
            floor_seed(spec.random, 1, floor)


@pytest.mark.parametrize(
    "change, right",
    [("floor_multiplier=25174", "25173"), ("floor_increment=2", "3")],
)
def test_constants_that_would_repeat_early_are_refused(change: str, right: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_spec(SPEC_FILE, [f"random.{change}"])
    (problem,) = caught.value.problems
    assert problem.key_path == f"random.{change.split('=')[0]}" and right in problem.right


@needs_vice
@needs_ca65
@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_c64_builds_the_same_floors(spec: Spec, name: str) -> None:
    with in_vice(module_of(spec, "crypt", name)) as machine:
        for seed, floor in ((7, 1), (7, 2), (7, 3), (7, 256), (0, 2), (65535, 100), (7, 2)):
            request = Request("crypt", seed, floor)
            expected = generate(spec, request).region_bytes()
            require_equal(spec, "crypt", expected, machine.build(request).regions, request)


@needs_vice
@needs_ca65
@pytest.mark.parametrize("name", list(COMPILERS))
def test_parity_compares_every_floor_of_every_seed(name: str) -> None:
    spec = load_spec(SPEC_FILE, ["program.dungeons=[crypt]"])
    module = module_of(spec, "crypt", name)
    requests = [Request("crypt", seed, floor) for seed in (7, 8) for floor in (1, 3)]
    job = parity.ParityJob(ModuleViceRoute(module), requests)
    cases = parity.compare_all([job], parity.Listener(), 1)
    assert [case.request for case in cases] == requests
    assert all(case.equal for case in cases)
    maps = {case.hashes["map"] for case in cases}
    assert len(maps) == 4, "floors are different dungeons"


@needs_vice
@needs_ca65
def test_a_wrong_floor_is_told_with_the_command_that_repeats_it(spec: Spec) -> None:
    # A module whose floors hang together otherwise, held against this spec's reference.
    other = load_spec(SPEC_FILE, ["program.dungeons=[crypt]", "random.floor_increment=13851"])
    built = module_of(other, "crypt")
    right = load_spec(SPEC_FILE, ["program.dungeons=[crypt]"])
    requests = [Request("crypt", 7, floor) for floor in (1, 2)]
    job = parity.ParityJob(ModuleViceRoute(claiming(built, right)), requests)
    text = io.StringIO()
    console = Console(file=text, width=200, color_system=None)
    report = ParityReport(console, "", lambda *_: None)
    first, second = parity.compare_all([job], report, workers=1)
    assert first.equal and not second.equal
    assert "crypt, seed 7, floor 2: differs first after phase 'clear'" in text.getvalue()
    assert "--dungeon crypt --seeds 7 --floor 2" in text.getvalue()
