"""A module's own bytes as builders: of many dungeons in sim65, and step by step in VICE.

There is nothing around the module but a driver, which writes requests to the module's request block
and calls `generate` or `step`, and then `count_tiles`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pygen.base.files import source_files
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.builders.base import Builder, Built, Route, identity_of
from pygen.builders.simulated import DRIVER, SimulatedBuilder
from pygen.compilers.modules import Module
from pygen.emit.modules import REQUEST, REQUEST_OFFSET
from pygen.emit.regions import compared_regions, growing_regions
from pygen.emulators.base import Emulator
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.sim65 import Sim65, word
from pygen.emulators.vice import Vice
from pygen.engine.request import Request
from pygen.kinds import phase_names
from pygen.spec import Spec, floor_digest


class ModuleBuilder(SimulatedBuilder):
    """A module in sim65."""

    def __init__(self, module: Module, simulator: Sim65) -> None:
        self.module = module
        # That of the module, whose regions are elsewhere.
        self.spec: Spec = module.layout.spec
        self.simulator = simulator

    @property
    def name(self) -> str:
        return self.module.compiler.name

    @property
    def program_name(self) -> str:
        return f"the module {self.module.dungeon}"

    def _pieces(self, driver: bytes) -> tuple[Mapping[int, bytes], int]:
        return {self.module.layout.start: self.module.image, DRIVER: driver}, DRIVER

    def _arguments(self) -> tuple[int, int, int]:
        block = self.module.layout.start + REQUEST_OFFSET
        return block + REQUEST["seed_low"], block + REQUEST["seed_high"], block + REQUEST["floor"]

    def _building(self, dungeon: str) -> bytes:
        calls = self.module.calls
        return bytes([0x20, *word(calls["generate"]), 0x20, *word(calls["count_tiles"])])


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
            builders / "simulated.py",
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


VICE_DRIVER = 0x0340
"""First address of the driver in VICE: no module and no region begins below $0400."""
MADE, DONE = 0x0334, 0x0336
"""Where it counts the steps, and what it stores to when it is done."""


class ModuleViceBuilder(Builder):
    """A module in a running emulator, which can be stopped after each phase and each step."""

    def __init__(self, emulator: Emulator, module: Module) -> None:
        self.emulator = emulator
        self.module = module
        self.spec: Spec = module.layout.spec
        emulator.write(module.layout.start, module.image)

    @property
    def name(self) -> str:
        return self.module.compiler.name

    def _ask(self, request: Request) -> None:
        """Write a request to the module's request block."""
        seed = bytes((request.seed & 0xFF, request.seed >> 8, request.floor - 1))
        self.emulator.write(self.module.layout.start + REQUEST_OFFSET, seed)

    def _run(self, calls: bytes, until: int) -> None:
        """Run code with the module's calls, then count the tiles and store to DONE."""
        count = self.module.calls["count_tiles"]
        # BASIC off: there may be a part of the module.
        code = bytes([0xA9, 0x36, 0x85, 0x01]) + calls
        code += bytes([0x20, *word(count), 0x8D, *word(DONE)])
        code += bytes([0x4C, *word(VICE_DRIVER + len(code))])
        self.emulator.write(VICE_DRIVER, code)
        limit = self.spec.emulator.seconds_per_dungeon
        self.emulator.run_until_store(until, limit, start=VICE_DRIVER)

    def _regions(self, dungeon: str) -> dict[str, bytes]:
        regions = compared_regions(self.spec, dungeon)
        return {name: self.emulator.read(*place) for name, place in regions.items()}

    def build(self, request: Request) -> Built:
        """As `Builder.build`; cycles are not counted."""
        self._ask(request)
        self._run(bytes([0x20, *word(self.module.calls["generate"])]), DONE)
        return Built(self._regions(request.dungeon), {})

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        self._ask(request)
        progress = self.module.result.labels["phases_done"]
        generate = bytes([0x20, *word(self.module.calls["generate"])])
        limit = self.spec.emulator.seconds_per_dungeon
        self._run(generate, progress)
        regions = growing_regions(self.spec, request.dungeon)
        for name in phase_names(self.spec.dungeons[request.dungeon].kind):
            self.emulator.run_until_store(progress, limit)
            yield name, {region: self.emulator.read(*place) for region, place in regions.items()}
        self.emulator.run_until_store(DONE, limit)

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        self._ask(request)
        self.emulator.write(MADE, bytes(2))
        calls = self.module.calls
        low, high = word(steps)
        code = bytes([0x20, *word(calls["begin"])])
        body = bytes(
            [0xEE, *word(MADE), 0xD0, 3, 0xEE, *word(MADE + 1)]   # inc MADE, 16 bits
            + [0x20, *word(calls["step"]), 0xC9, 0, 0xF0, 17]      # jsr step, cmp #0, beq end
            + [0xAD, *word(MADE), 0xC9, low, 0xD0, 7]              # lda MADE, cmp #low, bne again
            + [0xAD, *word(MADE + 1), 0xC9, high, 0xF0, 3]         # lda MADE+1, cmp #high, beq end
        )  # fmt: skip
        again = VICE_DRIVER + 4 + len(code)
        code += body + bytes([0x4C, *word(again)])
        self._run(code, DONE)
        made = int.from_bytes(self.emulator.read(MADE, 2), "little")
        return Built(self._regions(request.dungeon), {}, made)

    def close(self) -> None:
        self.emulator.close()


def start_module(module: Module, build_folder: Path = BUILD_FOLDER) -> ModuleViceBuilder:
    """A machine in VICE on our own ROM stub with `module` in it; to be closed by the caller.

    Raises ToolMissing without VICE or an assembler, EmulatorFailed if it does not start.
    """
    emulator = Vice(
        build_rom_stub(build_folder / "rom_stub"), executable=module.spec.emulator.path or ""
    )
    try:
        emulator.start()
        return ModuleViceBuilder(emulator, module)
    except BaseException:
        emulator.close()
        raise
