"""The terminal, and output that several tasks share."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from pygen.base.files import write_if_changed

# In a log, which is no terminal, tables are wide enough not to be cut. Emoji are off: a place in a
# file, such as `spec.yaml:100:5`, would show one instead of line 100.
out = Console(
    highlight=False, emoji=False, width=None if sys.stdout and sys.stdout.isatty() else 130
)
complaints = Console(stderr=True, highlight=False, emoji=False)


def write_output(what: str, path: Path, write: bytes | Callable[[Path], object]) -> None:
    """Write a file with these bytes, or by calling `write`. Print where `what` was written, and
    whether a folder was created for it.

    Raises UserError if the file cannot be written.
    """
    folder = path.parent
    created = "" if folder.exists() else f" (created the folder {shown_path(folder)})"
    if isinstance(write, bytes):
        write_if_changed(path, write)
    else:
        write(path)
    out.print(escape(f"{what} written to {shown_path(path)}{created}"), soft_wrap=True)


def shown_path(path: Path) -> str:
    """A path for a message: relative to the current folder if the file is in it."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


def warn(text: str) -> None:
    """Print a warning; do nothing if it is empty."""
    if text:
        out.print(f"[yellow]{escape(text)}[/]", soft_wrap=True)


@contextlib.contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """Show what a long task does. Yields a function that is told each part: on a terminal it stands
    in the last line as long as it takes, in a log it is a line among the messages."""
    if not out.is_terminal:
        yield lambda now: complaints.print(escape(f"{now} ..."), style="dim", soft_wrap=True)
        return
    with out.status("...") as status:
        yield lambda now: status.update(f"{escape(now)} ...")


@contextlib.contextmanager
def building(what: str = "") -> Iterator[Callable[[str], None]]:
    """Show that a build is running. Yields a function that shows the name of the next part."""
    with out.status(f"building {what} ..." if what else "building ...") as status:
        yield lambda now: status.update(f"building {escape(now)} ...")
