"""All dungeons of the specs in tests/specs are those of the reference, on every route.

`tests/hunts/coverage` counts what these dungeons reach.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from helpers.equal_dungeons import parts_of, require_equal, require_reference
from helpers.programs import native_of
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_cc, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import build_module
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec

SPEC_FILES = sorted(SPEC_FILE.parent.rglob("*.yaml"))
SEEDS = 24
"""As many as tests/hunts/coverage counts of each row."""
FEW_SEEDS = 2

DUNGEONS = [
    pytest.param(file, dungeon, id=f"{file.stem}-{dungeon}")
    for file in SPEC_FILES
    for dungeon in yaml.safe_load(file.read_text(encoding="utf-8"))["dungeons"]
]


def requests_of(spec: Spec, dungeon: str, seeds: int) -> Iterator[Request]:
    """The first seeds of each row of a dungeon."""
    for row in spec.dungeons[dungeon].floor_rows:
        for seed in range(seeds):
            yield spec.proof_request(dungeon, seed, row.first_floor)


@pytest.mark.sampled(4)
@pytest.mark.slow
@needs_cc
@pytest.mark.parametrize("file", SPEC_FILES, ids=lambda file: file.stem)
def test_the_native_build_is_the_reference(file: Path) -> None:
    spec = load_spec(file)
    native = NativeBuilder(spec, native_of(spec))
    assert set(spec.program.dungeons) == set(spec.dungeons)
    for dungeon in spec.dungeons:
        for request in requests_of(spec, dungeon, FEW_SEEDS):
            require_reference(spec, request, native.build(request).regions)


@pytest.mark.long
@pytest.mark.parametrize(("file", "dungeon"), DUNGEONS)
@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_c64_s_code_is_the_reference(name: str, file: Path, dungeon: str) -> None:
    compiler, spec = compiler_or_skip(name), load_spec(file)
    # Ample room for large maps, and time for floors of exact mode.
    low = spec.replaced(
        modules=spec.modules.model_copy(update={"start": 0x1000}),
        emulator=spec.emulator.model_copy(update={"seconds_per_dungeon": 600}),
    )
    with tempfile.TemporaryDirectory() as folder:
        module = build_module(low, file.name, compiler, dungeon, build_folder=Path(folder))
    machine = ModuleBuilder(module, simulator_library())
    for request in requests_of(spec, dungeon, SEEDS):
        expected = generate(spec, request).region_bytes()
        built = parts_of(expected, machine.build_many([request]))
        require_equal(spec, dungeon, expected, built, f"{name} {request}")
