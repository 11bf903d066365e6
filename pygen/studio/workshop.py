"""The answers to the page's requests: dungeons of a changing section, pictures and overlays."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import time
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pygen.base.errors import UsageError, UserError
from pygen.compilers.choice import compilers_of
from pygen.emit.plan import plan_of
from pygen.engine.definition.conditions import parse_condition
from pygen.engine.random.request import Request
from pygen.kinds import KINDS, generate
from pygen.kinds.tracing import trace
from pygen.passes import PASSES
from pygen.pictures import as_png
from pygen.pictures.cells import cells_of, make_atlas
from pygen.pictures.data import status_words
from pygen.pictures.film import FilmStep, film
from pygen.pictures.palette import PALETTE
from pygen.pictures.terminal import facts
from pygen.search.cost import cost_of
from pygen.search.finding import search
from pygen.search.numbers import number_reader, numbers_of
from pygen.search.tries import Tried, different, words_of_cost, words_of_tries
from pygen.spec import Spec
from pygen.spec.document import Document
from pygen.spec.loading import spec_of
from pygen.spec.schema import spec_schema
from pygen.studio.document import SpecFile, State
from pygen.studio.natives import Natives
from pygen.studio.overlays import OVERLAYS
from pygen.studio.page_data import (
    Data,
    atlas_data,
    atlas_key,
    map_data,
    packed,
    place_data,
    problem_data,
    size_data,
    step_data,
    tile_lines,
)

SHARED = ("version", "tiles", "structs", "random", "display")
"""The sections of a spec that every single dungeon needs. `memory` is not among them: it is laid
out automatically, as the file's regions are for all dungeons together. Saving checks those."""

MOST_SPECS, MOST_FILMS = 64, 3
"""How many specs and films are kept."""

MOST_IN_GALLERY = 64
MOST_FOUND = 48

PATIENCE = 0.12
"""Seconds that a gallery may take in Python. Beyond that it is built natively."""

Key = tuple[State, str, str]
"""What the spec of a dungeon on the page depends on: the file, the dungeon's name, and its section
as JSON."""


