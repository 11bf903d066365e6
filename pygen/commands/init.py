"""Write a small commented spec to start from, FOLDER/generator.yaml.

An existing file is never replaced.

Example:
  invoke init my-dungeons
"""

from __future__ import annotations

from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import TEMPLATES
from pygen.base.words import shown
from pygen.console.options import Name, TaskArguments
from pygen.console.terminal import out, shown_path
from pygen.spec import load_spec, write_schema

SPEC_NAME = "generator.yaml"
SCHEMA = Path("build") / "generator.schema.json"

EXAMPLE = TEMPLATES / "init" / SPEC_NAME
"""The spec to write; `THIS_FILE` in it stands for the path."""


class Arguments(TaskArguments):
    folder = Name("where to write it; a new folder is created")


def run(given: Arguments) -> None:
    path = shown_path(init(Path(given.folder)))
    out.print(f"{path} written. Look at its first dungeon:", soft_wrap=True)
    out.print(f"  invoke show --spec {path}", soft_wrap=True)


def init(folder: Path) -> Path:
    """Write a small commented spec into `folder`, which is created if necessary. Return its path.

    The JSON Schema that its first line names is written beside it, so that editors complete keys
    and show mistakes.

    Raises UserError if `folder` is a file, already has a spec (which stays as it is), or cannot be
    written.
    """
    if folder.is_file():
        raise UserError(
            f"{folder}: this is a file", f"Name a folder, as in: invoke init {folder.stem}"
        )
    path = folder / SPEC_NAME
    if path.exists() or path.is_symlink():
        raise UserError(
            f"{path}: this file already exists",
            "Name another folder, or move the file away first.",
        )
    text = EXAMPLE.read_text(encoding="utf-8").replace("THIS_FILE", shown(str(path), 1000))
    write_schema(folder / SCHEMA)
    write_if_changed(path, text.encode())
    load_spec(path)
    return path
