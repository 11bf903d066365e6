"""Run your own program without a window, and compare the dungeon in its memory with the reference.

The program is a PRG file with a module that `invoke export` has written. It runs in VICE, or with
--simulate in our simulator, which is quicker, but has no chips and no KERNAL: its calls return at
once. When the program is ready, the module in its memory says which dungeon it is, which seed and
floor it was asked for, and where its map and its tables are. Every tile and every field that
differs from the reference is named. A program that has changed the map by then, such as by opening
a door, differs there: let it be ready before.

The program is ready when it stores to the address of --ready, or stores the given value there.
Without --ready it is compared when the time of --until is over: seconds of the C64's time, as in
20s, or cycles.

Programs that call the KERNAL or are written in BASIC need ROMs: name a folder with the C64's ROMs,
or the free Open ROMs, in the environment variable UNDERCROFT_ROMS, such as
/usr/share/open-roms/C64. Without them VICE has our replacement, in which calls of the KERNAL
return at once, too.

The exit status is 0 if everything is equal, 1 if something differs, and 2 if nothing can be
compared: no program, no module of this dungeon, or a program that is never ready.

Examples:
  invoke try game.prg --dungeon crypt
  invoke try game.prg --dungeon crypt --ready 0x03ff=1 --until 60s
  invoke try game.prg --dungeon crypt --simulate --until 5000000
  invoke try loader.prg --dungeon crypt --load crypt/crypt.prg --seed-at 0xc000
"""

from __future__ import annotations

import re
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from pygen.base.errors import UsageError, UserError
from pygen.base.words import counted
from pygen.builders.own_program import (
    InSimulator,
    InVice,
    Left,
    Machine,
    OwnProgram,
    Ready,
    TryFailed,
    read_program,
)
from pygen.builders.simulator import build_simulator
from pygen.console.arguments import DUNGEON, SpecArguments
from pygen.console.options import Flag, Name, Parsed, Several, Text
from pygen.console.tables import plain_table
from pygen.console.terminal import out
from pygen.emit.memory_regions import all_regions
from pygen.emulators.base import CYCLES_A_SECOND, MEMORY_SIZE
from pygen.media.playing import find_roms
from pygen.proof.differences import picture
from pygen.proof.own_program import (
    Comparison,
    compared,
    module_of,
    places_in,
    places_of,
    request_of,
    values_in,
)
from pygen.spec import Spec
from pygen.spec.open_parameters import open_parameters, values_in_words, with_values

UNTIL = 20 * CYCLES_A_SECOND
MOST_CYCLES = 3600 * CYCLES_A_SECOND
MOST_LINES = 20
"""How many differences are printed."""
MOST_TILES = 100
"""With how many differing tiles a picture of them is printed."""


def parse_address(option: str, text: str) -> int:
    """An address as people write it: 0x0400, $0400 or 1024. Raises UsageError for anything else."""
    match = re.fullmatch(r"(?:0x|\$)([0-9a-fA-F]{1,4})|([0-9]{1,5})", text.strip())
    value = (int(match[1], 16) if match[1] else int(match[2])) if match else MEMORY_SIZE
    if value >= MEMORY_SIZE:
        raise UsageError(f"{option}: {text!r} is not an address", "Write it as in 0x03ff, or 1023.")
    return value


def parse_ready(text: str) -> tuple[int, int | None]:
    """An address, and a value if one is given, as in 0x03ff=1."""
    place, equals, value = text.partition("=")
    address = parse_address("--ready", place)
    if not equals:
        return address, None
    number = parse_address("--ready", value)
    if number > 255:
        raise UsageError(f"--ready: {value} is not a byte", "Give a value from 0 to 255.")
    return address, number


def parse_until(text: str) -> int:
    """A time in cycles: cycles, or seconds of the C64's time, as in 20s."""
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)\s*s|([0-9]{1,12})", text.strip())
    cycles = 0
    if match:
        cycles = int(float(match[1]) * CYCLES_A_SECOND) if match[1] else int(match[2])
    if not 1000 <= cycles <= MOST_CYCLES:
        raise UsageError(
            f"--until: {text!r} is no time",
            "Write seconds of the C64's time, as in 20s, or cycles, as in 5000000: up to an hour.",
        )
    return cycles


