"""The game call unpack_map: each tile of a map as a byte."""

from __future__ import annotations

from random import Random

import pytest
from helpers.module_machine import ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.calls.constants import CALL_IS_DONE, CALL_IS_REFUSED
from pygen.calls.maps import unpack_map
from pygen.compilers import COMPILERS
from pygen.engine.definition.map_size import MapSize
from pygen.spec import Spec, load_spec

TO = 0x0403
"""Where tiles go: the address of no page."""

SIZES = [(3, 57, 41), (4, 31, 9), (8, 20, 20)]
MORE_SIZES = [(3, 72, 72), (3, 21, 11), (4, 56, 32), (8, 16, 64)]
"""Bits, width and height: maps of whole pages or not, and with tiles that fill no group."""


def spec_of(bits: int, width: int, height: int) -> Spec:
    sides = [f"dungeons.burrow.map.{name}" for name in ("bits_per_tile", "width", "height")]
    changes = [f"{key}={value}" for key, value in zip(sides, (bits, width, height))]
    changes += ["memory.map={start: 0x8000, end: 0x9FFF}", "memory.program.end=0x7FFF"]
    changes += ["program.dungeons=[burrow]", "modules.calls=[unpack_map]"]
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


@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize(
    ("bits", "width", "height"),
    [*SIZES, *(pytest.param(*size, marks=pytest.mark.slow) for size in MORE_SIZES)],
)
def test_all_tiles_and_nothing_else_are_written(
    compiler: str, bits: int, width: int, height: int
) -> None:
    compiler_or_skip(compiler)
    spec, chance, count = spec_of(bits, width, height), Random(2), width * height
    machine = ModuleMachine(module_of(spec, "burrow", compiler), garbage=4)
    start, length = machine.module.regions["map"]
    for to in (TO, 0x0400):
        packed = chance.randbytes(length)
        machine.memory[start : start + length] = packed
        around = bytes(machine.memory[to - 9 : to]), bytes(machine.memory[to + count :][:99])
        zero_page = machine.zero_page()
        machine.game_request(to=to)
        assert machine.call("unpack_map").a == CALL_IS_DONE
        tiles = bytes(machine.memory[to : to + count])
        assert tiles == tiles_of(packed, bits, count)
        assert around == (
            bytes(machine.memory[to - 9 : to]), bytes(machine.memory[to + count :][:99]),
        )  # fmt: skip
        assert bytes(machine.memory[start : start + length]) == packed
        assert machine.zero_page() == zero_page


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_map_of_more_tiles_than_stated_is_refused(compiler: str) -> None:
    compiler_or_skip(compiler)
    spec = spec_of(3, 129, 128)
    machine = ModuleMachine(module_of(spec, "burrow", compiler), garbage=5)
    before = bytes(machine.memory[TO : TO + 0x1000])
    machine.game_request(to=TO)
    assert machine.call("unpack_map").a == CALL_IS_REFUSED
    assert bytes(machine.memory[TO : TO + 0x1000]) == before
    assert unpack_map(b"", spec.dungeons["burrow"].map) is None
