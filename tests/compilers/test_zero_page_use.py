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


# 4000 ldx #3; 4002 lda $0800,x; 4005 sta $53,x; 4007 dex; 4008 bpl 4002; 400a rts
COPYING = [0xA2, 0x03, 0xBD, 0x00, 0x08, 0x95, 0x53, 0xCA, 0x10, 0xF8, 0x60]


def test_a_loop_that_copies_bytes_writes_as_many_as_it_counts() -> None:
    assert writes(COPYING) == {0x53, 0x54, 0x55, 0x56}
    in_zero_page = [0xA2, 0x01, 0xB5, 0x20, 0x95, 0x60, 0xCA, 0x10, 0xF9, 0x60]
    assert writes(in_zero_page) == {0x60, 0x61}


@pytest.mark.parametrize(
    "code",
    [
        # The index is unknown, counts up, or is larger than 127.
        [0xEA, 0xEA, *COPYING[2:]],
        [*COPYING[:7], 0xE8, *COPYING[8:]],
        [0xA2, 0x80, *COPYING[2:]],
        # Somebody jumps into the loop.
        [*COPYING[:10], 0x4C, 0x02, 0x40],
        [*COPYING[:10], 0x20, 0x05, 0x40, 0x60],
    ],
)
def test_another_loop_cannot_be_seen(code: list[int]) -> None:
    with pytest.raises(CompileFailed, match="by an index"):
        writes(code)


@pytest.mark.parametrize(
    ("code", "written"),
    [
        # lda #0, beq behind sta $50
        ([0xA9, 0x00, 0xF0, 0x02, 0x85, 0x50, 0x60], set()),
        ([0xA9, 0x01, 0xF0, 0x02, 0x85, 0x50, 0x60], {0x50}),
        ([0xA9, 0x01, 0xD0, 0x02, 0x85, 0x50, 0x60], set()),
        ([0xA2, 0x80, 0x30, 0x02, 0x85, 0x50, 0x60], set()),
        ([0xA0, 0x7F, 0x10, 0x02, 0x85, 0x50, 0x60], set()),
        ([0x18, 0x90, 0x02, 0x85, 0x50, 0x60], set()),
        ([0x38, 0xB0, 0x02, 0x85, 0x50, 0x60], set()),
        # A store between them changes no flag; a load does.
        ([0xA9, 0x00, 0x85, 0x40, 0xF0, 0x02, 0x85, 0x50, 0x60], {0x40}),
        ([0xA9, 0x00, 0xA5, 0x40, 0xF0, 0x02, 0x85, 0x50, 0x60], {0x50}),
        # 4000 bcc 4004; 4002 lda #0; 4004 beq 4008; 4006 sta $50; 4008 rts
        ([0x90, 0x02, 0xA9, 0x00, 0xF0, 0x02, 0x85, 0x50, 0x60], {0x50}),
    ],
)
def test_a_branch_that_is_decided_is_followed_one_way(code: list[int], written: set[int]) -> None:
    assert writes(code) == written


@pytest.mark.parametrize(
    ("code", "said"),
    [([0x6C, 0x00, 0x03], "jumps to an address that it reads"), ([0x4C, 0x00, 0xC0], "outside")],
)
def test_code_that_cannot_be_followed_is_an_error(code: list[int], said: str) -> None:
    with pytest.raises(CompileFailed, match=said):
        writes(code)
