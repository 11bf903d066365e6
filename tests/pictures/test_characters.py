"""The character set: where it may lie, and what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.charset import charset, quadrants
from helpers.tools import SPEC_FILE

from pygen.pictures import characters
from pygen.spec import Spec, SpecError, load_spec
from pygen.spec.glyphs import load_glyphs
from pygen.spec.memory_rules import MOST_TILES


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE)


@pytest.mark.parametrize(
    "region, wrong",
    [
        ("{start: 0x2000, end: 0x23FE}", "1023 bytes cannot hold 128 characters"),
        ("{start: 0xC400, end: 0xC7FF}", "$C400 is no multiple of $0800"),
        ("{start: 0xC800, end: 0xCBFF}", "the VIC cannot see $C800"),
        ("{start: 0x1800, end: 0x1BFF}", "where the VIC sees its character ROM"),
    ],
)
def test_a_character_set_that_the_vic_cannot_show_is_refused(region: str, wrong: str) -> None:
    elsewhere = [
        "memory.program={start: 0x2400, end: 0xC3FF}",
        "memory.viewport={start: 0x1C00, end: 0x1FFF}",
        "memory.mailbox={start: 0xCF00, end: 0xCFFF}",
        "memory.summary={start: 0xCE00, end: 0xCEFF}",
        "memory.statistics={start: 0xCD00, end: 0xCDFF}",
    ]
    with pytest.raises(SpecError) as caught:
        load_spec(SPEC_FILE, [f"memory.charset={region}", *elsewhere])
    (problem,) = caught.value.problems
    assert problem.key_path.startswith("memory.charset") and wrong in problem.wrong


def test_every_letter_and_digit_is_drawn_and_differs(spec: Spec) -> None:
    font = charset(spec)
    drawn = {
        c: font[8 * characters.screen_code(c) :][:8]
        for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+/?!()'%<>=*;\""
    }
    assert all(any(glyph) for glyph in drawn.values())
    assert len(set(drawn.values())) == len(drawn)
    assert not any(font[8 * 32 :][:8]), "a space is blank"


LARGE = ["memory.charset={start: 0x2000, end: 0x27FF}", "memory.program.start=0x2800"]


def more_tiles(count: int) -> list[str]:
    """Overrides that add so many tiles, for maps of 8 bits a tile."""
    small = "{width: 24, height: 24, bits_per_tile: 8}"
    sizes = [f"dungeons.{name}.map={small}" for name in ("crypt", "catacombs", "burrow")]
    grids = [f"dungeons.{name}.grid={{columns: 2, rows: 2}}" for name in ("crypt", "catacombs")]
    extra = "{{code: {0}, walkable: false, glyph: '{1}', colour: red}}"
    tiles = (f"tiles.extra{n}=" + extra.format(8 + n, chr(0xC0 + n)) for n in range(count))
    return [*sizes, *grids, *tiles]


@pytest.mark.parametrize("size", [1024, 2048])
def test_all_parts_and_tiles_have_characters_of_their_own(size: int) -> None:
    spec = load_spec(
        SPEC_FILE, [*(LARGE if size == 2048 else []), *more_tiles(MOST_TILES[size] - 7)]
    )
    codes = [*characters.part_codes().values(), *characters.tile_codes(spec, "crypt").values()]
    quadrants, sprite = characters.quadrants_start(spec), characters.sprite_start(spec)
    assert len(set(codes)) == len(codes) and min(codes) >= characters.PARTS_START >= 64
    # All of them, then the quarter blocks, then the sprite, which begins at a multiple of 64 bytes.
    assert max(codes) == quadrants - 1 and quadrants + 16 == sprite
    assert 8 * (sprite + 8) == size == len(charset(spec)) and 8 * sprite % 64 == 0
    assert set(characters.PARTS) <= set(load_glyphs().parts)


def test_quarters_are_where_their_bits_say() -> None:
    assert quadrants(0b0001) == bytes([0xF0] * 4 + [0] * 4)
    assert quadrants(0b1010) == bytes([0x0F] * 8)


def test_more_tiles_than_characters_are_refused() -> None:
    for size, overrides in ((1024, []), (2048, LARGE)):
        with pytest.raises(SpecError) as caught:
            load_spec(SPEC_FILE, [*overrides, *more_tiles(MOST_TILES[size] - 6)])
        (problem,) = caught.value.problems
        assert problem.key_path == "tiles" and f"of {size} bytes has room for" in problem.wrong
        assert f"at most {MOST_TILES[size]} tiles" in problem.right
        assert ("2048 bytes for the region `charset`" in problem.right) == (size == 1024)


def test_a_large_character_set_is_laid_out_for_many_tiles(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text("dungeons: {crypt: {kind: grid_rooms}, burrow: {kind: walk}}\n")
    wide = [override for override in more_tiles(40) if "catacombs" not in override]
    spec = load_spec(file, wide)
    assert spec.memory["charset"].size == 2048 and characters.count(spec) == 256
    assert spec.memory["viewport"].start == spec.memory["charset"].end + 1
    assert load_spec(file).memory["charset"].size == 1024
