"""`run-vice` as a person has it: a window on an X server that nobody sees, real keys, real time."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import View
from helpers.programs import playable_of
from helpers.screen_codes import text_of
from helpers.tools import SPEC_FILE, needs_a_window, needs_c1541, needs_ca65, needs_vice

from pygen.base.errors import EmulatorFailed
from pygen.commands.run_vice import open_window
from pygen.emulators.binary_monitor import BinaryMonitor
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.roms import find_roms, standard_folders
from pygen.emulators.vice_command import HOST, free_port
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.disk_image import DiskImage
from pygen.media.playing import with_choices
from pygen.programs.c1541 import make_disk, program_files
from pygen.programs.carrier import ModularProgram
from pygen.spec import Spec, load_spec

pytestmark = [needs_vice, needs_ca65, needs_a_window]
SEED = 11
# Nothing here takes so long; a test that waits for it has failed.
MOST_SECONDS = 60.0


def until(what: Callable[[], bool], wanted: str) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + MOST_SECONDS
    while not what():
        assert time.monotonic() < deadline, f"never came: {wanted}"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An X server of our own, with the first free number from one that hangs on this process."""
    log = tmp_path_factory.mktemp("x") / "log"
    first = 100 + os.getpid() % 10000
    for name in (f":{number}" for number in range(first, first + 10)):
        command = ["Xvfb", name, "-screen", "0", "1024x768x24", "-noreset"]
        with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file) as server:
            try:
                until(lambda: server.poll() is not None or answers(name), "an X server")  # noqa: B023
                if server.poll() is None:
                    yield name
                    return
            finally:
                server.terminate()
    raise AssertionError(f"no X server starts: {log.read_text()}")


def answers(display: str) -> bool:
    """Whether an X server does."""
    command = ["xdotool", "getdisplaygeometry"]
    environment = {**os.environ, "DISPLAY": display}
    return not subprocess.run(command, env=environment, capture_output=True, check=False).returncode


