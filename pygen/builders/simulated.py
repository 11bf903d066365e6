"""What all builders in sim65 share: a driver that builds many dungeons in one run.

The driver is machine code above everything else. For each request it stores seed and floor, of a
world the chunk, too, calls the code that builds the dungeon, and writes the compared regions to
standard output.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.builders.base import Builder, Built, bytes_of_each
from pygen.compilers.base import Compiler
from pygen.emit.modules import request_bytes
from pygen.emit.regions import compared_regions, split_regions
from pygen.emulators.sim65 import STARTUP, Output, Sim65, exit_call, word, write_call
from pygen.engine.request import Request

DRIVER = 0xE000
"""First address of the driver: programs end below $D000, where the C64's chips are."""

MOST_REQUESTS = 180
"""Requests of one run: each takes the driver five bytes for a byte of it, and three for a call."""

CYCLES_A_SECOND = 985_248
"""Of a PAL machine, for which the spec limits the seconds that a dungeon may take."""


class SimulatedBuilder(Builder):
    """Builds dungeons in sim65. It counts no cycles and cannot be stopped after a phase."""

    simulator: Sim65
    cycles_to_start = 0
    """Ample for what runs before the first dungeon is begun."""

    @property
    @abstractmethod
    def program_name(self) -> str:
        """What is simulated, for errors."""

    @abstractmethod
    def _pieces(self, driver: bytes) -> tuple[Mapping[int, bytes], int]:
        """All of the memory by first addresses, the driver included, and where it is entered."""

    @abstractmethod
    def _arguments(self) -> int:
        """The first address to which the driver stores a request, as in a request block."""

    @abstractmethod
    def _building(self, dungeon: str) -> bytes:
        """Code that builds the requested dungeon and counts its tiles."""

    def _before(self) -> bytes:
        """Code that the driver begins with."""
        return b""

    def build(self, request: Request) -> Built:
        """As `Builder.build`; cycles are not counted."""
        regions = compared_regions(self.spec, request.dungeon)
        return Built(split_regions(regions, self.build_many([request])), {})

    def build_many(self, requests: Sequence[Request]) -> bytes:
        parts = [requests[at : at + MOST_REQUESTS] for at in range(0, len(requests), MOST_REQUESTS)]
        return b"".join(self._run(part) for part in parts)

    def _data_of(self, request: Request) -> bytes:
        return request_bytes(request, self.spec.dungeons[request.dungeon].world is not None)

    def _bytes_for(self, request: Request) -> int:
        """Bytes of the driver for a request."""
        return 5 * len(self._data_of(request)) + 3

    def _run(self, requests: Sequence[Request]) -> bytes:
        pieces, entry = self._pieces(self._driver(requests))
        each = self.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        output = self.simulator.run(pieces, entry, self.cycles_to_start + each * len(requests))
        size = bytes_of_each(self.spec, requests[0].dungeon)
        if output.status or len(output.data) != size * len(requests):
            raise self._failure(requests, output, size)
        return output.data

    def _driver(self, requests: Sequence[Request]) -> bytes:
        code = self._before()
        one = DRIVER + len(code) + self._bytes_for(requests[0]) * len(requests) + len(exit_call())
        for request in requests:
            for address, value in enumerate(self._data_of(request), self._arguments()):
                code += bytes([0xA9, value, 0x8D, *word(address)])  # lda #value, sta address
            code += bytes([0x20, *word(one)])  # jsr one
        code += exit_call() + self._one(requests[0].dungeon, one)
        if DRIVER + len(code) > STARTUP:
            raise ValueError(f"{len(requests)} requests are too many for one run")
        return code

    def _one(self, dungeon: str, address: int) -> bytes:
        """A subroutine at `address` that builds the dungeon and writes its regions."""
        code = self._building(dungeon)
        for start, length in compared_regions(self.spec, dungeon).values():
            code += write_call(address + len(code), start, length)
        return code + bytes([0x60])

    def _failure(self, requests: Sequence[Request], output: Output, size: int) -> EmulatorFailed:
        done = len(output.data) // size
        if not output.status:
            return EmulatorFailed(
                f"{self.simulator}: {done} of {len(requests)} dungeons were written",
                "Is the disk with the temporary files full?",
            )
        where = str(requests[done]) if done < len(requests) else f"{requests[0].dungeon}, its end"
        kind = EmulatorLost if output.status < 0 else EmulatorFailed
        return kind(
            f"{self.name}, {where}: the program {output.ending}",
            f"Simulated by {self.simulator} from {self.program_name}.",
        )


def find_sim65(compiler: Compiler) -> Sim65:
    """sim65: the one beside cc65 if that is the compiler, else the one on PATH. Raises ToolMissing
    if there is none."""
    return Sim65.find(compiler.path.parent if compiler.name == "cc65" else None)
