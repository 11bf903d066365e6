"""Lean mode: what its parameters promise."""

from __future__ import annotations

import json
from collections import Counter, deque
from pathlib import Path
from typing import Any

import pytest
from helpers.calls import answers, for_every_compiler
from helpers.equal_dungeons import require_equal
from helpers.kinds import samples
from helpers.programs import module_of, native_of
from helpers.tools import needs_cc
from kinds.mystery.judge import judge

from pygen.builders.native import NativeBuilder
from pygen.compilers import COMPILERS
from pygen.engine.constants import STATUS_FEWER_PARTS
from pygen.engine.definition.entity_kinds import (
    BURIED_ITEM,
    ENEMY,
    ITEM,
    STAIRS,
    START,
    TRAP,
)
from pygen.engine.dungeon.chambers import MONSTER_HOUSE, SHOP
from pygen.engine.dungeon.entities import entities_are_missing
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.kinds.mystery.grid import Rect
from pygen.kinds.mystery.ground import Ground
from pygen.kinds.mystery.junctions import find_hall
from pygen.kinds.mystery.layouts import LAYOUTS
from pygen.measure.sizes import module_sizes
from pygen.spec.problems import SpecError

SAMPLES = {sample.dungeon: sample for sample in samples("mystery")}
LARGE = SAMPLES["mystery_large"]


def dungeons(*changes: str, seeds: int = 12) -> list[Generation[Any]]:
    """Sample floors of some seeds, with such changes of their parameters."""
    spec = LARGE.changed(*(f"dungeons.mystery_large.{change}" for change in changes))
    return [generate(spec, Request("mystery_large", seed)) for seed in range(seeds)]


def count(g: Generation[Any], kind: int) -> int:
    return sum(entity["kind"] == kind for entity in g.tables["entities"])


def test_each_number_of_the_original_is_a_layout() -> None:
    assert [layout.number for layout in LAYOUTS.values()] == list(range(12))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_density_that_is_negative_is_the_number_of_rooms(layout: str) -> None:
    changes = [f"layout={layout}", "rooms={density: -3, merging: 0}", "shop=0"]
    found = {len(g.tables["chambers"]) for g in dungeons(*changes)}
    fixed = {"one_room": {1}, "outer_ring": {8}, "crossroads": {10}, "two_rooms": {2}}
    fixed |= {"cross": {5}, "beetle": {7}}
    if layout in fixed:
        assert found == fixed[layout]
    elif layout == "outer_rooms":
        assert min(found) >= 4
    else:
        # The second cell of the middle column counts, but never is a room.
        assert found <= {2, 3}


def test_a_chance_of_0_or_100_percent_is_never_or_always() -> None:
    for chance in (0, 100):
        house = f"monster_house={{chance: {chance}}}"
        for key, use in (("shop", SHOP), ("house", MONSTER_HOUSE)):
            changes = [f"shop={chance if key == 'shop' else 0}"]
            changes += [house if key == "house" else "monster_house={chance: 0}"]
            # A shop needs a room that is large enough; a floor of small ones has none.
            uses = [[room["use"] for room in g.tables["chambers"]] for g in dungeons(*changes)]
            share = sum(use in one for one in uses) / len(uses)
            assert share == 0 if chance == 0 else share > 0.9


def test_counts_are_within_their_ranges() -> None:
    things = "things={items: 8, buried: 7, traps: 12, enemies: -4}"
    found = dungeons(things, "shop=0", "monster_house={chance: 0}", seeds=40)
    assert {count(g, ITEM) for g in found} == set(range(7, 11))
    # Some are at the edge of the map, where nothing can lie.
    assert {count(g, BURIED_ITEM) for g in found} <= set(range(3, 9))
    assert {count(g, TRAP) for g in found} <= set(range(5, 12))
    assert {count(g, ENEMY) for g in found} == {5}


def test_a_full_table_leaves_out_what_comes_later() -> None:
    for whole, g in zip(dungeons(), dungeons("things.capacity=9"), strict=True):
        assert g.tables["entities"] == whole.tables["entities"][:9]
        assert g.status == STATUS_FEWER_PARTS


@needs_cc
def test_a_full_table_has_rows_for_what_passes_add() -> None:
    use = json.dumps([{"name": "items", "least": 3, "most": 3}])
    spec = LARGE.changed(
        "dungeons.mystery_large.things.capacity=9",
        f"dungeons.mystery_large.passes={use}",
        "program.dungeons=[mystery_large]",
    )
    native = NativeBuilder(spec, native_of(spec))
    for seed, own in enumerate(dungeons("things.capacity=9")):
        g = generate(spec, Request("mystery_large", seed))
        entities = g.tables["entities"]
        assert entities[:9] == own.tables["entities"]
        assert [row["kind"] for row in entities[9:]] == [ITEM] * 3
        assert entities_are_missing(g)
        built = native.build(Request("mystery_large", seed)).regions
        require_equal(spec, "mystery_large", g.region_bytes(), built, seed)


