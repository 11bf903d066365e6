"""What the processor sees where RAM shares addresses with ROM and chips, by its port at $01."""

from __future__ import annotations

PORT = 0x01

ALL_VISIBLE, RAM_INSTEAD_OF_BASIC, RAM_INSTEAD_OF_ROMS, RAM_ONLY = 0x37, 0x36, 0x35, 0x34
"""The usual value, and those that hide BASIC, both ROMs, and the chips, too."""

BASIC_ROM, CHIPS, KERNAL_ROM = range(0xA000, 0xC000), range(0xD000, 0xE000), range(0xE000, 0x10000)

HIDDEN = {RAM_ONLY: CHIPS, RAM_INSTEAD_OF_ROMS: KERNAL_ROM, RAM_INSTEAD_OF_BASIC: BASIC_ROM}
"""The addresses that are RAM with each value, besides those of the values behind it."""
