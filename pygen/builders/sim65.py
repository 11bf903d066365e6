"""A program's own code as a builder of many dungeons, on a simulated 6502 with no C64 around it.

The program file is started as on a C64: it relocates itself, and its start-up code runs. Three of
its bytes are changed in memory: `main` begins with a jump to a driver above the program.
The driver calls the harness's function for each request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygen.base.files import source_files
from pygen.base.project import PROJECT
from pygen.builders.base import Route, identity_of
from pygen.builders.simulated import DRIVER, SimulatedBuilder
from pygen.compilers.base import BuildResult, Compiler
from pygen.compilers.building import Program
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import FLAG_STATISTICS, mailbox
from pygen.emulators.sim65 import Sim65, word
from pygen.spec import Spec, floor_digest

ENTRY = "harness_build_one"


class Sim65Builder(SimulatedBuilder):
    """A program that builds dungeons in sim65."""

    # The program relocates itself and clears its variables.
    cycles_to_start = 5_000_000

    def __init__(self, program: Program, simulator: Sim65 | None = None) -> None:
        """Raises ToolMissing if sim65 is not on this machine."""
        self.program = program
        self.spec = program.spec
        self.simulator = simulator or find_sim65(program.compiler)

    @property
    def name(self) -> str:
        return self.program.compiler.name

    @property
    def program_name(self) -> str:
        return "/".join(self.program.result.prg.parts[-3:])

    def _pieces(self, driver: bytes) -> tuple[Mapping[int, bytes], int]:
        return with_driver(self.program.result, driver)

    def _before(self) -> bytes:
        box = mailbox(self.spec)
        return _cleared(box.magic, box.end - box.magic)

    def _arguments(self) -> tuple[int, int, int]:
        box = mailbox(self.spec)
        return box.seed, box.seed + 1, box.floor

    def _building(self, dungeon: str) -> bytes:
        box = mailbox(self.spec)
        number = self.spec.program.dungeons.index(dungeon)
        code = bytes([0xA9, number, 0x8D, *word(box.dungeon)])
        code += bytes([0xA9, FLAG_STATISTICS, 0x8D, *word(box.flags)])
        return code + bytes([0x20, *word(self.program.result.labels[ENTRY])])


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
            PROJECT / "pygen" / "builders" / "simulated.py",
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
