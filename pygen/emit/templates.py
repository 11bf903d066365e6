"""Rendering the templates of the emitted C."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, TemplateError
from jinja2 import TemplateSyntaxError as JinjaSyntaxError

from pygen.base.errors import UserError
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.base.templates import template_environment
from pygen.calls import rays
from pygen.emit.appearance import BAR_WIDTH
from pygen.emit.comments import as_comment, with_comments
from pygen.emit.mailbox import ENTRIES
from pygen.emit.packing import edge_bytes, tile_bytes
from pygen.emit.planes import (
    bits_of_ones,
    bits_of_pairs,
    bits_of_sixes,
    halves,
    packed,
    read_places,
)
from pygen.emit.shares import share_bounds
from pygen.engine.constants import MOST_ENTRIES
from pygen.engine.definition.colours import COLOURS
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.dungeon.chambers import CHAMBERS
from pygen.engine.random.worlds import MOST_CHANGES
from pygen.engine.sections import NamedNumber
from pygen.pictures import characters

COUNTED_TABLES = ("rooms", ENTITIES, CHAMBERS)
"""The tables whose records a program with modules counts."""

GLOBALS = {
    "bar_width": BAR_WIDTH,
    "colours": COLOURS,
    "counted_tables": COUNTED_TABLES,
    "edge_bytes": edge_bytes,
    "halves": halves,
    "mailbox_entries": ENTRIES,
    "most_changes": MOST_CHANGES,
    "most_entries": MOST_ENTRIES,
    "own_characters": characters.OWN_TILES,
    "packed_table": packed,
    "rays": {**rays.TABLES, "centre": rays.CENTRE},
    "read_places": read_places,
    "share_bounds": share_bounds,
    "tile_bytes": tile_bytes,
    "tile_flags": FLAGS,
}
"""The names that every template knows."""


@functools.cache
def _environment(folders: tuple[Path, Path]) -> Environment:
    """The Jinja environment, cached because each new one compiles the templates again."""
    # Templates from elsewhere, such as in tests, would leave their code in build/ for ever.
    is_ours = all(folder.is_relative_to(PROJECT) for folder in folders)
    compiled = BUILD_FOLDER / "templates" if is_ours else None
    environment = template_environment(*folders, compiled=compiled)
    environment.globals.update(GLOBALS)
    environment.filters["comment"] = as_comment
    environment.filters["with_comments"] = with_comments
    environment.filters["address"] = lambda value: f"0x{value:04X}"
    environment.filters["rows"] = _rows
    environment.filters["bits_of_pairs"] = bits_of_pairs
    environment.filters["bits_of_sixes"] = bits_of_sixes
    environment.filters["bits_of_ones"] = bits_of_ones
    environment.filters["low_bytes"] = lambda values: [value & 0xFF for value in values]
    environment.filters["high_bytes"] = lambda values: [value >> 8 for value in values]
    environment.filters["screen_code"] = characters.screen_code
    environment.filters["continued"] = _continued
    environment.filters["without_comments"] = _without_comments
    return environment


def render(folders: tuple[Path, Path], name: str, context: Mapping[str, object]) -> str:
    """Render the template `name` of the first of `folders` that has it."""
    try:
        return _environment(folders).get_template(name).render(context)
    except JinjaSyntaxError as error:
        raise UserError(f"{_path(folders, name)}:{error.lineno}: {error.message}") from error
    except Exception as error:
        line = _template_line(error, name)
        reason = getattr(error, "message", None) or str(error)
        kind = "" if isinstance(error, TemplateError) else f"{type(error).__name__}: "
        raise UserError(f"{_path(folders, name)}:{line}: {kind}{reason}") from error


def _path(folders: tuple[Path, Path], name: str) -> Path:
    found = [folder / name for folder in folders if (folder / name).is_file()]
    return found[0] if found else folders[0] / name


def _template_line(error: Exception, name: str) -> int:
    """The line of the template in which an error occurred; 0 if unknown."""
    lines = [
        frame.lineno or 0
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.endswith(name)
    ]
    return lines[-1] if lines else 0


def _rows(values: list[int]) -> str:
    """Numbers as lines of C, sixteen to a line; those with names one to a line."""
    # cc65 warns of a decimal number that is no int.
    texts = [f"{value}u" if value > 32767 else str(value) for value in values]
    if any(isinstance(value, NamedNumber) for value in values):
        lines = [[getattr(value, "name", text)] for value, text in zip(values, texts, strict=True)]
    else:
        lines = [texts[at : at + 16] for at in range(0, len(texts), 16)]
    return "\n".join("    " + ", ".join(line) + "," for line in lines)


def _continued(values: list[int]) -> str:
    """Numbers as the lines of a macro: every line except the last ends in a backslash."""
    return _rows(values).rstrip(",").replace("\n", " \\\n")


def _without_comments(assembly: str) -> str:
    """Assembly without comments, which begin with a semicolon, and without lines of nothing else.
    The inline assembly of OSCAR64 knows no comments."""
    lines = (line.partition(";") for line in assembly.splitlines())
    return "".join(
        f"{code.rstrip()}\n" for code, comment, _ in lines if code.strip() or not comment
    )
