"""`compile_commands.json`: how editors read the C of a program that was built."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pygen.base.files import write_if_changed
from pygen.base.project import C_FOLDER
from pygen.compilers.modules import MODULE_SOURCES
from pygen.programs.building import (
    LIBRARY_SOURCES,
    PLAY_SOURCES,
    RESIDENT_SOURCES,
    RESIDENT_UNITS,
    ModularProgram,
)

FILE_NAME = "compile_commands.json"

OF_RESIDENT = ("-DUNDERCROFT_DEV=1", "-DUNDERCROFT_WITH_MODULES=1")
OF_MODULES = ("-DUNDERCROFT_DEV=1", "-DUNDERCROFT_MODULE=1", "-DUNDERCROFT_NO_DISPLAY=1")

Entry = dict[str, str | list[str]]


def write_compile_commands(program: ModularProgram, build_folder: Path) -> None:
    """Write the file into `build_folder`, where clangd looks for it.

    A header of kinds, passes and the core is read behind the header of the first dungeon that may
    include it. One that is left out of all dungeons, by their parameters, may have errors then.

    Raises UserError if the file cannot be written.
    """
    entries: dict[Path, Entry] = {}
    for file, generated, options in (*_of_resident(program), *_of_modules(program)):
        includes = [f"-I{generated.absolute()}", f"-I{C_FOLDER}"]
        arguments = ["cc", "-std=c99", *includes, *options, "-c", str(file.absolute())]
        entry: Entry = {"directory": str(C_FOLDER), "file": str(file.absolute())}
        entries.setdefault(file, {**entry, "arguments": arguments})
    text = json.dumps(list(entries.values()), indent=2) + "\n"
    write_if_changed(build_folder / FILE_NAME, text.encode())


Reading = tuple[Path, Path, Sequence[str]]
"""A file, the folder of the emitted C that it includes, and options."""


def _of_resident(program: ModularProgram) -> Iterator[Reading]:
    generated = program.folder / "gen"
    written = (*RESIDENT_SOURCES, *LIBRARY_SOURCES, *PLAY_SOURCES, *program.carrier.sources)
    yield from ((C_FOLDER / name, generated, OF_RESIDENT) for name in written)
    yield from ((generated / name, generated, OF_RESIDENT) for name in RESIDENT_UNITS)


def _of_modules(program: ModularProgram) -> Iterator[Reading]:
    for module in program.modules:
        generated = module.folder / "gen"
        unit = generated / f"dungeon_{module.dungeon}.c"
        for file in [unit, *(C_FOLDER / name for name in MODULE_SOURCES)]:
            yield file, generated, OF_MODULES
        behind = ("-include", f"dungeon_{module.dungeon}.h", "-x", "c")
        for header in sorted(_included(unit, generated)):
            yield header, generated, (*OF_MODULES, *behind)


def _included(unit: Path, generated: Path) -> set[Path]:
    """The headers of c64src that a unit includes, whatever the conditions."""
    found: set[Path] = set()
    waiting = [unit]
    while waiting:
        for name in re.findall(r'^#include "(.*)"', waiting.pop().read_text("utf-8"), re.MULTILINE):
            path = C_FOLDER / name if (C_FOLDER / name).is_file() else generated / name
            if path not in found:
                found.add(path)
                waiting.append(path)
    return {path for path in found if path.is_relative_to(C_FOLDER)}
