"""Assembly in tests: ca65 and ld65 make machine code of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

SECONDS = 60


def assemble(source: str, address: int, folder: Path) -> bytes:
    """The machine code of `source` for `address`; its files are in `folder`."""
    (folder / "code.s").write_text(source)
    (folder / "code.cfg").write_text(
        f"MEMORY {{ ALL: start = ${address:04X}, size = $1000, file = %O; }}\n"
        "SEGMENTS { CODE: load = ALL, type = rw; }\n"
    )
    for command in (
        ["ca65", "-o", "code.o", "code.s"],
        ["ld65", "-C", "code.cfg", "-o", "code.bin", "code.o"],
    ):
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        assert done.returncode == 0, done.stderr
    return (folder / "code.bin").read_bytes()
