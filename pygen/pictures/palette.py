"""The sixteen colours of the C64 as a modern screen shows them.

Source: the Colodore palette (pepto, www.colodore.com), in the values of `colodore.vpl`, which
comes with VICE.
"""

from __future__ import annotations

from pygen.spec.model import COLOURS

Rgb = tuple[int, int, int]

# In the order of the VIC-II's colour numbers, 0 to 15.
PALETTE: tuple[Rgb, ...] = (
    (0x00, 0x00, 0x00),
    (0xFF, 0xFF, 0xFF),
    (0x96, 0x28, 0x2E),
    (0x5B, 0xD6, 0xCE),
    (0x9F, 0x2D, 0xAD),
    (0x41, 0xB9, 0x36),
    (0x27, 0x24, 0xC4),
    (0xEF, 0xF3, 0x47),
    (0x9F, 0x48, 0x15),
    (0x5E, 0x35, 0x00),
    (0xDA, 0x5F, 0x66),
    (0x47, 0x47, 0x47),
    (0x78, 0x78, 0x78),
    (0x91, 0xFF, 0x84),
    (0x68, 0x64, 0xFF),
    (0xAE, 0xAE, 0xAE),
)


def colour_number(name: str) -> int:
    """The VIC-II's number (0..15) of a colour name of the spec."""
    return COLOURS.index(name)


def rgb(name: str) -> Rgb:
    """Red, green and blue (0..255) of a colour name of the spec."""
    return PALETTE[colour_number(name)]
