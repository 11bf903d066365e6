"""How many bytes of the C64 a dungeon's generator takes, whatever program it is linked into.

For each dungeon a program is built that does nothing but build this dungeon
(`c64src/harness/generator_alone.c`), and all its objects except the compiler's start-up code are
counted. So it does not matter which C file an object comes from, and inlined functions count in
their callers.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER, C_FOLDER
from pygen.compilers import BuildRequest, Compiler
from pygen.compilers.building import Profile, build_request, prepare
from pygen.spec import Spec
from pygen.spec.narrowing import with_program

START_SECTIONS = ("entry", "startup", "STARTUP")

# The sources that a generator needs.
GENERATOR_SOURCES = (
    "generation.c", "kernels.c", "kernels_cc65.s", "random16.c", "rooms.c", "zeropage.c",
)  # fmt: skip
EMITTED_SOURCES = ("program_tables.c", "dungeon_{dungeon}.c", "dungeon_{dungeon}_cc65.s")


@dataclass(frozen=True)
class Sizes:
    """Bytes of a generator: `tables` are constants, `work_memory` is free again when the dungeon
    is complete, `zeropage` includes the compiler's own use. Map, records and the
    compiler's stack are not counted."""

    code: int
    tables: int
    work_memory: int
    zeropage: int

    @property
    def program(self) -> int:
        """Code and tables."""
        return self.code + self.tables


def generator_sizes(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    dungeon: str,
    build_folder: Path = BUILD_FOLDER,
) -> Sizes:
    """The sizes of one dungeon's generator. Raises CompileFailed as `build` does."""
    request = generator_alone(spec, spec_name, compiler, profile, dungeon, build_folder)
    sizes: Counter[str] = Counter()
    for item in build_request(spec, compiler, profile, request).result.objects:
        if item.section not in START_SECTIONS:
            sizes[item.kind] += item.size
    return Sizes(sizes["code"], sizes["data"], sizes["bss"], sizes["zeropage"])


def generator_alone(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    profile: Profile,
    dungeon: str,
    build_folder: Path = BUILD_FOLDER,
) -> BuildRequest:
    """The build request for a program that only builds this dungeon; its C is emitted."""
    folder = build_folder / "generator_alone" / dungeon
    alone = with_program(spec, [dungeon])
    return _without_program(prepare(alone, spec_name, compiler, profile, folder), dungeon)


def _without_program(request: BuildRequest, dungeon: str) -> BuildRequest:
    wanted = [*GENERATOR_SOURCES, *(name.format(dungeon=dungeon) for name in EMITTED_SOURCES)]
    sources = [path for path in request.sources if path.name in wanted]
    return dataclasses.replace(
        request,
        sources=[C_FOLDER / "harness/generator_alone.c", *sources],
        library=(),
        name="generator",
        defines={**request.defines, "UNDERCROFT_GENERATOR_ALONE": "1"},
    )
