"""The judge of mystery floors: what holds for every seed, in both modes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import Plan, read

from pygen.spec import Spec

STAIRS, HIDDEN, ITEM, BURIED, TRAP, START, ENEMY = range(7)
PLAIN, SHOP, HOUSE, MAZE = range(4)
FORCED = ("one_room", "two_rooms")
UNUSED = 255


def records(spec: Spec, regions: Mapping[str, bytes], table: str, struct: str) -> list[Any]:
    """All records of a table, used or not."""
    layout, data = spec.layouts[struct], regions[table]
    return [layout.unpack(data, at) for at in range(0, len(data), layout.size)]


def places_of(plan: Plan, entities: list[Any], *kinds: int) -> int:
    """The set of the tiles at which entities of these kinds are."""
    # Not a sum: in exact mode the start may be on the stairs.
    return sum({plan.bit(e["x"], e["y"]) for e in entities if e["kind"] in kinds})


def untyped(parameters: Any, entity: Any) -> Any:
    """An entity as if its kind had no table; its kind must be one that the table has here."""
    tables, weights = parameters.things.tables, parameters.things.weights
    for usual, first, table in (
        (ITEM, 32, tables.items),
        (TRAP, 48, tables.traps),
        (ENEMY, 16, tables.enemies),
    ):
        chances = [weights.get(entry.name, entry.weight) for entry in table]
        if any(chances):
            assert entity["kind"] != usual, "a thing that is none of its table"
        if first <= entity["kind"] < first + 16:
            assert chances[entity["kind"] - first] > 0, "a thing that may not be here"
            return {**entity, "kind": usual}
    return entity


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the bytes are a mystery floor."""
    plan, _, summary = read(spec, name, regions)
    parameters, code = parameters_of(spec, name), spec.codes
    entities = records(spec, regions, "entities", "entity")
    chambers = records(spec, regions, "chambers", "chamber")
    assert all(e["kind"] == UNUSED for e in entities[summary["entities"] :])
    assert all(c["w"] == 0 for c in chambers[summary["chambers"] :])
    rooms = chambers[: summary["chambers"]]
    used = [untyped(parameters, entity) for entity in entities[: summary["entities"]]]
    assert all(e["kind"] < 7 for e in used)
    assert set(plan.codes) <= {
        code[tile]
        for tile in (
            "wall", "empty", "floor", "up_stairs", "down_stairs", "water", "unbreakable",
            "shop_floor", "hidden_stairs", *(["lava"] if parameters.water.lava else []),
        )
    }  # fmt: skip

    whole = plan.rectangle(0, 0, plan.width, plan.height)
    inner = plan.rectangle(1, 1, plan.width - 2, plan.height - 2)
    # The anchors of an outer ring may be in the second column.
    left = 1 if parameters.layout == "outer_ring" else 2
    right = plan.width - 1
    if parameters.variants.border == "inner":
        left, right = 2, plan.width - 2
    usable = plan.rectangle(left, 2, right - left, plan.height - 4)
    assert plan.of(code["unbreakable"]) == whole & ~inner, "the edge is not unbreakable"
    # A pass may have made rock empty that is not beside floor.
    wall, water = plan.of(code["wall"]) | plan.of(code["empty"]), plan.of(code["water"])
    if parameters.water.lava:
        lava = plan.of(code["lava"])
        assert not (lava and water), "water beside lava"
        assert parameters.water.lava < 100 or not water or len(rooms) == 1, "water instead of lava"
        water |= lava
    ground = inner & ~wall & ~water
    assert ground & ~usable == 0, "floor in the border"
    assert water & ~plan.rectangle(2, 2, plan.width - 3, plan.height - 3) == 0

    check_special_tiles(spec, plan, parameters, summary, used, rooms)
    check_rooms(plan, parameters, rooms, ground)
    check_reach(plan, parameters, summary, used, ground, water)
    shop = plan.of(spec.codes["shop_floor"])
    check_things(plan, parameters, summary, used, rooms, ground, shop)
    check_camera(spec, plan, summary)


