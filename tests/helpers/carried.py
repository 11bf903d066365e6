"""Programs on a carrier that tests work with, built once for all workers and runs."""

from __future__ import annotations

from helpers.programs import build_folder, once
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.programs.carrier import ModularProgram
from pygen.programs.carriers import CARRIERS
from pygen.programs.program import build_program
from pygen.spec import Spec
from pygen.spec.selection import Selection


def carried(
    spec: Spec,
    compiler: str,
    carrier: str,
    plays: bool = True,
    selection: Selection | None = None,
) -> ModularProgram:
    """The release program of a selection of dungeons on this carrier, by this compiler.

    The test is skipped where the compiler is missing. Tests must not change the program's files.
    """
    found = compiler_or_skip(compiler)
    # One folder for all carriers, which have the same modules.
    purpose = f"carried-{compiler}" if plays else f"serving-{compiler}"

    def build() -> ModularProgram:
        with build_folder(spec, purpose, selection) as folder:
            return build_program(
                spec,
                SPEC_FILE.name,
                found,
                "release",
                CARRIERS[carrier],
                plays,
                folder,
                selection=selection,
            )

    return once(spec, [purpose, carrier], build, selection)
