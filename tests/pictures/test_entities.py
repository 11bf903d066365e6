"""Entities in the terminal, in pictures and in the character set of a program."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.charset import charset
from helpers.kinds import data_with, loaded
from helpers.printed import as_text
from PIL import Image

from pygen.base.errors import UserError
from pygen.emit.appearance import appearance, require_codes_for_worlds, shown_entities
from pygen.engine.definition.entity_kinds import ENTITY_KINDS
from pygen.engine.dungeon.entities import seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures import Entry, as_png, characters, contact_sheet
from pygen.pictures.data import status_words
from pygen.pictures.palette import rgb
from pygen.spec import Spec, SpecError, dungeon_digest
from pygen.spec.glyphs import SIZE, load_glyphs

THEME = {"enemy": {"glyph": "skulls", "colour": "yellow"}, "item": {"colour": "green"}}
NUMBERS = {kind.name: number for number, kind in enumerate(ENTITY_KINDS)}


@cache
def spec_of(themed: bool = False, capacity: int = 0, theme: str = "") -> Spec:
    section: dict[str, Any] = {
        "kind": "mystery",
        "monster_house": {"chance": 50},
        "things": {"buried": 4, "hidden_stairs": True, "capacity": capacity},
    }
    if themed:
        section["theme"] = THEME
    if theme:
        section["theme"] = {theme: {"colour": "red"}}
    data = data_with({"floor": section, "burrow": {"kind": "walk"}})
    del data["memory"]
    return loaded(data)


def floor_of(spec: Spec, seed: int = 7) -> Generation[Any]:
    return generate(spec, Request("floor", seed))


def places(floor: Generation[Any], name: str) -> list[tuple[int, int]]:
    rows = floor.tables["entities"]
    return [(row["x"], row["y"]) for row in rows if row["kind"] == NUMBERS[name]]


def map_of(spec: Spec, floor: Generation[Any]) -> list[str]:
    return as_text(spec, floor, colour=False).splitlines()[: floor.tiles.height]


def test_the_terminal_shows_what_lies_and_walks_there_and_how_much_of_it() -> None:
    spec = spec_of()
    floor = floor_of(spec)
    rows = map_of(spec, floor)
    on_top = {place: kind.name for place, kind in seen_entities(floor).items()}
    for name, glyph in (("item", "!"), ("trap", "^"), ("enemy", "&")):
        assert len(places(floor, name)) > 1
        for x, y in places(floor, name):
            if on_top[x, y] == name:
                assert rows[y][x] == glyph, name
    counts = {name: len(places(floor, name)) for name in NUMBERS}
    legend = next(
        line for line in as_text(spec, floor, colour=False).splitlines()[32:] if "!" in line
    )
    assert legend.split(None, 1) == [
        "entities",
        f"1 hidden stairs, {counts['item']} items (!), {counts['buried_item']} buried items, "
        f"{counts['trap']} traps (^), {counts['enemy']} enemies (&)",
    ]
    assert "entities" not in as_text(spec, generate(spec, Request("burrow", 7)), colour=False)


def test_what_is_buried_is_not_seen() -> None:
    spec = spec_of()
    floor = floor_of(spec)
    rows = map_of(spec, floor)
    assert places(floor, "buried_item")
    for x, y in places(floor, "buried_item"):
        assert rows[y][x] in "#~"


def test_of_two_at_a_tile_the_later_one_is_seen() -> None:
    floors = (floor_of(spec_of(), seed) for seed in range(200))
    floor, place = next(
        (floor, place)
        for floor in floors
        for place, count in Counter(places(floor, "trap") + places(floor, "enemy")).items()
        if count == 2
    )
    assert map_of(spec_of(), floor)[place[1]][place[0]] == "&"


@pytest.mark.parametrize("themed", [False, True])
def test_the_picture_has_the_glyphs_and_colours_of_the_c64(themed: bool) -> None:
    spec = spec_of(themed)
    floor = floor_of(spec)
    image = Image.open(io.BytesIO(as_png(spec, floor))).convert("RGB")
    looks = {"item": ("item", "cyan"), "trap": ("trap", "purple"), "enemy": ("enemy", "light_red")}
    if themed:
        looks |= {"item": ("item", "green"), "enemy": ("skulls", "yellow")}
    font = charset(spec, "floor")
    ground = rgb(spec.display.background_colour)
    for (x, y), kind in seen_entities(floor).items():
        name, colour = looks[kind.name]
        glyph = load_glyphs().tiles[name]
        code = characters.entity_codes(spec, "floor")[kind.name]
        assert font[SIZE * code :][:SIZE] == glyph
        for line in range(SIZE):
            for column in range(SIZE):
                expected = rgb(colour) if glyph[line] >> 7 - column & 1 else ground
                assert image.getpixel((x * SIZE + column, y * SIZE + line)) == expected


def test_a_sheet_and_blocks_have_the_colours_of_entities() -> None:
    spec = spec_of(True)
    floor = floor_of(spec)
    sheet = Image.open(io.BytesIO(contact_sheet([Entry(spec, floor, "floor")]))).convert("RGB")
    colours = {colour for _, colour in sheet.getcolors() or []}
    assert {rgb("green"), rgb("purple"), rgb("yellow")} <= colours
    for view in ("halves", "quarters"):
        text = as_text(spec, floor, colour=True, view=view)
        purple = ";".join(str(part) for part in rgb("purple"))
        assert purple in "".join(text.splitlines()[: floor.tiles.height // 2])


def test_rooms_with_a_use_are_numbered() -> None:
    spec = spec_of()
    floor = floor_of(spec)
    rows = as_text(spec, floor, colour=False, rooms=True).splitlines()
    for number, room in enumerate(floor.tables["chambers"]):
        assert rows[room["y"]][room["x"]] == f"{number:X}"


def test_a_theme_changes_no_bytes_and_names_only_what_the_dungeon_has() -> None:
    assert dungeon_digest(spec_of(True), "floor") == dungeon_digest(spec_of(), "floor")
    themed, plain = spec_of(True), spec_of()
    assert appearance(themed, "floor", themed.selection, 100) != appearance(
        plain, "floor", plain.selection, 100
    )
    # Stairs are tiles, and hidden stairs have one.
    assert spec_of(theme="hidden_stairs") and spec_of(theme="key")
    with pytest.raises(SpecError, match="has no tile `buried_item`"):
        spec_of(theme="buried_item")
    data = data_with({"burrow": {"kind": "walk", "theme": {"enemy": {"colour": "red"}}}})
    with pytest.raises(SpecError, match="has no tile `enemy`"):
        loaded(data)


def test_entities_need_room_beside_tiles_and_looks(tmp_path: Path) -> None:
    data = data_with({"floor": {"kind": "mystery"}})
    del data["memory"]
    data["tiles"] = {
        "moss": {"code": 250, "walkable": True, "glyph": "m", "colour": "green"},
    }
    with pytest.raises(SpecError, match="entities and tile codes up to 250"):
        loaded(data)


def test_only_kinds_that_are_listed_have_codes_and_items_have_the_last_ones() -> None:
    def listed(name: str, pass_name: str, first: int) -> dict[str, Any]:
        kind = {"name": name, "glyph": "a", "colour": "red"}
        table = {"name": pass_name, "first_kind": first, "table": [kind]}
        return {"kind": "walk", "map": {"width": 40, "height": 24}, "passes": [table]}

    data = data_with(
        {
            "one": listed("gold", "items", 33),
            "two": listed("pit", "traps", 50),
            "three": listed("rat", "enemies", 16),
        }
    )
    del data["memory"]
    spec = loaded(data)
    shown = shown_entities(spec.dungeons.values())
    assert (shown.own, shown.own_items) == ((16, 50, 33), 1)
    codes = shown.codes(100)
    named = {NUMBERS[name]: codes[NUMBERS[name]] for name in ("stairs", "hidden_stairs", "start")}
    assert list(named.values()) == [255, "TILE_FLOOR", 255]
    last = 100 + shown.count
    assert (codes[16], codes[50], codes[33]) == (last - 3, last - 2, last - 1)
    others = [code for code in codes if isinstance(code, int) and code < last - 3]
    assert len(codes) == 51 and len(set(others)) == len(others) == len(shown.shown) - 1


def test_the_codes_of_a_world_are_limited() -> None:
    glyphs = "abcdefghijklmnop"
    items = [{"name": f"item_{one}", "glyph": one, "colour": "red"} for one in glyphs]
    beasts = [{"name": f"beast_{one}", "glyph": one, "colour": "red"} for one in glyphs]
    passes = [
        {"name": "gates"},
        {"name": "regions", "keep": "all"},
        {"name": "items", "table": items},
        {"name": "enemies", "table": beasts},
    ]
    world = {"kind": "caves", "world": {}, "passes": passes}
    looks = {"kind": "walk", "passes": [{"name": "tile_rules"}]}
    data = data_with({"lairs": world, "mine": looks})
    del data["memory"]
    spec = loaded(data)
    require_codes_for_worlds(spec, spec.only("lairs"))
    require_codes_for_worlds(spec, spec.only("mine"))
    data["tiles"]["moss"] = {"code": 90, "walkable": True, "glyph": "m", "colour": "green"}
    spec = loaded(data)
    with pytest.raises(UserError, match="the world `lairs` would have 129 codes"):
        require_codes_for_worlds(spec, spec.only("lairs"))
    require_codes_for_worlds(spec, spec.only("mine"))


def test_a_program_without_entities_has_nothing_of_them() -> None:
    alone = loaded(data_with({"burrow": {"kind": "walk"}}))
    both = spec_of()
    few, many = (appearance(one, "burrow", one.selection, 100) for one in (alone, both))
    assert len(few) < len(many)
    assert characters.entity_codes(alone, "burrow") == characters.entity_codes(both, "burrow") == {}


def test_a_full_table_is_a_note() -> None:
    full, roomy = floor_of(spec_of(capacity=6)), floor_of(spec_of())
    assert len(full.tables["entities"]) == 6
    assert status_words(full) == ["no room for more entities in their table"]
    assert status_words(roomy) == []
