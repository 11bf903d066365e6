"""A module's own bytes as a builder of many dungeons, on a simulated 6502 with nothing around it.

A driver above the module writes each request to the module's request block, calls `generate` and
`count_tiles`, and writes the compared regions to standard output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygen.base.files import source_files
from pygen.base.project import PROJECT
from pygen.builders.base import Builder, Built, Route, bytes_of_each, identity_of
from pygen.builders.sim65 import CYCLES_A_SECOND, DRIVER, failure
from pygen.compilers.modules import Module
from pygen.emit.modules import REQUEST, REQUEST_OFFSET
from pygen.emit.regions import compared_regions, split_regions
from pygen.emulators.sim65 import STARTUP, Sim65, exit_call, word, write_call
from pygen.engine.request import Request
from pygen.spec import Spec, floor_digest

REQUEST_BYTES = 18
"""Bytes of the driver for each request."""
MOST_REQUESTS = 384
"""Requests of one run."""


class ModuleBuilder(Builder):
    """A module in sim65. It cannot be stopped after a phase."""

    def __init__(self, module: Module, simulator: Sim65) -> None:
        self.module = module
        # That of the module, whose regions are elsewhere.
        self.spec: Spec = module.layout.spec
        self.simulator = simulator

    @property
    def name(self) -> str:
        return self.module.compiler.name

    def build(self, request: Request) -> Built:
        """As `Builder.build`; cycles are not counted."""
        regions = compared_regions(self.spec, request.dungeon)
        return Built(split_regions(regions, self.build_many([request])), {})

    def build_many(self, requests: Sequence[Request]) -> bytes:
        parts = [requests[at : at + MOST_REQUESTS] for at in range(0, len(requests), MOST_REQUESTS)]
        return b"".join(self._run(part) for part in parts)

    def _run(self, requests: Sequence[Request]) -> bytes:
        pieces = {self.module.layout.start: self.module.image, DRIVER: self._driver(requests)}
        each = self.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        output = self.simulator.run(pieces, DRIVER, each * len(requests))
        size = bytes_of_each(self.spec, self.module.dungeon)
        if output.status or len(output.data) != size * len(requests):
            where = f"the module {self.module.dungeon}"
            raise failure(self.name, self.simulator, requests, output, size, where)
        return output.data

    def _driver(self, requests: Sequence[Request]) -> bytes:
        """Code that builds each request's dungeon, and exits."""
        block = self.module.layout.start + REQUEST_OFFSET
        code = b""
        one = DRIVER + REQUEST_BYTES * len(requests) + len(exit_call())
        for request in requests:
            for argument, value in (
                ("seed_low", request.seed & 0xFF),
                ("seed_high", request.seed >> 8),
                ("floor", request.floor - 1),
            ):
                address = block + REQUEST[argument]
                code += bytes([0xA9, value, 0x8D, *word(address)])  # lda #value, sta address
            code += bytes([0x20, *word(one)])  # jsr one
        code += exit_call() + self._one(one)
        if DRIVER + len(code) > STARTUP:
            raise ValueError(f"{len(requests)} requests are too many for one run")
        return code

    def _one(self, address: int) -> bytes:
        """A subroutine at `address` that builds the dungeon and writes its regions."""
        calls = self.module.calls
        code = bytes([0x20, *word(calls["generate"]), 0x20, *word(calls["count_tiles"])])
        for start, length in compared_regions(self.spec, self.module.dungeon).values():
            code += write_call(address + len(code), start, length)
        return code + bytes([0x60])


@dataclass(frozen=True)
class ModuleRoute(Route):
    """A dungeon's module in sim65."""

    module: Module
    simulator: Sim65

    @property
    def spec(self) -> Spec:  # type: ignore[override]
        return self.module.layout.spec

    @property
    def name(self) -> str:
        return self.module.compiler.name

    def open(self) -> ModuleBuilder:
        return ModuleBuilder(self.module, self.simulator)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the module itself, the simulator, and the code that drives them."""
        builders = PROJECT / "pygen" / "builders"
        files = [
            self.simulator.path,
            builders / "module.py",
            builders / "sim65.py",
            *source_files(PROJECT / "pygen" / "emulators", "*.py"),
        ]
        layout = self.module.layout
        words = [
            self.module.image.hex(),
            f"{layout.start} {layout.work_start} {self.module.regions}",
            str(self.simulator),
            floor_digest(self.module.spec, dungeon, floor),
        ]
        return identity_of(words, files)
