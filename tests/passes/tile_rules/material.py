"""What the tests over all passes need to know of `tile_rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan
from helpers.solid import Tiles, tiles_of
from hypothesis import strategies as st

from pygen.spec import Spec

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
STEPS = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
CORNERS = ((1, -1), (1, 1), (-1, 1), (-1, -1))


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless `after` is `before` with the looks of the pass."""
    assert after.codes == before.codes, "a tile has changed"
    closed = (name for name, tile in spec.tiles.items() if tile.secret or not tile.walkable)
    solid = tiles_of(after, *(spec.codes[name] for name in closed))
    kept = kept_looks(spec, before)
    for at, look in kept.items():
        assert after.looks[at] == look, "a look that another pass has given"
    if use["shapes"] == "rules":
        judge_rules(use, solid, before, after, kept)
    else:
        judge_shapes(use, solid, before, after, kept)


def kept_looks(spec: Spec, before: Plan) -> dict[int, int]:
    """The looks that stay, by the tile: those that there are, if on any floor another pass gives
    looks before one of this name."""
    if before.request is None:
        return {}
    dungeon = spec.dungeons[before.request.dungeon]
    for row in (dungeon, *dungeon.floors.values()):
        names = [(one.name, bool(one.given_looks)) for one in row.passes]
        last = max(at for at, (name, _) in enumerate(names) if name == "tile_rules")
        if any(gives and name != "tile_rules" for name, gives in names[:last]):
            return {at: look for at, look in enumerate(before.looks) if look}
    return {}


def shape(x: int, y: int, solid: Tiles, plan: Plan, neighbours: int) -> int:
    """The number of a wall's shape: of 4 neighbours 1 for an open one to the north, 2 east, 4
    south, 8 west; of 8 the place of its open sides and corners among all that are possible."""

    def is_open(i: int, j: int) -> bool:
        at = x + i, y + j
        return 0 <= at[0] < plan.width and 0 <= at[1] < plan.height and at not in solid

    sides = [is_open(*step) for step in (NORTH, EAST, SOUTH, WEST)]
    if neighbours == 4:
        return sum(1 << n for n, opened in enumerate(sides) if opened)
    corners = [is_open(i, j) and not is_open(i, 0) and not is_open(0, j) for i, j in CORNERS]
    return POSSIBLE.index((*sides, *corners))


