"""The game call unpack_map and its kernel unpack_pages: each tile of a map as a byte."""

from __future__ import annotations

from random import Random

import pytest
from helpers.games import TO, for_every_build, game_of, in_steps, read, write
from helpers.tools import SPEC_FILE

from pygen.calls.constants import CALL_IS_DONE, CALL_IS_REFUSED
from pygen.calls.maps import unpack_map
from pygen.engine.definition.map_size import MapSize
from pygen.spec import Spec, load_spec

CALLS = "unpack_map, unpack_map_step, validate, validate_step"
SIZES = [(3, 57, 41), (4, 31, 9), (8, 20, 20)]
MORE_SIZES = [(3, 72, 72), (3, 21, 11), (4, 56, 32), (8, 16, 64)]
"""Bits, width and height: maps of whole pages or not, and with tiles that fill no group."""


def spec_of(bits: int, width: int, height: int) -> Spec:
    sides = [f"dungeons.burrow.map.{name}" for name in ("bits_per_tile", "width", "height")]
    changes = [f"{key}={value}" for key, value in zip(sides, (bits, width, height))]
    changes += ["memory.map={start: 0x8000, end: 0x9FFF}", "memory.program.end=0x7FFF"]
    changes += ["program.dungeons=[burrow]", f"modules.calls=[{CALLS}]"]
    return load_spec(SPEC_FILE, changes)


def tiles_of(packed: bytes, bits: int, count: int) -> bytes:
    """The judge: tile n is `bits` bits from bit n * bits on, the lowest first."""
    stream = [byte >> n & 1 for byte in packed for n in range(8)]
    return bytes(sum(stream[at * bits + n] << n for n in range(bits)) for at in range(count))


def test_python_unpacks_what_the_format_says() -> None:
    chance = Random(1)
    for bits, width, height in SIZES + MORE_SIZES:
        packed = chance.randbytes((bits * width * height + 7) // 8)
        size = MapSize.model_validate({"width": width, "height": height, "bits_per_tile": bits})
        assert unpack_map(packed, size) == tiles_of(packed, bits, width * height)


@pytest.mark.sampled(3)
@for_every_build
@pytest.mark.parametrize(
    ("bits", "width", "height"),
    [*SIZES, *(pytest.param(*size, marks=pytest.mark.long) for size in MORE_SIZES)],
)
def test_all_tiles_and_nothing_else_are_written(
    build: str, bits: int, width: int, height: int
) -> None:
    game = game_of(spec_of(bits, width, height), "burrow", build)
    chance, count = Random(2), width * height
    start, length = game.regions["map"]
    for to, is_whole in ((TO, True), (TO & 0xFF00, True), (TO, False), (TO & 0xFF00, False)):
        packed = chance.randbytes(length)
        write(game, start, packed)
        write(game, to - 99, bytes([0xA5]) * (count + 198))
        game.ask(to=to)
        if is_whole:
            assert game.call("unpack_map").a == CALL_IS_DONE
        else:
            answer, most = in_steps(game, "unpack_map_step")
            assert answer.a == CALL_IS_DONE and most <= 8000
        assert read(game, to, count) == tiles_of(packed, bits, count)
        around = read(game, to - 99, 99) + read(game, to + count, 99)
        assert around == bytes([0xA5]) * 198
        assert read(game, start, length) == packed


@for_every_build
def test_a_map_of_more_tiles_than_stated_is_refused(build: str) -> None:
    spec = spec_of(3, 129, 128)
    game = game_of(spec, "burrow", build)
    before = read(game, TO, 0x1000)
    game.ask(to=TO)
    assert game.call("unpack_map").a == CALL_IS_REFUSED
    assert game.call("unpack_map_step").a == CALL_IS_REFUSED
    assert read(game, TO, 0x1000) == before
    assert unpack_map(b"", spec.dungeons["burrow"].map) is None
