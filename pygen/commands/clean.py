"""Remove build/, with everything that was built."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.project import BUILD_FOLDER
from pygen.console.options import TaskArguments as Arguments
from pygen.console.terminal import out


def run(_: Arguments) -> None:
    was_there = remove_build()
    name = os.path.relpath(BUILD_FOLDER)
    out.print(f"{name}/ was removed" if was_there else f"there was no {name}/")


def remove_build(build_folder: Path = BUILD_FOLDER) -> bool:
    """Remove the build folder. Returns False if there was none.

    Raises UserError if something in it cannot be removed.
    """
    if not build_folder.is_dir():
        return False
    try:
        shutil.rmtree(build_folder)
    except OSError as error:
        raise UserError(
            f"{error.filename or build_folder}: cannot be removed: {error.strerror or error}",
            "Check the folder's permissions.",
        ) from error
    return True
