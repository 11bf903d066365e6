"""Themes: the same tiles with other glyphs and colours in each dungeon."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from helpers.charset import charset
from helpers.printed import as_text
from helpers.tools import SPEC_FILE
from PIL import Image

from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures import as_png, characters
from pygen.pictures.palette import rgb
from pygen.spec import SpecError, dungeon_digest, floor_digest, load_spec
from pygen.spec.glyphs import load_glyphs

FLOORS = SPEC_FILE.parent / "floors.yaml"
WALL = "dungeons.crypt.theme.wall={glyph: door, colour: red}"


def test_a_tile_has_the_glyph_and_colour_of_its_dungeons_theme() -> None:
    spec = load_spec(SPEC_FILE, [WALL])
    assert characters.tile_looks(spec, "crypt")["wall"] == (load_glyphs().tiles["door"], "red")
    image = Image.open(io.BytesIO(as_png(spec, generate(spec, Request("crypt", 7))))).convert("RGB")
    assert rgb("red") in {colour for _, colour in image.getcolors() or []}
    assert rgb(spec.tiles["wall"].colour) not in {colour for _, colour in image.getcolors() or []}
    red = "38;2;{};{};{}".format(*rgb("red"))
    assert red in as_text(spec, generate(spec, Request("crypt", 7)), colour=True)
    assert red not in as_text(spec, generate(spec, Request("burrow", 7)), colour=True)


def test_glyph_and_colour_are_each_optional() -> None:
    plain = load_spec(SPEC_FILE)
    glyph, colour = characters.tile_looks(plain, "crypt")["wall"]
    red = load_spec(SPEC_FILE, ["dungeons.crypt.theme.wall.colour=red"])
    assert characters.tile_looks(red, "crypt")["wall"] == (glyph, "red")
    door = load_spec(SPEC_FILE, ["dungeons.crypt.theme.wall.glyph=door"])
    assert characters.tile_looks(door, "crypt")["wall"] == (load_glyphs().tiles["door"], colour)


def test_the_bytes_of_a_dungeon_do_not_depend_on_its_theme() -> None:
    plain, themed = load_spec(SPEC_FILE), load_spec(SPEC_FILE, [WALL])
    assert dungeon_digest(themed, "crypt") == dungeon_digest(plain, "crypt")
    plain, deep = load_spec(FLOORS), load_spec(FLOORS, ["dungeons.deep.theme.wall.colour=red"])
    assert len(plain.dungeons["deep"].floor_rows) > 1
    assert dungeon_digest(deep, "deep") == dungeon_digest(plain, "deep")
    assert floor_digest(deep, "deep", 12) == floor_digest(plain, "deep", 12)


def test_a_tile_that_all_dungeons_have_needs_a_character_of_its_own_for_another_glyph() -> None:
    plain, themed = load_spec(SPEC_FILE), load_spec(SPEC_FILE, [WALL])
    assert characters.tile_codes(plain, "crypt")["wall"] == characters.common_codes()["wall"]
    code = characters.tile_codes(themed, "crypt")["wall"]
    assert code >= characters.OWN_TILES
    assert charset(themed, "crypt")[8 * code :][:8] == load_glyphs().tiles["door"]
    # Only the colour is another: the character is that of all dungeons.
    coloured = load_spec(SPEC_FILE, ["dungeons.crypt.theme.wall.colour=red"])
    assert characters.tile_codes(coloured, "crypt") == characters.tile_codes(plain, "crypt")


@pytest.mark.parametrize(
    "theme, where, what",
    [
        ("{moss: {colour: red}}", "theme.moss", "`grid_rooms` has no tile `moss`"),
        ("{wal: {colour: red}}", "theme.wal", "did you mean `wall`?"),
        ("{wall: {glyph: dor}}", "theme.wall.glyph", "no glyph `dor`; did you mean `door`?"),
        ("{wall: {colour: rde}}", "theme.wall.colour", 'found the text "rde"'),
        ("{wall: {color: red}}", "theme.wall.color", "did you mean `colour`?"),
    ],
)
def test_mistakes_in_a_theme_are_reported_at_their_place(
    tmp_path: Path, theme: str, where: str, what: str
) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(f"dungeons:\n  crypt:\n    kind: grid_rooms\n    theme: {theme}\n")
    with pytest.raises(SpecError) as caught:
        load_spec(file)
    (problem,) = caught.value.problems
    assert problem.key_path == f"dungeons.crypt.{where}" and problem.line == 4
    assert what in str(problem)


def test_a_theme_is_the_same_on_all_floors() -> None:
    with pytest.raises(SpecError, match="`theme` is the same on all floors of a dungeon"):
        load_spec(SPEC_FILE, ["dungeons.crypt.floors={4-9: {theme: {wall: {colour: red}}}}"])
