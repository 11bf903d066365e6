"""The pass `locks`: what its parameters promise, and what may stand before and behind it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.passes import judge_passes
from helpers.plan import Plan, read
from helpers.programs import native_of
from helpers.tools import needs_cc, needs_vice
from passes.locks.material import locks_of, played

from pygen.builders.native import NativeBuilder
from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS
from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import KEY, LOCKED_DOOR, START
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.plane import read_plane_as_seen
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.passes.locks import locking
from pygen.passes.locks.reaching import Reach, reach_all
from pygen.spec import Spec, SpecError

HALLS = {"kind": "bsp", "map": {"width": 56, "height": 40}}


def one(*passes: dict[str, Any], **section: Any) -> Spec:
    """A spec of halls with such passes."""
    return loaded({"dungeons": {"one": {**HALLS, "passes": list(passes), **section}}})


def built(spec: Spec, seed: int) -> Generation[Any]:
    return generate(spec, Request("one", seed))


def doors_of(floor: Generation[Any]) -> list[tuple[int, int]]:
    return [(row["x"], row["y"]) for row in floor.tables["entities"] if row["kind"] == LOCKED_DOOR]


def test_locks_are_where_doors_are_or_in_any_passage() -> None:
    anywhere, at_doors = one({"name": "locks"}), one({"name": "locks", "at": "doors"})
    found = {
        spec.dungeons["one"].passes[0].model_dump()["at"]: {
            floor.tiles.get(*door)
            for floor in (built(spec, seed) for seed in range(8))
            for door in doors_of(floor)
        }
        for spec in (anywhere, at_doors)
    }
    assert found["doors"] == {anywhere.codes["door"]}
    assert found["passages"] == {anywhere.codes["door"], anywhere.codes["floor"]}


def test_the_down_stairs_are_behind_each_door_if_they_shall_be() -> None:
    spec = one({"name": "locks", "count": 2, "stairs": "behind", "tries": 40})
    found = 0
    for seed in range(12):
        regions = judge_passes(spec, Request("one", seed))[1]
        found += len(locks_of(read(spec, "one", regions)[0]))
    assert found > 12


@needs_cc
def test_a_door_that_is_tried_in_vain_again_takes_as_many_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The C remembers such doors, and only waits."""
    spec = one({"name": "locks", "count": 2, "stairs": "behind", "tries": 120})
    native = NativeBuilder(spec, native_of(spec))
    tried: list[tuple[int, int]] = []

    def try_door(g: Generation[Any], p: Any, reach: Reach, door: tuple[int, int]) -> Any:
        if not reach.locks:
            tried.append(door)
        return original(g, p, reach, door)

    original = locking.try_door
    monkeypatch.setattr(locking, "try_door", try_door)
    again = 0
    for seed in range(40, 52):
        tried.clear()
        request = Request("one", seed)
        expected = PythonBuilder(spec).build_steps(request)
        built = native.build_steps(request)
        require_equal(spec, "one", expected.regions, built.regions, request)
        assert built.steps == expected.steps
        again += len(tried) - len(set(tried))
    assert again > 40


def test_keys_are_behind_other_doors_too() -> None:
    """A key may be where only another key leads: the doors have an order then."""
    spec = one({"name": "locks", "count": 5, "tries": 30})
    chained = 0
    for seed in range(12):
        plan = read(spec, "one", built(spec, seed).region_bytes())[0]
        locks = locks_of(plan)
        ground = plan.of(*built(spec, seed).walkable)
        reached = played(plan, ground, locks, [key for _, key in locks])
        chained += sum(not reached & plan.bit(*key) for _, key in locks)
    assert chained > 4


@needs_cc
def test_a_second_use_obeys_the_locks_of_the_first() -> None:
    passes = (
        {"name": "enemies", "least": 60, "most": 60},
        {"name": "start", "at": "away"},
        {"name": "locks", "count": 3},
        {"name": "locks", "id": "more", "count": 5, "behind": 4},
        {"name": "items", "least": 20, "most": 20},
    )
    spec = one(*passes)
    native = NativeBuilder(spec, native_of(spec))
    most = 0
    for seed in range(12):
        request = Request("one", seed)
        regions = judge_passes(spec, request)[1]
        require_equal(spec, "one", regions, native.build(request).regions, request)
        most = max(most, len(doors_of(built(spec, seed))))
    assert most > 5


