"""`invoke disk`: a disk image with the program, a readme and maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import BUILD_FOLDER
from pygen.commands.arguments import Output, write_with
from pygen.compilers.building import Program
from pygen.media import saved_map
from pygen.programs.c1541 import check_room, make_disk, program_files
from pygen.spec import Spec


@dataclass(frozen=True)
class WrittenDisk:
    """A disk image and the names of the files on it."""

    output: Output
    files: list[str]


def disk_path(program: Program, build_folder: Path = BUILD_FOLDER) -> Path:
    """The path of the program's own disk image."""
    return build_folder / f"{program.selection.program}.d64"


def check_maps(spec: Spec, dungeon: str, count: int) -> None:
    """Raise UserError if not even so many maps of `dungeon` fit on a disk, before any is made."""
    check_room(_sizes_of_maps(spec, dungeon, count))


def _sizes_of_maps(spec: Spec, dungeon: str, count: int) -> list[int]:
    """The least that the files of so many maps take, in bytes each; none without maps."""
    if not count:
        return []
    return [saved_map.HEADER_BYTES + spec.dungeons[dungeon].map.packed_bytes] * count


def write_disk(
    program: Program, path: Path, dungeon: str = "", seeds: Sequence[int] = (), floor: int = 1
) -> WrittenDisk:
    """Write a D64 image with the program and, for each seed, the map of a floor of `dungeon`.

    Raises UsageError for a floor other than 1..256, ToolMissing without c1541, and UserError if the
    files do not fit on a disk or the image cannot be written.
    """
    spec = program.spec
    files = program_files(program.selection.program, program.result.prg.read_bytes())
    # Before the maps are generated, which may take an hour.
    sizes = [len(data) for _, _, data in files]
    check_room([*sizes, *_sizes_of_maps(spec, dungeon, len(seeds))])
    for seed in seeds:
        saved = saved_map.saved(spec, dungeon, seed, floor)
        files.append((saved_map.file_name(saved), "prg", saved_map.file_bytes(spec, saved)))
    output = write_with(path, lambda target: make_disk(target, files))
    return WrittenDisk(output, [name for name, _, _ in files])
