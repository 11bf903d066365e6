"""A program in an emulated C64 as a builder: requests go through the mailbox."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pygen.base.errors import EmulatorFailed
from pygen.base.files import source_files
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.builders.base import Builder, Built, Route, identity_of
from pygen.compilers.built import BuiltProgram
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import (
    ENTRY_BUILT,
    ENTRY_MEASURING,
    FLAG_SCREEN_ON,
    FLAG_STATISTICS,
    Mailbox,
    mailbox,
)
from pygen.emit.memory_regions import compared_regions
from pygen.emulators.base import Emulator
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.vice import Vice
from pygen.engine.random.request import Request
from pygen.spec import Spec, floor_digest
from pygen.spec.memory_layout import MAGIC

MachineBuilder = TypeVar("MachineBuilder", bound=Builder)

# The program relocates itself and clears its variables before it reads requests.
START_SECONDS = 30.0

WHOLE = "all"
"""The name for the cycles of all phases together."""

# The longest text of an assertion that is shown.
ASSERTION_BYTES = 80


class ViceBuilder(Builder):
    """A running emulator with a program that serves the mailbox."""

    def __init__(
        self,
        emulator: Emulator,
        program: BuiltProgram,
        screen_on: bool = False,
        is_started: bool = False,
    ) -> None:
        """Load the program file as it ships and run it until it reads its mailbox.

        With `is_started`, the program is already halted where it reads its mailbox.
        """
        self.emulator = emulator
        self.program = program
        self.spec: Spec = program.spec
        self.mailbox: Mailbox = mailbox(self.spec)
        self._flags = FLAG_SCREEN_ON if screen_on else 0
        if is_started:
            return
        prg = program.result.prg.read_bytes()
        address, entry = load_address_and_entry(prg)
        emulator.load(address, prg[2:])
        emulator.run_until_store(self.mailbox.command, START_SECONDS, start=entry)

    @property
    def name(self) -> str:
        return self.program.compiler.name

    def _send(self, request: Request, statistics: bool) -> None:
        """Put a request into the mailbox."""
        number = self.program.selection.dungeons.index(request.dungeon)
        flags = self._flags | (FLAG_STATISTICS if statistics else 0)
        self.emulator.write(self.mailbox.floor, bytes((request.floor - 1,)))
        seed = request.seed
        data = bytes((*MAGIC, 1, number, seed & 0xFF, seed >> 8, flags, 0))
        self.emulator.write(self.mailbox.magic, data)

    def build(self, request: Request, statistics: bool = True) -> Built:
        """As `Builder.build`. The program does not see the phases of its modules, so the cycles are
        those of all phases together. Without `statistics` the tiles are not counted, which saves
        time.

        Raises EmulatorFailed if it takes longer than the spec allows or the emulator fails.
        """
        self._send(request, statistics)
        limit = self.spec.emulator.seconds_per_dungeon
        self.emulator.run_until_store(self.mailbox.command, limit)
        require_assertions(self.emulator, self.mailbox.assertion, "program")
        return Built(self.regions(request.dungeon), {WHOLE: self._cycles()})

    def regions(self, dungeon: str) -> dict[str, bytes]:
        """The current bytes of the dungeon's compared regions."""
        regions = compared_regions(self.spec, dungeon)
        return {name: self.emulator.read(*region) for name, region in regions.items()}

    def _cycles(self) -> int:
        """The cycles of the last dungeon, without the cycles of measuring them."""
        data = self.emulator.read(self.mailbox.cycles, 4 * self.mailbox.cycles_entries)
        measuring, built = (
            int.from_bytes(data[4 * entry : 4 * entry + 4], "little")
            for entry in (ENTRY_MEASURING, ENTRY_BUILT)
        )
        return built - measuring

    def close(self) -> None:
        self.emulator.close()


def require_assertions(emulator: Emulator, pointer: int, what: str) -> None:
    """Raise EmulatorFailed if an assertion of the running program or module failed: then the two
    bytes at `pointer` are the address of its text, not 0."""
    address = int.from_bytes(emulator.read(pointer, 2), "little")
    if address:
        text = emulator.read(address, ASSERTION_BYTES).split(b"\0")[0].decode("latin-1")
        raise EmulatorFailed(
            f"an assertion of the {what} failed: {text}",
            "Only the dev profile checks assertions; a release assumes that they hold.",
        )


def start_vice(
    program: BuiltProgram, screen_on: bool = False, build_folder: Path = BUILD_FOLDER
) -> ViceBuilder:
    """A machine in VICE with `program`, on the project's ROM stub. The caller must close it.

    Raises ToolMissing without VICE or an assembler, EmulatorFailed if it does not start.
    """
    return start_on_stub(
        program.spec, lambda machine: ViceBuilder(machine, program, screen_on), build_folder
    )


def start_on_stub(
    spec: Spec, make: Callable[[Emulator], MachineBuilder], build_folder: Path
) -> MachineBuilder:
    """The builder that `make` creates from a machine in VICE on the project's ROM stub. The machine
    is closed if that fails.

    Raises as `start_vice` does.
    """
    emulator = Vice(
        build_rom_stub(build_folder / "rom_stub"),
        executable=spec.emulator.path or "",
        ntsc=spec.emulator.standard == "ntsc",
    )
    try:
        emulator.start()
        return make(emulator)
    except BaseException:
        emulator.close()
        raise


@dataclass(frozen=True)
class ViceRoute(Route):
    """A program in VICE, with the screen dark or on."""

    program: BuiltProgram
    screen_on: bool = False
    build_folder: Path = BUILD_FOLDER

    @property
    def spec(self) -> Spec:  # type: ignore[override]
        return self.program.spec

    @property
    def name(self) -> str:
        return self.program.compiler.name

    def open(self) -> ViceBuilder:
        return start_vice(self.program, self.screen_on, self.build_folder)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the program itself, and the code that controls it."""
        files = [
            self.program.result.prg,
            PROJECT / "pygen" / "builders" / "vice.py",
            *source_files(PROJECT / "pygen" / "emulators", "*.py"),
        ]
        return identity_of([floor_digest(self.spec, dungeon, floor), str(self.screen_on)], files)
