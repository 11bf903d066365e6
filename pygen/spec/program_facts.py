"""Facts that the tools share with C code outside the generators: programs and the native library.

The C gets them as emitted constants (pygen/emit/facts.py).
"""

from __future__ import annotations

SAVED_VERSION, OLD_SAVED_VERSION = 2, 1
"""The version of files of saved maps and seeds, and the earlier version, which can still be
read."""

OPEN_SAVED_VERSION = 3
"""The version of files of dungeons with open parameters, whose values they have."""

OPEN_DIGEST_BYTES = 4
"""The number of bytes of the digest of the names of a dungeon's open parameters."""

MOST_FILE_NAME = 16
"""The most characters in the name of a file on disk."""

MODULE_SUM_BYTES = 2
"""The number of bytes of the checksum that follows a module in a file."""

NMI_HANDLER = 0x0247
"""The address where a program's mover puts the handler of non-maskable interrupts, which RESTORE
causes. The handler is a single RTI.

The address is in BASIC's input buffer, which is no longer used and where no region of memory can
be. Its lower byte is that of the KERNAL's own handler, $FE47, so that the vector is valid at every
moment while it changes.
"""

SCREEN_OFF = 0x0B
"""The value of the video chip's control register that shows text in 25 rows, with the screen
off."""

NO_WAY = 0xFFFF
"""The number of steps between stairs that no way connects."""
