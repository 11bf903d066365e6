"""The tasks of Undercroft: `invoke --list` shows them, `invoke --help TASK` explains one.

A task only reads its arguments, calls `pygen.commands`, and prints the results with
`pygen.console`. What only some tasks need is imported in their bodies, so that the others do not
wait for it.
"""

from __future__ import annotations

import atexit
import functools
import gc
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

ROOT = Path(__file__).resolve().parent
if signal.getsignal(signal.SIGINT) is signal.default_int_handler and "pytest" not in sys.modules:
    # While modules are imported, nothing needs cleaning up. `answering_for_errors` takes over.
    signal.signal(signal.SIGINT, lambda *_: (os.write(2, b"interrupted\n"), os._exit(130)))
sys.path.insert(0, str(ROOT))
# Invoke forbids Python to keep compiled modules, so that each task would compile all of them again.
sys.dont_write_bytecode = bool(sys.flags.dont_write_bytecode)
# Nearly all that is imported and read stays. To search it for garbage again and again, and at the
# end once more, took a quarter of a short task.
gc.set_threshold(100_000)
atexit.register(gc.freeze)

from invoke.context import Context  # noqa: E402
from invoke.exceptions import Exit  # noqa: E402
from invoke.tasks import task as invoke_task  # noqa: E402
from rich.markup import escape  # noqa: E402

from pygen.base.errors import ParityFailed, UsageError, UserError  # noqa: E402
from pygen.base.project import BUILD_FOLDER  # noqa: E402
from pygen.base.words import all_of, counted  # noqa: E402
from pygen.commands.arguments import (  # noqa: E402
    DEFAULT_SPEC,
    PROCESSORS,
    carrier_of,
    check_dungeon,
    check_jobs,
    check_profile,
    check_steps,
    check_word,
    dungeons_of,
    is_against_native,
    output_path,
    outputs_of,
    program_at_hand,
    program_with,
    read_spec,
    spec_name,
    write_with,
)
from pygen.console.invocation import (  # noqa: E402
    CheckedTask,
    answer_for_outputs,
    answering_for_errors,
    explain_parse_errors,
)
from pygen.console.terminal import (  # noqa: E402
    choose_compilers,
    complaints,
    out,
    print_output,
    shown_path,
    warn,
)

if TYPE_CHECKING:
    from pygen.pictures.terminal import View
    from pygen.programs.carrier import Carrier, ModularProgram
    from pygen.spec import Spec

BUILD = BUILD_FOLDER

answer_for_outputs()
explain_parse_errors()

task = functools.partial(invoke_task, klass=CheckedTask, auto_shortflags=False)

SPEC_HELP = {
    "spec": "the YAML file to work from (default: generator.yaml)",
    "set": "change one value, as in --set dungeons.crypt.rooms.max_size=7; may be repeated",
}
COMPILER_HELP = {"compiler": "auto, oscar64, cc65 or all (default: the spec's choice, auto)"}
SIZES_HELP = {"sizes": "list every array with its address and size, too"}
REPORT_HELP = {"report": "write the results to this JSON file"}


# ------------------------------------------------------------------ dungeons


