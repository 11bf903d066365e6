"""Which compilers a task uses, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import ToolMissing, UsageError
from pygen.compilers.base import Compiler
from pygen.compilers.cc65 import Cc65
from pygen.compilers.oscar64 import Oscar64

COMPILERS: dict[str, type[Compiler]] = {"oscar64": Oscar64, "cc65": Cc65}
"""All compilers there are, the preferred one first."""

CHOICES = ("auto", *COMPILERS, "all")


@dataclass(frozen=True)
class Choice:
    """The compilers to use, never none, and why: a sentence or more for the user to read."""

    compilers: list[Compiler]
    sentence: str


def pick_compilers(
    choice: str = "auto", configured_paths: Mapping[str, str | Path | None] | None = None
) -> Choice:
    """The compilers for `choice`: `auto` is the first one found, `all` is each one found.

    `configured_paths` has the spec's path by compiler name, if it gives one. A known defect of a
    version that is picked is part of the sentence.
    Raises ToolMissing if none is found, UsageError for a choice that does not exist.
    """
    if choice not in CHOICES:
        raise UsageError(f"no compiler is called {choice!r}", f"Choose from {', '.join(CHOICES)}.")
    paths = configured_paths or {}
    wanted = list(COMPILERS) if choice in ("auto", "all") else [choice]
    found: list[Compiler] = []
    missing: list[ToolMissing] = []
    for name in wanted:
        try:
            found.append(COMPILERS[name].find(paths.get(name)))
        except ToolMissing as error:
            missing.append(error)
        if found and choice == "auto":
            break
    if not found:
        raise _none(missing)
    return Choice(found, _sentence(choice, found, missing))


def _sentence(choice: str, found: Sequence[Compiler], missing: Sequence[ToolMissing]) -> str:
    reasons = {
        "auto": "the first choice" if not missing else f"because {missing[0].message}",
        "all": "all that were found",
    }
    which = " and ".join(f"{item} ({item.path}, {item.origin})" for item in found)
    sentence = f"Compiling with {which}: {reasons.get(choice, 'as asked for')}."
    if choice == "all" and missing:
        sentence += f" Left out: {missing[0].message}."
    warnings = [item.version_warning for item in found if item.version_warning]
    return "\n".join([sentence, *(f"Warning: {warning}" for warning in warnings)])


def _none(missing: Sequence[ToolMissing]) -> ToolMissing:
    return ToolMissing(
        "; ".join(error.message for error in missing),
        "\n  ".join(error.hint for error in missing if error.hint),
    )
