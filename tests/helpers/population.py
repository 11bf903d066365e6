"""What is expected of passes that place entities: a judge that knows only the bytes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from helpers.plan import Plan, ground_codes
from hypothesis import strategies as st

from pygen.spec import Spec

STATUS_NOT_ALL_PLACED = 32


def placed(spec: Spec, before: Plan, after: Plan) -> list[tuple[int, int, int]]:
    """The entities that came: nothing else may have changed. Each has a tile of its own, where it
    can be reached on foot, and is neither in a doorway nor at the stairs."""
    assert after.codes == before.codes and after.looks == before.looks
    known = len(before.entities)
    assert after.entities[:known] == before.entities
    new = after.entities[known:]
    walkable = before.of(*(tile.code for tile in spec.tiles.values() if tile.walkable))
    # A world has no stairs; all of its chunk is connected.
    is_world = after.request and spec.dungeons[after.request.dungeon].world
    start = walkable & -walkable if is_world else before.bit(*before.up)
    free = free_tiles(spec, before) & before.flood(start, walkable)
    taken = {(x, y) for _, x, y in before.entities}
    for _, x, y in new:
        assert (x, y) not in taken, "two entities at one tile"
        assert free & before.bit(x, y), "an entity where none may be"
        taken.add((x, y))
    return new


def free_tiles(spec: Spec, plan: Plan) -> int:
    """The tiles on which something may lie: not in doorways."""
    code = {name: tile.code for name, tile in spec.tiles.items()}
    doors = plan.of(*(code[name] for name in ("door", "secret_path") if name in code))
    return plan.of(*ground_codes(spec)) & ~plan.beside(doors)


def fitting(spec: Spec, use: Mapping[str, Any], plan: Plan) -> int:
    """The tiles among which a pass with `by: floor` or `where` picks."""
    seen = [tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret]
    opened = plan.of(*seen)
    rooms = 0
    for room in wanted_rooms(spec, use, plan):
        rooms |= plan.rectangle(*room)
    named = [use["where"]] if isinstance(use["where"], str) else use["where"] or []
    found = opened
    if "rooms" in named or use.get("purposes"):
        found = opened & rooms
    elif "corridors" in named:
        found = opened & ~rooms
    elif "dead ends" in named:
        sides = (opened << 1, opened >> 1, opened << plan.width, opened >> plan.width)
        left = {at for at in range(len(plan.codes)) if opened >> at & 1}
        found = sum(1 << at for at in left if sum(side >> at & 1 for side in sides) == 1)
    if {"near", "middle", "far"} & {*named}:
        levels = levels_from_start(plan, opened)
        longest = len(levels) - 1
        kept = 0
        for steps, tiles in enumerate(levels):
            far = 3 * steps > 2 * longest
            near = 3 * steps <= longest
            kept |= tiles if ("far" if far else "near" if near else "middle") in named else 0
        found &= kept
    return found


def wanted_rooms(
    spec: Spec, use: Mapping[str, Any], plan: Plan, first: int = 0
) -> list[tuple[int, int, int, int]]:
    """The rooms in which entities may be, from number `first` on: all, or those of purposes."""
    if not use.get("purposes"):
        return plan.rooms[first:]
    assert plan.request
    passes = spec.dungeons[plan.request.dungeon].model_dump(mode="json")["passes"]
    (entries,) = [one["purposes"] for one in passes if one["name"] == "purposes"]
    numbers = {name: at for at, name in enumerate(["plain", *(one["name"] for one in entries)])}
    wanted = {numbers[name] for name in use["purposes"]}
    rows = list(zip(plan.records, plan.places, strict=True))[first:]
    return [(row["x"], row["y"], row["w"], row["h"]) for row, place in rows if place[1] in wanted]


def levels_from_start(plan: Plan, opened: int) -> list[int]:
    """The tiles at each distance on foot from where the player starts; none without a start."""
    starts = [(x, y) for kind, x, y in plan.entities if kind == 5]
    start = plan.bit(*(starts or [plan.up])[0])
    levels, reached = [start & opened], start & opened
    while levels[-1]:
        levels.append(plan.beside(levels[-1]) & opened & ~reached)
        reached |= levels[-1]
    return levels[:-1]


def pack_limits(use: Mapping[str, Any], kinds: Sequence[int]) -> dict[int, tuple[int, int]]:
    """The fewest and the most of a pack of each kind."""
    packs = [entry["pack"] or use["pack"] for entry in use["table"]] or [use["pack"]]
    ends = [pack.partition("-") for pack in packs]
    return {kind: (int(a), int(b or a)) for kind, (a, _, b) in zip(kinds, ends, strict=True)}


def are_packs(
    new: Sequence[tuple[int, int, int]],
    limits: Mapping[int, tuple[int, int]],
    can_lead: Callable[[int], bool],
    begins: Collection[int],
) -> bool:
    """Whether entities, from one of the numbers `begins` on, can be divided into packs: each begins
    with one that can lead, and the others of its kind are beside others of the pack."""
    ends = {*begins}
    for first in range(len(new)):
        if first not in ends or not can_lead(first):
            continue
        ends.add(first + 1)
        for at in range(first + 1, min(len(new), first + limits[new[first][0]][1])):
            kind, x, y = new[at]
            pack = new[first:at]
            if kind != pack[0][0] or all(max(abs(x - a), abs(y - b)) > 1 for _, a, b in pack):
                break
            ends.add(at + 1)
    return len(new) in ends


def count_guards(use: Mapping[str, Any], before: Plan) -> list[tuple[int, int, int]]:
    """The entities that have guards: column, row, and how many guards."""
    guards = {int(kind): count for kind, count in (use.get("guards") or {}).items()}
    return [(x, y, guards[kind]) for kind, x, y in before.entities if kind in guards]


def judge_guards(
    guarded: Sequence[tuple[int, int, int]], guards: Sequence[tuple[int, int, int]]
) -> None:
    """Raise AssertionError unless guards are beside what they guard, or beside other guards of it,
    in the order of the entities."""
    left = list(guards)
    for x, y, count in guarded:
        places = [(x, y)]
        for _, a, b in left[:count]:
            assert any(max(abs(a - c), abs(b - d)) == 1 for c, d in places), "a guard is astray"
            places.append((a, b))
        left = left[count:]


def judge_population(
    spec: Spec,
    use: Mapping[str, Any],
    before: Plan,
    after: Plan,
    usual: int,
    numbers: Sequence[int],
) -> None:
    """Raise AssertionError unless the pass has placed as many entities as wanted, of the right
    kinds, where they may be. `usual` is the kind without a table; with one the kinds have
    `numbers`, in this order."""
    new = placed(spec, before, after)
    every = [usual]
    kinds = {usual}
    if use["table"]:
        begin = numbers.index(use["first_kind"] or numbers[0])
        every = [*numbers[begin : begin + len(use["table"])]]
        weights = [use["weights"].get(entry["name"], entry["weight"]) for entry in use["table"]]
        kinds = {numbers[begin + n] for n, weight in enumerate(weights) if weight}
    if use["once"]:
        # Whether this is the floor is not seen from here.
        assert not new or use["once"] != "never"
        kinds = kinds if new else set()
    assert {kind for kind, _, _ in new} <= kinds
    for _, x, y in new:
        assert is_away(use, before, x, y)
    complete = not after.status & STATUS_NOT_ALL_PLACED
    most = 200 if use["most"] == "none" else use["most"]
    assert len(new) <= most
    picks = use["by"] == "floor" or use["where"] or (use["purposes"] and use["by"] != "rooms")
    fits = fitting(spec, use, before) if picks else -1

    def can_lead(at: int) -> bool:
        _, x, y = new[at]
        away = (abs(x - a) + abs(y - b) for _, a, b in new[:at])
        return bool(fits & before.bit(x, y)) and all(one >= use["apart"] for one in away)

    guarded = count_guards(use, before)
    guards = min(most, sum(count for _, _, count in guarded)) if kinds else 0
    if complete:
        judge_guards(guarded, new[:guards])
    begins = [guards] if complete else range(guards + 1)
    assert are_packs(new, pack_limits(use, every), can_lead, begins), "not in packs, or too near"
    if not kinds:
        assert not new
        return
    if use["by"] == "rooms":
        judge_rooms(spec, use, before, new[guards:], most - guards, guards, complete)
    elif use["by"] == "count":
        assert len(new) >= use["least"] or not complete
    else:
        share = min(255, fits.bit_count() * use["percent"] // 100)
        wanted = min(most, max(use["least"], share, guards))
        assert len(new) <= wanted and (len(new) == wanted or not complete)
    if picks and not complete and not guards and not before.status & STATUS_NOT_ALL_PLACED:
        # Something was left out, and no guard: nothing that fits is left.
        left = fits & free_tiles(spec, before)
        for _, x, y in after.entities:
            left &= ~before.bit(x, y)
        for at in (at for at in range(len(before.codes)) if left >> at & 1):
            y, x = divmod(at, before.width)
            near = any(abs(x - a) + abs(y - b) < use["apart"] for _, a, b in new)
            assert near or not is_away(use, before, x, y), "a tile that fits is left"


def is_away(use: Mapping[str, Any], plan: Plan, x: int, y: int) -> bool:
    """Whether a tile is as far from the stairs as wanted."""
    return bool(abs(x - plan.up[0]) + abs(y - plan.up[1]) >= use["from_stairs"])


def judge_rooms(
    spec: Spec,
    use: Mapping[str, Any],
    before: Plan,
    new: Sequence[tuple[int, int, int]],
    most: int,
    guards: int,
    complete: bool,
) -> None:
    """Raise AssertionError unless rooms have as many entities as wanted by their areas, and all
    together with the guards the least that is wanted."""
    up_x, up_y = before.up
    rooms = [
        (x, y, w, h)
        for x, y, w, h in wanted_rooms(spec, use, before, use["first_room"])
        if abs(x + w // 2 - up_x) + abs(y + h // 2 - up_y) >= use["from_stairs"]
    ]
    counts = [
        max(use["room_least"], min(use["room_most"], 255, w * h * use["percent"] // 100))
        for _, _, w, h in rooms
    ]
    of_rooms = min(most, sum(counts))
    wanted = max(of_rooms, use["least"] - guards)
    assert len(new) <= wanted and (len(new) == wanted or not complete)
    assert len(new) >= use["least"] - guards or not complete
    # What the rooms lack may be anywhere, and comes last.
    for _, x, y in new[:of_rooms] if complete else new if not use["least"] else ():
        assert any(a <= x < a + w and b <= y < b + h for a, b, w, h in rooms), "in no room"


@st.composite
def population_uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters of a pass that places entities."""
    most = draw(st.integers(1, 40))
    entries = draw(st.integers(0, 5))
    share = {"percent": draw(st.integers(1, 20)), "most": draw(st.sampled_from([most, "none"]))}
    parts = st.sampled_from([[], ["rooms"], ["corridors"], ["dead ends"]])
    zones = st.lists(st.sampled_from(["near", "middle", "far"]), unique=True, max_size=2)
    tries = {"tries": draw(st.integers(1, 80))}
    places = [*draw(parts), *draw(zones)]
    where = None if not places else places[0] if len(places) == 1 else places
    own: dict[str, dict[str, Any]] = {
        "count": {
            "least": draw(st.integers(0, most)),
            **({"where": where} if where else tries),
        },
        "floor": {**share, "least": draw(st.integers(0, most)), "where": where},
        "rooms": {
            **share,
            **tries,
            "first_room": draw(st.integers(0, 3)),
            "room_least": draw(st.integers(0, 2)),
            "room_most": draw(st.sampled_from([2, 5, 255])),
            **({"least": draw(st.integers(0, most))} if draw(st.booleans()) else {}),
        },
    }
    by = draw(st.sampled_from(list(own)))
    packs = st.sampled_from(["1", "3", "2-4", 2, "1-9"])
    return {
        "by": by,
        "most": most,
        **own[by],
        "apart": draw(st.sampled_from([0, 0, 3, 12])),
        "pack": draw(packs),
        "from_stairs": draw(st.integers(0, 30)),
        "weights": {
            f"thing_{number}": draw(st.integers(0, 50))
            for number in range(entries)
            if draw(st.integers(0, 3)) == 0
        },
        "table": [
            {
                "name": f"thing_{number}",
                "glyph": "abcde"[number],
                "colour": "red",
                "weight": draw(st.integers(0, 50)),
                "pack": draw(st.none() | packs),
            }
            for number in range(entries)
        ],
    }
