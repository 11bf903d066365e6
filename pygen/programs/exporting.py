"""Exporting a module: its bytes, and the files with which a game uses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER, TEMPLATES
from pygen.compilers import Compiler
from pygen.compilers.module_building import Module, build_module
from pygen.emit.shared_plan import names
from pygen.emit.templates import render
from pygen.programs.depacker import depacker_text
from pygen.programs.export_place import Place, place_of, require_separate, with_fitting_start
from pygen.programs.export_plan import MARK, PackedImage, export_plan
from pygen.programs.packed import Packed, packed
from pygen.spec import Spec
from pygen.spec.module_places import in_place

DEPACKERS = ("zx0.inc", "zx0_kick.asm")
"""The files with the depacker, which are the same for all dungeons."""


@dataclass(frozen=True)
class Exported:
    """An exported module, its files, its place, and its packed form if there is one. `beside` are
    the other modules to which `modules.places` gives memory."""

    module: Module
    files: list[Path]
    place: Place
    packed: Packed | None = None
    beside: Sequence[Module] = ()


def export(
    spec: Spec,
    spec_name: str,
    compiler: Compiler,
    dungeon: str,
    folder: Path,
    build_folder: Path = BUILD_FOLDER,
    now: Callable[[str], None] = lambda _: None,
    pack: bool = False,
) -> Exported:
    """Build the module of a dungeon. Write it, and the files with which a game uses it, into
    `folder`; with `pack` also a packed form. `now` is told what is being done.

    If the spec does not say where modules are, a module that is too large for the usual place
    begins at a higher address, so that a program that includes it fits below.

    Raises UserError if `folder` has files of these names that are not from an earlier export, or if
    the module takes memory of another that `modules.places` has and does not share it;
    CompileFailed as a build does. Then nothing is written.
    """
    spec = in_place(spec, dungeon)
    module = build_module(spec, spec_name, compiler, dungeon, build_folder=build_folder, now=now)
    higher = with_fitting_start(spec, module)
    if higher:
        module = build_module(
            higher, spec_name, compiler, dungeon, build_folder=build_folder, now=now
        )
    beside = []
    for other in spec.modules.places if dungeon in spec.modules.places else ():
        if other != dungeon:
            now(f"comparing with the memory of {other}")
            beside.append(build_module(spec, spec_name, compiler, other, build_folder=build_folder))
            require_separate(module, beside[-1])
    small = packed(module.image, now) if pack else None
    texts = _texts(module, spec_name, small)
    for name in texts:
        _require_ours(folder / name)
    prg = module.layout.start.to_bytes(2, "little") + module.image
    files = {f"{dungeon}.prg": prg, **{name: text.encode() for name, text in texts.items()}}
    if small:
        files[f"{dungeon}.zx0"] = small.data
    # Keep the files of two exports at the same time apart.
    with folder_lock(build_folder / "exports", "export"):
        for name, data in files.items():
            write_if_changed(folder / name, data)
    return Exported(module, [folder / name for name in files], place_of(module), small, beside)


def _require_ours(path: Path) -> None:
    """Raise UserError if the file exists and no export wrote it."""
    if path.exists() and MARK not in path.read_text("utf-8", "replace"):
        raise UserError(
            f"{path}: this file exists and is not from an export",
            "Name another folder, or move the file away first.",
        )


def _texts(module: Module, spec_name: str, small: Packed | None) -> dict[str, str]:
    start = module.layout.start
    image = PackedImage(list(small.data), small.lowest(start)) if small else None
    name, plan = module.dungeon, names(export_plan(module, spec_name, image))
    templates = {
        f"{name}.inc": "module.inc",
        f"{name}_kick.asm": "module.inc",
        f"{name}.h": "module.h",
        f"{name}_module.h": "module_bytes.h",
        f"{name}_example.c": "example.c",
        f"{name}_memory.txt": "memory.txt",
        f"{name}.labels": "labels.txt",
    }
    spec = module.layout.spec
    if spec.dungeons[name].world and "set_tile" not in spec.modules.without:
        templates[f"{name}_chunks.h"] = "chunks.h"
    if "unpack_row" in spec.modules.without:
        # It shows rows of the map.
        del templates[f"{name}_example.c"]
    if small:
        templates[f"{name}_packed.h"] = "packed.h"
    texts = {
        file: render((TEMPLATES, TEMPLATES), f"export/{template}.j2", {**plan, "file": file})
        for file, template in templates.items()
    }
    if small:
        texts |= {file: depacker_text(file, str(plan["mark"])) for file in DEPACKERS}
    return texts
