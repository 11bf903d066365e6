"""A C64 with the program in it, as somebody who asks it for dungeons through the mailbox."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pygen.base.errors import EmulatorFailed
from pygen.base.project import BUILD_FOLDER
from pygen.compilers.building import Program
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import FLAG_SCREEN_ON, FLAG_STATISTICS, MAGIC, Mailbox, mailbox
from pygen.emit.regions import parity_places
from pygen.emulators.base import Emulator
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.vice import Vice
from pygen.kinds import phase_names
from pygen.spec import Spec

# The program moves itself to its place and clears its variables before it looks for letters.
START_SECONDS = 30.0

# The longest text of an assertion that is told.
ASSERTION_BYTES = 80


@dataclass(frozen=True)
class Built:
    """A dungeon that the machine has built: its bytes by region, and the cycles of each phase."""

    regions: dict[str, bytes]
    phase_cycles: dict[str, int]

    @property
    def cycles(self) -> int:
        """Cycles of the whole generation, the measuring itself not counted."""
        return sum(self.phase_cycles.values())


class Builder(Protocol):
    """Whoever builds dungeons from our C: an emulated C64, or the machine we run on."""

    spec: Spec

    @property
    def name(self) -> str:
        """How reports call it."""

    def build(self, dungeon: str, seed: int) -> Built:
        """One dungeon."""

    def phases(self, dungeon: str, seed: int) -> Iterator[tuple[str, dict[str, bytes]]]:
        """One dungeon: the name of each phase and the regions' bytes after it, as far as they
        are written by then."""


class Machine:
    """A running emulator with a program that serves the mailbox."""

    def __init__(self, emulator: Emulator, program: Program, screen_on: bool = False) -> None:
        """Load the program file as it ships and run it until it looks into its mailbox."""
        self.emulator = emulator
        self.program = program
        self.spec: Spec = program.spec
        self.mailbox: Mailbox = mailbox(self.spec)
        self._flags = FLAG_SCREEN_ON if screen_on else 0
        self.floor = 1
        """Which floor (1..256) of those that hang on the seed is built next."""
        prg = program.result.prg.read_bytes()
        address, entry = load_address_and_entry(prg)
        emulator.load(address, prg[2:])
        emulator.run_until_store(self.mailbox.command, START_SECONDS, start=entry)

    @property
    def name(self) -> str:
        return self.program.compiler.name

    def _ask(self, dungeon: str, seed: int, statistics: bool) -> None:
        """Write a letter."""
        number = self.spec.program.dungeons.index(dungeon)
        flags = self._flags | (FLAG_STATISTICS if statistics else 0)
        self.emulator.write(self.mailbox.floor, bytes((self.floor - 1,)))
        letter = bytes((*MAGIC, 1, number, seed & 0xFF, seed >> 8, flags, 0))
        self.emulator.write(self.mailbox.magic, letter)

    def build(self, dungeon: str, seed: int, statistics: bool = True) -> Built:
        """Have one dungeon built.

        Raises EmulatorFailed if it takes longer than the spec allows or the emulator fails.
        """
        self._ask(dungeon, seed, statistics)
        limit = self.spec.emulator.seconds_per_dungeon
        self.emulator.run_until_store(self.mailbox.command, limit)
        self._check_assertion()
        return Built(self.regions(dungeon), self._phase_cycles(dungeon))

    def _check_assertion(self) -> None:
        low, high = self.emulator.read(self.mailbox.assertion, 2)
        if low or high:
            text = self.emulator.read(low | high << 8, ASSERTION_BYTES).split(b"\0")[0]
            raise EmulatorFailed(
                f"an assertion of the program failed: {text.decode('latin-1')}",
                "The dev profile asserts what a release takes for granted.",
            )

    def phases(self, dungeon: str, seed: int) -> Iterator[tuple[str, dict[str, bytes]]]:
        """Have one dungeon built, stopping after each phase: its name and the regions' bytes.

        The summary and the statistics are not written before the end and so are left out.
        """
        self._ask(dungeon, seed, statistics=False)
        limit = self.spec.emulator.seconds_per_dungeon
        names = ["start", *phase_names(self.spec.dungeons[dungeon].kind)]
        for number, name in enumerate(names):
            self.emulator.run_until_store(self.mailbox.phase, limit)
            if number == 0:
                continue
            regions = self.regions(dungeon)
            regions.pop("summary", None)
            regions.pop("statistics", None)
            labels = self.program.result.labels
            if {"random_low", "random_high"} <= labels.keys():
                regions["random"] = b"".join(
                    self.emulator.read(labels[key], 1) for key in ("random_low", "random_high")
                )
            yield name, regions
        self.emulator.run_until_store(self.mailbox.command, limit)

    def regions(self, dungeon: str) -> dict[str, bytes]:
        """The bytes of the parity regions that this dungeon has, as they are now."""
        places = parity_places(self.spec, dungeon)
        return {name: self.emulator.read(*place) for name, place in places.items()}

    def _phase_cycles(self, dungeon: str) -> dict[str, int]:
        data = self.emulator.read(self.mailbox.cycles, 4 * self.mailbox.cycles_entries)
        entries = [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]
        names = phase_names(self.spec.dungeons[dungeon].kind)
        return {name: entries[n + 1] - entries[0] for n, name in enumerate(names)}


@contextlib.contextmanager
def booted(
    program: Program, screen_on: bool = False, build_folder: Path = BUILD_FOLDER
) -> Iterator[Machine]:
    """A machine in VICE on our own ROM stub with `program` in it; ended when the block is left."""
    spec = program.spec
    roms = build_rom_stub(build_folder / "rom_stub")
    with Vice(
        roms,
        executable=spec.emulator.path or "",
        ntsc=spec.emulator.standard == "ntsc",
    ) as emulator:
        yield Machine(emulator, program, screen_on)
