"""Phases that share work memory lose nothing by it, tested on the machine code of modules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.module_machine import ModuleMachine
from helpers.tools import SHIPPED_SPEC_FILE, SPEC_FILE, WORLDS_SPEC_FILE, compiler_or_skip

from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module, build_module
from pygen.engine.random.request import Request
from pygen.kinds import phase_names
from pygen.spec import Spec, load_spec

SHIPPED, WORLDS = load_spec(SHIPPED_SPEC_FILE), load_spec(WORLDS_SPEC_FILE)
PLACE = re.compile(r"= shared_work \+ (\d+) +; (\d+) bytes, phases (\d+) to (\d+)")
"""A variable's offset and size, and the phases that need it, in the emitted `module_work.inc`."""


def bytes_of_others(module: Module) -> list[list[int]]:
    """For each phase the addresses of shared bytes that none of its variables has."""
    text = (module.folder / "gen" / "module_work.inc").read_text("utf-8")
    places = [tuple(map(int, found)) for found in PLACE.findall(text)]
    assert len(places) == text.count(".export") > 0
    shared = {at for offset, size, _, _ in places for at in range(offset, offset + size)}
    start, others = module.layout.work_start, []
    for phase in range(len(phase_names(module.spec.dungeons[module.dungeon]))):
        here = [place for place in places if place[2] <= phase <= place[3]]
        needed = {at for offset, size, _, _ in here for at in range(offset, offset + size)}
        others.append([start + at for at in sorted(shared - needed)])
    return others


def build(module: Module, request: Request) -> int:
    """Build a dungeon while, before each step, all bytes that its phase does not need become
    garbage. The phase must leave them alone, and the dungeon must be the reference's. Returns how
    often the dungeon was begun again."""
    machine, others = ModuleMachine(module, garbage=request.seed), bytes_of_others(module)
    machine.request(seed=request.seed, floor=request.floor - 1)
    machine.request(chunk_x=request.chunk[0], chunk_y=request.chunk[1])
    machine.call("begin")
    sets = [frozenset(addresses) for addresses in others]
    phase = again = 0
    while True:
        for address, value in zip(others[phase], machine.random.randbytes(len(others[phase]))):
            machine.memory[address] = value
        called = machine.call("step")
        assert not called.written & sets[phase], f"phase {phase} writes bytes of others"
        if called.a == 0:
            break
        again += called.x < phase
        phase = called.x
    machine.call("count_tiles")
    expected, found = PythonBuilder(module.spec).build(request).regions, machine.regions()
    assert expected == {name: found[name] for name in expected}
    return again


def module_for(spec: Spec, dungeon: str, compiler: str, folder: Path) -> Module:
    found = compiler_or_skip(compiler)
    return build_module(spec, "spec.yaml", found, dungeon, build_folder=folder, once=True)


@pytest.mark.shipped
@pytest.mark.slow
@pytest.mark.sampled(10)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("dungeon", SHIPPED.dungeons)
def test_phases_need_no_bytes_of_others(dungeon: str, compiler: str, tmp_path: Path) -> None:
    module = module_for(SHIPPED, dungeon, compiler, tmp_path)
    for seed, floor in ((7, 1), (300, 5)):
        build(module, Request(dungeon, seed, floor))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_work_memory_may_lie_on_both_sides_of_32768(compiler: str, tmp_path: Path) -> None:
    spec = load_spec(SHIPPED_SPEC_FILE, ["modules={start: 0x3000, work: 0x7F00, data: 0x9000}"])
    found = compiler_or_skip(compiler)
    module = build_module(spec, "spec.yaml", found, "crypt", build_folder=tmp_path)
    assert module.layout.work_start < 0x8000 < module.layout.work_end
    build(module, Request("crypt", 7))


def test_a_dungeon_that_is_begun_again_needs_none_either(tmp_path: Path) -> None:
    earlier = load_spec(SPEC_FILE.parent / "before_kinds" / "generator.yaml")
    module = module_for(earlier, "descent", "cc65", tmp_path)
    assert build(module, Request("descent", 7, 2)) >= 2


@pytest.mark.sampled(4)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("dungeon", WORLDS.dungeons)
def test_nor_do_chunks_of_worlds(dungeon: str, compiler: str, tmp_path: Path) -> None:
    module = module_for(WORLDS, dungeon, compiler, tmp_path)
    for chunk in ((0, 0), (5, 700)):
        build(module, Request(dungeon, 7, chunk=chunk))
