"""Export a dungeon for your own game: machine code with a table of calls.

It comes with an include file for assemblers, a header for OSCAR64 and cc65, an example in C,
and a list of the memory that it uses. The section `modules` of the spec says where in memory
it is.

With --packed it is also packed, in the format ZX0 of Einar Saukas, as DUNGEON.zx0, and comes with
what unpacks it on the C64: zx0.inc for assemblers, and DUNGEON_packed.h in C.

Examples:
  invoke export --dungeon crypt --to ../my-game/crypt
  invoke export --dungeon burrow --to burrow --set modules.start=0x8000
  invoke export --dungeon crypt --packed --to ../my-game/crypt
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import ToolMissing, UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER, TEMPLATES
from pygen.builders.simulator import build_simulator
from pygen.compilers import Compiler
from pygen.compilers.module_building import Module, build_module
from pygen.console.arguments import DUNGEON, SpecArguments
from pygen.console.compiling import COMPILER, choose_compilers
from pygen.console.options import Flag, Name
from pygen.console.tables import plain_table
from pygen.console.terminal import out, shown_path, warn
from pygen.emit.shared_plan import names
from pygen.emit.templates import render
from pygen.media.depacker import depacker_size, depacker_text, unpacking_cycles
from pygen.media.packed import Packed, packed
from pygen.programs.export_place import Place, place_of, with_fitting_start
from pygen.programs.export_plan import (
    MARK,
    PackedImage,
    export_plan,
    open_arguments,
    open_rules,
    spans,
)
from pygen.proof import canaries
from pygen.spec import Spec

DEPACKERS = ("zx0.inc", "zx0_kick.asm")
"""The files with the depacker, which are the same for all dungeons."""


class Arguments(SpecArguments):
    to = Name("the folder for the files; it is created if necessary")
    dungeon = DUNGEON
    compiler = COMPILER
    packed = Flag("also write the module packed, with what unpacks it; packing takes some seconds")

    @property
    def changes(self) -> Sequence[str]:
        # The spec's `memory` is that of our own programs. Maps too large for it suit a game.
        return [*self.set, "memory={}"]


def run(given: Arguments) -> None:
    if given.compiler == "all":
        raise UsageError("--compiler: a module has one compiler", "Choose oscar64 or cc65.")
    compiler = choose_compilers(given.spec, given.compiler)[0]
    with out.status(f"building with {compiler} ...") as status:
        exported = export(
            given.spec,
            given.spec_name,
            compiler,
            given.dungeon,
            Path(given.to),
            now=lambda now: status.update(f"{now} ..."),
            pack=given.packed,
        )
    warn(exported.unchecked)
    print_export(exported)
    print_packed(exported)
    if exported.place.overlap:
        warn(f"{exported.place.overlap}.")


@dataclass(frozen=True)
class Exported:
    """An exported module, its files, and why its compiler could not be checked beforehand ("" if
    it was)."""

    module: Module
    files: list[Path]
    place: Place
    unchecked: str = ""
    packed: Packed | None = None


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

    Raises UserError if `folder` has files of these names that are not from an earlier export,
    CompileFailed and MiscompilerFound as a build does. Then nothing is written.
    """
    unchecked = canaries.try_compiler_once(spec, compiler, build_folder=build_folder)
    module = build_module(spec, spec_name, compiler, dungeon, build_folder=build_folder)
    higher = with_fitting_start(spec, module)
    if higher:
        module = build_module(higher, spec_name, compiler, dungeon, build_folder=build_folder)
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
    return Exported(module, [folder / name for name in files], place_of(module), unchecked, small)


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
    if small:
        templates[f"{name}_packed.h"] = "packed.h"
    texts = {
        file: render((TEMPLATES, TEMPLATES), f"export/{template}.j2", {**plan, "file": file})
        for file, template in templates.items()
    }
    if small:
        texts |= {file: depacker_text(file, str(plan["mark"])) for file in DEPACKERS}
    return texts


def print_open(module: Module) -> None:
    """Print the open parameters of a module: where their values are, and which there are."""
    opened = open_arguments(module)
    if not opened:
        return
    table = plain_table("", 4, "value at", "open parameter", "least", "most", "in the spec")
    for one in opened:
        numbers = (str(one.least), str(one.most), str(one.default))
        table.add_row(f"${one.address:04x}", one.meaning, *numbers)
    out.print(table)
    for rule in open_rules(module):
        out.print(f"not all values of {rule} go together")


def print_export(exported: Exported) -> None:
    """Print where the module is in memory, and the files that were written."""
    module = exported.module
    out.print(f"{module.dungeon}, built by {module.compiler}")
    table = plain_table("", 2, "memory", "what is there", "bytes")
    for span in spans(module):
        table.add_row(f"${span.start:04x}-${span.last:04x}", span.name, f"{span.length:,}")
    kept = "put back by every call" if module.spec.modules.preserves_zeropage else "changed"
    table.add_row("zero page", kept, f"{len(module.zero_page)}")
    out.print(table)
    print_open(module)
    place = exported.place
    out.print(
        f"programs in C     stay below ${place.first:04x}, as {module.dungeon}_memory.txt shows"
    )
    basic = f"begin with {place.basic_line}" if place.basic_line else "cannot use it where it is"
    out.print(f"programs in BASIC {basic}", soft_wrap=True)
    if place.hides_behind_basic:
        out.print("a part of it is at $A000-$BFFF: store $36 in $01 before the first call")
    for path in exported.files:
        out.print(f"written: {shown_path(path)}", soft_wrap=True)


def print_packed(exported: Exported) -> None:
    """Print the bytes of the packed form, and how long it takes to unpack it."""
    module, small = exported.module, exported.packed
    if small is None:
        earlier = exported.files[0].with_suffix(".zx0")
        if earlier.exists():
            warn(f"{shown_path(earlier)} is of an earlier export: add --packed to renew it.")
        return
    size, unpacked = len(small.data), small.unpacked
    start, code = module.layout.start, depacker_size()
    out.print(f"packed            {size:,} of {module.size:,} bytes ({small.share} %)")
    try:
        cycles = unpacking_cycles(small.data, unpacked, start, build_simulator())
        each = round(cycles / module.size)
        took = f"{cycles:,} cycles, {each} a byte, with {code} bytes of code"
    except ToolMissing as missing:
        took = f"its cycles are not known: {missing.message}"
    out.print(f"unpacking         {took}")
    out.print(
        f"in place          the packed bytes begin at ${small.lowest(start):04x} or higher: "
        f"{unpacked.distance} bytes behind the module"
    )
    if size + code >= module.size:
        warn("The packed bytes and the code that unpacks them are no fewer than the module.")