def test_all_is_reached_that_can_be_whatever_is_around_the_start() -> None:
    """What the flood takes from the up stairs is what a judge's takes."""
    for section in (HALLS, {"kind": "walk"}, {"kind": "accretion"}):
        spec = loaded({"dungeons": {"one": {**section, "passes": [{"name": "start"}]}}})
        for seed in range(8):
            floor = built(spec, seed)
            reach = Reach(floor)
            steps = (read_plane_as_seen(reach.plane), reach_all(floor, reach))
            assert sum(len(list(row)) for row in steps) > 2
            plan = read(spec, "one", floor.region_bytes())[0]
            hidden = {floor.codes[name] for name in floor.blueprint.secrets}
            ground = plan.of(*(floor.walkable - hidden))
            reached = played(plan, ground, [])
            assert reach.flood.size == reached.bit_count()


SEA = {"kind": "caves", "map": {"width": 40, "height": 28}, "rock": {"fill_chance": 45}}


def dividing_tiles(plan: Plan, ground: int, behind: int) -> list[tuple[int, int]]:
    """The tiles with walls on two sides at which a closed door keeps a player off so many tiles,
    diagonal steps included."""
    found = []
    for y in range(1, plan.height - 1):
        for x in range(1, plan.width - 1):
            tile = plan.bit(x, y)
            upright = not (plan.bit(x - 1, y) | plan.bit(x + 1, y)) & ground
            level = not (plan.bit(x, y - 1) | plan.bit(x, y + 1)) & ground
            if not tile & ground or upright == level or tile == plan.bit(*plan.up):
                continue
            reached = played(plan, ground & ~tile, [], diagonal=True)
            walked = played(plan, ground & ~tile, [])
            if walked == reached and (ground & ~tile & ~reached).bit_count() >= behind:
                found.append((x, y))
    return found


def test_each_place_that_divides_the_map_is_found_if_all_are_tried() -> None:
    """An independent search finds no place where the pass found none, and the place that it did."""
    passes = [{"name": "water"}, {"name": "stairs"}]
    use = {"name": "locks", "count": 1, "from_door": 0, "search": "all"}
    spec = loaded({"dungeons": {"one": {**SEA, "passes": [*passes, use]}}})
    locked = 0
    for seed in range(16):
        floor = built(spec, seed)
        plan = read(spec, "one", floor.region_bytes())[0]
        tiles = dividing_tiles(plan, plan.of(*floor.walkable), 12)
        free = [tile for tile in tiles if floor.tiles.get(*tile) == floor.codes["floor"]]
        doors = doors_of(floor)
        assert len(doors) == bool(free) and set(doors) <= set(free)
        locked += len(doors)
    assert 4 < locked < 16


def test_no_diagonal_step_leads_past_a_door_between_two_small_walls() -> None:
    """The pass does not tell small walls apart. In this dungeon a door is tried between two."""
    section = {"kind": "walk", "map": {"width": 60, "height": 45}}
    use = {"name": "locks", "count": 4, "behind": 1, "search": "all"}
    judge_passes(loaded({"dungeons": {"one": {**section, "passes": [use]}}}), Request("one", 138))


def test_a_lock_that_finds_no_place_gets_a_closet() -> None:
    """In caves without doors all doors are those of closets."""
    use = {"name": "locks", "count": 3, "at": "doors", "make": "closet", "search": "all"}
    spec = loaded({"dungeons": {"one": {**SEA, "passes": [{"name": "stairs"}, use]}}})
    for seed in range(8):
        judge_passes(spec, Request("one", seed))
        assert len(doors_of(built(spec, seed))) == 3


def test_a_key_may_be_in_a_closet_that_is_far_from_the_start() -> None:
    """Two locks, two closets: the key of the second is in the first, which was rock when the steps
    from the start were counted."""
    use = {"name": "locks", "count": 2, "behind": 255, "order": "nested", "steps_from_start": 10}
    use |= {"make": "closet", "search": "all"}
    spec = loaded({"dungeons": {"one": {**SEA, "passes": [{"name": "stairs"}, use]}}})
    found = 0
    for seed in range(8):
        judge_passes(spec, Request("one", seed))
        found += len(doors_of(built(spec, seed)))
    assert found > 12


def test_a_closet_is_dug_only_if_no_place_divides_the_map() -> None:
    """The judge tells both apart: a closet's door was rock."""
    use = {"name": "locks", "count": 1, "from_door": 0, "search": "all"}
    passes = [{"name": "water"}, {"name": "stairs"}]
    plain, made = (
        loaded({"dungeons": {"one": {**SEA, "passes": [*passes, one]}}})
        for one in (use, {**use, "make": "closet"})
    )
    for seed in range(16):
        doors = doors_of(built(plain, seed))
        assert doors_of(built(made, seed)) == doors or not doors


CHEST = {"name": "chest", "glyph": "c", "colour": "yellow"}


