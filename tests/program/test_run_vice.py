"""Starting the program in VICE: what it begins with, the window's command, and pictures."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from helpers.expected_screen import View, pixels, window
from helpers.programs import playable_of
from helpers.tools import FLOORS_SPEC_FILE, SPEC_FILE, needs_ca65, needs_vice
from PIL import Image

from pygen.base.errors import UsageError, UserError
from pygen.commands.run_vice import drive_arguments, open_window, window_command
from pygen.compilers import COMPILERS
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.playing import picture_of, with_choices
from pygen.programs.carrier import ModularProgram
from pygen.spec import Spec, load_spec

ROMS = Roms(Path("/roms/kernal"), Path("/roms/basic"), Path("/roms/chargen"))


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


@pytest.fixture(scope="module")
def program(spec: Spec) -> ModularProgram:
    return playable_of(spec)


@needs_vice
@needs_ca65
def test_a_picture_shows_the_floor_that_was_asked_for(
    program: ModularProgram, tmp_path: Path
) -> None:
    prg = with_choices(program, "burrow", 40000, 9, goes_in=True)
    png = picture_of(program, prg, build_rom_stub(tmp_path))
    image = Image.open(io.BytesIO(png)).resize((352, 232), Image.Resampling.NEAREST)
    dungeon = generate(program.spec, Request("burrow", 40000, 9))
    shown = window(program.spec, dungeon, 9, 40000, View(*dungeon.camera))
    assert image.crop((16, 16, 336, 216)).tobytes() == pixels(program.spec, dungeon, shown)


@needs_vice
@needs_ca65
@pytest.mark.parametrize("name", list(COMPILERS))
def test_a_floor_that_is_played_has_its_own_parameters(name: str, tmp_path: Path) -> None:
    deep = playable_of(load_spec(FLOORS_SPEC_FILE, ["program.dungeons=[deep]"]), name)
    png = picture_of(
        deep, with_choices(deep, "deep", 7, 12, goes_in=True), build_rom_stub(tmp_path)
    )
    image = Image.open(io.BytesIO(png)).resize((352, 232), Image.Resampling.NEAREST)
    dungeon = generate(deep.spec, Request("deep", 7, 12))
    shown = window(deep.spec, dungeon, 12, 7, View(*dungeon.camera))
    assert image.crop((16, 16, 336, 216)).tobytes() == pixels(deep.spec, dungeon, shown)


@pytest.mark.parametrize(
    "dungeon, floor, words", [("catacombs", 1, "not in the program"), ("crypt", 257, "no floor")]
)
def test_choices_that_the_program_does_not_have_are_errors(
    program: ModularProgram, dungeon: str, floor: int, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        with_choices(program, dungeon, 1, floor, goes_in=True)


def test_with_roms_vice_starts_the_file_itself(program: ModularProgram, tmp_path: Path) -> None:
    command = window_command(
        "x64sc", ROMS, program.result.prg, tmp_path / "m", warp=True, ntsc=True, disk=Path("d.d64")
    )
    assert command[-2:] == ["-autostart", str(program.result.prg)]
    assert {"-ntsc", "-warp", "d.d64", "/roms/kernal"} <= set(command)
    assert not (tmp_path / "m").exists()
    assert "+saveres" in command, "a person's settings stay"


def test_without_the_roms_of_a_drive_vice_stands_in_for_it(tmp_path: Path) -> None:
    disk = Path("d.d64")
    roms = Roms(tmp_path / "C64/kernal", tmp_path / "C64/basic", tmp_path / "C64/chargen")
    assert drive_arguments(roms, disk) == ["-8", "d.d64", "-iecdevice8", "+drive8truedrive"]
    (tmp_path / "DRIVES").mkdir()
    (tmp_path / "DRIVES" / "dos1541II-251968-03.bin").touch()
    assert drive_arguments(roms, disk) == ["-8", "d.d64"]


def test_on_the_stub_the_monitor_starts_the_program(
    program: ModularProgram, tmp_path: Path
) -> None:
    roms = Roms(Path("k"), Path("b"), Path("c"), is_stub=True)
    prg = program.result.prg
    command = window_command("x64sc", roms, prg, tmp_path / "m", warp=False, ntsc=False)
    assert {"-pal", "+warp", "-kernal", "k", "-moncommands"} <= set(command)
    assert (tmp_path / "m").read_text() == f'load "{prg}" 0\nr pc=080d\ncommand 1 "quit"\nx\n'


@needs_vice
@needs_ca65
def test_what_the_monitor_is_told_really_starts_it(program: ModularProgram, tmp_path: Path) -> None:
    def unseen(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        hidden = [command[0], "-console", "-default", *command[1:]]
        limits = ["-sounddev", "dummy", "-limitcycles", "9000000"]
        picture = ["-exitscreenshot", str(tmp_path / "seen.png")]
        ended = subprocess.run(
            [*hidden, *limits, *picture], check=False, capture_output=True, timeout=120
        )
        # VICE ends with 1 at the limit of cycles.
        return subprocess.CompletedProcess(command, ended.returncode - 1)

    prg = with_choices(program, "crypt", 11, 1, goes_in=True)
    roms = build_rom_stub(tmp_path / "stub")
    open_window(prg, roms, "", warp=True, ntsc=False, run=unseen)
    image = Image.open(tmp_path / "seen.png").convert("RGB")
    assert len(image.getcolors() or []) > 4, "walls, floors, doors, text"


def test_a_vice_that_fails_is_told(program: ModularProgram, tmp_path: Path) -> None:
    def failing(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(command, 1, b"started\ncannot open display\n")

    with pytest.raises(UserError, match="VICE ended with status 1") as caught:
        open_window(program.result.prg.read_bytes(), ROMS, "sh", False, False, run=failing)
    assert "cannot open display" in caught.value.hint
