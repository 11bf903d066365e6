"""Programs on a disk: each module is fetched from a file of its own, by a double of the KERNAL."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from helpers.carried import carried
from helpers.equal_dungeons import require_reference
from helpers.kernal_double import drive, drive_memory, record
from helpers.player import SECONDS, Player
from helpers.stub_disks import DISK, MOST_FILES, Disk, disk_arguments, insert
from helpers.tools import SPEC_FILE, needs_c1541

from pygen.builders.vice import ViceBuilder
from pygen.compilers import COMPILERS
from pygen.emit.mailbox import FLAG_STATISTICS
from pygen.emit.memory_regions import compared_regions
from pygen.emit.module_layout import CALLS, DESCRIPTION, checksum
from pygen.emulators.roms import Roms
from pygen.emulators.vice import Vice
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.disk_image import DiskImage
from pygen.media.saved_map import file_bytes, saved
from pygen.programs.carrier import ModularProgram
from pygen.programs.disks import module_file, module_file_names
from pygen.spec import Spec, load_spec
from pygen.spec.memory_layout import MAGIC
from pygen.spec.program_facts import MODULE_SUM_BYTES

SEED = 11
DUNGEONS = ["crypt", "burrow"]
GOOD, EMPTY, BAD = 1, 2, 3
ADDRESS_BYTES = 2
DESCRIPTION_OFFSET = 3 * len(CALLS)
DIGEST_OFFSET = ADDRESS_BYTES + DESCRIPTION_OFFSET + DESCRIPTION["version"] + DESCRIPTION["size"]


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, [f"program.dungeons=[{', '.join(DUNGEONS)}]"])


@pytest.fixture(scope="module", params=list(COMPILERS))
def program(spec: Spec, request: pytest.FixtureRequest) -> ModularProgram:
    return carried(spec, request.param, "d64")


def files_of(program: ModularProgram) -> dict[str, bytes]:
    """The modules' files, by name."""
    names = module_file_names([module.dungeon for module in program.modules])
    return dict(zip(names, map(module_file, program.modules), strict=True))


@contextlib.contextmanager
def at_the_machine(
    program: ModularProgram, stub: Roms, folder: Path, bad: Disk | None = None
) -> Iterator[Player]:
    """Somebody in the menu, with the program's disk in the drive, an empty one, and a bad one."""
    arguments = disk_arguments(folder / "disks", [files_of(program), {}, bad or {}])
    with Player(program, stub, arguments=arguments) as player:
        drive(player)
        insert(player, GOOD)
        player.key(*["delete"] * 5, *str(SEED))
        yield player


def menu_is_shown(player: Player) -> bool:
    """Whether the menu is there with what was chosen."""
    text = player.text()
    return "ENTER THE DUNGEON" in text and f"{SEED:05d}" in text


def has_dungeon(player: Player, dungeon: str, floor: int = 1) -> bool:
    """Whether this dungeon is in memory and on the screen."""
    packed = generate(player.spec, Request(dungeon, SEED, floor)).packed()
    in_memory = player.read(player.spec.memory["map"].start, len(packed)) == packed
    name = dungeon.upper().replace("_", " ")[:11]
    return in_memory and player.status_text().startswith(f"{name:12}F{floor:03d}")


# Every push enters dungeons of smaller programs from their disks, and builds this one.
@pytest.mark.long
@pytest.mark.shipped
@needs_c1541
@pytest.mark.parametrize(("compiler", "carrier"), [("cc65", "d81"), ("oscar64", "d64")])
def test_every_dungeon_of_the_shipped_collection_can_be_entered_from_its_disk(
    shipped_spec: Spec, compiler: str, carrier: str, stub: Roms, tmp_path: Path
) -> None:
    """With the files as they are on the finished disk."""
    program = carried(
        shipped_spec, compiler, carrier, selection=shipped_spec.selection_of("collection")
    )
    image = DiskImage(program.file)
    assert image.read("collection") == program.result.prg.read_bytes()
    files = {name: image.read(name) for name in image.names() if name.endswith(".M")}
    assert len(files) == len(program.modules) == len(program.selection.dungeons)
    # The double has room for some of them on each disk.
    names = sorted(files)
    disks = [
        {name: files[name] for name in names[at : at + MOST_FILES]}
        for at in range(0, len(names), MOST_FILES)
    ]
    arguments = disk_arguments(tmp_path / "disks", disks)
    with Player(program, stub, arguments=arguments) as player:
        drive(player)
        insert(player, disk_of(disks, program.modules[0].dungeon))
        player.key(*["delete"] * 5, *str(SEED), "return")
        for number, module in enumerate(program.modules):
            insert(player, disk_of(disks, module.dungeon))
            if number:
                player.key("Q", "up", "up", "up", "up", "right", " ")
            expected = generate(shipped_spec, Request(module.dungeon, SEED)).region_bytes()
            for region, (start, size) in compared_regions(program.spec, module.dungeon).items():
                # The tiles are counted only for tests.
                if region != "statistics":
                    assert player.read(start, size) == expected[region], (module.dungeon, region)
            assert has_dungeon(player, module.dungeon)
        assert sorted(fetched(player)) == sorted(files)


