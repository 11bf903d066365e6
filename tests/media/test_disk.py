"""Files: what M and L do on the C64, with a double of the KERNAL, against Python's; and D64."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.carried import carried
from helpers.kernal_double import OK, drive, record, saves
from helpers.player import Player
from helpers.tools import SPEC_FILE, needs_c1541

from pygen.base.errors import UserError
from pygen.commands.disk import disk_files
from pygen.compilers import COMPILERS
from pygen.emulators.roms import Roms
from pygen.engine.random.floors import floor_seed
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.disk_image import DiskImage
from pygen.media.saved_map import (
    SavedMap,
    file_bytes,
    file_name,
    parse,
    read_saved,
    restored,
    saved,
)
from pygen.programs.c1541 import D81, make_disk, names_on, readme
from pygen.programs.carrier import ModularProgram
from pygen.spec import Spec, load_spec

SEED = 11
START_DEVICE = 0x02A7
"""Where the start-up code leaves the number of the drive."""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


@pytest.fixture(scope="module", params=list(COMPILERS))
def program(spec: Spec, request: pytest.FixtureRequest) -> ModularProgram:
    return carried(spec, request.param, "prg")


@pytest.fixture
def player(program: ModularProgram, stub: Roms) -> Iterator[Player]:
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


def test_files_go_to_the_drive_that_the_program_came_from(player: Player) -> None:
    for started_from, used in ((7, 8), (9, 9), (30, 30), (31, 8)):
        drive(player)
        player.vice.write(START_DEVICE, bytes((started_from,)))
        player.key("M")
        assert player.status_text() == "MAP AND SEED ARE SAVED"
        assert ("L", bytes((1, used, 1))) in record(player), started_from


def test_a_lower_floor_is_saved_with_its_floor(player: Player, spec: Spec) -> None:
    drive(player)
    player.key(".", ".", "M")
    file = saved(spec, "crypt", SEED, 3)
    assert saves(player)[0] == (f"CRYPT-{SEED}-3", file_bytes(spec, file))


@pytest.mark.sampled(3)
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
    drive(player, "63,FILE EXISTS,00,00")
    player.key("M")
    drive(player, "01,FILES SCRATCHED,01,00", OK)
    player.key("Y")
    assert player.status_text() == "MAP AND SEED ARE SAVED"
    names = [data for kind, data in record(player) if kind == "N"]
    assert b"S:CRYPT-11-1" in names


def test_l_builds_what_the_seed_file_says(player: Player, spec: Spec) -> None:
    drive(player, file=file_bytes(spec, saved(spec, "burrow", 300, 5, with_map=False)))
    player.key("L")
    assert player.status_text().startswith("BURROW      F005 S00300")
    seed = floor_seed(spec.random, 300, 5)
    packed = generate(spec, Request("burrow", seed)).packed()
    assert player.read(0x0800, len(packed)) == packed


def seed_file(spec: Spec, **changes: object) -> bytes:
    """The seed file of a burrow, with other values in it."""
    file = saved(spec, "burrow", 300, 5, with_map=False)
    return file_bytes(spec, dataclasses.replace(file, **changes))  # type: ignore[arg-type]


def old_seed_file(spec: Spec, number: int, **changes: object) -> bytes:
    return seed_file(spec, dungeon="", digest="", number=number, **changes)


def changed(data: bytes, at: int, value: int) -> bytes:
    return data[:at] + bytes((value,)) + data[at + 1 :]


def test_bad_seed_files_are_told_and_change_nothing(player: Player, spec: Spec) -> None:
    good = seed_file(spec)
    old = old_seed_file(spec, 1)
    before = player.read(0x0800, 0xC00)
    for file, answer, words in (
        (b"", "62,FILE NOT FOUND,00,00", "THERE IS NO SEED FILE ON THE DISK"),
        (good[:12], OK, "THE SEED FILE IS DAMAGED"),
        (good[:-1], OK, "THE SEED FILE IS DAMAGED"),
        (good + b"more", OK, "THE SEED FILE IS DAMAGED"),
        (changed(good, 8, good[8] ^ 1), OK, "THE SEED FILE IS DAMAGED"),
        (changed(good, 20, good[20] ^ 1), OK, "THE SEED FILE IS DAMAGED"),
        (old[:17], OK, "THE SEED FILE IS DAMAGED"),
        (old + b"m", OK, "THE SEED FILE IS DAMAGED"),
        (bytes(64), OK, "THIS IS NO SEED FILE"),
        (changed(good, 4, ord("M")), OK, "THIS IS NO SEED FILE"),
        (changed(good, 5, 3), OK, "THIS SEED FILE IS OF ANOTHER VERSION"),
        (seed_file(spec, dungeon="burro"), OK, "NOT IN THIS PROGRAM: BURRO"),
        (seed_file(spec, dungeon="burrow_2"), OK, "NOT IN THIS PROGRAM: BURROW 2"),
        (seed_file(spec, dungeon="b" * 24), OK, "NOT IN THIS PROGRAM: " + "B" * 19),
        (old_seed_file(spec, 2), OK, "THIS PROGRAM HAS NO SUCH DUNGEON"),
        (old_seed_file(spec, 1, width=49), OK, "THIS PROGRAM HAS NO SUCH DUNGEON"),
    ):
        drive(player, answer, file=file)
        player.key("L")
        assert player.status_text() == words, file
        assert player.read(0x0800, 0xC00) == before
        player.key("D")
        assert f"CRYPT       F001 S{SEED:05d}" in player.status_text()


def test_l_builds_what_a_seed_file_of_version_1_says(player: Player, spec: Spec) -> None:
    drive(player, file=old_seed_file(spec, 1))
    player.key("L")
    assert player.status_text().startswith("BURROW      F005 S00300")


def test_a_seed_of_a_dungeon_that_has_changed_is_loaded_only_if_wanted(
    player: Player, spec: Spec
) -> None:
    before = player.read(0x0800, 0xC00)
    drive(player, file=seed_file(spec, digest="12" * 8))
    player.key("L")
    assert player.status_text() == "THE DUNGEON HAS CHANGED. LOAD SEED? Y/N"
    player.key("N")
    assert player.status_text() == "NOT LOADED"
    assert player.read(0x0800, 0xC00) == before
    player.key("L", "Y")
    assert player.status_text().startswith("BURROW      F005 S00300")


def test_the_header_is_not_seen_while_it_is_on_the_screen(player: Player, spec: Spec) -> None:
    drive(player)
    player.vice.write(player.mailbox.key, b"M")
    player.vice.run_until_store(spec.memory["map"].start - 1, 60.0)
    background = player.vice.read_io(0xD021, 1)[0] & 15
    seen = bytes(
        code
        for code, colour in zip(player.screen()[960:], player.colours()[960:], strict=True)
        if colour != background and code != 32
    )
    assert seen == bytes(ord(letter) - 64 for letter in "SAVING")


# Python's side


def test_a_saved_file_reads_back(spec: Spec) -> None:
    for with_map in (True, False):
        file = saved(spec, "burrow", 65535, 256, with_map)
        assert parse(file_bytes(spec, file), "a file") == file


@pytest.mark.parametrize(
    ("name", "seed", "floor", "wanted"),
    [
        ("crypt", 7, 1, "CRYPT-7-1"),
        ("catacombs", 65535, 256, "CATACO-65535-256"),
        ("old_tombs", 11, 2, "OLD-TOMBS-11-2"),
    ],
)
def test_a_map_has_the_name_of_its_dungeon(name: str, seed: int, floor: int, wanted: str) -> None:
    file = SavedMap(name, "00" * 8, floor, seed, 0, 1, 1, 8, b"\0")
    assert file_name(file) == wanted and len(wanted) <= 16


def test_a_file_of_version_1_reads_back(spec: Spec) -> None:
    for with_map in (True, False):
        file = dataclasses.replace(
            saved(spec, "burrow", 300, 5, with_map), dungeon="", digest="", number=1
        )
        data = file_bytes(spec, file)
        assert data[5] == 1 and len(data) == 18 + len(file.packed)
        assert parse(data, "a file") == file
        generation, is_same = restored(spec, file)
        assert generation.name == "burrow" and is_same


def test_a_file_is_known_by_its_dungeons_name_in_a_program_of_others(spec: Spec) -> None:
    file = saved(spec, "burrow", 300, 5)
    others = load_spec(SPEC_FILE, ["program.dungeons=[catacombs]"])
    generation, is_same = restored(others, parse(file_bytes(spec, file), "a file"))
    assert generation.name == "burrow" and is_same


def test_a_seed_of_a_dungeon_that_has_changed_is_said_to_be(spec: Spec) -> None:
    file = saved(spec, "burrow", 300, 5, with_map=False)
    other = load_spec(SPEC_FILE, ["dungeons.burrow.walk.steps=701"])
    assert restored(spec, file)[1] is True
    assert restored(other, file)[1] is False


def test_a_dungeon_that_the_spec_does_not_have_is_named(spec: Spec) -> None:
    file = dataclasses.replace(saved(spec, "burrow", 300, 5), dungeon="sewer")
    with pytest.raises(UserError, match="the dungeon sewer, which this spec does not have"):
        restored(spec, file)
    assert restored(spec, file, "burrow")[1] is True


def test_damaged_files_are_a_users_error(spec: Spec, tmp_path: Path) -> None:
    good = file_bytes(spec, saved(spec, "crypt", 7, 1))
    for data, words in (
        (b"", "not a file of Undercroft"),
        (good[:10], "ends within its header"),
        (good[:-1], "1943 bytes of map instead of 1944"),
        (changed(good, 100, good[100] ^ 4), "checksum"),
        (changed(good, 5, 7), "version 7"),
        (changed(good, 30, good[30] ^ 1), "checksum"),
        (changed(changed(good, 26, good[26] ^ 64), 17, good[17] - 64 & 255), "name its dungeon"),
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
def test_a_d81_holds_its_files(spec: Spec, tmp_path: Path) -> None:
    file = saved(spec, "crypt", 7, 1)
    image = tmp_path / "disk.d81"
    long = bytes(range(256)) * 800
    make_disk(
        image, [("long", "prg", long), (file_name(file), "prg", file_bytes(spec, file))], disk=D81
    )
    assert image.stat().st_size == 819200
    assert DiskImage(image).names() == names_on(image) == ["LONG", "CRYPT-7-1"]
    assert DiskImage(image).read("long") == long
    assert read_saved(Path(f"{image}:CRYPT-7-1")) == file


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


def test_more_maps_than_a_disk_holds_are_refused_before_one_is_generated(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prg = tmp_path / "program.prg"
    prg.write_bytes(b"\x01\x08")
    program: Any = SimpleNamespace(
        spec=spec, selection=spec.selection, result=SimpleNamespace(prg=prg)
    )
    monkeypatch.setattr("pygen.media.saved_map.saved", lambda *_: pytest.fail("generated"))
    with pytest.raises(UserError, match="there are 65,538, and a disk holds 144 at most"):
        disk_files(program, "crypt", range(65536))


@needs_c1541
def test_as_much_as_a_disk_holds_fits(tmp_path: Path) -> None:
    image, _ = write_twice(tmp_path, [(f"f{index}", "prg", bytes(83 * 254)) for index in range(8)])
    assert len(names_on(image)) == 8