class Workshop:
    """The answers to all requests of the page, for one spec's file. Several threads may use it."""

    def __init__(self, path: Path, folder: Path) -> None:
        """`folder` is for builds."""
        self.file = SpecFile(path)
        self.natives = Natives(folder)
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._spec_of = functools.lru_cache(MOST_SPECS)(_spec_of)
        self._film_of = functools.lru_cache(MOST_FILMS)(self._new_film)

    def warm_up(self) -> None:
        """Do in advance the work that is slow the first time."""
        with contextlib.suppress(UserError):
            name, section = next(iter(self.file.last_good().dungeons.items()))
            self.natives.warm_up(self.spec(name, section))

    # ------------------------------------------------------------------ the file

    def opened(self) -> Data:
        """The state of the file: its version, its dungeons, and its mistakes."""
        state = self.file.state()
        good = self.file.last_good() if state.problems else state
        return {
            "file": self.file.name,
            "version": state.version,
            "problems": [problem_data(problem) for problem in state.problems],
            "dungeons": good.dungeons,
            "kinds": {
                name: kind.parameters.model_fields["kind"].description or ""
                for name, kind in KINDS.items()
            },
            "passes": list(PASSES),
            "overlays": list(OVERLAYS),
            "palette": PALETTE,
            "compiler": self.natives.compiler,
        }

    def schema(self) -> Data:
        """The JSON Schema of the spec, from which the page makes its controls."""
        return spec_schema()

    # ------------------------------------------------------------------ dungeons

    def spec(self, dungeon: str, section: Any) -> Spec:
        """The spec with this section as its only dungeon.

        Raises SpecError with the mistakes in the section, UsageError if it is not a section.
        """
        return self._spec_of(*self._key(dungeon, section))

    def _key(self, dungeon: str, section: Any) -> Key:
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,23}", dungeon):
            raise UsageError("this is no name of a dungeon")
        return self.file.last_good(), dungeon, json.dumps(section)

    def draw(self, section: Any, request: Request, have: str = "") -> Data:
        """A dungeon to draw, with its atlas unless the page has it already: `have` is the key of
        the page's atlas."""
        started = time.perf_counter()
        spec = self.spec(request.dungeon, section)
        checked = time.perf_counter()
        g = generate(spec, request)
        generated = time.perf_counter()
        atlas = make_atlas(spec, request.dungeon)
        key = atlas_key(atlas)
        data: Data = {
            **size_data(g.tiles),
            "cells": packed(cells_of(atlas, g)),
            "atlas_key": key,
            "summary": [[name, words.plain] for name, words in facts(spec, g, request.floor)],
            "notes": status_words(g),
            "own_seed": g.seed,
            "ms": {
                "check": round(1000 * (checked - started), 2),
                "generate": round(1000 * (generated - checked), 2),
                "all": round(1000 * (time.perf_counter() - started), 2),
            },
        }
        return data if have == key else {**data, "atlas": atlas_data(atlas)}

    def gallery(self, section: Any, requests: Sequence[Request]) -> Data:
        """Small pictures of many dungeons of one name."""
        if not 0 < len(requests) <= MOST_IN_GALLERY:
            raise UsageError(f"a gallery has 1 to {MOST_IN_GALLERY} dungeons")
        dungeon = requests[0].dungeon
        spec = self.spec(dungeon, section)
        atlas = make_atlas(spec, dungeon)
        started = time.perf_counter()
        made: list[array[int]] = []
        route = "Python"
        for request in requests:
            taken = time.perf_counter() - started
            # The first few show how long all of them would take.
            if len(made) > 1 and taken / len(made) * len(requests) > PATIENCE:
                key = self._key(dungeon, section)
                natively = self.natives.cells(key, spec, atlas, requests)
                if natively is not None:
                    made, route = natively, self.natives.compiler
                    break
            made.append(cells_of(atlas, generate(spec, request)))
        return {
            "route": route,
            **map_data(plan_of(spec, dungeon), atlas),
            "dungeons": [
                {**place_data(request), "cells": packed(cells)}
                for request, cells in zip(requests, made, strict=True)
            ],
        }

    def picture(self, section: Any, request: Request, scale: int) -> bytes:
        """A dungeon as a PNG."""
        spec = self.spec(request.dungeon, section)
        return as_png(spec, generate(spec, request), scale)

    # ------------------------------------------------------------------ watching

    def film(self, section: Any, request: Request) -> Data:
        """All steps of a dungeon, each with the cells that it changed."""
        dungeon = request.dungeon
        spec = self.spec(dungeon, section)
        atlas = make_atlas(spec, dungeon)
        steps = self._steps(section, request)
        phases = list(dict.fromkeys(one.trace.step.phase for one in steps))
        return {
            **map_data(plan_of(spec, dungeon), atlas),
            "atlas_key": atlas_key(atlas),
            "phases": phases,
            "steps": [step_data(one, phases) for one in steps],
        }

    def _steps(self, section: Any, request: Request) -> list[FilmStep]:
        return self._film_of(self._key(request.dungeon, section), request)

    def _new_film(self, key: Key, request: Request) -> list[FilmStep]:
        spec = self._spec_of(*key)
        return list(film(spec, request.dungeon, trace(spec, request)))

    # ------------------------------------------------------------------ looking inside

    def overlay(self, section: Any, request: Request, name: str) -> Data:
        """An overlay by its name. Raises UsageError for an unknown one."""
        if name not in OVERLAYS:
            raise UsageError(f"there is no overlay called {name!r}")
        spec = self.spec(request.dungeon, section)
        return asdict(OVERLAYS[name](generate(spec, request)))

    def tile(self, section: Any, request: Request, x: int, y: int) -> Data:
        """All facts about a tile, as titles with text."""
        spec = self.spec(request.dungeon, section)
        g = generate(spec, request)
        if not (0 <= x < g.tiles.width and 0 <= y < g.tiles.height):
            raise UsageError(f"there is no tile {x},{y}")
        at = y * g.tiles.width + x
        made = [
            one.trace.step
            for one in self._steps(section, request)
            if any(place == at for place, _ in one.cells)
        ]
        lines = tile_lines(plan_of(spec, g.name), g, x, y)
        if made:
            lines.append(["made by", f"step {made[-1]}"])
        if len(made) > 1:
            lines.append(["changed by", ", ".join(str(one.number) for one in made)])
        return {"x": x, "y": y, "lines": lines, "step": made[-1].number if made else 0}

    # ------------------------------------------------------------------ finding

    def numbers(self, dungeon: str, section: Any) -> list[str]:
        """The names of the numbers that a condition can compare."""
        spec = self.spec(dungeon, section)
        return list(number_reader(plan_of(spec, dungeon)).names)

    def values(self, section: Any, request: Request) -> Data:
        """All numbers of a dungeon."""
        spec = self.spec(request.dungeon, section)
        return numbers_of(spec, generate(spec, request), request.seed)

    def find(
        self, section: Any, place: Request, where: str, limit: int = MOST_FOUND
    ) -> Iterator[Data]:
        """Search all seeds for dungeons that meet a condition.

        The floor and the chunk are those of `place`, whose seed is ignored. Yields how many seeds
        were searched and found so far, with the new ones of the first `limit` found; at the end
        also what the tries cost, in lines, if anything is required. Raises ConditionError for a
        condition that cannot be read.
        """
        dungeon, floor, chunk = place.dungeon, place.floor, place.chunk
        spec = self.spec(dungeon, section)
        plan, atlas = plan_of(spec, dungeon), make_atlas(spec, dungeon)
        condition = parse_condition(where, number_reader(plan).names)
        yield {"searched": 0, "found": 0, "new": [], **map_data(plan, atlas)}
        searched = found = shown = 0
        tried: list[Tried] = []
        with self.natives.library(spec) as (library, compiler):
            route = compiler or "Python"
            for part in search(spec, dungeon, condition, range(65536), floor, library, chunk):
                searched += part.searched
                tried += part.tried
                found += len(part.found)
                new = []
                for one in part.found[: limit - shown]:
                    request = Request(dungeon, one.seed, floor, chunk)
                    cells = cells_of(atlas, generate(spec, request))
                    numbers = {name: one.numbers[name] for name in condition.names}
                    new.append({**place_data(request), "cells": packed(cells), "numbers": numbers})
                shown += len(new)
                told = {"searched": searched, "found": found, "route": route}
                yield {**told, "new": new}
        for lines in self._tries(spec, dungeon, floor, tried):
            yield {**told, "new": [], "tries": lines}

    def _tries(
        self, spec: Spec, dungeon: str, floor: int, tried: Sequence[Tried]
    ) -> Iterator[list[str]]:
        """What tries say about a dungeon, in lines, and then with the cycles that they cost."""
        require = spec.blueprint(dungeon, floor).parameters.require
        if require is None:
            return
        unlike = different(spec, dungeon, floor, tried)
        lines = list(words_of_tries(tried, require.tries, unlike))
        yield lines
        # Without a compiler for the C64 there are no cycles.
        with contextlib.suppress(UserError):
            compiler = compilers_of(spec).compilers[0]
            cost = cost_of(spec, "the studio", compiler, dungeon, floor, tried, self.folder)
            yield [*lines, *words_of_cost(cost)]


def _spec_of(good: State, dungeon: str, section: str) -> Spec:
    assert good.data is not None
    data = {key: value for key, value in good.data.items() if key in SHARED}
    return spec_of(Document.of_data({**data, "dungeons": {dungeon: json.loads(section)}}))
