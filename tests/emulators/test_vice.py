"""Programs in the real emulator, and what happens when it fails."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.fake_monitor import FakeMonitor, Request, frame
from helpers.processes import ENOUGH, is_running, state_of, wait_until
from helpers.tools import needs_ca65, needs_proc, needs_vice

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.base.project import PROJECT
from pygen.emulators import vice as vice_module
from pygen.emulators.rom_stub import IDLE_ADDRESS
from pygen.emulators.roms import Roms
from pygen.emulators.vice import Vice
from pygen.emulators.vice_command import free_port, vice_version
from pygen.pictures.palette import PALETTE

pytestmark = [needs_vice, needs_ca65]

PROGRAM = 0x2000
DONE = 0x1C00

# inc $1c00 : jmp $2000
COUNTING = bytes.fromhex("ee 00 1c  4c 00 20")
# jmp $2000
HANGING = bytes.fromhex("4c 00 20")
# nop : (an illegal instruction that jams the processor)
JAMMING = bytes.fromhex("ea 02")


@pytest.fixture
def vice(stub: Roms) -> Iterator[Vice]:
    with Vice(stub) as emulator:
        yield emulator


def place_after_resuming(vice: Vice) -> int:
    vice.resume()
    return vice.program_counter()


# Programs


def test_the_machine_waits_in_the_stub_after_reset(vice: Vice) -> None:
    assert wait_until(lambda: place_after_resuming(vice) == IDLE_ADDRESS)
    assert place_after_resuming(vice) == IDLE_ADDRESS


def test_a_program_runs_from_store_to_store(vice: Vice) -> None:
    vice.load(PROGRAM, COUNTING)
    vice.write(DONE, b"\x00")
    vice.run_until_store(DONE, ENOUGH, start=PROGRAM)
    for count in range(1, 20):
        assert vice.read(DONE, 1) == bytes([count])
        vice.run_until_store(DONE, ENOUGH)


def test_what_is_written_between_two_stores_reaches_the_program(vice: Vice) -> None:
    # lda $1c01 : sta $1c02 : sta $1c00 : jmp $2000
    vice.load(PROGRAM, bytes.fromhex("ad 01 1c  8d 02 1c  8d 00 1c  4c 00 20"))
    vice.run_until_store(DONE, ENOUGH, start=PROGRAM)
    for value in (b"\x07", b"\x99"):
        vice.write(DONE + 1, value)
        vice.run_until_store(DONE, ENOUGH)
        assert vice.read(DONE + 2, 1) == value


def test_the_watched_address_can_change(vice: Vice) -> None:
    # inc $1c00 : inc $1c10 : jmp $2000
    vice.load(PROGRAM, bytes.fromhex("ee 00 1c  ee 10 1c  4c 00 20"))
    vice.run_until_store(0x1C10, ENOUGH, start=PROGRAM)
    assert vice.program_counter() == PROGRAM + 6
    for _ in range(2):
        vice.run_until_store(0x1C00, ENOUGH)
        assert vice.program_counter() == PROGRAM + 3
    vice.run_until_store(0x1C10, ENOUGH)
    assert vice.program_counter() == PROGRAM + 6


def test_a_program_started_with_run_from_goes_on_by_itself(vice: Vice) -> None:
    # dec $1c00 (from 9 to 0) : bne $2000 : jmp *
    vice.load(PROGRAM, bytes.fromhex("ce 00 1c  d0 fb  4c 05 20"))
    vice.write(DONE, b"\x09")
    vice.run_from(PROGRAM)
    assert wait_until(lambda: place_after_resuming(vice) == PROGRAM + 5)
    assert vice.read(DONE, 1) == b"\x00"


def test_every_start_finds_rom_and_io_banked_in_and_can_call_the_kernal(vice: Vice) -> None:
    # lda $01 : and #$07 : sta $1c01 : jsr $ffba : lda #$34 : sta $01 : sta $1c00 : jmp *
    program = "a5 01 29 07  8d 01 1c  20 ba ff  a9 34 85 01  8d 00 1c  4c 11 20"
    vice.load(PROGRAM, bytes.fromhex(program))
    for _ in range(2):
        vice.write(DONE + 1, b"\x00")
        vice.run_until_store(DONE, ENOUGH, start=PROGRAM)
        assert vice.read(DONE + 1, 1) == b"\x07"


def test_ram_beneath_rom_and_io_is_read_and_written(vice: Vice) -> None:
    for address in (0xA000, 0xD020, 0xE000, 0xFFFF):
        vice.write(address, b"\x5a")
        assert vice.read(address, 1) == b"\x5a"


def test_all_of_memory_can_be_written_and_read_at_once(vice: Vice) -> None:
    everything = bytes((3 * page + index) & 0xFF for page in range(256) for index in range(256))
    vice.write(0, everything)
    assert vice.read(0, 0x10000) == everything


def test_empty_ranges_are_allowed_and_ranges_past_the_end_are_not(vice: Vice) -> None:
    assert vice.read(0xFFFF, 0) == b""
    vice.write(0xFFFF, b"")
    with pytest.raises(ValueError, match="64 KiB"):
        vice.read(0xFFFF, 2)
    with pytest.raises(ValueError, match="64 KiB"):
        vice.write(0xFFFF, b"ab")


def test_memory_at_power_up_is_the_same_every_time(stub: Roms) -> None:
    with Vice(stub) as first:
        before = first.read(0x0200, 0xF000)
    # VICE's own seed for chance comes from the clock.
    time.sleep(1.1)
    with Vice(stub) as second:
        assert second.read(0x0200, 0xF000) == before


@pytest.mark.parametrize(("ntsc", "last_line"), [(False, 311), (True, 262)])
def test_the_video_standard_is_the_one_asked_for(stub: Roms, ntsc: bool, last_line: int) -> None:
    # Keeps the highest raster line below 256 seen while bit 8 is set:
    # lda $d011 : bpl $2000 : lda $d012 : cmp $1c01 : bcc $2000 : sta $1c01 : inc $1c00 : jmp $2000
    program = "ad 11 d0  10 fb  ad 12 d0  cd 01 1c  90 f3  8d 01 1c  ee 00 1c  4c 00 20"
    with Vice(stub, ntsc=ntsc) as vice:
        vice.load(PROGRAM, bytes.fromhex(program))
        vice.write(DONE + 1, b"\x00")
        vice.run_from(PROGRAM)
        assert wait_until(lambda: _highest_line(vice) == last_line)
        time.sleep(0.05)
        assert _highest_line(vice) == last_line


def _highest_line(vice: Vice) -> int:
    line = 256 + vice.read(DONE + 1, 1)[0]
    vice.resume()
    return line


# Stores the two joystick ports once a frame, with a full character on the whole screen.
SHOWING = bytes.fromhex(
    "a9 1c 8d 18 d0  a9 02 8d 20 d0  a9 06 8d 21 d0  a9 c8 8d 16 d0  a9 1b 8d 11 d0"
    "a2 00 a9 01  9d 00 d8  9d 00 d9  9d 00 da  9d 00 db  e8  d0 f1"
    "ad 00 dc 8d 10 1c  ad 01 dc 8d 11 1c"
    "ad 12 d0 c9 fb d0 f9  ee 00 1c  ad 12 d0 c9 fb f0 f9  4c 2c 20"
)


def show_white_screen(vice: Vice) -> None:
    vice.load(PROGRAM, SHOWING)
    vice.write(0x0400, bytes(1000))
    vice.write(0x3000, b"\xff" * 8)
    vice.run_until_store(DONE, ENOUGH, start=PROGRAM)
    for _ in range(3):
        vice.run_until_store(DONE, ENOUGH)


def test_the_palette_of_our_pictures_is_the_emulator_s(stub: Roms) -> None:
    with Vice(stub) as vice:
        shown = vice.screenshot().palette
    assert len(shown) == len(PALETTE)
    for colour, ours in zip(shown, PALETTE, strict=True):
        # Another version may calculate them a little differently.
        assert max(abs(a - b) for a, b in zip(colour, ours, strict=True)) <= 24, (colour, ours)


@pytest.mark.parametrize("ntsc", [False, True])
def test_a_screenshot_shows_the_screen_where_it_says(stub: Roms, ntsc: bool) -> None:
    with Vice(stub, ntsc=ntsc) as vice:
        show_white_screen(vice)
        picture = vice.screenshot()
    assert len(picture.pixels) == picture.width * picture.height
    assert picture.palette[1] == (255, 255, 255)
    for row in range(picture.height):
        pixels = picture.pixels[row * picture.width : (row + 1) * picture.width]
        if 0 <= row - picture.screen_top < 200:
            left = picture.screen_left
            assert pixels[left : left + 320] == b"\x01" * 320
            assert pixels[left - 1] == pixels[left + 320] == 2
        else:
            assert 1 not in pixels


def test_the_program_sees_the_joysticks(vice: Vice) -> None:
    show_white_screen(vice)

    def seen() -> tuple[int, int]:
        vice.run_until_store(DONE, ENOUGH)
        vice.run_until_store(DONE, ENOUGH)
        port_2, port_1 = vice.read(0x1C10, 2)
        return port_1 & 0x1F, port_2 & 0x1F

    assert seen() == (0x1F, 0x1F)
    vice.joystick(2, ["fire", "left"])
    assert seen() == (0x1F, 0x0B)
    vice.joystick(1, ["up"])
    assert seen() == (0x1E, 0x0B)
    vice.joystick(2)
    assert seen() == (0x1E, 0x1F)


def test_the_version_is_told() -> None:
    assert vice_version().startswith("3.")


# Failures


def test_an_illegal_instruction_is_told_with_its_place(vice: Vice) -> None:
    vice.load(PROGRAM, JAMMING)
    with pytest.raises(EmulatorFailed, match=r"jammed on an illegal instruction") as raised:
        vice.run_until_store(DONE, ENOUGH, start=PROGRAM)
    assert "$2001" in raised.value.message


def test_a_jam_while_nobody_waits_is_told_by_the_next_call(vice: Vice) -> None:
    vice.load(PROGRAM, JAMMING)
    vice.run_from(PROGRAM)
    with pytest.raises(EmulatorFailed, match="jammed"):
        wait_until(lambda: place_after_resuming(vice) == 0)
    assert vice.read(PROGRAM, 2) == JAMMING
    with pytest.raises(EmulatorFailed, match="jammed"):
        vice.run_from(PROGRAM)


def test_a_program_that_hangs_is_told_with_its_place_and_can_be_examined(vice: Vice) -> None:
    vice.load(PROGRAM, HANGING)
    with pytest.raises(EmulatorFailed, match=r"stored nothing to \$1C00 within 0.1 s.*\$2000"):
        vice.run_until_store(DONE, 0.1, start=PROGRAM)
    assert vice.read(PROGRAM, 3) == HANGING
    vice.load(PROGRAM, COUNTING)
    vice.run_until_store(DONE, ENOUGH, start=PROGRAM)


def test_an_emulator_that_does_not_exist_is_named_with_its_package(stub: Roms) -> None:
    with (
        pytest.raises(ToolMissing, match="no-such-x64sc") as raised,
        Vice(stub, executable="no-such-x64sc"),
    ):
        pass
    assert "vice" in raised.value.hint
    with pytest.raises(ToolMissing, match="no-such-x64sc"):
        vice_version("no-such-x64sc")


def test_a_program_that_is_no_emulator_is_a_clear_error(stub: Roms) -> None:
    with pytest.raises(EmulatorFailed, match="ended unexpectedly"), Vice(stub, executable="true"):
        pass
    with pytest.raises(EmulatorFailed, match="reports no version"):
        vice_version("true")


def test_a_program_that_opens_no_monitor_is_a_clear_error(stub: Roms, tmp_path: Path) -> None:
    script = tmp_path / "sleeper"
    script.write_text("#!/bin/sh\nexec sleep 1000\n")
    script.chmod(0o755)
    with (
        pytest.raises(EmulatorFailed, match="no monitor"),
        Vice(stub, executable=str(script), start_seconds=0.2),
    ):
        pass


def test_missing_roms_are_told_in_vice_s_own_words(stub: Roms, tmp_path: Path) -> None:
    roms = Roms(tmp_path / "nowhere.bin", stub.basic, stub.chargen)
    with pytest.raises(EmulatorFailed, match="ended unexpectedly") as raised, Vice(roms):
        pass
    assert "nowhere.bin" in raised.value.hint


def test_a_port_in_use_is_a_clear_error(stub: Roms) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with (
            pytest.raises(EmulatorFailed, match=f"port {port}.*another program"),
            Vice(stub, port=port),
        ):
            pass


def test_two_emulators_run_side_by_side(stub: Roms) -> None:
    with Vice(stub) as first, Vice(stub) as second:
        first.write(DONE, b"\x01")
        second.write(DONE, b"\x02")
        assert (first.read(DONE, 1), second.read(DONE, 1)) == (b"\x01", b"\x02")


@pytest.mark.parametrize(
    ("body", "message"),
    [(b"\x00\x05other", "another program"), (b"nonsense", "another program|malformed")],
)
def test_another_program_s_monitor_is_never_taken_for_ours(
    stub: Roms, monkeypatch: pytest.MonkeyPatch, body: bytes, message: str
) -> None:
    """As when somebody takes the port between our look and VICE's."""
    monkeypatch.setattr(vice_module, "port_is_free", lambda port: True)

    def answer(request: Request) -> bytes:
        return frame(request.command, request.number, body if request.command == 0x51 else b"")

    with FakeMonitor(answer) as fake:
        with pytest.raises(EmulatorFailed, match=message), Vice(stub, port=fake.port):
            pass
        assert {request.command for request in fake.requests} <= {0x51, 0xAA}


