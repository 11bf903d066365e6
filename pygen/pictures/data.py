"""A dungeon as data: plain numbers, text and lists."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator
from typing import Any

from pygen.base.hashing import digest
from pygen.engine.constants import STATUS_NOT_ALL_PLACED
from pygen.engine.definition.conditions import Comparison, Every
from pygen.engine.definition.looks import LookMap
from pygen.engine.definition.pace import finish
from pygen.engine.definition.pass_figures import PassFigure
from pygen.engine.dungeon.chambers import CHAMBERS
from pygen.engine.dungeon.changes import changes
from pygen.engine.dungeon.entities import entities_are_missing
from pygen.engine.dungeon.generation import STATUS_WORDS, Generation, Missed
from pygen.engine.dungeon.places import place_area
from pygen.engine.dungeon.start import look_for_start
from pygen.engine.dungeon.tilemap import TileMap
from pygen.kinds import KINDS, pass_figures_of, unmeasured_figures
from pygen.spec.model import Spec


def as_json(spec: Spec, generation: Generation[Any]) -> dict[str, Any]:
    """A dungeon as one object that JSON can hold.

    `tiles` are rows of tile codes from the top, `packed` is the packed map in hexadecimal. Each
    table of the dungeon, such as `rooms`, is a list of its records by the field names of the spec.
    `looks`, if the dungeon has any, are rows of their numbers. Of a world it is the `chunk` of this
    column and row.
    """
    tiles = generation.tiles
    return {
        "dungeon": generation.name,
        "seed": generation.seed,
        **({"chunk": list(generation.chunk)} if generation.parameters.world else {}),
        "width": tiles.width,
        "height": tiles.height,
        "tiles": _rows(tiles),
        "packed": generation.packed().hex(),
        **({"looks": _rows(generation.looks)} if generation.has_looks else {}),
        **{name: generation.table_values(name) for name in generation.tables},
        "statistics": statistics(spec, generation),
    }


def _rows(tiles: TileMap | LookMap) -> list[list[int]]:
    """The numbers of a map, in rows from the top."""
    numbers = iter(tiles.tiles)
    return [list(itertools.islice(numbers, tiles.width)) for _ in range(tiles.height)]


def statistics(spec: Spec, generation: Generation[Any]) -> dict[str, Any]:
    """The statistics of a dungeon: counts of tiles by name, the figures of its kind, the figures of
    its passes by id, random numbers and so on."""
    unmeasured = unmeasured_figures(generation.blueprint.dungeon)
    return {
        "tiles": generation.tile_counts(),
        **{name: n for name, n in generation.figure_values().items() if name not in unmeasured},
        **({"passes": made} if (made := pass_values(generation)) else {}),
        "stairs": stairs(spec, generation),
        "camera": list(generation.camera),
        "draws": generation.random.draws,
        "random_state": generation.random.state,
        "status": generation.status,
        "status_words": status_words(generation),
        "hashes": hashes(generation),
    }


def room_labels(generation: Generation[Any]) -> list[tuple[int, int, str]]:
    """The upper left tile of each room of the table `rooms`, or of each chamber, and its label: its
    number (hexadecimal, as in the records), and its purpose, as far as there is room. If features
    are places, those with a purpose have labels, too."""
    purposes = purposes_of_rooms(generation)
    labels = []
    for number, name in enumerate(purposes):
        x, y, width, _ = place_area(generation, number)
        text = f"{number:X}"
        if name or "features" not in generation.tables:
            labels.append((x, y, text + f" {name}"[: max(0, width - len(text))] * bool(name)))
    return labels


def purposes_of_rooms(generation: Generation[Any]) -> list[str]:
    """The name of each room's purpose, by the numbers of the rooms; empty if it has none."""
    names = {number: name for name, number in generation.blueprint.dungeon.purpose_numbers.items()}
    if generation.places:
        return [names[one.purpose] if one.purpose else "" for one in generation.places]
    return [""] * len(generation.rooms or generation.tables.get(CHAMBERS, ()))


