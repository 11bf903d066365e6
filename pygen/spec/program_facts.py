"""Facts that C beside the generators shares with tools: its programs and the native library.

The C gets them as emitted constants (pygen/emit/facts.py).
"""

from __future__ import annotations

SAVED_VERSION, OLD_SAVED_VERSION = 2, 1
"""The version of files of saved maps and seeds, and the earlier one, which can be read, too."""

MOST_FILE_NAME = 16
"""The most characters of a file's name on a disk."""

MODULE_SUM_BYTES = 2
"""The bytes of the checksum behind a module in a file."""

NMI_HANDLER = 0x0247
"""Where the mover of a program puts the handler of non-maskable interrupts, which RESTORE causes: a
single RTI.

It is in BASIC's input buffer, which nobody uses any more and where no region of memory can be. The
lower byte is that of the KERNAL's own handler, $FE47, so that the vector is right at every moment
while it changes.
"""

SCREEN_OFF = 0x0B
"""The value of the video chip's control register that shows text in 25 rows, with the screen
off."""

NO_WAY = 0xFFFF
"""The number of steps between stairs that no way joins."""
