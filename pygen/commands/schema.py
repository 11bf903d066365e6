"""`invoke schema`: the JSON Schema of the spec."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER
from pygen.spec import write_schema

SCHEMA_FILE = "generator.schema.json"


@dataclass(frozen=True)
class WrittenSchema:
    """The schema's file. `is_new` is false if it already had this content."""

    path: Path
    is_new: bool


def write_spec_schema(build_folder: Path = BUILD_FOLDER) -> WrittenSchema:
    """Write the JSON Schema of the spec into `build_folder`.

    Raises UserError if it cannot be written.
    """
    path = build_folder / SCHEMA_FILE
    return WrittenSchema(path, write_schema(path))
