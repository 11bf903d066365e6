"""What machine code writes in zero page, read from its bytes."""

from __future__ import annotations

import pytest

from pygen.base.errors import CompileFailed
from pygen.compilers.zero_page_use import zero_page_writes

START = 0x4000


def writes(code: list[int], bank: range = range(0)) -> set[int]:
    return zero_page_writes(bytes(code), START, [START], bank)


def test_stores_shifts_and_counts_are_writes_and_loads_are_not() -> None:
    code = [0xA5, 0x02, 0x85, 0x10, 0x86, 0x11, 0x84, 0x12, 0xE6, 0x13, 0xC6, 0x14]
    code += [0x06, 0x15, 0x26, 0x16, 0x46, 0x17, 0x66, 0x18, 0x91, 0x30, 0x8D, 0x20, 0x00, 0x60]
    assert writes(code) == {*range(0x10, 0x19), 0x20}


def test_branches_jumps_and_calls_are_followed_and_data_is_not() -> None:
    # 4000 bne 4007; 4002 jsr 400b; 4005 rts; 4006 data; 4007 jmp 400e; 400a data; 400b sta $50;
    # 400d rts; 400e sta $51; 4010 bpl 400e; 4012 rts
    code = [0xD0, 0x05, 0x20, 0x0B, 0x40, 0x60, 0x85, 0x4C, 0x0E, 0x40, 0x85, 0x85, 0x50, 0x60]
    code += [0x85, 0x51, 0x10, 0xFC, 0x60]
    assert writes(code) == {0x50, 0x51}


def test_a_store_by_an_index_is_known_only_in_the_librarys_bank() -> None:
    code = [0x99, 0x2F, 0x00, 0x60]
    assert writes(code, range(0x2F, 0x35)) == set(range(0x2F, 0x35))
    with pytest.raises(CompileFailed, match="by an index at \\$4000"):
        writes(code)
    with pytest.raises(CompileFailed, match="by an index"):
        writes([0x95, 0x10, 0x60])


@pytest.mark.parametrize(
    ("code", "said"),
    [([0x6C, 0x00, 0x03], "jumps to an address that it reads"), ([0x4C, 0x00, 0xC0], "outside")],
)
def test_code_that_cannot_be_followed_is_an_error(code: list[int], said: str) -> None:
    with pytest.raises(CompileFailed, match=said):
        writes(code)
