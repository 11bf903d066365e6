"""The PRG file: what BASIC sees, and what the mover does with the image."""

from __future__ import annotations

import pytest
from helpers import bare_6502
from helpers.tools import needs_cc

from pygen.base.errors import UserError
from pygen.compilers.program import MOVER_ADDRESS, load_address_and_entry, make_prg

CALL_EXIT = bytes([0x4C, bare_6502.EXIT & 0xFF, bare_6502.EXIT >> 8])


def image_of(size: int) -> bytes:
    """An image that ends the run at once, and of which no two pages are alike."""
    filling = bytes((index * 7 + (index >> 8) * 31) & 0xFF for index in range(size))
    return (CALL_EXIT + filling)[:size]


def test_the_basic_line_calls_the_byte_behind_it() -> None:
    prg = make_prg(b"\x60", 0x2000, 0x2000)
    assert prg[:2] == b"\x01\x08"
    assert prg[2:4] == (0x080B).to_bytes(2, "little"), "link to the end of the program"
    assert prg[4:6] == (2026).to_bytes(2, "little")
    assert prg[6:12] == b"\x9e2061\0"
    assert prg[12:14] == b"\0\0", "a link of 0 ends a BASIC program"
    assert MOVER_ADDRESS == 2061


def test_the_load_address_and_the_called_address_are_read_back() -> None:
    assert load_address_and_entry(make_prg(b"\x60", 0x3000, 0x3000)) == (0x0801, 0x080D)


@pytest.mark.parametrize("prg", [b"", b"\x01\x08", b"\x00\x20" + bytes(40)])
def test_something_else_than_such_a_program_is_a_clear_error(prg: bytes) -> None:
    with pytest.raises(UserError, match="line of BASIC"):
        load_address_and_entry(prg)


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize("size", [3, 255, 256, 257, 511, 512, 5000, 0x4000, 0xA000])
@pytest.mark.parametrize("target", [0x0860, 0x2000])
def test_the_mover_puts_every_byte_in_its_place(size: int, target: int) -> None:
    image = image_of(size)
    prg = make_prg(image, target, target)
    assert run_prg(prg, range(target, target + size)) == image


@needs_cc
def test_the_mover_writes_nothing_beyond_the_image() -> None:
    image = image_of(700)
    prg = make_prg(image, 0x2000, 0x2000)
    around = run_prg(prg, range(0x2000 - 300, 0x2000 + 1000))
    dirt = bytes([bare_6502.DIRTY])
    assert around == dirt * 300 + image + dirt * 300


@needs_cc
def test_the_mover_switches_the_roms_off_and_jumps_to_the_entry() -> None:
    image = bytes([0x02] * 300) + CALL_EXIT
    prg = make_prg(image, 0x2000, 0x2000 + 300)
    assert run_prg(prg, range(0x00, 0x02)) == b"\x2f\x35"


@needs_cc
def test_the_mover_leaves_a_handler_of_nmis_that_does_nothing() -> None:
    prg = make_prg(image_of(300), 0x2000, 0x2000)
    handler = int.from_bytes(run_prg(prg, range(0x0318, 0x031A)), "little")
    assert handler & 0xFF == 0x47, "as the KERNAL's own"
    assert run_prg(prg, range(0xFFFA, 0xFFFC)) == handler.to_bytes(2, "little")
    assert run_prg(prg, range(handler, handler + 1)) == b"\x40", "RTI"


@needs_cc
@pytest.mark.parametrize("size", [1, 256, 1018, 8186])
@pytest.mark.parametrize("image_size", [300, 0x6000])
def test_what_belongs_below_the_kernal_is_put_there_too(image_size: int, size: int) -> None:
    image, below = image_of(image_size), image_of(size)[::-1]
    start = 0xFFFA - size
    prg = make_prg(image, 0x2000, 0x2000, below, start)
    assert run_prg(prg, range(start, 0xFFFA)) == below
    assert run_prg(prg, range(0x2000, 0x2000 + image_size)) == image


def test_a_file_that_reaches_the_chips_is_a_clear_error() -> None:
    with pytest.raises(UserError, match="the program's file would reach"):
        make_prg(bytes(0xD000 - 0x2000), 0x2000, 0x2000, bytes(0x1FFA), 0xE000)


@needs_cc
def test_an_image_may_fill_the_memory_up_to_the_chips() -> None:
    image = image_of(0xD000 - 0x2000)
    assert run_prg(make_prg(image, 0x2000, 0x2000), range(0x2000, 0xD000)) == image


def test_an_image_that_reaches_the_chips_is_a_clear_error() -> None:
    with pytest.raises(UserError, match=r"\$d000.*\$cfff"):
        make_prg(bytes(0xD001 - 0x2000), 0x2000, 0x2000)


def test_an_image_over_the_mover_is_a_clear_error() -> None:
    with pytest.raises(UserError, match="overwrite"):
        make_prg(bytes(10), 0x0810, 0x0810)


@pytest.mark.parametrize("entry", [0x1FFF, 0x200A])
def test_an_entry_outside_the_image_is_a_clear_error(entry: int) -> None:
    with pytest.raises(UserError, match="entry"):
        make_prg(bytes(10), 0x2000, entry)


def run_prg(prg: bytes, dump: range) -> bytes:
    load, entry = load_address_and_entry(prg)
    return bare_6502.run({load: prg[2:]}, entry, dump)


@pytest.mark.parametrize(("at", "byte"), [(6, 0x99), (7, ord("A")), (11, ord(":"))])
def test_another_line_of_basic_is_refused(at: int, byte: int) -> None:
    prg = bytearray(make_prg(b"\x60", 0x3000, 0x3000))
    prg[at] = byte
    with pytest.raises(UserError, match="not a program"):
        load_address_and_entry(bytes(prg))
