"""Every kind brings what the tests over all kinds need, and it is of use to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from helpers.kinds import every_kind, material, samples
from helpers.random_specs import spec_data, spec_of
from hypothesis import HealthCheck, given, settings

from pygen.kinds import KINDS

FOLDER = Path(__file__).parent


def test_every_folder_of_tests_is_that_of_a_kind() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == set(KINDS)


@every_kind
def test_a_kind_has_sample_dungeons_with_names_of_their_own(kind: str) -> None:
    found = samples(kind)
    assert found, f"tests/kinds/{kind}/material.py: Material has no dungeons"
    for sample in found:
        assert sample.spec.dungeons[sample.dungeon].kind == kind
        assert sample.dungeon in sample.spec.program.dungeons
    others = {sample.dungeon for other in KINDS if other != kind for sample in samples(other)}
    assert not others & {sample.dungeon for sample in found}


@every_kind
def test_random_sections_of_a_kind_are_often_valid(kind: str, is_long: bool) -> None:
    valid: list[bool] = []

    @settings(
        max_examples=80 if is_long else 24,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=spec_data(kind))
    def count(data: dict[str, Any]) -> None:
        assert data["dungeons"]["main"]["kind"] == kind
        valid.append(spec_of(data) is not None)

    count()
    assert sum(valid) * 3 >= len(valid)


@every_kind
def test_a_kind_s_own_changes_for_the_mutation_run_are_of_its_dungeons(kind: str) -> None:
    own = {sample.dungeon for sample in samples(kind)}
    for changes in material(kind).variants.values():
        assert changes
        assert {change.split(".")[1] for change in changes} <= own
