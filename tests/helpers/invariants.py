"""An independent judge of dungeons: it reads only the bytes that lie in memory.

It shares no code with the generators. Each kind has its own in tests/kinds/<kind>/judge.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from helpers.kinds import material
from helpers.passes import judge_passes
from helpers.plan import check_ground, read
from helpers.worlds import check_chunk, check_edges

from pygen.engine.definition.features import STAIRS
from pygen.engine.random.request import Request
from pygen.passes import PASSES
from pygen.spec import Spec


def check(spec: Spec, name: str, regions: Mapping[str, bytes], floor: int = 1) -> None:
    """Raise AssertionError with a reason unless the dungeon in `regions` keeps every invariant.

    `floor` (1..256) is which floor of the dungeon it is.
    """
    every_floor, spec = spec, of_floor(spec, name, floor)
    regions = {**regions, "summary": own_summary(every_floor, spec, name, regions["summary"])}
    if spec.dungeons[name].world:
        plan, _, summary = read(spec, name, regions)
        check_chunk(spec, name, plan, summary)
        return
    if any(PASSES[use.name].changes(use) for use in spec.dungeons[name].passes):
        # The kind's own judge knows only what its phases have made.
        plan, _, summary = read(spec, name, regions)
        check_ground(spec, plan, summary)
        return
    material(spec.dungeons[name].kind).judge(spec, name, regions)


def check_stages(spec: Spec, request: Request) -> dict[str, bytes]:
    """Build a dungeon by the reference, and judge what its kind and each of its passes made of it.

    Returns the bytes that lie in memory. Raises AssertionError as `check` does.
    """
    name = request.dungeon
    own = of_floor(spec, name, request.floor)
    parameters = own.dungeons[name]
    of_kind, regions = judge_passes(spec, request)
    if STAIRS in spec.kind(name).features(parameters):
        material(parameters.kind).judge(own, name, of_kind)
    check(spec, name, regions, request.floor)
    if parameters.world:
        check_edges(spec, read(spec, name, regions)[0], request)
        judge_chunk = material(parameters.kind).judge_chunk
        if judge_chunk:
            judge_chunk(own, name, request.chunk, of_kind, regions)
    return regions


def own_summary(every_floor: Spec, spec: Spec, name: str, data: bytes) -> bytes:
    """The summary without the figures of tables that only other floors have, which are 0."""
    kept, at = b"", 0
    own = {figures.struct for figures in spec.figures(name)}
    for struct in ("summary", *(figures.struct for figures in every_floor.figures(name))):
        size = every_floor.layouts[struct].size
        part = data[at : at + size]
        if struct == "summary" or struct in own:
            kept += part
        else:
            assert not any(part), f"{struct} of other floors"
        at += size
    return kept + data[at:]


def of_floor(spec: Spec, name: str, floor: int) -> Spec:
    """The spec with the parameters of one floor of a dungeon, and no others."""
    if not spec.dungeons[name].floors:
        return spec
    own = spec.blueprint(name, floor).parameters
    return spec.replaced(dungeons={**spec.dungeons, name: own})