def test_another_port_is_tried_when_the_chosen_one_is_taken_meanwhile(
    stub: Roms, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken = listener.getsockname()[1]
        really_free = free_port
        ports = iter([taken])
        monkeypatch.setattr(vice_module, "free_port", lambda: next(ports, None) or really_free())
        with Vice(stub) as vice:
            vice.load(PROGRAM, COUNTING)
            vice.run_until_store(DONE, ENOUGH, start=PROGRAM)


def test_an_emulator_killed_in_mid_run_is_told_at_once(vice: Vice) -> None:
    vice.load(PROGRAM, HANGING)
    threading.Timer(0.2, os.kill, (vice.pid, signal.SIGKILL)).start()
    with pytest.raises(EmulatorFailed, match="ended unexpectedly, by signal SIGKILL"):
        vice.run_until_store(DONE, ENOUGH, start=PROGRAM)
    with pytest.raises(EmulatorFailed):
        vice.read(0, 1)


def test_the_cycle_limit_ends_the_emulator(stub: Roms) -> None:
    with Vice(stub, cycle_limit=3_000_000) as vice:
        vice.load(PROGRAM, HANGING)
        with pytest.raises(EmulatorFailed, match="ended unexpectedly, with exit status 1"):
            vice.run_until_store(DONE, ENOUGH, start=PROGRAM)


@needs_proc
def test_a_frozen_emulator_is_a_clear_error_and_is_ended(stub: Roms) -> None:
    with Vice(stub, command_seconds=0.3) as vice:
        pid = vice.pid
        os.kill(pid, signal.SIGSTOP)
        assert wait_until(lambda: state_of(pid) == "T")
        with pytest.raises(EmulatorFailed, match="no answer within 0.3 s"):
            vice.read(0, 1)
    assert not is_running(pid)


def test_a_closed_emulator_says_so(stub: Roms) -> None:
    vice = Vice(stub)
    with vice:
        pass
    vice.close()
    with pytest.raises(EmulatorFailed, match="not running"):
        vice.read(0, 1)


# Nothing is left behind


@needs_proc
@pytest.mark.parametrize("error", [None, RuntimeError, KeyboardInterrupt])
def test_no_process_and_no_file_stay_behind(
    stub: Roms, error: type[BaseException] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    pid = 0
    try:
        with Vice(stub) as vice:
            pid = vice.pid
            assert is_running(pid)
            if error:
                raise error
    except (RuntimeError, KeyboardInterrupt):
        pass
    assert not is_running(pid)
    assert list(tmp_path.iterdir()) == []


@needs_proc
def test_a_failed_start_leaves_nothing_behind(
    stub: Roms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    pids: list[int] = []

    def refuse(vice: Vice, monitor: object) -> None:
        pids.append(vice.pid)
        raise KeyboardInterrupt

    monkeypatch.setattr(Vice, "_prepare", refuse)
    with pytest.raises(KeyboardInterrupt), Vice(stub):
        pass
    assert not is_running(pids[0])
    assert list(tmp_path.iterdir()) == []


KILLED = """
    import sys
    from pathlib import Path
    from pygen.base import processes
    from pygen.emulators.roms import Roms
    from pygen.emulators.vice import Vice

    if sys.argv[4] == "leave":
        processes.LIBC = None  # as where the system does not end a process with its parent
    roms = Roms(*map(Path, sys.argv[1:4]), is_stub=True)
    vice = Vice(roms)
    vice.start()
    vice.load(0x2000, bytes.fromhex("4c 00 20"))
    print(vice.pid, flush=True)
    if sys.argv[4] == "wait":
        vice.run_until_store(0x1C00, 600, start=0x2000)
"""


@needs_proc
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL", "forgotten"])
def test_the_emulator_ends_with_the_python_that_started_it(
    stub: Roms, tmp_path: Path, how: str
) -> None:
    if how in ("SIGTERM", "SIGKILL") and not sys.platform.startswith("linux"):
        pytest.skip("only Linux ends a process with its parent")
    script = textwrap.dedent(KILLED)
    paths = [str(path) for path in (stub.kernal, stub.basic, stub.chargen)]
    mode = "leave" if how == "forgotten" else "wait"
    with subprocess.Popen(
        [sys.executable, "-c", script, *paths, mode],
        cwd=PROJECT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as python:
        assert python.stdout is not None
        pid = int(python.stdout.readline())
        if how != "forgotten":
            assert is_running(pid)
            python.send_signal(getattr(signal, how))
        python.wait(ENOUGH)
    assert wait_until(lambda: not is_running(pid))
    assert list(tmp_path.iterdir()) == []
