"""Answers of a monitor that lies, rambles, breaks off or never ends."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from helpers.fake_monitor import EVENT, frame
from hunts.hostile.target import Target, damaged

from pygen.base.errors import EmulatorFailed
from pygen.emulators.binary_monitor import BinaryMonitor
from pygen.emulators.monitor_messages import Command, Operation
from pygen.emulators.roms import Roms
from pygen.emulators.vice import Vice

SECONDS = 0.02
"""The time limit of every command."""

NAMES = {0x82: (b"ram", b"cpu", b"rom"), 0x83: (b"PC", b"SP", b"FL", b"A")}
CALLS: tuple[Callable[[Vice, BinaryMonitor], object], ...] = (
    lambda _, monitor: monitor.read_memory(0x0800, 16, bank=1),
    lambda _, monitor: monitor.banks(),
    lambda _, monitor: monitor.register_names(),
    lambda _, monitor: monitor.registers(),
    lambda _, monitor: monitor.set_checkpoint(1, 2, Operation.STORE),
    lambda _, monitor: monitor.resource("KernalName"),
    lambda _, monitor: monitor.display(),
    lambda _, monitor: monitor.palette(),
    lambda _, monitor: monitor.next_event(SECONDS),
    lambda vice, monitor: vice.adopt(monitor, _process()),
    lambda vice, _: vice.read(0, 0x10000),
    lambda vice, _: vice.write(0x2000, b"abc"),
    lambda vice, _: vice.run_until_store(0x1C00, SECONDS, start=0x2000),
    lambda vice, _: vice.program_counter(),
    lambda vice, _: vice.resume(),
    lambda vice, _: vice.joystick(2, ["fire"]),
    lambda vice, _: _draw(vice),
    lambda _, monitor: monitor.quit(SECONDS),
)


def _process() -> Any:
    """Passes for the process of an emulator."""
    return Process()


def _draw(vice: Vice) -> None:
    picture = vice.screenshot()
    assert len(picture.pixels) == picture.width * picture.height
    for pixel in picture.pixels[:2000]:
        assert len(picture.palette[pixel]) == 3


class Connection:
    """Stands in for a socket: what it gives is made from the input as the client asks for it."""

    def __init__(self, script: bytes) -> None:
        self.script = script
        self.at = 0
        self.waiting = b""
        self.given = 0
        self.endless = b""

    def setsockopt(self, *_: object) -> None:
        pass

    def settimeout(self, seconds: float) -> None:
        assert seconds > 0

    def close(self) -> None:
        pass

    def take(self, count: int) -> bytes:
        """The next bytes of the script."""
        found = self.script[self.at : self.at + count]
        self.at += count
        return found

    def sendall(self, data: bytes) -> None:
        start, version, length, number, command = struct.unpack("<BBIIB", data[:11])
        assert (start, version, length) == (2, 2, len(data) - 11)
        for _ in range(3):
            how = self.take(1)
            if not how or not self._answer(how[0], command, number):
                break

    def _answer(self, how: int, command: int, number: int) -> bool:
        """Put an answer of some kind where the client receives; True if more shall follow."""
        kind = {Command.CHECKPOINT_SET: 0x11, Command.REGISTERS_SET: 0x31}.get(command, command)  # type: ignore[call-overload]
        match how % 16:
            case 0 | 1 | 2 | 3:
                self.waiting += frame(kind, number, self._good_body(command))
            case 4 | 5:
                size = int.from_bytes(self.take(2), "little") % 600
                self.waiting += frame(kind, number, self.take(size))
            case 6:
                self.waiting += damaged(
                    frame(kind, number, self._good_body(command)), Random(self.take(4))
                )
            case 7 | 8 | 9:
                event = (0x11, 0x31, 0x61, 0x62, 0x63, how)[self._number() % 6]
                self.waiting += frame(event, EVENT, self.take(self._number() % 30))
                return True
            case 10:
                self.waiting += frame(kind, number, b"", error=self._number())
            case 11:
                self.waiting += frame(self._number(), number ^ self._number(), self.take(9))
            case 12:
                self.waiting += struct.pack("<BBIBBI", 2, 2, 1 << how % 33, kind, 0, number)
            case 13:
                self.waiting += self.take(self._number())
            case 14:
                self.endless = (
                    frame((0x31, 0x11, 0x62, 0x63, 0x61)[self._number() % 5], EVENT, b"\x00" * 23)
                    if self._number() % 2
                    else (self.take(20) or b"\x02")
                )
            case 15:
                return False
        return False

    def _number(self) -> int:
        return (self.take(1) or b"\0")[0]

    def _good_body(self, command: int) -> bytes:
        """What an emulator in order answers, with sizes and values that the script says."""
        match command:
            case Command.MEMORY_GET:
                size = (16, 0x10000)[self._number() % 2]
                return b"\x10\x00" + self.take(20).ljust(size, b"\0")
            case Command.BANKS | Command.REGISTER_NAMES:
                items = b""
                for number, name in enumerate(NAMES[command]):
                    head = struct.pack("<H", number) if command == 0x82 else bytes([number, 16])
                    item = head + bytes([len(name)]) + name
                    items += bytes([len(item)]) + item
                return struct.pack("<H", len(NAMES[command])) + items
            case Command.REGISTERS_GET:
                values = [struct.pack("<BBH", 3, n, 0x2000) for n in range(self._number() % 6)]
                return struct.pack("<H", len(values)) + b"".join(values)
            case Command.CHECKPOINT_SET:
                return struct.pack("<IBHHBBBBIIBB", 1, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0)
            case Command.DISPLAY_GET:
                width, height = self._number() % 20, self._number() % 20
                head = struct.pack("<HHHHHHB", width, height, 1, 1, 2, 2, 8)
                pixels = self.take(20).ljust(width * height, b"\x05")[: width * height]
                count = struct.pack("<I", width * height)
                return struct.pack("<I", len(head)) + head + count + pixels
            case Command.PALETTE:
                colours = self._number() % 20
                return struct.pack("<H", colours) + b"\x03\x01\x02\x03" * colours
            case Command.RESOURCE_GET:
                return b"\x00\x05/here"
        return b""

    def recv(self, most: int) -> bytes:
        if self.endless and not self.waiting:
            self.waiting = self.endless * (1 + 4000 // len(self.endless))
        if not self.waiting:
            if self.at > len(self.script):
                return b""
            raise TimeoutError
        # A stream comes in pieces of any size.
        count = most if self.given > 5000 else max(1, self._number())
        given, self.waiting = self.waiting[:count], self.waiting[count:]
        self.given += len(given)
        return given


class Process:
    """An emulator that lives on, whatever its monitor says."""

    pid = 0

    def status(self, _seconds: float = 0.0) -> None:
        return None

    def end(self) -> None:
        pass


class Monitor(Target):
    """The monitor's client, and the emulator that is driven through it."""

    name = "monitor"
    instrumented = ("pygen.emulators",)

    def make(self, chance: Random) -> bytes:
        calls = chance.randbytes(4)
        length = chance.choice((4, 20, 60, 300))
        good = chance.choice((0, 1, 3, 4))
        odd = (chance.randrange(256) for _ in range(length))
        return calls + bytes(number if chance.randrange(4) >= good else 0 for number in odd)

    def mutate(self, data: bytes, chance: Random) -> bytes:
        return damaged(data, chance) if data and chance.randrange(4) else self.make(chance)

    def read(self, data: bytes) -> bool:
        calls, script = data[:4], data[4:]
        connection: Any = Connection(script)
        monitor = BinaryMonitor(connection, SECONDS)
        vice = Vice(Roms(Path("k"), Path("b"), Path("c"), is_stub=True))
        vice.adopt(monitor, _process(), {"PC": 3, "SP": 4, "FL": 5})
        is_accepted = True
        for number in calls:
            try:
                CALLS[number % len(CALLS)](vice, monitor)
            except EmulatorFailed as error:
                assert error.message
                is_accepted = False
        assert len(monitor.take_events()) <= 1000
        assert monitor.received_bytes <= 2 << 20
        vice.close()
        return is_accepted
