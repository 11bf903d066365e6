"""Every pass brings what the tests over all passes need, and it is of use to them."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from pathlib import Path

from helpers.kinds import ONE_OF_EACH_KIND
from helpers.material import Data
from helpers.passes import every_pass, finished_phases, judge_use, pass_material, spec_with_pass
from helpers.plan import Plan
from hypothesis import Phase, given, settings
from pydantic import ValidationError

from pygen.engine.definition.passes import PassParameters
from pygen.passes import PASSES
from pygen.spec import Spec

FOLDER = Path(__file__).parent
NO_PASSES = {"__pycache__", "sample"}


@dataclasses.dataclass(frozen=True)
class Use:
    """What a pass has made of a sample dungeon."""

    spec: Spec
    parameters: PassParameters
    before: Plan
    after: Plan

    @property
    def changes(self) -> bool:
        """Whether it has changed anything."""
        return dataclasses.replace(self.before, request=None) != dataclasses.replace(
            self.after, request=None
        )


@functools.cache
def first_sample(name: str) -> Spec:
    """A sample dungeon of each kind that the pass may follow, with its first parameters."""
    sample = dict(pass_material(name).samples[0])
    spec = spec_with_pass(name, sample, [one.dungeon for one in ONE_OF_EACH_KIND])
    assert spec, f"tests/passes/{name}/material.py: the first sample suits no kind"
    return spec


def uses(name: str) -> Iterator[Use]:
    """The first use of a pass in each of these dungeons."""
    spec = first_sample(name)
    for dungeon in spec.dungeons:
        before: Plan | None = None
        for phase in finished_phases(spec, spec.proof_request(dungeon, 7)):
            if phase.use and phase.use.name == name:
                assert before is not None
                yield Use(spec, phase.use, before, phase.plan)
                break
            before = phase.plan


def test_every_folder_of_tests_is_that_of_a_pass() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - NO_PASSES
    assert folders == set(PASSES)


@every_pass
def test_a_pass_changes_a_sample_dungeon(name: str) -> None:
    assert any(use.changes for use in uses(name)), "its samples prove nothing"


@every_pass
def test_a_judge_notices_tiles_that_the_pass_did_not_make(name: str) -> None:
    """Chance may put a tile where another one would be right, too; so not all must be noticed."""
    use, noticed = next(uses(name)), []
    wall, floor = use.spec.codes["wall"], use.spec.codes["floor"]
    for at in range(0, len(use.after.codes), len(use.after.codes) // 12):
        codes = list(use.after.codes)
        codes[at] = wall if codes[at] == floor else floor
        try:
            wrong = dataclasses.replace(use.after, codes=codes)
            judge_use(use.spec, use.parameters, use.before, wrong)
            noticed.append(False)
        except (AssertionError, LookupError, StopIteration):
            noticed.append(True)
    assert sum(noticed) * 2 > len(noticed)


@every_pass
def test_random_parameters_of_a_pass_are_often_valid(name: str) -> None:
    valid: list[bool] = []

    @settings(max_examples=10, derandomize=True, database=None, phases=[Phase.generate])
    @given(use=pass_material(name).uses)
    def count(use: Data) -> None:
        try:
            PASSES[name].parameters.model_validate({"name": name, **use})
            valid.append(True)
        except ValidationError:
            valid.append(False)

    count()
    assert sum(valid) * 2 >= len(valid) > 0
