"""Files with a true KERNAL: the program is loaded from a D64 and run, and M and L work with it.

The ROMs are the user's own, where VICE has them, or in the folder that UNDERCROFT_ROMS names; the
free Open ROMs do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.carried import carried
from helpers.disk_player import DiskPlayer
from helpers.tools import ROMS, SPEC_FILE, needs_c1541, needs_roms, needs_vice

from pygen.commands.run_vice import drive_arguments
from pygen.compilers import COMPILERS
from pygen.emulators.roms import Roms, has_drive_rom
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.saved_map import file_bytes, file_name, read_saved, saved
from pygen.programs.c1541 import make_disk, names_on, program_files
from pygen.programs.carrier import ModularProgram
from pygen.spec import Spec, load_spec

pytestmark = [needs_vice, needs_c1541, needs_roms]
SEED = 11


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


@pytest.fixture(scope="module", params=list(COMPILERS))
def program(spec: Spec, request: pytest.FixtureRequest) -> ModularProgram:
    return carried(spec, request.param, "prg")


@pytest.fixture
def roms() -> Roms:
    assert ROMS is not None
    return ROMS


@pytest.fixture
def image(program: ModularProgram, tmp_path: Path) -> Path:
    path = tmp_path / "disk.d64"
    make_disk(path, program_files("undercroft", program.result.prg.read_bytes()))
    return path


@pytest.fixture
def player(program: ModularProgram, roms: Roms, image: Path) -> Iterator[DiskPlayer]:
    with DiskPlayer(program, roms, *drive_arguments(roms, image)) as found:
        found.load_and_run(SEED)
        yield found


def test_from_load_and_run_to_saving_and_loading_again(
    program: ModularProgram, roms: Roms, image: Path, spec: Spec
) -> None:
    with DiskPlayer(program, roms, *drive_arguments(roms, image)) as player:
        player.load_and_run(SEED)
        player.key(".", ".", "M")
        assert player.status_text() == "MAP AND SEED ARE SAVED"
        player.key(",", "L")
        assert player.status_text().startswith("CRYPT       F003 S00011")
        packed = generate(spec, Request("crypt", SEED, 3)).packed()
        assert player.read(spec.memory["map"].start, len(packed)) == packed
    for with_map in (True, False):
        file = saved(spec, "crypt", SEED, 3, with_map)
        assert read_saved(Path(f"{image}:{file_name(file)}")) == file


def test_a_file_that_is_there_is_replaced_only_if_wanted(player: DiskPlayer, image: Path) -> None:
    player.key("M")
    player.key("M")
    assert player.status_text() == "THE FILE IS ON THE DISK. REPLACE IT? Y/N"
    player.key("N")
    assert player.status_text() == "NOT SAVED"
    player.key("M", "Y")
    # The seed's file is there as well.
    assert player.status_text() == "THE FILE IS ON THE DISK. REPLACE IT? Y/N"
    player.key("Y")
    assert player.status_text() == "MAP AND SEED ARE SAVED"
    player.vice.close()
    assert sorted(names_on(image)) == ["CRYPT-11-1", "README", "SEED", "UNDERCROFT"]


def test_a_disk_without_a_seed_file(player: DiskPlayer) -> None:
    player.key("L")
    assert player.status_text() == "THERE IS NO SEED FILE ON THE DISK"
    player.key("D")
    assert "S00011" in player.status_text(), "it goes on"


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda good: good[:12], "THE SEED FILE IS DAMAGED"),
        (lambda good: good + bytes(30000), "THE SEED FILE IS DAMAGED"),
        (lambda good: bytes(30000), "THIS IS NO SEED FILE"),
    ],
    ids=["truncated", "too long", "foreign"],
)
def test_bad_seed_files_are_told(
    program: ModularProgram,
    roms: Roms,
    spec: Spec,
    tmp_path: Path,
    change: Callable[[bytes], bytes],
    words: str,
) -> None:
    good = file_bytes(spec, saved(spec, "burrow", 300, 5, with_map=False))
    image = tmp_path / "bad.d64"
    files = program_files("undercroft", program.result.prg.read_bytes())
    make_disk(image, [*files, ("seed", "prg", change(good))])
    with DiskPlayer(program, roms, *drive_arguments(roms, image)) as player:
        player.load_and_run(SEED)
        before = player.read(0x0800, 0xC00)
        player.key("L")
        assert player.status_text() == words
        assert player.read(0x0800, 0xC00) == before


def test_a_full_disk_is_told(program: ModularProgram, roms: Roms, tmp_path: Path) -> None:
    image = tmp_path / "full.d64"
    files = program_files("undercroft", program.result.prg.read_bytes())
    blocks = 664 - sum(-(-len(data) // 254) for _, _, data in files)
    filler = [("filler", "prg", bytes(254 * (blocks - 2)))]
    make_disk(image, [*files, *filler])
    with DiskPlayer(program, roms, *drive_arguments(roms, image)) as player:
        player.load_and_run(SEED)
        player.key("M")
        # VICE's stand-in for a drive looks for free blocks beyond the last track, and says so.
        words = "THE DISK IS FULL" if has_drive_rom(roms) else "DISK ERROR 67"
        assert player.status_text() == words


def test_a_protected_disk_is_told(program: ModularProgram, roms: Roms, image: Path) -> None:
    with DiskPlayer(program, roms, *drive_arguments(roms, image), "-attach8ro") as player:
        player.load_and_run(SEED)
        player.key("M")
        assert player.status_text() == "THE DISK IS WRITE PROTECTED"


def test_an_empty_drive_is_told(program: ModularProgram, roms: Roms) -> None:
    if not has_drive_rom(roms):
        pytest.skip("VICE has no ROM of a drive, and its stand-in is never empty")
    with DiskPlayer(program, roms) as player:
        player.run_without_disk(SEED)
        for key in "ML":
            player.key(key)
            assert player.status_text() == "NO DISK IN THE DRIVE"


def test_no_drive_is_told(program: ModularProgram, roms: Roms) -> None:
    with DiskPlayer(program, roms, "-drive8type", "0", "+drive8truedrive") as player:
        player.run_without_disk(SEED)
        for key in "ML":
            player.key(key)
            assert player.status_text() == "NO DISK DRIVE ANSWERS"
