"""Play the C64 program in VICE, or take a picture of it without a window.

Examples:
  invoke run-vice
  invoke run-vice --dungeon catacombs --seed 7 --floor 3
  invoke run-vice --seed 7 --headless --screenshot seven.png
  invoke run-vice --program collection --carrier easyflash
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.markup import escape

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER
from pygen.base.temporary import temporary_folder
from pygen.commands.disk import disk_files, disk_path, program_to_play
from pygen.compilers.built import BuiltProgram
from pygen.compilers.program import load_address_and_entry
from pygen.console.arguments import DUNGEON, FLOOR
from pygen.console.compiling import COMPILER, PROFILE, PROGRAM, ProgramArguments, carrier_of
from pygen.console.options import PNG, Flag, Needs, OutputFile, Parsed, Text
from pygen.console.terminal import out, shown_path, warn, write_output
from pygen.emulators.roms import Roms, has_drive_rom
from pygen.emulators.vice_command import find_executable
from pygen.engine.random.seeds import parse_seed
from pygen.media.disk_image import ENDINGS, DiskImage
from pygen.media.playing import find_roms, picture_of, require_picture_of, with_choices
from pygen.programs.c1541 import make_disk
from pygen.programs.carrier import ModularProgram

# How many lines of VICE's output are shown if it fails.
LAST_LINES = 5

WITHOUT_ROMS = (
    "VICE has no C64 ROMs here, so the program runs on our own replacement. Without them disks do "
    "not work (keys M and L). Q in the menu ends VICE."
)
BOTH = "--headless and --screenshot belong together", "Give both, or none."


class Arguments(ProgramArguments):
    seed = Parsed(
        "which seed, 0 to 65535; starts without the menu (default: start with the menu)",
        1,
        parse_seed,
    )
    dungeon = DUNGEON
    floor = FLOOR
    profile = PROFILE
    warp = Flag("run as fast as this machine can")
    headless = Flag("without a window, for --screenshot")
    screenshot = OutputFile("write what the screen shows to this PNG (with --headless only)", *PNG)
    program = PROGRAM
    carrier = Text("prg, d64, d81, easyflash or magic_desk (default: the program's first)")
    compiler = COMPILER
    rules = (Needs("headless", "screenshot", *BOTH), Needs("screenshot", "headless", *BOTH))


def run(given: Arguments) -> None:
    emulator = given.spec.emulator
    executable = emulator.path or ""
    carrier = carrier_of(given.spec, given.selection.program, given.carrier)
    if given.screenshot:
        require_picture_of(carrier)
    roms = find_roms(executable)
    played = program_to_play(given, given.dungeon, given.profile, given.compiler, carrier)
    skips_menu = any(map(given.has, ("seed", "dungeon", "floor")))
    data = with_choices(played, given.dungeon, given.seed, given.floor, skips_menu)
    if roms.is_stub:
        warn(WITHOUT_ROMS)
    if given.screenshot:
        write_output("picture", given.screenshot, picture_of(played, data, roms, executable))
        return
    ending, disk = played.carrier.ending, None
    if ending in ENDINGS:
        if roms.is_stub:
            raise UsageError(
                "a program on a disk is loaded by the KERNAL, of which there is none here",
                "Name a folder with the C64's ROMs in UNDERCROFT_ROMS, or another --carrier.",
            )
        disk = disk_to_play(played, data, given.outputs)
    elif not roms.is_stub:
        disk = insert_disk(played, given.outputs)
    is_ntsc = emulator.standard == "ntsc"
    open_window(data, roms, executable, given.warp, is_ntsc, disk, ending=ending)


def insert_disk(program: BuiltProgram, build_folder: Path = BUILD_FOLDER) -> Path | None:
    """The program's own disk image for drive 8, created if necessary; None if that is impossible.
    Print which disk is in the drive, or why none is.

    An existing image is kept, with the files that were saved on it.
    """
    path, new = disk_path(program, build_folder), ""
    if not path.exists():
        new = ", a new disk"
        try:
            make_disk(path, disk_files(program))
        except UserError as error:
            warn(f"There is no disk in drive 8: {error.message}")
            return None
    shown = escape(shown_path(path))
    out.print(f"Drive 8 has {shown}{new}: M saves there, L loads from it.", soft_wrap=True)
    return path


def disk_to_play(program: ModularProgram, data: bytes, build_folder: Path = BUILD_FOLDER) -> Path:
    """The copy of a program's disk that is played, with the files that were saved on it.

    `data` is the disk as it was built. When the program has changed, a new copy replaces the old.
    """
    path = build_folder / "play" / program.compiler.name / program.file.name
    if path.exists() and _has_files_of(path, data):
        return path
    write_if_changed(path, data)
    return path


def _has_files_of(path: Path, data: bytes) -> bool:
    """Whether a disk image contains all files of another image, `data`."""
    with temporary_folder("undercroft-run-") as folder:
        fresh = folder / path.name
        fresh.write_bytes(data)
        try:
            old, new = DiskImage(path), DiskImage(fresh)
            return all(old.read(name) == new.read(name) for name in new.names())
        except UserError:
            return False


def window_command(
    executable: str, roms: Roms, file: Path, monitor_file: Path, warp: bool, ntsc: bool,
    disk: Path | None = None,
) -> list[str]:  # fmt: skip
    """The command that opens a window with the program in it: a file, a cartridge or a disk.

    A cartridge starts by itself, with any ROMs. With the machine's ROMs VICE also starts a program
    file or a disk itself. The replacement ROMs cannot load files: VICE's monitor puts the program
    into memory and starts it, and VICE ends when the program exits.
    """
    command = [executable, "-ntsc" if ntsc else "-pal", "-warp" if warp else "+warp"]
    # These choices must not change the user's saved settings. The program makes no sound.
    command += ["+saveres", "+sound"]
    # The numeric keypad acts as joystick 2, so that the cursor keys keep their meaning.
    command += ["-joydev2", "1"]
    for name in ("kernal", "basic", "chargen"):
        command += [f"-{name}", str(getattr(roms, name))]
    if not roms.is_stub and disk is not None:
        command += drive_arguments(roms, disk)
    if file.suffix == ".crt":
        # Without this option VICE writes the file again when it ends.
        return [*command, "-cartcrt", str(file), "+easyflashcrtwrite"]
    if not roms.is_stub:
        return [*command, "-autostartprgmode", "1", "-autostart", str(file)]
    _, entry = load_address_and_entry(file.read_bytes())
    monitor_file.write_text(f'load "{file}" 0\nr pc={entry:04x}\ncommand 1 "quit"\nx\n')
    command += ["-drive8type", "0", "-initbreak", "0xe000", "-moncommands", str(monitor_file)]
    return command


def drive_arguments(roms: Roms, disk: Path) -> list[str]:
    """VICE's arguments for drive 8 with a disk in it, a D64 or a D81. For a D81, or without the ROM
    of a 1541, VICE emulates the drive's answers on the serial bus."""
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

    `data` is the program's file, whose name ends in `ending`. A program on a disk is started from
    `disk`, which keeps what is saved. VICE gets the `extra` arguments last; `run` starts it. Raises
    UserError with the last lines of its output if VICE fails.
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
