"""Write a small commented spec to start from, FOLDER/generator.yaml.

An existing file is never replaced.

Example:
  invoke init my-dungeons
"""

from __future__ import annotations

from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.words import shown
from pygen.console.options import Name, TaskArguments
from pygen.console.terminal import out, shown_path
from pygen.spec import load_spec, write_schema

SPEC_NAME = "generator.yaml"
SCHEMA = Path("build") / "generator.schema.json"

EXAMPLE = f"""\
# yaml-language-server: $schema={SCHEMA.as_posix()}
#
# Two dungeons for Undercroft. Change a number, then look at some dungeons:
#
#     invoke show --spec THIS_FILE --dungeon crypt --seed 7
#
# Whatever is left out has a default; Undercroft's own generator.yaml shows all keys with their
# ranges. Numbers after a value, such as 8-240, are the range that it may have. What `passes` add,
# such as water, keys and enemies, is in docs/passes.md; docs/examples.md has complete dungeons.
dungeons:
  # Rooms in a grid, joined by corridors; secret rooms, treasures, stairs.
  crypt:
    kind: grid_rooms
    map: {{width: 72, height: 72}}   # 8-240 tiles a side
    grid: {{columns: 4, rows: 4}}    # 1-8 cells a side: at most columns x rows rooms
    rooms:
      min_size: 4                  # 2-32 floor tiles: shortest side of a room
      max_size: 8                  # 2-32 floor tiles: longest side of a room
      min_distance: 4              # 3-15 tiles between two rooms, or more
    connect: spanning_tree         # or rules: corridors may join one another
    secrets:
      room_chance: 50              # 0-100 percent of dead-end rooms that become secret
      treasures: 3                 # 0-31 chambers behind secret walls
    stairs:
      distance_many: 30            # 0-255 tiles between the stairs, across plus down, or more

  # A random walk through solid ground.
  burrow:
    kind: walk
    map: {{width: 48, height: 40}}   # 8-240 tiles a side
    walk:
      steps: 700                   # 1-65535 steps of one tile
      pull: centre                 # or uniform: all directions are equally likely
"""


class Arguments(TaskArguments):
    folder = Name("where to write it; a new folder is created")


def run(given: Arguments) -> None:
    path = shown_path(init(Path(given.folder)))
    out.print(f"{path} written. Look at its first dungeon:", soft_wrap=True)
    out.print(f"  invoke show --spec {path}", soft_wrap=True)


def init(folder: Path) -> Path:
    """Write a small commented spec into `folder`, which is made if necessary; returns its path.

    The JSON Schema that its first line names is written beside it, so that editors complete keys
    and show mistakes.

    Raises UserError if `folder` is a file or already has a spec, which stays as it is, or cannot be
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
    write_schema(folder / SCHEMA)
    write_if_changed(path, EXAMPLE.replace("THIS_FILE", shown(str(path), 1000)).encode())
    load_spec(path)
    return path
