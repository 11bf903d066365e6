"""The terminal, and messages that several tasks print."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from pygen.commands import arguments
from pygen.commands.arguments import Output

if TYPE_CHECKING:
    from pygen.compilers import Choice
    from pygen.spec import Spec

# Without a window, as in a log, tables are wide enough not to be cut. No emoji: a place in a file,
# such as `spec.yaml:100:5`, would show one instead of line 100.
out = Console(
    highlight=False, emoji=False, width=None if sys.stdout and sys.stdout.isatty() else 130
)
complaints = Console(stderr=True, highlight=False, emoji=False)


def choose_compilers(spec: Spec, choice: str | None, others: Sequence[str] = ()) -> Choice:
    """`arguments.choose_compilers`, and print which compilers these are."""
    chosen = arguments.choose_compilers(spec, choice, others)
    out.print(escape(chosen.sentence), style="dim", soft_wrap=True)
    return chosen


def print_output(what: str, output: Output) -> None:
    """Print where `what` was written, and whether a folder was created for it."""
    folder = output.new_folder
    created = f" (created the folder {shown_path(folder)})" if folder else ""
    out.print(escape(f"{what} written to {shown_path(output.path)}{created}"), soft_wrap=True)


def shown_path(path: Path) -> str:
    """A path for a message: from the current folder if the file is in it."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


def warn(text: str) -> None:
    """Print a warning."""
    out.print(f"[yellow]{escape(text)}[/]", soft_wrap=True)
