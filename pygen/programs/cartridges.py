"""Cartridges with banks of 8 KB, one of which is visible at $8000: EasyFlash and Magic Desk.

The banks hold the modules and then the resident part, each from the start of a page. So the places
of the modules do not depend on the resident part. The code that starts the program is in bank 0.
VICE's cartconv writes the file (CRT).
"""

from __future__ import annotations

import abc
import shutil
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import ClassVar

from pygen.base.errors import CompileFailed, ToolMissing, UserError
from pygen.base.files import write_if_changed
from pygen.base.project import C_FOLDER
from pygen.base.running import run_tool
from pygen.base.temporary import temporary_folder
from pygen.compilers.base import BuildResult
from pygen.compilers.module_building import Module
from pygen.programs.c1541 import HOW_TO_GET_VICE
from pygen.programs.carrier import Carrier, ModularProgram

PAGE = 0x100
BANK = 0x2000
FIRST_PAGE = 0x80
"""The page at which a bank is seen."""

ERASED = b"\xff"
"""The value of the bytes of a cartridge that were never written."""

_SECONDS = 60.0
_HOW_TO_GET_CC65 = "It is part of cc65. Debian and Ubuntu: sudo apt install cc65"


class Cartridge(Carrier):
    """The common part of both cartridges: storing to $DE00 selects the visible bank."""

    has_window = True
    sources = ("program/carriers/cartridge.c", "program/carriers/window_sum.c")
    assembly: ClassVar[Mapping[str, Sequence[str]]] = {
        "cc65": ("program/carriers/window_sum_cc65.s",)
    }

    conversion: ClassVar[str]
    """The type of cartridge for cartconv."""

    start_pages: ClassVar[int]
    """How many pages at $8000 in bank 0 the code that starts the program takes."""

    most_banks: ClassVar[int]
    """The largest number of banks."""

    if_too_large: ClassVar[str]
    """The advice for a program that does not fit."""

    def constants(self, modules: Sequence[Module]) -> dict[str, list[int]]:
        """The bank in which each module begins, and its page in that bank, 0 to 31."""
        places = self.places([len(module.carried) for module in modules])
        return {
            "dungeon_module_bank": [place // BANK for place in places],
            "dungeon_module_bank_page": [place % BANK // PAGE for place in places],
        }

    def write(self, program: ModularProgram, path: Path) -> None:
        """See `Carrier.write`. Raises ToolMissing without cartconv or ca65."""
        image = self.image_of(program.result, [module.carried for module in program.modules])
        write_if_changed(path, self.converted(image, program.selection.program))

    def image_of(self, resident: BuildResult, modules: Sequence[bytes]) -> bytes:
        """All banks with a program's resident part and the bytes of its modules. Raises as `image`
        does."""
        below = resident.below_kernal, resident.below_kernal_start
        return self.image(modules, resident.image, resident.image_start, resident.entry, *below)

    def image(
        self,
        modules: Sequence[bytes],
        resident: bytes,
        start: int,
        entry: int,
        below_kernal: bytes = b"",
        below_start: int = 0,
    ) -> bytes:
        """All banks, as the input of cartconv for a CRT file.

        `start` is the address of the resident part, the beginning of a page, and `entry` that at
        which it is entered. `below_kernal` belongs into the RAM below the KERNAL, from the page at
        `below_start` on. Raises UserError if the banks do not suffice, with the missing size;
        ToolMissing and CompileFailed as `start_code` does.
        """
        parts = [*modules, resident]
        if below_kernal:
            parts[-1] += bytes(_FETCH_BYTES)
            parts.append(below_kernal)
        places = self.places([len(part) for part in parts])
        if below_kernal:
            parts[-2] = resident + _fetch(places[-1], below_start, len(below_kernal), entry)
            entry = start + len(resident)
        end = places[-1] + len(parts[-1])
        excess = end - self.most_banks * BANK
        if excess > 0:
            raise UserError(
                f"the program is {excess:,} bytes too large for {self.title}: it has "
                f"{self.most_banks} banks of {BANK:,} bytes",
                self.if_too_large,
            )
        low = bytearray(ERASED * end)
        for place, part in zip(places, parts, strict=True):
            low[place : place + len(part)] = part
        resident, place = parts[len(modules)], places[len(modules)]
        code = self.start_code(
            {
                "BANK": place // BANK,
                "BANK_PAGE": place % BANK // PAGE,
                "PLACE": start // PAGE,
                "PAGES": -(-len(resident) // PAGE),
                "ENTRY": entry,
            }
        )
        return self.with_start(bytes(low), code)

    def places(self, sizes: Sequence[int]) -> list[int]:
        """The offsets of parts of these sizes in bytes, from the first byte of the first bank."""
        pages = accumulate((-(-size // PAGE) for size in sizes[:-1]), initial=self.start_pages)
        return [PAGE * page for page in pages]

    @abc.abstractmethod
    def with_start(self, low: bytes, code: bytes) -> bytes:
        """The input of cartconv: `low`, which is visible at $8000, and the code that starts it."""

    def start_code(self, places: Mapping[str, int]) -> bytes:
        """The machine code that starts the program: c64src/start/cartridge.s with these places.

        Raises ToolMissing without ca65 or ld65, and CompileFailed if they reject it.
        """
        folder = C_FOLDER / "start"
        defines = [f"{name}={value}" for name, value in places.items()]
        options = [part for one in (f"{self.name.upper()}=1", *defines) for part in ("-D", one)]
        with temporary_folder("undercroft-start-") as work:
            code, binary = work / "start.o", work / "start.bin"
            source, linker = folder / "cartridge.s", folder / f"{self.name}.cfg"
            _run(["ca65", *options, "-o", str(code), str(source)], _HOW_TO_GET_CC65)
            _run(["ld65", "-C", str(linker), "-o", str(binary), str(code)], _HOW_TO_GET_CC65)
            return binary.read_bytes()

    def converted(self, image: bytes, name: str) -> bytes:
        """The CRT file of an image. It gets the program's name, `name`.

        Raises ToolMissing without cartconv, and UserError if it rejects the image.
        """
        with temporary_folder("undercroft-cartridge-") as work:
            source, crt = work / "banks.bin", work / "cartridge.crt"
            source.write_bytes(image)
            options = ["-t", self.conversion, "-n", name.upper(), "-i", str(source), "-o", str(crt)]
            said = _run(["cartconv", *options], HOW_TO_GET_VICE)
            if not crt.is_file():
                raise UserError("the cartridge could not be written", f"cartconv said:\n{said}")
            return crt.read_bytes()


class EasyFlash(Cartridge):
    """It starts in Ultimax mode: the processor sees its second half, ROMH, instead of the KERNAL.

    ROMH holds only the code that starts the program; all the rest is in ROML, visible at $8000.
    """

    name = "easyflash"
    title = "EasyFlash"
    ending = "-easyflash.crt"
    conversion = "easy"
    start_pages = 0
    most_banks = 64
    if_too_large = (
        "Have fewer dungeons in the program, or the carrier magic_desk, which holds twice as much."
    )

    def with_start(self, low: bytes, code: bytes) -> bytes:
        """See `Cartridge.with_start`. The halves of each bank alternate in the image."""
        image = bytearray(ERASED * (2 * BANK * self.most_banks))
        for at in range(0, len(low), BANK):
            part = low[at : at + BANK]
            image[2 * at : 2 * at + len(part)] = part
        image[BANK : 2 * BANK] = code
        return bytes(image)


class MagicDesk(Cartridge):
    """It starts as most cartridges do: the KERNAL finds a mark at $8004 and jumps to its code."""

    name = "magic_desk"
    title = "Magic Desk"
    ending = "-magic-desk.crt"
    conversion = "md"
    start_pages = 1
    most_banks = 128
    if_too_large = "Have fewer dungeons in the program."

    fewest_banks = 4

    def with_start(self, low: bytes, code: bytes) -> bytes:
        """See `Cartridge.with_start`. The number of banks is a power of two."""
        size = self.fewest_banks * BANK
        while size < len(low):
            size *= 2
        return code + low[len(code) :].ljust(size - len(code), ERASED)


def _fetch(place: int, start: int, size: int, entry: int) -> bytes:
    """Machine code behind the resident part that has the copier of c64src/start/cartridge.s fetch
    what belongs below the KERNAL, and then jumps to the entry. The variables overwrite it."""
    arguments = {
        0x020F: place // BANK,
        0x0215: FIRST_PAGE + place % BANK // PAGE,
        0x0218: start // PAGE,
        0x023F: -(-size // PAGE),
    }
    stores = b"".join(
        bytes((0xA9, value, 0x8D, *address.to_bytes(2, "little")))
        for address, value in arguments.items()
    )
    return stores + bytes((0x20, 0x00, 0x02, 0x4C, *entry.to_bytes(2, "little")))


_FETCH_BYTES = len(_fetch(0, 0, 0, 0))


def _run(command: Sequence[str], how_to_get_it: str) -> str:
    """Run a tool on PATH, and return its output."""
    path = shutil.which(command[0])
    if path is None:
        raise ToolMissing(
            f"{command[0]}, with which cartridges are written, was not found", how_to_get_it
        )
    result = run_tool([path, *command[1:]], None, _SECONDS)
    if result.status:
        raise CompileFailed(f"{command[0]} failed", result.output.strip())
    return result.output