@task(
    iterable=["set_", "vary"],
    help={
        "seed": "which seed, 0 to 65535 (default: 0)",
        "vary": "with --png: a picture for each value of a parameter, as in --vary "
        "dungeons.crypt.rooms.max_size=6,8,10; give it twice for each pair of values",
        "seeds": "several seeds, as in 0-15; with --png a sheet of all of them",
        "dungeon": "which dungeon (default: the first of the program)",
        "floor": "which floor, 1 to 256 (default: 1)",
        "chunk": "which chunk of a world, its column and row, as in 5,2047 (default: 0,0)",
        "around": "with --png: so many chunks on each side of it, too, 1 to 8",
        "steps": "stop the generator after so many steps, to see what it has built by then",
        "png": "write a picture to this file instead",
        "animate": "write an animated picture of how it is built to this file: .gif, or .png",
        "json": "write the dungeon as data to this file instead ('-': to the terminal)",
        "from_file": "a map or seed saved on the C64: FILE, or DISK.d64:NAME (or .d81). Add "
        "--dungeon if its dungeon has another name in the spec",
        "summary": "a line of figures for each seed instead of maps, and their medians",
        "rooms": "number the rooms, in hexadecimal",
        "full": "show each tile as a character, even if the map does not fit the terminal",
        "halves": "show two rows of tiles in one line",
        "scale": "enlarge the picture, 1 to 16 times (default: 1)",
        **SPEC_HELP,
    },
)
def show(
    _: Context,
    seed: str | None = None,
    seeds: str | None = None,
    dungeon: str | None = None,
    png: str | None = None,
    animate: str | None = None,
    json: str | None = None,
    summary: bool = False,
    rooms: bool = False,
    full: bool = False,
    halves: bool = False,
    scale: int = 1,
    floor: int = 1,
    chunk: str | None = None,
    around: int = 0,
    steps: str | None = None,
    from_file: str | None = None,
    vary: Any = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Show a dungeon in the terminal, as a picture, or as data.

    The Python reference generates it; the C64 program generates the same one. In a terminal the map
    is as large as fits: a tile is a character, half of one, or a quarter of one.

    Examples:
      invoke show --seed 7
      invoke show --dungeon burrow --seed 7 --floor 3
      invoke show --seed 7 --set dungeons.crypt.rooms.max_size=12
      invoke show --seed 7 --steps 60
      invoke show --seeds 0-999 --summary
      invoke show --seeds 0-15 --png sheet.png
      invoke show --seed 7 --rooms --png crypt.png --scale 2
      invoke show --dungeon caverns --seed 7 --chunk 5,2047 --around 2 --png world.png
      invoke show --seed 7 --vary dungeons.crypt.rooms.max_size=6,8,10 --png sizes.png
      invoke show --dungeon warren --seed 7 --animate warren.gif
    """
    with answering_for_errors():
        from pygen.commands import show as showing
        from pygen.console.show import print_dungeons, print_figures, print_origin, print_steps
        from pygen.engine.chambers import CHAMBERS
        from pygen.engine.request import Request
        from pygen.engine.seeds import parse_chunk, parse_seed, parse_seeds

        if vary:
            texts = (seeds, from_file, steps, json, animate)
            if not png or any(texts) or summary or rooms or full or halves:
                raise UsageError(
                    "--vary makes one picture of one seed's dungeons",
                    "Use it with --png, --dungeon, --seed, --floor and --scale.",
                )
            entries, columns = showing.vary(
                lambda changes: read_spec(spec, [*set_, *changes]),
                vary,
                dungeon,
                parse_seed(seed or "0"),
                floor,
            )
            print_output("picture", showing.write_variations(entries, columns, png, scale))
            return
        rules = read_spec(spec, set_)
        name = check_dungeon(rules, dungeon)
        if rooms and not any(rules.has_table(name, table) for table in ("rooms", CHAMBERS)):
            warn(f"--rooms: {name} has no table of rooms whose numbers could be shown.")
        place = parse_chunk(chunk) if chunk else (0, 0)
        if from_file and (seed or seeds or floor != 1 or steps or chunk):
            raise UsageError(
                "--from-file excludes --seed, --seeds, --floor, --chunk and --steps",
                "The file says which seed and floor it is.",
            )
        if seed and seeds:
            raise UsageError("--seed and --seeds exclude each other", "Give one of them.")
        if halves and full:
            raise UsageError("--halves and --full exclude each other", "Give one of them.")
        if summary and (png or json or rooms or full or halves or from_file or steps):
            raise UsageError(
                "--summary shows figures only", "Use it with --seeds, --dungeon and --floor."
            )
        if scale != 1 and not png and not animate:
            raise UsageError("--scale is for pictures only", "Add --png FILE.png.")
        if animate:
            others = (seeds, from_file, steps, json, png, chunk, around)
            if any(others) or summary or rooms or full or halves:
                raise UsageError(
                    "--animate makes one picture of how a dungeon is built",
                    "Use it with --dungeon, --seed, --floor and --scale.",
                )
            number = parse_seed(seed or "0")
            with out.status("drawing ..."):
                output = showing.write_animation(rules, name, number, animate, floor, scale)
            print_output("animation", output)
            return
        if around:
            if not png or seeds or from_file or steps or json or summary or rooms:
                raise UsageError(
                    "--around makes one picture of a world's chunks",
                    "Use it with --png, --dungeon, --seed, --floor, --chunk and --scale.",
                )
            request = Request(name, parse_seed(seed or "0"), floor, place)
            picture = showing.write_around(rules, request, around, png, scale)
            print_output("picture", picture)
            return
        if from_file:
            restored = showing.restore_dungeon(rules, from_file, dungeon)
            print_origin(from_file, restored, out)
            dungeons, floor = [restored.generation], restored.file.floor
        else:
            numbers = parse_seeds(seeds) if seeds else [parse_seed(seed or "0")]
            if summary:
                print_figures(showing.generate_figures(rules, name, numbers, floor), out)
                return
            made = check_steps(steps)
            dungeons = showing.generate_dungeons(rules, name, numbers, floor, made, place)
            if made:
                request = Request(name, numbers[0], floor, place)
                print_steps(*showing.steps_made(rules, request, made), out)
        if png:
            picture = showing.write_picture(rules, dungeons, png, scale, rooms, floor)
            print_output("picture", picture)
        if json == "-":
            sys.stdout.write(showing.dungeon_data(rules, dungeons).decode())
        elif json:
            print_output("data", showing.write_data(rules, dungeons, json))
        if not png and not json:
            view: View | None = "full" if full else "halves" if halves else None
            print_dungeons(rules, dungeons, out, rooms, view, floor)


@task(
    iterable=["set_"],
    help={
        "where": "the condition, as in 'secret_rooms >= 3 and stairs_steps between 40 and 60'",
        "dungeon": "which dungeon (default: the first of the program)",
        "floor": "which floor, 1 to 256 (default: 1)",
        "seeds": "seeds and ranges, as in 0-1023 (default: all 65,536)",
        "limit": "stop when so many are found",
        "csv": "write all numbers of the dungeons that were found to this file",
        "png": "write a sheet of pictures of the first 64 of them to this file",
        "scale": "enlarge the pictures, 1 to 16 times (default: 1)",
        **SPEC_HELP,
    },
)
def find(
    _: Context,
    where: str | None = None,
    dungeon: str | None = None,
    floor: int = 1,
    seeds: str | None = None,
    limit: str | None = None,
    csv: str | None = None,
    png: str | None = None,
    scale: int = 1,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Find the seeds whose dungeons meet a condition.

    A condition compares numbers of a dungeon: the fields of its summary, tiles.NAME (how many tiles
    of a kind its map has), stairs_steps and stairs_apart, and seed. Compare with == != < <= > >= or
    between ... and ..., and combine with and, or, not and parentheses. Without --where the task
    lists the numbers. The native build of the C generates the dungeons, the reference where there
    is no C compiler.

    Examples:
      invoke find --where "secret_rooms >= 3 and stairs_steps between 40 and 60"
      invoke find --dungeon warren --where "tiles.door > 20" --limit 8 --png doors.png
      invoke find --where "status != 0" --csv unmet.csv
    """
    with answering_for_errors():
        from pygen.commands import find as finding
        from pygen.console.find import print_numbers, print_search
        from pygen.console.tables import progress_bars
        from pygen.engine.seeds import parse_seeds

        rules = read_spec(spec, set_)
        name = check_dungeon(rules, dungeon)
        if where is None:
            print_numbers(rules, name, out)
            return
        most = finding.check_limit(limit)
        chosen = parse_seeds(seeds) if seeds else range(65536)
        finding.check_where(rules, name, where)
        with out.status(f"building {name} ..."):
            library = finding.native_library(rules, name)
        with progress_bars(out, {name: len(chosen)}) as advance:
            result = finding.find(
                rules,
                name,
                where,
                chosen,
                floor,
                most,
                library,
                lambda count: advance(name, count),
            )
        print_search(result, out, most is not None)
        if csv:
            print_output("table", finding.write_csv(result.found, csv))
        if png:
            sheet = finding.write_sheet(rules, name, result.found, floor, png, scale)
            print_output("pictures", sheet)


@task(
    help={
        "dungeon": "which dungeon to begin with (default: the first of the program)",
        "seed": "which seed to begin with, 0 to 65535",
        "port": "which port of this machine to use (default: a free one)",
        "no_browser": "print the address, and open no browser",
        "spec": SPEC_HELP["spec"],
    },
)
def studio(
    _: Context,
    dungeon: str | None = None,
    seed: str | None = None,
    port: str | None = None,
    no_browser: bool = False,
    spec: str | None = None,
) -> None:
    """Open a page to tune dungeons, watch them grow, find seeds, save, and prove.

    The page is served on this machine only and needs no network. Ctrl+C ends it.

    Examples:
      invoke studio
      invoke studio --dungeon warren --seed 7
      invoke studio --spec my-dungeons/generator.yaml --no-browser
    """
    with answering_for_errors():
        from pygen.commands.studio import check_port, first_page
        from pygen.studio.running import run_studio

        number = check_port(port)
        path, page = first_page(spec, dungeon, seed)
        run_studio(path, BUILD, number, not no_browser, print_address, page)


def print_address(address: str) -> None:
    """Print where the studio is. The address is the only thing that opens it."""
    out.print(f"the studio is at {escape(address)}", soft_wrap=True)
    out.print("Ctrl+C ends it.", style="dim")


@task(help={"folder": "where to write it; a new folder is created"})
def init(_: Context, folder: str) -> None:
    """Write a small commented spec to start from, FOLDER/generator.yaml.

    An existing file is never replaced.

    Example:
      invoke init my-dungeons
    """
    with answering_for_errors():
        from pygen.commands.init import init as write_first_spec

        path = shown_path(write_first_spec(Path(check_word(folder, "init"))))
        out.print(f"{path} written. Look at its first dungeon:", soft_wrap=True)
        out.print(f"  invoke show --spec {path}", soft_wrap=True)


@task(help={"name": "its name: 2 to 24 lowercase letters, digits and _"})
def new_kind(_: Context, name: str) -> None:
    """Write the files of a new kind of dungeon, in Python and in C, to start from.

    A kind is an algorithm with parameters of its own. The new one is complete: a small hall with
    pillars, the same in both languages, with tests and a page. Look at it, prove it, then change
    it into yours. docs/adding-a-kind.md explains its files.

    All files are new ones; an existing file is never replaced. Nothing else is changed: the task
    prints the lines for generator.yaml, and the commands to go on with.

    Example:
      invoke new-kind hall
    """
    with answering_for_errors():
        from pygen.commands.scaffolds import KIND
        from pygen.console.scaffolds import print_written

        print_written(KIND.write(check_word(name, "new-kind")))


@task(help={"name": "its name: 2 to 12 lowercase letters, digits and _"})
def new_pass(_: Context, name: str) -> None:
    """Write the files of a new pass, in Python and in C, to start from.

    A pass changes the dungeon that a kind has built. The new one is complete: it puts pillars
    where the floor is open, the same in both languages, with tests and a page. Look at it, prove
    it, then change it into yours. docs/adding-a-pass.md explains its files.

    All files are new ones; an existing file is never replaced. Nothing else is changed: the task
    prints the lines for generator.yaml, and the commands to go on with.

    Example:
      invoke new-pass rubble
    """
    with answering_for_errors():
        from pygen.commands.scaffolds import PASS
        from pygen.console.scaffolds import print_written

        print_written(PASS.write(check_word(name, "new-pass")))


@task(
    iterable=["set_"],
    help={
        "check": "compare only (the default)",
        "update": "show what changed, then record the new values",
        **SPEC_HELP,
    },
)
def golden(
    _: Context,
    check: bool = False,
    update: bool = False,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Check that the reference still generates the recorded dungeons.

    tests/golden/ has the digests of each dungeon's maps and records for some seeds, the golden
    seeds; for a spec of your own they are in the folder golden/ beside it. A change of the
    generator that was not intended shows up here. After an intended change of the generator or of
    the spec, record the new dungeons with --update.
    """
    with answering_for_errors():
        from pygen.commands import golden as recorded
        from pygen.console.golden import failure

        if check and update:
            raise UsageError("--check and --update exclude each other", "Give one of them.")
        rules = read_spec(spec, set_)
        folder = recorded.golden_folder(spec)
        if update:
            recorded.renew(
                rules, lambda text: out.print(escape(text), soft_wrap=True), folder, print_recorded
            )
            return
        repeat = f"invoke golden --update{f' --spec {spec}' if spec else ''}"
        comparison = recorded.compare_recorded(rules, folder, repeat)
        if comparison.differences:
            raise failure(comparison, repeat)
        out.print(f"{all_of(comparison.dungeons, 'golden dungeon')} unchanged")


def print_recorded(path: Path) -> None:
    """Print that a file of golden dungeons was written or removed."""
    state = "written" if path.exists() else "removed"
    out.print(f"{escape(shown_path(path))} was {state}", soft_wrap=True)


# ------------------------------------------------------------------ building and playing


def build_all(
    profile: str,
    compiler: str | None,
    program: str | None,
    file: str | None,
    overrides: Any,
    sizes: bool,
) -> None:
    """Build with one profile, and print a report for each compiler and carrier."""
    with answering_for_errors():
        from pygen.commands.build import build_program
        from pygen.console.build import print_report

        kind = check_profile(profile)
        spec = program_at_hand(read_spec(file, overrides, BUILD), program)
        for tool in choose_compilers(spec, compiler).compilers:
            with out.status(f"building with {tool} ...") as status:

                def show(what: str, status: Any = status) -> None:
                    status.update(f"building {what} ...")

                built = build_program(
                    spec, spec_name(file), tool, kind, outputs_of(file, BUILD), show
                )
            if built.unchecked:
                warn(built.unchecked)
            for one in built.programs:
                print_report(one, out, sizes)
                out.print()


PROGRAM_HELP = {"program": "which of the spec's programs (default: the first)"}


@task(
    aliases=["build"],
    iterable=["set_"],
    help={**PROGRAM_HELP, **SIZES_HELP, **COMPILER_HELP, **SPEC_HELP},
)
def build_release(
    _: Context,
    program: str | None = None,
    compiler: str | None = None,
    sizes: bool = False,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Build a C64 program as it ships, for all its carriers.

    The program is build/release/<compiler>/undercroft.prg, or what its carriers are called. The
    report shows where the module of each dungeon is, the memory, and the bytes of the resident
    part; with --sizes also where each array is. The section `programs` of the spec lists the
    programs, their dungeons and carriers.

    Examples:
      invoke build-release
      invoke build-release --program collection --compiler all
      invoke build-release --compiler cc65 --set programs.undercroft.dungeons=[crypt,burrow]
    """
    build_all("release", compiler, program, spec, set_, sizes)


@task(iterable=["set_"], help={**PROGRAM_HELP, **SIZES_HELP, **COMPILER_HELP, **SPEC_HELP})
def build_dev(
    _: Context,
    program: str | None = None,
    compiler: str | None = None,
    sizes: bool = False,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Build the C64 program for development: with assertions and symbols.

    The program is build/dev/<compiler>/undercroft.prg.
    """
    build_all("dev", compiler, program, spec, set_, sizes)


@task(
    iterable=["set_"],
    help={
        "to": "the folder for the files; it is made if necessary",
        "dungeon": "which dungeon (default: the first of the program)",
        **COMPILER_HELP,
        **SPEC_HELP,
    },
)
def export(
    _: Context,
    to: str,
    dungeon: str | None = None,
    compiler: str | None = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Export a dungeon for your own game: machine code with a table of calls.

    It comes with an include for assemblers, a header for OSCAR64 and cc65, an example in C, and a
    list of the memory it takes. The section `modules` of the spec says where it is in memory.

    Examples:
      invoke export --dungeon crypt --to ../my-game/crypt
      invoke export --dungeon burrow --to burrow --set modules.start=0x8000
    """
    with answering_for_errors():
        from pygen.commands.export import export as export_module
        from pygen.console.export import print_export

        folder = Path(check_word(to, "export"))
        # The addresses of our own programs, for which a map may be too large, are not the game's.
        read = read_spec(spec, [*(set_ or ()), "memory={}"], BUILD)
        which = check_dungeon(read, dungeon)
        if compiler == "all":
            raise UsageError("--compiler: a module has one compiler", "Choose oscar64 or cc65.")
        (tool,) = choose_compilers(read, compiler).compilers[:1]
        with out.status(f"building with {tool} ..."):
            exported = export_module(read, spec_name(spec), tool, which, folder, BUILD)
        if exported.unchecked:
            warn(exported.unchecked)
        print_export(exported)
        if exported.place.overlap:
            warn(f"{exported.place.overlap}.")


@task(
    iterable=["set_"],
    help={
        "seed": "which seed, 0 to 65535; starts without the menu (default: start with the menu)",
        "dungeon": "which dungeon (default: the first of the program)",
        "floor": "which floor, 1 to 256 (default: 1)",
        "profile": "release or dev (default: release)",
        "warp": "run as fast as this machine can",
        "headless": "without a window, for --screenshot",
        "screenshot": "write what the screen shows to this PNG (with --headless only)",
        **PROGRAM_HELP,
        "carrier": "prg, d64, d81, easyflash or magic_desk (default: the program's first)",
        **COMPILER_HELP,
        **SPEC_HELP,
    },
)
def run_vice(
    _: Context,
    seed: str | None = None,
    dungeon: str | None = None,
    floor: int = 1,
    program: str | None = None,
    carrier: str | None = None,
    profile: str = "release",
    compiler: str | None = None,
    warp: bool = False,
    headless: bool = False,
    screenshot: str | None = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Play the C64 program in VICE, or take a picture of it without a window.

    Examples:
      invoke run-vice
      invoke run-vice --dungeon catacombs --seed 7 --floor 3
      invoke run-vice --seed 7 --headless --screenshot seven.png
      invoke run-vice --program collection --carrier easyflash
    """
    with answering_for_errors():
        from pygen.commands import run_vice as running
        from pygen.console.run_vice import print_drive
        from pygen.engine.seeds import parse_seed
        from pygen.media.disk_image import ENDINGS

        rules = program_at_hand(read_spec(spec, set_), program)
        if headless != bool(screenshot):
            raise UsageError("--headless and --screenshot belong together", "Give both, or none.")
        if screenshot:
            output_path(screenshot, "--screenshot", ".png", "a PNG picture")
        name = check_dungeon(rules, dungeon)
        number = parse_seed(seed) if seed is not None else 1
        comes_on = carrier_of(rules, carrier)
        executable = rules.emulator.path or ""
        if screenshot:
            running.require_picture_of(comes_on)
        roms = running.find_roms(executable, BUILD)
        played = build_to_play(rules, spec, profile, compiler, name, comes_on)
        skips_menu = seed is not None or dungeon is not None or floor != 1
        data = running.with_choices(played, name, number, floor, skips_menu)
        if roms.is_stub:
            warn(running.WITHOUT_ROMS)
        if screenshot:
            output = running.write_screenshot(played, data, roms, screenshot, executable)
            print_output("picture", output)
            return
        ending, disk = played.carrier.ending, None
        if ending in ENDINGS:
            if roms.is_stub:
                raise UsageError(
                    "a program on a disk is loaded by the KERNAL, of which there is none here",
                    "Name a folder with the C64's ROMs in UNDERCROFT_ROMS, or another --carrier.",
                )
            disk = running.disk_to_play(played, data, outputs_of(spec, BUILD))
        elif not roms.is_stub:
            drive = running.insert_disk(played, outputs_of(spec, BUILD))
            print_drive(drive, out)
            disk = drive.path
        ntsc = rules.emulator.standard == "ntsc"
        running.open_window(data, roms, executable, warp, ntsc, disk, ending=ending)


def build_to_play(
    rules: Spec,
    file: str | None,
    profile: str,
    compiler: str | None,
    dungeon: str,
    carrier: Carrier | None = None,
) -> ModularProgram:
    """A program that can be played, with `dungeon` in it."""
    from pygen.commands import run_vice as running
    from pygen.console.run_vice import print_left_out

    kind = check_profile(profile)
    tool = choose_compilers(rules, compiler).compilers[0]
    with out.status(f"building with {tool} ..."):
        program = running.build_to_play(
            rules, spec_name(file), tool, kind, dungeon, carrier, outputs_of(file, BUILD)
        )
    print_left_out(rules, program, out)
    return program


@task(
    iterable=["set_"],
    help={
        "seeds": "save the maps of these seeds on it, as in 0,7,100-120",
        "dungeon": "which dungeon (default: the first of the program)",
        "floor": "which floor, 1 to 256 (default: 1)",
        "profile": "release or dev (default: release)",
        "output": "the image's file, FILE.d64 (default: build/undercroft.d64; of another spec "
        "build/specs/NAME/undercroft.d64)",
        **COMPILER_HELP,
        **SPEC_HELP,
    },
)
def disk(
    _: Context,
    seeds: str | None = None,
    dungeon: str | None = None,
    floor: int = 1,
    profile: str = "release",
    compiler: str | None = None,
    output: str | None = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Make a disk image (D64) with the program, a readme and maps.

    Examples:
      invoke disk
      invoke disk --dungeon catacombs --seeds 0,7,100-120 --output catacombs.d64
    """
    with answering_for_errors():
        from pygen.commands import disk as disks
        from pygen.engine.seeds import parse_seeds

        rules = program_at_hand(read_spec(spec, set_), None)
        name = dungeons_of(rules, check_dungeon(rules, dungeon))[0]
        numbers = parse_seeds(seeds) if seeds else []
        if floor != 1 and not numbers:
            raise UsageError("--floor: no map is saved without --seeds", "Add --seeds, as in 0-7.")
        path = output_path(output, "--output", ".d64", "a disk image") if output else None
        disks.check_maps(rules, name, len(numbers))
        program = build_to_play(rules, spec, profile, compiler, name)
        target = path or disks.disk_path(program, outputs_of(spec, BUILD))
        written = disks.write_disk(program, target, name, numbers, floor)
        print_output(f"{len(written.files)} files", written.output)


# ------------------------------------------------------------------ proofs


@task(
    iterable=["set_"],
    help={
        "seeds": "seeds and ranges, as in 0,7,100-120 (default: the spec's golden seeds)",
        "floor": "the floor of each seed, or several, as in 1-256 (default: 1)",
        "chunk": "the chunk of a world, as in 5,2047 (default: for each seed another one)",
        "steps": "compare after so many steps of the generator (default: at the end)",
        "dungeon": "only this dungeon (default: all in the program)",
        "compiler": "auto, oscar64, cc65 or all (default: all)",
        "profile": "release or dev (default: release)",
        "jobs": "emulators at a time (default: one for each processor)",
        **REPORT_HELP,
        **SPEC_HELP,
    },
)
def parity(
    _: Context,
    seeds: str | None = None,
    dungeon: str | None = None,
    compiler: str = "all",
    profile: str = "release",
    report: str | None = None,
    jobs: int = PROCESSORS,
    floor: str = "1",
    chunk: str | None = None,
    steps: str | None = None,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Prove in VICE that the C64's modules generate the reference's dungeons, byte for byte.

    The module of each dungeon runs in the emulator and generates it. Map, room records
    and other tables, summary and counts of tiles are compared with the Python reference. A
    difference is reported with the first phase and step, the fields and the tiles that are wrong.
    For all seeds see `verify`.

    Examples:
      invoke parity
      invoke parity --dungeon crypt --seeds 0-999 --compiler cc65
      invoke parity --seeds 7 --floor 1-256
    """
    with answering_for_errors():
        from pygen.commands.parity import plan_parity
        from pygen.console.parity import ParityReport, print_idle_passes, print_summary
        from pygen.console.tables import progress_bars
        from pygen.engine.seeds import parse_chunk, parse_floors, parse_seeds
        from pygen.proof import parity as proof

        rules, folder = program_with(read_spec(spec, set_), dungeon, BUILD)
        profile = check_profile(profile)
        chosen = parse_seeds(seeds) if seeds else rules.parity.seeds()
        levels = parse_floors(floor)
        workers = check_jobs(jobs)
        names = dungeons_of(rules, dungeon)
        with out.status("building ...") as status:
            planned = plan_parity(
                rules,
                spec_name(spec),
                choose_compilers(rules, compiler).compilers,
                names,
                chosen,
                levels,
                profile,
                lambda what: status.update(f"building {what} ..."),
                folder,
                check_steps(steps),
                parse_chunk(chunk) if chunk else None,
            )
        repeat_arguments = "".join(
            [f" --spec {spec}" if spec else ""]
            + [f" --set {change}" for change in set_]
            + [f" --profile {profile}" if profile != "release" else ""]
        )
        totals = {job.name: len(job.requests) for job in planned}
        with progress_bars(out, totals) as advance:
            listener = ParityReport(out, repeat_arguments, advance)
            cases = proof.compare_all(planned, listener, workers)
        print_summary(cases, out)
        samples = {job.dungeon: job.requests for job in planned}
        idle = {name: proof.passes_without_effect(rules, samples[name]) for name in names}
        print_idle_passes(idle, out)
        if report:
            write = functools.partial(proof.write_report, cases=cases)
            print_output("cases", write_with(Path(report), write))
        wrong = sum(not case.equal for case in cases)
        if wrong:
            count = counted(len(cases), "dungeon")
            raise ParityFailed(f"not equal to the reference: {wrong:,} of {count}")
        out.print(f"[bold green]{all_of(len(cases), 'dungeon')} equal, byte for byte[/]")


@task(
    iterable=["set_"],
    help={
        "seeds": "seeds and ranges, as in 0,7,100-120 (default: all 65,536)",
        "sample": "this many seeds, evenly spread",
        "chunks_of": "of worlds: instead of seeds 65,536 chunks of this seed, 256 x 256 around the "
        "corner of the world; --seeds and --sample say which of them",
        "dungeon": "only this dungeon (default: all in the program)",
        "compiler": "oscar64, cc65, all, or none for the native build alone (default: all)",
        "against": "python, or native: the 6502 code with the native build (default: python)",
        "together": "prove the modules of a program, each used right after another one of it",
        "flags": "instead of the release, every optimisation level of the compilers (on 64 seeds)",
        "again": "ignore earlier results and check everything again",
        "report": "write the results to this JSON file (default: build/verify/report.json)",
        "jobs": "processes at a time (default: one for each processor)",
        **SPEC_HELP,
    },
)
def verify(
    _: Context,
    seeds: str | None = None,
    sample: str | None = None,
    chunks_of: str | None = None,
    dungeon: str | None = None,
    compiler: str = "all",
    against: str = "python",
    together: bool = False,
    flags: bool = False,
    again: bool = False,
    report: str | None = None,
    jobs: int = PROCESSORS,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Prove for all seeds that Python, native C and 6502 code generate the same dungeons.

    The native build of the C and the 6502 code of each compiler, run by a simulator, are compared
    with the reference, whose dungeons are kept as digests. Results are kept too: an interrupted run
    continues where it stopped, and a change of one kind of dungeon leaves the proofs of the others
    alone. The whole proof takes many minutes; --sample is quicker, and so is --against native,
    which compares the 6502 code with the native build: that needs no dungeon in Python.

    Examples:
      invoke verify --sample 256
      invoke verify --dungeon crypt --compiler cc65
      invoke verify --dungeon citadel --compiler oscar64 --against native
      invoke verify --dungeon caverns --chunks-of 7
    """
    with answering_for_errors():
        from pygen.commands.verify import plan_verify, worlds_of
        from pygen.console.verify import prove_jobs, verify_levels
        from pygen.engine.seeds import parse_seed, parse_seeds
        from pygen.proof import every_seed as proof_of_all
        from pygen.proof.journal import spread

        rules = program_with(read_spec(spec, set_), dungeon, BUILD)[0]
        if seeds and sample:
            raise UsageError("--seeds and --sample exclude each other", "Give one of them.")
        is_native = is_against_native(against, compiler == "none" or flags)
        size = sample_size(sample)
        default = spread(64) if flags else range(65536)
        chosen = parse_seeds(seeds) if seeds else default
        chosen = spread(size) if size else chosen
        names = dungeons_of(rules, dungeon)
        world_seed = parse_seed(chunks_of) if chunks_of else None
        if world_seed is not None:
            names = worlds_of(rules, names)
            if flags:
                raise UsageError("--flags and --chunks-of exclude each other", "Give one of them.")
        with_compiler = compiler != "none"
        compilers = choose_compilers(rules, compiler, ["none"]).compilers if with_compiler else []
        workers = check_jobs(jobs)
        target = Path(report) if report else proof_of_all.VERIFY_FOLDER / "report.json"
        if flags:
            verify_levels(rules, spec_name(spec), compilers, names, chosen, workers, out)
            return
        with out.status("building ...") as status:
            planned, left_out = plan_verify(
                rules,
                spec_name(spec),
                compilers,
                names,
                chosen,
                together,
                is_native,
                lambda what: status.update(f"building {what} ..."),
                chunks_of=world_seed,
            )
        if left_out:
            out.print(f"[yellow]{escape(left_out)}[/]", soft_wrap=True)
        if again:
            for job in planned:
                job.journal.forget()
        wrong = prove_jobs(planned, workers, out, target)
        if wrong:
            raise ParityFailed(f"not equal: {', '.join(wrong)}")
        count = sum(len(job.seeds) for job in planned)
        out.print(f"[bold green]{all_of(count, 'comparison')} equal, byte for byte[/]")
        out.print(f"results written to {os.path.relpath(target)}")


@task(
    iterable=["set_"],
    help={
        "seeds": "seeds and ranges, as in 0-1023 (default: the spec's golden seeds)",
        "floor": "which floor, 1 to 256 (default: 1)",
        "dungeon": "only this dungeon (default: all in the program)",
        "compiler": "auto, oscar64, cc65 or all (default: all)",
        "profile": "release, dev or all (default: release)",
        "screen": "dark, or both: measure with the screen on, too (default: both)",
        "compare": "show the change since this older report",
        "check": "fail if a budget is exceeded, or a median is above tests/bench/baseline.json",
        "bless": "record these figures in tests/bench/baseline.json",
        "python": "time the Python tools instead",
        "studio": "time the studio's page in Chromium instead",
        "jobs": "emulators at a time (default: one for each processor)",
        **REPORT_HELP,
        **SPEC_HELP,
    },
)
def bench(
    _: Context,
    seeds: str | None = None,
    floor: int = 1,
    dungeon: str | None = None,
    compiler: str = "all",
    profile: str = "release",
    screen: str = "both",
    report: str | None = None,
    compare: str | None = None,
    check: bool = False,
    bless: bool = False,
    python: bool = False,
    studio: bool = False,
    jobs: int = PROCESSORS,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Measure the cycles and bytes of the generators on the C64.

    Cycles are exact, counted by the C64's own timers, by phase.

    Examples:
      invoke bench --screen dark
      invoke bench --report before.json
      invoke bench --compare before.json
    """
    with answering_for_errors():
        from pygen.commands.bench import BASELINE, plan_bench
        from pygen.compilers.building import Profile
        from pygen.console import bench as bench_tables
        from pygen.console.tables import progress_bars
        from pygen.engine.seeds import parse_seeds
        from pygen.measure import bench as benching
        from pygen.measure import budgets as bench_check
        from pygen.measure.tools import timings

        rules, folder = program_with(read_spec(spec, set_), dungeon, BUILD)
        profiles = get_args(Profile) if profile == "all" else (check_profile(profile),)
        if screen not in ("dark", "both"):
            raise UsageError(f"--screen: {screen!r} is unknown", "Choose dark or both.")
        if bless and "release" not in profiles:
            raise UsageError("--bless: only the release profile has committed figures", "")
        if floor != 1 and (check or bless):
            raise UsageError("--floor: budgets and committed figures are of floor 1", "")
        workers = check_jobs(jobs)
        older = benching.read_report(Path(compare)) if compare else []
        names = dungeons_of(rules, dungeon)
        if studio:
            from pygen.studio.measuring import studio_timings

            file = Path(spec) if spec else DEFAULT_SPEC
            for timing in studio_timings(file, names[0], BUILD):
                bench_tables.print_timing(timing, out)
            return
        compilers = choose_compilers(rules, compiler).compilers
        if python:
            for timing in timings(rules, compilers, names):
                bench_tables.print_timing(timing, out)
            return
        chosen = parse_seeds(seeds) if seeds else rules.parity.seeds()
        with out.status("building ...") as status:
            planned = plan_bench(
                rules,
                spec_name(spec),
                [(tool, kind) for tool in compilers for kind in profiles],
                names,
                chosen,
                screen == "both",
                floor,
                lambda what: status.update(f"building {what} ..."),
                folder,
            )
        totals = {bench_tables.bar_name(job): len(job.seeds) for job in planned.jobs}
        with progress_bars(out, totals) as advance:
            results = planned.run(
                workers,
                lambda job: advance(bench_tables.bar_name(job), 1),
            )
        bench_tables.print_results(results, out)
        if older:
            bench_tables.print_comparison(older, results, out)
        if report:
            write_results = functools.partial(benching.write_report, items=results)
            print_output("results", write_with(Path(report), write_results))
        if bless:
            bench_check.write_baseline(BASELINE, results)
            out.print(f"committed figures written to {os.path.relpath(BASELINE)}")
        if check:
            baseline = bench_check.read_baseline(BASELINE)
            verdict = bench_check.require_budgets(rules, results, baseline)
            bench_tables.print_verdict(verdict, Path(os.path.relpath(BASELINE)), out)


@task(
    iterable=["set_"],
    help={
        "seed": "which seed, 0 to 65535 (default: 0)",
        "dungeon": "which dungeon (default: the first of the program)",
        "profile": "release or dev (default: release)",
        "lines": "how many lines of source to show (default: 20)",
        "functions": "how many functions to show (default: 30)",
        **COMPILER_HELP,
        **SPEC_HELP,
    },
)
def profile(
    _: Context,
    seed: str = "0",
    dungeon: str | None = None,
    compiler: str | None = None,
    profile: str = "release",
    lines: int = 20,
    functions: int = 30,
    spec: str | None = None,
    set_: Any = None,
) -> None:
    """Show where the cycles of a dungeon go: by phase, by function, by line of source.

    Example:
      invoke profile --dungeon crypt --seed 7 --compiler oscar64
    """
    with answering_for_errors():
        from pygen.console.profile import print_profile
        from pygen.engine.request import Request
        from pygen.engine.seeds import parse_seed
        from pygen.measure.profile import module_with_lines
        from pygen.measure.profile import profile as take_profile

        rules = read_spec(spec, set_)
        kind = check_profile(profile)
        name = check_dungeon(rules, dungeon)
        number = parse_seed(seed)
        for tool in choose_compilers(rules, compiler).compilers:
            with out.status(f"building with {tool} ..."):
                module = module_with_lines(rules, spec_name(spec), tool, name, kind, BUILD)
            with out.status("counting cycles ..."):
                profiled = take_profile(module, Request(name, number))
            print_profile(profiled, out, functions, lines)


# ------------------------------------------------------------------ the machine and the project


@task(
    iterable=["set_"],
    help={
        "canaries": "check the compilers: compile small programs that some versions get wrong",
        **SPEC_HELP,
    },
)
def doctor(_: Context, canaries: bool = False, spec: str | None = None, set_: Any = None) -> None:
    """List the tools on this machine, and how to get those that are missing.

    The exit status is 1 if a required tool is missing, or the spec has errors.
    """
    with answering_for_errors():
        from pygen.commands.doctor import all_required, examine
        from pygen.console.doctor import print_findings

        try:
            rules = read_spec(spec, set_)
        except UserError as error:
            complaints.print(escape(str(error)), soft_wrap=True)
            rules = None
        if rules and canaries:
            try_canaries(rules)
            return
        findings = examine(rules)
        print_findings(findings, out)
        if not all_required(findings) or rules is None:
            raise Exit(code=1)


def sample_size(text: str | None) -> int | None:
    """How many seeds `--sample` asks for; None without it."""
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65536:
        raise UsageError(f"--sample: {text} is not a number of seeds", "Give 1 to 65536.")
    return int(text)


def try_canaries(spec: Spec) -> None:
    """Show each compiler's results for the canaries. Raises MiscompilerFound for a harmful one."""
    from pygen.commands.doctor import try_compiler
    from pygen.console.canaries import print_results as print_canaries

    trials = [try_compiler(spec, tool) for tool in choose_compilers(spec, "all").compilers]
    for trial in trials:
        print_canaries(trial.compiler, trial.results, out)
    for trial in trials:
        trial.require_fit()


@task
def schema(_: Context) -> None:
    """Write the JSON Schema of the spec, with which editors complete and check generator.yaml."""
    with answering_for_errors():
        from pygen.commands.schema import write_spec_schema

        written = write_spec_schema(BUILD)
        state = "written" if written.is_new else "unchanged"
        out.print(f"{os.path.relpath(written.path)}: {state}")


@task
def clean(_: Context) -> None:
    """Remove build/, with everything that was built."""
    with answering_for_errors():
        from pygen.commands import clean as cleaning

        was_there = cleaning.remove_build(BUILD)
        name = os.path.relpath(BUILD)
        out.print(f"{name}/ was removed" if was_there else f"there was no {name}/")


@task(
    help={
        "arguments": "arguments for pytest, as in --arguments '-k parity -x'",
        "jobs": "processes at a time (default: one for each processor)",
    },
)
def test(context: Context, arguments: str = "", jobs: int = PROCESSORS) -> None:
    """Run the tests. Those whose tools are missing are skipped.

    With --arguments=--long those are run, too, that take many minutes or repeat another one with
    the other compiler.
    """
    with answering_for_errors():
        workers = check_jobs(jobs)
    with context.cd(str(ROOT)):
        command = f"{sys.executable} -m pytest -n {workers} --dist worksteal {arguments}"
        context.run(command, pty=sys.stdout.isatty(), in_stream=False)
