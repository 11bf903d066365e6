"""An independent judge of dungeons: it reads only the bytes that lie in memory.

It shares no code with the generators. Each kind has its own in tests/kinds/<kind>/judge.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from helpers.kinds import material
from helpers.plan import check_ground, read

from pygen.spec import Spec
from pygen.spec.narrowing import replaced


def check(spec: Spec, name: str, regions: Mapping[str, bytes], floor: int = 1) -> None:
    """Raise AssertionError with a reason unless the dungeon in `regions` keeps every invariant.

    `floor` (1..256) is which floor of the dungeon it is.
    """
    if spec.dungeons[name].floors:
        own = spec.blueprint(name, floor).parameters
        spec = replaced(spec, dungeons={**spec.dungeons, name: own})
    if any(use.name == "stairs" for use in spec.dungeons[name].passes):
        # The kind's own judge expects stairs that its phases have placed.
        plan, _, summary = read(spec, name, regions)
        check_ground(spec, plan, summary)
        return
    material(spec.dungeons[name].kind).judge(spec, name, regions)
