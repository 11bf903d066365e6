"""List the tools on this machine, and how to get those that are missing.

The exit status is 1 if a required tool is missing, or the spec has errors.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.base.errors import UserError
from pygen.base.project import PROJECT
from pygen.base.running import run_tool
from pygen.builders.simulator import build_simulator
from pygen.compilers.base import Compiler
from pygen.compilers.cc65 import Cc65
from pygen.compilers.oscar64 import Oscar64
from pygen.console.arguments import SpecArguments
from pygen.console.compiling import choose_compilers
from pygen.console.options import Flag
from pygen.console.tables import plain_table
from pygen.console.terminal import complaints, out
from pygen.emulators.roms import machine_roms
from pygen.emulators.vice_command import find_executable, vice_version
from pygen.proof import canaries
from pygen.proof.canaries import CanaryResult
from pygen.spec import Spec

REQUIREMENTS = PROJECT / "requirements"
GROUPS = {
    "product": ("for all tasks but studio and test", "./bootstrap"),
    "studio": ("for studio", "./bootstrap studio"),
    "cluster": ("for --scheduler", "./bootstrap --with cluster"),
    "tests": ("for test", "./bootstrap test"),
}
"""The groups of Python packages: what needs them, and what installs them. REQUIREMENTS has a file
of each."""
OLDEST_VICE = (3, 7)
"""The oldest supported version. Older ones have bugs in their binary monitor."""
TESTED_PYTHONS = ((3, 11), (3, 13))

_SECONDS_FOR_A_VERSION = 20.0
_INSTALL_CC65 = "Debian, Ubuntu: apt-get install cc65"
_INSTALL_VICE = "Debian: apt-get install vice (component contrib; Ubuntu: multiverse)"
_INSTALL_CC = "Debian, Ubuntu: apt-get install gcc libc6-dev"
_INSTALL_TCC = "Debian, Ubuntu: apt-get install tcc"

State = Literal["ok", "warning", "missing"]


class Arguments(SpecArguments):
    canaries = Flag("check the compilers: compile small programs that some versions get wrong")

    def validate(self) -> None:
        """Check nothing: a spec with errors is one of the findings."""


def run(given: Arguments) -> int:
    spec = None
    try:
        spec = given.spec
    except UserError as error:
        complaints.print(escape(str(error)), soft_wrap=True)
    if spec and given.canaries:
        try_canaries(spec)
        return 0
    findings = examine(spec)
    print_findings(findings, out)
    return 0 if spec and all_required(findings) else 1


@dataclass(frozen=True)
class Finding:
    """One tool. `note` is a warning, or says what is wrong and how to get the tool.

    `place` is its path, or a phrase that says where it is. A tool that is not `required` is useful,
    but the build and the proof work without it.
    """

    name: str
    purpose: str
    required: bool
    state: State
    version: str = ""
    place: str = ""
    note: str = ""

    @property
    def hinders(self) -> bool:
        """Whether the build and the proof are impossible without this tool."""
        return self.required and self.state == "missing"


def examine(spec: Spec | None = None) -> list[Finding]:
    """Look for every tool: in the place that `spec` gives, else in the usual one. Never raises
    UserError.

    One compiler is required. Without ROMs ca65 and ld65 are also required, to assemble our own.
    """
    paths = spec.compilers if spec else None
    vice = (spec.emulator.path if spec else None) or ""
    roms = _roms(vice)
    oscar64 = _compiler(Oscar64, paths.oscar64.path if paths else None, required=False)
    cc65_path = paths.cc65.path if paths else None
    cc65 = _compiler(Cc65, cc65_path, required=oscar64.state == "missing")
    beside = Path(cc65.place).parent if cc65.place else None
    assemblers = [
        _program(name, purpose, beside, "--version", _INSTALL_CC65, required)
        for name, purpose, required in (
            ("ca65", "assembles for the C64", cc65.required or not roms.place),
            ("ld65", "links for the C64", cc65.required or not roms.place),
            ("sim65", "checks our simulator, in tests", False),
        )
    ]
    emulator = _vice(vice)
    folder = Path(emulator.place).parent if emulator.place else None
    return [
        _python(),
        *[item for group in GROUPS for item in _packages(group)],
        oscar64,
        cc65,
        *assemblers,
        emulator,
        _program("c1541", "writes disk images", folder, "-version", _INSTALL_VICE, False),
        _program("cartconv", "writes cartridges", folder, "--version", _INSTALL_VICE, False),
        roms,
        _program(
            "cc", "compiles for this machine, for verify", None, "--version", _INSTALL_CC, False
        ),
        _program("tcc", "compiles quickly, for studio", None, "-v", _INSTALL_TCC, False),
    ]


def all_required(findings: Iterable[Finding]) -> bool:
    """Whether all tools that the build and the proof need are there."""
    return not any(finding.hinders for finding in findings)


def try_canaries(spec: Spec) -> None:
    """Print each compiler's results for the canaries: small programs that some versions get wrong.

    Raises MiscompilerFound if a compiler gets a shape of code wrong that our own code has,
    ToolMissing without a C compiler for this machine.
    """
    trials = []
    for compiler in choose_compilers(spec, "all"):
        trials.append((compiler, canaries.run_canaries(spec, compiler, build_simulator())))
    for compiler, results in trials:
        print_results(compiler, results, out)
    for compiler, results in trials:
        canaries.require_fit(compiler, results)


def _python() -> Finding:
    version = platform.python_version()
    oldest, newest = (".".join(map(str, pair)) for pair in TESTED_PYTHONS)
    tested = TESTED_PYTHONS[0] <= sys.version_info[:2] <= TESTED_PYTHONS[1]
    return Finding(
        "Python",
        "runs everything here",
        True,
        "ok" if tested else "warning",
        version,
        sys.executable,
        "" if tested else f"Tested are {oldest} to {newest}.",
    )


def pins(requirements: Path) -> dict[str, str]:
    """The packages and versions in a file of REQUIREMENTS, without those for other systems."""
    try:
        text = requirements.read_text()
    except OSError:
        return {}
    lines = re.findall(r"(?m)^([A-Za-z0-9._-]+)==([^\s;]+)([^\\\n]*)", text)
    return {package: version for package, version, marker in lines if "win32" not in marker}


def _packages(group: str) -> list[Finding]:
    """One finding for all packages of a group with their pinned versions, and one for each other
    package. A group of which nothing is installed is one finding."""
    purpose, how_to_get_it = GROUPS[group]
    name, purpose = f"Python: {group}", f"the Python packages {purpose}"
    required = group == "product"
    path = REQUIREMENTS / f"{group}.txt"
    pinned = pins(path)
    if not pinned:
        note = f"{path.name} cannot be read, so they could not be compared."
        return [Finding(name, purpose, required, "warning", note=note)]
    there = {package: _installed(package) for package in pinned}
    count = f"{sum(there[package] == pinned[package] for package in pinned)} of {len(pinned)}"
    absent = [package for package in pinned if not there[package]]
    if absent and not required:
        note = f"{how_to_get_it} installs them."
        return [Finding(name, purpose, required, "missing", count, note=note)]
    other = [
        Finding(
            package, "a Python package", required, "warning" if there[package] else "missing",
            there[package],
            note=f"Tested is {pinned[package]}; {how_to_get_it} installs it."
        )
        for package in pinned
        if there[package] != pinned[package]
    ]  # fmt: skip
    state: State = "warning" if other else "ok"
    return [Finding(name, purpose, required, state, count, _package_folder()), *other]


def _installed(package: str) -> str:
    """The version of an installed package, "" without it."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _package_folder() -> str:
    """The folder of the installed packages, found by a package that is always installed."""
    package = importlib.util.find_spec("pydantic")
    return str(Path(package.origin).parents[1]) if package and package.origin else ""


