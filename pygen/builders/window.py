"""The modules of a program in sim65: fetched into one window in turn, as from a disk.

Before every dungeon that is compared, another one of the program is built: its module is copied
into the window, writes the work memory and zero page that all of them share, and makes its own map
and tables. Then the dungeon's module takes its place. So what is proven is that no dungeon disturbs
another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pygen.base.errors import EmulatorFailed
from pygen.builders.module import RouteOfModule, module_words, simulated_identity
from pygen.builders.simulated import DRIVER, SimulatedBuilder
from pygen.compilers.modules import Module
from pygen.emit.modules import REQUEST, REQUEST_OFFSET
from pygen.emulators.sim65 import Sim65, word
from pygen.spec import Spec

PAGE = 256

ARGUMENTS = 0xDE00
"""Where the driver stores seed and floor: programs and modules end below $D000."""
TAKING_TURNS = 0xDE10
"""First address of the code that fetches both modules and calls them."""
STORED = range(0x04, ARGUMENTS // PAGE)
"""The pages of memory in which the modules' bytes may wait."""


class WindowBuilder(SimulatedBuilder):
    """A module in sim65 that takes turns with another one in their window."""

    def __init__(self, module: Module, other: Module, simulator: Sim65) -> None:
        """Raises EmulatorFailed if memory has no room for the bytes of both modules besides all
        that they use."""
        self.module = module
        self.other = other
        self.spec: Spec = module.layout.spec
        self.simulator = simulator
        free = _free_pages((module, other))
        self._pages = {
            turn.dungeon: [page for _, page in zip(_parts(turn), free)] for turn in (other, module)
        }
        if len(self._pages[module.dungeon]) < len(list(_parts(module))):
            raise EmulatorFailed(
                f"{module.dungeon} and {other.dungeon} do not fit into memory beside their window",
                "Prove the module of each dungeon by itself: leave out --together.",
            )

    @property
    def name(self) -> str:
        return f"{self.module.compiler.name} after {self.other.dungeon}"

    @property
    def program_name(self) -> str:
        return f"the modules {self.other.dungeon} and {self.module.dungeon}"

    def _pieces(self, driver: bytes) -> tuple[Mapping[int, bytes], int]:
        pieces = {DRIVER: driver, TAKING_TURNS: self._taking_turns()}
        for module in (self.other, self.module):
            for part, page in zip(_parts(module), self._pages[module.dungeon], strict=True):
                pieces[page * PAGE] = part
        return pieces, DRIVER

    def _arguments(self) -> int:
        return ARGUMENTS

    def _building(self, dungeon: str) -> bytes:
        return bytes([0x20, *word(TAKING_TURNS)])

    def _taking_turns(self) -> bytes:
        code = b""
        for module in (self.other, self.module):
            code += _fetching(module, self._pages[module.dungeon], TAKING_TURNS + len(code))
            block = module.layout.start + REQUEST_OFFSET
            for number, argument in enumerate(("seed_low", "seed_high", "floor")):
                code += bytes([0xAD, *word(ARGUMENTS + number)])  # lda argument
                code += bytes([0x8D, *word(block + REQUEST[argument])])  # sta in the request block
            code += bytes([0x20, *word(module.calls["generate"])])
        return code + bytes([0x20, *word(self.module.calls["count_tiles"]), 0x60])


def _parts(module: Module) -> Iterator[bytes]:
    """The bytes of a module, page by page."""
    for at in range(0, module.size, PAGE):
        yield module.image[at : at + PAGE]


def _free_pages(modules: tuple[Module, ...]) -> Iterator[int]:
    """The pages of memory that none of the modules uses in any way."""
    used = set[int]()
    for module in modules:
        layout = module.layout
        spans = [
            (layout.start, layout.start + PAGE * len(list(_parts(module)))),
            (layout.work_start, layout.work_end + 1),
            *((start, start + length) for start, length in module.regions.values()),
        ]
        for start, end in spans:
            used.update(range(start // PAGE, (end - 1) // PAGE + 1))
    return (page for page in STORED if page not in used)


def _fetching(module: Module, pages: list[int], address: int) -> bytes:
    """Code at `address` that copies a module's pages to where it belongs."""
    start = address + 3 + len(pages)
    table, source, target = address + 3, start + 18, start + 21
    return bytes([0x4C, *word(start), *pages]) + bytes(
        [0xD8, 0xA0, 0, 0xA2, len(pages) - 1]              # cld, ldy #0, ldx #pages - 1
        + [0xBD, *word(table), 0x8D, *word(source + 2)]    # page: lda table,x, sta its source
        + [0x8A, 0x18, 0x69, module.layout.start // PAGE]  # txa, clc, adc #window
        + [0x8D, *word(target + 2)]                        # sta its target
        # The addresses of these two are 0 but for their pages.
        + [0xB9, 0, 0, 0x99, 0, 0]                         # byte: lda source,y, sta target,y
        + [0xC8, 0xD0, 0xF7]                               # iny, bne byte
        + [0xCA, 0x10, 0xE7]                               # dex, bpl page
    )  # fmt: skip


@dataclass(frozen=True)
class WindowRoute(RouteOfModule):
    """A module of a program in sim65, taking turns with the module `other` of the same program."""

    other: Module
    simulator: Sim65

    @property
    def name(self) -> str:
        return f"{self.module.compiler.name} after {self.other.dungeon}"

    def open(self) -> WindowBuilder:
        return WindowBuilder(self.module, self.other, self.simulator)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: both modules, the simulator, and the code that drives them."""
        words = module_words(self.module, dungeon, floor)
        words += [self.other.image.hex(), f"{self.other.layout.work_start} {self.other.regions}"]
        return simulated_identity(self.simulator, words, "window.py")
