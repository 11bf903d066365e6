"""The stand-in for the ROMs, and the search for real ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.kernal_double import INTERRUPTS, WARM_STARTS
from helpers.mpu6502 import Mpu6502
from helpers.tools import needs_ca65

from pygen.base.errors import ToolMissing, UserError
from pygen.emulators.rom_stub import IDLE_ADDRESS, build_rom_stub
from pygen.emulators.roms import FOLDER_VARIABLE, find_roms, machine_roms

KERNAL_START = 0xE000
JSR = 0x20
JMP, JMP_INDIRECT = 0x4C, 0x6C
OPEN, SAVE = 0xFFC0, 0xFFD8
DEVICE_NOT_PRESENT = 5
RESTOR = 0xFF8A
VECTORS = range(0x0314, 0x0334)
NMI_HANDLER = 0xFE47
STOP_KEY = 0xDC01
# Every call with a vector in RAM, and that vector.
VECTORED = {
    0xFFC0: 0x031A, 0xFFC3: 0x031C, 0xFFC6: 0x031E, 0xFFC9: 0x0320, 0xFFCC: 0x0322, 0xFFCF: 0x0324,
    0xFFD2: 0x0326, 0xFFE1: 0x0328, 0xFFE4: 0x032A, 0xFFE7: 0x032C, 0xFFD5: 0x0330, 0xFFD8: 0x0332,
}  # fmt: skip


def word(image: bytes, address: int) -> int:
    offset = address - KERNAL_START
    return int.from_bytes(image[offset : offset + 2], "little")


@needs_ca65
def test_the_images_have_the_sizes_of_the_real_roms(tmp_path: Path) -> None:
    roms = build_rom_stub(tmp_path / "stub")
    assert roms.is_stub
    sizes = [path.stat().st_size for path in (roms.kernal, roms.basic, roms.chargen)]
    assert sizes == [0x2000, 0x2000, 0x1000]


@needs_ca65
def test_the_machine_waits_at_the_known_address(tmp_path: Path) -> None:
    kernal = build_rom_stub(tmp_path).kernal.read_bytes()
    assert kernal[IDLE_ADDRESS - KERNAL_START] == JMP
    assert word(kernal, IDLE_ADDRESS + 1) == IDLE_ADDRESS


@pytest.fixture
def processor(tmp_path: Path) -> Mpu6502:
    """A processor that has come out of reset, with no key pressed."""
    kernal = build_rom_stub(tmp_path).kernal.read_bytes()
    found = Mpu6502()
    found.memory[KERNAL_START:] = list(kernal)
    found.memory[STOP_KEY] = 0xFF
    found.pc = word(kernal, 0xFFFC)
    while found.pc != IDLE_ADDRESS:
        found.step()
    return found


@needs_ca65
@pytest.mark.parametrize("mark", [b"\xc3\xc2\xcd80", b"\xc3\xc2\xcd81", b"\xc3\xc2\xcd8", b"CBM80"])
def test_a_cartridge_is_started_if_it_has_the_mark(processor: Mpu6502, mark: bytes) -> None:
    start = 0x9ABC
    cartridge = start.to_bytes(2, "little") + bytes(2) + mark
    processor.memory[0x8000 : 0x8000 + len(cartridge)] = list(cartridge)
    processor.pc, processor.sp = word(bytes(processor.memory[KERNAL_START:]), 0xFFFC), 0
    while processor.pc not in (start, IDLE_ADDRESS):
        processor.step()
    assert (processor.pc == start) == (mark == b"\xc3\xc2\xcd80")
    assert processor.sp == 0xFF and processor.p & processor.INTERRUPT


def call(processor: Mpu6502, address: int, a: int = 2) -> None:
    """Call the KERNAL; it must come back."""
    processor.memory[0x1000:0x1003] = [JSR, *address.to_bytes(2, "little")]
    processor.pc, processor.a, processor.x, processor.y = 0x1000, a, 0, 0
    for _ in range(1000):
        processor.step()
        if processor.pc == 0x1003:
            return
    raise AssertionError(f"the call of ${address:04X} does not come back")


@needs_ca65
@pytest.mark.parametrize("send", ["irq", "nmi"])
def test_interrupts_come_back_and_are_counted(processor: Mpu6502, send: str) -> None:
    processor.p &= ~processor.INTERRUPT
    processor.a, processor.x, processor.y = 1, 2, 3
    before = (processor.pc, processor.sp, 1, 2, 3)
    getattr(processor, send)()
    assert processor.pc != before[0]
    for _ in range(100):
        processor.step()
        if processor.pc == before[0]:
            break
    assert (processor.pc, processor.sp, processor.a, processor.x, processor.y) == before
    assert processor.memory[INTERRUPTS] == (send == "irq")
    assert processor.memory[WARM_STARTS] == 0


@needs_ca65
def test_restore_with_run_stop_starts_basic(processor: Mpu6502) -> None:
    processor.memory[STOP_KEY] = 0x7F
    processor.nmi()
    for _ in range(1000):
        processor.step()
    assert processor.pc == IDLE_ADDRESS and processor.memory[WARM_STARTS] == 1


@needs_ca65
@pytest.mark.parametrize("address", range(0xFF81, 0xFFF6, 3), ids=lambda address: f"{address:04X}")
def test_every_documented_call_returns(processor: Mpu6502, address: int) -> None:
    is_vectored = address in VECTORED
    assert processor.memory[address] == (JMP_INDIRECT if is_vectored else JMP)
    assert not is_vectored or processor.WordAt(address + 1) == VECTORED[address]
    call(processor, address)
    failed = bool(processor.p & processor.CARRY)
    assert failed == (address in (OPEN, SAVE)), "after a reset there is no drive; all else succeeds"
    if failed:
        assert processor.a == DEVICE_NOT_PRESENT


@needs_ca65
def test_restor_sets_all_vectors_as_a_reset_does(processor: Mpu6502) -> None:
    after_reset = processor.memory[VECTORS.start : VECTORS.stop]
    assert processor.WordAt(0x0318) == NMI_HANDLER, "as on a C64"
    processor.memory[VECTORS.start : VECTORS.stop] = [0xEE] * len(VECTORS)
    call(processor, RESTOR)
    assert processor.memory[VECTORS.start : VECTORS.stop] == after_reset


@needs_ca65
def test_building_again_leaves_the_files_untouched(tmp_path: Path) -> None:
    first = build_rom_stub(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert build_rom_stub(tmp_path) == first
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_a_missing_assembler_is_named_with_its_package(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing, match="no-such-ca65") as raised:
        build_rom_stub(tmp_path, ca65="no-such-ca65")
    assert "cc65" in raised.value.hint
    assert list(tmp_path.iterdir()) == []


@needs_ca65
def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UserError, match="cannot be written"):
        build_rom_stub(tmp_path / "file" / "stub")


def put_roms(folder: Path, names: tuple[str, str, str]) -> None:
    folder.mkdir()
    for name, size in zip(names, (0x2000, 0x2000, 0x1000), strict=True):
        (folder / name).write_bytes(bytes(size))


def test_roms_are_found_under_vice_s_newer_and_older_names(tmp_path: Path) -> None:
    newer = ("kernal-901227-03.bin", "basic-901226-01.bin", "chargen-901225-01.bin")
    older = ("kernal", "basic", "chargen")
    free = ("kernal_generic.rom", "basic_generic.rom", "chargen_openroms.rom")
    for number, names in enumerate((newer, older, free)):
        folder = tmp_path / str(number)
        put_roms(folder, names)
        roms = find_roms([tmp_path / "nowhere", folder])
        assert roms is not None
        assert not roms.is_stub
        assert [roms.kernal, roms.basic, roms.chargen] == [folder / name for name in names]


def test_roms_that_are_incomplete_or_of_a_wrong_size_are_passed_over(tmp_path: Path) -> None:
    put_roms(tmp_path / "a", ("kernal", "basic", "chargen"))
    (tmp_path / "a" / "basic").unlink()
    put_roms(tmp_path / "b", ("kernal", "basic", "chargen"))
    (tmp_path / "b" / "kernal").write_bytes(bytes(0x1FFF))
    assert find_roms([tmp_path / "a", tmp_path / "b"]) is None


def test_a_folder_that_the_environment_names_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine", "standard"):
        put_roms(tmp_path / name, ("kernal", "basic", "chargen"))
    monkeypatch.setattr("pygen.emulators.roms._STANDARD_FOLDERS", (str(tmp_path / "standard"),))
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    found = machine_roms()
    assert found and found.kernal.parent == tmp_path / "standard"
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "mine"))
    found = machine_roms()
    assert found and found.kernal.parent == tmp_path / "mine"
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(UserError, match="UNDERCROFT_ROMS.*does not have the ROMs"):
        machine_roms()