def disk_of(disks: Sequence[Mapping[str, bytes]], dungeon: str) -> int:
    """The number of the disk that has the module of a dungeon."""
    name = f"{dungeon.upper().replace('_', '-')}.M"
    return next(number for number, disk in enumerate(disks, 1) if name in disk)


def fetched(player: Player) -> list[str]:
    """The names of the files that were opened, in order."""
    names = [data.decode() for kind, data in record(player) if kind == "N" and data]
    return [name for name in names if name.endswith(".M")]


def serving(program: ModularProgram, stub: Roms, folder: Path) -> contextlib.closing[ViceBuilder]:
    """The program in VICE as a builder, with its disk in the drive."""
    arguments = disk_arguments(folder / "disks", [files_of(program)])
    vice = Vice(stub, extra_arguments=arguments)
    vice.start()
    builder = ViceBuilder(vice, program)
    for address, data in drive_memory().items():
        vice.write(address, data)
    vice.write(DISK, bytes((GOOD,)))
    return contextlib.closing(builder)


def send(builder: ViceBuilder, asked: Request) -> None:
    """Put a request into the mailbox."""
    box, number = builder.mailbox, DUNGEONS.index(asked.dungeon)
    builder.emulator.write(box.floor, bytes((asked.floor - 1,)))
    seed = asked.seed.to_bytes(2, "little")
    builder.emulator.write(box.magic, bytes((*MAGIC, 1, number, *seed, FLAG_STATISTICS, 0)))


@pytest.mark.parametrize("plays", [True, False], ids=["plays", "serves"])
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_window_has_the_modules_bytes_and_dungeons_are_the_references(
    spec: Spec, compiler: str, plays: bool, stub: Roms, tmp_path: Path
) -> None:
    program = carried(spec, compiler, "d64", plays)
    with serving(program, stub, tmp_path) as builder:
        # Each is fetched again after the other.
        for dungeon, seed, floor in (
            ("crypt", 7, 1), ("burrow", 44257, 1), ("crypt", 65535, 3), ("burrow", 0, 256),
        ):  # fmt: skip
            asked = Request(dungeon, seed, floor)
            module = next(one for one in program.modules if one.dungeon == dungeon)
            send(builder, asked)
            builder.emulator.run_until_store(program.result.labels["module_page"], SECONDS)
            assert builder.emulator.read(module.layout.start, len(module.carried)) == module.carried
            builder.emulator.run_until_store(builder.mailbox.command, SECONDS)
            require_reference(spec, asked, builder.regions(dungeon))


def test_a_dungeon_asked_for_in_the_menu_is_the_references(
    program: ModularProgram, stub: Roms, tmp_path: Path
) -> None:
    with at_the_machine(program, stub, tmp_path) as player:
        player.vice.write(player.mailbox.key, b"\r")
        player.vice.run_until_store(program.result.labels["module_page"], SECONDS)
        assert player.status_text() == "LOADING CRYPT.M 00", "pages that are still to come"
        player.frames(2)
        assert has_dungeon(player, "crypt")
        player.key(".", ",", ".")
        assert has_dungeon(player, "crypt", 2)
        assert fetched(player) == ["CRYPT.M"], "only once"
        player.key("Q", "up", "up", "up", "left", "up", "right")
        player.key(" ")
        assert has_dungeon(player, "burrow")
        assert fetched(player) == ["CRYPT.M", "BURROW.M"]