def test_no_two_enemies_are_at_one_tile() -> None:
    """An enemy may come to a trap of a monster house, and then those of the house themselves."""
    things = "things={items: 10, buried: 0, traps: 20, enemies: 20}"
    for g in dungeons("layout=two_rooms", things, seeds=250):
        places = [(row["x"], row["y"]) for row in g.tables["entities"] if row["kind"] == ENEMY]
        assert len(places) == len(set(places))


def test_the_mistake_of_dead_ends_needs_exact_mode() -> None:
    with pytest.raises(SpecError, match="lean mode has no dead ends of the original"):
        dungeons("quirks.dead_ends=original")


# With seed 2 the last of the steps that pass by swaps of exact mode has none left.
@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize(("name", "seed"), [*((name, 7) for name in SAMPLES), ("mystery_exact", 2)])
def test_python_and_c_are_equal_after_every_step(name: str, seed: int) -> None:
    spec = SAMPLES[name].spec
    native = NativeBuilder(spec, native_of(spec))
    request = Request(name, seed)
    generation = begin(spec, request)
    for step in advance(generation):
        if step.phase != "clear":
            built = native.build_steps(request, step.number).regions
            require_equal(spec, name, generation.region_bytes(), built, step)


@needs_cc
def test_searching_for_a_place_takes_as_many_steps_in_c() -> None:
    """On a large floor of a few small rooms hardly any random tile is one for a thing: some are
    searched for, row by row from the first one."""
    spec = LARGE.changed(
        "dungeons.mystery_large.layout=large_cells",
        "dungeons.mystery_large.map={width: 72, height: 72}",
        "dungeons.mystery_large.rooms.density=-2",
        "program.dungeons=[mystery_large]",
    )
    native = NativeBuilder(spec, native_of(spec))
    for seed in range(12):
        request = Request("mystery_large", seed)
        steps = sum(1 for _ in advance(begin(spec, request)))
        assert native.build_steps(request).steps == steps, seed


@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize("name", ["mystery_rich", "mystery_exact"])
def test_work_memory_is_small(name: str, compiler: str) -> None:
    sizes = module_sizes(module_of(SAMPLES[name].spec, name, compiler))
    assert sizes.work_memory <= 6144
    # Of a larger map there is more ground, and exact mode counts by columns.
    assert sizes.work_memory + 72 * 72 - 56 * 32 + 72 - 56 <= 8192


def test_variants_are_not_for_exact_mode() -> None:
    with pytest.raises(SpecError, match="exact mode has no variants"):
        dungeons("numbers=exact", "variants.bends=anywhere")


@pytest.mark.parametrize(
    ("variant", "common"),
    [
        ("bends=anywhere", ()),
        ("ends=corners", ("halls={extra: 30}",)),
        ("items=inclusive", ()),
        ("shops=cut", ("shop=100",)),
        ("houses=round", ("shop=0", "monster_house={chance: 100}")),
        ("merging=pairs", ("rooms={merging: 50}",)),
        ("border=redrawn", ("halls={extra: 60}",)),
        ("border=inner", ("layout=outer_ring",)),
        ("traps=inclusive", ()),
        ("shops=roomy", ("shop=100",)),
    ],
)
def test_a_variant_makes_other_floors(variant: str, common: tuple[str, ...]) -> None:
    usual, other = dungeons(*common), dungeons(*common, f"variants.{variant}")
    differ = [
        (one.packed(), one.tables["entities"]) != (two.packed(), two.tables["entities"])
        for one, two in zip(usual, other, strict=True)
    ]
    assert any(differ)


def test_halls_that_bend_anywhere_leave_the_lines_between_cells() -> None:
    """All halls of the cross bend at four lines; those that bend anywhere do not."""
    common = ("layout=cross", "shop=0", "halls={extra: 0}")

    def bends(*changes: str) -> set[int]:
        found = set()
        for g in dungeons(*common, *changes):
            rows = [
                sum(g.tiles.get(x, y) == g.codes["floor"] for x in range(g.tiles.width))
                for y in range(g.tiles.height)
            ]
            rooms = {
                y for one in g.tables["chambers"] for y in range(one["y"], one["y"] + one["h"])
            }
            found |= {y for y, count in enumerate(rows) if count > 1 and y not in rooms}
        return found

    assert bends() <= {10, 11, 19, 20}
    assert not bends("variants.bends=anywhere") <= {10, 11, 19, 20}


