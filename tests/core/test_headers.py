"""The headers of c64src: each has a guard, and compiles alone behind the header of a dungeon."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.kinds import data_of_all_kinds, loaded
from helpers.passes import pass_material, spec_with_pass
from helpers.tools import WORLDS_SPEC_FILE, compiler_or_skip, needs_cc, needs_cc65
from passes.regions.material import CHAMBERS

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER
from pygen.emit import emit
from pygen.passes import PASSES
from pygen.spec import Spec, load_spec

WITHOUT_GUARD = {
    "core/small_code_begin.h",
    "core/small_code_end.h",
    "core/small_for_oscar64_begin.h",
    "core/small_for_oscar64_end.h",
    "core/small_interactive_code_begin.h",
}
"""They switch the optimiser, and a unit includes them many times."""

COMMANDS = {
    "cc": ["cc", "-std=c99", "-w", "-Werror=implicit-function-declaration", "-fsyntax-only"],
    "cc65": ["cc65", "-t", "none", "-o", "alone.s"],
    "oscar64": ["oscar64", "-tf=bin", "-tm=c64", "-n", "-O0", "-o=alone.bin"],
}
"""How each compiler reads a unit; OSCAR64 has no option to do only that."""


def test_every_header_has_a_guard_of_its_own() -> None:
    guards: dict[str, str] = {}
    for file in source_files(C_FOLDER, "*.h"):
        name = file.relative_to(C_FOLDER).as_posix()
        text = re.sub(r"\A/\*.*?\*/\n", "", file.read_text(), flags=re.DOTALL)
        found = re.match(r"#ifndef (\w+)\n#define \1\n.*\n#endif\n\Z", text, re.DOTALL)
        assert bool(found) == (name not in WITHOUT_GUARD), name
        if found:
            assert guards.setdefault(found[1], name) == name
    assert len(guards) > 150


@dataclass(frozen=True)
class Used:
    """A header of c64src that a dungeon's C includes, and the folder of that dungeon's own C."""

    header: str
    dungeon: str
    generated: Path


def specs() -> Iterator[Spec]:
    """All kinds without passes, worlds, what only some keys need, and each pass behind some of the
    kinds."""
    yield loaded(data_of_all_kinds())
    locks = [{"name": "locks", "steps_from_start": 9}]
    yield loaded(
        {"dungeons": {"halls": {"kind": "bsp", "passes": locks, "require": ["rooms > 2"]}}}
    )
    yield load_spec(WORLDS_SPEC_FILE)
    book = {"name": "book", "glyph": "b", "colour": "yellow"}
    library = [
        {"name": "purposes", "purposes": [{"name": "library"}]},
        {"name": "shapes"},
        {"name": "furnish", **pass_material("furnish").samples[0]},
        {"name": "vaults", **pass_material("vaults").samples[1]},
        {"name": "items", "table": [book], "purposes": ["library"]},
    ]
    yield loaded({"dungeons": {"abbey": {"kind": "bsp", "passes": library}}})
    slopes = {"kind": "terrain", "rivers": {"count": 1}, "roads": {"sites": 2}}
    yield loaded({"dungeons": {"hoard": CHAMBERS, "slopes": slopes}})
    for name in PASSES:
        samples = pass_material(name).samples
        # The last one of `tile_rules` has rules, the others have only shapes.
        for use in samples[:: max(1, len(samples) - 1)]:
            spec = spec_with_pass(name, dict(use), ["burrow", "crypt"])
            assert spec
            yield spec


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> list[Used]:
    found = []
    for spec in specs():
        folder = tmp_path_factory.mktemp("gen")
        emit(spec, "a spec", folder)
        command = ["cc", "-MM", f"-I{folder}", f"-I{C_FOLDER}"]
        command += map(str, sorted(folder.glob("dungeon_*.c")))
        rules = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for dungeon, rule in re.findall(r"^dungeon_(\w+)\.o:((?:.*\\\n)*.*)", rules, re.MULTILINE):
            paths = map(Path, rule.replace("\\\n", " ").split())
            names = {
                path.relative_to(C_FOLDER).as_posix()
                for path in paths
                if path.is_relative_to(C_FOLDER)
            }
            found += [Used(name, dungeon, folder) for name in sorted(names - WITHOUT_GUARD)]
    return found


def compile_alone(compiler: str, units: list[Used], folder: Path) -> None:
    """Compile each header alone behind that of its dungeon; a unit that fails is named."""
    command = COMMANDS[compiler]
    if compiler != "cc":
        command = [str(compiler_or_skip(compiler).path), *command[1:]]
    unit = folder / "alone.c"
    for one in units:
        unit.write_text(
            f'#include "dungeon_{one.dungeon}.h"\n#include "{one.header}"\n'
            "int main(void) { return 0; }\n"
        )
        option = "-i=" if compiler == "oscar64" else "-I"
        includes = [f"{option}{path}" for path in (one.generated, C_FOLDER)]
        done = subprocess.run(
            [*command, *includes, unit.name],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{one.header} of {one.dungeon}:\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def headers(used: list[Used]) -> list[Used]:
    """Each header once."""
    return list({one.header: one for one in reversed(used)}.values())


@needs_cc
def test_every_header_is_tried(headers: list[Used]) -> None:
    every = {
        file.relative_to(C_FOLDER).as_posix()
        for folder in ("core", "kinds", "passes")
        for file in source_files(C_FOLDER / folder, "*.h")
    }
    # Only the program includes the first.
    assert {one.header for one in headers} == every - {"core/mapgen.h"} - WITHOUT_GUARD


@needs_cc
def test_each_header_compiles_alone(headers: list[Used], tmp_path: Path) -> None:
    compile_alone("cc", headers, tmp_path)


@needs_cc
@needs_cc65
def test_each_header_compiles_alone_with_cc65(headers: list[Used], tmp_path: Path) -> None:
    compile_alone("cc65", headers, tmp_path)


@needs_cc
def test_some_headers_compile_alone_with_oscar64(headers: list[Used], tmp_path: Path) -> None:
    compile_alone("oscar64", headers[::6], tmp_path)


@needs_cc
@pytest.mark.long
@pytest.mark.parametrize("compiler", COMMANDS)
def test_each_header_compiles_alone_for_every_dungeon(
    compiler: str, used: list[Used], tmp_path: Path
) -> None:
    compile_alone(compiler, used, tmp_path)


@needs_cc
def test_the_header_of_a_dungeon_defines_nothing(tmp_path: Path) -> None:
    spec = loaded(data_of_all_kinds())
    emit(spec, "a spec", tmp_path)
    for dungeon in spec.program.dungeons:
        unit = tmp_path / "alone.c"
        unit.write_text(f'#include "dungeon_{dungeon}.h"\n')
        command = ["cc", "-w", "-S", "-o", "-", f"-I{tmp_path}", f"-I{C_FOLDER}", str(unit)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        assert re.findall(r"^\w+:|^\s+\.l?comm\b.*", done.stdout, re.MULTILINE) == [], dungeon
