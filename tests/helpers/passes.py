"""All passes, each with its test material.

A new pass brings tests/passes/<pass>/material.py; no other file of the tests names the passes.
"""

from __future__ import annotations

import copy
import functools
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from helpers.kinds import data_of_all_kinds, loaded
from helpers.material import Data
from helpers.plan import Plan, read
from hypothesis import strategies as st

from pygen.engine.definition.passes import PassParameters
from pygen.engine.generator.kind import OWN_CONNECTIONS
from pygen.engine.random.request import Request
from pygen.kinds import KINDS, advance, begin
from pygen.passes import PASSES
from pygen.spec import Spec, SpecError


@dataclass(frozen=True)
class PassMaterial:
    """All that the tests over all passes need to know of one.

    `judge(spec, use, before, after)` raises AssertionError unless `after` is what the pass makes of
    `before`, for the parameters `use` as the YAML has them, with all defaults; it must share no
    code with the pass. `uses` draws parameters of it, without its name, most of them valid.
    `samples` are parameters for which the pass is built for the 6502, too. Kinds go `without` these
    of their phases, if they can. The passes `before` come first behind a kind that lacks what this
    one needs. `dungeons` are its own sample dungeons, if those of the kinds do not suit it.
    """

    judge: Callable[[Spec, Mapping[str, Any], Plan, Plan], None]
    uses: st.SearchStrategy[Data]
    samples: Sequence[Data] = field(default_factory=lambda: ({},))
    without: Sequence[str] = ()
    before: Sequence[Data] = ()
    dungeons: Mapping[str, Data] = field(default_factory=dict)


@functools.cache
def pass_material(name: str) -> PassMaterial:
    """The test material of a pass; without it the tests fail."""
    found = importlib.import_module(f"passes.{name}.material").MATERIAL
    assert isinstance(found, PassMaterial), f"tests/passes/{name}/material.py: no PassMaterial"
    return found


@dataclass(frozen=True)
class Finished:
    """A dungeon after a phase: its bytes, what a judge sees of them, and the use of a pass whose
    phase this was, if it was one."""

    use: PassParameters | None
    regions: dict[str, bytes]
    plan: Plan


def finished_phases(spec: Spec, request: Request) -> Iterator[Finished]:
    """A dungeon after each of its phases."""
    generation = begin(spec, request)
    uses = {use.id: use for use in generation.parameters.passes}
    for step in advance(generation):
        if step.is_last:
            # A kind's judge expects the camera, too, which otherwise comes last.
            generation.place_camera()
            regions = generation.region_bytes()
            plan = read(spec, request.dungeon, regions)[0]
            plan.request = request
            yield Finished(uses.get(step.phase), regions, plan)


def judge_use(spec: Spec, use: PassParameters, before: Plan, after: Plan) -> None:
    """Raise AssertionError unless the judge of the pass accepts what it has made."""
    pass_material(use.name).judge(spec, use.model_dump(mode="json"), before, after)


def judge_passes(spec: Spec, request: Request) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Judge what each pass of a dungeon makes of the map before it.

    Returns the bytes that the kind left, and those of the finished dungeon.
    """
    of_kind: dict[str, bytes] = {}
    before: Finished | None = None
    for after in finished_phases(spec, request):
        if after.use:
            assert before is not None
            of_kind = of_kind or before.regions
            judge_use(spec, after.use, before.plan, after.plan)
        before = after
    assert before is not None
    return of_kind or before.regions, before.regions


every_pass = pytest.mark.parametrize("name", list(PASSES))


def sequel(name: str, use: Data) -> list[Data]:
    """A list of passes with this one, and behind it what makes the dungeon connected again if it
    may have changed."""
    if not PASSES[name].changes_tiles or PASSES[name].writes_looks:
        return [{"name": name, **use}]
    joining = {"name": "regions", "id": "sequel", "keep": "all"}
    return [{"name": name, **use}, joining]


def spec_with_pass(name: str, use: Data, only: Sequence[str] = ()) -> Spec | None:
    """A spec of sample dungeons of all kinds, or `only` of some, that the pass may follow.

    Each has the pass; None if there is no such dungeon."""
    data = data_of_all_kinds()
    # Looks may need more characters, and passes more entities.
    del data["memory"]["charset"]
    data["memory"].pop("entities", None)
    dungeons = {}
    own = pass_material(name).dungeons
    for dungeon, section in (own or data["dungeons"]).items():
        if only and dungeon not in only and not own:
            continue
        section = copy.deepcopy(section)
        section.pop("floors", None)
        if PASSES[name].tiles:
            # Its tiles may need more bits: the default has enough.
            section.get("map", {}).pop("bits_per_tile", None)
        kind = KINDS[section["kind"]]
        if absent := [phase for phase in pass_material(name).without if phase in kind.optional]:
            joined = kind.needs_joined_rooms if OWN_CONNECTIONS in absent else ()
            bare = kind.needs_stairs if "stairs" in absent else ()
            section["without"] = list(dict.fromkeys((*absent, *joined, *bare)))
        for first in ((), pass_material(name).before):
            section["passes"] = [*map(dict, first), *sequel(name, use)]
            if follows({**data, "dungeons": {dungeon: section}}, dungeon):
                dungeons[dungeon] = section
                break
    if not dungeons:
        return None
    data["dungeons"] = dungeons
    data["program"]["dungeons"] = list(dungeons)
    return loaded(data)


def follows(data: Data, dungeon: str) -> bool:
    """Whether a spec with one dungeon is valid; if not, only because a pass cannot come there."""
    alone = copy.deepcopy(data)
    alone["program"]["dungeons"] = [dungeon]
    try:
        loaded(alone)
    except SpecError as error:
        allowed = (
            "cannot come here",
            "takes planes of",
            "looks have 4 bits",
            "cannot hold",
            "can number",
            "no pass before",
            "a pass has the number",
        )
        assert any(words in str(error) for words in allowed), error
        return False
    return True
