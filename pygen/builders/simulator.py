"""The library of the project's simulator, compiled once for each state of its source."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.project import BUILD_FOLDER
from pygen.base.temporary import temporary_folder
from pygen.compilers.host import HostCompiler
from pygen.emulators.simulator import SOURCE, SOURCES

FILE_NAME = "simulator.so"


def build_simulator(
    build_folder: Path = BUILD_FOLDER, compiler: HostCompiler | None = None
) -> Path:
    """The simulator's library, for `Simulator`. The default `compiler` is the machine's.

    It is made in a private folder and renamed, so any number of commands may build it at once.
    Raises ToolMissing without a C compiler, CompileFailed if it rejects the C, UserError if the
    library cannot be written.
    """
    compiler = compiler or HostCompiler.find()
    stamp = hashlib.sha256(compiler.identity("library").encode())
    for source in SOURCES:
        stamp.update(source.read_bytes())
    folder = build_folder / "simulator"
    target = folder / stamp.hexdigest()[:16] / FILE_NAME
    if target.is_file():
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with temporary_folder(".building-", folder) as building:
            made = building / FILE_NAME
            compiler.compile("library", [SOURCE], [SOURCE.parent], made)
            os.replace(made, target)
    except OSError as error:
        raise UserError(
            f"{error.filename or folder}: cannot be written: {error.strerror}",
            "Check the folder's permissions and the free space.",
        ) from error
    return target
