"""The diagnostics of all compilers in one form: `file:line: level: message` and the source line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pygen.base.errors import CompileFailed, DoesNotFit

Level = Literal["error", "warning", "note"]

SHOWN_AT_MOST = 20

DOES_NOT_FIT = "It does not fit into its memory."


@dataclass(frozen=True)
class Diagnostic:
    """One message of a compiler. `file` is absolute, or None if the compiler names none."""

    level: Level
    text: str
    file: Path | None = None
    line: int = 0


def describe(diagnostic: Diagnostic) -> str:
    """`file:line: level: text`, and below it the source line, indented."""
    if diagnostic.file is None:
        return f"{diagnostic.level}: {diagnostic.text}"
    head = f"{_short(diagnostic.file)}:{diagnostic.line}: {diagnostic.level}: {diagnostic.text}"
    source = _source_line(diagnostic.file, diagnostic.line)
    return f"{head}\n    {source}" if source else head


def raise_if_failed(
    tool: str,
    status: int,
    output: str,
    diagnostics: Sequence[Diagnostic],
    sign_of_size: str = "",
) -> None:
    """Raise CompileFailed if the tool failed or reported a warning or an error; DoesNotFit if
    it printed `sign_of_size`.

    Warnings count, because a warning in our own code is a defect until it is understood.
    """
    if status == 0 and all(item.level == "note" for item in diagnostics):
        return
    described = list(dict.fromkeys(describe(item) for item in diagnostics))
    omitted = len(described) - SHOWN_AT_MOST
    lines = described[:SHOWN_AT_MOST]
    if omitted > 0:
        lines.append(f"... and {omitted} more")
    if not any(item.level != "note" for item in diagnostics):
        printed = output.strip().splitlines()[-SHOWN_AT_MOST:]
        lines.append(f"{_ending(status)}; its output was:" if printed else _silent_ending(status))
        lines.extend(printed)
    text = "\n".join([f"{tool} rejected the program:", *lines])
    if sign_of_size and sign_of_size in output:
        raise DoesNotFit(text, DOES_NOT_FIT)
    raise CompileFailed(text)


def _ending(status: int) -> str:
    if status < 0:
        return f"it crashed (signal {-status})"
    return f"it ended with exit status {status}"


def _silent_ending(status: int) -> str:
    return f"{_ending(status)} and printed nothing"


def _short(file: Path) -> str:
    relative = os.path.relpath(file)
    return str(file) if relative.startswith("..") else relative


def _source_line(file: Path, line: int) -> str:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""
