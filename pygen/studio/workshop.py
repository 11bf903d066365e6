"""The answers to the page's requests: dungeons of a changing section, pictures and overlays."""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import json
import re
import threading
import time
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pygen.base.errors import UsageError, UserError
from pygen.engine.constants import WORLD_CHUNKS
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.dungeon.entities import known_kinds, seen_entities
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.floors import FLOORS
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import LAST_SEED
from pygen.kinds import KINDS, generate
from pygen.kinds.tracing import TraceStep, trace
from pygen.passes import PASSES
from pygen.pictures import as_png
from pygen.pictures.cells import Atlas, cells_of, make_atlas
from pygen.pictures.data import status_words
from pygen.pictures.film import FilmStep, film
from pygen.pictures.palette import PALETTE
from pygen.pictures.terminal import facts
from pygen.search.conditions import parse_condition
from pygen.search.finding import search
from pygen.search.numbers import number_reader, numbers_of
from pygen.spec import Problem, Spec, SpecError
from pygen.spec.document import Document
from pygen.spec.loading import spec_of
from pygen.spec.schema import spec_schema
from pygen.studio.document import SpecFile, State
from pygen.studio.natives import Natives
from pygen.studio.overlays import OVERLAYS, areas

SHARED = ("version", "tiles", "structs", "random", "display")
"""The sections of a spec that every single dungeon needs. `memory` is not among them: it is laid
out automatically, as the file's regions are for all dungeons together. Saving checks those."""

MOST_SPECS, MOST_FILMS = 64, 3
"""How many specs and films are kept."""

MOST_IN_GALLERY = 64
MOST_FOUND = 48

PATIENCE = 0.12
"""Seconds that a gallery may take in Python. Beyond that it is built natively."""

Data = dict[str, Any]
Kept = TypeVar("Kept")


