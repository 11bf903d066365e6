"""What is plugged into the simulated C64: the ROM stub's disks, and a cartridge."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.stepped_c64 import PORT, SteppedC64
from helpers.stub_disks import DISK, PAGE, Disk, disk_bytes

BASIC_AND_KERNAL = 0x03
CONTROL, SHOWN_PAGE, SHOWN_BLOCK = 0xDE00, 0xDFFE, 0xDFFF
PAGES_OF_BLOCK = 64
CARTRIDGE = range(0x8000, 0xA000)
START_VECTOR = 0x8000
CARTRIDGE_IS_OFF = 0x80


def insert_disks(machine: SteppedC64, disks: Sequence[Disk]) -> None:
    """Give the ROM stub these disks, the first of which is in the drive."""
    content, memory = disk_bytes(disks), machine.memory

    def byte(address: int) -> int:
        page = PAGES_OF_BLOCK * memory[SHOWN_BLOCK] + memory[SHOWN_PAGE]
        found: int = content[PAGE * page + address - CONTROL]
        return found

    memory.subscribe_to_read(range(CONTROL, CONTROL + PAGE), byte)
    memory[DISK] = 1


def start_magic_desk(machine: SteppedC64, kernal: bytes, image: bytes) -> None:
    """Plug in a cartridge with the banks of `image`, and put its first instruction next."""
    machine.put_kernal(kernal)
    memory = machine.memory

    def byte(address: int) -> int | None:
        is_seen = memory[PORT] & BASIC_AND_KERNAL == BASIC_AND_KERNAL
        if not is_seen or memory[CONTROL] & CARTRIDGE_IS_OFF:
            return None
        found: int = image[len(CARTRIDGE) * memory[CONTROL] + address - CARTRIDGE.start]
        return found

    memory.subscribe_to_read(CARTRIDGE, byte)
    machine.cpu.pc = machine.cpu.WordAt(START_VECTOR)
