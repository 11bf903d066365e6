"""The sixteen colours of the C64 as VICE shows them, so that our pictures look like VICE's.

Source: VICE 3.7.1's default palette. x64sc calculates it from its model of the VIC-II in a PAL
machine, with brightness, contrast, saturation and gamma at their defaults, and reports it by the
binary monitor's command 0x91, "palette get". No palette file of VICE has these numbers. An NTSC
machine has slightly other colours.
"""

from __future__ import annotations

from pygen.engine.definition.colours import COLOURS

Rgb = tuple[int, int, int]

# In the order of the VIC-II's colour numbers, 0 to 15.
PALETTE: tuple[Rgb, ...] = (
    (0x00, 0x00, 0x00),
    (0xFF, 0xFF, 0xFF),
    (0xBD, 0x51, 0x6C),
    (0x91, 0xF5, 0xDC),
    (0xB8, 0x55, 0xF6),
    (0x77, 0xDC, 0x46),
    (0x3E, 0x51, 0xF0),
    (0xFF, 0xFF, 0x5C),
    (0xC4, 0x79, 0x2D),
    (0x8A, 0x67, 0x00),
    (0xF0, 0x8F, 0xA6),
    (0x77, 0x77, 0x77),
    (0xA5, 0xA5, 0xA5),
    (0xC3, 0xFF, 0x99),
    (0x88, 0x98, 0xFF),
    (0xD5, 0xD5, 0xD5),
)


def colour_number(name: str) -> int:
    """The VIC-II's number (0..15) of a colour name of the spec."""
    return COLOURS.index(name)


def rgb(name: str) -> Rgb:
    """Red, green and blue (0..255) of a colour name of the spec."""
    return PALETTE[colour_number(name)]
