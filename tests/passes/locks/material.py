"""What the tests over all passes need to know of `locks`: its judge plays the dungeon."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan, ground_codes
from helpers.population import STATUS_NOT_ALL_PLACED
from hypothesis import strategies as st

from pygen.spec import Spec

START, KEY, LOCKED_DOOR = 5, 7, 8

Tile = tuple[int, int]


def locks_of(plan: Plan) -> list[tuple[Tile, Tile]]:
    """Each locked door with its key, which is the next in the table."""
    found = []
    for at, (kind, x, y) in enumerate(plan.entities):
        if kind == LOCKED_DOOR:
            key, *place = plan.entities[at + 1]
            assert key == KEY
            found.append(((x, y), (place[0], place[1])))
    assert len(found) == [kind for kind, _, _ in plan.entities].count(KEY), "a key without a door"
    return found


def played(
    plan: Plan,
    ground: int,
    locks: Collection[tuple[Tile, Tile]],
    missing: Collection[Tile] = (),
    diagonal: bool = False,
) -> int:
    """All tiles of `ground` to which a player gets from the up stairs who takes every key and opens
    every door, but for those keys that are `missing`."""
    closed = {door: key for door, key in locks}
    while True:
        shut = sum(plan.bit(*door) for door in closed)
        reached = plan.bit(*plan.up) & ground
        while True:
            grown = plan.around(reached) if diagonal else reached | plan.beside(reached)
            if grown & ground & ~shut == reached:
                break
            reached = grown & ground & ~shut
        opened = [door for door, key in closed.items()
                  if key not in missing and reached & plan.bit(*key)]  # fmt: skip
        if not opened:
            return reached
        for door in opened:
            del closed[door]


def closets_of(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> Collection[Tile]:
    """The doors of the closets that were dug. Nothing else has changed: each is floor in the midst
    of rock, which has become wall."""
    code = {name: tile.code for name, tile in spec.tiles.items()}
    assert after.looks == before.looks
    if use["make"] != "closet":
        assert after.codes == before.codes
        return ()
    known, rock = len(before.entities), before.of(code["empty"], code["wall"])
    across, down = use["closet"]["width"], use["closet"]["height"]
    doors, floor, walls = [], 0, 0
    dug = sum(
        before.bit(x, y) & rock for kind, x, y in after.entities[known:] if kind == LOCKED_DOOR
    )
    for kind, x, y in after.entities[known:]:
        # A later door may be within a closet that is a passage.
        if kind != LOCKED_DOOR or not rock & ~floor & before.bit(x, y):
            continue
        doors.append((x, y))
        corners = [
            (x - across // 2, y - down), (x - across // 2, y + 1),
            (x - across, y - down // 2), (x + 1, y - down // 2),
        ]  # fmt: skip
        insides = [after.rectangle(i, j, across, down) for i, j in corners if i > 0 and j > 0
                   and i + across < after.width and j + down < after.height]  # fmt: skip
        new = rock & after.of(code["floor"]) & ~floor
        inside = [one for one in insides if not one & ~new and after.beside(one) & after.bit(x, y)]
        assert len(inside) == 1, "a closet that is none"
        around = after.around(inside[0]) & ~inside[0] & ~after.bit(x, y)
        assert not around & ~rock & ~floor, "a closet that is not in rock"
        # The door of a closet may be in the wall of one that can be reached.
        assert not around & ~dug & ~after.of(code["wall"]), "a closet with another way into it"
        floor |= inside[0] | after.bit(x, y)
        walls |= around
    for at, (old, new) in enumerate(zip(before.codes, after.codes, strict=True)):
        tile = 1 << at
        if floor & tile:
            assert new == code["floor"]
        elif old != new:
            assert walls & tile and (old, new) == (code["empty"], code["wall"])
    return doors


def within(plan: Plan, ground: int, start: int, steps: int) -> int:
    """The tiles that are fewer than so many steps from a tile, all doors open."""
    near = start if steps else 0
    for _ in range(steps - 1):
        near |= plan.beside(near) & ground
    return near


def room_of(plan: Plan, tile: Tile) -> int:
    """The number of the first room in which a tile is; the tile must be in one."""
    return next(
        number for number, (x, y, w, h) in enumerate(plan.rooms)
        if plan.rectangle(x, y, w, h) & plan.bit(*tile)
    )  # fmt: skip


def judge_wishes(use: Mapping[str, Any], plan: Plan, ground: int, known: int) -> None:
    """Raise AssertionError unless keys are far enough from the start and from their doors, in rooms
    of their own, and behind the door before theirs, as `use` says. The first `known` locks are of
    earlier passes."""
    locks = locks_of(plan)
    starts = [(x, y) for kind, x, y in plan.entities if kind == START]
    start = plan.bit(*(starts[-1] if starts else plan.up))
    near = within(plan, ground, start, use["steps_from_start"])
    for number, (door, key) in list(enumerate(locks))[known:]:
        assert not near & plan.bit(*key), "a key near to the start"
        too_near = within(plan, ground, plan.bit(*door), use["steps_from_door"])
        assert not too_near & plan.bit(*key), "a key near to its door"
        if use["key_rooms"] == "apart":
            room = room_of(plan, key)
            earlier = [plan.bit(*other) for _, other in locks[:number]]
            inside = plan.rectangle(*plan.rooms[room])
            assert not any(inside & other for other in earlier), "two keys in a room"
        if use["order"] == "nested" and number:
            reached = played(plan, ground, locks, [locks[number - 1][1]])
            assert not reached & plan.bit(*key), "a key that does not need the door before it"


def judge_own_rewards(
    plan: Plan, ground: int, new: Sequence[tuple[Tile, Tile]], rewards: Sequence[Tile]
) -> None:
    """Raise AssertionError unless each reward is directly behind a door, in the order of doors."""
    locks = locks_of(plan)
    left = iter(new)
    shut = sum(plan.bit(*door) for door, _ in locks)
    for reward in rewards:
        for door, key in left:
            closed = ground & ~played(plan, ground, locks, [key])
            tiles = closed & ~shut | plan.bit(*door)
            if plan.flood(plan.bit(*door), tiles) & plan.bit(*reward):
                break
        else:
            raise AssertionError("a reward that is not directly behind a door")


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless a player can open all doors, each of them is needed for so much
    of the map, and doors and keys are where they may be."""
    dug = closets_of(spec, use, before, after)
    known = len(before.entities)
    assert after.entities[:known] == before.entities
    locks = locks_of(after)
    new = locks[len(locks_of(before)) :]
    rewards = [(x, y) for kind, x, y in after.entities[known:] if kind not in (KEY, LOCKED_DOOR)]
    assert len(after.entities) == known + 2 * len(new) + len(rewards)
    assert (
        len(rewards) == (len(new) if use.get("reward") else 0)
        or after.status & STATUS_NOT_ALL_PLACED
    )
    assert len(new) <= use["count"]
    assert len(new) == use["count"] or after.status & STATUS_NOT_ALL_PLACED
    places = [(x, y) for _, x, y in after.entities[known:]]
    assert len(set(places) - {(x, y) for _, x, y in before.entities}) == len(places)

    code = {name: tile.code for name, tile in spec.tiles.items()}
    ground = after.of(*(t.code for t in spec.tiles.values() if t.walkable and not t.secret))
    floor = ground_codes(spec)
    doors = [code[name] for name in ("door", "secret_path") if name in code]
    free = after.of(*floor) & ~after.beside(after.of(*doors))
    every = after.flood(after.bit(*after.up), ground)
    assert played(after, ground, locks) == every, "not all can be reached"
    without = played(after, ground, locks, [key for _, key in locks])
    for kind, x, y in after.entities:
        assert kind != START or without & after.bit(x, y) or not new
    down = after.of(code["down_stairs"])
    for (x, y), key in new:
        is_dug = (x, y) in dug
        assert is_dug or after.at(x, y) in [
            code.get("door"),
            *(floor if use["at"] == "passages" else []),
        ]
        assert after.bit(*key) & free
        assert after.at(x, y) == code.get("door") or after.bit(x, y) & free, "beside a door"
        for (i, j), _ in locks:
            assert (i, j) == (x, y) or abs(i - x) + abs(j - y) >= use.get("apart", 6), (
                "two doors at one place"
            )
        assert abs(x - key[0]) + abs(y - key[1]) >= use["from_door"]
        left, right, above, below = (
            bool(ground & after.bit(*side))
            for side in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        )
        assert left == right != above == below, "a door without walls on two sides"
        reached = played(after, ground, locks, [key])
        rest = every & ~reached & ~after.bit(x, y)
        size = use["closet"]["width"] * use["closet"]["height"]
        assert rest.bit_count() >= (size if is_dug else use["behind"])
        passed = played(after, ground, locks, [key], diagonal=True)
        assert not passed & rest, "there is a way past a locked door"
        assert use["stairs"] == "anywhere" or not reached & down
        if use["reward_behind"] == "own":
            continue
        at = after.entities.index((KEY, *key))
        for kind, i, j in after.entities[at + 1 : at + 2]:
            is_reward = bool(use.get("reward")) and kind == use.get("reward_kind", 47)
            assert not is_reward or rest & free & after.bit(i, j), "a reward that needs no key"
    judge_wishes(use, after, ground, len(locks) - len(new))
    if use["reward_behind"] == "own":
        judge_own_rewards(after, ground, new, rewards)


