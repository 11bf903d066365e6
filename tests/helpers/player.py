"""The program as a person plays it, in an unseen VICE on the ROM stub."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from helpers.screen_codes import text_of

from pygen.compilers.built import BuiltProgram
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import ENTRY_PREPARED, ENTRY_SCROLLED, FLAG_PLAY, mailbox
from pygen.emulators.base import Picture
from pygen.emulators.binary_monitor import BinaryMonitor
from pygen.emulators.monitor_messages import Checkpoint, Event
from pygen.emulators.roms import Roms
from pygen.emulators.vice import Vice
from pygen.spec.memory_layout import MAGIC

SECONDS = 60.0
COLOUR_RAM = 0xD800
KEYS = {"return": 13, "left": 1, "right": 2, "up": 3, "down": 4, "fire": 5, "delete": 8}


@dataclass(frozen=True)
class Loader:
    """Machine code that runs first, at its own address, and then starts the program by itself."""

    address: int
    code: bytes


def hits_until_stopped(monitor: BinaryMonitor) -> list[int]:
    """The numbers of the checkpoints at which a running machine stops."""
    hits: list[int] = []
    while event := monitor.next_event(SECONDS):
        if event.kind == Event.CHECKPOINT:
            checkpoint = Checkpoint.from_body(event.body)
            hits += [checkpoint.number] if checkpoint.hit else []
        if event.kind == Event.STOPPED:
            break
    return hits


class Player:
    """Somebody at the machine. Keys are laid into the mailbox, since stock VICE cannot press keys
    of the matrix unseen; the joystick is the machine's own."""

    def __init__(
        self,
        program: BuiltProgram,
        roms: Roms,
        ntsc: bool = False,
        arguments: Sequence[str] = (),
        loader: Loader | None = None,
    ) -> None:
        """`arguments` are more of x64sc's. Without a `loader` the program is started at once."""
        self.program = program
        self._loader = loader
        self.spec = program.spec
        self.mailbox = mailbox(program.spec)
        self.vice = Vice(roms, ntsc=ntsc, extra_arguments=arguments)

    def __enter__(self) -> Self:
        self.vice.__enter__()
        try:
            self._start()
        except BaseException:
            self.vice.close()
            raise
        return self

    def _start(self) -> None:
        prg = self.program.result.prg.read_bytes()
        address, entry = load_address_and_entry(prg)
        self.vice.load(address, prg[2:])
        if self._loader:
            self.vice.write(self._loader.address, self._loader.code)
            entry = self._loader.address
        self.vice.run_until_store(self.mailbox.command, SECONDS, start=entry)
        self.vice.write(self.mailbox.magic, bytes((*MAGIC, 0, 0, 0, 0, FLAG_PLAY)))
        self.frames(2)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.vice.__exit__(kind, error, traceback)

    def frames(self, count: int = 1) -> None:
        """Let the program look for keys `count` times; what it did before is done then."""
        for _ in range(count):
            self.vice.run_until_store(self.mailbox.key, SECONDS)

    def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            code = KEYS.get(key) or ord(key)
            self.vice.write(self.mailbox.key, bytes((code,)))
            self.frames(2)

    def type(self, text: str) -> None:
        self.key(*text)

    def steer(self, lines: Iterable[str], times: int = 1) -> None:
        """Tap the joystick: hold it for one look, then let go."""
        for _ in range(times):
            self.vice.joystick(2, lines)
            self.frames(1)
            self.vice.joystick(2)
            self.frames(2)

    def read(self, start: int, length: int) -> bytes:
        return self.vice.read(start, length)

    def screen(self) -> bytes:
        return self.vice.read(self.spec.memory["screen"].start, 1000)

    def text(self) -> str:
        """What is on the screen."""
        return text_of(self.screen())

    def colours(self) -> bytes:
        return bytes(byte & 15 for byte in self.vice.read_io(COLOUR_RAM, 1000))

    def status_text(self) -> str:
        return "".join(chr(c if c >= 32 else c + 64) for c in self.screen()[960:]).strip()

    def picture(self) -> Picture:
        return self.vice.screenshot()

    def cycles(self) -> tuple[int, int]:
        """Cycles of the last scroll step: preparing it, and moving the screen."""
        found = []
        for entry in (ENTRY_PREPARED, ENTRY_SCROLLED):
            data = self.vice.read(self.mailbox.cycles + 4 * entry, 4)
            found.append(int.from_bytes(data, "little"))
        return found[0], found[1]
