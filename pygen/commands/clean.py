"""`invoke clean`: remove everything that was built."""

from __future__ import annotations

import shutil
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.project import BUILD_FOLDER


def remove_build(build_folder: Path = BUILD_FOLDER) -> bool:
    """Remove the build folder; False if there was none.

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
