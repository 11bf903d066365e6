"""For any valid spec the C gives the reference's dungeons: natively, and on the 6502.

`python -m pytest tests/kinds/test_any_spec.py --hypothesis-profile=hunt` tries thousands of specs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import invariants
from helpers.equal_dungeons import parts_of, require_equal
from helpers.kinds import every_kind
from helpers.programs import native_used_once
from helpers.random_specs import spec_data, spec_data_with_floors, spec_of
from helpers.shrinking import require
from helpers.tools import compiler_or_skip, needs_cc, simulator_library
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from pygen.base.errors import CompileFailed
from pygen.builders.module import ModuleBuilder
from pygen.builders.native import build_native, run_checked
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import build_module
from pygen.emit.memory_regions import all_regions
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof.comparing import ModuleWay, NativeWay
from pygen.spec import Spec

SEEDS = st.lists(st.integers(0, 65535), min_size=12, max_size=12, unique=True)
MOST_BUILDS = 40
"""How many specs are tried to make a failing one smaller, where compiling takes seconds."""

HUNTING = settings.get_current_profile_name() == "hunt"


def examples(count: int) -> settings:
    """So many specs, or as many as a hunt wants."""
    return settings(
        max_examples=settings().max_examples if HUNTING else count,
        # `require` makes a failing spec smaller.
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )


def valid(data: dict[str, Any]) -> dict[str, Any]:
    """These data of a spec; another example is tried if it is refused."""
    assume(spec_of(data) is not None)
    return data


@pytest.mark.sampled(3)
@pytest.mark.slow
@needs_cc
@every_kind
def test_the_native_build_is_the_reference_on_every_floor_of_any_spec(kind: str) -> None:
    @examples(4)
    @given(data=spec_data_with_floors(kind), seeds=SEEDS)
    def check(data: dict[str, Any], seeds: list[int]) -> None:
        def judge(spec: Spec) -> Iterator[Request]:
            native = native_used_once(spec)
            for request in (Request("main", seed, floor) for seed in seeds for floor in (2, 1)):
                yield request
                expected = generate(spec, request).region_bytes()
                require_equal(spec, "main", expected, native.build(request).regions, request)
                invariants.check(spec, "main", expected, request.floor)

        require(valid(data), judge, NativeWay())

    check()


@pytest.mark.sampled(3)
@pytest.mark.slow
@needs_cc
@every_kind
def test_no_spec_leads_to_undefined_behaviour(kind: str) -> None:
    @examples(2)
    @given(data=spec_data(kind), seeds=SEEDS)
    def check(data: dict[str, Any], seeds: list[int]) -> None:
        def judge(spec: Spec) -> Iterator[Request]:
            with tempfile.TemporaryDirectory() as folder:
                program = build_native(spec, "checked", Path(folder))
                for dungeon in spec.program.dungeons:
                    # The program fails before its first dungeon is read.
                    yield Request(dungeon, seeds[0])
                    built = run_checked(program, spec, dungeon, seeds)
                    for seed, regions in zip(seeds, built, strict=True):
                        request = Request(dungeon, seed)
                        yield request
                        assert regions.keys() == all_regions(spec, dungeon).keys()
                        expected = generate(spec, request).region_bytes()
                        require_equal(spec, dungeon, expected, regions, request)

        require(valid(data), judge, NativeWay())

    check()


@pytest.mark.sampled(3)
@pytest.mark.slow
@needs_cc
@every_kind
@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_c64_s_code_is_the_reference_for_any_spec(name: str, kind: str) -> None:
    compiler = compiler_or_skip(name)

    @examples(1)
    @given(data=spec_data(kind), seeds=SEEDS)
    def check(data: dict[str, Any], seeds: list[int]) -> None:
        def judge(spec: Spec) -> Iterator[Request]:
            # Ample room for large maps.
            low = spec.replaced(modules=spec.modules.model_copy(update={"start": 0x1000}))
            with tempfile.TemporaryDirectory() as folder:
                try:
                    modules = [
                        build_module(low, "any spec", compiler, dungeon, build_folder=Path(folder))
                        for dungeon in spec.program.dungeons
                    ]
                except CompileFailed as error:
                    assume("fit" not in error.hint)
                    raise
                for module in modules:
                    dungeon, machine = module.dungeon, ModuleBuilder(module, simulator_library())
                    for request in (Request(dungeon, seed) for seed in seeds):
                        yield request
                        expected = generate(spec, request).region_bytes()
                        built = parts_of(expected, machine.build_many([request]))
                        require_equal(spec, dungeon, expected, built, request)

        require(valid(data), judge, ModuleWay(compiler), MOST_BUILDS)

    check()