def test_counts_of_variants_are_within_their_ranges() -> None:
    common = ["things={items: 8, buried: 9}", "shop=0", "variants.items=inclusive"]
    found = dungeons(*common, "monster_house={chance: 0}", seeds=60)
    assert {count(g, ITEM) for g in found} == set(range(6, 11))
    assert max(count(g, BURIED_ITEM) for g in found) == 11
    house = ["monster_house={chance: 100, empty: 0}", "variants.houses=round"]
    for g in dungeons(*common, *house):
        assert count(g, ITEM) > 11 and count(g, TRAP) >= 5


def test_a_shop_that_is_cut_has_three_columns_and_two_rows_at_least() -> None:
    tiles = [g.tiles.tiles.count(g.codes["shop_floor"]) for g in dungeons("shop=100")]
    cut = [
        g.tiles.tiles.count(g.codes["shop_floor"])
        for g in dungeons("shop=100", "variants.shops=cut", seeds=40)
    ]
    assert sum(cut) / len(cut) < sum(tiles) / len(tiles)
    assert all(count == 0 or count >= 6 for count in cut)


def test_more_rooms_merge_in_pairs() -> None:
    common = ("rooms={density: 9, merging: 30}", "shop=0", "monster_house={chance: 0}")
    rooms = [
        sum(len(g.tables["chambers"]) for g in dungeons(*common, *more, seeds=40))
        for more in ((), ("variants.merging=pairs",))
    ]
    assert rooms[1] < rooms[0]


def test_a_border_that_is_redrawn_has_no_halls() -> None:
    def is_dug(g: Generation[Any]) -> bool:
        x = g.tiles.width - 2
        return any(g.tiles.get(x, y) == g.codes["floor"] for y in range(g.tiles.height))

    common = ("halls={extra: 60}", "water={on: false}")
    assert any(is_dug(g) for g in dungeons(*common))
    assert not any(is_dug(g) for g in dungeons(*common, "variants.border=redrawn"))


def test_a_border_without_floor_leaves_52_by_28_tiles() -> None:
    def is_within(g: Generation[Any]) -> bool:
        last = g.tiles.width - 2
        open_tiles = {g.codes[name] for name in ("floor", "shop_floor")}
        return not any(g.tiles.get(x, y) in open_tiles for x in (1, last) for y in range(32))

    common = ("layout=outer_ring", "halls={extra: 60}", "water={on: false}")
    assert not all(is_within(g) for g in dungeons(*common))
    assert all(is_within(g) for g in dungeons(*common, "variants.border=inner"))


def test_traps_are_from_half_of_their_number_to_all_of_it() -> None:
    things = "things={items: 1, buried: 0, traps: 6, enemies: 0}"
    common = (things, "shop=0", "monster_house={chance: 0}")
    assert {count(g, TRAP) for g in dungeons(*common, seeds=60)} == {3, 4, 5}
    found = dungeons(*common, "variants.traps=inclusive", "things.on_stairs=false", seeds=60)
    assert {count(g, TRAP) for g in found} == {3, 4, 5, 6}


def test_a_shop_in_a_roomy_room_has_three_rows() -> None:
    for g in dungeons("shop=100", "variants.shops=roomy", seeds=60):
        code = g.codes["shop_floor"]
        rows = {y for y in range(g.tiles.height) for x in range(56) if g.tiles.get(x, y) == code}
        assert len(rows) == 0 or len(rows) >= 3


def test_nothing_lies_on_stairs_if_it_may_not() -> None:
    def are_covered(g: Generation[Any]) -> bool:
        return any((row["x"], row["y"]) == g.down for row in items(g))

    def items(g: Generation[Any]) -> list[Any]:
        return [row for row in g.tables["entities"] if row["kind"] == ITEM]

    many = "things={items: 60, buried: 0, traps: 0}"
    assert any(are_covered(g) for g in dungeons(many, seeds=40))
    assert not any(are_covered(g) for g in dungeons(many, "things.on_stairs=false", seeds=40))
    with pytest.raises(SpecError, match="in exact mode an item may lie on stairs"):
        dungeons("numbers=exact", "things.on_stairs=false")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_start_is_as_far_from_the_stairs_as_wanted(layout: str) -> None:
    def steps(g: Generation[Any]) -> int:
        blocked = {g.codes[name] for name in ("wall", "water", "unbreakable")}
        reached, waiting = {g.up: 0}, deque([g.up])
        while g.down not in reached:
            x, y = waiting.popleft()
            for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if place not in reached and g.tiles.get(*place) not in blocked:
                    reached[place] = reached[x, y] + 1
                    waiting.append(place)
        return reached[g.down]

    common = (f"layout={layout}", "water={on: false}")
    least = 40 if layout == "one_room" else 25
    assert min(steps(g) for g in dungeons(*common)) < least
    found = [steps(g) for g in dungeons(*common, f"things.least_steps={least}", seeds=20)]
    assert least <= min(found)


