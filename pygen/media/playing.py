"""Playing a program: building it with a dungeon, starting it with a seed, taking its picture."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path

from PIL import Image, ImageOps

from pygen.base.errors import UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.base.temporary import temporary_folder
from pygen.compilers.base import Compiler
from pygen.compilers.built import Profile
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import FLAG_PLAY, mailbox
from pygen.emulators.base import Picture
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.roms import Roms, machine_roms
from pygen.emulators.vice import Vice
from pygen.emulators.vice_command import find_executable
from pygen.engine.random.floors import FLOORS
from pygen.media.disk_image import ENDINGS
from pygen.programs.carrier import Carrier, ModularProgram
from pygen.programs.program import build_program
from pygen.spec import Spec
from pygen.spec.memory_layout import MAGIC
from pygen.spec.selection import Selection

CHOICES = "start_choices"
# The number of keyboard reads after which the program's first screen is complete.
_FIRST_FRAMES = 10
_SECONDS = 120.0


def build_to_play(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    selection: Selection,
    dungeon: str,
    carrier: Carrier | None = None,
    build_folder: Path = BUILD_FOLDER,
) -> ModularProgram:
    """Build the program of a selection, or a separate program if it lacks the dungeon.

    Raises what `build_program` raises.
    """
    plays = spec.programs[selection.program].plays
    if dungeon not in selection.dungeons:
        selection, plays = Selection(selection.program, (dungeon,)), True
        build_folder = build_folder / "alone" / dungeon
    return build_program(
        spec, spec_name, compiler, profile, carrier, plays, build_folder, selection=selection
    )


def find_roms(executable: str, build_folder: Path = BUILD_FOLDER) -> Roms:
    """The C64's ROMs on this machine, or our own replacement, assembled if necessary.

    Raises ToolMissing without VICE or, if there are no ROMs, without ca65.
    """
    roms = machine_roms(Path(find_executable(executable)))
    return roms or build_rom_stub(build_folder / "rom_stub")


def with_choices(
    program: ModularProgram, dungeon: str, seed: int, floor: int, goes_in: bool
) -> bytes:
    """The program's file, changed so that it starts with these choices; `goes_in` skips the menu.

    Raises UsageError if the program cannot be played or has no such dungeon or floor, and what
    `Carrier.write` raises.
    """
    if CHOICES not in program.result.labels:
        raise UsageError(
            f"{program.selection.program} only serves tests and tools",
            f"Set programs.{program.selection.program}.plays to true.",
        )
    names = program.selection.dungeons
    if dungeon not in names:
        raise UsageError(
            f"--dungeon: {dungeon} is not in the program",
            f"It has {', '.join(names)}. Add yours to its list in `programs` of the spec.",
        )
    if not 1 <= floor <= FLOORS:
        raise UsageError(f"--floor: there is no floor {floor}", f"Floors are 1 to {FLOORS}.")
    result = program.result
    image = bytearray(result.image)
    at = result.labels[CHOICES] - result.image_start
    image[at : at + 5] = bytes((names.index(dungeon), seed & 0xFF, seed >> 8, floor - 1, goes_in))
    changed = dataclasses.replace(result, image=bytes(image))
    with temporary_folder("undercroft-run-") as folder:
        file = folder / program.file.name
        program.carrier.write(dataclasses.replace(program, result=changed), file)
        return file.read_bytes()


def picture_of(program: ModularProgram, data: bytes, roms: Roms, executable: str = "") -> bytes:
    """Run `data`, a file of the program, without a window, and return the screen as a PNG.

    Raises UsageError as `require_picture_of` does.
    """
    require_picture_of(program.carrier)
    box = mailbox(program.spec)
    is_file = program.carrier.ending == ".prg"
    with temporary_folder("undercroft-run-") as folder:
        file = folder / program.file.name
        file.write_bytes(data)
        extra = () if is_file else ("-cartcrt", str(file))
        ntsc = program.spec.emulator.standard == "ntsc"
        with Vice(roms, executable=executable, ntsc=ntsc, extra_arguments=extra) as vice:
            if is_file:
                address, entry = load_address_and_entry(data)
                vice.load(address, data[2:])
                vice.run_until_store(box.command, _SECONDS, start=entry)
            else:
                vice.reset_until_store(box.command, _SECONDS)
            vice.write(box.magic, bytes((*MAGIC, 0, 0, 0, 0, FLAG_PLAY)))
            for _ in range(_FIRST_FRAMES):
                vice.run_until_store(box.key, _SECONDS)
            return png_of(vice.screenshot())


def require_picture_of(carrier: Carrier) -> None:
    """Raise UsageError for a disk, as only a machine with ROMs can start from one."""
    if carrier.ending in ENDINGS:
        raise UsageError(
            f"--screenshot: a program on a {carrier.title} is not started without a window",
            "Take the picture of a program file or a cartridge: --carrier.",
        )


def png_of(picture: Picture, border: int = 16, scale: int = 2) -> bytes:
    """The emulator's picture as a PNG, with a part of the border."""
    image = Image.frombytes(
        "P", (picture.width, picture.height), bytes(pixel & 15 for pixel in picture.pixels)
    )
    image.putpalette([part for colour in picture.palette for part in colour])
    left, top = picture.screen_left - border, picture.screen_top - border
    image = image.crop((left, top, left + 320 + 2 * border, top + 200 + 2 * border))
    image = ImageOps.scale(image, scale, Image.Resampling.NEAREST)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=False, compress_level=9)
    return file.getvalue()
