"""The pass `loops`: what its parameters promise. What holds for every seed is in material.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.passes import judge_passes
from helpers.tools import needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, SpecError

CRYPT = {"kind": "grid_rooms", "map": {"width": 72, "height": 72}}
HALLS = {"kind": "bsp", "map": {"width": 56, "height": 40}, "corridors": {"loop_chance": 0}}
LOOPS = {"name": "loops", "chance": 100, "least_way": 40}


def with_passes(kind: dict[str, Any], *passes: dict[str, Any], **section: Any) -> Spec:
    """A spec of a dungeon `one` with such passes."""
    return loaded({"dungeons": {"one": {**kind, "passes": list(passes), **section}}})


def built(kind: dict[str, Any], seed: int, **use: Any) -> Generation[Any]:
    return generate(with_passes(kind, {**LOOPS, **use}), Request("one", seed))


def opened(kind: dict[str, Any], **use: Any) -> int:
    """The loops of some dungeons."""
    spec = with_passes(kind, {**LOOPS, **use})
    counts = [generate(spec, Request("one", seed)).figures["loops_opened"] for seed in range(12)]
    return sum(counts)


@pytest.mark.parametrize("kind", [CRYPT, HALLS, {**CRYPT, "connect": "rules"}])
def test_nearly_every_dungeon_has_loops(kind: dict[str, Any]) -> None:
    counts = [built(kind, seed).figures["loops_opened"] for seed in range(12)]
    assert sum(count > 0 for count in counts) >= 11


def test_there_are_fewer_loops_by_less_chance_or_with_a_longer_way_round() -> None:
    all_of_them = opened(HALLS, most=32)
    assert opened(HALLS, chance=0) == 0
    assert 0 < opened(HALLS, chance=30, most=32) < all_of_them
    assert 0 < opened(HALLS, least_way=90, most=32) < all_of_them
    assert opened(HALLS, most=2) == 24


def test_behind_locks_no_loop_joins_two_sides_of_a_door() -> None:
    locks = {"name": "locks", "count": 3, "stairs": "behind"}
    spec = with_passes(HALLS, locks, {**LOOPS, "least_way": 2, "most": 32})
    assert any(judged(spec, seed) for seed in range(8))


def judged(spec: Spec, seed: int) -> int:
    """The loops of a dungeon that the judges of all its passes accept."""
    judge_passes(spec, Request("one", seed))
    return generate(spec, Request("one", seed)).figures["loops_opened"]


@pytest.mark.parametrize(
    ("kind", "passes"),
    [
        (CRYPT, [{"name": "secrets", "chance": 100}, LOOPS]),
        (CRYPT, [LOOPS, {"name": "secrets", "chance": 100}]),
        (CRYPT, [{"name": "water", "lakes": 4, "spots": 20, "crossable": True}, LOOPS]),
        (HALLS, [{"name": "items"}, {**LOOPS, "max_length": 12}, {"name": "enemies"}]),
        (HALLS, [LOOPS, {**LOOPS, "id": "more", "least_way": 20}]),
    ],
)
def test_it_stands_beside_other_passes(kind: dict[str, Any], passes: list[dict[str, Any]]) -> None:
    without = ["secret rooms", "treasures"] if kind is CRYPT else []
    spec = with_passes(kind, *passes, without=without)
    assert sum(judged(spec, seed) for seed in range(4))


def test_a_room_that_a_pass_has_hidden_gets_no_loop() -> None:
    spec = with_passes(HALLS, {"name": "secrets", "chance": 100}, {**LOOPS, "least_way": 2})
    for seed in range(6):
        g = generate(spec, Request("one", seed))
        secret = g.codes["secret_path"]
        for room in g.rooms:
            doors = [g.tiles.get(end.door_x, end.door_y) for end in room.connections]
            assert secret not in doors or set(doors) == {secret}


def test_the_loops_can_be_required() -> None:
    spec = with_passes(CRYPT, {**LOOPS, "least_way": 90}, require=["loops_opened >= 1"])
    assert all(
        generate(spec, Request("one", seed)).figures["loops_opened"] >= 1 for seed in range(8)
    )


@pytest.mark.parametrize(
    ("kind", "passes", "said"),
    [
        (
            {"kind": "walk"},
            [LOOPS],
            "`loops` cannot come here: .* choose a kind with the table `rooms`",
        ),
        (
            {**HALLS, "without": ["connections", "stairs"]},
            [{"name": "connect"}, LOOPS],
            "`loops` cannot come here: .* behind `connect`, write `records: true`",
        ),
        (HALLS, [{"name": "tile_rules"}, LOOPS], "put it before `tile_rules`"),
    ],
)
def test_mistakes_are_reported_with_their_cure(
    kind: dict[str, Any], passes: list[dict[str, Any]], said: str
) -> None:
    with pytest.raises(SpecError, match=said):
        with_passes(kind, *passes)


CROWDED = {
    "many": {
        "kind": "bsp",
        "map": {"width": 91, "height": 91},
        "split": {"rooms": 31, "depth": 5, "min_side": 9},
        "rooms": {"min_size": 4, "max_size": 8},
        "corridors": {"loop_chance": 0, "shape": "z"},
        "passes": [
            {"name": "locks", "count": 8, "behind": 4},
            {**LOOPS, "least_way": 100, "most": 32, "max_length": 64},
        ],
    },
    "catacombs": {**CRYPT, "connect": "rules", "passes": [LOOPS]},
}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request("many", 7), Request("catacombs", 7)], 3000)