class Arguments(SpecArguments):
    program = Name("the program, a PRG file")
    dungeon = DUNGEON
    ready = Parsed[tuple[int, int | None] | None](
        "the address to which the program stores when it is ready, and the value if only one "
        "counts, as in 0x03ff=1",
        None,
        parse_ready,
    )
    until = Parsed(
        "how long it may run at most, and without --ready how long it runs: seconds of the C64's "
        "time, as in 20s, or cycles (default: 20s)",
        UNTIL,
        parse_until,
    )
    seed_at = Parsed[int | None](
        "the address of the seed, two bytes, if the program has changed the module's arguments "
        "(default: the module's own)",
        None,
        lambda text: parse_address("--seed-at", text),
    )
    layout = Text(
        "the folder of the export, for the addresses of map and tables (default: the module in "
        "memory is asked for them)"
    )
    load = Several("another PRG file that is in memory when it starts; may be repeated")
    start = Parsed[int | None](
        "the address of its first instruction (default: its line of BASIC with SYS, or where it "
        "is loaded)",
        None,
        lambda text: parse_address("--start", text),
    )
    simulate = Flag("run it in our simulator instead of VICE, without chips and KERNAL")


def run(given: Arguments) -> int:
    try:
        return try_program(given)
    except UserError as error:
        if error.exit_code != 1:
            raise
        # Status 1 says that something differs.
        raise TryFailed(error.message, error.hint) from error


def try_program(given: Arguments) -> int:
    """Run the program and compare its dungeon: 0 if it is equal, 1 if it differs.

    Raises UserError if there is nothing to compare.
    """
    spec, dungeon = given.spec, given.dungeon
    others = [Path(one) for one in given.load]
    program = read_program(Path(given.program), given.start, others)
    address, value = given.ready or (None, None)
    ready = Ready(given.until, address, value)
    names = list(all_regions(spec, dungeon))
    layout = places_in(Path(given.layout), dungeon, names) if given.layout else None
    machine = machine_of(spec, given.simulate)
    with out.status(f"running {escape(program.path.name)} ..."):
        left = machine.run(program, ready)
    print_run(program, machine, left, ready)
    found = module_of(spec, dungeon, left.memory)
    request = request_of(spec, dungeon, found, left.memory, given.seed_at)
    places = layout or places_of(spec, dungeon, found, left.memory)
    if layout and layout["start"] != found.start:
        raise UsageError(
            f"--layout: its module is at ${layout['start']:04x}, that of the program at "
            f"${found.start:04x}",
            "Name the export that the program was built with.",
        )
    values = values_in(spec, dungeon, found, left.memory)
    opened = open_parameters(spec, dungeon)
    if opened.parameters:
        out.print(f"open parameters: {values_in_words(opened, values)}", soft_wrap=True)
    spec = with_values(spec, dungeon, values)
    result = compared(spec, request, found, places, left.memory)
    print_comparison(spec, result, out)
    return 0 if result.is_equal else 1


def machine_of(spec: Spec, simulates: bool) -> Machine:
    """The machine to run in. Raises ToolMissing if its tools are missing."""
    if simulates:
        return InSimulator(build_simulator())
    emulator = spec.emulator
    executable = emulator.path or ""
    return InVice(find_roms(executable), executable, emulator.standard == "ntsc")


def print_run(program: OwnProgram, machine: Machine, left: Left, ready: Ready) -> None:
    """Print where the program has run, and how long."""
    when = "" if ready.address is None else f", until it stored to ${ready.address:04x}"
    cycles = f"{left.cycles:,} cycles" if left.cycles else "run"
    text = f"{program.path.name}: {cycles} in {machine.words}{when}"
    out.print(text, soft_wrap=True, markup=False)


def print_comparison(spec: Spec, result: Comparison, console: Console) -> None:
    """Print which dungeon the module has made, and for each part of it whether it is equal."""
    found, request = result.found, result.request
    console.print(f"{request}: module at ${found.start:04x}, digest {found.digest}", soft_wrap=True)
    table = plain_table("", 2, "memory", "", "bytes")
    for name, data in result.python.items():
        first = result.places[name]
        wrong = result.bytes_differing(name)
        said = "[green]equal[/]"
        if wrong:
            said = f"[bold red]{counted(wrong, 'byte')} differ{'s' if wrong == 1 else ''}[/], "
            said += f"first at ${result.first_address(name):04x}"
        place = f"${first:04x}-${first + len(data) - 1:04x}"
        table.add_row(f"{name} {place}", said, f"{len(data):,}")
    console.print(table)
    for one in result.differing[:MOST_LINES]:
        console.print(f"  {one}", soft_wrap=True, markup=False)
    more = len(result.differing) - MOST_LINES
    if more > 0:
        console.print(f"  ... and {more:,} more", style="dim")
    tiles = sum(one.region == "map" for one in result.differing)
    if 0 < tiles <= MOST_TILES:
        console.print(picture(spec, request.dungeon, result.python["map"], result.c64["map"]))
