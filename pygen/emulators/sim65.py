"""sim65, the simulator of cc65: a bare 6502 that runs a program from start to end.

It is about thirty times as fast as VICE, but it cannot be halted or inspected: a program has to
write its results to standard output itself, with the calls below. All 64 KiB are RAM; there are no
chips, no ROM and no interrupts, and cycles are not exact. The file format and the calls at $FFF7
and $FFF9 are described in sim65's documentation.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.base.processes import OwnedProcess
from pygen.base.running import run_tool
from pygen.base.temporary import temporary_folder

WRITE = 0xFFF7
EXIT = 0xFFF9
LOAD_ADDRESS = 0x0100
MEMORY_END = 0xFFF0
ARGUMENTS_POINTER = 0x00
"""Zero page address of the pointer to a call's arguments: $00 and $01, which no C64 program uses as
memory."""

STARTUP = 0xFFC0
"""Address of the code that prepares the processor and then jumps to the program."""
INITIAL_BYTE = 0xA5
"""Initial content of all memory, so that programs that rely on zeros fail."""

# A lower bound for the simulator's speed on any machine in use.
_CYCLES_A_SECOND = 20_000_000
_SECONDS_TO_START = 60.0

_ENDINGS = {
    126: "did not end within its limit of cycles",
    255: "did not end within its limit of cycles",
    127: "reached an illegal instruction",
    254: "reached an illegal instruction",
}
"""By exit status: 126 and 127 are from sim65 2.19, the others from newer versions."""


def word(value: int) -> bytes:
    """Two bytes, low byte first."""
    return value.to_bytes(2, "little")


def write_call(address: int, start: int, length: int, pointer: int = ARGUMENTS_POINTER) -> bytes:
    """Machine code for `address` that writes `length` bytes from `start` to standard output.

    It overwrites the two bytes at `pointer` in zero page; `run` must get the same `pointer`.
    """
    arguments = address + 18
    code = bytes(
        [0xA9, arguments & 0xFF, 0x85, pointer]       # lda #<arguments, sta
        + [0xA9, arguments >> 8, 0x85, pointer + 1]   # lda #>arguments, sta
        + [0xA9, length & 0xFF, 0xA2, length >> 8]              # lda #<length, ldx #>length
        + [0x20, *word(WRITE)]                                  # jsr write
        + [0x4C, *word(arguments + 4)]                          # jmp behind the arguments
    )  # fmt: skip
    return code + word(start) + word(1)


def exit_call() -> bytes:
    """Machine code that ends the program with status 0."""
    return bytes([0xA9, 0x00, 0x4C, *word(EXIT)])  # lda #0, jmp exit


@dataclass(frozen=True)
class Sim65:
    """The simulator as it is installed on this machine."""

    path: Path
    version: str

    @classmethod
    def find(cls, beside: Path | None = None) -> Sim65:
        """sim65 in the folder `beside`, else on PATH. Raises ToolMissing if there is none."""
        neighbour = beside / "sim65" if beside else None
        is_there = neighbour is not None and os.access(neighbour, os.X_OK)
        path = str(neighbour) if is_there else shutil.which("sim65")
        if path is None:
            raise ToolMissing(
                "sim65 was not found", "It comes with cc65: Debian, Ubuntu: apt-get install cc65."
            )
        output = run_tool([path, "--version"], None, 20.0).output
        version = re.search(r"V(\S.*)", output)
        return cls(Path(path), version.group(1).strip() if version else "of unknown version")

    def __str__(self) -> str:
        return f"sim65 {self.version}"

    def run(
        self,
        pieces: Mapping[int, bytes],
        start: int,
        cycle_limit: int,
        pointer: int = ARGUMENTS_POINTER,
    ) -> Output:
        """Load `pieces` (bytes by address) and run from `start` until the program ends itself.

        `cycle_limit` is in cycles. `pointer` is the zero page address of the pointer to the
        arguments of its calls.

        Whatever the program does is no error here: the output says how it ended. Raises
        EmulatorFailed if the simulator cannot be started or hangs, or files cannot be written, and
        ValueError for pieces outside the memory that can be loaded.
        """
        try:
            with (
                temporary_folder() as folder,
                tempfile.TemporaryFile() as output,
            ):
                file = folder / "memory.sim65"
                file.write_bytes(_memory_file(pieces, start, pointer))
                command = [str(self.path), "-x", str(cycle_limit), str(file)]
                process = OwnedProcess(command, folder, os.environ, output)
                try:
                    seconds = _SECONDS_TO_START + cycle_limit / _CYCLES_A_SECOND
                    status, log = process.status(seconds), process.log_tail(2)
                finally:
                    process.end()
                if status is None:
                    raise EmulatorFailed(f"{self}: did not finish within {seconds:.0f} seconds")
                output.seek(0)
                return Output(output.read(), status, log)
        except OSError as error:
            raise EmulatorFailed(
                f"{self}: its files cannot be written: {error.strerror}",
                f"They are in {tempfile.gettempdir()}; is the disk full?",
            ) from error


@dataclass(frozen=True)
class Output:
    """What a program wrote, its exit status (0 is success), and the end of the simulator's log."""

    data: bytes
    status: int
    log: str

    @property
    def ending(self) -> str:
        """How it ended, in words; "" for success."""
        if self.status == 0:
            return ""
        if self.status in _ENDINGS:
            return _ENDINGS[self.status]
        killed = f"signal {-self.status}" if self.status < 0 else f"status {self.status}"
        return f"the simulator ended with {killed} {self.log}".strip()


def _memory_file(pieces: Mapping[int, bytes], start: int, pointer: int) -> bytes:
    memory = bytearray([INITIAL_BYTE]) * MEMORY_END
    for address, data in pieces.items():
        if address < LOAD_ADDRESS or address + len(data) > STARTUP:
            raise ValueError(
                f"{len(data)} bytes at {address:#06x} are outside the memory that can be loaded"
            )
        memory[address : address + len(data)] = data
    # Zero page cannot be loaded, so code fills it. The stack pointer and decimal flag get values
    # that no program expects.
    startup = bytes(
        [0xA2, 0x7F, 0x9A, 0xF8]                    # ldx #$7f, txs, sed
        + [0xA2, 0x00, 0xA9, INITIAL_BYTE]                  # ldx #$00, lda #INITIAL_BYTE
        + [0x95, 0x00, 0xE8, 0xD0, 0xFB]            # sta $00,x, inx, bne back to sta
        + [0x4C, *word(start)]                      # jmp start
    )  # fmt: skip
    memory[STARTUP : STARTUP + len(startup)] = startup
    header = b"sim65" + bytes([2, 0, pointer]) + word(LOAD_ADDRESS) + word(STARTUP)
    return header + memory[LOAD_ADDRESS:]
