"""What an emulator offers to the rest of the tool chain. One file per emulator implements it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import Self

MEMORY_SIZE = 0x10000


@dataclass(frozen=True)
class Picture:
    """What the machine shows.

    `pixels` holds one palette index (0 to 15) a pixel, in rows from the top, `width` x `height`,
    borders included. `palette` has the indexes' colours as red, green, blue (0 to 255).
    `screen_left` and `screen_top` say where within it the 320 x 200 screen begins.
    """

    width: int
    height: int
    pixels: bytes
    palette: tuple[tuple[int, int, int], ...]
    screen_left: int
    screen_top: int


class Emulator(ABC):
    """A running C64, or as much of one as the program under test needs.

    Use it as a context manager: entering starts the emulator, leaving ends it on every path.
    The machine is halted at first, and every call leaves it halted except `run_from` and
    `resume`, after which it runs until the next call. A read or write that follows them thus
    halts it wherever it happens to be.

    Every method raises EmulatorFailed when the emulator dies, hangs or answers nonsense, and so
    does the first call after the program stopped at an instruction that the processor cannot
    execute; from then on memory can be read, but nothing runs. Starting raises ToolMissing when
    the emulator is not on this machine. Addresses or lengths outside the 64 KiB of memory are a
    ValueError.
    """

    @abstractmethod
    def start(self) -> None:
        """Start the emulator and halt its processor. Called by `with`."""

    @abstractmethod
    def close(self) -> None:
        """End the emulator and free all it held. Safe to call at any time, and twice."""

    @abstractmethod
    def read(self, start: int, length: int) -> bytes:
        """`length` bytes of RAM from `start`, even where the processor would see ROM or I/O."""

    @abstractmethod
    def write(self, start: int, data: bytes) -> None:
        """Put `data` into RAM at `start`, beneath ROM and I/O. Empty data changes nothing.

        At $0000 and $0001 that is the RAM which the processor's port hides.
        """

    def load(self, address: int, data: bytes) -> None:
        """Put a program into memory before it runs. Emulators that load from a file override it."""
        self.write(address, data)

    @abstractmethod
    def run_from(self, address: int) -> None:
        """Start the program at `address` and let it run.

        It begins with interrupts off, the stack empty, and $01 = $37 (BASIC, KERNAL and I/O).
        """

    @abstractmethod
    def resume(self) -> None:
        """Let the program run on from where it was halted."""

    @abstractmethod
    def run_until_store(
        self, address: int, timeout_seconds: float, start: int | None = None
    ) -> None:
        """Let the program run on until it stores any value to `address`, and halt it there.

        With `start` the program begins there, as with `run_from`, but no store can be missed.
        Raises EmulatorFailed, naming where the program was, when no store comes within
        `timeout_seconds` of real time.
        """

    @abstractmethod
    def program_counter(self) -> int:
        """Address of the instruction that comes next."""

    def screenshot(self) -> Picture:
        """What the machine shows now. Raises NotImplementedError where there is no screen."""
        raise NotImplementedError(f"{type(self).__name__} has no screen")

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()


def check_range(start: int, length: int) -> None:
    """Raise ValueError unless `length` bytes from `start` lie within the 64 KiB of memory."""
    if not 0 <= start < MEMORY_SIZE or length < 0 or start + length > MEMORY_SIZE:
        raise ValueError(f"{length} bytes from {start:#06x} do not lie within 64 KiB")
