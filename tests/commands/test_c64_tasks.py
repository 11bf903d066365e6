"""`invoke disk`, `show --from-file` and `run-vice` as they are called."""

from __future__ import annotations

import io
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import tasks
from helpers.expected_screen import View, pixels, window
from helpers.tools import SPEC_FILE, any_compiler, needs_c1541, needs_ca65, needs_vice
from PIL import Image

from pygen.base.project import BUILD_FOLDER
from pygen.emulators.roms import find_roms, standard_folders
from pygen.engine.random.floors import floor_seed
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.disk_image import DiskImage
from pygen.media.saved_map import file_bytes, read_saved, saved
from pygen.programs.c1541 import make_disk
from pygen.spec import Spec, load_spec

SMALL = ("--set", "program.dungeons=[crypt]")


def invoke(*arguments: object, roms: str = "") -> subprocess.CompletedProcess[str]:
    """In this process, as starting one for each call would take most of the time."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("UNDERCROFT_ROMS", roms)
        return tasks.invoke_here(*arguments)


def mistake(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """A user's mistake is told in words, with exit status 1 or 2, and without a traceback.

    Before it there may be lines that it waits: other tests may build the same dungeon meanwhile.
    """
    assert done.returncode in (1, 2), done.stdout
    lines = done.stderr.splitlines(keepends=True)
    said = "".join(line for line in lines if not line.startswith("waiting for another "))
    assert said.startswith("error: ")
    for word in words:
        assert word in said
    assert "Traceback" not in done.stderr + done.stdout


# ------------------------------------------------------------------ disk


@needs_c1541
def test_a_disk_has_program_readme_and_the_wanted_maps(tmp_path: Path) -> None:
    any_compiler()
    image = tmp_path / "new folder" / "mine.d64"
    done = invoke("disk", "--seeds", "7,9-10", "--floor", "2", "--output", image, *SMALL)
    assert done.returncode == 0, done.stderr
    maps = [f"CRYPT-{seed}-2" for seed in (7, 9, 10)]
    assert DiskImage(image).names() == ["UNDERCROFT", "README", *maps]
    assert f"5 files written to {image} (created the folder {image.parent})" in done.stdout
    spec = load_spec(SPEC_FILE, [SMALL[1]])
    assert read_saved(Path(f"{image}:{maps[0]}")) == saved(spec, "crypt", 7, 2)
    shown = invoke("show", "--from-file", f"{image}:{maps[0].lower()}", "--json", "-", *SMALL)
    line, _, data = shown.stdout.partition("\n")
    assert line.endswith("map of crypt, seed 7, floor 2, whose own seed is 58988")
    assert json.loads(data)["seed"] == floor_seed(spec.random, 7, 2) == 58988


@pytest.mark.slow
@needs_c1541
def test_mistakes_at_disks_are_told_and_write_nothing(tmp_path: Path) -> None:
    any_compiler()
    image = tmp_path / "x.d64"
    for arguments, words in (
        (["--seeds", "70000"], "65535"),
        (["--seeds", "7", "--floor", "300"], "no floor 300"),
        (["--dungeon", "cellar"], "cellar"),
        (["--dungeon", "burrow", "--seeds", "7"], "burrow is not in the program"),
        (["--profile", "fast"], "release or dev"),
        (["--seeds", "0-143"], "not all files fit"),
    ):
        mistake(invoke("disk", "--output", image, *arguments, *SMALL), words)
        assert not image.exists()
    mistake(invoke("disk", "--output", tmp_path / "x.img", *SMALL), "x.d64")
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------ show --from-file


@pytest.fixture(scope="module")
def good(spec: Spec) -> bytes:
    return file_bytes(spec, saved(spec, "catacombs", 300, 5))


def test_a_file_of_this_machine_is_shown(good: bytes, tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_bytes(good)
    done = invoke("show", "--from-file", file)
    assert done.returncode == 0
    assert "map of catacombs, seed 300, floor 5" in done.stdout
    assert "another map" not in done.stdout


def test_a_map_from_a_program_with_other_dungeons_is_recognised(tmp_path: Path) -> None:
    alone = load_spec(SPEC_FILE, ["program.dungeons=[burrow]"])
    file = tmp_path / "map"
    file.write_bytes(file_bytes(alone, saved(alone, "burrow", 300, 5)))
    assert "map of burrow, seed 300, floor 5" in invoke("show", "--from-file", file).stdout
    file.write_bytes(file_bytes(alone, saved(alone, "burrow", 300, 5, with_map=False)))
    done = invoke("show", "--from-file", file, "--dungeon", "burrow")
    assert "seed of burrow, seed 300, floor 5" in done.stdout


def test_a_map_of_another_spec_is_shown_and_said_to_be(good: bytes, tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_bytes(good)
    done = invoke("show", "--from-file", file, "--set", "dungeons.catacombs.rooms.max_size=7")
    assert done.returncode == 0
    assert "the reference generates another map" in done.stdout


def test_a_map_of_another_size_is_drawn(tmp_path: Path) -> None:
    smaller = load_spec(SPEC_FILE, ["dungeons.burrow.map.width=40"])
    file, picture = tmp_path / "map", tmp_path / "map.png"
    file.write_bytes(file_bytes(smaller, saved(smaller, "burrow", 300, 1)))
    done = invoke("show", "--from-file", file, "--png", picture)
    assert done.returncode == 0, done.stderr
    with Image.open(picture) as drawn:
        assert drawn.size == (8 * 40, 8 * 40)


def test_a_seed_of_a_dungeon_that_has_changed_is_shown_and_said_to_be(tmp_path: Path) -> None:
    spec = load_spec(SPEC_FILE)
    file = tmp_path / "seed"
    file.write_bytes(file_bytes(spec, saved(spec, "burrow", 300, 5, with_map=False)))
    done = invoke("show", "--from-file", file)
    assert "seed of burrow, seed 300, floor 5" in done.stdout and "changed" not in done.stdout
    done = invoke("show", "--from-file", file, "--set", "dungeons.burrow.walk.steps=701")
    assert done.returncode == 0
    assert "The dungeon has changed since" in done.stdout
    done = invoke("show", "--from-file", file, "--set", "program.dungeons=[crypt]")
    assert done.returncode == 0, "the spec has it, though its program does not"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: b"", "not a file of Undercroft"),
        (lambda data: data[:1000], "instead of"),
        (lambda data: data[:7], "ends within its header"),
        (lambda data: data[:500] + b"\xaa\x55\xaa" + data[503:], "checksum"),
        (lambda data: bytes(5000), "not a file of Undercroft"),
        (lambda data: data[:5] + b"\x09" + data[6:], "version 9"),
    ],
    ids=["empty", "truncated", "short", "damaged", "foreign", "newer"],
)
def test_bad_files_are_told(
    good: bytes, tmp_path: Path, damage: Callable[[bytes], bytes], words: str
) -> None:
    file = tmp_path / "map"
    file.write_bytes(damage(good))
    mistake(invoke("show", "--from-file", file), str(file), words)


@needs_c1541
def test_bad_names_on_disks_are_told(good: bytes, tmp_path: Path) -> None:
    image = tmp_path / "disk.d64"
    make_disk(image, [("some", "prg", good), ("other", "seq", b"HELLO")])
    assert invoke("show", "--from-file", f"{image}:some").returncode == 0
    mistake(invoke("show", "--from-file", f"{image}:none"), "no file NONE", "SOME, OTHER")
    mistake(invoke("show", "--from-file", f"{image}:other"), "not a file of Undercroft")
    mistake(invoke("show", "--from-file", tmp_path / "no.d64:some"), "no.d64")
    mistake(invoke("show", "--from-file", tmp_path / "nothing"), "nothing", "cannot be read")
    image.write_bytes(image.read_bytes()[:-1])
    mistake(invoke("show", "--from-file", f"{image}:some"), "damaged")


def test_a_file_and_a_seed_exclude_each_other(good: bytes, tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_bytes(good)
    for more in (["--seed", "7"], ["--seeds", "7-8"], ["--floor", "2"]):
        mistake(invoke("show", "--from-file", file, *more), "--from-file")


# ------------------------------------------------------------------ run-vice


@needs_vice
@needs_ca65
def test_a_picture_without_a_window(tmp_path: Path) -> None:
    any_compiler()
    file = tmp_path / "seen.png"
    arguments = ["--dungeon", "crypt", "--seed", "9", "--floor", "3"]
    done = invoke("run-vice", "--headless", "--screenshot", file, *arguments, *SMALL)
    assert done.returncode == 0, done.stderr
    assert f"picture written to {file}" in done.stdout
    spec = load_spec(SPEC_FILE, [SMALL[1]])
    dungeon = generate(spec, Request("crypt", 9, 3))
    image: Image.Image = Image.open(io.BytesIO(file.read_bytes()))
    image = image.resize((352, 232), Image.Resampling.NEAREST).crop((16, 16, 336, 216))
    assert image.tobytes() == pixels(
        spec, dungeon, window(spec, dungeon, 3, 9, View(*dungeon.camera))
    )


@pytest.mark.slow
def test_mistakes_at_running_are_told(tmp_path: Path) -> None:
    any_compiler()
    picture = tmp_path / "seen.png"
    for arguments, words in (
        (["--headless"], "belong together"),
        (["--screenshot", picture], "belong together"),
        (["--headless", "--screenshot", tmp_path / "seen.jpg"], "seen.png"),
        (["--seed", "x"], "0 to 65535"),
        (["--seed", "65536"], "65535"),
        (["--floor", "257"], "no floor 257"),
        (["--floor", "0"], "no floor 0"),
        (["--dungeon", "cellar"], "cellar"),
        (["--profile", "fast"], "release or dev"),
        (["--compiler", "gcc"], "gcc"),
        (["--set", "emulator.path=/nowhere/x64sc", "--headless", "--screenshot", picture], "x64sc"),
    ):
        mistake(tasks.invoke_here("run-vice", *arguments, *SMALL), words)
        assert not picture.exists()


@pytest.fixture
def false_machine(tmp_path: Path) -> tuple[str, str, Path]:
    """ROMs of the right size, an x64sc that only writes down its arguments, and where it does."""
    for name, size in (("kernal", 0x2000), ("basic", 0x2000), ("chargen", 0x1000)):
        (tmp_path / name).write_bytes(bytes(size))
    noted, program = tmp_path / "arguments", tmp_path / "x64sc"
    program.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" >'{noted}'\n")
    program.chmod(0o755)
    return str(tmp_path), f"emulator.path={program}", noted


@needs_c1541
def test_with_roms_drive_8_has_a_disk_that_is_made_once(
    false_machine: tuple[str, str, Path], tmp_path: Path
) -> None:
    any_compiler()
    roms, path, noted = false_machine
    name = f"play{os.getpid()}"
    image = BUILD_FOLDER / "specs" / SPEC_FILE.stem / f"{name}.d64"
    arguments = ["run-vice", "--set", path, "--set", f"program.name={name}", *SMALL]
    try:
        first = invoke(*arguments, roms=roms)
        assert first.returncode == 0, first.stderr
        assert (
            f"Drive 8 has build/specs/{SPEC_FILE.stem}/{name}.d64, a new disk: M saves there"
            in first.stdout
        )
        assert DiskImage(image).names() == [name.upper(), "README"]
        words = noted.read_text().splitlines()
        assert words[words.index("-8") + 1] == str(image)
        assert words[words.index("-kernal") + 1] == str(tmp_path / "kernal")
        image.write_bytes(b"what was saved")
        again = invoke(*arguments, roms=roms)
        assert f"Drive 8 has build/specs/{SPEC_FILE.stem}/{name}.d64: M saves there" in again.stdout
        assert image.read_bytes() == b"what was saved"
    finally:
        image.unlink(missing_ok=True)


@pytest.mark.slow
def test_without_roms_it_is_said_what_does_not_work(
    false_machine: tuple[str, str, Path], tmp_path: Path
) -> None:
    if find_roms(standard_folders()):
        pytest.skip("there are ROMs of the C64 on this machine")
    any_compiler()
    done = invoke("run-vice", "--set", false_machine[1], *SMALL)
    assert done.returncode == 0, done.stderr
    assert "disks do not work (keys M and L)" in done.stdout
    assert "-8" not in false_machine[2].read_text().splitlines()
    done = invoke("run-vice", *SMALL, roms=str(tmp_path / "nowhere"))
    mistake(done, "UNDERCROFT_ROMS", "nowhere")
