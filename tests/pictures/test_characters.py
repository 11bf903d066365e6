"""The character set: where it may lie, and what is in it."""

from __future__ import annotations

import pytest
from helpers.tools import SPEC_FILE

from pygen.pictures import characters
from pygen.pictures.glyphs import load_glyphs
from pygen.spec import Spec, SpecError, load_spec
from pygen.spec.memory_rules import MAX_TILE_CHARACTERS


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
    ]
    with pytest.raises(SpecError) as caught:
        load_spec(SPEC_FILE, [f"memory.charset={region}", *elsewhere])
    (problem,) = caught.value.problems
    assert problem.key_path.startswith("memory.charset") and wrong in problem.wrong


def test_every_letter_and_digit_is_drawn_and_differs(spec: Spec) -> None:
    font = characters.charset(spec)
    drawn = {
        c: font[8 * characters.screen_code(c) :][:8]
        for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+/?!()'%<>=*;\""
    }
    assert all(any(glyph) for glyph in drawn.values())
    assert len(set(drawn.values())) == len(drawn)
    assert not any(font[8 * 32 :][:8]), "a space is blank"


def test_all_parts_and_tiles_have_characters_of_their_own(spec: Spec) -> None:
    codes = [*characters.part_codes().values(), *characters.tile_codes(spec).values()]
    assert len(set(codes)) == len(codes) and max(codes) < characters.SPRITE
    assert min(codes) >= characters.PARTS_START >= 64
    last_tile = characters.TILES + MAX_TILE_CHARACTERS - 1
    assert max(codes) <= last_tile < characters.QUADRANTS <= characters.SPRITE - 16
    assert set(characters.PARTS) <= set(load_glyphs().parts)


def test_quarters_are_where_their_bits_say() -> None:
    assert characters.quadrants(0b0001) == bytes([0xF0] * 4 + [0] * 4)
    assert characters.quadrants(0b1010) == bytes([0x0F] * 8)


def test_more_tiles_than_characters_are_refused() -> None:
    tiles = [
        f'tiles.extra{n}={{code: {8 + n}, walkable: false, glyph: "{chr(0xC0 + n)}", colour: red}}'
        for n in range(18)
    ]
    with pytest.raises(SpecError) as caught:
        load_spec(SPEC_FILE, tiles)
    assert any("room for" in problem.wrong for problem in caught.value.problems)
