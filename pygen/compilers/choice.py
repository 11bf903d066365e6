"""The choice of compilers for a task, and the sentence that explains it to the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import ToolMissing, UsageError
from pygen.compilers.base import Compiler
from pygen.compilers.cc65 import Cc65
from pygen.compilers.oscar64 import Oscar64
from pygen.spec import Spec

COMPILERS: dict[str, type[Compiler]] = {"oscar64": Oscar64, "cc65": Cc65}
"""All supported compilers, the preferred one first."""

CHOICES = ("auto", *COMPILERS, "all")


@dataclass(frozen=True)
class Choice:
    """The compilers to use, at least one, and a sentence for the user that gives the reason."""

    compilers: list[Compiler]
    sentence: str


def pick_compilers(
    choice: str = "auto",
    configured_paths: Mapping[str, str | Path | None] | None = None,
    others: Sequence[str] = (),
) -> Choice:
    """The compilers for `choice`: `auto` picks the first one installed, `all` every one.

    `configured_paths` maps compiler names to the paths in the spec, if any. The sentence warns of
    known defects of the chosen versions. `others` are choices that the caller handles itself; the
    error for an unknown choice also lists these.

    Raises ToolMissing if none is installed, UsageError for an unknown choice.
    """
    if choice not in CHOICES:
        raise UsageError(
            f"no compiler is called {choice!r}", f"Choose from {', '.join([*CHOICES, *others])}."
        )
    paths = configured_paths or {}
    wanted = list(COMPILERS) if choice in ("auto", "all") else [choice]
    compilers: list[Compiler] = []
    missing: list[ToolMissing] = []
    for name in wanted:
        try:
            compilers.append(COMPILERS[name].find(paths.get(name)))
        except ToolMissing as error:
            missing.append(error)
        if compilers and choice == "auto":
            break
    if not compilers:
        raise _none_installed(missing)
    return Choice(compilers, _sentence(choice, compilers, missing))


def compilers_of(spec: Spec, choice: str | None = None, others: Sequence[str] = ()) -> Choice:
    """`pick_compilers` with the paths of a spec; the default `choice` is that of the spec."""
    paths = {"oscar64": spec.compilers.oscar64.path, "cc65": spec.compilers.cc65.path}
    return pick_compilers(choice or spec.compilers.choice, paths, others)


def _sentence(choice: str, compilers: Sequence[Compiler], missing: Sequence[ToolMissing]) -> str:
    reasons = {
        "auto": f"because {missing[0].message}" if missing else "the one that `auto` prefers",
        "all": "all that were found",
    }
    which = " and ".join(f"{item} ({item.path}, {item.origin})" for item in compilers)
    sentence = f"Compiling with {which}: {reasons.get(choice, 'as asked for')}."
    if choice == "all" and missing:
        sentence += f" Left out: {missing[0].message}."
    warnings = [item.version_warning for item in compilers if item.version_warning]
    return "\n".join([sentence, *(f"Warning: {warning}" for warning in warnings)])


def _none_installed(missing: Sequence[ToolMissing]) -> ToolMissing:
    return ToolMissing(
        "; ".join(error.message for error in missing),
        "\n  ".join(error.hint for error in missing if error.hint),
    )
