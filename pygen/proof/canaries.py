"""Canaries: small C programs with code that compilers have got wrong, run on a simulated 6502.

A build cannot notice that its compiler miscompiles; these programs can. The first comment of each
one gives its expected bytes, the compiler versions that are known to get it wrong, and how our own
code avoids this shape of code, if it does.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import CompileFailed, EmulatorFailed, ToolMissing, UserError
from pygen.base.files import source_files, write_if_changed
from pygen.base.project import BUILD_FOLDER, C_FOLDER, PROJECT
from pygen.builders.simulator import build_simulator
from pygen.compilers.base import BuildRequest, Compiler
from pygen.compilers.oscar64 import TESTED_VERSION
from pygen.compilers.program import load_address_and_entry
from pygen.emulators.simulator import Ending, Simulator
from pygen.spec import Spec

FOLDER = PROJECT / "tests" / "canaries"
RESULTS = 0x1C00
CYCLES = 10_000_000


@dataclass(frozen=True)
class Canary:
    """A small program, the bytes that it must produce, and the compilers known to get it wrong.

    `avoided` says how our own code avoids this shape of code, or is "" if it does not.
    """

    name: str
    source: Path
    shape: str
    expected: bytes
    fails: tuple[str, ...] = ()
    avoided: str = ""


@dataclass(frozen=True)
class CanaryResult:
    """The result of a canary, compiled with some flags.

    `produced` are its bytes; if there are none, `trouble` says why. `is_known` is whether this
    version of the compiler is known to get the canary wrong.
    """

    canary: Canary
    flags: tuple[str, ...]
    produced: bytes
    trouble: str
    is_known: bool

    @property
    def is_right(self) -> bool:
        return not self.trouble and self.produced == self.canary.expected

    @property
    def is_harmful(self) -> bool:
        """Whether the compiler gets a shape of code wrong that our own code has."""
        return not self.is_right and not self.canary.avoided


class MiscompilerFound(UserError):
    """A compiler generates wrong code for a shape that our own code uses."""


def read_canaries(folder: Path = FOLDER) -> list[Canary]:
    """All canaries of a folder, by name. Raises UserError for a file with an incomplete comment."""
    return [_read(path) for path in source_files(folder, "*.c")]


def _read(path: Path) -> Canary:
    comment = path.read_text(encoding="utf-8").partition("*/")[0]
    lines = dict(re.findall(r"^ \* (Expect|Fails|Avoided): (.+)$", comment, re.M))
    shape = re.match(r"/\* (.+)", comment)
    if not shape or not re.fullmatch(r"[0-9A-F ]+", lines.get("Expect", "")):
        raise UserError(f"{path}: its first comment has no shape, or no line `Expect:`")
    fails = tuple(filter(None, lines.get("Fails", "").split(", ")))
    expected = bytes.fromhex(lines["Expect"])
    return Canary(path.stem, path, shape[1], expected, fails, lines.get("Avoided", ""))


def run_canary(
    canary: Canary,
    compiler: Compiler,
    flags: Sequence[str],
    simulator: Path,
    build_folder: Path = BUILD_FOLDER,
) -> CanaryResult:
    """Compile one canary and run it in the simulator with the library `simulator`.

    Faults of the compiler are in the result, not raised.
    """
    request = BuildRequest(
        sources=[canary.source],
        output_folder=build_folder / "canaries" / compiler.name,
        name=canary.name.replace("_", "-"),
        include_folders=[canary.source.parent, C_FOLDER],
        flags=flags,
    )
    is_known = any(_is_version(compiler, name) for name in canary.fails)
    produced, trouble = b"", ""
    try:
        result = compiler.compile(request)
        machine = Simulator(simulator)
        prg = result.prg.read_bytes()
        address, machine.pc = load_address_and_entry(prg)
        machine.load({address: prg[2:]})
        # The program starts as usual, but calls the canary instead of `main`.
        if machine.run(result.labels["main"], CYCLES) is not Ending.AT_THE_END:
            raise EmulatorFailed(f"did not start within {CYCLES} cycles")
        machine.call(result.labels["canary"], CYCLES)
        produced = bytes(machine.memory[RESULTS : RESULTS + len(canary.expected)])
    except CompileFailed as error:
        trouble = error.message
    except EmulatorFailed as error:
        trouble = f"the program {error.message}"
    return CanaryResult(canary, tuple(flags), produced, trouble, is_known)


def _is_version(compiler: Compiler, name: str) -> bool:
    """Whether `name`, such as "cc65 2.18", is this compiler in this version."""
    who, _, version = name.partition(" ")
    return who == compiler.name and compiler.version.split(" ")[0] == version


def run_canaries(
    spec: Spec, compiler: Compiler, simulator: Path, build_folder: Path = BUILD_FOLDER
) -> list[CanaryResult]:
    """Every canary with the spec's flags for both profiles."""
    return [
        run_canary(canary, compiler, flags, simulator, build_folder)
        for canary in read_canaries()
        for flags in flag_lists(spec, compiler)
    ]


def flag_lists(spec: Spec, compiler: Compiler) -> list[list[str]]:
    """The spec's flags for both profiles."""
    flags = getattr(spec.compilers, compiler.name)
    return [flags.release, flags.dev]


def require_fit(compiler: Compiler, results: Sequence[CanaryResult]) -> None:
    """Raise MiscompilerFound if the compiler gets a shape of code wrong that our own code has."""
    bad = list(dict.fromkeys(result.canary for result in results if result.is_harmful))
    if not bad:
        return
    shapes = "\n".join(f"  {canary.name}: {canary.shape}" for canary in bad)
    raise MiscompilerFound(
        f"{compiler} generates wrong code for constructs that our program uses:\n{shapes}",
        _ADVICE[compiler.name],
    )


_ADVICE = {
    "oscar64": f"Use OSCAR64 {TESTED_VERSION}, or cc65 with --compiler cc65.",
    "cc65": "Use cc65 2.19, or OSCAR64 with --compiler oscar64.",
}


def try_compiler_once(spec: Spec, compiler: Compiler, build_folder: Path = BUILD_FOLDER) -> str:
    """Do `require_fit`, unless this compiler has passed with these flags before.

    Returns why the compiler could not be checked, or "". Raises MiscompilerFound.
    """
    parts = [str(compiler), str(compiler.path), *map(str, flag_lists(spec, compiler))]
    state = hashlib.sha256("\0".join(parts).encode())
    for path in source_files(FOLDER, "*.[ch]"):
        state.update(path.read_bytes())
    seen = build_folder / "canaries" / f"{compiler.name}.txt"
    if seen.is_file() and seen.read_text() == state.hexdigest():
        return ""
    try:
        simulator = build_simulator()
    except ToolMissing as error:
        return f"{compiler} was not checked for known faults: {error.message}."
    require_fit(compiler, run_canaries(spec, compiler, simulator, build_folder))
    write_if_changed(seen, state.hexdigest().encode())
    return ""