def possible() -> list[tuple[bool, ...]]:
    """All combinations of open sides, and of open corners between closed sides, as they are
    counted: the sides are the lower digits."""
    found = []
    for number in range(256):
        digits = tuple(bool(number // 2**n % 2) for n in range(8))
        north, east, south, west = digits[:4]
        beside = (north or east, south or east, south or west, north or west)
        if not any(corner and side for corner, side in zip(digits[4:], beside, strict=True)):
            found.append(digits)
    return found


POSSIBLE = possible()


def judge_shapes(
    use: Mapping[str, Any], solid: Tiles, before: Plan, after: Plan, kept: Mapping[int, int]
) -> None:
    for y in range(after.height):
        for x in range(after.width):
            at = y * after.width + x
            number = shape(x, y, solid, after, 4 if use["shapes"] == 16 else 8)
            expected = before.looks[at]
            if (x, y) in solid and number and at not in kept:
                expected = use["first_look"] - 1 + number
            assert after.looks[at] == expected, f"the look at {x},{y}"


def matches(pattern: list[str], x: int, y: int, solid: Tiles, plan: Plan) -> bool:
    """Whether a pattern matches the surroundings of a tile; outside the map is wall."""
    for j, row in enumerate(pattern):
        for i, cell in enumerate(row):
            at = x + i - 1, y + j - 1
            is_inside = 0 <= at[0] < plan.width and 0 <= at[1] < plan.height
            if cell != "?" and (cell == "#") != (not is_inside or at in solid):
                return False
    return True


def judge_rules(
    use: Mapping[str, Any], solid: Tiles, before: Plan, after: Plan, kept: Mapping[int, int]
) -> None:
    """Every look must be one of a rule that matches, and whose conditions can have been true."""
    names = [None, *use["looks"]]
    resort = names.index(use["last_resort"])
    numbers = {}
    matching = {}
    for y in range(after.height):
        for x in range(after.width):
            look = after.looks[y * after.width + x]
            low = use["first_look"]
            numbers[x, y] = look - low + 1 if low <= look < low + len(use["looks"]) else 0
            matching[x, y] = [
                rule for rule in use["rules"] if matches(rule["pattern"], x, y, solid, after)
            ]
    open_ones = {at for at, rules in matching.items() if any(map(conditions, rules))}
    for (x, y), rules in matching.items():
        number = numbers[x, y]
        if y * after.width + x in kept:
            continue
        if not rules and not resort:
            at = y * after.width + x
            assert after.looks[at] == before.looks[at], f"the look at {x},{y} has changed"
            continue
        if number == resort and all(map(conditions, rules)):
            continue
        assert any(
            names.index(rule["look"]) == number
            and may_be_true(rule, x, y, numbers, names, open_ones)
            for rule in rules
        ), f"no rule gives the look at {x},{y}"


def conditions(rule: Mapping[str, Any]) -> list[tuple[str, bool, list[str]]]:
    """The conditions of a rule: the side, whether it passes while that is undecided, the looks."""
    found = [(side, False, rule[side]) for side in STEPS]
    found += [(side, True, rule[f"{side}_if_known"]) for side in STEPS]
    return [one for one in found if one[2]]


def may_be_true(
    rule: Mapping[str, Any],
    x: int,
    y: int,
    numbers: Mapping[tuple[int, int], int],
    names: list[str | None],
    open_ones: Tiles,
) -> bool:
    """Whether a rule can have been allowed: a neighbour's look has stayed as it was decided, and
    one without conditions was decided first."""
    if not conditions(rule):
        return True
    for side, is_lenient, looks in conditions(rule):
        at = x + STEPS[side][0], y + STEPS[side][1]
        if at not in numbers:
            continue
        if numbers[at] in [names.index(look) for look in looks] or (is_lenient and at in open_ones):
            return True
    return False


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    """Random rules, few enough to be allowed."""
    looks = [f"look_{number}" for number in range(draw(st.integers(1, 8)))]
    look = st.sampled_from(looks)
    found = []
    for _ in range(draw(st.integers(1, 9))):
        cells = st.sampled_from("???????#.")
        rows = [[draw(cells) for _ in range(3)] for _ in range(3)]
        rows[1][1] = draw(st.sampled_from("#.?"))
        rule: dict[str, Any] = {"look": draw(look), "pattern": ["".join(row) for row in rows]}
        rule["weight"] = draw(st.integers(1, 100))
        sides = [*STEPS, *(f"{side}_if_known" for side in STEPS)]
        for side in draw(st.lists(st.sampled_from(sides), max_size=2)):
            rule[side] = draw(st.lists(look, min_size=1, max_size=2))
        found.append(rule)
    return {
        "shapes": "rules",
        "looks": {name: {} for name in looks},
        "rules": found,
        **({"last_resort": draw(look)} if draw(st.booleans()) else {}),
    }


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    use = draw(st.one_of(st.just({"shapes": 16}), st.just({"shapes": 47}), rules(), rules()))
    return {**use, "first_look": draw(st.sampled_from([1, 1, 5]))} if use["shapes"] != 16 else use


CHAINS = {
    "shapes": "rules",
    "looks": {"plain": {}, "left": {}, "right": {}, "grass": {}},
    "last_resort": "plain",
    "rules": [
        {"look": "plain", "pattern": ["???", "?#?", "???"], "weight": 30},
        {"look": "left", "pattern": ["###", "###", "..."], "east_if_known": ["right"]},
        {"look": "right", "pattern": ["###", "###", "..."], "west": ["left"]},
        {"look": "grass", "pattern": ["???", "?.?", "???"], "north": ["grass", "right"]},
        {"look": "grass", "pattern": ["???", "..?", "???"], "west_if_known": ["grass"]},
        {"look": "left", "pattern": ["???", "...", "???"], "west": ["grass"], "weight": 90},
    ],
}

MATERIAL = PassMaterial(judge, uses(), ({}, {"shapes": 47}, CHAINS))
