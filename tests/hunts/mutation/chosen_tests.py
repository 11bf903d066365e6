"""Which tests are about a file: those that a mutant has to pass, the likeliest to fail first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hunts.mutation.mutants import Mutant

SUFFIX = ".kernel.j2"
WITH_CC65 = ("--long", "-m", "not (long or slow or faults or sanitizers or flags or oscar64)")
"""What is compiled for a C64 is judged with the compiler that is done sooner."""
WITH_OSCAR64 = ("--long", "-m", "not (long or slow or faults or sanitizers or flags or cc65)")
"""What only OSCAR64 reads: inline assembly, and its start of programs and modules."""

CONTRACT = ("tests/modules/test_contract.py", "tests/modules/test_module_builder.py")
SCREEN = "tests/program/test_screen.py"
FILES = ("tests/media/test_disk.py", "tests/media/test_drive.py")
DISKS = (*FILES, "tests/program/test_disk_programs.py", "tests/program/test_disk_drive.py")
WORLDS = "tests/program/test_worlds_on_screen.py"
# By what the path of a file begins with.
OF_PROGRAM: dict[str, tuple[str, ...]] = {
    "c64src/core/unpack": ("tests/core/test_mapgen.py", "tests/core/unpack", SCREEN),
    "c64src/core/floors": ("tests/core/test_kernels.py", SCREEN),
    "c64src/module/": CONTRACT,
    "c64src/start/cc65_module": CONTRACT,
    "c64src/start/oscar64_module": CONTRACT,
    "c64src/start/cartridge": ("tests/program/test_cartridges.py",),
    "c64src/start/": (SCREEN, "tests/program/test_real_machine.py"),
    "c64src/program/world": (WORLDS,),
    "c64src/program/disk": DISKS,
    "c64src/program/drive": DISKS,
    "c64src/program/saved": DISKS,
    "c64src/program/saving": DISKS,
    "c64src/program/loading": DISKS,
    "c64src/program/carriers/disk": DISKS,
    "c64src/program/carriers/in_memory": (SCREEN,),
    "c64src/program/carriers/": ("tests/program/test_cartridges.py", *DISKS),
    "c64src/program/menu": ("tests/program/test_menu.py", SCREEN),
    "c64src/program/input": ("tests/program/test_keyboard.py", SCREEN),
    "c64src/program/bar": ("tests/program/test_building.py",),
    "c64src/program/building": ("tests/program/test_building.py",),
    "c64src/program/appearance": ("tests/program/test_looks_on_screen.py", SCREEN),
    "c64src/program/entities": ("tests/program/test_entities_on_screen.py",),
    "c64src/program/chambers": ("tests/program/test_entities_on_screen.py",),
    "c64src/program/meeting": (
        "tests/program/test_entities_on_screen.py", "tests/program/test_locks_on_screen.py", WORLDS,
    ),
    "templates/program/scroll": (SCREEN, "tests/program/test_tearing.py", WORLDS),
    "c64src/program/": (SCREEN, "tests/program/test_building.py", FILES[0], WORLDS),
    "templates/module/game": ("tests/calls/test_table.py", "tests/calls/test_promises.py"),
    "templates/": (SCREEN,),
}  # fmt: skip
PLAYED = re.compile(r"playable_of|helpers\.(player|carried)|\bplayer: Player|DiskPlayer")
WHERE_PLAYED = ("program", "programs", "media", "kinds", "passes")
"""Folders with tests that play a program."""
WITHOUT_OTHERS = ("tests/kinds", "tests/passes", "tests/calls")
"""Folders whose tests are all that there are about the C."""


def chosen_tests(mutant: Mutant, project: Path) -> Iterator[list[str]]:
    """Arguments of pytest, one list after the other. For Python `executed` chooses among them."""
    file = Path(mutant.file)
    if mutant.part == "python":
        yield from ([path] for path in _of_python(file, project))
        if file.name in ("module_building.py", "module_addresses.py"):
            yield list(CONTRACT)
    elif mutant.part == "program":
        found = next(tests for start, tests in OF_PROGRAM.items() if mutant.file.startswith(start))
        only = WITH_OSCAR64 if _is_for_oscar64(mutant, project) else WITH_CC65
        for tests in found:
            yield [tests, *only]
        rest = [
            path
            for folder in WHERE_PLAYED
            for path in _files(project, f"tests/{folder}")
            if path not in found and PLAYED.search((project / path).read_text())
        ]
        if mutant.file.startswith(("c64src/program/", "templates/program/")):
            yield [*rest, *only]
    else:
        folder = f"tests/{file.parent.relative_to('c64src')}" if file.parts[0] == "c64src" else ""
        if file.name.endswith(SUFFIX):
            word = re.compile(rf"\b{file.name.removesuffix(SUFFIX)}\b")
            yield [
                path
                for path in _files(project, folder)
                if word.search((project / path).read_text())
            ]
        elif folder != "tests/core" and folder and (project / folder).is_dir():
            yield [folder]
        elif mutant.part == "assembly" and file.suffix == ".j2":
            yield sorted(_folders_of_kernels_with(file, project))
        if mutant.part == "generator" and not folder.startswith(WITHOUT_OTHERS):
            yield ["tests/core/test_mapgen.py", "tests/builders/test_native.py"]
            yield ["tests/builders/test_steps.py", "tests/core/test_slices.py"]
        elif "/start/" in mutant.file:
            yield list(CONTRACT)


def _folders_of_kernels_with(macros: Path, project: Path) -> set[str]:
    """The tests' folders of the kernels that import a file of macros."""
    sources = project / "c64src"
    name = f'"{macros.relative_to("c64src").as_posix()}"'
    return {
        f"tests/{path.parent.relative_to(sources).as_posix()}"
        for path in sources.rglob(f"*{SUFFIX}")
        if name in path.read_text()
    }


def _of_python(file: Path, project: Path) -> list[str]:
    """The tests of a module's package, and if they do not name the module, all others that do."""
    package = file.parts[1]
    own = _files(project, f"tests/{package}")
    name = re.compile(rf"\bpygen\.{package}(\.| import .*\b){file.stem}\b")
    named = [path for path in _files(project, "tests") if name.search((project / path).read_text())]
    return own if set(own) & set(named) else [*own, *named]


def _is_for_oscar64(mutant: Mutant, project: Path) -> bool:
    """Whether only OSCAR64 reads what has changed: its inline assembly, or a file of its own."""
    above = (project / mutant.file).read_text().splitlines()[: mutant.line - 1]
    begun = [number for number, line in enumerate(above) if "__asm volatile {" in line]
    ended = [number for number, line in enumerate(above) if line.strip() == "}"]
    return "oscar64" in mutant.file or max(begun, default=-1) > max(ended, default=-1)


def _files(project: Path, folder: str) -> list[str]:
    return [
        path.relative_to(project).as_posix()
        for path in sorted((project / folder).rglob("test_*.py"))
    ]