def purpose_words(generation: Generation[Any]) -> str:
    """The purposes of rooms, each with the numbers of its rooms in hexadecimal, as in `library 3,
    7; shrine 0`; empty without any."""
    rooms: dict[str, list[str]] = {}
    for number, name in enumerate(purposes_of_rooms(generation)):
        rooms.setdefault(name, []).append(f"{number:X}")
    named = generation.blueprint.dungeon.purpose_numbers
    return "; ".join(f"{name} {', '.join(rooms[name])}" for name in named if name in rooms)


def figures(spec: Spec, generation: Generation[Any]) -> dict[str, int | None]:
    """The numbers of a dungeon that tables compare with those of other seeds, by name.

    The figures of the kind come first, then the first figure of each pass, by the pass's id.
    `no place` counts the things that passes had to leave out. `apart` and `steps` are the distances
    to the down stairs as in `stairs`, None if there are none. `drawn` counts random numbers,
    `notes` the wishes that were not met.
    """
    places = stairs(spec, generation)
    passes: dict[str, int] = {}
    missing: list[int] = []
    for name, pairs in pass_figures(generation).items():
        made = [number for figure, number in pairs if not figure.is_left_out]
        passes |= {name: made[0]} if made else {}
        missing += [number for figure, number in pairs if figure.is_left_out]
    return {
        **KINDS[generation.parameters.kind].columns(generation),
        **passes,
        **({"no place": sum(missing)} if missing else {}),
        "apart": places["distance"],
        "steps": places["steps"],
        "drawn": generation.random.draws,
        "notes": len(status_words(generation)),
    }


def pass_figures(generation: Generation[Any]) -> dict[str, list[tuple[PassFigure, int]]]:
    """The figures of the completed passes with their values, by the ids of the passes."""
    done = changes(generation)
    known = pass_figures_of(generation.blueprint.dungeon)
    return {
        name: [(figure, figure.count(done[name])) for figure in figures.values()]
        for name, figures in known.items()
        if name in done
    }


def pass_values(generation: Generation[Any]) -> dict[str, dict[str, int]]:
    """The values of the figures of the completed passes, by pass id and by figure name."""
    return {
        name: {figure.name: number for figure, number in pairs}
        for name, pairs in pass_figures(generation).items()
    }


def made_words(generation: Generation[Any]) -> list[str]:
    """The results of the passes, a phrase for each pass. If the id of a pass is not its name, the
    id follows in parentheses."""
    names = {use.id: use.name for use in generation.parameters.passes}
    words = []
    for name, pairs in pass_figures(generation).items():
        made = [figure.counted(number) for figure, number in pairs if not figure.is_left_out]
        if made:
            words.append(made[0] if names[name] == name else f"{made[0]} ({name})")
    return words


def tries_words(generation: Generation[Any]) -> list[tuple[str, str]]:
    """What each try of a dungeon has missed: the try, such as `try 3 of 8`, and in words the
    conditions that it has not met, as `stairs_steps 38, wanted 40-60`."""
    require = generation.parameters.require
    said: dict[str, list[str]] = {}
    for missed in generation.missed if require else ():
        title = f"try {missed.attempt} of {require.tries}" if require else ""
        said.setdefault(title, []).append(_missed_words(missed))
    return [(title, "; ".join(words)) for title, words in said.items()]


def _missed_words(missed: Missed) -> str:
    values = ", ".join(f"{name} {value}" for name, value in missed.values.items())
    tree = missed.condition.tree
    wanted = f"wanted {missed.condition.text}"
    if isinstance(tree, Comparison) and isinstance(tree.left, str) and isinstance(tree.right, int):
        wanted = f"wanted {tree.sign} {tree.right}"
    if isinstance(tree, Every) and len(missed.values) == 1 and len(tree.parts) == 2:
        low, high = tree.parts
        if (
            isinstance(low, Comparison) and isinstance(high, Comparison)
            and low.sign == high.sign == "<=" and low.right == high.left
        ):  # fmt: skip
            wanted = f"wanted {low.left}-{high.right}"
    return f"{values}, {wanted}"


