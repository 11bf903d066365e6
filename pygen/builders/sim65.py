"""Many dungeons by the release program's own code, on a simulated 6502 without a machine around it.

The program file is started as on a C64: it moves itself to its place, and its start-up code runs.
Three of its bytes are changed in memory: `main` begins with a jump to a driver above the program.
That calls the same function as parity's harness does for each seed, and writes the parity regions
to standard output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.builders.vice import Built
from pygen.compilers.base import BuildResult
from pygen.compilers.building import Program
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import FLAG_STATISTICS, mailbox
from pygen.emit.regions import parity_places, split_regions
from pygen.emulators.sim65 import POWER_ON, Output, Sim65, exit_call, word, write_call
from pygen.spec import Spec

DRIVER = 0xE000
"""First address of the driver: programs end below $D000, and the chips of a C64 are between."""

ENTRY = "harness_build_one"
MOST_SEEDS = 512
"""Seeds of one run; the driver has 13 bytes for each of them."""

# What a dungeon may take: the spec's seconds on a PAL machine, and much for the program's start.
CYCLES_A_SECOND = 985_248
CYCLES_TO_START = 5_000_000


class BatchMachine:
    """A program that builds dungeons in sim65."""

    def __init__(self, program: Program, simulator: Sim65 | None = None) -> None:
        """Raises ToolMissing if sim65 is not on this machine."""
        self.program = program
        self.spec: Spec = program.spec
        beside = program.compiler.path.parent if program.compiler.name == "cc65" else None
        self.simulator = simulator or Sim65.find(beside)

    @property
    def name(self) -> str:
        return self.program.compiler.name

    def build(self, dungeon: str, seed: int) -> Built:
        """One dungeon; cycles are not counted. Raises EmulatorFailed as `build_many` does."""
        places = parity_places(self.spec, dungeon)
        return Built(split_regions(places, self.build_many(dungeon, [seed])), {})

    def build_many(self, dungeon: str, seeds: Sequence[int]) -> bytes:
        """The parity regions of each seed's dungeon, all one behind the other.

        Raises EmulatorFailed, with the seed, when the program hangs or crashes.
        """
        parts = [seeds[at : at + MOST_SEEDS] for at in range(0, len(seeds), MOST_SEEDS)]
        return b"".join(self._run(dungeon, part) for part in parts)

    def phases(self, dungeon: str, seed: int) -> Iterator[tuple[str, dict[str, bytes]]]:
        """Nothing: a simulated program cannot be stopped in between."""
        return iter(())

    def _run(self, dungeon: str, seeds: Sequence[int]) -> bytes:
        driver = self._driver(dungeon, seeds)
        pieces, entry = with_driver(self.program.result, driver)
        each = self.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        output = self.simulator.run(pieces, entry, CYCLES_TO_START + each * len(seeds))
        size = sum(length for _, length in parity_places(self.spec, dungeon).values())
        if output.status or len(output.data) != size * len(seeds):
            raise self._failure(dungeon, seeds, output, size)
        return output.data

    def _driver(self, dungeon: str, seeds: Sequence[int]) -> bytes:
        """Empty the mailbox; for each seed put it there and call; at the end exit."""
        box = mailbox(self.spec)
        seed_at = box.seed
        code = _cleared(box.magic, box.end - box.magic)
        one = DRIVER + len(code) + 13 * len(seeds) + len(exit_call())
        code += b"".join(
            bytes([0xA9, seed & 0xFF, 0x8D, *word(seed_at)])        # lda #, sta seed
            + bytes([0xA9, seed >> 8, 0x8D, *word(seed_at + 1)])    # lda #, sta seed + 1
            + bytes([0x20, *word(one)])                             # jsr one
            for seed in seeds
        )  # fmt: skip
        code += exit_call() + self._one(dungeon, one)
        if DRIVER + len(code) > POWER_ON:
            raise ValueError(f"{len(seeds)} seeds are too many for one run")
        return code

    def _one(self, dungeon: str, address: int) -> bytes:
        """A subroutine at `address` that builds the dungeon and writes its regions."""
        box = mailbox(self.spec)
        number = self.spec.program.dungeons.index(dungeon)
        code = bytes([0xA9, number, 0x8D, *word(box.dungeon)])
        code += bytes([0xA9, FLAG_STATISTICS, 0x8D, *word(box.flags)])
        code += bytes([0x20, *word(self.program.result.labels[ENTRY])])
        for start, length in parity_places(self.spec, dungeon).values():
            code += write_call(address + len(code), start, length)
        return code + bytes([0x60])

    def _failure(
        self, dungeon: str, seeds: Sequence[int], output: Output, size: int
    ) -> EmulatorFailed:
        done = len(output.data) // size
        if not output.status:
            return EmulatorFailed(
                f"{self.simulator}: {done} of {len(seeds)} dungeons were written",
                "Is the disk full where temporary files go?",
            )
        where = f"seed {seeds[done]}" if done < len(seeds) else "its end"
        return EmulatorFailed(
            f"{self.name}, {dungeon}, {where}: the program {output.ending}",
            f"Simulated by {self.simulator} from {_short(self.program.result.prg)}.",
        )


def _cleared(start: int, length: int) -> bytes:
    """Code that sets up to 256 bytes of memory to 0."""
    return bytes(
        [0xA9, 0x00, 0xA2, length & 0xFF]           # lda #0, ldx #length
        + [0xCA, 0x9D, *word(start), 0xE0, 0x00]    # dex, sta start,x, cpx #0
        + [0xD0, 0xF8]                              # bne back to dex
    )  # fmt: skip


def with_driver(result: BuildResult, driver: bytes) -> tuple[dict[int, bytes], int]:
    """What of a program and a driver lies where in memory, and where to start.

    The program starts as it always does, but `main` begins with a jump to the driver.
    """
    prg = bytearray(result.prg.read_bytes())
    address, entry = load_address_and_entry(bytes(prg))
    main = len(prg) - len(result.image) + result.labels["main"] - result.image_start
    prg[main : main + 3] = bytes([0x4C, *word(DRIVER)])
    return {address: bytes(prg[2:]), DRIVER: driver}, entry


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
