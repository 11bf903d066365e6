"""generator.yaml as it ships: it is valid, and its dungeons can be proven and kept."""

from __future__ import annotations

import re

import pytest
from helpers import invariants
from helpers.programs import native_of
from helpers.tools import SHIPPED_SPEC_FILE, needs_cc

from pygen.base.project import PROJECT
from pygen.builders.native import NativeBuilder
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.spec import Spec

pytestmark = pytest.mark.shipped
SEEDS = [0, 1, 255, 256, 4711, 65535]


def test_every_shipped_dungeon_is_in_the_program_and_has_its_records(shipped_spec: Spec) -> None:
    # cc65's program has no room for more than three.
    every, left_out = list(shipped_spec.dungeons), ["maze"]
    assert [name for name in every if name not in left_out] == shipped_spec.program.dungeons
    catalogues = {path.stem for path in (PROJECT / "tests" / "golden").glob("*.txt")}
    assert catalogues == set(shipped_spec.program.dungeons)


@needs_cc
def test_the_native_build_of_every_shipped_dungeon_is_the_reference(shipped_spec: Spec) -> None:
    native = NativeBuilder(shipped_spec, native_of(shipped_spec))
    for dungeon in shipped_spec.program.dungeons:
        for seed in SEEDS:
            regions = generate(shipped_spec, Request(dungeon, seed)).region_bytes()
            assert native.build(Request(dungeon, seed)).regions == regions, (dungeon, seed)
            invariants.check(shipped_spec, dungeon, regions)


def test_the_shipped_spec_has_a_schema_line_for_editors() -> None:
    first = SHIPPED_SPEC_FILE.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=build/generator.schema.json"


def test_no_other_test_reads_the_shipped_spec() -> None:
    """Whoever tunes generator.yaml is not to meet tests of something else."""
    pattern = re.compile(r'(PROJECT|ROOT) / "generator\.yaml"')
    tests = PROJECT / "tests"
    found = {
        path.relative_to(tests).as_posix()
        for path in tests.rglob("*.py")
        if pattern.search(path.read_text(encoding="utf-8"))
    }
    # The fixture's path, and the judge of all seeds, which is run by hand for the README.
    assert found == {"helpers/tools.py", "hunts/every_seed.py"}
