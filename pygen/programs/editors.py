"""`compile_commands.json`: how editors read the C of a built program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pygen.base.files import write_if_changed
from pygen.base.project import C_FOLDER
from pygen.compilers.module_building import MODULE_SOURCES, Module
from pygen.emit import emit
from pygen.programs.carrier import ModularProgram
from pygen.programs.program import (
    LIBRARY_SOURCES,
    PLAY_SOURCES,
    RESIDENT_SOURCES,
    RESIDENT_UNITS,
)
from pygen.spec import Spec
from pygen.spec.selection import Selection

FILE_NAME = "compile_commands.json"
FOLDER = "editor"
"""The folder of emitted C for editors, below the build folder."""

OF_RESIDENT = ("-DUNDERCROFT_DEV=1", "-DUNDERCROFT_WITH_MODULES=1")
OF_MODULES = ("-DUNDERCROFT_DEV=1", "-DUNDERCROFT_MODULE=1", "-DUNDERCROFT_NO_DISPLAY=1")

Entry = dict[str, str | list[str]]


def write_compile_commands(program: ModularProgram, spec_name: str, build_folder: Path) -> None:
    """Write the file into `build_folder`, where clangd looks for it.

    A header of kinds, passes or the core is read after the header of a dungeon that may include it.
    For that, the C of some dungeons of the spec is emitted, whether or not the program has them. A
    header that the dungeon's parameters leave out may then show errors.

    Raises UserError if the files cannot be written, and as `emit` does.
    """
    spec, names = program.spec, _examples(program.spec)
    generated = build_folder / FOLDER
    selection = Selection(program.selection.program, tuple(names))
    emit(spec, spec_name, generated, selection=selection)
    entries: dict[Path, Entry] = {}
    for file, folder, options in (
        *_of_resident(program),
        *_of_module(program.modules[0]),
        *_of_dungeons(names, generated),
    ):
        includes = [f"-I{folder.absolute()}", f"-I{C_FOLDER}"]
        arguments = ["cc", "-std=c99", *includes, *options, "-c", str(file.absolute())]
        entry: Entry = {"directory": str(C_FOLDER), "file": str(file.absolute())}
        entries.setdefault(file, {**entry, "arguments": arguments})
    text = json.dumps(list(entries.values()), indent=2) + "\n"
    write_if_changed(build_folder / FILE_NAME, text.encode())


Reading = tuple[Path, Path, Sequence[str]]
"""A file, the folder of the emitted C that it includes, and the options."""


def _of_resident(program: ModularProgram) -> Iterator[Reading]:
    generated = program.folder / "gen"
    written = (*RESIDENT_SOURCES, *LIBRARY_SOURCES, *PLAY_SOURCES, *program.carrier.sources)
    yield from ((C_FOLDER / name, generated, OF_RESIDENT) for name in written)
    yield from ((generated / name, generated, OF_RESIDENT) for name in RESIDENT_UNITS)


def _of_module(module: Module) -> Iterator[Reading]:
    for name in MODULE_SOURCES:
        yield C_FOLDER / name, module.folder / "gen", OF_MODULES


def _of_dungeons(dungeons: Sequence[str], generated: Path) -> Iterator[Reading]:
    for name in dungeons:
        unit = generated / f"dungeon_{name}.c"
        yield unit, generated, OF_MODULES
        behind = ("-include", f"dungeon_{name}.h", "-x", "c")
        for header in sorted(_included(unit, generated)):
            yield header, generated, (*OF_MODULES, *behind)


def _examples(spec: Spec) -> list[str]:
    """Dungeons that together have all kinds and passes of the spec's dungeons. Worlds come first:
    they include headers that other dungeons only mention."""
    found, known = [], set[str]()
    worlds_first = sorted(spec.dungeons.items(), key=lambda item: item[1].world is None)
    for name, dungeon in worlds_first:
        parts = {f"kinds/{dungeon.kind}", *(f"passes/{use.name}" for use in dungeon.passes)}
        if parts - known:
            found.append(name)
            known |= parts
    return found


def _included(unit: Path, generated: Path) -> set[Path]:
    """The headers of c64src that a unit includes, under whatever conditions."""
    found: set[Path] = set()
    waiting = [unit]
    while waiting:
        for name in re.findall(r'^#include "(.*)"', waiting.pop().read_text("utf-8"), re.MULTILINE):
            path = C_FOLDER / name if (C_FOLDER / name).is_file() else generated / name
            if path not in found:
                found.add(path)
                waiting.append(path)
    return {path for path in found if path.is_relative_to(C_FOLDER)}
