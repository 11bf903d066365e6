"""The documented instructions of the 6502: the name and the addressing mode of each opcode.

Source: MOS Technology, MCS6500 Microcomputer Family Programming Manual, 1976, appendix B.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Mode = Literal[
    "implied", "accumulator", "immediate", "relative",
    "zero page", "zero page,x", "zero page,y",
    "absolute", "absolute,x", "absolute,y",
    "(absolute)", "(zero page,x)", "(zero page),y",
]  # fmt: skip

LENGTHS: dict[Mode, int] = {
    "implied": 1, "accumulator": 1, "immediate": 2, "relative": 2,
    "zero page": 2, "zero page,x": 2, "zero page,y": 2,
    "absolute": 3, "absolute,x": 3, "absolute,y": 3,
    "(absolute)": 3, "(zero page,x)": 2, "(zero page),y": 2,
}  # fmt: skip
"""The number of bytes of an instruction, by its mode."""


class Opcode(NamedTuple):
    """The name and the addressing mode of an instruction."""

    name: str
    mode: Mode

    @property
    def length(self) -> int:
        """The number of bytes of the instruction."""
        return LENGTHS[self.mode]


def _table() -> dict[int, Opcode]:
    table: dict[int, Opcode] = {}

    def add(name: str, mode: Mode, code: int) -> None:
        table[code] = Opcode(name, mode)

    eight: list[tuple[Mode, int]] = [
        ("(zero page,x)", 0x01), ("zero page", 0x05), ("immediate", 0x09), ("absolute", 0x0D),
        ("(zero page),y", 0x11), ("zero page,x", 0x15), ("absolute,y", 0x19),
        ("absolute,x", 0x1D),
    ]  # fmt: skip
    for number, name in enumerate(("ora", "and", "eor", "adc", "sta", "lda", "cmp", "sbc")):
        for mode, code in eight:
            if (name, mode) != ("sta", "immediate"):
                add(name, mode, number << 5 | code)
    changing: list[tuple[Mode, int]] = [
        ("zero page", 0x06), ("absolute", 0x0E), ("zero page,x", 0x16), ("absolute,x", 0x1E),
    ]  # fmt: skip
    for name, first in (
        ("asl", 0x00), ("rol", 0x20), ("lsr", 0x40), ("ror", 0x60), ("dec", 0xC0), ("inc", 0xE0),
    ):  # fmt: skip
        for mode, code in changing:
            add(name, mode, first | code)
        if first < 0x80:
            add(name, "accumulator", first | 0x0A)
    others: dict[Mode, str] = {
        "implied": "brk00 php08 clc18 plp28 sec38 rti40 pha48 cli58 rts60 pla68 sei78 dey88 txa8A "
        "tya98 txs9A tayA8 taxAA clvB8 tsxBA inyC8 dexCA cldD8 inxE8 nopEA sedF8",
        "relative": "bpl10 bmi30 bvc50 bvs70 bcc90 bcsB0 bneD0 beqF0",
        "immediate": "ldyA0 ldxA2 cpyC0 cpxE0",
        "zero page": "bit24 sty84 stx86 ldyA4 ldxA6 cpyC4 cpxE4",
        "zero page,x": "sty94 ldyB4",
        "zero page,y": "stx96 ldxB6",
        "absolute": "jsr20 bit2C jmp4C sty8C stx8E ldyAC ldxAE cpyCC cpxEC",
        "absolute,x": "ldyBC",
        "absolute,y": "ldxBE",
        "(absolute)": "jmp6C",
    }
    for mode, words in others.items():
        for word in words.split():
            add(word[:3], mode, int(word[3:], 16))
    return table


OPCODES = _table()
"""The 151 documented instructions, by opcode."""

CODES = {opcode: code for code, opcode in OPCODES.items()}
"""The code of each instruction."""