def _compiler(kind: type[Compiler], configured: str | None, required: bool) -> Finding:
    purpose = "compiles C for the C64"
    try:
        compiler = kind.find(configured)
    except UserError as error:
        return Finding(kind.title, purpose, required, "missing", note=_words(error))
    place = str(compiler.path)
    warning = compiler.version_warning
    state: State = "warning" if warning else "ok"
    return Finding(kind.title, purpose, required, state, compiler.version, place, warning)


def _vice(name: str) -> Finding:
    purpose = "the C64 emulator of VICE"
    try:
        version = vice_version(name)
        path = find_executable(name)
    except UserError as error:
        return Finding("x64sc", purpose, True, "missing", note=_words(error))
    oldest = ".".join(map(str, OLDEST_VICE))
    too_old = tuple(map(int, version.split(".")[:2])) < OLDEST_VICE
    note = f"Too old: VICE {oldest} or newer is needed." if too_old else ""
    return Finding("x64sc", purpose, True, "missing" if too_old else "ok", version, path, note)


def _roms(vice: str) -> Finding:
    """The user's ROMs. Without them nothing is missing: our own replacement is used."""
    with_vice = shutil.which(vice or "x64sc")
    name, purpose = "C64 ROMs", "for BASIC and the KERNAL in the emulator"
    try:
        roms = machine_roms(Path(with_vice) if with_vice else None)
    except UserError as error:
        return Finding(name, purpose, False, "missing", note=_words(error))
    if roms:
        return Finding(name, purpose, False, "ok", "", str(roms.kernal.parent))
    note = "None found. Our own replacement is used: enough to build, prove and play."
    return Finding(name, purpose, False, "ok", "built in", "", note)


