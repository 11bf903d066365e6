"""The tiles that drawings and their legends name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pygen.engine.drawings.legend import Meaning, things_of
from pygen.engine.drawings.marks import TILE_OF_MARK
from pygen.engine.drawings.reading import Path


def tiles_named(data: Any) -> set[str]:
    """The tiles that drawings and legends in a spec's data may name, whether or not the data is
    valid: the values of keys `tile`, names in legends, and the tiles of marks in drawings."""
    found: set[str] = set()
    if isinstance(data, list):
        return found.union(*map(tiles_named, data))
    if not isinstance(data, dict):
        return found
    for key, value in data.items():
        if key == "tile" and isinstance(value, str):
            found.add(value)
        elif key == "legend" and isinstance(value, dict):
            found |= set(_names(list(value.values())))
        elif key == "drawing" and isinstance(value, list):
            text = "".join(row for row in value if isinstance(row, str))
            found |= {tile for mark, tile in TILE_OF_MARK.items() if mark in text}
        found |= tiles_named(value)
    return found


def _names(value: Any) -> Iterator[str]:
    """The names that stand for tiles in what marks of a legend stand for."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _names(one)
    elif isinstance(value, dict):
        for key in ("one_of", "become", "rest"):
            yield from _names(value.get(key))


def legend_tiles(path: Path, legend: Mapping[str, Meaning]) -> Iterator[tuple[str, Path]]:
    """The tiles that the legend at `path` names, each with the path of its name."""
    for mark, meaning in legend.items():
        for inner, thing in things_of(meaning):
            if thing.tile is not None:
                yield thing.tile, (*path, mark, *inner, "tile")


def drawing_tiles(
    path: Path, rows: Sequence[str], legend: Mapping[str, Meaning]
) -> Iterator[tuple[str, Path]]:
    """The tiles of marks that mean something without a legend, in the drawing whose rows stand at
    `path`; each with the path of its row."""
    for number, row in enumerate(rows):
        for mark in row:
            if mark in TILE_OF_MARK and mark not in legend:
                yield TILE_OF_MARK[mark], (*path, number)
