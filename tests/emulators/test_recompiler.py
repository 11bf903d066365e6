"""Recompiled code, judged by the interpreter, which is judged by vectors of VICE."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.tools import needs_cc, simulator_library

from pygen.base.opcodes import CODES, OPCODES, Opcode
from pygen.builders.recompiling import CYCLES_FOR_QUICK, Recompiling
from pygen.emulators.batch import REQUEST_SIZE, BatchRunner, Callee, CallFailed
from pygen.emulators.recompiler import Code, recompiled
from pygen.emulators.simulator import Simulator

pytestmark = needs_cc

START = 0x8000
BLOCK = 0x0400
RESULTS = 0x0410
VARIANTS = 6

ALL = [(0x0000, 0x8000), (0x8000, 0x8000)]
"""All memory, as regions."""

# lda flags, pha, lda a, ldx x, ldy y, plp, jmp (snippet)
DISPATCHER = (
    bytes((0xD8, 0xAD, 0x05, 0x04, 0x48, 0xAD, 0x02, 0x04, 0xAE, 0x03, 0x04, 0xAC, 0x04, 0x04))
    + bytes((0x28, 0x6C, 0x00, 0x04))
)  # fmt: skip
# php, sta, stx, sty, pla, sta, rts
STORES_ALL = bytes(
    (0x08, 0x8D, 0x10, 0x04, 0x8E, 0x11, 0x04, 0x8C, 0x12, 0x04, 0x68, 0x8D, 0x13, 0x04, 0x60)
)

# Instructions that need others around them; NOT_ALONE have tests of their own.
AROUND = {
    "pha": (b"", b"\xa9\x01\x68"), "php": (b"", b"\x68"), "pla": (b"\x48\xa9\x01", b""),
    "plp": (b"\x29\xf7\x48", b""), "txs": (b"\xba", b""), "sed": (b"", b"\xd8"),
}  # fmt: skip
NOT_ALONE = {"brk", "rti", "rts", "jmp", "jsr"}


def snippet(opcode: Opcode, rng: random.Random) -> bytes:
    """An instruction with some operand, and what stores all registers."""
    before, after = AROUND.get(opcode.name, (b"", b""))
    operand = bytes(rng.randrange(256) for _ in range(opcode.length - 1))
    if opcode.mode == "relative":
        operand, after = b"\x01", b"\xe8"
    return before + bytes((CODES[opcode],)) + operand + after + STORES_ALL


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recompiled")


def runners(
    code: Code, folder: Path, entries: tuple[int, ...]
) -> tuple[tuple[Simulator, BatchRunner], tuple[Simulator, BatchRunner]]:
    """The code in the interpreter, and recompiled."""
    recompiling = Recompiling.find(folder)
    recompiling.prepare(code, CYCLES_FOR_QUICK)
    library = recompiling.prepared(code)
    assert library or not recompiling.quick
    if not library:
        recompiling.prepare(code, 1 << 60)
        library = recompiling.prepared(code)
    made = []
    for path in (None, library):
        simulator = Simulator(simulator_library())
        callee = Callee(
            code.image, code.start, entries, BLOCK, REQUEST_SIZE, code.writable,
            code.patched_opcodes, True, path,
        )  # fmt: skip
        made.append((simulator, BatchRunner(simulator, [callee], 1_000_000)))
    return made[0], made[1]


def outcome(runner: BatchRunner, request: bytes) -> bytes | str:
    try:
        return runner.run([request], ALL)
    except CallFailed as error:
        # Where the program counter is afterwards is not the same.
        return error.message.partition(" shortly")[0]


def test_every_instruction_does_what_the_interpreter_does(folder: Path) -> None:
    rng = random.Random(6502)
    image, places = bytearray(DISPATCHER), []
    for opcode in OPCODES.values():
        if opcode.name not in NOT_ALONE:
            for _ in range(VARIANTS):
                places.append((START + len(image), opcode))
                image += snippet(opcode, rng)
    inside = range(START, START + len(image))
    code = Code(
        bytes(image), START, (START, *(at for at, _ in places)),
        frozenset(range(0x10000)).difference(inside),
    )  # fmt: skip
    (plain, interpreter), (machine, quick) = runners(code, folder, (START,))
    ends, left = set(), set()
    for at, opcode in places:
        for filled in (plain, machine):
            filled.memory[:0x100] = filled.memory[0x200:0x300] = rng.randbytes(0x100)
        machine.memory[:] = plain.memory
        flags = rng.randrange(256) & 0xF7
        request = bytes((at & 0xFF, at >> 8, *rng.randbytes(3), flags, 0))
        expected, given = outcome(interpreter, request), outcome(quick, request)
        assert given == expected, (opcode, hex(at))
        ends.add(expected if isinstance(expected, str) else "")
        if quick.left.times:
            left.add(opcode.name)
    # Only decimal mode is left to the interpreter, and some indexed stores hit the code.
    assert left == {"sed"}
    assert "" in ends and any("which is not its own" in end for end in ends)


BEHIND = 0x8100
"""Where the programs below are."""


def program(code: bytes, *more: tuple[int, bytes]) -> bytes:
    """An image whose entry is `code`; `more` are other pieces by address."""
    image = bytearray(0x400)
    image[: len(code)] = code
    for at, piece in more:
        image[at - START : at - START + len(piece)] = piece
    return bytes(image)


MARK = bytes((0xA9, 0x77, 0x8D, 0x00, 0x20, 0x60))
"""lda #$77, sta $2000, rts"""