def test_a_seed_of_another_dungeon_fetches_its_module(
    program: ModularProgram, stub: Roms, spec: Spec, tmp_path: Path
) -> None:
    seed = {"seed": file_bytes(spec, saved(spec, "burrow", SEED, 5, with_map=False))}
    with at_the_machine(program, stub, tmp_path, {**files_of(program), **seed}) as player:
        player.key(" ")
        insert(player, BAD)
        player.key("L")
        assert has_dungeon(player, "burrow", 5)


def test_without_the_file_the_player_is_back_in_the_menu_and_can_try_again(
    program: ModularProgram, stub: Roms, tmp_path: Path
) -> None:
    with at_the_machine(program, stub, tmp_path) as player:
        insert(player, EMPTY)
        player.key(" ")
        assert player.status_text() == "NO FILE CRYPT.M ON THIS DISK" and menu_is_shown(player)
        insert(player, GOOD)
        player.key(" ")
        assert has_dungeon(player, "crypt")


def test_without_a_drive_the_player_is_told(
    program: ModularProgram, stub: Roms, tmp_path: Path
) -> None:
    with at_the_machine(program, stub, tmp_path) as player:
        drive(player, failure=5)
        player.key(" ")
        assert player.status_text() == "NO DISK DRIVE ANSWERS" and menu_is_shown(player)
        drive(player, "74,DRIVE NOT READY,00,00")
        player.key(" ")
        assert player.status_text() == "NO DISK IN THE DRIVE" and menu_is_shown(player)
        drive(player)
        player.key(" ")
        assert has_dungeon(player, "crypt")


def with_byte(data: bytes, at: int, change: int) -> bytes:
    return data[:at] + bytes((data[at] ^ change,)) + data[at + 1 :]


def summed(data: bytes) -> bytes:
    """A module's file with the sum that it should have."""
    body = data[:-MODULE_SUM_BYTES]
    return body + checksum(body[ADDRESS_BYTES:]).to_bytes(MODULE_SUM_BYTES, "little")


DAMAGED, FOREIGN = "THE FILE CRYPT.M IS DAMAGED", "CRYPT.M IS OF ANOTHER PROGRAM"


def bad_files(good: bytes) -> list[tuple[str, bytes, str]]:
    """What may be in a module's file: in a word, its bytes, and what the player is told."""
    return [
        ("empty", good[:1], DAMAGED),
        ("cut off early", good[:40], DAMAGED),
        ("cut off late", good[:-1], DAMAGED),
        ("longer", good + b"x", DAMAGED),
        ("endless", good + bytes(30000), DAMAGED),
        ("a bit changed", with_byte(good, 3000, 1), DAMAGED),
        ("another address", with_byte(good, 1, 0x40), FOREIGN),
        ("another digest", summed(with_byte(good, DIGEST_OFFSET, 1)), FOREIGN),
        ("other code", summed(with_byte(good, 3000, 1)), FOREIGN),
        ("something else", bytes(range(256)) * 100, FOREIGN),
    ]


def test_damaged_and_foreign_files_are_told_and_nothing_else_is_overwritten(
    program: ModularProgram, stub: Roms, spec: Spec, tmp_path: Path
) -> None:
    good = files_of(program)["crypt.m"]
    cases = bad_files(good)
    disks: list[Disk] = [{"crypt.m": data} for _, data, _ in cases]
    arguments = disk_arguments(tmp_path / "disks", [files_of(program), *disks])
    module = program.modules[0]
    behind = module.layout.start + len(module.carried) + MODULE_SUM_BYTES
    guard = bytes(n % 255 + 1 for n in range(program.result.image_start - behind))
    assert guard, "there is room behind the largest module"
    with Player(program, stub, arguments=arguments) as player:
        drive(player)
        insert(player, GOOD)
        player.key(*["delete"] * 5, *str(SEED), "return")
        assert has_dungeon(player, "crypt")
        player.key("Q", "up", "up", "up", "up", "right", " ")
        assert has_dungeon(player, "burrow")
        player.key("Q", "up", "up", "up", "up", "left")
        before = player.read(0x0800, 0xC00)
        player.vice.write(behind, guard)
        for number, (what, _, words) in enumerate(cases):
            insert(player, GOOD + 1 + number)
            player.key(" ")
            assert player.status_text() == words, what
            assert menu_is_shown(player), what
            assert player.read(0x0800, 0xC00) == before, what
            assert player.read(behind, len(guard)) == guard, what
        # What was in the window before has to be fetched again, too.
        insert(player, GOOD)
        player.key("up", "up", "up", "up", "right", " ")
        assert has_dungeon(player, "burrow")