def status_words(generation: Generation[Any]) -> list[str]:
    """The requirements of the spec that were not met, a phrase for each; empty if all were met."""
    missing = [
        f"no place for {figure.counted(number)} of the pass `{name}`"
        for name, pairs in pass_figures(generation).items()
        for figure, number in pairs
        if figure.is_left_out and number
    ]
    said = STATUS_NOT_ALL_PLACED if missing else 0
    words = [words for bit, words in STATUS_WORDS.items() if generation.status & bit & ~said]
    words += missing
    words += [
        f"`most: {most}` of the pass `{name}` leaves out {wanted - most} of {wanted}"
        for name, (wanted, most) in generation.capped.items()
    ]
    if entities_are_missing(generation):
        words.append("no room for more entities in their table")
    kind = KINDS[generation.parameters.kind]
    return words + generation.notes + kind.notes(generation)


def hashes(generation: Generation[Any]) -> dict[str, str]:
    """The digests of the packed map and of the tables."""
    tables = {name: digest(generation.table_bytes(name)) for name in generation.tables}
    looks = {"looks": digest(generation.looks.pack())} if generation.has_looks else {}
    return {"map": digest(generation.packed()), **looks, **tables}


def stairs(spec: Spec, generation: Generation[Any]) -> dict[str, Any]:
    """The places of the stairs ([x, y]; None if there are none), and their distances.

    `distance` is the Manhattan distance in tiles. `steps` are those of `steps_to_down_stairs`.
    """
    counts = generation.tile_counts()
    up = list(generation.up) if counts["up_stairs"] else None
    down = list(generation.down) if counts["down_stairs"] else None
    distance = abs(up[0] - down[0]) + abs(up[1] - down[1]) if up and down else None
    steps = steps_to_down_stairs(spec, generation)
    return {"up": up, "down": down, "distance": distance, "steps": steps}


def start_of(generation: Generation[Any]) -> int:
    """The number of the tile where the player starts: that of the pass `start`, if it has placed
    one, else the up stairs; -1 if there are none."""
    tiles = generation.tiles
    x, y = finish(look_for_start(generation))
    if (x, y) != generation.up:
        return y * tiles.width + x
    # A saved map has stairs where its tiles are.
    return tiles.tiles.find(generation.codes["up_stairs"])


def steps_to_down_stairs(spec: Spec, generation: Generation[Any]) -> int | None:
    """The length of the shortest way from where the player starts to the down stairs, in steps;
    None if there is no way. A step leads to one of the 4 neighbours; secret paths do not count,
    doors do, locked ones as open: the figure `stairs_steps` of the pass `measure`."""
    tiles = generation.tiles
    start = start_of(generation)
    goal = tiles.tiles.find(generation.codes["down_stairs"])
    if start < 0 or goal < 0:
        return None
    # A saved map may have tiles that the dungeon no longer has.
    walkable = {tile.code for tile in spec.tiles.values() if tile.walkable and not tile.secret}
    rings = enumerate(tiles_by_steps(tiles, walkable, start))
    return next((steps for steps, ring in rings if goal in ring), None)


def tiles_by_steps(tiles: TileMap, walkable: Collection[int], start: int) -> Iterator[list[int]]:
    """The numbers of the tiles with `walkable` codes at each distance from a tile, in steps from 0
    on."""
    seen = bytearray(len(tiles.tiles))
    seen[start] = 1
    ring = [start]
    while ring:
        yield ring
        following = []
        for at in ring:
            for beside in neighbours(at, tiles):
                if not seen[beside] and tiles.tiles[beside] in walkable:
                    seen[beside] = 1
                    following.append(beside)
        ring = following


def neighbours(at: int, tiles: TileMap) -> list[int]:
    """The neighbours of a tile: fewer than 4 at the edge, where a saved map may have any tile."""
    column = at % tiles.width
    found = [at - 1] if column else []
    found += [at + 1] if column < tiles.width - 1 else []
    found += [at - tiles.width] if at >= tiles.width else []
    found += [at + tiles.width] if at + tiles.width < len(tiles.tiles) else []
    return found


def json_bytes(data: dict[str, Any]) -> bytes:
    """An object of `as_json` as UTF-8 text. A row of tiles or a record is one line;
    the last line ends with a newline."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            items = ",\n".join("    " + json.dumps(item) for item in value)
            lines.append(f'  "{key}": [\n{items}\n  ]')
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
