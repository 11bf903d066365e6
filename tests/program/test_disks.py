"""Disk images of programs: what is on them, and what is left out if not everything fits."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.carried import carried
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_c1541

from pygen.base.errors import UsageError, UserError
from pygen.compilers import COMPILERS
from pygen.emit.module_layout import checksum
from pygen.media.disk_image import DiskImage
from pygen.media.playing import with_choices
from pygen.programs.c1541 import BLOCK_BYTES, blocks_of
from pygen.programs.carriers import CARRIERS
from pygen.programs.disks import ROOM_TO_SAVE, DiskD64, module_file_names
from pygen.programs.program import build_program
from pygen.spec import Spec, load_spec


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


@needs_c1541
@pytest.mark.parametrize("carrier", ["d64", "d81"])
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_image_has_program_readme_and_modules(spec: Spec, compiler: str, carrier: str) -> None:
    program = carried(spec, compiler, carrier)
    image = DiskImage(program.file)
    assert program.file.suffix == f".{carrier}"
    assert image.names() == ["UNDERCROFT", "README", "CRYPT.M", "BURROW.M"]
    assert image.read("undercroft") == program.result.prg.read_bytes()
    assert b"FILES THAT END IN .M" in image.read("readme")
    assert program.left_out == ()
    for module in program.modules:
        data = image.read(f"{module.dungeon}.m")
        assert int.from_bytes(data[:2], "little") == module.layout.start
        assert data[2:-2] == module.carried
        assert int.from_bytes(data[-2:], "little") == checksum(module.carried)
        # The window ends where the resident part begins.
        assert module.layout.start + len(data) - 2 <= program.result.image_start


def test_long_names_of_dungeons_give_different_names_of_files() -> None:
    long = "a_dungeon_of_many_rooms"
    names = module_file_names(["crypt", long, f"{long}_2", "a_dungeon_of_a"])
    assert names == ["crypt.m", "a-dungeon-of-m.m", "a-dungeon-of-2.m", "a-dungeon-of-a.m"]
    many = module_file_names([f"{long}_{n}"[-24:] for n in range(120)])
    assert len(set(many)) == 120 and all(len(name) <= 16 for name in many)


def fake(sizes: list[int], program_bytes: int = 10_000) -> Any:
    """As much of a program as a disk must know of it, with modules of these sizes."""
    modules = [
        SimpleNamespace(
            dungeon=f"d{number}", carried=bytes(size), layout=SimpleNamespace(start=0x2400)
        )
        for number, size in enumerate(sizes)
    ]
    result = SimpleNamespace(
        image=bytes(program_bytes),
        image_start=0x5000,
        entry=0x5000,
        below_kernal=b"",
        below_kernal_start=0xE000,
    )
    selection = SimpleNamespace(program="undercroft")
    return SimpleNamespace(selection=selection, result=result, modules=modules)


def test_as_many_modules_as_fit_are_on_a_disk_in_their_order() -> None:
    disk = CARRIERS["d64"]
    twenty_blocks = 20 * BLOCK_BYTES - 4
    room = 664 - ROOM_TO_SAVE[0] - blocks_of(10_000 + 100) - blocks_of(300)
    fitting = disk.fitting(fake([twenty_blocks] * 40))
    assert fitting == [f"d{number}" for number in range(room // 20)]
    # One that is too large is left out, and smaller ones behind it are not.
    sizes = [twenty_blocks] * (room // 20 - 1) + [12_000, twenty_blocks]
    assert disk.fitting(fake(sizes)) == [f"d{n}" for n in range(len(sizes)) if n != len(sizes) - 2]


def test_a_disk_has_room_for_so_many_files() -> None:
    sizes = [100] * 300
    assert len(CARRIERS["d64"].fitting(fake(sizes))) == 144 - 2 - ROOM_TO_SAVE[1]
    assert len(CARRIERS["d81"].fitting(fake(sizes))) == 296 - 2 - ROOM_TO_SAVE[1]


class SmallDisk(DiskD64):
    """A disk on which hardly more than the program fits."""

    disk = dataclasses.replace(DiskD64.disk, blocks=DiskD64.disk.blocks)


@needs_c1541
def test_dungeons_that_do_not_fit_are_not_in_the_program(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = compiler_or_skip("cc65")
    whole = carried(spec, "cc65", "d64")
    needed = blocks_of(len(whole.result.prg.read_bytes())) + ROOM_TO_SAVE[0] + 2
    burrow = next(module for module in whole.modules if module.dungeon == "burrow")
    blocks = needed + blocks_of(len(burrow.carried) + 4) + 2
    monkeypatch.setattr(SmallDisk, "disk", dataclasses.replace(DiskD64.disk, blocks=blocks))
    program = build_program(
        spec, SPEC_FILE.name, compiler, "release", SmallDisk(), build_folder=tmp_path
    )
    assert program.left_out == ("crypt",)
    assert program.selection.dungeons == ("burrow",)
    with pytest.raises(UsageError, match="crypt is not in the program"):
        with_choices(program, "crypt", 1, 1, goes_in=True)
    assert DiskImage(program.file).names() == ["UNDERCROFT", "README", "BURROW.M"]
    resident = program.result.image + program.result.below_kernal
    assert resident.count(b"BURROW\0") >= 1
    assert b"CRYPT\0" not in resident


@needs_c1541
def test_a_program_that_does_not_fit_alone_is_an_error_and_leaves_the_image(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = carried(spec, "cc65", "d64")
    image = tmp_path / "disk.d64"
    image.write_bytes(b"what was there")
    monkeypatch.setattr(SmallDisk, "disk", dataclasses.replace(DiskD64.disk, blocks=50))
    with pytest.raises(UserError, match=r"undercroft does not fit on a D64 disk image: .* more"):
        SmallDisk().write(program, image)
    assert image.read_bytes() == b"what was there"
