"""`invoke run-vice`: play the program in VICE, or take a picture of it without a window."""

from __future__ import annotations

import dataclasses
import io
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER
from pygen.base.temporary import temporary_folder
from pygen.commands.arguments import Output, output_path, write_output
from pygen.commands.disk import disk_path, write_disk
from pygen.compilers.base import Compiler
from pygen.compilers.building import Profile, Program
from pygen.compilers.program import load_address_and_entry
from pygen.emit.mailbox import FLAG_PLAY, MAGIC, mailbox
from pygen.emulators.base import Picture
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.roms import Roms, has_drive_rom, machine_roms
from pygen.emulators.vice import Vice
from pygen.emulators.vice_command import find_executable
from pygen.engine.floors import FLOORS
from pygen.media.disk_image import ENDINGS, DiskImage
from pygen.programs.building import build_program
from pygen.programs.carrier import Carrier, ModularProgram
from pygen.spec import Spec

CHOICES = "start_choices"
# Keyboard reads after which the program's first screen is complete.
_FIRST_FRAMES = 10
_SECONDS = 120.0
# Lines of VICE's output that are shown if it failed.
LAST_LINES = 5

WITHOUT_ROMS = (
    "VICE has no C64 ROMs here, so the program runs on our own replacement. Without them disks do "
    "not work (keys M and L). Q in the menu ends VICE."
)


@dataclass(frozen=True)
class Drive:
    """The disk in drive 8. `is_new` if it was just made; without a `path`, `problem` says why."""

    path: Path | None
    is_new: bool = False
    problem: str = ""


def build_to_play(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    dungeon: str,
    carrier: Carrier | None = None,
    build_folder: Path = BUILD_FOLDER,
) -> ModularProgram:
    """Build the program at hand, or one of its own for a dungeon that it lacks.

    Raises what `build_program` raises.
    """
    selection, plays = spec.selection, spec.programs[spec.program.name].plays
    if dungeon not in selection.dungeons:
        selection, plays = spec.only(dungeon), True
        build_folder = build_folder / "alone" / dungeon
    return build_program(
        spec, spec_name, compiler, profile, carrier, plays, build_folder, selection=selection
    )


def find_roms(executable: str, build_folder: Path = BUILD_FOLDER) -> Roms:
    """The C64's ROMs of this machine, or our own replacement, assembled if necessary.

    Raises ToolMissing without VICE or, if there are no ROMs, without ca65.
    """
    roms = machine_roms(Path(find_executable(executable)))
    return roms or build_rom_stub(build_folder / "rom_stub")


def insert_disk(program: Program, build_folder: Path = BUILD_FOLDER) -> Drive:
    """The program's own disk image for drive 8, created if necessary.

    An existing image is kept, with what was saved on it.
    """
    path = disk_path(program, build_folder)
    if path.exists():
        return Drive(path)
    try:
        write_disk(program, path)
    except UserError as error:
        return Drive(None, problem=error.message)
    return Drive(path, is_new=True)


def write_screenshot(
    program: ModularProgram, data: bytes, roms: Roms, path: str, executable: str = ""
) -> Output:
    """Run a file of the program without a window and write what the screen shows as a PNG.

    Raises UsageError for a file that does not end in .png, EmulatorFailed if VICE fails, and
    UserError if the file cannot be written.
    """
    target = output_path(path, "--screenshot", ".png", "a PNG picture")
    return write_output(target, picture_of(program, data, roms, executable))


def with_choices(
    program: ModularProgram, dungeon: str, seed: int, floor: int, goes_in: bool
) -> bytes:
    """The program's file, changed to start with these choices; `goes_in` skips the menu.

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


def disk_to_play(program: ModularProgram, data: bytes, build_folder: Path = BUILD_FOLDER) -> Path:
    """The copy of a program's disk that is played, with what was saved on it.

    `data` is the disk as it is built. Another copy takes its place when the program has changed.
    """
    path = build_folder / "play" / program.compiler.name / program.file.name
    if path.exists() and _has_files_of(path, data):
        return path
    write_if_changed(path, data)
    return path


def _has_files_of(path: Path, data: bytes) -> bool:
    """Whether a disk image has all files of another one, `data`."""
    with temporary_folder("undercroft-run-") as folder:
        fresh = folder / path.name
        fresh.write_bytes(data)
        try:
            old, new = DiskImage(path), DiskImage(fresh)
            return all(old.read(name) == new.read(name) for name in new.names())
        except UserError:
            return False


def picture_of(program: ModularProgram, data: bytes, roms: Roms, executable: str = "") -> bytes:
    """Run a file of the program without a window and return what the screen shows, as a PNG.

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
    """Raise UsageError for a disk, from which only a machine with ROMs can start."""
    if carrier.ending in ENDINGS:
        raise UsageError(
            f"--screenshot: a program on a {carrier.title} is not started without a window",
            "Take the picture of a program file or a cartridge: --carrier.",
        )


