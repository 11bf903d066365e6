"""`invoke show`: dungeons of the Python reference, generated or read from a file of the C64's."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from yaml.nodes import SequenceNode

from pygen.base.errors import UsageError
from pygen.commands.arguments import Output, check_dungeon, output_path, write_output
from pygen.engine.constants import WORLD_CHUNKS
from pygen.engine.floors import dungeon_seed
from pygen.engine.generation import Generation
from pygen.engine.request import Request
from pygen.engine.worlds import Chunk
from pygen.kinds import Step, advance, begin, generate
from pygen.kinds.tracing import trace
from pygen.pictures import Entry, as_json, as_png, contact_sheet, json_bytes, world_png
from pygen.pictures.data import figures
from pygen.pictures.film import as_animation
from pygen.spec import Spec
from pygen.spec.yaml_syntax import InvalidYaml, compose

if TYPE_CHECKING:
    from pygen.media.saved_map import SavedMap


@dataclass(frozen=True)
class Restored:
    """A dungeon from a file.

    `is_same` is false if the file was saved by a program with another spec: the reference generates
    another map for the file's seed, or the dungeon of a seed's file has another digest.
    """

    generation: Generation[Any]
    file: SavedMap
    is_same: bool


def generate_dungeons(
    spec: Spec,
    dungeon: str,
    seeds: Sequence[int],
    floor: int = 1,
    steps: int | None = None,
    chunk: Chunk = (0, 0),
) -> list[Generation[Any]]:
    """A floor (1..256) of a dungeon for each seed, with `steps` only its first steps; of a world
    this chunk.

    Raises UsageError for another floor or chunk, and for steps of several seeds.
    """
    if steps is not None and len(seeds) != 1:
        raise UsageError("--steps: the steps are those of one dungeon", "Give one --seed.")
    requests = (Request(dungeon, seed, floor, chunk) for seed in seeds)
    return [generate(spec, request, steps=steps) for request in requests]


def steps_made(spec: Spec, request: Request, steps: int) -> tuple[Step, list[Step]]:
    """The last of the first `steps` steps of a dungeon, and all of its steps."""
    every = list(advance(begin(spec, request)))
    return every[min(steps, len(every)) - 1], every


def generate_figures(
    spec: Spec, dungeon: str, seeds: Sequence[int], floor: int = 1
) -> Iterator[tuple[int, dict[str, int | None]]]:
    """Each seed with the `figures` of its dungeon, one at a time: there may be 65,536.

    Raises UsageError as `generate_dungeons` does.
    """
    for seed in seeds:
        yield seed, figures(spec, generate(spec, Request(dungeon, seed, floor)))


def restore_dungeon(spec: Spec, file: str, dungeon: str | None = None) -> Restored:
    """The dungeon of a map or seed file: FILE, or DISK.d64:NAME or DISK.d81:NAME.

    `dungeon` takes the place of the one that the file names.
    Raises UserError if the file cannot be read, is damaged, or does not belong to the spec.
    """
    # The format of saved maps comes from the templates' side, whose packages a dungeon of a seed
    # does not need.
    from pygen.media.saved_map import read_saved, restored

    saved = read_saved(Path(file))
    generation, is_same = restored(spec, saved, dungeon)
    return Restored(generation, saved, is_same)


def write_animation(
    spec: Spec, dungeon: str, seed: int, path: str, floor: int = 1, scale: int = 1
) -> Output:
    """Write how a dungeon is built as an animated GIF, or PNG if the file ends in .png.

    Raises UsageError for another ending, another scale than 1..16, and a floor that does not exist;
    UserError if the file cannot be written.
    """
    target = Path(path)
    forms: dict[str, Literal["GIF", "PNG"]] = {".gif": "GIF", ".png": "PNG"}
    form = forms.get(target.suffix.lower())
    if form is None:
        raise UsageError(
            f"--animate: {path} does not end in .gif or .png",
            f"The file holds an animated picture. Name it {target.stem or 'file'}.gif.",
        )
    steps = trace(spec, Request(dungeon, seed, floor))
    return write_output(target, as_animation(spec, dungeon, steps, form, scale))


def write_picture(
    spec: Spec,
    dungeons: Sequence[Generation[Any]],
    path: str,
    scale: int = 1,
    rooms: bool = False,
    floor: int = 1,
) -> Output:
    """Write a PNG: one dungeon with 8 x 8 pixels a tile, or several side by side, all by `scale`.

    `rooms` numbers the rooms of one dungeon. Below several are the seeds of the dungeons of which
    each is this `floor`.
    Raises UsageError for another scale than 1..16, for a file that does not end in .png, and for
    room numbers on a sheet; UserError if the file cannot be written.
    """
    target = output_path(path, "--png", ".png", "a PNG picture")
    if len(dungeons) == 1:
        return write_output(target, as_png(spec, dungeons[0], scale, rooms))
    if rooms:
        raise UsageError(
            "--rooms: a sheet of several dungeons has no room numbers",
            "Give one --seed, or leave out --rooms.",
        )
    entries = [
        Entry(spec, one, f"{one.name} {dungeon_seed(spec.random, one.seed, floor)}")
        for one in dungeons
    ]
    return write_output(target, contact_sheet(entries, scale=scale))


MOST_AROUND = 8


def write_around(spec: Spec, request: Request, around: int, path: str, scale: int = 1) -> Output:
    """Write a PNG of a world's chunk with so many (1..8) chunks on each side of it.

    Raises UsageError for other numbers, for a dungeon that is no world, and as `write_picture`.
    """
    if not 1 <= around <= MOST_AROUND:
        raise UsageError(
            f"--around: {around} is out of range", f"Give a number from 1 to {MOST_AROUND}."
        )
    if not spec.dungeons[request.dungeon].world:
        raise UsageError(
            f"--around: {request.dungeon} has no chunks",
            "Only a world has: a dungeon with `world` in the spec (docs/worlds.md).",
        )
    target = output_path(path, "--png", ".png", "a PNG picture")
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
    return write_output(target, world_png(spec, chunks, scale))


def vary(
    load: Callable[[Sequence[str]], Spec],
    variations: Sequence[str],
    dungeon: str | None,
    seed: int,
    floor: int = 1,
) -> tuple[list[Entry], int]:
    """The same dungeon with each value of one parameter, or each pair of values of two.

    `variations` are one or two texts KEY=VALUE,VALUE,...; `load` gives the spec with such changes
    as `--set` has. Below each dungeon are the values, of a single parameter with its name. Returns
    the dungeons, and how many are side by side. Raises UsageError for another number of variations
    or one that is written otherwise, and what `load` raises.
    """
    if len(variations) > MOST_VARIATIONS:
        raise UsageError("--vary: a sheet has two dimensions", "Vary one or two parameters.")
    choices = [_values(text) for text in variations]
    entries = []
    for values in itertools.product(*(values for _, values in choices)):
        spec = load([f"{key}={value}" for (key, _), value in zip(choices, values)])
        name = check_dungeon(spec, dungeon)
        caption = ", ".join(values)
        if len(choices) == 1:
            caption = f"{choices[0][0].rpartition('.')[2]} {caption}"
        generation = generate(spec, Request(name, seed, floor))
        entries.append(Entry(spec, generation, caption))
    columns = len(choices[-1][1])
    return entries, columns if len(choices) > 1 else min(columns, MOST_COLUMNS)


MOST_VARIATIONS = 2
MOST_COLUMNS = 4


def _values(text: str) -> tuple[str, list[str]]:
    """The key of a variation, and its values as they are written."""
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


def write_variations(entries: Sequence[Entry], columns: int, path: str, scale: int) -> Output:
    """Write the PNG of a sheet. Raises UsageError for another scale than 1..16 and for a file that
    does not end in .png; UserError if the file cannot be written."""
    target = output_path(path, "--png", ".png", "a PNG picture")
    return write_output(target, contact_sheet(entries, columns, scale=scale))


def dungeon_data(spec: Spec, dungeons: Sequence[Generation[Any]]) -> bytes:
    """A dungeon as JSON text. Raises UsageError if there are several."""
    if len(dungeons) != 1:
        raise UsageError(
            f"--json: the file holds one dungeon, but --seeds gives {len(dungeons)}",
            "Give one --seed.",
        )
    return json_bytes(as_json(spec, dungeons[0]))


def write_data(spec: Spec, dungeons: Sequence[Generation[Any]], path: str) -> Output:
    """Write a dungeon as JSON. Raises what `dungeon_data` and `write_output` raise."""
    return write_output(Path(path), dungeon_data(spec, dungeons))