def _program(
    name: str, purpose: str, folder: Path | None, question: str, how_to_get_it: str, required: bool
) -> Finding:
    """A program in `folder` or on PATH that prints its version with the argument `question`."""
    candidate = folder / name if folder else None
    beside = candidate if candidate and os.access(candidate, os.X_OK) else None
    path = str(beside) if beside else shutil.which(name)
    if path is None:
        return Finding(name, purpose, required, "missing", note=how_to_get_it)
    try:
        said = run_tool([path, question], None, _SECONDS_FOR_A_VERSION).output
    except UserError as error:
        return Finding(name, purpose, required, "missing", place=path, note=_words(error))
    version = re.search(r"\d+\.\d+(?:\.\d+)*(?: - \S+ \S+)?", said)
    if version is None:
        note = f"It prints no version with {question}."
        return Finding(name, purpose, required, "warning", place=path, note=note)
    return Finding(name, purpose, required, "ok", version[0], path)


def _words(error: UserError) -> str:
    return f"{error.message.rstrip('.')}. {error.hint}".strip()


def print_findings(findings: Sequence[Finding], console: Console) -> None:
    """Print a table of the findings, and whether a required tool is missing."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    table.add_column("Tool", no_wrap=True)
    table.add_column("Version", max_width=14)
    table.add_column("What for, where, or how to get it", overflow="fold")
    for finding in findings:
        note_style = "dim" if finding.state == "ok" else "yellow"
        lines = [escape(finding.purpose), _coloured(finding.place, "dim")]
        lines.append(_coloured(finding.note, note_style))
        is_absent = finding.state == "missing" and not finding.required
        table.add_row(
            _STATES["absent" if is_absent else finding.state],
            escape(finding.name),
            escape(finding.version),
            "\n".join(filter(None, lines)),
        )
    console.print(table)
    console.print()
    hindering = [finding.name for finding in findings if finding.hinders]
    if hindering:
        console.print(f"[bold red]Missing: {escape(', '.join(hindering))}.[/] ", end="")
        console.print("On Debian and Ubuntu ./bootstrap installs it.")
    else:
        console.print("[bold green]Everything that is required is here.[/]")


_STATES = {
    "ok": "[green]ok[/]",
    "warning": "[bold yellow]warning[/]",
    "missing": "[bold red]MISSING[/]",
    "absent": "[yellow]absent[/]",
}


def _coloured(text: str, style: str) -> str:
    return f"[{style}]{escape(text)}[/]" if text else ""


def print_results(compiler: Compiler, results: Sequence[CanaryResult], console: Console) -> None:
    """Print a table of the canaries with the verdicts, and whether the compiler can be used."""
    table = plain_table(str(compiler), 2, "canary", "", no_wrap=True)
    table.add_column("shape", overflow="fold")
    for canary in dict.fromkeys(result.canary for result in results):
        mine = [result for result in results if result.canary == canary]
        table.add_row(canary.name, _verdict(mine), escape(canary.shape))
    console.print(table)
    notes: dict[str, list[str]] = {}
    for result in results:
        if not result.is_right:
            notes.setdefault(_details(result), []).append(" ".join(result.flags) or "no flags")
    for details, flags in notes.items():
        console.print(f"  {escape(details)}: {', '.join(flags)}", style="dim", soft_wrap=True)
    console.print(_fitness(compiler, results), soft_wrap=True)
    console.print()


def _fitness(compiler: Compiler, results: Sequence[CanaryResult]) -> str:
    """The verdict on the compiler: whether our code has the shapes that it gets wrong."""
    wrong = {result.canary.name for result in results if not result.is_right}
    harmful = {result.canary.name for result in results if result.is_harmful}
    who = escape(str(compiler))
    if harmful:
        return f"[bold red]{who} is not fit for use: our code has {', '.join(sorted(harmful))}[/]"
    but = f", which avoids {', '.join(sorted(wrong))}" if wrong else ""
    return f"[green]{who} is fit for use: it compiles our code correctly{but}[/]"


def _verdict(results: Sequence[CanaryResult]) -> str:
    known = ", as known" if any(result.is_known for result in results) else ""
    if all(result.is_right for result in results):
        return "[yellow]right, though known as wrong[/]" if known else "[green]right[/]"
    if any(result.is_harmful for result in results):
        return f"[bold red]WRONG{known}[/]"
    return f"[yellow]wrong{known}, but avoided[/]"


def _details(result: CanaryResult) -> str:
    if result.trouble:
        return f"{result.canary.name} ({' '.join(result.trouble.split())})"
    right = result.canary.expected.hex(" ")
    return f"{result.canary.name} (gives {result.produced.hex(' ')}, right is {right})"
