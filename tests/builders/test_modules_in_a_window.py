"""Modules that take turns in one window: what `invoke verify --together` proves."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from helpers.programs import modules_of, with_code
from helpers.tools import SPEC_FILE, any_compiler, needs_cc, simulator_library

from pygen.base.errors import EmulatorFailed, UsageError
from pygen.builders.module import ModuleBuilder
from pygen.builders.python import PythonBuilder
from pygen.builders.window import WindowBuilder, WindowRoute
from pygen.commands.verify import Arguments, plan_verify
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.engine.random.request import Request
from pygen.proof.every_seed import verify
from pygen.spec import Spec

pytestmark = needs_cc

REQUESTS = [Request("burrow", 97 * n, n % 256 + 1) for n in range(12)]


@pytest.fixture(scope="module", params=list(COMPILERS))
def both(request: pytest.FixtureRequest, spec: Spec) -> tuple[Module, Module]:
    """The modules of the burrow and the crypt, linked for one window."""
    modules = {module.dungeon: module for module in modules_of(spec, request.param)}
    return modules["burrow"], modules["crypt"]


def test_they_share_the_window_and_the_work_memory(both: tuple[Module, Module]) -> None:
    layouts = [module.layout for module in both]
    assert len({layout.start for layout in layouts}) == 1
    # Both end in the window's last page but one, or behind it.
    ends = [layout.work_end for layout in layouts]
    assert max(ends) - min(ends) < 2 * 0x100
    for module in both:
        assert module.layout.start + len(module.carried) <= module.layout.work_start


def test_a_dungeon_after_another_one_is_the_reference_s(both: tuple[Module, Module]) -> None:
    burrow, crypt = both
    builder = WindowBuilder(burrow, crypt, simulator_library())
    assert builder.build_many(REQUESTS) == PythonBuilder(burrow.spec).build_many(REQUESTS)


def test_both_modules_run_and_a_failure_names_them(both: tuple[Module, Module]) -> None:
    simulator = simulator_library()
    for index in (0, 1):
        modules = list(both)
        modules[index] = with_code(modules[index], "generate", b"\x02")
        with pytest.raises(EmulatorFailed, match="after crypt, burrow, seed 0") as failure:
            WindowBuilder(modules[0], modules[1], simulator).build(REQUESTS[0])
        assert "the modules crypt and burrow" in failure.value.hint


def test_a_module_that_relies_on_what_another_one_changes_is_found_out(
    both: tuple[Module, Module],
) -> None:
    """Alone it is right: nobody has written to the rooms' table before."""
    burrow, crypt = both
    simulator = simulator_library()
    rooms = crypt.regions["rooms"][0]
    generate = int.from_bytes(burrow.image[7:9], "little")
    # lda first room, cmp #$a5, bne behind, jmp generate; behind: no instruction
    code = bytes((0xAD, rooms & 0xFF, rooms >> 8, 0xC9, 0xA5, 0xD0, 0x03))
    code += bytes((0x4C, generate & 0xFF, generate >> 8, 0x02))
    spoiled = with_code(burrow, "generate", code)
    reference = PythonBuilder(burrow.spec)
    one = [REQUESTS[0]]
    assert ModuleBuilder(spoiled, simulator).build_many(one) == reference.build_many(one)
    with pytest.raises(EmulatorFailed, match="illegal instruction"):
        WindowBuilder(spoiled, crypt, simulator).build_many(one)


def test_the_identity_is_that_of_both_modules(both: tuple[Module, Module]) -> None:
    burrow, crypt = both
    simulator = simulator_library()
    before = WindowRoute(burrow, simulator, other=crypt).identity("burrow")
    other = dataclasses.replace(crypt, image=crypt.image + b"\0")
    assert WindowRoute(burrow, simulator, other=other).identity("burrow") != before
    assert WindowRoute(burrow, simulator, other=crypt).identity("burrow") == before


def together(*dungeons: str) -> Arguments:
    """The arguments for a proof of a program with these dungeons."""
    change = f"program.dungeons=[{', '.join(dungeons)}]"
    return Arguments(spec=str(SPEC_FILE), set=[change], together=True)


@pytest.mark.long
@needs_cc
def test_each_dungeon_of_a_program_is_proven_after_the_one_before(tmp_path: Path) -> None:
    compiler = any_compiler()
    two = together("burrow", "crypt")
    jobs, _ = plan_verify(
        two,
        [compiler],
        ["crypt", "burrow"],
        range(5),
        lambda _: None,
        tmp_path / "verify",
        tmp_path,
    )
    names = [f"{job.route.name}: {job.name}" for job in jobs if job.route.name != "native"]
    assert names == [
        f"{compiler.name} after burrow: crypt", f"{compiler.name} after crypt: burrow"
    ]  # fmt: skip
    verify(jobs, 2)
    assert all(job.is_good for job in jobs)


def test_a_program_of_one_dungeon_has_nobody_to_disturb(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has just crypt"):
        plan_verify(together("crypt"), [any_compiler()], ["crypt"], [1], lambda _: None, tmp_path)
