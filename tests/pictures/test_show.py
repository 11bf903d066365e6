"""Showing dungeons: JSON, pictures and terminal text against the bytes in memory."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import Sample, every_dungeon, loaded
from helpers.printed import as_text
from helpers.tools import SPEC_FILE
from PIL import Image
from rich.console import Console

from pygen.base.errors import UserError
from pygen.commands.show import generate_figures, picture_of, vary
from pygen.console.maps import print_dungeons, print_figures
from pygen.engine.definition.colours import COLOURS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures import (
    Entry,
    as_json,
    as_png,
    characters,
    contact_sheet,
    json_bytes,
    print_dungeon,
)
from pygen.pictures.palette import PALETTE, rgb
from pygen.pictures.terminal import View, facts, fitting_view
from pygen.spec import Spec, load_spec
from pygen.spec.glyphs import BOX, SIZE, load_glyphs

ROOM_FIELDS = [
    "x", "y", "w", "h", "connections", "state", "conn_data", "doors", "breakpoints",
    "treasure_wall_x", "treasure_wall_y", "hub_distance", "priority",
]  # fmt: skip


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE)


@pytest.fixture(scope="module")
def crypt(spec: Spec) -> Generation[Any]:
    return generate(spec, Request("crypt", 7))


def bits_at(data: bytes, start: int, count: int) -> int:
    """`count` bits of a little-endian stream from bit `start`, one by one."""
    value = 0
    for n in range(count):
        bit = start + n
        value += (data[bit // 8] // 2 ** (bit % 8) % 2) * 2**n
    return value


def test_json_has_exactly_the_promised_keys(spec: Spec, crypt: Generation[Any]) -> None:
    data = json.loads(json_bytes(as_json(spec, crypt)))
    assert list(data) == [
        "dungeon", "seed", "width", "height", "tiles", "packed", "rooms", "statistics",
    ]  # fmt: skip
    assert (data["dungeon"], data["seed"], data["width"], data["height"]) == ("crypt", 7, 72, 72)
    for room in data["rooms"]:
        assert list(room) == ROOM_FIELDS
        assert list(room["conn_data"][0]) == ["room_id", "corridor_type"]
        assert list(room["doors"][0]) == [
            "x", "y", "wall_side", "is_secret_door", "has_treasure", "reserved",
        ]  # fmt: skip


@every_dungeon
def test_json_tiles_are_the_packed_bits(sample: Sample) -> None:
    spec = sample.spec
    generation = generate(spec, Request(sample.dungeon, 40))
    bits = spec.dungeons[sample.dungeon].map.bits_per_tile
    data = json.loads(json_bytes(as_json(spec, generation)))
    packed = bytes.fromhex(data["packed"])
    assert packed == generation.packed()
    assert len(data["tiles"]) == data["height"]
    for y, row in enumerate(data["tiles"]):
        assert row == [
            bits_at(packed, bits * (y * data["width"] + x), bits) for x in range(len(row))
        ]
        assert len(row) == data["width"]


def test_the_hash_of_a_map_is_the_beginning_of_its_sha256(
    spec: Spec, crypt: Generation[Any]
) -> None:
    data = as_json(spec, crypt)
    found = hashlib.sha256(bytes.fromhex(data["packed"])).hexdigest()
    assert data["statistics"]["hashes"]["map"] == found[:16]


def test_json_rooms_are_the_bytes_of_the_records(spec: Spec, crypt: Generation[Any]) -> None:
    records = crypt.table_bytes("rooms")
    rooms = as_json(spec, crypt)["rooms"]
    assert len(rooms) == crypt.summary_values()["rooms"]
    for index, room in enumerate(rooms):
        data = records[42 * index : 42 * index + 42]
        assert [room[key] for key in ROOM_FIELDS[:6]] == list(data[:6])
        for slot in range(4):
            link, door = room["conn_data"][slot], room["doors"][slot]
            assert data[6 + slot] == link["room_id"] + 32 * link["corridor_type"]
            assert [door["x"], door["y"]] == list(data[10 + 3 * slot : 12 + 3 * slot])
            assert data[12 + 3 * slot] == (
                door["wall_side"]
                + 4 * door["is_secret_door"]
                + 8 * door["has_treasure"]
                + 16 * door["reserved"]
            )
            for corner in range(2):
                at = 22 + 4 * slot + 2 * corner
                point = room["breakpoints"][slot][corner]
                assert [point["x"], point["y"]] == list(data[at : at + 2])
        assert [room[key] for key in ROOM_FIELDS[9:]] == list(data[38:42])


def test_json_statistics_count_what_is_in_the_map(spec: Spec, crypt: Generation[Any]) -> None:
    data = as_json(spec, crypt)
    found = data["statistics"]
    codes = list(itertools.chain(*data["tiles"]))
    for name, count in found["tiles"].items():
        assert codes.count(crypt.codes[name]) == count, name
    assert found["rooms"] == len(data["rooms"])
    ends = [
        room["conn_data"][slot]["corridor_type"]
        for room in data["rooms"]
        for slot in range(room["connections"])
    ]
    corridors = [count for name, count in found.items() if name.startswith("corridors_")]
    assert [2 * n for n in corridors] == [ends.count(kind) for kind in range(5)]
    assert found["secret_rooms"] == sum(room["state"] & 1 for room in data["rooms"])
    assert found["treasures"] == sum(room["state"] >> 1 for room in data["rooms"])
    up, down = found["stairs"]["up"], found["stairs"]["down"]
    assert data["tiles"][up[1]][up[0]] == crypt.codes["up_stairs"]
    assert data["tiles"][down[1]][down[0]] == crypt.codes["down_stairs"]
    assert found["stairs"]["distance"] == abs(up[0] - down[0]) + abs(up[1] - down[1])
    assert found["status"] == 0 and found["status_words"] == []


def test_the_way_between_the_stairs_is_as_long_as_a_walker_without_secrets_finds_it(
    spec: Spec, crypt: Generation[Any]
) -> None:
    data = as_json(spec, crypt)
    goal = tuple(data["statistics"]["stairs"]["down"])
    here = tuple(data["statistics"]["stairs"]["up"])
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret}
    reached = {here: 0}
    queue = [here]
    for x, y in queue:
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside not in reached and data["tiles"][beside[1]][beside[0]] in walkable:
                reached[beside] = reached[x, y] + 1
                queue.append(beside)
    assert data["statistics"]["stairs"]["steps"] == reached[goal]


def test_json_of_a_dungeon_without_tables_has_none(spec: Spec) -> None:
    data = as_json(spec, generate(spec, Request("burrow", 1)))
    assert "rooms" not in data and "rooms" not in data["statistics"]
    assert list(data["statistics"]["hashes"]) == ["map"]


def test_json_ends_in_a_newline_and_is_always_the_same(spec: Spec) -> None:
    first, second = (
        json_bytes(as_json(spec, generate(spec, Request("crypt", 3)))) for _ in range(2)
    )
    assert first == second and first.endswith(b"}\n")


def test_json_names_further_fields_of_a_record(tmp_path: Path) -> None:
    text = SPEC_FILE.read_text(encoding="utf-8")
    text = text.replace("    priority:       {bytes: 1}", "    priority:       {bytes: 1}\n"
                        "    reserved_game:  {bytes: 1, unused: 9}")  # fmt: skip
    (tmp_path / "spec.yaml").write_text(text, encoding="utf-8")
    spec = load_spec(tmp_path / "spec.yaml")
    rooms = as_json(spec, generate(spec, Request("crypt", 7)))["rooms"]
    assert all(list(room)[-1] == "reserved_game" and room["reserved_game"] == 9 for room in rooms)


# ------------------------------------------------------------------------------ pictures


def pixels(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("scale", [1, 3])
def test_every_tile_of_a_picture_is_its_glyph_in_its_colour(
    spec: Spec, crypt: Generation[Any], scale: int
) -> None:
    image = pixels(as_png(spec, crypt, scale))
    assert image.size == (72 * 8 * scale, 72 * 8 * scale)
    glyphs = load_glyphs()
    names = {code: name for name, code in crypt.codes.items()}
    rows = as_json(spec, crypt)["tiles"]
    seen = set()
    for y, row in enumerate(rows):
        for x, code in enumerate(row):
            name = names[code]
            # One tile of each name and every seventh of the others.
            if name in seen and (x + y) % 7:
                continue
            seen.add(name)
            colour, glyph = rgb(spec.tiles[name].colour), glyphs.tiles[name]
            for line, column in itertools.product(range(8), range(8)):
                is_set = f"{glyph[line]:08b}"[column] == "1"
                place = ((8 * x + column) * scale, (8 * y + line) * scale)
                assert image.getpixel(place) == (colour if is_set else (0, 0, 0)), (name, x, y)
    assert seen == set(crypt.codes)


def test_a_picture_is_indexed_and_always_the_same(spec: Spec, crypt: Generation[Any]) -> None:
    data = as_png(spec, crypt)
    assert data == as_png(spec, crypt)
    image = Image.open(io.BytesIO(data))
    assert image.mode == "P" and len(image.getcolors() or ()) <= 16


def test_room_numbers_change_only_the_rooms_corners(spec: Spec, crypt: Generation[Any]) -> None:
    plain, numbered = pixels(as_png(spec, crypt)), pixels(as_png(spec, crypt, rooms=True))
    for room in crypt.rooms:
        corner = (8 * room.x, 8 * room.y, 8 * room.x + 8, 8 * room.y + 8)
        assert plain.crop(corner).tobytes() != numbered.crop(corner).tobytes()
        plain.paste(numbered.crop(corner), corner[:2])
    assert plain.tobytes() == numbered.tobytes()


@pytest.mark.shipped
def test_a_tile_with_a_look_is_drawn_as_that_and_all_others_as_they_are(shipped_spec: Spec) -> None:
    quarry = generate(shipped_spec, Request("quarry", 7))
    image = pixels(as_png(shipped_spec, quarry))
    tiles = {
        shipped_spec.codes[name]: look
        for name, look in characters.tile_looks(shipped_spec, "quarry").items()
    }
    looks = characters.look_art(shipped_spec, "quarry")
    walls = 0
    for y in range(quarry.tiles.height):
        for x in range(quarry.tiles.width):
            code, number = quarry.tiles.get(x, y), quarry.looks.get(x, y)
            is_look = number and code in (quarry.codes["wall"], quarry.codes["floor"])
            glyph, colour = looks[number] if is_look else tiles[code]
            walls += bool(is_look)
            for line, column in itertools.product(range(8), range(8)):
                bit = glyph[line] >> 7 - column & 1
                wanted = rgb(colour if bit else shipped_spec.display.background_colour)
                assert image.getpixel((8 * x + column, 8 * y + line)) == wanted, (x, y)
    assert walls > 100


@pytest.mark.parametrize("scale", [0, -1, 17])
def test_an_impossible_scale_is_a_clear_error(
    spec: Spec, crypt: Generation[Any], scale: int
) -> None:
    with pytest.raises(UserError, match="1 to 16"):
        as_png(spec, crypt, scale)


def entries(spec: Spec, dungeons: list[Generation[Any]]) -> list[Entry]:
    return [Entry(spec, one, f"{one.name} {one.seed}") for one in dungeons]


def test_a_sheet_shows_every_dungeon_in_its_place(spec: Spec) -> None:
    dungeons = [generate(spec, Request("crypt", seed)) for seed in range(3)]
    image = pixels(contact_sheet(entries(spec, dungeons), columns=2, tile=2))
    assert image.width == 2 * (144 + 8) + 8
    for n, dungeon in enumerate(dungeons):
        left, top = 8 + n % 2 * 152, 8 + n // 2 * (144 + 8 + 16)
        x, y = dungeon.up
        assert image.getpixel((left + 2 * x, top + 2 * y)) == rgb("yellow")
        below = image.crop((left, top + 144, left + 144, top + 160))
        assert rgb("light_blue") in {colour for _, colour in below.getcolors() or ()}


def load_changed(changes: Sequence[str]) -> Spec:
    return load_spec(SPEC_FILE, list(changes))


def test_a_parameter_is_varied_with_the_same_seed() -> None:
    varied, columns = vary(load_changed, ["dungeons.crypt.rooms.max_size=6,8,10"], "crypt", 7, 3)
    assert columns == 3 and [one.caption for one in varied] == [
        "max_size 6", "max_size 8", "max_size 10",
    ]  # fmt: skip
    for one, size in zip(varied, (6, 8, 10)):
        spec = load_changed([f"dungeons.crypt.rooms.max_size={size}"])
        assert one.generation.packed() == generate(spec, Request("crypt", 7, 3)).packed()


def test_two_parameters_are_varied_in_rows_and_columns() -> None:
    both = ["dungeons.crypt.connect=spanning_tree,rules", "dungeons.crypt.grid.columns=2,3,4"]
    varied, columns = vary(load_changed, both, None, 7)
    assert columns == 3
    captions = [one.caption for one in varied]
    assert captions[:4] == ["spanning_tree, 2", "spanning_tree, 3", "spanning_tree, 4", "rules, 2"]
    assert len(captions) == 6
    sheet = contact_sheet(varied, columns)
    assert pixels(sheet).width > pixels(sheet).height
    # The C64 has no underscore.
    spaced = [replace(one, caption=one.caption.replace("_", " ")) for one in varied]
    assert contact_sheet(spaced, columns) == sheet


@pytest.mark.parametrize(
    ("variations", "wrong"),
    [
        (["dungeons.crypt.map.width"], "does not say what to vary"),
        (["dungeons.crypt.map.width="], "does not say what to vary"),
        (["=1,2"], "does not say what to vary"),
        (["dungeons.crypt.map.width=[1"], "does not say what to vary"),
        (["a=1", "b=2", "c=3"], "two dimensions"),
        (["dungeons.crypt.map.width=72,700"], "700 is too large"),
    ],
)
def test_a_variation_that_cannot_be_made_is_a_clear_error(
    variations: list[str], wrong: str
) -> None:
    with pytest.raises(UserError, match=wrong):
        vary(load_changed, variations, "crypt", 7)


def test_the_palette_has_the_colours_that_its_names_say() -> None:
    assert len(set(PALETTE)) == len(COLOURS) == 16
    greys = [rgb(name) for name in ("black", "dark_grey", "grey", "light_grey", "white")]
    assert greys == sorted(greys) and all(len(set(grey)) == 1 for grey in greys)
    strongest = {"red": 0, "light_red": 0, "orange": 0, "brown": 0, "green": 1, "light_green": 1,
                 "blue": 2, "light_blue": 2}  # fmt: skip
    for name, part in strongest.items():
        assert rgb(name)[part] == max(rgb(name)), name
    weakest = {"cyan": 0, "purple": 1, "yellow": 2}
    for name, part in weakest.items():
        assert rgb(name)[part] == min(rgb(name)), name


def test_a_sheet_can_be_enlarged(spec: Spec, crypt: Generation[Any]) -> None:
    small, large = (pixels(contact_sheet(entries(spec, [crypt]), scale=scale)) for scale in (1, 2))
    assert large.size == (2 * small.width, 2 * small.height)
    assert large.resize(small.size, Image.Resampling.NEAREST).tobytes() == small.tobytes()


def test_an_empty_sheet_is_a_clear_error(spec: Spec) -> None:
    with pytest.raises(UserError):
        contact_sheet([])


# ------------------------------------------------------------------------------ glyphs


def test_every_tile_of_the_default_spec_has_art_of_its_own(spec: Spec) -> None:
    glyphs = load_glyphs()
    art = [glyphs.of_tile(name, tile.glyph) for name, tile in spec.tiles.items()]
    assert set(spec.tiles) <= set(glyphs.tiles)
    assert len(set(art)) == len(art)
    assert art[list(spec.tiles).index("empty")] == bytes(SIZE)


def test_letters_and_digits_are_drawn_and_differ() -> None:
    chars = load_glyphs().chars
    wanted = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    assert set(wanted) <= set(chars)
    assert len({chars[c] for c in wanted}) == len(wanted)


def test_a_tile_without_art_is_its_letter_or_a_box(spec: Spec) -> None:
    glyphs = load_glyphs()
    for glyph, drawn in (("w", glyphs.chars["W"]), ("~", BOX)):
        tile = f'tiles.slime={{code: 7, walkable: false, glyph: "{glyph}", colour: blue}}'
        spec = load_spec(SPEC_FILE, [tile])
        assert glyphs.of_tile("slime", glyph) == drawn
        generation = generate(spec, Request("crypt", 1))
        generation.tiles.set(5, 0, 7)
        image = pixels(as_png(spec, generation))
        for place, bit in enumerate("".join(f"{row:08b}" for row in drawn)):
            colour = rgb("blue" if bit == "1" else "black")
            assert image.getpixel((40 + place % 8, place // 8)) == colour


ROWS = ["#......#"] * 8


@pytest.mark.parametrize(
    ("lines", "line", "wrong"),
    [
        (["tile wall", *ROWS[:7]], 8, "ends here"),
        (["tile wall", *ROWS[:7], "#.....#"], 9, "8 pixels"),
        (["tile wall", *ROWS[:7], "#..x...#"], 9, "8 pixels"),
        (["tile wall floor", *ROWS], 2, "2 glyphs"),
        (["tile wall", *ROWS, "tile wall", *ROWS], 10, "twice"),
        (["tile", *ROWS], 1, "begins with"),
        (["wall", *ROWS], 1, "begins with"),
        (["char AB", *ROWS], 1, "more than one"),
    ],
)
def test_a_mistake_in_the_glyphs_is_told_with_its_line(
    tmp_path: Path, lines: list[str], line: int, wrong: str
) -> None:
    path = tmp_path / "glyphs.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_glyphs(path)
    assert f"glyphs.txt:{line}: " in caught.value.message and wrong in caught.value.message


def test_missing_glyphs_are_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere\.txt"):
        load_glyphs(tmp_path / "nowhere.txt")


# ------------------------------------------------------------------------------ terminal


def without_codes(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.sampled(3)
@every_dungeon
def test_terminal_rows_are_the_glyphs_of_the_tiles(sample: Sample) -> None:
    spec = sample.spec
    generation = generate(spec, Request(sample.dungeon, 12))
    glyphs = {tile.code: tile.glyph for tile in spec.tiles.values()}
    data = as_json(spec, generation)
    wanted = [[glyphs[code] for code in row] for row in data["tiles"]]
    rows = [list(row) for row in as_text(spec, generation, colour=False).splitlines()]
    for entity in data.get("entities", []):
        # What is there instead of a tile is tested elsewhere.
        wanted[entity["y"]][entity["x"]] = rows[entity["y"]][entity["x"]]
    assert rows[: len(wanted)] == wanted
    coloured = as_text(spec, generation, colour=True)
    assert without_codes(coloured) == as_text(spec, generation, colour=False)


def test_colours_in_a_terminal_are_those_of_the_c64(spec: Spec, crypt: Generation[Any]) -> None:
    text = as_text(spec, crypt, colour=True)
    red, green, blue = rgb("orange")
    assert f"\x1b[38;2;{red};{green};{blue};48;2;0;0;0m+" in text
    assert "\x1b" not in as_text(spec, crypt, colour=False)


def test_no_color_is_respected(spec: Spec, crypt: Generation[Any]) -> None:
    def shown(environment: dict[str, str]) -> str:
        file = io.StringIO()
        console = Console(file=file, force_terminal=True, _environ=environment, width=20)
        print_dungeon(spec, crypt, console)
        return file.getvalue()

    truecolor = {"COLORTERM": "truecolor", "TERM": "xterm"}
    assert "38;2;" in shown(truecolor)
    assert not re.search(r"\x1b\[[0-9;]*[34]8;|\x1b\[3[0-7]", shown(truecolor | {"NO_COLOR": "1"}))


def test_what_is_no_terminal_gets_plain_glyphs(
    spec: Spec, crypt: Generation[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    print_dungeon(spec, crypt)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out == as_text(spec, crypt, colour=False)


def test_half_blocks_show_two_rows_a_line(spec: Spec, crypt: Generation[Any]) -> None:
    rows = as_json(spec, crypt)["tiles"]
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable}
    shapes = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    lines = as_text(spec, crypt, colour=False, view="halves").splitlines()
    for n in range(36):
        pairs = zip(rows[2 * n], rows[2 * n + 1], strict=True)
        assert lines[n] == "".join(shapes[a in walkable, b in walkable] for a, b in pairs)
    coloured = as_text(spec, crypt, colour=True, view="halves")
    assert without_codes(coloured).splitlines()[0] == "▀" * 72


def test_an_odd_number_of_rows_has_a_last_line_of_its_own() -> None:
    spec = load_spec(SPEC_FILE, ["dungeons.burrow.map.height=39"])
    generation = generate(spec, Request("burrow", 3))
    for colour in (False, True):
        lines = without_codes(as_text(spec, generation, colour, view="halves")).splitlines()
        assert lines[20] == "" and len(lines[19]) == 48
    # Below the last row, which has some wall, there is nothing.
    last = as_text(spec, generation, colour=True, view="halves").splitlines()[19]
    assert set(as_json(spec, generation)["tiles"][38]) == {0, 1}
    assert set(re.findall("48;2;([0-9;]*)m", last)) == {"0;0;0"}


@every_dungeon
def test_quarter_blocks_are_four_tiles_in_a_character(sample: Sample) -> None:
    spec = sample.spec
    generation = generate(spec, Request(sample.dungeon, 7))
    rows = as_json(spec, generation)["tiles"]
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable}
    plain = as_text(spec, generation, colour=False, view="quarters").splitlines()
    # Each quarter's place in the character, as Unicode's names of the characters say.
    corners = {"UPPER LEFT": (0, 0), "UPPER RIGHT": (1, 0), "LOWER LEFT": (0, 1),
               "LOWER RIGHT": (1, 1)}  # fmt: skip
    halves = {"UPPER HALF": {(0, 0), (1, 0)}, "LOWER HALF": {(0, 1), (1, 1)},
              "LEFT HALF": {(0, 0), (0, 1)}, "RIGHT HALF": {(1, 0), (1, 1)},
              "FULL": set(corners.values()), "SPACE": set()}  # fmt: skip
    for y, x in itertools.product(range(len(rows) // 2), range(len(rows[0]) // 2)):
        meaning = unicodedata.name(plain[y][x])
        filled = {place for words, place in corners.items() if words in meaning} or next(
            places for words, places in halves.items() if words in meaning
        )
        assert filled == {
            (dx, dy)
            for dx, dy in itertools.product((0, 1), repeat=2)
            if rows[2 * y + dy][2 * x + dx] in walkable
        }
    assert len(plain[0]) == (len(rows[0]) + 1) // 2


def test_quarter_blocks_keep_the_stairs(spec: Spec, crypt: Generation[Any]) -> None:
    line = as_text(spec, crypt, colour=True, view="quarters").splitlines()[crypt.up[1] // 2]
    red, green, blue = rgb(spec.tiles["up_stairs"].colour)
    assert f"38;2;{red};{green};{blue};" in line


def test_a_map_of_odd_size_has_quarters_of_its_own(spec: Spec) -> None:
    odd = load_spec(SPEC_FILE, ["dungeons.burrow.map={width: 47, height: 39, bits_per_tile: 8}"])
    text = as_text(odd, generate(odd, Request("burrow", 3)), colour=False, view="quarters")
    lines = text.splitlines()
    assert lines[20] == "" and {len(line) for line in lines[:20]} == {24}


@pytest.mark.parametrize(
    ("width", "height", "colour", "view"),
    [
        (72, 85, True, "full"),
        (200, 81, True, "halves"),
        (72, 24, True, "halves"),
        (71, 200, True, "quarters"),
        (36, 24, True, "quarters"),
        (35, 200, True, None),
        (72, 24, False, "full"),
        (71, 24, False, "quarters"),
        (35, 24, False, None),
    ],
)
def test_the_largest_view_that_fits_is_chosen(
    crypt: Generation[Any], width: int, height: int, colour: bool, view: View | None
) -> None:
    console = Console(
        file=io.StringIO(), force_terminal=True, width=width, height=height, no_color=not colour,
        color_system="truecolor", _environ={},
    )  # fmt: skip
    assert fitting_view(crypt.tiles, console, lines_below=10) == view


def test_without_a_terminal_a_tile_is_a_character(crypt: Generation[Any]) -> None:
    console = Console(file=io.StringIO(), width=10, height=10, _environ={})
    assert fitting_view(crypt.tiles, console) == "full"


def shown(spec: Spec, dungeon: Generation[Any], width: int, height: int, **options: Any) -> str:
    file = io.StringIO()
    console = Console(
        file=file, force_terminal=True, width=width, height=height, highlight=False,
        color_system="truecolor", _environ={},
    )  # fmt: skip
    print_dungeons(spec, [dungeon], console, **options)
    return without_codes(file.getvalue())


def words(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def test_a_lower_floor_has_the_seed_of_its_dungeon_and_its_own(spec: Spec) -> None:
    floor = generate(spec, Request("crypt", 7, 3))
    for width in (100, 30):
        text = shown(spec, floor, width, 100, floor=3)
        assert f"seed 7, floor 3 (own seed {floor.seed}), " in text and floor.seed != 7
    assert "floor" not in shown(spec, generate(spec, Request("crypt", 7)), 100, 100)


def test_it_is_said_on_which_floor_a_thing_is_that_is_there_once() -> None:
    halls = {"kind": "bsp", "passes": [{"name": "items", "id": "crown", "once": "3-6"}]}
    spec = loaded({"dungeons": {"halls": halls}})
    said = set()
    for seed in range(5):
        floors = {floor: generate(spec, Request("halls", seed, floor)) for floor in (1, 3, 4, 5, 6)}
        (with_it,) = (floor for floor, one in floors.items() if one.tables["entities"])
        for floor, one in floors.items():
            facts_of_it = {name: str(words) for name, words in facts(spec, one, floor)}
            assert facts_of_it["once"] == f"crown on floor {with_it} of 3-6"
        said.add(with_it)
    assert len(said) > 1


def test_a_sheet_of_lower_floors_has_the_seeds_of_their_dungeons(spec: Spec) -> None:
    floors = [generate(spec, Request("crypt", seed, 3)) for seed in (7, 8)]
    sheet = [Entry(spec, one, f"crypt {seed}") for one, seed in zip(floors, (7, 8))]
    assert picture_of(spec, floors, floor=3) == contact_sheet(sheet)


def test_a_smaller_view_is_explained(spec: Spec, crypt: Generation[Any]) -> None:
    assert "taller than the terminal" in words(shown(spec, crypt, 80, 24))
    assert "wider than the terminal" in words(shown(spec, crypt, 60, 24))
    assert "terminal" not in shown(spec, crypt, 80, 100)
    narrow = shown(spec, crypt, 30, 24)
    assert "--png" in narrow and "█" not in narrow and "seed 7" in narrow


def test_a_view_that_was_asked_for_is_shown(spec: Spec, crypt: Generation[Any]) -> None:
    plain = as_text(spec, crypt, colour=False)
    assert shown(spec, crypt, 30, 24, view="full") == plain
    numbered = as_text(spec, crypt, False, rooms=True)
    assert shown(spec, crypt, 30, 24, rooms=True, view="full") == numbered
    assert shown(spec, crypt, 80, 200, view="halves").startswith("▀" * 72)


def test_room_numbers_stand_in_the_rooms(spec: Spec, crypt: Generation[Any]) -> None:
    lines = as_text(spec, crypt, colour=False, rooms=True).splitlines()
    for index, room in enumerate(crypt.rooms):
        assert lines[room.y][room.x] == "0123456789ABCDEF"[index]
        assert len(lines[room.y]) == 72


@pytest.mark.parametrize(
    ("view", "columns", "rows"), [("full", 1, 1), ("halves", 1, 2), ("quarters", 2, 2)]
)
@pytest.mark.parametrize("colour", [False, True])
def test_each_view_has_the_room_numbers_and_the_same_width(
    spec: Spec, crypt: Generation[Any], view: View, columns: int, rows: int, colour: bool
) -> None:
    plain = without_codes(as_text(spec, crypt, colour, view=view)).splitlines()
    lines = without_codes(as_text(spec, crypt, colour, rooms=True, view=view)).splitlines()
    for index, room in enumerate(crypt.rooms):
        assert lines[room.y // rows][room.x // columns] == f"{index:X}"
    assert [len(line) for line in lines] == [len(line) for line in plain]


def test_a_map_with_room_numbers_fits_the_terminal(spec: Spec, crypt: Generation[Any]) -> None:
    narrow = shown(spec, crypt, 60, 24, rooms=True)
    assert "wider than the terminal" in words(narrow)
    assert set("0123456789ABCDEF") <= set(narrow[: narrow.index("crypt ")])
    assert max(len(line) for line in narrow.splitlines()[: crypt.tiles.height // 2]) == 36
    too_narrow = shown(spec, crypt, 30, 24, rooms=True)
    assert "--png" in too_narrow and "seed 7" in too_narrow


def test_the_summary_tells_what_is_in_the_dungeon(spec: Spec, crypt: Generation[Any]) -> None:
    text = as_text(spec, crypt, colour=False)
    found = as_json(spec, crypt)["statistics"]
    summary = text[text.index("crypt ") :]
    assert "seed 7, 72 x 72 tiles" in summary
    assert f"{found['rooms']}, {found['secret_rooms']} of them secret" in summary
    assert f"{found['corridors_l_shaped']} L-shaped" in summary
    assert f"{found['stairs']['distance']} tiles apart" in summary
    assert found["hashes"]["map"] in summary
    assert f"{found['draws']} numbers drawn" in summary
    assert "note" not in summary


def summaries(
    dungeons: list[tuple[int, dict[str, int | None]]], width: int
) -> tuple[list[list[str]], str]:
    """The table of such dungeons in cells, and the text below it."""
    file = io.StringIO()
    print_figures(dungeons, Console(file=file, width=width, highlight=False, _environ={}))
    lines = file.getvalue().splitlines()
    table = [line for line in lines if line.startswith(" ") or line.startswith("median")]
    assert len({len(line) for line in table}) == 1 and len(table[0]) <= width
    return [line.split() for line in table], " ".join(lines[lines.index(table[-1]) + 1 :])


def test_figures_of_many_seeds_are_a_line_each_with_their_medians(spec: Spec) -> None:
    seeds = [3, 1, 7, 0]
    table, below = summaries(list(generate_figures(spec, "crypt", seeds)), 80)
    heading = table[0]
    assert heading == [
        "seed", "rooms", "secret", "corridors", "treasures", "apart", "steps", "drawn", "notes",
    ]  # fmt: skip
    assert [line[0] for line in table[1:]] == ["3", "1", "7", "0", "least", "median", "most"]
    assert below == ""
    for seed, line in zip(seeds, table[1:], strict=False):
        found = as_json(spec, generate(spec, Request("crypt", seed)))["statistics"]
        figures = dict(zip(heading, line, strict=True))
        assert figures["rooms"] == str(found["rooms"])
        assert figures["secret"] == str(found["secret_rooms"])
        corridors = [count for name, count in found.items() if name.startswith("corridors_")]
        assert figures["corridors"] == str(sum(corridors))
        assert figures["treasures"] == str(found["treasures"])
        assert figures["apart"] == str(found["stairs"]["distance"])
        assert figures["steps"] == str(found["stairs"]["steps"])
        assert figures["drawn"] == str(found["draws"])
    apart = sorted(int(line[5]) for line in table[1:5])
    assert [line[5] for line in table[5:]] == [
        str(apart[0]), f"{(apart[1] + apart[2]) / 2:g}", str(apart[3]),
    ]  # fmt: skip


def test_a_kind_without_rooms_has_no_figures_of_rooms(spec: Spec) -> None:
    table, _ = summaries(list(generate_figures(spec, "burrow", [5])), 80)
    assert table[0] == ["seed", "apart", "steps", "drawn", "notes"]


def test_figures_for_which_a_terminal_is_too_narrow_are_named(spec: Spec) -> None:
    table, below = summaries(list(generate_figures(spec, "crypt", [5])), 30)
    assert table[0] == ["seed", "rooms", "secret"]
    assert "corridors" in below and "notes" in below and "rooms" not in below


def test_stairs_that_are_missing_have_no_distance() -> None:
    numbers: list[dict[str, int | None]] = [
        {"apart": None, "notes": 2}, {"apart": 8, "notes": 0}, {"apart": None, "notes": 1},
    ]  # fmt: skip
    table, below = summaries(list(enumerate(numbers, 5)), 80)
    assert [line[1] for line in table[1:]] == ["-", "8", "-", "8", "8", "8"]
    assert below.startswith("2 dungeons with notes") and "--seed 5" in below
    table, _ = summaries([(5, numbers[0])], 80)
    assert [line[1] for line in table[1:]] == ["-"] * 4


def test_a_status_is_told_in_words(spec: Spec) -> None:
    overrides = ["dungeons.crypt.secrets.treasures=31"]
    generation = generate(load_spec(SPEC_FILE, overrides), Request("crypt", 7))
    assert generation.status == 4
    placed = sum(room.treasure_wall is not None for room in generation.rooms)
    words = f"fewer treasures than asked for: {placed} of 31"
    assert as_json(spec, generation)["statistics"]["status_words"] == [words]
    assert words in as_text(spec, generation, colour=False)
