"""Programs on a disk with a true KERNAL: loaded and run from the image, which has their modules.

The ROMs are the user's own, where VICE has them, or in the folder that UNDERCROFT_ROMS names; the
free Open ROMs do.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.carried import carried
from helpers.disk_player import DiskPlayer
from helpers.tools import ROMS, SPEC_FILE, needs_c1541, needs_roms, needs_vice

from pygen.commands.run_vice import drive_arguments
from pygen.compilers import COMPILERS
from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.disk_image import DiskImage
from pygen.media.saved_map import file_name, read_saved, saved
from pygen.programs.c1541 import make_disk, program_files
from pygen.spec import Spec, load_spec

pytestmark = [needs_vice, needs_c1541, needs_roms]
SEED = 11


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


@pytest.fixture
def roms() -> Roms:
    assert ROMS is not None
    return ROMS


@pytest.mark.parametrize("carrier", ["d64", "d81"])
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_every_dungeon_is_fetched_from_the_disk(
    spec: Spec, roms: Roms, compiler: str, carrier: str, tmp_path: Path
) -> None:
    program = carried(spec, compiler, carrier)
    image = tmp_path / program.file.name
    shutil.copy(program.file, image)
    with DiskPlayer(program, roms, *drive_arguments(roms, image)) as player:
        player.load_and_run(SEED)
        for dungeon in ("crypt", "burrow"):
            packed = generate(spec, Request(dungeon, SEED)).packed()
            assert player.status_text().startswith(f"{dungeon.upper():12}F001 S00011")
            assert player.read(spec.memory["map"].start, len(packed)) == packed
            if dungeon == "crypt":
                player.key("Q", "up", "up", "up", "up", "right", " ")
        player.key("M")
        assert player.status_text() == "MAP AND SEED ARE SAVED"
        player.key("Q", "up", "up", "up", "up", "left", " ", "L")
        assert player.status_text().startswith("BURROW")
    assert DiskImage(image).names()[-2:] == ["BURROW-11-1", "SEED"]
    for with_map in (True, False):
        file = saved(spec, "burrow", SEED, 1, with_map)
        assert read_saved(Path(f"{image}:{file_name(file)}")) == file


def test_a_disk_without_the_module_is_told(spec: Spec, roms: Roms, tmp_path: Path) -> None:
    program = carried(spec, "cc65", "d64")
    image = tmp_path / "other.d64"
    make_disk(image, program_files("undercroft", program.result.prg.read_bytes()))
    with DiskPlayer(program, roms, *drive_arguments(roms, image)) as player:
        player.load_and_run(SEED)
        assert player.status_text() == "NO FILE CRYPT.M ON THIS DISK"
