"""The host's own C compiler, which builds the generator as a native library or program."""

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
from pygen.compilers.diagnostics import Diagnostic, Level, raise_if_failed

NativeForm = Literal["library", "quick", "checked", "recompiled"]
"""A shared library optimised for speed; the same library compiled sooner, for few dungeons; a
program that stops at the first undefined behaviour; or a library with the recompiled code of a
module."""

WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow")
"""What finds nothing in the C of the shipped dungeons (tests/core/test_warnings.py)."""

# -w: a user's compiler may warn about code that ours accepts, and that must not stop a proof. Only
# the tests build with warnings.
FLAGS: dict[NativeForm, tuple[str, ...]] = {
    "library": ("-w", "-O2", "-fPIC", "-shared"),
    "quick": ("-w", "-O0", "-fPIC", "-shared"),
    # Its code is as fast as that of -O1, which takes twice as long. Higher levels take three times
    # as long again, and their code is slower.
    "recompiled": ("-w", "-Og", "-fPIC", "-shared"),
    "checked": (
        # Not all of WARNINGS: some specs leave a function unused, and gcc takes for an int what
        # -fsanitize=undefined looks at.
        "-Wall", "-Wextra", "-Wshadow", "-Wno-unused-function",
        "-O0", "-g", "-DNATIVE_PROGRAM", "-DUNDERCROFT_DEV=1",
        "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
    ),
}  # fmt: skip

_DIAGNOSTIC = re.compile(
    r"^(?P<file>[^:]+):(?P<line>\d+):\d+: (?P<level>note|warning|(?:fatal )?error): (?P<text>.*)$"
)
_LEVELS: dict[str, Level] = {"note": "note", "warning": "warning"}


@dataclass(frozen=True)
class HostCompiler:
    """A C compiler that takes gcc's options: gcc or clang."""

    command: tuple[str, ...]
    version: str
    time_limit_s: float = 120.0
    is_tcc: bool = False

    @classmethod
    def find(cls) -> HostCompiler:
        """The compiler that the variable CC names, or else cc, gcc or clang.

        Raises ToolMissing if there is none.
        """
        named = shlex.split(os.environ.get("CC", ""))
        for command in [named] if named else [["cc"], ["gcc"], ["clang"]]:
            path = shutil.which(command[0])
            if path:
                output = run_tool([path, *command[1:], "--version"], None, 20.0).output
                return cls((path, *command[1:]), output.splitlines()[0] if output else "")
        wanted = f"CC names {named[0]}, which" if named else "a C compiler for this machine"
        raise ToolMissing(
            f"{wanted} was not found", "Debian, Ubuntu: apt-get install gcc libc6-dev"
        )

    @classmethod
    def find_quick(cls) -> HostCompiler:
        """The compiler that compiles fastest. That is tcc, if installed: it takes about 40 ms, but
        its code takes about twice as long. Otherwise it is the result of `find`.

        Raises ToolMissing if there is none.
        """
        path = shutil.which("tcc")
        if path is None:
            return cls.find()
        version = run_tool([path, "-v"], None, 20.0).output.strip()
        return cls((path,), version, is_tcc=True)

    @property
    def name(self) -> str:
        """The name of the compiler in the studio: its program's name."""
        return Path(self.command[0]).name

    def compile(
        self,
        kind: NativeForm,
        sources: Sequence[Path],
        include_folders: Sequence[Path],
        target: Path,
    ) -> None:
        """Compile and link `sources` into the file `target`.

        Raises CompileFailed for errors and warnings, and for a compiler that crashes or hangs.
        """
        command = [
            *self.command, "-std=c99", *FLAGS[kind],
            *(f"-I{folder}" for folder in include_folders),
            *self._link_options(kind), "-o", str(target), *(str(source) for source in sources),
        ]  # fmt: skip
        finished = run_tool(command, None, self.time_limit_s)
        diagnostics = list(_diagnostics(finished.output))
        raise_if_failed(
            self.version or self.command[0], finished.status, finished.output, diagnostics
        )

    def _link_options(self, kind: NativeForm) -> list[str]:
        """Options that bind a library to its own symbols and make undefined symbols an error at
        link time. tcc does not support them."""
        if kind == "checked" or not sys.platform.startswith("linux"):
            return []
        return ["-Wl,-Bsymbolic"] if self.is_tcc else ["-Wl,-Bsymbolic", "-Wl,-z,defs"]

    def identity(self, kind: NativeForm) -> str:
        """A hash of everything besides the sources that a result depends on."""
        parts = [*self.command, self.version, *FLAGS[kind]]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _diagnostics(output: str) -> Iterator[Diagnostic]:
    for line in output.splitlines():
        match = _DIAGNOSTIC.match(line)
        if match:
            level = _LEVELS.get(match["level"], "error")
            file = Path(match["file"]).resolve()
            yield Diagnostic(level, match["text"], file, int(match["line"]))
