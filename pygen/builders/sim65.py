"""A program's own code as a builder of many dungeons, on a simulated 6502 with no C64 around it.

The program file is started as on a C64: it relocates itself, and its start-up code runs. Three of
its bytes are changed in memory: `main` begins with a jump to a driver above the program.
The driver calls the harness's function for each request, and writes the compared regions to
standard output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.base.files import source_files
from pygen.base.project import PROJECT
from pygen.builders.base import Builder, Built, Route, bytes_of_each, identity_of
from pygen.compilers.base import BuildResult, Compiler
from pygen.compilers.building import Program
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import FLAG_STATISTICS, mailbox
from pygen.emit.regions import compared_regions, split_regions
from pygen.emulators.sim65 import STARTUP, Output, Sim65, exit_call, word, write_call
from pygen.engine.request import Request
from pygen.spec import Spec, floor_digest

DRIVER = 0xE000
"""First address of the driver: programs end below $D000, where the C64's chips are."""

ENTRY = "harness_build_one"
REQUEST_BYTES = 18
"""Bytes of the driver for each request."""
MOST_REQUESTS = 384
"""Requests of one run."""

# Limits: the spec's seconds for each dungeon on a PAL machine, and ample time for the start.
CYCLES_A_SECOND = 985_248
CYCLES_TO_START = 5_000_000


class Sim65Builder(Builder):
    """A program that builds dungeons in sim65. It cannot be stopped after a phase."""

    def __init__(self, program: Program, simulator: Sim65 | None = None) -> None:
        """Raises ToolMissing if sim65 is not on this machine."""
        self.program = program
        self.spec = program.spec
        self.simulator = simulator or find_sim65(program.compiler)

    @property
    def name(self) -> str:
        return self.program.compiler.name

    def build(self, request: Request) -> Built:
        """As `Builder.build`; cycles are not counted."""
        regions = compared_regions(self.spec, request.dungeon)
        return Built(split_regions(regions, self.build_many([request])), {})

    def build_many(self, requests: Sequence[Request]) -> bytes:
        parts = [requests[at : at + MOST_REQUESTS] for at in range(0, len(requests), MOST_REQUESTS)]
        return b"".join(self._run(part) for part in parts)

    def _run(self, requests: Sequence[Request]) -> bytes:
        driver = self._driver(requests)
        pieces, entry = with_driver(self.program.result, driver)
        each = self.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        output = self.simulator.run(pieces, entry, CYCLES_TO_START + each * len(requests))
        size = bytes_of_each(self.spec, requests[0].dungeon)
        if output.status or len(output.data) != size * len(requests):
            program = _short(self.program.result.prg)
            raise failure(self.name, self.simulator, requests, output, size, program)
        return output.data

    def _driver(self, requests: Sequence[Request]) -> bytes:
        """Code that clears the mailbox, builds each request's dungeon, and exits."""
        box = mailbox(self.spec)
        code = _cleared(box.magic, box.end - box.magic)
        one = DRIVER + len(code) + REQUEST_BYTES * len(requests) + len(exit_call())
        for request in requests:
            for address, value in (
                (box.seed, request.seed & 0xFF),
                (box.seed + 1, request.seed >> 8),
                (box.floor, request.floor - 1),
            ):
                code += bytes([0xA9, value, 0x8D, *word(address)])  # lda #value, sta address
            code += bytes([0x20, *word(one)])  # jsr one
        code += exit_call() + self._one(requests[0].dungeon, one)
        if DRIVER + len(code) > STARTUP:
            raise ValueError(f"{len(requests)} requests are too many for one run")
        return code

    def _one(self, dungeon: str, address: int) -> bytes:
        """A subroutine at `address` that builds the dungeon and writes its regions."""
        box = mailbox(self.spec)
        number = self.spec.program.dungeons.index(dungeon)
        code = bytes([0xA9, number, 0x8D, *word(box.dungeon)])
        code += bytes([0xA9, FLAG_STATISTICS, 0x8D, *word(box.flags)])
        code += bytes([0x20, *word(self.program.result.labels[ENTRY])])
        for start, length in compared_regions(self.spec, dungeon).values():
            code += write_call(address + len(code), start, length)
        return code + bytes([0x60])


def failure(
    name: str,
    simulator: Sim65,
    requests: Sequence[Request],
    output: Output,
    size: int,
    program: str,
) -> EmulatorFailed:
    """Why a run for `requests`, with `size` bytes for each, did not write them all.

    `name` is that of the builder, `program` says what was simulated.
    """
    done = len(output.data) // size
    if not output.status:
        return EmulatorFailed(
            f"{simulator}: {done} of {len(requests)} dungeons were written",
            "Is the disk with the temporary files full?",
        )
    where = str(requests[done]) if done < len(requests) else f"{requests[0].dungeon}, its end"
    kind = EmulatorLost if output.status < 0 else EmulatorFailed
    return kind(
        f"{name}, {where}: the program {output.ending}",
        f"Simulated by {simulator} from {program}.",
    )


@dataclass(frozen=True)
class Sim65Route(Route):
    """A compiler's program in sim65. `label`, if given, is its name instead of the compiler's."""

    program: Program
    simulator: Sim65
    label: str = ""

    @property
    def spec(self) -> Spec:  # type: ignore[override]
        return self.program.spec

    @property
    def name(self) -> str:
        return self.label or self.program.compiler.name

    def open(self) -> Sim65Builder:
        return Sim65Builder(self.program, self.simulator)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the program itself, the simulator, and the code that drives them."""
        files = [
            self.program.result.prg,
            self.program.result.label_file,
            self.simulator.path,
            PROJECT / "pygen" / "builders" / "sim65.py",
            *source_files(PROJECT / "pygen" / "emulators", "*.py"),
        ]
        return identity_of([str(self.simulator), floor_digest(self.spec, dungeon, floor)], files)


def find_sim65(compiler: Compiler) -> Sim65:
    """sim65: the one beside cc65 if that is the compiler, else the one on PATH. Raises ToolMissing
    if there is none."""
    return Sim65.find(compiler.path.parent if compiler.name == "cc65" else None)


def _cleared(start: int, length: int) -> bytes:
    """Code that sets up to 256 bytes of memory to 0."""
    return bytes(
        [0xA9, 0x00, 0xA2, length & 0xFF]           # lda #0, ldx #length
        + [0xCA, 0x9D, *word(start), 0xE0, 0x00]    # dex, sta start,x, cpx #0
        + [0xD0, 0xF8]                              # bne back to dex
    )  # fmt: skip


def with_driver(result: BuildResult, driver: bytes) -> tuple[dict[int, bytes], int]:
    """The bytes of a program and a driver by their first addresses, and the entry address.

    The program starts as it always does, but `main` begins with a jump to the driver.
    """
    prg = bytearray(result.prg.read_bytes())
    address, entry = load_address_and_entry(bytes(prg))
    main = len(prg) - len(result.image) + result.labels["main"] - result.image_start
    prg[main : main + 3] = bytes([0x4C, *word(DRIVER)])
    return {address: bytes(prg[2:]), DRIVER: driver}, entry


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