REWARD = {"reward": {"name": "chest", "glyph": "c", "colour": "yellow"}, "reward_kind": 40}


CLOSET = {"make": "closet", "closet": {"width": 2, "height": 4}, "stairs": "anywhere"}


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    return {
        "count": draw(st.integers(1, 8)),
        "at": draw(st.sampled_from(["passages", "passages", "doors"])),
        "behind": draw(st.sampled_from([1, 5, 40, 255])),
        "stairs": draw(st.sampled_from(["anywhere", "anywhere", "behind"])),
        "from_door": draw(st.integers(0, 30)),
        **draw(st.sampled_from([{"tries": 1}, {"tries": 12}, {"search": "all"}])),
        "apart": draw(st.sampled_from([6, 6, 20])),
        **draw(st.sampled_from([{}, REWARD, {**REWARD, "reward_behind": "own"}])),
        "order": draw(st.sampled_from(["any", "nested"])),
        **draw(st.sampled_from([{}, {}, {}, {"key_rooms": "apart"}])),
        "steps_from_start": draw(st.sampled_from([0, 0, 1, 2, 30])),
        "steps_from_door": draw(st.sampled_from([0, 0, 1, 2, 20])),
        **draw(st.sampled_from([{}, CLOSET])),
    }


MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {"count": 3, **REWARD},
        {"count": 3},
        {"count": 3, "search": "all"},
        {"count": 4, "search": "all", "behind": 255, **CLOSET, **REWARD},
        {"count": 3, "order": "nested", "steps_from_start": 12, "steps_from_door": 9},
        {"count": 3, "search": "all", "key_rooms": "apart", **REWARD, "reward_behind": "own"},
        {"at": "doors", "stairs": "behind", "count": 1, "behind": 40},
    ),
    before=({"name": "stairs"},),
)
