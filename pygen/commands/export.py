"""Export a dungeon for your own game, or for another tool: a module, Tiled, CSV, PNG, CharPad.

Without --as it is a module: machine code with a table of calls. It comes with an include file for
assemblers, a header for OSCAR64, cc65 and llvm-mos, an example in C, and a list of the memory that
it uses. The section `modules` of the spec says where in memory it is, which calls for games it has,
and which parameters are open: docs/modules.md, docs/calls.md, docs/open-parameters.md. What is
printed names the memory that is taken and free, and the bytes of each call.

With --as it is the dungeons of some seeds, as the reference generates them:
  tiled    a map (.tmx) with rooms, doors and entities as objects, and a tileset of the dungeon's
           characters; chunks of a world also as a .world. With --drawings the vaults or pieces of
           the dungeon, which `invoke import-tiled` reads back when you have edited them
  csv      the codes of the tiles, their legend, and tables of rooms, doors and entities
  png      a picture of 8 x 8 pixels a tile
  charpad  a project of CharPad (.ctm, version 5): characters, their colours, a map
  rexpaint a picture of characters for REXPaint (.xp): tiles, and entities in a layer over them

A file that has been edited since it was exported is not overwritten without --replace.

With --packed it is also packed, in the format ZX0 of Einar Saukas, as DUNGEON.zx0, and comes with
what unpacks it on the C64: zx0.inc for assemblers, and DUNGEON_packed.h in C.

Examples:
  invoke export --dungeon crypt --to ../my-game/crypt
  invoke export --dungeon burrow --to burrow --set modules.start=0x8000
  invoke export --dungeon crypt --to crypt --set "modules.calls=[unpack_map, field_of_view]"
  invoke export --dungeon crypt --seed 7 --as tiled --to maps
  invoke export --dungeon deep --seeds 0-3 --floor 5-8 --as csv --to tables
  invoke export --dungeon wilds --seed 7 --chunk 5,2047 --around 2 --as tiled --to wilds
  invoke export --dungeon crypt --seed 7 --as png --scale 2 --to pictures
  invoke export --spec keep.yaml --as tiled --drawings --to drawings
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
from pygen.compilers import COMPILERS, Compiler
from pygen.compilers.module_addresses import WrongPlace
from pygen.compilers.module_building import Module, build_module
from pygen.console.arguments import CHUNK, DEFAULT_SPEC, DUNGEON, FLOORS, SEED, SpecArguments
from pygen.console.compiling import choose_compilers
from pygen.console.options import Excludes, Flag, Name, Needs, Number, OneOf, Parsed, joined
from pygen.console.tables import plain_table
from pygen.console.terminal import out, shown_path, telling, warn
from pygen.emit.shared_plan import names
from pygen.emit.templates import render
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_seeds
from pygen.exchange.drawings import drawing_files
from pygen.exchange.files import FORMATS, MOST_AROUND, around, files_of, require_no_others
from pygen.measure.call_bytes import call_bytes
from pygen.media.depacker import depacker_size, depacker_text, unpacking_cycles
from pygen.media.packed import Packed, packed
from pygen.programs.export_place import (
    Place,
    free_memory,
    place_of,
    require_separate,
    with_fitting_start,
)
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
from pygen.spec.chosen_calls import calls_of, useless_calls
from pygen.spec.loading import overridden
from pygen.spec.module_places import in_place
from pygen.spec.open_keys import WrongParameter, name_and_range
from pygen.spec.problems import KeyPath, SpecError

MODULE = "module"
MOST_AT_ONCE = 1024
"""The most dungeons that are exported at once. Their files are all made before one is written."""
NO_MODULE = "--{}: it is for exports of dungeons, not of a module"

DEPACKERS = ("zx0.inc", "zx0_kick.asm")
"""The files with the depacker, which are the same for all dungeons."""


class Arguments(SpecArguments):
    to = Name("the folder for the files; it is created if necessary")
    dungeon = DUNGEON
    as_ = OneOf(
        "what to export: module, tiled, csv, png, charpad or rexpaint (default: module)",
        MODULE,
        [MODULE, *FORMATS],
    )
    seed = SEED
    seeds = Parsed("several seeds, as in 0-15", None, parse_seeds)
    floor = FLOORS
    chunk = CHUNK
    around = Number(
        "also this many chunks of a world on each side of it, 1 to 8",
        0,
        range(MOST_AROUND + 1),
        f"Give a number from 1 to {MOST_AROUND}.",
    )
    scale = Number("with --as png: enlarge the picture, 1 to 16 times (default: 1)", 1)
    drawings = Flag("with --as tiled: the drawings of vaults and pieces instead of dungeons")
    replace = Flag("overwrite files that were edited since they were exported")
    compiler = OneOf(
        "auto, oscar64 or cc65 (default: the spec's choice, auto)", "", ("auto", *COMPILERS)
    )
    packed = Flag("also write the module packed, with what unpacks it; packing takes some seconds")
    rules = (
        *(
            Needs(name, "as_", NO_MODULE.format(name), "Add --as tiled, or another format.")
            for name in "seed seeds floor chunk around drawings replace".split()
        ),
        Needs("scale", "as_", NO_MODULE.format("scale"), "Add --as png."),
        Excludes("as_", "compiler", "--compiler: only a module is compiled", "Leave it out."),
        Excludes("as_", "packed", "--packed: only a module is packed", "Leave it out."),
        Excludes("seed", "seeds"),
        Excludes(
            "drawings", "seed seeds floor chunk around", hint="The drawings belong to no seed."
        ),
    )

    @property
    def changes(self) -> Sequence[str]:
        # The spec's `memory` is that of our own programs. Maps too large for it suit a game.
        return [*self.set, "memory={}"]


def run(given: Arguments) -> None:
    if given.as_ != MODULE:
        export_files(given)
        return
    compiler = choose_compilers(given.spec, given.compiler or None)[0]
    warn(useless(given.spec, given.dungeon))
    try:
        with telling() as now:
            exported = export(
                given.spec,
                given.spec_name,
                compiler,
                given.dungeon,
                Path(given.to),
                now=now,
                pack=given.packed,
            )
    except (WrongPlace, WrongParameter) as wrong:
        raise _located(wrong, given) from None
    warn(exported.unchecked)
    print_export(exported)
    print_packed(exported)
    if exported.place.overlap:
        warn(f"{exported.place.overlap}.")


def useless(spec: Spec, dungeon: str) -> str:
    """A warning of calls that have nothing to do in the dungeon; "" if there are none."""
    return "\n".join(
        f"{call.name} is left out: {dungeon} has no table of {joined(call.tables, 'or')}."
        for call in useless_calls(spec, dungeon)
    )


def _located(wrong: WrongPlace | WrongParameter, given: Arguments) -> UserError:
    """The error with the place in the file, or the option, that says what is wrong."""
    document, _ = overridden(Path(given.spec_path or DEFAULT_SPEC), given.changes)
    path: KeyPath
    if isinstance(wrong, WrongPlace):
        path = ("modules", wrong.key)
        if not document.has(path):
            return wrong
    else:
        entries = given.spec.modules.open
        names = [name_and_range(entry)[0] for entry in entries]
        own = [at for at, name in enumerate(names) if name.endswith(wrong.name)]
        path = ("modules", "open", *own[:1])
    hint = wrong.hint[:1].lower() + wrong.hint[1:].rstrip(".")
    return SpecError([document.problem(path, wrong.wrong, hint)])


def export_files(given: Arguments) -> None:
    """Write dungeons, or drawings, in the format of another tool.

    Raises UsageError for options that do not fit the format or the dungeon, UserError if a file was
    edited. Then nothing is written.
    """
    folder, form = Path(given.to), given.as_
    if given.has("scale") and form != "png":
        raise UsageError("--scale: it is for pictures", "Add --as png.")
    if given.drawings and form != "tiled":
        raise UsageError("--drawings: only Tiled can edit them", "Add --as tiled.")
    with out.status("exporting ..."):
        if given.drawings:
            files = drawing_files(given.spec, given.dungeon)
        else:
            files = files_of(given.spec, form, requests_of(given), given.scale)
    with folder_lock(BUILD_FOLDER / "exports", "export"):
        if not given.replace:
            require_no_others(folder, files)
        for name, data in files.items():
            write_if_changed(folder / name, data)
    for name in files:
        out.print(f"written: {shown_path(folder / name)}", soft_wrap=True, markup=False)


def requests_of(given: Arguments) -> list[Request]:
    """The dungeons that the arguments name. Raises UsageError for chunks of what is no world, and
    for more dungeons than are exported at once."""
    is_world = given.spec.dungeons[given.dungeon].world is not None
    for name in ("chunk", "around"):
        if given.has(name) and not is_world:
            raise UsageError(
                f"--{name}: {given.dungeon} has no chunks",
                "Only a world has: a dungeon with `world` in the spec (docs/worlds.md).",
            )
    seeds = given.seeds or [given.seed]
    count = len(seeds) * len(given.floor) * (2 * given.around + 1) ** 2
    if count > MOST_AT_ONCE:
        raise UsageError(
            f"these are {count:,} dungeons",
            f"Export at most {MOST_AT_ONCE:,} at once: give fewer seeds, floors or chunks.",
        )
    return [
        one
        for seed in seeds
        for floor in given.floor
        for one in around(Request(given.dungeon, seed, floor, given.chunk), given.around)
    ]


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
    begins at a higher address, so that a program that includes it fits below. `now` is told what
    is being done.

    Raises UserError if `folder` has files of these names that are not from an earlier export, or if
    the module takes memory of another that `modules.places` has and does not share it;
    CompileFailed and MiscompilerFound as a build does. Then nothing is written.
    """
    spec = in_place(spec, dungeon)
    now(f"checking {compiler.title} for known faults")
    unchecked = canaries.try_compiler_once(spec, compiler, build_folder=build_folder)
    module = build_module(spec, spec_name, compiler, dungeon, build_folder=build_folder, now=now)
    higher = with_fitting_start(spec, module)
    if higher:
        module = build_module(
            higher, spec_name, compiler, dungeon, build_folder=build_folder, now=now
        )
    if dungeon in spec.modules.places:
        for other in spec.modules.places:
            if other != dungeon:
                now(f"comparing with the memory of {other}")
                beside = build_module(spec, spec_name, compiler, other, build_folder=build_folder)
                require_separate(module, beside)
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
    taken = [(span.start, span.last) for span in spans(module)]
    for first, last in free_memory(taken):
        table.add_row(f"${first:04x}-${last:04x}", "free", f"{last + 1 - first:,}")
    out.print(table)
    print_open(module)
    _print_calls(module)
    place = exported.place
    out.print(
        f"programs in C     stay below ${place.first:04x}, as {module.dungeon}_memory.txt shows"
    )
    basic = f"begin with {place.basic_line}" if place.basic_line else "cannot use it where it is"
    out.print(f"programs in BASIC {basic}", soft_wrap=True)
    if place.is_hidden:
        out.print(
            f"a part of it is where the processor sees {place.hidden}: $01 must be "
            f"${place.port:02x} when it is called",
            soft_wrap=True,
        )
    for path in exported.files:
        out.print(f"written: {shown_path(path)}", soft_wrap=True)


def _print_calls(module: Module) -> None:
    """Print the bytes of each game call of a module, if it has any."""
    if not calls_of(module.layout.spec, module.dungeon):
        return
    calls, total = call_bytes(module)
    table = plain_table("", 1, "calls for games", "its own bytes", "shared with others")
    for call in calls:
        table.add_row(call.name, f"{call.alone:,}", f"{call.shared:,}" if call.shared else "")
    table.add_row("all together", f"{total:,}", "")
    out.print(table)


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
