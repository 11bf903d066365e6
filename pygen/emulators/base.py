"""The interface of an emulator. One file per emulator implements it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import Self

MEMORY_SIZE = 0x10000

CYCLES_A_SECOND = 985_248
"""The cycles per second of a PAL machine, for which the spec limits the seconds that a dungeon may
take."""


@dataclass(frozen=True)
class Picture:
    """A picture of the screen.

    `pixels` holds one palette index (0 to 15) per pixel, row by row from the top, `width` x
    `height`, including the borders. `palette` has the colour of each index as red, green, blue (0
    to 255). The 320 x 200 screen begins at pixel (`screen_left`, `screen_top`).
    """

    width: int
    height: int
    pixels: bytes
    palette: tuple[tuple[int, int, int], ...]
    screen_left: int
    screen_top: int


class Emulator(ABC):
    """A running C64, or as much of one as the program under test needs.

    Use it as a context manager: entering starts the emulator, leaving always ends it. The machine
    is halted at first, and every call leaves it halted, except `run_from` and `resume`: after these
    it runs until the next call. A read or write after them halts it wherever it happens to be.

    Every method raises EmulatorFailed if the emulator crashes, hangs or sends an invalid answer.
    So does the first call after the program reached an illegal instruction; from then on memory
    can be read, but nothing runs. Starting raises ToolMissing if the emulator is not installed.
    Addresses or lengths outside the 64 KiB of memory raise ValueError.
    """

    @abstractmethod
    def start(self) -> None:
        """Start the emulator and halt its processor. Called by `with`."""

    @abstractmethod
    def close(self) -> None:
        """End the emulator and release its resources. Safe to call at any time, and twice."""

    @abstractmethod
    def read(self, start: int, length: int) -> bytes:
        """`length` bytes of RAM from `start`, even where the processor would see ROM or I/O."""

    @abstractmethod
    def read_io(self, start: int, length: int) -> bytes:
        """`length` bytes from `start` as the processor sees them where the chips are visible,
        without the side effects of reading a chip."""

    @abstractmethod
    def write(self, start: int, data: bytes) -> None:
        """Write `data` to RAM at `start`, also beneath ROM and I/O. Empty data changes nothing.

        At $0000 and $0001 this is the RAM that the processor port hides.
        """

    def load(self, address: int, data: bytes) -> None:
        """Load a program into memory. Emulators that load from a file override this."""
        self.write(address, data)

    @abstractmethod
    def run_from(self, address: int) -> None:
        """Start the program at `address` and let it run.

        It begins with interrupts disabled, an empty stack, and $01 = $37 (BASIC, KERNAL and I/O).
        """

    @abstractmethod
    def resume(self) -> None:
        """Continue the program from where it was halted."""

    @abstractmethod
    def run_until_store(
        self, address: int, timeout_seconds: float, start: int | None = None
    ) -> None:
        """Run the program until it stores any value to `address`, and halt it there.

        With `start` the program begins there, as with `run_from`, but no store can be missed.
        Raises EmulatorFailed, with the program counter, if there is no store within
        `timeout_seconds` of real time.
        """

    @abstractmethod
    def program_counter(self) -> int:
        """The address of the next instruction."""

    def screenshot(self) -> Picture:
        """A picture of the screen now. Raises NotImplementedError if the emulator has no screen."""
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