class Recent(OrderedDict[str, Any]):
    """A cache of the most recent results, by key."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.lock = threading.Lock()

    def get_or(self, key: str, make: Callable[[], Kept]) -> Kept:
        """The result for a key; `make` makes it if it is not in the cache."""
        with self.lock:
            if key in self:
                self.move_to_end(key)
                kept: Kept = self[key]
                return kept
        made = make()
        with self.lock:
            self[key] = made
            while len(self) > self.most:
                self.popitem(last=False)
        return made


class Workshop:
    """The answers to all requests of the page, for one spec's file. Several threads may use it."""

    def __init__(self, path: Path, folder: Path) -> None:
        """`folder` is for builds."""
        self.file = SpecFile(path)
        self.natives = Natives(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._specs = Recent(MOST_SPECS)
        self._films = Recent(MOST_FILMS)

    def warm_up(self) -> None:
        """Do in advance the work that is slow the first time."""
        with contextlib.suppress(UserError):
            dungeons = self.file.last_good().dungeons
            name = next(iter(dungeons))
            self.natives.warm_up(self.spec(name, dungeons[name])[1])

    # ------------------------------------------------------------------ the file

    def opened(self) -> Data:
        """The state of the file: its version, its dungeons, and its mistakes."""
        state = self.file.state()
        good = state
        if state.problems:
            good = self.file.last_good()
        return {
            "file": self.file.name,
            "version": state.version,
            "problems": [_problem_data(problem) for problem in state.problems],
            "dungeons": good.dungeons,
            "kinds": {name: _first_line(kind) for name, kind in KINDS.items()},
            "passes": list(PASSES),
            "overlays": list(OVERLAYS),
            "palette": PALETTE,
            "compiler": self.natives.compiler,
        }

    def schema(self) -> Data:
        """The JSON Schema of the spec, from which the page makes its controls."""
        return spec_schema()

    # ------------------------------------------------------------------ dungeons

    def spec(self, dungeon: str, section: Any) -> tuple[str, Spec]:
        """The spec with this section as its only dungeon, preceded by its digest.

        Raises SpecError with the mistakes in the section, UsageError if it is not a section.
        """
        if not isinstance(dungeon, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,23}", dungeon):
            raise UsageError("this is no name of a dungeon")
        good = self.file.last_good()
        text = json.dumps([good.version, dungeon, section])
        key = hashlib.sha256(text.encode()).hexdigest()[:20]
        return key, self._specs.get_or(key, lambda: _spec_of(good, dungeon, section))

    def draw(self, section: Any, request: Request, have: str = "") -> Data:
        """A dungeon to draw, with its atlas unless the page has it already: `have` is the key of
        the page's atlas."""
        dungeon = request.dungeon
        started = time.perf_counter()
        _, spec = self.spec(dungeon, section)
        checked = time.perf_counter()
        generation = generate(spec, request)
        generated = time.perf_counter()
        atlas, atlas_key = _atlas(spec, dungeon)
        cells = _cells(atlas, generation)
        data: Data = {
            **_shape(generation),
            "cells": packed(cells),
            "atlas_key": atlas_key,
            "summary": [
                [name, words.plain] for name, words in facts(spec, generation, request.floor)
            ],
            "notes": status_words(generation),
            "own_seed": generation.seed,
            "ms": {
                "check": round(1000 * (checked - started), 2),
                "generate": round(1000 * (generated - checked), 2),
                "all": round(1000 * (time.perf_counter() - started), 2),
            },
        }
        return data if have == atlas_key else {**data, "atlas": _atlas_data(atlas)}

    def gallery(self, section: Any, requests: Sequence[Request]) -> Data:
        """Small pictures of many dungeons of one name."""
        if not 0 < len(requests) <= MOST_IN_GALLERY:
            raise UsageError(f"a gallery has 1 to {MOST_IN_GALLERY} dungeons")
        dungeon = requests[0].dungeon
        key, spec = self.spec(dungeon, section)
        atlas, _ = _atlas(spec, dungeon)
        started = time.perf_counter()
        made: list[array[int]] = []
        route = "Python"
        for request in requests:
            taken = time.perf_counter() - started
            # The first few show how long all of them would take.
            if len(made) > 1 and taken / len(made) * len(requests) > PATIENCE:
                natively = self.natives.cells(key, spec, atlas, requests)
                if natively is not None:
                    made, route = natively, self.natives.compiler
                    break
            g = generate(spec, request)
            made.append(_cells(atlas, g))
        size = spec.dungeons[dungeon].map
        return {
            "route": route,
            "width": size.width,
            "height": size.height,
            "atlas": _atlas_data(atlas),
            "dungeons": [
                {**_place_data(request), "cells": packed(cells)}
                for request, cells in zip(requests, made, strict=True)
            ],
        }

    def picture(self, section: Any, request: Request, scale: int) -> bytes:
        """A dungeon as a PNG."""
        _, spec = self.spec(request.dungeon, section)
        return as_png(spec, generate(spec, request), scale)

    # ------------------------------------------------------------------ watching

    def film(self, section: Any, request: Request) -> Data:
        """All steps of a dungeon, each with the cells that it changed."""
        dungeon = request.dungeon
        _, spec = self.spec(dungeon, section)
        atlas, atlas_key = _atlas(spec, dungeon)
        steps = self._steps(section, request)
        phases = list(dict.fromkeys(one.trace.step.phase for one in steps))
        size = spec.dungeons[dungeon].map
        return {
            "width": size.width,
            "height": size.height,
            "atlas": _atlas_data(atlas),
            "atlas_key": atlas_key,
            "phases": phases,
            "steps": [_step_data(one, phases) for one in steps],
        }

    def _steps(self, section: Any, request: Request) -> list[FilmStep]:
        key, spec = self.spec(request.dungeon, section)
        steps: Callable[[], Iterator[TraceStep]] = functools.partial(trace, spec, request)
        return self._films.get_or(
            f"{key} {request}", lambda: list(film(spec, request.dungeon, steps()))
        )

    # ------------------------------------------------------------------ looking inside

    def overlay(self, section: Any, request: Request, name: str) -> Data:
        """An overlay by its name. Raises UsageError for an unknown one."""
        if name not in OVERLAYS:
            raise UsageError(f"there is no overlay called {name!r}")
        _, spec = self.spec(request.dungeon, section)
        return OVERLAYS[name](spec, generate(spec, request)).as_data()

    def tile(self, section: Any, request: Request, x: int, y: int) -> Data:
        """All facts about a tile, as titles with text."""
        dungeon = request.dungeon
        _, spec = self.spec(dungeon, section)
        g = generate(spec, request)
        if not (0 <= x < g.tiles.width and 0 <= y < g.tiles.height):
            raise UsageError(f"there is no tile {x},{y}")
        code = g.tiles.get(x, y)
        name = next(name for name, one in spec.codes.items() if one == code)
        tile = spec.tiles[name]
        words = [word for word in FLAGS if getattr(tile, word)]
        lines = [["tile", f"{name}, code {code}"], ["it is", ", ".join(words) or "nothing of note"]]
        look = g.looks.get(x, y)
        if look:
            lines.append(["look", f"{spec.dungeons[dungeon].looks[look].name}, number {look}"])
        lines.append(["packed", _packed_words(g, x, y)])
        table, records = areas(g)
        for number, row in enumerate(records):
            if row["x"] <= x < row["x"] + row["w"] and row["y"] <= y < row["y"] + row["h"]:
                lines.append([f"{table}[{number}]", _record_words(row)])
        kinds = known_kinds(spec.dungeons[dungeon])
        for number, row in enumerate(g.tables.get(ENTITIES, [])):
            if (row["x"], row["y"]) == (x, y):
                kind = kinds[row["kind"]].name if row["kind"] in kinds else str(row["kind"])
                lines.append([f"{ENTITIES}[{number}]", f"{kind}, kind {row['kind']}"])
        at = y * g.tiles.width + x
        made = [
            one.trace.step
            for one in self._steps(section, request)
            if any(place == at for place, _ in one.cells)
        ]
        if made:
            lines.append(["made by", f"step {made[-1]}"])
            if len(made) > 1:
                lines.append(["changed by", ", ".join(str(one.number) for one in made)])
        step = made[-1].number if made else 0
        return {"x": x, "y": y, "lines": lines, "step": step}

    # ------------------------------------------------------------------ finding

    def numbers(self, dungeon: str, section: Any) -> list[str]:
        """The names of the numbers that a condition can compare."""
        _, spec = self.spec(dungeon, section)
        return list(number_reader(spec, dungeon).names)

    def values(self, section: Any, request: Request) -> Data:
        """All numbers of a dungeon."""
        _, spec = self.spec(request.dungeon, section)
        return numbers_of(spec, generate(spec, request), request.seed)

    def find(
        self, section: Any, place: Request, where: str, limit: int = MOST_FOUND
    ) -> Iterator[Data]:
        """Search all seeds for dungeons that meet a condition.

        The floor and the chunk are those of `place`, whose seed is ignored. Yields how many seeds
        were searched and found so far, with the new ones of the first `limit` found. Raises
        ConditionError for a condition that cannot be read.
        """
        dungeon, floor, chunk = place.dungeon, place.floor, place.chunk
        _, spec = self.spec(dungeon, section)
        condition = parse_condition(where, number_reader(spec, dungeon).names)
        atlas, _ = _atlas(spec, dungeon)
        size = spec.dungeons[dungeon].map
        shape = {"width": size.width, "height": size.height, "atlas": _atlas_data(atlas)}
        yield {"searched": 0, "found": 0, "new": [], **shape}
        searched = found = shown = 0
        with self.natives.library(spec) as (library, compiler):
            route = compiler or "Python"
            for part in search(spec, dungeon, condition, range(65536), floor, library, chunk):
                searched += part.searched
                found += len(part.found)
                new = []
                for one in part.found[: limit - shown]:
                    request = Request(dungeon, one.seed, floor, chunk)
                    cells = _cells(atlas, generate(spec, request))
                    numbers = {name: one.numbers[name] for name in condition.names}
                    new.append({**_place_data(request), "cells": packed(cells), "numbers": numbers})
                shown += len(new)
                yield {"searched": searched, "found": found, "new": new, "route": route}


def _cells(atlas: Atlas, g: Generation[Any]) -> array[int]:
    return cells_of(atlas, g.tiles, g.looks, seen_entities(g))


def check_place(dungeon: str, seed: Any, floor: Any, chunk: Any) -> Request:
    """A place from the page: a seed, a floor, and the column and row of a chunk. Raises UsageError
    for values that are not valid."""
    if type(seed) is not int or not 0 <= seed <= LAST_SEED:
        raise UsageError(f"{seed!r} is no seed", f"Seeds are 0 to {LAST_SEED}.")
    if type(floor) is not int or not 1 <= floor <= FLOORS:
        raise UsageError(f"{floor!r} is no floor", f"Floors are 1 to {FLOORS}.")
    is_pair = isinstance(chunk, list) and [type(number) for number in chunk] == [int, int]
    if not is_pair or not all(0 <= number < WORLD_CHUNKS for number in chunk):
        raise UsageError(
            f"{chunk!r} is no chunk", f"Its column and its row are 0 to {WORLD_CHUNKS - 1}."
        )
    return Request(dungeon, seed, floor, (chunk[0], chunk[1]))


def packed(cells: array[int]) -> str:
    """Cells as text: two bytes for each, low byte first, in base 64."""
    if cells.itemsize != 2:
        raise AssertionError("a cell has two bytes")
    data = array("H", cells)
    if array("H", [1]).tobytes() == b"\0\1":
        data.byteswap()
    return base64.b64encode(data.tobytes()).decode()


def problems_of(error: SpecError, dungeon: str) -> list[Data]:
    """The mistakes in a section, each with its path in the section."""
    found = []
    for problem in error.problems:
        path = path_of(problem.key_path)
        if path[:2] == ["dungeons", dungeon]:
            path = path[2:]
        found.append({"path": path, "wrong": problem.wrong, "right": problem.right})
    return found


def path_of(text: str) -> list[str | int]:
    """The parts of a path as errors write it, such as `dungeons.crypt.passes[1].least`."""
    words = re.findall(r"\[(\d+)\]|([^.\[\]]+)", text)
    return [int(number) if number else word for number, word in words]


def _spec_of(good: State, dungeon: str, section: Any) -> Spec:
    assert good.data is not None
    data = {key: value for key, value in good.data.items() if key in SHARED}
    return spec_of(Document.of_data({**data, "dungeons": {dungeon: section}}))


def _problem_data(problem: Problem) -> Data:
    place = f"line {problem.line}, column {problem.column}" if problem.line else ""
    return {"place": place, "path": problem.key_path, "wrong": problem.wrong,
            "right": problem.right}  # fmt: skip


def _first_line(kind: Any) -> str:
    return str(kind.parameters.model_fields["kind"].description or "")


def _atlas(spec: Spec, dungeon: str) -> tuple[Atlas, str]:
    atlas = make_atlas(spec, dungeon)
    text = repr((atlas.art, atlas.background))
    return atlas, hashlib.sha256(text.encode()).hexdigest()[:12]


def _atlas_data(atlas: Atlas) -> Data:
    return {
        "art": [[glyph.hex(), colour] for glyph, colour in atlas.art],
        "names": atlas.names,
        "background": atlas.background,
        "blank": atlas.tiles[0],
    }


def _place_data(request: Request) -> Data:
    return {"seed": request.seed, "floor": request.floor, "chunk": list(request.chunk)}


def _shape(generation: Generation[Any]) -> Data:
    return {"width": generation.tiles.width, "height": generation.tiles.height}


def _step_data(one: FilmStep, phases: Sequence[str]) -> list[Any]:
    step = one.trace.step
    return [
        phases.index(step.phase),
        step.in_phase,
        step.done,
        [number for pair in one.cells for number in pair],
        [[a.what, a.x, a.y, a.w, a.h, int(a.fits)] for a in one.trace.attempts],
        list(one.trace.draws),
        [[table, number, values] for table, number, values in one.trace.records],
    ]


def _packed_words(g: Generation[Any], x: int, y: int) -> str:
    bits = g.tiles.bits
    first = bits * (y * g.tiles.width + x)
    byte, shift = divmod(first, 8)
    last = (first + bits - 1) // 8
    where = f"bits {shift} to {shift + bits - 1} of byte {byte}"
    if last != byte:
        where = f"from bit {shift} of byte {byte} to bit {(first + bits - 1) % 8} of byte {last}"
    data = g.packed()[byte : last + 1].hex(" ").upper()
    return f"{where} of the map: ${data.replace(' ', ' $')}"


def _record_words(row: Data) -> str:
    """A record in one line: its plain fields, and the rooms that it is joined to."""
    parts = []
    for name, value in row.items():
        if name == "conn_data":
            joined = value[: row.get("connections", 0)]
            parts.append(f"joined to {', '.join(str(one['room_id']) for one in joined) or 'none'}")
        elif not isinstance(value, list):
            parts.append(f"{name} {value}")
    return ", ".join(parts)
