"""Render the templates into a folder of C sources and headers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import C_FOLDER, TEMPLATES
from pygen.emit.dungeon_plan import DungeonPlan
from pygen.emit.floor_rows import require_variable
from pygen.emit.kernels import SUFFIX, Kernel, Render, kernel, kernels_in, names_in, names_used
from pygen.emit.lifetimes import users
from pygen.emit.shared_plan import SharedPlan, names, shared_plan
from pygen.emit.templates import render
from pygen.spec import Spec
from pygen.spec.selection import Selection

# Templates that are rendered once, whatever the dungeons, without their ending .j2.
COMMON = (
    "core/memory.h",
    "core/constants.h",
    "core/tiles.h",
    "core/records.h",
    "core/random_constants.h",
    "core/zeropage.h",
    "core/zeropage.c",
    "core/zeropage_cc65.inc",
    "core/zeropage.txt",
    "core/kernels.c",
    "core/kernels_cc65.s",
    "core/unpack_cc65.s",
    "harness/mailbox.h",
    "core/packing.h",
    "program/program.h",
    "core/program_tables.c",
    "program/characters.h",
    "program/characters.c",
    "program/scroll.c",
    "program/scroll_cc65.s",
)

SHARED_VARIABLES = (
    "random_draws",
    "tile_first_byte",
    "tile_shift",
    "tile_low_mask",
    "tile_high_mask",
    "room_address",
)
"""Variables and tables of all generators that the kernels of kinds may name."""

PATCHED_FILE = "_patched.txt"
"""The end of the names of files with the instructions that a kernel patches itself."""

# Units that only a machine with a screen needs; the generator is complete without them.
DISPLAY_UNITS = ("characters.c", "scroll.c", "scroll_cc65.s")


def emit(
    spec: Spec,
    spec_name: str,
    folder: Path,
    templates: Path = TEMPLATES,
    source_folder: Path = C_FOLDER,
    generates: bool = True,
    selection: Selection | None = None,
    program: SharedPlan | None = None,
) -> list[Path]:
    """Write all C and assembly that depends on the spec into `folder`; returns the .c files.

    The dungeons are those of `selection` (default: those that are proven). `spec_name`
    appears in the banner of every file. `source_folder` has the kernels and the lists of variables
    in zero page. `program` is the plan, if it is known already. Assembly for one compiler ends in
    `_<compiler>.s`. Files that would not change are left untouched; files of an earlier run that
    are no longer emitted are removed. Without `generates`, the files are for a program whose
    generators are in modules.

    Raises UserError, with template and line, if a template cannot be rendered, and as
    `plan_zero_page`, `users`, `floor_rows` and `require_variable` do.
    """
    folders = (templates, source_folder)
    program = program or shared_plan(spec, spec_name, source_folder, generates, selection)
    used = {part for dungeon in program.dungeons for part in (*dungeon.parts, *dungeon.call_parts)}
    context = names(program)
    shared = {
        **context,
        "dungeon": None,
        "constants": {},
        "names_of_parts": names_in(source_folder / part for part in used),
    }
    context["kernels"] = common = _kernels("core", folders, shared)
    context["unpack_kernels"] = unpacking = _kernels("core/unpack", folders, shared)
    dungeons = [
        (dungeon, _dungeon_kernels(dungeon, folders, context))
        for dungeon in (program.dungeons if generates else ())
    ]
    used_by = users(program.zero_page, source_folder, dungeons, [*common, *unpacking])
    # The kernels that scroll the window are templates, whose functions `users` does not read.
    played = (variable for section in program.zero_page.playing for variable in section.variables)
    named = {*(variable for variable, _ in used_by), *played}
    context["users"] = used_by
    context["sharing"] = [
        variable
        for variable in program.zero_page.variables
        if variable.shares and variable in named
    ]
    texts = {
        template.rpartition("/")[2]: render(folders, f"{template}.j2", context)
        for template in COMMON
    }
    for dungeon, own in dungeons:
        texts |= _dungeon_texts(dungeon, own, folders, context)
    for name, text in texts.items():
        write_if_changed(folder / name, text.encode())
    for old in folder.iterdir():
        is_ours = old.suffix in (".c", ".h", ".inc", ".s") or old.name.endswith(PATCHED_FILE)
        if is_ours and old.name not in texts:
            old.unlink()
    return [folder / name for name in texts if name.endswith(".c")]


def _own_context(dungeon: DungeonPlan, context: Mapping[str, object]) -> dict[str, object]:
    constants = {**dungeon.facts, **dungeon.call_facts, **dungeon.floors.constants}
    own = {"dungeon": dungeon, "constants": constants, "prefers": dungeon.prefers}
    return {**context, **own}


def _dungeon_kernels(
    dungeon: DungeonPlan, folders: tuple[Path, Path], context: Mapping[str, object]
) -> list[Kernel]:
    """The kernels that are emitted for a dungeon."""
    own = _own_context(dungeon, context)
    kernels = [_kernel(name, folders, own) for name in dungeon.shared_kernels]
    for part in ("core/clearing", "core/entities", *dungeon.parts, *dungeon.call_parts):
        kernels += _kernels(part, folders, own)
    return kernels


def _dungeon_texts(
    dungeon: DungeonPlan,
    kernels: list[Kernel],
    folders: tuple[Path, Path],
    context: Mapping[str, object],
) -> dict[str, str]:
    """The texts of a dungeon's files, by name."""
    own = _own_context(dungeon, context)
    varying = (dungeon.floors.varying, *(one.varying for one in dungeon.floors.passes))
    for part, variables in zip(dungeon.parts, varying):
        require_variable(folders[1] / part, variables)
    own["kernels"] = kernels
    own["read_by_kernels"] = names_used(kernels, dungeon.in_memory)
    own["imported_by_kernels"] = names_used(kernels, SHARED_VARIABLES)
    texts = {
        f"dungeon_{dungeon.name}{ending}": render(folders, f"core/dungeon{ending}.j2", own)
        for ending in (".h", ".c", "_kernels.h", "_cc65.s")
    }
    for one in kernels:
        if one.patched.strip():
            text = render(folders, "core/patched.txt.j2", {**own, "kernel": one})
            texts[f"{dungeon.name}_{one.name}{PATCHED_FILE}"] = text
    return texts


def _kernels(
    folder: str, folders: tuple[Path, Path], context: Mapping[str, object]
) -> list[Kernel]:
    return kernels_in(folder, folders[1], _renderer(folders, context))


def _kernel(name: str, folders: tuple[Path, Path], context: Mapping[str, object]) -> Kernel:
    """A shared kernel that a kind calls, given by its path below c64src."""
    if not (folders[1] / f"{name}{SUFFIX}").is_file():
        raise UserError(
            f"{folders[1] / name}{SUFFIX}: there is no such kernel",
            "`kernels` of a KIND or a PASS names it; docs/kind-reference.md says how.",
        )
    return kernel(name, _renderer(folders, context))


def _renderer(folders: tuple[Path, Path], context: Mapping[str, object]) -> Render:
    def rendered(name: str, more: Mapping[str, object]) -> str:
        return render(folders, name, {**context, **more})

    return rendered
