"""The C compiler of the machine we run on: the generator as a native library or program."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pygen.base.errors import ToolMissing
from pygen.base.running import run_tool
from pygen.compilers.diagnostics import Diagnostic, Level, refuse

Kind = Literal["library", "checked"]
"""A shared library for speed, or a program that ends at the first undefined behaviour."""

# What other compilers than ours warn of must not stop a user's proof: only tests look at it.
FLAGS: dict[Kind, tuple[str, ...]] = {
    "library": ("-w", "-O2", "-fPIC", "-shared"),
    "checked": (
        "-Wall", "-Wextra", "-Wno-unused-function",
        "-O1", "-g", "-DNATIVE_PROGRAM", "-DUNDERCROFT_DEV=1",
        "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
    ),
}  # fmt: skip

_COMPLAINT = re.compile(
    r"^(?P<file>[^:]+):(?P<line>\d+):\d+: (?P<level>note|warning|(?:fatal )?error): (?P<text>.*)$"
)
_LEVELS: dict[str, Level] = {"note": "note", "warning": "warning"}


@dataclass(frozen=True)
class HostCompiler:
    """A C compiler with gcc's options: gcc or clang."""

    command: tuple[str, ...]
    version: str
    time_limit_s: float = 120.0

    @classmethod
    def find(cls) -> HostCompiler:
        """The compiler that CC names, else cc, gcc or clang. Raises ToolMissing without any."""
        named = shlex.split(os.environ.get("CC", ""))
        for command in [named] if named else [["cc"], ["gcc"], ["clang"]]:
            path = shutil.which(command[0])
            if path:
                said = run_tool([path, *command[1:], "--version"], None, 20.0).output
                return cls((path, *command[1:]), said.splitlines()[0] if said else "")
        wanted = f"CC names {named[0]}, which" if named else "a C compiler for this machine"
        raise ToolMissing(
            f"{wanted} was not found", "Debian, Ubuntu: apt-get install gcc libc6-dev"
        )

    def compile(
        self, kind: Kind, sources: Sequence[Path], include_folders: Sequence[Path], target: Path
    ) -> None:
        """Compile and link `sources` into the file `target`.

        Raises CompileFailed for errors and warnings, and for a compiler that crashes or hangs.
        """
        command = [
            *self.command, "-std=c99", *FLAGS[kind],
            *(f"-I{folder}" for folder in include_folders),
            *_link_options(kind), "-o", str(target), *(str(source) for source in sources),
        ]  # fmt: skip
        finished = run_tool(command, None, self.time_limit_s)
        complaints = list(_complaints(finished.output))
        refuse(self.version or self.command[0], finished.status, finished.output, complaints)

    def identity(self, kind: Kind) -> str:
        """A hash of all that the compiler adds to what it makes of some sources."""
        parts = [*self.command, self.version, *FLAGS[kind]]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _link_options(kind: Kind) -> list[str]:
    """A library uses its own names, whoever else has them; one that it lacks is an error now."""
    is_elf = sys.platform.startswith("linux")
    return ["-Wl,-Bsymbolic", "-Wl,-z,defs"] if kind == "library" and is_elf else []


def _complaints(output: str) -> Iterator[Diagnostic]:
    for line in output.splitlines():
        found = _COMPLAINT.match(line)
        if found:
            level = _LEVELS.get(found["level"], "error")
            file = Path(found["file"]).resolve()
            yield Diagnostic(level, found["text"], file, int(found["line"]))
