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

from collections.abc import Sequence
from pathlib import Path

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.locking import folder_lock
from pygen.base.project import BUILD_FOLDER
from pygen.compilers import COMPILERS
from pygen.compilers.module_addresses import WrongPlace
from pygen.console.arguments import CHUNK, DEFAULT_SPEC, DUNGEON, FLOORS, SEED, SpecArguments
from pygen.console.compiling import choose_compilers
from pygen.console.export_report import print_export, print_packed
from pygen.console.options import Excludes, Flag, Name, Needs, Number, OneOf, Parsed, joined
from pygen.console.terminal import out, shown_path, telling, warn
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_seeds
from pygen.exchange.drawings import drawing_files
from pygen.exchange.files import FORMATS, MOST_AROUND, around, files_of, require_no_others
from pygen.programs.exporting import export
from pygen.proof import canaries
from pygen.spec import Spec
from pygen.spec.chosen_calls import useless_calls
from pygen.spec.loading import overridden
from pygen.spec.open_keys import WrongParameter, name_and_range
from pygen.spec.problems import KeyPath, SpecError

MODULE = "module"
MOST_AT_ONCE = 1024
"""The most dungeons that are exported at once. Their files are all made before one is written."""
NO_MODULE = "--{}: it is for exports of dungeons, not of a module"


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
            now(f"checking {compiler.title} for known faults")
            unchecked = canaries.try_compiler_once(given.spec, compiler)
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
    warn(unchecked)
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