PLANTED: dict[str, tuple[bytes, str, bool]] = {
    "a stray store": (program(bytes((0xD8, 0x8D, 0x50, 0x81)) + MARK), "$8150", False),
    "one by an index": (
        program(bytes((0xD8, 0xA2, 0x50, 0x9D, 0x00, 0x81)) + MARK), "$8150", False,
    ),
    # lda $8150, pha, lda #1, sta $8150, pla, sta $8150
    "one that is put back": (
        program(bytes((0xD8, 0xAD, 0x50, 0x81, 0x48, 0xA9, 1, 0x8D, 0x50, 0x81, 0x68, 0x8D, 0x50,
                       0x81)) + MARK), "$8150", False,
    ),
    # The same value again, which changes nothing.
    "one of the same value": (
        program(bytes((0xD8, 0xAD, 0x50, 0x81, 0x8D, 0x50, 0x81)) + MARK), "$8150", False,
    ),
    # lda #$50, sta $f0, lda #$81, sta $f1, ldy #0, sta ($f0),y
    "one through a pointer": (
        program(bytes((0xD8, 0xA9, 0x50, 0x85, 0xF0, 0xA9, 0x81, 0x85, 0xF1, 0xA0, 0, 0x91, 0xF0))
                + MARK), "$8150", False,
    ),
    "inc of its own byte": (program(bytes((0xD8, 0xEE, 0x50, 0x81)) + MARK), "$8150", False),
    "one before decimal mode ends": (
        program(bytes((0x8D, 0x00, 0x90, 0xD8)) + MARK), "$9000", False,
    ),
    "one into the stack of its caller": (
        program(bytes((0xD8, 0x8D, 0x80, 0x01)) + MARK), "$0180", False,
    ),
    "decimal mode that never ends": (program(MARK), "", False),
    # lda #<, sta $2010, lda #>, sta $2011, jmp ($2010)
    "a computed jump to code that no other jump names": (
        program(bytes((0xD8, 0xA9, 0x00, 0x8D, 0x10, 0x20, 0xA9, 0x81, 0x8D, 0x11, 0x20, 0x6C,
                       0x10, 0x20)), (BEHIND, MARK)), "", True,
    ),
    # lda #>, pha, lda #<, pha, rts
    "a return to an address that was pushed": (
        program(bytes((0xD8, 0xA9, 0x80, 0x48, 0xA9, 0xFF, 0x48, 0x60)), (BEHIND, MARK)), "", True,
    ),
    # ldx #5, lda $8100,x, sta $2100,x, dex, bpl, jmp $2100
    "code in data": (
        program(bytes((0xD8, 0xA2, 5, 0xBD, 0, 0x81, 0x9D, 0, 0x21, 0xCA, 0x10, 0xF7, 0x4C, 0,
                       0x21)), (BEHIND, MARK)), "", True,
    ),
    # lda #>, pha, lda #<, pha, php, rti
    "a return from an interrupt": (
        program(bytes((0xD8, 0xA9, 0x81, 0x48, 0xA9, 0x00, 0x48, 0x08, 0x40)), (BEHIND, MARK)), "",
        True,
    ),
    # lda #9, clc, adc #1, sta $2001 in decimal mode, cld
    "decimal mode": (
        program(bytes((0xF8, 0xA9, 9, 0x18, 0x69, 1, 0x8D, 1, 0x20, 0xD8)) + MARK), "", True,
    ),
    "an endless loop": (program(bytes((0xD8, 0x4C, 0x01, 0x80))), "did not end", False),
    "an endless loop of returns": (
        program(bytes((0xD8, 0x20, 0x00, 0x81, 0x4C, 0x01, 0x80)), (BEHIND, b"\x60")),
        "did not end", False,
    ),
    "no instruction": (program(bytes((0xD8, 0x02))), "illegal instruction, $02 at $8001", True),
    "another stack pointer": (
        program(bytes((0xD8, 0x68, 0xAA, 0x68, 0xA8, 0x48, 0x98, 0x48, 0x8A, 0x48, 0x98, 0x48, 0x8A,
                       0x48, 0x60))), "another stack pointer", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_what_a_machine_would_do_is_done_and_what_is_not_allowed_is_found(
    name: str, folder: Path
) -> None:
    image, complaint, is_left = PLANTED[name]
    writable = frozenset((*range(0x100), *range(0x2000, 0x3000), *range(BLOCK, BLOCK + 7)))
    code = Code(image, START, (START,), writable)
    (_, interpreter), (machine, quick) = runners(code, folder, (START,))
    expected, given = outcome(interpreter, bytes(7)), outcome(quick, bytes(7))
    assert given == expected
    if complaint:
        assert isinstance(given, str) and complaint in given
    else:
        assert isinstance(given, bytes) and machine.memory[0x2000] == 0x77
    assert bool(quick.left.times) == is_left


def patched(change: Callable[[bytearray], None] = lambda _image: None) -> Code:
    """Code that jumps to one of three stores and returns behind it: the operand of the jump and the
    opcode behind the store are patched."""
    # lda low of the request, sta jump, lda #$60, ldx, sta store,x, lda #$77, jsr, lda #$8d, sta
    text = bytes(
        (0xD8, 0xAD, 0x00, 0x04, 0x8D, 0x81, 0x80, 0xAE, 0x01, 0x04, 0xA9, 0x60, 0x9D, 0x00, 0x81)
        + (0xA9, 0x77, 0x20, 0x80, 0x80, 0xAE, 0x01, 0x04, 0xA9, 0x8D, 0x9D, 0x00, 0x81, 0x60)
    )
    image = bytearray(program(text, (0x8080, b"\x4c\x00\x81")))
    for row in range(4):
        image[0x100 + 3 * row : 0x103 + 3 * row] = bytes((0x8D, row, 0x20))
    image[0x10C] = 0x60
    change(image)
    operands, opcodes = frozenset((0x8081, 0x8082)), frozenset((0x8103, 0x8106, 0x8109))
    writable = frozenset((*range(0x2000, 0x3000), *range(BLOCK, BLOCK + 7))) | operands | opcodes
    return Code(bytes(image), START, (START,), writable, operands, opcodes)


def test_declared_patches_are_run_without_the_interpreter(folder: Path) -> None:
    (_, interpreter), (machine, quick) = runners(patched(), folder, (START,))
    for first, behind in ((0, 3), (0, 9), (3, 6), (6, 9)):
        request = bytes((first, behind, 0, 0, 0, 0, 0))
        machine.memory[0x2000:0x2004] = bytes(4)
        expected, given = outcome(interpreter, request), outcome(quick, request)
        rows = range(first // 3, behind // 3)
        assert bytes(machine.memory[0x2000:0x2004]) == bytes(0x77 * (n in rows) for n in range(4))
        assert isinstance(given, bytes) and isinstance(expected, bytes)
        assert given[0x8000:] == expected[0x8000:] and not quick.left.times


@pytest.mark.parametrize(
    ("jump", "target"),
    [
        # jmp ($2010), whose low byte becomes $12: there is the address of the second store
        (b"\x6c\x10\x20", 0x8081),
        # jmp $8100, whose high byte becomes $82
        (b"\x4c\x00\x81", 0x8082),
        # beq, whose distance becomes that of the second store
        (b"\xf0\x05\x00", 0x8081),
    ],
    ids=["jmp (absolute)", "jmp by its high byte", "branch"],
)  # fmt: skip
def test_a_patched_target_is_never_taken_from_the_image(
    jump: bytes, target: int, folder: Path
) -> None:
    new = {0x6C: 0x12, 0x4C: 0x82, 0xF0: 0x0D}[jump[0]]
    # lda, sta of the pointers at $2010 and $2012, lda new, sta target, lda #0
    pointers = b"".join(
        bytes((0xA9, value, 0x8D, 0x10 + at, 0x20))
        for at, value in enumerate((0x00, 0x81, 0x00, 0x82))
    )
    text = b"\xd8" + pointers + bytes((0xA9, new, 0x8D, target & 0xFF, 0x80, 0xA9, 0))
    stores = bytes((0xA9, 1, 0x8D, 0, 0x20, 0x60)), bytes((0xA9, 2, 0x8D, 0, 0x20, 0x60))
    image = program(
        text + b"\x4c\x80\x80",
        (0x8080, jump), (0x8087, stores[0]), (0x808F, stores[1]),
        (0x8100, stores[0]), (0x8200, stores[1]),
    )  # fmt: skip
    patched_operands = frozenset((target,))
    code = Code(
        image, START, (START, 0x8087, 0x808F, 0x8100, 0x8200),
        frozenset((*range(0x2000, 0x2100), *patched_operands)), patched_operands,
    )  # fmt: skip
    for machine, runner in runners(code, folder, (START,)):
        assert isinstance(outcome(runner, bytes(7)), bytes)
        assert machine.memory[0x2000] == 2


def test_a_patched_opcode_that_is_neither_is_left_to_the_interpreter(folder: Path) -> None:
    def stores_nop(image: bytearray) -> None:
        image[11] = 0xEA

    (_, interpreter), (_, quick) = runners(patched(stores_nop), folder, (START,))
    request = bytes((0, 3, 0, 0, 0, 0, 0))
    outcome(interpreter, request)
    outcome(quick, request)
    assert quick.left.times == 1 and quick.left.address == 0x8103


def test_a_patch_that_stays_is_found(folder: Path) -> None:
    """An opcode that is not put back would be there for the next dungeon."""

    def keeps_rts(image: bytearray) -> None:
        image[24] = 0x60

    (_, interpreter), (_, quick) = runners(patched(keeps_rts), folder, (START,))
    request = bytes((0, 3, 0, 0, 0, 0, 0))
    expected, given = outcome(interpreter, request), outcome(quick, request)
    assert given == expected == "changed its own byte at $8103"


def test_a_byte_that_may_be_written_is_not_translated() -> None:
    code = patched()
    undeclared = Code(code.image, START, code.entries, code.writable)
    label = f"L{0x8103}:"
    assert label in recompiled(code) and label not in recompiled(undeclared)


def test_a_call_left_by_recompiled_code_says_where(folder: Path) -> None:
    image, _, _ = PLANTED["a return to an address that was pushed"]
    code = Code(image, START, (START,), frozenset(range(0x2000, 0x3000)))
    _, (_, quick) = runners(code, folder, (START,))
    outcome(quick, bytes(7))
    assert (quick.left.address, quick.left.jump) == (BEHIND, START + 7)
