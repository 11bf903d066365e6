"""The format ZX0: what is packed comes out again, by Python, by a judge, and by the 6502's code."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.tools import needs_cc, simulator_library
from helpers.zx0_format import decoded

from pygen.base.cache import FOLDER_VARIABLE
from pygen.emulators.simulator import Simulator
from pygen.programs.depacker import (
    DECIMAL,
    START,
    ZEROPAGE,
    depacker_size,
    machine_code,
    unpacking_cycles,
)
from pygen.programs.packed import packed
from pygen.programs.zx0 import FARTHEST, MOST_BYTES, ZX0Failed, pack, unpack

TO = 0x4000
STACK = range(0x100, 0x200)
STACK_BYTES = 8
"""What it takes of the stack, with the address for its return."""


def noise(seed: int, count: int, values: int = 256) -> bytes:
    draw = random.Random(seed)
    return bytes(draw.randrange(values) for _ in range(count))


NOISE = noise(1, 300)
DATA = {
    "a byte": b"\x07",
    "two bytes": b"\x07\x07",
    "the offset that is there from the beginning": b"\x01\x02\x02\x02\x03",
    "one value": bytes(700),
    "literals of a page": noise(2, 256),
    "literals of more than a page": noise(3, 513),
    "all values of a byte, twice": bytes(range(256)) * 2,
    "few values": noise(4, 600, 3),
    "two values": noise(5, 300, 2),
    "a copy of a page": NOISE[:256] + NOISE[:256],
    "copies of a page and one byte more": NOISE[:257]
    + b"\xff"
    + NOISE[:257]
    + b"\xfe"
    + NOISE[:257],
    "a far copy": NOISE + noise(6, 3000) + NOISE,
    "the same offset after a change": b"".join(
        NOISE[:40] + bytes([change]) for change in range(12)
    ),
    "text": b"the quick brown fox and the lazy dog and the quick brown dog " * 5,
}


@pytest.mark.parametrize("data", DATA.values(), ids=DATA.keys())
def test_what_is_packed_comes_out_again(data: bytes) -> None:
    small = pack(data)
    assert decoded(small) == (data, len(small))
    assert unpack(small).data == data


def test_random_data_comes_out_again(is_long: bool) -> None:
    draw = random.Random(0)
    for seed in range(400 if is_long else 40):
        data = noise(seed, draw.randrange(1, 400), draw.choice((2, 4, 20, 256)))
        for _ in range(draw.randrange(4)):
            start = draw.randrange(len(data))
            data += data[start : start + draw.randrange(300)] + noise(seed, draw.randrange(5))
        small = pack(data)
        assert decoded(small) == (data, len(small))
        assert unpack(small).data == data


@pytest.mark.parametrize(
    ("data", "bits"),
    [
        # Literals: the number, the byte. The end: a bit, and 17 of the number 256.
        (b"\x07", 1 + 8 + 18),
        # Behind them the last offset, 1: a bit and the number 5.
        (b"\x07" * 6, 1 + 8 + 1 + 5 + 18),
        # A new offset: a bit, the part 1, seven bits, the number 3.
        (b"abcd" * 2, 5 + 32 + 1 + 1 + 7 + 3 + 18),
    ],
)
def test_it_is_as_small_as_the_format_allows(data: bytes, bits: int) -> None:
    assert len(pack(data)) == (bits + 7) // 8


@pytest.mark.slow
def test_offsets_reach_as_far_as_the_format_allows() -> None:
    between = noise(7, FARTHEST - 64)
    for more, is_copied in ((b"", True), (b"\x00", False)):
        data = NOISE[:64] + between + more + NOISE[:64]
        small = pack(data)
        assert unpack(small).data == data
        assert (len(small) < len(between) + 64 + 64) is is_copied


def test_it_says_how_much_is_done() -> None:
    done: list[int] = []
    pack(NOISE, done.append)
    assert sum(done) == len(NOISE) and len(done) > 1


# ------------------------------------------------------------------ what is damaged


def test_there_must_be_bytes() -> None:
    for count in (0, MOST_BYTES + 1):
        with pytest.raises(ZX0Failed, match="cannot be packed") as failed:
            pack(bytes(count))
        assert failed.value.hint == "Give 1 to 65,535 bytes."
    with pytest.raises(ZX0Failed, match="there are no packed bytes"):
        unpack(b"")


def test_data_that_is_cut_or_too_long_is_an_error() -> None:
    small = pack(DATA["text"])
    for end in range(1, len(small)):
        with pytest.raises(ZX0Failed, match="it ends too early"):
            unpack(small[:end])
    with pytest.raises(ZX0Failed, match="has bytes behind its end"):
        unpack(small + b"\x00")


def written_bits(*parts: str | int) -> bytes:
    """Bytes of bits from texts of 0 and 1, and between them the bytes of numbers."""
    out: list[int] = []
    at = left = 0
    for part in parts:
        if isinstance(part, int):
            out.append(part)
            continue
        for digit in part:
            if not left:
                at, left = len(out), 8
                out.append(0)
            left -= 1
            out[at] |= int(digit) << left
    return bytes(out)


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        (written_bits("1", 7, "1" + "1", 0, "01"), "copies from before its first byte"),
        (written_bits("00" * 17), "has a number that is too large"),
        # One literal, then 65,535 times the byte before it.
        (written_bits("1", 7, "0" + "01" * 15 + "1"), "has more than 65,535 bytes"),
        # The part 257 of an offset.
        (written_bits("1", 7, "1" + "01" * 7 + "00" + "1"), "has an offset that is too large"),
    ],
)
def test_damaged_data_is_an_error_in_words(damaged: bytes, said: str) -> None:
    with pytest.raises(ZX0Failed, match=said) as failed:
        unpack(damaged)
    assert "invoke export --packed" in failed.value.hint


def test_any_bytes_are_data_or_an_error() -> None:
    small = pack(DATA["few values"])
    for seed in range(300):
        draw = random.Random(seed)
        at = draw.randrange(len(small))
        other = small[:at] + bytes([draw.randrange(256)]) + small[at + 1 :]
        try:
            found = unpack(other).data
        except ZX0Failed as failed:
            assert "damaged" in failed.message
        else:
            assert decoded(other) == (found, len(other))


# ------------------------------------------------------------------ what is kept


def test_the_same_bytes_are_packed_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    told: list[str] = []
    first = packed(NOISE, told.append)
    assert told[0].startswith("packing, ") and told[-1] == "packing, 100 % done"
    monkeypatch.setattr("pygen.programs.zx0.pack", lambda *_: pytest.fail("packed again"))
    assert packed(NOISE, told.append) == first


def test_what_was_kept_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = packed(NOISE)
    for wrong in (b"", b"\x00", pack(b"other bytes")):
        found = {"packed.zx0": wrong}
        monkeypatch.setattr("pygen.programs.packed.kept", lambda _, found=found: found)
        assert packed(NOISE) == first


# ------------------------------------------------------------------ on the 6502


def run(small: bytes, source: int, to: int = TO) -> Simulator:
    machine = Simulator(simulator_library())
    words = source.to_bytes(2, "little") + to.to_bytes(2, "little")
    machine.load({START: machine_code(START), ZEROPAGE: words, source: small})
    machine.p &= ~DECIMAL
    machine.keep_account()
    machine.call(START, 3_000_000)
    return machine


@needs_cc
@pytest.mark.parametrize("data", DATA.values(), ids=DATA.keys())
@pytest.mark.parametrize("to", [TO, TO + 0xFF])
def test_the_6502_unpacks_it_and_writes_nothing_else(data: bytes, to: int) -> None:
    machine = run(pack(data), 0xA001, to)
    assert bytes(machine.memory[to : to + len(data)]) == data
    may = {*range(ZEROPAGE, ZEROPAGE + 10), *range(to, to + len(data)), *STACK}
    assert machine.written() <= may
    assert machine.lowest_stack == 0x7F - STACK_BYTES


@needs_cc
@pytest.mark.parametrize("data", DATA.values(), ids=DATA.keys())
def test_in_place_it_needs_the_distance_and_no_less(data: bytes) -> None:
    small, distance = pack(data), unpack(pack(data)).distance
    last = TO + len(data) + distance
    machine = run(small, last - len(small))
    assert bytes(machine.memory[TO : TO + len(data)]) == data
    # With a byte less the judge sees that a packed byte is overwritten before it is read.
    assert overwrites(small, len(data), distance - 1)
    assert not overwrites(small, len(data), distance)


def overwrites(small: bytes, size: int, distance: int) -> bool:
    """Whether the depacker reads a packed byte that it has overwritten before."""
    start = TO + size + distance - len(small)
    machine = Simulator(simulator_library())
    words = start.to_bytes(2, "little") + TO.to_bytes(2, "little")
    # The packed bytes that are read are elsewhere: only the order of reads and writes counts.
    source = 0xA000
    machine.load({START: machine_code(START), ZEROPAGE: source.to_bytes(2, "little") + words[2:]})
    machine.load({source: small})
    machine.p &= ~DECIMAL
    written, wrong = [TO - 1], []
    machine.on_write(range(TO, TO + size), lambda at, _: written.append(at))

    def read(address: int) -> int:
        wrong.append(start + address - source <= written[-1])
        return small[address - source]

    machine.on_read(range(source, source + len(small)), read)
    machine.call(START, 3_000_000)
    assert all(before < after for before, after in pairwise(written))
    return any(wrong)


@needs_cc
def test_its_cycles_are_counted() -> None:
    small = packed(DATA["text"])
    cycles = unpacking_cycles(small.data, small.unpacked, TO, simulator_library())
    assert 20 * len(DATA["text"]) < cycles < 200 * len(DATA["text"])
    assert 100 <= depacker_size() <= 160
