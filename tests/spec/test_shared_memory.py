"""Tables and looks that no dungeon has together may have the same memory."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import data_with, loaded, material

from pygen.spec import SpecError

SAME = {"start": 0x1000, "end": 0x1FFF}


def data_of(*kinds: str, passes: str = "") -> dict[str, Any]:
    """The data of a spec with a dungeon of each kind, in whose memory tables and looks overlap;
    those of the kind `passes` have looks."""
    dungeons = {}
    for kind in kinds:
        section = dict(next(iter(material(kind).dungeons.values())))
        section.pop("floors", None)
        if kind == passes:
            section["passes"] = [{"name": "tile_rules"}]
        dungeons[kind] = section
    data = data_with(dungeons)
    data["memory"] = {"rooms": dict(SAME), "features": dict(SAME), "looks": dict(SAME)}
    return data


def test_tables_of_different_dungeons_may_have_the_same_memory() -> None:
    spec = loaded(data_of("bsp", "accretion", "caves", passes="caves"))
    assert spec.memory["rooms"] == spec.memory["features"] == spec.memory["looks"]


def test_a_table_and_the_looks_of_one_dungeon_may_not() -> None:
    with pytest.raises(SpecError, match="`looks` .* overlaps `rooms`"):
        loaded(data_of("bsp", "accretion", passes="bsp"))


def test_nothing_else_may() -> None:
    data = data_of("bsp", "accretion")
    data["memory"]["looks"] = {"start": 0x2000, "end": 0x20FF}
    data["memory"]["song"] = dict(SAME)
    with pytest.raises(SpecError, match="`song` .* overlaps `rooms`"):
        loaded(data)