class Window:
    """VICE in a window, opened by `open_window` in a thread."""

    def __init__(
        self, spec: Spec, prg: bytes, display: str, folder: Path, disk: Path | None = None
    ) -> None:
        """With `disk` the machine has its ROMs, and the disk in its drive; else the stub."""
        self.spec = spec
        self.display = display
        self._folder = folder
        self._disk = disk
        self.log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        self._monitor: BinaryMonitor | None = None
        self.failure: BaseException | None = None
        port = free_port()
        # The monitor is for looking only: the keys are the window's.
        extra = ["-binarymonitor", "-binarymonitoraddress", f"ip4://{HOST}:{port}"]
        self.thread = threading.Thread(target=self._open, args=(prg, extra))
        self._port = port

    def open(self) -> None:
        """Come back when the window is there and has the keyboard."""
        self.thread.start()
        until(lambda: bool(self._windows()) or bool(self.failure), "a window")
        assert self.failure is None, getattr(self.failure, "hint", "")
        if self._disk:
            # VICE's autostart watches the cursor: nobody may type meanwhile, or halt the machine.
            until(lambda: b"AUTOSTART: Done" in self.log.read_bytes(), "the start")
        self._xdotool("windowfocus", self._windows()[-1])
        self._monitor = self._connected(self._port)
        self._bank = self._monitor.banks()["ram"]
        self._monitor.resume()

    def _windows(self) -> list[str]:
        return self._xdotool("search", "--onlyvisible", "--name", "VICE").split()

    def _open(self, prg: bytes, extra: Sequence[str]) -> None:
        try:
            found = find_roms(standard_folders()) if self._disk else None
            roms = found or build_rom_stub(self._folder / "stub")
            open_window(prg, roms, "", False, False, self._disk, extra, run=self._run)
        except BaseException as error:
            self.failure = error

    def _run(
        self, command: list[str], check: bool, **channels: Any
    ) -> subprocess.CompletedProcess[bytes]:
        home = {"HOME": str(self._folder), "XDG_CONFIG_HOME": str(self._folder)}
        environment = {**os.environ, **home, "DISPLAY": self.display}
        with self.log.open("wb") as log:
            channels |= {"stdout": log}
            self._process = subprocess.Popen(command, env=environment, **channels)
            self._process.wait()
        return subprocess.CompletedProcess(command, self._process.returncode, self.log.read_bytes())

    def _connected(self, port: int) -> BinaryMonitor:
        deadline = time.monotonic() + MOST_SECONDS
        while True:
            try:
                return BinaryMonitor.connect(HOST, port)
            except EmulatorFailed:
                assert time.monotonic() < deadline, "VICE's monitor does not answer"
                time.sleep(0.1)

    def _xdotool(self, *words: str) -> str:
        ended = subprocess.run(
            ["xdotool", *words],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.stdout.strip()

    def screen(self) -> bytes:
        """The screen's characters as they are now."""
        assert self._monitor is not None
        start = self.spec.memory["screen"].start
        screen = self._monitor.read_memory(start, 1000, self._bank)
        self._monitor.resume()
        self._monitor.take_events()
        return screen

    def text(self) -> str:
        return text_of(self.screen())

    def press(self, key: str, until_text: str) -> None:
        """Hold a key of the window until the screen has this text."""
        self._xdotool("keydown", key)
        try:
            until(lambda: until_text in self.text(), f"{until_text!r} after {key}")
        finally:
            self._xdotool("keyup", key)

    def hold(self, key: str) -> None:
        self._xdotool("keydown", key)

    def release(self, key: str) -> None:
        self._xdotool("keyup", key)

    def place(self) -> tuple[int, int]:
        """The tile of which the line below the map tells, once the screen stands still."""
        before, now = "", self.text()
        while before != now:
            time.sleep(0.3)
            before, now = now, self.text()
        found = re.search(r"X(\d+) Y(\d+)", now)
        assert found
        return int(found[1]), int(found[2])

    def close(self) -> None:
        if self._monitor:
            with contextlib.suppress(EmulatorFailed):
                self._monitor.quit(MOST_SECONDS)
            self._monitor.close()
        if self._process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(MOST_SECONDS if self._monitor else 0)
        if self._process and self._process.poll() is None:
            self._process.kill()
        self.thread.join()


@pytest.fixture
def program(tmp_path: Path) -> ModularProgram:
    spec = load_spec(SPEC_FILE, ["program.dungeons=[crypt]"])
    return playable_of(spec)


@contextlib.contextmanager
def opened(window: Window) -> Iterator[Window]:
    try:
        window.open()
        yield window
    finally:
        window.close()


def test_from_the_menu_through_the_dungeon_and_out(
    program: ModularProgram, display: str, tmp_path: Path
) -> None:
    prg = program.result.prg.read_bytes()
    with opened(Window(program.spec, prg, display, tmp_path)) as window:
        play(window)


def play(window: Window) -> None:
    until(lambda: "ENTER THE DUNGEON" in window.text(), "the menu")
    window.press("BackSpace", "00000")
    window.press("1", "00001")
    window.press("1", f"{SEED:05d}")
    window.press("Return", "F001 S00011")
    dungeon = generate(window.spec, Request("crypt", SEED))
    place = window.place()
    assert place == dungeon.up, "the window's middle"
    for key, dx, dy in (
        ("d", 1, 0),
        ("Down", 0, 1),
        ("Left", -1, 0),
        ("w", 0, -1),
        ("Right", 1, 0),
    ):
        window.press(key, f"X{place[0] + dx:03d} Y{place[1] + dy:03d}")
        before, place = place, window.place()
        # A key that is held for long repeats itself.
        steps = abs(place[0] - before[0]) + abs(place[1] - before[1])
        assert place == (before[0] + steps * dx, before[1] + steps * dy), key
    window.press("o", "THE WHOLE FLOOR")
    window.press("space", "F001 S00011")
    assert window.place() == place
    view = View(place[0] - 20, place[1] - 12)
    assert window.screen() == expected.window(window.spec, dungeon, 1, SEED, view).codes
    window.press("q", "ENTER THE DUNGEON")
    # Without ROMs leaving ends VICE.
    window.hold("q")
    window.thread.join(MOST_SECONDS)
    window.release("q")
    assert not window.thread.is_alive() and window.failure is None


@needs_c1541
def test_with_roms_m_saves_and_q_goes_back_to_basic(
    program: ModularProgram, display: str, tmp_path: Path
) -> None:
    if find_roms(standard_folders()) is None:
        pytest.skip("no ROMs of the C64 are here, and UNDERCROFT_ROMS names no folder")
    disk = tmp_path / "disk.d64"
    prg = with_choices(program, "crypt", SEED, 2, goes_in=True)
    make_disk(disk, program_files("undercroft", prg))
    with opened(Window(program.spec, prg, display, tmp_path, disk)) as window:
        until(lambda: "F002 S00011" in window.text(), "the dungeon")
        window.press("m", "MAP AND SEED ARE SAVED")
        window.press("q", "ENTER THE DUNGEON")
        window.press("q", "READY.")
    assert DiskImage(disk).names() == ["UNDERCROFT", "README", "CRYPT-11-2", "SEED"]
