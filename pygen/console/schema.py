"""The JSON Schema of the spec, kept as a file for editors."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.spec import write_schema

SCHEMA_FILE = "generator.schema.json"
SOURCES = [PROJECT / "pygen" / name for name in ("engine", "kinds", "passes", "spec")]
"""The folders of the code that determines the schema."""


@dataclass(frozen=True)
class WrittenSchema:
    """The schema's file. `is_new` is false if the file already had this content."""

    path: Path
    is_new: bool


def write_spec_schema(build_folder: Path = BUILD_FOLDER) -> WrittenSchema:
    """Write the JSON Schema of the spec into `build_folder`.

    Raises UserError if it cannot be written.
    """
    path = build_folder / SCHEMA_FILE
    return WrittenSchema(path, write_schema(path))


def keep_spec_schema(build_folder: Path = BUILD_FOLDER) -> None:
    """Write the JSON Schema unless its file is newer than all the code that determines it: deriving
    the schema takes longer than reading a spec.

    Raises UserError if it cannot be written.
    """
    path = build_folder / SCHEMA_FILE
    if not path.is_file() or path.stat().st_mtime_ns <= max(_times_of_changes()):
        write_spec_schema(build_folder)
        # The file then counts as newer than the code, even if the schema is the same.
        with contextlib.suppress(OSError):
            os.utime(path)


def _times_of_changes() -> Iterator[int]:
    """The times of change of the code's files, and of its folders, which show removed files."""
    for source in SOURCES:
        for folder, _, names in os.walk(source):
            if not folder.endswith("__pycache__"):
                yield os.stat(folder).st_mtime_ns
                for name in names:
                    yield os.stat(os.path.join(folder, name)).st_mtime_ns
