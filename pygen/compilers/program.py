"""A C64 program file (PRG) that RUN starts: a line of BASIC, a mover and the image.

The file loads at $0801, where BASIC expects programs, so the image is loaded below its own address.
The mover copies it there and jumps to its entry. From then on the memory from $0801 up to the image
is free for the program's data. A part of the program may belong into the RAM below the KERNAL; it
follows the image in the file.
"""

from __future__ import annotations

from pygen.base.errors import UserError
from pygen.compilers.base import BuildResult
from pygen.compilers.processor_port import RAM_INSTEAD_OF_ROMS
from pygen.spec.program_facts import NMI_HANDLER

LOAD_ADDRESS = 0x0801
MOVER_ADDRESS = 0x080D
MEMORY_END = 0xD000
"""The first address that is not RAM after the mover has switched BASIC off; the I/O chips begin
here."""

BASIC_LINE_NUMBER = 2026
SYS_TOKEN = 0x9E
PORT_DIRECTIONS = 0x2F
"""The value of $00: which bits of the port are outputs. Only these bits affect the memory map."""

NMI_VECTOR = 0x0318
NMI_VECTOR_IN_RAM = 0xFFFA
"""Where the processor itself looks for the handler, when it does not see the KERNAL."""

RTI = 0x40


def prg_of(result: BuildResult) -> bytes:
    """The bytes of the PRG file of a finished program. Raises UserError as `make_prg` does."""
    below = result.below_kernal, result.below_kernal_start
    return make_prg(result.image, result.image_start, result.entry, *below)


def make_prg(
    image: bytes, image_start: int, entry: int, below_kernal: bytes = b"", below_start: int = 0
) -> bytes:
    """The bytes of a PRG file that puts `image` at `image_start` and jumps to `entry`.

    `below_kernal` are bytes that belong into the RAM below the KERNAL, from `below_start` on.
    Raises UserError if the image is empty, would reach $D000 when loaded or when moved, begins
    below the end of the mover, or does not contain its entry.
    """
    places = (image_start, len(image)), (below_start, len(below_kernal))
    source = MOVER_ADDRESS + len(_mover(0, *places, 0))
    if image_start < source:
        raise UserError(
            f"a program at ${image_start:04x} would overwrite the code that moves it there",
            f"Start it at ${source:04x} or above.",
        )
    _check_end("the program", image_start, len(image))
    _check_end("the program's file", source, len(image) + len(below_kernal))
    if not image_start <= entry < image_start + len(image):
        raise UserError(f"the program's entry ${entry:04x} is not inside the program")
    head = LOAD_ADDRESS.to_bytes(2, "little") + _basic_line()
    return head + _mover(source, *places, entry) + image + below_kernal


def load_address_and_entry(prg: bytes) -> tuple[int, int]:
    """The load address of a PRG file made here, and the address that its line of BASIC calls.

    Raises UserError if the file is not such a program.
    """
    digits = prg[7:11]
    if len(prg) < 12 or prg[6] != SYS_TOKEN or not digits.isdigit() or prg[11] != 0:
        raise UserError("not a program that begins with a line of BASIC with SYS")
    return int.from_bytes(prg[:2], "little"), int(digits)


def _check_end(what: str, start: int, size: int) -> None:
    end = start + size
    if end > MEMORY_END:
        raise UserError(
            f"{what} would reach ${end - 1:04x}; ${MEMORY_END - 1:04x} is the last address",
            f"It is {end - MEMORY_END} bytes too large.",
        )


def _basic_line() -> bytes:
    """`2026 SYS 2061`: next line's address, number, token, digits, ends of line and program."""
    text = bytes([SYS_TOKEN]) + str(MOVER_ADDRESS).encode() + b"\0"
    next_line = LOAD_ADDRESS + 4 + len(text)
    return (
        next_line.to_bytes(2, "little") + BASIC_LINE_NUMBER.to_bytes(2, "little") + text + b"\0\0"
    )


def _mover(source: int, image: tuple[int, int], below: tuple[int, int], entry: int) -> bytes:
    """Machine code that copies the image and what follows it to their places, and jumps to `entry`.

    `image` and `below` are the addresses and sizes. What follows the image comes first, because
    the image may be moved over it.

    The handler of non-maskable interrupts is set before the ROMs are switched off, because the
    KERNAL's own calls BASIC. The port's value is set before its directions, so that no other
    memory appears between the two.
    """
    before = bytes(
        [
            0x78,                               # sei: no more KERNAL interrupts
            0xA9, RTI,                          # lda #$40
            0x8D, *_word(NMI_HANDLER),          # sta $0247
            0xA9, NMI_HANDLER >> 8,             # lda #>$0247
            0x8D, *_word(NMI_VECTOR + 1),       # sta $0319
            0x8D, *_word(NMI_VECTOR_IN_RAM + 1),  # sta $fffb
            0xA9, NMI_HANDLER & 0xFF,           # lda #<$0247
            0x8D, *_word(NMI_VECTOR),           # sta $0318
            0x8D, *_word(NMI_VECTOR_IN_RAM),    # sta $fffa
            0xA9, RAM_INSTEAD_OF_ROMS,          # lda #$35
            0x85, 0x01,                         # sta $01
            0xA9, PORT_DIRECTIONS,              # lda #$2f
            0x85, 0x00,                         # sta $00
        ]
    )  # fmt: skip
    last = _copy(source + image[1], *below) if below[1] else b""
    return before + last + _copy(source, *image) + bytes([0x4C, *_word(entry)])


def _copy(source: int, target: int, size: int) -> bytes:
    """Machine code that copies `size` bytes upwards, last byte first.

    The order matters: the image moves to a higher address and may overlap itself. The pointers
    are at $FB-$FE. First comes the part above the last full page, then the pages, downwards.
    """
    pages, rest = divmod(size, 256)
    source_part = source + 256 * pages
    target_part = target + 256 * pages
    return bytes(
        [
            0xA9, source_part & 0xFF,           # lda #<source_part
            0x85, 0xFB,                         # sta $fb
            0xA9, source_part >> 8,             # lda #>source_part
            0x85, 0xFC,                         # sta $fc
            0xA9, target_part & 0xFF,           # lda #<target_part
            0x85, 0xFD,                         # sta $fd
            0xA9, target_part >> 8,             # lda #>target_part
            0x85, 0xFE,                         # sta $fe
            0xA2, pages + 1,                    # ldx #pages + 1
            0xA0, rest,                         # ldy #rest
            0xF0, 0x08,                         # beq next
            0x88,                               # byte: dey
            0xB1, 0xFB,                         # lda ($fb),y
            0x91, 0xFD,                         # sta ($fd),y
            0x98,                               # tya
            0xD0, 0xF8,                         # bne byte
            0xCA,                               # next: dex
            0xF0, 0x06,                         # beq done
            0xC6, 0xFC,                         # dec $fc
            0xC6, 0xFE,                         # dec $fe
            0xD0, 0xEF,                         # bne byte: the target is never in page 0
        ]                                       # done:
    )  # fmt: skip


def _word(value: int) -> bytes:
    return value.to_bytes(2, "little")