def check_special_tiles(
    spec: Spec,
    plan: Plan,
    parameters: Any,
    summary: dict[str, int],
    used: list[Any],
    rooms: list[Any],
) -> None:
    """The tiles that say more than open or not are just where the records have what they say."""
    up = plan.bit(summary["up_x"], summary["up_y"])
    down = plan.bit(summary["down_x"], summary["down_y"])
    assert plan.of(spec.codes["down_stairs"]) == down
    assert plan.of(spec.codes["up_stairs"]) == up & ~down
    hidden = places_of(plan, used, HIDDEN) & ~up & ~down
    assert plan.of(spec.codes["hidden_stairs"]) == hidden
    check_shop(plan, parameters, plan.of(spec.codes["shop_floor"]), shops(plan, rooms))


def check_shop(plan: Plan, parameters: Any, shop: int, whole: int) -> None:
    """A shop has all of its room but the tiles at the walls, or a part of it, 3 x 3 or more."""
    if parameters.variants.shops == "whole":
        assert shop == whole
        return
    assert shop & ~whole == 0
    if parameters.variants.shops == "roomy" and shop:
        check_square(plan, shop)
    # Of a room that is four tiles high it has two rows.
    assert whole == 0 or shop.bit_count() >= 6


def check_square(plan: Plan, shop: int) -> None:
    """A shop is a rectangle of at least 3 x 3 tiles."""
    tiles = [divmod(at, plan.width) for at in range(shop.bit_length()) if shop >> at & 1]
    rows, columns = ({tile[axis] for tile in tiles} for axis in (0, 1))
    assert len(rows) * len(columns) == len(tiles) and min(len(rows), len(columns)) >= 3


def shops(plan: Plan, rooms: list[Any]) -> int:
    """The tiles of a shop: all of its room but those beside the walls."""
    return sum(
        plan.rectangle(room["x"] + 1, room["y"] + 1, room["w"] - 2, room["h"] - 2)
        for room in rooms
        if room["use"] == SHOP
    )


def check_camera(spec: Spec, plan: Plan, summary: dict[str, int]) -> None:
    """The view is around the start."""
    for axis, side, extent in (
        ("x", plan.width, spec.display.view_width),
        ("y", plan.height, spec.display.view_height),
    ):
        wanted = summary[f"up_{axis}"] - extent // 2
        assert summary[f"camera_{axis}"] == max(0, min(wanted, side - extent))


def rectangle_of(plan: Plan, room: dict[str, int]) -> int:
    """The tiles of a room."""
    return plan.rectangle(room["x"], room["y"], room["w"], room["h"])


def check_rooms(plan: Plan, parameters: Any, rooms: list[Any], ground: int) -> None:
    """Rooms lie apart, and at most one is a shop or a monster house."""
    taken = 0
    for room in rooms:
        tiles = rectangle_of(plan, room)
        assert tiles & plan.around(taken) == 0, "rooms touch"
        assert tiles & ground, "a room without floor"
        taken |= tiles
    special = [room["use"] for room in rooms if room["use"] in (SHOP, HOUSE)]
    assert len(special) <= 1, "a shop and a monster house, or several"
    if not parameters.shop:
        assert SHOP not in special
    if parameters.layout == "one_room":
        assert len(rooms) == 1
    if parameters.layout in FORCED:
        assert special == [HOUSE]
    elif len(rooms) > 1:
        if not parameters.monster_house.chance:
            assert HOUSE not in special
        if not parameters.rooms.maze and not parameters.rooms.structures:
            assert all(room["use"] != MAZE for room in rooms)


