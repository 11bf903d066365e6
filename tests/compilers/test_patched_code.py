"""What kernels declare as patched, found in the machine code."""

from __future__ import annotations

import pytest
from helpers.programs import module_of
from helpers.tools import needs_cc65, needs_oscar64

from pygen.base.errors import CompileFailed
from pygen.compilers.patched_code import NOT_PATCHED, PatchedBytes, patched_bytes
from pygen.spec import Spec

TEXT = """
entry:
        jmp rows        ; patched operand
rows:
        lda 4660,x      ; patched opcode
        ora bits
        lda #7
        sta (place),y
        rts
"""
CODE = bytes((0x4C, 9, 9, 0xBD, 0x34, 0x12, 0x05, 0x99, 0xA9, 7, 0x91, 0x98, 0x60))


def test_declared_bytes_are_found_wherever_they_are() -> None:
    found = patched_bytes(TEXT, b"\xea\xea" + CODE + b"\xea", 0x5000)
    assert found == PatchedBytes(frozenset((0x5003, 0x5004)), frozenset((0x5005,)))


@pytest.mark.parametrize("at", [0, 3, 4, 5, 6, 8, 9, 10, 12])
def test_other_code_is_not_taken_for_it(at: int) -> None:
    other = bytearray(CODE)
    other[at] ^= 0x40
    assert patched_bytes(TEXT, bytes(other), 0x5000) == NOT_PATCHED


@pytest.mark.parametrize("at", [1, 2, 7, 11])
def test_patched_operands_and_addresses_of_symbols_may_be_any(at: int) -> None:
    other = bytearray(CODE)
    other[at] ^= 0x40
    assert patched_bytes(TEXT, bytes(other), 0x5000) != NOT_PATCHED


def test_what_is_there_twice_or_cannot_be_read_is_an_error() -> None:
    with pytest.raises(CompileFailed, match="2 times"):
        patched_bytes(TEXT, CODE + CODE, 0x5000)
    for line in ("        lad 5", "        lda (5,x)", "        jmp"):
        with pytest.raises(CompileFailed, match="cannot be read"):
            patched_bytes(line, CODE, 0x5000)


@pytest.mark.parametrize(
    "compiler",
    [pytest.param("oscar64", marks=needs_oscar64), pytest.param("cc65", marks=needs_cc65)],
)
def test_a_module_knows_what_its_kernels_patch(spec: Spec, compiler: str) -> None:
    module = module_of(spec, "crypt", compiler)
    rows = spec.dungeons["crypt"].map.height
    opcodes = sorted(module.patched.opcodes)
    here = [module.image[at - module.layout.start] for at in opcodes]
    # The opcodes of merge_rows and store_rows, and the place behind the map's last row.
    assert here == [0xBD] * (rows + 1) + [0x9D] * rows
    assert len(module.patched.operands) == 4
    assert module_of(spec, "burrow", compiler).patched == NOT_PATCHED
