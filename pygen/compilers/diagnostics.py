"""What compilers complain about, in one form: `file:line: message` and the line itself."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pygen.base.errors import CompileFailed

Level = Literal["error", "warning", "note"]

SHOWN_AT_MOST = 20

DOES_NOT_FIT = (
    "The program does not fit into its memory. The map of a smaller build (fewer dungeons, another "
    "optimisation) shows what takes the room."
)


@dataclass(frozen=True)
class Diagnostic:
    """One complaint. `file` is absolute, or None where the compiler names none."""

    level: Level
    text: str
    file: Path | None = None
    line: int = 0


def describe(diagnostic: Diagnostic) -> str:
    """`file:line: level: text`, and below it the line of that file, indented."""
    if diagnostic.file is None:
        return f"{diagnostic.level}: {diagnostic.text}"
    head = f"{_short(diagnostic.file)}:{diagnostic.line}: {diagnostic.level}: {diagnostic.text}"
    source = _source_line(diagnostic.file, diagnostic.line)
    return f"{head}\n    {source}" if source else head


def refuse(
    who: str,
    status: int,
    output: str,
    diagnostics: Sequence[Diagnostic],
    hint: str = "",
) -> None:
    """Raise CompileFailed if the tool failed or complained; return if all is well.

    Warnings count: a warning in our own code is a defect until it is understood.
    """
    if status == 0 and all(item.level == "note" for item in diagnostics):
        return
    described = list(dict.fromkeys(describe(item) for item in diagnostics))
    more = len(described) - SHOWN_AT_MOST
    lines = described[:SHOWN_AT_MOST]
    if more > 0:
        lines.append(f"... and {more} more")
    if not any(item.level != "note" for item in diagnostics):
        lines.append(_ending(status))
        lines.extend(output.strip().splitlines()[-SHOWN_AT_MOST:])
    raise CompileFailed("\n".join([f"{who} refused the program:", *lines]), hint)


def _ending(status: int) -> str:
    if status < 0:
        return f"it crashed (signal {-status}) and said:"
    return f"it ended with status {status} and said:"


def _short(file: Path) -> str:
    relative = os.path.relpath(file)
    return str(file) if relative.startswith("..") else relative


def _source_line(file: Path, line: int) -> str:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""