def check_reach(
    plan: Plan, parameters: Any, summary: dict[str, int], used: list[Any], ground: int, water: int
) -> None:
    """The stairs and the start are where the summary says; all floor is reached from the start."""
    starts = [(e["x"], e["y"]) for e in used if e["kind"] == START]
    stairs = [(e["x"], e["y"]) for e in used if e["kind"] == STAIRS]
    if not parameters.things.capacity:
        assert starts == [(summary["up_x"], summary["up_y"])]
        assert stairs == [(summary["down_x"], summary["down_y"])]
    start = plan.bit(summary["up_x"], summary["up_y"])
    assert start & ground and plan.bit(summary["down_x"], summary["down_y"]) & ground
    least = parameters.things.least_steps
    near = start
    for _ in range(least - 1):
        near |= plan.beside(near) & ground
    assert not least or plan.bit(summary["down_x"], summary["down_y"]) & near == 0
    # Islands lie behind water, which may be crossed.
    open_tiles = ground | (water if parameters.rooms.structures else 0)
    assert ground & ~plan.flood(start, open_tiles) == 0, "floor that cannot be reached"


def check_things(
    plan: Plan,
    parameters: Any,
    summary: dict[str, int],
    used: list[Any],
    rooms: list[Any],
    ground: int,
    shop: int,
) -> None:
    """What lies and walks there is where it may be, and there are as many as wanted."""
    things, is_lean = parameters.things, parameters.numbers == "lean"
    for kind in range(7):
        places = [(e["x"], e["y"]) for e in used if e["kind"] == kind]
        assert len(places) == len(set(places)), "two of a kind at one place"
    in_rooms = sum(rectangle_of(plan, room) for room in rooms)
    houses = [room for room in rooms if room["use"] == HOUSE]
    house = sum(rectangle_of(plan, room) for room in houses)
    halls = ground & ~in_rooms
    junctions = plan.beside(halls) & in_rooms & ground
    plain = ground & in_rooms & ~junctions & ~shop

    items, buried = places_of(plan, used, ITEM), places_of(plan, used, BURIED)
    traps, enemies = places_of(plan, used, TRAP), places_of(plan, used, ENEMY)
    assert buried & ground == 0, "a buried item in the open"
    assert items & ~plain == 0, "an item where none may be"
    assert traps & ~plain == 0, "a trap where none may be"
    assert traps & items == 0, "a trap below an item"
    assert places_of(plan, used, STAIRS, HIDDEN, START) & ~plain == 0
    assert places_of(plan, used, STAIRS) & traps == 0
    assert enemies & ~(plain | house & ground) == 0, "an enemy where none may be"
    assert enemies & places_of(plan, used, START) == 0, "an enemy at the start"
    if is_lean:
        assert places_of(plan, used, STAIRS) != places_of(plan, used, START)
    if things.capacity:
        return
    variants = parameters.variants
    loot_items = loot_traps = parameters.monster_house.loot if houses else 0
    if houses and variants.houses == "round":
        loot_items, loot_traps = things.items + 2, min(56, things.traps)
    islands = 3 * parameters.rooms.structures
    one_more = variants.items == "usual"
    least = (max(1, things.items - 2) if things.items else 0) + one_more
    count = (items & ~house).bit_count()
    assert count <= max(2, things.items + 2) + islands
    if is_lean and (plain & ~house).bit_count() > 150 and not islands:
        assert least <= count
    assert (items & house).bit_count() <= loot_items
    assert (buried & ~in_rooms).bit_count() <= max(0, things.buried + 2 - one_more)
    most = min(56, max(things.traps - 1, things.traps // 2)) if things.trapped else 0
    if variants.traps == "inclusive":
        most = min(56, things.traps) if things.trapped else 0
    if not things.on_stairs or things.least_steps:
        assert items & places_of(plan, used, STAIRS, HIDDEN) == 0, "an item on stairs"
    traps_of_islands = parameters.rooms.structures if things.trapped else 0
    assert traps.bit_count() <= most + traps_of_islands + (loot_traps if things.trapped else 0)
    wanted = -things.enemies + 1 if things.enemies < 1 else max(2, things.enemies)
    assert enemies.bit_count() <= wanted + (
        max(4, parameters.monster_house.enemies)
        if len(rooms) == 1 or parameters.layout in FORCED
        else 0
    )
    if is_lean and plain.bit_count() > 200 and things.enemies < 1 and wanted < 30:
        assert enemies.bit_count() >= wanted
    has_hidden = any(e["kind"] == HIDDEN for e in used)
    assert has_hidden <= things.hidden_stairs
    assert summary["status"] == 0
