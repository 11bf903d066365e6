"""generator.yaml as it ships: it is valid, and its dungeons can be proven and kept."""

from __future__ import annotations

import re

import pytest
from helpers import invariants
from helpers.programs import native_of
from helpers.tools import SHIPPED_SPEC_FILE, needs_cc

import tasks
from pygen.base.project import PROJECT
from pygen.builders.native import NativeBuilder
from pygen.console.schema import SCHEMA_FILE
from pygen.engine.random.request import Request
from pygen.proof.catalogue import recorded
from pygen.spec import Spec, json_schema

pytestmark = pytest.mark.shipped
SEEDS = [0, 1, 255, 256, 4711, 65535]


def test_every_shipped_dungeon_has_its_records(shipped_spec: Spec) -> None:
    catalogues = {path.stem for path in (PROJECT / "tests" / "golden").glob("*.txt")}
    assert catalogues == set(recorded(shipped_spec))


def test_every_shipped_dungeon_can_be_played(shipped_spec: Spec) -> None:
    played = {
        name
        for program in shipped_spec.programs
        for name in shipped_spec.selection_of(program).dungeons
    }
    assert played == set(shipped_spec.dungeons)


@needs_cc
def test_the_native_build_of_every_shipped_dungeon_is_the_reference(shipped_spec: Spec) -> None:
    every = shipped_spec.only(*shipped_spec.dungeons)
    native = NativeBuilder(shipped_spec, native_of(shipped_spec, selection=every), every)
    for place in recorded(shipped_spec).values():
        dungeon, floor = place.dungeon, place.floor
        for seed in SEEDS:
            request = Request(dungeon, seed, floor)
            regions = invariants.check_stages(shipped_spec, request)
            assert native.build(request).regions == regions, str(request)


def test_the_shipped_spec_has_a_schema_line_for_editors() -> None:
    first = SHIPPED_SPEC_FILE.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=build/generator.schema.json"


def test_the_header_says_how_to_see_all_defaults() -> None:
    header = SHIPPED_SPEC_FILE.read_text(encoding="utf-8").partition("\nversion:")[0]
    named = set(re.findall(r"invoke ([a-z-]+)", header))
    assert {"studio", "schema"} <= named <= set(tasks.namespace.tasks)
    assert f"writes them to build/{SCHEMA_FILE}" in header
    assert json_schema()["$defs"]["Display"]["properties"]["view_width"]["default"] == 40


def test_no_other_test_reads_the_shipped_spec() -> None:
    """Whoever tunes generator.yaml is not to meet tests of something else."""
    pattern = re.compile(r'(PROJECT|ROOT) / "generator\.yaml"')
    tests = PROJECT / "tests"
    found = {
        path.relative_to(tests).as_posix()
        for path in tests.rglob("*.py")
        if pattern.search(path.read_text(encoding="utf-8"))
    }
    # The fixture's path, and what is run by hand: the judge of all seeds, and what is reached.
    assert found == {"helpers/tools.py", "hunts/every_seed.py", "hunts/coverage/__main__.py"}
