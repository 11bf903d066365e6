"""The dungeon on the screen, on the machine: its module in VICE against the reference."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterator
from pathlib import Path

from pygen.builders.module_vice import ModuleViceRoute
from pygen.compilers.base import Compiler
from pygen.compilers.choice import compilers_of
from pygen.compilers.module_building import build_module
from pygen.engine.random.request import Request
from pygen.media.playing import build_to_play, find_roms, picture_of, with_choices
from pygen.proof.parity import compare, diagnose
from pygen.spec import Spec
from pygen.studio.page_data import Data


def prove(spec: Spec, request: Request, folder: Path) -> Iterator[Data]:
    """Build a dungeon's module, run it in VICE, compare it with the reference, and take a picture.

    Yields the next action before each step, then the result, then VICE's picture. Everything is
    built in `folder`. Raises UserError as the compilers and VICE do.
    """
    dungeon = request.dungeon
    compiler = compilers_of(spec).compilers[0]
    yield {"doing": f"building the module with {compiler}"}
    module = build_module(spec, "the studio", compiler, dungeon, "release", folder)
    yield {"doing": "running it in VICE"}
    with contextlib.closing(ModuleViceRoute(module, folder).open()) as builder:
        case = compare(builder, request)
        built = builder.build(request)
        found = None if case.equal else diagnose(builder, case)
    result: Data = {
        "equal": case.equal,
        "compiler": str(compiler),
        "cycles": built.cycles,
        "phases": [[name, cycles] for name, cycles in built.phase_cycles.items()],
        "bytes": {name: len(data) for name, data in built.regions.items()},
    }
    if found:
        result["wrong"] = [
            f"after the phase {found.phase}" + (f", step {found.step}" if found.step else ""),
            *(str(difference) for difference in found.differences[:8]),
        ]
    yield {"result": result}
    if spec.dungeons[dungeon].world:
        # Programs cannot show a single chunk.
        return
    yield {"doing": "taking the picture"}
    yield {"picture": base64.b64encode(_picture(spec, compiler, request, folder)).decode()}


def _picture(spec: Spec, compiler: Compiler, request: Request, folder: Path) -> bytes:
    dungeon = request.dungeon
    program = build_to_play(
        spec, "the studio", compiler, "release", spec.selection, dungeon, build_folder=folder
    )
    data = with_choices(program, dungeon, request.seed, request.floor, goes_in=True)
    return picture_of(program, data, find_roms(spec.emulator.path or "", folder))
