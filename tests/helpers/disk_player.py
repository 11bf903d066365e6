"""The program as a person starts it: on a machine with ROMs, from a disk, by LOAD and RUN."""

from __future__ import annotations

import time
from collections.abc import Callable

from helpers.player import SECONDS, Player
from helpers.screen_codes import text_of

from pygen.compilers.built import BuiltProgram
from pygen.emit.mailbox import FLAG_PLAY
from pygen.emulators.roms import Roms
from pygen.spec.memory_layout import MAGIC

# Where the KERNAL keeps what was typed, and how much of it is not yet read.
TYPED, TYPED_COUNT, MOST_TYPED = 0x0277, 0xC6, 10
SCREEN = 0x0400


class DiskPlayer(Player):
    """Somebody who switches the machine on, with a disk in the drive, and types."""

    def __init__(self, program: BuiltProgram, roms: Roms, *arguments: str) -> None:
        super().__init__(program, roms, arguments=arguments)

    def __enter__(self) -> DiskPlayer:
        self.vice.__enter__()
        self._until_ready(1)
        return self

    def basic_text(self) -> str:
        codes = (code & 0x7F for code in self.vice.read(SCREEN, 1000))
        return text_of(codes)

    def _until_ready(self, times: int) -> None:
        self._until(lambda: self.basic_text().count("READY.") == times)

    def _until(self, what: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not what():
            assert time.monotonic() < deadline, self.basic_text()
            self.vice.resume()
            time.sleep(0.05)

    def type_in(self, text: str) -> None:
        """Type as fast as the machine takes it."""
        for at in range(0, len(text), MOST_TYPED):
            self._until(lambda: self.vice.read(TYPED_COUNT, 1) == b"\0")
            part = text[at : at + MOST_TYPED].encode("ascii")
            self.vice.write(TYPED, part)
            self.vice.write(TYPED_COUNT, bytes((len(part),)))

    def load_and_run(self, seed: int) -> None:
        """Load the program from the disk, and enter its first dungeon."""
        self.type_in('LOAD"UNDERCROFT",8,1\r')
        self._until_ready(2)
        self.type_in("RUN\r")
        self.vice.run_until_store(self.mailbox.command, SECONDS)
        self._begin(seed)

    def run_without_disk(self, seed: int) -> None:
        """The same for a program that is in memory already."""
        prg = self.program.result.prg.read_bytes()
        self.vice.load(prg[0] | prg[1] << 8, prg[2:])
        self.type_in("RUN\r")
        self.vice.run_until_store(self.mailbox.command, SECONDS)
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.vice.write(self.mailbox.magic, bytes((*MAGIC, 0, 0, 0, 0, FLAG_PLAY)))
        self.frames(2)
        self.key(*"delete delete delete delete delete".split(), *str(seed), "return")
