"""How x64sc is found and with which arguments and surroundings it is started."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.emulators.roms import Roms

DEFAULT_EXECUTABLE = "x64sc"
HOST = "127.0.0.1"

_VERSION_SECONDS = 30

# "Joyport I/O simulation": the only device whose lines the monitor can set.
_SIMULATED_DEVICE = "37"

# On "ask", with a monitor connected, VICE halts and sends a JAM event. The other choices stop
# without saying why, reset, or end the emulator.
_JAM_ASK = "0"

_FIXED_ARGUMENTS = (
    "-console",
    "-default",
    "+saveres",
    # Without sound the machine computes the same, and starts in a fifth of the time.
    "-sounddev",
    "dummy",
    "+sound",
    "-jamaction",
    _JAM_ASK,
    # The same memory at power-up and the same chances in every run.
    "-seed",
    "1",
    "-controlport1device",
    _SIMULATED_DEVICE,
    "-controlport2device",
    _SIMULATED_DEVICE,
)

# By these a window or a session of the user's could be reached.
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
    """Choices for a machine; see the arguments of Vice."""

    ntsc: bool = False
    warp: bool = True
    cycle_limit: int = 0
    extra_arguments: tuple[str, ...] = ()


def find_executable(name: str = "") -> str:
    """Full path of x64sc: `name` (a path, or a name on PATH), or x64sc on PATH if empty.

    Raises ToolMissing when it is not there.
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
    """VICE's version, such as "3.7.1". Raises ToolMissing, or EmulatorFailed if it tells none."""
    executable = find_executable(name)
    with tempfile.TemporaryDirectory(prefix="undercroft-vice-") as folder:
        try:
            result = subprocess.run(
                [executable, "-console", "-version"],
                cwd=folder,
                env=environment(Path(folder)),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_VERSION_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise EmulatorFailed(f"{executable} told no version in {error.timeout:g} s") from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise EmulatorFailed(f"{executable}: cannot be started: {reason}") from error
    found = re.search(r"VICE\s+(\d+(?:\.\d+)+)", result.stdout + result.stderr)
    if found is None:
        raise EmulatorFailed(f"{executable} -version names no version of VICE")
    return found[1]


def vice_arguments(roms: Roms, options: ViceOptions, port: int, mark: str) -> list[str]:
    """Arguments for a hidden x64sc with a monitor at `port` that knows itself by `mark`."""
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
        # No drive: the stub has no disk routines.
        arguments += ["-drive8type", "0"]
    if options.cycle_limit:
        arguments += ["-limitcycles", str(options.cycle_limit)]
    return arguments + list(options.extra_arguments)


def environment(folder: Path) -> dict[str, str]:
    """Our environment, but with `folder` as home and without a way to the user's screen."""
    variables = {key: text for key, text in os.environ.items() if key not in _HIDDEN_VARIABLES}
    variables.update({key: str(folder) for key in _FOLDER_VARIABLES})
    # Errors of the system are looked for in the log, so they must be in English.
    variables["LC_ALL"] = "C"
    return variables


def free_port() -> int:
    """A TCP port of the loopback address that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def port_is_free(port: int) -> bool:
    """Whether VICE could listen at `port` of the loopback address."""
    with socket.socket() as probe:
        # As VICE does, so that the rest of an ended connection is no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True
