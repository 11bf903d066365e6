"""A dungeon while it is built, step by step, and as an animated picture."""

from __future__ import annotations

import copy
import io
import itertools
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.dungeon.entities import known_kinds
from pygen.engine.dungeon.watching import Attempt
from pygen.kinds.tracing import TraceStep
from pygen.pictures.cells import make_atlas
from pygen.pictures.palette import colour_number
from pygen.pictures.picture import Canvas, MapCanvas, check_scale
from pygen.spec.glyphs import SIZE
from pygen.spec.model import Spec

MOST_FRAMES = 240
"""The most frames of a picture. If more steps of a dungeon show something, several share a
frame."""

SECONDS = 10
"""About how long a picture takes, in seconds."""

SHORTEST, LONGEST, HELD = 40, 200, 2500
"""The shortest and longest time of a frame, and the time of the last one, in milliseconds."""

FITS_COLOUR, REFUSED_COLOUR = "light_green", "light_red"


@dataclass(frozen=True)
class FilmStep:
    """A step, and the cells that it changed, as pairs: number of the tile, new cell."""

    trace: TraceStep
    cells: tuple[tuple[int, int], ...]


def film(spec: Spec, dungeon: str, steps: Iterable[TraceStep]) -> Iterator[FilmStep]:
    """The visible changes of each step of a dungeon, beginning with an empty map."""
    atlas = make_atlas(spec, dungeon)
    size = spec.dungeons[dungeon].map
    count = size.width * size.height
    tiles, looks = bytearray(count), bytearray(count)
    shown = array("H", [atlas.tiles[0]]) * count
    entities: dict[int, dict[str, Any]] = {}
    kinds = known_kinds(spec.dungeons[dungeon])
    for step in steps:
        changed = set()
        for layer, changes in ((tiles, step.tiles), (looks, step.looks)):
            for at, value in changes:
                layer[at] = value
                changed.add(at)
        for table, number, values in step.records:
            if table == ENTITIES:
                for one in (entities.pop(number, None), values):
                    if one is not None:
                        changed.add(one["y"] * size.width + one["x"])
                if values is not None:
                    entities[number] = values
        seen = {
            one["y"] * size.width + one["x"]: kinds[one["kind"]].name
            for _, one in sorted(entities.items())
            if one["kind"] in kinds and kinds[one["kind"]].shown == "seen"
        }
        cells = []
        for at in sorted(changed):
            cell = atlas.entities[seen[at]] if at in seen else atlas.cell(tiles[at], looks[at])
            if cell != shown[at]:
                shown[at] = cell
                cells.append((at, cell))
        yield FilmStep(step, tuple(cells))


def as_animation(
    spec: Spec,
    dungeon: str,
    steps: Iterable[TraceStep],
    form: Literal["GIF", "PNG"],
    scale: int = 1,
) -> bytes:
    """The steps as an animated GIF or PNG of 8 x 8 pixels per tile, times `scale` (1..16).

    Attempts to place something are framed: green if it fits, red if it was refused. Raises
    UsageError for another scale.
    """
    check_scale(scale)
    atlas, size = make_atlas(spec, dungeon), spec.dungeons[dungeon].map
    seen = [one for one in film(spec, dungeon, steps) if one.cells or one.trace.attempts]
    groups = _groups(seen)
    canvas = MapCanvas(atlas, size)
    frames = [canvas.image(scale)]
    for group in groups:
        for one in group:
            for at, cell in one.cells:
                canvas.draw(at, cell)
        framed = copy.deepcopy(canvas)
        for one in group:
            for attempt in one.trace.attempts:
                _frame(framed, attempt)
        frames.append(framed.image(scale))
    frames.append(canvas.image(scale))
    each = max(SHORTEST, min(LONGEST, 1000 * SECONDS // len(frames)))
    times = [each // 10 * 10] * (len(frames) - 1) + [HELD]
    file = io.BytesIO()
    frames[0].save(
        file, form, save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False
    )
    return file.getvalue()


def _groups(steps: Sequence[FilmStep]) -> list[Sequence[FilmStep]]:
    """Divide the steps into groups, one for each frame."""
    count = min(MOST_FRAMES, len(steps))
    limits = [n * len(steps) // count for n in range(count + 1)] if count else []
    return [steps[first:last] for first, last in itertools.pairwise(limits)]


def _frame(canvas: Canvas, attempt: Attempt) -> None:
    """Draw the frame of an attempt, as far as it is inside the picture."""
    colour = colour_number(FITS_COLOUR if attempt.fits else REFUSED_COLOUR)
    left, top = max(0, attempt.x * SIZE), max(0, attempt.y * SIZE)
    right = min(canvas.width, (attempt.x + attempt.w) * SIZE) - 1
    bottom = min(canvas.height, (attempt.y + attempt.h) * SIZE) - 1
    if left > right or top > bottom:
        return
    line = bytes((colour,)) * (right - left + 1)
    canvas.put(left, top, [line])
    canvas.put(left, bottom, [line])
    for x in (left, right):
        canvas.put(x, top, [line[:1]] * (bottom - top + 1))
