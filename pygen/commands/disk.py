"""Make a disk image (D64) with the program, a readme and maps.

Examples:
  invoke disk
  invoke disk --dungeon catacombs --seeds 0,7,100-120 --output catacombs.d64
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pygen.base.errors import UsageError
from pygen.base.project import BUILD_FOLDER
from pygen.compilers.built import BuiltProgram, Profile
from pygen.console.arguments import DUNGEON, FLOOR
from pygen.console.compiling import COMPILER, PROFILE, ProgramArguments, choose_compilers
from pygen.console.options import Needs, OutputFile, Parsed
from pygen.console.terminal import out, write_output
from pygen.engine.random.seeds import parse_seeds
from pygen.media import saved_map
from pygen.media.playing import build_to_play
from pygen.programs.c1541 import check_room, make_disk, program_files
from pygen.programs.carrier import Carrier, ModularProgram
from pygen.spec import Spec


class Arguments(ProgramArguments):
    seeds = Parsed("save the maps of these seeds on it, as in 0,7,100-120", None, parse_seeds)
    dungeon = DUNGEON
    floor = FLOOR
    profile = PROFILE
    output = OutputFile(
        "the image's file, FILE.d64 (default: build/undercroft.d64; of another spec "
        "build/specs/NAME/undercroft.d64)",
        [".d64"],
        "a disk image",
    )
    compiler = COMPILER
    rules = (
        Needs(
            "floor", "seeds",
            "--floor: no map is saved without --seeds", "Add --seeds, as in 0-7.",
        ),
    )  # fmt: skip


def run(given: Arguments) -> None:
    dungeon, names = given.dungeon, given.selection.dungeons
    if dungeon not in names:
        raise UsageError(
            f"--dungeon: {dungeon} is not in the program",
            f"It has {', '.join(names)}. Add yours to program.dungeons in the spec, or try "
            f"--set program.dungeons=[{dungeon}].",
        )
    seeds = given.seeds or []
    check_room(_sizes_of_maps(given.spec, dungeon, len(seeds)))
    program = program_to_play(given, dungeon, given.profile, given.compiler)
    target = given.output or disk_path(program, given.outputs)
    files = disk_files(program, dungeon, seeds, given.floor)
    write_output(f"{len(files)} files", target, lambda path: make_disk(path, files))


def program_to_play(
    given: ProgramArguments,
    dungeon: str,
    profile: Profile,
    compiler: str | None,
    carrier: Carrier | None = None,
) -> ModularProgram:
    """Build a program that can be played, with `dungeon` in it. Print a note if it is not the
    program of the spec."""
    tool = choose_compilers(given.spec, compiler)[0]
    with out.status(f"building with {tool} ..."):
        program = build_to_play(
            given.spec,
            given.spec_name,
            tool,
            profile,
            given.selection,
            dungeon,
            carrier,
            given.outputs,
        )
    if dungeon not in given.selection.dungeons:
        out.print(f"{given.selection.program} lacks {dungeon}: it has a program of its own.")
    return program


def disk_path(program: BuiltProgram, build_folder: Path = BUILD_FOLDER) -> Path:
    """The path of the program's own disk image."""
    return build_folder / f"{program.selection.program}.d64"


def _sizes_of_maps(spec: Spec, dungeon: str, count: int) -> list[int]:
    """The least sizes in bytes of the files of `count` maps; empty without maps."""
    if not count:
        return []
    return [saved_map.HEADER_BYTES + spec.dungeons[dungeon].map.packed_bytes] * count


def disk_files(
    program: BuiltProgram, dungeon: str = "", seeds: Sequence[int] = (), floor: int = 1
) -> list[tuple[str, str, bytes]]:
    """The files for `make_disk`: the program, a readme and, for each seed, the map of a floor of
    `dungeon`.

    Raises UsageError for a floor other than 1..256, UserError if the files do not fit on a disk.
    """
    spec = program.spec
    files = program_files(program.selection.program, program.result.prg.read_bytes())
    # Check the room before the maps are generated, which may take an hour.
    sizes = [len(data) for _, _, data in files]
    check_room([*sizes, *_sizes_of_maps(spec, dungeon, len(seeds))])
    for seed in seeds:
        saved = saved_map.saved(spec, dungeon, seed, floor)
        files.append((saved_map.file_name(saved), "prg", saved_map.file_bytes(spec, saved)))
    return files
