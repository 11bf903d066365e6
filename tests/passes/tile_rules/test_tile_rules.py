"""What the parameters of `tile_rules` promise, and the mistakes in them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import loaded
from helpers.passes import judge_passes
from helpers.programs import native_of
from helpers.tools import needs_cc
from passes.tile_rules.sweeping import by_the_pass, sweep

from pygen.builders.native import NativeBuilder
from pygen.engine.definition.looks import (
    LookMap,
    look_bits,
    look_row_bytes,
    looks_bytes,
    unpack_looks,
)
from pygen.engine.definition.map_size import MapSize
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.passes.tile_rules.parameters import TileRules
from pygen.spec import Spec, SpecError, load_spec

SPEC = """\
dungeons:
  burrow:
    kind: walk
    map: {{width: {width}, height: 32}}
    passes:
      - {passes}
"""
LOOKS = "looks: {plain: {}, weed: {colour: green}}"


def load(folder: Path, passes: str, width: int = 56, *overrides: str) -> Spec:
    file = folder / "spec.yaml"
    file.write_text(SPEC.format(passes=passes, width=width), encoding="utf-8")
    return load_spec(file, overrides)


def rules(*of_rules: str, more: str = LOOKS) -> str:
    return f"{{name: tile_rules, shapes: rules, {more}, rules: [{', '.join(of_rules)}]}}"


def rule(look: str = "plain", middle: str = "?#?", more: str = "") -> str:
    return f'{{look: {look}, pattern: ["???", "{middle}", "???"]{more}}}'


def many(count: int, more: str = "") -> str:
    return rules(*[rule(more=more)] * count)


MISTAKES = {
    "a shape's": (
        "{name: tile_rules, last_resort: plain}",
        "`last_resort` is only for shapes: rules; delete it",
    ),
    "no shape": ("{name: tile_rules, shapes: 17}", "expected one of"),
    "no rules": ("{name: tile_rules, shapes: rules}", "there are no rules; give it rules"),
    "no looks": (
        rules(rule(), more="id: more"),
        "there is no look `plain`; name it in `looks`",
    ),
    "a look": (rules(rule("wed")), "there is no look `wed`; did you mean `weed`?"),
    "a neighbour": (rules(rule(more=", north: [wed]")), "rules[0].north: there is no look `wed`"),
    "a pattern": (rules(rule(middle="?x?")), "rules[0].pattern[1]"),
    "two rows": (
        rules('{look: plain, pattern: ["???", "???"]}'),
        "rules[0].pattern",
    ),
    "weights": (rules(rule(more=", weight: 101")), "rules[0].weight"),
    "together": (many(13), "13 rules match the same surroundings; expected at most 12"),
    "conditions": (
        many(9, ", north: [plain, weed, plain]"),
        "have 27 conditions; expected at most 24",
    ),
    "numbers": (
        "{name: tile_rules}\n      - {name: tile_rules, id: more, shapes: 47, first_look: 15}",
        "`more` gives number 15 to the look `wall_n`; it is `wall_nesw` of `tile_rules`: its own "
        "could begin with first_look: 16",
    ),
    "later": (
        "{name: tile_rules}\n      - {name: regions, keep: all}",
        "`regions` cannot come here: it may change tiles after `tile_rules` gave looks; put it "
        "before `tile_rules`",
    ),
    "too high": (
        "{name: tile_rules, first_look: 245}",
        "a look has number 259, and on a map of 56 x 32 tiles looks have 8 bits; expected looks up "
        "to number 255",
    ),
}


@pytest.mark.parametrize(("passes", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_error_with_its_place(tmp_path: Path, passes: str, words: str) -> None:
    with pytest.raises(SpecError) as failure:
        load(tmp_path, passes)
    text = str(failure.value)
    assert words in text and "spec.yaml:" in text, text
    assert len(text.splitlines()) == 1


def test_eight_neighbours_need_a_small_map(tmp_path: Path) -> None:
    assert load(tmp_path, "{name: tile_rules, shapes: 47}", 56)
    with pytest.raises(SpecError, match=r"57 x 32 tiles looks have 4 bits.*at most 1,792 tiles"):
        load(tmp_path, "{name: tile_rules, shapes: 47}", 57)


def test_looks_and_tiles_are_few_enough_to_be_shown(tmp_path: Path) -> None:
    tile = "tiles.lamp={code: 245, walkable: false, glyph: i, colour: red}"
    with pytest.raises(SpecError, match="15 looks and tile codes up to 245 are more than"):
        load(tmp_path, "{name: tile_rules}", 56, tile, "dungeons.burrow.map.bits_per_tile=8")


def test_looks_need_their_memory(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="take 1792 bytes, more than the 256 of region `looks`"):
        load(tmp_path, "{name: tile_rules}", 56, "memory.looks={start: 0x0C00, end: 0x0CFF}")


def test_rules_that_a_byte_cannot_number_are_an_error(tmp_path: Path) -> None:
    conditions = ", north: [plain], south: [plain]"
    cells = ["".join(c) for c in zip("#.#.#.#.", "##..##..", "####....", strict=True)]
    one = [
        f'{{look: plain, pattern: ["{row}", "{other}", "???"]{conditions}}}'
        for row in cells
        for other in cells
    ]
    first = rules(*one)
    second = first.replace("name: tile_rules", "name: tile_rules, id: more").replace("weed", "moss")
    second = second.replace("{name", "{first_look: 3, name")
    assert load(tmp_path, first)
    with pytest.raises(
        SpecError, match="the dungeon has 384 rules and conditions; expected at most"
    ):
        load(tmp_path, f"{first}\n      - {second}")


def test_two_uses_with_rules_of_their_own_have_numbers_of_their_own(tmp_path: Path) -> None:
    first = rules(rule("plain"))
    second = rules(rule("weed", "?.?"), more="id: more, first_look: 9, looks: {weed: {}}")
    spec = load(tmp_path, f"{first}\n      - {second}")
    assert [look.name for look in spec.dungeons["burrow"].looks.values()] == [
        "plain",
        "weed",
        "weed",
    ]
    dungeon = generate(spec, Request("burrow", 7))
    pairs = set(zip(dungeon.tiles.tiles, dungeon.looks.tiles, strict=True))
    codes = dungeon.codes
    assert {look for code, look in pairs if code == codes["wall"]} == {1}
    assert {look for code, look in pairs if code == codes["floor"]} == {9}


@needs_cc
def test_each_use_follows_the_rules_of_its_own_in_c(tmp_path: Path) -> None:
    of_walls = rules(rule("plain", "?##"), rule("weed", "##?"))
    of_floor = rules(rule("weed", "?.?"), more="id: more, first_look: 9, looks: {weed: {}}")
    of_corners = rules(rule("plain", "#.?"), more="id: corners, first_look: 12, looks: {plain: {}}")
    spec = load(tmp_path, f"{of_walls}\n      - {of_floor}\n      - {of_corners}")
    native = NativeBuilder(spec, native_of(spec))
    for seed in range(4):
        dungeon = generate(spec, Request("burrow", seed))
        assert {1, 2, 9, 12} <= set(dungeon.looks.tiles)
        regions = native.build(Request("burrow", seed)).regions
        require_equal(spec, "burrow", dungeon.region_bytes(), regions, seed)


DRAWN = {
    "name": "furnish",
    "legend": {
        "S": {"tile": "wall", "look": {"glyph": "statue", "colour": "white"}},
        "c": {"look": {"glyph": "rug", "colour": "red"}},
    },
    "drawings": [{"name": "statues", "drawing": ["Scc", ".#."]}],
}
BUNCH = {"shapes": "rules", "looks": {"moss": {}, "weed": {}}, "last_resort": "weed"} | {
    "rules": [
        {"look": "moss", "pattern": ["???", "?#?", "???"], "north_if_known": ["moss"]},
        {"look": "weed", "pattern": ["???", "?.?", "???"], "west_if_known": ["moss", "weed"]},
        {"look": "moss", "pattern": ["???", "?.?", "???"]},
    ]
}


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize(
    ("use", "width"),
    # On the wider map a look has 4 bits, too few for shapes and drawings together.
    [({}, 56), ({"shapes": 47}, 56), (BUNCH, 56), (BUNCH, 60)],
)
def test_looks_of_drawings_stay(use: dict[str, Any], width: int) -> None:
    first = 50 if width == 56 else 14
    passes = [{**DRAWN, "first_look": first}, {"name": "tile_rules", **use}]
    data = {"kind": "bsp", "map": {"width": width, "height": 32}, "passes": passes}
    spec = loaded({"dungeons": {"halls": data}})
    native = NativeBuilder(spec, native_of(spec))
    walls = 0
    for seed in range(4):
        request = Request("halls", seed)
        judge_passes(spec, request)
        dungeon = generate(spec, request)
        pairs = Counter(zip(dungeon.tiles.tiles, dungeon.looks.tiles, strict=True))
        walls += pairs[dungeon.codes["wall"], first]
        assert pairs[dungeon.codes["floor"], first + 1] >= 2
        regions = native.build(request).regions
        require_equal(spec, "halls", dungeon.region_bytes(), regions, seed)
    assert walls > 12


def test_weights_say_how_often_a_look_is_given(tmp_path: Path) -> None:
    passes = rules(rule("plain", more=", weight: 90"), rule("weed", more=", weight: 10"))
    looks = [
        look
        for seed in range(6)
        for look in generate(load(tmp_path, passes), Request("burrow", seed)).looks.tiles
    ]
    weeds = looks.count(2) / (looks.count(1) + looks.count(2))
    assert 0.09 < weeds < 0.11


def test_secret_paths_do_not_show_in_the_shapes_beside_them(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(
        "dungeons: {crypt: {kind: grid_rooms, passes: [{name: tile_rules}]}}", encoding="utf-8"
    )
    spec = load_spec(file)
    found = 0
    for seed in range(8):
        dungeon = generate(spec, Request("crypt", seed))
        tiles, looks = dungeon.tiles, dungeon.looks
        for y in range(1, tiles.height - 1):
            for x in range(1, tiles.width - 1):
                if tiles.get(x, y) == dungeon.codes["secret_path"]:
                    found += 1
                    for i, j, bit in ((0, 1, 1), (-1, 0, 2), (0, -1, 4), (1, 0, 8)):
                        assert not looks.get(x + i, y + j) & bit, (seed, x, y)
    assert found


@pytest.mark.parametrize(("width", "height"), [(56, 32), (57, 32), (8, 240), (9, 8), (240, 8)])
def test_looks_are_packed_row_by_row(width: int, height: int) -> None:
    size = MapSize(width=width, height=height)
    looks = LookMap(size)
    for y in range(height):
        for x in range(width):
            looks.set(x, y, (x * 7 + y * 3) % (1 << look_bits(size)))
    data = looks.pack()
    assert look_bits(size) == (8 if width * height <= 1792 else 4)
    assert len(data) == looks_bytes(size) == look_row_bytes(size) * height
    assert unpack_looks(data, size) == list(looks.tiles)


def test_a_matcher_that_sweeps_gives_the_same_looks(tmp_path: Path) -> None:
    """With one look that is possible for a tile the order does not matter."""
    of_rules = (
        '{look: plain, pattern: ["???", "?#?", "???"]}',
        '{look: weed, pattern: ["?#?", "?.?", "???"], north: [plain]}',
        '{look: rust, pattern: ["?.?", "?.?", "???"], north: [weed, rust], west: [rust]}',
    )
    looks = "looks: {plain: {}, weed: {}, rust: {}}"
    spec = load(tmp_path, rules(*of_rules, more=looks))
    use = spec.dungeons["burrow"].passes[0]
    assert isinstance(use, TileRules)
    for seed in range(3):
        done = generate(spec, Request("burrow", seed))
        swept, passed = sweep(done, use, seed), by_the_pass(done, use, seed)
        assert swept.looks == passed.looks
        assert swept.stuck == passed.stuck
        assert 3 in swept.looks.values()
