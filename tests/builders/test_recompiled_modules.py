"""Dungeons by recompiled modules: the same as the interpreter's, and no error passes."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from helpers.kinds import Sample, in_turns
from helpers.programs import compared_module_of, module_of, with_code
from helpers.tools import needs_cc, simulator_library

from pygen.base.errors import EmulatorFailed
from pygen.builders.base import DIGEST_BYTES, digest_of
from pygen.builders.module import (
    ModuleBuilder,
    ModuleRoute,
    code_of,
    module_without_statistics,
)
from pygen.builders.recompiling import CYCLES_FOR_BEST, CYCLES_FOR_QUICK, Recompiling
from pygen.builders.window import WindowRoute
from pygen.compilers.module_building import Module
from pygen.compilers.patched_code import NOT_PATCHED
from pygen.engine.random.request import Request
from pygen.spec import Spec

pytestmark = needs_cc

ENOUGH = 1 << 30
"""So many dungeons that recompiling saves time."""


@pytest.fixture(scope="module")
def recompiling(tmp_path_factory: pytest.TempPathFactory) -> Recompiling:
    """With the compiler that compiles fastest."""
    found = Recompiling.find(tmp_path_factory.mktemp("recompiled"))
    return dataclasses.replace(found, best=found.quick or found.best, quick=None)


def recompiled(module: Module, recompiling: Recompiling) -> ModuleBuilder:
    recompiling.prepare(code_of(module), CYCLES_FOR_BEST)
    builder = ModuleRoute(module, simulator_library(), "", recompiling).open()
    assert builder.recompiled
    return builder


# Those of the tests' spec with both compilers, the others in turns.
@pytest.mark.sampled(6)
@pytest.mark.parametrize(("sample", "compiler"), in_turns(0), ids=str)
def test_a_recompiled_module_gives_the_interpreters_bytes(
    sample: Sample, compiler: str, recompiling: Recompiling
) -> None:
    module = compared_module_of(sample.spec, sample.dungeon, compiler)
    requests = [Request(sample.dungeon, seed) for seed in range(0, 65536, 8191)]
    builder = recompiled(module, recompiling)
    expected = ModuleBuilder(module, simulator_library()).build_many(requests)
    assert builder.build_many(requests) == expected
    # Nothing is left to the interpreter.
    assert builder.remark == ""
    size = len(expected) // len(requests)
    digests = [digest_of(expected[at : at + size]) for at in range(0, len(expected), size)]
    assert builder.digests(requests) == b"".join(digests)
    assert len(digests[0]) == DIGEST_BYTES


def planted(module: Module, code: bytes) -> Module:
    """A module that first runs other code, with decimal mode off, as recompiled code needs it."""
    at = module.calls["generate"] - module.layout.start
    return with_code(module, "generate", b"\xd8" + code + b"\x4c" + module.image[at + 1 : at + 3])


def test_a_store_into_the_module_is_found(spec: Spec, recompiling: Recompiling) -> None:
    module = module_of(spec, "burrow")
    at = module.layout.start + module.size - 1
    # The byte keeps its value.
    code = bytes((0xAD, at & 0xFF, at >> 8, 0x8D, at & 0xFF, at >> 8))
    builder = recompiled(planted(module, code), recompiling)
    with pytest.raises(EmulatorFailed, match=rf"seed 7: the program stored a byte at \${at:04x}"):
        builder.digests([Request("burrow", 7)])
    harmless = recompiled(planted(module, bytes((0xA9, 0))), recompiling)
    assert harmless.digests([Request("burrow", 7)])


def test_a_patch_that_is_not_declared_is_found(spec: Spec, recompiling: Recompiling) -> None:
    module = dataclasses.replace(module_of(spec, "crypt"), patched=NOT_PATCHED)
    for builder in (recompiled(module, recompiling), ModuleBuilder(module, simulator_library())):
        with pytest.raises(EmulatorFailed, match="stored a byte at"):
            builder.digests([Request("crypt", 7)])


def test_a_return_to_a_computed_address_is_left_to_the_interpreter(
    spec: Spec, recompiling: Recompiling
) -> None:
    module = module_of(spec, "burrow")
    behind = module.layout.start + module.size + 9
    # cld, lda, pha, lda, pha, rts; and jmp generate behind it
    code = bytes((0xA9, (behind - 1) >> 8, 0x48, 0xA9, (behind - 1) & 0xFF, 0x48, 0x60, 0xEA))
    builder = recompiled(planted(module, code), recompiling)
    expected = ModuleBuilder(module, simulator_library()).digests([Request("burrow", 7)])
    assert builder.digests([Request("burrow", 7)]) == expected
    assert f"1 times, first at ${behind:04x}, reached from ${behind - 2:04x}" in builder.remark


def test_a_module_that_fails_is_not_recompiled(spec: Spec, recompiling: Recompiling) -> None:
    """It is the proof that finds the failure, not its preparation."""
    broken = with_code(module_of(spec, "burrow"), "generate", b"\x02")
    route = ModuleRoute(broken, simulator_library(), "", recompiling)
    route.prepare(ENOUGH)
    assert route.open().recompiled is None


def test_few_dungeons_are_interpreted_and_more_use_a_better_compiler(
    spec: Spec, tmp_path: Path
) -> None:
    module = module_of(spec, "burrow")
    found = Recompiling.find(tmp_path)
    route = ModuleRoute(module, simulator_library(), "", found)
    cycles = route.builder().cycles(Request("burrow", 0))
    assert route.needs_preparing
    route.prepare(CYCLES_FOR_QUICK // cycles)
    assert route.open().recompiled is None
    if found.quick:
        route.prepare(CYCLES_FOR_QUICK // cycles + 1)
        quick = route.open().recompiled
        assert quick is not None
    route.prepare(CYCLES_FOR_BEST // cycles + 1)
    best = route.open().recompiled
    assert best is not None and (not found.quick or best != quick)
    # Made once.
    before = best.stat()
    route.prepare(CYCLES_FOR_BEST // cycles + 1)
    assert best.stat() == before


def test_without_statistics_tiles_are_not_counted(spec: Spec, recompiling: Recompiling) -> None:
    module = module_of(spec, "burrow")
    spoiled = with_code(module, "count_tiles", b"\x02")
    light = recompiled(module_without_statistics(spoiled), recompiling)
    assert light.digests([Request("burrow", 7)])
    with pytest.raises(EmulatorFailed, match="illegal instruction"):
        recompiled(spoiled, recompiling).digests([Request("burrow", 7)])


def test_the_identity_says_whether_it_is_recompiled(spec: Spec, recompiling: Recompiling) -> None:
    module = module_of(spec, "burrow")
    plain = ModuleRoute(module, simulator_library())
    other = dataclasses.replace(plain, recompiling=recompiling)
    assert plain.identity("burrow") != other.identity("burrow")
    light = dataclasses.replace(plain, module=module_without_statistics(module))
    assert plain.identity("burrow") != light.identity("burrow")


def test_two_recompiled_modules_take_turns_in_their_window(
    spec: Spec, recompiling: Recompiling
) -> None:
    burrow, crypt = module_of(spec, "burrow"), module_of(spec, "crypt")
    plain = WindowRoute(burrow, simulator_library(), other=crypt)
    route = dataclasses.replace(plain, recompiling=recompiling)
    route.prepare(ENOUGH)
    builder = route.open()
    requests = [Request("burrow", seed) for seed in (1, 2, 3)]
    assert builder.digests(requests) == plain.open().digests(requests)
    assert builder.remark == ""
