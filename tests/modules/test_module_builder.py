"""A module as a builder: what `invoke verify` proves for all seeds."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import Any

import pytest
from helpers.equal_dungeons import require_equal, require_reference
from helpers.tools import (
    FLOORS_SPEC_FILE,
    any_compiler,
    compiler_or_skip,
    needs_ca65,
    needs_cc,
    needs_vice,
    simulator_library,
)

from pygen.base.errors import CompileFailed, EmulatorFailed
from pygen.builders.module import ModuleBuilder, ModuleRoute
from pygen.builders.module_vice import start_module
from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS, module_building
from pygen.compilers.built import build_request
from pygen.compilers.module_building import Module, build_module
from pygen.compilers.oscar64_map import REGISTERS
from pygen.engine.random.request import Request
from pygen.spec import load_spec

pytestmark = needs_cc


@pytest.fixture(scope="module", params=list(COMPILERS))
def module(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Module:
    compiler = compiler_or_skip(request.param)
    folder = tmp_path_factory.mktemp("modules")
    spec = load_spec(FLOORS_SPEC_FILE)
    return build_module(spec, "a spec", compiler, "burrow", build_folder=folder)


def test_many_requests_of_several_floors_are_the_references(module: Module) -> None:
    requests = [Request("burrow", 97 * n, n % 256 + 1) for n in range(390)]
    route = ModuleRoute(module, simulator_library())
    found = route.open().build_many(requests)
    assert found == PythonBuilder(module.spec).build_many(requests)


def test_a_module_that_fails_is_an_error_that_names_the_request(module: Module) -> None:
    jam = bytearray(module.image)
    jam[6] = 0x02
    broken = dataclasses.replace(module, image=bytes(jam))
    with pytest.raises(EmulatorFailed, match="burrow, seed 7"):
        ModuleBuilder(broken, simulator_library()).build(Request("burrow", 7))


def test_the_identity_is_that_of_bytes_and_places(module: Module) -> None:
    simulator = simulator_library()
    before = ModuleRoute(module, simulator).identity("burrow")
    changed = dataclasses.replace(module, image=module.image[:-1] + b"\0\0")
    assert ModuleRoute(changed, simulator).identity("burrow") != before
    assert ModuleRoute(module, simulator).identity("burrow", 10) != before
    assert ModuleRoute(module, simulator).identity("burrow") == before


@needs_vice
@needs_ca65
def test_in_vice_it_stops_after_each_phase_and_step(module: Module, tmp_path: Path) -> None:
    request, reference = Request("burrow", 44257, 3), PythonBuilder(module.spec)
    with contextlib.closing(start_module(module, tmp_path)) as machine:
        require_reference(module.spec, request, machine.build(request).regions)
        pairs = zip(machine.phases(request), reference.phases(request), strict=True)
        for (name, theirs), (phase, ours) in pairs:
            assert name == phase and theirs == {region: ours[region] for region in theirs}
        whole = reference.build_steps(request)
        for steps in (20, 255, 256, 257, whole.steps - 1, 0):
            built, wanted = (
                machine.build_steps(request, steps),
                reference.build_steps(request, steps),
            )
            assert built.steps == wanted.steps
            where = f"{request}, {steps} steps"
            require_equal(module.spec, "burrow", wanted.regions, built.regions, where)


def test_zero_page_begins_behind_the_compilers_registers(tmp_path: Path) -> None:
    """Wherever the spec would have it."""
    compiler = compiler_or_skip("oscar64")
    spec = load_spec(FLOORS_SPEC_FILE, ["modules.zeropage.oscar64=0x40"])
    module = build_module(spec, "a spec", compiler, "burrow", build_folder=tmp_path)
    (registers,) = (item for item in module.result.objects if item.name == REGISTERS)
    assert module.layout.zeropage.start == registers.address + registers.size > 0x40
    requests = [Request("burrow", seed) for seed in range(9)]
    built = ModuleBuilder(module, simulator_library()).build_many(requests)
    assert built == PythonBuilder(module.spec).build_many(requests)
    # What was found is remembered.
    again = build_module(spec, "a spec", compiler, "burrow", build_folder=tmp_path)
    assert (again.layout, again.image) == (module.layout, module.image)


@pytest.mark.usefixtures("nothing_is_kept")
def test_a_place_that_was_found_with_more_slack_is_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, compiler, calls = load_spec(FLOORS_SPEC_FILE), any_compiler(), list[int]()

    def fails_twice(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) in (2, 4):
            raise CompileFailed("does not fit")
        return build_request(*arguments)

    monkeypatch.setattr(module_building, "build_request", fails_twice)
    first = build_module(spec, "a spec", compiler, "burrow", build_folder=tmp_path / "first")
    assert len(calls) > 5
    again = build_module(spec, "a spec", compiler, "burrow", build_folder=tmp_path / "again")
    assert (again.layout, again.image) == (first.layout, first.image)