KINDS = (
    "things.tables={items: [{name: berry, glyph: b, colour: red, weight: 3}, {name: orb, glyph: o, "
    "colour: blue}], traps: [{name: wonder_tile, glyph: w, colour: cyan}], enemies: [{name: bat, "
    "glyph: v, colour: grey, weight: 0}, {name: wolf, glyph: f, colour: brown}]}"
)


def test_things_are_kinds_of_their_tables_by_weights() -> None:
    many = "things={items: 30, buried: 9, traps: 20, enemies: 9}"
    kinds: Counter[int] = Counter()
    for plain, g in zip(dungeons(many), dungeons(many, KINDS), strict=True):
        assert plain.parameters.given_entities == {}
        kinds.update(row["kind"] for row in g.tables["entities"])
    assert kinds.keys() == {STAIRS, START, BURIED_ITEM, 17, 32, 33, 48}
    assert 2 < kinds[32] / kinds[33] < 4.5
    names = {number: kind.name for number, kind in g.parameters.given_entities.items()}
    assert names == {16: "bat", 17: "wolf", 32: "berry", 33: "orb", 48: "wonder_tile"}


def test_weights_may_be_others_on_some_floors() -> None:
    for g in dungeons(KINDS, "things.weights={orb: 0, bat: 5, wolf: 0, wonder_tile: 0}"):
        kinds = {row["kind"] for row in g.tables["entities"]}
        assert 33 not in kinds and 17 not in kinds and 16 in kinds
        # Without any weight things are nothing in particular.
        assert 48 not in kinds and TRAP in kinds


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["numbers=exact"], "exact mode draws no kinds of things"),
        (["things.weights={owl: 3}"], "no table has `owl`"),
        (["things.tables.enemies=[{name: orb, glyph: o, colour: red}]"], "another kind of ent"),
        (
            ["things.tables.traps=" + json.dumps([
                {"name": f"t{at}", "glyph": "t", "colour": "red", "weight": 50} for at in range(6)
            ])],
            "the weights of `traps` are 300 together",
        ),
        (['passes=[{"name": "items", "table": [{"name": "a", "glyph": "a", "colour": "red"}]}]'],
         "a pass has the number 32 of `berry`, too"),
        (["things.tables.traps=[{name: x, glyph: \"\\u00e9\", colour: red}]"],
         "the C64 has no character"),
    ],
)  # fmt: skip
def test_tables_follow_rules(changes: list[str], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        dungeons(KINDS, *changes)


@needs_cc
@pytest.mark.parametrize("bits", [4, 8])
def test_all_water_of_a_floor_is_lava_by_chance(bits: int) -> None:
    tile = {
        "code": 9, "glyph": ";", "colour": "red", "walkable": False, "opaque": False,
        "solid": False, "swimmable": False,
    }  # fmt: skip
    spec = LARGE.changed(
        f"dungeons.mystery_large.map.bits_per_tile={bits}",
        "dungeons.mystery_large.water.lava=50",
        f"tiles.lava={json.dumps(tile)}",
        "program.dungeons=[mystery_large]",
    )
    native = NativeBuilder(spec, native_of(spec))
    found = set()
    for seed in range(24):
        g = generate(spec, Request("mystery_large", seed))
        has = {name: g.codes[name] in g.tiles.tiles for name in ("water", "lava")}
        assert not (has["water"] and has["lava"])
        found.add(has["lava"])
        judge(spec, "mystery_large", g.region_bytes())
        built = native.build(Request("mystery_large", seed)).regions
        require_equal(spec, "mystery_large", g.region_bytes(), built, seed)
    assert found == {False, True}


def test_lava_needs_a_code_and_lean_mode() -> None:
    with pytest.raises(SpecError, match="exact mode has no lava"):
        dungeons("numbers=exact", "water.lava=1")
    with pytest.raises(SpecError, match="there is no tile `lava`; describe it under `tiles`"):
        dungeons("water.lava=1")
    with pytest.raises(SpecError) as error:
        LARGE.changed("dungeons.mystery_large.water.lava=50", "tiles.lava={glyph: x, colour: red}")
    assert "there is no tile" not in str(error.value)


def test_exact_mode_knows_no_least_steps() -> None:
    with pytest.raises(SpecError, match="in exact mode the start may be near the stairs"):
        dungeons("numbers=exact", "things.least_steps=1")


def test_a_monster_house_has_as_many_things_and_enemies_as_wanted() -> None:
    forced = ("layout=one_room", "things={items: 0, buried: 0, traps: 0, enemies: 0}")
    for g in dungeons(*forced, "monster_house={loot: 30, enemies: 9}"):
        # No other thing lies in the only room; some of its tiles are drawn twice.
        assert 20 < count(g, ITEM) + count(g, TRAP) <= 30
        assert count(g, ENEMY) == 10


def test_imperfect_rooms_are_as_many_as_their_chance_says() -> None:
    def floor(chance: int) -> int:
        rooms = f"rooms={{density: -8, merging: 0, imperfect: true, imperfect_chance: {chance}}}"
        changes = ("layout=large_cells", rooms, "water={on: false}")
        return sum(g.tiles.tiles.count(g.codes["floor"]) for g in dungeons(*changes))

    assert floor(100) < floor(40) < floor(0)


UNIT = """
#include "dungeon_mystery_large.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
static uint8_t *found = MEMORY;
"""

CALL = """\
        uint8_t at;
        for (at = 0; at != 56; ++at) {
            ground[at] = arguments[0];
            ground[56 + at] = (uint8_t)((at * arguments[3]) ^ arguments[1]) & 7;
            ground[112 + at] = arguments[2];
        }
        scanned_above = ground;
        scanned_row = ground + 56;
        scanned_below = ground + 112;
        scanned_from = arguments[4];
        *answer = find_hall();
        found[0] = scanned_x;
        found[1] = scanned_open;
        found += 2;"""


@for_every_compiler
def test_the_kernel_finds_the_halls_that_python_finds(tmp_path: Path, compiler: str) -> None:
    cases = [
        bytes((above, mixed, below, factor, first))
        for above in (0, 4)
        for below in (0, 1, 5)
        for mixed, factor in ((0, 1), (1, 3), (5, 7), (3, 0), (1, 0), (2, 11))
        for first in (1, 17, 54, 55)
    ]
    expected, answered = b"", []
    ground = Ground(56, 32)
    for above, mixed, below, factor, first in cases:
        ground[0:56] = bytes((above,)) * 56
        ground[56:112] = bytes((at * factor ^ mixed) & 7 for at in range(56))
        ground[112:168] = bytes((below,)) * 56
        x, opened = find_hall(ground, 1, first)
        expected += bytes((x, opened))
        answered.append(x != 55)
    spec = LARGE.changed("program.dungeons=[mystery_large]")
    got, memory = answers(
        spec, tmp_path, compiler, CALL, cases, bytes(len(expected)), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_mystery_large_cc65.s"],
    )  # fmt: skip
    assert [bool(one) for one in got] == answered
    assert memory == expected
    assert True in answered and False in answered


CHANGE = """\
        uint8_t at;
        for (at = 0; at != 16; ++at)
            ground[at] = (uint8_t)(at * 37 + arguments[0]);
        first_tile = ground + 1;
        tile_count = arguments[1];
        bits_kept = arguments[2];
        bits_added = arguments[3];
        change_tiles();
        *answer = 0;
        for (at = 0; at != 16; ++at)
            found[at] = ground[at];
        found += 16;"""


@for_every_compiler
def test_the_kernel_changes_the_tiles_that_python_changes(tmp_path: Path, compiler: str) -> None:
    cases = [
        bytes((first, count, kept, added))
        for first in (0, 200)
        for count in (0, 1, 2, 14)
        for kept, added in ((0, 0), (0xFC, 0x05), (0xCF, 0x20), (0xFF, 0x80))
    ]
    expected = b""
    ground = Ground(56, 32)
    for first, count, kept, added in cases:
        ground[:16] = bytes(at * 37 + first & 0xFF for at in range(16))
        ground.change(Rect(1, 0, 1 + count, 1), ~kept & 0xFF, added)
        expected += ground[:16]
    spec = LARGE.changed("program.dungeons=[mystery_large]")
    _, memory = answers(
        spec, tmp_path, compiler, CHANGE, cases, bytes(len(expected)), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_mystery_large_cc65.s"],
    )  # fmt: skip
    assert memory == expected


def test_the_page_names_every_layout() -> None:
    page = Path(__file__).parents[3] / "docs/kinds/mystery.md"
    text = page.read_text(encoding="utf-8")
    for name, layout in LAYOUTS.items():
        assert f"| `{name}` | 0x{layout.number:02X} |" in text, json.dumps(name)
