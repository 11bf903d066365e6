"""Files: what M and L do on the C64, with a double of the KERNAL, against Python's; and D64."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.kernal_double import OK, drive, record, saves
from helpers.player import Player
from helpers.tools import SPEC_FILE, needs_c1541

from pygen.base.errors import UserError
from pygen.compilers import building
from pygen.emulators.roms import Roms
from pygen.engine.floors import floor_seed
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.media.disk_image import DiskImage
from pygen.media.saved_map import file_bytes, file_name, parse, read_saved, saved
from pygen.programs.c1541 import make_disk, names_on, readme
from pygen.spec import Spec, load_spec

SEED = 11


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


@pytest.fixture
def player(program: building.Program, stub: Roms) -> Iterator[Player]:
    with Player(program, stub) as found:
        found.key(*"delete delete delete delete delete".split(), *str(SEED), "return")
        yield found


def test_m_saves_map_and_seed_as_python_would(player: Player, spec: Spec) -> None:
    drive(player)
    before = player.screen()[:960], player.read(0x0800, 0xC00)
    player.key("M")
    assert player.status_text() == "MAP AND SEED ARE SAVED"
    files = [saved(spec, "crypt", SEED, 1, with_map) for with_map in (True, False)]
    assert saves(player) == [(file_name(file), file_bytes(spec, file)) for file in files]
    assert (player.screen()[:960], player.read(0x0800, 0xC00)) == before
    assert ("L", bytes((1, 8, 1))) in record(player), "device 8"


def test_a_lower_floor_is_saved_with_its_floor(player: Player, spec: Spec) -> None:
    drive(player)
    player.key(".", ".", "M")
    file = saved(spec, "crypt", SEED, 3)
    assert saves(player)[0] == (f"M00-{SEED:05d}-003", file_bytes(spec, file))


@pytest.mark.parametrize(
    "answer, words",
    [
        ("72,DISK FULL,00,00", "THE DISK IS FULL"),
        ("74,DRIVE NOT READY,00,00", "NO DISK IN THE DRIVE"),
        ("26,WRITE PROTECT ON,18,00", "THE DISK IS WRITE PROTECTED"),
        ("21,READ ERROR,18,00", "DISK ERROR 21"),
        ("", "UNKNOWN DISK ERROR"),
    ],
)
def test_what_the_drive_says_is_told_and_nothing_is_lost(
    player: Player, answer: str, words: str
) -> None:
    before = player.read(0x0800, 0xC00)
    drive(player, answer)
    player.key("M")
    assert player.status_text() == words
    assert player.read(0x0800, 0xC00) == before
    player.key("D")
    assert "S00011" in player.status_text(), "it goes on"


def test_without_a_drive_both_m_and_l_say_so(player: Player) -> None:
    drive(player, failure=5)
    for key in "ML":
        player.key(key)
        assert player.status_text() == "NO DISK DRIVE ANSWERS"


def test_an_existing_file_stays_unless_the_person_wants_it_replaced(player: Player) -> None:
    drive(player, "63,FILE EXISTS,00,00", OK)
    player.key("M")
    assert player.status_text() == "THE FILE IS ON THE DISK. REPLACE IT? Y/N"
    player.key("N")
    assert player.status_text() == "NOT SAVED"
    assert len(saves(player)) == 1
    drive(player, "63,FILE EXISTS,00,00", "01,FILES SCRATCHED,01,00", OK)
    player.key("M", "Y")
    assert player.status_text() == "MAP AND SEED ARE SAVED"
    names = [data for kind, data in record(player) if kind == "N"]
    assert b"S:M00-00011-001" in names


def test_l_builds_what_the_seed_file_says(player: Player, spec: Spec) -> None:
    drive(player, file=file_bytes(spec, saved(spec, "burrow", 300, 5, with_map=False)))
    player.key("L")
    assert player.status_text().startswith("BURROW      F005 S00300")
    seed = floor_seed(spec.random, 300, 5)
    packed = generate(spec, Request("burrow", seed)).packed()
    assert player.read(0x0800, len(packed)) == packed


def sound_file(spec: Spec) -> bytes:
    return file_bytes(spec, saved(spec, "burrow", 300, 5, with_map=False))


def changed(data: bytes, at: int, value: int) -> bytes:
    return data[:at] + bytes((value,)) + data[at + 1 :]


def test_bad_seed_files_are_told_and_change_nothing(player: Player, spec: Spec) -> None:
    good = sound_file(spec)
    before = player.read(0x0800, 0xC00)
    other_dungeon = changed(changed(good, 6, 9), 17, good[17] + 8 & 255)
    for file, answer, words in (
        (b"", "62,FILE NOT FOUND,00,00", "THERE IS NO SEED FILE ON THE DISK"),
        (good[:12], OK, "THE SEED FILE IS DAMAGED"),
        (good[:17], OK, "THE SEED FILE IS DAMAGED"),
        (good + b"more", OK, "THE SEED FILE IS DAMAGED"),
        (changed(good, 8, good[8] ^ 1), OK, "THE SEED FILE IS DAMAGED"),
        (bytes(64), OK, "THIS IS NO SEED FILE"),
        (changed(good, 4, ord("M")), OK, "THIS IS NO SEED FILE"),
        (changed(good, 5, 2), OK, "THIS SEED FILE IS OF ANOTHER VERSION"),
        (other_dungeon, OK, "THIS PROGRAM HAS NO SUCH DUNGEON"),
    ):
        drive(player, answer, file=file)
        player.key("L")
        assert player.status_text() == words, file
        assert player.read(0x0800, 0xC00) == before
        player.key("D")
        assert f"CRYPT       F001 S{SEED:05d}" in player.status_text()


# Python's side


def test_a_saved_file_reads_back(spec: Spec) -> None:
    for with_map in (True, False):
        file = saved(spec, "burrow", 65535, 256, with_map)
        assert parse(file_bytes(spec, file), "a file") == file


def test_damaged_files_are_a_users_error(spec: Spec, tmp_path: Path) -> None:
    good = file_bytes(spec, saved(spec, "crypt", 7, 1))
    for data, words in (
        (b"", "not a file of Undercroft"),
        (good[:10], "ends within its header"),
        (good[:-1], "1943 bytes of map instead of 1944"),
        (changed(good, 100, good[100] ^ 4), "checksum"),
        (changed(good, 5, 7), "version 7"),
    ):
        with pytest.raises(UserError, match=words):
            parse(data, "a file")
    with pytest.raises(UserError, match="cannot be read"):
        read_saved(tmp_path / "nothing")


def write_twice(tmp_path: Path, files: list[tuple[str, str, bytes]]) -> tuple[Path, bool]:
    images = [tmp_path / "one.d64", tmp_path / "two.d64"]
    for image in images:
        make_disk(image, files)
    return images[0], images[0].read_bytes() == images[1].read_bytes()


@needs_c1541
def test_a_disk_holds_its_files_and_is_the_same_every_time(tmp_path: Path) -> None:
    files = [("undercroft", "prg", bytes(range(256)) * 9), ("readme", "seq", readme("undercroft"))]
    image, same = write_twice(tmp_path, files)
    assert same and image.stat().st_size == 174848
    assert names_on(image) == ["UNDERCROFT", "README"]
    assert DiskImage(image).names() == ["UNDERCROFT", "README"]
    assert DiskImage(image).read("undercroft") == files[0][2]
    with pytest.raises(UserError, match="no file NOTHING.*"):
        DiskImage(image).read("nothing")


@needs_c1541
@pytest.mark.parametrize(
    ("count", "size", "why"),
    [
        (4, 60000, "they need 948 blocks of 254 bytes, and a disk has 664"),
        (145, 1, "there are 145, and a disk holds 144 at most"),
    ],
)
def test_more_than_a_disk_holds_is_an_error_in_a_sentence(
    tmp_path: Path, count: int, size: int, why: str
) -> None:
    files = [(f"f{index}", "prg", bytes(size)) for index in range(count)]
    with pytest.raises(UserError) as caught:
        make_disk(tmp_path / "full.d64", files)
    assert caught.value.message == f"not all files fit on the disk: {why}"
    assert "fewer seeds" in caught.value.hint and "c1541" not in caught.value.hint
    assert not (tmp_path / "full.d64").exists()


@needs_c1541
def test_as_much_as_a_disk_holds_fits(tmp_path: Path) -> None:
    image, _ = write_twice(tmp_path, [(f"f{index}", "prg", bytes(83 * 254)) for index in range(8)])
    assert len(names_on(image)) == 8
