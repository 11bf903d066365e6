"""Show a dungeon in the terminal, as a picture, or as data.

The Python reference generates it; the C64 program generates the same one. In a terminal the map
is as large as possible: a tile is a character, half of one, or a quarter of one.

Examples:
  invoke show --seed 7
  invoke show --dungeon burrow --seed 7 --floor 3
  invoke show --seed 7 --set dungeons.crypt.rooms.max_size=12
  invoke show --dungeon burrow --seed 7 --floor 5-8
  invoke show --seed 7 --steps 60
  invoke show --seeds 0-999 --summary
  invoke show --seeds 0-15 --png sheet.png
  invoke show --all-dungeons --seed 7 --png dungeons.png
  invoke show --seed 7 --rooms --png crypt.png --scale 2
  invoke show --dungeon caverns --seed 7 --chunk 5,2047 --around 2 --png world.png
  invoke show --seed 7 --vary dungeons.crypt.rooms.max_size=6,8,10 --png sizes.png
  invoke show --dungeon warren --seed 7 --animate warren.gif
  invoke show --dungeon keep --seed 7 --force vault=treasury
  invoke show --spec game.yaml --seed 7 --values rooms.max_size=7,secrets.room_chance=30
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from rich.markup import escape
from yaml.nodes import SequenceNode

from pygen.base.errors import UsageError, UserError
from pygen.base.version import with_head
from pygen.console.arguments import (
    CHUNK,
    DUNGEON,
    FLOORS,
    SEED,
    SpecArguments,
    check_dungeon,
    read_spec,
    steps,
)
from pygen.console.maps import print_dungeons, print_figures
from pygen.console.options import (
    PNG,
    Excludes,
    FitsOnly,
    Flag,
    Needs,
    Number,
    OutputFile,
    Parsed,
    Several,
    Text,
)
from pygen.console.terminal import out, warn, write_output
from pygen.console.tries import print_tries
from pygen.console.values import VALUES, values_for
from pygen.engine.constants import WORLD_CHUNKS
from pygen.engine.definition.places import PLACES
from pygen.engine.dungeon.chambers import CHAMBERS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.floors import dungeon_seed
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_seeds
from pygen.kinds import advance, begin, generate
from pygen.kinds.tracing import trace
from pygen.media.saved_map import (
    SavedMap,
    read_saved,
    restored,
    spec_of_values,
    values_of_file,
)
from pygen.pictures import Entry, as_json, as_png, contact_sheet, json_bytes, world_png
from pygen.pictures.data import figures, pass_values
from pygen.pictures.film import as_animation
from pygen.pictures.terminal import View
from pygen.search.tries import Tried, is_missed
from pygen.spec import Spec
from pygen.spec.open_parameters import with_values
from pygen.spec.yaml_syntax import InvalidYaml, compose

FORMAT = 1
"""The format of the file of --json. It is raised when a key changes its meaning or goes."""
MOST_AROUND = 8
MOST_VARIATIONS = 2
MOST_COLUMNS = 4
COLUMNS_OF_DUNGEONS = 6
"""How many dungeons are side by side on a sheet of all dungeons."""


class Arguments(SpecArguments):
    seed = SEED
    vary = Several(
        "with --png: a picture for each value of a parameter, as in --vary "
        "dungeons.crypt.rooms.max_size=6,8,10; give it twice for each pair of values"
    )
    seeds = Parsed(
        "several seeds, as in 0-15; with --png a sheet of all of them", None, parse_seeds
    )
    dungeon = DUNGEON
    all_dungeons = Flag("with --png: a sheet of all dungeons of the file, with their names")
    floor = FLOORS
    chunk = CHUNK
    around = Number(
        "with --png: show this many chunks on each side, too, 1 to 8",
        0,
        range(MOST_AROUND + 1),
        f"Give a number from 1 to {MOST_AROUND}.",
    )
    values = VALUES
    steps = steps("stop the generator after this many steps, to see what it has built by then")
    png = OutputFile("write a picture to this file instead", *PNG)
    animate = OutputFile(
        "write an animated picture of how it is built to this file: .gif, or .png",
        [".gif", ".png"],
        "an animated picture",
    )
    json = Text("write the dungeon as data to this file instead ('-': to the terminal)")
    from_file = Text(
        "a map or seed saved on the C64: FILE, or DISK.d64:NAME (or .d81). Add "
        "--dungeon if its dungeon has another name in the spec"
    )
    force = Text(
        "build the dungeon with this: vault=NAME tries the vault before all others, and says which "
        "rules failed if it finds no place"
    )
    summary = Flag("a line of figures for each seed instead of maps, and their medians")
    rooms = Flag("number the rooms, in hexadecimal")
    full = Flag("show each tile as a character, even if the map does not fit the terminal")
    halves = Flag("show two rows of tiles in one line")
    scale = Number("enlarge the picture, 1 to 16 times (default: 1)", 1)
    rules = (
        FitsOnly(
            "vary",
            "png dungeon seed floor scale",
            "makes one picture of one seed's dungeons",
            needed="png",
        ),
        FitsOnly(
            "all_dungeons",
            "png seed floor scale",
            "makes one picture of all dungeons",
            needed="png",
        ),
        Excludes(
            "from_file",
            "seed seeds floor chunk steps",
            hint="The file says which seed and floor it is.",
        ),
        Excludes("seed", "seeds"),
        Excludes("values", "vary all_dungeons from_file force"),
        Excludes("halves", "full"),
        FitsOnly("summary", "seeds dungeon floor", "shows figures only"),
        Needs("scale", "png animate", "--scale is for pictures only", "Add --png FILE.png."),
        FitsOnly(
            "animate", "dungeon seed floor scale", "makes one picture of how a dungeon is built"
        ),
        FitsOnly(
            "around",
            "png dungeon seed floor chunk scale",
            "makes one picture of a world's chunks",
            needed="png",
        ),
    )

    @property
    def wanted(self) -> str | None:
        """The dungeon that the command line names; None if it names none."""
        return self.dungeon if self.has("dungeon") else None


def run(given: Arguments) -> None:
    if given.values:
        values = values_for(given.spec, given.dungeon, given.values)
        given.spec = with_values(given.spec, given.dungeon, values)
    spec, name, floor = given.spec, given.dungeon, given.floor[0]
    seeds = given.seeds or [given.seed]
    if len(given.floor) > 1:
        show_floors(given, seeds)
        return
    if given.force:
        show_forced(given)
        return
    request = Request(name, seeds[0], floor, given.chunk)
    if given.rooms and not any(
        spec.has_table(name, table) for table in ("rooms", CHAMBERS, PLACES)
    ):
        warn(f"--rooms: {name} has no table of rooms whose numbers could be shown.")
    if given.png and given.vary:
        entries, columns = vary(
            lambda changes: read_spec(given.spec_path, [*given.set, *changes]),
            given.vary, given.wanted, given.seed, floor,
        )  # fmt: skip
        write_output("picture", given.png, contact_sheet(entries, columns, scale=given.scale))
    elif given.png and given.all_dungeons:
        entries = [
            Entry(spec, generate(spec, Request(one, given.seed, floor)), one)
            for one in spec.dungeons
        ]
        sheet = contact_sheet(entries, COLUMNS_OF_DUNGEONS, scale=given.scale)
        write_output("picture", given.png, sheet)
    elif given.png and given.around:
        write_output("picture", given.png, picture_around(spec, request, given.around, given.scale))
    elif given.animate:
        form: Literal["GIF", "PNG"] = "GIF" if given.animate.suffix.lower() == ".gif" else "PNG"
        with out.status("drawing ..."):
            film = as_animation(spec, name, trace(spec, request), form, given.scale)
        write_output("animation", given.animate, film)
    elif given.summary:
        tried: list[Tried] = []
        print_figures(generate_figures(spec, name, seeds, floor, tried), out)
        print_tries(spec, given.spec_name, name, floor, tried)
    elif given.from_file:
        saved = read_saved(Path(given.from_file))
        generation, is_same = restored(spec, saved, given.wanted)
        words = values_of_file(spec, saved, generation.name)
        given.spec = spec_of_values(spec, saved, generation.name)
        print_origin(given.from_file, saved, generation.name, is_same, words)
        show(given, [generation], saved.floor)
    elif given.steps is None:
        show(given, [generate(spec, replace(request, seed=seed)) for seed in seeds], floor)
    elif len(seeds) != 1:
        raise UsageError("--steps: the steps are those of one dungeon", "Give one --seed.")
    else:
        every = list(advance(begin(spec, request)))
        last = every[min(given.steps, len(every)) - 1]
        text = f"after step {last} of {len(every)} steps"
        out.print(text, style="bold", soft_wrap=True)
        show(given, [generate(spec, request, steps=given.steps)], floor)


def show_floors(given: Arguments, seeds: Sequence[int]) -> None:
    """Show several floors of the dungeons of these seeds, one below the other.

    Raises UsageError if they are to be shown in another way than as text.
    """
    one = "force vary all_dungeons around steps png animate json"
    if wrong := [name for name in one.split() if given.has(name)]:
        raise UsageError(
            f"--{wrong[0].replace('_', '-')}: it is for one floor, but --floor gives several",
            "Give one floor.",
        )
    for floor in given.floor:
        if floor != given.floor[0]:
            out.print()
        if given.summary:
            out.print(f"floor {floor}", style="bold")
            print_figures(generate_figures(given.spec, given.dungeon, seeds, floor), out)
            continue
        requests = [Request(given.dungeon, seed, floor, given.chunk) for seed in seeds]
        show(given, [generate(given.spec, request) for request in requests], floor)


def show(given: Arguments, dungeons: Sequence[Generation[Any]], floor: int) -> None:
    """Show dungeons of a floor, in the way that the arguments ask for.

    Raises UsageError if --json or --rooms would show several in one file.
    """
    spec = given.spec
    if given.png:
        picture = picture_of(spec, dungeons, given.scale, given.rooms, floor)
        write_output("picture", given.png, picture)
    if given.json:
        if len(dungeons) != 1:
            raise UsageError(
                f"--json: the file holds one dungeon, but --seeds gives {len(dungeons)}",
                "Give one --seed.",
            )
        data = json_bytes(with_head(as_json(spec, dungeons[0]), FORMAT))
        if given.json == "-":
            sys.stdout.write(data.decode())
        else:
            write_output("data", Path(given.json), data)
    if not given.png and not given.json:
        view: View | None = "full" if given.full else "halves" if given.halves else None
        print_dungeons(spec, dungeons, out, given.rooms, view, floor)


def show_forced(given: Arguments) -> None:
    """Show a dungeon in which a thing is forced, such as a vault.

    Raises UsageError if no pass has such a thing, and UserError if it finds no place.
    """
    what, _, wanted = (given.force or "").partition("=")
    uses = given.spec.dungeons[given.dungeon].passes
    found = [(use.id, keys) for use in uses if (keys := use.forced(what, wanted)) is not None]
    if not found:
        raise UsageError(
            f"--force {given.force}: no pass of {given.dungeon} has this",
            "Write --force vault=NAME with the name of a vault.",
        )
    use, keys = found[0]
    path = f"dungeons.{given.dungeon}.passes.{use}"
    changes = [f"{path}.{key}={value}" for key, value in keys.items()]
    given.spec = read_spec(given.spec_path, [*given.set, *changes])
    generation = generate(given.spec, Request(given.dungeon, given.seed, given.floor[0]))
    show(given, [generation], given.floor[0])
    if not pass_values(generation)[use].get(wanted):
        why = "; ".join(generation.notes) or f"`{use}` has not placed it"
        raise UserError(f"--force {given.force}: {why}", "Try another --seed, or --floor.")


def print_origin(file: str, saved: SavedMap, dungeon: str, is_same: bool, values: str = "") -> None:
    """Print which dungeon a file holds, with its values of open parameters in words.

    If not `is_same`, add that the spec no longer generates it: the reference makes another map for
    its seed, or the dungeon has another digest.
    """
    kind = "map" if saved.is_map else "seed"
    out.print(
        f"{escape(file)}: {kind} of {dungeon}, seed {saved.dungeon_seed}, "
        f"floor {saved.floor}, whose own seed is {saved.seed}"
        + (f", with {values}" if values else ""),
        soft_wrap=True,
    )
    if not is_same:
        out.print(
            "[yellow]With this spec the reference generates another map for it.[/]"
            if saved.is_map
            else "[yellow]The dungeon has changed since: this is what the seed gives now.[/]"
        )


def generate_figures(
    spec: Spec,
    dungeon: str,
    seeds: Sequence[int],
    floor: int = 1,
    tried: list[Tried] | None = None,
) -> Iterator[tuple[int, dict[str, int | None]]]:
    """Yield each seed with the `figures` of its dungeon, one at a time: there may be 65,536. How
    often each was tried is appended to `tried`.

    Raises UsageError for a floor that does not exist.
    """
    for seed in seeds:
        generation = generate(spec, Request(dungeon, seed, floor))
        if tried is not None:
            tried.append(Tried(generation.tries, is_missed(generation.status), seed))
        yield seed, figures(spec, generation)


def picture_of(
    spec: Spec,
    dungeons: Sequence[Generation[Any]],
    scale: int = 1,
    rooms: bool = False,
    floor: int = 1,
) -> bytes:
    """A PNG with 8 x 8 pixels per tile for one dungeon, or several dungeons side by side.

    `scale` (1..16) enlarges it. `rooms` numbers the rooms of a single dungeon. Several dungeons
    have their seeds below them; all are on this `floor`. Raises UsageError for another scale, and
    for room numbers with several dungeons.
    """
    if len(dungeons) == 1:
        return as_png(spec, dungeons[0], scale, rooms)
    if rooms:
        raise UsageError(
            "--rooms: a sheet of several dungeons has no room numbers",
            "Give one --seed, or leave out --rooms.",
        )
    entries = [
        Entry(spec, one, f"{one.name} {dungeon_seed(spec.random, one.seed, floor)}")
        for one in dungeons
    ]
    return contact_sheet(entries, scale=scale)


def picture_around(spec: Spec, request: Request, around: int, scale: int = 1) -> bytes:
    """A PNG of a world's chunk with `around` (1..8) chunks on each side of it.

    Raises UsageError for a dungeon that is not a world, and for a scale other than 1..16.
    """
    if not spec.dungeons[request.dungeon].world:
        raise UsageError(
            f"--around: {request.dungeon} has no chunks",
            "Only a world has: a dungeon with `world` in the spec (docs/worlds.md).",
        )
    x, y = request.chunk
    every = range(-around, around + 1)
    chunks = [
        [
            generate(
                spec,
                replace(request, chunk=((x + column) % WORLD_CHUNKS, (y + row) % WORLD_CHUNKS)),
            )
            for column in every
        ]
        for row in every
    ]
    return world_png(spec, chunks, scale)


def vary(
    load: Callable[[Sequence[str]], Spec],
    variations: Sequence[str],
    dungeon: str | None,
    seed: int,
    floor: int = 1,
) -> tuple[list[Entry], int]:
    """The same dungeon with each value of one parameter, or each pair of values of two.

    `variations` are one or two texts KEY=VALUE,VALUE,...; `load` returns the spec with changes as
    by `--set`. The values are written below each dungeon, with a single parameter's name.
    Returns the dungeons, and how many are side by side. Raises UsageError for another number of
    variations or another form, and what `load` raises.
    """
    if len(variations) > MOST_VARIATIONS:
        raise UsageError("--vary: a sheet has two dimensions", "Vary one or two parameters.")
    choices = [_values(text) for text in variations]
    entries = []
    for values in itertools.product(*(values for _, values in choices)):
        spec = load([f"{key}={value}" for (key, _), value in zip(choices, values)])
        name = check_dungeon(spec, dungeon or spec.selection.dungeons[0])
        caption = ", ".join(values)
        if len(choices) == 1:
            caption = f"{choices[0][0].rpartition('.')[2]} {caption}"
        generation = generate(spec, Request(name, seed, floor))
        entries.append(Entry(spec, generation, caption))
    columns = len(choices[-1][1])
    return entries, columns if len(choices) > 1 else min(columns, MOST_COLUMNS)


def _values(text: str) -> tuple[str, list[str]]:
    """The key of a variation, and the texts of its values."""
    key, equals, listed = text.partition("=")
    try:
        node = compose(f"[{listed}]")
    except InvalidYaml:
        node = None
    if not key or not equals or not isinstance(node, SequenceNode) or not node.value:
        raise UsageError(
            f"--vary: `{text}` does not say what to vary",
            "Write a key and its values, as in --vary dungeons.crypt.rooms.max_size=6,8,10.",
        )
    # The text begins with a bracket that is not in `listed`.
    return key, [listed[one.start_mark.index - 1 : one.end_mark.index - 1] for one in node.value]