def png_of(picture: Picture, border: int = 16, scale: int = 2) -> bytes:
    """The emulator's picture as a PNG, with a part of the border."""
    from PIL import Image

    image = Image.frombytes(
        "P", (picture.width, picture.height), bytes(pixel & 15 for pixel in picture.pixels)
    )
    image.putpalette([part for colour in picture.palette for part in colour])
    left, top = picture.screen_left - border, picture.screen_top - border
    image = image.crop((left, top, left + 320 + 2 * border, top + 200 + 2 * border))
    image = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=False, compress_level=9)
    return file.getvalue()


def window_command(
    executable: str, roms: Roms, file: Path, monitor_file: Path, warp: bool, ntsc: bool,
    disk: Path | None = None,
) -> list[str]:  # fmt: skip
    """The command that opens a window with the program in it: a file, a cartridge or a disk.

    A cartridge starts by itself, with any ROMs. With the machine's ROMs VICE starts a program file
    or a disk itself. The stub cannot load, so VICE's monitor puts the program into memory and
    starts it; when the program exits, VICE ends.
    """
    command = [executable, "-ntsc" if ntsc else "-pal", "-warp" if warp else "+warp"]
    # These choices must not get into the user's saved settings. The program makes no sound.
    command += ["+saveres", "+sound"]
    # The numeric keypad acts as joystick 2, so that the cursor keys keep their meaning.
    command += ["-joydev2", "1"]
    for name in ("kernal", "basic", "chargen"):
        command += [f"-{name}", str(getattr(roms, name))]
    if not roms.is_stub and disk is not None:
        command += drive_arguments(roms, disk)
    if file.suffix == ".crt":
        # Without this VICE writes the file again when it ends.
        return [*command, "-cartcrt", str(file), "+easyflashcrtwrite"]
    if not roms.is_stub:
        return [*command, "-autostartprgmode", "1", "-autostart", str(file)]
    _, entry = load_address_and_entry(file.read_bytes())
    monitor_file.write_text(f'load "{file}" 0\nr pc={entry:04x}\ncommand 1 "quit"\nx\n')
    command += ["-drive8type", "0", "-initbreak", "0xe000", "-moncommands", str(monitor_file)]
    return command


def drive_arguments(roms: Roms, disk: Path) -> list[str]:
    """VICE's arguments for drive 8 with a disk in it: a D64, or a D81. Without the ROM of a 1541,
    and for a D81, VICE emulates the drive's answers on the serial bus."""
    is_1581 = disk.suffix.lower() == ".d81"
    arguments = ["-drive8type", "1581"] if is_1581 else []
    arguments += ["-8", str(disk)]
    if is_1581 or not has_drive_rom(roms):
        arguments += ["-iecdevice8", "+drive8truedrive"]
    return arguments


def open_window(
    data: bytes,
    roms: Roms,
    executable: str,
    warp: bool,
    ntsc: bool,
    disk: Path | None = None,
    extra: Sequence[str] = (),
    ending: str = ".prg",
    run: Callable[..., subprocess.CompletedProcess[bytes]] = subprocess.run,
) -> None:
    """Open VICE with the program and wait until the user closes it.

    `data` is its file, whose name ends in `ending`; a program on a disk is started from `disk`,
    which keeps what is saved. `extra` arguments go to VICE last, `run` starts it. Raises UserError
    with the end of its output if VICE fails.
    """
    with temporary_folder("undercroft-run-") as folder:
        file = folder / f"undercroft{ending}"
        file.write_bytes(data)
        if ending in ENDINGS and disk is not None:
            file = disk
        command = window_command(
            find_executable(executable), roms, file, folder / "start.mon", warp, ntsc, disk
        )
        ended = run(
            [*command, *extra],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    if ended.returncode:
        said = (ended.stdout or b"").decode("utf-8", "replace").strip().splitlines()[-LAST_LINES:]
        hint = "Without a window system, use --headless --screenshot FILE.png."
        raise UserError(
            f"VICE ended with status {ended.returncode}",
            "\n  ".join([f"{hint} It said:", *said]) if said else hint,
        )
