"""The pass `stairs`: what its parameters promise, and how a kind goes without its own."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.programs import native_of
from helpers.tools import needs_cc, needs_vice

from pygen.builders.native import NativeBuilder
from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS
from pygen.engine.constants import STATUS_STAIRS_TOO_NEAR
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.kinds.catalogue import phase_names
from pygen.pictures.data import steps_to_down_stairs
from pygen.spec import Spec
from pygen.spec.problems import SpecError


def crypts(*passes: dict[str, Any], **section: Any) -> Spec:
    """A spec of the crypt with such passes, without its own stairs."""
    return loaded(
        {"dungeons": {"crypt": {"kind": "grid_rooms", "passes": list(passes), **section}}}
    )


def test_nearly_all_stairs_are_in_the_range() -> None:
    spec = crypts({"name": "stairs", "steps": "40-60"}, without=["stairs"])
    near = [
        generate(spec, Request("crypt", seed)).status & STATUS_STAIRS_TOO_NEAR
        for seed in range(100)
    ]
    assert sum(map(bool, near)) <= 1


def test_more_tries_find_what_one_does_not() -> None:
    def failures(tries: int) -> int:
        use = {"name": "stairs", "steps": "90-99", "tries": tries}
        spec = crypts(use, without=["stairs"])
        found = [generate(spec, Request("crypt", seed)) for seed in range(24)]
        return sum(bool(one.status & STATUS_STAIRS_TOO_NEAR) for one in found)

    assert failures(1) > failures(16)


def between_floors(near: bool) -> list[int]:
    """How far the up stairs of floor 2 are from where floor 1 has its down stairs, in rows or in
    columns, in ascending order for some seeds."""
    use = {"name": "stairs", "steps": "20-200", "near_previous": near}
    section = {"kind": "caves", "map": {"width": 56, "height": 32}, "passes": [use]}
    spec = loaded({"dungeons": {"one": section}})
    found = []
    for seed in range(60):
        above, below = (generate(spec, Request("one", seed, floor)) for floor in (1, 2))
        found.append(max(abs(a - b) for a, b in zip(above.down, below.up, strict=True)))
    return sorted(found)


def test_stairs_are_near_those_that_lead_to_them() -> None:
    assert between_floors(near=False)[30] > 12
    near = between_floors(near=True)
    assert near[30] < 5 and near[50] < 12


def test_where_both_floors_have_their_stairs_is_up_to_no_try() -> None:
    """With other conditions a floor is built anew, but its up stairs are near the same point."""
    use = {"name": "stairs", "steps": "20-200", "near_previous": True}
    section = {"kind": "caves", "map": {"width": 56, "height": 32}, "passes": [use]}
    again = {"conditions": ["stairs_steps > 40"], "tries": 8}
    plain, required = (
        loaded({"dungeons": {"one": {**section, **more}}}) for more in ({}, {"require": again})
    )
    distances, changed = [], 0
    for seed in range(40):
        one, other = (generate(spec, Request("one", seed)) for spec in (plain, required))
        distances.append(max(abs(a - b) for a, b in zip(one.up, other.up, strict=True)))
        changed += one.tiles.tiles != other.tiles.tiles
    assert changed > 10 and sorted(distances)[30] < 8


@needs_cc
@pytest.mark.parametrize("height", [40, 200])
def test_later_tries_have_the_map_from_the_second_one(height: int) -> None:
    """The C copies the plane in the second try, unless the map is large, in as many steps."""
    crypt = {"map": {"width": 72, "height": height}, "grid": {"columns": 4, "rows": 2}}
    use = {"name": "stairs", "steps": "200-240", "tries": 5}
    spec = crypts(use, without=["stairs"], **crypt)
    native = NativeBuilder(spec, native_of(spec))
    failures = 0
    for seed in range(6):
        request = Request("crypt", seed)
        expected = PythonBuilder(spec).build_steps(request)
        built = native.build_steps(request)
        require_equal(spec, "crypt", expected.regions, built.regions, request)
        assert built.steps == expected.steps
        failures += bool(generate(spec, request).status & STATUS_STAIRS_TOO_NEAR)
    assert failures > 2


def test_without_its_stairs_and_without_the_pass_a_crypt_gets_those_of_other_kinds() -> None:
    spec = crypts(without=["stairs"])
    assert phase_names(spec.dungeons["crypt"])[-2:] == ["stairs", "camera"]
    generation = generate(spec, Request("crypt", 7))
    assert generation.tiles.get(*generation.down) == spec.codes["down_stairs"]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        (
            {"kind": "caves", "passes": [{"name": "stairs", "near_previous": True}]},
            "the farthest tile is where it is",
        ),
        ({"kind": "accretion"}, r"write `without: \[stairs, secrets\]` into the dungeon"),
        ({"kind": "accretion", "without": ["stairs"]}, r"expected \[stairs, secrets\]"),
        ({"kind": "accretion", "without": ["connections"]}, "through an opening in another one"),
        ({"kind": "mystery", "without": ["stairs"]}, "made in one order"),
        ({"kind": "walk", "without": ["connections"]}, "it has no rooms; expected stairs"),
        ({"kind": "caves", "without": ["stairs"]}, "it has none of its own; leave out `without`"),
    ],
)
def test_what_a_kind_cannot_go_without_is_said_with_its_reason(
    section: dict[str, Any], said: str
) -> None:
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"one": {"passes": [{"name": "stairs"}], **section}}})


def test_a_dungeon_that_grows_can_leave_its_stairs_to_the_pass() -> None:
    section = {"kind": "accretion", "without": ["secrets", "stairs"]}
    spec = loaded(
        {"dungeons": {"one": {**section, "passes": [{"name": "stairs", "steps": "60-70"}]}}}
    )
    for seed in range(6):
        g = generate(spec, Request("one", seed))
        assert 60 <= (steps_to_down_stairs(spec, g) or 0) <= 70
        assert not any(row["state"] & 8 for row in g.tables["features"])


@pytest.mark.parametrize(
    ("passes", "section", "said"),
    [
        ([{"name": "stairs"}], {}, r"write `without: \[stairs\]` into the dungeon"),
        ([{"name": "stairs", "steps": "60-40"}], {"without": ["stairs"]}, "write 40-60"),
        ([{"name": "stairs", "steps": "1-300"}], {"without": ["stairs"]}, "at most 255"),
        ([{"name": "stairs", "steps": "30"}], {"without": ["stairs"]}, "write 30-30"),
        ([{"name": "stairs", "steps": 30}], {"without": ["stairs"]}, "write 30-30"),
        ([{"name": "stairs", "steps": "far"}], {"without": ["stairs"]}, "such as 40-60"),
        (
            [],
            {"without": ["rooms"]},
            "`rooms`; expected connections, secret rooms, treasures, stairs",
        ),
    ],
)
def test_mistakes_are_reported_with_their_cure(
    passes: list[dict[str, Any]], section: dict[str, Any], said: str
) -> None:
    with pytest.raises(SpecError, match=said):
        crypts(*passes, **section)


CROWDED = {
    "cave": {
        "kind": "caves",
        "map": {"width": 160, "height": 100},
        "passes": [{"name": "stairs", "steps": "20-200", "near_previous": True}],
    },
    "crypt": {
        "kind": "grid_rooms",
        "without": ["stairs"],
        "passes": [{"name": "stairs", "steps": "30-200", "near_previous": True}],
    },
}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request(one, 1) for one in CROWDED])
