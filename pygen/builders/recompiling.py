"""Recompiled modules: libraries that run a module's machine code some twenty times as fast as the
interpreter. `pygen.emulators.recompiler` translates it to C, which a C compiler of this machine
compiles."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pygen.base.opcodes import __file__ as opcodes_file
from pygen.base.project import BUILD_FOLDER
from pygen.base.running import temporary_build_folder
from pygen.builders.base import identity_of
from pygen.compilers.host import HostCompiler
from pygen.emulators.recompiler import Code, recompiled
from pygen.emulators.simulator import FOLDER

CYCLES_FOR_QUICK = 200_000_000
"""From so many cycles on, tcc's code is sooner done than the interpreter, its compilation
included."""

CYCLES_FOR_BEST = 6_000_000_000
"""From so many cycles on, an optimising compiler's code is; without tcc, from a third of them."""

_SOURCES = (
    FOLDER / "recompiler.py", FOLDER / "recompiled.h", FOLDER / "simulator.h", Path(opcodes_file),
)  # fmt: skip


@dataclass(frozen=True)
class Recompiling:
    """How modules are recompiled: the C compilers, and the folder of the libraries. `quick` is tcc,
    or None if it is not there."""

    best: HostCompiler
    quick: HostCompiler | None
    folder: Path = BUILD_FOLDER

    @classmethod
    def find(cls, build_folder: Path = BUILD_FOLDER) -> Recompiling:
        """With the compilers of this machine. Raises ToolMissing without a C compiler."""
        quick = HostCompiler.find_quick()
        return cls(HostCompiler.find(), quick if quick.is_tcc else None, build_folder)

    @property
    def identity(self) -> str:
        """A hash of everything that recompiled code depends on besides the module."""
        words = [
            compiler.identity("recompiled") for compiler in (self.best, self.quick) if compiler
        ]
        return identity_of(words, _SOURCES)

    def prepare(self, code: Code, cycles: int) -> None:
        """Recompile `code`, if that saves time for code that runs this many cycles.

        Raises CompileFailed if the compiler rejects the C, UserError if a file cannot be written.
        """
        if cycles >= (CYCLES_FOR_BEST if self.quick else CYCLES_FOR_BEST // 3):
            compiler = self.best
        elif cycles >= CYCLES_FOR_QUICK and self.quick:
            compiler = self.quick
        else:
            return
        target = self._target(code, compiler)
        if target.is_file():
            return
        with temporary_build_folder(self.folder / "recompiled", []) as building:
            source, made = building / "module.c", building / "module.so"
            source.write_text(recompiled(code))
            compiler.compile("recompiled", [source], [FOLDER], made)
            target.parent.mkdir(exist_ok=True)
            os.replace(made, target)

    def prepared(self, code: Code) -> Path | None:
        """The library that `prepare` has made, the fastest if there are two; None if there is
        none."""
        compilers = [self.best, *([self.quick] if self.quick else [])]
        targets: Iterator[Path] = (self._target(code, compiler) for compiler in compilers)
        return next((target for target in targets if target.is_file()), None)

    def _target(self, code: Code, compiler: HostCompiler) -> Path:
        state = hashlib.sha256(self.identity.encode() + compiler.identity("recompiled").encode())
        state.update(f"\0{code.start} {code.entries} {len(code.image)}\0".encode() + code.image)
        for addresses in (code.writable, code.patched_operands, code.patched_opcodes):
            state.update(f"\0{sorted(addresses)}".encode())
        return self.folder / "recompiled" / state.hexdigest()[:16] / "module.so"
