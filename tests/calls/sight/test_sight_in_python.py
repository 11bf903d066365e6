"""Sight in Python: what it promises, judged by exact fractions."""

from __future__ import annotations

from random import Random

import pytest
from calls.sight.material import (
    EMPTY,
    FLOOR,
    OPAQUE,
    WALL,
    WINDOW,
    Tile,
    judge_plane,
    judge_window,
    pairs,
    random_map,
    room_map,
)  # fmt: skip

from pygen.calls import rays
from pygen.calls.sight import Sight, mark_seen

CENTRE = WINDOW * (WINDOW // 2) + WINDOW // 2
EIGHT = WINDOW // 2


def sight(tiles: bytes, width: int, height: int) -> Sight:
    return Sight(tiles, width, height, OPAQUE, EMPTY)


def field(eyes: Sight, x: int, y: int, radius: int = EIGHT) -> set[Tile]:
    """The tiles that are seen."""
    window = bytearray(b"\xff" * WINDOW * WINDOW)
    eyes.field_of_view(x, y, radius, window)
    return {
        (x + at % WINDOW - EIGHT, y + at // WINDOW - EIGHT)
        for at, byte in enumerate(window)
        if byte < 128
    }


def test_an_octant_has_32_intervals_and_the_6502_has_room_for_all_tables() -> None:
    assert rays.INTERVALS == 32 and len(rays.EDGE_TILES) == 256
    assert all(0 <= byte <= 255 for table in rays.TABLES.values() for byte in table)
    assert (rays.SIDE, rays.CENTRE) == (WINDOW, CENTRE)


@pytest.mark.parametrize("count", [8, pytest.param(300, marks=pytest.mark.long)])
def test_what_is_seen_is_what_rays_come_to(count: int) -> None:
    chance = Random(count)
    for _ in range(count):
        width, height = chance.randrange(3, 24), chance.randrange(3, 24)
        tiles = random_map(chance, width, height)
        here = chance.randrange(width), chance.randrange(height)
        radius = chance.choice((8, chance.randrange(1, 9)))
        before = chance.randbytes(WINDOW * WINDOW)
        window = bytearray(before)
        sight(tiles, width, height).field_of_view(*here, radius, window)
        judge_window(tiles, width, height, here, radius, bytes(window), before)


def require_symmetry(tiles: bytes, width: int, height: int, sampled: int = 1) -> None:
    """All pairs of tiles that are not opaque: each sees the other one or none does, and so says
    line_of_sight."""
    eyes = sight(tiles, width, height)
    is_open = [code & 127 not in OPAQUE for code in tiles]
    fields: dict[Tile, set[Tile]] = {}
    for number, (here, there) in enumerate(pairs(width, height, EIGHT)):
        if number % sampled or not all(is_open[y * width + x] for x, y in (here, there)):
            continue
        for tile in (here, there):
            if tile not in fields:
                fields[tile] = field(eyes, *tile)
        is_seen = there in fields[here]
        assert (here in fields[there]) == is_seen, (here, there)
        assert eyes.line_of_sight(*here, *there) == eyes.line_of_sight(*there, *here) == is_seen


@pytest.mark.parametrize("count", [2, pytest.param(60, marks=pytest.mark.long)])
def test_of_two_tiles_each_sees_the_other_or_none_does(count: int) -> None:
    chance = Random(count)
    for _ in range(count):
        width, height = chance.randrange(9, 20), chance.randrange(9, 20)
        require_symmetry(random_map(chance, width, height), width, height)


@pytest.mark.parametrize(("width", "height"), [(9, 9), (3, 9), (9, 4), (8, 7), (5, 5), (3, 3)])
def test_all_of_a_room_is_seen_from_everywhere_in_it(width: int, height: int) -> None:
    eyes = sight(room_map(width, height), width, height)
    everything = {(x, y) for y in range(height) for x in range(width)}
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            assert field(eyes, x, y) & everything == everything


def test_no_tile_beside_one_is_hidden_from_it() -> None:
    chance = Random(3)
    for _ in range(40):
        eyes = sight(random_map(chance, 9, 9), 9, 9)
        seen = field(eyes, 4, 4)
        assert {(x, y) for x in (3, 4, 5) for y in (3, 4, 5)} <= seen


def test_a_line_of_sight_reaches_across_any_map() -> None:
    chance = Random(4)
    width, height = 120, 130
    tiles = bytes(WALL if chance.randrange(100) == 0 else FLOOR for _ in range(width * height))
    eyes = sight(tiles, width, height)
    seen = 0
    for _ in range(400):
        here = chance.randrange(width), chance.randrange(height)
        there = chance.randrange(width), chance.randrange(height)
        answer = eyes.line_of_sight(*here, *there)
        assert eyes.line_of_sight(*there, *here) == answer
        seen += answer
    assert 40 < seen < 360
    empty = sight(bytes([FLOOR]) * (width * height), width, height)
    assert empty.line_of_sight(0, 0, width - 1, height - 1)


def test_what_is_seen_is_marked() -> None:
    chance = Random(5)
    for _ in range(40):
        width, height = chance.randrange(3, 40), chance.randrange(3, 40)
        here = chance.randrange(width), chance.randrange(height)
        radius = chance.randrange(1, 9)
        window = chance.randbytes(WINDOW * WINDOW)
        before = chance.randbytes((width + 7) // 8 * height)
        plane = bytearray(before)
        mark_seen(window, *here, radius, width, height, plane)
        judge_plane(window, here, radius, width, height, bytes(plane), before)