def test_the_start_is_never_behind_a_lock() -> None:
    spec = one({"name": "start", "at": "room", "room": 4}, {"name": "locks", "count": 6})
    for seed in range(8):
        regions = judge_passes(spec, Request("one", seed))[1]
        plan = read(spec, "one", regions)[0]
        assert START in [kind for kind, _, _ in plan.entities]


def test_a_reward_needs_its_key() -> None:
    """The judge says where it may be; here each lock has one, and the next row is of its kind."""
    spec = one({"name": "locks", "count": 4, "reward": CHEST, "apart": 10})
    rewards = 0
    for seed in range(8):
        plan = read(spec, "one", judge_passes(spec, Request("one", seed))[1])[0]
        kinds = [kind for kind, _, _ in plan.entities]
        assert kinds == [LOCKED_DOOR, KEY, 47] * (len(kinds) // 3)
        rewards += kinds.count(47)
    assert rewards > 20


def test_what_finds_no_place_is_left_out_and_said() -> None:
    everywhere = built(one({"name": "locks", "count": 8, "behind": 255}), 3)
    assert everywhere.status & STATUS_NOT_ALL_PLACED and len(doors_of(everywhere)) < 8
    open_ground = loaded(
        {"dungeons": {"one": {"kind": "walk", "map": {"width": 40}, "walk": {"steps": 9000},
                              "passes": [{"name": "locks", "at": "doors"}]}}}
    )  # fmt: skip
    floor = built(open_ground, 3)
    assert floor.status & STATUS_NOT_ALL_PLACED and not doors_of(floor)


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"kind": "caves"}, "the stairs have their places; add `stairs`"),
        (
            {"passes": [{"name": "locks"}, {"name": "start", "at": "away"}]},
            "`start` cannot come here, because some parts can be reached with keys only",
        ),
        (
            {"passes": [{"name": "locks"}, {"name": "regions", "keep": "all"}]},
            "it may change tiles on which `locks` has placed entities",
        ),
        (
            {"passes": [{"name": "secrets"}, {"name": "locks", "reward": CHEST}]},
            "`locks` cannot come here, because some rooms can be reached by secret paths only",
        ),
        (
            {
                "passes": [
                    {"name": "items", "table": [{**CHEST, "name": "gem"}]},
                    {"name": "locks", "reward": CHEST, "reward_kind": 32},
                ]
            },
            "gives number 32 to `chest`",
        ),
        (
            {"passes": [{"name": "locks", "search": "all", "tries": 60}]},
            "`tries` does not count with `search: all`",
        ),
        (
            {"passes": [{"name": "locks", "stairs": "behind", "make": "closet"}]},
            "the down stairs are not in a closet",
        ),
        (
            {"passes": [{"name": "locks", "closet": {"width": 4}}]},
            "`closet` is the size of a closet, and there is none",
        ),
        (
            {"passes": [{"name": "tile_rules"}, {"name": "locks", "make": "closet"}]},
            "`locks` cannot come here: it may change tiles after `tile_rules` gave looks",
        ),
        (
            {"passes": [{"name": "locks", "id": one, "count": 5} for one in ("a", "b")]},
            "its passes `locks` have 10 locked doors together; expected at most 8",
        ),
    ],
)
def test_mistakes_are_reported_with_their_cure(section: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"one": {**HALLS, "passes": [{"name": "locks"}], **section}}})


MANY = {"name": "locks", "count": 8, "behind": 1, "tries": 20}
CROWDED: dict[str, Any] = {
    "halls": {
        **HALLS,
        "passes": [{"name": "items", "least": 60, "most": 80}, MANY],
    },
    "rooms": {
        "kind": "bsp",
        "map": {"width": 100, "height": 60},
        "split": {"rooms": 31, "min_side": 8},
        "passes": [{"name": "locks", "count": 8, "behind": 1, "tries": 20, "key_rooms": "apart"}],
    },
    # The stack of a flood is too small for it.
    "cave": {
        "kind": "caves",
        "map": {"width": 160, "height": 120},
        "passes": [{"name": "stairs"}, {**MANY, "count": 2, "tries": 3, "reward": CHEST}],
    },
    "sea": {
        "kind": "caves",
        "map": {"width": 100, "height": 60},
        "passes": [
            {"name": "stairs"},
            {
                "name": "locks",
                "count": 2,
                "search": "all",
                "order": "nested",
                "steps_from_start": 40,
                "steps_from_door": 60,
                "reward": CHEST,
                "reward_behind": "own",
            },
            {
                "name": "locks",
                "id": "more",
                "count": 6,
                "at": "doors",
                "search": "all",
                "make": "closet",
                "closet": {"width": 8, "height": 8},
            },
        ],
    },
}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request(one, 1) for one in CROWDED])
