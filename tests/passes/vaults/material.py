"""What the tests over all passes need to know of `vaults`: its judge finds each vault again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from helpers.passes import PassMaterial
from helpers.plan import Plan, ground_codes
from helpers.population import STATUS_NOT_ALL_PLACED
from hypothesis import strategies as st

from pygen.spec import Spec

ITEM, TRAP, ENEMY, KEY, LOCKED_DOOR = 2, 4, 6, 7, 8
STANDARD = {"item": ITEM, "trap": TRAP, "enemy": ENEMY}
MEANINGS = {"#": "wall", ".": "floor", "+": "door", "?": "secret_path", "$": "treasure",
            "~": "water"}  # fmt: skip
DOORS = {"plain": "door", "secret": "secret_path", "locked": "floor"}

Tile = tuple[int, int]
Thing = tuple[str, str | None]
"""A tile and the name of an entity."""


def things(use: Mapping[str, Any], mark: str) -> list[Thing]:
    """All that a mark may become."""
    meaning = use["legend"].get(mark)
    if meaning is None:
        return [(MEANINGS[mark], None)]
    if meaning["one_of"]:
        found = meaning["one_of"]
    elif meaning["become"]:
        found = [meaning["become"], meaning["rest"] or {}]
    else:
        found = [meaning]
    return [(one.get("tile") or "floor", one.get("entity")) for one in found]


@dataclass(frozen=True)
class Placed:
    """A vault on the map: which one it is, what its tiles may be, the tiles that stay as they
    are, and its first and last column and row."""

    vault: Mapping[str, Any]
    tiles: Mapping[Tile, list[Thing]]
    x: int
    y: int
    right: int
    bottom: int


def turned(rows: list[str], vault: Mapping[str, Any]) -> Iterator[list[str]]:
    """A drawing in the ways in which it may lie."""

    def quarter(old: list[str]) -> list[str]:
        return ["".join(column) for column in zip(*old[::-1], strict=True)]

    def entrance(old: list[str]) -> Tile:
        return next((x, y) for y, row in enumerate(old) for x, mark in enumerate(row)
                    if mark == "@")  # fmt: skip

    for is_mirrored in (False, True):
        current = rows
        if is_mirrored:
            if vault["no_mirror"]:
                continue
            # The side of the entrance stays where it is drawn.
            y = entrance(rows)[1]
            level = y in (0, len(rows) - 1)
            current = [row[::-1] for row in rows] if level else rows[::-1]
        for _ in range(1 if vault["no_rotate"] else 4):
            yield current
            current = quarter(current)


def marked(use: Mapping[str, Any], vault: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """The drawing with @ at its entrance and walls round what is drawn, and what its marks may
    become."""
    rows = [list(row) for row in vault["drawing"]]
    height, width = len(rows), len(rows[0])
    in_room = vault["place"] == "room"
    means: dict[str, Any] = {mark: things(use, mark) for row in rows for mark in row if mark != " "}
    walkable = {"floor", "door", "secret_path", "treasure"}
    ring = [(x, y) for y in range(height) for x in range(width)
            if (x in (0, width - 1)) != (y in (0, height - 1))]  # fmt: skip
    open_ring = [(x, y) for x, y in ring if (rows[y][x] == " " and in_room) or (
        rows[y][x] != " " and all(tile in walkable for tile, _ in means[rows[y][x]]))]  # fmt: skip
    x, y = open_ring[0]
    means["@"] = [("floor", None)] if rows[y][x] == " " else means[rows[y][x]]
    if vault["door"] != "drawn":
        means["@"] = [(DOORS[vault["door"]], None)]
    rows[y][x] = "@"
    is_wall = [[(mark == " " and not in_room) or (mark != " " and means[mark] == [("wall", None)])
                for mark in row] for row in rows]  # fmt: skip
    for y in range(height):
        for x in range(width):
            if not is_wall[y][x]:
                continue
            near = [is_wall[j][i] for j in range(y - 1, y + 2) for i in range(x - 1, x + 2)
                    if 0 <= i < width and 0 <= j < height]  # fmt: skip
            is_free = in_room and len(near) < 9
            rows[y][x] = "\1" if is_free or not all(near) else "\2" if in_room else " "
    means |= {"\1": [("wall", None)], "\2": [("empty", None)]}
    return ["".join(row) for row in rows], means


def placed_vaults(
    spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan
) -> Iterator[Placed]:
    """All places at which a vault fits what is on the map now, in what was rock, or floor of a
    room, before; and at which it has changed something."""
    rock = {spec.codes["empty"], spec.codes["wall"]}
    floor = {spec.codes["floor"]}
    changed = [(at % after.width, at // after.width)
               for at, (old, new) in enumerate(zip(before.codes, after.codes, strict=True))
               if old != new]  # fmt: skip
    for vault in use["vaults"]:
        rows, means = marked(use, vault)
        in_room = vault["place"] == "room"
        known = set()
        for drawing in turned(rows, vault):
            height, width = len(drawing), len(drawing[0])
            drawn = [(x, y, means[mark]) for y, row in enumerate(drawing)
                     for x, mark in enumerate(row) if mark != " "]  # fmt: skip
            solid = "wall", "empty"
            anchor = next(
                ((x, y) for x, y, found in drawn if in_room == all(t in solid for t, _ in found)),
                (0, 0),
            )
            for at in changed:
                left, top = at[0] - anchor[0], at[1] - anchor[1]
                if left < 1 or top < 1 or left + width >= after.width:
                    continue
                if top + height >= after.height or (left, top, tuple(drawing)) in known:
                    continue
                known.add((left, top, tuple(drawing)))
                tiles = {(left + x, top + y): found for x, y, found in drawn}
                if all(
                    before.at(*tile) in (floor if in_room else rock)
                    and after.at(*tile) in [spec.codes[name] for name, _ in found]
                    for tile, found in tiles.items()
                ):
                    yield Placed(vault, tiles, left, top, left + width - 1, top + height - 1)


def opened(plan: Plan, ground: int, doors: Mapping[Tile, Tile]) -> int:
    """All tiles of `ground` to which a player gets from the up stairs who takes every key."""
    closed = dict(doors)
    while True:
        shut = sum(plan.bit(*door) for door in closed)
        reached = plan.flood(plan.bit(*plan.up), ground & ~shut)
        found = [door for door, key in closed.items() if reached & plan.bit(*key)]
        if not found:
            return reached
        for door in found:
            del closed[door]


def judge(spec: Spec, use: Mapping[str, Any], before: Plan, after: Plan) -> None:
    """Raise AssertionError unless each change is that of a vault as it is drawn, all that could be
    reached still can, and all of the vaults can be reached, too."""
    code = spec.codes
    found = list(placed_vaults(spec, use, before, after))
    changed = {at for at, (old, new) in enumerate(zip(before.codes, after.codes, strict=True))
               if old != new}  # fmt: skip
    drawn: dict[int, int] = {}
    for one in found:
        for (x, y), _ in one.tiles.items():
            drawn[y * after.width + x] = drawn.get(y * after.width + x, 0) + 1
    openings = sum(after.bit(*tile) for tile in {
        tile for one in found for tile in one.tiles
        if one.vault["transparent"] and tile_is_open(spec, after, tile)
    })  # fmt: skip
    for at in changed - set(drawn):
        made_wall = (before.codes[at], after.codes[at]) == (code["empty"], code["wall"])
        assert made_wall and after.around(openings) >> at & 1, "changed by no vault"
    names = {one.vault["name"] for one in found}
    known = len(before.entities)
    assert after.entities[:known] == before.entities
    new = after.entities[known:]
    doors: dict[Tile, Tile] = {}
    for number, (kind, x, y) in enumerate(new):
        if kind == LOCKED_DOOR:
            key, *place = new[number + 1]
            assert key == KEY, "a door without a key behind it"
            doors[x, y] = place[0], place[1]
            assert any(one.vault["door"] == "locked" and (x, y) in one.tiles for one in found)
            far = abs(x - place[0]) + abs(y - place[1])
            assert far >= use["from_door"], "a key near to its door"
        elif kind != KEY:
            assert any(
                # Kinds that passes list have numbers from 16 on.
                kind == STANDARD.get(entity, max(kind, 16))
                for one in found for _, entity in one.tiles.get((x, y), ()) if entity
            ), "an entity that no vault has"  # fmt: skip
    old_doors: dict[Tile, Tile] = {}
    for number, (kind, x, y) in enumerate(before.entities):
        if kind == LOCKED_DOOR:
            _, i, j = before.entities[number + 1]
            old_doors[x, y] = i, j
    every = [tile.code for tile in spec.tiles.values() if tile.walkable]
    seen = [tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret]
    was = opened(before, before.of(*every), old_doors)
    now = opened(after, after.of(*every), {**old_doors, **doors})
    inside = sum(after.bit(*tile) for tile in {tile for one in found for tile in one.tiles})
    assert not was & ~now & ~inside, "a vault cuts something off"
    assert not inside & after.of(*every) & ~now, "a vault that cannot be reached"
    was_seen = opened(before, before.of(*seen), old_doors)
    now_seen = opened(after, after.of(*seen), {**old_doors, **doors})
    assert not was_seen & ~now_seen & ~inside, "a vault hides something"
    free = after.of(*ground_codes(spec)) & ~after.beside(
        after.of(*(code[name] for name in ("door", "secret_path") if name in code))
    )
    occupied = {(x, y) for _, x, y in before.entities}
    for locked, key_at in doors.items():
        assert after.bit(*key_at) & free & was_seen & ~inside, "a bad key"
        assert key_at not in occupied, "a key where something is"
        shut = opened(after, after.of(*every) & ~after.bit(*locked), {**old_doors, **doors})
        lost = now & ~shut & ~after.bit(*locked)
        assert not lost & ~inside, "a door that locks more than its vault"
    for one in found:
        judge_placed(spec, one, before, was_seen)
    status = after.status & STATUS_NOT_ALL_PLACED
    least = sum(vault["least"] for vault in use["vaults"] if vault["once"] is None)
    places = {(one.x, one.y, one.right, one.bottom) for one in found}
    has_floors = any(vault["once"] or vault["floors"] for vault in use["vaults"])
    shows = all(vault["place"] == "rock" for vault in use["vaults"])
    if not has_floors and shows:
        limits = all(vault["most"] == 255 and vault["weight"] for vault in use["vaults"])
        wanted = max(use["least"], least) if limits else least
        assert len(places) >= wanted or status, "too few vaults"
        assert len(places) <= max(use["most"], least), "too many vaults"
    assert names <= {vault["name"] for vault in use["vaults"]}


def tile_is_open(spec: Spec, plan: Plan, tile: Tile) -> bool:
    """Whether a tile can be walked on."""
    return plan.at(*tile) in [one.code for one in spec.tiles.values() if one.walkable]


def judge_placed(spec: Spec, one: Placed, before: Plan, was_seen: int) -> None:
    """Raise AssertionError unless a vault is where it may be: in a room with floor round it; or in
    rock, with nothing around its openings that was hidden."""
    wide, high = one.right - one.x + 1, one.bottom - one.y + 1
    if one.vault["place"] == "room":
        ring = before.rectangle(one.x - 1, one.y - 1, wide + 2, high + 2)
        assert not ring & ~before.of(spec.codes["floor"]) & ~was_seen, "no floor round a vault"
        inner = any(x <= one.x - 1 and y <= one.y - 1 and x + w > one.right + 1
                    and y + h > one.bottom + 1 for x, y, w, h in before.rooms)  # fmt: skip
        assert inner or not before.rooms, "a vault outside of rooms"
        return
    solid = [tile.code for tile in spec.tiles.values() if not tile.walkable]
    opened_tiles = sum(
        before.bit(*tile) for tile, found in one.tiles.items()
        if any(name in spec.tiles and spec.tiles[name].walkable for name, _ in found)
    )  # fmt: skip
    outside = before.around(opened_tiles) & ~before.of(*solid)
    assert outside, "a vault without a way to it"
    assert not outside & ~was_seen, "a vault beside what is hidden"


CELL = {"name": "cell", "drawing": ["#####", "#...#", "#.$.#", "##+##"]}
HALL = {
    "name": "hall",
    "drawing": ["#######", "#i.e.i#", "#.x~x.#", "?.....#", "#.x.x.#", "#######"],
}
CROSS = {"name": "cross", "drawing": ["  #.#  ", "###.###", ".......", "###.###", "  #.#  "]}
TENT = {"name": "tent", "drawing": ["##+##", "#a.a#", "#.a.#", "#####"], "place": "room"}
BOWER = {"name": "bower", "drawing": ["# #", " i ", "# #"], "place": "room"}
NOOK = {"name": "nook", "drawing": ["###", "#.#", "#+#"]}
BASIN = {"name": "basin", "drawing": ["# #", " ~ ", "# #"], "place": "room"}
LEGEND = {
    "i": {"entity": "item"},
    "e": {"entity": "enemy"},
    "x": [{"tile": "wall", "weight": 3}, {"tile": "floor"}],
    "a": {"exactly": 2, "become": {"entity": "trap"}, "rest": "floor"},
}


@st.composite
def vaults(draw: st.DrawFn, drawn: Mapping[str, Any]) -> dict[str, Any]:
    """A vault with random wishes."""
    found = {**drawn}
    if draw(st.booleans()):
        found["door"] = draw(st.sampled_from(["drawn", "plain", "secret", "locked"]))
    for key in ("no_rotate", "no_mirror"):
        if draw(st.integers(0, 3)) == 0:
            found[key] = True
    found["weight"] = draw(st.integers(1, 30))
    found["least"] = draw(st.sampled_from([0, 0, 0, 1, 2]))
    if draw(st.integers(0, 2)) == 0:
        found["distance"] = draw(st.sampled_from(["near", "middle", "far"]))
    return found


@st.composite
def uses(draw: st.DrawFn) -> dict[str, Any]:
    """Random parameters."""
    drawings = draw(st.lists(st.sampled_from([CELL, HALL]), min_size=1, max_size=2,
                             unique_by=lambda one: str(one["name"])))  # fmt: skip
    found = [draw(vaults(one)) for one in drawings]
    if draw(st.integers(0, 2)) == 0:
        found.append({**CROSS, "transparent": True})
    if draw(st.integers(0, 1)) == 0:
        found.append(draw(vaults(TENT)))
    if draw(st.integers(0, 3)) == 0:
        found.append(BOWER)
    for one in found[1:]:
        if draw(st.integers(0, 5)) == 0 and not one.get("least"):
            one["once"] = True
    least = draw(st.integers(0, 3))
    return {
        "least": least,
        "most": draw(st.integers(max(1, least), 4)),
        "vaults": found,
        "legend": LEGEND,
        "from_door": draw(st.sampled_from([0, 8, 20])),
    }


MATERIAL = PassMaterial(
    judge,
    uses(),
    (
        {"least": 3, "most": 4, "vaults": [CELL, {**HALL, "distance": "far"}], "legend": LEGEND},
        {"least": 3, "most": 3, "vaults": [{**CROSS, "transparent": True}]},
        {
            "least": 2,
            "most": 2,
            "vaults": [
                {**CELL, "door": "locked", "least": 1},
                {**TENT, "door": "locked", "no_rotate": True},
                {**BOWER, "weight": 5},
            ],
            "legend": LEGEND,
        },
        # No entities, in most kinds: then nothing looks for them.
        {"least": 1, "most": 2, "vaults": [NOOK, BASIN]},
    ),
    before=({"name": "stairs"},),
)
