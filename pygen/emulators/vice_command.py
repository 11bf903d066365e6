"""Finding x64sc, and the arguments and environment with which it is started."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.base.temporary import temporary_folder
from pygen.emulators.roms import Roms

DEFAULT_EXECUTABLE = "x64sc"
HOST = "127.0.0.1"

_VERSION_SECONDS = 30

# "Joyport I/O simulation": the only device whose lines the monitor can set.
_SIMULATED_DEVICE = "37"

# With "ask" and a connected monitor, VICE halts and sends a JAM event. The other settings halt
# without giving a reason, reset, or end the emulator.
_JAM_ASK = "0"

_FIXED_ARGUMENTS = (
    "-console",
    "-default",
    "+saveres",
    # Otherwise VICE rewrites the file of an EasyFlash in the machine when it ends.
    "+easyflashcrtwrite",
    # Without sound the machine computes the same results, and VICE starts five times as fast.
    "-sounddev",
    "dummy",
    "+sound",
    "-jamaction",
    _JAM_ASK,
    # The same memory at power-up and the same random numbers in every run.
    "-seed",
    "1",
    "-controlport1device",
    _SIMULATED_DEVICE,
    "-controlport2device",
    _SIMULATED_DEVICE,
)

# Through these variables VICE could reach the user's display or desktop session.
_HIDDEN_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
_FOLDER_VARIABLES = (
    "HOME",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_RUNTIME_DIR",
)


@dataclass(frozen=True)
class ViceOptions:
    """Settings of a machine; see the arguments of Vice."""

    ntsc: bool = False
    warp: bool = True
    cycle_limit: int = 0
    extra_arguments: tuple[str, ...] = ()


class PortTaken(EmulatorFailed):
    """Another program uses the port, so VICE runs without a monitor."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"port {port} for the emulator's monitor is used by another program",
            "End that program, or use port 0 to have a free one chosen.",
        )


def find_executable(name: str = "") -> str:
    """The full path of x64sc: `name` (a path, or a name on PATH), or x64sc on PATH if empty.

    Raises ToolMissing if it is not installed.
    """
    path = shutil.which(name or DEFAULT_EXECUTABLE)
    if path is None:
        raise ToolMissing(
            f"the C64 emulator {name or DEFAULT_EXECUTABLE} was not found",
            "It is part of VICE 3.7 or newer. Debian: enable the component contrib, then "
            "sudo apt install vice; Ubuntu: the same from multiverse.",
        )
    return str(Path(path).absolute())


def vice_version(name: str = "") -> str:
    """VICE's version, such as "3.7.1". Raises ToolMissing, or EmulatorFailed if VICE reports
    none."""
    executable = find_executable(name)
    with temporary_folder("undercroft-vice-") as folder:
        try:
            result = subprocess.run(
                [executable, "-console", "-version"],
                cwd=folder,
                env=environment(folder),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_VERSION_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise EmulatorFailed(
                f"{executable} did not report its version within {error.timeout:g} s"
            ) from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise EmulatorFailed(f"{executable}: cannot be started: {reason}") from error
    match = re.search(r"VICE\s+(\d+(?:\.\d+)+)", result.stdout + result.stderr)
    if match is None:
        raise EmulatorFailed(f"{executable} -version reports no version of VICE")
    return match[1]


def vice_arguments(roms: Roms, options: ViceOptions, port: int, mark: str) -> list[str]:
    """Arguments for an x64sc without a window and with a monitor at `port`.

    `mark` is a unique path by which the monitor can be recognised as this process's.
    """
    arguments = [
        *_FIXED_ARGUMENTS,
        "-ntsc" if options.ntsc else "-pal",
        "-warp" if options.warp else "+warp",
        "-kernal",
        str(roms.kernal),
        "-basic",
        str(roms.basic),
        "-chargen",
        str(roms.chargen),
        "-binarymonitor",
        "-binarymonitoraddress",
        f"ip4://{HOST}:{port}",
        "-monlogname",
        mark,
    ]
    if roms.is_stub:
        # Without a drive, as the stub has no disk routines.
        arguments += ["-drive8type", "0"]
    if options.cycle_limit:
        arguments += ["-limitcycles", str(options.cycle_limit)]
    return arguments + list(options.extra_arguments)


def environment(folder: Path) -> dict[str, str]:
    """This process's environment, but with `folder` as home and without access to the user's
    display."""
    variables = {key: text for key, text in os.environ.items() if key not in _HIDDEN_VARIABLES}
    variables.update({key: str(folder) for key in _FOLDER_VARIABLES})
    # The log is searched for the system's error messages, so they must be in English.
    variables["LC_ALL"] = "C"
    return variables


def free_port() -> int:
    """A TCP port of the loopback address that is currently free."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def port_is_free(port: int) -> bool:
    """Whether VICE could listen on `port` of the loopback address."""
    with socket.socket() as probe:
        # Reuse the address as VICE does, so that a closed connection in TIME_WAIT is no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True
